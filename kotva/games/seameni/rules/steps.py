"""What a player may do with a pirate: steps (SEA-7, 14), captives (SEA-16), mud (SEA-9.19), jumps (SEA-12)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.seameni.board import (
    ABOARD,
    ADVANCE,
    ARROW,
    CARRY,
    CAT,
    DEAD,
    DELTA,
    EDGE_FIELDS,
    FIELDS,
    FRONT,
    HIDDEN,
    ISLAND,
    JUMP,
    MUD,
    NEAR,
    NONE,
    OUTER,
    PIRATES,
    RING,
    SEA,
    SEA_FIELDS,
    SHARK,
    STEP,
    TILES,
    TRANSIT,
    VORTEX,
)
from kotva.games.seameni.rules.codes import (
    MUDDY,
    SEA_1_10,
    SEA_7_1,
    SEA_7_2,
    SEA_7_3,
    SEA_7_5,
    SEA_7_6,
    SEA_9_4,
    SEA_9_7,
    SEA_9_12,
    SEA_9_13,
    SEA_9_19,
    SEA_9_20,
    SEA_9_21,
    SEA_9_24,
    SEA_9_26,
    SEA_11_7,
    SEA_12_2,
    SEA_12_3,
    SEA_12_7,
    SEA_13_1,
    SEA_13_5,
    SEA_14_1,
    SEA_14_3,
    SEA_14_4,
    SEA_14_5,
    SEA_14_7,
    SEA_14_8,
    SEA_16_3,
    SEA_16_5,
    SEA_16_6,
    SEA_16_7,
    SEA_16_8,
    SEA_18_1,
)
from kotva.games.seameni.rules.look import DEADLY, SAFE, still_value, value
from kotva.games.seameni.rules.table import Sea


def binding(s: Sea, edge: i64, p: i64) -> i64:
    """SEA-1.10: he moves only pirates he controls; SEA-7.8: not one who rests or is caught."""
    if s.place[p] == DEAD:
        return SEA_18_1
    if s.controller(p) != edge:
        return SEA_1_10 if s.captor[p] == NONE else SEA_16_3
    if s.rest[p] == 1:
        return SEA_9_4
    return SEA_9_7 if s.caught[p] else OK


# -- steps (SEA-7, 14, 16) -------------------------------------------------------------------------------------


def step_forbidden(s: Sea, edge: i64, p: i64, to: i64, carry: i64) -> i64:
    """Why a pirate may not step to a field, with or without a treasure; SEA-7.9: off the sea and chained by other rules.

    Into a ship from elsewhere (SEA-7.4) leads no step but what tiles do and a jump from Cát.
    """
    why: i64 = binding(s, edge, p)
    if why != OK:
        return why
    at: i64 = s.place[p]
    if s.captor[p] != NONE:
        return leash_forbidden(s, p, to, carry)
    if at < OUTER and SEA[at]:
        return swim_forbidden(s, p, to, carry)
    if carry:
        return SEA_13_1  # treasure lies on sea fields only
    if at >= ABOARD:
        front: i64 = FRONT[s.ship[at - ABOARD]]
        return SEA_7_1 if to != front else entry_forbidden(s, p, to, s.ship[at - ABOARD], 0)
    if at >= OUTER:
        return SEA_14_7 if to != EDGE_FIELDS[at - OUTER] else boarding_forbidden(s, p, to, SEA_14_8)
    if SEA[to]:
        return landfall_forbidden(s, p, to)
    if to != RING[at * 2] and to != RING[at * 2 + 1]:
        return SEA_14_1
    return boarding_forbidden(s, p, to, SEA_14_3)


def boarding_forbidden(s: Sea, p: i64, to: i64, clause: i64) -> i64:
    """SEA-14.2: he boards a friendly ship; SEA-14.3, 14.8: an enemy ship is closed to him."""
    e: i64 = s.ship_on(to)
    return clause if e != NONE and not s.is_friendly(e, p) else OK


def swim_forbidden(s: Sea, p: i64, to: i64, carry: i64) -> i64:
    """A step from a sea field: to a neighbour (SEA-7.2) or into a friendly ship straight before it (SEA-7.3)."""
    at: i64 = s.place[p]
    if s.step[p] and s.step[p] < s.tile[at] - MUD:
        return SEA_9_20
    if carry and s.lying(p) == 0:
        return SEA_13_1
    if s.laden[p] and not carry:
        return SEA_9_26
    if not SEA[to]:
        e: i64 = s.ship_on(to)
        if e == NONE:
            return SEA_7_5
        if not s.is_friendly(e, p):
            return SEA_7_6
        return OK if FRONT[to] == at else SEA_7_3
    k: i64 = at * 8
    end: i64 = k + 8
    while k < end:
        if NEAR[k] == to:
            return entry_forbidden(s, p, to, at, carry)
        k += 1
    return SEA_7_2


def entry_forbidden(s: Sea, p: i64, to: i64, origin: i64, carry: i64) -> i64:
    """SEA-7.7, 11.7: an arrival of one's own will must be safe or deadly. The clause names the nearest reason."""
    if value(s, p, to, origin, carry) <= DEADLY:
        return OK
    t: i64 = s.tile[to]
    if t == CAT:
        return SEA_12_7
    if t == ISLAND:
        return SEA_9_13 if s.is_occupied(to, p) else SEA_9_12
    if t > ISLAND and t < SHARK:
        return SEA_9_24
    return SEA_13_5 if t == HIDDEN else SEA_11_7


