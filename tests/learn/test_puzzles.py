"""Puzzles: one choice is clearly best, and proved to be; what is shipped is sound."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from kotva import games
from kotva.cli import puzzles as command
from kotva.engine import say
from kotva.learn import files
from kotva.learn import puzzles as making
from kotva.learn.lessons import BadLesson, begin, standing
from kotva.learn.proof import play_others
from kotva.learn.puzzles import Puzzle, as_lesson, prove, puzzle_faults, puzzles
from kotva.learn.teacher import find
from kotva.match import Match
from tests import ours


def capital() -> Match:
    """The third soldier can enter the capital, and must: the enemy is about to do the same."""
    return Match(games.load("triremes"), 2, position={"figures": "R:g17,h18,i18 G:f2,h1,i1"}, seed="capital")


def made() -> Puzzle:
    match = capital()
    puzzle = making._puzzle(match.game, match, match.view(0), 1, 200)
    assert puzzle is not None
    return msgspec.structs.replace(puzzle, name="puzzle-1")


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_puzzles_that_ship_are_sound(game_id: str) -> None:
    assert puzzle_faults(games.load(game_id)) == []
    assert len(puzzles(games.load(game_id))) == 20


def test_a_winning_choice_makes_a_puzzle() -> None:
    puzzle = made()
    assert (puzzle.best, puzzle.seat, puzzle.seats) == ("g17-h17", 1, 2)
    assert puzzle.chance - puzzle.next >= making.LEAD


def test_what_is_not_best_cannot_be_proved() -> None:
    match = capital()
    assert prove(match.view(0), match.game.actions.parse("h18-h17"), 200, 1) is None
    assert prove(match.view(0), match.game.actions.parse("g17-h17"), 200, 1) is not None


def test_a_position_without_a_clear_choice_is_no_puzzle() -> None:
    match = Match(games.load("triremes"), 2, position={"figures": "R1=f7N R2=i6N G1=i13S R:h3 G:i16"}, seed="sea")
    assert making._puzzle(match.game, match, match.view(0), 1, 200) is None


def test_a_puzzle_is_played_like_a_lesson_of_one_action() -> None:
    lesson = as_lesson(games.load("triremes"), made())
    match = begin(games.load("triremes"), lesson)
    assert not standing(lesson, match).done
    wrong = match.fork().play("h18-h17")
    play_others(wrong, lesson)
    assert standing(lesson, wrong).missed
    assert standing(lesson, match.fork().play("g17-h17")).done


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Triremes keeps its puzzles in this test."""
    (tmp_path / "learn").mkdir()
    monkeypatch.setitem(say._ELSEWHERE, "triremes", tmp_path / "locale")
    return tmp_path / "learn" / "puzzles.json"


def test_puzzles_are_found_by_name_and_judged(shelf: Path) -> None:
    game = games.load("triremes")
    assert puzzles(game) == []
    good = msgspec.to_builtins(made())
    shelf.write_text(json.dumps([good]), encoding="utf-8")
    assert puzzle_faults(game) == []
    assert find("triremes", "puzzle-1") is not None
    assert find("triremes", "puzzle-2") is None
    for spoiled, fault in (
        ({"best": "g17-g16", "name": "puzzle-7"}, "puzzle-7 should be called puzzle-1"),
        ({"best": "R1:F"}, "'R1:F' is not allowed"),
        ({"next": 0.99}, "not clearly best"),
        ({"position": {"figures": "?"}}, "puzzle-1: "),
    ):
        shelf.write_text(json.dumps([good | spoiled]), encoding="utf-8")
        files._READ.clear()
        assert any(fault in found for found in puzzle_faults(game)), (spoiled, puzzle_faults(game))
    shelf.write_text('[{"name": "puzzle-1"}]', encoding="utf-8")
    files._READ.clear()
    with pytest.raises(BadLesson, match=r"puzzles\.json cannot be read"):
        puzzles(game)
    files._READ.clear()


def test_the_command_writes_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find", lambda _game, count, *_: [made()][:count])
    out = tmp_path / "puzzles.json"
    result = CliRunner().invoke(command.puzzles, ["triremes", "--count", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert msgspec.json.decode(out.read_bytes(), type=list[Puzzle]) == [made()]
    assert CliRunner().invoke(command.puzzles, ["triremes", "--count", "0"]).exit_code == 2
