"""Clocks at work: deadlines are rows, what is due is played once, and nothing runs while nobody serves the tables."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from kotva.engine.errors import BadOption
from kotva.engine.game import Json
from kotva.match import SeatSpec, TableSpec
from kotva.server import timers
from kotva.server.broker import Local
from kotva.server.hub import Hub
from kotva.server.people import BROWSER, Person
from kotva.server.presenter import Viewer
from kotva.server.rows import DeadlineRow
from kotva.server.schema import DEADLINES
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.store import open_store
from kotva.server.table import ActionRequest, Table
from kotva.server.time_store import TimeStore
from tests.server.conftest import Browser

ADA = "a" * 64
MINUTE: Mapping[str, Json] = {"per_move": 60, "zero": "loss"}


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's time jumps: no heart may take that for a sleep."""
    monkeypatch.setattr(timers, "BEAT", 1e6)
    monkeypatch.setattr(timers, "SILENCE", math.inf)


class Watch:
    """The time of the test: it goes on when the test says so."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def serving(tmp_path: Path, watch: Watch, nodes: int = 1) -> AsyncIterator[list[Hub]]:
    """Some nodes on one file."""
    settings = Settings(tmp_path / "tables.db", pace=0.0, workers=1)
    brokers: list[Local] = []
    hubs = []
    for _ in range(nodes):
        store = open_store(settings.database, watch, alone=nodes == 1)
        hubs.append(await Hub.start(settings, store, Local(brokers) if nodes > 1 else None, watch))
    try:
        async with asyncio.timeout(120):
            yield hubs
    finally:
        for hub in hubs:
            await hub.close()


async def ring(*hubs: Hub) -> None:
    """All nodes look at the deadlines at one moment, and again until there is nothing more to do."""
    for _ in range(3):
        tasks = [task for hub in hubs for task in await hub.timers.look()]
        await asyncio.gather(*tasks)


async def opened(hub: Hub, kinds: str, game: str, clock: Mapping[str, Json] | None = None, **options: object) -> str:
    ada = await hub.store.enroll(BROWSER, ADA)
    seats = {"me": SeatSpec("Ada", person=ada), "free": SeatSpec("Free")}
    chosen = tuple(seats.get(kind) or SeatSpec("Bot", level=kind) for kind in kinds.split())
    return (await hub.tables.open(TableSpec(game=game, seats=chosen, options=options, clock=clock))).id


async def the(hub: Hub, name: str) -> Table:
    """A table in memory, with nobody waking its bots."""
    table = await hub.tables.get(name)
    assert table is not None
    return table


async def ada_of(hub: Hub) -> Person:
    return Person(await hub.store.enroll(BROWSER, ADA), ADA)


async def deadlines(hub: Hub) -> list[DeadlineRow]:
    assert isinstance(hub.store, SqlStore)
    wanted = select(DEADLINES.c.table_id, DEADLINES.c.seq, DEADLINES.c.at)
    return await hub.store.read(lambda db: [DeadlineRow(*row) for row in db.execute(wanted)])


def due_at(table: Table) -> float:
    due = table.table_log.clock.due()
    assert due is not None
    return due.at


TRIREMES = {"setup": "auto", "first": "1"}


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()

    asyncio.run(all_of_it())


# -- deadlines ---------------------------------------------------------------------------------------------------------


def test_a_clock_runs_out_while_nobody_watches(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "triremes", MINUTE, **TRIREMES)
            await ring(hub)
            assert [(row.table, row.at) for row in await deadlines(hub)] == [(name, watch.time + 60)]
            before = len(await hub.store.events(name))
            watch.time += 59
            await ring(hub)
            assert len(await hub.store.events(name)) == before
            watch.time += 1
            await ring(hub)
            assert [(event.actor, event.text) for event in (await hub.store.events(name))[before:]] == [(0, "resign")]
            row = await hub.store.table(name)
            assert row is not None
            assert row.status == "over"
            assert await deadlines(hub) == []

    run(work)


def test_a_bot_plays_for_a_player_with_no_time_left(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "bosman", {"per_move": 60, "zero": "bot", "level": "easy"})
            before = len(await hub.store.events(name))
            watch.time += 61
            await ring(hub)
            events = (await hub.store.events(name))[before:]
            assert [event.actor for event in events if event.actor >= 0] == [0]
            assert [row.at for row in await deadlines(hub)] == [watch.time + 60], "and the next one has his own minute"

    run(work)


def test_the_limit_of_settlers_rings_at_a_table_without_a_clock(tmp_path: Path) -> None:
    """SET-14.1."""

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me me", "settlers", time_limit_min=45)
            watch.time += 45 * 60 - 1
            await ring(hub)
            assert "time" not in [event.text for event in await hub.store.events(name)]
            watch.time += 1
            await ring(hub)
            assert [event.text for event in await hub.store.events(name)].count("time") == 1

    run(work)


def test_a_move_brings_a_new_deadline_in_its_own_transaction(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "bosman", {"per_move": 60})
            table = await the(hub, name)
            watch.time += 50
            await table.act(await ada_of(hub), ActionRequest(0, "keep", table.seq))
            rows = await deadlines(hub)
            assert rows == [DeadlineRow(name, table.seq, due_at(table))]
            assert rows[0].at > watch.time

    run(work)


def test_a_table_where_nobody_is_hurried_has_no_deadlines(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            table = await the(hub, await opened(hub, "me me", "bosman"))
            await table.act(await ada_of(hub), ActionRequest(0, "keep", table.seq))
            assert await deadlines(hub) == []
            assert table.clock_face() is None

    run(work)


def test_a_clock_that_cannot_be_is_refused_when_the_table_is_opened(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, Watch()) as (hub,):
            with pytest.raises(BadOption):
                await opened(hub, "me me", "bosman", {"per_move": 60, "zero": "rules"})

    run(work)


# -- starting ----------------------------------------------------------------------------------------------------------


def test_the_clock_starts_when_the_last_seat_is_taken_and_a_restart_knows_when(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me free", "triremes", MINUTE, **TRIREMES)
            watch.time += 500
            await ring(hub)
            assert await deadlines(hub) == []
            table = await the(hub, name)
            ben = await hub.store.enroll(BROWSER, "b" * 64)
            assert await table.sit(1, "Ben", ben)
            began = watch.time
            while not await deadlines(hub):
                await asyncio.sleep(0.01)
            assert due_at(table) == began + 60
            watch.time += 20
        async with serving(tmp_path, watch) as (hub,):
            assert due_at(await the(hub, name)) == began + 60

    run(work)


# -- being away --------------------------------------------------------------------------------------------------------


def test_a_clock_does_not_run_while_the_server_is_down(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        began = watch.time
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "triremes", MINUTE, **TRIREMES)
            before = len(await hub.store.events(name))
            await ring(hub)
            watch.time += 25
        watch.time += 3600
        async with serving(tmp_path, watch) as (hub,):
            await ring(hub)
            assert len(await hub.store.events(name)) == before
            assert due_at(await the(hub, name)) == began + 3600 + 60
            face = (await the(hub, name)).clock_face()
            assert face is not None
            assert (face.at, face.seats[0].move) == (watch.time, 35.0)
            watch.time += 34
            await ring(hub)
            assert len(await hub.store.events(name)) == before
            watch.time += 1
            await ring(hub)
            assert len(await hub.store.events(name)) == before + 1

    run(work)


def test_a_machine_that_slept_charges_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process lives on, but its heart stood still: the lid was closed, or the database was away."""
    monkeypatch.setattr(timers, "BEAT", 0.05)
    monkeypatch.setattr(timers, "SILENCE", 20.0)

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            table = await the(hub, await opened(hub, "me me", "triremes", MINUTE, **TRIREMES))
            began = due_at(table)
            watch.time += 3600
            while due_at(table) == began:
                await asyncio.sleep(0.01)
            assert due_at(table) == began + 3600

    run(work)


