"""Every message between a browser and the server, both ways: the only place that knows the wire.

The JavaScript types, the OpenAPI description and docs/protocol.md are made from these classes (`make protocol`). Messages over a
socket carry their kind in `type`; a message that is new here breaks the build of code that does not handle it.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec

from kotva.engine.errors import Unreadable
from kotva.engine.say import N_
from kotva.engine.scene import Mark, Panel
from kotva.scene.packet import Choice, ChoiceQuestion, ClockFace, End, LogEntry, Packet, SceneChange, Sitter
from kotva.scene.preview import Preview
from kotva.scene.why import Answer

T = TypeVar("T")
Key = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
LARGEST = 16_384  # bytes of a message over a socket: the longest move has a few hundred


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A move: what, for which of the person's seats, on which number of events, and a key that the client made up."""

    action: str
    seat: Number
    seen: Number
    key: Key
    have: Number = 0  # how many moves of the log the client has


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Take the last action back."""

    seat: Number
    seen: Number
    key: Key
    have: Number = 0


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Look through the eyes of another of one's seats; or, without one, send everything anew."""

    eyes: Number | None = None


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a free seat."""

    seat: Number
    name: str


class ClockCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stop the table's clock, let it run, or give time to a seat (none: to all); made on which number of such calls."""

    kind: Literal["pause", "resume", "extend"]
    calls: Count
    seat: Number | None = None
    seconds: Number = 0


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong, in the reader's language; `packet` is fresh when the table has moved on."""

    error: str
    clause: str = ""
    link: str = ""
    allowed: list[str] = []
    packet: Packet | None = None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A move or an undo that came over the socket is stored; what it changed has been told before."""

    key: str
    seq: int


class MoveRefused(msgspec.Struct, frozen=True, tag="refused"):
    """A move or an undo that came over the socket was not made, and why; the status is that of the same request by HTTP."""

    key: str
    status: int
    problem: Problem


class Change(msgspec.Struct, frozen=True, omit_defaults=True, tag="change"):
    """What has changed since event `base`, for clients that have the table as it was then; everything else is as it was.

    What is left out of `choices`, `questions`, `actors`, `undo`, `over`, `seed`, `thinking` and `clock` is not left as it
    was: it has its default.
    """

    base: int
    seq: int
    moves: int
    scene: SceneChange
    actors: list[int] = []
    choices: list[Choice] = []
    questions: list[ChoiceQuestion] = []
    log: list[LogEntry] = []
    log_from: int = 0
    undo: bool = False
    over: End | None = None
    seed: str = ""
    thinking: bool = False
    clock: ClockFace | None = None


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who sits where, and who is here."""

    sitters: list[Sitter]


class Notice(msgspec.Struct, frozen=True, omit_defaults=True, tag="notice"):
    """Something that everybody at the table should read, in the reader's language."""

    text: str
    urgent: bool = False


class TalkLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of talk: words, a phrase by its name, or something that is asked or told at the table (`kind`)."""

    number: int
    kind: str
    by: str  # a sign of the person, good at this table alone; empty: the table itself
    moves: int  # after how many moves it was said
    at: float
    seat: int | None = None  # of a player
    name: str = ""
    text: str = ""
    room: str = "players"  # or "spectators"


class Talk(msgspec.Struct, frozen=True, omit_defaults=True, tag="talk"):
    """Lines of talk that are new to this browser; after it has come, the last ones of all."""

    lines: list[TalkLine]
    me: str = ""  # the sign of the person at this browser
    whole: bool = False  # the browser has just come


class SayLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something at a table: words, or a phrase by its name; with a key that the client made up."""

    text: str
    key: Key
    kind: Literal["words", "phrase"] = "words"


class ReportLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report a line of talk to the moderators, by its number."""

    number: Count


class AskOthers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask the other players to take one's last turn back, to let a bot play for a seat that is away; or nudge such a seat."""

    kind: Literal["ask-back", "ask-bot", "nudge"]
    key: Key
    seat: Number | None = None


