"""What is asked when something is chosen and something is open still."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.text import pirate_words


def question(view: View[Seameni], chosen: Path, say: Say) -> str:
    """One sentence for what is held; a pirate on treasure goes with it or without (SEA-13.1)."""
    s = view.seen
    kinds = {thing.partition("-")[0] for thing in chosen}
    pirates = [thing for thing in chosen if thing.startswith("pirate-")]
    if kinds == {"pirate", "treasure"}:
        return say("Where to with the treasure?")
    if kinds == {"treasure"} or ("treasure" in kinds and not pirates):
        return say("Who takes the treasure along, and where to?")
    if len(chosen) > 1:
        return say("With the treasure, or without?")
    if kinds == {"ship"}:
        mine = chosen[0] == f"ship-{board.EDGES[int(s.player)]}"
        return say("To which side does your ship go, or who boards it?") if mine else say("Who goes aboard?")
    if not pirates:
        return say("Who goes there?")
    p = board.PIRATE_NAMES.index(pirates[0].removeprefix("pirate-"))
    pirate = pirate_words(p, say, int(s.seat_of(p // 3)))
    if int(s.controller(p)) != int(s.player):
        return say("Who goes to {pirate}?", pirate=pirate)
    if s.step[p]:
        return say("{pirate} stands in mud: wade on?", pirate=pirate)
    if s.phase == codes.TURN and view.cached(_laden) >> p & 1:
        return say("{pirate}: where to? With the treasure or without is asked next.", pirate=pirate)
    return say("{pirate}: where to?", pirate=pirate)


def _laden(view: View[Seameni]) -> int:
    """The pirates that may take a treasure along, as a mask."""
    found = 0
    for action in view.legal():
        if board.LAYOUT.family(action) == board.CARRY:
            found |= 1 << (action - board.CARRY) // board.FIELDS
    return found
