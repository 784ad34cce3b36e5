"""The service: takes work, keeps it in order, has it done, and answers the callers.

    service = WorkService(Limits())
    text = await service.do(HINT, functools.partial(hints, record, seat), Owner("ada", "203.0.113.7"), place="table-1")

Equal work (the same kind and key) is done once for all who ask. Work of one place goes to one process, which remembers the place.
Work that nobody waits for any more is not begun; what cannot be waited for (`seconds` of its kind) ends with its process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from kotva.bots.workers import Workers
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.jobs import processes
from kotva.server.jobs.fair import FairQueue
from kotva.server.jobs.kept import Kept
from kotva.server.jobs.limits import DEMO, Limits, Pool, WorkKind
from kotva.server.jobs.processes import Failure, WorkFailed

_LOG = logging.getLogger("kotva.server")
_REMEMBERED = 5000  # places whose process is known
_DAY = 86_400.0
_SHARES = 5  # persons' shares of a day that one address has
_PATIENT = 24  # of one address that wait until they may ask
_AGAIN = 0.1  # seconds until they look again
_USUAL = 0.1  # seconds that work of a kind takes, before any was done


class Busy(KotvaError):
    """Somebody has asked for more than one may have; `wait` seconds are a good time until the next try."""


class TookTooLong(KotvaError):
    """Work that was ended because it went on and on."""


class Closing(KotvaError):
    """Work that is not done because the node ends."""

    def __init__(self) -> None:
        super().__init__(N_("This server is about to end: ask again in a moment."))


@dataclass(frozen=True, slots=True)
class Owner:
    """For whom work is done; an empty address: it is not known, or this machine."""

    person: str = ""
    address: str = ""

    @property
    def group(self) -> str:
        """Who shares with whom: those at one address; where none is known each person is alone."""
        return self.address or f"person:{self.person}"


@dataclass(slots=True, eq=False)
class _WorkJob:
    kind: str
    limit: WorkKind
    call: Callable[[], Any]
    owner: Owner
    key: str | None
    worker: _Worker
    result: asyncio.Future[Any]
    keep: float = 0.0  # seconds for which its result is kept
    waiting: int = 0  # callers
    begun: float | None = None  # when it was begun


class _Worker:
    """A process and what waits for it."""

    def __init__(self, service: WorkService, pool: Pool) -> None:
        self._service = service
        self._pool = pool
        self._process: Workers | None = None
        self.queue: FairQueue[_WorkJob] = FairQueue()
        self.running: _WorkJob | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def load(self) -> int:
        return len(self.queue) + (self.running is not None)

    def process(self) -> Workers:
        if self._process is None or self._process.is_broken:
            self._process = processes.start(self._pool.back, self._pool.memory)
        return self._process

    def next(self) -> None:
        """Begin what is next, if nothing is under way."""
        if self.running is None and (job := self.queue.pop()) is not None:
            self.running, job.begun = job, time.monotonic()
            self._task = asyncio.get_running_loop().create_task(self._run(job))

    async def _run(self, job: _WorkJob) -> None:
        loop, begun = asyncio.get_running_loop(), time.monotonic()
        guess = self._service.usual(job.kind)
        self.queue.charge(job.owner.group, job.owner.person, guess)
        try:
            async with asyncio.timeout(job.limit.seconds):
                found = await loop.run_in_executor(self.process(), processes.bounded, job.call, job.limit.output)
            self._service.finish(job, found)
        except TimeoutError:
            self.end_process()
            self._service.finish(
                job,
                TookTooLong(N_("This took more than {seconds} seconds and was ended."), seconds=int(job.limit.seconds)),
            )
        except asyncio.CancelledError:  # nobody waits for it, or all of it ends: the process would go on
            self.end_process()
            self._service.finish(job, Closing() if self._service.closed else WorkFailed("ended"))
            if self._task is not None and self._task.cancelling() and self._service.closed:
                raise
        except BrokenProcessPool as error:
            self._process = None
            _LOG.error("work of the kind %s failed: the process was lost: %s", job.kind, error)
            self._service.finish(job, WorkFailed(f"the process was lost: {error}"))
        except Exception as error:  # errors of the call itself come back as a Failure: here the process did not take it
            self.end_process()
            self._service.finish(job, error)
        finally:
            took = time.monotonic() - begun
            self.queue.charge(job.owner.group, job.owner.person, took - guess)
            self._service.took(job, took)
            self.running = None
            if not self._service.closed:
                self.next()

    def stop(self, job: _WorkJob) -> None:
        """End what is under way, if still nobody waits for it."""
        if self.running is job and not job.waiting and self._task is not None:
            self._service.unshare(job)  # a caller that comes now would get its end
            self._task.cancel()

    def end_process(self) -> None:
        if self._process is not None:
            self._process.drop()
            self._process = None

    def send(self, call: Callable[..., object], *values: object) -> None:
        """Something that needs no answer, after what is under way; a process that is no more need not hear it."""
        if self._process is not None:
            with suppress(RuntimeError):
                self._process.submit(call, *values)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.end_process()


@dataclass(slots=True)
class WorkNumbers:
    """What has been done, by kind."""

    waiting: Counter[str] = field(default_factory=Counter)
    running: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)


class WorkService:
    """All work of one node."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.time) -> None:
        self.limits = limits
        self.closed = False
        self._now = now
        self._pools = {
            name: [_Worker(self, pool) for _ in range(max(1, pool.processes))] for name, pool in limits.pools.items()
        }
        self._places: dict[tuple[str, str], _Worker] = {}
        self._shared: dict[tuple[str, str], _WorkJob] = {}
        self._jobs: set[_WorkJob] = set()
        self._kept = Kept(limits.kept)
        self._of_person: Counter[tuple[str, str]] = Counter()  # pieces by kind and person
        self._of_group: Counter[tuple[str, str]] = Counter()
        self._patient: Counter[tuple[str, str]] = Counter()  # that wait until they may ask
        self._day = 0.0  # when this day began
        self._had: dict[tuple[str, str], float] = {}  # seconds of this day, by kind and person or address
        self._done: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._refused: Counter[str] = Counter()

    # -- asking ----------------------------------------------------------------------------------------------------

    async def do(
        self,
        kind: str,
        call: Callable[[], Any],
        owner: Owner,
        *,
        key: str | None = None,
        place: str = "",
        keep: float = 0.0,
        patience: float = 0.0,
    ) -> Any:
        """The result of a call in a process; Busy, TookTooLong, TooLarge, Closing, WorkFailed, or the call's own KotvaError.

        Calls with one key have one result; a text or bytes can be kept for some seconds for equal requests. With `patience` some
        of those that are more at once than one may have wait for so many seconds, as the pictures of one page do.
        """
        found, job = await self._known(kind, owner, key, patience)
        if found is not None:
            return found
        if job is None:
            self.check(kind, owner)
            limit = self.limits.kinds[kind]
            worker = self._worker(kind, limit.pool, place)
            job = _WorkJob(kind, limit, call, owner, key, worker, asyncio.get_running_loop().create_future(), keep)
            self._jobs.add(job)
            self._of_person[kind, owner.person] += 1
            self._of_group[kind, owner.group] += 1
            if key is not None:
                self._shared[kind, key] = job
            worker.queue.add(job, owner.group, owner.person, limit.rank, limit.behind)
            worker.next()
        job.waiting += 1
        try:
            return await asyncio.shield(job.result)
        finally:
            job.waiting -= 1
            if not job.waiting and not job.result.done():
                self._abandon(job)

    async def _known(self, kind: str, owner: Owner, key: str | None, patience: float) -> tuple[Any, _WorkJob | None]:
        """What is kept for a key, or the work that is under way for it; before that a time of patience."""
        end, who = time.monotonic() + patience, (kind, owner.group)
        while True:
            if self.closed:
                raise Closing
            if key is not None and (kept := self._kept.get((kind, key))) is not None:
                return kept, None
            job = self._shared.get((kind, key)) if key is not None else None
            late = time.monotonic() >= end or self._patient[who] >= _PATIENT
            if job is not None or late or not self._has_many(kind, owner):
                return None, job
            self._patient[who] += 1
            try:
                await asyncio.sleep(_AGAIN)
            finally:
                self._patient[who] -= 1
                if not self._patient[who]:
                    del self._patient[who]

    def _has_many(self, kind: str, owner: Owner) -> bool:
        """Whether somebody has as many pieces of a kind as one may have at once."""
        limit = self.limits.kinds[kind]
        return self._of_person[kind, owner.person] >= limit.person or (
            bool(owner.address) and self._of_group[kind, owner.group] >= limit.address
        )

    def check(self, kind: str, owner: Owner) -> None:
        """Busy if somebody may have no more work of a kind now."""
        limit = self.limits.kinds[kind]
        if self._has_many(kind, owner):
            self._refused[kind] += 1
            raise Busy(N_("You have asked for much at once: wait for the answers, then ask again."), wait=5)
        if self._now() - self._day >= _DAY:
            self._day = self._now()
            self._had.clear()
        had = self._had.get((kind, f"person:{owner.person}"), 0.0)
        shared = self._had.get((kind, owner.group), 0.0) if owner.address else 0.0
        if had >= limit.day or shared >= _SHARES * limit.day:
            self._refused[kind] += 1
            wait = int(self._day + _DAY - self._now()) + 1
            raise Busy(
                N_("You have had much of this today; more of it in {hours} h."), hours=-(-wait // 3600), wait=wait
            )

    def _worker(self, kind: str, pool: str, place: str) -> _Worker:
        """The process that knows the place, or has the least to do; one is kept free of tables without people."""
        able = self._pools[pool]
        if not place:
            return min(able, key=lambda worker: worker.load)
        known = self._places.pop((pool, place), None)
        if known is None:
            known = min(able[1:] if kind == DEMO and len(able) > 1 else able, key=lambda worker: worker.load)
        self._places[pool, place] = known
        while len(self._places) > _REMEMBERED:
            del self._places[next(iter(self._places))]
        return known

    def _abandon(self, job: _WorkJob) -> None:
        """Nobody waits any more: what has not been begun is not; what is long ends soon. What is short comes to its end: a new
        process would cost more."""
        if job.begun is None:
            job.worker.queue.remove(job)
            self.finish(job, WorkFailed("nobody waits for it"))
        elif job.limit.alone < job.limit.seconds:
            left = max(0.0, job.begun + job.limit.alone - time.monotonic())
            asyncio.get_running_loop().call_later(left, job.worker.stop, job)

    # -- told by processes -----------------------------------------------------------------------------------------

    def finish(self, job: _WorkJob, found: object) -> None:
        if job not in self._jobs:
            return
        self._jobs.discard(job)
        self.unshare(job)
        for counter, who in ((self._of_person, job.owner.person), (self._of_group, job.owner.group)):
            counter[job.kind, who] -= 1
            if not counter[job.kind, who]:
                del counter[job.kind, who]
        if job.result.done():
            return
        if isinstance(found, Failure):
            found = found.raised()
            if isinstance(found, WorkFailed):
                _LOG.error("work of the kind %s failed: %s", job.kind, found)
        if isinstance(found, Exception):
            job.result.set_exception(found)
            job.result.exception()  # the caller may have gone
        else:
            if job.key is not None and job.keep:
                self._kept.put((job.kind, job.key), found, job.keep)
            job.result.set_result(found)

    def unshare(self, job: _WorkJob) -> None:
        """Equal requests from now on start anew."""
        if job.key is not None and self._shared.get((job.kind, job.key)) is job:
            del self._shared[job.kind, job.key]

    def took(self, job: _WorkJob, seconds: float) -> None:
        self._done[job.kind] += 1
        self._seconds[job.kind] = self._seconds.get(job.kind, 0.0) + seconds
        for who in {f"person:{job.owner.person}", job.owner.group}:
            self._had[job.kind, who] = self._had.get((job.kind, who), 0.0) + seconds

    def usual(self, kind: str) -> float:
        """Seconds that work of a kind takes."""
        return self._seconds[kind] / self._done[kind] if self._done[kind] else _USUAL

    # -- places ----------------------------------------------------------------------------------------------------

    def warm(self, pool: str, call: Callable[[], object]) -> None:
        """Have a process there before somebody waits for it: starting one takes a second."""
        worker = self._pools[pool][0]
        if worker._process is None and not self.closed:
            worker.process().submit(call)

    def forget(self, place: str, call: Callable[[str], object]) -> None:
        """A place is no more: the processes that know it are told, after what they are at."""
        for pool in self._pools:
            worker = self._places.pop((pool, place), None)
            if worker is not None:
                worker.send(call, place)

    def places(self) -> set[str]:
        """Those that some process remembers."""
        return {place for _, place in self._places}

    # -- all of it -------------------------------------------------------------------------------------------------

    @property
    def numbers(self) -> WorkNumbers:
        found = WorkNumbers(done=self._done, refused=self._refused, seconds=self._seconds)
        for job in self._jobs:
            (found.waiting if job.begun is None else found.running)[job.kind] += 1
        return found

    async def close(self) -> None:
        """End now: whatever is under way will be asked for again."""
        self.closed = True
        for workers in self._pools.values():
            for worker in workers:
                await worker.close()
        for job in list(self._jobs):
            self.finish(job, Closing())
