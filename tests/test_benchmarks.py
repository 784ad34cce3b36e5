"""The benchmarks measure something and report it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from benchmarks import depth, draw, kept, load_report, regret, strength, strength_plot
from benchmarks.draw_plot import Point, plot
from benchmarks.driver import players_of
from benchmarks.figures import Figure, load, merge, over_rounds, save
from benchmarks.load import Run
from benchmarks.report import markdown, picture
from benchmarks.rivals import RIVALS, meetings
from benchmarks.speed import measure
from benchmarks.targets import FLOORS, LIMITS, PAIRED, SPEED
from kotva import games
from kotva.arena.rows import GameRow


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
    assert {name: goal.seats in games.load(name).rules.seats for name, goal in SPEED.items()} == dict.fromkeys(
        SPEED, True
    )
    assert SPEED["triremes"].seats == 2  # the promise is for the default map of two


def test_every_game_with_speed_targets_has_a_floor():
    assert {floor.game for floor in FLOORS} == set(SPEED)


# -- strength ---------------------------------------------------------------------------------------------------------


def rows(reasons: str, winner: int, seats: int = 2) -> list[GameRow]:
    """Games that ended so, all won from one seat."""
    ranks = tuple(1 if seat == winner else 2 for seat in range(seats))
    who = tuple(min(seat, 1) for seat in range(seats))  # one against all others
    return [GameRow(i, who, 10, reason, (), ranks) for i, reason in enumerate(reasons.split())]


def test_strength_covers_every_game_number_of_players_and_level():
    found = {(m.game, m.seats, m.bots) for m in strength.matches(games.ids())}
    for name in games.ids():
        game = games.load(name)
        for seats in game.rules.seats:
            pairs = [("medium", "easy"), (f"mcts:{game.bots.levels.hard}", "medium"), ("greedy",), ("mcts:1000",)]
            if (name, seats) in PAIRED:
                pairs[:2] = [2 * bots for bots in pairs[:2]]
            assert {(name, seats, bots) for bots in pairs} <= found
        assert set(LIMITS.get(name, ())) <= {reason.name for reason in game.rules.reasons}
    assert not any("ms" in bot for _, _, bots in found for bot in bots)  # never by the clock


def test_a_step_is_a_lead_over_an_even_share():
    match = strength.Match(strength.STEP, "bosman", 4, "hard against medium", ("mcts:9", "medium"), 4)
    match.rows = rows("full full limit full", 0, 4)
    figure = match.figure()
    assert (figure.value, round(figure.target, 3), figure.verdict) == (1.0, 0.4, "met")
    match.rows = rows("full full limit full", 1, 4)
    assert match.figure().verdict == "not met so far"
    match.rows = rows("full full limit full " * 5, 1, 4)
    assert match.figure().verdict == "**not met**"


def test_partners_of_a_level_win_together():
    """SEA-1.5: two against two are even at a half, whichever of the two is named first."""
    match = strength.Match(strength.STEP, "seameni", 4, "hard against medium", 2 * ("mcts:9", "medium"), 4)
    match.rows = [GameRow(i, (2, 3, 0, 1), 10, "treasure", (), (1, 3, 1, 3) if i else (3, 1, 3, 1)) for i in range(4)]
    figure = match.figure()
    assert (figure.value, figure.target) == (0.75, 0.65)


def test_endings_count_what_a_limit_ended():
    match = strength.Match(strength.ENDINGS, "bosman", 2, "greedy", ("greedy",), 4)
    match.rows = [*rows("full limit full full", 1), GameRow(4, (0, 0), 10)]
    assert match.limited == 2
    assert match.by_seat == [0.0, 1.0]
    assert match.figure().verdict == "**not met**"
    match.rows = rows("full full", 1)
    assert match.figure().verdict == "met so far"
    match.rows = rows("full " * 100, 1)
    assert match.figure().verdict == "met"


def test_strength_is_a_table_and_a_picture():
    step = strength.Match(strength.STEP, "bosman", 2, "medium against easy", ("medium", "easy"), 4)
    ends = strength.Match(strength.ENDINGS, "bosman", 2, "greedy against itself", ("greedy",), 4)
    empty = strength.Match(strength.ENDINGS, "bosman", 2, "mcts against itself", ("mcts:1000",), 4)
    step.rows, ends.rows = rows("full full full", 0), rows("full limit full limit", 0)
    text = strength_plot.markdown([step, ends, empty])
    assert f"Rules: bosman {games.load('bosman').version}." in text, "games of other versions do not count"
    assert (
        "| bosman | 2 | medium against easy (medium) | 3 | 100.0 % | 43.9 % – 100.0 % | ≥ 65.0 % | met so far "
        "| full 3 | 0.0 % |" in text
    )
    assert "| bosman | 2 | greedy | 4 | 100 : 0 | full 2, limit 2 | 50.0 % | 15.0 % – 85.0 % | **not met** |" in text
    drawn = ElementTree.fromstring(strength_plot.picture([step, ends, empty]))
    assert drawn.tag.endswith("svg")
    assert len([x for x in drawn.iter() if x.tag.endswith("circle")]) == 1


def test_strength_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    told: list[int] = []
    match = strength.Match(strength.ENDINGS, "hexxi", 2, "random", ("random",), 8)
    assert strength.one_pass(match, 3, 1, told.append)
    assert [row.number for row in match.rows] == [0, 1, 2]

    def stop(_n: int) -> None:
        raise strength.TimeIsUp

    assert not strength.one_pass(match, 5, 1, stop)  # the games that were there are told, and time is up
    assert len(match.rows) == 3
    assert strength.one_pass(match, 5, 1, told.append)
    assert [row.number for row in match.rows] == [0, 1, 2, 3, 4]
    assert told == [1, 1, 1, 3, 1, 1]


@pytest.mark.parametrize("same", [True, False])
def test_games_of_other_sources_count_only_if_they_come_out_the_same(tmp_path, monkeypatch, same):
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    old = strength.Match(strength.ENDINGS, "hexxi", 2, "random", ("random",), 8, sources="old")
    assert strength.one_pass(old, 4, 1, lambda n: None)
    if not same:
        lines = old.path.read_text().splitlines()
        changed = next(n for n, line in enumerate(lines) if '"number": 1,' in line)
        lines[changed] = lines[changed].replace('"length": ', '"length": 1')
        old.path.write_text("\n".join(lines) + "\n")
    new = strength.Match(strength.ENDINGS, "hexxi", 2, "random", ("random",), 8, sources="new")
    new.path.parent.mkdir()
    strength.adopt(new, 1)
    strength.look_up(new)
    assert len(new.rows) == (4 if same else 0)


@pytest.mark.slow
def test_more_search_is_measured_two_against_two(tmp_path, monkeypatch):
    """All arrangements in turn, the first four by turning; a next run goes on with what is kept."""
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    match = depth.match_of("bosman", 20, 10, 6)
    depth.play(match, 60, 1)
    seated = ["".join("m" if match.is_first(row, seat) else "l" for seat in range(4)) for row in match.rows]
    assert seated[:4] == ["mmll", "lmml", "llmm", "mllm"]
    assert sorted(seated[4:]) == ["lmlm", "mlml"]
    again = depth.match_of("bosman", 20, 10, 6)
    depth.play(again, 0, 1)
    assert again.rows == match.rows
    found = match.figure()
    assert found.what == "20 simulations against 10, two against two, 4 players"
    assert (found.value, found.target) == (match.wins / 6, 0.6)


def test_those_who_search_more_are_the_first_two():
    match = depth.match_of("settlers", 20, 10, 2)
    match.rows = [
        GameRow(0, (1, 2, 3, 0), 9, "win", ranks=(1, 2, 3, 4)),
        GameRow(1, (2, 3, 0, 1), 9, "win", ranks=(1, 4, 1, 3)),
    ]
    assert match.wins == 1.5


def test_games_that_were_played_go_to_other_machines(tmp_path):
    """The newest of each match; what is there is left alone."""
    here, there, packed = tmp_path / "here", tmp_path / "there", tmp_path / "played.tar.xz"
    kept.unpack(there, packed)  # nothing was packed yet
    for age, sources in enumerate(("old", "new")):
        (here / sources).mkdir(parents=True)
        (here / sources / "hexxi-2-greedy.jsonl").write_text(sources)
        os.utime(here / sources / "hexxi-2-greedy.jsonl", (age, age))
    (here / "old" / "hexxi-3-greedy.jsonl").write_text("only there")
    kept.pack(here, packed)
    first = packed.read_bytes()
    kept.pack(here, packed)
    assert packed.read_bytes() == first
    kept.unpack(there, packed)
    found = {path.relative_to(there).as_posix(): path.read_text() for path in there.rglob("*.jsonl")}
    assert found == {"new/hexxi-2-greedy.jsonl": "new", "old/hexxi-3-greedy.jsonl": "only there"}
    (there / "new" / "hexxi-2-greedy.jsonl").write_text("played on")
    kept.unpack(there, packed)
    assert (there / "new" / "hexxi-2-greedy.jsonl").read_text() == "played on"


def test_the_load_report_says_at_which_rates_and_how_full_a_core_is() -> None:
    names = ("moves_per_s", "p50_ms", "p99_ms", "echo_ratio", "open_s", "bytes_per_move", "cpu_ms_per_move", "rss_mb")
    full = dict(zip(names, (520.0, 2.0, 15.0, 0.011, 1.4, 1092.0, 1.67, 382.0), strict=True))
    ordinary = [(312.0, full | {"moves_per_s": 312.0, "cpu_ms_per_move": 1.9}), (150.0, full | {"moves_per_s": 150.0})]
    text = load_report.markdown(
        [full], full, [(100, full | {"cpu_ms_per_move": 2.0})], ordinary, [("scenes", 0.3)], [], 520.0
    )
    assert "| 104% |" in text
    assert "| 312 | 1.90 ms | 1,092 |\n| 150 | 1.67 ms | 1,092 |" in text
    rows = [figure for figure in load_report.figures([full], full, ordinary, []) if "processor" in figure.what]
    assert [(row.value, row.target) for row in rows] == [(1.9, 2.0), (1.67, 2.0)]
    assert "312 moves/s" in rows[0].what


def test_under_load_there_are_players_and_bystanders_of_every_game() -> None:
    run = Run()
    tables = [(run.games[n % len(run.games)], run.seats[n % len(run.seats)]) for n in range(run.tables)]
    players = sum(players_of(name, seats) for name, seats in tables)
    assert 0.2 < 1 - players / run.sockets < 0.4
    assert {players_of(name, seats) for name, seats in tables} == {2, 3, 4}


@pytest.mark.slow
def test_a_choice_costs_what_it_is_worse_than_the_best(capsys: pytest.CaptureFixture[str]) -> None:
    regret.main(["--game", "triremes", "--players", "2", "--positions", "2", "--simulations", "1,40", "--each", "40"])
    few, many = capsys.readouterr().out.splitlines()
    assert few.strip().startswith("1 simulations:")
    assert many.strip().startswith("40 simulations:")
    assert many.endswith("% of 2")


@pytest.mark.slow
def test_a_loss_is_of_what_a_tree_chose() -> None:
    """One that has no time chooses anything; a long one loses nothing where both looked equally long."""
    rng = random.Random(1)
    asked = regret.decisions(games.load("bosman"), 2, rng)
    found = [regret.losses(next(asked), [1, 2000], 500, rng) for _ in range(5)]
    assert all(loss >= 0.0 for each in found for loss in each.values())
    assert sum(each[2000] for each in found) < sum(each[1] for each in found)
    assert regret.row(200, [0.0, 1.0, 11.0]) == "    200 simulations:  4.00 ± 3.51 thousandths lost, best 67 % of 3"


def test_every_piece_of_tuning_can_be_switched_off() -> None:
    """What `benchmarks.switches` replaces is still there under that name; in a process of its own, for it stays off."""
    asked = "from benchmarks import switches\nfor off in switches.SWITCHES.values():\n    off()"
    subprocess.run([sys.executable, "-c", asked], cwd=Path(__file__).parents[1], check=True)
