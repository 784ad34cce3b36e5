"""What a process in which bots think keeps in memory: trees up to a bound, and nothing of games that are over or left."""

from __future__ import annotations

import asyncio
import functools
import gc
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kotva import games
from kotva.bots import Mcts
from kotva.engine.game import Json, View
from kotva.engine.record import Record
from kotva.engine.search import Search
from kotva.games.settlers.rules.game import Settlers
from kotva.learn import review
from kotva.match import Match, SeatSpec, TableSpec
from kotva.server import bot_worker, reviews
from kotva.server.hub import Hub
from kotva.server.jobs import processes
from kotva.server.jobs.limits import BOT, Limits
from kotva.server.jobs.processes import WorkFailed
from kotva.server.jobs.service import Busy, Owner, TookTooLong, WorkService
from kotva.server.people import BROWSER, Person
from kotva.server.settings import Settings
from kotva.server.table import ActionRequest, Table

# Every look at what is in memory goes through all of it.
pytestmark = pytest.mark.slow

ADA = "a" * 64
ROOM = 4096  # nodes in these tests: a new tree has room for 1024
BEFORE: dict[str, list[Search]] = {}


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that remembers nothing yet, and has room for a few small trees."""
    for name in ("_kept", "_players", "_trees"):
        monkeypatch.setattr(bot_worker, name, {}, raising=False)
    monkeypatch.setattr(bot_worker, "_ROOM", ROOM, raising=False)
    monkeypatch.setitem(BEFORE, "trees", [])
    BEFORE["trees"] = trees()


def trees() -> list[Search]:
    """All that are in memory and were not there before the test."""
    gc.collect()
    found = [thing for thing in gc.get_objects() if isinstance(thing, Search)]
    return [tree for tree in found if not any(tree is old for old in BEFORE["trees"])]


def room() -> int:
    return sum(len(tree.action) for tree in trees())


def hexxi() -> Record:
    return Match(games.load("hexxi"), 4, seed="memory").record()


def test_trees_of_many_tables_are_kept_up_to_a_bound() -> None:
    record = hexxi()
    for number in range(12):
        bot_worker.choose(f"table {number}", record, 0, "mcts:500", 1, True)
        assert 0 < room() <= ROOM
    assert len(bot_worker._kept) == 12


def test_a_tree_that_is_larger_than_the_bound_is_kept_while_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "_ROOM", 1, raising=False)
    for table in ("first", "second"):
        bot_worker.choose(table, hexxi(), 0, "mcts:500", 1)
        assert len(trees()) == 1


def test_the_bot_that_thought_last_keeps_its_tree() -> None:
    """Also who was there first."""
    record = hexxi()
    for table in ("a", "b", "c", "d", "a", "e"):  # there is room for four
        bot_worker.choose(table, record, 0, "mcts:300", 1)
    assert [table for table, _, _ in bot_worker._trees] == ["c", "d", "a", "e"]


class Trader(Mcts):
    """Thinks, and then offers something if that makes sense and he has not done so already."""

    def _choose(self, view: View) -> int:
        best = super()._choose(view)
        _, sensible = self._choices(view)
        return next((action for action in sensible if view.game.rules.actions.text(action).startswith("offer")), best)


def test_a_bot_that_lost_its_tree_remembers_what_it_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settlers: the same offer is not made again while no hand has changed."""
    monkeypatch.setattr(bot_worker, "make", lambda _level, seed: Trader(seed, simulations=500))
    game = games.load("settlers")
    position: dict[str, Json] = {
        "P1": "S 13; R 13-18-24-30; hand LWGOO",
        "P2": "S 3; hand BGGOO; known BGGOO",
        "P3": "C 43 20; S 41; hand W",
        "P4": "S 51; hand W",
    }
    record = Match(game, 4, seed="memory", position=position).record()
    first = bot_worker.choose("market", record, 0, "hard", 1)
    assert any(isinstance(tree.seen, Settlers) for tree in trees())
    for number in range(8):
        bot_worker.choose(f"table {number}", hexxi(), 0, "hard", 1)
    assert not any(isinstance(tree.seen, Settlers) for tree in trees())
    assert first.startswith("offer")
    assert bot_worker.choose("market", record, 0, "hard", 1) != first


def test_a_tree_of_moves_that_were_taken_back_is_dropped() -> None:
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="memory")
    before = match.record()
    match.play(match.legal()[0])
    bot_worker.choose("table", match.record(), match.to_act(), "mcts:100", 1)
    assert len(trees()) == 1
    bot_worker.replayed("table", before)
    assert trees() == []


