"""Compile a game of another package, so that the engine calls its rules natively.

    # setup.py of the package `mygame`
    from setuptools import setup
    from kotva.native import extensions

    setup(packages=["mygame"], ext_modules=extensions("mygame", ["mygame/board.py", "mygame/rules.py"]))

The rules are typed as those of our games are: `i64` for numbers in states and in the methods of `State`. Plain `mypycify` cannot
do this: it takes `kotva.engine.state` for interpreted Python and lays a state of yours out without the fields of ours, so the
first one that is made crashes. Here mypyc sees the engine's sources too, and what it makes of them is thrown away: the engine
that is installed was made from the same sources by the same mypyc, which is checked. A package compiled for another engine runs
as plain Python until it is compiled again (`kotva compile PACKAGE`, which does all of this for a package that is installed).
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from kotva.engine.errors import KotvaError
from kotva.sources import MARK

PACKAGE: Final = Path(__file__).resolve().parent
MADE: Final = PACKAGE / "native.json"  # written by setup.py when it has compiled the engine

_I64: Final = (
    "Numbers in the methods of State and Evaluation are i64 where a game is compiled: from mypy_extensions import i64, "
    "then for example: def why_not(self, seat: i64, action: i64) -> i64"
)
# In every game's folder these are compiled (setup.py has the same list for ours). A package's __init__ is not: mypyc gives a
# compiled one a wrong __path__.
GAME_GLOBS: Final = (
    *("board.py", "rules.py", "rules/[!_]*.py", "charts.py", "distances.py"),
    *("evaluation.py", "evaluation/[!_]*.py", "observe.py"),
)


def installed_engine() -> dict[str, Any]:
    """How the engine here was compiled: by which mypy, from which modules, and their hash; empty if it was not."""
    try:
        data = json.loads(MADE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) and "engine" in data else {}


def why_plain() -> str:
    """Why the rules run as plain Python, as far as the installation said so; empty where they are compiled."""
    from kotva.engine import state

    if not str(state.__file__).endswith(".py"):
        return ""
    if os.environ.get("KOTVA_INTERPRETED") == "1":
        return "KOTVA_INTERPRETED=1"
    try:
        data = json.loads(MADE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = None
    return str(data.get("why_not", "")) if isinstance(data, dict) else ""


def hash_of(modules: Sequence[str], mypy: str, package: Path = PACKAGE) -> str:
    """What decides how the engine's classes lie in memory."""
    digest = hashlib.sha256(mypy.encode())
    for name in modules:
        digest.update(name.encode() + b"\0" + (package / "engine" / f"{name}.py").read_bytes())
    return digest.hexdigest()


def extensions(package: str, sources: Sequence[str]) -> list[Any]:
    """The extension modules of a package's rules, for `setup(ext_modules=...)`; KotvaError if they cannot fit the engine."""
    made = _fitting()
    from mypyc.build import mypycify

    engine = [str(_typed_engine() / f"{name}.py") for name in made["modules"]]
    own = list(sources)
    found = mypycify(
        ["--follow-imports=silent", *engine, *own],  # what is not compiled need not be typed as strictly
        opt_level="3",
        debug_level="0",
        separate=[(engine, "kotva.native_engine"), (own, f"{package}.native_rules")],
    )
    folder = Path(*package.split("."))
    root = next(place for place in (Path(), Path("src")) if (place / folder).is_dir())
    _mark(root / folder, made)
    return [extension for extension in found if not extension.name.startswith("kotva.")]


def _fitting() -> dict[str, Any]:
    """How the engine was compiled, if the mypy here can compile for it; KotvaError names what is missing."""
    made = installed_engine()
    if not made:
        reason = why_plain()
        raise KotvaError(
            "The installed Kotva is not compiled, so a game cannot be compiled for it{reason}.",
            reason=f" ({reason})" if reason else "",
        )
    try:
        from mypy.version import __version__ as mypy

        import_module("mypyc.build")
        import_module("setuptools")
    except ModuleNotFoundError as error:
        raise KotvaError(
            "Compiling needs {name}, which is not installed: pip install {needs}",
            name=error.name,
            needs=" ".join(f"'{need}'" for need in needs()),
        ) from None
    if made["mypy"] == mypy and made["engine"] != hash_of([str(name) for name in made["modules"]], mypy):
        raise KotvaError("The engine's sources have changed since it was compiled; compile or install Kotva again.")
    if made["engine"] != hash_of([str(name) for name in made["modules"]], mypy):
        raise KotvaError(
            "The installed Kotva was compiled by mypy {theirs}, here is mypy {ours}; build with the same one: "
            "pip install {needs}",
            theirs=made["mypy"],
            ours=mypy,
            needs=f"'mypy[mypyc]=={made['mypy']}'",
        )
    return made


