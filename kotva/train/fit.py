"""Fits the numbers of a network to games: Adam on the likelihood of what came out, in numpy.

One tower sees the position as each seat does and gives that seat a strength; the chances are the softmax of the strengths and
of the logarithm of what the game's own evaluation says. The target is who won, mixed with what search thought of its choice: the
one is true and noisy, the other smooth and biased.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from random import Random
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from kotva.bots.weighted import observer_of, own_evaluation
from kotva.engine.arrays import COMPILED, zeros
from kotva.engine.evaluation import rewards
from kotva.engine.game import Game
from kotva.engine.learnt import NetworkFile
from kotva.engine.network import FINE, LEAST, OUT
from kotva.engine.observe import Tape
from kotva.engine.state import OVER
from kotva.train.selfplay import SelfPlayGame

Floats = NDArray[np.float32]
Places = NDArray[np.int32]

TRUST: Final = 0.5  # how much of the target is search's opinion
HELD_OUT: Final = 10  # every tenth game is not fitted to
BATCH: Final = 256
PACE: Final = 2e-3
DECAY: Final = 0.05
NARROW: Final = 0.2  # a feature that hardly ever changes is not blown up beyond this


@dataclass(slots=True)
class Positions:
    """Positions as rows of features that are not 0, one row for each seat: row r has places[start[r]:start[r + 1]]."""

    seats: int
    width: int
    start: NDArray[np.int64]
    places: Places
    numbers: Floats
    own: Floats  # by position and seat: the logarithm of the game's own chance
    target: Floats  # by position and seat
    won: Floats  # the same without search's opinion
    game: NDArray[np.int64]  # by position: the number of its game

    def __len__(self) -> int:
        return len(self.own)

    def dense(self, some: NDArray[np.int64], scale: Floats) -> Floats:
        """The features of some positions, by position and seat one after the other, divided by their scale."""
        out = np.zeros((len(some) * self.seats, self.width), np.float32)
        rows = (some[:, None] * self.seats + np.arange(self.seats)).ravel()
        lengths = self.start[rows + 1] - self.start[rows]
        into = np.repeat(np.arange(len(rows)), lengths)
        taken = np.repeat(self.start[rows] - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
        taken += np.arange(len(taken))
        places = self.places[taken]
        out[into, places] = self.numbers[taken] / scale[places]
        return out

    def spread(self) -> Floats:
        """The standard deviation of each feature, at least `NARROW`."""
        n = len(self) * self.seats
        sums = np.bincount(self.places, self.numbers, self.width)
        squares = np.bincount(self.places, self.numbers.astype(np.float64) ** 2, self.width)
        return np.maximum(np.sqrt(np.maximum(squares / n - (sums / n) ** 2, 0)), NARROW).astype(np.float32)


def gather(
    game: Game,
    seats: int,
    played: Iterable[SelfPlayGame],
    rate: float = 1.0,
    alone: bool = False,
    note: Callable[[], None] = lambda: None,
) -> Positions:
    """Some positions of each game, drawn by its number, in all symmetries of the board: the same games give the same ones.

    `alone` leaves out what the game's own evaluation says.
    """
    options = game.choose_options(seats)
    observer, evaluation = observer_of(game, options), own_evaluation(game, alone)
    width = sum(span.size for span in observer.spans())
    found = game.bots.symmetries(game.rules.new(options))
    images = [np.arange(width), *(np.array(symmetry.places(observer.spans())) for symmetry in found)]
    tape, own, end = Tape(width, 4 * width), zeros(seats), zeros(seats)
    tape.room = 4 * width
    places: list[Places] = []
    numbers: list[Floats] = []
    found_own, target, won, number = [], [], [], []
    for one in played:
        note()
        random, state = Random(one.number), game.rules.new(options)
        thought = {decision.at: decision.value / 1000 for decision in one.searched}
        kept: list[tuple[list[float], float | None, int]] = []
        for at, (actor, action) in enumerate(one.played):
            if random.random() < rate:
                rows = []
                for seat in range(seats):
                    observer.write(state, seat, tape)
                    # A copy: the tape is written again.
                    rows.append(
                        np.array(np.frombuffer(cast("bytes", tape.a), np.int16) if COMPILED else tape.a, np.int16)
                    )
                    tape.clear_all(0, width)
                    tape.at = tape.noted = 0
                evaluation.values(state, own)
                chances = [1.0 if alone else max(int(x), LEAST) / 1000 for x in own]
                for image in images:
                    for row in rows:
                        there = np.flatnonzero(row)
                        there = there[np.argsort(image[there])]
                        places.append(image[there].astype(np.int32))
                        numbers.append(row[there].astype(np.float32))
                    kept.append((chances, thought.get(at), actor))
            state.apply(actor, action)
        if state.to_act() != OVER:
            raise ValueError(f"game {one.number} has no end")
        rewards(state, end)
        outcome = np.array([int(x) / 1000 for x in end], np.float32)
        outcome /= outcome.sum()
        for chances, value, actor in kept:
            found_own.append(np.log(chances))
            won.append(outcome)
            target.append(outcome if value is None else (1 - TRUST) * outcome + TRUST * _opinion(chances, value, actor))
            number.append(one.number)
    lengths = np.array([len(row) for row in places], np.int64)
    return Positions(
        seats,
        width,
        np.concatenate(([0], np.cumsum(lengths))),
        np.concatenate(places),
        np.concatenate(numbers),
        np.array(found_own, np.float32),
        np.array(target, np.float32),
        np.array(won, np.float32),
        np.array(number, np.int64),
    )


def _opinion(chances: list[float], value: float, actor: int) -> Floats:
    """What search thought, for all seats: the actor's chance, and the others in the proportions of the game's own opinion."""
    rest = np.array([max(chance, 0.001) for chance in chances], np.float32)
    rest[actor] = 0
    out: Floats = rest / rest.sum() * (1 - value)
    out[actor] = value
    return out


@dataclass(slots=True)
class FloatNetwork:
    """The network in floating point; features are divided by `scale` first."""

    into: Floats  # by feature and hidden unit
    bias: Floats
    out_of: Floats
    straight: Floats  # by feature, past the hidden units
    share: Floats  # one number: how much of the game's own opinion counts

    def strengths(self, x: Floats, own: Floats) -> tuple[Floats, Floats]:
        """By position and seat, and what the hidden units say."""
        heard = np.maximum(x @ self.into + self.bias, 0)
        seen = heard @ self.out_of + x @ self.straight
        return heard, seen.reshape(own.shape) + self.share * own


def chances_of(strengths: Floats) -> Floats:
    """The softmax over seats."""
    odds = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    out: Floats = odds / odds.sum(axis=1, keepdims=True)
    return out


def loss(net: FloatNetwork, data: Positions, some: NDArray[np.int64], scale: Floats) -> tuple[float, float]:
    """In nats, on average: against the target, and against who won alone."""
    by_target = by_won = 0.0
    for part in np.array_split(some, max(1, len(some) // 4096)):
        logs = np.log(chances_of(net.strengths(data.dense(part, scale), data.own[part])[1]) + 1e-6)
        by_target -= float((data.target[part] * logs).sum())
        by_won -= float((data.won[part] * logs).sum())
    return by_target / len(some), by_won / len(some)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A network, the scale of its features, and its course: by epoch the loss on fitted and on held-out games."""

    net: FloatNetwork
    scale: Floats
    course: tuple[tuple[float, float], ...]
    before: tuple[float, float]  # of held-out games, by the game's own opinion: against the target, and who won
    after: tuple[float, float]
    advised: bool  # whether the game's own opinion was among what it was fitted to


