"""Why an action of the confrontation is not allowed: the clause that forbids it (HEX-8 to HEX-12)."""

from mypy_extensions import i64

from kotva.engine.state import OK
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes
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
from kotva.games.hexxi.rules.table import HexxiTable, base_field, free_fields, kind_of, standing, standing_bases


def confront_forbidden(s: HexxiTable, seat: i64, family: i64, action: i64) -> i64:
    """OK, or the clause: first whether the unit may act at all, then the rule of the action."""
    if s.phase == codes.ESCORTING:
        return escort_forbidden(s, seat, family, action)
    if family == board.PASS:
        return pass_forbidden(s, seat)
    if family == board.HALT:
        return codes.HEX_10_13
    if family == board.GO_CRUISE:
        return cruise_forbidden(s, seat, action - board.GO_CRUISE)
    if family == board.CONVOY:
        return convoy_forbidden(s, seat, action - board.CONVOY)
    if family == board.ESCORT:
        return hop_forbidden(s, seat, action - board.ESCORT)
    if family >= board.KIDNAP and family <= board.TRAP:
        return attack_forbidden(s, seat, family, action - family)
    return far_forbidden(s, family, action)


def pass_forbidden(s: HexxiTable, seat: i64) -> i64:
    """HEX-12.2: not while own tokens must be attacked; HEX-12.3: with own_pass=barred not while they could be."""
    if not list_actions(s, seat, False, None):
        return codes.HEX_12_2
    if s.barred and list_actions(s, seat, True, None):
        return codes.HEX_12_3
    return OK


def unit_forbidden(s: HexxiTable, seat: i64, field: i64, kind: i64, clause: i64) -> i64:
    """HEX-8.2: an own unit, of the kind that this action asks for; HEX-9.1: connected, which pirates are not without
    their base (HEX-11.12)."""
    bit: i64 = board.MASK[field]
    if not s.own[seat] & bit:
        return codes.HEX_8_2
    if s.kinds[board.CRUISE] & bit:
        return codes.HEX_1_4
    if not s.kinds[kind] & bit:
        return codes.HEX_10_15 if s.kinds[board.PIRATES] & bit and clause < codes.HEX_11_1 else clause
    if connection(s, seat, kind) & bit:
        return OK
    return codes.HEX_11_12 if kind == board.PIRATES and not standing(s, seat) else codes.HEX_9_1


def landing_forbidden(s: HexxiTable, field: i64) -> i64:
    """HEX-10.1: empty or a cruise token; HEX-2.8: no base field."""
    if board.MASK[field] & board.BASE_FIELDS[s.seats]:
        return codes.HEX_2_8
    return OK if board.MASK[field] & landing(s) else codes.HEX_10_1


def cruise_forbidden(s: HexxiTable, seat: i64, step: i64) -> i64:
    """HEX-10.5, HEX-10.6."""
    field: i64 = board.STEP_FROM[step]
    kind: i64 = kind_of(s, board.MASK[field])
    clause: i64 = unit_forbidden(s, seat, field, kind if kind > 0 else board.SHIP, codes.HEX_10_5)
    if clause != OK:
        return clause
    if s.kinds[board.CRUISE] & board.MASK[board.STEP_TO[step]]:
        return OK
    return codes.HEX_10_6 if board.MASK[board.STEP_TO[step]] & free_fields(s) else codes.HEX_10_5


def convoy_forbidden(s: HexxiTable, seat: i64, jump: i64) -> i64:
    """HEX-10.7: straight over a ship; HEX-10.8: to the far side of a warship."""
    clause: i64 = unit_forbidden(s, seat, board.STEP_FROM[board.JUMP_STEP[jump]], board.SHIP, codes.HEX_10_7)
    if clause != OK:
        return clause
    over: i64 = board.MASK[board.STEP_TO[board.JUMP_STEP[jump]]]
    if s.kinds[board.WARSHIP] & over:
        if board.JUMP_TURN[jump] > FAR_SIDE:
            return codes.HEX_10_8
    elif not s.kinds[board.SHIP] & over or board.JUMP_TURN[jump] > STRAIGHT:
        return codes.HEX_10_7
    return landing_forbidden(s, board.JUMP_TO[jump])