def test_who_wakes_up_looks_at_no_clock_before_it_knows_how_long_it_slept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "SILENCE", 20.0)

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            table = await the(hub, await opened(hub, "me me", "triremes", MINUTE, **TRIREMES))
            began, before = due_at(table), table.seq
            watch.time += 3600
            await ring(hub)
            assert (due_at(table), table.seq) == (began + 3600, before)

    run(work)


def test_after_a_sleep_a_busy_table_holds_no_other_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "SILENCE", 20.0)

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            busy, other = [await the(hub, await opened(hub, "me me", "triremes", MINUTE, **TRIREMES)) for _ in range(2)]
            began, free = due_at(other), asyncio.Event()
            held = asyncio.create_task(busy.mailbox.do(free.wait))
            await asyncio.sleep(0)
            watch.time += 3600
            async with asyncio.timeout(30):
                await hub.timers.look()
                while due_at(other) == began:
                    await asyncio.sleep(0.01)
            assert due_at(other) == began + 3600
            free.set()
            await held
            while due_at(busy) == began:
                await asyncio.sleep(0.01)
            assert (due_at(busy), busy.seq) == (began + 3600, 0), "its time has not run out in the sleep"

    run(work)


def test_after_a_kill_the_clock_goes_on_from_the_last_heartbeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        watch = Watch()
        began = watch.time
        with monkeypatch.context() as patch:
            async with serving(tmp_path, watch) as (hub,):
                name = await opened(hub, "me me", "triremes", MINUTE, **TRIREMES)
                watch.time += 20
                await hub.store.time_store().beat(watch.time, math.inf)
                watch.time += 4
                patch.setattr(TimeStore, "beat", _dead)  # it has no time to say goodbye
        watch.time += 1000
        async with serving(tmp_path, watch) as (hub,):
            assert due_at(await the(hub, name)) == began + 60 + 1004

    run(work)


