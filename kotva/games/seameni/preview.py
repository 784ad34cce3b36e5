"""Where a step may end: the look-ahead of SEA-11.4 as a list of places, for people to see before they move."""

from __future__ import annotations

from kotva.games.seameni import board
from kotva.games.seameni.board import heading
from kotva.games.seameni.rules.look_ahead import DEADLY, is_taken, value
from kotva.games.seameni.rules.table import SeameniTable

End = tuple[int, bool]  # a field, and whether the pirate dies there
Steps = frozenset[tuple[int, int]]

_MANY = 500  # ways that are told apart by the exits taken; beyond that only by field and origin


def ends(s: SeameniTable, p: int, at: int, origin: int, carried: int) -> list[End]:
    """The fields where a movement may end that arrives on a field, as far as is known; in the order in which they are met."""
    found: dict[End, None] = {}
    seen: set[tuple[int, int, Steps]] = set()
    nothing: Steps = frozenset()
    todo = [(at, origin, nothing, nothing)]
    while todo:
        at, origin, taken, way = todo.pop()
        tile = int(s.tile[at])
        if not board.SEA[at] or tile < board.TRANSIT:
            found[at, tile == board.SHARK] = None
            continue
        if (at, origin) in way:
            found[at, True] = None  # SEA-11.12 a: a circle
            continue
        arrival = at, origin, taken if len(seen) < _MANY else nothing
        if arrival in seen:
            continue
        seen.add(arrival)
        further = onward(s, p, at, origin, carried)
        if tile >= board.SEVERAL:
            further = [to for to in further if (at, to) not in taken]  # SEA-11.11
            if not further:
                found[at, True] = None  # SEA-11.12 b
            todo += [(to, at, taken | {(at, to)}, nothing) for to in further]
        else:
            todo += [(to, at, taken, way | {(at, origin)}) for to in further]
    return list(found)


def onward(s: SeameniTable, p: int, at: int, origin: int, carried: int) -> list[int]:
    """Where a face-up transit tile leads on; of several exits those that may be taken knowingly (SEA-11.8)."""
    tile = int(s.tile[at])
    if board.ARROW <= tile < board.VORTEX:
        return [at + int(board.DELTA[tile - board.ARROW])]
    if tile == board.VORTEX:
        return [at + int(heading(origin, at))]
    if tile < board.SEVERAL:
        return []
    start = ((tile - board.SEVERAL) * board.FIELDS + at) * 8
    exits = [int(board.EXIT[start + k]) for k in range(8) if board.EXIT[start + k] != board.NONE]
    return [to for to in exits if not is_taken(s, at, to) and value(s, p, to, at, carried) <= DEADLY]
