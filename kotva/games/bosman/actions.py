"""Bosman's notation (section 7 of the rulebook). A record holds the players' actions (BOS-13.3) and chance's draws."""

from kotva.engine.actions import ActionSpace, Family, Names, Selection
from kotva.games.bosman.board import (
    BOARD,
    DRAW,
    FIELD_NAMES,
    KEEP,
    MOST_SWAPPED,
    PLAY,
    POISON,
    SEAT_NAMES,
    SWAP,
    TOKEN_NAMES,
)

_FIELDS = Names(FIELD_NAMES)
_SEATS = Names(SEAT_NAMES)
_TOKENS = Names(TOKEN_NAMES)

ACTIONS = ActionSpace(
    Family("keep", KEEP),
    Family("board {} {}", BOARD, _FIELDS, _SEATS),
    Family("poison {}", POISON, _SEATS),
    Family("play {} {}", PLAY, _TOKENS, _FIELDS),
    Family("draw {}", DRAW, _TOKENS, secret=True),
    Family(
        "swap {}", SWAP, Selection(TOKEN_NAMES, MOST_SWAPPED, copies=5), secret=True
    ),  # BOS-13.2: any order, one action
)
