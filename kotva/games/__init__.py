"""The games: those in this folder, and those of other packages that declare the entry point group `kotva.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game

_added: dict[str, Game] = {}


def ids() -> list[str]:
    """The ids of all games, in alphabetical order."""
    here = {p.parent.name for p in Path(__file__).parent.glob("*/__init__.py")}
    elsewhere = {e.name for e in entry_points(group="kotva.games")}
    return sorted(here | elsewhere | set(_added))


def add(game: Game) -> None:
    """Register a game made somewhere else."""
    _added[game.id] = game


def load(game_id: str) -> Game:
    """A game by its id."""
    if game_id in _added:
        return _added[game_id]
    if (Path(__file__).parent / game_id / "__init__.py").exists() and game_id.isidentifier():
        game = import_module(f"kotva.games.{game_id}").GAME
        assert isinstance(game, Game)
        return game
    for entry in entry_points(group="kotva.games"):
        if entry.name == game_id:
            game = entry.load()
            assert isinstance(game, Game)
            return game
    raise KotvaError("There is no game {id!r}; games are: {ids}.", id=game_id, ids=", ".join(ids()))
