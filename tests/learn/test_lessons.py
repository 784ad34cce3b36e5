"""Lessons: ours can be learned in every language; an author's mistakes are named; goals mean what they say."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from kotva import games, learn
from kotva.conformance import ConformanceFault, check
from kotva.engine import say
from kotva.learn.goals import read_goal, sight
from kotva.learn.how_to import folder
from kotva.learn.lesson_bot import LessonBot, lesson_bot
from kotva.learn.lesson_checks import faults_of, play_others
from kotva.learn.lessons import BadLesson, Lesson, begin, read_lessons, standing
from kotva.match import Match
from tests import ours

ROOT = Path(__file__).resolve().parents[2]
WALK: dict[str, Any] = {
    "name": "walk",
    "title": "The first walk",
    "text": (
        "Lay a token beside the boatswain, on an outpost of its gang. "
        "He walks straight away from it, as many fields as its digit."
    ),
    "task": "Send the boatswain two fields down, to the lower edge.",
    "seats": 4,
    "position": {"boatswain": "c3", "hands": {"1": "R21 F11 C30 T12 T22"}},
    "goal": {"position": "boatswain", "is": "c1"},
    "solution": ["play R21 c4"],
}


def lesson(**changes: Any) -> Lesson:
    data = {key: value for key, value in {**WALK, **changes}.items() if value is not None}
    return read_lessons(games.load("bosman"), [data])[0]


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_lessons_of_ours_can_be_learned_in_every_language(game_id: str) -> None:
    assert learn.lesson_faults(games.load(game_id)) == []


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_every_lesson_of_ours_has_a_goal_that_a_state_fulfils_and_a_hint(game_id: str) -> None:
    game = games.load(game_id)
    course = learn.lessons(game)
    assert 6 <= len(course) <= 12
    book = (ROOT / "docs" / "rules" / f"{game_id}.md").read_text(encoding="utf-8")
    for one in course:
        assert one.hints, one.name
        assert one.clause, one.name
        assert re.search(rf"\*\*{re.escape(one.clause)}[ *]", book), f"{one.name}: {one.clause}"
        match = begin(game, one)
        play_others(match, one)
        assert not standing(one, match).done, one.name
        for text in one.solution:
            match.play(text, one.seat)
            if not standing(one, match).done:
                play_others(match, one)
        assert standing(one, match).done, one.name


# -- what the judge finds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"solution": ["play F11 d3"]}, "its solution does not reach the goal"),
        ({"solution": ["play R21 c4", "play F11 d3"]}, "its goal is reached before 'play F11 d3'"),
        ({"solution": ["play T10 a1"]}, "its solution breaks at 1"),
        ({"goal": {"position": "boatswain", "is": "c3"}}, "its goal is true at the beginning"),
        ({"goal": {"not": {"position": "turn", "is": 1}}, "solution": ["play F11 d3"]}, "37 of 37 first actions reach"),
        ({"steps": 2}, "takes 1 steps; it says 2"),
        ({"steps": 2}, "it says 2 steps, but 'play R21 c4' alone reaches the goal"),
        ({"position": {"boatswain": "z9"}}, "it cannot begin: "),
        ({"task": "Not in any catalogue."}, "not told in cs: 'Not in any catalogue.'"),
        ({"title": " "}, "title is empty"),
    ],
)
def test_a_lesson_that_cannot_be_learned_is_found_out(changes: dict[str, Any], found: str) -> None:
    wrong = faults_of(games.load("bosman"), lesson(**changes))
    assert any(found in fault for fault in wrong), wrong


def test_the_lesson_above_is_sound() -> None:
    assert faults_of(games.load("bosman"), lesson()) == []


def test_a_solution_must_fit_into_what_is_given() -> None:
    game = games.load("seameni")
    home = next(one for one in learn.lessons(game) if one.name == "home")
    data = json.loads((folder(game) / "lessons.json").read_text(encoding="utf-8"))
    raw = next(one for one in data if one["name"] == "home")
    assert len(home.solution) == 2
    tight = read_lessons(game, [raw | {"within": 1}])[0]
    assert any("only 1 are given" in fault for fault in faults_of(game, tight))


def test_the_kit_runs_on_spoiled_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("bosman")
    shutil.copytree(folder(game), tmp_path / "learn")
    (tmp_path / "learn" / "lessons.json").write_text(json.dumps([WALK | {"solution": []}]), encoding="utf-8")
    monkeypatch.setitem(say._HOMES, "bosman", tmp_path)
    with pytest.raises(ConformanceFault, match="lesson walk: its solution does not reach the goal"):
        check(game, only="lessons", seats=2)
    (tmp_path / "learn" / "lessons.json").write_text("[", encoding="utf-8")
    with pytest.raises(ConformanceFault, match=r"lessons\.json is not JSON"):
        check(game, only="lessons", seats=2)
    assert learn.lesson_faults(game)[0].startswith("lessons.json is not JSON")


# -- what the loader says --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"goal": None}, "walk.goal cannot be None; allowed: it cannot be left out"),
        ({"titel": "x"}, "There is no key 'walk.titel' here; keys are name, title"),
        ({"name": "A walk"}, "name cannot be 'A walk'; allowed: written like first-step"),
        ({"seats": 9}, "walk.seats cannot be 9; allowed: a whole number from 2 to 4"),
        ({"hints": "x"}, "walk.hints cannot be 'x'; allowed: a list"),
        ({"goal": {}}, "one of position, played"),
        ({"goal": {"won": True, "score": 3}}, "one of position, played"),
        ({"goal": {"position": "turn"}}, "one of is, least, most, like"),
        ({"goal": {"happened": "flood"}}, "walk.goal.happened cannot be 'flood'; allowed: kept"),
        ({"goal": {"call": "luck"}}, "walk.goal.call cannot be 'luck'"),
        ({"goal": {"all": [{"wins": 1}]}}, "There is no key 'walk.goal.all.0.wins' here"),
        ({"within": 0}, "walk.within cannot be 0"),
    ],
)
def test_an_author_hears_what_is_wrong_and_what_is_allowed(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadLesson) as error:
        lesson(**changes)
    assert message in str(error.value)


def test_lessons_are_a_list_and_have_names_of_their_own() -> None:
    game = games.load("bosman")
    with pytest.raises(BadLesson, match="must be a list of lessons"):
        read_lessons(game, {})
    with pytest.raises(BadLesson, match="there are two lessons walk"):
        read_lessons(game, [WALK, WALK])
    with pytest.raises(BadLesson, match="must be an object"):
        read_lessons(game, ["walk"])


# -- goals -----------------------------------------------------------------------------------------------------------


def walked() -> Match:
    return begin(games.load("bosman"), lesson()).play("play R21 c4")


@pytest.mark.parametrize(
    ("goal", "before", "after"),
    [
        ({"position": "boatswain", "is": "c1"}, False, True),
        ({"position": "turn", "least": 2}, False, True),
        ({"position": "turn", "most": 1}, True, False),
        ({"position": "beach.c4", "like": "R*"}, False, True),
        ({"position": "beach.c4.x", "is": "R21"}, False, False),
        ({"position": "poison.0", "is": 1}, True, True),
        ({"position": "poison.9", "is": 1}, False, False),
        ({"played": "play R21 *"}, False, True),
        ({"played": "swap *"}, False, False),
        ({"happened": "wedged"}, False, False),
        ({"score": 0}, True, True),
        ({"score": 1}, False, False),
        ({"won": True}, False, False),
        ({"won": False}, True, True),
        ({"not": {"played": "*"}}, True, False),
        ({"all": [{"score": 0}, {"played": "*"}]}, False, True),
        ({"any": [{"score": 1}, {"played": "*"}]}, False, True),
        ({"any": []}, False, False),
    ],
)
def test_goals_mean_what_they_say(goal: object, before: bool, after: bool) -> None:
    game = games.load("bosman")
    asked = read_goal(game, goal, "", "test")
    assert asked(sight(begin(game, lesson()), 0)) is before
    assert asked(sight(walked(), 0)) is after


def test_what_others_play_is_not_played_by_the_learner() -> None:
    asked = read_goal(games.load("bosman"), {"played": "play *"}, "", "test")
    assert not asked(sight(walked(), 1))


def test_a_question_mark_in_a_notation_is_no_wild_card() -> None:
    game = games.load("seameni")
    asked = read_goal(game, {"played": "end?"}, "", "test")
    match = begin(game, learn.lessons(game)[0])
    assert not asked(sight(match.fork().play("S1>f1"), 0))
    assert asked(sight(match.fork().play("end?"), 0))


# -- standing --------------------------------------------------------------------------------------------------------


def test_a_goal_that_was_true_once_is_reached_whatever_follows() -> None:
    one = lesson()
    match = walked()
    play_others(match, one)
    while match.to_act() == 0:
        match.play(match.legal()[0])
        play_others(match, one)
    assert standing(one, match).done


def test_too_many_steps_miss_the_goal() -> None:
    one = lesson(within=1)
    match = begin(games.load("bosman"), one)
    assert not standing(one, match).missed
    match.play("play F11 d3")
    assert standing(one, match).missed
    assert standing(one, match).steps == 1


def test_the_opponent_plays_the_first_answer_that_is_allowed() -> None:
    match = walked()
    legal = match.legal()
    assert match.game.rules.actions.text(LessonBot(["poison 10", legal[3]]).choose(match.view(1))) == legal[3]
    assert match.game.rules.actions.text(LessonBot().choose(match.view(1))) == legal[0]
    assert match.game.rules.actions.text(lesson_bot("bosman", "lesson:gone").choose(match.view(1))) == legal[0]
