"""Balance: what a study must find in toy games whose faults are known, and of what it must not accuse a fair one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kotva.arena.balance import Plan, page, study, verdict
from kotva.arena.balance.certainty import Share, corrected, difference, mean_of
from kotva.arena.balance.study import base
from kotva.arena.balance.tuning import read_target, read_values, tune
from kotva.arena.balance.verdict import BAD, compare
from kotva.arena.measures import drama
from kotva.bots import make
from kotva.bots.restricted import Ban, read_ban
from kotva.cli import group
from kotva.engine.errors import KotvaError
from tests.arena.lopsided import ACTIONS, FAIR, FIRST, LEAP, LEAPING, TRAP

PLAN = Plan(2, "greedy", games=120, ladder=0, worth=60, things=4)


def texts(found, about=""):
    return [finding.text for finding in verdict(found) if about in ("", finding.about)]


def faults(found):
    return {finding.about for finding in verdict(found) if finding.tone == BAD}


def test_a_first_seat_that_always_wins_is_found_and_called_almost_certain():
    found = base(FIRST, PLAN, {})
    assert "seats" in faults(found)
    assert any("Seat 1 wins 100 %" in text and "almost certain" in text for text in texts(found, "seats"))


@pytest.mark.parametrize("seed", range(5))
def test_a_fair_game_is_not_accused(seed):
    found = base(FAIR, replace(PLAN, seed=seed, seats=2 + seed % 2), {})
    assert "seats" not in faults(found)
    assert any("No seat is seen to win too often" in text for text in texts(found, "seats"))


def test_a_small_advantage_of_known_size_is_inside_the_interval():
    # Three steps ahead of a difference of two sums of six dice: a normal sum with a deviation of 5.9 says about 69 %.
    found = base(FAIR, replace(PLAN, games=400), {"gift": 3})
    low, high = found.by_seat()[0].interval
    assert low < 0.69 < high
    assert found.by_seat()[0].share > 0.6


def test_what_is_worth_a_game_is_found_and_a_dead_action_called_dead():
    found = study(LEAPING, PLAN, {})
    leap = next(worth for worth in found.worths if worth.kind.words == "leap")
    assert leap.without.share < 0.1
    assert any(text.startswith("`leap` helps") and "almost certain" in text for text in texts(found, "worth"))
    found = study(TRAP, PLAN, {})
    assert any("`leap` could be chosen" in text and "never: for these bots it is dead" in text for text in texts(found))
    leap = next(worth for worth in found.worths if worth.kind.words == "leap")
    assert leap.luck > 0.05  # nobody misses what nobody does


def test_an_action_that_does_harm_is_found_with_bots_that_do_it():
    found = study(TRAP, replace(PLAN, bot="random", worth=200), {})
    leap = next(worth for worth in found.worths if worth.kind.words == "leap")
    assert leap.worth < -0.1
    assert any("`leap` does harm" in text for text in texts(found, "worth"))


def test_what_never_happens_is_listed():
    found = base(FAIR, replace(PLAN, games=30), {})
    said = " ".join(texts(found, "unreached"))
    assert "Endings that never came up: storm" in said
    assert "`leap`" in said
    assert "RAC-1.9" in said
    assert "RAC-1.3" not in said.replace("RAC-1.39", "")  # leaps were refused
    assert "Events that never happened: storm" in said


def test_the_ladder_says_whether_there_is_anything_to_be_good_at():
    found = study(FAIR, replace(PLAN, games=20, worth=0, ladder=40), {"rounds": 3})
    strong = found.ladder[0]
    assert (strong.strong, strong.weak) == ("easy", "random")
    assert strong.share.interval[0] > 0.5
    assert len(found.ladder) == 3


def test_two_versions_stand_side_by_side_with_intervals():
    plan = replace(PLAN, games=300)
    first = base(FAIR, plan, {})
    second = base(FAIR, plan, {"gift": 5})
    changes = {change.name: change for change in compare(first, second)}
    assert changes["The share of seat 1"].sure
    assert changes["The share of seat 1"].low > 0.1
    assert not changes["The number of decisions"].sure
    longer = base(FAIR, plan, {"rounds": 9})
    changes = {change.name: change for change in compare(first, longer)}
    assert changes["The number of decisions"].gap == pytest.approx(6)
    assert not changes["The share of seat 1"].sure


def test_options_are_tuned_towards_a_target():
    targets = [read_target("first=50±6"), read_target("decisions=16±1")]
    found = tune(FAIR, replace(PLAN, games=240), {}, {"gift": [0, 4, 8], "rounds": [4, 8]}, targets)
    assert dict(found[0].options) == {"gift": 0, "rounds": 8}
    assert found[0].distance == 0
    assert len(found[0].study.rows) == 240
    assert targets[1].holds(found[0].study) == "met"
    assert targets[0].holds(found[-1].study) == "missed"


def test_a_study_that_was_stopped_goes_on_from_its_folder(tmp_path):
    played: list[int] = []
    plan = replace(PLAN, games=30, worth=0, keep=tmp_path)
    first = base(FAIR, plan, {}, lambda _what, n: played.append(n))
    second = base(FAIR, plan, {}, lambda _what, n: played.append(n))
    assert first.to_json() == second.to_json()
    assert played[-1] == 30  # all at once: nothing was played again
    assert base(FAIR, replace(plan, keep=None), {}).to_json() == first.to_json()


def test_the_page_holds_every_finding_and_plots_without_anything_from_elsewhere():
    found = study(LEAPING, replace(PLAN, games=40, ladder=8, worth=8), {})
    written = page.html(found, compare(found, found), "nothing")
    assert written.count("<svg") == 7
    assert "src=" not in written
    assert "href=" not in written
    for head in page.HEADS.values():
        assert head in written


def test_the_command_prints_words_and_json(tmp_path, cli):
    line = ["balance", "hexxi", "--seats", "2", "--bot", "random", "--games", "4", "--ladder", "0", "--worth", "2"]
    out = cli([*line, "--things", "1", "--html", str(tmp_path / "x.html")])
    assert "Who wins" in out
    assert (tmp_path / "x.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    data = json.loads(cli([*line, "--things", "0", "--json"]))
    assert data["games"] == 4
    assert {"seats", "length", "choices"} <= {finding["about"] for finding in data["verdict"]}


@pytest.fixture
def cli():
    from click.testing import CliRunner

    def run(line: list[str]) -> str:
        result = CliRunner().invoke(group, line, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    return run


@pytest.mark.parametrize("text", ["first", "first=", "first=a", "nobody=3", "first=50±0", "seat0=10"])
def test_a_target_that_cannot_be_read_is_refused_with_a_sentence(text):
    with pytest.raises(KotvaError, match="A target is written"):
        read_target(text)


def test_values_of_an_option_are_read_and_refused():
    chosen = FAIR.choose_options(2, {})
    assert read_values(FAIR, "gift=2..4", chosen) == ("gift", [2, 3, 4])
    assert read_values(FAIR, "gift=2,7", chosen) == ("gift", ["2", "7"])
    assert len(read_values(FAIR, "gift", chosen)[1]) == 11
    with pytest.raises(KotvaError, match="Say which values"):
        read_values(FAIR, "rounds", chosen)
    for wrong in ("gift=4..2", "gift=1..9999"):
        with pytest.raises(KotvaError, match="Values are written"):
            read_values(FAIR, wrong, chosen)
    with pytest.raises(KotvaError, match="options are: gift, rounds"):
        read_values(FAIR, "speed=1", chosen)


def test_drama_is_read_from_chances():
    one_sided = [[0.6, 0.4], [0.7, 0.3], [0.9, 0.1]]
    assert drama(one_sided, 0) == {"drama": 0.0, "changes": 0, "settled": 0.0, "swing": 0.15}
    # Partners have one chance: they lead together.
    assert drama([[0.6, 0.4, 0.6, 0.4], [0.3, 0.7, 0.3, 0.7]], 1)["changes"] == 1
    late = [[0.6, 0.4], [0.4, 0.6], [0.6, 0.4], [0.2, 0.8]]
    found = drama(late, 1)
    assert found["changes"] == 3
    assert found["settled"] == 0.75
    assert found["drama"] == pytest.approx(0.1)


def test_what_is_looked_at_often_is_believed_less():
    assert corrected([0.01, 0.5, 0.04]) == pytest.approx([0.03, 0.5, 0.08])
    assert corrected([]) == []


def test_differences_have_intervals_that_hold_what_is_known():
    gap, low, high = difference(Share(56, 70, 0.5), Share(48, 80, 0.5))
    assert (round(gap, 2), round(low, 4), round(high, 4)) == (
        -0.2,
        -0.3339,
        -0.0524,
    )  # Newcombe 1998, the first example
    assert mean_of([1.0, 1.0]).low == 1.0


def test_a_ban_covers_its_actions_alone_and_gives_way_where_nothing_else_is_left():
    assert Ban(2).covers(ACTIONS, LEAP)
    assert not Ban(2).covers(ACTIONS, LEAP - 1)
    assert read_ban("0.0.1").covers(ACTIONS, 1)
    assert not read_ban("0.0.1").covers(ACTIONS, 0)
    assert read_ban("0.0.1").words(ACTIONS) == "step 2"
    options = LEAPING.choose_options(2, {})
    state = LEAPING.rules.new(options)
    state.die = 4
    view = LEAPING.view(state, 0, options)
    assert make("greedy", 1).choose(view) == LEAP
    assert make("without:2:greedy", 1).choose(view) == 0
    for wrong in ("without:x:greedy", "without:1.2:greedy", "without"):
        with pytest.raises(KotvaError, match="names no actions"):
            make(wrong, 1)
