"""What a good position is: points, what the dice will bring, room to build, and how near the next building is.

Strength is measured in thousandths of a won game. It looks at whole states that were dealt from what a seat has seen, and
the deal keeps to the tally of cards that everybody saw come and go: bots count, but never see hidden cards.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.advice import Advice, rewards
from kotva.engine.arrays import BIT, Rng, ints, lowest, popcount
from kotva.engine.moves import Moves
from kotva.engine.state import OVER, State
from kotva.games.settlers.board import (
    ACCEPT,
    BANK,
    BUY,
    CARD_COST,
    CITY,
    CITY_COST,
    COUNTER,
    DEAL,
    END,
    HARBOUR_AT,
    HEX_MASK,
    KNIGHT,
    MOVE,
    NEIGHBOUR,
    NONE,
    PLAY_KNIGHT,
    PLAY_ROADS,
    PLENTY,
    REJECT,
    ROAD,
    ROAD_COST,
    ROBBER,
    SETTLE,
    SETTLEMENT_COST,
    SKIP,
    STEAL,
    UNIT,
    VERTEX_EDGE,
    VERTEX_HEX,
    VICTORY,
    WIN,
    WITHDRAW,
    count,
    covers,
    total,
)
from kotva.games.settlers.rules.building import is_cut
from kotva.games.settlers.rules.codes import (
    ACCEPTED,
    CITIES,
    COUNTERED,
    FREE_ROAD,
    PLACE_ROBBER,
    REJECTED,
    ROADS,
    ROB,
    SETTLEMENTS,
    SETUP_ROAD,
    SETUP_SETTLEMENT,
    STEALING,
    TRADING,
)
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.robber import has_victim

POINT: Final = 66  # what one victory point is worth
BOTHER: Final = 4  # what an offer has to bring at least: the others want to play, too
# How many of 36 throws bring a number.
PIPS: Final = ints([0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1])
# What a card of each resource is worth in the long run, in tenths: lumber, brick, wool, grain, ore.
WORTH: Final = ints([10, 10, 8, 11, 11])


class SettlersAdvice(Advice):
    """Values, a quick player for playouts and a first order of actions."""

    def values(self, s: State, out: vec[i64]) -> None:
        """Each seat's strength against the strongest of the others."""
        if s.to_act() == OVER:
            rewards(s, out)
            return
        assert isinstance(s, Settlers)
        seat: i64 = 0
        while seat < s.seats:
            out[seat] = strength(s, seat)
            seat += 1
        compare(out, s.seats)

    def horizon(self) -> i64:
        return 40

    def order(self, s: State, seat: i64, action: i64) -> i64:
        assert isinstance(s, Settlers)
        return merit(s, seat, action)

    def rollout(self, s: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The best by first sight, with some luck so that no two playouts are the same."""
        assert isinstance(s, Settlers)
        best: i64 = moves.a[0]
        most: i64 = -1
        i: i64 = 0
        while i < moves.n:
            action: i64 = moves.a[i]
            if action < COUNTER:  # quick players make no offers
                m: i64 = merit(s, seat, action) + rng.below(120)
                if m > most:
                    most = m
                    best = action
            i += 1
        return best


def compare(out: vec[i64], seats: i64) -> None:
    """Strengths become values: who is far ahead of the best opponent is near 1000."""
    first: i64 = 0
    second: i64 = 0
    sum_: i64 = 0
    seat: i64 = 0
    while seat < seats:
        x: i64 = out[seat]
        sum_ += x
        if x > first:
            second = first
            first = x
        elif x > second:
            second = x
        seat += 1
    seat = 0
    while seat < seats:
        rival: i64 = second if out[seat] == first else first
        others: i64 = (sum_ - out[seat]) // (seats - 1)
        v: i64 = 480 + out[seat] - (rival * 5 + others * 2) // 10
        out[seat] = 1 if v < 1 else 999 if v > 999 else v
        seat += 1


# -- strength --------------------------------------------------------------------------------------------------------


def strength(s: Settlers, seat: i64) -> i64:
    points: i64 = s.score(seat)
    n: i64 = points * POINT
    if points >= 9:
        n += 30
    n += production(s, seat) + room(s, seat) + hand_worth(s, seat, held(s, seat))
    n += cards_worth(s, seat) + pending(s, seat)
    return n if n > 0 else 0


def held(s: Settlers, seat: i64) -> i64:
    """The hand, without what is sealed for discarding."""
    return s.hand[seat] - s.sealed[seat] if s.sealed[seat] != NONE else s.hand[seat]


def production(s: Settlers, seat: i64) -> i64:
    """What the dice bring, a varied harvest more than a plain one; the robber's field counts a third."""
    mine: i64 = 0
    kinds: i64 = 0
    resource: i64 = 0
    while resource < 5:
        pips: i64 = 0
        number: i64 = 2
        while number <= 12:
            pack: i64 = s.income[number * 4 + seat]
            if pack:
                pips += PIPS[number] * count(pack, resource)
            number += 1
        if s.robber != NONE and s.terrain[s.robber] == resource:
            lost: i64 = popcount(s.settlements[seat] & HEX_MASK[s.robber])
            lost += 2 * popcount(s.cities[seat] & HEX_MASK[s.robber])
            mine -= lost * PIPS[s.token[s.robber]] * 3
        if pips:
            kinds += 1
            mine += pips * WORTH[resource] * 5 // 10
            rate: i64 = count(s.rates[seat], resource)
            mine += pips * (4 - rate)
        resource += 1
    return mine + kinds * 9


def site(s: Settlers, vertex: i64) -> i64:
    """How good a place for a settlement is: its throws, and a harbour."""
    n: i64 = 0
    i: i64 = vertex * 3
    end: i64 = i + 3
    while i < end and VERTEX_HEX[i] != NONE:
        n += PIPS[s.token[VERTEX_HEX[i]]]
        i += 1
    return n + 2 if HARBOUR_AT[vertex] != NONE else n


def room(s: Settlers, seat: i64) -> i64:
    """Where the next settlement could stand: at once, after one road, after two."""
    if s.spare[seat * 3 + SETTLEMENTS] == 0:
        return 12
    now: i64 = 0
    free: i64 = 0
    mask: i64 = s.reach[seat] & ~s.blocked
    while mask:
        v: i64 = lowest(mask)
        mask &= mask - 1
        free += 1
        n: i64 = site(s, v)
        if n > now:
            now = n
    best: i64 = 18 + 2 * now + 4 * (free if free < 4 else 4) if free else 0
    ends: i64 = s.reach[seat] | s.settlements[seat] | s.cities[seat]
    while ends:
        v = lowest(ends)
        ends &= ends - 1
        if not is_cut(s, seat, v):
            n = beyond(s, v)
            if n > best:
                best = n
    return best + (15 - s.spare[seat * 3 + ROADS])


def beyond(s: Settlers, vertex: i64) -> i64:
    """The best place one or two roads from a vertex."""
    best: i64 = 0
    i: i64 = vertex * 3
    end: i64 = i + 3
    while i < end:
        if NEIGHBOUR[i] != NONE and s.road[VERTEX_EDGE[i]] == NONE:
            u: i64 = NEIGHBOUR[i]
            if not s.blocked & BIT[u]:
                n: i64 = 9 + site(s, u) * 3 // 2
                if n > best:
                    best = n
            if s.building[u] == 0:
                j: i64 = u * 3
                last: i64 = j + 3
                while j < last:
                    w: i64 = NEIGHBOUR[j]
                    if w != NONE and w != vertex and not s.blocked & BIT[w] and s.road[VERTEX_EDGE[j]] == NONE:
                        n = 3 + site(s, w)
                        if n > best:
                            best = n
                    j += 1
        i += 1
    return best


def hand_worth(s: Settlers, seat: i64, hand: i64) -> i64:
    """How near the cards bring the best thing to build, and a little for every other card; too many are a risk."""
    best: i64 = progress(hand, CARD_COST, 3, 13)
    n: i64 = progress(hand, ROAD_COST, 2, 8)
    if n > best:
        best = n
    if s.spare[seat * 3 + SETTLEMENTS] > 0:
        n = progress(hand, SETTLEMENT_COST, 4, 58 if s.reach[seat] & ~s.blocked else 26)
        if n > best:
            best = n
    if s.settlements[seat] and s.spare[seat * 3 + CITIES] > 0:
        n = progress(hand, CITY_COST, 5, 62)
        if n > best:
            best = n
    cards: i64 = total(hand)
    best += 2 * cards
    return best - 4 * (cards - 7) if cards > 7 else best


def progress(hand: i64, cost: i64, cards: i64, worth: i64) -> i64:
    """The worth of what is there of a cost: a quarter when half is there, all of it when nothing is missing."""
    have: i64 = 0
    kind: i64 = 0
    while kind < 5:
        need: i64 = count(cost, kind)
        if need:
            got: i64 = count(hand, kind)
            have += got if got < need else need
        kind += 1
    return worth * have * have // (cards * cards)


def cards_worth(s: Settlers, seat: i64) -> i64:
    """Knights, open and in hand, and progress cards; victory points are counted as points."""
    unplayed: i64 = s.cards[seat]
    if seat == s.player:
        unplayed += s.fresh
    knights: i64 = count(unplayed, KNIGHT)
    n: i64 = 16 * (knights + s.army[seat]) + 18 * (total(unplayed) - knights - count(unplayed, VICTORY))
    if s.largest != seat:
        missing: i64 = army_needed(s, seat) - s.army[seat] - knights
        if missing <= 0:
            n += 24  # the largest army is in the hand
        elif missing == 1:
            n += 10
    return n


def army_needed(s: Settlers, seat: i64) -> i64:
    """How many open knights would take the largest army (SET-10.5)."""
    need: i64 = 3
    other: i64 = 0
    while other < s.seats:
        if other != seat and s.army[other] >= need:
            need = s.army[other] + 1
        other += 1
    return need


def pending(s: Settlers, seat: i64) -> i64:
    """What is about to come: a robber to place, a card to take, free roads, a deal."""
    if s.phase == TRADING:
        return deal_hope(s, seat)
    if seat != s.player:
        return 0
    if s.phase == PLACE_ROBBER:
        return 12
    if s.phase == FREE_ROAD:
        return 7 * s.free
    if s.phase == STEALING or (s.phase == ROB and has_victim(s)):
        return 3
    return 0


# -- trade -----------------------------------------------------------------------------------------------------------


def deal_gain(s: Settlers, seat: i64, give: i64, take: i64) -> i64:
    """What an exchange would bring a hand."""
    hand: i64 = s.hand[seat]
    return hand_worth(s, seat, hand - give + take) - hand_worth(s, seat, hand)


def deal_hope(s: Settlers, seat: i64) -> i64:
    """In an open offer: the gain of the deal that may come of it; nothing comes of an offer that nobody would take."""
    if seat == s.player:
        best: i64 = -BOTHER * s.offers
        partner: i64 = 0
        while partner < s.seats:
            if s.asked & BIT[partner] and s.answers[partner] != REJECTED:
                n: i64 = hope_with(s, seat, partner)
                if n > best:
                    best = n
            partner += 1
        return best
    if not s.asked & BIT[seat]:
        return 0
    if s.answers[seat] == ACCEPTED:
        return deal_gain(s, seat, s.want, s.give) - rival_gain(s, s.player, s.give, s.want)
    if s.answers[seat] == COUNTERED:
        give: i64 = s.counter_give[seat]
        want: i64 = s.counter_want[seat]
        if not covers(s.hand[s.player], want) or deal_gain(s, s.player, want, give) <= 8:
            return -1
        return (deal_gain(s, seat, give, want) - rival_gain(s, s.player, want, give)) * 7 // 10 - BOTHER
    return 0


def hope_with(s: Settlers, seat: i64, partner: i64) -> i64:
    """What the offerer may expect of one of those he asked."""
    if s.answers[partner] == COUNTERED:
        give: i64 = s.counter_want[partner]
        want: i64 = s.counter_give[partner]
        if not covers(s.hand[seat], give):
            return -BOTHER
        return deal_gain(s, seat, give, want) - rival_gain(s, partner, want, give)
    if not covers(s.hand[partner], s.want):
        return -BOTHER * s.offers
    n: i64 = deal_gain(s, seat, s.give, s.want) - rival_gain(s, partner, s.want, s.give)
    if s.answers[partner] == ACCEPTED:
        return n
    if deal_gain(s, partner, s.want, s.give) - rival_gain(s, seat, s.give, s.want) <= 0:
        return -BOTHER * s.offers
    return n * 6 // 10 - BOTHER * s.offers


def rival_gain(s: Settlers, seat: i64, give: i64, take: i64) -> i64:
    """How much the other side's gain hurts: more the nearer he is to winning."""
    n: i64 = deal_gain(s, seat, give, take)
    if n < 0:
        n = 0
    return n // 3 if s.points[seat] < 7 else n + 10


# -- a first look at actions -----------------------------------------------------------------------------------------


def merit(s: Settlers, seat: i64, action: i64) -> i64:
    """How promising an action looks before it is tried, from 0 to 1000."""
    if action < CITY:
        if s.phase == SETUP_SETTLEMENT:
            return 200 + 45 * site(s, action - SETTLE)
        return 860 + 6 * site(s, action - SETTLE)
    if action < ROAD:
        return 880 + 4 * site(s, action - CITY)
    if action < MOVE:
        return road_merit(s, seat)
    if action < ROBBER:
        return 20
    if action < STEAL:
        return robber_merit(s, seat, action - ROBBER)
    if action < DEAL:
        return 600 + 20 * s.points[action - STEAL]
    if action < PLENTY:
        return 500
    if action < BANK:
        return 560
    if action < BUY:
        return bank_merit(s, seat, action - BANK)
    if action == BUY:
        return 420
    if action == END:
        return 300
    if action == WIN:
        return 1000
    if action == PLAY_KNIGHT:
        return 450
    if action == PLAY_ROADS:
        return 520
    if action == ACCEPT:
        gain: i64 = deal_gain(s, seat, s.want, s.give) - rival_gain(s, s.player, s.give, s.want)
        return 700 if gain > 0 else 60
    if action in (REJECT, WITHDRAW):
        return 300
    if action == SKIP:
        return 50
    if action >= COUNTER:
        return 2  # there are so many of them
    return 300


def road_merit(s: Settlers, seat: i64) -> i64:
    """Roads are for settlements: least when there is a place already."""
    if s.phase == SETUP_ROAD or s.phase == FREE_ROAD:
        return 400
    if s.reach[seat] & ~s.blocked and s.spare[seat * 3 + SETTLEMENTS] > 0:
        return 120
    return 460


def robber_merit(s: Settlers, seat: i64, hexagon: i64) -> i64:
    """Where it hurts the strong and not oneself."""
    if (s.settlements[seat] | s.cities[seat]) & HEX_MASK[hexagon]:
        return 10
    n: i64 = 0
    other: i64 = 0
    while other < s.seats:
        if other != seat:
            there: i64 = popcount(s.settlements[other] & HEX_MASK[hexagon])
            there += 2 * popcount(s.cities[other] & HEX_MASK[hexagon])
            n += there * (2 + s.points[other])
        other += 1
    m: i64 = 60 + n * PIPS[s.token[hexagon]] * 3
    return m if m < 900 else 900


def bank_merit(s: Settlers, seat: i64, number: i64) -> i64:
    rate: i64 = number // 5 % 3 + 2
    gain: i64 = deal_gain(s, seat, rate * UNIT[number // 15], UNIT[number % 5])
    return 480 + gain if gain > 0 else 30


ADVICE: Final = SettlersAdvice()
