"""What may not be played, other weights, processes: the parts of bots that whole games do not ask for."""

from __future__ import annotations

import signal
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kotva.bots.restricted import Ban, RestrictedBot, read_ban
from kotva.bots.weighted import WeightedBot, observer_of, own_evaluation, with_network
from kotva.bots.workers import Workers
from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.errors import KotvaError
from kotva.engine.evaluation import Evaluation
from kotva.engine.fields_observer import FieldsObserver
from kotva.engine.game import Game
from kotva.engine.learnt import NetworkFile
from kotva.engine.network import LearntEvaluation
from tests.bots.tasting import Always, Taste, moved, told, view_of
from tests.conformance.pearls import ACTIONS, BET, DIVE, KEEP, PEARLS, PEEK

# -- what may not be played ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ban", "covered"),
    [
        (Ban(0), {KEEP}),
        (Ban(1), {DIVE}),
        (Ban(3), {PEEK, PEEK + 1, PEEK + 2}),
        (Ban(4, 0, 0), {BET}),
        (Ban(4, 0, 2), {BET + 2}),
        (Ban(4, 0, 7), set()),
        (Ban(7), set()),
        (Ban(99), set()),
    ],
)
def test_a_ban_covers_a_family_or_one_value_of_it(ban: Ban, covered: set[int]) -> None:
    every = [action for family in ACTIONS for action in range(family.base, family.base + family.size)]
    assert {action for action in every if ban.covers(ACTIONS, action)} == covered


def test_a_ban_is_written_as_it_is_read_and_told_in_the_game_s_notation() -> None:
    assert [read_ban(text).text() for text in ("3", "4.0.2")] == ["3", "4.0.2"]
    assert read_ban("4.0.2") == Ban(4, 0, 2)
    for wrong in ("", "x", "1.2", "1.2.3.4", "-1", "1.2.x", "1234567"):
        with pytest.raises(KotvaError, match="names no actions"):
            read_ban(wrong)
    places = ActionSpace(Family("move {} to {}!", 0, Numbers(0, 2), Numbers(0, 2)), Family("stop", 9))
    assert Ban(0, 0, 1).words(places) == f"move {places.families[0].domains[0].text(1)} to …!"
    assert Ban(0, 1, 2).words(places) == f"move … to {places.families[0].domains[1].text(2)}!"
    assert Ban(0).words(places) == places.families[0].form
    assert Ban(1).words(places) == "stop"


def test_a_bot_behind_a_ban_sees_the_rest_and_everything_where_there_is_no_rest() -> None:
    view, bot = view_of(PEARLS), Always()
    RestrictedBot(Ban(0), bot).choose(view)
    assert bot.views[0].legal() == [action for action in view.legal() if action != KEEP]
    assert (bot.views[0].seat, bot.views[0].news, bot.views[0].seen) == (view.seat, view.news, view.seen)
    bets = view_of(PEARLS, *["keep"] * 6)
    RestrictedBot(Ban(4), bot).choose(bets)
    assert bot.views[1].legal() == bets.legal() == [BET, BET + 1, BET + 2]


# -- other weights ---------------------------------------------------------------------------------------------------------


def network(game: Game, seats: int = 3, share: int = 0, width: int = 0) -> NetworkFile:
    """A network that says nothing, of the right width."""
    options = game.choose_options(seats, {"rounds": 2})
    width = width or sum(span.size for span in observer_of(game, options).spans())
    return NetworkFile(game.id, seats, 2, (0,) * (width * 3), (1,) * width, (0,) * 3, (0,) * 2, share)


def test_a_network_looks_through_the_game_s_observer_or_field_by_field() -> None:
    options = PEARLS.choose_options(3)
    assert isinstance(observer_of(PEARLS, options), FieldsObserver)
    own: Any = object()
    assert observer_of(replace(PEARLS, bots=replace(PEARLS.bots, observer=lambda _state: own)), options) is own


