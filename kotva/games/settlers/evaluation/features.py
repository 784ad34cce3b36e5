"""What is looked at in a position: for each seat a row of whole numbers, the same for bots and for `benchmarks.calibrate`.

A seat's strength follows from its row by weights that were fitted to who won in records of self-play (`values.strength`). So
every number here is something that a player would look at, and none is worth anything by itself.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, ints, lowest, popcount
from kotva.games.settlers import board
from kotva.games.settlers.board import count, total
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.longest import is_cut, road_length
from kotva.games.settlers.rules.table import Island

# How many of 36 throws bring a number.
PIPS: Final = ints([0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1])
# What a card of each resource is worth in the long run, in tenths: lumber, brick, wool, grain, ore.
WORTH: Final = ints([10, 10, 8, 11, 11])
GRAIN: Final = 8  # as masks of resources
ORE: Final = 16
MANY: Final = 9

# -- places in the row -----------------------------------------------------------------------------------------------

POINT: Final = 0  # + all points, hidden ones included, at most 10: one of these is 1
HARVEST: Final = 11  # throws, each by the worth of its resource
AHEAD: Final = 12  # the same times the points still missing
VARIETY: Final = 13  # different resources that come
NO_ORE: Final = 14
NO_GRAIN: Final = 15
BARRED: Final = 16  # throws of the robber's field
HARBOURS: Final = 17  # throws times what a harbour saves
ROOM: Final = 18  # places to settle, now or after a road or two
ROOM_AHEAD: Final = 19  # the same times the points still missing
NO_PIECE: Final = 20  # all settlements are on the board
ROAD_HELD: Final = 21  # + lead over the next, at most 2: the holder of the longest road
ROAD_SHORT: Final = 24  # + 0, 1, 2: so many roads (one, two, three) would take it
ARMY_HELD: Final = 27  # + lead over the next with what they hold open, at most 2
ARMY_SHORT: Final = 30  # + 0, 1: knights to buy before one can take it
KNIGHTS: Final = 32  # open ones and those in hand
PROGRESS: Final = 33  # progress cards in hand
UNFOUNDED: Final = 34  # + 0, 1: one or two founding settlements to place
WAIT: Final = 36  # turns of others before one's next throw
TO_ROB: Final = 37  # about to place the robber
TO_STEAL: Final = 38  # about to take a card
TO_PAVE: Final = 39  # free roads left
NEAR: Final = 40  # how near the cards bring the best thing to build, see `look_at_hand`
CARDS: Final = 41  # at most those that are safe
EXCESS: Final = 42  # what a seven may take half of
THROWS: Final = 43  # + resource: how many cards of it 36 throws bring
BUILT: Final = 48  # + 0, 1, 2: cities, settlements, roads
SCORE: Final = 51  # all points once more, as a number
ARMY: Final = 52  # open knights
FEATURES: Final = 53

# What the things to build are worth to a hand that holds their price: the price and what they bring.
CITY_AIM: Final = 62
SITE_AIM: Final = 58
FAR_AIM: Final = 26  # a settlement without a place for it yet
CARD_AIM: Final = 13
ROAD_AIM: Final = 8
LONGEST_AIM: Final = 26  # a road when one or two would take the longest road


def look(s: Island, seat: i64, row: vec[i64]) -> None:
    """Fill the row of a seat."""
    for i in range(i64(FEATURES)):
        row[i] = 0
    points: i64 = s.points[seat] + count(s.cards[seat], board.VICTORY)
    if seat == s.player:
        points += count(s.fresh, board.VICTORY)
    row[POINT + (points if points < 10 else 10)] = 1
    row[SCORE] = points
    row[BUILT] = popcount(s.cities[seat])
    row[BUILT + 1] = popcount(s.settlements[seat])
    row[BUILT + 2] = pieces(s, seat)
    kinds: i64 = look_at_harvest(s, seat, points, row)
    sites: i64 = look_for_room(s, seat, kinds, points, row)
    short: i64 = look_at_roads(s, seat, row)
    look_at_army(s, seat, row)
    look_at_turn(s, seat, row)
    look_at_hand(s, seat, held(s, seat), sites, short <= 2, row)


def held(s: Island, seat: i64) -> i64:
    """The hand, without what is sealed for discarding."""
    return s.hand[seat] - s.sealed[seat] if s.sealed[seat] != board.NONE else s.hand[seat]


# -- what the dice bring ---------------------------------------------------------------------------------------------


def look_at_harvest(s: Island, seat: i64, points: i64, row: vec[i64]) -> i64:
    """Throws by resource, harbours, the robber; the mask of the resources that come."""
    kinds: i64 = 0
    worth: i64 = 0
    saved: i64 = 0
    for resource in range(i64(5)):
        pips: i64 = throws_of(s, seat, resource)
        if pips:
            kinds |= BIT[resource]
            worth += pips * WORTH[resource]
            saved += pips * (4 - count(s.rates[seat], resource))
            row[VARIETY] += 1
            row[THROWS + resource] = pips
    row[HARVEST] = worth
    row[AHEAD] = worth * (10 - points if points < 10 else 0)
    row[HARBOURS] = saved
    row[NO_ORE] = 0 if kinds & ORE else 1
    row[NO_GRAIN] = 0 if kinds & GRAIN else 1
    if s.robber != board.NONE:
        there: i64 = popcount(s.settlements[seat] & board.HEX_MASK[s.robber])
        there += 2 * popcount(s.cities[seat] & board.HEX_MASK[s.robber])
        row[BARRED] = there * PIPS[s.token[s.robber]]
    return kinds


def throws_of(s: Island, seat: i64, resource: i64) -> i64:
    """How many cards of a resource 36 throws bring a seat, the robber aside."""
    pips: i64 = 0
    for number in range(2, i64(13)):
        pack: i64 = s.income[number * 4 + seat]
        if pack:
            pips += PIPS[number] * count(pack, resource)
    return pips


# -- where to settle -------------------------------------------------------------------------------------------------


def site(s: Island, vertex: i64, kinds: i64) -> i64:
    """How good a place for a settlement is: its throws, more for a resource that does not come yet, and a harbour."""
    n: i64 = 0
    i: i64 = vertex * 3
    end: i64 = i + 3
    while i < end and board.VERTEX_HEX[i] != board.NONE:
        hexagon: i64 = board.VERTEX_HEX[i]
        if s.token[hexagon]:
            n += PIPS[s.token[hexagon]]
            if not kinds & BIT[s.terrain[hexagon]]:
                n += 2
        i += 1
    return n + 2 if board.HARBOUR_AT[vertex] != board.NONE else n


def look_for_room(s: Island, seat: i64, kinds: i64, points: i64, row: vec[i64]) -> i64:
    """Where the next settlement could stand: at once, after one road, after two. How many places there are at once."""
    if s.spare[seat * 3 + codes.SETTLEMENTS] == 0:
        row[NO_PIECE] = 1
        return 0
    free: i64 = 0
    now: i64 = 0
    mask: i64 = s.reach[seat] & ~s.blocked
    while mask:
        v: i64 = lowest(mask)
        mask &= mask - 1
        free += 1
        n: i64 = site(s, v, kinds)
        if n > now:
            now = n
    best: i64 = 18 + 2 * now + 4 * (free if free < 4 else 4) if free else 0
    if s.spare[seat * 3 + codes.ROADS]:
        ends: i64 = s.reach[seat] | s.settlements[seat] | s.cities[seat]
        while ends:
            v = lowest(ends)
            ends &= ends - 1
            if not is_cut(s, seat, v):
                n = beyond(s, v, kinds)
                if n > best:
                    best = n
    row[ROOM] = best
    row[ROOM_AHEAD] = best * (10 - points if points < 10 else 0)
    return free


def beyond(s: Island, vertex: i64, kinds: i64) -> i64:
    """The best place one or two roads from a vertex."""
    best: i64 = 0
    for i in range(vertex * 3, vertex * 3 + 3):
        if board.NEIGHBOUR[i] != board.NONE and s.road[board.VERTEX_EDGE[i]] == board.NONE:
            u: i64 = board.NEIGHBOUR[i]
            if not s.blocked & BIT[u]:
                n: i64 = 9 + site(s, u, kinds) * 3 // 2
                if n > best:
                    best = n
            if s.building[u] == 0:
                for j in range(u * 3, u * 3 + 3):
                    w: i64 = board.NEIGHBOUR[j]
                    if (
                        w != board.NONE
                        and w != vertex
                        and not s.blocked & BIT[w]
                        and s.road[board.VERTEX_EDGE[j]] == board.NONE
                    ):
                        n = 3 + site(s, w, kinds)
                        if n > best:
                            best = n
    return best


# -- longest road, largest army ---------------------------------------------------------------------------------------


def pieces(s: Island, seat: i64) -> i64:
    return board.ROADS_EACH - s.spare[seat * 3 + codes.ROADS]


def look_at_roads(s: Island, seat: i64, row: vec[i64]) -> i64:
    """SET-10.3: the lead of the holder, or how many roads would take the card; these, or 9 where they are many."""
    if s.longest == seat:
        second: i64 = 0
        for other in range(s.seats):
            if other != seat and pieces(s, other) > second and pieces(s, other) >= 3:
                length: i64 = road_length(s, other)
                if length > second:
                    second = length
        lead: i64 = s.length - second
        row[ROAD_HELD + (2 if lead > 2 else lead if lead > 0 else 0)] = 1
        return MANY
    short: i64 = roads_short(s, seat)
    if short <= 3:
        row[ROAD_SHORT + short - 1] = 1
    return short


def roads_short(s: Island, seat: i64) -> i64:
    """How many roads would take the longest road at least; 9 for many, and for its holder."""
    need: i64 = s.length + 1 if s.length >= 5 else 5
    if s.longest == seat or pieces(s, seat) + 3 < need:
        return MANY
    short: i64 = need - road_length(s, seat)
    if short < 1:
        short = 1  # tied for a card that lies aside (SET-10.3 d)
    return short if short <= 3 and short <= s.spare[seat * 3 + codes.ROADS] else MANY


def army_needed(s: Island, seat: i64) -> i64:
    """How many open knights would take the largest army (SET-10.5)."""
    need: i64 = 3
    for other in range(s.seats):
        if other != seat and s.army[other] >= need:
            need = s.army[other] + 1
    return need


def look_at_army(s: Island, seat: i64, row: vec[i64]) -> None:
    """Cards in hand, and how near the largest army is, or how safe."""
    unplayed: i64 = s.cards[seat]
    if seat == s.player:
        unplayed += s.fresh
    knights: i64 = count(unplayed, board.KNIGHT)
    row[ARMY] = s.army[seat]
    row[KNIGHTS] = s.army[seat] + knights
    row[PROGRESS] = total(unplayed) - knights - count(unplayed, board.VICTORY)
    if s.largest == seat:
        lead: i64 = s.army[seat] + knights + 1 - army_needed(s, seat)
        row[ARMY_HELD + (2 if lead > 2 else lead if lead > 0 else 0)] = 1
        return
    short: i64 = army_needed(s, seat) - s.army[seat] - knights
    if short < 2:
        row[ARMY_SHORT + (short if short > 0 else 0)] = 1


# -- whose turn ------------------------------------------------------------------------------------------------------


def look_at_turn(s: Island, seat: i64, row: vec[i64]) -> None:
    """How long until one's next throw, and what is under way."""
    if s.round == 0:
        placed: i64 = popcount(s.settlements[seat])
        if placed < 2:
            row[UNFOUNDED + 1 - placed] = 1
        row[WAIT] = (seat - s.first + s.seats) % s.seats if s.first != board.NONE else 0
        return
    wait: i64 = (seat - s.player + s.seats) % s.seats
    if wait:
        row[WAIT] = wait
        return
    if s.back == codes.MAIN and s.phase != codes.BEFORE_ROLL and s.phase != codes.ROLLING:
        row[WAIT] = s.seats - 1  # the dice are thrown; to end the turn changes nothing in that
    if s.phase == codes.PLACE_ROBBER:
        row[TO_ROB] = 1
    elif s.phase == codes.STEALING or s.phase == codes.ROB:
        row[TO_STEAL] = 1
    elif s.phase == codes.FREE_ROAD:
        row[TO_PAVE] = s.free


