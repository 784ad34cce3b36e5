"""What lies on the table: the fields of a position. The rules stand in the other modules."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, zeros
from kotva.engine.state import State
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes

EMPTY: Final = zeros(0)


class HexxiTable(State):
    """A position; its arrays are made by `set_up` or copied.

    Counts of tokens are by seat * 5 + kind, where the fifth kind is UNKNOWN (in views alone).
    """

    def __init__(self, seats: i64, first: i64, rounds: i64, bid_cap: i64, quiet_limit: i64, barred: i64) -> None:
        super().__init__(seats)
        # Options: the first player (NONE: drawn), rounds, the highest bid, quiet actions, own_pass=barred.
        self.first: i64 = first
        self.rounds: i64 = rounds
        self.bid_cap: i64 = bid_cap
        self.quiet_limit: i64 = quiet_limit
        self.barred: i64 = barred
        self.phase: i64 = codes.DRAWING
        self.round: i64 = 1
        self.player: i64 = 0  # whose decision it is
        self.order: vec[i64] = EMPTY  # the order line (HEX-4.2)
        self.points: vec[i64] = EMPTY
        self.sheet: vec[i64] = EMPTY
        # The board: whose each token is and of which kind, as masks (HEX-2.9: one token a field); which lie face down.
        self.own: vec[i64] = EMPTY
        self.kinds: vec[i64] = EMPTY
        self.down: i64 = 0
        self.traps: i64 = 0  # trap ships (HEX-11.14)
        # Beside it (HEX-1.6): hands, initiative areas (HEX-3.3) face down and open, captured piles (HEX-11.10) by
        # captor * 16 + owner * 4 + kind.
        self.hand: vec[i64] = EMPTY
        self.area: vec[i64] = EMPTY
        self.open: vec[i64] = EMPTY
        self.pile: vec[i64] = EMPTY
        self.captor: vec[i64] = EMPTY  # who has taken each base; NONE while it stands
        self.due: i64 = 0  # what is still to be paid for intelligence (HEX-6.4)
        # The auction (HEX-7.5): the new order line as far as it is known, the best place at stake, who is left in, the bid.
        self.line: vec[i64] = EMPTY
        self.place: i64 = 0
        self.left: i64 = 0
        self.bid: i64 = 0
        # The escort under way (HEX-10.12): where the warship stands and started, what it has jumped, whether it took a cruise.
        self.mover: i64 = board.NONE
        self.origin: i64 = board.NONE
        self.jumped: i64 = 0
        self.took: i64 = 0
        self.passes: i64 = 0
        self.quiet: i64 = 0

    def copy_public(self, c: "HexxiTable") -> None:
        """Everything that all may know (HEX-17.1): all but kinds and hands."""
        c.phase = self.phase
        c.round = self.round
        c.player = self.player
        c.order = self.order[:]
        c.points = self.points[:]
        c.sheet = self.sheet[:]
        c.own = self.own[:]
        c.down = self.down
        c.traps = self.traps
        c.open = self.open[:]
        c.pile = self.pile[:]
        c.captor = self.captor[:]
        c.due = self.due
        c.line = self.line[:]
        c.place = self.place
        c.left = self.left
        c.bid = self.bid
        c.mover = self.mover
        c.origin = self.origin
        c.jumped = self.jumped
        c.took = self.took
        c.passes = self.passes
        c.quiet = self.quiet

    def copy_hidden(self, c: "HexxiTable") -> None:
        c.kinds = self.kinds[:]
        c.hand = self.hand[:]
        c.area = self.area[:]


def set_up(s: HexxiTable) -> None:
    """Section 3: every player has the 12 tokens in hand (HEX-1.1); bases stand; nothing else lies anywhere."""
    s.order = filled(4, board.NONE)
    s.points = zeros(4)
    s.sheet = zeros(s.rounds * s.seats * codes.COLUMNS)
    s.own = zeros(4)
    s.kinds = zeros(board.KINDS)
    s.hand = zeros(4 * board.KINDS)
    s.area = zeros(4 * board.KINDS)
    s.open = zeros(4 * board.KINDS)
    s.pile = zeros(64)
    s.captor = filled(4, board.NONE)
    s.line = filled(4, board.NONE)
    for seat in range(s.seats):
        for kind in range(i64(4)):
            s.hand[seat * board.KINDS + kind] = board.COPIES[kind]


def line_up(s: HexxiTable, first: i64) -> None:
    """HEX-3.2: the first player, then the next seats clockwise."""
    for i in range(s.seats):
        s.order[i] = (first + i) % s.seats


def occupied(s: HexxiTable) -> i64:
    return s.own[0] | s.own[1] | s.own[2] | s.own[3]


def free_fields(s: HexxiTable) -> i64:
    """HEX-2.12: no token, and no base field, whether the base stands or not (HEX-2.8)."""
    return board.SEA & ~occupied(s) & ~board.BASE_FIELDS[s.seats]


def base_field(s: HexxiTable, seat: i64) -> i64:
    """HEX-2.7: where the base of a seat belongs."""
    return board.BASE[s.seats * 4 + seat]


def standing(s: HexxiTable, seat: i64) -> i64:
    """The base of a seat as a mask; nothing while it is captured (HEX-9.5)."""
    if s.captor[seat] != board.NONE:
        return 0
    return board.MASK[base_field(s, seat)]


def standing_bases(s: HexxiTable) -> i64:
    """All bases on the board."""
    bases: i64 = 0
    for seat in range(s.seats):
        bases |= standing(s, seat)
    return bases


def base_owner(s: HexxiTable, field: i64) -> i64:
    """Whose base field this is, or NONE."""
    for seat in range(s.seats):
        if base_field(s, seat) == field:
            return seat
    return board.NONE


def owner_of(s: HexxiTable, bit: i64) -> i64:
    """Whose token lies on a field, or NONE."""
    for seat in range(s.seats):
        if s.own[seat] & bit:
            return seat
    return board.NONE


def kind_of(s: HexxiTable, bit: i64) -> i64:
    """The kind of the token on a field, or NONE."""
    for kind in range(i64(board.KINDS)):
        if s.kinds[kind] & bit:
            return kind
    return board.NONE


def put(s: HexxiTable, seat: i64, kind: i64, bit: i64) -> None:
    """Lay a token on a field."""
    s.own[seat] |= bit
    s.kinds[kind] |= bit


def take_off(s: HexxiTable, seat: i64, kind: i64, bit: i64) -> None:
    """Take a token off its field."""
    s.own[seat] &= ~bit
    s.kinds[kind] &= ~bit
    s.down &= ~bit
    s.traps &= ~bit


def hand_size(s: HexxiTable, seat: i64) -> i64:
    return count(s.hand, seat)


def count(tokens: vec[i64], seat: i64) -> i64:
    """How many tokens a seat has in its hand, or in its initiative area."""
    i: i64 = seat * board.KINDS
    return tokens[i] + tokens[i + 1] + tokens[i + 2] + tokens[i + 3] + tokens[i + 4]


def place_in_line(s: HexxiTable, seat: i64) -> i64:
    """Where a seat stands in the order line."""
    i: i64 = 0
    while s.order[i] != seat:
        i += 1
    return i


def after(s: HexxiTable, seat: i64) -> i64:
    """Who follows a seat in the order line, the last one being followed by the first."""
    i: i64 = place_in_line(s, seat) + 1
    return s.order[0] if i == s.seats else s.order[i]
