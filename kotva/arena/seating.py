"""Which bot sits where in each game of a simulation.

Bots that only turn round the table keep their neighbours for ever, and in some games that decides: of two equal bots the one that
always moves after a weak one wins more. So all distinct arrangements are played in turn. Those that follow from one another by
turning stand together, so that few games are even already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from kotva.engine.errors import KotvaError

ALL, TURN = "all", "turn"
SEATINGS: Final = (ALL, TURN)
_MOST = 5040  # arrangements of seven different bots


@cache
def arrangements(bots: tuple[str, ...], seats: int, seating: str = ALL) -> tuple[tuple[int, ...], ...]:
    """Each distinct arrangement, the given one first: by seat the number of a bot. The last bot fills the seats that are left.

    `turn` gives only those that follow from the given one by turning round the table: partners stay partners.
    """
    if seating not in SEATINGS:
        raise KotvaError("Seats go by: {names}; not by {seating!r}.", names=", ".join(SEATINGS), seating=seating)
    given = tuple(min(seat, len(bots) - 1) for seat in range(seats))
    if seating == TURN:
        return tuple(turned(given, by) for by in range(seats))
    kinds = list(dict.fromkeys(bots))
    first = tuple(kinds.index(bots[bot]) for bot in given)
    out: dict[tuple[int, ...], None] = {}
    for kind in (first, *_distinct(sorted(first))):
        if kind not in out:
            out.update(dict.fromkeys(turned(kind, by) for by in range(seats)))
        if len(out) > _MOST:
            raise KotvaError("These bots can be arranged in more than {most} ways; choose `turn`.", most=_MOST)
    return tuple(_numbered(kind, given, first) for kind in out)


def turned(around: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Everybody some seats further."""
    return tuple(around[(seat - by) % len(around)] for seat in range(len(around)))


def _distinct(left: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All distinct orders of some numbers, by size."""
    if not left:
        yield ()
    for i, number in enumerate(left):
        if i == 0 or number != left[i - 1]:
            for rest in _distinct([*left[:i], *left[i + 1 :]]):
                yield (number, *rest)


def _numbered(kinds: tuple[int, ...], given: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    """Kinds of bots as numbers of the bots that were named, those of one kind in their order."""
    queues = {kind: [bot for bot, own in zip(given, first, strict=True) if own == kind] for kind in set(kinds)}
    return tuple(queues[kind].pop(0) for kind in kinds)
