"""What to choose on a HEXXI table for an action."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import View
from kotva.engine.scene import Path
from kotva.games.hexxi import board
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import base_owner, owner_of

# -- how actions are chosen ---------------------------------------------------------------------------------------------

_MOVES = (board.GO_CRUISE, board.CONVOY, board.ESCORT)
_ROUTES = (
    *_MOVES,
    board.KIDNAP,
    board.INTERCEPT,
    board.AMBUSH,
    board.RESCUE,
    board.TRAP,
)  # families that lead from a field to another


def paths(view: View[Hexxi], action: int) -> Sequence[Path]:
    """What to choose for an action; `drop`, `pass` and the like are buttons."""
    s = view.seen
    family = int(board.LAYOUT.family(action))
    rest = action - family
    if family == board.PLACE:
        kind, field = divmod(rest, board.FIELDS)
        return [(f"hand-{board.LETTERS[kind]}", _thing(s, field))]
    if family == board.INIT:
        return [(f"hand-{board.LETTERS[rest]}", "initiative")]
    if family == board.SPY:
        return [("spyglass", f"token-{board.FIELD_NAMES[rest]}")]
    if family == board.SHOW:
        return [(f"token-{board.FIELD_NAMES[rest]}",)]
    if family == board.PAY:
        return [(f"hand-{board.LETTERS[rest]}",)]
    if family == board.SHIFT:
        return [(f"token-{board.FIELD_NAMES[rest]}", "initiative")]
    return _move_paths(view, s, action) if family in _ROUTES else ()


def _move_paths(view: View[Hexxi], s: Hexxi, action: int) -> Sequence[Path]:
    """The unit and where it goes, or whom it attacks; with the jumped token where that alone would not be clear."""
    start, over, to = route(action)
    targets = [_thing(s, to)]
    if board.LAYOUT.family(action) in _MOVES and board.MASK[to] & s.kinds[board.CRUISE]:
        targets.append(f"field-{board.FIELD_NAMES[to]}")
    between = [f"token-{board.FIELD_NAMES[over]}"] if over != board.NONE and _is_ambiguous(view, start, to) else []
    return [(_thing(s, start), *between, target) for target in targets]


def _thing(s: Hexxi, field: int) -> str:
    """The item that lies on a field: a base, a token, or the field itself."""
    owner = int(base_owner(s, field))
    if owner != board.NONE:
        return f"base-{owner}"
    return (
        f"token-{board.FIELD_NAMES[field]}"
        if owner_of(s, board.MASK[field]) != board.NONE
        else f"field-{board.FIELD_NAMES[field]}"
    )


def _is_ambiguous(view: View[Hexxi], start: int, to: int) -> bool:
    """Whether several moves lead from one field to another."""
    moves = [route(a) for a in view.legal() if board.LAYOUT.family(a) in _MOVES]
    return sum(ends[0] == start and ends[2] == to for ends in moves) > 1


def route(action: int) -> tuple[int, int, int]:
    """Where an action of the confrontation starts, what it jumps (NONE: nothing) and where it leads."""
    family = int(board.LAYOUT.family(action))
    if family in (board.CONVOY, board.ESCORT):
        jump = action - family
        step = int(board.JUMP_STEP[jump])
        return int(board.STEP_FROM[step]), int(board.STEP_TO[step]), int(board.JUMP_TO[jump])
    step = action - family
    return int(board.STEP_FROM[step]), board.NONE, int(board.STEP_TO[step])