def needs() -> list[str]:
    """What must be installed to compile a game for the engine here."""
    made = installed_engine()
    return [f"mypy[mypyc]=={made['mypy']}", "setuptools>=77"] if made else []


def _typed_engine() -> Path:
    """A copy of the engine's sources for mypyc, kept until the process ends.

    What lies in `site-packages` cannot be compiled where it is: mypy then takes everything beside it for sources, too.
    """
    root = Path(tempfile.mkdtemp(prefix="kotva-engine-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    engine = root / "kotva" / "engine"
    engine.mkdir(parents=True)
    (root / "kotva" / "__init__.py").write_text("__version__: str\n", encoding="utf-8")
    (root / "kotva" / "py.typed").touch()
    for source in (PACKAGE / "engine").glob("*.py"):
        shutil.copyfile(source, engine / source.name)
    return engine


def _mark(folder: Path, made: dict[str, Any]) -> None:
    text = (
        '"""Written when this package was compiled: the engine that it fits, and the sources that it was made from."""\n\n'
        f'ENGINE = "{made["engine"]}"\nSOURCES = "{_hash_of_rules(folder)}"\n'
    )
    (folder / MARK).write_text(text, encoding="utf-8")


def _hash_of_rules(folder: Path) -> str:
    """Of the sources that are compiled."""
    digest = hashlib.sha256()
    for name in rules_of(folder):
        digest.update(name.encode() + b"\0" + (folder / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def rules_of(folder: Path) -> list[str]:
    """The modules of a package's folder that are compiled, by the names that they have in all games."""
    return sorted({str(path.relative_to(folder)) for glob in GAME_GLOBS for path in folder.glob(glob)})


def compile_package(name: str) -> list[Path]:
    """Compile the rules of a package where it is installed, for the engine that is; the modules made. KotvaError says why not.

    A package that was compiled before is made anew.
    """
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    if spec is None or spec.origin is None:
        raise KotvaError("There is no package {name!r} here; install it first (pip install).", name=name)
    folder = Path(spec.origin).parent
    if spec.submodule_search_locations is None:
        raise KotvaError(
            "{name} is one module; what is compiled are {files} of a package (`kotva new` makes one).",
            name=name,
            files=", ".join(GAME_GLOBS[:2]),
        )
    own = rules_of(folder)
    if not own:
        raise KotvaError(
            "{folder} has none of the modules that are compiled: {files}.", folder=folder, files=", ".join(GAME_GLOBS)
        )
    made = _fitting()
    with tempfile.TemporaryDirectory(prefix="kotva-compile-") as place:
        root = Path(place)
        shutil.copytree(folder, root / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", MARK))
        sources = [str(Path(name, source)) for source in own]
        made_of = f"name={name!r}, packages=[{name!r}], ext_modules=extensions({name!r}, {sources!r})"
        code = f"from setuptools import setup; from kotva.native import extensions; setup({made_of})"
        paths = [str(PACKAGE.parent), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, "-q", "build_ext", "--inplace"],
            cwd=root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            check=False,
        )
        built = [path for kind in ("*.so", "*.pyd") for path in sorted((root / name).rglob(kind))]
        if done.returncode or not built:
            raise KotvaError(
                "{name} cannot be compiled:\n{output}", name=name, output=_complaints(done.stdout + done.stderr)
            )
        for path in _machine_code(folder):
            path.unlink()
        _mark(folder, made)  # first: what does not fit any more must not be loaded
        for path in built:
            shutil.copyfile(path, folder / path.relative_to(root / name))
    return [folder / path.relative_to(root / name) for path in built]


def _machine_code(folder: Path) -> list[Path]:
    return [path for kind in ("*.so", "*.pyd") for path in sorted(folder.rglob(kind))]


def _complaints(output: str) -> str:
    """What mypy or the C compiler complained of, without the traceback round it."""
    lines = output.strip().splitlines()
    said = [line for line in lines if re.search(r":\d+: (error|note)|error:", line)]
    told = "\n".join((said or lines)[-20:])[:1500]
    return f"{told}\n{_I64}" if 'base class has type "i64"' in output else told


def why_unfit(folder: Path) -> str:
    """Why the compiled rules in a package's folder must not be loaded; empty if they may be."""
    try:
        text = (folder / MARK).read_text(encoding="utf-8")
    except OSError:
        return ""  # not compiled, or not for us
    engine, sources = (text.partition(f'{name} = "')[2].partition('"')[0] for name in ("ENGINE", "SOURCES"))
    if engine != installed_engine().get("engine"):
        return "it was compiled for another Kotva (kotva compile makes it anew)"
    if sources and sources != _hash_of_rules(folder):
        return "its sources have changed since it was compiled (kotva compile makes it anew)"
    return ""
