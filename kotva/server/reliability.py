"""The share of games finished: of the last twenty with other people, those that a person did not leave to a bot.

A table may ask for a share. Then only an account with at least five such games can sit down there: a name that is a minute old
has proved nothing, and everybody finds a table that asks for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.people_schema import DEPARTURES
from kotva.server.schema import FINISHED, PLACES, SITTERS

GAMES: Final = 20  # that count
ENOUGH: Final = 5  # from which on a share says something
ASKED: Final = (0, 70, 90)  # percent that a table may ask for
_LOOKED_AT: Final = 60  # finished games, among them those against bots


class NotReliable(KotvaError):
    """Somebody cannot sit down, and why."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many of the last games somebody has finished."""

    finished: int
    games: int

    @property
    def is_known(self) -> bool:
        """Whether it says something already."""
        return self.games >= ENOUGH

    def meets(self, percent: int) -> bool:
        """Whether it is what a table asks for."""
        return not percent or (self.is_known and 100 * self.finished >= percent * self.games)

    def words(self, say: Say) -> str:
        if not self.games:
            return ""
        return say.many(
            "Finished {finished} of the last game with other people.",
            "Finished {finished} of the last {n} games with other people.",
            self.games,
            finished=self.finished,
        )


def reliability(db: Connection, person: str) -> Reliability:
    """How many of the last games with other people somebody has finished."""
    other = PLACES.alias()
    met = select(other.c.seat).where(
        other.c.table_id == PLACES.c.table_id, other.c.person.is_not(None), other.c.person != person
    )
    latest = (
        select(PLACES.c.table_id, FINISHED.c.ended, PLACES.c.is_left)
        .join(FINISHED, FINISHED.c.number == PLACES.c.number)
        .where(PLACES.c.person == person, met.exists())
        .order_by(PLACES.c.number.desc())
        .limit(_LOOKED_AT)
    )
    games = {row.table_id: (row.ended, bool(row.is_left)) for row in db.execute(latest)}
    # Left, and not over yet or never: the archive does not know of it.
    others = select(SITTERS.c.seat).where(
        SITTERS.c.table_id == DEPARTURES.c.table_id, SITTERS.c.kind == "person", SITTERS.c.person != person
    )
    over = select(FINISHED.c.number).where(FINISHED.c.table_id == DEPARTURES.c.table_id)
    gone = select(DEPARTURES.c.table_id, DEPARTURES.c.at).where(
        DEPARTURES.c.person == person, ~over.exists(), others.exists()
    )
    games |= {row.table_id: (row.at, True) for row in db.execute(gone.order_by(DEPARTURES.c.at.desc()).limit(GAMES))}
    counted = sorted(games.values(), reverse=True)[:GAMES]
    return Reliability(sum(not left for _, left in counted), len(counted))


def check(db: Connection, person: str | None, account: bool, percent: int) -> None:
    """NotReliable if a table asks for more than somebody has shown."""
    if not percent:
        return
    found = reliability(db, person) if person is not None and account else Reliability(0, 0)
    if not account or not found.is_known:
        raise NotReliable(
            N_("This table asks for an account that has finished {percent} % of at least {n} games with other people."),
            percent=percent,
            n=ENOUGH,
        )
    if not found.meets(percent):
        raise NotReliable(
            N_(
                "This table asks for players who finish {percent} % of their games; you have finished {finished} of {games}."
            ),
            percent=percent,
            finished=found.finished,
            games=found.games,
        )


def read(given: str) -> int:
    """What a form asks for; KotvaError if no table may ask for it."""
    if given not in {str(percent) for percent in ASKED} and given:
        raise KotvaError(N_("A table asks for {shares} % of games finished."), shares=", ".join(map(str, ASKED)))
    return int(given or 0)
