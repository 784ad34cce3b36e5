"""The look-ahead (SEA-11.4 to 11.6): what an arrival on a field is worth, from what is face up.

No paths are enumerated. Only several-exit tiles branch, and what follows from one does not depend on where the pirate
came from; between them the way is forced. So a search that visits each several-exit tile once finds all ends, and
coming back to one that is still open means that the pirate could go round for ever: the same field from the same
origin, sooner or later.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import zeros
from kotva.games.seameni import board
from kotva.games.seameni.board import heading
from kotva.games.seameni.rules.table import SeameniTable

# SEA-11.6: classes from best to worst.
SAFE: Final = 0
DEADLY: Final = 1
BARRED: Final = 2
OUTWARD: Final = 3

# A forced way has at most 8 one-way currents and 3 vortices with 8 headings each; a longer way is a circle.
LONGEST_WAY: Final = 40


class Visits:
    """The several-exit tiles that a search has come to, and which of them it has not finished."""

    def __init__(self) -> None:
        self.field: vec[i64] = zeros(20)  # eighteen currents with several exits and two seahorses
        self.open: vec[i64] = zeros(20)
        self.n: i64 = 0


def value(s: SeameniTable, p: i64, at: i64, origin: i64, carried: i64) -> i64:
    """SEA-11.6: the best class among the ends that can be reached from an arrival."""
    return follow(s, p, at, origin, carried, None)


def follow(s: SeameniTable, p: i64, at: i64, origin: i64, carried: i64, visits: Visits | None) -> i64:
    """SEA-11.4: go on through face-up one-way currents and vortices to the end or to the next choice."""
    for _i in range(i64(LONGEST_WAY)):
        if not board.SEA[at]:
            e: i64 = s.ship_on(at)
            return SAFE if e != board.NONE and s.is_friendly(e, p) else OUTWARD
        t: i64 = s.tile[at]
        if t < board.TRANSIT:
            return still_value(s, p, at, carried)
        if t >= board.SEVERAL:
            return branch(s, p, at, carried, Visits() if visits is None else visits)
        if t < board.VORTEX:
            to: i64 = at + board.DELTA[t - board.ARROW]
        elif t == board.VORTEX:
            if s.tile[origin] == board.SEAHORSE:
                return BARRED
            to = at + heading(origin, at)
        else:
            return BARRED if t == board.FISH else OUTWARD
        origin = at
        at = to
    return DEADLY


def still_value(s: SeameniTable, p: i64, at: i64, carried: i64) -> i64:
    """The class of a face-down field or a still tile for a pirate who would stop there (SEA-11.4, SEA-11.5)."""
    t: i64 = s.tile[at]
    if t == board.HIDDEN:
        return BARRED if carried else SAFE  # SEA-13.5
    if t < board.ISLAND:
        return SAFE
    if t == board.ISLAND:
        return BARRED if carried or s.is_occupied(at, p) else SAFE  # SEA-9.12, 9.13
    if t == board.SHARK:
        return DEADLY  # SEA-9.17
    if t == board.CAT:
        return BARRED  # SEA-12.7
    return SAFE if s.has_room(at, 1, p, carried) else BARRED  # SEA-9.24


def branch(s: SeameniTable, p: i64, at: i64, carried: i64, visits: Visits) -> i64:
    """The best class over all exits of a several-exit tile that are left (SEA-11.11)."""
    i: i64 = 0
    while i < visits.n:
        if visits.field[i] == at:
            # Still open: a circle. Finished: its ends are collected already, so the worst class adds nothing.
            return DEADLY if visits.open[i] else OUTWARD
        i += 1
    visits.field[i] = at
    visits.open[i] = 1
    visits.n += 1
    best: i64 = board.NONE
    k: i64 = ((s.tile[at] - board.SEVERAL) * board.FIELDS + at) * 8
    end: i64 = k + 8
    while k < end and board.EXIT[k] != board.NONE:
        if not is_taken(s, at, board.EXIT[k]):
            v: i64 = follow(s, p, board.EXIT[k], at, carried, visits)
            if v == SAFE:
                return SAFE
            if best == board.NONE or v < best:
                best = v
        k += 1
    visits.open[i] = 0
    return DEADLY if best == board.NONE else best  # a several-exit tile with no exit left


def is_taken(s: SeameniTable, at: i64, to: i64) -> bool:
    """SEA-11.11: whether this exit was taken in this movement."""
    for i in range(i64(len(s.taken))):
        if s.taken[i] == at * board.FIELDS + to:
            return True
    return False


def legal_exits(s: SeameniTable) -> i64:
    """SEA-11.8, 11.9: the exits that may be chosen on the tile where the movement stands, a bit each."""
    start: i64 = ((s.tile[s.at] - board.SEVERAL) * board.FIELDS + s.at) * 8
    by_class = zeros(4)
    k: i64 = 0
    bit: i64 = 1
    while k < 8 and board.EXIT[start + k] != board.NONE:
        to: i64 = board.EXIT[start + k]
        if not is_taken(s, s.at, to):
            by_class[value(s, s.mover, to, s.at, s.carried)] |= bit
        bit *= 2
        k += 1
    if not s.surprised or by_class[SAFE]:
        return by_class[SAFE] | by_class[DEADLY]
    if by_class[BARRED]:  # SEA-12.9: the ban on the waters outranks the ban on Cát
        return by_class[DEADLY] | by_class[BARRED]
    return by_class[DEADLY] | by_class[OUTWARD]
