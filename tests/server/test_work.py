"""Work that costs: fair between addresses and persons, bounded, shared, ended when nobody waits, within its limits."""

from __future__ import annotations

import asyncio
import functools
import math
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from kotva.engine.errors import Illegal, KotvaError
from kotva.server.jobs import limits as table
from kotva.server.jobs import processes
from kotva.server.jobs.asking import owner_of
from kotva.server.jobs.fair import FairQueue
from kotva.server.jobs.kept import Kept
from kotva.server.jobs.limits import BOT, DEMO, HINT, BadLimits, Limits, Pool, WorkKind, read_limits
from kotva.server.jobs.processes import WorkFailed, WorkTooLarge
from kotva.server.jobs.service import Busy, Closing, Owner, TookTooLong, WorkService
from kotva.server.people import NOBODY, Person

ADA, BEN, EVE = Owner("ada", "203.0.113.1"), Owner("ben", "203.0.113.2"), Owner("eve", "203.0.113.9")


def limits(**changed: Any) -> Limits:
    """One process, and one kind of work with these limits."""
    plain = WorkKind(pool="p", rank=0, seconds=30, output=1000, person=100, address=100, day=math.inf)
    kinds = {"work": replace(plain, **changed), "later": replace(plain, rank=1, behind=5.0)}
    return Limits(kinds, {"p": Pool(processes=1, memory=1000, back=1)})


def run(work: Callable[[WorkService], Awaitable[None]], given: Limits | None = None) -> None:
    async def all_of_it() -> None:
        service = WorkService(given or limits())
        try:
            async with asyncio.timeout(60):
                await work(service)
        finally:
            await service.close()

    asyncio.run(all_of_it())


def note(path: str, word: str, seconds: float = 0.0) -> str:
    """Writes down that it was done (runs in the process)."""
    with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write(word + "\n")
    time.sleep(seconds)
    return word


def fails(text: str) -> str:
    raise Illegal("This {x} is not allowed: {braces}", text, x=1, braces="{y}")


def breaks() -> str:
    raise ZeroDivisionError("{never} mind")


# -- order -------------------------------------------------------------------------------------------------------------


def order(queue: FairQueue[str], cost: float = 1.0) -> list[str]:
    out = []
    while (item := queue.pop()) is not None:
        out.append(item)
        name = item.partition("-")[0]
        queue.charge(name, name, cost)
    return out


def test_one_with_much_work_waits_for_one_with_little() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(100):
        queue.add(f"eve-{n}", "eve", "eve", 0)
    queue.add("ada-0", "ada", "ada", 0)
    queue.add("ben-0", "ben", "ben", 0)
    done = order(queue)
    assert done.index("ada-0") <= 2
    assert done.index("ben-0") <= 2
    assert len(done) == 102
    assert len(queue) == 0


def test_later_people_start_where_the_others_are() -> None:
    """Nobody saves up while away, and nobody has to make up for what others have had."""
    queue: FairQueue[str] = FairQueue()
    for n in range(10):
        queue.add(f"eve-{n}", "eve", "eve", 0)
    for _ in range(10):
        assert queue.pop() is not None
        queue.charge("eve", "eve", 1.0)
    for n in range(4):
        queue.add(f"ada-{n}", "ada", "ada", 0)
        queue.add(f"eve-{n}", "eve", "eve", 0)
    done = order(queue)
    assert [name.partition("-")[0] for name in done[:2]] == ["ada", "eve"] or done[0].startswith("ada")
    assert done.index("eve-0") <= 2, "and eve is not punished for an hour"


def test_within_one_person_by_rank_and_then_by_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for item, rank in (("ada-paper", 3), ("ada-hint", 2), ("ada-bot", 1), ("ada-look", 0), ("ada-look2", 0)):
        queue.add(item, "ada", "ada", rank)
    assert order(queue) == ["ada-look", "ada-look2", "ada-bot", "ada-hint", "ada-paper"]


