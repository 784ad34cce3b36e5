"""Simulations: reproducible, fair to the bots' seats, with honest statistics."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from kotva.arena import Results, simulate, wilson
from kotva.arena.chart import Bar, bars
from kotva.arena.rows import GameRow
from kotva.arena.seating import arrangements
from kotva.arena.simulate import add_up
from kotva.arena.statistics import _student, by_blocks
from kotva.cli.sim import sim
from kotva.engine.errors import KotvaError


def same(results: Results) -> dict[str, object]:
    """A result without what the clock says."""
    data = results.to_json()
    del data["seconds"]
    return data


@pytest.mark.parametrize("bots", [["random"], ["greedy:1", "random"]])
def test_the_same_seed_gives_the_same_games(bots):
    first, second = (simulate("bosman", 4, bots, 8, seed=5) for _ in range(2))
    assert same(first) == same(second)
    assert first.lengths == second.lengths
    assert first.lengths != simulate("bosman", 4, bots, 8, seed=6).lengths


def test_processes_do_not_change_the_result():
    alone = simulate("bosman", 2, ["greedy:1", "random"], 9, seed=3)
    done: list[int] = []
    shared = simulate("bosman", 2, ["greedy:1", "random"], 9, seed=3, jobs=2, progress=done.append)
    assert same(alone) == same(shared)
    assert sum(done) == 9


def test_progress_is_told_game_by_game():
    done: list[int] = []
    simulate("bosman", 2, ["random"], 5, progress=done.append)
    assert done == [1] * 5


def test_wins_add_up_to_the_games_even_when_shared(tmp_path):
    file = tmp_path / "rows.jsonl"
    results = simulate("bosman", 4, ["random"], 200, seed=1, records=file)
    assert results.games == results.finished == 200
    assert sum(results.wins) == pytest.approx(200)
    assert sum(results.reasons.values()) == 200
    rows = [GameRow.from_json(json.loads(line)) for line in file.read_text().splitlines()[1:]]
    assert any(len(row.winners) > 1 for row in rows)  # BOS-16.7: some first places are shared


def test_a_shared_first_place_counts_its_share_for_each_kind():
    rows = [
        GameRow(0, (0, 1, 2), 9, "end", (5, 5, 5), (1, 1, 1)),  # a draw of all
        GameRow(1, (2, 0, 1), 9, "end", (5, 5, 1), (1, 1, 3)),
        GameRow(2, (1, 2, 0), 9, "", (), ()),  # not finished
    ]
    results = add_up("bosman", ("a", "b", "a"), 3, rows)
    assert results.bots == ("a", "b")
    assert results.wins == pytest.approx([2 / 3 + 1, 1 / 3])
    assert (results.chairs(0), results.chairs(1)) == (2, 1)
    assert (results.games, results.finished) == (3, 2)


def test_all_distinct_arrangements_are_played_in_turn():
    """Neighbours change too: with bots that only turn, one of two equal bots always sat behind a weak one."""
    bots = ("greedy", "greedy", "random", "random")
    found = arrangements(bots, 4)
    seated = ["".join(bots[bot][0] for bot in who) for who in found]
    assert seated == ["ggrr", "rggr", "rrgg", "grrg", "grgr", "rgrg"]
    assert all(sorted(who) == [0, 1, 2, 3] for who in found)
    assert len(arrangements(("a", "b", "c"), 4)) == 12
    assert len(set(arrangements(("a", "b", "c", "d"), 4))) == 24
    assert arrangements(("a", "b"), 2) == ((0, 1), (1, 0))
    assert arrangements(("a",), 3) == ((0, 0, 0),)
    assert arrangements(("a", "b"), 4) == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))


@pytest.mark.parametrize(
    "bots", [("a", "b", "c"), ("a", "a", "b", "b"), ("a", "b", "c", "d"), ("a", "b", "a", "b", "c")]
)
def test_every_kind_sits_everywhere_and_beside_everybody_equally_often(bots):
    found = [tuple(bots[bot] for bot in who) for who in arrangements(bots, len(bots))]
    for kind in set(bots):
        assert len({sum(who[seat] == kind for who in found) for seat in range(len(bots))}) == 1
        after = [[who[(seat + 1) % len(who)] for who in found for seat in range(len(who)) if who[seat] == kind]]
        others = [other for other in set(bots) if other != kind]
        assert len({after[0].count(other) / bots.count(other) for other in others}) == 1


def test_partners_stay_partners_where_the_given_arrangement_only_turns():
    assert arrangements(("a", "b", "a", "b"), 4, "turn") == ((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0))
    with pytest.raises(KotvaError, match="not by 'stay'"):
        arrangements(("a", "b"), 2, "stay")
    with pytest.raises(KotvaError, match="more than 5040"):
        arrangements(tuple("abcdefgh"), 8)


def test_two_equal_bots_have_equal_shares():
    """They are one kind: 72.5 % and 27.4 % of 400 games were those of two copies of greedy."""
    results = simulate("bosman", 4, ["random", "greedy:1", "random", "greedy:1"], 12, seed=1, seating="all")
    assert results.bots == ("random", "greedy:1")
    assert results.to_json()["chairs"] == [2, 2]
    assert results.arrangements == 6
    assert len(results.blocks) == 2
    assert sum(results.wins) == pytest.approx(12)
    assert (results.fair(0), results.fair(1)) == (0.5, 0.5)


def test_intervals_are_those_of_blocks():
    """Values of Student's distribution from its tables; a share that is the same in all blocks is counted by games."""
    assert [_student(freedom) for freedom in (9, 19, 99)] == pytest.approx([2.2622, 2.0930, 1.9842], abs=2e-3)
    assert by_blocks(0.5, 18, [0.5, 1.0, 0.0]) == wilson(9, 18)  # too few
    assert by_blocks(0.5, 40, [0.5] * 20) == wilson(20, 40)  # nothing differs
    assert by_blocks(1.0, 40, [1.0] * 20) == wilson(40, 40)
    steady, wild = [0.5, 0.45, 0.55, 0.5] * 5, [1.0, 0.0] * 10
    narrow, wide = by_blocks(0.5, 40, steady), by_blocks(0.5, 40, wild)
    assert wilson(20, 40)[0] < narrow[0] < 0.5 < narrow[1] < wilson(20, 40)[1]
    assert wide[0] < wilson(20, 40)[0]
    # By hand: a mean of 20 blocks whose variance is 1/3.8 is as certain as 18.2 games, and Student's 2.093 makes that 16.7.
    worth = 0.25 * 20 * 3.8 * (1.959964 / 2.093024) ** 2
    assert wide == pytest.approx(wilson(worth / 2, worth), abs=1e-4)


