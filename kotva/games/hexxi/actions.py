"""The notation of Piraci HEXXI (section 6 of the rulebook)."""

from kotva.engine.actions import ActionSpace, Family, Names, Numbers
from kotva.games.hexxi import board
from kotva.games.hexxi.board import FIELD_NAMES, JUMP_NAMES, LETTERS, STEP_NAMES, UNKNOWN

_FIELDS = Names(FIELD_NAMES)
_KINDS = Names(LETTERS)
_HELD = Names(LETTERS[:UNKNOWN])
_STEPS = Names(f"{a}-{b}" for a, b in STEP_NAMES)
_ATTACKS = Names(f"{a}x{b}" for a, b in STEP_NAMES)
_JUMPS = Names(JUMP_NAMES)
_SEATS = Numbers(1, 4)


def _attack(name: str, base: int) -> Family:
    return Family(f"{name} {{}}", base, _ATTACKS)


ACTIONS = ActionSpace(
    Family("place {} {}", board.PLACE, _KINDS, _FIELDS, secret=True),
    Family("init {}", board.INIT, _KINDS, secret=True),
    Family("spy {}", board.SPY, _FIELDS, reveals=True),
    Family("show {}", board.SHOW, _FIELDS, reveals=True),
    Family("pay {}", board.PAY, _HELD, reveals=True),
    Family("shift {}", board.SHIFT, _FIELDS, reveals=True),
    Family("bid {}", board.BID, Numbers(1, board.MOST_BID)),
    Family("drop", board.DROP, reveals=True),
    Family("cruise {}", board.GO_CRUISE, _STEPS),
    Family("convoy {}", board.CONVOY, _JUMPS),
    Family("escort {}", board.ESCORT, _JUMPS),
    Family("halt", board.HALT),
    _attack("kidnap", board.KIDNAP),
    _attack("intercept", board.INTERCEPT),
    _attack("ambush", board.AMBUSH),
    _attack("rescue", board.RESCUE),
    _attack("trap", board.TRAP),
    Family("pass", board.PASS),
    Family("first {}", board.FIRST, _SEATS),
)
