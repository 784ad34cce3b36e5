"""What makes a puzzle, a lesson and a doubt, one condition at a time: searches are told what they find."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kotva import games, learn
from kotva.bots import make
from kotva.engine import say
from kotva.engine.game import View
from kotva.learn import lesson_checks, review
from kotva.learn import puzzles as making
from kotva.learn.hints import Thought
from kotva.learn.how_to import folder, how_to_page
from kotva.learn.lessons import begin, standing
from kotva.learn.puzzles import LEAD, Puzzle, prove
from kotva.match import Match
from tests.learn.test_lessons import lesson
from tests.learn.test_puzzles import capital, made

BEST, OTHERS = 5, (6, 7, 8, 9)
LITTLE = 0.001
JUST = 1e-9  # what a difference of two chances may lose


class Scripted:
    """A search that finds what it is told, each time it is asked: the chances of the best and of the rest."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *leads: float, fooled: int = -1) -> None:
        self.leads, self.fooled = leads, fooled
        self.asked: list[tuple[int, int, tuple[int, ...]]] = []
        monkeypatch.setattr(making, "think", self)

    def __call__(self, _view: View, simulations: int, seed: int, only: Sequence[int] = ()) -> list[Thought]:
        number = len(self.asked)
        self.asked.append((simulations, seed, tuple(only)))
        first, *rest = tuple(only) or (BEST, *OTHERS)
        if number == self.fooled:
            first, rest = rest[0], [first, *rest[1:]]
        chance = 0.9 - number / 100
        return [Thought(first, chance, 9), *(Thought(other, chance - self.leads[number] - JUST, 1) for other in rest)]


# Four shorter searches, a long one, three pairs, a last one.
LEADS = (
    (making._AHEAD,) * 4
    + (0.0,)
    + (LEAD + 0.02 + LITTLE, LEAD + 0.02 + LITTLE, LEAD + 0.02 + LITTLE)
    + (making._AHEAD,)
)


def proof() -> tuple[float, float] | None:
    return prove(capital().view(0), BEST, 1200, 7)


def test_a_proof_asks_shorter_searches_then_a_long_one_then_pairs_and_at_last_a_longer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = Scripted(monkeypatch, *LEADS)
    found = proof()
    assert told.asked == [
        *((300, 107 + number, ()) for number in range(4)),
        (600, 7, ()),
        *((200, 8 + number, (BEST, OTHERS[number])) for number in range(3)),
        (3600, 207, ()),
    ]
    assert found is not None
    after, rival = found
    assert after == pytest.approx(0.9 - 0.07), "the least of what the best choice came to"
    assert rival == pytest.approx(0.9 - 0.05 - LEADS[5]), "the most of what another one came to"


