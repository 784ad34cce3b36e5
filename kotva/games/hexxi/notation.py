"""The notation of Piraci HEXXI (section 6 of the rulebook)."""

import re

from kotva.engine.actions import ActionSpace, Family, Names, Numbers
from kotva.games.hexxi import board

_FIELDS = Names(board.FIELD_NAMES, "HEX-2.1")
_KINDS = Names(board.LETTERS, "HEX-1.1")
_HELD = Names(board.LETTERS[: board.UNKNOWN], "HEX-1.1")
_STEPS = Names((f"{a}-{b}" for a, b in board.STEP_NAMES), "HEX-2.1")
_ATTACKS = Names((f"{a}x{b}" for a, b in board.STEP_NAMES), "HEX-2.1")
_JUMPS = Names(board.JUMP_NAMES, "HEX-2.1")
_SEATS = Numbers(1, 4)


class Apart:
    """Two or three fields that no step or jump joins: well written, so that a clause and not the reader says no."""

    def __init__(self, signs: str, joined: Names) -> None:
        self.signs = signs
        self.joined = frozenset(joined.names)
        self.size: int = board.FIELDS ** (len(signs) + 1)
        field = f"(?:{_FIELDS.pattern})"
        self.pattern = field + "".join(f"{sign}{field}" for sign in signs)

    def text(self, index: int) -> str:
        out = ""
        for sign in reversed(self.signs):
            index, field = divmod(index, board.FIELDS)
            out = sign + board.FIELD_NAMES[field] + out
        return board.FIELD_NAMES[index] + out

    def parse(self, text: str) -> int:
        if text in self.joined:
            raise ValueError(text)
        index = 0
        for name in re.split("[x-]", text):
            index = index * board.FIELDS + _FIELDS.parse(name)
        return index

    def is_number(self, index: int) -> bool:
        return self.text(index) not in self.joined


class OtherBids(Numbers):
    """Bids of nothing, or beyond any cap."""

    def parse(self, text: str) -> int:
        bid = super().parse(text)
        if not self.is_number(bid):
            raise ValueError(text)
        return bid

    def is_number(self, index: int) -> bool:
        return not 1 <= index <= board.MOST_BID


_FAR_STEPS = Apart("-", _STEPS)
_FAR_ATTACKS = Apart("x", _ATTACKS)
_FAR_JUMPS = Apart("x-", _JUMPS)


def _attack(name: str, base: int) -> Family:
    return Family(f"{name} {{}}", base, _ATTACKS)


def _far_attack(name: str, base: int) -> Family:
    return Family(f"{name} {{}}", base, _FAR_ATTACKS, listed=False)


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
    Family("cruise {}", board.FAR_CRUISE, _FAR_STEPS, listed=False),
    Family("convoy {}", board.FAR_CONVOY, _FAR_JUMPS, listed=False),
    Family("escort {}", board.FAR_ESCORT, _FAR_JUMPS, listed=False),
    _far_attack("kidnap", board.FAR_KIDNAP),
    _far_attack("intercept", board.FAR_INTERCEPT),
    _far_attack("ambush", board.FAR_AMBUSH),
    _far_attack("rescue", board.FAR_RESCUE),
    _far_attack("trap", board.FAR_TRAP),
    Family("bid {}", board.FAR_BID, OtherBids(0, board.READABLE_BIDS - 1), listed=False),
    layout=board.LAYOUT,
)