def test_two_persons_at_one_address_share_it() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(10):
        queue.add(f"eve-{n}", "house", "eve", 0)
    queue.add("ada-0", "house", "ada", 0)
    done = []
    while (item := queue.pop()) is not None:
        done.append(item)
        queue.charge("house", item.partition("-")[0], 1.0)
    assert done.index("ada-0") <= 1


def test_what_stands_back_waits_for_what_others_want_now() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("eve-review", "eve", "eve", 5, behind=10.0)
    for n in range(5):
        queue.add(f"ada-{n}", "ada", "ada", 1)
    assert order(queue) == ["ada-0", "ada-1", "ada-2", "ada-3", "ada-4", "eve-review"]


def test_what_is_taken_out_is_not_served_and_nobody_is_kept_for_ever() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("a", "x", "x", 0)
    queue.add("b", "x", "x", 0)
    assert queue.remove("a")
    assert not queue.remove("a")
    assert (queue.pop(), queue.pop()) == ("b", None)
    for n in range(1000):
        queue.add("c", f"address-{n}", "somebody", 0)
        queue.pop()
        queue.charge(f"address-{n}", "somebody", 0.0)
    assert len(queue._addresses) < 10


def test_of_many_who_came_once_those_with_the_most_are_remembered() -> None:
    """Nobody else's count ever reaches theirs; without an end to them every piece of work would be slower than the last."""
    queue: FairQueue[str] = FairQueue()
    queue.add("w", "patient", "w", 0, behind=1e9)
    queue.charge("patient", "w", 0.001)
    for n in range(5000):
        address, person = f"address-{n}" if n % 2 else "club", f"person-{n}"
        queue.add("c", address, person, 0)
        assert queue.pop() == "c"
        queue.charge(address, person, 1000.0 if n == 11 else 0.1)
    assert len(queue._addresses) <= 1000
    assert all(len(at.people) <= 1000 for at in queue._addresses.values())
    assert {"address-11", "patient"} <= queue._addresses.keys()
    assert queue.pop() == "w", "what waits is never forgotten"


def test_what_is_kept_has_an_end_with_long_questions_and_short_answers_too() -> None:
    kept = Kept(100_000)
    for number in range(1000):
        kept.put(("look", f"{number} " + "x" * 5000), "no", 30.0)
    assert len(kept._all) <= 20
    assert kept.get(("look", "999 " + "x" * 5000)) == "no"
    for number in range(10_000):
        kept.put(("look", str(number)), "", 30.0)
    assert len(kept._all) <= 1000, "an entry takes memory, too"
    for key in list(kept._all):
        kept._drop(key)
    assert kept.size == 0


# -- the service -------------------------------------------------------------------------------------------------------


def test_work_is_done_elsewhere() -> None:
    async def work(service: WorkService) -> None:
        assert await service.do("work", os.getpid, ADA) != os.getpid()
        assert service.numbers.done["work"] == 1

    run(work)


def test_a_stranger_with_a_hundred_pieces_holds_nobody_up(tmp_path: Path) -> None:
    path = str(tmp_path / "done")

    async def work(service: WorkService) -> None:
        await service.do("work", functools.partial(note, path, "first"), BEN)
        tasks = [
            asyncio.create_task(service.do("work", functools.partial(note, path, f"eve-{n}", 0.01), EVE))
            for n in range(100)
        ]
        await asyncio.sleep(0.05)
        await service.do("work", functools.partial(note, path, "ada"), ADA)
        done = Path(path).read_text().split()
        assert len(done) < 50, done
        await asyncio.gather(*tasks)

    run(work)


def test_more_than_one_may_have_is_refused_and_counted() -> None:
    async def work(service: WorkService) -> None:
        slow = functools.partial(time.sleep, 0.3)
        tasks = [asyncio.create_task(service.do("work", slow, EVE)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="at once"):
            await service.do("work", slow, EVE)
        with pytest.raises(Busy, match="at once"):
            await service.do("work", slow, Owner("eve", "203.0.113.77"))
        tasks.append(asyncio.create_task(service.do("work", slow, Owner("eve 2", EVE.address))))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="at once"):
            await service.do("work", slow, Owner("eve 3", EVE.address))
        assert service.numbers.refused["work"] == 3
        assert service.numbers.waiting["work"] == 2
        assert service.numbers.running["work"] == 1
        await service.do("work", os.getpid, ADA)
        await asyncio.gather(*tasks)
        await service.do("work", os.getpid, EVE)
        assert not service._of_person
        assert not service._of_group

    run(work, limits(person=2, address=3))


