"""What can be seen at a glance: who is in danger, who waits for whom, and what is left to win."""

from mypy_extensions import i64

from kotva.games.seameni.board import (
    ABOARD,
    DEAD,
    FRONT,
    ISLAND,
    LAST_MUD,
    MUD,
    NONE,
    OUTER,
    PIRATES,
    SEA,
    TREASURES,
    VORTEX,
    X,
    Y,
)
from kotva.games.seameni.charts import FAR, mix
from kotva.games.seameni.rules.game import Seameni


def is_time_to_ask(s: Seameni) -> bool:
    """Once in ten turns of everybody: who was refused does not ask again at once."""
    return s.turns // s.seats % 10 == 9


def zeal_of(s: Seameni) -> i64:
    """How much it matters who stands where, in tenths: in a long quiet spell everybody minds his own treasure.

    Two who throw each other out again and again would not stop otherwise.
    """
    quiet: i64 = s.stall // s.seats
    return 10 if quiet < 8 else 0 if quiet >= 18 else 18 - quiet


def places(s: Seameni) -> i64:
    """A number that depends on where everybody is."""
    key: i64 = s.stall
    edge: i64 = 0
    while edge < 4:
        key = mix(key, s.ship[edge])
        edge += 1
    p: i64 = 0
    while p < PIRATES:
        key = mix(key, s.place[p])
        p += 1
    return key


def throws_out(s: Seameni, p: i64, f: i64) -> bool:
    """Whether an enemy stands where a pirate steps (SEA-15.1)."""
    q: i64 = 0
    while q < PIRATES:
        if s.place[q] == f and s.are_enemies(p, q):
            return True
        q += 1
    return False


def beyond(s: Seameni, p: i64, to: i64) -> i64:
    """The field to judge a step by: a vortex whirls him straight on (SEA-10.5), everything else is where he steps."""
    at: i64 = s.place[p]
    if s.tile[to] != VORTEX or at >= OUTER or not SEA[at]:
        return to
    f: i64 = 2 * to - at
    return f if SEA[f] else to


def frees(s: Seameni, p: i64, f: i64) -> bool:
    """Whether another pirate of his owner is caught where a pirate steps (SEA-9.8)."""
    q: i64 = p // 3 * 3
    end: i64 = q + 3
    while q < end:
        if q != p and s.caught[q] and s.place[q] == f:
            return True
        q += 1
    return False


def is_in_danger(s: Seameni, p: i64) -> bool:
    """Whether the player whose turn it is could throw a pirate out by a single step."""
    at: i64 = s.place[p]
    if at >= OUTER or not SEA[at] or (s.tile[at] >= ISLAND and s.tile[at] <= LAST_MUD):
        return False
    q: i64 = s.player * 3
    end: i64 = q + 3
    while q < end:
        by: i64 = s.place[q]
        if s.captor[q] == NONE and not s.caught[q] and s.rest[q] != 1:
            if by >= ABOARD:
                if by < DEAD and FRONT[s.ship[by - ABOARD]] == at:
                    return True
            elif by < OUTER and SEA[by] and (s.step[q] == 0 or s.step[q] == s.tile[by] - MUD) and apart(at, by) == 1:
                return True
        q += 1
    return False


def apart(f: i64, g: i64) -> i64:
    """How many steps two fields lie apart."""
    dx: i64 = X[f] - X[g]
    dy: i64 = Y[f] - Y[g]
    dx = dx if dx >= 0 else -dx
    dy = dy if dy >= 0 else -dy
    return dx if dx > dy else dy


def rescue(s: Seameni, p: i64) -> i64:
    """How long one who is caught waits for another pirate of his owner to free him (SEA-9.8)."""
    best: i64 = FAR
    q: i64 = p // 3 * 3
    end: i64 = q + 3
    while q < end:
        by: i64 = s.place[q]
        if q != p and by != DEAD and s.captor[q] == NONE and not s.caught[q]:
            n: i64 = 16
            if by >= ABOARD:
                n = 2 + apart(s.place[p], s.ship[by - ABOARD])
            elif by < OUTER and SEA[by]:
                n = 1 + apart(s.place[p], by)
            if n < best:
                best = n
        q += 1
    return best


def mates_before(s: Seameni, p: i64) -> i64:
    """How many pirates of lower number stand on the same field."""
    n: i64 = 0
    q: i64 = 0
    while q < p:
        if s.place[q] == s.place[p]:
            n += 1
        q += 1
    return n


def is_shared(s: Seameni, seat: i64) -> bool:
    """Whether another party has as much treasure as that of a seat."""
    edge: i64 = s.edge_of(seat)
    other: i64 = 0
    while other < s.seats:
        e: i64 = s.edge_of(other)
        if s.party(e) != s.party(edge) and s.party_score(e) == s.party_score(edge):
            return True
        other += 1
    return False


def unwon(s: Seameni) -> i64:
    """How many treasures can still be won."""
    n: i64 = TREASURES - s.lost
    edge: i64 = 0
    while edge < 4:
        n -= s.score_of[edge]
        edge += 1
    return n
