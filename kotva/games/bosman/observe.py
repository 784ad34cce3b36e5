"""What a seat of Bosman sees, as numbers (BOS-14)."""

from mypy_extensions import i64

from kotva.engine.observe import Observer, Tape, relative
from kotva.engine.spans import MOST, Span, one_hot
from kotva.games.bosman import board
from kotva.games.bosman.rules.game import Bosman


class BosmanObserver(Observer[Bosman]):
    def spans(self) -> list[Span]:
        return [
            one_hot("phase", 5, "drawing, opening exchange, turn, boarding, ended (BOS-5)"),
            one_hot("player", 4, "whose decision it is, from the seat that looks"),
            Span(
                "counts",
                (6,),
                MOST,
                "turn, turns left, decided on the opening, skipped in a row, unseen stack, put under it",
            ),
            one_hot("closed", 1, "poisoned seats are closed (BOS-7.8)"),
            one_hot("boatswain", board.FIELDS, "the field he stands on"),
            one_hot("laid", board.FIELDS, "the field laid on in this turn (BOS-10.3)"),
            Span("beach gangs", (4, board.FIELDS), 1, "the gang R F C T of the token on a field"),
            Span("beach codes", (10, board.FIELDS), 1, "its code 10 to 32, or a cabin boy"),
            Span("boat gangs", (4, board.SEATS), 1, "the gang of the live token on a seat of the boat"),
            Span("boat codes", (10, board.SEATS), 1, "its code"),
            Span("covered", (4, board.SEATS), 2, "tokens of a gang under poison on a seat (BOS-7.5)"),
            Span("hand", (board.TOKENS,), 2, "own tokens in hand, by gang and code"),
            Span("hands", (4,), board.HAND, "how many tokens each player holds"),
            Span("poison", (4,), 1, "who still has poison"),
            Span("boys", (4,), 1, "cabin boys that still stand beside their screen, by gang"),
            Span("owners", (4, 4), 1, "by gang: whose it is"),
            Span("under", (board.TOKENS,), 2, "tokens under the stack that this seat knows"),
            Span("points", (4,), 17, "points by BOS-16"),
        ]

    def write(self, seen: Bosman, seat: i64, tape: Tape) -> None:
        s = seen
        seats: i64 = s.seats
        tape.hot(s.phase, 5)
        tape.hot(relative(s.player, seat, seats), 4)
        tape.put(s.turn)
        tape.put(s.limit - s.turn if s.limit > s.turn else 0)
        tape.put(s.decided)
        tape.put(s.skipped)
        tape.put(s.fresh)
        tape.put(len(s.under))
        tape.put(1 if s.closed else 0)
        tape.hot(s.boatswain, board.FIELDS)
        tape.hot(s.laid, board.FIELDS)
        for i in range(i64(board.FIELDS)):
            token: i64 = s.beach[i]
            if token >= 0:
                tape.mark(token // 10 * board.FIELDS + i, 1)
                tape.mark((4 + token % 10) * board.FIELDS + i, 1)
        tape.skip(14 * board.FIELDS)
        for i in range(i64(board.SEATS)):
            token = s.boat[i]
            if token >= 0:
                tape.mark(token // 10 * board.SEATS + i, 1)
                tape.mark((4 + token % 10) * board.SEATS + i, 1)
        tape.skip(14 * board.SEATS)
        for i in range(0, i64(len(s.covered)), 2):
            tape.more(s.covered[i + 1] // 10 * board.SEATS + s.covered[i])
        tape.skip(4 * board.SEATS)
        self.write_hands(s, seat, tape)
        tape.turned(s.poison, seat, seats)
        for i in range(i64(4)):
            tape.put(s.boy[i])
        for i in range(i64(4)):
            tape.hot(relative(s.owner[i], seat, seats), 4)
        for i in range(i64(len(s.under))):
            if s.under[i] >= 0 and s.under[i] < board.TOKENS:
                tape.more(s.under[i])
        tape.skip(board.TOKENS)
        for i in range(seats):
            tape.put(s.score((seat + i) % seats))
        tape.skip(4 - seats)

    def write_hands(self, s: Bosman, seat: i64, tape: Tape) -> None:
        """The own tokens, then how many each player holds."""
        for i in range(seat * board.HAND, seat * board.HAND + board.HAND):
            if s.hand[i] >= 0 and s.hand[i] < board.TOKENS:
                tape.more(s.hand[i])
        tape.skip(board.TOKENS)
        for other in range(s.seats):
            i = (seat + other) % s.seats * board.HAND
            n: i64 = 0
            for k in range(i64(board.HAND)):
                if s.hand[i + k] >= 0:
                    n += 1
            tape.put(n)
        tape.skip(4 - s.seats)
