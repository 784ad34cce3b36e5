"""Scoring and clean-up (HEX-14, HEX-15)."""

from mypy_extensions import i64

from kotva.engine.arrays import popcount
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.table import HexxiTable, base_field


def score_round(s: HexxiTable) -> None:
    """HEX-14.8: every player's sum less 20 is added to the score, which may be negative (HEX-14.9)."""
    for seat in range(s.seats):
        row: i64 = ((s.round - 1) * s.seats + seat) * codes.COLUMNS
        fill_row(s, seat, row)
        result: i64 = -codes.COST
        for column in range(codes.SHIPS, i64(codes.CONQUESTS + 1)):
            result += s.sheet[row + column]
        s.points[seat] += result
        s.emit(codes.SCORED, seat, result, s.round)


def fill_row(s: HexxiTable, seat: i64, row: i64) -> None:
    """Where a player's points of this round come from; HEX-14.1: hand, initiative and cruise tokens give none."""
    ships: i64 = s.kinds[board.SHIP] & s.own[seat]
    edge: i64 = ships & at_far_edge(s, seat)
    s.sheet[row + codes.SHIPS] = board.VALUE[board.SHIP] * popcount(ships & ~edge)  # HEX-14.7: trap ships too
    s.sheet[row + codes.EDGES] = 3 * board.VALUE[board.SHIP] * popcount(edge)  # HEX-14.2
    s.sheet[row + codes.BOATS] = board.VALUE[board.PIRATES] * popcount(s.kinds[board.PIRATES] & s.own[seat])
    s.sheet[row + codes.WARSHIPS] = board.VALUE[board.WARSHIP] * popcount(s.kinds[board.WARSHIP] & s.own[seat])
    captures: i64 = 0
    for i in range(i64(16)):
        captures += 2 * board.VALUE[i % 4] * s.pile[seat * 16 + i]  # HEX-14.4; own units are never here (HEX-12.6)
    s.sheet[row + codes.CAPTURES] = captures
    bases: i64 = 0
    for owner in range(s.seats):
        if owner != seat and s.captor[owner] == seat:
            bases += 1
    s.sheet[row + codes.CONQUESTS] = 10 * bases  # HEX-14.5


def at_far_edge(s: HexxiTable, seat: i64) -> i64:
    """HEX-14.2, HEX-14.3: the far-edge fields of a player, but for those with a trap ship (HEX-14.6)."""
    return board.FAR_EDGES[base_field(s, seat)] & ~s.traps


def clean_up(s: HexxiTable) -> None:
    """What goes back to the hands; all other tokens stay, face up (HEX-15.5)."""
    for seat in range(s.seats):
        ships: i64 = s.kinds[board.SHIP] & s.own[seat]
        home: i64 = ships & (at_far_edge(s, seat) | s.traps)  # HEX-15.1, HEX-15.2
        s.hand[seat * board.KINDS + board.SHIP] += popcount(home)
        s.own[seat] &= ~home
        s.kinds[board.SHIP] &= ~home
        for kind in range(i64(4)):
            i: i64 = seat * board.KINDS + kind
            s.hand[i] += s.open[i]  # HEX-15.4
            s.open[i] = 0
            for captor in range(s.seats):  # HEX-15.3
                s.hand[i] += s.pile[captor * 16 + seat * 4 + kind]
                s.pile[captor * 16 + seat * 4 + kind] = 0
        s.captor[seat] = board.NONE
    s.traps = 0  # HEX-15.7
    s.passes = 0
    s.quiet = 0
    s.emit(codes.CLEANED, s.round, 0, 0)
