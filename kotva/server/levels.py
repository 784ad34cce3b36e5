"""Levels of bots at tables, judged wherever one comes in: a form, a tournament, a backup, a row of the database.

Forms offer `LEVELS`; lessons have bots of their own. Rows may hold a bot's name from an older Kotva (`mcts:200ms`): that bot
plays on as long as one move of it takes a few seconds at most. Nothing else is ever asked to think.
"""

from __future__ import annotations

import re
from typing import Final

from kotva.bots import LEVELS
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.learn.lesson_bot import LEVEL as LESSON

INSTEAD: Final = "medium"  # plays where a row names a bot that is none
MILLISECONDS: Final = 5000  # of thinking for one move
SIMULATIONS: Final = 20_000
DEALS: Final = 64
_LESSON = re.compile(rf"{LESSON}[A-Za-z0-9_.-]{{1,40}}")
_BOT = re.compile(r"(mcts|greedy)(?::([1-9][0-9]{0,8})(ms|s|))?")


class NoLevel(KotvaError):
    """A bot that no table can have."""


def check(level: str) -> str:
    """The level itself; NoLevel says that there is none of this name, or that it thinks too long."""
    if not is_level(level):
        raise NoLevel(
            N_("There is no bot {level!r} for a table; there are: {known}."),
            level=level[:40],
            known=", ".join(LEVELS),
        )
    return level


def able(level: str) -> str:
    """What thinks for a level that stands in a row."""
    return level if is_level(level) else INSTEAD


def is_level(level: str) -> bool:
    if level in LEVELS or level == "random" or _LESSON.fullmatch(level):
        return True
    bot = _BOT.fullmatch(level)
    if bot is None:
        return False
    name, number, unit = bot.groups()
    if name == "greedy":
        return number is None or (not unit and int(number) <= DEALS)
    most = {"": SIMULATIONS, "ms": MILLISECONDS, "s": MILLISECONDS // 1000}[unit or ""]
    return number is None or int(number) <= most
