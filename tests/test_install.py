"""What `pip install .` gives: everything the program needs, and nothing of the checkout; whatever the machine, it plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's files and nothing else of the checkout."""
    tmp = tmp_path_factory.mktemp("install")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (tmp / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp / "src" / name)
    return tmp / "src"


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    """What a command says; as on the machine of a stranger, where nothing points to this checkout."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("KOTVA_", "PYTHON", "COVERAGE"))
    }
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**inherited, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout + done.stderr


def empty_environment(folder: Path) -> Path:
    """The `bin` of a new virtual environment with nothing but pip."""
    run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    return folder / "bin"


@pytest.fixture(scope="module")
def sdist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution, made where nothing is installed but what `build-system.requires` names."""
    tmp = tmp_path_factory.mktemp("sdist")
    building = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    bin_ = empty_environment(tmp / "env")
    run(bin_ / "pip", "install", *building["requires"], cwd=tmp)
    backend = "import sys; sys.path[:0] = sys.argv[3:]; print(__import__(sys.argv[2], fromlist=['x']).build_sdist(sys.argv[1]))"
    name, paths = building["build-backend"], building.get("backend-path", [])
    run(bin_ / "python", "-c", backend, tmp, name, *paths, cwd=source)
    (made,) = tmp.glob("*.tar.gz")
    return made


