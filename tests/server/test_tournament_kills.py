"""`kill -9` of the server while officials work: nothing that was confirmed is lost, nothing is done twice (TOU-18.1)."""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from kotva.tournament.exports import from_json
from kotva.tournament.standings import standings
from kotva.tournament.state import TournamentState
from tests.fuzz.harbour import Server
from tests.tournament.reference import Book

# `make kills` kills a hundred times; a dose is in every run.
KILLS = int(os.environ.get("KOTVA_KILLS", "6"))
PLAYERS = 12


class Day:
    """A tournament on a server that dies again and again; everybody sends with a key until there is an answer."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tables.db"
        self.random = random.Random("the organiser's worst day")
        self.server: Server | None = None
        self.base = ""
        self.up = asyncio.Event()
        self.answers = 0
        self.sent = 0
        self.confirmed: Counter[str] = Counter()  # what was confirmed, by the words that stand in its entry
        self.refused: Counter[str] = Counter()
        self.client = httpx.AsyncClient(timeout=60)
        self.id = ""

    # -- the server ------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        self.server = Server(self.database)
        await self.server.begins()
        self.base = await self.server.address()
        self.up.set()

    def kill(self) -> None:
        assert self.server is not None
        self.up.clear()
        self.server.kill()

    async def ask(self, method: str, path: str, data: Mapping[str, str] | None = None) -> httpx.Response:
        """Asked again until somebody answers: as a browser with a `Try again` would."""
        while True:
            await self.up.wait()
            with suppress(httpx.TransportError):
                answer = await self.client.request(method, f"{self.base}{path}", data=data)
                if answer.status_code < 500:
                    return answer
            await asyncio.sleep(0.02)

    # -- acting ----------------------------------------------------------------------------------------------------

    async def do(self, form: Mapping[str, str], words: str = "") -> bool:
        """An action with a key of its own; `words` stand in its entry and in no other. Whether it was confirmed."""
        self.sent += 1
        data = {"as": "O1", "key": f"key {self.sent}", "back": f"/t/{self.id}/desk", **form}
        answer = await self.ask("POST", f"/t/{self.id}/do", data)
        self.answers += 1
        if answer.status_code == 303:
            if words:
                self.confirmed[words] += 1
            return True
        assert answer.status_code == 422, (answer.status_code, form)
        self.refused.update(re.findall(r"\b[A-Z_]{4,}\b", " ".join(re.findall(r'role="alert">([^<]*)', answer.text))))
        return False

    async def log(self) -> tuple[TournamentState, list[Any]]:
        state, log, _ = from_json((await self.ask("GET", f"/t/{self.id}/export/backup.json")).text)
        return state, list(log)

    async def open(self) -> None:
        await self.client.get(f"{self.base}/about")
        form = {"name": "Osada", "zone": "UTC", "start": "00:01", "date": "2020-01-01"}
        made = await self.ask("POST", "/tournaments/new", form)
        assert made.status_code == 303, made.text
        self.id = made.headers["location"].split("/")[2]
        for text in ("set publish.lead=0", "set confirm=none", "set rounds=99", "official O2 name=Two role=scorer"):
            assert await self.do({"text": text})
        # Opened by an organiser, the link is shown as a code to hand on; `here` opens it.
        link = re.search(rf"/t/{self.id}/as/O2/\w+", (await self.ask("GET", f"/t/{self.id}/desk")).text)
        assert link is not None
        await self.ask("GET", f"{link[0]}?here=1")

    async def entries(self) -> None:
        """Two helpers type in the same list: every name is taken once, the other helper is told."""

        async def type_in() -> None:
            for n in range(1, PLAYERS + 1):
                await self.do({"form": "register", "name": f"Name {n}"}, f'"Name {n}"')

        await asyncio.gather(type_in(), type_in())
        await asyncio.gather(*(self.do({"text": f"checkin P{n}"}) for n in range(1, PLAYERS + 1)))
        assert await self.do({"text": "close"})

    async def round(self, number: int) -> None:
        """Draw, publish, start; two helpers enter every result at once; one corrects; the head referee warns somebody."""
        for text in (f"draw R{number}", f"publish R{number}", f"start R{number}"):
            assert await self.do({"text": text}, f'"{text.partition(" ")[0]} R{number}"' if "draw" in text else ""), (
                text
            )
        rows = (await self.ask("GET", f"/t/{self.id}/export/draw.csv")).text.splitlines()
        tables: dict[str, list[str]] = {}
        for row in rows[1:]:
            cells = row.split(",")
            if int(cells[0]) == number:
                tables.setdefault(f"R{number}.T{cells[1]}", []).append(cells[3])
        await asyncio.gather(*(self.result(table, seats, h) for table, seats in tables.items() for h in range(2)))
        jobs: list[Callable[[], Awaitable[bool]]] = []
        for table, seats in tables.items():
            words = f"misread at {table}"
            form = {**self.points(table, seats, 1), "op": "correct", "version": "1", "reason": words}
            jobs.append(lambda form=form, words=words: self.do(form, f'"{words}"'))  # type: ignore[misc]
            words = f"loud at {table}"
            jobs.append(lambda p=seats[0], w=words: self.do({"text": f"warn {p}", "words": w}, f'"{w}"'))  # type: ignore[misc]
        assert all(await asyncio.gather(*(job() for job in jobs)))
        assert await self.do({"text": f"complete R{number}"})

    def points(self, table: str, seats: list[str], turn: int) -> dict[str, str]:
        order = seats[turn:] + seats[:turn]
        points = {f"raw-{player}": str(10 - 2 * k) for k, player in enumerate(order)}
        return {"form": "result", "table": table, "end": "won", "winner": order[0], **points}

    async def result(self, table: str, seats: list[str], helper: int) -> None:
        """TOU-10.5: exactly one of the two enters it."""
        await self.do(
            {**self.points(table, seats, 0), "op": "report", "signed": "1", "as": ("O1", "O2")[helper]},
            f"report {table}",
        )


def _said(entry: Any) -> list[str]:
    """The words by which an entry is known."""
    if entry.op == "report":
        return [f"report R{entry.args['round']}.T{entry.args['table']}"]
    if entry.op == "draw":
        return [f'"draw R{entry.args["round"]}"']
    return [f'"{value}"' for value in entry.args.values() if isinstance(value, str)]


async def killed(day: Day, kills: int) -> None:
    """Kill at any moment: some actions after the last time, or while it is starting."""
    for number in range(kills):
        if number % 10 == 9:  # as it starts
            day.kill()
            day.server = Server(day.database)
            await asyncio.sleep(day.random.random() * 0.2)
        else:
            until = day.answers + day.random.randint(1, 12)
            while day.answers < until:
                await asyncio.sleep(0.01)
            await asyncio.sleep(day.random.random() * 0.03)
        day.kill()
        await day.start()


async def whole_day(folder: Path, kills: int) -> None:
    day = Day(folder)
    await day.start()
    try:
        await day.open()
        killer = asyncio.ensure_future(killed(day, kills))

        async def officials() -> int:
            await day.entries()
            number = 0
            while not killer.done() or number < 2:
                number += 1
                await day.round(number)
            return number

        work = asyncio.ensure_future(officials())
        await asyncio.wait([killer, work], return_when=asyncio.FIRST_EXCEPTION)
        rounds = await work
        await killer
        state, log = await day.log()
    finally:
        await day.client.aclose()
        day.kill()
    assert state.completed == rounds
    said = Counter(words for entry in log for words in _said(entry))
    lost = {words for words in day.confirmed if said[words] < 1}
    twice = {words: said[words] for words in day.confirmed if said[words] != 1}
    assert not lost, "confirmed, but not in the log"
    assert not twice, "done more than once"
    for name in range(1, PLAYERS + 1):
        assert day.confirmed[f'"Name {name}"'] == 1, "one helper entered it, the other one was told"
    assert day.refused["DUPLICATE_NAME"] == PLAYERS
    for round in state.rounds:
        for table in round.tables:
            assert (len(table.versions), day.confirmed[f"report {table.name}"]) == (2, 1), table.name
        assert Book(state, round.number).order() == standings(state, round.number).order()
    warned = sum(player.warnings for player in state.players.values())
    assert warned == sum(len(round.tables) for round in state.rounds)


@pytest.mark.slow
@pytest.mark.timeout(3600 if KILLS > 6 else 300)
def test_nothing_confirmed_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    """Officials enter, check in, draw, report and correct while the server is killed; `make kills` does it a hundred times."""
    asyncio.run(whole_day(tmp_path, KILLS))
