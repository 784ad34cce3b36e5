"""Puzzles: one choice is clearly best, and proved to be; what is shipped is sound."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from kotva import games
from kotva.bots import make
from kotva.cli import puzzles as command
from kotva.engine import say
from kotva.engine.game import Json
from kotva.learn import files
from kotva.learn import puzzles as making
from kotva.learn.hints import think
from kotva.learn.lesson_bot import find
from kotva.learn.lesson_checks import play_others
from kotva.learn.lessons import BadLesson, begin, standing
from kotva.learn.puzzles import Puzzle, as_lesson, prove, puzzle_faults, puzzles
from kotva.match import Match
from tests import ours


def capital() -> Match:
    """The third soldier can enter the capital, and must: the enemy is about to do the same."""
    return Match(games.load("triremes"), 2, position={"figures": "R:g17,h18,i18 G:f2,h1,i1"}, seed="capital")


def made() -> Puzzle:
    match = capital()
    puzzle = making._puzzle(match, 0, 1, 200, making._Shelf(1, []))
    assert puzzle is not None
    return msgspec.structs.replace(puzzle, name="puzzle-1", proved=making.LONG)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_puzzles_that_ship_are_sound(game_id: str) -> None:
    assert puzzle_faults(games.load(game_id)) == []
    shipped = puzzles(games.load(game_id))
    assert len(shipped) == 20
    assert len({json.dumps(puzzle.position, sort_keys=True) for puzzle in shipped}) == 20
    assert shipped == making.arranged(shipped)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ours.GAMES)
def test_another_search_finds_the_same_best_choice(game_id: str) -> None:
    """Of every puzzle, with another seed than it was proved with."""
    game = games.load(game_id)
    missed = {}
    for puzzle in puzzles(game):
        match = Match(game, puzzle.seats, puzzle.options, position=puzzle.position, seed="other")  # type: ignore[arg-type]
        view = match.view(puzzle.seat - 1)
        found = game.rules.actions.text(think(view, 5000, 99)[0].action)
        if found != puzzle.best:
            missed[puzzle.name] = f"{found}, not {puzzle.best}"
    assert missed == {}


def test_a_winning_choice_makes_a_puzzle() -> None:
    puzzle = made()
    assert (puzzle.best, puzzle.seat, puzzle.seats) == ("g17-h17", 1, 2)
    assert puzzle.chance - puzzle.next >= making.LEAD


def test_what_is_not_best_cannot_be_proved() -> None:
    match = capital()
    assert prove(match.view(0), match.game.rules.actions.parse("h18-h17"), 200, 1) is None
    assert prove(match.view(0), match.game.rules.actions.parse("g17-h17"), 200, 1) is not None


@pytest.mark.slow
def test_a_last_and_longer_search_must_find_it_too() -> None:
    """HEXXI: kidnapping at once is seen soon and wins less than sailing to where two can be kidnapped."""
    position: dict[str, Json] = {
        "state": "confront",
        "order": [3, 4, 1, 2],
        "turn": 4,
        "tokens": (
            "3S@a3 2S@a4 4S@b1 1P@b2 3C@b3 2C@b4 2S@b5 2P@c1 4W@c2 1P@c3 3P@c4 1S@c5 4C@c6 2P@d2 2C@d3 4C@d4 4C@d5 4P@d6 "
            "3W@e3 2C@e4 2W@e5 4C@e6 4S@f3 1W@f5 4P@f6 1S@g4 1S@g5"
        ),
        "hands": ["CC", "", "C", ""],
        "initiative": ["CCCC", "CCC", "CCCCS", "CCS"],
        "captured": ["3S 3P", "", "", "2S"],
        "passes": 2,
    }
    match = Match(games.load("hexxi"), 4, position=position, seed="kidnap")
    kidnap = match.game.rules.actions.parse("kidnap d6xc5")
    assert prove(match.view(3), kidnap, making.LONG, 1) is None


def test_a_position_without_a_clear_choice_is_no_puzzle() -> None:
    match = Match(games.load("triremes"), 2, position={"figures": "R1=f7N R2=i6N G1=i13S R:h3 G:i16"}, seed="sea")
    assert making._puzzle(match, 0, 1, 200, making._Shelf(1, [])) is None


@pytest.mark.parametrize(
    ("looked", "plain", "alike", "same"), [(0, 8, 4, 10), (making._PATIENCE, 15, 6, 12)], ids=["at first", "later"]
)
def test_plain_puzzles_are_not_all_and_of_different_kinds(looked: int, plain: int, alike: int, same: int) -> None:
    """Of twenty; whoever has looked at very many positions takes more of what there is."""
    game = games.load("triremes")
    step, sail = (game.rules.actions.parse(text) for text in ("g17-h17", "R1:F"))
    seen, deep = (msgspec.structs.replace(made(), plain=plain) for plain in (True, False))

    def takes(action: int, glance: bool, *there: Puzzle) -> bool:
        return making._Shelf(20, list(there), looked).takes(game, action, glance)

    assert takes(step, True, *[seen] * (alike - 1))
    assert not takes(step, True, *[seen] * alike)
    assert takes(sail, True, *[seen] * (plain - 1))
    assert not takes(sail, True, *[seen] * plain)
    assert takes(step, False, *[deep] * (same - 1))
    assert not takes(step, False, *[deep] * same)
    assert takes(sail, False, *[seen] * plain)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_puzzles_that_ship_are_various(game_id: str) -> None:
    """Three quarters at most are seen at a glance, and no kind of choice fills the book."""
    game = games.load(game_id)
    shipped = puzzles(game)
    kinds = Counter(making._kind(game, puzzle.best) for puzzle in shipped)
    glances = Counter(making._kind(game, puzzle.best) for puzzle in shipped if puzzle.plain)
    assert glances.total() <= making._PLAIN[True] * len(shipped)
    assert max(glances.values()) <= making._ALIKE[True] * len(shipped)
    assert max(kinds.values()) <= making._SAME[True] * len(shipped)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    """So the sets that ship can be made again, by one command."""
    game = games.load("hexxi")
    once, again = ([*making.find(game, 1, 1, 400)] for _ in range(2))
    assert once == again


def test_plain_puzzles_come_first_and_the_clearest_before_the_others() -> None:
    def one(chance: float, plain: bool) -> Puzzle:
        return Puzzle("x", 2, 1, {}, "P", chance, 0.1, proved=making.LONG, plain=plain)

    found = making.arranged([one(0.9, False), one(0.5, True), one(0.7, True)])
    assert [(puzzle.name, puzzle.chance) for puzzle in found] == [
        ("puzzle-1", 0.7),
        ("puzzle-2", 0.5),
        ("puzzle-3", 0.9),
    ]


def test_what_is_kept_is_not_found_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed looks at the same games, and there lies what is kept from them."""

    def every(match: Match, seat: int, *_: object) -> Puzzle:
        return Puzzle("x", 2, seat + 1, {"at": len(match.played)}, "P", 0.9, 0.1, proved=200)

    def first(kept: list[Puzzle]) -> Puzzle:
        match = Match(games.load("triremes"), 2, seed="twice")
        players = [make("random", 1), make("random", 2)]
        return next(making._of_game(match, players, 1, 200, lambda _looked: None, making._Shelf(9, kept)))

    monkeypatch.setattr(making, "_puzzle", every)
    known = first([])
    assert first([known]).position != known.position


