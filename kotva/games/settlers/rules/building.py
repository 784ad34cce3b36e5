"""Building (SET-7), taking back a road (SET-8)."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, lowest
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.longest import judge_all, judge_road
from kotva.games.settlers.rules.points import check_win, pay
from kotva.games.settlers.rules.signs import crossing_signs, path_signs
from kotva.games.settlers.rules.table import Island

# -- tables that follow the pieces -----------------------------------------------------------------------------------


def put_building(s: Island, seat: i64, vertex: i64, city: bool) -> None:
    """A settlement or city comes to stand on a vertex: masks, income, rates and open roads follow."""
    bit: i64 = BIT[vertex]
    if s.building[vertex]:
        s.settlements[seat] -= bit
        s.spare[seat * 3 + codes.SETTLEMENTS] += 1  # SET-7.5
    else:
        s.blocked |= board.NEAR[vertex]
        serve_harbour(s, seat, vertex)
    if city:
        s.building[vertex] = seat + 5
        s.cities[seat] += bit
        s.spare[seat * 3 + codes.CITIES] -= 1
    else:
        s.building[vertex] = seat + 1
        s.settlements[seat] += bit
        s.spare[seat * 3 + codes.SETTLEMENTS] -= 1
    s.points[seat] += 1
    i: i64 = vertex * 3
    end: i64 = i + 3
    while i < end and board.VERTEX_HEX[i] != board.NONE:
        hexagon: i64 = board.VERTEX_HEX[i]
        if s.token[hexagon]:
            s.income[s.token[hexagon] * 4 + seat] += board.UNIT[s.terrain[hexagon]]
        i += 1


def serve_harbour(s: Island, seat: i64, vertex: i64) -> None:
    """SET-11.2: the rates of a player who builds on a quay; SET-11.4: from now on."""
    if board.HARBOUR_AT[vertex] == board.NONE:
        return
    kind: i64 = s.harbour[board.HARBOUR_AT[vertex]]
    for resource in range(i64(5)):
        rate: i64 = 2 if kind == resource else 3 if kind == board.GENERAL else 4
        now: i64 = count(s.rates[seat], resource)
        if rate < now:
            s.rates[seat] -= (now - rate) * board.UNIT[resource]


def put_road(s: Island, seat: i64, edge: i64) -> None:
    """A road comes to lie on an edge."""
    s.road[edge] = seat
    s.spare[seat * 3 + codes.ROADS] -= 1
    if edge < board.HALF:
        s.low_taken |= BIT[edge]
    else:
        s.high_taken |= BIT[edge - board.HALF]
    open_end(s, seat, board.END_A[edge])
    open_end(s, seat, board.END_B[edge])


def open_end(s: Island, seat: i64, vertex: i64) -> None:
    """A road of the seat ends here: it may settle and, where no opponent has built, continue (SET-7.3)."""
    s.reach[seat] |= BIT[vertex]
    owner: i64 = s.building[vertex]
    if owner == 0 or (owner - 1) % 4 == seat:
        s.low[seat] |= board.LOW_EDGES[vertex]
        s.high[seat] |= board.HIGH_EDGES[vertex]


def open_ends(s: Island, seat: i64) -> None:
    """All of them anew, after something was closed or taken away."""
    s.reach[seat] = 0
    s.low[seat] = 0
    s.high[seat] = 0
    for edge in range(i64(board.EDGES)):
        if s.road[edge] == seat:
            open_end(s, seat, board.END_A[edge])
            open_end(s, seat, board.END_B[edge])
    for vertex in range(i64(board.VERTICES)):
        if s.building[vertex] and (s.building[vertex] - 1) % 4 == seat:
            s.low[seat] |= board.LOW_EDGES[vertex]
            s.high[seat] |= board.HIGH_EDGES[vertex]


def is_taken(s: Island, edge: i64) -> bool:
    return s.road[edge] != board.NONE


# -- roads (SET-7.2, 7.3) --------------------------------------------------------------------------------------------


def edge_forbidden(s: Island, seat: i64, edge: i64) -> i64:
    """SET-7.2: an empty edge joined to an own building or road; SET-7.3: not through an opponent's building."""
    if is_taken(s, edge):
        return codes.SET_7_2
    joined: i64 = s.low[seat] & BIT[edge] if edge < board.HALF else s.high[seat] & BIT[edge - board.HALF]
    if joined:
        return OK
    return codes.SET_7_3 if s.reach[seat] & (BIT[board.END_A[edge]] | BIT[board.END_B[edge]]) else codes.SET_7_2


