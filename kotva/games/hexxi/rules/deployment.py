"""Deployment, intelligence, stow and shift (HEX-5, HEX-6)."""

from mypy_extensions import i64

from kotva.engine.arrays import lowest
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.table import (
    HexxiTable,
    after,
    count,
    free_fields,
    hand_size,
    kind_of,
    owner_of,
    put,
    take_off,
)


def begin(s: HexxiTable) -> None:
    """A round's deployment begins with the first of the order line (HEX-4.2); every hand has a token (HEX-15.6)."""
    s.phase = codes.DEPLOY
    s.emit(codes.ROUND, s.round, 0, 0)
    s.player = s.order[s.seats - 1]
    next_player(s)


def next_player(s: HexxiTable) -> None:
    """HEX-5.5, HEX-5.6: full board or empty hands end it; HEX-5.4: an empty hand is skipped."""
    s.phase = codes.STOW
    if free_fields(s) == 0:
        return
    for _i in range(s.seats):
        s.player = after(s, s.player)
        if hand_size(s, s.player) > 0:
            s.phase = codes.DEPLOY
            return


# -- laying (HEX-5.1 to 5.4) --------------------------------------------------------------------------------------------


def list_deploy(s: HexxiTable, seat: i64, out: Moves) -> None:
    """HEX-5.1: `place` by kind and field, then `init`, then `spy`; each kind once (HEX-16.1)."""
    first: i64 = 0
    while first < board.UNKNOWN and not s.hand[seat * board.KINDS + first]:
        first += 1
    if first == board.UNKNOWN:
        return  # HEX-5.4: a player without tokens takes no turn at all
    list_fields(out, board.PLACE + first * board.FIELDS, free_fields(s))
    end: i64 = out.n
    for kind in range(first + 1, board.UNKNOWN):
        if s.hand[seat * board.KINDS + kind]:
            again(out, end, (kind - first) * board.FIELDS)
    for kind in range(first, board.UNKNOWN):
        if s.hand[seat * board.KINDS + kind]:
            out.add(board.INIT + kind)
    list_fields(out, board.SPY, s.down & ~s.own[seat])


def list_fields(out: Moves, base: i64, fields: i64) -> None:
    """One action for every field of a mask.

    This and `again` are where random play spends its time: they write into the list itself, which has room for 256
    actions and never gets more in a deployment than 4 kinds on 35 fields, 4 `init` and 35 `spy`.
    """
    actions = out.a
    n: i64 = out.n
    while fields:
        actions[n] = base + board.FIELD_AT[lowest(fields)]
        n += 1
        fields &= fields - 1
    out.n = n


def again(out: Moves, end: i64, further: i64) -> None:
    """The actions before `end` once more, with numbers so much higher."""
    actions = out.a
    n: i64 = out.n
    for i in range(end):
        actions[n] = actions[i] + further
        n += 1
    out.n = n


def place_forbidden(s: HexxiTable, seat: i64, kind: i64, field: i64) -> i64:
    """HEX-5.3: any token of the hand on any free field."""
    if kind == board.UNKNOWN:
        return codes.HEX_17_3
    if not s.hand[seat * board.KINDS + kind]:
        return codes.HEX_5_1
    if board.MASK[field] & board.BASE_FIELDS[s.seats]:
        return codes.HEX_2_8
    return OK if board.MASK[field] & free_fields(s) else codes.HEX_2_9


def lay(s: HexxiTable, seat: i64, kind: i64, field: i64) -> None:
    """HEX-5.2: face down, unseen by the others."""
    s.hand[seat * board.KINDS + kind] -= 1
    put(s, seat, kind, board.MASK[field])
    s.down |= board.MASK[field]
    s.emit(codes.LAID, seat, kind, field)
    next_player(s)


def init_forbidden(s: HexxiTable, seat: i64, kind: i64) -> i64:
    if kind == board.UNKNOWN:
        return codes.HEX_17_3
    return OK if s.hand[seat * board.KINDS + kind] else codes.HEX_5_1


def stock(s: HexxiTable, seat: i64, kind: i64) -> None:
    """HEX-5.1, HEX-5.2: face down into the own initiative area."""
    s.hand[seat * board.KINDS + kind] -= 1
    s.area[seat * board.KINDS + kind] += 1
    s.emit(codes.STOCKED, seat, kind, 0)
    next_player(s)


# -- intelligence (HEX-6) -----------------------------------------------------------------------------------------------


def spy_forbidden(s: HexxiTable, seat: i64, field: i64) -> i64:
    """HEX-6.2: a face-down token of another player on the board."""
    if board.MASK[field] & s.down & ~s.own[seat]:
        return OK if hand_size(s, seat) else codes.HEX_5_4
    if board.MASK[field] & s.own[seat] or owner_of(s, board.MASK[field]) == board.NONE:
        return codes.HEX_6_2
    return codes.HEX_6_7