async def _dead(*_: object) -> float:
    return 0.0


def test_a_long_table_without_a_clock_still_knows_its_game_time_and_who_owes_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most events are skipped when such a clock is folded: it must not show."""

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            hub.runner.wake = lambda table: None  # type: ignore[method-assign]
            table, name = await offered(hub, "easy me easy")
            watch.time += 7
            seen = []
            for enough in (1, 3, 1000):
                monkeypatch.setattr("kotva.server.clocks._ENOUGH", enough)
                fresh = await Table.load(hub.store, name, watch)
                assert fresh is not None
                seen.append(
                    (fresh.table_log.clock.due(), fresh.clock_face(), fresh.table_log.clock.game_ran(watch.time))
                )
            assert seen[0] == seen[1] == seen[2]
            assert seen[0][:2] == (table.table_log.clock.due(), table.clock_face())

    run(work)


# -- several nodes -----------------------------------------------------------------------------------------------------


def test_two_nodes_see_a_deadline_and_one_of_them_plays(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch, nodes=2) as hubs:
            names = [await opened(hubs[n % 2], "me me", "triremes", MINUTE, **TRIREMES) for n in range(6)]
            await ring(*hubs)
            lengths = [len(await hubs[0].store.events(name)) for name in names]
            watch.time += 60
            await ring(*hubs)
            for name, before in zip(names, lengths):
                assert [event.text for event in (await hubs[0].store.events(name))[before:]] == ["resign"]
            assert await deadlines(hubs[0]) == []

    run(work)


# -- undo --------------------------------------------------------------------------------------------------------------


def test_a_player_that_takes_back_has_paid_and_the_rows_say_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "triremes", {"per_move": 60, "reserve": 100, "increment": 5}, **TRIREMES)
            table, ada = await the(hub, name), await ada_of(hub)
            due = due_at(table)
            watch.time += 10
            await table.act(ada, ActionRequest(0, table.match.legal(0)[0], table.seq))
            watch.time += 7
            await table.act(ada, ActionRequest(0, None, table.seq))
            assert due_at(table) == due
            assert (await deadlines(hub))[0].at == due_at(table)
            fresh = await Table.load(hub.store, name, watch)
            assert fresh is not None
            assert fresh.table_log.clock.due() == table.table_log.clock.due()

    run(work)


def test_a_slow_network_is_kept_with_its_move_and_the_rows_say_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "triremes", {"reserve": 100, "zero": "loss"}, **TRIREMES)
            table, ada = await the(hub, name), await ada_of(hub)
            watch.time += 10
            await table.act(ada, ActionRequest(0, table.match.legal(0)[0], table.seq, delay=0.625))
            watch.time += 2
            await table.act(ada, ActionRequest(0, None, table.seq, delay=0.625))  # an undo has no time of its own
            watch.time += 5
            await table.act(ada, ActionRequest(0, table.match.legal(0)[0], table.seq, delay=3.0))
            assert [event.delay for event in await hub.store.events(name)][-3:] == [0.625, 0.0, 1.0]
            assert table.table_log.clock.readings(watch())[0].reserve == pytest.approx(100 - 17 + 1.0)
            fresh = await Table.load(hub.store, name, watch)
            assert fresh is not None
            assert fresh.table_log.clock.readings(watch()) == table.table_log.clock.readings(watch())
            assert fresh.table_log.clock.due() == table.table_log.clock.due()
            assert (await deadlines(hub))[0].at == due_at(table)

    run(work)


# -- offers ------------------------------------------------------------------------------------------------------------


async def offered(hub: Hub, kinds: str) -> tuple[Table, str]:
    """Settlers at a table without a clock, when the bot at the first seat has just offered something to all."""
    name = await opened(hub, kinds, "settlers", board="beginner", first="P1", player_trade="full")
    table = await the(hub, name)
    while True:
        seat = table.match.to_act()
        legal = table.match.legal(seat)
        offers = [f"offer {give}>{want}" for give in "LBWGO" for want in "LBWGO" if give != want]
        if seat == 0 and "end" in legal:
            for offer in offers:
                if table.match.why_not(offer, 0) is None:
                    await table.act_for_bot(ActionRequest(0, offer, table.seq))
                    return table, name
        text = "roll" if "roll" in legal else "end" if "end" in legal else legal[0]
        await table.act_for_bot(ActionRequest(seat, text, table.seq))


@pytest.mark.parametrize("answers", [True, False], ids=["answered", "silent"])
def test_a_bot_s_offer_stays_until_people_have_answered_or_their_time_is_over(tmp_path: Path, answers: bool) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            hub.runner.wake = lambda table: None  # type: ignore[method-assign]
            table, name = await offered(hub, "easy me easy")
            del hub.runner.wake
            offer, began = table.seq, watch.time
            hub.runner.wake(table)
            while hub.runner._runs:
                await asyncio.sleep(0.01)
            told = [(event.actor, event.text) for event in (await hub.store.events(name))[offer:]]
            assert [actor for actor, _ in told] == [2], "the other bot answers at once, and the bot that asked waits"
            assert table.match.legal(1)
            face = hub.presenter(table).packet(Viewer((1,))).clock
            assert face is not None
            assert [(s.seat, s.runs, s.answer) for s in face.seats] == [(1, "answering", 20.0)]
            assert [row.at for row in await deadlines(hub)] == [began + 20]
            watch.time += 19
            await ring(hub)
            assert table.seq == offer + 1
            if answers:
                await table.act(await ada_of(hub), ActionRequest(1, "reject", table.seq))
            else:
                watch.time += 1
                await ring(hub)
            events = await hub.store.events(name)
            assert (events[offer + 1].actor, events[offer + 1].text) == (1, "reject")
            while len(events) < offer + 3:
                await asyncio.sleep(0.01)
                events = await hub.store.events(name)
            assert events[offer + 2].actor == 0, "now the bot goes on"

    run(work)


def test_an_offer_waits_at_a_table_that_is_not_full_but_not_for_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, Watch()) as (hub,):
            hub.runner.wake = lambda table: None  # type: ignore[method-assign]
            table, name = await offered(hub, "easy me free")
            del hub.runner.wake
            assert not table.table_log.clock.is_started
            offer = table.seq
            assert table.bot_to_act() is None
            await table.act(await ada_of(hub), ActionRequest(1, "reject", table.seq))
            while len(events := await hub.store.events(name)) < offer + 2:
                await asyncio.sleep(0.01)
            assert [event.actor for event in events[offer : offer + 2]] == [1, 0]

    run(work)


def test_nobody_waits_for_ever_for_an_answer_at_a_table_that_is_not_full(tmp_path: Path) -> None:
    """The clock waits for the last player, the bot does not: it goes on by itself when the time for an answer is over."""

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            hub.runner.wake = lambda table: None  # type: ignore[method-assign]
            table, name = await offered(hub, "easy me free")
            del hub.runner.wake
            offer = table.seq
            assert (table.owed_for(), table.bot_to_act()) == (20.0, None)
            watch.time += 19.95
            hub.runner.wake(table)
            assert not hub.runner._runs
            watch.time += 1
            while len(events := await hub.store.events(name)) < offer + 1:
                await asyncio.sleep(0.01)
            assert events[offer].actor == 0

    run(work)


# -- the form ----------------------------------------------------------------------------------------------------------


def test_the_form_makes_a_table_with_its_clock_and_another_game_keeps_it(browser: Browser) -> None:
    fields = {"clock": "game", "clock-minutes": "15", "clock-increment": "5", "clock-zero": "loss"}
    for table in (name := browser.new("triremes", "me me", **fields), again(browser, name)):
        seats = browser.look(table)["clock"]["seats"]
        assert [(seat["seat"], round(seat["reserve"] / 60)) for seat in seats] == [(0, 15), (1, 15)]


def test_sitting_down_shows_what_was_agreed_on(browser: Browser) -> None:
    page = browser.client.get(f"/table/{browser.new('bosman', 'me me', clock='days')}").text
    assert "3 days for each move · A bot plays for a player with no time left" in page
    assert 'class="terms"' not in browser.client.get(f"/table/{browser.new('bosman', 'me me')}").text


def again(browser: Browser, table: str) -> str:
    response = browser.client.post(f"/table/{table}/again", follow_redirects=False)
    return str(response.headers["location"]).removeprefix("/table/")


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "sundial"},
        {"clock": "move", "clock-seconds": "²"},
        {"clock": "move", "clock-seconds": "0"},
        {"clock": "move", "clock-seconds": "9" * 5000},
        {"clock": "days", "clock-days": "-1"},
        {"clock": "game", "clock-zero": "rules"},
        {"clock-answer": "soon"},
    ],
    ids=str,
)
def test_a_clock_that_cannot_be_is_explained_in_the_form(browser: Browser, fields: dict[str, str]) -> None:
    data = {"seats": "2", "kind-0": "me", "kind-1": "me", **fields}
    response = browser.client.post("/new/triremes", data=data, follow_redirects=False)
    assert response.status_code == 400
    assert 'id="wrong-clock"' in response.text


def test_without_a_choice_there_is_no_clock(browser: Browser) -> None:
    assert "clock" not in browser.look(browser.new("triremes", "me me"))
