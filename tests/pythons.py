"""Install Kotva on every Python here, in every way, with and without a C compiler, and see that it plays (`make pythons`).

python -m tests.pythons                        every Python that is found: on the path and of pyenv
python -m tests.pythons /opt/py/bin/python3    this one
python -m tests.pythons --ways wheel,link --compiler no
python -m tests.pythons --write                the same, and docs/install.md tells it

A result is kept in build/pythons.json and replaced by the next of the same Python, way and compiler, so that a table may be put
together from several machines (`--results FILE`). It takes the standard library alone: a new machine has nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.installing import (
    ROOT,
    copy_sources,
    empty_environment,
    machine_code,
    plays,
    quick_compiler,
    run,
    wanted_machine_code,
)

DOCUMENT = ROOT / "docs" / "install.md"
RESULTS = ROOT / "build" / "pythons.json"
BEGIN, END = "<!-- tried: written by tests/pythons.py -->", "<!-- end of tried -->"
OLDEST = (3, 11)
WAYS = {
    "folder": '`pip install ".[play]"`',
    "wheel": "source distribution, wheel, `pip install`",
    "link": '`pip install -e ".[play]"`',
    "pipx": '`pipx install ".[play]"`',
    "uv": '`uv tool install ".[play]"`',
}
NO_COMPILER = "no-such-compiler"
WHERE = (
    "import kotva.engine.state as s, kotva, pathlib; print(s.__file__, pathlib.Path(kotva.__file__).parent, sep='\\n')"
)


@dataclass
class Result:
    """What became of one installation."""

    python: str
    way: str
    compiler: bool
    seconds: float
    fault: str  # empty: it plays
    day: str
    system: str


def found() -> list[Path]:
    """Every CPython that Kotva is made for, one for each minor version: the first on the path, then pyenv's."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    folders += sorted((Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions").glob("*/bin"))
    pythons: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("python3.*")):
            if re.fullmatch(r"python3\.\d+", path.name) and (version := version_of(path)):
                pythons.setdefault(minor(version), path)
    return [path for _, path in sorted(pythons.items(), key=lambda item: int(item[0].partition(".")[2]))]


def version_of(python: Path) -> str:
    """`3.12.1`; empty where it is too old, no CPython, or does not start."""
    code = "import platform as p; print(p.python_implementation(), p.python_version())"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    said = re.fullmatch(r"CPython (\d+)\.(\d+)(\S*)\s*", done.stdout)
    return f"{said[1]}.{said[2]}{said[3]}" if said and (int(said[1]), int(said[2])) >= OLDEST else ""


def minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def install(way: str, python: Path, sources: Path, folder: Path, env: dict[str, str]) -> tuple[Path, Path]:
    """Install in one of the ways; the folder of the command, and the Python that runs it."""
    if way in ("folder", "link", "wheel"):
        bin_ = empty_environment(folder / "env", python)
        if way == "wheel":
            bin_ = empty_environment(folder / "maker", python)
            run(bin_ / "pip", "install", "build", cwd=folder)
            run(bin_ / "python", "-m", "build", "--outdir", folder, sources, cwd=folder, **env)
            (wheel,) = folder.glob("*.whl")
            bin_ = folder / "env" / "bin"
            run(bin_ / "pip", "install", f"{wheel}[play]", cwd=folder)
        else:
            run(bin_ / "pip", "install", *(["-e"] if way == "link" else []), ".[play]", cwd=sources, **env)
        return bin_, bin_ / "python"
    bin_ = empty_environment(folder / "tool", sys.executable if version_of(Path(sys.executable)) else python)
    run(bin_ / "pip", "install", way, cwd=folder)
    commands, home = folder / "bin", folder / "home"
    if way == "pipx":
        places = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(commands)}
        run(bin_ / "pipx", "install", "--python", python, ".[play]", cwd=sources, **env, **places)
        return commands, home / "venvs" / "kotva" / "bin" / "python"
    places = {"UV_TOOL_DIR": str(home), "UV_TOOL_BIN_DIR": str(commands)}
    run(bin_ / "uv", "tool", "install", "--python", python, ".[play]", cwd=sources, **env, **places)
    return commands, home / "kotva" / "bin" / "python"


def attempt(python: Path, way: str, compiler: bool) -> Result:
    """Install and play; nothing of it stays."""
    fault = ""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kotva-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        (folder / "away").mkdir()
        sources = copy_sources(folder / "sources")
        env = {"CC": quick_compiler(folder) if compiler else NO_COMPILER}
        try:
            bin_, runs = install(way, python, sources, folder, env)
            seconds = time.monotonic() - begun
            plays(bin_, folder / "away")
            fault = wrong(runs, folder / "away", compiler)
        except (AssertionError, OSError) as error:
            seconds = time.monotonic() - begun
            fault = str(error).strip() or repr(error)
    system = "Windows" if os.name == "nt" else platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return Result(version_of(python), way, compiler, round(seconds, 1), fault, day, system)


