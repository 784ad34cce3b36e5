"""A first look at actions: what is worth trying first, and what a quick player does in playouts."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, popcount
from kotva.games.settlers import board
from kotva.games.settlers.board import count
from kotva.games.settlers.evaluation.features import PIPS, greater, pieces, roads_short, site, throws_of
from kotva.games.settlers.evaluation.trade import makes_sense
from kotva.games.settlers.evaluation.values import deal_gain
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.longest import road_length
from kotva.games.settlers.rules.table import Island

ALL_KINDS = 31


def merit(s: Island, seat: i64, action: i64) -> i64:
    """How promising an action looks before it is tried, from 0 to 1000."""
    if action < board.CITY:
        if s.phase == codes.SETUP_SETTLEMENT:
            n: i64 = 100 + 35 * site(s, action - board.SETTLE, kinds_of(s, seat))
            return n if n < 1000 else 1000
        return 860 + 6 * site(s, action - board.SETTLE, ALL_KINDS)
    if action < board.ROAD:
        return 880 + 4 * site(s, action - board.CITY, ALL_KINDS)
    if action < board.MOVE:
        return road_merit(s, seat, action - board.ROAD)
    if action < board.ROBBER:
        return 20
    if action < board.STEAL:
        return robber_merit(s, seat, action - board.ROBBER)
    if action < board.DEAL:
        return 600 + 20 * s.points[action - board.STEAL]
    if action < board.PLENTY:
        return 500 if makes_sense(s, seat, action) else 5
    if action < board.BANK:
        return 560
    if action < board.BUY:
        return bank_merit(s, seat, action - board.BANK)
    if action == board.BUY:
        return 420
    if action == board.END:
        return 300
    if action == board.WIN:
        return 1000
    if action == board.PLAY_KNIGHT:
        return knight_merit(s, seat)
    if action == board.PLAY_ROADS:
        return 520
    if action == board.ACCEPT:
        return 700 if makes_sense(s, seat, action) else 5
    if action in (board.REJECT, board.WITHDRAW):
        return 300
    if action == board.SKIP:
        return 50
    if action >= board.COUNTER:
        return 40 if makes_sense(s, seat, action) else 1  # there are so many of them
    return 300


def kinds_of(s: Island, seat: i64) -> i64:
    """The mask of the resources that a seat's buildings bring."""
    kinds: i64 = 0
    for resource in range(i64(5)):
        if throws_of(s, seat, resource):
            kinds |= BIT[resource]
    return kinds


def road_merit(s: Island, seat: i64, edge: i64) -> i64:
    """Roads are for settlements and for the longest road: least when there is a place already, or when they lead to none."""
    if s.phase == codes.SETUP_ROAD:
        return 20 + 3 * prospect(s, seat, edge)
    if pieces(s, seat) >= 4 and pieces(s, seat) >= s.length and takes_longest(s, seat, edge):
        return 800
    if s.phase != codes.FREE_ROAD and s.reach[seat] & ~s.blocked and s.spare[seat * 3 + codes.SETTLEMENTS] > 0:
        return 20 + prospect(s, seat, edge) // 2
    return 20 + 3 * prospect(s, seat, edge)


def takes_longest(s: Island, seat: i64, edge: i64) -> bool:
    """SET-10.3: whether this road, and not only some road, would take the longest road."""
    if roads_short(s, seat) != 1:
        return False
    before: i64 = s.reach[seat]
    spare: i64 = s.spare[seat * 3 + codes.ROADS]
    s.road[edge] = seat
    s.reach[seat] = before | BIT[board.END_A[edge]] | BIT[board.END_B[edge]]
    s.spare[seat * 3 + codes.ROADS] = spare - 1
    length: i64 = road_length(s, seat)
    s.road[edge] = board.NONE
    s.reach[seat] = before
    s.spare[seat * 3 + codes.ROADS] = spare
    return length >= 5 and length > s.length


def prospect(s: Island, seat: i64, edge: i64) -> i64:
    """How good a place for a settlement a road leads to, at its end or one road further; 0 for none, at most 200."""
    own: i64 = s.reach[seat] | s.settlements[seat] | s.cities[seat]
    to: i64 = board.END_B[edge] if own & BIT[board.END_A[edge]] else board.END_A[edge]
    if own & BIT[to] or s.building[to] != 0:
        return 0
    if not s.blocked & BIT[to]:
        return 100 + 6 * site(s, to, ALL_KINDS)
    best: i64 = 0
    for i in range(to * 3, to * 3 + 3):
        next_: i64 = board.NEIGHBOUR[i]
        if next_ != board.NONE and s.road[board.VERTEX_EDGE[i]] == board.NONE and not (s.blocked | own) & BIT[next_]:
            best = greater(best, 60 + 5 * site(s, next_, ALL_KINDS))
    return best


def knight_merit(s: Island, seat: i64) -> i64:
    """A knight drives the robber off one's fields before the dice fall, or waits for a seven's turn."""
    if (s.settlements[seat] | s.cities[seat]) & board.HEX_MASK[s.robber]:
        return 650
    return 450 if s.phase == codes.BEFORE_ROLL or count(s.cards[seat], board.KNIGHT) > 1 else 350


def robber_merit(s: Island, seat: i64, hexagon: i64) -> i64:
    """Where it hurts the strong and not oneself."""
    if (s.settlements[seat] | s.cities[seat]) & board.HEX_MASK[hexagon]:
        return 10
    n: i64 = 0
    for other in range(s.seats):
        if other != seat:
            there: i64 = popcount(s.settlements[other] & board.HEX_MASK[hexagon])
            there += 2 * popcount(s.cities[other] & board.HEX_MASK[hexagon])
            n += there * (2 + s.points[other])
    m: i64 = 60 + n * PIPS[s.token[hexagon]] * 3
    return m if m < 900 else 900


def bank_merit(s: Island, seat: i64, number: i64) -> i64:
    rate: i64 = number // 5 % 3 + 2
    gain: i64 = deal_gain(s, seat, rate * board.UNIT[number // 15], board.UNIT[number % 5])
    if gain <= 0:
        return 30
    return 480 + gain // 16 if gain < 3200 else 680
