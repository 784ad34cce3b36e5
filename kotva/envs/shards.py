"""A batch shared out to processes: each steps its part of the games, and its kernel writes into memory that all share.

    with batch("bosman", n=1024, seats=4, processes=2) as games:
        games.step(games.sampled)

It looks like `Batch` and plays the same games for the same actions; what random players would do (`sampled`) differs. One of the
processes is the one that calls: while the others work it steps its own part, instead of waiting.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotva import games as registry
from kotva.engine.arrays import COMPILED
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.envs.batches import Batch, checked, counted
from kotva.envs.running_game import find
from kotva.envs.shared_memory import SPARE, Block, Laid, new_file, size_of

_DONE, _FAILED = b".", b"!"
_PATIENCE = 1e-4  # seconds that a process asks again and again before it sleeps: to be woken takes about as long
_START = (
    "import pickle, socket, sys; line = socket.socket(fileno={line}); path, job = pickle.load(line.makefile('rb')); "
    "sys.path[:] = path; from kotva.envs.shards import serve; serve(line, job)"
)


Shapes = dict[str, tuple[tuple[int, ...], Any]]


@dataclass(frozen=True)
class Job:
    """What a process needs to know to play the games from `start` to `end`."""

    game: str
    source: Path | None
    seats: int
    options: dict[str, object]
    seed: int
    limit: int | None
    number: int  # of the process
    start: int
    end: int
    fd: int
    shapes: Shapes
    patience: float


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
        self.desk = desk = find(game, seats, options)
        self.n, self.seats, self.width, self.actions = counted(n, desk), desk.options.seats, desk.width, desk.actions
        if self.n < processes:
            raise KotvaError("{n} games are too few for {processes} processes.", n=n, processes=processes)
        if registry.load(desk.game.id) is not desk.game:
            raise KotvaError(
                "Other processes find a game by its id, and {game} is another one there: register it (games.load_file).",
                game=desk.game.id,
            )
        cuts = [self.n * i // processes for i in range(processes + 1)]
        shapes = _shapes(self.n, self.width, self.actions, self.seats, processes)
        fd = new_file(size_of(shapes))
        rest = (desk.game.id, registry.source(desk.game.id), self.seats, dict(options or {}), seed, limit)
        last = (fd, shapes, _patience(processes))
        jobs = [Job(*rest, i, cuts[i], cuts[i + 1], *last) for i in range(processes)]
        self._others: list[Worker] = []
        ends: list[Callable[[], None]] = []  # what is to be done at the end, whatever has been begun
        self._end = weakref.finalize(self, _end, ends)
        try:
            for job in jobs[1:]:
                self._others.append(Worker(job))
                ends.append(self._others[-1].end)
            self._own = Shard(jobs[0])
            ends.append(self._own.lift)
            for other in self._others:
                other.wait()
            self._arrays = Block(fd, shapes).arrays
        except BaseException:
            self.close()
            raise
        finally:
            os.close(fd)
        self._tokens, self._counts = self._arrays.pop("tokens"), self._arrays.pop("counts")
        for array in self._arrays.values():
            array.flags.writeable = False

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
        given, arrays = checked(actions, self.n), self._arrays
        if not self._end.alive:
            raise KotvaError("The batch has been closed.")
        for other in self._others:
            other.wait()  # nothing, unless the step before was interrupted
        self._tokens[:] = given
        for other in self._others:
            other.go()
        self._own.step_shared()
        for other in self._others:
            other.wait()
        return arrays["observations"], arrays["masks"], arrays["rewards"], arrays["ends"]

    @property
    def games(self) -> int:
        """How many games have ended."""
        return int(self._counts.sum())

    def close(self) -> None:
        """End the other processes. What the arrays say stays readable."""
        self._end()

    def __enter__(self) -> Shards:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class Shard(Batch):
    """Some of the games, stepped by this process; they are seen in the memory that all share."""

    def __init__(self, job: Job) -> None:
        if job.source is not None and job.game not in registry.ids():
            registry.load_file(job.source)
        block = Block(job.fd, job.shapes)
        self._job, self._offsets = job, block.offsets
        self._laid: list[Laid] = []
        self._count = block.arrays.pop("counts")[job.number :]
        self._out = {name: array[job.start : job.end] for name, array in block.arrays.items()}
        self._start = job.start
        super().__init__(job.game, job.end - job.start, job.seats, job.options, job.seed, job.limit)
        self._publish()

    _spare = SPARE if COMPILED else 0

    def _settle(self) -> tuple[int, int]:
        if not COMPILED:
            return 0, 0
        kernel, job = self._kernel, self._job
        for name, array, across in (
            ("observations", kernel.tape.a, 2 * self.width),
            ("masks", kernel.mask, self.actions),
        ):
            offset = self._offsets[name] + job.start * across
            self._laid.append(Laid(array, job.shapes[name][1], job.fd, offset, self.n * across))
        tape, mask = self._laid
        return tape.first, mask.first

    def lift(self) -> None:
        """After the last step."""
        while self._laid:
            self._laid.pop().lift()

    def step_shared(self) -> None:
        """A step with the actions that lie in the memory that all share."""
        self.step(self._out["tokens"])
        self._publish()

    def _publish(self) -> None:
        """Write what the kernel has not: numbers for each game; interpreted, all."""
        self._count[0] = self.games
        for name, array in self._out.items():
            if name != "tokens" and not (COMPILED and name in ("observations", "masks")):
                array[:] = getattr(self, name)


class Worker:
    """Another process with some of the games, and the line to it. It ends when either side closes the line."""

    def __init__(self, job: Job) -> None:
        self._line, there = socket.socketpair()
        with there:
            command = [sys.executable, "-c", _START.format(line=there.fileno())]
            self._process = subprocess.Popen(command, pass_fds=(there.fileno(), job.fd), stdin=subprocess.DEVNULL)
        self._busy = True  # it says when it is ready
        self._patience = job.patience
        with suppress(OSError):  # if it has ended already, that is heard in `wait`
            self._line.sendall(pickle.dumps((sys.path, job)))

    def go(self) -> None:
        self._busy = True
        with suppress(OSError):  # if it has ended, that is heard in `wait`
            self._line.send(_DONE)

    def wait(self) -> None:
        """Until it is done with what it was told."""
        if not self._busy:
            return
        said = receive(self._line, self._patience)
        if said == _FAILED:
            with self._line.makefile("rb") as rest:
                raise KotvaError("A process of the batch has failed: {error}", error=rest.read().decode())
        if not said:
            raise KotvaError("A process of the batch has ended.")
        self._busy = False

    def end(self) -> None:
        self._line.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _end(ends: list[Callable[[], None]]) -> None:
    for end in ends:
        end()


def _patience(processes: int) -> float:
    """Asking again and again takes a core: only where every process has one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return _PATIENCE if cores >= processes else 0


