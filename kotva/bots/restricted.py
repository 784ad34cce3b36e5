"""A bot that may not do something: what a kind of action is worth shows against the same bot that may.

`without:3:greedy` plays like greedy and never takes an action of the game's family 3 (counted from 0); `without:3.0.12:greedy`
none of those whose first argument has the number 12: one card, one field. Where nothing else is allowed it may.
"""

from __future__ import annotations

from dataclasses import dataclass

from kotva.bots.bot import Bot
from kotva.engine.actions import ActionSpace
from kotva.engine.errors import KotvaError
from kotva.engine.game import View


@dataclass(frozen=True, slots=True)
class Ban:
    """Actions of a family, all of them or those with one value of one argument."""

    family: int
    place: int = -1
    value: int = -1

    def covers(self, actions: ActionSpace, action: int) -> bool:
        family = actions.families[self.family] if self.family < len(actions.families) else None
        if family is None or not family.base <= action < family.base + family.size:
            return False
        return self.place < 0 or family.arguments(action)[self.place] == self.value

    def text(self) -> str:
        return str(self.family) if self.place < 0 else f"{self.family}.{self.place}.{self.value}"

    def words(self, actions: ActionSpace) -> str:
        """What it covers, in the game's notation: `play RM …`."""
        family = actions.families[self.family]
        if self.place < 0:
            return family.form
        parts = family.template.split("{}")
        shown = [family.domains[i].text(self.value) if i == self.place else "…" for i in range(len(family.domains))]
        return "".join(part + (shown[i] if i < len(shown) else "") for i, part in enumerate(parts))


def read_ban(text: str) -> Ban:
    """A ban as it is written in the name of a bot."""
    parts = text.split(".")
    if len(parts) not in (1, 3) or not all(part.isdecimal() and len(part) < 7 for part in parts):
        raise KotvaError(
            "{text!r} names no actions; write the number of a family, or of a family, an argument and its value: 3.0.12.",
            text=text,
        )
    return Ban(*map(int, parts))


class RestrictedView(View):
    """A view with some of the legal actions left out, as long as others are left."""

    __slots__ = ("ban",)

    ban: Ban

    def legal(self) -> list[int]:
        every = View.legal(self)
        actions = self.game.rules.actions
        return [action for action in every if not self.ban.covers(actions, action)] or every


class RestrictedBot:
    """A bot behind such a view."""

    def __init__(self, ban: Ban, bot: Bot) -> None:
        self._ban = ban
        self._bot = bot

    def choose(self, view: View) -> int:
        fewer = RestrictedView(view.game, view.options, view.seat, view.seen, view.news)
        object.__setattr__(fewer, "ban", self._ban)
        return self._bot.choose(fewer)
