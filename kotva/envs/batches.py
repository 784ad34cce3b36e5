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
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotva.engine.arrays import COMPILED
from kotva.engine.batch import SEED_STEP
from kotva.engine.batch import KernelBatch as Kernel
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.interface import Interface
from kotva.engine.observe import Tape
from kotva.envs.running_game import find, whole

_SEEDS = 2**40  # different ones
_MOST = 2**31 - 2**20  # numbers in an array of the kernel
_ARRAYS: dict[str, tuple[str, Any]] = {  # ours, and where the kernel has it
    "masks": ("mask", np.bool_),
    "actors": ("actor", np.int64),
    "sampled": ("sampled", np.int64),
    "places": ("reward", np.int64),
    "ends": ("done", np.uint8),
    "illegal": ("illegal", np.bool_),
}


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
        self.desk = desk = find(game, seats, options)  # what all games have in common
        self.n, self.seats, self.width, self.actions = counted(n, desk), desk.options.seats, desk.width, desk.actions
        self._kernel = kernel = Kernel(
            desk.game.rules.new(desk.options),
            desk.steps.dense,
            desk.observer,
            self._boards(),
            desk.width,
            self.n,
            whole("seed", seed) % _SEEDS + self._start * SEED_STEP,
            desk.game.rules.longest(desk.options) if limit is None else whole("limit", limit, 1),
            self._spare,
        )
        self._arrays: dict[str, NDArray[Any]] = {}
        kernel.begin(*self._settle())
        if COMPILED:
            self._tokens = _writable(kernel.tokens, np.int64)
            self._look(np.frombuffer)
        else:
            self._look(np.array)
        self._rewards = np.zeros((self.n, self.seats), np.float32)
        self._ended_last = 0  # how many games ended in the last step

    _start = 0  # the number of the first game, where others play those before
    _spare = 0  # by how much the kernel's arrays are longer than their rows

    def _settle(self) -> tuple[int, int]:
        """Where in the kernel's arrays the first row of observations and that of masks begin."""
        return 0, 0

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
        """Does nothing: a batch of several processes has the same method."""

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # -- stepping ----------------------------------------------------------------------------------------------------

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float32], NDArray[np.uint8]]:
        """One step of every game: observations, masks, rewards, ends."""
        ended = self._step(checked(actions, self.n))
        if ended or self._ended_last:
            self._ended_last = ended
            np.divide(self._arrays["places"], self.seats - 1, out=self._rewards, casting="unsafe")
        arrays = self._arrays
        return arrays["observations"], arrays["masks"], self._rewards, arrays["ends"]

    def _step(self, actions: NDArray[np.integer[Any]]) -> int:
        """How many games have ended."""
        if COMPILED:
            self._tokens[:] = actions
            return self._kernel.step()
        for i, token in enumerate(actions):
            self._kernel.tokens[i] = int(token)
        ended = self._kernel.step()
        self._look(np.array)
        return ended

    def _look(self, read: Callable[[Any, Any], NDArray[Any]]) -> None:
        """The kernel's arrays, not to be written to: views of its memory, or copies of lists where it is interpreted."""
        kernel = self._kernel
        arrays = {name: read(getattr(kernel, array), kind) for name, (array, kind) in _ARRAYS.items()}
        arrays["observations"] = read(kernel.tape.a, np.int16)
        for name, start, across in (
            ("observations", kernel.tape_at, self.width),
            ("masks", kernel.mask_at, self.actions),
            ("places", 0, self.seats),
        ):
            arrays[name] = arrays[name][start : start + self.n * across].reshape(self.n, across)
        for array in arrays.values():
            array.flags.writeable = False
        self._arrays = arrays

    def _boards(self) -> list[list[int]]:
        """The board as each seat sees it: the numbers that never change."""
        out = []
        for seat in range(self.seats):
            tape = Tape(self.desk.fixed)
            self.desk.observer.write_board(seat, tape)
            out.append([int(x) for x in tape.a])
        return out


def checked(actions: object, n: int) -> NDArray[np.integer[Any]]:
    """An action for each of n games, or KotvaError; whether they are open is another question."""
    out = np.asarray(actions)
    if out.dtype.kind not in "iu":
        raise KotvaError("Actions are whole numbers, not {kind}.", kind=out.dtype.name)
    if out.shape != (n,):
        raise KotvaError(
            "A step takes {n} actions, one for each game; these have the shape {shape}.", n=n, shape=out.shape
        )
    return out


def counted(n: object, desk: Interface) -> int:
    """A number of games that somebody gave, or KotvaError; the kernel finds its numbers by 32 bits."""
    number, most = whole("n", n, 1), _MOST // max(desk.width, desk.actions)
    if number > most:
        raise KotvaError("At most {most} games of this kind fit into one batch, not {n}.", most=most, n=number)
    return number


def _writable(array: Any, kind: type[np.generic]) -> NDArray[Any]:
    """A kernel's array as numpy sees it, without a copy and writable: it must not grow, and outlive what is returned."""
    read_only: NDArray[Any] = np.frombuffer(array, np.dtype(kind))
    address, size = read_only.__array_interface__["data"][0], read_only.nbytes
    memory = (ctypes.c_char * size).from_address(address)
    return np.frombuffer(memoryview(memory), np.dtype(kind))
