"""Why an action of the confrontation is not allowed: the clause that forbids it (HEX-8 to HEX-12)."""

from mypy_extensions import i64

from kotva.engine.state import OK
from kotva.games.hexxi.board import (
    AMBUSH,
    BASE_FIELDS,
    CONVOY,
    CRUISE,
    ESCORT,
    FAR_AMBUSH,
    FAR_CONVOY,
    FAR_CRUISE,
    FAR_ESCORT,
    FAR_INTERCEPT,
    FAR_KIDNAP,
    FAR_RESCUE,
    FAR_TRAP,
    FIELDS,
    GO_CRUISE,
    HALT,
    INTERCEPT,
    JUMP_STEP,
    JUMP_TO,
    JUMP_TURN,
    KIDNAP,
    MASK,
    PASS,
    PIRATES,
    RESCUE,
    SHIP,
    STEP_FROM,
    STEP_TO,
    TRAP,
    WARSHIP,
)
from kotva.games.hexxi.rules.codes import (
    ESCORTING,
    HEX_1_4,
    HEX_2_8,
    HEX_8_1,
    HEX_8_2,
    HEX_9_1,
    HEX_10_1,
    HEX_10_5,
    HEX_10_6,
    HEX_10_7,
    HEX_10_8,
    HEX_10_10,
    HEX_10_12,
    HEX_10_13,
    HEX_10_15,
    HEX_11_1,
    HEX_11_2,
    HEX_11_3,
    HEX_11_4,
    HEX_11_7,
    HEX_11_12,
    HEX_11_13,
    HEX_12_1,
    HEX_12_2,
    HEX_12_3,
)
from kotva.games.hexxi.rules.confrontation import (
    FAR_SIDE,
    STRAIGHT,
    ambushable,
    connection,
    interceptable,
    kidnappable,
    landing,
    list_actions,
    prisons,
    trappers,
)
from kotva.games.hexxi.rules.table import Table, base_field, free_fields, kind_of, standing, standing_bases


def confront_forbidden(s: Table, seat: i64, family: i64, action: i64) -> i64:
    """OK, or the clause: first whether the unit may act at all, then the rule of the action."""
    if s.phase == ESCORTING:
        return escort_forbidden(s, seat, family, action)
    if family == PASS:
        return pass_forbidden(s, seat)
    if family == HALT:
        return HEX_10_13
    if family == GO_CRUISE:
        return cruise_forbidden(s, seat, action - GO_CRUISE)
    if family == CONVOY:
        return convoy_forbidden(s, seat, action - CONVOY)
    if family == ESCORT:
        return hop_forbidden(s, seat, action - ESCORT)
    if family >= KIDNAP and family <= TRAP:
        return attack_forbidden(s, seat, family, action - family)
    return far_forbidden(s, family, action)


def pass_forbidden(s: Table, seat: i64) -> i64:
    """HEX-12.2: not while own tokens must be attacked; HEX-12.3: with own_pass=barred not while they could be."""
    if not list_actions(s, seat, False, None):
        return HEX_12_2
    if s.barred and list_actions(s, seat, True, None):
        return HEX_12_3
    return OK


def unit_forbidden(s: Table, seat: i64, field: i64, kind: i64, clause: i64) -> i64:
    """HEX-8.2: an own unit, of the kind that this action asks for; HEX-9.1: connected, which pirates are not without
    their base (HEX-11.12)."""
    bit: i64 = MASK[field]
    if not s.own[seat] & bit:
        return HEX_8_2
    if s.kinds[CRUISE] & bit:
        return HEX_1_4
    if not s.kinds[kind] & bit:
        return HEX_10_15 if s.kinds[PIRATES] & bit and clause < HEX_11_1 else clause
    if connection(s, seat, kind) & bit:
        return OK
    return HEX_11_12 if kind == PIRATES and not standing(s, seat) else HEX_9_1


def landing_forbidden(s: Table, field: i64) -> i64:
    """HEX-10.1: empty or a cruise token; HEX-2.8: no base field."""
    if MASK[field] & BASE_FIELDS[s.seats]:
        return HEX_2_8
    return OK if MASK[field] & landing(s) else HEX_10_1


def cruise_forbidden(s: Table, seat: i64, step: i64) -> i64:
    """HEX-10.5, HEX-10.6."""
    field: i64 = STEP_FROM[step]
    kind: i64 = kind_of(s, MASK[field])
    clause: i64 = unit_forbidden(s, seat, field, kind if kind > 0 else SHIP, HEX_10_5)
    if clause != OK:
        return clause
    if s.kinds[CRUISE] & MASK[STEP_TO[step]]:
        return OK
    return HEX_10_6 if MASK[STEP_TO[step]] & free_fields(s) else HEX_10_5


