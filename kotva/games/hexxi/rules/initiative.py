"""Initiative: sums, ties and auctions, the new order line (HEX-7)."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, popcount
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.hexxi import board
from kotva.games.hexxi.board import field_of
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.table import HexxiTable, after, kind_of, owner_of


def reveal(s: HexxiTable) -> None:
    """HEX-7.1: all initiative tokens are uncovered; they stay so until clean-up (HEX-7.9)."""
    for i in range(s.seats * board.KINDS):
        s.open[i] += s.area[i]
        s.area[i] = 0
    for i in range(s.seats):
        s.emit(codes.INITIATIVE, s.order[i], initiative(s, s.order[i]), packed(s, s.order[i]))
        s.line[i] = board.NONE
    s.place = 0
    s.phase = codes.SETTLE


def initiative(s: HexxiTable, seat: i64) -> i64:
    """HEX-7.1: the values in the own area, those paid for intelligence included (HEX-6.9)."""
    total: i64 = 0
    for kind in range(i64(4)):
        total += s.open[seat * board.KINDS + kind] * board.VALUE[kind]
    return total


def packed(s: HexxiTable, seat: i64) -> i64:
    """What lies openly in an initiative area, as one number."""
    i: i64 = seat * board.KINDS
    return s.open[i] + 16 * (s.open[i + 1] + 16 * (s.open[i + 2] + 16 * s.open[i + 3]))


def settle(s: HexxiTable) -> None:
    """HEX-7.2: from the highest sum to the lowest; HEX-7.4: a tie is settled before lower places are given."""
    while s.place < s.seats:
        group: i64 = highest(s)
        if popcount(group) > 1:
            s.left = group
            s.bid = 0
            s.phase = codes.AUCTION
            s.player = first_of(s, group)
            s.emit(codes.TIED, group, s.place, 0)
            return
        s.line[s.place] = first_of(s, group)
        s.place += 1
    s.phase = codes.UNCOVER


def highest(s: HexxiTable) -> i64:
    """The seats with the highest sum among those without a place, as a mask."""
    placed: i64 = 0
    for i in range(s.place):
        placed |= BIT[s.line[i]]
    group: i64 = 0
    best: i64 = -1
    for seat in range(s.seats):
        if not placed & BIT[seat]:
            total: i64 = initiative(s, seat)
            if total > best:
                best = total
                group = 0
            if total == best:
                group |= BIT[seat]
    return group


def first_of(s: HexxiTable, group: i64) -> i64:
    """Who of a group stands first in the old order line (HEX-7.5)."""
    i: i64 = 0
    while not group & BIT[s.order[i]]:
        i += 1
    return s.order[i]


# -- the auction (HEX-7.5 to 7.7) ---------------------------------------------------------------------------------------


def list_bids(s: HexxiTable, out: Moves) -> None:
    """HEX-7.3: also more than the points one has; HEX-7.6: never more than the cap."""
    for bid in range(s.bid + 1, s.bid_cap + 1):
        out.add(board.BID + bid - 1)
    out.add(board.DROP)


def bid_forbidden(s: HexxiTable, bid: i64) -> i64:
    if bid > s.bid_cap:
        return codes.HEX_7_6
    return OK if bid > s.bid else codes.HEX_7_5


def raise_bid(s: HexxiTable, seat: i64, bid: i64) -> None:
    s.bid = bid
    s.emit(codes.BIDDEN, seat, bid, 0)
    next_bidder(s)


def next_bidder(s: HexxiTable) -> None:
    """HEX-7.5: cyclically in the old order, those who dropped being skipped."""
    s.player = after(s, s.player)
    while not s.left & BIT[s.player]:
        s.player = after(s, s.player)


def drop(s: HexxiTable, seat: i64) -> None:
    """HEX-7.7: dropping takes the worst place left; the last player left pays the standing bid, or nothing, and is best."""
    s.left &= ~BIT[seat]
    still: i64 = popcount(s.left)
    s.line[s.place + still] = seat
    s.emit(codes.DROPPED, seat, 0, 0)
    next_bidder(s)
    if still > 1:
        return
    s.points[s.player] -= s.bid  # HEX-7.3, HEX-14.9: also below zero
    s.sheet[((s.round - 1) * s.seats + s.player) * codes.COLUMNS + codes.BIDS] -= s.bid
    s.line[s.place] = s.player
    s.emit(codes.OUTBID, s.player, s.bid, s.place)
    s.left = 0
    s.bid = 0
    while s.place < s.seats and s.line[s.place] != board.NONE:
        s.place += 1
    s.phase = codes.SETTLE


def uncover(s: HexxiTable) -> None:
    """HEX-7.8: the order markers are laid in the new order, then all board tokens are turned face up."""
    line: i64 = 0
    for i in range(s.seats - 1, -1, -1):
        s.order[i] = s.line[i]
        s.line[i] = board.NONE
        line = line * 5 + s.order[i] + 1
    s.place = 0
    s.emit(codes.ORDERED, line, 0, 0)
    s.emit(codes.UNCOVERED, 0, 0, 0)
    while s.trace is not None and s.down:
        bit: i64 = s.down & -s.down
        s.down ^= bit
        s.emit(codes.TURNED, owner_of(s, bit), kind_of(s, bit), field_of(bit))
    s.down = 0
    s.passes = 0  # HEX-13.2
    s.quiet = 0  # HEX-13.3
    s.player = s.order[0]  # HEX-8.1
    s.phase = codes.TURN
