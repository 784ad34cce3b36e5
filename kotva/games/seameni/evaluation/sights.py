"""What can be seen at a glance: who is in danger, who waits for whom, and what is left to win."""

from mypy_extensions import i64

from kotva.games.seameni import board
from kotva.games.seameni.charts import FAR, mix
from kotva.games.seameni.rules.game import Seameni


def is_time_to_ask(s: Seameni) -> bool:
    """Once in ten turns of everybody: a refused proposal is not repeated at once."""
    return s.turns // s.seats % 10 == 9


def zeal_of(s: Seameni) -> i64:
    """How much it matters who stands where, in tenths: in a long quiet spell everybody minds the own treasure.

    Two who throw each other out again and again would not stop otherwise.
    """
    quiet: i64 = s.stall // s.seats
    return 10 if quiet < 8 else 0 if quiet >= 18 else 18 - quiet


def places(s: Seameni) -> i64:
    """A number that depends on where everybody is."""
    key: i64 = s.stall
    for edge in range(i64(4)):
        key = mix(key, s.ship[edge])
    for p in range(i64(board.PIRATES)):
        key = mix(key, s.place[p])
    return key


def throws_out(s: Seameni, p: i64, f: i64) -> bool:
    """Whether an enemy stands where a pirate steps (SEA-15.1)."""
    for q in range(i64(board.PIRATES)):
        if s.place[q] == f and s.are_enemies(p, q):
            return True
    return False


def beyond(s: Seameni, p: i64, to: i64) -> i64:
    """The field to judge a step by: a vortex whirls it straight on (SEA-10.5), everything else is where it steps."""
    at: i64 = s.place[p]
    if s.tile[to] != board.VORTEX or at >= board.OUTER or not board.SEA[at]:
        return to
    f: i64 = 2 * to - at
    return f if board.SEA[f] else to


def frees(s: Seameni, p: i64, f: i64) -> bool:
    """Whether another pirate of its owner is caught where a pirate steps (SEA-9.8)."""
    for q in range(p // 3 * 3, p // 3 * 3 + 3):
        if q != p and s.caught[q] and s.place[q] == f:
            return True
    return False


def is_in_danger(s: Seameni, p: i64) -> bool:
    """Whether the player whose turn it is could throw a pirate out by a single step."""
    at: i64 = s.place[p]
    if at >= board.OUTER or not board.SEA[at] or (s.tile[at] >= board.ISLAND and s.tile[at] <= board.LAST_MUD):
        return False
    for q in range(s.player * 3, s.player * 3 + 3):
        by: i64 = s.place[q]
        if s.captor[q] == board.NONE and not s.caught[q] and s.rest[q] != 1:
            if by >= board.ABOARD:
                if by < board.DEAD and board.FRONT[s.ship[by - board.ABOARD]] == at:
                    return True
            elif (
                by < board.OUTER
                and board.SEA[by]
                and (s.step[q] == 0 or s.step[q] == s.tile[by] - board.MUD)
                and apart(at, by) == 1
            ):
                return True
    return False


def apart(f: i64, g: i64) -> i64:
    """How many steps two fields lie apart."""
    dx: i64 = board.X[f] - board.X[g]
    dy: i64 = board.Y[f] - board.Y[g]
    dx = dx if dx >= 0 else -dx
    dy = dy if dy >= 0 else -dy
    return dx if dx > dy else dy


def rescue(s: Seameni, p: i64) -> i64:
    """How long a caught pirate waits for another pirate of its owner to free it (SEA-9.8)."""
    best: i64 = FAR
    for q in range(p // 3 * 3, p // 3 * 3 + 3):
        by: i64 = s.place[q]
        if q != p and by != board.DEAD and s.captor[q] == board.NONE and not s.caught[q]:
            n: i64 = 16
            if by >= board.ABOARD:
                n = 2 + apart(s.place[p], s.ship[by - board.ABOARD])
            elif by < board.OUTER and board.SEA[by]:
                n = 1 + apart(s.place[p], by)
            if n < best:
                best = n
    return best


def mates_before(s: Seameni, p: i64) -> i64:
    """How many pirates of lower number stand on the same field."""
    n: i64 = 0
    for q in range(p):
        if s.place[q] == s.place[p]:
            n += 1
    return n


def is_shared(s: Seameni, seat: i64) -> bool:
    """Whether another party has as much treasure as that of a seat."""
    edge: i64 = s.edge_of(seat)
    for other in range(s.seats):
        e: i64 = s.edge_of(other)
        if s.party(e) != s.party(edge) and s.party_score(e) == s.party_score(edge):
            return True
    return False


def unwon(s: Seameni) -> i64:
    """How many treasures can still be won."""
    n: i64 = board.TREASURES - s.lost
    for edge in range(i64(4)):
        n -= s.score_of[edge]
    return n
