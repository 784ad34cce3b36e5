"""The benchmarks measure something and report it."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from benchmarks import draw
from benchmarks.draw_plot import Point, plot
from benchmarks.figures import Figure, load, merge, over_rounds, save
from benchmarks.report import markdown, picture
from benchmarks.rivals import RIVALS, meetings
from benchmarks.speed import measure
from benchmarks.targets import MATCHES, SPEED
from kotva import games


@pytest.mark.slow
def test_a_round_of_speed_gives_every_figure():
    found = measure(games.load("bosman"), 4, 0.05)
    assert set(found) == {"compiled", "actions", "clone", "legal", "replay"}
    assert all(value > 0 for name, value in found.items() if name != "compiled")


def test_a_figure_is_held_against_its_target():
    fast = over_rounds("bosman", "actions/s", [900.0, 1100.0, 1200.0], 1000)
    slow = over_rounds("bosman", "clone", [3.0, 2.5, 2.6], 2.0, True, "µs")
    none = over_rounds("bosman", "other", [1.0])
    assert (fast.value, fast.low, fast.high, fast.verdict) == (1100.0, 900.0, 1200.0, "met")
    assert "not met" in slow.verdict
    assert none.verdict == ""
    text = markdown([fast, slow, none])
    assert "| bosman | clone | 2.6 µs | 2.5 µs – 3 µs | ≤ 2 µs | **not met** |" in text
    assert picture([fast, slow, none]).count("bosman:") == 2


def test_figures_of_several_runs_are_kept(tmp_path):
    path = tmp_path / "results.json"
    assert load(path) == []
    old = [over_rounds("bosman", "clone", [3.0]), over_rounds("hexxi", "clone", [3.0])]
    save(path, old)
    new = [over_rounds("bosman", "clone", [1.0])]
    assert [(f.game, f.value) for f in merge(load(path), new)] == [("hexxi", 3.0), ("bosman", 1.0)]


def test_a_share_is_shown_in_percent():
    won = Figure("strength", "bosman", "greedy against 3 random", 0.975, 0.94, 0.99, 0.6, unit="%", note="200 games")
    assert "| 97.5 % | 94.0 % – 99.0 % | ≥ 60.0 % | met |" in markdown([won])


@pytest.mark.slow
def test_the_draw_is_measured_and_plotted():
    measured = json.loads(CliRunner().invoke(draw.main, ["--json", "--quick"], catch_exceptions=False).stdout)
    shares = {figure["what"]: figure["value"] for figure in measured["figures"] if figure["unit"] == "%"}
    assert set(shares.values()) == {1.0}, shares
    assert measured["with_a_repeat"] == []
    assert {point["method"] for point in measured["compared"]} == {"Kotva", *RIVALS}
    points = [Point(**point) for point in measured["compared"]]
    assert plot(points, 3).count("<circle") == 1 + 2 * 2  # ours: the key, and two player counts in two panels


def test_what_people_use_today_seats_everybody():
    players = [f"P{i}" for i in range(16)]
    met = meetings([players[i : i + 4] for i in range(0, 16, 4)])
    for name, method in RIVALS.items():
        seated = method(players, met, random.Random(1))
        assert sorted(p for table in seated for p in table) == sorted(players), name
        assert {len(table) for table in seated} == {4}
    assert sum(pair in met for pair in meetings(RIVALS["greedy swap"](players, met, random.Random(1)))) <= 2


def test_speed_is_measured_at_a_table_that_the_game_allows():
    assert {name: goal.seats in games.load(name).seats for name, goal in SPEED.items()} == dict.fromkeys(SPEED, True)
    assert SPEED["triremes"].seats == 2  # the promise is for the default map of two


def test_every_match_is_of_a_game_with_speed_targets():
    assert {match.game for match in MATCHES} == set(SPEED)