def test_what_is_forgotten_is_gone() -> None:
    bot_worker.choose("table", hexxi(), 0, "mcts:100", 1, True)
    bot_worker.forget("table")
    assert (trees(), bot_worker._kept, bot_worker._players) == ([], {}, {})
    bot_worker.forget("table")


# -- when a table is forgotten ---------------------------------------------------------------------------------------


class Threads(ThreadPoolExecutor):
    """In place of processes, so that one can look into them."""

    is_broken = False

    def drop(self) -> None:
        self.shutdown()


def on_hub(tmp_path: Path, work: Callable[[Hub], Awaitable[None]], idle: float = 60.0) -> None:
    async def run() -> None:
        hub = await Hub.start(Settings(tmp_path / "tables.db", pace=0.0, workers=1, idle=idle))
        try:
            async with asyncio.timeout(30):
                await work(hub)
        finally:
            await hub.close()

    asyncio.run(run())


async def begun(hub: Hub) -> tuple[Table, Person]:
    """A game of Triremes in which a bot has thought and a person is to move."""
    ada = await hub.store.enroll(BROWSER, ADA)
    seats = (SeatSpec("Bot", level="medium"), SeatSpec("Ada", person=ada))
    row = await hub.tables.open(TableSpec(game="triremes", seats=seats, options={"setup": "auto"}, seed="memory"))
    table = await hub.table(row.id)
    assert table is not None
    while not (row.id in bot_worker._players and table.match.to_act() == 1 and not len(hub.runner)):
        if table.match.to_act() == 1 and row.id not in bot_worker._players:
            await table.act(Person(ada, ADA), ActionRequest(1, table.match.legal(1)[0], table.seq))
        await asyncio.sleep(0.01)
    return table, Person(ada, ADA)


async def is_forgotten(table_id: str) -> bool:
    """Soon."""
    for _ in range(500):
        if table_id not in bot_worker._players and table_id not in bot_worker._kept:
            return True
        await asyncio.sleep(0.02)
    return False


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "start", lambda *_: Threads(1))