def test_what_is_proved_again_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is not makes room."""
    good = made()
    bad = msgspec.structs.replace(good, position={"figures": "R1=f7N R2=i6N G1=i13S R:h3 G:i16"}, best="R1:F", proved=0)
    old = msgspec.structs.replace(good, proved=0, plain=False)
    monkeypatch.setattr(making, "_of_game", lambda *_: iter([msgspec.structs.replace(good, chance=0.99)]))
    found = list(making.find(games.load("triremes"), 2, 1, 200, kept=[bad, old, good]))  # the last two are one position
    assert [puzzle.best for puzzle in found] == ["g17-h17"] * 2
    assert [puzzle.proved for puzzle in found] == [200, making.LONG]
    assert [puzzle.chance == 0.99 for puzzle in found] == [False, True]
    assert list(making.find(games.load("triremes"), 1, 1, 200, kept=[good])) == [good]  # proved by a longer search


def test_the_hint_of_a_puzzle_does_not_tell_it() -> None:
    game = games.load("triremes")
    plain, deep = (as_lesson(game, msgspec.structs.replace(made(), plain=plain)) for plain in (True, False))
    assert len(plain.hints) == len(deep.hints) == 1
    assert plain.hints != deep.hints
    assert "h17" not in plain.hints[0] + deep.hints[0]


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
    monkeypatch.setitem(say._HOMES, "triremes", tmp_path)
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
        ({"proved": 1500}, "proved by 1500 simulations"),
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


def test_new_puzzles_have_the_options_that_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRI-21.1: in a puzzle nobody has seen the embarking, so those of Triremes are made with open loads."""
    asked: list[object] = []

    def nothing(*given: object) -> list[Puzzle]:
        asked.append(given[-1])
        return []

    monkeypatch.setattr(command, "find", nothing)
    result = CliRunner().invoke(command.puzzles, ["triremes", "-o", "cargo=open", "--preset", "tournament"])
    assert result.exit_code == 0, result.output
    assert asked == [{"first": "random", "cargo": "open"}]
    begun: list[Match] = []

    def one(match: Match, *_: object) -> list[Puzzle]:
        begun.append(match)
        return [made()]

    monkeypatch.setattr(making, "_of_game", one)
    assert list(making.find(games.load("triremes"), 1, 1, 200, options={"cargo": "open"})) == [made()]
    assert begun[0].options.choice("cargo") == "open"
    assert {puzzle.options.get("cargo") for puzzle in puzzles(games.load("triremes"))} == {"open"}


def test_the_command_writes_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find", lambda _game, count, *_: [made()][:count])
    out = tmp_path / "puzzles.json"
    result = CliRunner().invoke(command.puzzles, ["triremes", "--count", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert msgspec.json.decode(out.read_bytes(), type=list[Puzzle]) == [made()]
    assert CliRunner().invoke(command.puzzles, ["triremes", "--count", "0"]).exit_code == 2
    kept = CliRunner().invoke(command.puzzles, ["triremes", "--count", "1", "--keep", str(out)])
    assert kept.exit_code == 0
    out.write_text("{", encoding="utf-8")
    spoiled = CliRunner().invoke(command.puzzles, ["triremes", "--keep", str(out)])
    assert spoiled.exit_code == 2
    assert "is no file of puzzles" in spoiled.output
