"""What to choose on a Settlers table for an action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kotva.engine.game import View
from kotva.engine.scene import Path
from kotva.games.settlers import board
from kotva.games.settlers.notation import ACTIONS
from kotva.games.settlers.rules.game import Settlers

# -- clicking --------------------------------------------------------------------------------------------------------


def paths(view: View[Settlers], action: int) -> Sequence[Path]:
    """What to choose for an action; what has no place on the table, or an empty path besides, is a button."""
    s = view.seen
    family = ACTIONS.family(action)
    if family.word == "move":
        return ((f"edge-{board.EDGE_NAMES[int(s.laid)]}", f"edge-{board.EDGE_NAMES[family.arguments(action)[0]]}"),)
    if family.word == "steal":
        return *((f"vertex-{v + 1}",) for v in _buildings_at_robber(s, family.arguments(action)[0])), ()
    return _fixed_paths(action)


@lru_cache(maxsize=20_000)
def _fixed_paths(action: int) -> Sequence[Path]:
    """The same at every moment of every game."""
    family = ACTIONS.family(action)
    kind = family.word
    names = [domain.text(i) for domain, i in zip(family.domains, family.arguments(action), strict=True)]
    if kind in ("settle", "city"):
        return ((f"vertex-{names[0]}",),)
    if kind == "road":
        return ((f"edge-{names[0]}",),)
    if kind == "robber":
        return ((f"hex-{names[0]}",),)
    if kind == "discard":
        return (tuple(f"hand-{c}" for c in board.CODES if c in names[0]),)
    if kind in ("bank", "offer", "counter"):
        if set(names[0]) & set(names[1]):
            return ()  # nobody means to give lumber for lumber: nothing is said about it
        given = tuple(f"hand-{c}" for c in board.CODES if c in names[0])
        return ((*given, *(f"bank-{c}" for c in board.CODES if c in names[1])),)
    if kind == "monopoly":
        return (("card-m", f"bank-{names[0]}"),)
    if kind == "plenty":
        return (("card-i", *(f"bank-{c}" for c in board.CODES if c in names[0])),)
    if kind in ("knight", "roads"):
        return ((f"card-{kind[0]}",),)
    return (("deck",),) if action == board.BUY else ()


def _buildings_at_robber(s: Settlers, seat: int) -> list[int]:
    around = [int(board.HEX_VERTEX[int(s.robber) * 6 + k]) for k in range(6)]
    return [v for v in around if s.building[v] and (int(s.building[v]) - 1) % 4 == seat]