def fit(
    data: Positions,
    hidden: int,
    epochs: int = 8,
    seed: int = 1,
    decay: float = DECAY,
    note: Callable[[int, float, float], None] = lambda _epoch, _fitted, _held: None,
) -> Fitted:
    """The network of these positions; of all epochs the one with the least loss on the games held out."""
    rng, scale = np.random.default_rng(seed), data.spread()
    held = np.flatnonzero(data.game % HELD_OUT == HELD_OUT - 1)
    taken = np.flatnonzero(data.game % HELD_OUT != HELD_OUT - 1)
    net = FloatNetwork(
        rng.normal(0, 0.05, (data.width, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(data.width, np.float32),
        np.ones(1, np.float32),
    )
    names = [field.name for field in fields(FloatNetwork)]
    mean = {name: np.zeros_like(getattr(net, name)) for name in names}
    square = {name: np.zeros_like(getattr(net, name)) for name in names}
    before = loss(net, data, held, scale)
    best, least, course, steps = net, before[0], [], 0
    net.out_of = rng.normal(0, 0.05, hidden).astype(np.float32)
    for epoch in range(epochs):
        pace = PACE * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + PACE / 100
        order, total = rng.permutation(taken), 0.0
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            x = data.dense(some, scale)
            heard, strengths = net.strengths(x, data.own[some])
            chances = chances_of(strengths)
            total -= float((data.target[some] * np.log(chances + 1e-6)).sum())
            off = (chances - data.target[some]) / len(some)
            flat = off.reshape(-1)
            back = flat[:, None] * net.out_of * (heard > 0)
            slopes = {
                "into": x.T @ back,
                "bias": back.sum(axis=0),
                "out_of": heard.T @ flat,
                "straight": x.T @ flat,
                "share": np.array([(off * data.own[some]).sum()], np.float32),
            }
            steps += 1
            for name in names:
                slope, value = slopes[name], getattr(net, name)
                mean[name] += 0.1 * (slope - mean[name])
                square[name] += 0.001 * (slope * slope - square[name])
                far = mean[name] / (1 - 0.9**steps) / (np.sqrt(square[name] / (1 - 0.999**steps)) + 1e-8)
                shrink = 0 if name == "share" else decay
                setattr(net, name, np.asarray(value - pace * (far + shrink * value), np.float32))
        now = loss(net, data, held, scale)
        course.append((total / len(taken), now[0]))
        note(epoch + 1, *course[-1])
        if now[0] < least:
            best, least = FloatNetwork(*(getattr(net, name).copy() for name in names)), now[0]
    return Fitted(best, scale, tuple(course), before, loss(best, data, held, scale), bool(data.own.any()))


def to_whole(game: str, seats: int, fitted: Fitted) -> NetworkFile:
    """The network in whole numbers, each feature with a power of two that keeps its weights within 16 bits."""
    net, scale = fitted.net, fitted.scale
    louder = np.maximum(np.abs(net.out_of) / 4, 1)  # a hidden unit that counts more than 16 bits can say
    into = np.concatenate([net.into * louder, net.straight[:, None]], axis=1) / scale[:, None] * FINE
    exponents = np.maximum(np.ceil(np.log2(np.maximum(np.abs(into).max(axis=1), 1) / 32_000)), 0)
    powers = 2 ** exponents.astype(np.int64)
    return NetworkFile(
        game,
        seats,
        len(net.out_of),
        tuple(np.rint(into / powers[:, None]).astype(int).ravel().tolist()),
        tuple(powers.tolist()),
        (*np.rint(net.bias * louder * FINE).astype(int).tolist(), 0),
        tuple(np.rint(net.out_of / louder * OUT).astype(int).tolist()),
        round(float(net.share[0]) * OUT) if fitted.advised else 0,
    )
