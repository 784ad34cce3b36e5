"""What is kept of each game of a simulation: one row, the same in memory, as a line of JSON and in Parquet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: its number, which bot sat in each seat, how long it took, how it ended, and what was played if that is kept."""

    number: int  # from 0
    who: tuple[int, ...]  # by seat: which of the simulation's bots
    length: int  # actions, chance included
    reason: str = ""  # empty: it was not over when it was as long as it may get
    scores: tuple[int, ...] = ()  # by seat
    ranks: tuple[int, ...] = ()  # by seat, from 1
    fault: str = ""  # what a bot did wrong that lost it the game, with its seat
    moves: tuple[str, ...] | None = None  # the record's lines, if they are kept
    measures: dict[str, Any] | None = None  # what a study noted of it

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return bool(self.reason)

    @property
    def winners(self) -> list[int]:
        """The seats with rank 1."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def to_json(self) -> dict[str, object]:
        """The row as one object."""
        data = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}
        return {key: value for key, value in data.items() if value not in (None, "") or key == "reason"}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> GameRow:
        """A row that was written; KeyError, TypeError or ValueError if it was not."""
        moves = data.get("moves")
        return GameRow(
            int(data["number"]),
            tuple(int(x) for x in data["who"]),
            int(data["length"]),
            str(data["reason"]),
            tuple(int(x) for x in data.get("scores", ())),
            tuple(int(x) for x in data.get("ranks", ())),
            str(data.get("fault", "")),
            None if moves is None else tuple(str(x) for x in moves),
            dict(data["measures"]) if "measures" in data else None,
        )
