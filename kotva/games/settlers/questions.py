"""What is asked when something is chosen and something is open still."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path
from kotva.games.settlers.notation import ACTIONS
from kotva.games.settlers.rules.game import Settlers


def question(view: View[Settlers], chosen: Path, say: Say) -> str:
    """One sentence for a card that is being played, a resource that is wanted, or a road that is being moved."""
    for thing in chosen:
        if thing == "card-m":
            return say("Monopoly: which resource do you want from everybody?")
        if thing == "card-i":
            if len(chosen) > 1:
                return say("Invention: two of this, or which other card?")
            return say("Invention: which two cards do you take from the bank?")
    if chosen[0].startswith("edge-"):
        return say("Where shall this road lie instead?")
    if chosen[0].startswith("bank-") and view.cached(_plays_card):
        return say("With which card do you take it?")
    return ""


def _plays_card(view: View[Settlers]) -> bool:
    """Whether a card can be played that takes resources."""
    return any(ACTIONS.family(action).word in ("monopoly", "plenty") for action in view.legal())
