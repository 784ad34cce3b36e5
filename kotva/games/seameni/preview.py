"""Where a step may end: the look-ahead of SEA-11.4 as a list of places, for people to see before they move."""

from __future__ import annotations

from kotva.games.seameni.board import (
    ARROW,
    DELTA,
    EXIT,
    FIELDS,
    NONE,
    SEA,
    SEVERAL,
    SHARK,
    TRANSIT,
    VORTEX,
    heading,
)
from kotva.games.seameni.rules.look import DEADLY, is_taken, value
from kotva.games.seameni.rules.sea import Sea

End = tuple[int, bool]  # a field, and whether the pirate dies there


def ends(s: Sea, p: int, at: int, origin: int, carried: int) -> list[End]:
    """The fields where a movement may end that arrives on a field, as far as is known; in the order in which they are met."""
    found: dict[End, None] = {}
    seen: set[tuple[int, int]] = set()
    todo = [(at, origin)]
    while todo:
        at, origin = todo.pop()
        tile = int(s.tile[at])
        if not SEA[at] or tile < TRANSIT:
            found[at, tile == SHARK] = None
        elif (at, origin) in seen:
            found[at, True] = None  # SEA-11.12: a circle
        else:
            seen.add((at, origin))
            todo += [(to, at) for to in onward(s, p, at, origin, carried)]
    return list(found)


def onward(s: Sea, p: int, at: int, origin: int, carried: int) -> list[int]:
    """Where a face-up transit tile leads on; of several exits those that may be taken knowingly (SEA-11.8)."""
    tile = int(s.tile[at])
    if ARROW <= tile < VORTEX:
        return [at + int(DELTA[tile - ARROW])]
    if tile == VORTEX:
        return [at + int(heading(origin, at))]
    if tile < SEVERAL:
        return []
    start = ((tile - SEVERAL) * FIELDS + at) * 8
    exits = [int(EXIT[start + k]) for k in range(8) if EXIT[start + k] != NONE]
    return [to for to in exits if not is_taken(s, at, to) and value(s, p, to, at, carried) <= DEADLY]
