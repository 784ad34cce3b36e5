"""What lessons must keep: each can be solved, none by accident, and all is said in every language."""

from __future__ import annotations

from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import LANGUAGES, Say, locale_of
from kotva.learn.lesson_bot import LessonBot
from kotva.learn.lessons import TEXTS, Lesson, begin, lessons, standing
from kotva.match import Match

FEWEST: Final = 6
MOST: Final = 12
_BY_ACCIDENT: Final = 0.5  # of the first actions of a lesson of one step; of a longer one none may solve it
_ANSWERS: Final = 200  # of the others in a row


def lesson_faults(game: Game) -> list[str]:
    """All that is wrong with the lessons of a game, in English for its author; nothing if all is well."""
    try:
        found = lessons(game)
    except KotvaError as error:
        return [str(error)]
    out = []
    if not FEWEST <= len(found) <= MOST:
        out.append(f"{len(found)} lessons; there should be {FEWEST} to {MOST}")
    for lesson in found:
        out += [f"lesson {lesson.name}: {fault}" for fault in faults_of(game, lesson)]
    return out


def faults_of(game: Game, lesson: Lesson) -> list[str]:
    """What is wrong with one lesson."""
    out = _untranslated(game, lesson)
    try:
        match = begin(game, lesson)
        play_others(match, lesson)
    except KotvaError as error:
        return [*out, f"it cannot begin: {error}"]
    if not match.state.may_act(lesson.seat):
        return [*out, "the learner has nothing to decide"]
    if standing(lesson, match).done:
        return [*out, "its goal is true at the beginning"]
    return out + _of_solution(match, lesson) + _of_accident(match, lesson)


def play_others(match: Match, lesson: Lesson) -> None:
    """Let the others answer until the learner decides or the game is over."""
    bot = LessonBot(lesson.answers)
    for _ in range(_ANSWERS):
        actors = match.actors()
        if not actors or lesson.seat in actors:
            return
        match.append(actors[0], bot.choose(match.view(actors[0])))
        while (outcome := match.next_outcome()) is not None:
            match.append(-1, outcome)


def _of_solution(start: Match, lesson: Lesson) -> list[str]:
    """The stored line reaches the goal, with its last action and not before."""
    match = start.fork()
    for number, text in enumerate(lesson.solution, 1):
        if standing(lesson, match).done:
            return [f"its goal is reached before {text!r}"]
        try:
            match.play(text, lesson.seat)
        except KotvaError as error:
            return [f"its solution breaks at {number}: {error}"]
        if number < len(lesson.solution):
            play_others(match, lesson)
    state = standing(lesson, match)
    if not state.done:
        return ["its solution does not reach the goal"]
    if state.steps < lesson.steps:
        return [f"its solution takes {state.steps} steps; it says {lesson.steps}"]
    if lesson.within is not None and state.steps > lesson.within:
        return [f"its solution takes {state.steps} steps; only {lesson.within} are given"]
    return []


def _of_accident(start: Match, lesson: Lesson) -> list[str]:
    """No first action solves a lesson of several steps; not every second one solves a lesson of one."""
    lucky = []
    legal = start.legal(lesson.seat)
    for text in legal:
        match = start.fork()
        match.play(text, lesson.seat)
        if standing(lesson, match).done:
            lucky.append(text)
    if lesson.steps > 1 and lucky:
        return [f"it says {lesson.steps} steps, but {lucky[0]!r} alone reaches the goal"]
    if len(lucky) > _BY_ACCIDENT * len(legal):
        return [f"{len(lucky)} of {len(legal)} first actions reach the goal at once"]
    return []


def _untranslated(game: Game, lesson: Lesson) -> list[str]:
    out = [f"{key} is empty" for key, text in zip(TEXTS, lesson.texts()) if not text.strip()]
    for language in LANGUAGES[1:]:
        if not (locale_of(game.id) / language).is_dir():  # a game from elsewhere may speak fewer languages
            continue
        say = Say(language, game.id)
        out += [f"not told in {language}: {text!r}" for text in lesson.texts() if text and say(text) == text]
    return out
