"""Exchange with the bank (SET-11) and trade between players (SET-12)."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.settlers.board import (
    ACCEPT,
    BANK,
    CHOICES,
    COUNTER,
    DEAL,
    LISTED,
    LISTED_FROM,
    LISTED_GIVES,
    OFFER,
    REJECT,
    UNIT,
    WITHDRAW,
    choice_of,
    count,
    covers,
)
from kotva.games.settlers.rules.codes import (
    ACCEPTED,
    ANSWERED,
    BANKED,
    COUNTER_OFFERED,
    COUNTERED,
    DEALT,
    FULL,
    GAVE,
    MAIN,
    NO_DEAL,
    OFF,
    OFFERED,
    OFFERS_PER_TURN,
    PENDING,
    PLAYER_TRADE,
    REJECTED,
    SET_4_4,
    SET_11_1,
    SET_11_3,
    SET_12_2,
    SET_12_3,
    SET_12_5,
    SET_12_6,
    SET_12_7,
    SET_12_8,
    SET_12_10,
    TRADING,
)
from kotva.games.settlers.rules.points import gain, lose
from kotva.games.settlers.rules.table import Island

# -- the bank (SET-11) -----------------------------------------------------------------------------------------------


def bank_forbidden(s: Island, seat: i64, given: i64, rate: i64, wanted: i64) -> i64:
    """SET-11.1: another resource that the bank holds; SET-11.3: at the smallest rate he is entitled to."""
    if s.closed:
        return SET_4_4
    if given == wanted or count(s.bank, wanted) == 0:
        return SET_11_1
    if rate != count(s.rates[seat], given):
        return SET_11_3
    return OK if count(s.hand[seat], given) >= rate else SET_11_1


def list_bank(s: Island, seat: i64, out: Moves) -> None:
    hand: i64 = s.hand[seat]
    rates: i64 = s.rates[seat]
    given: i64 = 0
    while given < 5:
        rate: i64 = count(rates, given)
        if count(hand, given) >= rate:
            wanted: i64 = 0
            while wanted < 5:
                if wanted != given and count(s.bank, wanted) > 0:
                    out.add(BANK + (given * 3 + rate - 2) * 5 + wanted)
                wanted += 1
        given += 1


def exchange(s: Island, seat: i64, given: i64, rate: i64, wanted: i64) -> None:
    pack: i64 = rate * UNIT[given]
    s.tell(BANKED, seat, pack, UNIT[wanted])
    lose(s, seat, pack)
    s.bank += pack
    s.bank -= UNIT[wanted]
    gain(s, seat, UNIT[wanted])


# -- offers (SET-12.1 to 12.5) ---------------------------------------------------------------------------------------


def sides_forbidden(give: i64, want: i64) -> i64:
    """SET-12.2: each side at least one card, no resource on both."""
    if give == 0 or want == 0:
        return SET_12_2
    kind: i64 = 0
    while kind < 5:
        if count(give, kind) > 0 and count(want, kind) > 0:
            return SET_12_2
        kind += 1
    return OK


def trade_forbidden(s: Island) -> i64:
    """Whether trade between players is possible at all in this turn."""
    if s.rule[PLAYER_TRADE] == OFF:
        return SET_12_10
    if s.closed:
        return SET_4_4
    return SET_12_8 if s.offers >= s.rule[OFFERS_PER_TURN] else OK


def others(s: Island, seat: i64) -> i64:
    """The mask of all opponents."""
    return (BIT[s.seats] - 1) & ~BIT[seat]


def can_answer(s: Island, mask: i64) -> bool:
    """Whether one of these seats holds a resource card and is still there."""
    seat: i64 = 0
    while seat < s.seats:
        if mask & BIT[seat] and s.hand[seat] != 0 and not s.gone & BIT[seat]:
            return True
        seat += 1
    return False


def offer_forbidden(s: Island, seat: i64, give: i64, want: i64, to: i64) -> i64:
    """SET-12.5: both sides in order, what is given held, and one of the named able to answer."""
    answer: i64 = trade_forbidden(s)
    if answer != OK:
        return answer
    answer = sides_forbidden(give, want)
    if answer != OK:
        return answer
    if not covers(s.hand[seat], give):
        return SET_12_3
    if to & ~others(s, seat) or not can_answer(s, to):
        return SET_12_5
    return OK


def list_offers(s: Island, seat: i64, out: Moves) -> None:
    """SET-12.9: those of at most three cards, to all opponents."""
    if trade_forbidden(s) != OK or s.hand[seat] == 0 or not can_answer(s, others(s, seat)):
        return
    group: i64 = 0
    while group < 20:
        if covers(s.hand[seat], LISTED_GIVES[group]):
            i: i64 = LISTED_FROM[group]
            while i < LISTED_FROM[group + 1]:
                out.add(OFFER + LISTED[i])
                i += 1
        group += 1


def open_offer(s: Island, seat: i64, give: i64, want: i64, to: i64) -> None:
    """SET-12.6: a named opponent without cards (or who has left) counts as having rejected at once."""
    s.offers += 1
    s.give = give
    s.want = want
    s.asked = to
    s.answers = s.answers[:]
    s.phase = TRADING
    s.tell(OFFERED, seat, give, want)
    other: i64 = 0
    while other < s.seats:
        s.answers[other] = PENDING
        if to & BIT[other] and (s.hand[other] == 0 or s.gone & BIT[other]):
            s.answers[other] = REJECTED
        other += 1


# -- answers (SET-12.6) ----------------------------------------------------------------------------------------------


def must_answer(s: Island, seat: i64) -> bool:
    return s.asked & BIT[seat] != 0 and s.answers[seat] == PENDING


def first_asked(s: Island) -> i64:
    """SET-4.6: clockwise from the offerer; he comes last."""
    i: i64 = 1
    while i < s.seats:
        seat: i64 = (s.player + i) % s.seats
        if must_answer(s, seat):
            return seat
        i += 1
    return s.player


def accept_forbidden(s: Island, seat: i64) -> i64:
    return OK if covers(s.hand[seat], s.want) else SET_12_3


def counter_forbidden(s: Island, seat: i64, give: i64, want: i64) -> i64:
    """SET-12.6: written from his own side; he holds what he gives; not the mirror image of the offer."""
    if s.rule[PLAYER_TRADE] != FULL:
        return SET_12_10
    answer: i64 = sides_forbidden(give, want)
    if answer != OK:
        return answer
    if not covers(s.hand[seat], give):
        return SET_12_3
    return SET_12_6 if give == s.want and want == s.give else OK


def list_plain_answers(s: Island, seat: i64, out: Moves) -> None:
    if covers(s.hand[seat], s.want):
        out.add(ACCEPT)
    out.add(REJECT)


def list_answers(s: Island, seat: i64, out: Moves) -> None:
    list_plain_answers(s, seat, out)
    if s.rule[PLAYER_TRADE] != FULL:
        return
    mirror: i64 = choice_of(s.want) * CHOICES + choice_of(s.give)
    group: i64 = 0
    while group < 20:
        if covers(s.hand[seat], LISTED_GIVES[group]):
            i: i64 = LISTED_FROM[group]
            while i < LISTED_FROM[group + 1]:
                if LISTED[i] != mirror:
                    out.add(COUNTER + LISTED[i])
                i += 1
        group += 1


def answer(s: Island, seat: i64, given: i64) -> None:
    """SET-12.7: if all have rejected, the offer closes by itself."""
    s.answers = s.answers[:]
    s.answers[seat] = given
    if given != COUNTERED:
        s.tell(ANSWERED, seat, given, 0)
    close_if_rejected(s)


def close_if_rejected(s: Island) -> None:
    seat: i64 = 0
    while seat < s.seats:
        if s.asked & BIT[seat] and s.answers[seat] != REJECTED:
            return
        seat += 1
    withdraw(s)


def counter(s: Island, seat: i64, give: i64, want: i64) -> None:
    s.counter_give = s.counter_give[:]
    s.counter_want = s.counter_want[:]
    s.counter_give[seat] = give
    s.counter_want[seat] = want
    s.tell(COUNTER_OFFERED, seat, give, want)
    answer(s, seat, COUNTERED)


# -- deals (SET-12.7) ------------------------------------------------------------------------------------------------


def deal_forbidden(s: Island, partner: i64) -> i64:
    """With whoever accepted, or countered with a wish that the offerer can cover (SET-12.3)."""
    if partner >= s.seats or not s.asked & BIT[partner]:
        return SET_12_7
    if s.answers[partner] == ACCEPTED:
        return OK
    if s.answers[partner] != COUNTERED:
        return SET_12_7
    return OK if covers(s.hand[s.player], s.counter_want[partner]) else SET_12_3


def list_closings(s: Island, out: Moves) -> None:
    seat: i64 = 0
    while seat < s.seats:
        if deal_forbidden(s, seat) == OK:
            out.add(DEAL + seat)
        seat += 1
    out.add(WITHDRAW)


def deal(s: Island, partner: i64) -> None:
    give: i64 = s.give
    want: i64 = s.want
    if s.answers[partner] == COUNTERED:
        give = s.counter_want[partner]
        want = s.counter_give[partner]
    s.tell(DEALT, s.player, partner, 0)
    hand_over(s, s.player, partner, give)
    hand_over(s, partner, s.player, want)
    close_offer(s)


def hand_over(s: Island, giver: i64, taker: i64, pack: i64) -> None:
    s.tell(GAVE, giver, taker, pack)
    lose(s, giver, pack)
    gain(s, taker, pack)


def withdraw(s: Island) -> None:
    s.tell(NO_DEAL, s.player, 0, 0)
    close_offer(s)


def close_offer(s: Island) -> None:
    s.phase = MAIN
    s.give = 0
    s.want = 0
    s.asked = 0
    s.answers = s.answers[:]
    s.counter_give = s.counter_give[:]
    s.counter_want = s.counter_want[:]
    seat: i64 = 0
    while seat < s.seats:
        s.answers[seat] = PENDING
        s.counter_give[seat] = 0
        s.counter_want[seat] = 0
        seat += 1
