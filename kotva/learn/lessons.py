"""Lessons: a position, a sentence, a goal. All of it is data in `learn/lessons.json` of a game, a list in the order of learning:

    [{"name": "walk", "title": "...", "text": "...", "task": "...", "hints": ["..."], "praise": "...",
      "seats": 4, "position": {...}, "goal": {"played": "play * c4"}, "solution": ["play R21 c4"]}]

| key | meaning | left out |
|---|---|---|
| `name` | how addresses and progress call it: a to z, 0 to 9, - | |
| `title`, `text`, `task` | its name, what it teaches in a sentence or two, and what is to be done | |
| `hints` | shown one after the other on request | none |
| `praise` | told at the end | a friendly word |
| `seats`, `seat`, `options`, `position` | the table; `seat` is the learner's, from 1 | the fewest, 1, the usual, the beginning |
| `seed` | of chance: dice and draws of a lesson are always the same | the name |
| `answers` | what the others play, in notation: always the first that they may | the first of their list |
| `goal` | when it is done (`goals.py`) | |
| `steps` | how many actions of the learner it takes at least | 1 |
| `within` | how many actions the learner has; after them the learner must go back | no limit |
| `solution` | actions of the learner that reach the goal: the proof that it can be reached | |

Texts are English and translated in the catalogue of the game, like all its other texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kotva.engine.errors import BadPosition, KotvaError
from kotva.engine.game import Game, Json
from kotva.engine.position import PositionReader
from kotva.engine.say import N_
from kotva.learn.files import read_once
from kotva.learn.goals import Goal, read_goal, sight
from kotva.learn.how_to import folder
from kotva.match import Match

FILE: Final = "lessons.json"
TEXTS: Final = ("title", "text", "task", "praise")
_KEYS: Final = (
    *(
        "name",
        *TEXTS,
        "clause",
        "hints",
        "seats",
        "seat",
        "options",
        "position",
        "seed",
        "answers",
        "goal",
        "steps",
        "within",
    ),
    "solution",
)
_NAME: Final = re.compile("[a-z0-9-]{1,20}")
_MOST_STEPS: Final = 100


class BadLesson(KotvaError):
    """Lessons that cannot be read: where, what stands there, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its author wrote it."""

    game: str
    name: str
    title: str
    text: str
    task: str
    praise: str
    hints: tuple[str, ...]
    seats: int
    seat: int
    options: Mapping[str, object]
    position: dict[str, Json] | None
    seed: str
    answers: tuple[str, ...]
    goal: Goal
    steps: int
    within: int | None
    solution: tuple[str, ...]
    clause: str = ""  # of the rule that it is about

    def texts(self) -> tuple[str, ...]:
        """All that is said in it, in English."""
        return (self.title, self.text, self.task, *self.hints, *((self.praise,) if self.praise else ()))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a learner has come."""

    done: bool
    missed: bool  # the goal can no longer be reached without going back
    steps: int  # the learner's own actions so far
    strayed: bool = False  # the last of them is not what the solution has there


def lessons(game: Game) -> list[Lesson]:
    """The lessons of a game in their order; none if it has no such file. BadLesson says what cannot be read."""
    return read_once(folder(game) / FILE, lambda path: _read(game, path))


def _read(game: Game, path: Path) -> list[Lesson]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadLesson(N_("{file} is not JSON: {error}."), file=path.name, error=str(error)) from None
    return read_lessons(game, data, path.name)


def read_lessons(game: Game, data: object, source: str = FILE) -> list[Lesson]:
    """Lessons from data; BadLesson says what cannot be read."""
    if not isinstance(data, list):
        raise BadLesson(N_("{file} must be a list of lessons."), file=source)
    found: list[Lesson] = []
    for number, one in enumerate(data, 1):
        name = one.get("name") if isinstance(one, dict) else None
        where = f"{name if isinstance(name, str) and _NAME.fullmatch(name) else number}."
        try:
            found.append(_lesson(game, PositionReader(one, _KEYS, source, where)))
        except BadPosition as error:
            raise BadLesson(error.text, **error.values) from None
        if found[-1].name in [lesson.name for lesson in found[:-1]]:
            raise BadLesson(N_("{file}: there are two lessons {name}."), file=source, name=found[-1].name)
    return found


def _lesson(game: Game, given: PositionReader) -> Lesson:
    for key in ("name", *TEXTS[:3], "goal", "solution"):
        if key not in given:
            raise given.refusal(key, None, KotvaError(N_("it cannot be left out")))
    name = given.match("name", given.data["name"], _NAME, "first-step").group()
    seats = given.number("seats", game.rules.seats[0], game.rules.seats[-1], game.rules.seats[0])
    position = given.inside("position") if "position" in given else None
    return Lesson(
        game=game.id,
        name=name,
        title=given.text("title"),
        text=given.text("text"),
        task=given.text("task"),
        praise=given.text("praise"),
        hints=tuple(given.texts("hints")),
        seats=seats,
        seat=given.number("seat", 1, seats, 1) - 1,
        options=dict(given.inside("options").data),
        position=None if position is None else dict(position.data),  # type: ignore[arg-type]
        seed=given.text("seed") or name,
        answers=tuple(given.texts("answers")),
        goal=read_goal(game, given.data["goal"], f"{given.path}goal.", given.clause),
        steps=given.number("steps", 1, _MOST_STEPS, 1),
        within=given.number("within", 1, _MOST_STEPS, 1) if "within" in given else None,
        solution=tuple(given.texts("solution")),
        clause=given.text("clause"),
    )


def begin(game: Game, lesson: Lesson) -> Match:
    """A match at the beginning of a lesson; KotvaError if its table cannot be."""
    return Match(game, lesson.seats, lesson.options, seed=lesson.seed, position=lesson.position)


def standing(lesson: Lesson, match: Match) -> Standing:
    """How far a learner has come. A goal that was true once is reached, whatever the others answered."""
    moments = [n for n, played in enumerate(match.played, 1) if played.actor == lesson.seat]
    last = len(match.played)
    steps = len(moments)
    done = any(lesson.goal(sight(match, lesson.seat, n)) for n in {last, *moments, *_settled(match)})
    missed = not done and (
        match.is_over or (lesson.within is not None and steps >= lesson.within and _idle(lesson, match))
    )
    own = [match.game.rules.actions.text(match.played[n - 1].action) for n in moments]
    strayed = not done and not missed and bool(own) and own != list(lesson.solution[:steps])
    return Standing(done, missed, steps, strayed)


def _settled(match: Match) -> list[int]:
    """The moments before each player's action: when chance has decided."""
    return [n for n, played in enumerate(match.played) if played.actor >= 0]


def _idle(lesson: Lesson, match: Match) -> bool:
    """Whether chance and the others have nothing more to add to the learner's last action."""
    return match.played[-1].actor != lesson.seat or match.state.may_act(lesson.seat) or not match.actors()
