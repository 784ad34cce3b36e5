"""What a seat of Piraci HEXXI sees, as numbers (HEX-17)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.observe import Observer, Tape, relative
from kotva.engine.spans import MOST, Span, one_hot
from kotva.games.hexxi import board
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.knowledge import is_open
from kotva.games.hexxi.rules.table import standing

_PHASES: Final = 8


class HexxiObserver(Observer[Hexxi]):
    def spans(self) -> list[Span]:
        return [
            one_hot("phase", _PHASES, "drawing, deployment, paying, shifting, auction, confrontation, escort, ended"),
            one_hot("player", 4, "whose decision it is, from the seat that looks"),
            Span(
                "counts",
                (9,),
                MOST,
                "round, rounds left, due, best place at stake, bid, bid cap, passes, quiet, quiet left",
            ),
            Span("flags", (2,), 1, "own passes are barred; the escort took a cruise"),
            Span("owners", (4, board.FIELDS), 1, "whose token lies on a field"),
            Span(
                "kinds",
                (board.KINDS, board.FIELDS),
                1,
                "its kind: cruise, ship, pirates, warship, or one this seat may not know",
            ),
            Span("down", (board.FIELDS,), 1, "tokens that lie face down"),
            Span("traps", (board.FIELDS,), 1, "trap ships (HEX-11.14)"),
            Span("bases", (4, board.FIELDS), 1, "standing bases"),
            one_hot("mover", board.FIELDS, "where the escorting warship stands"),
            one_hot("origin", board.FIELDS, "where it started"),
            Span("jumped", (board.FIELDS,), 1, "what it has jumped"),
            Span("hands", (4, board.KINDS), 12, "tokens in hand, by kind as far as known"),
            Span("areas", (4, board.KINDS), 12, "initiative areas, face down"),
            Span("open", (4, board.KINDS), 12, "initiative areas, open"),
            Span("piles", (4, 4, 4), 12, "captured tokens: by captor, owner, kind"),
            Span("captors", (4, 4), 1, "who has taken each base"),
            Span("order", (4, 4), 1, "the order line"),
            Span("line", (4, 4), 1, "the new order line as far as it is known"),
            Span("bidders", (4,), 1, "who is left in the auction"),
            Span("points", (4,), MOST, "points of each player", -MOST),
        ]

    def is_open(self, s: Hexxi) -> bool:
        """HEX-17.4, 17.5: from the uncovering of the board on nothing is hidden."""
        return is_open(s)

    def write(self, seen: Hexxi, seat: i64, tape: Tape) -> None:
        s = seen
        seats: i64 = s.seats
        tape.hot(s.phase, _PHASES)
        tape.hot(relative(s.player, seat, seats), 4)
        tape.put(s.round)
        tape.put(s.rounds - s.round)
        tape.put(s.due)
        tape.put(s.place)
        tape.put(s.bid)
        tape.put(s.bid_cap)
        tape.put(s.passes)
        tape.put(s.quiet)
        tape.put(s.quiet_limit - s.quiet)
        tape.put(1 if s.barred else 0)
        tape.put(1 if s.took else 0)
        for i in range(seats):
            plane(tape, s.own[(seat + i) % seats])
        tape.skip((4 - seats) * board.FIELDS)
        for i in range(i64(board.KINDS)):
            plane(tape, s.kinds[i])
        plane(tape, s.down)
        plane(tape, s.traps)
        for i in range(seats):
            plane(tape, standing(s, (seat + i) % seats))
        tape.skip((4 - seats) * board.FIELDS)
        tape.hot(s.mover, board.FIELDS)
        tape.hot(s.origin, board.FIELDS)
        plane(tape, s.jumped)
        counts(tape, s.hand, seat, seats)
        counts(tape, s.area, seat, seats)
        counts(tape, s.open, seat, seats)
        self.write_piles(s, seat, tape)
        line(tape, s.order, seat, seats)
        line(tape, s.line, seat, seats)
        for i in range(seats):
            tape.put(1 if s.left & BIT[(seat + i) % seats] else 0)
        tape.skip(4 - seats)
        tape.turned(s.points, seat, seats)

    def write_piles(self, s: Hexxi, seat: i64, tape: Tape) -> None:
        """Captured tokens, then captured bases."""
        seats: i64 = s.seats
        for a in range(seats):
            for b in range(seats):
                from_: i64 = (seat + a) % seats * 16 + (seat + b) % seats * 4
                to: i64 = a * 16 + b * 4
                for k in range(i64(4)):
                    if s.pile[from_ + k]:
                        tape.mark(to + k, s.pile[from_ + k])
        tape.skip(64)
        for a in range(seats):
            tape.hot(relative(s.captor[(seat + a) % seats], seat, seats), 4)
        tape.skip((4 - seats) * 4)


def plane(tape: Tape, fields: i64) -> None:
    """A 1 on each field of a mask."""
    tape.ones(fields, board.FIELD_AT, board.FIELDS)


def counts(tape: Tape, tokens: vec[i64], seat: i64, seats: i64) -> None:
    """Tokens by kind, the own first."""
    tape.row(tokens, seat * board.KINDS, (seats - seat) * board.KINDS)
    tape.row(tokens, 0, seat * board.KINDS)
    tape.skip((4 - seats) * board.KINDS)


def line(tape: Tape, order: vec[i64], seat: i64, seats: i64) -> None:
    """Who stands in each place of a line."""
    for i in range(i64(4)):
        tape.hot(relative(order[i], seat, seats), 4)
