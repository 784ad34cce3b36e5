"""Ships (SEA-6) and what happens when one is crowded (SEA-17)."""

from typing import Final

from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.movement import depart, go_aboard
from kotva.games.seameni.rules.table import SeameniTable

HOLD: Final = 3  # SEA-17.1


def placing_forbidden(s: SeameniTable, edge: i64, f: i64) -> i64:
    """SEA-4.3: on an edge field of its own edge; SEA-4.4: one ship before a corner tile."""
    if board.EDGE[f] != edge:
        return codes.SEA_4_3
    return codes.SEA_4_4 if is_twin_taken(s, f) else OK


def is_twin_taken(s: SeameniTable, f: i64) -> bool:
    """SEA-3.4: whether a ship stands on the other edge field with the same front field."""
    return board.TWIN[f] != board.NONE and s.ship_on(board.TWIN[f]) != board.NONE


def sailing_forbidden(s: SeameniTable, edge: i64, f: i64) -> i64:
    """SEA-6: one field along its own edge, if nothing holds the ship."""
    if board.EDGE[f] != edge:
        return codes.SEA_6_2
    along: i64 = 13 if edge & 1 else 1
    if f != s.ship[edge] - along and f != s.ship[edge] + along:
        return codes.SEA_6_1
    if is_twin_taken(s, f):
        return codes.SEA_6_3
    return anchored(s, edge)


def anchored(s: SeameniTable, edge: i64) -> i64:
    """SEA-6.4: enough crew; captives do not count (SEA-16.9). SEA-6.5: no captive outside."""
    crew: i64 = 0
    for p in range(i64(board.PIRATES)):
        if s.place[p] == board.ABOARD + edge:
            if s.captor[p] == board.NONE:
                crew += 1
        elif s.captor[p] == edge:
            return codes.SEA_6_5
    return codes.SEA_6_4 if crew < s.rule.ship_crew else OK


def list_sailings(s: SeameniTable, edge: i64, out: Moves) -> None:
    """SEA-6.1: to the left and to the right."""
    if anchored(s, edge) != OK:
        return
    along: i64 = 13 if edge & 1 else 1
    to: i64 = s.ship[edge] - along
    if board.EDGE[to] == edge and not is_twin_taken(s, to):
        out.add(board.SHIP + to)
    to += 2 * along
    if board.EDGE[to] == edge and not is_twin_taken(s, to):
        out.add(board.SHIP + to)


def sail(s: SeameniTable, edge: i64, f: i64) -> None:
    """SEA-6.6, SEA-16.2: pirates in the waters there come aboard; SEA-6.7: nothing else moves, no tile is turned up."""
    s.emit(codes.SAILED, s.seat_of(edge), s.ship[edge], f)
    s.ship[edge] = f
    for p in range(i64(board.PIRATES)):
        if s.place[p] == f:
            go_aboard(s, p, edge)


# -- crowded ships (SEA-17) ------------------------------------------------------------------------------------


def crowded(s: SeameniTable) -> i64:
    """SEA-17.3: the first crowded ship clockwise from the player whose turn it is, or NONE."""
    edge: i64 = s.player
    for _i in range(s.seats):
        if s.crew(edge) > HOLD:
            return edge
        edge = s.next_edge(edge)
    return board.NONE


def relief_forbidden(s: SeameniTable, edge: i64, family: i64, p: i64) -> i64:
    """SEA-17.4: captives to the sharks, free pirates out, once each a turn; SEA-17.8: astern if that offers nothing."""
    if family == board.SHARKS:
        return OK if s.place[p] == board.ABOARD + edge and s.captor[p] == edge else codes.SEA_16_10
    if family != board.OUT and family != board.ASTERN:
        return codes.SEA_17_4
    if s.place[p] != board.ABOARD + edge or s.captor[p] != board.NONE:
        return codes.SEA_17_4
    if family == board.OUT:
        return codes.SEA_17_4 if s.put_out & BIT[p] else OK
    return codes.SEA_17_8 if has_relief(s, edge) else OK


def has_relief(s: SeameniTable, edge: i64) -> bool:
    """Whether SEA-17.4 offers anything."""
    for p in range(i64(board.PIRATES)):
        if s.place[p] == board.ABOARD + edge and (s.captor[p] != board.NONE or not s.put_out & BIT[p]):
            return True
    return False


def list_relief(s: SeameniTable, edge: i64, out: Moves) -> None:
    """What the owner of a crowded ship may choose: sharks, out; or astern."""
    relief: bool = has_relief(s, edge)
    for p in range(i64(board.PIRATES)):
        if s.place[p] == board.ABOARD + edge:
            if s.captor[p] != board.NONE:
                out.add(board.SHARKS + p)
            elif not relief:
                out.add(board.ASTERN + p)
            elif not s.put_out & BIT[p]:
                out.add(board.OUT + p)


def put_out(s: SeameniTable, p: i64) -> bool:
    """SEA-17.5: onto the front field, whatever lies there; SEA-11.3: surprised from the start."""
    edge: i64 = s.place[p] - board.ABOARD
    s.put_out |= BIT[p]
    s.surprised = 1
    s.exempt = 1
    s.emit(codes.PUT_OUT, p, s.seat_of(edge), 0)
    return depart(s, p, board.FRONT[s.ship[edge]], 0, codes.WALK)


def put_astern(s: SeameniTable, p: i64) -> None:
    """SEA-17.8: a castaway on the outer field behind the ship."""
    s.place[p] = board.BACK[s.ship[s.place[p] - board.ABOARD]]
    s.emit(codes.PUT_ASTERN, p, s.place[p], 0)
