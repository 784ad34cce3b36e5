"""What is asked when something is chosen and something is open still."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path
from kotva.games.triremes.rules.game import Triremes


def question(view: View[Triremes], chosen: Path, say: Say) -> str:
    """One sentence for what is held: a ship, the pose it will have, a soldier, a square."""
    kinds = [_kind(thing) for thing in chosen]
    if "pose" in kinds and len(chosen) > 1:
        return say("Does it attack there, and whom?")
    if kinds == ["pose"]:
        return say("Which ship goes there?")
    if "ship" in kinds and "soldier" in kinds:
        return say("Only these soldiers, or more?")
    if "ship" in kinds and "square" in kinds:
        return say("Only on these squares, or on more?")
    if len(chosen) > 1:
        return say("Only these, or more?")
    if kinds == ["ship"]:
        if chosen[0] in view.cached(_movers):
            if chosen[0] in view.cached(_ferries):
                return say("{ship}: where to, or who goes aboard or ashore?", ship=chosen[0])
            return say("{ship}: where to?", ship=chosen[0])
        return say("{ship}: who attacks it?", ship=chosen[0])
    if kinds == ["soldier"]:
        return say("The soldier: where to, or onto which ship?")
    return say("Who goes there?")


def _kind(thing: str) -> str:
    kind = {"pose": "pose", "man": "soldier", "at": "square"}.get(thing.partition("-")[0])
    return kind or "ship"


def _movers(view: View[Triremes]) -> frozenset[str]:
    """Ships that an own action begins with."""
    paths = (path for action in view.legal() for path in view.game.look.paths(view, action))
    return frozenset(path[0] for path in paths if path)


def _ferries(view: View[Triremes]) -> frozenset[str]:
    """Ships that soldiers can enter or leave now."""
    paths = (path for action in view.legal() for path in view.game.look.paths(view, action))
    return frozenset(path[0] for path in paths if len(path) > 1 and _kind(path[1]) in ("soldier", "square"))