def receive(line: socket.socket, patience: float) -> bytes:
    """A byte from a line, nothing when it is closed at the other end."""
    until = perf_counter() + patience
    while True:
        try:
            return line.recv(1, socket.MSG_DONTWAIT)
        except BlockingIOError:
            if perf_counter() >= until:
                select([line], [], [])
        except ConnectionError:
            return b""


def serve(line: socket.socket, job: Job) -> None:
    """What another process does until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that calls
    with line, suppress(ConnectionError), ExitStack() as stack:
        try:
            shard = Shard(job)
            stack.callback(shard.lift)
            line.send(_DONE)
            while receive(line, job.patience):
                shard.step_shared()
                line.send(_DONE)
        except ConnectionError:
            raise
        except Exception as error:
            line.sendall(_FAILED + _words(error).encode())


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, KotvaError) else repr(error)


def _shapes(n: int, width: int, actions: int, seats: int, processes: int) -> Shapes:
    return {
        "observations": ((n, width), np.int16),
        "masks": ((n, actions), np.bool_),
        "rewards": ((n, seats), np.float32),
        "ends": ((n,), np.uint8),
        "actors": ((n,), np.int64),
        "illegal": ((n,), np.bool_),
        "sampled": ((n,), np.int64),
        "tokens": ((n,), np.int64),
        "counts": ((processes,), np.int64),
    }