def test_strangers_without_a_cookie_do_not_use_up_the_share_of_strangers_elsewhere() -> None:
    def owner(address: str, person: Person = NOBODY) -> Owner:
        scope = {"type": "http", "client": (address, 1), "headers": [], "kotva.person": person}
        return owner_of(HTTPConnection(scope))

    assert owner("203.0.113.1").person != owner("203.0.113.2").person
    assert owner("203.0.113.1") == owner("203.0.113.1"), "without a cookie nobody gets a second share"
    assert owner("203.0.113.1", Person("ada", "s")) == Owner("ada", "203.0.113.1")
    assert owner("203.0.113.1", Person(None, "s")) == Owner("s", "203.0.113.1")


def test_a_days_share() -> None:
    moment = 1000.0

    async def work(service: WorkService) -> None:
        nonlocal moment
        service._now = lambda: moment
        await service.do("work", functools.partial(time.sleep, 0.3), EVE)
        with pytest.raises(Busy, match="today"):
            await service.do("work", os.getpid, EVE)
        await service.do("work", os.getpid, ADA)
        moment += 86_401
        await service.do("work", os.getpid, EVE)

    run(work, limits(day=0.2))


def test_equal_work_is_done_once(tmp_path: Path) -> None:
    path = str(tmp_path / "done")

    async def work(service: WorkService) -> None:
        asked = [
            service.do("work", functools.partial(note, path, "board", 0.2), one, key="b") for one in (ADA, BEN, EVE)
        ]
        assert await asyncio.gather(*asked) == ["board"] * 3
        assert Path(path).read_text() == "board\n"
        assert not service._shared

    run(work)


def test_what_nobody_waits_for_is_not_begun(tmp_path: Path) -> None:
    path = str(tmp_path / "done")

    async def work(service: WorkService) -> None:
        long = asyncio.create_task(service.do("work", functools.partial(note, path, "long", 0.5), ADA))
        await asyncio.sleep(0.05)
        gone = asyncio.create_task(service.do("work", functools.partial(note, path, "gone"), EVE))
        stays = asyncio.create_task(service.do("work", functools.partial(note, path, "stays"), BEN))
        await asyncio.sleep(0.05)
        gone.cancel()
        await asyncio.gather(long, stays)
        assert Path(path).read_text().split() == ["long", "stays"]
        assert not service._jobs

    run(work)


def test_what_is_under_way_ends_when_nobody_waits_for_it() -> None:
    """Sixty papers whose readers have gone made a server work for minutes."""

    async def work(service: WorkService) -> None:
        await service.do("work", os.getpid, ADA)
        gone = asyncio.create_task(service.do("work", functools.partial(time.sleep, 600), EVE))
        await asyncio.sleep(0.1)
        gone.cancel()
        assert isinstance(await service.do("work", os.getpid, ADA), int)

    run(work, limits(alone=0.2))


def test_what_takes_too_long_ends_with_its_process() -> None:
    async def work(service: WorkService) -> None:
        stuck = asyncio.create_task(service.do("work", functools.partial(time.sleep, 600), EVE))
        await asyncio.sleep(0.05)
        other = asyncio.create_task(service.do("later", os.getpid, ADA))
        with pytest.raises(TookTooLong):
            await stuck
        assert isinstance(await other, int)

    run(work, limits(seconds=4))