def test_what_a_game_says_itself_is_without_what_was_learnt() -> None:
    taste = Taste()
    options = PEARLS.choose_options(3)
    learnt = LearntEvaluation(taste, observer_of(PEARLS, options), network(PEARLS).network(), 3)
    assert own_evaluation(told(taste)) is taste
    assert own_evaluation(told(learnt)) is taste
    assert type(own_evaluation(told(taste), alone=True)) is Evaluation
    assert with_network(told(learnt), options, None).bots.evaluation is taste
    assert type(with_network(told(learnt), options, None, alone=True).bots.evaluation) is Evaluation


@pytest.mark.parametrize(("share", "alone"), [(0, True), (500, False)])
def test_a_network_that_was_fitted_alone_stands_in_for_all_that_a_game_says(
    tmp_path: Path, share: int, alone: bool
) -> None:
    taste, path = Taste(), tmp_path / "network.bin"
    path.write_bytes(network(PEARLS, share=share).data())
    found = with_network(told(taste), PEARLS.choose_options(3, {"rounds": 2}), path).bots.evaluation
    assert isinstance(found, LearntEvaluation)
    assert (found.base is taste) is not alone


@pytest.mark.parametrize("wrong", [{"seats": 2}, {"width": 5}, {"game": replace(PEARLS, id="beads")}])
def test_a_network_of_something_else_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    path = tmp_path / "network.bin"
    path.write_bytes(network(**{"game": PEARLS, **wrong}).data())
    with pytest.raises(KotvaError, match="does not fit here"):
        with_network(PEARLS, PEARLS.choose_options(3, {"rounds": 2}), path)


def test_a_bot_with_weights_sees_the_same_table_and_another_game_is_looked_up_anew(tmp_path: Path) -> None:
    path, bot = tmp_path / "network.bin", Always()
    path.write_bytes(network(PEARLS).data())
    weighted, view = WeightedBot(str(path), bot), view_of(PEARLS, news=moved(1))
    assert weighted.choose(view) == KEEP
    weighted.choose(view)
    first, again = bot.views
    assert first.game is again.game
    assert isinstance(first.game.bots.evaluation, LearntEvaluation)
    assert (first.seat, first.seen, first.news, first.options) == (view.seat, view.seen, view.news, view.options)
    taste = Taste()
    path.unlink()
    with pytest.raises(KotvaError, match="No such file"):
        weighted.choose(replace(view, game=told(taste)))
    with pytest.raises(KotvaError, match="No such file"):
        WeightedBot(str(path), bot)
    WeightedBot("", bot).choose(replace(view, game=told(taste)))
    assert bot.views[-1].game.bots.evaluation is taste


# -- processes -------------------------------------------------------------------------------------------------------------


def test_a_process_is_started_while_no_interrupt_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    blocked: list[bool] = []
    mask = signal.pthread_sigmask

    def submit(_pool: ProcessPoolExecutor, *_work: object) -> str:
        blocked.append(signal.SIGINT in mask(signal.SIG_BLOCK, ()))
        if len(blocked) == 2:
            raise RuntimeError("no process can be started")
        return "asked"

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    pool: Any = Workers(1)
    assert pool.submit(int) == "asked"
    with pytest.raises(RuntimeError, match="no process"):
        pool.submit(int)
    assert signal.SIGINT not in mask(signal.SIG_BLOCK, ())
    monkeypatch.delattr(signal, "pthread_sigmask")  # as on Windows
    pool.submit(int)
    assert blocked == [True, True, False]
    pool.shutdown()


def test_a_pool_that_is_dropped_ends_its_processes_and_takes_no_more_work() -> None:
    ended: list[int] = []

    class Process:
        def terminate(self) -> None:
            ended.append(1)

    pool: Any = Workers(2)
    assert not pool.is_broken
    pool._broken = "a process was lost"
    assert pool.is_broken is True
    pool._broken = False
    pool._processes = {1: Process(), 2: Process()}
    pool.drop()
    assert ended == [1, 1]
    again: Any = Workers(1)
    again._processes = None  # as it is after its end
    again.drop()
    with pytest.raises(RuntimeError, match="shutdown"):
        again.submit(int)