def test_the_last_bot_fills_the_seats_left():
    results = simulate("bosman", 4, ["greedy:1", "random"], 8)
    assert len(results.wins) == 2
    assert (results.chairs(0), results.chairs(1)) == (1, 3)
    assert (results.fair(0), results.fair(1)) == (0.25, 0.75)


def test_greedy_beats_random():
    results = simulate("bosman", 4, ["greedy:2", "random"], 40, seed=2)
    assert results.interval(0)[0] > 0.5


def test_options_reach_the_game():
    results = simulate("bosman", 4, ["random"], 3, options={"turn_limit": 20})
    assert max(results.lengths) <= 68 + 4 + 20 + 13


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "bossman"}, "no game 'bossman'"),
        ({"seats": 3}, "for 2, 4 players, not 3"),
        ({"bots": ["clever"]}, "no bot 'clever'"),
        ({"bots": []}, "0 bots"),
        ({"seats": 2, "bots": ["random"] * 3}, "3 bots do not fit 2 seats"),
        ({"games": 0}, "at least 1"),
        ({"jobs": 0}, "at least 1"),
        ({"options": {"wind": 3}}, "no option 'wind'"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments, words):
    with pytest.raises(KotvaError, match=words):
        simulate(**{"game": "bosman", "games": 1, **arguments})


def test_wilson_intervals():
    """Values from the published formula."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(200, 200)[1] == pytest.approx(1.0)
    assert wilson(50, 200)[1] - wilson(50, 200)[0] > wilson(500, 2000)[1] - wilson(500, 2000)[0]


def test_results_add_up():
    both, one, two = (Results("bosman", ("a", "b"), 2) for _ in range(3))
    one.games, one.finished, one.actions, one.wins, one.lengths = 2, 2, 30, [1.5, 0.5], [10, 20]
    two.games, two.finished, two.actions, two.wins, two.lengths = 1, 1, 12, [0.0, 1.0], [12]
    both.add(one)
    both.add(two)
    assert (both.games, both.actions, both.wins, both.length) == (3, 42, [1.5, 1.5], 12)


def test_the_command_prints_one_object():
    done = CliRunner().invoke(sim, ["bosman", "--games", "6", "--seats", "4", "--bots", "greedy:1,random", "--json"])
    assert done.exit_code == 0
    data = json.loads(done.stdout)
    assert data["games"] == data["finished"] == 6
    assert len(data["wins"]) == 2
    assert sum(data["wins"]) == pytest.approx(6, abs=1e-5)
    assert data["actions"] > 6 * 100
    assert data["seconds"] > 0
    assert sum(data["reasons"].values()) == 6


def test_the_command_prints_a_table_and_draws_a_chart(tmp_path):
    chart = tmp_path / "wins.svg"
    done = CliRunner().invoke(
        sim, ["bosman", "--games", "4", "--bots", "random", "--chart", str(chart), "--lang", "en"]
    )
    assert done.exit_code == 0
    assert "100.0 %" in done.stdout
    assert chart.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_refuses_in_words(tmp_path):
    for arguments in (["bosman", "--bots", "x"], ["bosman", "--games", "1", "--chart", str(tmp_path / "no" / "x.svg")]):
        assert isinstance(CliRunner().invoke(sim, arguments).exception, KotvaError)


def test_a_chart_escapes_what_it_is_given():
    picture = bars("<b>", [Bar("a&b", 0.5, 0.4, 0.6, None, "50 %")])
    assert "<b>" not in picture
    assert "a&amp;b" in picture
