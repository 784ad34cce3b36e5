"""Ships (SEA-6) and what happens when one is crowded (SEA-17)."""

from typing import Final

from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.seameni.board import (
    ABOARD,
    ASTERN,
    BACK,
    EDGE,
    FRONT,
    NONE,
    OUT,
    PIRATES,
    SHARKS,
    SHIP,
    SHIP_CREW,
    TWIN,
)
from kotva.games.seameni.rules.codes import (
    PUT_ASTERN,
    PUT_OUT,
    SAILED,
    SEA_4_3,
    SEA_4_4,
    SEA_6_1,
    SEA_6_2,
    SEA_6_3,
    SEA_6_4,
    SEA_6_5,
    SEA_16_10,
    SEA_17_4,
    SEA_17_8,
    WALK,
)
from kotva.games.seameni.rules.movement import board, depart
from kotva.games.seameni.rules.table import Sea

HOLD: Final = 3  # SEA-17.1


def placing_forbidden(s: Sea, edge: i64, f: i64) -> i64:
    """SEA-4.3: on an edge field of his own edge; SEA-4.4: one ship before a corner tile."""
    if EDGE[f] != edge:
        return SEA_4_3
    return SEA_4_4 if is_twin_taken(s, f) else OK


def is_twin_taken(s: Sea, f: i64) -> bool:
    """SEA-3.4: whether a ship stands on the other edge field with the same front field."""
    return TWIN[f] != NONE and s.ship_on(TWIN[f]) != NONE


def sailing_forbidden(s: Sea, edge: i64, f: i64) -> i64:
    """SEA-6: one field along his own edge, if nothing holds the ship."""
    if EDGE[f] != edge:
        return SEA_6_2
    along: i64 = 13 if edge & 1 else 1
    if f != s.ship[edge] - along and f != s.ship[edge] + along:
        return SEA_6_1
    if is_twin_taken(s, f):
        return SEA_6_3
    return anchored(s, edge)


def anchored(s: Sea, edge: i64) -> i64:
    """SEA-6.4: enough crew; captives do not count (SEA-16.9). SEA-6.5: no captive outside."""
    crew: i64 = 0
    p: i64 = 0
    while p < PIRATES:
        if s.place[p] == ABOARD + edge:
            if s.captor[p] == NONE:
                crew += 1
        elif s.captor[p] == edge:
            return SEA_6_5
        p += 1
    return SEA_6_4 if crew < s.rule[SHIP_CREW] else OK


def list_sailings(s: Sea, edge: i64, out: Moves) -> None:
    """SEA-6.1: to the left and to the right."""
    if anchored(s, edge) != OK:
        return
    along: i64 = 13 if edge & 1 else 1
    to: i64 = s.ship[edge] - along
    if EDGE[to] == edge and not is_twin_taken(s, to):
        out.add(SHIP + to)
    to += 2 * along
    if EDGE[to] == edge and not is_twin_taken(s, to):
        out.add(SHIP + to)


def sail(s: Sea, edge: i64, f: i64) -> None:
    """SEA-6.6, SEA-16.2: whoever stands in the waters there comes aboard; SEA-6.7: nothing else moves, no tile is turned up."""
    s.tell(SAILED, s.seat_of(edge), s.ship[edge], f)
    s.ship[edge] = f
    p: i64 = 0
    while p < PIRATES:
        if s.place[p] == f:
            board(s, p, edge)
        p += 1


# -- crowded ships (SEA-17) ------------------------------------------------------------------------------------


def crowded(s: Sea) -> i64:
    """SEA-17.3: the first crowded ship clockwise from the player whose turn it is, or NONE."""
    edge: i64 = s.player
    n: i64 = 0
    while n < s.seats:
        if s.crew(edge) > HOLD:
            return edge
        edge = s.next_edge(edge)
        n += 1
    return NONE


def relief_forbidden(s: Sea, edge: i64, family: i64, p: i64) -> i64:
    """SEA-17.4: captives to the sharks, free pirates out, once each a turn; SEA-17.8: astern if that offers nothing."""
    if family == SHARKS:
        return OK if s.place[p] == ABOARD + edge and s.captor[p] == edge else SEA_16_10
    if family != OUT and family != ASTERN:
        return SEA_17_4
    if s.place[p] != ABOARD + edge or s.captor[p] != NONE:
        return SEA_17_4
    if family == OUT:
        return SEA_17_4 if s.put_out & BIT[p] else OK
    return SEA_17_8 if has_relief(s, edge) else OK


def has_relief(s: Sea, edge: i64) -> bool:
    """Whether SEA-17.4 offers anything."""
    p: i64 = 0
    while p < PIRATES:
        if s.place[p] == ABOARD + edge and (s.captor[p] != NONE or not s.put_out & BIT[p]):
            return True
        p += 1
    return False


def list_relief(s: Sea, edge: i64, out: Moves) -> None:
    """What the owner of a crowded ship may choose: sharks, out; or astern."""
    relief: bool = has_relief(s, edge)
    p: i64 = 0
    while p < PIRATES:
        if s.place[p] == ABOARD + edge:
            if s.captor[p] != NONE:
                out.add(SHARKS + p)
            elif not relief:
                out.add(ASTERN + p)
            elif not s.put_out & BIT[p]:
                out.add(OUT + p)
        p += 1


def put_out(s: Sea, p: i64) -> bool:
    """SEA-17.5: onto the front field, whatever lies there; SEA-11.3: surprised from the start."""
    edge: i64 = s.place[p] - ABOARD
    s.put_out |= BIT[p]
    s.surprised = 1
    s.exempt = 1
    s.tell(PUT_OUT, p, s.seat_of(edge), 0)
    return depart(s, p, FRONT[s.ship[edge]], 0, WALK)


def put_astern(s: Sea, p: i64) -> None:
    """SEA-17.8: a castaway on the outer field behind the ship."""
    s.place[p] = BACK[s.ship[s.place[p] - ABOARD]]
    s.tell(PUT_ASTERN, p, s.place[p], 0)