@pytest.mark.usefixtures("threads")
def test_bots_of_a_game_that_a_person_ended_are_forgotten(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await begun(hub)
        await table.act(ada, ActionRequest(1, "resign", table.seq))
        assert table.match.is_over
        assert await is_forgotten(table.id)

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
def test_bots_of_a_game_that_a_bot_ended_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await begun(hub)
        monkeypatch.setattr(bot_worker, "choose", lambda *_: "resign")
        while not table.match.is_over:
            if table.match.to_act() == 1:
                await table.act(ada, ActionRequest(1, table.match.legal(1)[0], table.seq))
            await asyncio.sleep(0.01)
        assert await is_forgotten(table.id)

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
def test_bots_of_a_table_that_is_deleted_are_forgotten(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await begun(hub)
        assert ada.id is not None
        await table.delete(ada.id)
        assert await is_forgotten(table.id)

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
def test_what_a_bot_still_thinks_of_when_its_table_is_deleted_is_forgotten(tmp_path: Path) -> None:
    """Its decision waits for another, and begins when the table is no more."""
    gate = threading.Event()

    def hold() -> str:
        gate.wait(5)
        return ""

    async def work(hub: Hub) -> None:
        table, ada = await begun(hub)
        assert ada.id is not None
        other = asyncio.get_running_loop().create_task(hub.work.do(BOT, hold, Owner("other")))
        await asyncio.sleep(0.05)
        await table.act(ada, ActionRequest(1, table.match.legal(1)[0], table.seq))
        while not hub.work.numbers.waiting[BOT]:
            await asyncio.sleep(0.01)
        await table.delete(ada.id)
        gate.set()
        await other
        while len(hub.runner):
            await asyncio.sleep(0.01)
        assert await is_forgotten(table.id)

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
def test_bots_of_a_table_at_which_nobody_looks_are_forgotten(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, _ = await begun(hub)
        table_id = table.id
        await asyncio.sleep(0.5)
        assert table_id in bot_worker._players  # while somebody holds it
        del table
        gc.collect()
        assert await is_forgotten(table_id)

    on_hub(tmp_path, work, idle=0.2)


@pytest.mark.usefixtures("threads")
def test_a_process_that_is_no_more_has_nothing_to_forget() -> None:
    async def run() -> None:
        work = WorkService(Limits())
        call = functools.partial(bot_worker.choose, "table", hexxi(), 0, "mcts:10", 1)
        assert await work.do(BOT, call, Owner(), place="table")
        await work.close()
        work.forget("table", bot_worker.forget)

    asyncio.run(run())


@pytest.mark.usefixtures("threads")
def test_one_who_asks_for_many_reviews_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty-five of one stranger held everybody's for forty minutes."""
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="memory")
    match.play(match.legal()[0])
    match.play("resign")
    gate = threading.Event()

    def judge(*args: object) -> object:
        gate.wait(20)
        return review.judge(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(reviews, "judge", judge)

    async def work(hub: Hub) -> None:
        found = reviews.reviews_of(hub)
        assert found is not None
        eve, refused = Owner("eve", "203.0.113.9"), 0
        for n in range(25):
            try:
                await found.find(f"eve-{n}", match, eve)
            except Busy:
                refused += 1
        assert refused == 23
        assert await found.find("ada", match, Owner("ada", "203.0.113.1")) == 0.0
        gate.set()
        while isinstance(await found.find("ada", match, Owner("ada", "203.0.113.1")), float):
            await asyncio.sleep(0.01)
        await found.close()

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
def test_a_review_that_nobody_asks_for_is_put_aside_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="memory")
    for _ in range(12):
        match.play(match.legal()[0])
    match.play("resign")
    seen: list[int] = []

    def judge(match: Match, moment: int, simulations: int) -> object:
        seen.append(moment)
        return review.judge(match, moment, 10)

    monkeypatch.setattr(reviews, "judge", judge)
    monkeypatch.setattr(reviews, "_PIECE", 1)
    monkeypatch.setattr(reviews, "_PATIENCE", -1.0)

    async def work(hub: Hub) -> None:
        found = reviews.reviews_of(hub)
        assert found is not None
        ada = Owner("ada")
        assert await found.find("long", match, ada) == 0.0
        while found._under_way:
            await asyncio.sleep(0.01)
        assert seen == []
        monkeypatch.setattr(reviews, "_PATIENCE", 60.0)
        while isinstance(await found.find("long", match, ada), float):
            await asyncio.sleep(0.01)
        assert len(seen) == len(set(seen)) > 1
        await found.close()

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("trouble", ["day", "slow", "broken"])
def test_a_review_that_cannot_go_on_says_why_and_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """The share of a day was gone: 0 % for ever. A piece took too long: all that was judged was lost."""
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="memory")
    for _ in range(12):
        match.play(match.legal()[0])
    match.play("resign")
    seen: list[int] = []
    well, gate = False, threading.Event()
    shares: list[dict[tuple[str, str], float]] = []

    def judge(match: Match, moment: int, simulations: int) -> object:
        if len(seen) == 3 and not well:
            if trouble == "broken":
                raise ZeroDivisionError
            if trouble == "slow":
                gate.wait(20)
            if trouble == "day":
                shares[0]["review", "person:ada"] = 1e9
        seen.append(moment)
        return review.judge(match, moment, 10)

    monkeypatch.setattr(reviews, "judge", judge)
    monkeypatch.setattr(reviews, "_PIECE", 1)

    async def work(hub: Hub) -> None:
        nonlocal well
        found = reviews.reviews_of(hub)
        assert found is not None
        limit = replace(hub.work.limits.kinds["review"], seconds=2 if trouble == "slow" else 60)
        hub.work.limits = replace(hub.work.limits, kinds={**hub.work.limits.kinds, "review": limit})
        ada = Owner("ada")
        shares.append(hub.work._had)
        expected = {"day": Busy, "slow": TookTooLong, "broken": WorkFailed}[trouble]
        said: list[Exception] = []
        async with asyncio.timeout(30):
            while not said:
                try:
                    assert isinstance(await found.find("long", match, ada), float)
                except Exception as error:
                    said.append(error)
                await asyncio.sleep(0.01)
        assert isinstance(said[0], expected), said
        if trouble == "broken":
            with pytest.raises(expected):  # and it is not tried again at every look
                await found.find("long", match, ada)
        before = len(found._judged["long"])
        assert before >= 3
        well = True
        gate.set()
        found._failed.clear()
        hub.work._had.clear()
        seen.clear()
        async with asyncio.timeout(30):
            while isinstance(await found.find("long", match, ada), float):
                await asyncio.sleep(0.01)
        assert len(seen) == len(review.moments(match)) - before
        await found.close()

    on_hub(tmp_path, work)


@pytest.mark.usefixtures("threads")
def test_a_game_is_forgotten_when_its_review_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="memory")
    match.play(match.legal()[0])
    match.play("resign")
    seen: list[str] = []

    def judge(*args: object) -> object:
        seen.extend(bot_worker._kept)
        return review.judge(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(reviews, "judge", judge)

    async def work(hub: Hub) -> None:
        found = reviews.reviews_of(hub)
        assert found is not None
        while isinstance(await found.find("short", match, Owner("ada")), float):
            await asyncio.sleep(0.05)
        await found.close()

    on_hub(tmp_path, work)
    assert set(seen) == {"review:short"}
    assert bot_worker._kept == {}
