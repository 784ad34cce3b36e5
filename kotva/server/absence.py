"""What was agreed about players who go away: the others wait, a bot plays on after some minutes, or the rules say who has lost.

Time counts only while it is the turn of somebody who is not at the table, and only where somebody is: nobody plays on in a room
that everybody has left. A node that has just started gives everybody the whole time once more.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_, Say
from kotva.server.asks import Asks
from kotva.server.hub import Hub
from kotva.server.leaving import by_rules
from kotva.server.schema import PRESENCE
from kotva.server.sql import SqlStore
from kotva.server.store import Now, Taken, Unavailable
from kotva.server.table import ActionRequest, Table
from kotva.server.tables import Tables

_LOG = logging.getLogger("kotva.server")
LOOK: Final = 2.0  # seconds between two looks
_SEEN: Final = 120.0  # seconds for which a page elsewhere counts: on another node somebody may sit at this very table
BOT, FORFEIT = "bot", "forfeit"
MINUTES: Final = {BOT: (1, 3, 10), FORFEIT: (5, 15)}
WORDS: Final = {
    BOT: N_("A bot plays on after {n} min, until the player is back"),
    FORFEIT: N_("The player has given up after {n} min"),
}


@dataclass(frozen=True, slots=True)
class Absence:
    """What happens after so many minutes."""

    kind: str
    minutes: int

    def words(self, say: Say) -> str:
        return say(WORDS[self.kind], n=self.minutes)


def read(text: str) -> Absence | None:
    """What a table says; None: the others wait."""
    kind, _, minutes = text.partition(":")
    if kind not in MINUTES or not minutes.isdecimal() or not 0 < int(minutes) <= 10_000:
        return None
    return Absence(kind, int(minutes))


def choices(game: Game, say: Say) -> list[tuple[str, str]]:
    """What can be agreed in a game, for a form."""
    kinds = [
        kind for kind in MINUTES if kind == BOT or game.timing.leave is not None or game.timing.forfeit is not None
    ]
    waits = [("", say("The others wait"))]
    return waits + [(f"{k}:{n}", Absence(k, n).words(say)) for k in kinds for n in MINUTES[k]]


def checked(given: str, game: Game) -> str:
    """What a form asks for; KotvaError if the game does not have it."""
    if given not in {value for value, _ in choices(game, Say("en"))}:
        raise KotvaError(N_("This cannot be agreed about players who go away."))
    return given


def watch_of(hub: Hub) -> AbsenceWatch | None:
    """The watch of a node; None if its store does not support it."""
    return AbsenceWatch(hub.tables, hub.asks, hub.store, hub.now) if isinstance(hub.store, SqlStore) else None


class AbsenceWatch:
    """Looks at the tables that somebody of this node is at."""

    def __init__(self, tables: Tables, asks: Asks, store: SqlStore, now: Now) -> None:
        self._tables = tables
        self._asks = asks
        self._store = store
        self._now = now

    async def run(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            for table in self._tables.all_here():
                try:
                    await self.look(table)
                except (KotvaError, Taken, Unavailable) as error:
                    _LOG.warning("table %s: nothing is done about an absence: %s", table.id, error)

    async def look(self, table: Table) -> None:
        """Do what was agreed, if its time has come."""
        agreed = read(table.row.absence)
        if agreed is None or not table.present or table.match.is_over or table.is_gone or table.row.origin:
            return
        for seat in table.match.actors():
            sitter = table.row.sitters[seat]
            if sitter.kind != "person" or sitter.person is None or sitter.level or table.present.get(seat):
                continue
            since = max(table.away.get(seat, self._now()), table.table_log.last_at)
            if self._now() - since < 60 * agreed.minutes or await self._is_elsewhere(sitter.person):
                continue
            if agreed.kind == BOT:
                await self._asks.stand_in(table, seat, f"absent-{seat}-{table.seq}")
            elif (lost := by_rules(table, seat)) is not None:
                await table.act_for_bot(ActionRequest(*lost, table.seq))

    async def _is_elsewhere(self, person: str) -> bool:
        """Whether a page of the person is open, perhaps through another node."""
        if not self._store.shared:
            return False
        wanted = select(PRESENCE.c.at).where(PRESENCE.c.person == person, PRESENCE.c.at > self._now() - _SEEN)
        return await self._store.read(lambda db: db.execute(wanted).first()) is not None
