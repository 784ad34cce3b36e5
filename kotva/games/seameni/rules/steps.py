"""What a player may do with a pirate: steps (SEA-7, 14), captives (SEA-16), mud (SEA-9.19), jumps (SEA-12)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.look_ahead import DEADLY, SAFE, still_value, value
from kotva.games.seameni.rules.table import SeameniTable


def binding(s: SeameniTable, edge: i64, p: i64) -> i64:
    """SEA-1.10: a player moves only pirates under control; SEA-7.8: not one that rests or is caught."""
    if s.place[p] == board.DEAD:
        return codes.SEA_18_1
    if s.controller(p) != edge:
        return codes.SEA_1_10 if s.captor[p] == board.NONE else codes.SEA_16_3
    if s.rest[p] == 1:
        return codes.SEA_9_4
    return codes.SEA_9_7 if s.caught[p] else OK


# -- steps (SEA-7, 14, 16) -------------------------------------------------------------------------------------


def step_forbidden(s: SeameniTable, edge: i64, p: i64, to: i64, carry: i64) -> i64:
    """Why a pirate may not step to a field, with or without a treasure; SEA-7.9: off the sea and chained by other rules.

    Into a ship from elsewhere (SEA-7.4) leads no step but what tiles do and a jump from Cát.
    """
    why: i64 = binding(s, edge, p)
    if why != OK:
        return why
    at: i64 = s.place[p]
    if s.captor[p] != board.NONE:
        return leash_forbidden(s, p, to, carry)
    if at < board.OUTER and board.SEA[at]:
        return swim_forbidden(s, p, to, carry)
    if carry:
        return codes.SEA_13_1  # treasure lies on sea fields only
    if at >= board.ABOARD:
        front: i64 = board.FRONT[s.ship[at - board.ABOARD]]
        return codes.SEA_7_1 if to != front else entry_forbidden(s, p, to, s.ship[at - board.ABOARD], 0)
    if at >= board.OUTER:
        return (
            codes.SEA_14_7
            if to != board.EDGE_FIELDS[at - board.OUTER]
            else boarding_forbidden(s, p, to, codes.SEA_14_8)
        )
    if board.SEA[to]:
        return landfall_forbidden(s, p, to)
    if to != board.RING[at * 2] and to != board.RING[at * 2 + 1]:
        return codes.SEA_14_1
    return boarding_forbidden(s, p, to, codes.SEA_14_3)


def boarding_forbidden(s: SeameniTable, p: i64, to: i64, clause: i64) -> i64:
    """SEA-14.2: it boards a friendly ship; SEA-14.3, 14.8: an enemy ship is closed to it."""
    e: i64 = s.ship_on(to)
    return clause if e != board.NONE and not s.is_friendly(e, p) else OK


def swim_forbidden(s: SeameniTable, p: i64, to: i64, carry: i64) -> i64:
    """A step from a sea field: to a neighbour (SEA-7.2) or into a friendly ship straight before it (SEA-7.3)."""
    at: i64 = s.place[p]
    if s.step[p] and s.step[p] < s.tile[at] - board.MUD:
        return codes.SEA_9_20
    if carry and s.lying(p) == 0:
        return codes.SEA_13_1
    if s.laden[p] and not carry:
        return codes.SEA_9_26
    if not board.SEA[to]:
        e: i64 = s.ship_on(to)
        if e == board.NONE:
            return codes.SEA_7_5
        if not s.is_friendly(e, p):
            return codes.SEA_7_6
        return OK if board.FRONT[to] == at else codes.SEA_7_3
    for k in range(at * 8, at * 8 + 8):
        if board.NEAR[k] == to:
            return entry_forbidden(s, p, to, at, carry)
    return codes.SEA_7_2


def entry_forbidden(s: SeameniTable, p: i64, to: i64, origin: i64, carry: i64) -> i64:
    """SEA-7.7, 11.7: an arrival of one's own will must be safe or deadly. The clause names the nearest reason."""
    if value(s, p, to, origin, carry) <= DEADLY:
        return OK
    t: i64 = s.tile[to]
    if t == board.CAT:
        return codes.SEA_12_7
    if t == board.ISLAND:
        return codes.SEA_9_13 if s.is_occupied(to, p) else codes.SEA_9_12
    if t > board.ISLAND and t < board.SHARK:
        return codes.SEA_9_24
    return codes.SEA_13_5 if t == board.HIDDEN else codes.SEA_11_7


