"""What to choose on a Triremes table for an action: a ship and a pose, a soldier and a square."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import View
from kotva.engine.scene import Path
from kotva.games.triremes import board
from kotva.games.triremes.notation import ACTIONS
from kotva.games.triremes.rules.game import Triremes


def man_id(seat: int, square: str) -> str:
    return f"man-{board.LETTERS[seat]}-{square}"


def ghost_id(ship: str, code: int) -> str:
    return f"pose-{ship}-{board.CODES[code]}"


# -- what to choose -----------------------------------------------------------------------------------------------------


def paths(view: View[Triremes], action: int) -> Sequence[Path]:
    """What to choose for an action: a ship and a pose, a soldier and a square, a ship and the soldiers it takes."""
    s = view.seen
    family = ACTIONS.family(action)
    arguments = family.arguments(action)
    names = [domain.text(i) for domain, i in zip(family.domains, arguments)]
    kind = family.template.removeprefix("tac ")
    seat = int(s.asked)
    if kind == "P {}":
        return [(f"at-{names[0]}",)]
    if kind == "{}:{}":
        return [(names[0], ghost_id(names[0], arguments[1]))]
    if kind == "{}:{}!{}":
        return [(names[0], ghost_id(names[0], arguments[1]), names[2])]
    if kind == "{}-{}":
        return [(man_id(seat, names[0]), f"at-{names[1]}")]
    if kind == "{}x{}":
        return [(man_id(seat, names[0]), what) for what in _there(s, names[1], arguments[1])]
    if kind == "{}!{}":
        return [(man_id(seat, names[0]), names[1])]
    if kind == "{}<{}":
        return [(names[0], *(man_id(seat, square) for square in names[1].split(",")))]
    if kind == "{}>{}":
        return [(names[0], *(f"at-{square}" for square in names[1].split(",")))]
    if kind == "buy soldier {}":
        return [(f"at-{names[0]}",)]
    return ()


def _there(s: Triremes, name: str, code: int) -> list[str]:
    """A defended square may be chosen by itself or by the soldier on it."""
    there = int(s.on[int(s.chart.square(code))])
    return [f"at-{name}", *([man_id(there - board.SOLDIER, name)] if there >= board.SOLDIER else [])]
