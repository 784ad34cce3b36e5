"""Seameni's notation (section 7 of the rulebook). Chance names the first player and the tiles that are turned up."""

from kotva.engine.actions import ActionSpace, ArgumentPart, Family, Names
from kotva.games.seameni import board, turning


class Fields(Names):
    """Fields; agents see the sea turned until their edge is S."""

    parts = (ArgumentPart(1, len(board.FIELD_NAMES), turning.fields),)


class Pirates(Names):
    """Pirates by edge and number; agents count their own first."""

    parts = (ArgumentPart(1, len(board.PIRATE_NAMES), turning.pirates),)


_FIELDS = Fields(board.FIELD_NAMES)
_PIRATES = Pirates(board.PIRATE_NAMES)

ACTIONS = ActionSpace(
    Family("pass", board.PASS),
    Family("end?", board.PROPOSE, aside=True),
    Family("yes", board.YES),
    Family("no", board.NO),
    Family("place {}", board.PLACE, _FIELDS),
    Family("ship {}", board.SHIP, _FIELDS),
    Family("{}>{}", board.STEP, _PIRATES, _FIELDS),
    Family("{}>{}+", board.CARRY, _PIRATES, _FIELDS),
    Family("{}~{}", board.JUMP, _PIRATES, _FIELDS),
    Family("{}^", board.ADVANCE, _PIRATES),
    Family("shark {}", board.SHARKS, _PIRATES),
    Family("out {}", board.OUT, _PIRATES),
    Family("astern {}", board.ASTERN, _PIRATES),
    Family("to {}", board.TO, _FIELDS),
    Family("first {}", board.FIRST, Names(board.EDGES)),
    Family("{}={}", board.TURN_UP, _FIELDS, Names(board.CODES), reveals=True),
    layout=board.LAYOUT,
)