@pytest.mark.parametrize("number", range(9))
def test_a_search_that_finds_something_else_is_no_proof(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    told = Scripted(monkeypatch, *LEADS, fooled=number)
    assert proof() is None
    assert len(told.asked) == number + 1, "and nothing more is asked"


@pytest.mark.parametrize("number", [0, 3, 5, 6, 7, 8])
def test_a_search_that_finds_it_ahead_by_too_little_is_no_proof(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    least = LEAD if 5 <= number <= 7 else making._AHEAD
    leads = list(LEADS)
    leads[number] = least - LITTLE
    told = Scripted(monkeypatch, *leads)
    assert proof() is None
    assert len(told.asked) == number + 1


def test_the_worst_of_the_best_must_be_ahead_of_the_best_of_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pair by itself says yes, all together say no."""
    told = Scripted(monkeypatch, *LEADS[:5], LEAD + LITTLE, LEAD + LITTLE, LEAD + LITTLE, LEADS[8])
    assert proof() is None
    assert len(told.asked) == 8


# -- what is taken -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "same", "plain", "alike"), [(1, 1, 1, 1), (10, 5, 4, 2), (40, 20, 16, 8)])
def test_a_shelf_takes_a_share_of_each_kind(count: int, same: int, plain: int, alike: int) -> None:
    game, one = games.load("triremes"), made()
    step, sail = (game.rules.actions.parse(text) for text in ("g17-h17", "R1:F"))

    def room(action: int, glance: bool) -> int:
        """How many there are before no more is taken."""
        shelf = making._Shelf(count, [])
        copy = Puzzle(one.name, 2, 1, one.position, one.best, 0.9, 0.1, plain=glance)
        while len(shelf.made) < 99 and shelf.takes(game, action, glance):
            shelf.made.append(copy)
        return len(shelf.made)

    assert (room(step, False), room(sail, True), room(step, True)) == (same, plain, alike)


def test_two_puzzles_of_a_game_at_most_and_the_second_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int, int]] = []

    def every(match: Match, seat: int, seed: int, simulations: int, _shelf: object) -> Puzzle:
        asked.append((len(match.played), seat, seed))
        assert simulations == 200
        assert making._FEWEST <= len(match.legal(seat)) <= making._MOST
        return Puzzle("x", 2, seat + 1, {"at": len(match.played)}, "P", 0.9, 0.1)

    monkeypatch.setattr(making, "_puzzle", every)
    match, looked = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="two"), list[int]()
    bots = [make("random", 1), make("random", 2)]
    found = list(making._of_game(match, bots, 1000, 200, looked.append, making._Shelf(9, [])))
    ats = [at for at, _, _ in asked]
    assert [puzzle.position["at"] for puzzle in found] == ats
    assert len(found) == 2
    assert ats[1] >= ats[0] + 40
    assert [seed for _, _, seed in asked] == [1000 + at for at in ats]
    assert looked == [1, 1]
    assert len(match.played) - ats[1] <= 2, "the rest of the game is not played"


def test_a_game_that_is_over_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_puzzle", lambda *_: None)
    match = capital().play("g17-h17")
    assert match.is_over
    assert list(making._of_game(match, [], 1, 200, lambda _looked: None, making._Shelf(9, []))) == []


def test_games_for_puzzles_have_all_numbers_of_players_and_bots_of_two_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    games_played: list[tuple[int, str, int, int]] = []
    bots: list[tuple[str, int]] = []

    def made_bot(name: str, seed: int) -> Any:
        bots.append((name, seed))

    def of_game(match: Match, players: Sequence[object], seed: int, simulations: int, *_: object) -> Any:
        games_played.append((match.seats, match.seed, seed, simulations))
        assert len(players) == match.seats
        yield Puzzle(str(len(games_played)), 2, 1, {}, "g17-h17", 0.9, 0.1)

    monkeypatch.setattr(making, "make", made_bot)
    monkeypatch.setattr(making, "_of_game", of_game)
    game = games.load("triremes")
    assert len(list(making.find(game, 3, seed=5, simulations=200))) == 3
    assert games_played == [(game.rules.seats[n % 3], f"puzzles 5 {n}", 1000 * n + 5, 200) for n in (1, 2, 3)]
    assert bots[: game.rules.seats[1]] == [
        ("greedy:2" if (seat + 1) % 2 else "easy", 500 + 1 + seat) for seat in range(game.rules.seats[1])
    ]


def test_what_is_kept_must_find_room(monkeypatch: pytest.MonkeyPatch) -> None:
    good = made()
    monkeypatch.setattr(making._Shelf, "takes", lambda *_: False)
    monkeypatch.setattr(making, "_of_game", lambda *_: iter([Puzzle("new", 2, 1, {}, "g17-h17", 0.9, 0.1)]))
    assert [puzzle.name for puzzle in making.find(games.load("triremes"), 1, 1, 200, kept=[good])] == ["new"]
    monkeypatch.setattr(making._Shelf, "takes", lambda *_: True)
    assert list(making.find(games.load("triremes"), 1, 1, 200, kept=[good])) == [good]


@pytest.mark.parametrize(("fewest", "most", "told"), [(0, 0, False), (1, 1, True), (-1, 0, False), (0, -1, True)])
def test_a_puzzle_has_enough_choices_and_not_too_many(
    monkeypatch: pytest.MonkeyPatch, fewest: int, most: int, told: bool
) -> None:
    one = made()
    choices = len(capital().legal())
    monkeypatch.setattr(making, "puzzles", lambda _game: [one])
    monkeypatch.setattr(making, "_FEWEST", choices + fewest)
    monkeypatch.setattr(making, "_MOST", choices + most)
    assert any("choices; there should be" in fault for fault in making.puzzle_faults(games.load("triremes"))) is told


# -- lessons ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "sound"),
    [
        (lesson_checks.FEWEST - 1, False),
        (lesson_checks.FEWEST, True),
        (lesson_checks.MOST, True),
        (lesson_checks.MOST + 1, False),
    ],
)
def test_a_course_has_so_many_lessons(monkeypatch: pytest.MonkeyPatch, count: int, sound: bool) -> None:
    monkeypatch.setattr(lesson_checks, "lessons", lambda _game: [lesson()] * count)
    monkeypatch.setattr(lesson_checks, "faults_of", lambda _game, _lesson: [])
    assert (lesson_checks.lesson_faults(games.load("bosman")) == []) is sound


def test_seats_of_a_lesson_are_counted_from_one() -> None:
    assert (lesson().seat, lesson(seat=1).seat, lesson(seat=4).seat) == (0, 0, 3)


def test_a_learner_off_the_way_is_told_so_until_the_goal_is_reached_or_missed() -> None:
    game = games.load("bosman")
    one = lesson(steps=2)
    match = begin(game, one)
    assert not standing(one, match).strayed, "nothing has been done yet"
    match.play("play F11 d3")
    assert standing(one, match).strayed
    missed = lesson(steps=2, within=1)
    found = standing(missed, match)
    assert (found.missed, found.strayed) == (True, False)
    on = begin(game, one).play("play R21 c4")
    found = standing(one, on)
    assert (found.done, found.strayed) == (True, False)
    longer = lesson(steps=2, solution=["play R21 c4", "keep"], goal={"played": "poison *"})
    on = begin(game, longer).play("play R21 c4")
    assert not standing(longer, on).strayed, "as in the solution, so far"
    other = lesson(steps=2, goal={"position": "boatswain", "is": "c1"}, solution=["play F11 d3"])
    found = standing(other, begin(game, other).play("play R21 c4"))
    assert (found.done, found.strayed) == (True, False), "another way to the goal"


def test_a_page_is_read_by_a_code_of_a_language_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("bosman")
    shutil.copytree(folder(game), tmp_path / "learn")
    monkeypatch.setitem(say._HOMES, "bosman", tmp_path)
    shutil.copy(tmp_path / "learn" / "howto.cs.md", tmp_path / "learn" / "howto.x1.md")
    titles = {}
    for code in ("cs", "en", "x1", "de"):
        page = how_to_page(game, code)
        assert page is not None
        titles[code] = page.title
    assert titles["x1"] == titles["de"] == titles["en"] != titles["cs"]
    (tmp_path / "learn" / "howto.en.md").unlink()
    assert how_to_page(game, "x1") is None
    assert learn.how_to_page(game, "cs") is not None


# -- doubts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("best", "second", "doubted"),
    [
        (0.7, 0.7 - review._DOUBT - JUST, True),
        (0.7, 0.7 - review._DOUBT + LITTLE, False),
        (1.0, review._SURE - LITTLE, True),
        (1.0, review._SURE, False),
        (0.99, review._SURE - 2 * LITTLE, False),
    ],
)
def test_a_choice_is_doubtful_that_gave_enough_away_or_a_sure_win(
    monkeypatch: pytest.MonkeyPatch, best: float, second: float, doubted: bool
) -> None:
    match = capital().play("h18-h17")
    parse = match.game.rules.actions.parse
    better, played = parse("g17-h17"), parse("h18-h17")
    asked: list[tuple[int, int, tuple[int, ...]]] = []

    def think(_view: View, simulations: int, seed: int, only: Sequence[int] = ()) -> list[Thought]:
        asked.append((simulations, seed, tuple(only)))
        return [Thought(better, best, 9), Thought(played, second, 1)]

    monkeypatch.setattr(review, "think", think)
    monkeypatch.setattr(review, "believed", lambda _view, thoughts: thoughts)
    found = review.judge(match, 0, 200).doubt
    assert (found is not None) is doubted
    assert asked == [(200, 1, ()), (400, 2, (better, played))]
    if found is not None:
        assert (found.at, found.seat, found.played, found.better) == (0, 0, "h18-h17", "g17-h17")
        assert (found.chance, found.chance_better) == (round(second, 3), round(best, 3))


def test_a_longer_look_that_turns_round_doubts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = capital().play("h18-h17")
    parse = match.game.rules.actions.parse
    better, played = parse("g17-h17"), parse("h18-h17")

    def think(_view: View, _simulations: int, _seed: int, only: Sequence[int] = ()) -> list[Thought]:
        first, second = (played, better) if only else (better, played)
        return [Thought(first, 0.9, 9), Thought(second, 0.1, 1)]

    monkeypatch.setattr(review, "think", think)
    monkeypatch.setattr(review, "believed", lambda _view, thoughts: thoughts)
    assert review.judge(match, 0, 200).doubt is None