def spy(s: HexxiTable, seat: i64, field: i64) -> None:
    """HEX-6.1: it is turned face up for everybody; HEX-6.4: the due starts at its value. It uses the turn (HEX-6.8)."""
    kind: i64 = kind_of(s, board.MASK[field])
    s.down &= ~board.MASK[field]
    s.due = board.VALUE[kind]
    s.phase = codes.PAYING
    s.emit(codes.SPIED, seat, field, owner_of(s, board.MASK[field]) * 8 + kind)


def list_payment(s: HexxiTable, seat: i64, out: Moves) -> None:
    """HEX-6.3: own face-down tokens of the board, and tokens of the hand."""
    list_fields(out, board.SHOW, s.down & s.own[seat])
    for kind in range(i64(board.UNKNOWN)):
        if s.hand[seat * board.KINDS + kind]:
            out.add(board.PAY + kind)


def show_forbidden(s: HexxiTable, seat: i64, field: i64) -> i64:
    if not board.MASK[field] & s.own[seat]:
        return codes.HEX_6_3
    return OK if board.MASK[field] & s.down else codes.HEX_6_7


def show(s: HexxiTable, seat: i64, field: i64) -> None:
    kind: i64 = kind_of(s, board.MASK[field])
    s.down &= ~board.MASK[field]
    s.emit(codes.SHOWN, seat, field, kind)
    settle_due(s, seat, kind)


def pay_forbidden(s: HexxiTable, seat: i64, kind: i64) -> i64:
    """HEX-6.3: a token of the hand."""
    return OK if s.hand[seat * board.KINDS + kind] else codes.HEX_6_3


def pay(s: HexxiTable, seat: i64, kind: i64) -> None:
    """HEX-6.9: it lies openly in the initiative area and counts there."""
    s.hand[seat * board.KINDS + kind] -= 1
    s.open[seat * board.KINDS + kind] += 1
    s.emit(codes.PAID, seat, kind, 0)
    settle_due(s, seat, kind)


def settle_due(s: HexxiTable, seat: i64, kind: i64) -> None:
    """HEX-6.4: at 0 or less the turn ends at once; HEX-6.6: with nothing left to pay comes the penalty."""
    s.due -= board.VALUE[kind]
    if s.due > 0 and (s.down & s.own[seat] or hand_size(s, seat) > 0):
        return
    if s.due > 0:
        s.points[seat] -= s.due  # HEX-6.5: also below zero
        s.sheet[((s.round - 1) * s.seats + seat) * codes.COLUMNS + codes.PENALTIES] -= s.due
        s.emit(codes.PENALTY, seat, s.due, 0)
    s.due = 0
    next_player(s)


# -- stow and shift (HEX-5.7 to 5.10) -----------------------------------------------------------------------------------


def stow(s: HexxiTable) -> None:
    """HEX-5.7: what is left in the hands goes face down to the initiative areas."""
    for i in range(s.seats):
        seat: i64 = s.order[i]
        size: i64 = hand_size(s, seat)
        if size > 0:
            for kind in range(i64(board.KINDS)):
                s.area[seat * board.KINDS + kind] += s.hand[seat * board.KINDS + kind]
                s.hand[seat * board.KINDS + kind] = 0
            s.emit(codes.STOWED, seat, size, 0)
    next_shift(s)


def next_shift(s: HexxiTable) -> None:
    """HEX-5.8, HEX-5.9: in order, a player with an empty initiative area must shift."""
    for i in range(s.seats):
        seat: i64 = s.order[i]
        if count(s.area, seat) + count(s.open, seat) == 0:
            s.phase = codes.SHIFTING
            s.player = seat
            return
    s.phase = codes.REVEAL


def list_shifts(s: HexxiTable, seat: i64, out: Moves) -> None:
    """HEX-5.9: any own token on the board, face up or face down; HEX-5.10: all twelve lie there."""
    list_fields(out, board.SHIFT, s.own[seat])


def shift_forbidden(s: HexxiTable, seat: i64, field: i64) -> i64:
    return OK if board.MASK[field] & s.own[seat] else codes.HEX_5_9


def shift(s: HexxiTable, seat: i64, field: i64) -> None:
    """HEX-5.9: the token keeps the side it shows; the emptied field stays empty."""
    bit: i64 = board.MASK[field]
    kind: i64 = kind_of(s, bit)
    if s.down & bit:
        s.area[seat * board.KINDS + kind] += 1
        s.emit(codes.SHIFTED, seat, field, kind)
    else:
        s.open[seat * board.KINDS + kind] += 1
        s.emit(codes.SHIFTED, seat, field, kind + 8)
    take_off(s, seat, kind, bit)
    next_shift(s)
