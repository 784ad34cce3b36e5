"""Bots at tables without a server: when they play, under which lease, and what happens when something is away."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.timing import Timing
from kotva.server import bot_worker
from kotva.server.bot_runner import BotRunner
from kotva.server.jobs.limits import BOT, DEMO
from kotva.server.jobs.service import Busy
from kotva.server.rows import LeaseRow
from kotva.server.store import Unavailable
from kotva.server.supervisor import OK, Supervisor
from kotva.server.table import ActionRequest, Table
from tests import orders
from tests.conformance.pearls import PEARLS
from tests.server.house import pearls  # noqa: F401
from tests.server.places import BEGAN, Place

pytestmark = pytest.mark.usefixtures("pearls")

LEASE, PACE = 30.0, 0.5


def clock() -> float:
    return asyncio.get_running_loop().time()


class Hall:
    """Some tables, and the runner of their bots; what it asks of the store and of other processes is written down."""

    def __init__(self, *places: Place) -> None:
        self.tables = {str(number): place.table for number, place in enumerate(places)}
        for name, table in self.tables.items():
            table.row.id = name
            table._now = lambda: BEGAN + clock()
            table.on_change = lambda table, _mine: self.runner.wake(table)
        self.asked: list[str] = []  # of the store: what, and when
        self.refused = 0  # leases that another node has
        self.errors: list[Exception] = []  # what comes instead of the next answers
        self.thoughts: list[tuple[str, int, str, bool]] = []  # kind of work, seat, level, whether it may resign
        self.forgotten: list[str] = []
        self.takes = 0.0  # seconds of thinking
        self.meanwhile: Callable[[], Awaitable[None]] | None = None
        self.watched = False
        self.left: list[str] = []
        self.looked: list[tuple[float, float]] = []
        self.held: list[str] = []
        self.parts = Supervisor()
        settings = SimpleNamespace(lease=LEASE, pace=PACE)
        work = SimpleNamespace(
            do=self.do,
            warm=lambda *_: None,
            forget=lambda table, call: self.forgotten.append(f"{table} {call.__name__}"),
        )
        self.runner = BotRunner(settings, self, self.find, lambda _table: self.watched, self.parts, work)  # type: ignore[arg-type]

    def now(self) -> float:
        return BEGAN + clock()

    def _note(self, what: str) -> None:
        self.asked.append(f"{what} {clock():g}")
        if self.errors:
            raise self.errors.pop(0)

    async def find(self, name: str) -> Table | None:
        if name == "frozen":
            raise KotvaError("It does not replay.")
        return self.tables.get(name)

    async def lease(self, name: str, node: str, seconds: float) -> bool:
        assert (node, seconds) == (self.runner.node, LEASE)
        self._note(f"lease {name}")
        self.refused -= 1
        return self.refused < 0

    async def release(self, name: str, node: str) -> None:
        assert node == self.runner.node
        self._note(f"release {name}")

    async def leases(self, _node: str) -> list[LeaseRow]:
        self._note("leases")
        return [LeaseRow(name, "other", 0.0) for name in self.held]

    async def left_bots(self, since: float, before: float) -> list[str]:
        self.looked.append((since - BEGAN, before - BEGAN))
        return self.left

    async def do(self, kind: str, call: functools.partial[str], _owner: object, *, place: str) -> str:
        table, record, seat, level, _seed, resigns = call.args
        assert (call.func, table, record.seed) == (bot_worker.choose, place, "")
        self.thoughts.append((kind, seat, level, resigns))
        await asyncio.sleep(self.takes)
        if self.meanwhile is not None:
            await self.meanwhile()
        if self.errors:
            raise self.errors.pop(0)
        return "keep" if self.tables[place].match.state.phase == 1 else "bet 0"  # type: ignore[attr-defined]

    def leases_at(self) -> list[float]:
        return [float(asked.split()[-1]) for asked in self.asked if asked.startswith("lease ")]


def moves(place: Place) -> list[tuple[float, int, str]]:
    return [(event.at - BEGAN, event.actor, event.text) for event in place.rows.stored if event.actor >= 0]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    orders.run(scenario, [])


def test_bots_play_in_their_pace_as_long_as_it_is_their_turn_under_one_lease() -> None:
    async def scenario() -> None:
        place = Place("ada", "bot", "bot")
        hall = Hall(place)
        await place.play("keep")
        assert len(hall.runner) == 1
        hall.runner.wake(place.table)
        assert len(hall.runner) == 1, "it plays already"
        await asyncio.sleep(0.1)
        assert place.table.thinking
        await asyncio.sleep(5)
        wanted = [(0, 0, "keep"), (0.5, 1, "keep"), (1.0, 2, "keep"), (1.5, 1, "bet 0"), (2.0, 2, "bet 0")]
        assert moves(place) == wanted
        assert hall.asked == ["lease bots:0 0", "release bots:0 2"]
        assert (len(hall.runner), place.table.thinking) == (0, False)
        assert hall.thoughts == [(BOT, seat, "easy", True) for seat in (1, 2, 1, 2)]

    run(scenario)


def test_thinking_counts_as_waiting_and_a_long_thought_prolongs_the_lease() -> None:
    async def scenario() -> None:
        place = Place("ada", "bot", "bot")
        hall = Hall(place)
        hall.takes = LEASE / 3 + 1
        await place.play("keep")
        await asyncio.sleep(4 * hall.takes + 1)
        assert [at for at, seat, _ in moves(place) if seat] == [11, 22, 33, 44]
        assert hall.leases_at() == [0, 11, 22, 33], "held for more than a third of its time: asked for again"
        hall = Hall(place := Place("ada", "bot", "bot"))
        hall.takes = LEASE / 3
        await place.play("keep")
        await asyncio.sleep(4 * hall.takes + 1)
        begun = hall.leases_at()[0]
        assert [at - begun for at in hall.leases_at()] == [0, 20]

    run(scenario)


def test_a_lease_that_was_lost_while_a_bot_thought_ends_its_play_until_it_is_free_again() -> None:
    async def scenario() -> None:
        place = Place("ada", "bot", "bot")
        hall = Hall(place)
        hall.takes = LEASE / 2

        async def lose() -> None:
            hall.refused, hall.meanwhile = 2, None

        hall.meanwhile = lose
        await place.play("keep")
        await asyncio.sleep(50)
        assert moves(place) == [(0, 0, "keep"), (15, 1, "keep"), (45, 2, "keep")]
        assert hall.leases_at() == [0, 15, 15, 30, 45]

    run(scenario)


@pytest.mark.parametrize(
    ("people", "origin", "watched", "plays"),
    [
        (("bot", "bot"), "", False, False),  # nobody is there for whom it would be
        (("bot", "bot"), "", True, True),
        (("bot", "bot"), "cup", False, True),  # the tournament waits
        (("bot", "ada"), "", False, True),
        (("ada", "bot"), "", True, False),  # Ada decides
    ],
)
def test_for_whom_bots_play(people: tuple[str, ...], origin: str, watched: bool, plays: bool) -> None:
    async def scenario() -> None:
        place = Place(*people, origin=origin)
        hall = Hall(place)
        hall.watched = watched
        hall.runner.wake(place.table)
        await asyncio.sleep(0.6)
        assert bool(moves(place)) is plays
        kinds = {(kind, resigns) for kind, _, _, resigns in hall.thoughts}
        with_people = "ada" in people
        assert kinds == ({(BOT if with_people else DEMO, with_people and not origin)} if plays else set())
        await hall.runner.close()

    run(scenario)


def test_in_a_tournament_no_bot_gives_up() -> None:
    async def scenario() -> None:
        hall = Hall(place := Place("bot", "ada", origin="cup"))
        hall.runner.wake(place.table)
        await asyncio.sleep(1)
        assert hall.thoughts == [(BOT, 0, "easy", False)]

    run(scenario)


def test_what_bots_remember_of_a_table_goes_with_it() -> None:
    async def scenario() -> None:
        place = Place("ada", "bot")
        hall = Hall(place)
        await place.play("keep")
        await asyncio.sleep(1)
        await place.table.act_for_bot(ActionRequest(0, "bet 0", place.table.seq))
        await asyncio.sleep(5)
        assert place.table.match.is_over
        assert set(hall.forgotten) == {"0 forget"}
        hall = Hall(place := Place("bot", "ada"))
        place.table.row.status = "gone"
        hall.runner.wake(place.table)
        await asyncio.sleep(1)
        assert (hall.forgotten, hall.asked) == (["0 forget"], [])

    run(scenario)


def test_another_node_that_has_the_lease_is_waited_for() -> None:
    async def scenario() -> None:
        place = Place("bot", "ada")
        hall = Hall(place)
        hall.refused = 2
        hall.runner.wake(place.table)
        await asyncio.sleep(31)
        assert hall.leases_at() == [0, LEASE / 2, LEASE]
        assert moves(place) == [(30.5, 0, "keep")]

    run(scenario)


@pytest.mark.parametrize(
    ("error", "waits", "ill"),
    [
        (Unavailable("away"), [0.5, 1, 2, 4, 8, 10, 10], False),
        (Busy("much", wait=1.0), [0.5, 1, 2, 4, 8, 10, 10], False),
        (ValueError("odd"), [0.5, 1, 2, 4, 8, 16, 32, 60, 60], True),
    ],
)
def test_what_fails_is_tried_again_after_a_growing_pause(
    error: Exception, waits: list[float], ill: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        place = Place("bot", "ada")
        hall = Hall(place)
        hall.errors = [error] * len(waits)
        hall.runner.wake(place.table)
        await asyncio.sleep(sum(waits) + 1)
        assert hall.leases_at() == [sum(waits[:n]) for n in range(len(waits) + 1)]
        assert [text for _, _, text in moves(place)] == ["keep"]
        assert not place.table.thinking
        assert (hall.parts.parts["bots"].trouble != "") is ill
        assert ("failed and try again" in caplog.text) is ill

    run(scenario)


def test_a_bot_that_breaks_plays_something_legal_and_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        place = Place("bot", "ada")
        hall = Hall(place)

        async def fail() -> None:
            hall.errors = [ZeroDivisionError()]

        hall.meanwhile = fail
        hall.runner.wake(place.table)
        await asyncio.sleep(1)
        played = [event for event in place.rows.stored if event.actor == 0]
        assert [event.text in ("keep", "dive", "peek 2") for event in played[:1]] == [True]
        assert "the bot easy at seat 1 of table 0 failed" in caplog.text
        assert hall.parts.parts["bots"].trouble == "", "the node is well"

    run(scenario)


def test_who_is_back_while_a_bot_thinks_decides() -> None:
    async def scenario() -> None:
        place = Place("ada:medium", "ben")
        hall = Hall(place)

        async def back() -> None:
            place.table.row.sitters[0].level = ""

        hall.meanwhile = back
        hall.runner.wake(place.table)
        await asyncio.sleep(2)
        assert hall.thoughts == [(BOT, 0, "medium", True)]
        assert (moves(place), place.table.thinking) == ([], False)

    run(scenario)


def test_a_thought_about_a_table_that_has_moved_on_is_thought_anew() -> None:
    async def scenario() -> None:
        place = Place("bot", "ada")
        hall = Hall(place)

        async def move() -> None:
            hall.meanwhile = None
            place.table.table_log.undone += 1
            await place.table.act_for_bot(ActionRequest(0, "dive", place.table.seq))

        place.table.on_change = lambda *_: None
        hall.meanwhile = move
        hall.runner.wake(place.table)
        await asyncio.sleep(3)
        assert [text for _, _, text in moves(place)] == ["dive"], "it is Ada's turn now"
        assert len(hall.thoughts) == 1

    run(scenario)


def test_when_an_answer_has_not_come_in_time_the_bots_go_on() -> None:
    async def scenario() -> None:
        game = replace(
            PEARLS,
            timing=Timing(answering=lambda state, seat: state.phase == 2 and seat == 0),  # type: ignore[attr-defined]
        )
        games._added[PEARLS.id] = game
        place = Place("ada", "bot", "free", game=game, clock={"per_move": 60, "answer": 30})
        hall = Hall(place)
        await place.play("keep")
        await asyncio.sleep(1)
        await place.table.act_for_bot(ActionRequest(2, "keep", place.table.seq))
        hall.runner.wake(place.table)
        await asyncio.sleep(29.5)
        assert not [text for _, _, text in moves(place) if text == "bet 0"]
        await asyncio.sleep(2)
        bets = [(round(at, 3), seat) for at, seat, text in moves(place) if text == "bet 0"]
        assert bets == [(31.51, 1)]

    run(scenario)


# -- after other nodes ----------------------------------------------------------------------------------------------------


def test_what_a_dead_node_left_is_taken_over() -> None:
    """Tables whose lease has run out, and tables that waited for one; a table where no bot decides loses its lease."""

    async def scenario() -> None:
        due, persons = Place("bot", "ada"), Place("ada", "bot")
        hall = Hall(due, persons)
        hall.held = ["bots:0", "bots:1", "bots:none", "bots:frozen", "timers:0"]
        hall.runner.start()
        await asyncio.sleep(2)
        assert moves(due) == [(0.5, 0, "keep")]
        assert [asked for asked in hall.asked if ":1" in asked] == ["lease bots:1 0", "release bots:1 0"]
        assert [asked for asked in hall.asked if "none" in asked] == ["lease bots:none 0", "release bots:none 0"]
        assert not [asked for asked in hall.asked if "frozen" in asked or "timers" in asked]
        await hall.runner.close()

    run(scenario)


def test_tables_without_a_lease_are_looked_for_since_the_last_look() -> None:
    async def scenario() -> None:
        place = Place("bot", "ada")
        hall = Hall(place)
        hall.left = ["0", "none"]
        hall.runner.start()
        await asyncio.sleep(2 * LEASE + 1)
        assert moves(place)[0] == (0.5, 0, "keep")
        assert hall.looked == [(-86_400, -2 * LEASE), (-3 * LEASE, 0)], (
            "each look begins before the end of the last one"
        )
        assert [asked for asked in hall.asked if asked.startswith("leases")] == [
            f"leases {n * LEASE / 2:g}" for n in range(5)
        ]
        await hall.runner.close()

    run(scenario)


def test_leases_that_cannot_be_read_are_told_and_read_a_second_later() -> None:
    async def scenario() -> None:
        hall = Hall()
        hall.errors = [Unavailable("The database is away."), Unavailable("The database is away.")]
        hall.runner.start()
        await asyncio.sleep(1.5)
        assert hall.parts.parts["bots"].trouble == "The database is away."
        await asyncio.sleep(1)
        assert hall.asked == ["leases 0", "leases 1", "leases 2"]
        assert hall.parts.parts["bots"].state == OK
        await hall.runner.close()

    run(scenario)


def test_a_node_that_is_closed_plays_no_more() -> None:
    async def scenario() -> None:
        place = Place("bot", "ada")
        hall = Hall(place)
        hall.runner.start()
        hall.runner.wake(place.table)
        await asyncio.sleep(0.1)
        await hall.runner.close()
        await asyncio.sleep(60)
        assert (moves(place), len(hall.runner), place.table.thinking) == ([], 0, False)

    run(scenario)
