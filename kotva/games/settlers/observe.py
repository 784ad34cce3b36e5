"""What a seat of Settlers sees, as numbers (SET-15)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.observe import Observer, Tape, relative
from kotva.engine.spans import MOST, Span, one_hot
from kotva.games.settlers import board
from kotva.games.settlers.board import count, total
from kotva.games.settlers.rules.game import Settlers

_PHASES: Final = 15
_CARDS: Final = 5


class SettlersObserver(Observer[Settlers]):
    def spans(self) -> list[Span]:
        return [
            one_hot("phase", _PHASES, "the phases of section 5, in the order of the rules' codes"),
            one_hot("player", 4, "whose turn it is, from the seat that looks"),
            one_hot("to act", 4, "who decides"),
            Span(
                "counts",
                (10,),
                MOST,
                "round, dice, dice, founded, offers, free roads, tries, road length, deck, turn limit",
            ),
            Span("flags", (3,), 1, "a card was played, the trade is closed, time is up"),
            Span("terrain", (6, board.HEXES), 1, "lumber, brick, wool, grain, ore, desert"),
            Span("tokens", (board.HEXES,), 12, "the number on a hex, 0 for none"),
            one_hot("robber", board.HEXES, "the robber's hex"),
            one_hot("robber before", board.HEXES, "where it stood when this move of it began (SET-6.6)"),
            Span("harbours", (6, board.HARBOURS), 1, "the kind of a harbour place: five resources, general"),
            Span("settlements", (4, board.VERTICES), 1, "settlements of each player"),
            Span("cities", (4, board.VERTICES), 1, "cities of each player"),
            Span("roads", (4, board.EDGES), 1, "roads of each player"),
            one_hot("site", board.VERTICES, "the founding settlement that waits for its road"),
            one_hot("laid", board.EDGES, "the road that may be moved (SET-8)"),
            Span("spare", (4, 3), 15, "roads, settlements and cities not built yet"),
            Span("hand", (_CARDS,), 19, "own resource cards"),
            Span("hands", (4,), 95, "how many resource cards each player holds"),
            Span("sure", (4, _CARDS), 19, "what everybody can know a hand to hold"),
            Span("bank", (_CARDS,), 19, "resource cards in the bank"),
            Span("rates", (_CARDS,), 4, "the own rates at the bank (SET-11.2)"),
            Span(
                "cards", (_CARDS,), 14, "own action cards from earlier turns: knight, roads, invention, monopoly, point"
            ),
            Span("fresh", (_CARDS,), 14, "own action cards bought in this turn"),
            Span("held", (4,), 25, "how many action cards each player holds"),
            Span("spent", (_CARDS,), 14, "played action cards"),
            Span("army", (4,), 14, "open knights"),
            Span("points", (4,), 20, "public points"),
            one_hot("longest", 4, "the holder of the longest road"),
            one_hot("largest", 4, "the holder of the largest army"),
            one_hot("victim", 4, "whom the robber robs"),
            Span("due", (4,), 95, "cards that each player still has to discard"),
            Span("give", (_CARDS,), 19, "the open offer gives"),
            Span("want", (_CARDS,), 19, "the open offer wants"),
            Span("asked", (4,), 1, "who is asked"),
            Span("answers", (4, 4), 1, "pending, accepted, rejected, countered"),
            Span("counter gives", (4, _CARDS), 19, "counter-offers"),
            Span("counter wants", (4, _CARDS), 19, "counter-offers"),
            Span("gone", (4,), 1, "who has left"),
        ]

    def write(self, seen: Settlers, seat: i64, tape: Tape) -> None:
        s = seen
        seats: i64 = s.seats
        tape.hot(s.phase, _PHASES)
        tape.hot(relative(s.player, seat, seats), 4)
        tape.hot(relative(s.to_act(), seat, seats), 4)
        tape.put(s.round)
        tape.put(s.die1)
        tape.put(s.die2)
        tape.put(s.founded)
        tape.put(s.offers)
        tape.put(s.free)
        tape.put(s.tries)
        tape.put(s.length)
        tape.put(total(s.deck))
        tape.put(s.limited)
        tape.put(1 if s.played else 0)
        tape.put(1 if s.closed else 0)
        tape.put(1 if s.timed else 0)
        for i in range(i64(board.HEXES)):
            if s.terrain[i] >= 0:
                tape.mark(s.terrain[i] * board.HEXES + i, 1)
                tape.mark(6 * board.HEXES + i, s.token[i])
        tape.skip(7 * board.HEXES)
        tape.hot(s.robber, board.HEXES)
        tape.hot(s.origin, board.HEXES)
        for i in range(i64(board.HARBOURS)):
            if s.harbour[i] >= 0:
                tape.mark(s.harbour[i] * board.HARBOURS + i, 1)
        tape.skip(6 * board.HARBOURS)
        self.write_pieces(s, seat, tape)
        self.write_cards(s, seat, tape)
        self.write_offer(s, seat, tape)

    def write_pieces(self, s: Settlers, seat: i64, tape: Tape) -> None:
        seats: i64 = s.seats
        for i in range(i64(board.VERTICES)):
            b: i64 = s.building[i]
            if b >= 5:
                tape.mark((4 + relative(b - 5, seat, seats)) * board.VERTICES + i, 1)
            elif b > 0:
                tape.mark(relative(b - 1, seat, seats) * board.VERTICES + i, 1)
        tape.skip(8 * board.VERTICES)
        for i in range(i64(board.EDGES)):
            if s.road[i] != board.NONE:
                tape.mark(relative(s.road[i], seat, seats) * board.EDGES + i, 1)
        tape.skip(4 * board.EDGES)
        tape.hot(s.site, board.VERTICES)
        tape.hot(s.laid, board.EDGES)
        for i in range(seats):
            k: i64 = (seat + i) % seats * 3
            tape.put(s.spare[k])
            tape.put(s.spare[k + 1])
            tape.put(s.spare[k + 2])
        tape.skip((4 - seats) * 3)

    def write_cards(self, s: Settlers, seat: i64, tape: Tape) -> None:
        seats: i64 = s.seats
        pack(tape, s.hand[seat])
        totals(tape, s.hand, seat, seats)
        packs(tape, s.sure, seat, seats)
        pack(tape, s.bank)
        pack(tape, s.rates[seat])
        pack(tape, s.cards[seat])
        own: i64 = 0
        if s.player == seat:
            own = s.fresh
        pack(tape, own)
        for i in range(seats):
            other: i64 = (seat + i) % seats
            held: i64 = total(s.cards[other])
            if s.player == other:
                held += total(s.fresh)
            tape.put(held)
        tape.skip(4 - seats)
        pack(tape, s.spent)
        tape.turned(s.army, seat, seats)
        tape.turned(s.points, seat, seats)
        tape.hot(relative(s.longest, seat, seats), 4)
        tape.hot(relative(s.largest, seat, seats), 4)
        tape.hot(relative(s.victim, seat, seats), 4)
        tape.turned(s.due, seat, seats)

    def write_offer(self, s: Settlers, seat: i64, tape: Tape) -> None:
        seats: i64 = s.seats
        pack(tape, s.give)
        pack(tape, s.want)
        mask(tape, s.asked, seat, seats)
        for i in range(seats):
            answer: i64 = -1
            if s.asked:
                answer = s.answers[(seat + i) % seats]
            tape.hot(answer, 4)
        tape.skip((4 - seats) * 4)
        packs(tape, s.counter_give, seat, seats)
        packs(tape, s.counter_want, seat, seats)
        mask(tape, s.gone, seat, seats)


def pack(tape: Tape, cards: i64) -> None:
    """A number for each kind of card."""
    kind: i64 = 0
    while kind < _CARDS and cards > 0:
        tape.mark(kind, count(cards, kind))
        kind += 1
    tape.skip(_CARDS)


def packs(tape: Tape, cards: vec[i64], seat: i64, seats: i64) -> None:
    """The packs of all seats."""
    for i in range(seats):
        pack(tape, cards[(seat + i) % seats])
    tape.skip((4 - seats) * _CARDS)


def totals(tape: Tape, cards: vec[i64], seat: i64, seats: i64) -> None:
    """How many cards all seats have."""
    for i in range(seats):
        tape.put(total(cards[(seat + i) % seats]))
    tape.skip(4 - seats)


def mask(tape: Tape, chosen: i64, seat: i64, seats: i64) -> None:
    """A 1 for each seat of a mask."""
    for i in range(seats):
        tape.put(1 if chosen & BIT[(seat + i) % seats] else 0)
    tape.skip(4 - seats)