def has_edge(s: Island, seat: i64) -> bool:
    """Whether some edge is legal for a road."""
    return (s.low[seat] & ~s.low_taken) != 0 or (s.high[seat] & ~s.high_taken) != 0


def list_edges(s: Island, seat: i64, base: i64, out: Moves) -> None:
    """Every legal edge as an action of the family that begins at `base`."""
    mask: i64 = s.low[seat] & ~s.low_taken
    while mask:
        out.add(base + lowest(mask))
        mask &= mask - 1
    mask = s.high[seat] & ~s.high_taken
    while mask:
        out.add(base + board.HALF + lowest(mask))
        mask &= mask - 1


def road_forbidden(s: Island, seat: i64, edge: i64) -> i64:
    """A road in MAIN (SET-7.1) or by the road building card, free of charge (SET-9.6)."""
    if s.spare[seat * 3 + codes.ROADS] == 0:
        return codes.SET_7_8
    if s.phase == codes.MAIN and not covers(s.hand[seat], board.ROAD_COST):
        return codes.SET_7_1
    return edge_forbidden(s, seat, edge)


def build_road(s: Island, seat: i64, edge: i64) -> None:
    """The road is remembered, with what was before it, so that it can be moved (SET-8.2)."""
    s.laid = edge
    s.moved = 0
    s.was_longest = s.longest
    s.was_length = s.length
    s.was_phase = s.phase
    s.was_free = s.free
    s.emit(codes.PAVED, seat, edge, path_signs(s, edge))
    if s.phase == codes.MAIN:
        pay(s, seat, board.ROAD_COST)
        if s.rule.separate:
            s.closed = 1  # SET-4.4
    lay_road(s, seat, edge)


def lay_road(s: Island, seat: i64, edge: i64) -> None:
    """The road lies: longest road at once (SET-10.4), a win (SET-13.3), the rest of a road building card (SET-9.6)."""
    put_road(s, seat, edge)
    judge_road(s, seat)
    if check_win(s):
        return
    if s.phase == codes.FREE_ROAD:
        s.free -= 1
        if s.free == 0 or s.spare[seat * 3 + codes.ROADS] == 0 or not has_edge(s, seat):
            s.free = 0
            s.phase = s.back


# -- moving the road just built (SET-8) ------------------------------------------------------------------------------


def move_forbidden(s: Island, seat: i64, edge: i64) -> i64:
    """SET-8.1: only right after building it; SET-8.3: so often; SET-8.2: to where it could have been built."""
    if s.rule.road_moves == 0 or (s.laid != board.NONE and s.moved >= s.rule.road_moves):
        return codes.SET_8_3
    if s.laid == board.NONE:
        return codes.SET_8_1
    if edge == s.laid:
        return codes.SET_8_2
    half: i64 = joined_without(s, seat, s.laid, edge >= board.HALF)
    joined: i64 = half & BIT[edge] if edge < board.HALF else half & BIT[edge - board.HALF]
    return OK if joined and not is_taken(s, edge) else codes.SET_8_2


def joined_without(s: Island, seat: i64, missing: i64, high: bool) -> i64:
    """The edges of one half at which the seat could continue if one of its roads did not lie there."""
    joined: i64 = 0
    mask: i64 = s.reach[seat] | s.settlements[seat] | s.cities[seat]
    while mask:
        vertex: i64 = lowest(mask)
        mask &= mask - 1
        if is_open_without(s, seat, vertex, missing):
            joined |= board.HIGH_EDGES[vertex] if high else board.LOW_EDGES[vertex]
    return joined


def is_open_without(s: Island, seat: i64, vertex: i64, missing: i64) -> bool:
    """Whether roads may go on from here (SET-7.2): an own building, or another own road and no opponent."""
    if s.building[vertex]:
        return (s.building[vertex] - 1) % 4 == seat
    for i in range(vertex * 3, vertex * 3 + 3):
        edge: i64 = board.VERTEX_EDGE[i]
        if edge != board.NONE and edge != missing and s.road[edge] == seat:
            return True
    return False