def wrong(runs: Path, away: Path, compiler: bool) -> str:
    """What is not as it should be about the rules of an installed Kotva: machine code where there is a compiler, else none."""
    loaded, package = run(runs, "-c", WHERE, cwd=away).splitlines()[-2:]
    files = [path.relative_to(Path(package).parent).as_posix() for path in Path(package).rglob("*")]
    have, want = machine_code(files), wanted_machine_code() if compiler else set()
    if have != want:
        return f"compiled are {len(have)} files and should be {len(want)}: {sorted(have ^ want)[:5]}"
    if loaded.endswith(".py") == compiler:
        return f"the rules that run are {loaded}"
    return ""


def table(results: Iterable[Result]) -> str:
    """What was tried, a row for each Python and a column for each way."""
    cells: dict[str, dict[tuple[str, bool], Result]] = {}
    for result in results:
        cells.setdefault(minor(result.python), {})[result.way, result.compiler] = result
    lines = [f"| Python | C compiler | {' | '.join(WAYS.values())} |", "|---|---" + "|---" * len(WAYS) + "|"]
    for name in sorted(cells, key=lambda name: int(name.partition(".")[2])):
        for compiler in (True, False):
            row = [cells[name].get((way, compiler)) for way in WAYS]
            version, system = max((one.python, one.system) for one in cells[name].values())
            said = " | ".join(cell(one) for one in row)
            lines.append(f"| {version}, {system} | {'yes' if compiler else 'no'} | {said} |")
    return "\n".join(lines) + "\n"


def cell(result: Result | None) -> str:
    """One installation in a word and its date."""
    if result is None:
        return "not tried"
    outcome = "**fails**" if result.fault else "plays, compiled" if result.compiler else "plays, plain Python"
    return f"{outcome} ({result.day})"


def read(path: Path) -> list[Result]:
    with contextlib.suppress(FileNotFoundError):
        return [Result(**row) for row in json.loads(path.read_text(encoding="utf-8"))]
    return []


def keep(path: Path, result: Result) -> None:
    """In the place of the last result of this kind."""
    rest = [
        one
        for one in read(path)
        if (minor(one.python), one.way, one.compiler) != (minor(result.python), result.way, result.compiler)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(one) for one in [*rest, result]], indent=1), encoding="utf-8")


def write(document: Path, results: Iterable[Result]) -> None:
    before, _, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    assert end, f"{document} has no place for the table"
    document.write_text(f"{before}{BEGIN}\n{table(results)}{END}{after}", encoding="utf-8")


def chosen(asked: argparse.Namespace) -> Iterator[tuple[Path, str, bool]]:
    """The installations that were asked for."""
    compilers = {"yes": [True], "no": [False], "both": [True, False]}[asked.compiler]
    for python in asked.pythons or found():
        for compiler in reversed(compilers):
            for way in asked.ways.split(","):
                yield python, way, compiler


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pythons", description="Install Kotva on every Python here.")
    parser.add_argument("pythons", nargs="*", type=Path, help="these instead of all that are found")
    parser.add_argument("--ways", default=",".join(WAYS), help=f"some of {', '.join(WAYS)}")
    parser.add_argument("--compiler", choices=["yes", "no", "both"], default="both")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results")
    parser.add_argument("--write", action="store_true", help="write the table of all results into docs/install.md")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.ways.split(",")) - WAYS.keys():
        parser.error(f"there is no way {', '.join(sorted(unknown))}; there are {', '.join(WAYS)}")
    for python in asked.pythons:
        if not shutil.which(python) or not version_of(python):
            parser.error(f"{python} is not CPython {'.'.join(map(str, OLDEST))} or newer")
    tries = list(chosen(asked))
    faults = 0
    for number, (python, way, compiler) in enumerate(tries, 1):
        what = f"{version_of(python)} {way}, {'a' if compiler else 'no'} compiler"
        print(f"[{number}/{len(tries)}] {what}: ", end="", flush=True)
        result = attempt(python, way, compiler)
        keep(asked.results, result)
        faults += bool(result.fault)
        print(f"{result.fault or 'plays'} ({result.seconds:.0f} s)", flush=True)
    if asked.write:
        write(DOCUMENT, read(asked.results))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
