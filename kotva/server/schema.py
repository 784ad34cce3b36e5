"""The tables of the database. What happened at a table is only ever appended; its state is a fold over its rows."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

META = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

PEOPLE = Table(
    "people",
    META,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("name", String(40)),  # that a guest has chosen last; the name of an account stands in `accounts`
    Column("muted", Float),  # until when this person may not talk
    Column("suspended", Float),  # until when this person may not sit down
    Column("deleted", Float),  # when the person went: nothing personal is left, the seats of finished games stay
)

CREDENTIALS = Table(
    "credentials",
    META,
    Column("kind", String(16), nullable=False),  # "browser": a token in a cookie; "code", "recovery": sign in once
    Column("secret", String(64), nullable=False),  # what is kept of it: its SHA-256
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("label", String(80), nullable=False, server_default=""),  # of a browser: what it says it is
    Column("seen", Float),  # when it was last used, to within an hour
    Column("expires", Float),  # of a code
    PrimaryKeyConstraint("kind", "secret"),
)

TABLES = Table(
    "tables",
    META,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", String(32), nullable=False),  # of the rules: a table ends under those it began with
    Column("title", String(80), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON: what differs from the defaults
    Column("position", Text),  # JSON: where the game started, if not at the set-up
    Column("seed", String(64), nullable=False),  # of the table's chance; told when the game is over
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("status", String(16), nullable=False),  # "running" or "over": for lists only
    Column("clock", Text),  # JSON: how time is counted
    Column("owner", String(32)),  # the person who opened it; none: a tournament, or an older Kotva
    Column("hints", Boolean, nullable=False, server_default=true()),  # whether the owner lets players ask what to do
    Column("origin", String(120), nullable=False, server_default=""),  # who made it: a tournament, for one
    Column("outcome", Text),  # JSON: how it ended, written with the last move
    Column("to_act", Integer),  # the seats that may decide now, a bit each; none: nothing was played since this is kept
    Column(
        "access", String(8), nullable=False, server_default="link"
    ),  # who finds it in a lobby: "public", "known", "link"
    Column("rated", Boolean, nullable=False, server_default=false()),  # chosen before the game; a take-back ends it
    Column("absence", String(16), nullable=False, server_default=""),  # what was agreed about players who go away
    Column("finishers", Integer, nullable=False, server_default="0"),  # percent of games that its players have finished
)

SITTERS = Table(
    "sitters",
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # "person" or "bot"
    Column("level", String(32), nullable=False),  # of a bot
    Column("name", String(40), nullable=False),
    Column("person", String(32), ForeignKey("people.id")),  # none: the seat is free
    Column("left_by", String(32)),  # the person who played here and left: a rated game counts as lost for them
)

MOVES = Table(
    "moves",
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the event, from 1, without gaps
    Column("kind", String(8), nullable=False),  # "move", or "undo": back to as many moves as the text says
    Column("actor", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(64)),  # made by the client, so that sending twice plays once
    Column("at", Float, nullable=False),
    Column("delay", Float, nullable=False, server_default="0"),  # of the network, which the mover is not charged for
    UniqueConstraint("table_id", "key"),
)

RECORDS = Table(
    "records",
    META,
    Column("id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
)

OUTBOX = Table(
    "outbox",
    META,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("topic", String(16), nullable=False),  # "ended": for the tournament; "hook": for a web-hook
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("origin", String(120), nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
    Column("sent", Float),  # none: somebody must still hear of it
    Column("hook", String(16)),  # the web-hook that it is for
    Column("due", Float),  # not before this moment
    Column("tries", Integer, nullable=False, server_default="0"),  # that have failed
)

LEASES = Table(
    "leases",
    META,
    Column("name", String(64), primary_key=True),  # "bots:" and a table
    Column("holder", String(32), nullable=False),  # a node
    Column("until", Float, nullable=False),
)

TOURNAMENTS = Table(
    "tournaments",
    META,
    Column("id", String(32), primary_key=True),
    Column("name", String(120), nullable=False),  # with the phase, for lists only: the log is the truth
    Column("phase", String(16), nullable=False),
    Column("seed", Text, nullable=False),  # secret until the log tells it (TOU-5.5)
    Column("contacts", Text, nullable=False),  # JSON, private (TOU-18.4)
    Column("links", String(64), nullable=False),  # what the personal links are made from
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

ENTRIES = Table(
    "tournament_log",
    META,
    Column("tournament_id", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # from 1, without gaps
    Column("at", String(20), nullable=False),
    Column("actor", String(16), nullable=False),
    Column("op", String(16), nullable=False),
    Column("args", Text, nullable=False),  # JSON
    Column("hash", String(64), nullable=False),  # TOU-18.2
    Column("key", String(64)),  # made by the page, so that a form sent twice acts once
    UniqueConstraint("tournament_id", "key"),
)

ENTRANTS = Table(
    "tournament_people",
    META,
    Column("tournament_id", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("actor", String(16), primary_key=True),  # O1, P7
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
)

ARRIVALS = Table(
    "tournament_arrivals",
    META,
    Column("tournament_id", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("actor", String(16), primary_key=True),  # a player who has come to an online round (TOU-14.1)
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("at", Float, nullable=False),
)

DEADLINES = Table(
    "deadlines",
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),  # how many events the table had when this was found out
    Column("at", Float, nullable=False),  # when something must be played if nothing is played before
)

CALLS = Table(
    "clock_calls",
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("seq", Integer, nullable=False),  # after how many events
    Column("kind", String(8), nullable=False),  # "start"; a referee's "pause", "resume", "extend" and "shift"
    Column("seat", Integer),  # whom time is given to; none: all
    Column("seconds", Float, nullable=False),
    Column("at", Float, nullable=False),
)

HEARTBEATS = Table(
    "heartbeats",
    META,
    Column("name", String(16), primary_key=True),  # "nodes": any of them
    Column("at", Float, nullable=False),
)

DOWNS = Table(
    "downs",  # when nobody served the tables: no clock runs then
    META,
    Column("down", Float, nullable=False),
    Column("up", Float, nullable=False),
    PrimaryKeyConstraint("down", "up"),
)

PROGRESS = Table(
    "progress",  # lessons and puzzles that somebody has done
    META,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("lesson", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)

REVIEWS = Table(
    "reviews",  # what was thought of a finished game
    META,
    Column("name", String(32), primary_key=True),  # of the table, or of the record that was loaded
    Column("text", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
)

PRESENCE = Table(
    "presence",  # people who have a page of the lobby or a table open; rows grow old, nobody signs off
    META,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("at", Float, nullable=False),
)

SEEKS = Table(
    "seeks",  # people who want to be paired, and with what they are content
    META,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("game", String(64), nullable=False),
    Column("low", Integer, nullable=False),  # players at least
    Column("high", Integer, nullable=False),  # and at most
    Column("minutes", Integer, nullable=False),  # for the whole game; 0: no clock
    Column("rated", Boolean, nullable=False),
    Column("rating", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when the page last asked: people that have gone are not paired
    Column("table_id", String(32)),  # where they play: the page finds it here
)

FINISHED = Table(
    "finished",  # the archive: a row for each game that was played to an end, in the order in which ratings count them
    META,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("title", String(80), nullable=False),
    Column("preset", String(16), nullable=False),  # empty: other options than any preset has
    Column("public", Boolean, nullable=False),  # whether everybody finds it
    Column("rated", Boolean, nullable=False),  # as it was agreed
    Column("why", String(16), nullable=False),  # why it changed no rating; empty: it did
    Column("reason", String(32), nullable=False),  # how it ended, by the game's name for it
    Column("drawn", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float, nullable=False),
)

PLACES = Table(
    "places",  # who came where in a finished game, and what it changed
    META,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False),  # of the game in `finished`
    Column("person", String(32)),  # none: a bot, or a deleted person
    Column("level", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("sought", String(40), nullable=False),  # the name as searches compare it
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("is_left", Boolean, nullable=False),  # the person left before the end
    Column("mu_before", Float),
    Column("sigma_before", Float),
    Column("mu", Float),
    Column("sigma", Float),
)

RATINGS = Table(
    "ratings",  # the fold of all finished rated games, as far as they are folded
    META,
    Column("player", String(48), primary_key=True),  # a person, or "bot:" and a level
    Column("game", String(64), primary_key=True),
    Column("seats", Integer, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

Index("ix_tables_changed", TABLES.c.changed)
Index("ix_tables_lobby", TABLES.c.status, TABLES.c.access, TABLES.c.changed)
Index("ix_presence_at", PRESENCE.c.at)
Index("ix_finished_ended", FINISHED.c.public, FINISHED.c.ended)
Index("ix_finished_game", FINISHED.c.game, FINISHED.c.public, FINISHED.c.ended)
Index("ix_places_person", PLACES.c.person, PLACES.c.number)
Index("ix_places_sought", PLACES.c.sought, PLACES.c.number)
Index("ix_places_number", PLACES.c.number)
Index("ix_sitters_person", SITTERS.c.person)
Index("ix_outbox_sent", OUTBOX.c.sent)
Index("ix_outbox_due", OUTBOX.c.topic, OUTBOX.c.due)
Index("ix_deadlines_at", DEADLINES.c.at)
Index("ix_tournaments_changed", TOURNAMENTS.c.changed)
Index("ix_tournament_people_person", ENTRANTS.c.person)


def belonging_to_tables() -> list[Table]:
    """The tables whose rows go with the game table that they refer to, its sitters last; all parts of the schema count."""
    found = [rows for rows in META.sorted_tables if any(key.column is TABLES.c.id for key in rows.foreign_keys)]
    return sorted(found, key=lambda rows: rows is SITTERS)
