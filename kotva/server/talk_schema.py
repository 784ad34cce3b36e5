"""The table of talk: what is said at tables, and asked of those who sit there. It is no part of any record."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from kotva.server.schema import META

TALK = Table(
    "talk",
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("kind", String(16), nullable=False),  # "words", "phrase", "again" and others: kotva.server.talk
    Column("room", String(16), nullable=False),  # "players" or "spectators"
    Column("person", String(32), ForeignKey("people.id")),  # none: the table itself, or a person who was deleted
    Column("seat", Integer),  # of a player
    Column("name", String(40), nullable=False),  # under which it was said
    Column("text", Text, nullable=False),
    Column("moves", Integer, nullable=False),  # after how many moves
    Column("key", String(64)),  # made by the client, so that sending twice says it once
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "key"),
)

Index("ix_talk_person", TALK.c.person)
