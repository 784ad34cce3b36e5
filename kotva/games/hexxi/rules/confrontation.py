"""Confrontation: turns, connection, moves and attacks (HEX-8 to HEX-13).

Conditions are masks: which tokens could be taken, where a unit may land, how far a connection reaches. The legal list, the
test whether anybody can act and the answer to "why not?" all read the same masks.
"""

from typing import Final

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.games.hexxi.board import (
    AMBUSH,
    CONVOY,
    CRUISE,
    ESCORT,
    GO_CRUISE,
    INTERCEPT,
    JUMP_FIRST,
    JUMP_STEP,
    JUMP_TO,
    JUMP_TURN,
    KIDNAP,
    KINDS,
    MASK,
    NONE,
    PASS,
    PIRATES,
    RESCUE,
    SEA,
    SHIP,
    STEP_FIRST,
    STEP_FROM,
    STEP_TO,
    TRAP,
    WARSHIP,
    between,
    field_of,
    near,
)
from kotva.games.hexxi.rules.codes import (
    CALMED,
    CAPTURED,
    CONFRONT,
    CONQUERED,
    ESCORTING,
    JUMPED,
    MOVED,
    PASSED,
    QUIESCED,
    RESCUED,
    RETURNED,
    SCORING,
    TURN,
)
from kotva.games.hexxi.rules.table import (
    Table,
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


def begin_turn(s: Table) -> None:
    """HEX-8.5: who has no legal action passes automatically; HEX-13.1: until nobody can act."""
    while s.phase == TURN:
        if can_act(s, s.player):
            s.phase = CONFRONT
        else:
            do_pass(s, s.player, 1)


def can_act(s: Table, seat: i64) -> bool:
    """HEX-8.6: N or X is not empty."""
    return list_actions(s, seat, False, None) or list_actions(s, seat, True, None)


def do_pass(s: Table, seat: i64, automatic: i64) -> None:
    """HEX-8.4: it binds for this turn only; HEX-13.2: when all have passed in a row the confrontation ends."""
    s.passes += 1
    s.tell(PASSED, seat, automatic, 0)
    s.phase = TURN
    s.player = after(s, seat)
    if s.passes == s.seats:
        s.tell(QUIESCED, 0, 0, 0)
        s.phase = SCORING


def end_action(s: Table, is_quiet: bool) -> None:
    """HEX-8.1: one action, then the next player; HEX-13.3: too many quiet actions in a row end the confrontation."""
    s.passes = 0
    s.quiet = s.quiet + 1 if is_quiet else 0
    s.phase = TURN
    s.player = after(s, s.player)
    if s.quiet >= s.quiet_limit:
        s.tell(CALMED, s.quiet, 0, 0)
        s.phase = SCORING


def list_confront(s: Table, seat: i64, out: Moves) -> None:
    """HEX-8.6: N and `pass` (HEX-8.3), or N alone, or exactly X."""
    if not list_actions(s, seat, False, out):
        list_actions(s, seat, True, out)  # HEX-12.1, HEX-12.2: he must, and may not pass; HEX-12.4: one a turn
    elif not (s.barred and list_actions(s, seat, True, None)):  # HEX-12.3, own_pass=barred
        out.add(PASS)


def list_actions(s: Table, seat: i64, mine: bool, out: Moves | None) -> bool:
    """The set X (`mine`: attacks on own tokens) or N (all others) of HEX-8.6; whether there is any.

    By family, units and directions in board order. With no list to fill it stops at the first one found.
    """
    own: i64 = s.own[seat]
    base: i64 = standing(s, seat)
    bases: i64 = standing_bases(s)
    home: i64 = reach(s, base)
    away: i64 = reach(s, bases & ~base)
    # HEX-9.1: pirates need their own base, a warship an opponent's, a ship any.
    pirates: i64 = s.kinds[PIRATES] & own & home
    warships: i64 = s.kinds[WARSHIP] & own & away
    ships: i64 = s.kinds[SHIP] & own & (home | away)
    start: i64 = 0 if out is None else out.n
    if not mine:
        if list_moves(s, pirates, warships, ships, out) and out is None:
            return True
        if list_steps(out, RESCUE, s.kinds[WARSHIP] & own, prisons(s, seat)) and out is None:
            return True
    target: i64 = own if mine else ~own
    if list_steps(out, KIDNAP, pirates, kidnappable(s) & target) and out is None:
        return True
    if list_steps(out, INTERCEPT, warships, interceptable(s, bases) & target) and out is None:
        return True
    if list_steps(out, AMBUSH, base, ambushable(s, base) & target) and out is None:
        return True
    prize: i64 = base if mine else bases & ~base
    return list_steps(out, TRAP, ships & trappers(s, prize), prize) or (out is not None and out.n > start)


def list_steps(out: Moves | None, base: i64, units: i64, targets: i64) -> bool:
    """An action for every unit and every adjacent target; whether there is one."""
    units &= near(targets & SEA)
    if units == 0:
        return False
    while units and out is not None:
        bit: i64 = units & -units
        units ^= bit
        field: i64 = field_of(bit)
        step: i64 = STEP_FIRST[field]
        while step < STEP_FIRST[field + 1]:
            if MASK[STEP_TO[step]] & targets:
                out.add(base + step)
            step += 1
    return True


# -- connection (HEX-9) -------------------------------------------------------------------------------------------------


def reach(s: Table, bases: i64) -> i64:
    """HEX-9.2: the fields from which a unit is connected to one of these bases.

    Chains are of cruise tokens alone (HEX-9.5), whoever owns them (HEX-9.3).
    """
    cruises: i64 = s.kinds[CRUISE]
    reached: i64 = near(bases)
    links: i64 = reached & cruises
    more: i64 = links
    while more:
        reached |= near(more)
        more = reached & cruises & ~links
        links |= more
    return reached


def connection(s: Table, seat: i64, kind: i64) -> i64:
    """HEX-9.1: where a unit of this kind is connected to a suitable base; nothing else on the board needs it (HEX-9.7)."""
    return reach(s, suitable_bases(s, seat, kind))


def suitable_bases(s: Table, seat: i64, kind: i64) -> i64:
    """HEX-9.1: pirates need their own base (HEX-11.12: none when it is captured), a warship an opponent's, a ship any."""
    home: i64 = standing(s, seat)
    if kind == PIRATES:
        return home
    return standing_bases(s) & ~home if kind == WARSHIP else standing_bases(s)


# -- moves (HEX-10) -----------------------------------------------------------------------------------------------------


def landing(s: Table) -> i64:
    """HEX-10.1: empty fields and fields with a cruise token, whoever owns it (HEX-10.4), never a base field (HEX-2.8)."""
    return free_fields(s) | s.kinds[CRUISE]


def list_moves(s: Table, pirates: i64, warships: i64, ships: i64, out: Moves | None) -> bool:
    """Cruises of all units (HEX-10.5), convoys of ships, escorts of warships; pirates do nothing else (HEX-10.15)."""
    start: i64 = 0 if out is None else out.n
    if list_steps(out, GO_CRUISE, pirates | warships | ships, s.kinds[CRUISE]) and out is None:
        return True
    land: i64 = landing(s)
    if list_jumps(out, CONVOY, ships, s.kinds[SHIP], STRAIGHT, land) and out is None:
        return True
    if list_jumps(out, CONVOY, ships, s.kinds[WARSHIP], FAR_SIDE, land) and out is None:
        return True
    any_escort: bool = list_jumps(out, ESCORT, warships, s.kinds[SHIP] | s.kinds[WARSHIP], ANYWHERE, land)
    return any_escort or (out is not None and out.n > start)


def list_jumps(out: Moves | None, base: i64, units: i64, over: i64, turn: i64, land: i64) -> bool:
    """Jumps of units over adjacent tokens, turning at most so far; whether there is one. With no list it stops there."""
    found: bool = False
    units &= near(over)
    while units:
        bit: i64 = units & -units
        units ^= bit
        field: i64 = field_of(bit)
        step: i64 = STEP_FIRST[field]
        while step < STEP_FIRST[field + 1]:
            if MASK[STEP_TO[step]] & over:
                jump: i64 = JUMP_FIRST[step]
                while jump < JUMP_FIRST[step + 1]:
                    if MASK[JUMP_TO[jump]] & land and JUMP_TURN[jump] <= turn:
                        if out is None:
                            return True
                        out.add(base + jump)
                        found = True
                    jump += 1
            step += 1
    return found


def list_escort(s: Table, seat: i64, out: Moves | None) -> bool:
    """HEX-10.11: further hops, if the warship is connected again; HEX-10.12: over no token twice, not back to the start."""
    warship: i64 = MASK[s.mover] & connection(s, seat, WARSHIP)
    over: i64 = (s.kinds[SHIP] | s.kinds[WARSHIP]) & ~s.jumped
    return list_jumps(out, ESCORT, warship, over, ANYWHERE, landing(s) & ~MASK[s.origin])


def cruise(s: Table, seat: i64, step: i64) -> None:
    """HEX-10.5, HEX-10.6: onto the adjacent cruise token. Whether the unit is connected afterwards does not matter (HEX-9.4)."""
    travel(s, seat, STEP_FROM[step], STEP_TO[step])
    end_action(s, False)


def convoy(s: Table, seat: i64, jump: i64) -> None:
    """HEX-10.7, HEX-10.8."""
    start: i64 = STEP_FROM[JUMP_STEP[jump]]
    s.tell(JUMPED, seat, STEP_TO[JUMP_STEP[jump]], 0)
    took: bool = travel(s, seat, start, JUMP_TO[jump])
    end_action(s, not took)


def escort(s: Table, seat: i64, jump: i64) -> None:
    """HEX-10.10: one hop. HEX-10.13: if a further one is legal the same player decides, otherwise the action ends."""
    start: i64 = STEP_FROM[JUMP_STEP[jump]]
    over: i64 = STEP_TO[JUMP_STEP[jump]]
    if s.phase != ESCORTING:
        s.phase = ESCORTING
        s.origin = start
        s.jumped = 0
        s.took = 0
    s.tell(JUMPED, seat, over, 0)
    if travel(s, seat, start, JUMP_TO[jump]):
        s.took = 1  # HEX-10.14: also on fields between
    s.mover = JUMP_TO[jump]
    s.jumped |= MASK[over]
    if not list_escort(s, seat, None):
        halt(s)


def halt(s: Table) -> None:
    """The whole escort was one action: quiet if it took no cruise token at all (HEX-13.3)."""
    took: bool = s.took != 0
    s.mover = NONE
    s.origin = NONE
    s.jumped = 0
    s.took = 0
    end_action(s, not took)


def travel(s: Table, seat: i64, start: i64, to: i64) -> bool:
    """A unit goes to a field; HEX-10.2, HEX-10.3: a cruise token there goes to its owner's hand, which is told."""
    bit: i64 = MASK[to]
    took: bool = s.kinds[CRUISE] & bit != 0
    if took:
        owner: i64 = owner_of(s, bit)
        take_off(s, owner, CRUISE, bit)
        s.hand[owner * KINDS + CRUISE] += 1
        s.tell(RETURNED, owner, to, 0)
    kind: i64 = kind_of(s, MASK[start])
    is_trap: bool = s.traps & MASK[start] != 0
    take_off(s, seat, kind, MASK[start])
    put(s, seat, kind, bit)
    if is_trap:
        s.traps |= bit  # HEX-11.14: wherever it goes
    s.tell(MOVED, seat, start, to)
    return took


# -- attacks (HEX-11, HEX-12) -------------------------------------------------------------------------------------------
# Whoever owns the protecting token protects (HEX-11.6); all conditions hold for attacks on own tokens too (HEX-12.5).


def kidnappable(s: Table) -> i64:
    """HEX-11.1: ships, but not beside a warship."""
    return s.kinds[SHIP] & ~near(s.kinds[WARSHIP])


def interceptable(s: Table, bases: i64) -> i64:
    """HEX-11.2: pirates, but not beside a base on the board."""
    return s.kinds[PIRATES] & ~near(bases)


def ambushable(s: Table, base: i64) -> i64:
    """HEX-11.3, HEX-11.5: warships between the own base and pirates, but not beside another warship."""
    warships: i64 = s.kinds[WARSHIP]
    return warships & between(base, s.kinds[PIRATES]) & ~near(warships)


def trappers(s: Table, prize: i64) -> i64:
    """HEX-11.4, HEX-11.5: fields between one of these bases and a warship, but for bases beside pirates."""
    return between(prize & ~near(s.kinds[PIRATES]), s.kinds[WARSHIP])


def prisons(s: Table, seat: i64) -> i64:
    """HEX-11.7, HEX-11.9: bases on the board of opponents who hold a ship of this seat."""
    bases: i64 = 0
    other: i64 = 0
    while other < s.seats:
        if s.pile[other * 16 + seat * 4 + SHIP]:
            bases |= standing(s, other)
        other += 1
    return bases


def capture(s: Table, seat: i64, step: i64) -> None:
    """HEX-11.10, HEX-11.11: the unit goes to the captured pile, the attacker stays; an own one to the hand (HEX-12.7)."""
    bit: i64 = MASK[STEP_TO[step]]
    owner: i64 = owner_of(s, bit)
    kind: i64 = kind_of(s, bit)
    take_off(s, owner, kind, bit)
    if owner == seat:
        s.hand[seat * KINDS + kind] += 1
    else:
        s.pile[seat * 16 + owner * 4 + kind] += 1
    s.tell(CAPTURED, seat, STEP_TO[step], owner * 8 + kind)
    end_action(s, False)


def rescue(s: Table, seat: i64, step: i64) -> None:
    """HEX-11.9: one ship comes back to the own hand. It is an action of its own (HEX-11.8)."""
    jailer: i64 = base_owner(s, STEP_TO[step])
    s.pile[jailer * 16 + seat * 4 + SHIP] -= 1
    s.hand[seat * KINDS + SHIP] += 1
    s.tell(RESCUED, seat, jailer, 0)
    end_action(s, False)


def trap(s: Table, seat: i64, step: i64) -> None:
    """HEX-11.14: the ship becomes a trap ship; not for the own base, which is only put aside (HEX-12.7)."""
    owner: i64 = base_owner(s, STEP_TO[step])
    s.captor[owner] = seat
    if owner != seat:
        s.traps |= MASK[STEP_FROM[step]]
    s.tell(CONQUERED, seat, owner, STEP_FROM[step])
    end_action(s, False)
