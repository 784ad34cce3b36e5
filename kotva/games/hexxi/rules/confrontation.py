"""Confrontation: turns, connection, moves and attacks (HEX-8 to HEX-13).

Conditions are masks: which tokens could be taken, where a unit may land, how far a connection reaches. The legal list, the
test whether anybody can act and the answer to "why not?" all read the same masks.
"""

from typing import Final

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.games.hexxi import board
from kotva.games.hexxi.board import between, field_of, near
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.table import (
    HexxiTable,
    after,
    base_owner,
    free_fields,
    kind_of,
    owner_of,
    put,
    standing,
    standing_bases,
    take_off,
)

# How far a jump may turn (board.JUMP_TURN).
STRAIGHT: Final = 0
FAR_SIDE: Final = 1
ANYWHERE: Final = 2


# -- turns (HEX-8, HEX-13) ----------------------------------------------------------------------------------------------


def begin_turn(s: HexxiTable) -> None:
    """HEX-8.5: a player without a legal action passes automatically; HEX-13.1: until nobody can act."""
    while s.phase == codes.TURN:
        if can_act(s, s.player):
            s.phase = codes.CONFRONT
        else:
            do_pass(s, s.player, 1)


def can_act(s: HexxiTable, seat: i64) -> bool:
    """HEX-8.6: N or X is not empty."""
    return list_actions(s, seat, False, None) or list_actions(s, seat, True, None)


def do_pass(s: HexxiTable, seat: i64, automatic: i64) -> None:
    """HEX-8.4: it binds for this turn only; HEX-13.2: when all have passed in a row the confrontation ends."""
    s.passes += 1
    s.emit(codes.PASSED, seat, automatic, 0)
    s.phase = codes.TURN
    s.player = after(s, seat)
    if s.passes == s.seats:
        s.emit(codes.QUIESCED, 0, 0, 0)
        s.phase = codes.SCORING


def end_action(s: HexxiTable, is_quiet: bool) -> None:
    """HEX-8.1: one action, then the next player; HEX-13.3: too many quiet actions in a row end the confrontation."""
    s.passes = 0
    s.quiet = s.quiet + 1 if is_quiet else 0
    s.phase = codes.TURN
    s.player = after(s, s.player)
    if s.quiet >= s.quiet_limit:
        s.emit(codes.CALMED, s.quiet, 0, 0)
        s.phase = codes.SCORING


def list_confront(s: HexxiTable, seat: i64, out: Moves) -> None:
    """HEX-8.6: N and `pass` (HEX-8.3), or N alone, or exactly X."""
    if not list_actions(s, seat, False, out):
        list_actions(s, seat, True, out)  # HEX-12.1, HEX-12.2: a player who can act must; HEX-12.4: one a turn
    elif not (s.barred and list_actions(s, seat, True, None)):  # HEX-12.3, own_pass=barred
        out.add(board.PASS)


def list_actions(s: HexxiTable, seat: i64, mine: bool, out: Moves | None) -> bool:
    """The set X (`mine`: attacks on own tokens) or N (all others) of HEX-8.6; whether there is any.

    By family, units and directions in board order. With no list to fill it stops at the first one found.
    """
    own: i64 = s.own[seat]
    base: i64 = standing(s, seat)
    bases: i64 = standing_bases(s)
    home: i64 = reach(s, base)
    away: i64 = reach(s, bases & ~base)
    # HEX-9.1: pirates need their own base, a warship an opponent's, a ship any.
    pirates: i64 = s.kinds[board.PIRATES] & own & home
    warships: i64 = s.kinds[board.WARSHIP] & own & away
    ships: i64 = s.kinds[board.SHIP] & own & (home | away)
    start: i64 = 0 if out is None else out.n
    if not mine:
        if list_moves(s, pirates, warships, ships, out) and out is None:
            return True
        if list_steps(out, board.RESCUE, s.kinds[board.WARSHIP] & own, prisons(s, seat)) and out is None:
            return True
    target: i64 = own if mine else ~own
    if list_steps(out, board.KIDNAP, pirates, kidnappable(s) & target) and out is None:
        return True
    if list_steps(out, board.INTERCEPT, warships, interceptable(s, bases) & target) and out is None:
        return True
    if list_steps(out, board.AMBUSH, base, ambushable(s, base) & target) and out is None:
        return True
    prize: i64 = base if mine else bases & ~base
    return list_steps(out, board.TRAP, ships & trappers(s, prize), prize) or (out is not None and out.n > start)


def list_steps(out: Moves | None, base: i64, units: i64, targets: i64) -> bool:
    """An action for every unit and every adjacent target; whether there is one."""
    units &= near(targets & board.SEA)
    if units == 0:
        return False
    while units and out is not None:
        bit: i64 = units & -units
        units ^= bit
        field: i64 = field_of(bit)
        for step in range(board.STEP_FIRST[field], board.STEP_FIRST[field + 1]):
            if board.MASK[board.STEP_TO[step]] & targets:
                out.add(base + step)
    return True


