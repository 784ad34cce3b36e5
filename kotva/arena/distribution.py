"""Share the games of a simulation out, through joblib: to processes here, or to a Ray or Dask cluster.

Rows do not depend on the worker. A worker that dies takes its unfinished part with it, and that part is played again.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from joblib import Parallel, delayed, parallel_config, register_parallel_backend
from joblib.externals.loky.process_executor import BrokenProcessPool

from kotva.arena.rows import GameRow
from kotva.arena.worker import Task, belong, play_part
from kotva.engine.errors import KotvaError
from kotva.extras import not_installed

BACKENDS: Final = ("local", "ray", "dask")
_TRIES = 5  # how often a part may lose its worker before the simulation gives up


def distribute(task: Task, numbers: Sequence[int], jobs: int, on: str, address: str | None) -> Iterator[list[GameRow]]:
    """Play these games; the rows of each part as soon as it is done, in any order."""
    everybody = on != "local" and jobs == 1
    size = max(1, min(500, len(numbers) // (256 if everybody else jobs * 8)))
    parts = [task.part(tuple(numbers[i : i + size])) for i in range(0, len(numbers), size)]
    return play_parts(parts, jobs, on, address)


def play_parts(
    parts: Sequence[Task], jobs: int, on: str = "local", address: str | None = None
) -> Iterator[list[GameRow]]:
    """Play the games of these tasks, no two of which have a number in common; rows as they come, task by task."""
    if on != "local" and jobs == 1:
        jobs = -1  # joblib: as many as there are; one alone it would run here
    with _backend(on, address) as backend:
        left = {part.numbers: part for part in parts}
        tries = 0
        while left:
            before = len(left)
            try:
                for rows in _run(list(left.values()), jobs, backend):
                    del left[tuple(row.number for row in rows)]
                    yield rows
            except _LOST as error:
                tries = 0 if len(left) < before else tries + 1
                if tries == _TRIES:
                    raise _gone() from error
            except Exception as error:
                if type(error).__name__ in _GIVEN_UP:
                    raise _gone() from error
                raise


_LOST: tuple[type[BaseException], ...] = (BrokenProcessPool,)
_GIVEN_UP = frozenset(
    {"KilledWorker", "WorkerCrashedError", "OutOfMemoryError"}
)  # Dask and Ray have tried again already


def _gone() -> KotvaError:
    return KotvaError("Workers died {n} times in a row without finishing a game.", n=_TRIES)


def _run(parts: list[Task], jobs: int, backend: dict[str, Any]) -> Iterator[list[GameRow]]:
    """All parts; joblib hands the results out as they come."""
    with parallel_config(**backend):
        run = Parallel(n_jobs=jobs, batch_size=1, pre_dispatch="2*n_jobs", return_as="generator_unordered")
        done = run(delayed(play_part)(part) for part in parts)
    try:
        yield from done
    finally:
        done.close()  # after Ctrl-C too: joblib ends the workers with the games under way


@contextmanager
def _backend(on: str, address: str | None) -> Iterator[dict[str, Any]]:
    """What joblib needs to know of where the games are played."""
    with ExitStack() as stack:
        if on == "local":
            yield {"backend": "loky", "initializer": belong, "initargs": (os.getpid(),)}
        elif on == "dask":
            yield stack.enter_context(_dask(address))
        elif on == "ray":
            yield stack.enter_context(_ray(address))
        else:
            raise KotvaError("Games can run on: {names}; not on {on!r}.", names=", ".join(BACKENDS), on=on)


@contextmanager
def _dask(address: str | None) -> Iterator[dict[str, Any]]:
    """A Dask cluster that runs at an address, or one of two processes here."""
    try:
        from distributed import Client
    except ImportError as error:
        raise not_installed("--on dask", error) from None
    try:
        given = {"address": address, "timeout": 20} if address else {"n_workers": 2, "threads_per_worker": 1}
        client = Client(**given)
    except (OSError, TimeoutError, ValueError) as error:
        raise KotvaError("There is no Dask cluster at {address}: {error}.", address=address, error=error) from None
    with client:
        yield {"backend": "dask", "scheduler_host": client.scheduler.address}


@contextmanager
def _ray(address: str | None) -> Iterator[dict[str, Any]]:
    """A Ray cluster that runs at an address, or one started here."""
    os.environ.setdefault(
        "RAY_raylet_start_wait_time_s", "600"
    )  # read when Ray is imported; a busy machine needs minutes
    try:
        import ray
    except ImportError as error:
        raise not_installed("--on ray", error) from None
    from kotva.arena.ray_tasks import RayTasks

    started = not ray.is_initialized()
    if started:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
        here: dict[str, Any] = {} if address else {"include_dashboard": False}
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **here)
        except Exception as error:  # Ray raises this one itself where it does not start in time
            raise KotvaError("There is no Ray cluster at {address}: {error}.", address=address, error=error) from None
    register_parallel_backend("kotva_ray", RayTasks)
    try:
        yield {"backend": "kotva_ray"}
    finally:
        if started:
            ray.shutdown()
