"""The benchmark of environments measures something and draws it."""

from __future__ import annotations

import pytest

from benchmarks import scale
from benchmarks.envs import contestants, figures, markdown, ours, picture, spiel
from benchmarks.report import markdown as report
from kotva import games
from tests.ours import GAMES

ROWS = [
    {"whose": "kotva batch", "what": "bosman", "seats": 2, "games": 1, "steps": 5e4, "low": 4e4, "high": 6e4},
    {"whose": "kotva batch", "what": "bosman", "seats": 2, "games": 64, "steps": 4e5, "low": 3e5, "high": 5e5},
    {"whose": "kotva batch", "what": "triremes", "seats": 4, "games": 64, "steps": 1e5, "low": 9e4, "high": 2e5},
    {"whose": "openspiel", "what": "chess", "seats": 2, "games": 1, "steps": 2e4, "low": 1e4, "high": 3e4},
]


def test_the_best_size_is_held_against_the_target():
    text = markdown(ROWS)
    assert "| kotva batch | bosman | 2 | 64 | 400,000 | 300,000 – 500,000 | met |" in text
    assert "| kotva batch | bosman | 2 | 1 | 50,000 | 40,000 – 60,000 |  |" in text
    assert text.count("**not met**") == 1
    assert text.count("| met |") == 1
    assert "busy" not in text
    assert "busy" in markdown(ROWS, busy=True)
    assert picture(ROWS).count("<path") >= 4


def test_results_show_each_number_of_players():
    shown = report(figures(ROWS))
    assert "| bosman | steps/s of a batch, 2 players (64 games at once) | 400,000 | 300,000 – 500,000 |" in shown
    assert "| triremes | steps/s of a batch, 4 players (64 games at once) | 100,000 |" in shown


def test_every_game_and_every_number_of_players_is_measured():
    measured = {(one.what, one.seats) for one in contestants(quick=False) if one.whose == "kotva batch"}
    assert measured == {(name, seats) for name in GAMES for seats in games.load(name).rules.seats}
    grown = [one.games for one in contestants(quick=False) if (one.whose, one.what) == ("kotva batch", "bosman")]
    assert (grown[0], max(grown)) == (1, 4096)
    assert {one.whose for one in contestants(quick=False)} >= {"kotva aec", "kotva, 2 processes", "openspiel"}


@pytest.mark.filterwarnings("ignore")
def test_each_loop_takes_the_steps_it_counts():
    assert ours("bosman", 2, 4)(40) == 40
    assert spiel("tic_tac_toe")(50) >= 50


def test_a_million_games_are_a_million_times_one_game():
    """The arithmetic of docs/scale.md."""
    search = scale.Cost("search", 100, 20.0)
    assert search.row() == "| search | 100 | 20 s | 231 days | 6.9 h |"
    assert scale.Cost("random", 172, 0.0001).row() == "| random | 172 | 0.1 ms | 100 s | 0.1 s |"
    text = scale.markdown([search], 120, 3000, 50_000, busy=False)
    assert "120 MB" in text
    assert "3.0 GB" in text
    assert "a million in\n20 s" in text
    assert "5,556 core hours; at 0.03 a core hour that is\n167 for" in text


def test_the_figures_of_the_documentation_have_their_place(tmp_path):
    page = tmp_path / "scale.md"
    page.write_text(scale.DOCS.read_text(encoding="utf-8"), encoding="utf-8")
    scale.put_into(page, f"{scale.BEGIN}\nnew\n{scale.END}")
    again = page.read_text(encoding="utf-8")
    assert "\nnew\n" in again
    assert again.startswith("# Simulations")
    assert "Lost work" in again
