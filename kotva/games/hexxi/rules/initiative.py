"""Initiative: sums, ties and auctions, the new order line (HEX-7)."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, popcount
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.hexxi.board import BID, DROP, KINDS, NONE, VALUE, field_of
from kotva.games.hexxi.rules.codes import (
    AUCTION,
    BIDDEN,
    BIDS,
    COLUMNS,
    DROPPED,
    HEX_7_5,
    HEX_7_6,
    INITIATIVE,
    ORDERED,
    OUTBID,
    SETTLE,
    TIED,
    TURN,
    TURNED,
    UNCOVER,
    UNCOVERED,
)
from kotva.games.hexxi.rules.table import Table, after, kind_of, owner_of


def reveal(s: Table) -> None:
    """HEX-7.1: all initiative tokens are uncovered; they stay so until clean-up (HEX-7.9)."""
    i: i64 = 0
    while i < s.seats * KINDS:
        s.open[i] += s.area[i]
        s.area[i] = 0
        i += 1
    i = 0
    while i < s.seats:
        s.tell(INITIATIVE, s.order[i], initiative(s, s.order[i]), packed(s, s.order[i]))
        s.line[i] = NONE
        i += 1
    s.place = 0
    s.phase = SETTLE


def initiative(s: Table, seat: i64) -> i64:
    """HEX-7.1: the values in the own area, those paid for intelligence included (HEX-6.9)."""
    total: i64 = 0
    kind: i64 = 0
    while kind < 4:
        total += s.open[seat * KINDS + kind] * VALUE[kind]
        kind += 1
    return total


def packed(s: Table, seat: i64) -> i64:
    """What lies openly in an initiative area, as one number."""
    i: i64 = seat * KINDS
    return s.open[i] + 16 * (s.open[i + 1] + 16 * (s.open[i + 2] + 16 * s.open[i + 3]))


def settle(s: Table) -> None:
    """HEX-7.2: from the highest sum to the lowest; HEX-7.4: a tie is settled before lower places are given."""
    while s.place < s.seats:
        group: i64 = highest(s)
        if popcount(group) > 1:
            s.left = group
            s.bid = 0
            s.phase = AUCTION
            s.player = first_of(s, group)
            s.tell(TIED, group, s.place, 0)
            return
        s.line[s.place] = first_of(s, group)
        s.place += 1
    s.phase = UNCOVER


def highest(s: Table) -> i64:
    """The seats with the highest sum among those without a place, as a mask."""
    placed: i64 = 0
    i: i64 = 0
    while i < s.place:
        placed |= BIT[s.line[i]]
        i += 1
    group: i64 = 0
    best: i64 = -1
    seat: i64 = 0
    while seat < s.seats:
        if not placed & BIT[seat]:
            total: i64 = initiative(s, seat)
            if total > best:
                best = total
                group = 0
            if total == best:
                group |= BIT[seat]
        seat += 1
    return group


def first_of(s: Table, group: i64) -> i64:
    """Who of a group stands first in the old order line (HEX-7.5)."""
    i: i64 = 0
    while not group & BIT[s.order[i]]:
        i += 1
    return s.order[i]


# -- the auction (HEX-7.5 to 7.7) ---------------------------------------------------------------------------------------


def list_bids(s: Table, out: Moves) -> None:
    """HEX-7.3: also more than the points one has; HEX-7.6: never more than the cap."""
    bid: i64 = s.bid + 1
    while bid <= s.bid_cap:
        out.add(BID + bid - 1)
        bid += 1
    out.add(DROP)


def bid_forbidden(s: Table, bid: i64) -> i64:
    if bid > s.bid_cap:
        return HEX_7_6
    return OK if bid > s.bid else HEX_7_5


def raise_bid(s: Table, seat: i64, bid: i64) -> None:
    s.bid = bid
    s.tell(BIDDEN, seat, bid, 0)
    next_bidder(s)


def next_bidder(s: Table) -> None:
    """HEX-7.5: cyclically in the old order, those who dropped being skipped."""
    s.player = after(s, s.player)
    while not s.left & BIT[s.player]:
        s.player = after(s, s.player)


def drop(s: Table, seat: i64) -> None:
    """HEX-7.7: the worst place left is his; the last one left pays his bid (the standing one, or nothing) and is best."""
    s.left &= ~BIT[seat]
    still: i64 = popcount(s.left)
    s.line[s.place + still] = seat
    s.tell(DROPPED, seat, 0, 0)
    next_bidder(s)
    if still > 1:
        return
    s.points[s.player] -= s.bid  # HEX-7.3, HEX-14.9: also below zero
    s.sheet[((s.round - 1) * s.seats + s.player) * COLUMNS + BIDS] -= s.bid
    s.line[s.place] = s.player
    s.tell(OUTBID, s.player, s.bid, s.place)
    s.left = 0
    s.bid = 0
    while s.place < s.seats and s.line[s.place] != NONE:
        s.place += 1
    s.phase = SETTLE


def uncover(s: Table) -> None:
    """HEX-7.8: the order markers are laid in the new order, then all board tokens are turned face up."""
    line: i64 = 0
    i: i64 = s.seats - 1
    while i >= 0:
        s.order[i] = s.line[i]
        s.line[i] = NONE
        line = line * 5 + s.order[i] + 1
        i -= 1
    s.place = 0
    s.tell(ORDERED, line, 0, 0)
    s.tell(UNCOVERED, 0, 0, 0)
    while s.trace is not None and s.down:
        bit: i64 = s.down & -s.down
        s.down ^= bit
        s.tell(TURNED, owner_of(s, bit), kind_of(s, bit), field_of(bit))
    s.down = 0
    s.passes = 0  # HEX-13.2
    s.quiet = 0  # HEX-13.3
    s.player = s.order[0]  # HEX-8.1
    s.phase = TURN
