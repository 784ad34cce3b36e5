"""Who sits opposite in a lesson: plays the first of the lesson's answers that it may, and remembers nothing."""

from __future__ import annotations

from collections.abc import Sequence

from kotva import games
from kotva.bots.bot import choices
from kotva.engine.errors import KotvaError
from kotva.engine.game import View
from kotva.engine.state import OK
from kotva.learn.lessons import Lesson, lessons
from kotva.learn.puzzles import NAME, as_lesson, puzzles

LEVEL = "lesson:"  # the level of such a bot at a table: this and the name of the lesson


class LessonBot:
    """A bot that answers as a lesson prescribes."""

    def __init__(self, answers: Sequence[str] = ()) -> None:
        self._answers = answers

    def choose(self, view: View) -> int:
        seat, legal = choices(view)
        for text in self._answers:
            action = view.game.rules.actions.parse(text)
            if action in legal or view.seen.why_not(seat, action) == OK:
                return action
        return legal[0]


def find(game_id: str, name: str) -> Lesson | None:
    """A lesson by its name; puzzles are lessons too."""
    game = games.load(game_id)
    if name.startswith(NAME):
        return next((as_lesson(game, puzzle) for puzzle in puzzles(game) if puzzle.name == name), None)
    return next((lesson for lesson in lessons(game) if lesson.name == name), None)


def lesson_bot(game_id: str, level: str) -> LessonBot:
    """The bot of a level `lesson:walk`; of a lesson that is there no more, one that plays anything."""
    try:
        lesson = find(game_id, level.removeprefix(LEVEL))
    except KotvaError:
        lesson = None
    return LessonBot(lesson.answers if lesson is not None else ())