def test_errors_come_back_as_they_are_and_spoil_nothing() -> None:
    async def work(service: WorkService) -> None:
        pid = await service.do("work", os.getpid, ADA)
        with pytest.raises(Illegal) as caught:
            await service.do("work", functools.partial(fails, "ABC-1.2"), ADA)
        assert (caught.value.clause, str(caught.value)) == ("ABC-1.2", "This 1 is not allowed: {y}")
        with pytest.raises(WorkFailed, match="ZeroDivisionError"):
            await service.do("work", breaks, ADA)
        with pytest.raises(WorkTooLarge):
            await service.do("work", functools.partial(bytes, 2000), ADA)
        assert await service.do("work", os.getpid, ADA) == pid, "the process is still the same"
        with pytest.raises(WorkFailed):
            await service.do("work", functools.partial(os._exit, 3), ADA)
        assert await service.do("work", os.getpid, ADA) != pid

    run(work)


def test_while_the_node_ends_nothing_is_begun() -> None:
    """Neither waits anybody for ever, nor is a process started that nobody ends."""

    async def work(service: WorkService) -> None:
        under_way = asyncio.create_task(service.do("work", functools.partial(time.sleep, 600), ADA))
        waits = asyncio.create_task(service.do("work", os.getpid, BEN))
        await asyncio.sleep(0.05)
        await service.close()
        for task in (under_way, waits):
            with pytest.raises(Closing, match="about to end"):
                await task
        with pytest.raises(Closing):
            await service.do("work", os.getpid, EVE)
        assert all(worker._process is None for workers in service._pools.values() for worker in workers)

    run(work)


def test_asking_for_work_that_is_being_ended_has_it_done_anew() -> None:
    async def work(service: WorkService) -> None:
        await service.do("work", os.getpid, ADA)
        gone = asyncio.create_task(service.do("work", functools.partial(time.sleep, 600), EVE, key="same"))
        await asyncio.sleep(0.05)
        (job,) = service._jobs
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        job.worker.stop(job)
        assert isinstance(await service.do("work", os.getpid, BEN, key="same"), int)

    run(work, limits(alone=60))


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no such courtesy")
def test_a_process_that_was_killed_while_it_had_nothing_to_do_fails_nobody() -> None:
    async def work(service: WorkService) -> None:
        first = await service.do("work", os.getpid, ADA)
        broken = service._pools["p"][0].process()
        os.kill(first, signal.SIGKILL)
        while not broken.is_broken:
            await asyncio.sleep(0.01)
        assert await service.do("work", os.getpid, ADA) != first

    run(work)


def test_work_lets_the_sockets_go_first() -> None:
    """A core that bots keep busy is there for a move at once: thinking stands behind, papers and reviews behind that."""
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    found = {}
    for name, pool in table.POOLS.items():
        process = processes.start(pool.back, pool.memory)
        found[name] = process.submit(os.getpriority, os.PRIO_PROCESS, 0).result(60)
        process.shutdown()
    assert found == {"quick": min(19, mine + 4), "bots": min(19, mine + 5), "papers": min(19, mine + 10)}


def test_a_process_has_an_end_to_its_memory() -> None:
    async def work(service: WorkService) -> None:
        with pytest.raises(WorkFailed, match="memory"):
            await service.do("work", functools.partial(bytes, 3 << 30), ADA)
        assert isinstance(await service.do("work", os.getpid, ADA), int)

    run(work)


# -- as the server asks ------------------------------------------------------------------------------------------------


class Threads(ThreadPoolExecutor):
    """In place of processes, so that a test can hold them."""

    is_broken = False

    def drop(self) -> None:
        self.shutdown(wait=False)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "start", lambda *_: Threads(1))


