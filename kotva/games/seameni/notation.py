"""Seameni's notation (section 7 of the rulebook). Chance names the first player and the tiles that are turned up."""

from kotva.engine.actions import ActionSpace, Family, Names, Part
from kotva.games.seameni import turning
from kotva.games.seameni.board import (
    ADVANCE,
    ASTERN,
    CARRY,
    CODES,
    EDGES,
    FIELD_NAMES,
    FIRST,
    JUMP,
    LAYOUT,
    NO,
    OUT,
    PASS,
    PIRATE_NAMES,
    PLACE,
    PROPOSE,
    SHARKS,
    SHIP,
    STEP,
    TO,
    TURN_UP,
    YES,
)


class Fields(Names):
    """Fields; agents see the sea turned until their edge is S."""

    parts = (Part(1, len(FIELD_NAMES), turning.fields),)


class Pirates(Names):
    """Pirates by edge and number; agents count their own first."""

    parts = (Part(1, len(PIRATE_NAMES), turning.pirates),)


_FIELDS = Fields(FIELD_NAMES)
_PIRATES = Pirates(PIRATE_NAMES)

ACTIONS = ActionSpace(
    Family("pass", PASS),
    Family("end?", PROPOSE, aside=True),
    Family("yes", YES),
    Family("no", NO),
    Family("place {}", PLACE, _FIELDS),
    Family("ship {}", SHIP, _FIELDS),
    Family("{}>{}", STEP, _PIRATES, _FIELDS),
    Family("{}>{}+", CARRY, _PIRATES, _FIELDS),
    Family("{}~{}", JUMP, _PIRATES, _FIELDS),
    Family("{}^", ADVANCE, _PIRATES),
    Family("shark {}", SHARKS, _PIRATES),
    Family("out {}", OUT, _PIRATES),
    Family("astern {}", ASTERN, _PIRATES),
    Family("to {}", TO, _FIELDS),
    Family("first {}", FIRST, Names(EDGES)),
    Family("{}={}", TURN_UP, _FIELDS, Names(CODES), reveals=True),
    layout=LAYOUT,
)
