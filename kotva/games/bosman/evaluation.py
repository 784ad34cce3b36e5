"""What a good position in Bosman is: points and lines, pirates waiting on the beach, poison, the tie-break, who is next."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, ints
from kotva.engine.evaluation import Evaluation, rewards, to_chances
from kotva.engine.moves import Moves
from kotva.engine.state import OVER
from kotva.games.bosman import board
from kotva.games.bosman.rules import codes
from kotva.games.bosman.rules.game import Bosman

POINT: Final = 100  # strength is counted in hundredths of a point

# How many sixteenths a point is worth, by how much of the game is left (in tenths): little at first, all at the end.
SHARP: Final = ints([round(16 * 3.4 * exp(-x / 10)) for x in range(40)])


class BosmanEvaluation(Evaluation[Bosman]):
    """Strength in hundredths of a point, turned into chances to win."""

    def __init__(self) -> None:
        self.digit: i64 = 36  # BOS-16.6: digits decide ties, and ties are common
        self.pair: i64 = 10  # two of one gang in a line whose third seat is free
        self.lone: i64 = 1  # one of a gang in a line whose other seats are free
        self.waiting: i64 = 18  # an own pirate on the beach whose seat is free
        self.ready: i64 = 17  # the same in the own hand
        self.poison: i64 = 30
        self.boy: i64 = 18
        self.next_up: i64 = 100  # the player on turn can board a pirate
        self.far: i64 = 12  # how far playouts go
        self.weary: i64 = 400  # thousandths of a chance that no longer matter when a game is far too long

    def values(self, s: Bosman, out: vec[i64]) -> None:
        if s.to_act() == OVER:
            rewards(s, out)
            return
        self.strengths(s, out)
        turns: i64 = s.limit - s.turn
        free: i64 = s.free_seats()
        sharp: i64 = SHARP[((turns if turns < 100 else 100) * 2 * free // board.SEATS + free * 18) // 10]
        to_chances(out, s.seats, sharp, POINT)
        self.tire(s, out)

    def tire(self, s: Bosman, out: vec[i64]) -> None:
        """In a long game: seats behind can hope less and less, and at last for nothing but what is in sight.

        Otherwise those who are behind keep each other and the leader from the last seats until the limit (BOS-15.2), which
        helps none of them. A way to win that is in sight is still taken.
        """
        half: i64 = s.limit // 2
        if s.turn <= half:
            return
        rest: i64 = max(0, half + s.limit // 8 - s.turn)
        most: i64 = 0
        for seat in range(s.seats):
            most = max(most, out[seat])
        for seat in range(s.seats):
            if out[seat] < most:
                out[seat] = out[seat] * rest // (s.limit // 8 + 1)

    def flat(self, s: Bosman) -> i64:
        """In a long game (`tire`) small hopes matter less and less: four who each wait for the last seat, and let nobody else
        have it, wait for the limit."""
        late: i64 = s.turn - s.limit // 2
        eighth: i64 = s.limit // 8 + 1
        return self.weary * (late if late < eighth else eighth) // eighth if late > 0 else -1

    def progress(self, s: Bosman, seat: i64) -> i64:
        """In a long game: how near the boat is to being full (BOS-15.1): seats taken, a next player who can
        board, pirates on the beach who fit a seat that is free, and such pirates in the own hand."""
        if s.turn <= s.limit // 2:
            return 0
        near: i64 = (board.SEATS - s.free_seats()) * 1000
        if s.phase == codes.TURN and self.can_board(s, s.player):
            near += 500
        for field in range(i64(board.FIELDS)):
            pirate: i64 = s.beach[field]
            if pirate != board.NONE and (pirate % 10 == board.BOY or s.is_free(pirate % 10)):
                near += 10
        for i in range(seat * board.HAND, seat * board.HAND + board.HAND):
            held: i64 = s.hand[i]
            if held != board.NONE and s.owner[held // 10] == seat and (held % 10 == board.BOY or s.is_free(held % 10)):
                near += 1
        return near

    def rollout(self, s: Bosman, seat: i64, moves: Moves, rng: Rng) -> i64:
        """A play that boards, if there is one; otherwise any play."""
        plays: i64 = 0
        while plays < moves.n and moves.a[plays] >= board.PLAY and moves.a[plays] < board.SWAP:
            plays += 1
        if plays == 0:
            return moves.pick(rng)
        start: i64 = rng.below(plays)
        for i in range(plays):
            action: i64 = moves.a[(start + i) % plays]
            if self.gain(s, seat, (action - board.PLAY) // board.FIELDS, (action - board.PLAY) % board.FIELDS) > 0:
                return action
        return moves.a[start]

    def horizon(self) -> i64:
        return self.far

    def order(self, s: Bosman, seat: i64, action: i64) -> i64:
        if action >= board.SWAP:
            return 20
        if action >= board.PLAY:
            return (
                300
                + self.gain(s, seat, (action - board.PLAY) // board.FIELDS, (action - board.PLAY) % board.FIELDS) * 3
            )
        if action >= board.POISON:
            return 1 if s.owner[s.boat[action - board.POISON] // 10] == seat else 100
        if action >= board.BOARD:
            return 300
        return 100

    def strengths(self, s: Bosman, out: vec[i64]) -> None:
        """How strong every seat is, in hundredths of a point."""
        for seat in range(s.seats):
            out[seat] = self.poison if s.poison[seat] else 0
        for at in range(i64(board.SEATS)):
            token: i64 = s.boat[at]
            if token != board.NONE:
                out[s.owner[token // 10]] += POINT + (
                    0 if token % 10 == board.BOY else (token % 10 // 3 + 1) * self.digit
                )
        self.add_lines(s, out)
        for field in range(i64(board.FIELDS)):
            pirate: i64 = s.beach[field]
            if pirate != board.NONE and (pirate % 10 == board.BOY or s.is_free(pirate % 10)):
                out[s.owner[pirate // 10]] += self.waiting
        for i in range(s.seats * board.HAND):
            held: i64 = s.hand[i]
            if (
                held != board.NONE
                and s.owner[held // 10] == i // board.HAND
                and (held % 10 == board.BOY or s.is_free(held % 10))
            ):
                out[i // board.HAND] += self.ready
        for gang in range(i64(4)):
            if s.boy[gang]:
                out[s.owner[gang]] += self.boy
        if s.phase == codes.TURN and self.can_board(s, s.player):
            out[s.player] += self.next_up

    def add_lines(self, s: Bosman, out: vec[i64]) -> None:
        """Lines of one gang, whole or still possible."""
        for i in range(0, i64(24), 3):
            gang: i64 = board.EMPTY
            own: i64 = 0
            for j in range(i, i + 3):
                there: i64 = s.gang_on(board.LINES[j])
                if there != board.EMPTY:
                    if gang != board.EMPTY and there != gang:
                        own = -3
                    gang = there
                    own += 1
            if own > 0:
                out[s.owner[gang]] += POINT if own == 3 else self.pair if own == 2 else self.lone

    def can_board(self, s: Bosman, seat: i64) -> bool:
        """Whether a play of this seat boards a pirate now."""
        i: i64 = seat * board.HAND
        end: i64 = i + board.HAND
        while i < end and s.hand[i] != board.NONE:
            field: i64 = board.OUTPOST[s.hand[i] // 10 * board.FIELDS + s.boatswain]
            if field != board.NONE and self.gain(s, seat, s.hand[i], field) > 0:
                return True
            i += 1
        return False

    def gain(self, s: Bosman, seat: i64, token: i64, field: i64) -> i64:
        """What boards when this seat lays this token there: a point, and the lines it makes; 0 if nothing does."""
        at: i64 = landing(s, token, field)
        for side in range(i64(4)):
            beside: i64 = board.NEXT[side * board.FIELDS + at]
            other: i64 = s.beach[beside]
            if other != board.NONE and beside != field and s.owner[other // 10] == seat:
                code: i64 = other % 10
                if code == board.BOY or s.is_free(code):
                    return POINT if code == board.BOY else POINT + self.seat_worth(s, code, other // 10)
        return 0

    def seat_worth(self, s: Bosman, at: i64, gang: i64) -> i64:
        """What a seat adds to the lines of a gang beyond its own point."""
        worth: i64 = 0
        for i in range(0, i64(24), 3):
            if board.LINES[i] == at or board.LINES[i + 1] == at or board.LINES[i + 2] == at:
                own: i64 = 0
                other: i64 = 0
                for j in range(i, i + 3):
                    there: i64 = s.gang_on(board.LINES[j])
                    if there == gang:
                        own += 1
                    elif there != board.EMPTY:
                        other += 1
                if other == 0:
                    worth += POINT if own == 2 else self.pair if own == 1 else self.lone
        return worth


def landing(s: Bosman, token: i64, field: i64) -> i64:
    """Where the boatswain ends after this token was laid beside it (BOS-9)."""
    at: i64 = s.boatswain
    side: i64 = (s.side_of(field) + 2) % 4
    for _i in range(1 if token % 10 == board.BOY else token % 10 // 3 + 1):
        ahead: i64 = board.NEXT[side * board.FIELDS + at]
        if s.beach[ahead] != board.NONE:
            break
        at = ahead
    return at
