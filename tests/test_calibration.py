"""Settlers' values are what `benchmarks.calibrate` made of the kept games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import calibrate
from benchmarks.network import Marks, Network, Rows, fit
from kotva.engine.arrays import zeros
from kotva.games.settlers import GAME
from kotva.games.settlers.evaluation import features, values, weights
from kotva.games.settlers.rules.game import Settlers

Kept = tuple[Rows, Marks, Marks, Marks]


def shipped() -> Network:
    """The network that bots use, without what is not fitted."""
    lists = [np.array([int(x) for x in getattr(weights, name)], np.float32) for name in calibrate.LISTS]
    worth, into, bias, out_of = (numbers / np.float32(1 << values.FINE) for numbers in lists)
    worth[list(calibrate.FIXED)] = 0
    return Network(worth, into.reshape(len(worth), -1), bias, out_of)


@pytest.fixture(scope="module")
def some() -> Kept:
    """Positions of some of the kept games, of all generations."""
    return calibrate.gather([game for i, game in enumerate(calibrate.games()) if i % 19 == 0])


def test_a_network_learns_what_is_only_worth_something_together():
    """Who has exactly one of two things wins: no sum of weights says that."""
    chance = np.random.default_rng(1)
    x = chance.integers(0, 2, size=(60_000, 4, 3)).astype(np.float32)
    seats = chance.integers(3, 5, size=60_000)
    odd = (x[:, :, 0] != x[:, :, 1]) & (np.arange(4)[None, :] < seats[:, None])
    x, seats, odd = x[odd.any(axis=1)], seats[odd.any(axis=1)], odd[odd.any(axis=1)]
    won = odd.argmax(axis=1)
    net = fit(x, won, seats)
    least = float(np.log(odd.sum(axis=1)).mean())  # nobody can tell those apart who all have exactly one
    assert net.loss(x, won, seats) < least + 0.15
    alone = Network(net.weights, net.into, net.bias, 0 * net.out_of)
    assert alone.loss(x, won, seats) > least + 0.5


@pytest.mark.slow
def test_the_same_seed_gives_the_same_network(some: Kept):
    x, won, seats = some[0][:1500], some[1][:1500], some[2][:1500]
    first, again, other = (fit(x, won, seats, seed) for seed in (1, 1, 2))
    assert np.allclose(first.into, again.into, atol=1e-6)
    assert not np.allclose(first.into, other.into, atol=1e-3)


@pytest.mark.slow
def test_the_values_of_settlers_explain_who_won(some: Kept):
    """Better than even chances by far, and than the sum of its weights without what the ears hear."""
    x, won, seats, _ = some
    net = shipped()
    assert net.loss(x, won, seats) < float(np.log(seats).mean()) - 0.25
    deaf = Network(net.weights, net.into, net.bias, 0 * net.out_of)
    assert deaf.loss(x, won, seats) > net.loss(x, won, seats) + 0.05


@pytest.mark.slow
def test_chances_that_are_given_come_true(some: Kept):
    """Of 100 who are given a chance of so much, about so many won, in every step of a tenth with enough of them."""
    x, won, seats, _ = some
    found = calibrate.bins(shipped().chances(x, seats), won, seats)
    assert len(found) == 10
    assert all(abs(given - came) < 0.12 for n, given, came in found if n >= 100)


@pytest.mark.slow
def test_bots_count_in_whole_numbers_what_the_network_says(some: Kept):
    """Nothing is lost by rounding that a chance in thousandths would show, apart from what is not fitted."""
    net, row, seen = shipped(), zeros(int(features.FEATURES)), 0
    for number, seats, actions in list(calibrate.games())[::400]:
        state = GAME.rules.new(GAME.choose_options(seats))
        assert isinstance(state, Settlers)
        for i, action in enumerate(actions):
            state.apply(state.to_act(), action)
            if i % 40 == 0 and state.round > 0:
                for seat in range(seats):
                    features.look(state, seat, row)
                    x = np.array([int(f) for f in row], np.float32)
                    excess = values.EXCESS_WORTH * int(row[features.EXCESS])
                    said = float(x @ net.weights + net.hear(x) @ net.out_of) * values.UNIT + excess
                    assert abs(int(values.strength(state, seat)) - said) < 3, (number, i, seat)
                    seen += 1
    assert seen > 500


@pytest.mark.slow
def test_tidying_changes_no_chances_in_games(some: Kept):
    """Only positions that nobody reaches: fewer than two points after founding, and ten."""
    x, won, seats, _ = some
    net = fit(x[:3000], won[:3000], seats[:3000])
    tidied = calibrate.tidy(net)
    assert not np.allclose(net.weights, tidied.weights, atol=1e-3)
    usual = x[:, :, features.POINT + 10].sum(axis=1) == 0
    assert np.allclose(net.chances(x[usual], seats[usual]), tidied.chances(x[usual], seats[usual]), atol=1e-3)
    one, two = (np.zeros((1, 4, x.shape[2]), np.float32) for _ in range(2))
    one[0, 0, features.POINT + 1] = two[0, 0, features.POINT + 2] = 1
    four = np.array([4])
    assert tidied.chances(one, four)[0, 0] == tidied.chances(two, four)[0, 0] != net.chances(one, four)[0, 0]


@pytest.mark.slow
def test_games_are_added_to_those_that_are_kept(tmp_path: Path):
    path = tmp_path / "games.jsonl.xz"
    calibrate.add_games(1, path)
    calibrate.add_games(1, path)
    first, second = calibrate.games(path)
    assert (first[:2], second[:2]) == ((0, 3), (1, 4))
    rows, winner = calibrate.positions(*second)
    assert 0 <= winner < 4
    assert rows
    assert all(len(row) == features.FEATURES for seats in rows for row in seats)