def landfall_forbidden(s: SeameniTable, p: i64, to: i64) -> i64:
    """SEA-14.4: a castaway may go back onto the front field of its edge field; SEA-14.5: an exile may not."""
    at: i64 = s.place[p]
    if s.exile[p]:
        return codes.SEA_14_5
    if board.FRONT[at] != to or s.tile[to] == board.HIDDEN:
        return codes.SEA_14_4
    t: i64 = s.tile[to]
    if t >= board.ARROW and t < board.VORTEX and not board.SEA[to + board.DELTA[t - board.ARROW]]:
        return codes.SEA_14_4  # a one-way current pointing off the sea
    return entry_forbidden(s, p, to, at, 0)


def leash_forbidden(s: SeameniTable, p: i64, to: i64, carry: i64) -> i64:
    """SEA-16.4: a captive goes from the ship that holds it to its front field and back, nowhere else."""
    ship: i64 = s.ship[s.captor[p]]
    at: i64 = s.place[p]
    if at >= board.ABOARD:
        if to != board.FRONT[ship]:
            return codes.SEA_16_8
        return codes.SEA_13_1 if carry else outing_forbidden(s, p, to)
    if s.step[p] and s.step[p] < s.tile[at] - board.MUD:
        return codes.SEA_9_20
    if to != ship:
        return codes.SEA_16_8
    if carry:
        return OK if s.lying(p) else codes.SEA_13_1
    return codes.SEA_16_7 if s.lying(p) else OK  # it must bring one along


def outing_forbidden(s: SeameniTable, p: i64, to: i64) -> i64:
    """SEA-16.5: onto a face-down field or a still tile that would let it in; not Cát."""
    t: i64 = s.tile[to]
    if t >= board.TRANSIT:
        return codes.SEA_16_5
    return OK if still_value(s, p, to, 0) <= DEADLY else codes.SEA_16_5


