"""Bosman's notation (section 7 of the rulebook). A record holds the players' actions (BOS-13.3) and chance's draws."""

from kotva.engine.actions import ActionSpace, Family, Names, Selection
from kotva.games.bosman.board import (
    BOARD,
    DRAW,
    FIELD_NAMES,
    KEEP,
    LAYOUT,
    PLAY,
    POISON,
    READABLE,
    SEAT_NAMES,
    SWAP,
    TOKEN_NAMES,
)

_FIELDS = Names(FIELD_NAMES, "BOS-3.1")
_SEATS = Names(SEAT_NAMES, "BOS-3.6")
_TOKENS = Names(TOKEN_NAMES, "BOS-2.1")

ACTIONS = ActionSpace(
    Family("keep", KEEP),
    Family("board {} {}", BOARD, _FIELDS, _SEATS),
    Family("poison {}", POISON, _SEATS),
    Family("play {} {}", PLAY, _TOKENS, _FIELDS),
    Family("draw {}", DRAW, _TOKENS, secret=True),
    # BOS-13.2: any order, one action.
    Family("swap {}", SWAP, Selection(TOKEN_NAMES, READABLE, copies=READABLE, clause="BOS-6.1"), secret=True),
    layout=LAYOUT,
)
