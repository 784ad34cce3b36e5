"""The tables of people beside `people` and `credentials`: accounts, blocks, reports, deeds of moderators, games left."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from kotva.server.schema import CREDENTIALS, META

ACCOUNTS = Table(
    "accounts",  # a person without one is a guest
    META,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("name", String(40), nullable=False),  # as it is shown
    Column("canonical", String(80), nullable=False),  # what the name looks like (names.py): no two look the same
    Column("password", String(200), nullable=False),  # scrypt, with its salt and its costs
    Column("created", Float, nullable=False),
    Column("role", String(16), nullable=False, server_default=""),  # "moderator" or "host"
    Column("settings", Text, nullable=False, server_default="{}"),  # JSON: what the player's page shows
    UniqueConstraint("canonical"),
)

BLOCKS = Table(
    "blocks",  # whom a person does not want to meet
    META,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("blocked", String(32), ForeignKey("people.id"), primary_key=True),
    Column("at", Float, nullable=False),
)

REPORTS = Table(
    "reports",  # what somebody wants a moderator to look at
    META,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("reporter", String(32), ForeignKey("people.id"), nullable=False),
    Column("person", String(32), ForeignKey("people.id")),  # whom it is about
    Column("table_id", String(32)),  # where it happened; it may be deleted since
    Column("kind", String(16), nullable=False),  # "chat", "name", "play", "other"
    Column("line", Text, nullable=False),  # the line of chat, or the name, as it was then
    Column("note", Text, nullable=False),  # what the reporter says of it
    Column("closed", Float),  # none: nobody has looked at it yet
    Column("closer", String(32), ForeignKey("people.id")),
)

DEEDS = Table(
    "deeds",  # what moderators and the host have done; only ever appended
    META,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("actor", String(32), ForeignKey("people.id")),  # none: the host, at the command line
    Column("deed", String(16), nullable=False),
    Column("person", String(32), ForeignKey("people.id")),  # to whom
    Column("table_id", String(32)),
    Column("until", Float),
    Column("reason", Text, nullable=False),
    Column("report", Integer),  # the report that it answers
)

DEPARTURES = Table(
    "departures",  # games that a person has left to a bot before they were over
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("at", Float, nullable=False),
)

HOOKS = Table(
    "hooks",  # addresses elsewhere that hear of a person's turns, or of a table
    META,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),  # who set it
    Column("table_id", String(32), ForeignKey("tables.id")),  # none: all tables of the person
    Column("url", Text, nullable=False),
    Column("form", String(8), nullable=False),  # "json" or "discord"
    Column("secret", String(64), nullable=False),  # messages are signed with it
    Column("always", Boolean, nullable=False),  # at once, also while the person is here
    Column("language", String(8), nullable=False),
    Column("place", Text, nullable=False),  # the address of this server as that person reached it: for links
    Column("created", Float, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("fault", Text, nullable=False),  # what went wrong last; empty: it arrived
    Column("stopped", Float),  # since when nothing is sent any more
)

Index("ix_hooks_person", HOOKS.c.person)
Index("ix_hooks_table_id", HOOKS.c.table_id)
Index("ix_credentials_person", CREDENTIALS.c.person)
Index("ix_blocks_blocked", BLOCKS.c.blocked)
Index("ix_reports_closed", REPORTS.c.closed)
Index("ix_deeds_person", DEEDS.c.person)
Index("ix_departures_person", DEPARTURES.c.person)
