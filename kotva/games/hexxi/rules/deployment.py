"""Deployment, intelligence, stow and shift (HEX-5, HEX-6)."""

from mypy_extensions import i64

from kotva.engine.arrays import lowest
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.hexxi.board import (
    BASE_FIELDS,
    FIELD_AT,
    FIELDS,
    INIT,
    KINDS,
    MASK,
    NONE,
    PAY,
    PLACE,
    SHIFT,
    SHOW,
    SPY,
    UNKNOWN,
    VALUE,
)
from kotva.games.hexxi.rules.codes import (
    COLUMNS,
    DEPLOY,
    HEX_2_8,
    HEX_2_9,
    HEX_5_1,
    HEX_5_4,
    HEX_5_9,
    HEX_6_2,
    HEX_6_3,
    HEX_6_7,
    HEX_17_3,
    LAID,
    PAID,
    PAYING,
    PENALTIES,
    PENALTY,
    REVEAL,
    ROUND,
    SHIFTED,
    SHIFTING,
    SHOWN,
    SPIED,
    STOCKED,
    STOW,
    STOWED,
)
from kotva.games.hexxi.rules.table import Table, after, count, free_fields, hand_size, kind_of, owner_of, put, take_off


def begin(s: Table) -> None:
    """A round's deployment begins with the first of the order line (HEX-4.2); every hand has a token (HEX-15.6)."""
    s.phase = DEPLOY
    s.tell(ROUND, s.round, 0, 0)
    s.player = s.order[s.seats - 1]
    next_player(s)


def next_player(s: Table) -> None:
    """HEX-5.5, HEX-5.6: full board or empty hands end it; HEX-5.4: who has an empty hand is skipped."""
    s.phase = STOW
    if free_fields(s) == 0:
        return
    i: i64 = 0
    while i < s.seats:
        s.player = after(s, s.player)
        if hand_size(s, s.player) > 0:
            s.phase = DEPLOY
            return
        i += 1


# -- laying (HEX-5.1 to 5.4) --------------------------------------------------------------------------------------------


def list_deploy(s: Table, seat: i64, out: Moves) -> None:
    """HEX-5.1: `place` by kind and field, then `init`, then `spy`; each kind once (HEX-16.1)."""
    first: i64 = 0
    while first < UNKNOWN and not s.hand[seat * KINDS + first]:
        first += 1
    if first == UNKNOWN:
        return  # HEX-5.4: whoever has no token takes no turn at all
    list_fields(out, PLACE + first * FIELDS, free_fields(s))
    end: i64 = out.n
    kind: i64 = first + 1
    while kind < UNKNOWN:
        if s.hand[seat * KINDS + kind]:
            again(out, end, (kind - first) * FIELDS)
        kind += 1
    kind = first
    while kind < UNKNOWN:
        if s.hand[seat * KINDS + kind]:
            out.add(INIT + kind)
        kind += 1
    list_fields(out, SPY, s.down & ~s.own[seat])


def list_fields(out: Moves, base: i64, fields: i64) -> None:
    """One action for every field of a mask.

    This and `again` are where random play spends its time: they write into the list itself, which has room for 256
    actions and never gets more in a deployment than 4 kinds on 35 fields, 4 `init` and 35 `spy`.
    """
    actions = out.a
    n: i64 = out.n
    while fields:
        actions[n] = base + FIELD_AT[lowest(fields)]
        n += 1
        fields &= fields - 1
    out.n = n


def again(out: Moves, end: i64, further: i64) -> None:
    """The actions before `end` once more, with numbers so much higher."""
    actions = out.a
    n: i64 = out.n
    i: i64 = 0
    while i < end:
        actions[n] = actions[i] + further
        n += 1
        i += 1
    out.n = n


def place_forbidden(s: Table, seat: i64, kind: i64, field: i64) -> i64:
    """HEX-5.3: any token of the hand on any free field."""
    if kind == UNKNOWN:
        return HEX_17_3
    if not s.hand[seat * KINDS + kind]:
        return HEX_5_1
    if MASK[field] & BASE_FIELDS[s.seats]:
        return HEX_2_8
    return OK if MASK[field] & free_fields(s) else HEX_2_9


def lay(s: Table, seat: i64, kind: i64, field: i64) -> None:
    """HEX-5.2: face down, unseen by the others."""
    s.hand[seat * KINDS + kind] -= 1
    put(s, seat, kind, MASK[field])
    s.down |= MASK[field]
    s.tell(LAID, seat, kind, field)
    next_player(s)


def init_forbidden(s: Table, seat: i64, kind: i64) -> i64:
    if kind == UNKNOWN:
        return HEX_17_3
    return OK if s.hand[seat * KINDS + kind] else HEX_5_1


def stock(s: Table, seat: i64, kind: i64) -> None:
    """HEX-5.1, HEX-5.2: face down into the own initiative area."""
    s.hand[seat * KINDS + kind] -= 1
    s.area[seat * KINDS + kind] += 1
    s.tell(STOCKED, seat, kind, 0)
    next_player(s)


