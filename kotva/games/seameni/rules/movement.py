"""Movements (SEA-11): one step after another until a pirate stops, and what the tiles do to it (SEA-8, 9, 10, 12, 15).

A function that moves somebody says whether the movement has ended; if not, chance or a player decides how it goes on.
"""

from mypy_extensions import i64

from kotva.games.seameni import board
from kotva.games.seameni.board import heading
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.look_ahead import legal_exits
from kotva.games.seameni.rules.table import NOTHING, SeameniTable, grown

# -- one step after another (SEA-11.1, 11.2) -------------------------------------------------------------------


def depart(s: SeameniTable, p: i64, to: i64, carry: i64, kind: i64) -> bool:
    """A pirate leaves its place for a field; SEA-13.1: with or without one of the treasures lying there."""
    start: i64 = s.place[p]
    s.mover = p
    s.kind = kind
    s.origin = (
        s.ship[start - board.ABOARD] if start >= board.ABOARD else start
    )  # SEA-10.2: the field of the ship it left
    s.at = to
    s.carried = carry  # SEA-13.2: at most one
    if carry:
        if not s.step[p]:
            s.treasure[start] -= 1
        s.emit(codes.TOOK, p, start, 0)
    s.step[p] = 0
    s.laden[p] = 0
    s.caught[p] = 0
    s.place[p] = to
    s.emit(codes.MOVED, p, start, to * 64)
    return go_on(s)


def go_on(s: SeameniTable) -> bool:
    """SEA-11.2, 11.10: from tile to tile until a still tile, a ship, a field off the sea, or death."""
    while True:
        if s.at >= board.OUTER or not board.SEA[s.at]:
            leave_sea(s)
            return True
        t: i64 = s.tile[s.at]
        if t == board.HIDDEN:
            s.turning = s.at  # SEA-8.1
            return False
        if t < board.TRANSIT:
            land(s, t)
            return True
        if s.kind == codes.OUTING:  # SEA-16.6: the chain pulls it back, the tile does not move it
            s.place[s.mover] = board.ABOARD + s.captor[s.mover]
            s.emit(codes.HAULED, s.mover, s.seat_of(s.captor[s.mover]), 0)
            return True
        s.exempt = 0  # SEA-17.7
        if t >= board.SEVERAL:
            exits: i64 = legal_exits(s)
            if exits == 0:
                die(s, s.mover, codes.DROWNED)  # SEA-11.12 b; drowning is death (SEA-11.13)
                return True
            if exits & (exits - 1):
                s.phase = codes.CHAIN  # SEA-10.4
                return False
            take_exit(s, only_exit(s, exits))  # SEA-5.7
        elif goes_round(s):
            die(s, s.mover, codes.DROWNED)  # SEA-11.12 a
            return True
        else:
            hop(s, carried_to(s, t))


def hop(s: SeameniTable, to: i64) -> None:
    """One forced step; a treasure stays in its hands (SEA-13.4)."""
    s.emit(codes.MOVED, s.mover, s.at, to * 64 + s.tile[s.at])
    s.origin = s.at
    s.at = to
    s.place[s.mover] = to


def take_exit(s: SeameniTable, to: i64) -> None:
    """SEA-11.11: an exit is taken once in a movement; SEA-11.12: arrivals before it make no circle."""
    s.phase = codes.TURN
    s.taken = grown(s.taken, s.at * board.FIELDS + to)
    if len(s.way) > 0:
        s.way = NOTHING
    hop(s, to)


def only_exit(s: SeameniTable, exits: i64) -> i64:
    """The field of the lowest exit in a mask."""
    k: i64 = ((s.tile[s.at] - board.SEVERAL) * board.FIELDS + s.at) * 8
    while not exits & 1:
        exits >>= 1
        k += 1
    return board.EXIT[k]


def goes_round(s: SeameniTable) -> bool:
    """SEA-11.12 a: whether it arrives from an origin as before, with no exit chosen since; the arrival is noted."""
    here: i64 = s.at * board.FIELDS + s.origin
    for i in range(i64(len(s.way))):
        if s.way[i] == here:
            return True
    s.way = grown(s.way, here)
    return False


