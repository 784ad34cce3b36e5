"""A match that ends when it is decided: how often it errs, what does not count, and that its bounds stay where they were."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from kotva import games
from kotva.arena.sequential import BETTER, LEAST, NOT_BETTER, OPEN, Bounds, judge, match
from kotva.engine.errors import KotvaError
from tests.cli.test_commands import kotva

BOUNDS = Bounds(0.50, 0.60)


def blocks(chance: Random, share: float, count: int = 2000) -> list[float]:
    """Two games each, the second of which goes like the first more often than not, as on one board."""
    out = []
    for _ in range(count):
        first = chance.random() < share
        second = first if chance.random() < 0.3 else chance.random() < share
        out.append((first + second) / 2)
    return out


@pytest.mark.parametrize(("share", "wrong"), [(0.50, BETTER), (0.60, NOT_BETTER)])
def test_a_match_errs_as_seldom_as_it_says(share: float, wrong: str) -> None:
    chance = Random(f"errors {share}")
    verdicts = [judge(blocks(chance, share), BOUNDS) for _ in range(400)]
    assert sum(verdict.decided == wrong for verdict in verdicts) <= 0.05 * 400 + 2 * (400 * 0.05 * 0.95) ** 0.5
    assert sum(verdict.decided == OPEN for verdict in verdicts) == 0
    assert sorted(verdict.blocks for verdict in verdicts)[200] < 250, (
        "far fewer than a match of fixed length would take"
    )


def test_what_is_played_after_the_decision_does_not_count() -> None:
    lucky = [1.0] * 30
    verdict = judge(lucky + [0.0] * 200, BOUNDS)
    assert verdict.decided == BETTER
    assert verdict == judge(lucky[: verdict.blocks], BOUNDS)


def test_a_few_equal_blocks_are_no_certainty() -> None:
    assert judge([1.0] * (LEAST - 1), BOUNDS).decided == OPEN
    assert judge([], BOUNDS).decided == OPEN
    assert judge([0.55] * 200, BOUNDS).decided == OPEN, "just between both"


@pytest.mark.parametrize(
    ("lower", "upper", "alpha"), [(0.6, 0.5, 0.05), (0.0, 0.5, 0.05), (0.5, 1.0, 0.05), (0.5, 0.6, 0.7)]
)
def test_bounds_that_cannot_be_are_refused(lower: float, upper: float, alpha: float) -> None:
    with pytest.raises(KotvaError):
        Bounds(lower, upper, alpha)


def test_a_match_is_decided_and_its_terms_stay(tmp_path: Path) -> None:
    game, rows = games.load("hexxi"), tmp_path / "rows.jsonl"
    verdict, results = match(game, 2, ["greedy", "random"], Bounds(0.5, 0.8), 60, records=rows, jobs=1)
    assert verdict.decided == BETTER
    assert verdict.blocks == results.games // 2 < 60
    with pytest.raises(KotvaError, match="has a match already"):
        match(game, 2, ["greedy", "random"], Bounds(0.5, 0.8), 60, records=rows)
    with pytest.raises(KotvaError, match="fixed before its first game"):
        match(game, 2, ["greedy", "random"], Bounds(0.5, 0.9), 60, records=rows, resume=True)
    again, _ = match(game, 2, ["greedy", "random"], Bounds(0.5, 0.8), 60, records=rows, resume=True)
    assert again == verdict, "the same match, not one block more"


def test_a_match_that_is_even_is_not_better_or_open(tmp_path: Path) -> None:
    verdict, _ = match(games.load("hexxi"), 2, ["random", "easy"], Bounds(0.5, 0.6), 12, records=tmp_path / "r.jsonl")
    assert verdict.decided in (NOT_BETTER, OPEN)


def test_the_command_says_what_is_decided_and_draws_it(tmp_path: Path) -> None:
    given = ["arena", "hexxi", "--seats", "2", "--bots", "greedy,random", "--sprt", "50,80", "--cap", "60"]
    given += ["--records", str(tmp_path / "rows.jsonl")]
    said = kotva(*given, "--chart", str(tmp_path / "course.svg"), "--lang", "en")
    assert said.returncode == 0, said.stderr
    assert "greedy is better: its share is taken to be 80 % or more, not 50 %." in said.stdout
    assert "<svg" in (tmp_path / "course.svg").read_text(encoding="utf-8")
    told = kotva(*given, "--resume", "--json")
    assert json.loads(told.stdout)["verdict"] == BETTER


@pytest.mark.parametrize("sprt", ["50", "60,50"])
def test_bounds_that_cannot_be_read_are_told(tmp_path: Path, sprt: str) -> None:
    given = ["arena", "hexxi", "--bots", "greedy,random", "--sprt", sprt, "--records", str(tmp_path / "rows.jsonl")]
    said = kotva(*given)
    assert said.returncode != 0
    assert "ounds" in said.stderr
    assert not list(tmp_path.iterdir())
