"""Trade as people do it: what a deal brings both sides, which offers make sense, and with whom nobody trades."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers, pack_of, total
from kotva.games.settlers.evaluation.values import deal_gain
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.table import Island

NEAR_WIN: Final = 8  # public points: with a hidden one, or two for a special card, such a player wins in the next turn
OFFERS: Final = 2  # so many a turn: the others want to play, too
BOTHER: Final = 200  # what an offer has to bring at least, in strength (4096: see `values`)


# -- what a deal brings ----------------------------------------------------------------------------------------------


def expect_deal(s: Island, strengths: vec[i64], chances: vec[i64]) -> None:
    """Add to the strengths what the open offer may bring its two sides; third parties lose by it through the chances."""
    me: i64 = s.player
    best: i64 = -BOTHER * s.offers
    with_: i64 = -1
    mine: i64 = 0
    theirs: i64 = 0
    for partner in range(s.seats):
        if s.asked & BIT[partner] and s.answers[partner] != codes.REJECTED and not is_near_win(s, partner):
            give: i64 = s.give
            want: i64 = s.want
            if s.answers[partner] == codes.COUNTERED:
                give = s.counter_want[partner]
                want = s.counter_give[partner]
            if covers(s.hand[partner], want) and covers(s.hand[me], give):
                a: i64 = deal_gain(s, me, give, want)
                b: i64 = deal_gain(s, partner, want, give)
                n: i64 = a - hurt(b, chances[partner], chances[me])
                if s.answers[partner] == codes.PENDING:
                    if is_near_win(s, me) or b - hurt(a, chances[me], chances[partner]) <= 0:
                        n = -BOTHER * s.offers  # it would be refused
                    else:
                        n = n * 6 // 10 - BOTHER * s.offers
                if n > best:
                    best = n
                    with_ = partner
                    mine = a
                    theirs = b
    if with_ < 0:
        strengths[me] -= BOTHER * s.offers
    elif s.answers[with_] == codes.PENDING:
        strengths[me] += mine * 6 // 10 - BOTHER * s.offers
        strengths[with_] += theirs * 6 // 10
    else:
        strengths[me] += mine
        strengths[with_] += theirs


def hurt(gain: i64, other: i64, mine: i64) -> i64:
    """What the other side's gain takes from mine: as much as its share in the chances that are not mine."""
    return gain * other // (1001 - mine) if gain > 0 else 0


# -- manners ---------------------------------------------------------------------------------------------------------


def is_near_win(s: Island, seat: i64) -> bool:
    """Whether everybody sees that a player may win in the next turn: nobody trades with this player."""
    return s.points[seat] >= NEAR_WIN


def makes_sense(s: Island, seat: i64, action: i64) -> bool:
    """Whether a well-mannered player thinks of an action at all; looks at nothing that the seat may not know."""
    if action >= board.OFFER:
        pair: i64 = action - board.OFFER if action < board.OFFER_TO else (action - board.OFFER_TO) // board.SEAT_SETS
        asked: i64 = BIT[s.seats] - 1 if action < board.OFFER_TO else (action - board.OFFER_TO) % board.SEAT_SETS
        return may_offer(s, seat, pack_of(pair // board.CHOICES), pack_of(pair % board.CHOICES), asked & ~BIT[seat])
    if action >= board.COUNTER:
        pair = action - board.COUNTER
        return may_counter(s, seat, pack_of(pair // board.CHOICES), pack_of(pair % board.CHOICES))
    if action == board.ACCEPT:
        return not is_near_win(s, s.player) and deal_gain(s, seat, s.want, s.give) > 0
    if action >= board.DEAL and action < board.PLENTY:
        return may_deal(s, seat, action - board.DEAL)
    if action >= board.MOVE and action < board.STEAL:
        return (
            action >= board.ROBBER and s.phase == codes.PLACE_ROBBER
        )  # a second try changes nothing for a bot (SET-6.8, 8.1)
    return action != board.END or not can_build(s, seat)


def can_build(s: Island, seat: i64) -> bool:
    """Whether a settlement or a city can be built at once: nobody ends the turn then."""
    hand: i64 = s.hand[seat]
    if covers(hand, board.CITY_COST) and s.settlements[seat] and s.spare[seat * 3 + codes.CITIES] > 0:
        return True
    return (
        covers(hand, board.SETTLEMENT_COST)
        and s.spare[seat * 3 + codes.SETTLEMENTS] > 0
        and s.reach[seat] & ~s.blocked != 0
    )


def may_offer(s: Island, seat: i64, give: i64, want: i64, asked: i64) -> bool:
    """At most two offers a turn: first one card for one; without a taker, a card may be added. So none is made twice.

    It must bring something oneself, be no worse than the bank, and somebody who is not about to win may have what is wanted.
    """
    if s.offers >= OFFERS or is_near_win(s, seat) or total(want) != 1 or total(give) != s.offers + 1:
        return False
    if is_banked(s, seat, give) or deal_gain(s, seat, give, want) <= BOTHER:
        return False
    for other in range(s.seats):
        if asked & BIT[other] and not is_near_win(s, other) and may_hold(s, other, want):
            return True
    return False


def repeat_key(s: Island, seat: i64, action: i64) -> i64:
    """The same offer is not made again while all hands are as they were, as far as one can see; in a next turn neither."""
    if action < board.OFFER:
        return 0
    n: i64 = action % 999_999_937
    for other in range(s.seats):
        n = (n * 8191 + s.sure[other] % 999_999_937 * 64 + total(s.hand[other])) % 999_999_999_989
    return (n * 8191 + s.hand[seat] % 999_999_937) % 999_999_999_989 + 1


def is_banked(s: Island, seat: i64, give: i64) -> bool:
    """Whether the bank would take these cards for one of any kind."""
    for kind in range(i64(5)):
        if count(give, kind) >= count(s.rates[seat], kind):
            return True
    return False


def may_hold(s: Island, seat: i64, want: i64) -> bool:
    """Whether a hand may hold cards as far as anybody can tell."""
    hand: i64 = s.hand[seat]
    if hand < board.UNKNOWN:
        return covers(hand, want)
    return covers(s.sure[seat], want) or total(hand) > total(s.sure[seat])


def may_counter(s: Island, seat: i64, give: i64, want: i64) -> bool:
    """An answer to what was asked: it gives what was wanted, or takes what was offered, card for card, and brings something."""
    if is_near_win(s, s.player) or total(give) < total(want):
        return False
    if not covers(give, s.want) and not covers(s.give, want):
        return False
    return deal_gain(s, seat, give, want) > BOTHER and may_hold(s, s.player, want)


def may_deal(s: Island, seat: i64, partner: i64) -> bool:
    """Not with a player about to win, and not at a loss."""
    if is_near_win(s, partner):
        return False
    if s.answers[partner] == codes.ACCEPTED:
        return deal_gain(s, seat, s.give, s.want) > 0
    return deal_gain(s, seat, s.counter_want[partner], s.counter_give[partner]) > 0
