"""Counts of what happened, as panels: for each player, or for each kind of thing, with a bar for the first count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kotva.engine.say import Say
from kotva.engine.scene import Cell, Panel

_ROWS: Final = 10


class Tally:
    """So many counts for each player."""

    def __init__(self, players: int, columns: int) -> None:
        self._columns = columns
        self.counts = [[0] * columns for _ in range(players)]

    def add(self, seat: int, column: int, number: int = 1) -> None:
        """Count something of a player."""
        while len(self.counts) <= seat:  # where nobody has said how many play
            self.counts.append([0] * self._columns)
        self.counts[seat][column] += number

    def panel(self, ident: str, title: str, head: Sequence[str], say: Say) -> Panel | None:
        """A row for each player; None where there is nothing to show."""
        if not any(map(any, self.counts)):
            return None
        most = max(1, *(row[0] for row in self.counts))
        rows: list[tuple[str | Cell, ...]] = []
        for seat, row in enumerate(self.counts):
            more = [str(number) for number in row[1:]]
            rows.append((Cell(say.player(seat), seat=seat), Cell(str(row[0]), bar=row[0] / most), *more))
        return Panel(ident, title, (say("player"), *head), tuple(rows))


def kinds_panel(ident: str, title: str, head: tuple[str, ...], counts: Iterable[tuple[str, int]]) -> Panel | None:
    """A row for each kind of thing that came, the most frequent first, as many as are read; None where none came."""
    came = sorted(((number, kind) for kind, number in counts if number), key=lambda pair: -pair[0])[:_ROWS]
    if not came:
        return None
    rows = tuple((kind, Cell(str(number), bar=number / came[0][0])) for number, kind in came)
    return Panel(ident, title, head, rows)


def throws_panel(
    ident: str, title: str, head: tuple[str, ...], thrown: Sequence[int], weights: dict[int, int]
) -> Panel | None:
    """How often each number was thrown beside how often it should have been, by weights; None before the first throw."""
    if not thrown:
        return None
    most = max(thrown.count(number) for number in weights)
    whole = sum(weights.values())
    rows = tuple(
        (str(n), Cell(str(thrown.count(n)), bar=thrown.count(n) / max(1, most)), f"{len(thrown) * weight / whole:.1f}")
        for n, weight in weights.items()
    )
    return Panel(ident, title, head, rows)
