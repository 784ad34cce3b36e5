"""What a seat of Bosman sees, as numbers (BOS-14)."""

from mypy_extensions import i64

from kotva.engine.observe import Observer, Tape, relative
from kotva.engine.spans import MOST, Span, one_hot
from kotva.engine.state import State
from kotva.games.bosman.board import FIELDS, HAND, SEATS, TOKENS
from kotva.games.bosman.rules.game import Bosman


class BosmanObserver(Observer):
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
            one_hot("boatswain", FIELDS, "the field he stands on"),
            one_hot("laid", FIELDS, "the field laid on in this turn (BOS-10.3)"),
            Span("beach gangs", (4, FIELDS), 1, "the gang R F C T of the token on a field"),
            Span("beach codes", (10, FIELDS), 1, "its code 10 to 32, or a cabin boy"),
            Span("boat gangs", (4, SEATS), 1, "the gang of the live token on a seat of the boat"),
            Span("boat codes", (10, SEATS), 1, "its code"),
            Span("covered", (4, SEATS), 2, "tokens of a gang under poison on a seat (BOS-7.5)"),
            Span("hand", (TOKENS,), 2, "own tokens in hand, by gang and code"),
            Span("hands", (4,), HAND, "how many tokens each player holds"),
            Span("poison", (4,), 1, "who still has poison"),
            Span("boys", (4,), 1, "cabin boys that still stand beside their screen, by gang"),
            Span("owners", (4, 4), 1, "by gang: whose it is"),
            Span("under", (TOKENS,), 2, "tokens under the stack that this seat knows"),
            Span("points", (4,), 17, "points by BOS-16"),
        ]

    def write(self, seen: State, seat: i64, tape: Tape) -> None:
        assert isinstance(seen, Bosman)
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
        tape.hot(s.boatswain, FIELDS)
        tape.hot(s.laid, FIELDS)
        i: i64 = 0
        while i < FIELDS:
            token: i64 = s.beach[i]
            if token >= 0:
                tape.mark(token // 10 * FIELDS + i, 1)
                tape.mark((4 + token % 10) * FIELDS + i, 1)
            i += 1
        tape.skip(14 * FIELDS)
        i = 0
        while i < SEATS:
            token = s.boat[i]
            if token >= 0:
                tape.mark(token // 10 * SEATS + i, 1)
                tape.mark((4 + token % 10) * SEATS + i, 1)
            i += 1
        tape.skip(14 * SEATS)
        i = 0
        while i < len(s.covered):
            tape.more(s.covered[i + 1] // 10 * SEATS + s.covered[i])
            i += 2
        tape.skip(4 * SEATS)
        self.write_hands(s, seat, tape)
        tape.turned(s.poison, seat, seats)
        i = 0
        while i < 4:
            tape.put(s.boy[i])
            i += 1
        i = 0
        while i < 4:
            tape.hot(relative(s.owner[i], seat, seats), 4)
            i += 1
        i = 0
        while i < len(s.under):
            if s.under[i] >= 0 and s.under[i] < TOKENS:
                tape.more(s.under[i])
            i += 1
        tape.skip(TOKENS)
        i = 0
        while i < seats:
            tape.put(s.score((seat + i) % seats))
            i += 1
        tape.skip(4 - seats)

    def write_hands(self, s: Bosman, seat: i64, tape: Tape) -> None:
        """The own tokens, then how many each player holds."""
        i: i64 = seat * HAND
        while i < seat * HAND + HAND:
            if s.hand[i] >= 0 and s.hand[i] < TOKENS:
                tape.more(s.hand[i])
            i += 1
        tape.skip(TOKENS)
        other: i64 = 0
        while other < s.seats:
            i = (seat + other) % s.seats * HAND
            n: i64 = 0
            k: i64 = 0
            while k < HAND:
                if s.hand[i + k] >= 0:
                    n += 1
                k += 1
            tape.put(n)
            other += 1
        tape.skip(4 - s.seats)
