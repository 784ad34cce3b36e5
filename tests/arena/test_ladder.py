"""The ladder: who meets whom, that a run that was stopped goes on as the same ladder, and that every game of it replays."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from kotva import games
from kotva.arena.chart import Whisker, whiskers
from kotva.arena.ladder import Ladder
from kotva.cli.ladder import ranking
from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from tests.cli.test_commands import kotva

ROOT = Path(__file__).resolve().parents[2]
HEXXI = games.load("hexxi")
NAMES = ("random", "easy", "greedy")


def a_ladder(path: Path, seats: int = 2) -> Ladder:
    ladder = Ladder.open(path, HEXXI, seats, 1, {})
    for name in NAMES:
        ladder.add(name, name, "1.0")
    return ladder


def strengths(ladder: Ladder) -> dict[str, float]:
    return {row.name: row.rating.mu for row in ranking(ladder)}


def played(ladder: Ladder, games: int, jobs: int = 1) -> Ladder:
    ladder.play(games, jobs, lambda: strengths(ladder))
    return ladder


def test_the_strong_end_above_the_weak_and_everybody_plays_about_as_often(tmp_path: Path) -> None:
    rows = ranking(played(a_ladder(tmp_path / "ladder.jsonl"), 30))
    assert [row.name for row in rows] == ["greedy", "easy", "random"]
    assert max(row.games for row in rows) - min(row.games for row in rows) <= 8
    assert sum(row.wins for row in rows) == pytest.approx(30)
    assert all(0 < row.spread < 900 for row in rows)


def test_a_ladder_that_was_stopped_goes_on_as_the_same(tmp_path: Path) -> None:
    whole = played(a_ladder(tmp_path / "whole.jsonl"), 10)
    played(a_ladder(tmp_path / "parts.jsonl"), 4)
    parts = played(Ladder.open(tmp_path / "parts.jsonl", HEXXI, None, 0, {}), 6)
    assert parts.games == whole.games
    assert strengths(parts) == strengths(Ladder.open(tmp_path / "whole.jsonl", HEXXI, None, 0, {}))


def test_every_game_is_kept_and_replays(tmp_path: Path) -> None:
    for game in played(a_ladder(tmp_path / "ladder.jsonl", 3), 3).games:
        assert game.row.moves is not None
        record = Record("hexxi", HEXXI.version, 3, {}, moves=list(game.row.moves))
        *_, (_, _, state) = record.replay(HEXXI)
        assert HEXXI.outcome(state).ranks == game.row.ranks


@pytest.mark.parametrize("packed", sorted((ROOT / "benchmarks" / "ladders").glob("*.xz")), ids=lambda path: path.name)
def test_published_ladders_go_on_and_replay(packed: Path, tmp_path: Path) -> None:
    """What benchmarks/LADDER.md says can be looked at game by game."""
    file = tmp_path / "ladder.jsonl"
    file.write_bytes(lzma.decompress(packed.read_bytes()))
    game = games.load(packed.name.split("-")[0])
    ladder = Ladder.open(file, game, None, 0, {})
    assert len(ladder.games) == 120
    kept = ladder.games[-1].row
    assert kept.moves is not None
    record = Record(game.id, ladder.head.version, ladder.head.seats, {}, moves=list(kept.moves))
    *_, (_, _, state) = record.replay(game)
    assert game.outcome(state).ranks == kept.ranks


def test_where_there_are_fewer_entrants_than_seats_some_sit_twice(tmp_path: Path) -> None:
    for game in played(a_ladder(tmp_path / "ladder.jsonl", 4), 3).games:
        assert set(game.seats) == set(NAMES)


def test_what_contradicts_a_ladder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    ladder = a_ladder(path)
    ladder.add("easy", "easy")  # the same once more says nothing
    with pytest.raises(KotvaError, match="another bot joins under another name"):
        ladder.add("easy", "greedy")
    with pytest.raises(KotvaError, match="no bot"):
        ladder.add("best", "nobody")
    with pytest.raises(KotvaError, match="is a ladder of hexxi"):
        Ladder.open(path, games.load("bosman"), None, 0, {})
    with pytest.raises(KotvaError, match="is for 2 seats"):
        Ladder.open(path, HEXXI, 3, 0, {})
    path.write_text(path.read_text(encoding="utf-8") + '{"game": {"seats": ["easy"]}}\n', encoding="utf-8")
    with pytest.raises(KotvaError, match=r"Line 5 of .* is no part of a ladder"):
        Ladder.open(path, HEXXI, None, 0, {})
    with pytest.raises(KotvaError, match="needs two entrants"):
        played(Ladder.open(tmp_path / "new.jsonl", HEXXI, 2, 0, {}), 1)


def test_the_command_keeps_a_ladder_and_draws_it(tmp_path: Path) -> None:
    given = ["ladder", "hexxi", "--file", str(tmp_path / "l.jsonl"), "--lang", "en"]
    said = kotva(*given, "--seats", "2", "--add", "Rolf=random", "--add", "Gerda=greedy", "--games", "4", "--jobs", "2")
    assert said.returncode == 0, said.stderr
    assert said.stdout.index("Gerda") < said.stdout.index("Rolf")
    told = kotva(*given, "--json", "--chart", str(tmp_path / "l.svg"))
    assert [(row["name"], row["games"]) for row in json.loads(told.stdout)] == [("Gerda", 4), ("Rolf", 4)]
    assert "Gerda" in (tmp_path / "l.svg").read_text(encoding="utf-8")
    assert "NAME=BOT" in kotva(*given, "--add", "Rolf").stderr


def test_a_chart_holds_all_its_intervals() -> None:
    drawn = whiskers("A < B", [Whisker("a", 1500, 100, "1500 ± 100"), Whisker("b", 1000, 400, "")])
    assert "A &lt; B" in drawn
    assert ">1000<" in drawn
