"""Hints and reviews see what a seat sees, find the choice that wins, and say why."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.evaluation import Evaluation
from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.say import ENGLISH, Say
from kotva.engine.state import State
from kotva.learn.hints import Thought, chances, compared, think, why
from kotva.learn.review import Judged, Point, Review, effort, judge, moments, what_happened, whole
from kotva.match import Match
from tests import ours
from tests.exchanged import exchanged

WIN = {"figures": "R:g17,h18,i18 G:n18,m18"}  # the third soldier enters the capital


def capital() -> Match:
    return Match(games.load("triremes"), 2, position=dict(WIN), seed="capital")


def test_the_choice_that_wins_is_the_best_one() -> None:
    match = capital()
    best = think(match.view(0), 400, 1)[0]
    assert match.game.rules.actions.text(best.action) == "g17-h17"
    assert best.chance > 0.95


def test_only_some_choices_can_be_compared() -> None:
    match = capital()
    two = [match.game.rules.actions.parse(text) for text in ("g17-h17", "h18-h17")]
    found = think(match.view(0), 200, 1, two)
    assert [thought.action for thought in found] == two


SILLY: dict[str, Json] = {  # what searching all that is legal took for best here was `offer B>LO`
    "board": "D G10 W8 O9 B5 W4 G3 W12 B6 O11 B9 O6 G11 L3 G10 L2 L4 W8 L5 | B G L 3 W O 3 3 3",
    "robber": 18,
    "turn": "P2",
    "round": 2,
    "P1": "S 26 45; R 20-26 35-40 40-45; hand LLWO; known LLWO",
    "P2": "S 15 18; R 10-15 18-23; hand BBWWO; known BWW; army 1",
    "P3": "S 31 46; R 31-36 41-46; hand O",
    "P4": "S 14 38; R 14-19 32-38; hand LBWGO; known LBWO",
}


def trader() -> Match:
    return Match(games.load("settlers"), 4, position=dict(SILLY), seed="trader")


def test_nobody_is_advised_to_do_what_makes_no_sense() -> None:
    """A hint looks at what bots choose from, though a search of all that is legal likes something else."""
    match = trader()
    view = match.view(1)
    silly = match.game.rules.actions.parse("offer B>LO")
    evaluation = match.game.bots.evaluation
    assert not evaluation.makes_sense(view.seen, 1, silly)
    assert silly in [thought.action for thought in think(view, 1000, 1, view.legal())[:3]]
    found = think(view, 1000, 1)
    assert len(found) > 3
    assert all(evaluation.makes_sense(view.seen, 1, thought.action) for thought in found)


class Stern(Evaluation):
    """Knows nothing, and thinks of a few actions alone."""

    def __init__(self, *sensible: int) -> None:
        self.sensible = sensible

    def makes_sense(self, s: State, seat: int, action: int) -> bool:
        return action in self.sensible


def stern(*sensible: str) -> Match:
    """The third soldier may enter the capital, and only some actions make sense."""
    game = games.load("triremes")
    evaluation = Stern(*(game.rules.actions.parse(text) for text in sensible))
    return Match(exchanged(game, evaluation=evaluation), 2, position=dict(WIN), seed="capital")


def test_a_review_weighs_what_was_played_against_what_makes_sense() -> None:
    doubt = judge(stern("g17-h17", "i18-h17").play("h18-h17"), 0, 200).doubt
    assert doubt is not None
    assert (doubt.played, doubt.better) == ("h18-h17", "g17-h17")
    assert judge(stern("h18-h17").play("h18-h17"), 0, 200).doubt is None  # the win makes no sense to this one


def test_where_nothing_makes_sense_everything_is_thought_of() -> None:
    view = stern().view(0)
    assert sorted(thought.action for thought in think(view, 50, 1)) == sorted(view.legal())


def test_a_hint_says_what_surely_happens_and_what_it_brings() -> None:
    position = {
        "boatswain": "c3",
        "turn": 2,
        "beach": {"d3": "F22", "a1": "T10"},
        "boat": {"20": "F20", "21": "F21"},
        "hands": {"2": "T30 R11 C12 F30 T12"},
    }
    match = Match(games.load("bosman"), 4, position=position, seed="wedge")  # type: ignore[arg-type]
    said = why(match.view(1), match.game.rules.actions.parse("play T30 b3"), Say("en", "bosman"))
    assert "It brings 2 points." in said
    assert "It completes a line of three." in said
    action = match.game.rules.actions.parse("play T30 b3")
    told = exchanged(match.game, hint_text=lambda _view, _action, _say: ["Because."])
    assert why(replace(match.view(1), game=told), action, ENGLISH)[:2] == ["Because.", "It brings 2 points."]
    silent = exchanged(match.game, hint_text=None)  # a game that says nothing has its log tell it
    assert any("boards" in line for line in why(replace(match.view(1), game=silent), action, ENGLISH))


def test_a_hint_never_tells_what_was_only_dealt_so() -> None:
    """HEX-6.1: what a spied token is shows only when it has been turned up."""
    match = Match(games.load("hexxi"), 2, position={"tokens": "1p@b2 1s@b3 2w@f6 2c@e5"}, seed="spy")
    said = why(match.view(0), match.game.rules.actions.parse("spy f6"), Say("en", "hexxi"))
    assert not any("warship" in line.lower() for line in said)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_hints_depend_on_nothing_but_the_view(game_id: str) -> None:
    """The same view of two different truths gives the same thoughts."""
    game = games.load(game_id)
    match = Match(game, seed="two truths")
    for _ in range(8):
        match.play(match.legal()[0])
    seat = match.to_act()
    view = match.view(seat)
    other = match.state.seen(seat)
    other.redeal(seat, Rng(7))  # another truth that this seat cannot tell from the first
    again = game.view(other, seat, match.options)
    if game_id in ("bosman", "hexxi"):
        assert key(other) != key(match.state)
    assert think(view, 60, 3) == think(again, 60, 3)
    legal = view.legal()
    assert [why(view, action, ENGLISH) for action in legal[:6]] == [why(again, action, ENGLISH) for action in legal[:6]]
    assert chances(view, 5, 3) == chances(again, 5, 3)
    assert all(0 <= chance <= 1 for chance in chances(view, 5, 3))


def test_how_a_choice_stands_among_the_others() -> None:
    clear = [Thought(1, 0.6, 9), Thought(2, 0.5, 3), Thought(3, 0.598, 2)]
    assert compared([clear[0], clear[1]], 0, ENGLISH) == "Clearly the best choice."
    assert compared(clear, 0, ENGLISH) == "Others are about as good."
    assert compared(clear, 1, ENGLISH) == "It gives up 10 % against the best."
    assert compared(clear, 2, ENGLISH) == "About as good as the best."


def test_a_missed_win_is_doubtful_and_the_win_is_not() -> None:
    match = capital().play("h18-h17")
    found = judge(match, 0, 200)
    assert found.doubt is not None
    assert (found.doubt.played, found.doubt.better) == ("h18-h17", "g17-h17")
    assert found.doubt.chance_better - found.doubt.chance > 0.08
    assert judge(capital().play("g17-h17"), 0, 200).doubt is None


@pytest.mark.parametrize("other", ["R31 F12 C21 T30 T11", "C32 C11 F30 R12 T31"])
def test_a_review_judges_by_what_the_player_could_know(other: str) -> None:
    """Whatever the others held, a choice is judged alike."""
    hands = {"1": "R21 F11 C30 T12 T22", "2": other}
    match = Match(games.load("bosman"), 4, position={"boatswain": "c3", "hands": hands}, seed="hands")  # type: ignore[dict-item]
    match.play("play R21 c4")
    hands["2"] = "F31 F20 C22 R30 T21"
    truth = Match(games.load("bosman"), 4, position={"boatswain": "c3", "hands": hands}, seed="hands")  # type: ignore[dict-item]
    truth.play("play R21 c4")
    assert key(match.state) != key(truth.state)
    assert judge(match, 0, 200) == judge(truth, 0, 200)


def test_a_whole_review() -> None:
    match = capital().play("g17-h17")
    review = whole(match, [judge(match, at, 50) for at in moments(match)])
    assert isinstance(review, Review)
    assert [point.at for point in review.curve] == [0, 1]
    assert review.curve[-1].chances == [1.0, 0.0]


def test_turning_points_are_where_chances_change_most() -> None:
    match = capital()
    curve = [(0, 0.5), (1, 0.52), (2, 0.9), (3, 0.88), (4, 0.2)]
    judged = [Judged(Point(at, [chance, 1 - chance]), None) for at, chance in curve]
    assert whole(match, judged).turns == [1, 3]


def test_a_turning_point_says_what_happened() -> None:
    """What was played there and what chance added, up to the next decision; nothing of what came later."""
    match = Match(games.load("settlers"), 3, {"board": "beginner"}, seed="told")
    while match.legal() != ["roll"]:
        match.play(match.legal()[0])
    at = len(match.played)
    match.play("roll")
    until = len(match.played)
    match.play(match.legal()[-1])
    curve = [Judged(Point(n, [0.5, 0.3, 0.2]), None) for n in (at, until)]
    told = what_happened(match, whole(match, curve), at, Say())
    assert (
        told == [line for n, lines in match.log(match.played[at].actor, Say(), at) if n <= until for line in lines][:3]
    )
    assert "rolls" in told[0]


def test_the_curve_does_not_go_up_and_down_with_who_moves() -> None:
    """HEX-5: while all lay tokens face down nobody's chances change by whose secrets one looks through."""
    match = Match(games.load("hexxi"), 2, seed="zigzag")
    rng = Random(3)
    for _ in range(10):
        match.play(rng.choice([text for text in match.legal() if text.startswith("place")]))
    curve = [judge(match, at, 60).point.chances[0] for at in moments(match)]
    assert max(abs(after - before) for before, after in pairwise(curve)) < 0.06, (
        curve
    )  # 0.1 by each mover's own secrets


def test_long_games_get_less_for_each_decision() -> None:
    assert effort(1) == effort(100) == 600
    assert effort(1000) == 240
    assert effort(10**6) == 80