class AnswerOther(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answer what another player has asked, by the number of its line."""

    number: Count
    yes: bool
    key: Key


class NextTable(msgspec.Struct, frozen=True):
    """The table at which it is one's turn, after another one; empty: nothing waits."""

    table: str


class Said(msgspec.Struct, frozen=True):
    """The number of a line that is stored."""

    number: int


class Gone(msgspec.Struct, frozen=True, tag="gone"):
    """The table has been deleted: nothing more will come, and there is nothing to come back to."""

    text: str


class Reasons(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something is not allowed; `note` where no clause says it."""

    answers: list[Answer] = []
    note: str = ""


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go back in a lesson: before the learner's last action, or to the start."""

    key: Key
    start: bool = False


class LessonStanding(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a learner is: whether the goal is reached, whether it is out of reach, how many actions were played."""

    done: bool
    missed: bool
    steps: int
    over: bool  # the game itself has ended: there is no way back, only a new beginning
    strayed: bool = False  # what was played last is not the way of the solution; the goal may still be reached


class Solution(msgspec.Struct, frozen=True):
    """The best choice of a puzzle: in words, the chance to win after it and after the next best (0 to 1), why, and its things."""

    words: str
    chance: float
    next: float
    why: list[str]
    items: list[str]


class AboutThing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a thing could do: in words, and where."""

    words: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


class Statistics(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be counted in a game so far."""

    panels: list[Panel] = []


class HintChoice(msgspec.Struct, frozen=True):
    """A good choice: in words, with the chance to win that it leads to (0 to 1), why, and the things one would choose."""

    words: str
    chance: float
    why: list[str]
    items: list[str]


class Hint(msgspec.Struct, frozen=True):
    """What one would do on this number of events: the best choices."""

    seq: int
    choices: list[HintChoice]


class ReviewDoubt(msgspec.Struct, frozen=True):
    """A choice that gave something away, in words: what was played, what would have been better, and the things to choose.

    What each of the two gains and risks is told as hints tell it, from what the player could know.
    """

    at: int
    seat: int
    played: str
    better: str
    chance: float
    chance_better: float
    why: list[str]
    why_better: list[str]
    items: list[str]


class ReviewShown(msgspec.Struct, frozen=True):
    """A review as far as it is: `done` from 0 to 1; everything else is there at the end."""

    done: float
    moves: int = 0
    names: list[str] = []
    at: list[int] = []  # of each point of the curves
    curves: list[list[float]] = []  # one a seat
    turns: list[int] = []
    doubts: list[ReviewDoubt] = []


class Loaded(msgspec.Struct, frozen=True):
    """Where a record that was loaded can be watched."""

    link: str


class Lines(msgspec.Struct, frozen=True):
    """The whole log of a record."""

    log: list[LogEntry]


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a record is true, in sentences; its seal, if it has one that fits."""

    true: bool
    text: list[str]
    seal: str = ""


ClientMessage = Move | Undo | Look  # what a browser may say over its socket
ServerMessage = Packet | Change | Presence | Notice | Talk | Gone | Done | MoveRefused  # what it may hear there

__all__ = [
    "Answer",
    "AnswerOther",
    "AskOthers",
    "Back",
    "Change",
    "ClientMessage",
    "ClockCall",
    "Done",
    "Gone",
    "Hint",
    "HintChoice",
    "LessonStanding",
    "Lines",
    "Loaded",
    "LogEntry",
    "Look",
    "Move",
    "MoveRefused",
    "NextTable",
    "Notice",
    "Packet",
    "Presence",
    "Preview",
    "Problem",
    "Reasons",
    "ReportLine",
    "ReviewDoubt",
    "ReviewShown",
    "Said",
    "SayLine",
    "ServerMessage",
    "Sit",
    "Sitter",
    "Talk",
    "TalkLine",
    "Undo",
    "Verdict",
    "decode",
    "encode",
    "read",
]  # fmt: skip

_ASKED = msgspec.json.Decoder(ClientMessage)


def encode(message: msgspec.Struct) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(message)


def read(data: str | bytes) -> ClientMessage:
    """What came over a socket; Unreadable if it is nothing that we know."""
    if len(data) > LARGEST:
        raise Unreadable(N_("This message cannot be read: {error}."), error="too long")
    try:
        asked: ClientMessage = _ASKED.decode(data)
        return asked
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(N_("This message cannot be read: {error}."), error=error) from None


def decode(data: bytes, kind: type[T]) -> T:
    """The body of a request; Unreadable if it is something else."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(N_("This message cannot be read: {error}."), error=error) from None