def landfall_forbidden(s: Sea, p: i64, to: i64) -> i64:
    """SEA-14.4: a castaway may go back onto the front field of his edge field; SEA-14.5: an exile may not."""
    at: i64 = s.place[p]
    if s.exile[p]:
        return SEA_14_5
    if FRONT[at] != to or s.tile[to] == HIDDEN:
        return SEA_14_4
    t: i64 = s.tile[to]
    if t >= ARROW and t < VORTEX and not SEA[to + DELTA[t - ARROW]]:
        return SEA_14_4  # a one-way current pointing off the sea
    return entry_forbidden(s, p, to, at, 0)


def leash_forbidden(s: Sea, p: i64, to: i64, carry: i64) -> i64:
    """SEA-16.4: a captive goes from the ship that holds him to its front field and back, nowhere else."""
    ship: i64 = s.ship[s.captor[p]]
    at: i64 = s.place[p]
    if at >= ABOARD:
        if to != FRONT[ship]:
            return SEA_16_8
        return SEA_13_1 if carry else outing_forbidden(s, p, to)
    if s.step[p] and s.step[p] < s.tile[at] - MUD:
        return SEA_9_20
    if to != ship:
        return SEA_16_8
    if carry:
        return OK if s.lying(p) else SEA_13_1
    return SEA_16_7 if s.lying(p) else OK  # he must bring one along


def outing_forbidden(s: Sea, p: i64, to: i64) -> i64:
    """SEA-16.5: onto a face-down field or a still tile that would let him in; not Cát."""
    t: i64 = s.tile[to]
    if t >= TRANSIT:
        return SEA_16_5
    return OK if still_value(s, p, to, 0) <= DEADLY else SEA_16_5