def convoy_forbidden(s: Table, seat: i64, jump: i64) -> i64:
    """HEX-10.7: straight over a ship; HEX-10.8: to the far side of a warship."""
    clause: i64 = unit_forbidden(s, seat, STEP_FROM[JUMP_STEP[jump]], SHIP, HEX_10_7)
    if clause != OK:
        return clause
    over: i64 = MASK[STEP_TO[JUMP_STEP[jump]]]
    if s.kinds[WARSHIP] & over:
        if JUMP_TURN[jump] > FAR_SIDE:
            return HEX_10_8
    elif not s.kinds[SHIP] & over or JUMP_TURN[jump] > STRAIGHT:
        return HEX_10_7
    return landing_forbidden(s, JUMP_TO[jump])


def hop_forbidden(s: Table, seat: i64, jump: i64) -> i64:
    """HEX-10.10: over a ship or another warship."""
    clause: i64 = unit_forbidden(s, seat, STEP_FROM[JUMP_STEP[jump]], WARSHIP, HEX_10_10)
    if clause != OK:
        return clause
    if not (s.kinds[SHIP] | s.kinds[WARSHIP]) & MASK[STEP_TO[JUMP_STEP[jump]]]:
        return HEX_10_10
    return landing_forbidden(s, JUMP_TO[jump])


def escort_forbidden(s: Table, seat: i64, family: i64, action: i64) -> i64:
    """HEX-10.13: another hop of the same warship, or `halt`; HEX-10.12."""
    if family == HALT:
        return OK
    if family == FAR_ESCORT and (action - FAR_ESCORT) // (FIELDS * FIELDS) == s.mover:
        return HEX_10_10
    if family != ESCORT or STEP_FROM[JUMP_STEP[action - ESCORT]] != s.mover:
        return HEX_10_13
    jump: i64 = action - ESCORT
    if MASK[STEP_TO[JUMP_STEP[jump]]] & s.jumped or JUMP_TO[jump] == s.origin:
        return HEX_10_12
    return hop_forbidden(s, seat, jump)


def far_forbidden(s: Table, family: i64, action: i64) -> i64:
    """Fields that do not touch one another: the rule of the action that says they must. Nothing else is played here."""
    if family == FAR_CRUISE:
        return HEX_10_6
    if family == FAR_CONVOY:
        over: i64 = (action - FAR_CONVOY) // FIELDS % FIELDS
        return HEX_10_8 if s.kinds[WARSHIP] & MASK[over] else HEX_10_7
    if family == FAR_ESCORT:
        return HEX_10_10
    if family == FAR_KIDNAP:
        return HEX_11_1
    if family == FAR_INTERCEPT:
        return HEX_11_2
    if family == FAR_AMBUSH:
        return HEX_11_3
    if family == FAR_RESCUE:
        return HEX_11_7
    return HEX_11_4 if family == FAR_TRAP else HEX_8_1


def attack_forbidden(s: Table, seat: i64, family: i64, step: i64) -> i64:
    """The conditions of the attack, then HEX-12.1: an own token only when nothing else can be done."""
    field: i64 = STEP_FROM[step]
    target: i64 = MASK[STEP_TO[step]]
    clause: i64 = OK
    own: bool = s.own[seat] & target != 0
    if family == KIDNAP:
        clause = unit_forbidden(s, seat, field, PIRATES, HEX_11_1)
        if clause == OK and not kidnappable(s) & target:
            clause = HEX_11_1
    elif family == INTERCEPT:
        clause = unit_forbidden(s, seat, field, WARSHIP, HEX_11_2)
        if clause == OK and not interceptable(s, standing_bases(s)) & target:
            clause = HEX_11_2
    elif family == AMBUSH:
        clause = ambush_forbidden(s, seat, field, target)
    elif family == RESCUE:
        return rescue_forbidden(s, seat, field, target)
    else:
        own = base_field(s, seat) == STEP_TO[step]
        clause = unit_forbidden(s, seat, field, SHIP, HEX_11_4)
        if clause == OK and not (standing_bases(s) & target and trappers(s, target) & MASK[field]):
            clause = HEX_11_4
    if clause == OK and own and list_actions(s, seat, False, None):
        return HEX_12_1
    return clause


def ambush_forbidden(s: Table, seat: i64, field: i64, target: i64) -> i64:
    """HEX-11.3: by the own base, which must stand (HEX-11.13); it needs no connection (HEX-9.6)."""
    if field != base_field(s, seat):
        return HEX_8_2
    if not standing(s, seat):
        return HEX_11_13
    return OK if ambushable(s, standing(s, seat)) & target else HEX_11_3


def rescue_forbidden(s: Table, seat: i64, field: i64, target: i64) -> i64:
    """HEX-11.7: an own warship beside the base of an opponent who holds an own ship; that base connects it (HEX-11.9)."""
    if not s.own[seat] & MASK[field]:
        return HEX_8_2
    return OK if s.kinds[WARSHIP] & MASK[field] and prisons(s, seat) & target else HEX_11_7
