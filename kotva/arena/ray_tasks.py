"""A joblib backend for Ray: a part of the games is a Ray task, which Ray runs again elsewhere when its worker dies."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import ray
from joblib.parallel import ParallelBackendBase


class RayTasks(ParallelBackendBase):
    """A backend of joblib. (Ray's own knows only actors, and a dead one takes the whole computation with it.)"""

    supports_retrieve_callback = True
    supports_inner_max_num_threads = False

    def effective_n_jobs(self, n_jobs: int) -> int:
        cores = int(ray.cluster_resources().get("CPU", 1))
        return cores if n_jobs < 1 else n_jobs

    def configure(self, n_jobs: int = 1, parallel: Any = None, **_others: Any) -> int:
        self.parallel = parallel
        self._run = ray.remote(max_retries=5)(_call)
        return self.effective_n_jobs(n_jobs)

    def submit(self, func: Callable[[], Any], callback: Callable[[Future[Any]], None] | None = None) -> Future[Any]:
        future: Future[Any] = self._run.remote(func).future()
        if callback is not None:
            future.add_done_callback(callback)
        return future

    def retrieve_result_callback(self, out: Future[Any]) -> Any:
        return out.result()

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """What runs is left to end by itself."""


def _call(func: Callable[[], Any]) -> Any:
    return func()