def list_steps(s: Sea, edge: i64, out: Moves) -> None:
    """All steps, advances and jumps of a player's pirates, pirate by pirate."""
    p: i64 = 0
    while p < PIRATES:
        at: i64 = s.place[p]
        if at != DEAD and (s.captor[p] == edge or (s.captor[p] == NONE and p // 3 == edge)):
            if s.rest[p] != 1 and not s.caught[p]:
                if s.captor[p] != NONE:
                    list_leash(s, p, out)
                elif at >= ABOARD:
                    ship: i64 = s.ship[at - ABOARD]
                    if value(s, p, FRONT[ship], ship, 0) <= DEADLY:  # SEA-7.1
                        out.add(STEP + p * FIELDS + FRONT[ship])
                elif at < OUTER and SEA[at]:
                    list_swims(s, p, at, out)
                else:
                    list_ashore(s, p, at, out)
        p += 1


def list_swims(s: Sea, p: i64, at: i64, out: Moves) -> None:
    """From a sea field: up to eight neighbours and a ship, without and with a treasure; or through mud; or from Cát."""
    if s.step[p] and s.step[p] < s.tile[at] - MUD:  # SEA-9.20
        if advance_forbidden(s, p) == OK:
            out.add(ADVANCE + p)
        return
    tile = s.tile
    loose: bool = s.laden[p] == 0  # SEA-9.26: what lies on a step of mud goes along
    loaded: bool = s.lying(p) > 0
    step: i64 = STEP + p * FIELDS
    carry: i64 = CARRY + p * FIELDS
    k: i64 = at * 8
    end: i64 = k + 8
    while k < end:
        to: i64 = NEAR[k]
        if to == NONE:
            break
        t: i64 = tile[to]
        if loose and (t < ISLAND or value(s, p, to, at, 0) <= DEADLY):
            out.add(step + to)
        if loaded and t != HIDDEN and (t < ISLAND or value(s, p, to, at, 1) <= DEADLY):
            out.add(carry + to)
        k += 1
    e: i64 = 0
    while e < 4:
        if s.ship[e] != NONE and FRONT[s.ship[e]] == at and s.is_friendly(e, p):  # SEA-7.3
            if loose:
                out.add(step + s.ship[e])
            if loaded:
                out.add(carry + s.ship[e])
        e += 1
    if tile[at] == CAT:
        list_jumps(s, p, out)  # SEA-12.6: besides his steps


def list_ashore(s: Sea, p: i64, at: i64, out: Moves) -> None:
    """SEA-14: round the sea, back into it, or from an outer field straight on."""
    if at >= OUTER:
        to: i64 = EDGE_FIELDS[at - OUTER]
        if boarding_forbidden(s, p, to, SEA_14_8) == OK:
            out.add(STEP + p * FIELDS + to)
        return
    k: i64 = 0
    while k < 2:
        to = RING[at * 2 + k]
        if boarding_forbidden(s, p, to, SEA_14_3) == OK:
            out.add(STEP + p * FIELDS + to)
        k += 1
    if FRONT[at] != NONE and landfall_forbidden(s, p, FRONT[at]) == OK:
        out.add(STEP + p * FIELDS + FRONT[at])


def list_leash(s: Sea, p: i64, out: Moves) -> None:
    """SEA-16: what a captor may do with a captive, besides the sharks."""
    ship: i64 = s.ship[s.captor[p]]
    if s.place[p] >= ABOARD:
        if outing_forbidden(s, p, FRONT[ship]) == OK:
            out.add(STEP + p * FIELDS + FRONT[ship])
    elif s.step[p] and s.step[p] < s.tile[s.place[p]] - MUD:
        if advance_forbidden(s, p) == OK:
            out.add(ADVANCE + p)
    elif s.lying(p):
        out.add(CARRY + p * FIELDS + ship)
    else:
        out.add(STEP + p * FIELDS + ship)


# -- mud (SEA-9.19) --------------------------------------------------------------------------------------------


def advance_forbidden(s: Sea, p: i64) -> i64:
    """SEA-9.19: one step on, below the last one; SEA-9.24: if there is room for him and his treasure."""
    if not s.step[p]:
        return SEA_9_19
    if s.step[p] >= s.tile[s.place[p]] - MUD:
        return SEA_9_21
    return OK if s.has_room(s.place[p], s.step[p] + 1, p, s.laden[p]) else SEA_9_24


def advance(s: Sea, p: i64) -> None:
    s.step[p] += 1
    s.tell(MUDDY, p, s.place[p], s.step[p])


# -- jumps (SEA-12) --------------------------------------------------------------------------------------------


def jump_forbidden(s: Sea, p: i64, to: i64) -> i64:
    """SEA-12.2: a free pirate standing on Cát, however he came there (SEA-12.10), to an admissible field (SEA-12.3)."""
    at: i64 = s.place[p]
    if at >= FIELDS or s.tile[at] != CAT:
        return SEA_12_2
    if s.captor[p] != NONE:
        return SEA_16_6
    if not SEA[to]:
        e: i64 = s.ship_on(to)
        return OK if e != NONE and s.is_friendly(e, p) else SEA_12_3
    return OK if is_admissible(s, p, to) else SEA_12_3


def is_admissible(s: Sea, p: i64, f: i64) -> bool:
    """SEA-12.3: face down, or a still tile other than Cát that is not full."""
    t: i64 = s.tile[f]
    if t < ISLAND:
        return True
    return t < TRANSIT and (t == SHARK or still_value(s, p, f, 0) == SAFE)


def list_jumps(s: Sea, p: i64, out: Moves) -> None:
    i: i64 = 0
    base: i64 = JUMP + p * FIELDS
    while i < TILES:
        f: i64 = SEA_FIELDS[i]
        if is_admissible(s, p, f):
            out.add(base + f)
        i += 1
    e: i64 = 0
    while e < 4:
        if s.ship[e] != NONE and s.is_friendly(e, p):
            out.add(base + s.ship[e])
        e += 1