@pytest.mark.usefixtures("threads")
def test_waiting_people_come_before_tables_of_bots() -> None:
    """Two processes: one is never given to bots alone, and in the other a person's table is next."""
    order: list[str] = []
    gates = {name: threading.Event() for name in ("first", "bots-1", "bots-2", "person")}

    def think(name: str) -> str:
        order.append(name)
        gates[name].wait(20)
        return name

    def ask(service: WorkService, name: str, kind: str) -> asyncio.Task[str]:
        return asyncio.create_task(service.do(kind, functools.partial(think, name), Owner(name), place=name))

    async def one(service: WorkService) -> None:
        tasks = [ask(service, name, DEMO) for name in ("first", "bots-1", "bots-2")]
        tasks.append(ask(service, "person", BOT))
        await asyncio.sleep(0.05)
        tasks[2].cancel()
        for gate in gates.values():
            gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order == ["first", "person", "bots-1"]

    async def two(service: WorkService) -> None:
        for gate in gates.values():
            gate.clear()
        gates["person"].set()
        tasks = [ask(service, name, DEMO) for name in ("first", "bots-1")]
        assert await ask(service, "person", BOT) == "person", "a process is free for people although bots think"
        for gate in gates.values():
            gate.set()
        await asyncio.gather(*tasks)

    run(one, Limits().with_bots(1))
    run(two, Limits().with_bots(2))


@pytest.mark.usefixtures("threads")
def test_a_strangers_hints_and_tables_hold_up_nobodys_bots() -> None:
    """A hundred tables with a bot and a hint each, by one address; another bot answers after what is under way, and one more."""
    order: list[str] = []
    gate = threading.Event()

    def think(name: str) -> str:
        order.append(name)
        gate.wait(20)
        return name

    async def work(service: WorkService) -> None:
        asked = [
            service.do(kind, functools.partial(think, f"eve-{n}"), Owner(f"eve-{n}", EVE.address), place=f"eve-{n}")
            for n in range(100)
            for kind in (BOT, HINT, DEMO)
        ]
        tasks = [asyncio.create_task(one) for one in asked]
        await asyncio.sleep(0.05)
        assert service.numbers.refused[HINT] == 80, "an address has twenty"
        honest = [
            asyncio.create_task(service.do(BOT, functools.partial(think, name), Owner(name, name), place=name))
            for name in ("ada", "ben")
        ]
        await asyncio.sleep(0.05)
        gate.set()
        await asyncio.gather(*honest)
        assert order.index("ada") <= 3
        assert order.index("ben") <= 3
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order.count("ada") == 1
        assert len(order) == 100 + 20 + 100 + 2, "and nobody is forgotten"

    run(work, Limits().with_bots(1))


# -- the table ---------------------------------------------------------------------------------------------------------


def test_a_host_changes_some_of_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    path.write_text("[hint]\nperson = 1\nday = 60.5\n[pools.bots]\nprocesses = 7\n")
    read = read_limits(path)
    assert read.kinds["hint"] == replace(table.KINDS["hint"], person=1, day=60.5)
    assert read.kinds["bot"] == table.KINDS["bot"]
    assert read.pools["bots"].processes == 7


@pytest.mark.parametrize(
    "text",
    [
        *("[hints]\nperson = 1", "[hint]\npersons = 1", "[hint]\nperson = 1.5", "[hint]\nperson = true"),
        *("[pools.bots]\nmemory = 0", "[pools.bots]\nprocesses = 0", "[hint]\nseconds = inf", "[hint]\noutput = 0"),
        *("[hint]\nday = -1", "hint = 5", "[hint]\npool = 'x'", "[pools.x]\nprocesses = 1", "[", "[hint]\nday = 'x'"),
    ],
)
def test_numbers_that_cannot_be_are_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "limits.toml"
    path.write_text(text)
    with pytest.raises(BadLimits):
        read_limits(path)
    with pytest.raises(KotvaError, match="cannot be read"):
        read_limits(tmp_path / "nowhere.toml")


def test_the_document_has_the_table() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.startswith("| `")]
    told = {row[1].strip("`"): row for row in rows}
    for name, kind in table.KINDS.items():
        day = "no limit" if kind.day == math.inf else f"{kind.day:g}"
        numbers = [f"{kind.seconds:g}", f"{kind.output:,}", str(kind.person), str(kind.address), day]
        assert told[name][3:9] == [kind.pool, *numbers]
    for name, pool in table.POOLS.items():
        assert told[name][2:5] == [str(pool.processes), str(pool.memory), str(pool.back)]
