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
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import add_home, home_of
from kotva.native import why_unfit
from kotva.sources import run_sources

MOST_SEATS = 8  # as many as can be told apart by colour, shape and letter (kotva.scene.look)
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_added: dict[str, Game] = {}
_sources: dict[str, Path] = {}
_loaded: dict[Path, list[Game]] = {}
_slow: dict[str, str] = {}  # games whose machine code is not used, and why
_unloaded: dict[str, str] = {}  # files of KOTVA_WITH that have no game, and why


def ids() -> list[str]:
    """The ids of all games, in alphabetical order."""
    _load_environment()
    here = {p.parent.name for p in Path(__file__).parent.glob("*/__init__.py")}
    return sorted(here | _named(entry_points) | set(_added))


@cache
def _named(find: Callable[..., EntryPoints]) -> frozenset[str]:
    """The games of other packages: looked for once, because that reads files of every installed package."""
    return frozenset(entry.name for entry in find(group="kotva.games"))


def faults() -> dict[str, str]:
    """Games from elsewhere that cannot be loaded, by id or path, and why: the others are played all the same."""
    names = ids()  # reads the environment
    found = dict(_unloaded)
    for name in names:
        try:
            if entry(name) is not None:
                load(name)
        except Exception as error:
            found[name] = str(error) if isinstance(error, KotvaError) else where(error)
    return found


def slow() -> dict[str, str]:
    """Games that were loaded and run as plain Python although they were compiled, and why."""
    return dict(_slow)


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
    if own or game_id in _added or game_id not in _named(entry_points):
        return None
    return next((e for e in entry_points(group="kotva.games") if e.name == game_id), None)


def add_entry(game_id: str, value: str) -> None:
    """Register the game of a package that is not installed but can be imported; `value` is as in an entry point."""
    add(_installed(EntryPoint(game_id, value, "kotva.games")))


def _installed(entry: EntryPoint) -> Game:
    """The game of another package; KotvaError says what is wrong with it, and where."""
    place = f"{entry.group}: {entry.value}"
    spec = importlib.util.find_spec(entry.module.partition(".")[0])
    unfit = why_unfit(Path(spec.origin).parent) if spec is not None and spec.origin else ""
    if unfit:  # its machine code would crash
        run_sources(entry.module.partition(".")[0])
        _slow[entry.name] = unfit
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        raise KotvaError("{path} cannot be loaded: {error}.", path=place, error=where(error)) from error
    if not isinstance(game, Game):
        raise KotvaError("{path} has no GAME = Game(...).", path=place)
    module = sys.modules[entry.module]
    if module.__file__ is not None:
        add_home(game.id, Path(module.__file__).resolve().parent)
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


def blame(error: BaseException) -> str:
    """Which game from elsewhere an error comes from, and where in its code: empty if it is none of theirs."""
    folders = {
        home_of(name).resolve(): name for name in (*_added, *(e.name for e in entry_points(group="kotva.games")))
    }
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        game = next(
            (name for folder, name in folders.items() if path.is_absolute() and path.is_relative_to(folder)), ""
        )
        if game and (game not in _sources or _sources[game] == path):
            return f"{game}: {path.name}, line {frame.lineno}: {type(error).__name__}: {error}"
    return ""


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
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise KotvaError("{path} cannot be loaded: {error}.", path=path, error=where(error)) from error
    found = getattr(module, "GAMES", None) or [getattr(module, "GAME", None)]
    if not all(isinstance(game, Game) for game in found):
        raise KotvaError("{path} has no GAME = Game(...).", path=path)
    for game in map(_seated, found):
        add_home(game.id, path.parent)
        add(game)
        _sources[game.id] = path
    _loaded[path] = list(found)
    return _loaded[path]


def source(game_id: str) -> Path | None:
    """The file a game was loaded from; None for an installed one."""
    return _sources.get(game_id)


def _load_environment() -> None:
    for name in filter(None, os.environ.get("KOTVA_WITH", "").split(os.pathsep)):
        try:
            load_file(Path(name))
        except KotvaError as error:
            _unloaded[name] = str(error)
        else:
            _unloaded.pop(name, None)
