"""Learn Ferry by playing against oneself, in the manner of CleanRL: one file, numpy alone, minutes on one core.

    python docs/examples/train_ferry.py [UPDATES]

A policy with one hidden layer plays both seats of many games at once (`kotva.envs.batch`) and is moved towards what won:
REINFORCE with a running mean as its baseline and a little entropy. At the end it plays against random players.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import numpy as np

from kotva import envs, games

GAME = games.load_file(Path(__file__).with_name("ferry.py"))[0]
SEATS, GAMES, HIDDEN, RATE, ENTROPY = 2, 256, 64, 3e-3, 0.01


class Policy:
    """Two layers of weights, and Adam's memory of their gradients."""

    def __init__(self, width: int, actions: int, rng: np.random.Generator) -> None:
        self.weights = [rng.normal(0, width**-0.5, (width, HIDDEN)), np.zeros(HIDDEN)]
        self.weights += [rng.normal(0, 0.01, (HIDDEN, actions)), np.zeros(actions)]
        self.memory = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The hidden layer, and how likely each open action is."""
        hidden = np.tanh(seen @ self.weights[0] + self.weights[1])
        scores = np.where(masks, hidden @ self.weights[2] + self.weights[3], -1e9)
        odds = np.exp(scores - scores.max(1, keepdims=True)) * masks
        return hidden, odds / odds.sum(1, keepdims=True)

    def learn(self, seen: np.ndarray, masks: np.ndarray, actions: np.ndarray, gains: np.ndarray) -> None:
        """One step of Adam up the gradient of the expected gain."""
        hidden, chances = self.chances(seen, masks)
        slope = -chances * gains[:, None]
        slope[np.arange(len(actions)), actions] += gains
        logs = np.log(chances + 1e-9)
        slope -= ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
        back = slope @ self.weights[2].T * (1 - hidden**2)
        self.steps += 1
        for i, gradient in enumerate((seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0))):
            mean, square = self.memory[i]
            mean += 0.1 * (gradient / len(actions) - mean)
            square += 0.001 * ((gradient / len(actions)) ** 2 - square)
            scale = (square / (1 - 0.999**self.steps)) ** 0.5 + 1e-8
            self.weights[i] += RATE * mean / (1 - 0.9**self.steps) / scale


def draw(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each row, as likely as it says."""
    picked = (chances.cumsum(1) > rng.random((len(chances), 1))).argmax(1)
    open_too = np.take_along_axis(chances, picked[:, None], 1)[:, 0] > 0
    out: np.ndarray = np.where(open_too, picked, chances.argmax(1))
    return out


def scaled(seen: np.ndarray) -> np.ndarray:
    out: np.ndarray = seen.astype(np.float64) / 4
    return out


def train(updates: int, seed: int = 1) -> Policy:
    """Self-play until so many updates are made; the same seed learns the same."""
    rng = np.random.default_rng(seed)
    batch = envs.batch(GAME, GAMES, seats=SEATS, seed=seed)
    policy = Policy(batch.width, batch.actions, rng)
    history: list[list[tuple[np.ndarray, np.ndarray, int, int]]] = [[] for _ in range(GAMES)]
    done: list[tuple[np.ndarray, np.ndarray, int, float]] = []
    start, played = perf_counter(), 0
    while policy.steps < updates:
        seen, masks, actors = scaled(batch.observations), batch.masks.copy(), batch.actors.copy()
        actions = draw(policy.chances(seen, masks)[1], rng)
        _, _, rewards, ends = batch.step(actions)
        for i in range(GAMES):
            history[i].append((seen[i], masks[i], int(actions[i]), int(actors[i])))
        for i in np.flatnonzero(ends).tolist():
            done += [(o, m, a, float(rewards[i, who])) for o, m, a, who in history[i]]
            history[i].clear()
            played += 1
        if len(done) > 4096:
            gains = np.array([gain for _, _, _, gain in done])
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            policy.learn(
                np.array([o for o, _, _, _ in done]),
                np.array([m for _, m, _, _ in done]),
                np.array([a for _, _, a, _ in done]),
                gains,
            )
            done.clear()
    print(f"{played} games, {policy.steps} updates, {perf_counter() - start:.0f} s")
    return policy


def against_random(policy: Policy, wanted: int = 400) -> float:
    """The mean reward of the policy in seat 0 and in seat 1 against a random player; 0 is even."""
    total, played, rng = 0.0, 0, np.random.default_rng(7)
    batch = envs.batch(GAME, 64, seats=SEATS, seed=99)
    mine = np.arange(64) % SEATS
    while played < wanted:
        chosen = draw(policy.chances(scaled(batch.observations), batch.masks)[1], rng)
        actions = np.where(batch.actors == mine, chosen, batch.sampled)
        _, _, rewards, ends = batch.step(actions)
        for i in np.flatnonzero(ends).tolist():
            total, played = total + float(rewards[i, mine[i]]), played + 1
    return total / played


if __name__ == "__main__":
    learned = train(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
    print(f"mean reward against random: {against_random(learned):+.2f} (even is 0, always winning is 1)")