def hop_forbidden(s: HexxiTable, seat: i64, jump: i64) -> i64:
    """HEX-10.10: over a ship or another warship."""
    clause: i64 = unit_forbidden(s, seat, board.STEP_FROM[board.JUMP_STEP[jump]], board.WARSHIP, codes.HEX_10_10)
    if clause != OK:
        return clause
    if not (s.kinds[board.SHIP] | s.kinds[board.WARSHIP]) & board.MASK[board.STEP_TO[board.JUMP_STEP[jump]]]:
        return codes.HEX_10_10
    return landing_forbidden(s, board.JUMP_TO[jump])


def escort_forbidden(s: HexxiTable, seat: i64, family: i64, action: i64) -> i64:
    """HEX-10.13: another hop of the same warship, or `halt`; HEX-10.12."""
    if family == board.HALT:
        return OK
    if family == board.FAR_ESCORT and (action - board.FAR_ESCORT) // (board.FIELDS * board.FIELDS) == s.mover:
        return codes.HEX_10_10
    if family != board.ESCORT or board.STEP_FROM[board.JUMP_STEP[action - board.ESCORT]] != s.mover:
        return codes.HEX_10_13
    jump: i64 = action - board.ESCORT
    if board.MASK[board.STEP_TO[board.JUMP_STEP[jump]]] & s.jumped or board.JUMP_TO[jump] == s.origin:
        return codes.HEX_10_12
    return hop_forbidden(s, seat, jump)


def far_forbidden(s: HexxiTable, family: i64, action: i64) -> i64:
    """Fields that do not touch one another: the rule of the action that says they must. Nothing else is played here."""
    if family == board.FAR_CRUISE:
        return codes.HEX_10_6
    if family == board.FAR_CONVOY:
        over: i64 = (action - board.FAR_CONVOY) // board.FIELDS % board.FIELDS
        return codes.HEX_10_8 if s.kinds[board.WARSHIP] & board.MASK[over] else codes.HEX_10_7
    if family == board.FAR_ESCORT:
        return codes.HEX_10_10
    if family == board.FAR_KIDNAP:
        return codes.HEX_11_1
    if family == board.FAR_INTERCEPT:
        return codes.HEX_11_2
    if family == board.FAR_AMBUSH:
        return codes.HEX_11_3
    if family == board.FAR_RESCUE:
        return codes.HEX_11_7
    return codes.HEX_11_4 if family == board.FAR_TRAP else codes.HEX_8_1


def attack_forbidden(s: HexxiTable, seat: i64, family: i64, step: i64) -> i64:
    """The conditions of the attack, then HEX-12.1: an own token only when nothing else can be done."""
    field: i64 = board.STEP_FROM[step]
    target: i64 = board.MASK[board.STEP_TO[step]]
    clause: i64 = OK
    own: bool = s.own[seat] & target != 0
    if family == board.KIDNAP:
        clause = unit_forbidden(s, seat, field, board.PIRATES, codes.HEX_11_1)
        if clause == OK and not kidnappable(s) & target:
            clause = codes.HEX_11_1
    elif family == board.INTERCEPT:
        clause = unit_forbidden(s, seat, field, board.WARSHIP, codes.HEX_11_2)
        if clause == OK and not interceptable(s, standing_bases(s)) & target:
            clause = codes.HEX_11_2
    elif family == board.AMBUSH:
        clause = ambush_forbidden(s, seat, field, target)
    elif family == board.RESCUE:
        return rescue_forbidden(s, seat, field, target)
    else:
        own = base_field(s, seat) == board.STEP_TO[step]
        clause = unit_forbidden(s, seat, field, board.SHIP, codes.HEX_11_4)
        if clause == OK and not (standing_bases(s) & target and trappers(s, target) & board.MASK[field]):
            clause = codes.HEX_11_4
    if clause == OK and own and list_actions(s, seat, False, None):
        return codes.HEX_12_1
    return clause


def ambush_forbidden(s: HexxiTable, seat: i64, field: i64, target: i64) -> i64:
    """HEX-11.3: by the own base, which must stand (HEX-11.13); it needs no connection (HEX-9.6)."""
    if field != base_field(s, seat):
        return codes.HEX_8_2
    if not standing(s, seat):
        return codes.HEX_11_13
    return OK if ambushable(s, standing(s, seat)) & target else codes.HEX_11_3


def rescue_forbidden(s: HexxiTable, seat: i64, field: i64, target: i64) -> i64:
    """HEX-11.7: an own warship beside the base of an opponent who holds an own ship; that base connects it (HEX-11.9)."""
    if not s.own[seat] & board.MASK[field]:
        return codes.HEX_8_2
    return OK if s.kinds[board.WARSHIP] & board.MASK[field] and prisons(s, seat) & target else codes.HEX_11_7
