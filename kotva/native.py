"""Compile a game of another package, so that the engine calls its rules natively.

    # setup.py of the package `mygame`
    from setuptools import setup
    from kotva.native import extensions

    setup(packages=["mygame"], ext_modules=extensions("mygame", ["mygame/board.py", "mygame/rules.py"]))

The rules are typed as those of our games are: `i64` for numbers in states and in the methods of `State`. Plain `mypycify` cannot
do this: it takes `kotva.engine.state` for interpreted Python and lays a state of yours out without the fields of ours, so the
first one that is made crashes. Here mypyc sees the engine's sources too, and what it makes of them is thrown away: the engine
that is installed was made from the same sources by the same mypyc, which is checked. A package compiled for another engine is
refused when it is loaded as a game, so build it again after an update of Kotva.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kotva.engine.errors import KotvaError

PACKAGE: Final = Path(__file__).resolve().parent
MADE: Final = PACKAGE / "native.json"  # written by setup.py when it has compiled the engine
MARK: Final = "kotva_engine.py"  # written beside a game's rules: the engine that they were compiled for


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
    from mypy.version import __version__ as mypy
    from mypyc.build import mypycify

    made = installed_engine()
    if not made:
        raise KotvaError("The installed Kotva is not compiled, so a game cannot be compiled for it.")
    modules = [str(name) for name in made["modules"]]
    if made["engine"] != hash_of(modules, mypy):
        raise KotvaError(
            "The installed Kotva was compiled by mypy {theirs}, here is mypy {ours}; build with the same one.",
            theirs=made["mypy"],
            ours=mypy,
        )
    engine = [str(PACKAGE / "engine" / f"{name}.py") for name in modules]
    own = list(sources)
    found = mypycify(
        [*engine, *own],
        opt_level="3",
        debug_level="0",
        separate=[(engine, "kotva.native_engine"), (own, f"{package}.native_rules")],
    )
    folder = Path(*package.split("."))
    mark = f'"""Written when this package was compiled: the engine that it fits."""\n\nENGINE = "{made["engine"]}"\n'
    root = next(place for place in (Path(), Path("src")) if (place / folder).is_dir())
    (root / folder / MARK).write_text(mark, encoding="utf-8")
    return [extension for extension in found if not extension.name.startswith("kotva.")]


def why_unfit(folder: Path) -> str:
    """Why the compiled rules in a package's folder must not be loaded; empty if they may be."""
    try:
        text = (folder / MARK).read_text(encoding="utf-8")
    except OSError:
        return ""  # not compiled, or not for us
    theirs = text.partition('ENGINE = "')[2].partition('"')[0]
    return "" if theirs == installed_engine().get("engine") else "it was compiled for another Kotva; build it again"
