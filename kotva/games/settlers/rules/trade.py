"""Exchange with the bank (SET-11) and trade between players (SET-12)."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import choice_of, count, covers
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.points import gain, lose
from kotva.games.settlers.rules.table import Island

# -- the bank (SET-11) -----------------------------------------------------------------------------------------------


def bank_forbidden(s: Island, seat: i64, given: i64, rate: i64, wanted: i64) -> i64:
    """SET-11.1: another resource that the bank holds; SET-11.3: at the smallest rate of the player."""
    if s.closed:
        return codes.SET_4_4
    if given == wanted or count(s.bank, wanted) == 0:
        return codes.SET_11_1
    if rate != count(s.rates[seat], given):
        return codes.SET_11_3
    return OK if count(s.hand[seat], given) >= rate else codes.SET_11_1


def list_bank(s: Island, seat: i64, out: Moves) -> None:
    hand: i64 = s.hand[seat]
    rates: i64 = s.rates[seat]
    for given in range(i64(5)):
        rate: i64 = count(rates, given)
        if count(hand, given) >= rate:
            for wanted in range(i64(5)):
                if wanted != given and count(s.bank, wanted) > 0:
                    out.add(board.BANK + (given * 3 + rate - 2) * 5 + wanted)


def exchange(s: Island, seat: i64, given: i64, rate: i64, wanted: i64) -> None:
    pack: i64 = rate * board.UNIT[given]
    s.emit(codes.BANKED, seat, pack, board.UNIT[wanted])
    lose(s, seat, pack)
    s.bank += pack
    s.bank -= board.UNIT[wanted]
    gain(s, seat, board.UNIT[wanted])


# -- offers (SET-12.1 to 12.5) ---------------------------------------------------------------------------------------


def sides_forbidden(give: i64, want: i64) -> i64:
    """SET-12.2: each side at least one card, no resource on both."""
    if give == 0 or want == 0:
        return codes.SET_12_2
    for kind in range(i64(5)):
        if count(give, kind) > 0 and count(want, kind) > 0:
            return codes.SET_12_2
    return OK


def trade_forbidden(s: Island) -> i64:
    """Whether trade between players is possible at all in this turn."""
    if s.rule.player_trade == codes.OFF:
        return codes.SET_12_10
    if s.closed:
        return codes.SET_4_4
    return codes.SET_12_8 if s.offers >= s.rule.offers_per_turn else OK


def others(s: Island, seat: i64) -> i64:
    """The mask of all opponents."""
    return (BIT[s.seats] - 1) & ~BIT[seat]


def can_answer(s: Island, mask: i64) -> bool:
    """Whether one of these seats holds a resource card and is still there."""
    for seat in range(s.seats):
        if mask & BIT[seat] and s.hand[seat] != 0 and not s.gone & BIT[seat]:
            return True
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
        return codes.SET_12_3
    if to & ~others(s, seat) or not can_answer(s, to):
        return codes.SET_12_5
    return OK


def list_offers(s: Island, seat: i64, out: Moves) -> None:
    """SET-12.9: those of at most three cards, to all opponents."""
    if trade_forbidden(s) != OK or s.hand[seat] == 0 or not can_answer(s, others(s, seat)):
        return
    for group in range(i64(20)):
        if covers(s.hand[seat], board.LISTED_GIVES[group]):
            for i in range(board.LISTED_FROM[group], board.LISTED_FROM[group + 1]):
                out.add(board.OFFER + board.LISTED[i])


def open_offer(s: Island, seat: i64, give: i64, want: i64, to: i64) -> None:
    """SET-12.6: a named opponent without cards (or who has left) counts as having rejected at once."""
    s.offers += 1
    s.give = give
    s.want = want
    s.asked = to
    s.answers = s.answers[:]
    s.phase = codes.TRADING
    s.emit(codes.OFFERED, seat, give, want)
    for other in range(s.seats):
        s.answers[other] = codes.PENDING
        if to & BIT[other] and (s.hand[other] == 0 or s.gone & BIT[other]):
            s.answers[other] = codes.REJECTED


# -- answers (SET-12.6) ----------------------------------------------------------------------------------------------


def must_answer(s: Island, seat: i64) -> bool:
    return s.asked & BIT[seat] != 0 and s.answers[seat] == codes.PENDING


def first_asked(s: Island) -> i64:
    """SET-4.6: clockwise from the offerer, who comes last."""
    for i in range(1, s.seats):
        seat: i64 = (s.player + i) % s.seats
        if must_answer(s, seat):
            return seat
    return s.player


def accept_forbidden(s: Island, seat: i64) -> i64:
    return OK if covers(s.hand[seat], s.want) else codes.SET_12_3


def counter_forbidden(s: Island, seat: i64, give: i64, want: i64) -> i64:
    """SET-12.6: written from the answerer's side, who holds what is given; not the mirror image of the offer."""
    if s.rule.player_trade != codes.FULL:
        return codes.SET_12_10
    answer: i64 = sides_forbidden(give, want)
    if answer != OK:
        return answer
    if not covers(s.hand[seat], give):
        return codes.SET_12_3
    return codes.SET_12_6 if give == s.want and want == s.give else OK


