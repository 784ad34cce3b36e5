"""Which tables somebody finds in the lobby: one's own, open ones, and running ones to watch; and at which bots wait. Reads alone.

A busy player has thousands of finished games: nothing here walks over all of these more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, func, select

from kotva.server.people_schema import BLOCKS
from kotva.server.rows import LESSON, TableRow
from kotva.server.schema import LEASES, PLACES, SITTERS, TABLES
from kotva.server.table_rows import read_tables, with_sitters

PUBLIC, KNOWN, LINK = "public", "known", "link"  # who finds a table in a lobby
_STALE = 2 * 86_400.0  # seconds after which an open table that nobody has touched is no longer offered
_WATCHED = 3600.0  # and a running one
_MOST = 60
_AMONG = 500  # tables for people I know, of all the people there are, that are looked at
_FROM_ANOTHER = 4  # tables that another person has opened, in somebody's list
_LATEST = 100  # finished games of a person that are looked at for that list
BOTS: Final = "bots:"  # and a table: the lease of a node that lets its bots play
_LEFT: Final = 100  # tables of bots that are looked for at a time
_WAITING: Final = 60  # of one's own tables that wait for somebody: more than a list of all


def own_tables(db: Connection, person: str, limit: int, *, archive_is_full: bool) -> list[TableRow]:
    """The tables at which a person has a seat, the latest first: all that wait for the person, and `limit` of all."""
    # Running tables by the seats, finished ones by the archive.
    games = ~TABLES.c.origin.startswith(LESSON, autoescape=True)
    blocked = select(BLOCKS.c.blocked).where(
        BLOCKS.c.person == person, BLOCKS.c.blocked == TABLES.c.owner, BLOCKS.c.at <= TABLES.c.created
    )  # what somebody has opened whom this person does not want to meet any more
    found = select(TABLES.c.id, TABLES.c.owner, TABLES.c.changed, TABLES.c.to_act, TABLES.c.status)
    found = found.where(games, ~blocked.exists())
    seated = found.add_columns(SITTERS.c.seat).join(
        SITTERS, (SITTERS.c.table_id == TABLES.c.id) & (SITTERS.c.person == person)
    )
    latest = select(PLACES.c.table_id).where(PLACES.c.person == person)
    latest = latest.order_by(PLACES.c.number.desc()).limit(_LATEST)
    known: dict[str, Row[Any]] = {}
    waits = set[str]()
    for row in db.execute(seated.where(TABLES.c.status == "running")):
        known[row.id] = row
        if row.to_act is not None and row.to_act >> row.seat & 1:
            waits.add(row.id)
    if archive_is_full:
        over = db.execute(found.where(TABLES.c.id.in_(list(db.execute(latest).scalars()))))
    else:
        over = db.execute(seated.where(TABLES.c.status == "over"))
    known |= {row.id: row for row in over}
    # What waits is cut off last: it may wait since long before all else here was touched.
    order = sorted(known.values(), key=lambda row: (row.id not in waits, row.status == "over", -row.changed))
    wanted = [row.id for row in _few_of_each(order, person)]
    called = sum(name in waits for name in wanted)
    wanted = wanted[: max(limit, min(called, _WAITING))]
    return read_tables(db, select(TABLES).where(TABLES.c.id.in_(wanted)).order_by(TABLES.c.changed.desc()))


def _few_of_each(rows: Iterable[Row[Any]], person: str) -> Iterable[Row[Any]]:
    """Of each other person's tables a few alone: somebody who opens many with one's seat does not fill one's list."""
    others = Counter[str]()
    for row in rows:
        if row.owner is not None and row.owner != person:
            others[row.owner] += 1
            if others[row.owner] > _FROM_ANOTHER:
                continue
        yield row


def listed(db: Connection, me: str | None, now: float) -> tuple[list[TableRow], list[TableRow]]:
    """Tables that a person may find, the latest first, not those where the person sits: with a free seat, and to watch."""
    people = select(SITTERS.c.seat).where(SITTERS.c.table_id == TABLES.c.id)
    free = people.where(SITTERS.c.kind == "person", SITTERS.c.person.is_(None)).exists()
    seated = people.where(SITTERS.c.person.is_not(None)).exists()
    base = select(TABLES).where(TABLES.c.status == "running").order_by(TABLES.c.changed.desc()).limit(_MOST)
    if (
        me is not None
    ):  # asked so that no index by person is used: it would walk over all games of this person, for each table
        base = base.where(~people.where(func.coalesce(SITTERS.c.person, "") == me).exists())
    with_seats = base.where(free, TABLES.c.changed > now - _STALE)
    to_watch = base.where(~free, seated, TABLES.c.changed > now - _WATCHED)
    friends = _owners_known_to(db, me, now - _STALE) if me is not None else []

    def both(wanted: Select[Any]) -> list[Row[Any]]:
        found = list(db.execute(wanted.where(TABLES.c.access == PUBLIC)))
        if friends:
            found += db.execute(wanted.where(TABLES.c.access == KNOWN, TABLES.c.owner.in_(friends)))
        return sorted(found, key=lambda row: -row.changed)[:_MOST]

    first, second = both(with_seats), both(to_watch)
    rows = with_sitters(db, [*first, *second])  # a table is in one of the two alone
    return rows[: len(first)], rows[len(first) :]


def _owners_known_to(db: Connection, me: str, since: float) -> list[str]:
    """Owners of tables for known people, of those that have sat at one table with this person."""
    open_now = select(TABLES.c.owner).where(TABLES.c.status == "running", TABLES.c.access == KNOWN)
    open_now = open_now.where(TABLES.c.changed > since, TABLES.c.owner.is_not(None), TABLES.c.owner != me)
    owners = set(db.execute(open_now.order_by(TABLES.c.changed.desc()).limit(_AMONG)).scalars())
    if not owners:
        return []
    theirs = SITTERS.alias()
    together = select(theirs.c.person).join(SITTERS, SITTERS.c.table_id == theirs.c.table_id)
    together = together.where(SITTERS.c.person == me, theirs.c.person.in_(sorted(owners))).distinct()
    return list(db.execute(together).scalars())


def left_bots(db: Connection, since: float, before: float, now: float, *, shared: bool) -> list[str]:
    """Tables that were last changed in a time, where a bot has the turn and a person plays, and of which no node takes care."""
    at = SITTERS.c.table_id == TABLES.c.id
    bot = (SITTERS.c.kind == "bot") | (SITTERS.c.level != "")
    turn = TABLES.c.to_act.bitwise_rshift(SITTERS.c.seat).bitwise_and(1) == 1
    lease = select(LEASES.c.name).where(LEASES.c.name == BOTS + TABLES.c.id)
    if shared:  # elsewhere every lease of another node is taken over anyway
        lease = lease.where(LEASES.c.until >= now)
    found = select(TABLES.c.id).where(TABLES.c.status == "running", TABLES.c.changed > since, TABLES.c.changed < before)
    found = found.where(select(SITTERS.c.seat).where(at, bot, turn).exists(), ~lease.exists())
    found = found.where(select(SITTERS.c.seat).where(at, SITTERS.c.kind == "person").exists())
    return list(db.execute(found.order_by(TABLES.c.changed, TABLES.c.id).limit(_LEFT)).scalars())
