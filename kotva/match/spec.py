"""What a table is opened from: a form, a tournament or a test fills this in, and the server does the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kotva.engine.game import Json


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """The occupant of a seat: a bot of a level, a known person, or (with neither) the first person to take it."""

    name: str
    level: str = ""  # of a bot
    person: str | None = None  # the id of a person


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """A table before it exists."""

    game: str
    seats: tuple[SeatSpec, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    version: str = ""  # of the rules; empty: those of today
    seed: str = ""  # of all chance; empty: a fresh secret
    title: str = ""
    position: Mapping[str, Json] | None = None  # where the game begins, if not at the set-up
    clock: Mapping[str, Json] | None = None  # how time is counted; none: nobody is hurried
    id: str = ""  # its address; empty: a fresh one that nobody can guess
    owner: str | None = None  # the person who opens it, and may stop its clock
    hints: bool = True  # whether somebody who plays against bots may ask what to do
    access: str = "link"  # who finds it in a lobby: "public", "known" (people who have played with its owner) or "link"
    absence: str = ""  # what happens when somebody goes away: "bot:3" (minutes), "forfeit:15"; empty: the others wait
    finishers: int = 0  # percent of their last games that people must have finished to sit down
    rated: bool = False  # whether its result changes ratings
    origin: str = ""  # who is told how it ended: `tournament:spring/round-2/board-7`
