"""What is asked when something is chosen and something is open still."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import kind_of, owner_of
from kotva.games.hexxi.text import kind_words


def question(view: View[Hexxi], chosen: Path, say: Say) -> str:
    """One sentence for what is held, by its kind and the phase."""
    s = view.seen
    first = chosen[0]
    if len(chosen) > 1:
        return say("Several tokens can be jumped: which one?")
    kind, _, name = first.partition("-")
    if kind == "hand":
        unit = kind_words(board.LETTERS.index(name), say)
        return say("{unit}: on which field shall it lie, face down, or is it for your initiative?", unit=unit)
    if first == "initiative":
        return (
            say("Which of your tokens on the board goes to your initiative area?")
            if s.phase == codes.SHIFTING
            else say("Which token of your hand goes to your initiative area?")
        )
    if first == "spyglass":
        return say("Which face-down token do you want to see? You pay its value.")
    if kind == "base":
        return say("The base: what does it attack, or what attacks it?")
    if s.phase == codes.DEPLOY:
        return (
            say("Which token of your hand shall lie here?")
            if kind == "field"
            else say("Spy on this token, or another? You pay its value.")
        )
    if s.phase == codes.SHIFTING:
        return say("Does this token go to your initiative area?")
    if kind == "field":
        return say("Which of your units goes there?")
    field = board.FIELD_NAMES.index(name)
    if int(owner_of(s, board.MASK[field])) != view.seat:
        return say("Which of your units attacks it?")
    return say(
        "{unit}: where does it go, or what does it attack?", unit=kind_words(int(kind_of(s, board.MASK[field])), say)
    )
