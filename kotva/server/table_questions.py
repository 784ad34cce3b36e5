"""Questions about a table that take some thought: why not, what would happen, what is this, what has been counted.

Each is answered in a process (`kotva.server.jobs`), from the view of one seat. The answer is JSON, ready to be sent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kotva.engine.game import View
from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.match import Match
from kotva.scene import why
from kotva.scene.preview import preview
from kotva.server import bot_worker
from kotva.server.messages import AboutThing, Reasons, Statistics, encode


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a table, and through whose eyes."""

    table: str
    record: Record
    seat: int | None
    language: str
    names: tuple[str, ...]
    what: str  # one of ANSWERS
    text: str  # an action in notation, or things on the table
    starts: str = ""  # how actions begin that are meant

    def answer(self) -> bytes:
        """The answer (runs in a process)."""
        match = bot_worker.replayed(self.table, self.record)
        return ANSWERS[self.what](self, match, Say(self.language, match.game.id, self.names))

    def view(self, match: Match) -> View:
        return match.view(self.seat)


def _about_action(asked: Question, match: Match, say: Say) -> bytes:
    return encode(Reasons(why.about_action(asked.view(match), asked.text, say)))


def _about_items(asked: Question, match: Match, say: Say) -> bytes:
    answers = why.about_items(asked.view(match), asked.text.split(",") if asked.text else [], say, asked.starts)
    return encode(Reasons(answers, "" if answers else say(why.NOTHING)))


def _preview(asked: Question, match: Match, say: Say) -> bytes:
    return encode(preview(asked.view(match), asked.text, say))


def _about(asked: Question, match: Match, say: Say) -> bytes:
    assert match.game.words.about is not None
    found = match.game.words.about(asked.view(match), asked.text, say)
    return encode(AboutThing(found.words, found.marks))


def _statistics(asked: Question, match: Match, say: Say) -> bytes:
    assert match.game.words.statistics is not None
    return encode(Statistics(list(match.game.words.statistics(match.shown_events(asked.seat), say))))


ANSWERS: dict[str, Callable[[Question, Match, Say], bytes]] = {
    "action": _about_action,
    "items": _about_items,
    "preview": _preview,
    "about": _about,
    "statistics": _statistics,
}
