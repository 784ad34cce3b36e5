"""`kill -9` at random moments: of play, creation, sitting, undo, the first start and a migration.

After each kill the server starts again on the same file, and everything that was acknowledged before must be there once:
tables, events, seats. What was asked for and not answered may be there or not, but whole; sent again with its key, it is
there once.

    python -m tests.fuzz.chaos --kills 1000 --seed 1
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import secrets
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from rich.progress import Progress

from tests.fuzz.harbour import Browser, Deed, Promises, Server
from tests.fuzz.report import write_section

SCHEMAS: Final = sorted((Path(__file__).parents[1] / "server" / "schemas").glob("*.sql"))
LIVE: Final = ("play", "creation", "sitting", "undo")
KINDS: Final = (*LIVE, *LIVE, "first start", "migration")
LIVES: Final = 25  # kills on one file, then a fresh one: it has grown by then
GAMES: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("bosman", {"option-turn_limit": "20"}),
    ("hexxi", {}),
    ("triremes", {"option-setup": "auto"}),
)
LONGEST: Final = 0.03  # seconds between the request that is aimed at and the kill


class Chaos:
    """Lives of servers and what they promised."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.folder = folder
        self.wrong: list[str] = []
        self.kills: Counter[str] = Counter()
        self.unanswered: Counter[str] = Counter()  # what kills met in the middle: stored all the same, or not
        self.acknowledged: Counter[str] = Counter()
        self._start_took = 0.2  # seconds, as measured
        self._files = 0
        self._fresh()

    def _fresh(self) -> None:
        self._files += 1
        self.database = self.folder / f"{self._files}.db"
        self.promises = Promises()
        self.people = [secrets.token_urlsafe(32) for _ in range(4)]

    # -- one kill ----------------------------------------------------------------------------------------------------

    async def kill(self, kind: str) -> None:
        """One life and its end."""
        if kind in LIVE:
            await self._live(kind)
        else:
            await self._begin(kind)
        self.kills[kind] += 1
        if sum(self.kills.values()) % LIVES == 0:
            await self._settle()
            self._fresh()

    async def _begin(self, kind: str) -> None:
        """A start on no file, or on one of an old schema, is killed on its way; the next one must succeed."""
        self._files += 1
        database = self.folder / f"{self._files}.db"
        old = self.chance.choice(SCHEMAS) if kind == "migration" else None
        if old is not None:
            _lay(database, old)
        server = Server(database)
        await server.begins()
        await asyncio.sleep(self.chance.uniform(0, self._start_took * 1.1))
        server.kill()
        server = Server(database)
        try:
            await server.begins()
            started = time.perf_counter()
            browser = Browser(await server.address())
            self._start_took = 0.8 * self._start_took + 0.2 * (time.perf_counter() - started)
            await browser.get("", "/health")
            made = await browser.form(self.people[0], "/new/bosman", {"seats": "2", "kind-1": "me"})
            if made.status_code != 303:
                self.wrong.append(f"a database killed in its {kind} makes no tables: {made.text[:200]}")
            if old is not None:
                looked = await browser.get("", "/api/tables/oldtable01")
                if looked["seq"] != 11:
                    self.wrong.append(f"a table of schema {old.stem} has {looked['seq']} events after a kill")
            await browser.close()
        except (AssertionError, httpx.HTTPError) as error:
            self.wrong.append(f"{kind}: {error}")
        finally:
            server.kill()
        self.wrong += Promises().broken(database)

    async def _live(self, kind: str) -> None:
        """People play until the server dies in the middle of something of this kind."""
        server = Server(self.database)
        await server.begins()
        browser = Browser(await server.address())
        self._aimed = asyncio.Event()
        self._aim = kind
        self._alive = True
        work: list[asyncio.Future[Any]] = []
        try:
            await self._look_back(browser)
            work += [asyncio.ensure_future(self._person(browser, token)) for token in self.people]
            await asyncio.sleep(self.chance.uniform(0, 0.15))  # the first requests of a life find everything cold
            self._aimed.clear()
            aimed = asyncio.ensure_future(self._aimed.wait())
            await asyncio.wait([*work, aimed], return_when=asyncio.FIRST_COMPLETED)
            aimed.cancel()
            await asyncio.sleep(self.chance.uniform(0, LONGEST))
        finally:
            self._alive = False
            server.kill()
            ends = await asyncio.gather(*work, return_exceptions=True)
            await browser.close()
        self.wrong += [str(end) for end in ends if isinstance(end, Exception)]

    async def _settle(self) -> None:
        """A last start of a file: is everything there?"""
        server = Server(self.database)
        try:
            await server.begins()
            browser = Browser(await server.address())
            await self._look_back(browser)
            for table in self.promises.tables:
                await browser.get("", f"/api/tables/{table}")
            await browser.close()
        finally:
            server.kill()
        self.acknowledged.update(self.promises.count)

    # -- looking back ------------------------------------------------------------------------------------------------

    async def _look_back(self, browser: Browser) -> None:
        """What was promised must be there; then whoever got no answer asks again with the same key."""
        await browser.get("", "/health")
        self.wrong += self.promises.broken(self.database)
        while self.promises.open:
            deed = self.promises.open.pop()
            there = self._stored(deed)
            answer = await browser.post(deed.token, deed.path, deed.body)
            self.unanswered["stored" if there else "not stored"] += 1
            if there and answer.status_code != 200:
                self.wrong.append(f"{deed.key} is stored, and asked for again it is refused: {answer.text[:200]}")
            if answer.status_code == 200:
                self.promises.events[deed.table, deed.key] = answer.json()["seq"]

    def _stored(self, deed: Deed) -> bool:
        with sqlite3.connect(self.database) as db:
            found = db.execute("select 1 from moves where table_id = ? and key = ?", (deed.table, deed.key)).fetchone()
        db.close()
        return found is not None

    # -- people ------------------------------------------------------------------------------------------------------

    async def _person(self, browser: Browser, token: str) -> None:
        """Does something, again and again, mostly what is aimed at."""
        deeds = {"play": self._play, "creation": self._create, "sitting": self._sit, "undo": self._undo}
        while True:
            kind = self._aim if self.chance.random() < 0.6 else self.chance.choice(LIVE)
            try:
                await deeds[kind](browser, token)
            except httpx.TransportError:  # the server is gone, or an idle connection was closed in this very moment
                if not self._alive:
                    return

    async def _asking(self, kind: str, ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        if kind == self._aim:
            self._aimed.set()
        return await ask()

    async def _create(self, browser: Browser, token: str) -> None:
        kinds = self.chance.choice((("me", "me"), ("me", "open"), ("open", "open")))
        game, options = self.chance.choice(GAMES)
        fields = {"seats": "2", **options, **{f"kind-{n}": kind for n, kind in enumerate(kinds)}}
        made = await self._asking("creation", lambda: browser.form(token, f"/new/{game}", fields))
        assert made.status_code == 303, made.text[:300]
        table = made.headers["location"].removeprefix("/table/")
        self.promises.tables[table] = 2
        self.promises.seats.update({(table, n): token for n, kind in enumerate(kinds) if kind == "me"})
        self.promises.count["tables"] += 1

    async def _sit(self, browser: Browser, token: str) -> None:
        free = [(t, n) for t in self.promises.tables for n in range(2) if (t, n) not in self.promises.seats]
        if not free:
            await self._create(browser, token)
            return
        table, seat = self.chance.choice(free[-6:])
        body = {"seat": seat, "name": "Ada"}
        answer = await self._asking("sitting", lambda: browser.post(token, f"/api/tables/{table}/sit", body))
        assert answer.status_code in (200, 409), answer.text[:300]
        if answer.status_code == 200:
            holder = self.promises.seats.setdefault((table, seat), token)
            assert holder == token, f"seat {seat} of {table} was promised twice"
            self.promises.count["seats"] += 1

    async def _play(self, browser: Browser, token: str) -> None:
        await self._act(browser, token, undo=False)

    async def _undo(self, browser: Browser, token: str) -> None:
        await self._act(browser, token, undo=True)

    async def _act(self, browser: Browser, token: str, *, undo: bool) -> None:
        mine = list(dict.fromkeys(t for (t, _), holder in self.promises.seats.items() if holder == token))[-4:]
        if not mine:
            await self._create(browser, token)
            return
        table = self.chance.choice(mine)
        packet = await self._turn(browser, token, table)
        if "seat" not in packet:
            await self._sit(browser, token)
        elif packet.get("choices"):
            likely = [choice["action"] for choice in packet["choices"]]
            seq = await self._send(browser, self._deed(table, token, packet, self.chance.choice(likely)))
            if undo and seq is not None:  # whoever has just moved may mostly take it back
                await self._send(browser, self._deed(table, token, {**packet, "seq": seq}, None))
        else:
            await self._create(browser, token)

    async def _turn(self, browser: Browser, token: str, table: str) -> dict[str, Any]:
        packet = await browser.get(token, f"/api/tables/{table}")
        if "handover" in packet:
            packet = await browser.get(token, f"/api/tables/{table}", eyes=packet["handover"])
        return packet

    def _deed(self, table: str, token: str, packet: dict[str, Any], action: str | None) -> Deed:
        body = {"seat": packet["seat"], "seen": packet["seq"], "key": f"{self.chance.getrandbits(64):016x}"}
        if action is None:
            return Deed(table, token, f"/api/tables/{table}/undo", body)
        return Deed(table, token, f"/api/tables/{table}/moves", {**body, "action": action})

    async def _send(self, browser: Browser, deed: Deed) -> int | None:
        """How many events the table has then; None if it was not to be."""
        kind = "play" if "action" in deed.body else "undo"
        self.promises.open.append(deed)  # from now on it may happen
        answer = await self._asking(kind, lambda: browser.post(deed.token, deed.path, deed.body))
        self.promises.open.remove(deed)
        assert answer.status_code in (200, 409, 422), answer.text[:300]
        if answer.status_code != 200:
            return None
        seq = self.promises.events[deed.table, deed.key] = int(answer.json()["seq"])
        self.promises.count["moves" if kind == "play" else "undos"] += 1
        return seq


def _lay(path: Path, dump: Path) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
    db.close()


async def rage(kills: int, seed: int, folder: Path, quiet: bool = True, minutes: float = math.inf) -> Chaos:
    """So many kills, or as many as the time allows; whoever asked looks at `wrong` afterwards."""
    chaos = Chaos(folder, seed)
    end = time.monotonic() + 60 * minutes
    with Progress(disable=quiet) as progress:
        bar = progress.add_task("kills", total=kills)
        for number in range(kills):
            if time.monotonic() > end:
                break
            kind = KINDS[number % len(KINDS)]
            try:
                await chaos.kill(kind)
            except AssertionError as error:
                chaos.wrong.append(f"{kind}: {error}")
                chaos.promises.open.clear()
            progress.advance(bar)
        if chaos.promises.tables:
            await chaos._settle()
    return chaos


def summary(chaos: Chaos, seed: int, seconds: float) -> str:
    """What is kept of a run."""
    found, met = chaos.acknowledged, chaos.unanswered
    kept = ", ".join(f"{found[what]:,} {what}" for what in ("moves", "undos", "tables", "seats"))
    rows = {
        "`kill -9` in the middle of something": f"{sum(chaos.kills.values()):,}",
        **{f"… of {kind}": str(number) for kind, number in sorted(chaos.kills.items())},
        "acknowledged, and looked for after the next start": kept,
        "killed before an answer, and stored all the same": f"{met['stored']:,}, each sent again and there once",
        "killed before an answer, and not stored": f"{met['not stored']:,}, each sent again",
        "lost, doubled, half done, or a file that does not start": str(len(chaos.wrong)),
    }
    when = f"Seed {seed}, {time.strftime('%Y-%m-%d')}, {seconds / 60:.0f} minutes on {os.cpu_count()} cores."
    return "\n".join([when, "", "| what | how many |", "| --- | --- |", *(f"| {k} | {v} |" for k, v in rows.items())])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/chaos.md")
    asked = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        chaos = asyncio.run(rage(asked.kills, asked.seed, Path(folder), quiet=False, minutes=asked.minutes))
    told = summary(chaos, asked.seed, time.monotonic() - started)
    print(told)
    for line in chaos.wrong[:40]:
        print(line)
    if asked.write:
        write_section("Kills", told)
    sys.exit(1 if chaos.wrong else 0)


if __name__ == "__main__":
    main()
