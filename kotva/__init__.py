"""Kotva: write a board game's rules once, in plain Python, and get tables, bots, records, pictures and tournaments."""

from typing import TYPE_CHECKING

import kotva.sources  # noqa: F401 - first: it decides how everything below is loaded

if TYPE_CHECKING:
    from kotva.engine.game import Game
    from kotva.engine.record import Record
    from kotva.match import Match

__version__ = "1.0.0"
__all__ = ["Handle", "game", "list_games"]


class Handle:
    """A game, ready to be played: `kotva.game("bosman").new(seats=4)`."""

    def __init__(self, game: "Game") -> None:
        self.game = game  # its record of functions

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