# -- cards -----------------------------------------------------------------------------------------------------------


def look_at_hand(s: Island, seat: i64, hand: i64, sites: i64, aims: bool, row: vec[i64]) -> None:
    """How near the cards bring the best thing to build; `aims`: whether a road or two would take the longest road."""
    best: i64 = near(hand, board.CARD_COST, 3, CARD_AIM)
    if s.spare[seat * 3 + codes.ROADS] > 0:
        best = greater(best, near(hand, board.ROAD_COST, 2, LONGEST_AIM if aims else ROAD_AIM))
    if s.spare[seat * 3 + codes.SETTLEMENTS] > 0:
        best = greater(best, near(hand, board.SETTLEMENT_COST, 4, SITE_AIM if sites else FAR_AIM))
    if s.settlements[seat] and s.spare[seat * 3 + codes.CITIES] > 0:
        best = greater(best, near(hand, board.CITY_COST, 5, CITY_AIM))
    cards: i64 = total(hand)
    row[NEAR] = best
    row[CARDS] = cards if cards < board.SAFE_HAND else board.SAFE_HAND
    row[EXCESS] = cards - board.SAFE_HAND if cards > board.SAFE_HAND else 0


def greater(a: i64, b: i64) -> i64:
    return a if a > b else b


def near(hand: i64, cost: i64, cards: i64, aim: i64) -> i64:
    """The worth of what is there of a cost: a quarter when half is there, all of it when nothing is missing."""
    have: i64 = 0
    for kind in range(i64(5)):
        need: i64 = count(cost, kind)
        if need:
            got: i64 = count(hand, kind)
            have += got if got < need else need
    return aim * have * have // (cards * cards)
