"""Try the orders in which things that wait can go on, instead of hoping that a test meets the bad one.

    def test_two_writers():
        async def scenario(): ...           # builds everything anew, runs it, asserts
        orders.explore(scenario)            # in all orders with at most two deviations from first come, first served

A loop of this module runs one waiting step at a time and asks which: the first, a later one, or a later one while those before it
wait until nothing else can go on. A thread that waits at a queue (`Worker`, `Queue`; `threads` puts them in place of those of the
standard library) is one more thing that can go on: it runs until it asks its queue again, and nothing else runs meanwhile. Time
stands still until nothing else can go on. So an order is a list of numbers, the same list gives the same run, and an order that
fails is told: `orders.run(scenario, [0, 2, 0, 1])`.
"""

from __future__ import annotations

import asyncio
import heapq
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Scenario = Callable[[], Awaitable[None]]
Choose = Callable[[int], int]  # of so many things that can be done next, which
_LONGEST = 20_000  # steps of one run: more is a loop without an end


class Stuck(AssertionError):
    """Something is waited for that never comes."""


class Loop(asyncio.SelectorEventLoop):
    """An event loop that takes one step at a time, and lets somebody choose which."""

    def __init__(self, choose: Choose) -> None:
        super().__init__()
        self._choose = choose
        self._seconds = 0.0
        self._steps = 0
        self._held: list[Any] = []
        self.workers: list[Worker] = []

    def time(self) -> float:
        return self._seconds

    def _run_once(self) -> None:
        inside: Any = self  # what asyncio keeps: handles that are ready, and those of a later time
        self._steps += 1
        if self._steps > _LONGEST:
            raise Stuck("this does not come to an end")
        ready: deque[Any] = inside._ready
        for handle in [handle for handle in ready if handle._cancelled]:
            ready.remove(handle)
        able = [worker for worker in self.workers if worker.is_able()]
        count = len(ready) + len(able)
        if not count and self._held:
            ready.extend(self._held)
            self._held.clear()
        elif not count:
            self._wait(inside)
        else:
            which = self._choose(2 * count - 1) if count > 1 else 0
            which, holds = (which, False) if which < count else (which - count + 1, True)
            if holds:  # whatever came before waits until nothing else can go on
                self._held += [ready.popleft() for _ in range(min(which, len(ready)))]
                which -= min(which, count - len(able))
            if which < len(ready):
                handle = ready[which]
                del ready[which]
                handle._run()
            else:
                able[which - len(ready)].step()

    def _wait(self, inside: Any) -> None:
        """Nothing can go on: time does."""
        while inside._scheduled:
            handle = heapq.heappop(inside._scheduled)
            handle._scheduled = False
            if not handle._cancelled:
                self._seconds = max(self._seconds, handle._when)
                inside._ready.append(handle)
                return
        if not inside._stopping:
            raise Stuck("nothing can go on, and something is still waited for")

    def _write_to_self(self) -> None:
        """Nobody sleeps here who would have to be woken up."""

    def run_in_executor(self, _executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """What a thread would do is done in one step, whenever it is chosen."""
        future: asyncio.Future[T] = self.create_future()

        def work() -> None:
            try:
                result = func(*args)
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(result)

        self.call_soon(work)
        return future


class Worker:
    """A thread that runs only when it is told to: from one question to its queue to the next."""

    def __init__(self, target: Callable[[], None], name: str = "", daemon: bool = True) -> None:
        self._target = target
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._able: Callable[[], bool] = lambda: True
        self.is_done = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=daemon)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        loop.workers.append(self)

    def start(self) -> None:
        self._thread.start()

    def is_able(self) -> bool:
        return not self.is_done and self._able()

    def step(self) -> None:
        """Let it run to its next question."""
        self._go.release()
        self._back.acquire()
        if self._error is not None:
            raise self._error

    def join(self) -> None:
        """Whoever joins runs nothing else meanwhile."""
        while not self.is_done:
            if not self._able():
                raise Stuck("a thread that is joined waits for ever")
            self.step()
        self._thread.join()

    def ask(self, able: Callable[[], bool]) -> None:
        """Called in the thread: wait to be chosen, which it can be as long as `able` says so."""
        self._able = able
        self._back.release()
        self._go.acquire()

    def _run(self) -> None:
        self._go.acquire()
        try:
            self._target()
        except BaseException as error:
            self._error = error
        self.is_done = True
        self._back.release()


class Queue(Generic[T]):
    """A queue between a loop and its workers: each question of a worker is a place where others may come before it."""

    def __init__(self) -> None:
        self._items: deque[T] = deque()

    def put(self, item: T) -> None:
        self._items.append(item)

    def get(self) -> T:
        self._asked(lambda: bool(self._items))
        return self._items.popleft()

    def empty(self) -> bool:
        self._asked(lambda: True)
        return not self._items

    def qsize(self) -> int:
        return len(self._items)

    def _asked(self, able: Callable[[], bool]) -> None:
        thread = threading.current_thread()
        for worker in _workers.get(thread, []):
            worker.ask(able)


_workers: dict[threading.Thread, list[Worker]] = {}


def threads() -> tuple[SimpleNamespace, SimpleNamespace]:
    """What to put in place of the modules `threading` and `queue` in a module whose threads are to be scheduled."""

    def make(target: Callable[[], None], name: str = "", daemon: bool = True) -> Worker:
        worker = Worker(target, name, daemon)
        _workers[worker._thread] = [worker]
        return worker

    return SimpleNamespace(Thread=make), SimpleNamespace(SimpleQueue=Queue)


def run(scenario: Scenario, order: Sequence[int]) -> tuple[list[int], list[int]]:
    """Run a scenario in an order, first come first served where it ends; what was chosen, and of how many each time."""
    taken: list[int] = []
    widths: list[int] = []

    def choose(count: int) -> int:
        which = order[len(taken)] if len(taken) < len(order) else 0
        taken.append(which)
        widths.append(count)
        return which

    loop = Loop(choose)
    try:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(_whole(scenario))
    except BaseException as error:
        error.add_note(f"in the order {taken}")
        raise
    finally:
        asyncio.set_event_loop(None)
        with suppress(Exception):
            loop.close()
    return taken, widths


async def _whole(scenario: Scenario) -> None:
    await scenario()


def explore(scenario: Scenario, deviations: int = 2, most: int = 5000) -> int:
    """Run a scenario in every order that leaves first come, first served at most so often; how many orders there are.

    Two deviations meet nearly all races of a few tasks, and their number grows with the square of the steps alone.
    """
    count, waiting = 0, [[0] * 0]
    while waiting:
        order = waiting.pop()
        taken, widths = run(scenario, order)
        count += 1
        if count > most:
            raise AssertionError(f"more than {most} orders: make the scenario smaller")
        if sum(which > 0 for which in order) >= deviations:
            continue
        for at in range(len(order), len(taken)):
            waiting += [[*taken[:at], which] for which in range(1, widths[at])]
    return count