def list_plain_answers(s: Island, seat: i64, out: Moves) -> None:
    if covers(s.hand[seat], s.want):
        out.add(board.ACCEPT)
    out.add(board.REJECT)


def list_answers(s: Island, seat: i64, out: Moves) -> None:
    list_plain_answers(s, seat, out)
    if s.rule.player_trade != codes.FULL:
        return
    mirror: i64 = choice_of(s.want) * board.CHOICES + choice_of(s.give)
    for group in range(i64(20)):
        if covers(s.hand[seat], board.LISTED_GIVES[group]):
            for i in range(board.LISTED_FROM[group], board.LISTED_FROM[group + 1]):
                if board.LISTED[i] != mirror:
                    out.add(board.COUNTER + board.LISTED[i])


def answer(s: Island, seat: i64, given: i64) -> None:
    """SET-12.7: if all have rejected, the offer closes by itself."""
    s.answers = s.answers[:]
    s.answers[seat] = given
    if given != codes.COUNTERED:
        s.emit(codes.ANSWERED, seat, given, 0)
    close_if_rejected(s)


def close_if_rejected(s: Island) -> None:
    for seat in range(s.seats):
        if s.asked & BIT[seat] and s.answers[seat] != codes.REJECTED:
            return
    withdraw(s)


def counter(s: Island, seat: i64, give: i64, want: i64) -> None:
    s.counter_give = s.counter_give[:]
    s.counter_want = s.counter_want[:]
    s.counter_give[seat] = give
    s.counter_want[seat] = want
    s.emit(codes.COUNTER_OFFERED, seat, give, want)
    answer(s, seat, codes.COUNTERED)


# -- deals (SET-12.7) ------------------------------------------------------------------------------------------------


def deal_forbidden(s: Island, partner: i64) -> i64:
    """With a player who accepted, or countered with a wish that the offerer can cover (SET-12.3)."""
    if partner >= s.seats or not s.asked & BIT[partner]:
        return codes.SET_12_7
    if s.answers[partner] == codes.ACCEPTED:
        return OK
    if s.answers[partner] != codes.COUNTERED:
        return codes.SET_12_7
    return OK if covers(s.hand[s.player], s.counter_want[partner]) else codes.SET_12_3


def list_closings(s: Island, out: Moves) -> None:
    for seat in range(s.seats):
        if deal_forbidden(s, seat) == OK:
            out.add(board.DEAL + seat)
    out.add(board.WITHDRAW)


def deal(s: Island, partner: i64) -> None:
    give: i64 = s.give
    want: i64 = s.want
    if s.answers[partner] == codes.COUNTERED:
        give = s.counter_want[partner]
        want = s.counter_give[partner]
    s.emit(codes.DEALT, s.player, partner, 0)
    hand_over(s, s.player, partner, give)
    hand_over(s, partner, s.player, want)
    close_offer(s)


def hand_over(s: Island, giver: i64, taker: i64, pack: i64) -> None:
    s.emit(codes.GAVE, giver, taker, pack)
    lose(s, giver, pack)
    gain(s, taker, pack)


def withdraw(s: Island) -> None:
    s.emit(codes.NO_DEAL, s.player, 0, 0)
    close_offer(s)


def close_offer(s: Island) -> None:
    s.phase = codes.MAIN
    s.give = 0
    s.want = 0
    s.asked = 0
    s.answers = s.answers[:]
    s.counter_give = s.counter_give[:]
    s.counter_want = s.counter_want[:]
    for seat in range(s.seats):
        s.answers[seat] = codes.PENDING
        s.counter_give[seat] = 0
        s.counter_want[seat] = 0
