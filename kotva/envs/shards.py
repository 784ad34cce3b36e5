"""A batch shared out to processes: each steps its part of the games, and writes what is seen into memory that all share.

    with batch("bosman", n=4096, seats=4, processes=2) as games:
        games.step(games.sampled)

It looks like `Batch` and plays the same games for the same actions; what random players would do (`sampled`) differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotva import games as registry
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.envs.many import Batch, checked
from kotva.envs.seated import find, whole

_SEED_STEP = 1_000_003  # between the games of a batch, as the kernel has it
_KINDS: dict[str, Any] = {
    "observations": np.int16,
    "masks": np.bool_,
    "rewards": np.float32,
    "ends": np.uint8,
    "actors": np.int64,
    "illegal": np.bool_,
    "sampled": np.int64,
    "tokens": np.int64,
}


class Shards:
    """n games in several processes."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        limit: int | None = None,
        processes: int = 2,
    ) -> None:
        if whole("n", n, 1) < processes:
            raise KotvaError("{n} games are too few for {processes} processes.", n=n, processes=processes)
        self.desk = desk = find(game, seats, options)
        self.n, self.seats, self.width, self.actions = n, desk.options.seats, desk.width, desk.actions
        self._memory: list[SharedMemory] = []
        self._lines: list[Connection] = []
        self._processes: list[Any] = []
        shapes = _shapes(n, self.width, self.actions, self.seats)
        self._arrays = {name: self._share(name, shape) for name, shape in shapes.items()}
        names = {name: memory.name for name, memory in zip(shapes, self._memory, strict=True)}
        source = registry.source(desk.game.id)
        cuts = [n * i // processes for i in range(processes + 1)]
        context = get_context("spawn")
        for start, end in zip(cuts, cuts[1:]):  # noqa: RUF007 - pairs of cuts
            here, there = context.Pipe()
            given = (desk.game.id, source, self.seats, dict(options or {}), seed, limit, n, start, end, names)
            process = context.Process(target=_serve, args=(there, *given), daemon=True)
            process.start()
            there.close()
            self._lines.append(here)
            self._processes.append(process)
        self._wait()

    def _share(self, name: str, shape: tuple[int, ...]) -> NDArray[Any]:
        kind = np.dtype(_KINDS[name])
        memory = SharedMemory(create=True, size=max(1, int(np.prod(shape)) * kind.itemsize))
        self._memory.append(memory)
        return np.ndarray(shape, kind, memory.buf)

    def __getattr__(self, name: str) -> NDArray[Any]:
        arrays = self.__dict__.get("_arrays", {})
        if name not in arrays:
            raise AttributeError(name)
        found: NDArray[Any] = arrays[name]
        return found

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float32], NDArray[np.uint8]]:
        """One step of every game: observations, masks, rewards, ends."""
        arrays = self._arrays
        arrays["tokens"][:] = checked(actions, self.n)
        for line in self._lines:
            line.send_bytes(b"step")
        self._wait()
        return arrays["observations"], arrays["masks"], arrays["rewards"], arrays["ends"]

    def _wait(self) -> None:
        for line in self._lines:
            try:
                line.recv_bytes()
            except EOFError:
                self.close()
                raise KotvaError("A process of the batch has ended.") from None

    def close(self) -> None:
        """End the processes and give the memory back."""
        for line in self._lines:
            line.close()
        for process in self._processes:
            process.join(5)
            if process.is_alive():
                process.terminate()
        self._arrays = {}
        for memory in self._memory:
            memory.close()
            memory.unlink()
        self._lines, self._processes, self._memory = [], [], []

    def __enter__(self) -> Shards:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _shapes(n: int, width: int, actions: int, seats: int) -> dict[str, tuple[int, ...]]:
    wide = {"observations": (n, width), "masks": (n, actions), "rewards": (n, seats)}
    return {name: wide.get(name, (n,)) for name in _KINDS}


def _serve(
    line: Connection,
    game: str,
    source: Any,
    seats: int,
    options: dict[str, object],
    seed: int,
    limit: int | None,
    n: int,
    start: int,
    end: int,
    names: dict[str, str],
) -> None:
    """What a process does until the line is closed."""
    if source is not None:
        registry.load_file(source)
    batch = Batch(game, end - start, seats, options, seed + start * _SEED_STEP, limit)
    memory = {name: SharedMemory(name=shared) for name, shared in names.items()}
    shapes = _shapes(n, batch.width, batch.actions, batch.seats)
    arrays = {name: np.ndarray(shapes[name], _KINDS[name], memory[name].buf)[start:end] for name in names}
    told = [name for name in names if name != "tokens"]
    try:
        while True:
            for name in told:
                arrays[name][:] = getattr(batch, name)
            line.send_bytes(b"done")
            line.recv_bytes()
            batch.step(arrays["tokens"])
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        arrays.clear()
        for shared in memory.values():
            shared.close()
