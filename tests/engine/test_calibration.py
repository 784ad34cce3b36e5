"""Chances that are true: the order stays, what is sure stays, and the fit finds what was bent."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.chances import AskedGame, bins, curve_of, fit, hints_of, off
from kotva import games
from kotva.engine.calibration import AS_IT_IS, Calibration
from kotva.learn.hints import Thought, believed, believed_by_all
from kotva.match import Match


def test_as_it_is_changes_nothing() -> None:
    for chance in (0.0, 0.01, 0.3, 0.5, 0.99, 1.0):
        assert AS_IT_IS.of_choice(chance) == pytest.approx(chance)
    assert AS_IT_IS.of_all([0.2, 0.5, 0.3]) == pytest.approx([0.2, 0.5, 0.3])


def test_the_order_stays_and_what_is_sure_is_left() -> None:
    bent = Calibration(0.6, -0.4, 1.8)
    chances = [n / 100 for n in range(101)]
    mended = [bent.of_choice(chance) for chance in chances]
    assert mended == sorted(mended)
    assert (mended[0], mended[-1]) == (0.0, 1.0)
    assert mended[70] < 0.7
    assert bent.of_all([1.0, 0.0]) == [1.0, 0.0]
    assert bent.of_all([0.6, 0.3, 0.1])[0] > 0.6
    assert sum(bent.of_all([0.6, 0.3, 0.2])) == pytest.approx(1.1)
    assert bent.of_all([0.0, 0.0]) == [0.0, 0.0]


def made_up(slope: float, shift: float, curve: float, seed: int, n: int) -> list[AskedGame]:
    """Games in which what was said comes true only when it is bent like this."""
    random, truth, found = Random(seed), Calibration(slope, shift, curve), []
    for number in range(n):
        said, point = random.uniform(0.05, 0.95), [random.uniform(0.05, 1) for _ in range(3)]
        point = [x / sum(point) for x in point]
        if number % 2:  # a decision of seat 1 ...
            came = random.random() < truth.of_choice(said)
            found.append(AskedGame("x", 3, number, [(0, said)], [], [float(came), float(not came), 0.0]))
        else:  # ... or a point of the curve
            winner = random.choices(range(3), truth.of_all(point))[0]
            found.append(AskedGame("x", 3, number, [], [point], [float(seat == winner) for seat in range(3)]))
    return found


def test_the_fit_finds_how_chances_were_bent_and_mends_games_it_never_saw() -> None:
    found = fit(made_up(0.6, -0.4, 1.6, 1, 1600))
    assert found.slope == pytest.approx(0.6, abs=0.16)
    assert found.shift == pytest.approx(-0.4, abs=0.16)
    assert found.curve == pytest.approx(1.6, abs=0.3)
    others = made_up(0.6, -0.4, 1.6, 2, 1600)
    assert off(hints_of(others, AS_IT_IS)) > 0.06
    assert off(hints_of(others, found)) < off(hints_of(others, AS_IT_IS)) / 2
    assert off(curve_of(others, found)) < off(curve_of(others, AS_IT_IS))


def test_steps_tell_how_many_what_was_said_and_what_came() -> None:
    assert bins([(0.72, 1.0), (0.78, 0.0), (1.0, 1.0)]) == [(2, 0.75, 0.5), (1, 1.0, 1.0)]


def test_a_row_is_what_was_asked() -> None:
    one = AskedGame("bosman", 2, 7, [(1, 0.25)], [[0.4, 0.6]], [0.0, 1.0])
    assert AskedGame.read(one.line()) == one


def test_hints_and_curves_say_what_is_believed() -> None:
    """A game with a calibration for its number of seats; its own numbers are measured (benchmarks/CHANCES.md)."""
    game = games.load("hexxi")
    match = Match(game, 2, {}, seed="true chances")
    view = match.view(int(match.to_act()))
    by = game.bots.calibration[2]
    thoughts = [Thought(3, 0.7, 50), Thought(4, 0.5, 20)]
    assert [one.chance for one in believed(view, thoughts)] == [by.of_choice(0.7), by.of_choice(0.5)]
    assert [(one.action, one.tries) for one in believed(view, thoughts)] == [(3, 50), (4, 20)]
    assert believed_by_all(view, [0.7, 0.3]) == by.of_all([0.7, 0.3])
    assert by != AS_IT_IS
