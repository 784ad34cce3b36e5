"""The scheduler of the tests itself: it finds the races that there are, and tells the order."""

from __future__ import annotations

import asyncio

import pytest

from tests import orders


def test_all_orders_of_three_steps_are_tried() -> None:
    seen: set[str] = set()

    async def scenario() -> None:
        said: list[str] = []

        async def say(letter: str) -> None:
            said.append(letter)

        await asyncio.gather(*(say(letter) for letter in "abc"))
        seen.add("".join(said))

    orders.explore(scenario, deviations=3)
    assert seen == {"abc", "acb", "bac", "bca", "cab", "cba"}


def test_a_race_is_found_and_its_order_told() -> None:
    """Two who add one each, and look before they write: one of them is lost in some orders, though not in the usual one."""

    async def scenario() -> None:
        number = 0

        async def add(steps: int) -> None:
            nonlocal number
            for _ in range(steps):
                await asyncio.sleep(0)
            now = number
            await asyncio.sleep(0)
            number = now + 1

        await asyncio.gather(add(0), add(3))
        assert number == 2

    orders.run(scenario, [])
    with pytest.raises(AssertionError) as found:
        orders.explore(scenario)
    order = [int(which) for which in found.value.__notes__[0].partition("[")[2].rstrip("]").split(",")]
    with pytest.raises(AssertionError):
        orders.run(scenario, order)


def test_time_passes_when_nothing_else_can_go_on() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(3600)
        assert loop.time() == 3600
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.Event().wait()

    assert orders.explore(scenario) >= 1


def test_what_is_waited_for_in_vain_is_told() -> None:
    async def scenario() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(orders.Stuck):
        orders.run(scenario, [])


def test_threads_take_turns_with_the_loop() -> None:
    """A worker that looks whether its queue is empty, and then takes: others come in between in some orders."""
    seen: set[tuple[str, ...]] = set()

    async def scenario() -> None:
        threading, queue = orders.threads()
        jobs = queue.SimpleQueue()
        said: list[str] = []

        def work() -> None:
            while (job := jobs.get()) != "end":
                said.append(f"did {job}")

        worker = threading.Thread(target=work)
        worker.start()

        async def put(job: str) -> None:
            said.append(f"put {job}")
            jobs.put(job)

        await asyncio.gather(put("a"), put("b"))
        jobs.put("end")
        worker.join()
        seen.add(tuple(said))

    orders.explore(scenario)
    assert ("put a", "did a", "put b", "did b") in seen
    assert ("put a", "put b", "did a", "did b") in seen
    assert ("put b", "put a", "did b", "did a") in seen
