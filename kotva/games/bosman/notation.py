"""Bosman's notation (section 7 of the rulebook). A record holds the players' actions (BOS-13.3) and chance's draws."""

from kotva.engine.actions import ActionSpace, Family, Names, Selection
from kotva.games.bosman import board

_FIELDS = Names(board.FIELD_NAMES, "BOS-3.1")
_SEATS = Names(board.SEAT_NAMES, "BOS-3.6")
_TOKENS = Names(board.TOKEN_NAMES, "BOS-2.1")

ACTIONS = ActionSpace(
    Family("keep", board.KEEP),
    Family("board {} {}", board.BOARD, _FIELDS, _SEATS),
    Family("poison {}", board.POISON, _SEATS),
    Family("play {} {}", board.PLAY, _TOKENS, _FIELDS),
    Family("draw {}", board.DRAW, _TOKENS, secret=True),
    # BOS-13.2: any order, one action.
    Family(
        "swap {}",
        board.SWAP,
        Selection(board.TOKEN_NAMES, board.READABLE, copies=board.READABLE, clause="BOS-6.1"),
        secret=True,
    ),
    layout=board.LAYOUT,
)