# -- connection (HEX-9) -------------------------------------------------------------------------------------------------


def reach(s: HexxiTable, bases: i64) -> i64:
    """HEX-9.2: the fields from which a unit is connected to one of these bases.

    Chains are of cruise tokens alone (HEX-9.5), of any owner (HEX-9.3).
    """
    cruises: i64 = s.kinds[board.CRUISE]
    reached: i64 = near(bases)
    links: i64 = reached & cruises
    more: i64 = links
    while more:
        reached |= near(more)
        more = reached & cruises & ~links
        links |= more
    return reached


def connection(s: HexxiTable, seat: i64, kind: i64) -> i64:
    """HEX-9.1: where a unit of this kind is connected to a suitable base; nothing else on the board needs it (HEX-9.7)."""
    return reach(s, suitable_bases(s, seat, kind))


def suitable_bases(s: HexxiTable, seat: i64, kind: i64) -> i64:
    """HEX-9.1: pirates need their own base (HEX-11.12: none when it is captured), a warship an opponent's, a ship any."""
    home: i64 = standing(s, seat)
    if kind == board.PIRATES:
        return home
    return standing_bases(s) & ~home if kind == board.WARSHIP else standing_bases(s)


# -- moves (HEX-10) -----------------------------------------------------------------------------------------------------


def landing(s: HexxiTable) -> i64:
    """HEX-10.1: empty fields and fields with a cruise token of any owner (HEX-10.4), never a base field (HEX-2.8)."""
    return free_fields(s) | s.kinds[board.CRUISE]


def list_moves(s: HexxiTable, pirates: i64, warships: i64, ships: i64, out: Moves | None) -> bool:
    """Cruises of all units (HEX-10.5), convoys of ships, escorts of warships; pirates do nothing else (HEX-10.15)."""
    start: i64 = 0 if out is None else out.n
    if list_steps(out, board.GO_CRUISE, pirates | warships | ships, s.kinds[board.CRUISE]) and out is None:
        return True
    land: i64 = landing(s)
    if list_jumps(out, board.CONVOY, ships, s.kinds[board.SHIP], STRAIGHT, land) and out is None:
        return True
    if list_jumps(out, board.CONVOY, ships, s.kinds[board.WARSHIP], FAR_SIDE, land) and out is None:
        return True
    any_escort: bool = list_jumps(
        out, board.ESCORT, warships, s.kinds[board.SHIP] | s.kinds[board.WARSHIP], ANYWHERE, land
    )
    return any_escort or (out is not None and out.n > start)


def list_jumps(out: Moves | None, base: i64, units: i64, over: i64, turn: i64, land: i64) -> bool:
    """Jumps of units over adjacent tokens, turning at most so far; whether there is one. With no list it stops there."""
    found: bool = False
    units &= near(over)
    while units:
        bit: i64 = units & -units
        units ^= bit
        field: i64 = field_of(bit)
        for step in range(board.STEP_FIRST[field], board.STEP_FIRST[field + 1]):
            if board.MASK[board.STEP_TO[step]] & over:
                for jump in range(board.JUMP_FIRST[step], board.JUMP_FIRST[step + 1]):
                    if board.MASK[board.JUMP_TO[jump]] & land and board.JUMP_TURN[jump] <= turn:
                        if out is None:
                            return True
                        out.add(base + jump)
                        found = True
    return found


def list_escort(s: HexxiTable, seat: i64, out: Moves | None) -> bool:
    """HEX-10.11: further hops, if the warship is connected again; HEX-10.12: over no token twice, not back to the start."""
    warship: i64 = board.MASK[s.mover] & connection(s, seat, board.WARSHIP)
    over: i64 = (s.kinds[board.SHIP] | s.kinds[board.WARSHIP]) & ~s.jumped
    return list_jumps(out, board.ESCORT, warship, over, ANYWHERE, landing(s) & ~board.MASK[s.origin])


def cruise(s: HexxiTable, seat: i64, step: i64) -> None:
    """HEX-10.5, HEX-10.6: onto the adjacent cruise token. Whether the unit is connected afterwards does not matter (HEX-9.4)."""
    travel(s, seat, board.STEP_FROM[step], board.STEP_TO[step])
    end_action(s, False)


def convoy(s: HexxiTable, seat: i64, jump: i64) -> None:
    """HEX-10.7, HEX-10.8."""
    start: i64 = board.STEP_FROM[board.JUMP_STEP[jump]]
    s.emit(codes.JUMPED, seat, board.STEP_TO[board.JUMP_STEP[jump]], 0)
    took: bool = travel(s, seat, start, board.JUMP_TO[jump])
    end_action(s, not took)


