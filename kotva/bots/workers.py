"""Processes for bots that think. Ctrl-C reaches every process of a terminal; these leave the answer to their parent."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any


class Workers(ProcessPoolExecutor):
    """A pool of fresh processes that no Ctrl-C interrupts, not even while they start."""

    def __init__(self, count: int, initializer: Callable[[], None] | None = None) -> None:
        super().__init__(count, mp_context=multiprocessing.get_context("spawn"), initializer=initializer)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Processes are started here, by need; they inherit what is blocked."""
        if not hasattr(signal, "pthread_sigmask"):  # Windows has no such inheritance, and no such trouble
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    @property
    def is_broken(self) -> bool:
        """Whether a process was lost: nothing can be submitted any more."""
        return bool(self._broken)

    def drop(self) -> None:
        """End now, whatever is under way."""
        for process in list((self._processes or {}).values()):
            process.terminate()
        self.shutdown(wait=False, cancel_futures=True)
