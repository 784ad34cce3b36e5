"""Beach, boat, hands and stack: what lies where, and what it scores (BOS-16)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, zeros
from kotva.engine.state import State
from kotva.games.bosman import board
from kotva.games.bosman.rules import codes

NOTHING_GONE: Final = zeros(board.TOKENS)


class Beach(State):
    """A position. Hands are sorted, with NONE in the free places at the end."""

    def __init__(self, seats: i64, first: i64, limit: i64, closed: i64, owner: vec[i64]) -> None:
        super().__init__(seats)
        # Options: the starting player, the turn limit, whether poisoned seats are closed, whose each gang is (BOS-1.3, 12.2).
        self.first: i64 = first
        self.limit: i64 = limit
        self.closed: i64 = closed
        self.owner: vec[i64] = owner
        self.phase: i64 = codes.DEAL
        self.turn: i64 = 0  # the number of the turn (BOS-5.3); 0 before the first
        self.player: i64 = first  # whose decision it is
        self.due: i64 = board.HAND  # how many tokens that player still draws
        self.decided: i64 = 0  # how many have decided on the opening exchange
        self.skipped: i64 = 0  # turns skipped in a row
        self.ended: i64 = board.NONE
        self.boatswain: i64 = board.CENTRE
        self.laid: i64 = board.NONE  # where a token was laid in this turn: it may not board (BOS-10.3)
        self.beach: vec[i64] = filled(board.FIELDS, board.NONE)
        self.boat: vec[i64] = filled(board.SEATS, board.NONE)  # the live token on each seat
        self.covered: vec[i64] = zeros(0)  # seat, token, seat, token ...: what lies under poison (BOS-7.5)
        self.hand: vec[i64] = filled(4 * board.HAND, board.NONE)
        self.boy: vec[i64] = filled(4, 1)  # by gang: still a special token beside its player's screen
        self.poison: vec[i64] = zeros(4)
        # The stack: first `fresh` tokens nobody has seen, drawn by chance from `bag`; then those put under it, in order,
        # each with the seats that know it.
        self.fresh: i64 = 0
        self.bag: vec[i64] = zeros(board.TOKENS)
        self.under: vec[i64] = zeros(0)
        self.known: vec[i64] = zeros(0)
        self.gone: vec[i64] = NOTHING_GONE  # tokens out of the game: only in positions set up by hand, never changed

    def copy_public(self, c: "Beach") -> None:
        """Everything that all may know (BOS-14.3): all but hands and the order of the stack."""
        c.phase = self.phase
        c.turn = self.turn
        c.player = self.player
        c.due = self.due
        c.decided = self.decided
        c.skipped = self.skipped
        c.ended = self.ended
        c.boatswain = self.boatswain
        c.laid = self.laid
        c.beach = self.beach[:]
        c.boat = self.boat[:]
        c.covered = self.covered[:]
        c.boy = self.boy[:]
        c.poison = self.poison[:]
        c.fresh = self.fresh
        c.gone = self.gone

    def copy_hidden(self, c: "Beach") -> None:
        c.hand = self.hand[:]
        c.bag = self.bag[:]
        c.under = self.under[:]
        c.known = self.known[:]

    # -- what lies where --------------------------------------------------------------------------------------------

    def stack(self) -> i64:
        """How many tokens the stack holds."""
        return self.fresh + len(self.under)

    def holds(self, seat: i64, token: i64) -> bool:
        for i in range(seat * board.HAND, seat * board.HAND + board.HAND):
            if self.hand[i] == token:
                return True
        return False

    def side_of(self, field: i64) -> i64:
        """On which side of the boatswain a field lies (BOS-3.2, round the edges by BOS-8.2), or NONE."""
        for side in range(i64(4)):
            if board.NEXT[side * board.FIELDS + self.boatswain] == field:
                return side
        return board.NONE

    def is_closed(self, at: i64) -> bool:
        """BOS-7.8: with poisoned_seat=closed a seat with a covered token is closed."""
        if not self.closed:
            return False
        for i in range(0, i64(len(self.covered)), 2):
            if self.covered[i] == at:
                return True
        return False

    def is_free(self, at: i64) -> bool:
        """BOS-3.8: no live token is on it, and it is not closed."""
        return self.boat[at] == board.NONE and not self.is_closed(at)

    def free_seats(self) -> i64:
        n: i64 = 0
        for at in range(i64(board.SEATS)):
            if self.is_free(at):
                n += 1
        return n

    def is_full(self) -> bool:
        """BOS-15.1: no free seat is left; closed ones count as filled."""
        return self.free_seats() == 0

    # -- scoring (BOS-16) -------------------------------------------------------------------------------------------

    def reason(self) -> i64:
        return self.ended

    def score(self, seat: i64) -> i64:
        """BOS-16.1: a point for every live token; BOS-16.2: one more for every line of three of one gang (BOS-12.5)."""
        points: i64 = 0
        for at in range(i64(board.SEATS)):
            if self.boat[at] != board.NONE and self.owner[self.boat[at] // 10] == seat:
                points += 1
        for i in range(0, i64(24), 3):  # BOS-16.3: each of the eight lines by itself
            gang: i64 = self.gang_on(board.LINES[i])
            if (
                gang != board.EMPTY
                and gang == self.gang_on(board.LINES[i + 1])
                and gang == self.gang_on(board.LINES[i + 2])
            ):
                if self.owner[gang] == seat:
                    points += 1
        return points

    def gang_on(self, at: i64) -> i64:
        """The gang of the live token on a seat (a cabin boy counts, BOS-16.4), or EMPTY."""
        return board.EMPTY if self.boat[at] == board.NONE else self.boat[at] // 10

    def digits(self, seat: i64) -> i64:
        """BOS-16.6: the sum of digits on a player's live tokens; a cabin boy adds 0."""
        total: i64 = 0
        for at in range(i64(board.SEATS)):
            token: i64 = self.boat[at]
            if token != board.NONE and token % 10 != board.BOY and self.owner[token // 10] == seat:
                total += token % 10 // 3 + 1
        return total

    def rank(self, seat: i64) -> i64:
        """BOS-16.8: one more than the players ahead, by points (BOS-16.5), then digits; equals share (BOS-16.7)."""
        mine: i64 = self.score(seat) * 100 + self.digits(seat)
        ahead: i64 = 0
        for other in range(self.seats):
            if self.score(other) * 100 + self.digits(other) > mine:
                ahead += 1
        return 1 + ahead