def escort(s: HexxiTable, seat: i64, jump: i64) -> None:
    """HEX-10.10: one hop. HEX-10.13: if a further one is legal the same player decides, otherwise the action ends."""
    start: i64 = board.STEP_FROM[board.JUMP_STEP[jump]]
    over: i64 = board.STEP_TO[board.JUMP_STEP[jump]]
    if s.phase != codes.ESCORTING:
        s.phase = codes.ESCORTING
        s.origin = start
        s.jumped = 0
        s.took = 0
    s.emit(codes.JUMPED, seat, over, 0)
    if travel(s, seat, start, board.JUMP_TO[jump]):
        s.took = 1  # HEX-10.14: also on fields between
    s.mover = board.JUMP_TO[jump]
    s.jumped |= board.MASK[over]
    if not list_escort(s, seat, None):
        halt(s)


def halt(s: HexxiTable) -> None:
    """The whole escort was one action: quiet if it took no cruise token at all (HEX-13.3)."""
    took: bool = s.took != 0
    s.mover = board.NONE
    s.origin = board.NONE
    s.jumped = 0
    s.took = 0
    end_action(s, not took)


def travel(s: HexxiTable, seat: i64, start: i64, to: i64) -> bool:
    """A unit goes to a field; HEX-10.2, HEX-10.3: a cruise token there goes to its owner's hand, which is told."""
    bit: i64 = board.MASK[to]
    took: bool = s.kinds[board.CRUISE] & bit != 0
    if took:
        owner: i64 = owner_of(s, bit)
        take_off(s, owner, board.CRUISE, bit)
        s.hand[owner * board.KINDS + board.CRUISE] += 1
        s.emit(codes.RETURNED, owner, to, 0)
    kind: i64 = kind_of(s, board.MASK[start])
    is_trap: bool = s.traps & board.MASK[start] != 0
    take_off(s, seat, kind, board.MASK[start])
    put(s, seat, kind, bit)
    if is_trap:
        s.traps |= bit  # HEX-11.14: wherever it goes
    s.emit(codes.MOVED, seat, start, to)
    return took


# -- attacks (HEX-11, HEX-12) -------------------------------------------------------------------------------------------
# A protecting token of any owner protects (HEX-11.6); all conditions hold for attacks on own tokens too (HEX-12.5).


def kidnappable(s: HexxiTable) -> i64:
    """HEX-11.1: ships, but not beside a warship."""
    return s.kinds[board.SHIP] & ~near(s.kinds[board.WARSHIP])


def interceptable(s: HexxiTable, bases: i64) -> i64:
    """HEX-11.2: pirates, but not beside a base on the board."""
    return s.kinds[board.PIRATES] & ~near(bases)


def ambushable(s: HexxiTable, base: i64) -> i64:
    """HEX-11.3, HEX-11.5: warships between the own base and pirates, but not beside another warship."""
    warships: i64 = s.kinds[board.WARSHIP]
    return warships & between(base, s.kinds[board.PIRATES]) & ~near(warships)


def trappers(s: HexxiTable, prize: i64) -> i64:
    """HEX-11.4, HEX-11.5: fields between one of these bases and a warship, but for bases beside pirates."""
    return between(prize & ~near(s.kinds[board.PIRATES]), s.kinds[board.WARSHIP])


def prisons(s: HexxiTable, seat: i64) -> i64:
    """HEX-11.7, HEX-11.9: bases on the board of opponents who hold a ship of this seat."""
    bases: i64 = 0
    for other in range(s.seats):
        if s.pile[other * 16 + seat * 4 + board.SHIP]:
            bases |= standing(s, other)
    return bases


def capture(s: HexxiTable, seat: i64, step: i64) -> None:
    """HEX-11.10, HEX-11.11: the unit goes to the captured pile, the attacker stays; an own one to the hand (HEX-12.7)."""
    bit: i64 = board.MASK[board.STEP_TO[step]]
    owner: i64 = owner_of(s, bit)
    kind: i64 = kind_of(s, bit)
    take_off(s, owner, kind, bit)
    if owner == seat:
        s.hand[seat * board.KINDS + kind] += 1
    else:
        s.pile[seat * 16 + owner * 4 + kind] += 1
    s.emit(codes.CAPTURED, seat, board.STEP_TO[step], owner * 8 + kind)
    end_action(s, False)


def rescue(s: HexxiTable, seat: i64, step: i64) -> None:
    """HEX-11.9: one ship comes back to the own hand. It is an action of its own (HEX-11.8)."""
    jailer: i64 = base_owner(s, board.STEP_TO[step])
    s.pile[jailer * 16 + seat * 4 + board.SHIP] -= 1
    s.hand[seat * board.KINDS + board.SHIP] += 1
    s.emit(codes.RESCUED, seat, jailer, 0)
    end_action(s, False)


def trap(s: HexxiTable, seat: i64, step: i64) -> None:
    """HEX-11.14: the ship becomes a trap ship; not for the own base, which is only put aside (HEX-12.7)."""
    owner: i64 = base_owner(s, board.STEP_TO[step])
    s.captor[owner] = seat
    if owner != seat:
        s.traps |= board.MASK[board.STEP_FROM[step]]
    s.emit(codes.CONQUERED, seat, owner, board.STEP_FROM[step])
    end_action(s, False)
