"""What a simulation answers when it should not: numbers that are none, bots that cannot be, shares of nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kotva.arena import Results, simulate, wilson
from kotva.arena.balance import Plan, page, verdict
from kotva.arena.balance.certainty import Share, mean_of
from kotva.arena.balance.figures import Study
from kotva.arena.balance.tuning import TuningTarget
from kotva.arena.chart import Bar, bars
from kotva.arena.ladder import Ladder
from kotva.arena.rows import GameRow
from kotva.arena.seating import arrangements
from kotva.arena.sequential import OPEN, Bounds, judge, match
from kotva.arena.simulate import add_up
from kotva.arena.statistics import by_blocks
from kotva.cli.sim import sim
from kotva.engine.errors import KotvaError
from tests.arena.lopsided import FAIR

TWO = Results("bosman", ("a", "b"), 3, games=4, finished=4, wins=[3.0, 1.0])


def played(**given: Any) -> Results:
    return simulate(**{"game": "bosman", "seats": 2, "games": 1, **given})


def matched(**given: Any) -> object:
    nowhere = Path("nowhere") / "rows.jsonl"
    given = {"bots": ("random", "greedy"), "cap": 10, "bounds": Bounds(0.5, 0.6), "records": nowhere, **given}
    return match(FAIR, 2, **given)


def climbed(**given: Any) -> None:
    """A ladder of nobody is asked to play: what is asked is looked at first."""
    head: Any = None
    Ladder(Path("nowhere"), head).play(**{"games": 1, "jobs": 1, "strength": dict, **given})


REFUSED: list[tuple[str, Callable[[], object], str]] = [
    ("no game", lambda: played(game=""), "no game ''"),
    ("nothing as game", lambda: played(game=None), "by its id or as a Game"),
    ("a number as game", lambda: played(game=7), "by its id or as a Game"),
    ("half a game", lambda: played(games=1.5), "games is a whole number, not 1.5"),
    ("games that are no number", lambda: played(games=math.nan), "games is a whole number, not nan"),
    ("games in words", lambda: played(games="3"), "games is a whole number, not '3'"),
    ("no games", lambda: played(games=0), "at least 1"),
    ("fewer than none", lambda: played(games=-1), "at least 1"),
    ("half a job", lambda: played(jobs=1.5), "jobs is a whole number"),
    ("a broken seed", lambda: played(seed=1.5), "seed is a whole number"),
    ("a seed in words", lambda: played(seed="a"), "seed is a whole number"),
    ("no seats", lambda: played(seats=0), "not 0"),
    ("broken seats", lambda: played(seats=2.0), "not 2.0"),
    ("no bots", lambda: played(bots=[]), "0 bots"),
    ("too many bots", lambda: played(bots=["random"] * 3), "3 bots do not fit 2 seats"),
    ("a bot without a name", lambda: played(bots=[""]), "no bot ''"),
    ("no name at all", lambda: played(bots=[None]), "A bot is given by its name"),
    ("no budget", lambda: played(bots=["mcts:0"]), "is no budget"),
    ("less than no budget", lambda: played(bots=["mcts:-5"]), "is no budget"),
    ("a budget that is no number", lambda: played(bots=["mcts:nan"]), "is no budget"),
    ("a budget of random", lambda: played(bots=["random:5"]), "has no budget"),
    ("seats by nothing", lambda: played(seating=""), "Seats go by: all, turn; not by ''"),
    ("nowhere", lambda: played(on="moon"), "not on 'moon'"),
    ("an address of nothing", lambda: played(address="10.0.0.1"), "Only a cluster has an address"),
    ("to go on with nothing", lambda: played(resume=True), "kept in a file"),
    ("fewer wins than none", lambda: wilson(-1, 10), "-1 wins of 10 games cannot be"),
    ("more wins than games", lambda: wilson(11, 10), "11 wins of 10"),
    ("wins without games", lambda: wilson(1, 0), "1 wins of 0"),
    ("fewer games than none", lambda: wilson(1, -5), "1 wins of -5"),
    ("wins that are no number", lambda: wilson(math.nan, 10), "nan wins"),
    ("games that are none", lambda: wilson(1, math.nan), "of nan games"),
    ("a match with one bot", lambda: matched(bots=("random", "random")), "between two kinds of bots; 1"),
    ("a match of three", lambda: matched(bots=("random", "greedy", "easy")), "3 are named"),
    ("a short match", lambda: matched(cap=9), "at least 10 blocks"),
    ("a broken match", lambda: matched(cap=10.5), "cap is a whole number, not 10.5"),
    ("a match of no length", lambda: matched(cap=math.nan), "cap is a whole number, not nan"),
    ("bounds that are none", lambda: Bounds(math.nan, 0.6), "two shares of wins between 0 and 1"),
    ("errors that are none", lambda: Bounds(0.5, 0.6, alpha=math.nan), "between 0 and 0.5"),
    ("fewer games than none on a ladder", lambda: climbed(games=-1), "games is at least 0, not -1"),
    ("half a game on a ladder", lambda: climbed(games=0.5), "games is a whole number"),
    ("a ladder without a process", lambda: climbed(jobs=0), "jobs is at least 1, not 0"),
    ("half a study", lambda: Plan(2, games=1.5).checked(), "games is a whole number, not 1.5"),  # type: ignore[arg-type]
    ("a study of no number", lambda: Plan(2, worth=math.nan).checked(), "worth is a whole number"),  # type: ignore[arg-type]
    ("a study of nothing", lambda: Plan(2, games=0).checked(), "games is a number from 1 on"),
    ("no time at all", lambda: Plan(2, pace=math.nan).checked(), "more than 0 seconds"),
    ("seats that go by nothing", lambda: arrangements(("a", "b"), 2, "moon"), "Seats go by"),
    ("a seat of a target", lambda: TuningTarget("seat3", 33, 1).measure(unfinished()), "no seat 3 at a table of 2"),
    ("the share of no bot", lambda: TWO.share(2), "There is no bot 2; bots are numbered 0 to 1"),
    ("the share of the last bot, from behind", lambda: TWO.share(-1), "There is no bot -1"),
    ("the interval of no bot", lambda: TWO.interval(9), "There is no bot 9"),
    ("the even share of no bot", lambda: TWO.fair(2), "There is no bot 2"),
    ("the seats of no bot", lambda: TWO.chairs(-1), "There is no bot -1"),
    ("blocks of a share that is none", lambda: by_blocks(math.nan, 10, []), "nan wins of 10"),
    ("blocks of more than all", lambda: by_blocks(2.0, 10, [1.0] * 12), "20.0 wins of 10"),
    ("other bots", lambda: Results("bosman", ("a",), 2).add(Results("bosman", ("b",), 2)), "cannot be added"),
    ("another game", lambda: Results("bosman", ("a",), 2).add(Results("hexxi", ("a",), 2)), "cannot be added"),
]


@pytest.mark.parametrize(("ask", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_is_refused_in_words(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(KotvaError, match=words):
        ask()


def test_a_share_of_no_finished_game_is_no_number() -> None:
    """0 % would say that the bot has lost."""
    nothing = add_up("bosman", ("a", "b"), 2, [GameRow(0, (0, 1), 90), GameRow(1, (1, 0), 90)])
    assert (nothing.games, nothing.finished) == (2, 0)
    assert all(math.isnan(nothing.share(bot)) for bot in (0, 1))
    assert nothing.interval(0) == (0.0, 1.0)
    assert nothing.to_json()["wins"] == [0, 0]
    assert "nan" not in bars("x", [Bar("a", nothing.share(0), *nothing.interval(0), 0.5, "–")])


def unfinished() -> Study:
    """A study of games none of which came to an end."""
    return Study(FAIR, 2, "random", {}, [GameRow(0, (0, 0), 90), GameRow(1, (0, 0), 90)], 12.0)


def test_of_no_finished_game_a_study_says_nothing_else() -> None:
    """No share that is as it should be, no game of 0 decisions and 0 minutes; and JSON has no number that is none."""
    found = unfinished()
    assert [finding.text for finding in verdict(found) if finding.about in ("seats", "length", "choices", "drama")] == [
        "No game came to an end."
    ]
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert [one["share"] for one in told["wins"]] == [None, None]
    assert (told["shared"], told["decisions"]["mean"], told["minutes"]["low"]) == (None, None, None)
    assert "nan" not in page.html(found)


@pytest.mark.parametrize("name", ["first", "seat2", "shared", "settled", "minutes", "decisions", "forced"])
def test_options_under_which_no_game_ends_are_not_the_best(name: str) -> None:
    """A share of no game was taken to be even: tuning for an even game chose the options under which none ended."""
    target = TuningTarget(name, 50, 2)
    assert target.distance(unfinished()) == math.inf
    assert target.holds(unfinished()).startswith("not known")


def test_no_block_of_a_match_decides_nothing() -> None:
    nothing = judge([], Bounds(0.5, 0.6))
    assert (nothing.decided, nothing.blocks, nothing.course) == (OPEN, 0, ())
    assert math.isnan(nothing.share)


def test_a_mean_of_nothing_is_no_number() -> None:
    assert math.isnan(mean_of([]).mean)
    assert math.isnan(Share(0, 0, 0.5).share)
    assert (Share(0, 0, 0.5).luck, Share(0, 0, 0.5).interval) == (1.0, (0.0, 1.0))


def test_no_games_and_no_wins_say_nothing_of_a_share() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(sum([1 / 3] * 30), 10)[1] == pytest.approx(1.0)  # thirds that add up to a little more


@pytest.mark.parametrize("games", range(1, 60))
def test_a_share_lies_in_its_interval(games: int) -> None:
    """10 wins of 10 had an upper bound of 0.9999999999999999."""
    for wins in (0, 1, games):
        low, high = wilson(wins, games)
        assert 0.0 <= low <= wins / games <= high <= 1.0


def test_a_file_may_be_named_by_its_path_as_text(tmp_path: Path) -> None:
    assert played(records=str(tmp_path / "rows.jsonl")).games == 1
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 2


def test_the_command_prints_no_share_where_no_game_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "kotva.cli.sim.simulate", lambda *_given, **_more: add_up("bosman", ("a",), 2, [GameRow(0, (0, 0), 9)])
    )
    done = CliRunner().invoke(sim, ["bosman", "--games", "1", "--lang", "en"])
    assert done.exit_code == 0
    assert "–  0.0 % – 100.0 %" in done.stdout
    assert "not finished" in done.stdout
