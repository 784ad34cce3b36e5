"""The longest road (SET-10): how long a player's is, and who has its card."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, lowest
from kotva.games.settlers import board
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.table import Island


def road_length(s: Island, seat: i64) -> i64:
    """SET-10.1: the longest walk along own roads that uses none twice.

    Such a walk can only begin where it cannot be made longer: at a vertex with one or three own roads or at an
    opponent's building; only rings have neither, and they are walked from anywhere.
    """
    laid: i64 = board.ROADS_EACH - s.spare[seat * 3 + codes.ROADS]
    best: i64 = 0
    ring: i64 = 0
    mask: i64 = s.reach[seat]
    while mask:
        vertex: i64 = lowest(mask)
        mask &= mask - 1
        if is_end(s, seat, vertex):
            length: i64 = walk(s, seat, vertex, 0, 0, 0)
            if length > best:
                best = length
                if best == laid:
                    return best
        else:
            ring |= BIT[vertex]
    if laid - best >= 6:  # a ring apart from the rest has six roads or more
        while ring:
            vertex = lowest(ring)
            ring &= ring - 1
            length = walk(s, seat, vertex, 0, 0, 0)
            if length > best:
                best = length
    return best


def is_end(s: Island, seat: i64, vertex: i64) -> bool:
    """Whether a longest walk may begin here."""
    n: i64 = 0
    for i in range(vertex * 3, vertex * 3 + 3):
        if board.VERTEX_EDGE[i] != board.NONE and s.road[board.VERTEX_EDGE[i]] == seat:
            n += 1
    return n != 2 or is_cut(s, seat, vertex)


def is_cut(s: Island, seat: i64, vertex: i64) -> bool:
    """SET-10.2: an opponent's building stands here; an own one does not interrupt."""
    owner: i64 = s.building[vertex]
    return owner != 0 and (owner - 1) % 4 != seat


def walk(s: Island, seat: i64, vertex: i64, low: i64, high: i64, length: i64) -> i64:
    """The longest walk from here on; `low` and `high` are the edges behind us."""
    best: i64 = length
    for i in range(vertex * 3, vertex * 3 + 3):
        edge: i64 = board.VERTEX_EDGE[i]
        if edge != board.NONE and s.road[edge] == seat:
            to: i64 = board.NEIGHBOUR[i]
            used: i64 = low & BIT[edge] if edge < board.HALF else high & BIT[edge - board.HALF]
            if not used:
                here: i64 = length + 1
                if not is_cut(s, seat, to):  # it may end there but not pass
                    if edge < board.HALF:
                        here = walk(s, seat, to, low | BIT[edge], high, here)
                    else:
                        here = walk(s, seat, to, low, high | BIT[edge - board.HALF], here)
                if here > best:
                    best = here
    return best


def judge_road(s: Island, seat: i64) -> None:
    """SET-10.3 after a road of this seat: the others' lengths are what they were, and none is longer than the holder's."""
    if s.longest == board.NONE:
        judge_all(s)
        return
    laid: i64 = board.ROADS_EACH - s.spare[seat * 3 + codes.ROADS]
    if laid < 5 or (s.longest != seat and laid <= s.length):
        return
    length: i64 = road_length(s, seat)
    if s.longest == seat or length > s.length:
        award_longest(s, seat, length)


def judge_all(s: Island) -> None:
    """SET-10.3: (a) fewer than five: nobody; (b) the holder keeps a tie; (c) one player alone; (d) laid aside."""
    most: i64 = 4
    alone: i64 = board.NONE
    holders: i64 = 0
    for seat in range(s.seats):
        if board.ROADS_EACH - s.spare[seat * 3 + codes.ROADS] >= 5:
            length: i64 = road_length(s, seat)
            if length > most:
                most = length
                alone = seat
                holders = 1 if seat == s.longest else 0
            elif length == most and most >= 5:
                alone = board.NONE
                if seat == s.longest:
                    holders = 1
    if most < 5:
        award_longest(s, board.NONE, 0)
    elif holders:
        s.length = most
    else:
        award_longest(s, alone, most if alone != board.NONE else 0)


def award_longest(s: Island, seat: i64, length: i64) -> None:
    s.length = length
    if s.longest == seat:
        return
    if s.longest != board.NONE:
        s.points[s.longest] -= 2
    if seat != board.NONE:
        s.points[seat] += 2
    s.longest = seat
    s.emit(codes.LONGEST, seat, length, 0)
