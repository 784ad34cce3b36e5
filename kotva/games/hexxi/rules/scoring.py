"""Scoring and clean-up (HEX-14, HEX-15)."""

from mypy_extensions import i64

from kotva.engine.arrays import popcount
from kotva.games.hexxi.board import FAR_EDGES, KINDS, NONE, PIRATES, SHIP, VALUE, WARSHIP
from kotva.games.hexxi.rules.codes import (
    BOATS,
    CAPTURES,
    CLEANED,
    COLUMNS,
    CONQUESTS,
    COST,
    EDGES,
    SCORED,
    SHIPS,
    WARSHIPS,
)
from kotva.games.hexxi.rules.table import Table, base_field


def score_round(s: Table) -> None:
    """HEX-14.8: every player's sum less 20 is added to the score, which may be negative (HEX-14.9)."""
    seat: i64 = 0
    while seat < s.seats:
        row: i64 = ((s.round - 1) * s.seats + seat) * COLUMNS
        fill_row(s, seat, row)
        result: i64 = -COST
        column: i64 = SHIPS
        while column <= CONQUESTS:
            result += s.sheet[row + column]
            column += 1
        s.points[seat] += result
        s.tell(SCORED, seat, result, s.round)
        seat += 1


def fill_row(s: Table, seat: i64, row: i64) -> None:
    """Where a player's points of this round come from; HEX-14.1: hand, initiative and cruise tokens give none."""
    ships: i64 = s.kinds[SHIP] & s.own[seat]
    edge: i64 = ships & at_far_edge(s, seat)
    s.sheet[row + SHIPS] = VALUE[SHIP] * popcount(ships & ~edge)  # HEX-14.7: trap ships too
    s.sheet[row + EDGES] = 3 * VALUE[SHIP] * popcount(edge)  # HEX-14.2
    s.sheet[row + BOATS] = VALUE[PIRATES] * popcount(s.kinds[PIRATES] & s.own[seat])
    s.sheet[row + WARSHIPS] = VALUE[WARSHIP] * popcount(s.kinds[WARSHIP] & s.own[seat])
    captures: i64 = 0
    i: i64 = 0
    while i < 16:
        captures += 2 * VALUE[i % 4] * s.pile[seat * 16 + i]  # HEX-14.4; own units are never here (HEX-12.6)
        i += 1
    s.sheet[row + CAPTURES] = captures
    bases: i64 = 0
    owner: i64 = 0
    while owner < s.seats:
        if owner != seat and s.captor[owner] == seat:
            bases += 1
        owner += 1
    s.sheet[row + CONQUESTS] = 10 * bases  # HEX-14.5


def at_far_edge(s: Table, seat: i64) -> i64:
    """HEX-14.2, HEX-14.3: the far-edge fields of a player, but for those with a trap ship (HEX-14.6)."""
    return FAR_EDGES[base_field(s, seat)] & ~s.traps


def clean_up(s: Table) -> None:
    """What goes back to the hands; all other tokens stay, face up (HEX-15.5)."""
    seat: i64 = 0
    while seat < s.seats:
        ships: i64 = s.kinds[SHIP] & s.own[seat]
        home: i64 = ships & (at_far_edge(s, seat) | s.traps)  # HEX-15.1, HEX-15.2
        s.hand[seat * KINDS + SHIP] += popcount(home)
        s.own[seat] &= ~home
        s.kinds[SHIP] &= ~home
        kind: i64 = 0
        while kind < 4:
            i: i64 = seat * KINDS + kind
            s.hand[i] += s.open[i]  # HEX-15.4
            s.open[i] = 0
            captor: i64 = 0
            while captor < s.seats:  # HEX-15.3
                s.hand[i] += s.pile[captor * 16 + seat * 4 + kind]
                s.pile[captor * 16 + seat * 4 + kind] = 0
                captor += 1
            kind += 1
        s.captor[seat] = NONE
        seat += 1
    s.traps = 0  # HEX-15.7
    s.passes = 0
    s.quiet = 0
    s.tell(CLEANED, s.round, 0, 0)
