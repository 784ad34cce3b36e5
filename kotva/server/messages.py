"""Every message between a browser and the server, both ways: the only place that knows the wire.

The JavaScript types, the OpenAPI description and docs/protocol.md are made from these classes (`make protocol`). Messages over a
socket carry their kind in `type`; a message that is new here breaks the build of code that does not handle it.
"""

from __future__ import annotations

import re
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

    action: str  # in its notation: `play R21 c3`
    seat: Number  # from 0; one of the person at this browser
    seen: Number  # the number of events that the table had when it was chosen (`Packet.seq`)
    key: Key  # made up by the client: the same key is played once
    have: Number = 0  # how many moves of the log the client has


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Take the last action back."""

    seat: Number  # whose last action
    seen: Number  # as of a move
    key: Key  # as of a move
    have: Number = 0  # as of a move


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Look through the eyes of another of one's seats; or, without one, send everything anew."""

    eyes: Number | None = None  # the seat to look through; none: everything anew


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a free seat."""

    seat: Number  # from 0
    name: str  # as others will see it


class ClockCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stop the table's clock, let it run, or give time to a seat (none: to all); made on which number of such calls."""

    kind: Literal["pause", "resume", "extend"]  # what to do
    calls: Count  # how many such calls the table had (`ClockFace.calls`)
    seat: Number | None = None  # who gets time; none: all
    seconds: Number = 0  # how much time


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong, in the reader's language; `packet` is fresh when the table has moved on."""

    error: str  # a sentence
    clause: str = ""  # the rule that forbids it: BOS-8.3
    link: str = ""  # to that rule
    allowed: list[str] = []  # what is allowed instead
    packet: Packet | None = None  # the table as it is now


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A move or an undo that came over the socket is stored; what it changed has been told before."""

    key: str  # that of the move
    seq: int  # how many events the table has now


class MoveRefused(msgspec.Struct, frozen=True, tag="refused"):
    """A move or an undo that came over the socket was not made, and why; the status is that of the same request by HTTP."""

    key: str  # that of the move
    status: int  # as of the same request by HTTP
    problem: Problem  # why


class Change(msgspec.Struct, frozen=True, omit_defaults=True, tag="change"):
    """What has changed since event `base`, for clients that have the table as it was then; everything else is as it was.

    What is left out of `choices`, `questions`, `actors`, `undo`, `over`, `seed`, `thinking` and `clock` is not left as it
    was: it has its default.
    """

    base: int  # what it is a change of: the number of events then
    seq: int  # as in `Packet`, like all below
    moves: int  # how many moves the game has
    scene: SceneChange  # what differs
    actors: list[int] = []  # seats that decide
    choices: list[Choice] = []  # what can be chosen
    questions: list[ChoiceQuestion] = []  # what is asked when a thing is chosen
    log: list[LogEntry] = []  # lines that are new
    log_from: int = 0  # the log above begins after this move
    undo: bool = False  # whether the last action can be taken back
    over: End | None = None  # how the game ended
    seed: str = ""  # what chance followed from, when the game is over
    thinking: bool = False  # a bot is choosing its move
    clock: ClockFace | None = None  # all clocks; none: no time limit now


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who sits where, and who is here."""

    sitters: list[Sitter]  # one a seat


class Notice(msgspec.Struct, frozen=True, omit_defaults=True, tag="notice"):
    """Something that everybody at the table should read, in the reader's language."""

    text: str  # a sentence
    urgent: bool = False  # it stays until it is read


class TalkLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of talk: words, a phrase by its name, or something that is asked or told at the table (`kind`)."""

    number: int  # counted from 1 at each table
    kind: str  # `words`, `phrase`, or what is asked or told
    by: str  # a sign of the person, good at this table alone; empty: the table itself
    moves: int  # after how many moves it was said
    at: float  # when (seconds since 1970)
    seat: int | None = None  # of a player
    name: str = ""  # of the person who says it
    text: str = ""  # the words, or the name of the phrase
    room: str = "players"  # or "spectators"


class Talk(msgspec.Struct, frozen=True, omit_defaults=True, tag="talk"):
    """Lines of talk that are new to this browser; after it has come, the last ones of all."""

    lines: list[TalkLine]  # in order
    me: str = ""  # the sign of the person at this browser
    whole: bool = False  # the browser has just come


class SayLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something at a table: words, or a phrase by its name; with a key that the client made up."""

    text: str  # the words, or the name of the phrase
    key: Key  # made up by the client: the same key is said once
    kind: Literal["words", "phrase"] = "words"  # which of the two


class ReportLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report a line of talk to the moderators, by its number."""

    number: Count  # of the line


class AskOthers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask the other players to take one's last turn back, to let a bot play for a seat that is away; or nudge such a seat."""

    kind: Literal["ask-back", "ask-bot", "nudge"]  # what is asked
    key: Key  # made up by the client: the same key is asked once
    seat: Number | None = None  # the seat that is away


