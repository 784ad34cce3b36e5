"""A process that does one piece of work at a time: it gives way to the server, ends with it, and its memory has a limit."""

from __future__ import annotations

import multiprocessing
import os
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from kotva.bots.workers import Workers
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_


class WorkFailed(Exception):
    """Something failed in a process: the trace of it."""


class WorkTooLarge(KotvaError):
    """A result that is larger than its kind may have."""


def start(back: int, memory: int) -> Workers:
    """A fresh process; nothing of the server is in it."""
    return Workers(1, _Begin(back, memory))


class _Begin:
    """What a process does first. (A closure could not be sent there.)"""

    def __init__(self, back: int, memory: int) -> None:
        self._back = back
        self._memory = memory

    def __call__(self) -> None:
        if hasattr(os, "nice"):  # not on Windows
            os.nice(self._back)
        _bound(self._memory)
        threading.Thread(target=_leave_with_parent, daemon=True).start()


def _bound(megabytes: int) -> None:
    """What wants more memory fails with a MemoryError; the machine and the others on it do not."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most = megabytes << 20
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or most <= hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _leave_with_parent() -> None:
    """A server that is killed cannot tell its processes; they notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


@dataclass(frozen=True, slots=True)
class Failure:
    """An error on its way: a process is not lost by one that cannot be sent as it is."""

    error: KotvaError | None  # one that people can be told
    trace: str = ""  # of any other

    def raised(self) -> Exception:
        return self.error if self.error is not None else WorkFailed(self.trace)


def bounded(call: Callable[[], Any], output: int) -> Any:
    """The result of a call, or its Failure (runs in the process)."""
    try:
        result = call()
        size = len(result) if isinstance(result, bytes | str) else 0
        if size > output:
            raise WorkTooLarge(
                N_("This is too large to be made: {size} bytes, and {most} are allowed."), size=size, most=output
            )
    except KotvaError as error:
        return Failure(error)
    except MemoryError:
        return Failure(None, "no memory is left")
    except Exception:
        return Failure(None, traceback.format_exc())
    return result
