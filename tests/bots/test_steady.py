"""Easy and medium bots play onward: a move that only takes the last one back is rare."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.shuttling import GOAL, Shuttling, watch
from kotva import games
from kotva.bots.bot import MOST_PROPOSALS
from kotva.bots.steady import TurnMemory
from kotva.engine.game import PLAYED, View
from kotva.match import Match


@pytest.mark.parametrize("bot", ["easy", "medium"])
@pytest.mark.parametrize(("game", "played"), [("triremes", 12), ("seameni", 4)])
def test_at_most_one_move_in_fifty_takes_the_last_one_back(game: str, played: int, bot: str) -> None:
    found = Shuttling()
    for number in range(played):
        found.add(watch(game, 2, bot, number))
    assert found.turns > 300
    assert found.undone / found.turns <= GOAL
    assert max(found.proposals) <= MOST_PROPOSALS


def there_and_back() -> tuple[View, View, int]:
    """A view before a move, that of the same seat in its next turn, and the action that would take the move back."""
    game = games.load("triremes")
    match = Match(game, 2, {"setup": "auto"}, seed="steady")
    seat = int(match.to_act())
    evaluation = game.bots.evaluation
    before = match.view(seat)
    stood = int(evaluation.pieces(before.seen, seat))
    for out in match.legal(seat):
        trial = Match(game, 2, {"setup": "auto"}, seed="steady")
        trial.play(out, seat)
        other = int(trial.to_act())
        if other < 0 or other == seat:
            continue
        trial.play(trial.legal(other)[0], other)
        if int(trial.to_act()) != seat:
            continue
        view = trial.view(seat)
        for action in view.legal():
            after = view.seen.clone()
            after.apply(seat, action)
            if int(evaluation.pieces(after, seat)) == stood:
                return before, view, action
    raise AssertionError("nothing can be taken back")


def test_the_way_back_is_passed_over_after_the_others_have_moved() -> None:
    before, view, back = there_and_back()
    assert view.seat is not None
    memory = TurnMemory(1)
    assert memory.onward(before, view.seat, before.legal()) == before.legal()
    moved = replace(view, news=((PLAYED, 1 - view.seat, 0, 0),))
    onward = memory.onward(moved, view.seat, view.legal())
    assert back not in onward
    assert set(onward) < set(view.legal())


def test_where_there_is_nothing_else_the_way_back_is_left() -> None:
    before, view, back = there_and_back()
    assert view.seat is not None
    memory = TurnMemory(1)
    memory.onward(before, view.seat, before.legal())
    assert memory.onward(replace(view, news=((PLAYED, 1 - view.seat, 0, 0),)), view.seat, [back]) == [back]


def test_a_way_back_that_is_clearly_the_best_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    before, view, _ = there_and_back()
    assert view.seat is not None
    monkeypatch.setattr("kotva.bots.steady.CLEARLY", -1000)
    memory = TurnMemory(1)
    memory.onward(before, view.seat, before.legal())
    moved = replace(view, news=((PLAYED, 1 - view.seat, 0, 0),))
    assert set(memory.onward(moved, view.seat, view.legal())) == set(view.legal())


def test_a_game_that_says_nothing_of_its_pieces_loses_no_choice() -> None:
    match = Match(games.load("bosman"), 2, {}, seed="steady")
    view = match.view(int(match.to_act()))
    assert view.seat is not None
    assert TurnMemory().onward(view, view.seat, view.legal()) == view.legal()