# -- intelligence (HEX-6) -----------------------------------------------------------------------------------------------


def spy_forbidden(s: Table, seat: i64, field: i64) -> i64:
    """HEX-6.2: a face-down token of another player on the board."""
    if MASK[field] & s.down & ~s.own[seat]:
        return OK if hand_size(s, seat) else HEX_5_4
    if MASK[field] & s.own[seat] or owner_of(s, MASK[field]) == NONE:
        return HEX_6_2
    return HEX_6_7


def spy(s: Table, seat: i64, field: i64) -> None:
    """HEX-6.1: it is turned face up for everybody; HEX-6.4: the due starts at its value. It uses the turn (HEX-6.8)."""
    kind: i64 = kind_of(s, MASK[field])
    s.down &= ~MASK[field]
    s.due = VALUE[kind]
    s.phase = PAYING
    s.tell(SPIED, seat, field, owner_of(s, MASK[field]) * 8 + kind)


def list_payment(s: Table, seat: i64, out: Moves) -> None:
    """HEX-6.3: own face-down tokens of the board, and tokens of the hand."""
    list_fields(out, SHOW, s.down & s.own[seat])
    kind: i64 = 0
    while kind < UNKNOWN:
        if s.hand[seat * KINDS + kind]:
            out.add(PAY + kind)
        kind += 1


def show_forbidden(s: Table, seat: i64, field: i64) -> i64:
    if not MASK[field] & s.own[seat]:
        return HEX_6_3
    return OK if MASK[field] & s.down else HEX_6_7


def show(s: Table, seat: i64, field: i64) -> None:
    kind: i64 = kind_of(s, MASK[field])
    s.down &= ~MASK[field]
    s.tell(SHOWN, seat, field, kind)
    settle_due(s, seat, kind)


def pay_forbidden(s: Table, seat: i64, kind: i64) -> i64:
    """HEX-6.3: a token of the hand."""
    return OK if s.hand[seat * KINDS + kind] else HEX_6_3


def pay(s: Table, seat: i64, kind: i64) -> None:
    """HEX-6.9: it lies openly in the initiative area and counts there."""
    s.hand[seat * KINDS + kind] -= 1
    s.open[seat * KINDS + kind] += 1
    s.tell(PAID, seat, kind, 0)
    settle_due(s, seat, kind)


def settle_due(s: Table, seat: i64, kind: i64) -> None:
    """HEX-6.4: at 0 or less the turn ends at once; HEX-6.6: who has nothing left to pay with takes the penalty."""
    s.due -= VALUE[kind]
    if s.due > 0 and (s.down & s.own[seat] or hand_size(s, seat) > 0):
        return
    if s.due > 0:
        s.points[seat] -= s.due  # HEX-6.5: also below zero
        s.sheet[((s.round - 1) * s.seats + seat) * COLUMNS + PENALTIES] -= s.due
        s.tell(PENALTY, seat, s.due, 0)
    s.due = 0
    next_player(s)


# -- stow and shift (HEX-5.7 to 5.10) -----------------------------------------------------------------------------------


def stow(s: Table) -> None:
    """HEX-5.7: what is left in the hands goes face down to the initiative areas."""
    i: i64 = 0
    while i < s.seats:
        seat: i64 = s.order[i]
        size: i64 = hand_size(s, seat)
        if size > 0:
            kind: i64 = 0
            while kind < KINDS:
                s.area[seat * KINDS + kind] += s.hand[seat * KINDS + kind]
                s.hand[seat * KINDS + kind] = 0
                kind += 1
            s.tell(STOWED, seat, size, 0)
        i += 1
    next_shift(s)


def next_shift(s: Table) -> None:
    """HEX-5.8, HEX-5.9: in order, who has an empty initiative area must shift."""
    i: i64 = 0
    while i < s.seats:
        seat: i64 = s.order[i]
        if count(s.area, seat) + count(s.open, seat) == 0:
            s.phase = SHIFTING
            s.player = seat
            return
        i += 1
    s.phase = REVEAL


def list_shifts(s: Table, seat: i64, out: Moves) -> None:
    """HEX-5.9: any own token on the board, face up or face down; HEX-5.10: all twelve lie there."""
    list_fields(out, SHIFT, s.own[seat])


def shift_forbidden(s: Table, seat: i64, field: i64) -> i64:
    return OK if MASK[field] & s.own[seat] else HEX_5_9


def shift(s: Table, seat: i64, field: i64) -> None:
    """HEX-5.9: the token keeps the side it shows; the emptied field stays empty."""
    bit: i64 = MASK[field]
    kind: i64 = kind_of(s, bit)
    if s.down & bit:
        s.area[seat * KINDS + kind] += 1
        s.tell(SHIFTED, seat, field, kind)
    else:
        s.open[seat * KINDS + kind] += 1
        s.tell(SHIFTED, seat, field, kind + 8)
    take_off(s, seat, kind, bit)
    next_shift(s)