def list_steps(s: SeameniTable, edge: i64, out: Moves) -> None:
    """All steps, advances and jumps of a player's pirates, pirate by pirate."""
    for p in range(i64(board.PIRATES)):
        at: i64 = s.place[p]
        if at != board.DEAD and (s.captor[p] == edge or (s.captor[p] == board.NONE and p // 3 == edge)):
            if s.rest[p] != 1 and not s.caught[p]:
                if s.captor[p] != board.NONE:
                    list_leash(s, p, out)
                elif at >= board.ABOARD:
                    ship: i64 = s.ship[at - board.ABOARD]
                    if value(s, p, board.FRONT[ship], ship, 0) <= DEADLY:  # SEA-7.1
                        out.add(board.STEP + p * board.FIELDS + board.FRONT[ship])
                elif at < board.OUTER and board.SEA[at]:
                    list_swims(s, p, at, out)
                else:
                    list_ashore(s, p, at, out)


def list_swims(s: SeameniTable, p: i64, at: i64, out: Moves) -> None:
    """From a sea field: up to eight neighbours and a ship, without and with a treasure; or through mud; or from Cát."""
    if s.step[p] and s.step[p] < s.tile[at] - board.MUD:  # SEA-9.20
        if advance_forbidden(s, p) == OK:
            out.add(board.ADVANCE + p)
        return
    tile = s.tile
    loose: bool = s.laden[p] == 0  # SEA-9.26: what lies on a step of mud goes along
    loaded: bool = s.lying(p) > 0
    step: i64 = board.STEP + p * board.FIELDS
    carry: i64 = board.CARRY + p * board.FIELDS
    for k in range(at * 8, at * 8 + 8):
        to: i64 = board.NEAR[k]
        if to == board.NONE:
            break
        t: i64 = tile[to]
        if loose and (t < board.ISLAND or value(s, p, to, at, 0) <= DEADLY):
            out.add(step + to)
        if loaded and t != board.HIDDEN and (t < board.ISLAND or value(s, p, to, at, 1) <= DEADLY):
            out.add(carry + to)
    for e in range(i64(4)):
        if s.ship[e] != board.NONE and board.FRONT[s.ship[e]] == at and s.is_friendly(e, p):  # SEA-7.3
            if loose:
                out.add(step + s.ship[e])
            if loaded:
                out.add(carry + s.ship[e])
    if tile[at] == board.CAT:
        list_jumps(s, p, out)  # SEA-12.6: besides its steps


def list_ashore(s: SeameniTable, p: i64, at: i64, out: Moves) -> None:
    """SEA-14: round the sea, back into it, or from an outer field straight on."""
    if at >= board.OUTER:
        to: i64 = board.EDGE_FIELDS[at - board.OUTER]
        if boarding_forbidden(s, p, to, codes.SEA_14_8) == OK:
            out.add(board.STEP + p * board.FIELDS + to)
        return
    for k in range(i64(2)):
        to = board.RING[at * 2 + k]
        if boarding_forbidden(s, p, to, codes.SEA_14_3) == OK:
            out.add(board.STEP + p * board.FIELDS + to)
    if board.FRONT[at] != board.NONE and landfall_forbidden(s, p, board.FRONT[at]) == OK:
        out.add(board.STEP + p * board.FIELDS + board.FRONT[at])


def list_leash(s: SeameniTable, p: i64, out: Moves) -> None:
    """SEA-16: what a captor may do with a captive, besides the sharks."""
    ship: i64 = s.ship[s.captor[p]]
    if s.place[p] >= board.ABOARD:
        if outing_forbidden(s, p, board.FRONT[ship]) == OK:
            out.add(board.STEP + p * board.FIELDS + board.FRONT[ship])
    elif s.step[p] and s.step[p] < s.tile[s.place[p]] - board.MUD:
        if advance_forbidden(s, p) == OK:
            out.add(board.ADVANCE + p)
    elif s.lying(p):
        out.add(board.CARRY + p * board.FIELDS + ship)
    else:
        out.add(board.STEP + p * board.FIELDS + ship)


# -- mud (SEA-9.19) --------------------------------------------------------------------------------------------


def advance_forbidden(s: SeameniTable, p: i64) -> i64:
    """SEA-9.19: one step on, below the last one; SEA-9.24: if there is room for it and its treasure."""
    if not s.step[p]:
        return codes.SEA_9_19
    if s.step[p] >= s.tile[s.place[p]] - board.MUD:
        return codes.SEA_9_21
    return OK if s.has_room(s.place[p], s.step[p] + 1, p, s.laden[p]) else codes.SEA_9_24


def advance(s: SeameniTable, p: i64) -> None:
    s.step[p] += 1
    s.emit(codes.MUDDY, p, s.place[p], s.step[p])


# -- jumps (SEA-12) --------------------------------------------------------------------------------------------


def jump_forbidden(s: SeameniTable, p: i64, to: i64) -> i64:
    """SEA-12.2: a free pirate standing on Cát, however it came there (SEA-12.10), to an admissible field (SEA-12.3)."""
    at: i64 = s.place[p]
    if at >= board.FIELDS or s.tile[at] != board.CAT:
        return codes.SEA_12_2
    if s.captor[p] != board.NONE:
        return codes.SEA_16_6
    if not board.SEA[to]:
        e: i64 = s.ship_on(to)
        return OK if e != board.NONE and s.is_friendly(e, p) else codes.SEA_12_3
    return OK if is_admissible(s, p, to) else codes.SEA_12_3


def is_admissible(s: SeameniTable, p: i64, f: i64) -> bool:
    """SEA-12.3: face down, or a still tile other than Cát that is not full."""
    t: i64 = s.tile[f]
    if t < board.ISLAND:
        return True
    return t < board.TRANSIT and (t == board.SHARK or still_value(s, p, f, 0) == SAFE)


def list_jumps(s: SeameniTable, p: i64, out: Moves) -> None:
    base: i64 = board.JUMP + p * board.FIELDS
    for i in range(i64(board.TILES)):
        f: i64 = board.SEA_FIELDS[i]
        if is_admissible(s, p, f):
            out.add(base + f)
    for e in range(i64(4)):
        if s.ship[e] != board.NONE and s.is_friendly(e, p):
            out.add(base + s.ship[e])