def carried_to(s: SeameniTable, t: i64) -> i64:
    """Where a one-way current, a vortex, a fish or a starfish takes the pirate on it (SEA-10)."""
    at: i64 = s.at
    inward: i64 = board.INWARD[s.mover // 3]
    if t < board.VORTEX:
        return at + board.DELTA[t - board.ARROW]  # SEA-10.3
    if t == board.VORTEX:
        if s.tile[s.origin] == board.SEAHORSE:
            return at + inward  # SEA-10.10
        return at + heading(s.origin, at)  # SEA-10.5
    if t == board.FISH:
        if s.tile[s.origin] == board.SEAHORSE:  # SEA-10.11
            behind: i64 = at - inward
            return behind - inward if board.SEA[behind] else board.BACK[behind]
        if board.EDGE[s.origin] != board.NONE:
            return board.BACK[s.origin]  # SEA-10.7: out of a ship
        return s.origin - heading(s.origin, at)  # SEA-10.6, whether just turned up or not (SEA-10.8)
    way: i64 = board.DELTA[(t - board.STARFISH) * 2]
    while board.SEA[at]:  # SEA-10.12: over everything between; a ship there takes it aboard (SEA-10.13)
        at += way
    return at


# -- where it ends (SEA-11.10) ---------------------------------------------------------------------------------


def land(s: SeameniTable, t: i64) -> None:
    """SEA-9.1: a movement that reaches a still tile ends there, and the tile works on it.

    It may be the place where it began, which works on it anew (SEA-11.14). Water does nothing (SEA-9.2), a treasure
    tile no more than water (SEA-9.3), Cát neither (SEA-12.1).
    """
    p: i64 = s.mover
    f: i64 = s.at
    if t == board.SHARK:
        die(s, p, codes.EATEN)  # SEA-9.16
        return
    if t == board.ISLAND:
        if s.is_occupied(f, p):
            if not s.exempt:
                throw_home(s, p, 0)  # SEA-9.15
                return
            knock_out(s, p, f)  # SEA-17.6
        return  # SEA-9.14: otherwise nobody is knocked out here
    if t >= board.FIRST_MUD and t <= board.LAST_MUD:
        if not s.has_room(f, 1, p, s.carried):
            throw_home(s, p, 0)  # SEA-9.25
            return
        s.step[p] = 1  # SEA-9.18; nobody is knocked out here (SEA-9.23)
        s.laden[p] = s.carried  # SEA-13.3
        s.emit(codes.MUDDY, p, f, 1)
        return
    knock_out(s, p, f)  # also on Cát (SEA-12.8)
    if s.carried:
        s.treasure[f] += 1  # SEA-13.3, any number may lie there (SEA-13.8)
        s.emit(codes.LAID, p, f, 0)
    if t == board.TURTLE:
        # SEA-9.4: the controller's next turn is the one after this, or the first that begins if another player is on turn now.
        s.rest[p] = 2 if s.controller(p) == s.player else 1
        s.emit(codes.RESTS, p, f, 0)
    elif t == board.OCTOPUS:
        grip(s, p, f)


def grip(s: SeameniTable, p: i64, f: i64) -> None:
    """SEA-9.7: caught, unless another pirate of its owner stands there (SEA-9.8); partners do not help (SEA-9.9)."""
    helped: bool = False
    for q in range(p // 3 * 3, p // 3 * 3 + 3):
        if q != p and s.place[q] == f:
            helped = True
            if s.caught[q]:
                s.caught[q] = 0
                s.emit(codes.FREED, q, f, 0)
    if not helped:
        s.caught[p] = 1  # each arrival is judged anew (SEA-9.10)
        s.emit(codes.CAUGHT, p, f, 0)


def leave_sea(s: SeameniTable) -> None:
    """SEA-11.10 c, d, e: it is aboard a ship, or stands off the sea."""
    p: i64 = s.mover
    if s.at < board.OUTER:
        e: i64 = s.ship_on(s.at)
        if e != board.NONE:
            go_aboard(s, p, e)
            return
    if s.origin < board.OUTER and board.SEA[s.origin]:
        starfish: bool = s.tile[s.origin] >= board.STARFISH and s.tile[s.origin] < board.SEVERAL
        s.exile[p] = 1 if starfish else 0  # SEA-14.4, 14.5; a pirate that walks on keeps its mark (SEA-14.6)
        s.emit(codes.EXILED if starfish else codes.CASTAWAY, p, s.at, 0)
    knock_out(s, p, s.at)  # SEA-14.9


def go_aboard(s: SeameniTable, p: i64, e: i64) -> None:
    """SEA-11.10 d: aboard a friendly ship, where treasure counts from now on (SEA-13.6); e: captive in an enemy ship."""
    s.place[p] = board.ABOARD + e
    s.exile[p] = 0
    if s.carried and s.mover == p:
        s.score_of[e] += 1
        s.progress = 1
        s.emit(codes.BROUGHT, p, s.seat_of(e), 0)
    if s.is_friendly(e, p):
        s.emit(codes.BOARDED, p, s.seat_of(e), 0)
        return
    if s.rest[p] == 1 and s.controller(p) == s.player:
        s.rest[p] = 0  # SEA-9.5: the pirate rests in this very turn, in which nobody else moves it
    elif s.rest[p]:
        s.rest[p] = 2 if e == s.player else 1  # SEA-9.4: the next turn that its new controller begins
    s.captor[p] = e  # SEA-16.1, 16.2; for good (SEA-16.11)
    s.emit(codes.CAPTURED, p, s.seat_of(e), 0)


def knock_out(s: SeameniTable, p: i64, f: i64) -> None:
    """SEA-15.1: all enemies on the field are thrown home; treasure stays (SEA-15.2); aboard ships never (SEA-15.5)."""
    for q in range(i64(board.PIRATES)):
        if s.place[q] == f and q != p and s.are_enemies(p, q):
            throw_home(s, q, 1)


def throw_home(s: SeameniTable, p: i64, by_enemy: i64) -> None:
    """SEA-15.4: aboard its own ship, a captive aboard its captor's; no tile works, a rest mark stays (SEA-9.5)."""
    s.emit(codes.HOME, p, s.place[p], by_enemy)
    s.place[p] = board.ABOARD + s.controller(p)
    s.step[p] = 0
    s.caught[p] = 0  # SEA-9.11
    s.exile[p] = 0


def die(s: SeameniTable, p: i64, how: i64) -> None:
    """SEA-18.1: out of the game for good; a treasure it carries is lost (SEA-13.7)."""
    s.emit(codes.DIED, p, s.place[p], how)
    if s.carried and s.mover == p:
        s.lost += 1
        s.emit(codes.LOST, p, 0, 0)
    s.place[p] = board.DEAD
    s.captor[p] = board.NONE
    s.step[p] = 0
    s.caught[p] = 0
    s.rest[p] = 0
    s.exile[p] = 0
    s.progress = 1


# -- discovering (SEA-8) and jumping from Cát (SEA-12) ---------------------------------------------------------


def turn_up(s: SeameniTable, f: i64, code: i64) -> None:
    """SEA-8.1: a tile is turned up for good, by being entered, a jump or the set-up (SEA-8.4); SEA-8.3: with its treasures."""
    s.tile[f] = code
    s.left[board.KIND[code]] -= 1
    s.hidden -= 1
    s.turning = board.NONE
    if code > board.WATER and code < board.TURTLE:
        s.treasure[f] = code - board.TREASURE
    s.emit(codes.TURNED, f, code, 0)


def discover(s: SeameniTable, f: i64, code: i64) -> bool:
    """The moving pirate has turned up a tile; SEA-8.2: it works on the pirate. SEA-11.3: from now on the pirate is surprised."""
    turn_up(s, f, code)
    s.progress = 1
    s.surprised = 1
    if s.kind != codes.LEAP:
        return go_on(s)
    if code >= board.TRANSIT:
        s.emit(codes.MISSED, s.mover, f, 0)
        s.phase = codes.REJUMP  # SEA-12.5
        return False
    touch_down(s, f)
    return True


def leap(s: SeameniTable, p: i64, to: i64) -> bool:
    """SEA-12.2: a jump from Cát; it carries nothing (SEA-12.11)."""
    s.phase = codes.TURN
    s.mover = p
    s.kind = codes.LEAP
    s.carried = 0
    s.origin = s.place[p]
    s.at = to
    if not board.SEA[to]:
        s.emit(codes.MOVED, p, s.origin, to * 64 + board.CAT)
        go_aboard(s, p, s.ship_on(to))
        return True
    if s.tile[to] == board.HIDDEN:
        s.turning = to  # SEA-12.4; it is still on Cát
        return False
    touch_down(s, to)
    return True


def touch_down(s: SeameniTable, f: i64) -> None:
    """The end of a jump on a still tile."""
    s.emit(codes.MOVED, s.mover, s.origin, f * 64 + board.CAT)
    s.place[s.mover] = f
    land(s, s.tile[f])


def stop(s: SeameniTable) -> None:
    """The movement is over: nothing of it stays behind."""
    s.mover = board.NONE
    s.kind = codes.WALK
    s.origin = board.NONE
    s.at = board.NONE
    s.carried = 0
    s.surprised = 0
    s.exempt = 0
    if len(s.way) > 0:
        s.way = NOTHING
    if len(s.taken) > 0:
        s.taken = NOTHING