def list_moves(s: Island, seat: i64, out: Moves) -> None:
    if s.laid == board.NONE or s.moved >= s.rule.road_moves:
        return
    mask: i64 = joined_without(s, seat, s.laid, False) & ~s.low_taken
    while mask:
        out.add(board.MOVE + lowest(mask))
        mask &= mask - 1
    mask = joined_without(s, seat, s.laid, True) & ~s.high_taken
    while mask:
        out.add(board.MOVE + board.HALF + lowest(mask))
        mask &= mask - 1


def move_road(s: Island, seat: i64, edge: i64) -> None:
    """SET-8.2: as if the road had been built there in the first place; nothing is paid or refunded."""
    was: i64 = s.laid
    moved: i64 = s.moved + 1
    s.road[was] = board.NONE
    s.spare[seat * 3 + codes.ROADS] += 1
    if was < board.HALF:
        s.low_taken &= ~BIT[was]
    else:
        s.high_taken &= ~BIT[was - board.HALF]
    open_ends(s, seat)
    holder: i64 = s.longest
    s.longest = s.was_longest
    s.length = s.was_length
    if holder != s.longest:
        if holder != board.NONE:
            s.points[holder] -= 2
        if s.longest != board.NONE:
            s.points[s.longest] += 2
            s.emit(codes.LONGEST, s.longest, s.length, 0)
    s.phase = s.was_phase
    s.free = s.was_free
    s.emit(codes.REPAVED, seat, edge, path_signs(s, edge))
    s.laid = edge
    s.moved = moved
    lay_road(s, seat, edge)


# -- settlements and cities (SET-7.4 to 7.8) -------------------------------------------------------------------------


def settlement_forbidden(s: Island, seat: i64, vertex: i64) -> i64:
    if s.spare[seat * 3 + codes.SETTLEMENTS] == 0:
        return codes.SET_7_7  # not even to make it a city at once
    if not covers(s.hand[seat], board.SETTLEMENT_COST):
        return codes.SET_7_1
    if s.blocked & BIT[vertex] or not s.reach[seat] & BIT[vertex]:
        return codes.SET_7_4
    return OK


def list_settlements(s: Island, seat: i64, out: Moves) -> None:
    mask: i64 = s.reach[seat] & ~s.blocked
    while mask:
        out.add(board.SETTLE + lowest(mask))
        mask &= mask - 1


def build_settlement(s: Island, seat: i64, vertex: i64) -> None:
    pay(s, seat, board.SETTLEMENT_COST)
    if s.rule.separate:
        s.closed = 1  # SET-4.4
    settle(s, seat, vertex)
    check_win(s)


def settle(s: Island, seat: i64, vertex: i64) -> None:
    """A settlement stands: roads of others are no longer continued through it (SET-7.3) and may break (SET-10.2)."""
    s.emit(codes.SETTLED, seat, vertex, crossing_signs(s, vertex))
    put_building(s, seat, vertex, False)
    s.low[seat] |= board.LOW_EDGES[vertex]
    s.high[seat] |= board.HIGH_EDGES[vertex]
    broken: bool = False
    for other in range(s.seats):
        if other != seat and s.reach[other] & BIT[vertex]:
            open_ends(s, other)
            broken = True
    if broken or s.longest == board.NONE:  # nobody's: a road of a position set up by hand may never have been judged
        judge_all(s)


def city_forbidden(s: Island, seat: i64, vertex: i64) -> i64:
    """SET-7.5: an own settlement, also one built in this turn (SET-7.6)."""
    if s.building[vertex] != seat + 1:
        return codes.SET_7_5
    if s.spare[seat * 3 + codes.CITIES] == 0:
        return codes.SET_7_8
    return OK if covers(s.hand[seat], board.CITY_COST) else codes.SET_7_1


def list_cities(s: Island, seat: i64, out: Moves) -> None:
    mask: i64 = s.settlements[seat]
    while mask:
        out.add(board.CITY + lowest(mask))
        mask &= mask - 1


def build_city(s: Island, seat: i64, vertex: i64) -> None:
    pay(s, seat, board.CITY_COST)
    if s.rule.separate:
        s.closed = 1  # SET-4.4
    s.emit(codes.RAISED, seat, vertex, crossing_signs(s, vertex))
    put_building(s, seat, vertex, True)
    check_win(s)
