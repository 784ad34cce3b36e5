"""A small network that gives every seat a strength, fitted so that chances as the exponentials of strengths explain who won.

A row of features goes straight into the strength (`weights`) and into a few ears; what an ear hears above nothing goes into the
strength as well (`evaluation.values.strength` does the same sum in whole numbers). Adam on the likelihood of the winners, with
weights that decay a little; the same seed gives the same network, up to the last bits of a machine's sums.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rows = NDArray[np.float32]  # by position, seat and feature
Marks = NDArray[np.int64]

SEATS: Final = 4
EARS: Final = 16
EPOCHS: Final = 12
BATCH: Final = 1024
QUICK: Final = 3e-3  # how far a step goes at first; less and less until the end
DECAY: Final = 0.03
NOBODY: Final = np.float32(-1e9)


@dataclass(slots=True)
class Network:
    weights: Floats
    into: Floats  # by feature and ear
    bias: Floats
    out_of: Floats

    def hear(self, x: Rows) -> Rows:
        return np.asarray(np.maximum(x @ self.into + self.bias, 0))

    def chances(self, x: Rows, seats: Marks, heard: Rows | None = None) -> Floats:
        """Of every seat in every position; 0 where nobody sits."""
        heard = self.hear(x) if heard is None else heard
        u = np.where(present(seats), x @ self.weights + heard @ self.out_of, NOBODY)
        p = np.exp(u - u.max(axis=1, keepdims=True))
        return np.asarray(p / p.sum(axis=1, keepdims=True))

    def loss(self, x: Rows, won: Marks, seats: Marks) -> float:
        """In nats: how much the winners were a surprise, on average."""
        return float(-np.log(np.maximum(self.chances(x, seats)[np.arange(len(won)), won], 1e-9)).mean())

    def slope(self, x: Rows, won: Marks, seats: Marks) -> Network:
        """Of the loss, for each number of the network."""
        heard = self.hear(x)
        off = self.chances(x, seats, heard)
        off[np.arange(len(won)), won] -= 1
        off /= len(won)
        back = off[:, :, None] * self.out_of * (heard > 0)
        features, ears = self.into.shape
        return Network(
            np.einsum("ns,nsf->f", off, x),
            x.reshape(-1, features).T @ back.reshape(-1, ears),
            back.sum(axis=(0, 1)),
            np.einsum("ns,nsh->h", off, heard),
        )


def present(seats: Marks) -> NDArray[np.bool_]:
    """Where somebody sits, by position and seat."""
    return np.asarray(np.arange(SEATS)[None, :] < seats[:, None])


def fit(x: Rows, won: Marks, seats: Marks, seed: int = 0) -> Network:
    """The network of these positions."""
    scale = np.maximum(x[present(seats)].std(axis=0), 1e-2)
    z, chance = x / scale, np.random.default_rng(seed)
    net = Network(
        np.zeros(x.shape[2], np.float32),
        chance.normal(scale=0.15, size=(x.shape[2], EARS)).astype(np.float32),
        np.zeros(EARS, np.float32),
        chance.normal(scale=0.05, size=EARS).astype(np.float32),
    )
    names = [field.name for field in fields(Network)]
    mean = {name: np.zeros_like(getattr(net, name)) for name in names}
    square = {name: np.zeros_like(getattr(net, name)) for name in names}
    steps = 0
    for epoch in range(EPOCHS):
        pace = QUICK * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS)) + QUICK / 150
        order = chance.permutation(len(z))
        for start in range(0, len(z), BATCH):
            some = order[start : start + BATCH]
            slope = net.slope(z[some], won[some], seats[some])
            steps += 1
            for name in names:
                here, value = getattr(slope, name), getattr(net, name)
                mean[name] = 0.9 * mean[name] + 0.1 * here
                square[name] = 0.999 * square[name] + 0.001 * here * here
                far = mean[name] / (1 - 0.9**steps) / (np.sqrt(square[name] / (1 - 0.999**steps)) + 1e-8)
                setattr(net, name, np.asarray(value - pace * (far + DECAY * value), np.float32))
    return Network(net.weights / scale, net.into / scale[:, None], net.bias, net.out_of)
