"""Two persons become one, and a person goes: all rows that refer to people, found by their foreign keys."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Column, Connection, Table, UniqueConstraint, and_, delete, func, select, update

from kotva.server.people_schema import ACCOUNTS, BLOCKS, DEPARTURES, HOOKS, REPORTS
from kotva.server.rows import DELETED
from kotva.server.schema import CREDENTIALS, META, PEOPLE, PRESENCE, PROGRESS, RATINGS, SEEKS, SITTERS

_NAMED = ("person", "owner", "left_by", "player")
_PERSONAL = (CREDENTIALS, ACCOUNTS, PROGRESS, PRESENCE, SEEKS, HOOKS)  # what goes with a person


def references() -> Iterator[tuple[Table, Column[str]]]:
    """Every column that refers to a person: by a foreign key, or by its name where rows outlive the person."""
    for table in META.sorted_tables:
        for column in table.c:
            if column.name in _NAMED or any(key.column is PEOPLE.c.id for key in column.foreign_keys):
                yield table, column


def merge(db: Connection, guest: str, into: str) -> list[str]:
    """All that a guest has becomes another person's; the guest is gone. Tables where it is seen."""
    tables = _tables_of(db, guest)
    for table, column in references():
        for key in _keys(table):
            if column.name in key:
                _drop_doubles(db, table, column, key, guest, into)
        db.execute(update(table).where(column == guest).values({column.name: into}))
    db.execute(delete(BLOCKS).where(BLOCKS.c.person == BLOCKS.c.blocked))
    was = db.execute(select(PEOPLE.c.muted, PEOPLE.c.suspended).where(PEOPLE.c.id == guest)).one()
    for column, until in ((PEOPLE.c.muted, was.muted), (PEOPLE.c.suspended, was.suspended)):
        if until is not None:  # no guest gets rid of it by signing in
            longer = PEOPLE.c.id == into, func.coalesce(column, 0.0) < until
            db.execute(update(PEOPLE).where(*longer).values({column.name: until}))
    db.execute(delete(PEOPLE).where(PEOPLE.c.id == guest))
    return tables


def rename_seats(db: Connection, person: str) -> None:
    """The own seats, and those that bots have taken over, have nobody's name from now on."""
    name = db.execute(select(ACCOUNTS.c.name).where(ACCOUNTS.c.person == person)).scalar()
    left = select(DEPARTURES.c.table_id).where(DEPARTURES.c.person == person)
    bots = SITTERS.c.table_id.in_(left) & (SITTERS.c.kind == "bot") & (SITTERS.c.name == name)
    db.execute(update(SITTERS).where((SITTERS.c.person == person) | bots).values(name=DELETED))


def forget(db: Connection, person: str, now: float) -> list[str]:
    """What is personal of somebody goes; the seats of games stay, under nobody's name. Tables where it is seen."""
    tables = _tables_of(db, person)
    rename_seats(db, person)
    for table in _PERSONAL:
        db.execute(delete(table).where(table.c.person == person))
    db.execute(delete(BLOCKS).where((BLOCKS.c.person == person) | (BLOCKS.c.blocked == person)))
    db.execute(update(REPORTS).where(REPORTS.c.reporter == person).values(note=""))
    for table in META.sorted_tables:  # lines of talk, places in the archive
        if {"person", "name"} <= set(table.c.keys()) and table not in _PERSONAL:
            values = {"name": DELETED} | ({"sought": DELETED} if "sought" in table.c else {})
            db.execute(update(table).where(table.c.person == person).values(values))
    db.execute(delete(RATINGS).where(RATINGS.c.player == person))
    db.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(name=None, deleted=now))
    return tables


def _tables_of(db: Connection, person: str) -> list[str]:
    return list(db.execute(select(SITTERS.c.table_id).where(SITTERS.c.person == person).distinct()).scalars())


def _keys(table: Table) -> Iterator[list[str]]:
    """The sets of columns by which rows of a table differ."""
    yield [column.name for column in table.primary_key.columns]
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield [column.name for column in constraint.columns]


def _drop_doubles(db: Connection, table: Table, column: Column[str], key: list[str], guest: str, into: str) -> None:
    """Rows of the guest that the other person has as well."""
    other = table.alias()
    rest = [table.c[name] == other.c[name] for name in key if name != column.name]
    there = select(other.c[column.name]).where(other.c[column.name] == into, and_(True, *rest)).exists()
    db.execute(delete(table).where(column == guest, there))
