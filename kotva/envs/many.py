"""Many games at once, as numpy arrays that are views of the kernel's memory: no Python object comes or goes in a step.

    games = batch("bosman", n=1024, seats=4)
    while training:
        actions = policy(games.observations, games.masks)       # one token for each game
        observations, masks, rewards, ends = games.step(actions)

The arrays are written anew by every step; copy what you keep. `rewards` and `ends` tell of games that ended in this step; the
observations beside them are already those of the games that began in their places.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotva.engine.arrays import COMPILED
from kotva.engine.batch import Batch as Kernel
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.observe import Tape
from kotva.envs.seated import find

_CHUNK = 64  # games that are stepped and written while they are in the cache


class Batch:
    """n games. `observations` (n, width) are what the seats in `actors` see; `masks` (n, actions) what they can choose."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        limit: int | None = None,
    ) -> None:
        if n < 1:
            raise KotvaError("A batch has at least one game.")
        self.desk = desk = find(game, seats, options)
        self.n, self.seats, self.width, self.actions = n, desk.options.seats, desk.width, desk.actions
        most = desk.game.longest(desk.options)
        first = desk.game.new(desk.options)
        dense, observer = desk.steps.dense, desk.observer
        self._kernel = Kernel(
            first, dense, observer, desk.fixed, desk.width, n, seed % 2**40, most if limit is None else limit
        )
        self._boards = self._write_boards()
        kernel = self._kernel
        if COMPILED:
            self._arrays: dict[str, NDArray[Any]] = {
                "observations": _view(kernel.tape.a, np.int16).reshape(n, self.width),
                "masks": _view(kernel.mask, np.bool_).reshape(n, self.actions),
                "tokens": _view(kernel.tokens, np.int64),
                "actors": _view(kernel.actor, np.int64),
                "sampled": _view(kernel.sampled, np.int64),
                "places": _view(kernel.reward, np.int64).reshape(n, self.seats),
                "ends": _view(kernel.done, np.uint8),
                "illegal": _view(kernel.illegal, np.bool_),
                "changed": _view(kernel.changed, np.bool_),
            }
        self._rewards = np.zeros((n, self.seats), np.float32)
        self._write(0, n)
        self._copy()

    # -- what there is to see ----------------------------------------------------------------------------------------

    @property
    def observations(self) -> NDArray[np.int16]:
        return self._arrays["observations"]

    @property
    def masks(self) -> NDArray[np.bool_]:
        return self._arrays["masks"]

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat that is to act in each game."""
        return self._arrays["actors"]

    @property
    def rewards(self) -> NDArray[np.float32]:
        """By game and seat, in games that have just ended: the share of others placed behind minus that placed ahead."""
        return self._rewards

    @property
    def ends(self) -> NDArray[np.uint8]:
        """1: the game ended in this step; 2: it was cut off at the limit; a new one has begun in its place."""
        return self._arrays["ends"]

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """Games whose last action was not open: it was not played, and everything is as before."""
        return self._arrays["illegal"]

    @property
    def sampled(self) -> NDArray[np.int64]:
        """A step for each game towards a legal action drawn at random: what a random player does."""
        return self._arrays["sampled"]

    @property
    def games(self) -> int:
        """How many games have ended."""
        return int(self._kernel.games)

    def close(self) -> None:
        """There is nothing to close: for whoever uses a batch of several processes as well."""

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # -- stepping ----------------------------------------------------------------------------------------------------

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float32], NDArray[np.uint8]]:
        """One step of every game: observations, masks, rewards, ends."""
        if np.shape(actions) != (self.n,):
            raise KotvaError(
                "A step takes {n} actions, one for each game; these have the shape {shape}.",
                n=self.n,
                shape=np.shape(actions),
            )
        if COMPILED:
            self._arrays["tokens"][:] = actions
        else:
            for i, token in enumerate(actions):
                self._kernel.tokens[i] = int(token)
        for start in range(0, self.n, _CHUNK):
            end = min(start + _CHUNK, self.n)
            self._kernel.play(start, end)
            self._write(start, end)
        self._copy()
        return self.observations, self.masks, self._rewards, self.ends

    def _write(self, start: int, end: int) -> None:
        """Clear the rows and have them written anew."""
        fixed = self.desk.fixed
        if not COMPILED:
            self._kernel.clear(start, end)
            self._kernel.write(start, end)
            return
        changed = self._arrays["changed"][start:end]
        rows = self.observations[start:end]
        self.masks[start:end] = False
        if changed.all():
            rows[:, fixed:] = 0
        else:
            rows[changed, fixed:] = 0
        if fixed:
            rows[:, :fixed] = self._boards[self.actors[start:end]]
        self._kernel.write(start, end)

    def _copy(self) -> None:
        if not COMPILED:
            self._copy_lists()
        if self.ends.any():
            np.divide(self._arrays["places"], self.seats - 1, out=self._rewards, casting="unsafe")
        else:
            self._rewards.fill(0)

    def _copy_lists(self) -> None:
        """Interpreted, the kernel's arrays are lists, and numpy gets copies of them."""
        kernel, n = self._kernel, self.n
        self._arrays = {
            "observations": np.array(kernel.tape.a, np.int16).reshape(n, self.width),
            "masks": np.array(kernel.mask, np.bool_).reshape(n, self.actions),
            "actors": np.array(kernel.actor, np.int64),
            "sampled": np.array(kernel.sampled, np.int64),
            "places": np.array(kernel.reward, np.int64).reshape(n, self.seats),
            "ends": np.array(kernel.done, np.uint8),
            "illegal": np.array(kernel.illegal, np.bool_),
        }
        self.observations[:, : self.desk.fixed] = self._boards[self.actors]

    def _write_boards(self) -> NDArray[np.int16]:
        """The board as each seat sees it."""
        out = np.zeros((self.seats, self.desk.fixed), np.int16)
        for seat in range(self.seats):
            tape = Tape(self.desk.fixed)
            self.desk.observer.write_board(seat, tape)
            out[seat] = [int(x) for x in tape.a]
        return out


def _view(array: Any, kind: type[np.generic]) -> NDArray[Any]:
    """A kernel's array as numpy sees it, writable, without a copy. The array must not grow, and outlives the view."""
    read_only: NDArray[Any] = np.frombuffer(array, np.dtype(kind))
    address, size = read_only.__array_interface__["data"][0], read_only.nbytes
    memory = (ctypes.c_char * size).from_address(address)
    return np.frombuffer(memoryview(memory), np.dtype(kind))