def plays(bin_: Path, away: Path) -> None:
    """The installed `kotva`, in a folder of its own: lists games, plays one, and serves its first page."""
    assert "bosman" in run(bin_ / "kotva", "games", cwd=away)
    assert "greedy" in run(bin_ / "kotva", "sim", "hexxi", "--games", "1", "--bots", "greedy", "--seed", "1", cwd=away)
    serve = [str(bin_ / "kotva"), "serve", "--no-browser", "--port", "0", "--db", str(away / "tables.db")]
    with subprocess.Popen(serve, cwd=away, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            address = re.search(r"http://\S+", said)
            assert address, said
            with urllib.request.urlopen(address[0], timeout=60) as answer:
                page = answer.read().decode()
            assert answer.status == 200
            assert "Bosman" in page
        finally:
            server.terminate()


def machine_code(names: list[str]) -> set[str]:
    """The compiled modules among files, without what names the machine: `kotva/engine/state`."""
    return {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}


def wanted_machine_code() -> set[str]:
    """What compiling this checkout makes: every compiled module, and the libraries in which their code lies."""
    code = "import setup; s = setup.compiled_sources(); print(*s, *(f'{n}__mypyc.py' for _, n in setup.groups(s)), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return {line.removesuffix(".py").replace(".", "/") for line in done.stdout.split()}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_from_the_source_distribution_it_plays_elsewhere(sdist: Path, tmp_path: Path) -> None:
    """`pip install .` failed where there was a compiler: compiling needed what the build was not given (msgspec).

    The pip of an empty environment builds: pip's isolation hides what is installed around it from imports, but not from mypy.
    """
    bin_ = empty_environment(tmp_path / "env")
    quick = tmp_path / "cc"  # what gcc makes of it with -O3 is tested in the checkout, and takes most of the time
    quick.write_text('#!/bin/sh\nexec cc "$@" -O0\n')
    quick.chmod(0o755)
    run(bin_ / "pip", "wheel", "--no-deps", "-w", tmp_path, sdist, cwd=tmp_path, KOTVA_COMPILE="1", CC=str(quick))
    (wheel,) = tmp_path.glob("*.whl")
    assert machine_code(zipfile.ZipFile(wheel).namelist()) == wanted_machine_code()
    run(bin_ / "pip", "install", f"{wheel}[play]", cwd=tmp_path)
    plays(bin_, tmp_path)
    run(bin_ / "python", "-m", "kotva.conformance", "hexxi", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_from_the_source_distribution_without_a_compiler_it_plays_elsewhere(sdist: Path, tmp_path: Path) -> None:
    bin_ = empty_environment(tmp_path / "env")
    said = run(bin_ / "pip", "install", "-v", f"{sdist}[play]", cwd=tmp_path, CC="no-such-compiler")
    assert (
        "NOT compiled, the rules will run as plain Python (slower): no C compiler (no-such-compiler) was found" in said
    )
    assert "mypy-2" not in said  # what compiling takes is not asked for where compiling cannot work
    assert not list((tmp_path / "env").rglob("kotva/**/*.so"))
    plays(bin_, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["mypyc", "gcc", "stubs"])
def test_compiling_that_fails_leaves_plain_python_and_says_so(source: Path, tmp_path: Path, broken: str) -> None:
    """Whatever goes wrong once the build has begun: a new mypy that cannot, a compiler that gives up half-way, missing types."""
    here = tmp_path / "src"
    shutil.copytree(source, here)
    env = {}
    if broken == "mypyc":
        (tmp_path / "mypyc").mkdir()
        (tmp_path / "mypyc" / "__init__.py").touch()
        (tmp_path / "mypyc" / "build.py").write_text("def mypycify(*a, **k): raise AssertionError('a new mypyc')\n")
        env["PYTHONPATH"] = str(tmp_path)
        reason = "a new mypyc"
    elif broken == "gcc":
        compiler = tmp_path / "cc"  # compiles the small trial, and then no more
        compiler.write_text('#!/bin/sh\ncase "$*" in *small*) exec cc "$@";; *) exit 1;; esac\n')
        compiler.chmod(0o755)
        env["CC"] = str(compiler)
        reason = "the C compiler stopped with an error, see above"
    else:
        packet = here / "kotva" / "engine" / "say.py"
        packet.write_text("import no_such_library\n" + packet.read_text(encoding="utf-8"), encoding="utf-8")
        reason = "mypyc refused the sources, see above"
    wheel, said = wheel_of(here, tmp_path / "out", **env)
    assert f"NOT compiled, the rules will run as plain Python (slower): {reason}" in said
    assert machine_code(zipfile.ZipFile(wheel).namelist()) == set()
    if broken != "mypyc":
        return  # the others end the same way
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path / "none"),
        str(here),
    ]
    strict = {**os.environ, **env, "KOTVA_COMPILE": "1"}
    done = subprocess.run(pip, env=strict, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"KOTVA_COMPILE=1, and compiling failed: {reason}" in done.stdout + done.stderr


def test_a_link_to_the_checkout_says_why_it_is_not_compiled(source: Path, tmp_path: Path) -> None:
    """`pip install -e .` without a compiler said nothing, and KOTVA_COMPILE=1 did not make it an error."""
    here = tmp_path / "src"
    shutil.copytree(source, here)
    code = "import sys; sys.path.insert(0, 'build_backend'); import kotva_backend; kotva_backend.build_editable(sys.argv[1])"
    command = [sys.executable, "-c", code, str(tmp_path)]
    reason = "no C compiler (no-such-compiler) was found"
    said = run(*command, cwd=here, CC="no-such-compiler")
    assert f"NOT compiled, the rules will run as plain Python (slower): {reason}" in said
    assert reason in json.loads((here / "kotva" / "native.json").read_text(encoding="utf-8"))["why_not"]
    strict = {**os.environ, "CC": "no-such-compiler", "KOTVA_COMPILE": "1"}
    done = subprocess.run(command, cwd=here, env=strict, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"KOTVA_COMPILE=1, and compiling failed: {reason}" in done.stdout + done.stderr


def wheel_of(source: Path, target: Path, **env: str) -> tuple[Path, str]:
    """A wheel, and what was said while it was made."""
    pip = [sys.executable, "-m", "pip", "wheel", "--verbose", "--no-deps", "--no-build-isolation", "-w", str(target)]
    done = subprocess.run([*pip, str(source)], env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = target.glob("*.whl")
    return wheel, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of a wheel, not compiled (that is tested in the checkout)."""
    tmp = tmp_path_factory.mktemp("plain")
    wheel, _ = wheel_of(source, tmp, KOTVA_COMPILE="0")
    zipfile.ZipFile(wheel).extractall(tmp / "site")
    return tmp / "site"


@pytest.mark.slow
def test_a_compiler_that_does_not_work_gives_plain_python_and_says_so(source: Path, tmp_path: Path) -> None:
    """`CC=false pip install .` failed instead."""
    wheel, said = wheel_of(source, tmp_path, CC="false")
    assert "NOT compiled, the rules will run as plain Python" in said
    assert "the C compiler (false) does not work" in said
    assert "none-any" in wheel.name
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith((".so", ".pyd"))]


@pytest.mark.slow
def test_every_file_of_the_package_is_installed(installed: Path) -> None:
    package = ROOT / "kotva"
    wanted = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    wanted = {
        str(Path(name).with_suffix(".mo")) if name.endswith(".po") else name
        for name in wanted
        if not name.endswith((".so", ".pyc", ".mo", ".pyd", "native.json"))
    }
    have = {str(path.relative_to(installed / "kotva")) for path in (installed / "kotva").rglob("*")}
    assert sorted(wanted - have) == []


@pytest.mark.slow
def test_the_rulebooks_are_found_where_they_are_installed(installed: Path) -> None:
    code = "from kotva.files import rules_file; print(rules_file('bosman'))"
    env = {**os.environ, "PYTHONPATH": str(installed)}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=installed.parent, env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(installed / "kotva" / "rules_text" / "bosman.md")
