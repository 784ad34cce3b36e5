"""What a state can do before a game says anything, and random play inside the kernel."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import Rng, zeros
from kotva.engine.evaluation import Evaluation, reward
from kotva.engine.moves import Moves
from kotva.engine.playout import play_quick, play_random
from kotva.engine.state import CHANCE, OVER, SPECTATOR, TABLE, State
from tests.conformance.pearls import BETTING, DRAW, KEEP, PEARLS, Pearls


class Bare(State):
    """A state that overrides next to nothing."""

    def to_act(self) -> int:
        return 1

    def score(self, seat: int) -> int:
        return (3, 7, 7)[seat]

    def blank(self) -> Bare:
        return Bare(self.seats)

    def copy_public(self, c: Bare) -> None:
        """It has no fields."""


def test_what_a_game_must_say_itself() -> None:
    state, out = State(2), Moves()
    for ask in (
        state.to_act,
        state.clone,
        lambda: state.seen(0),
        lambda: state.copy_public(state),
        lambda: state.list_legal(0, out),
        lambda: state.list_chance(out),
        lambda: state.why_not(0, 0),
        lambda: state.apply(0, 0),
        lambda: state.score(0),
    ):
        with pytest.raises(NotImplementedError):
            ask()


def test_what_has_a_default() -> None:
    state = Bare(3)
    assert [state.may_act(seat) for seat in range(3)] == [False, True, False]
    assert isinstance(state.seen(SPECTATOR), Bare)
    state.redeal(0, Rng(1))
    assert [state.rank(seat) for seat in range(3)] == [3, 1, 1]
    assert state.reason() == 0


def test_nobody_listens_until_somebody_does() -> None:
    state = Bare(3)
    state.emit(1, 2, 3, 4)
    assert state.trace is None
    state.trace = []
    state.emit(1, 2, 3, 4)
    assert state.trace == [(1, 2, 3, 4)]


def test_the_numbers_of_those_without_a_seat_differ() -> None:
    assert len({CHANCE, OVER, TABLE, SPECTATOR}) == 4
    assert max(CHANCE, OVER, TABLE, SPECTATOR) < 0


def test_a_shared_first_place_shares_the_reward() -> None:
    assert [reward(Bare(3), seat) for seat in range(3)] == [0, 500, 500]


def test_sampling_takes_an_outcome() -> None:
    state = Pearls(2, 1)
    assert DRAW <= state.sample(Rng(3), Moves()) < DRAW + 8


def test_random_play_goes_to_the_end_or_the_limit() -> None:
    state = Pearls(3, 2)
    assert play_random(state, Rng(1), 4) == 4
    assert state.to_act() != OVER
    played = play_random(state, Rng(1), 1000)
    assert state.to_act() == OVER
    assert played + 4 <= PEARLS.rules.longest(PEARLS.choose_options(3, {"rounds": 2}))
    assert play_random(state, Rng(1), 1000) == 0


class Keeper(Evaluation):
    """Always keeps."""

    def rollout(self, s: State, seat: int, moves: Moves, rng: Rng) -> int:
        return KEEP if moves.has(KEEP) else moves.pick(rng)


def test_advised_play_follows_the_evaluation() -> None:
    state = Pearls(2, 1)
    assert play_quick(state, Keeper(), Rng(1), 4, Moves()) == 4  # two draws, two keeps
    assert state.phase == BETTING
    assert play_quick(state, Keeper(), Rng(1), 50, Moves()) == 2
    assert state.to_act() == OVER


def test_evaluation_that_knows_nothing() -> None:
    evaluation, state, out, values = Evaluation(), Pearls(2, 1), Moves(), zeros(2)
    out.add(3)
    assert evaluation.rollout(state, 0, out, Rng(1)) == 3
    assert evaluation.order(state, 0, 3) == 500
    assert evaluation.horizon() > 0
    evaluation.values(state, values)
    assert list(values) == [500, 500]
    play_random(state, Rng(1), 100)
    evaluation.values(state, values)
    assert list(values) == [reward(state, 0), reward(state, 1)]