class AnswerOther(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answer what another player has asked, by the number of its line."""

    number: Count  # of the line that asks
    yes: bool  # consent
    key: Key  # made up by the client


class NextTable(msgspec.Struct, frozen=True):
    """The table at which it is one's turn, after another one; empty: nothing waits."""

    table: str  # the last part of its address


class Said(msgspec.Struct, frozen=True):
    """The number of a line that is stored."""

    number: int  # of the line


class Gone(msgspec.Struct, frozen=True, tag="gone"):
    """The table has been deleted: nothing more will come, and there is nothing to come back to."""

    text: str  # why, in a sentence


class Reasons(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something is not allowed; `note` where no clause says it."""

    answers: list[Answer] = []  # one for each action it may have been
    note: str = ""  # a sentence


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go back in a lesson: before the learner's last action, or to the start."""

    key: Key  # made up by the client
    start: bool = False  # to the start of the lesson


class LessonStanding(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a learner is: whether the goal is reached, whether it is out of reach, how many actions were played."""

    done: bool  # the goal is reached
    missed: bool  # it is out of reach
    steps: int  # actions played so far
    over: bool  # the game itself has ended: there is no way back, only a new beginning
    strayed: bool = False  # what was played last is not the way of the solution; the goal may still be reached


class Solution(msgspec.Struct, frozen=True):
    """The best choice of a puzzle: in words, the chance to win after it and after the next best (0 to 1), why, and its things."""

    words: str  # the best choice
    chance: float  # to win after it, 0 to 1
    next: float  # to win after the next best
    why: list[str]  # sentences
    items: list[str]  # what to choose for it


class AboutThing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a thing could do: in words, and where."""

    words: tuple[str, ...] = ()  # sentences
    marks: tuple[Mark, ...] = ()  # places of the board


class Statistics(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be counted in a game so far."""

    panels: list[Panel] = []  # as beside the board


class HintChoice(msgspec.Struct, frozen=True):
    """A good choice: in words, with the chance to win that it leads to (0 to 1), why, and the things one would choose."""

    words: str  # what would be done
    chance: float  # to win after it, 0 to 1
    why: list[str]  # sentences
    items: list[str]  # what to choose for it


class Hint(msgspec.Struct, frozen=True):
    """What one would do on this number of events: the best choices."""

    seq: int  # the number of events that it is about
    choices: list[HintChoice]  # the best first


class ReviewDoubt(msgspec.Struct, frozen=True):
    """A choice that gave something away, in words: what was played, what would have been better, and the things to choose.

    What each of the two gains and risks is told as hints tell it, from what the player could know.
    """

    at: int  # after how many moves
    seat: int  # whose choice
    played: str  # in words
    better: str  # in words
    chance: float  # to win after what was played, 0 to 1
    chance_better: float  # to win after the better one
    why: list[str]  # sentences about what was played
    why_better: list[str]  # sentences about the better one
    items: list[str]  # what to choose for the better one


class ReviewShown(msgspec.Struct, frozen=True):
    """A review as far as it is: `done` from 0 to 1; everything else is there at the end."""

    done: float  # 0 to 1
    moves: int = 0  # of the game
    names: list[str] = []  # of the players, by seat
    at: list[int] = []  # of each point of the curves
    curves: list[list[float]] = []  # one a seat
    turns: list[int] = []  # moves after which the chances changed most
    turns_told: list[list[str]] = []  # what happened at each of them, in sentences
    doubts: list[ReviewDoubt] = []  # in the order of the game


class Loaded(msgspec.Struct, frozen=True):
    """Where a record that was loaded can be watched."""

    link: str  # its address


class Lines(msgspec.Struct, frozen=True):
    """The whole log of a record."""

    log: list[LogEntry]  # from the first move


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a record is true, in sentences; its seal, if it has one that fits."""

    true: bool  # nothing about it is false
    text: list[str]  # sentences
    seal: str = ""  # SHA-256 of the record


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
    _check_text(data.encode(errors="replace") if isinstance(data, str) else data)
    try:
        asked: ClientMessage = _ASKED.decode(data)
        return asked
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(N_("This message cannot be read: {error}."), error=error) from None


def decode(data: bytes, kind: type[T]) -> T:
    """The body of a request; Unreadable if it is something else."""
    _check_text(data)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(N_("This message cannot be read: {error}."), error=error) from None


# After an even number of backslashes; after an odd one, the last of them is written for itself.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def _check_text(data: bytes) -> None:
    """U+0000 is in no text, and PostgreSQL keeps none with it."""
    if _NUL.search(data):
        raise Unreadable(N_("This message cannot be read: {error}."), error="U+0000 is no text")
