"""What is asked when something is chosen and something is open still."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path
from kotva.games.bosman import board
from kotva.games.bosman.rules import codes
from kotva.games.bosman.rules.game import Bosman
from kotva.games.bosman.scene import token_ids
from kotva.games.bosman.text import token_words


def question(view: View[Bosman], chosen: Path, say: Say) -> str:
    """One sentence for what is held, by its kind and the phase."""
    s = view.seen
    first = chosen[0]
    if len(chosen) > 1:  # only an exchange takes more than two things
        return say("Exchange these tokens only, or more of them?")
    if first.startswith("field-"):
        return say("Which token shall be laid here?")
    if first.startswith("seat-"):
        return say("Which token goes to this seat?")
    if first.startswith("poison-"):
        return say("Which seat in the boat do you poison?")
    name = first.rsplit("-", 1)[0]
    token = token_words(board.TOKEN_NAMES.index(name), say)
    if s.phase == codes.OPENING:
        return say("{token}: exchange it alone, or with others?", token=token)
    if s.phase == codes.BOARDING:
        return say("{token}: which seat in the boat does it take?", token=token)
    if first in view.cached(_in_hand) and board.TOKEN_NAMES.index(name) % 10 == board.BOY:
        return say("{token}: onto which field?", token=token)
    if first in view.cached(_in_hand):
        return say("{token}: onto which field, or exchange it?", token=token)
    return say("{token}: which of your tokens do you lay upon it?", token=token)


def _in_hand(view: View[Bosman]) -> frozenset[str]:
    """Ids of what lies before the viewer: the hand, and the cabin boys beside the screen."""
    boys = {f"{board.TOKEN_NAMES[gang * 10 + board.BOY]}-1" for gang in range(4) if view.seen.owner[gang] == view.seat}
    return frozenset(boys.union(place[0] for place in token_ids(view.seen, view.seat) if place[2] == "hand"))
