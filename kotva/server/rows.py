"""What is kept, as records: tables, who sits there, what happened. The store reads and writes them; nothing here speaks SQL."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from kotva.engine.game import Json
from kotva.engine.say import LANGUAGES, N_, Say
from kotva.scene import look

DELETED = N_("deleted player")  # the name of somebody whose account is deleted, at the seats that stay
LESSON = "lesson:"  # the origin of a lesson's table begins so; it is not listed among a person's games


FREE_SEAT: Final = N_("Free seat {letter}")
BOT_NAME: Final = N_("Bot {letter}")


@cache
def _own_names() -> dict[str, tuple[str, str]]:
    """The names that seats have of themselves, in all languages: their text and their letter."""
    return {
        Say(language)(text, letter=seat.letter): (text, seat.letter)
        for language in LANGUAGES
        for text in (FREE_SEAT, BOT_NAME)
        for seat in look.SEATS
    }


def shown_name(name: str, language: str) -> str:
    """A name at a seat as a reader sees it: a free seat is called so in the reader's language, whatever its maker's was."""
    if name == DELETED:
        return Say(language)(DELETED)
    text, letter = _own_names().get(name, ("", ""))
    return Say(language)(text, letter=letter) if text else name


@dataclass(slots=True)
class SitterRow:
    """Who sits at a seat; a person's seat without a person is free."""

    seat: int
    kind: str  # "person" or "bot"
    level: str
    name: str
    person: str | None = None
    left_by: str | None = None  # the person who played here and left


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of a table's history."""

    kind: str  # "move", or "undo": back to as many moves as the text says
    actor: int
    text: str
    key: str | None = None
    at: float = 0.0  # when it happened, in seconds since 1970
    delay: float = 0.0  # seconds of the network, there and back, as this server measured them: not charged to the mover


@dataclass(slots=True)
class TableRow:
    """A table as it was set up."""

    id: str
    game: str
    version: str
    title: str
    seats: int
    options: dict[str, Json]
    seed: str
    position: dict[str, Json] | None = None
    created: float = 0.0
    changed: float = 0.0
    status: str = "running"
    clock: dict[str, Json] | None = None
    origin: str = ""
    owner: str | None = None  # the person who opened it
    hints: bool = True  # whether the owner lets players ask what to do
    outcome: dict[str, Json] | None = None
    to_act: int | None = None  # the seats that may decide now, a bit each; None: it is not known
    access: str = (
        "link"  # who finds it in a lobby: everybody ("public"), people who have played with its owner ("known")
    )
    rated: bool = False
    absence: str = ""  # what was agreed about players who go away: kotva.server.absence
    finishers: int = 0  # percent of their last games that people must have finished to sit down
    sitters: list[SitterRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class HookNotice:
    """Something that a web-hook is told of: stored with what it is about."""

    hook: str
    event: str  # "turn", "over", "again", "nudge"
    seat: int | None = None
    wait: float = 0.0  # seconds before it is sent: a player who moves sooner needs no word


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be stored behind the `after`-th of a table; with an outcome, they are its last."""

    table: str
    after: int
    events: tuple[EventRow, ...]
    outcome: dict[str, Json] | None = None
    deadline: float | None = None  # when something must be played after these events if nothing else is
    had_deadline: bool = False  # and whether there was such a time before them
    to_act: int | None = None  # the seats that may decide after them, a bit each
    notices: tuple[HookNotice, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the events and the table's row changes."""
        return self.outcome is None and self.deadline is None and not self.had_deadline and not self.notices


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """When something must be played at a table, if nothing is played behind the `seq`-th event before."""

    table: str
    seq: int
    at: float


@dataclass(frozen=True, slots=True)
class CallRow:
    """What started, stopped or mended a table's clock, after so many events."""

    seq: int
    kind: str  # "start", "pause", "resume", "extend", "shift"
    at: float
    seat: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class TimesRow:
    """What a table's clock is folded from, besides its events."""

    calls: tuple[CallRow, ...] = ()
    downs: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something that others must hear of, written in the transaction that made it true."""

    number: int
    topic: str  # "ended": a game is over; "hook": a web-hook is told
    table: str
    origin: str
    body: dict[str, Json]
    at: float
    hook: str = ""
    tries: int = 0


@dataclass(frozen=True, slots=True)
class VisitorRow:
    """The person whose browser asks."""

    id: str
    name: str  # of the account, or what a guest has chosen last
    account: bool
    role: str
    muted: float  # until when
    suspended: float
    seen: float  # when the browser was last noted
    blocked: frozenset[str] = frozenset()  # whom this person does not want to meet


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """The node that does something only one may do, and until when if it says nothing more."""

    name: str
    holder: str
    until: float
