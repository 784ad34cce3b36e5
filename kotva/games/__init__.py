"""The games: those in this folder, those of other packages that declare the entry point group `kotva.games`, and files.

A file of Python with a `GAME` in it is a game too: `kotva --with ferry.py`, or its path in the environment variable KOTVA_WITH
(several are separated like those in PATH), which processes that Kotva starts inherit.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import traceback
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import bring_catalogues
from kotva.native import why_unfit

MOST_SEATS = 8  # as many as can be told apart by colour, shape and letter (kotva.scene.look)
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_added: dict[str, Game] = {}
_sources: dict[str, Path] = {}
_loaded: dict[Path, list[Game]] = {}


def ids() -> list[str]:
    """The ids of all games, in alphabetical order."""
    _load_environment()
    here = {p.parent.name for p in Path(__file__).parent.glob("*/__init__.py")}
    elsewhere = {e.name for e in entry_points(group="kotva.games")}
    return sorted(here | elsewhere | set(_added))


def add(game: Game) -> None:
    """Register a game made somewhere else."""
    _added[game.id] = game


class OtherRules(KotvaError):
    """A game was begun under rules that are not here any more: its record is whole, but it cannot go on."""


def load(game_id: str, version: str = "") -> Game:
    """A game by its id; with a version, one under whose rules a game begun under that version goes on, or OtherRules."""
    game = _find(game_id)
    if version and not game.replays(version):
        known = ", ".join((game.version, *game.compatible))
        raise OtherRules(
            "This game of {title} was begun under rules {theirs}; here are rules {ours}, and it cannot go on under them.",
            title=game.title,
            theirs=version,
            ours=known,
        )
    return game


def _find(game_id: str) -> Game:
    given: object = game_id
    if not isinstance(given, str):
        raise KotvaError("A game is given by its id or as a Game, not as {game!r}.", game=given)
    _load_environment()
    if game_id in _added:
        return _added[game_id]
    if _ID.fullmatch(game_id) and (Path(__file__).parent / game_id / "__init__.py").exists():
        game = import_module(f"kotva.games.{game_id}").GAME
        assert isinstance(game, Game)
        return game
    found = entry(game_id)
    if found is not None:
        return _installed(found)
    raise KotvaError("There is no game {id!r}; games are: {ids}.", id=game_id[:60], ids=", ".join(ids()))


def entry(game_id: str) -> EntryPoint | None:
    """Where another package says that a game is; None for all other games."""
    own = _ID.fullmatch(game_id) and (Path(__file__).parent / game_id / "__init__.py").exists()
    found = entry_points(group="kotva.games")
    return None if own or game_id in _added else next((e for e in found if e.name == game_id), None)


def add_entry(game_id: str, value: str) -> None:
    """Register the game of a package that is not installed but can be imported; `value` is as in an entry point."""
    add(_installed(EntryPoint(game_id, value, "kotva.games")))


def _installed(entry: EntryPoint) -> Game:
    """The game of another package; KotvaError says what is wrong with it, and where."""
    place = f"{entry.group}: {entry.value}"
    spec = importlib.util.find_spec(entry.module.partition(".")[0])
    unfit = why_unfit(Path(spec.origin).parent) if spec is not None and spec.origin else ""
    if unfit:  # before its machine code is loaded
        raise KotvaError("{path} cannot be loaded: {error}.", path=place, error=unfit)
    try:
        game = entry.load()
    except Exception as error:
        raise KotvaError("{path} cannot be loaded: {error}.", path=place, error=where(error)) from error
    if not isinstance(game, Game):
        raise KotvaError("{path} has no GAME = Game(...).", path=place)
    module = sys.modules[entry.module]
    if module.__file__ is not None:
        bring_catalogues(game.id, Path(module.__file__).resolve().parent / "locale")
    return _seated(game)


def _seated(game: Game) -> Game:
    """A game that can be told apart at the table."""
    if not game.rules.seats or not 1 <= min(game.rules.seats) <= max(game.rules.seats) <= MOST_SEATS:
        raise KotvaError(
            "{title} is for {seats} players; a table has 1 to {most} seats.",
            title=game.title,
            seats=", ".join(map(str, game.rules.seats)) or "no",
            most=MOST_SEATS,
        )
    return game


def where(error: BaseException) -> str:
    """What went wrong in somebody's code, with the file and the line where it did."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return f"{error.filename}, line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<frozen")]
    own = [f for f in frames if Path(f.filename) != Path(__file__)]
    return f"{own[-1].filename}, line {own[-1].lineno}: {text}" if own else text


def load_file(path: Path) -> list[Game]:
    """Run a file of Python and register its `GAME` (or all of its `GAMES`); KotvaError says what is wrong with it."""
    path = path.resolve()
    if path in _loaded:
        return _loaded[path]
    if not path.is_file() or path.suffix != ".py":
        raise KotvaError("There is no game in {path}: it is not a file of Python.", path=path)
    name = f"kotva_with_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles look a class's module up here
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise KotvaError("{path} cannot be loaded: {error}.", path=path, error=where(error)) from error
    found = getattr(module, "GAMES", None) or [getattr(module, "GAME", None)]
    if not all(isinstance(game, Game) for game in found):
        raise KotvaError("{path} has no GAME = Game(...).", path=path)
    for game in map(_seated, found):
        bring_catalogues(game.id, path.parent / "locale")
        add(game)
        _sources[game.id] = path
    _loaded[path] = list(found)
    return _loaded[path]


def source(game_id: str) -> Path | None:
    """The file a game was loaded from; None for an installed one."""
    return _sources.get(game_id)


def _load_environment() -> None:
    for name in filter(None, os.environ.get("KOTVA_WITH", "").split(os.pathsep)):
        load_file(Path(name))
