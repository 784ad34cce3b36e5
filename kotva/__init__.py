"""Kotva: write a board game's rules once, in plain Python, and get tables, bots, records, pictures and tournaments."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotva.engine.game import Game
    from kotva.engine.record import Record
    from kotva.match import Match

__version__ = "0.1.0"
__all__ = ["Handle", "game", "list_games"]


class _SourceFirst(importlib.abc.MetaPathFinder):
    """With KOTVA_INTERPRETED=1 the rules run from their sources, even where compiled modules lie beside them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("kotva.") or path is None:
            return None
        loader = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        for folder in path:
            found = importlib.machinery.FileFinder(folder, loader).find_spec(name, target)
            if found is not None and found.loader is not None:
                return found
        return None


if os.environ.get("KOTVA_INTERPRETED") == "1":
    sys.meta_path.insert(0, _SourceFirst())


class Handle:
    """A game, ready to be played: `kotva.game("bosman").new(seats=4)`."""

    def __init__(self, game: "Game") -> None:
        self.game = game

    def new(self, seats: int | None = None, seed: str | None = None, **options: object) -> "Match":
        """A new match; options by name, chance from a secret seed unless one is given."""
        from kotva.match import Match

        return Match(self.game, seats, options, seed=seed)

    def replay(self, record: "Record | str") -> "Match":
        """The match of a record (or of its JSON)."""
        from kotva.engine.record import Record
        from kotva.match import Match

        return Match.from_record(self.game, Record.from_json(record) if isinstance(record, str) else record)

    def __repr__(self) -> str:
        return f"<kotva.game({self.game.id!r}): {self.game.title}, {'/'.join(map(str, self.game.rules.seats))} players>"


def game(game_id: str) -> Handle:
    """A game by its id: `kotva.list_games()` lists them."""
    from kotva.games import load

    return Handle(load(game_id))


def list_games() -> list[str]:
    """The ids of all games."""
    from kotva.games import ids

    return ids()
