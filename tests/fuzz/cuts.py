"""A node on PostgreSQL whose connections are cut at every byte of its exchanges, delayed, swallowed, or whose database stops,
crashes, becomes read-only or full; nothing is lost or doubled.

Two people play tables with a clock; each move is sent again under its key until it is acknowledged, as browsers do. After each
trouble play goes on within five seconds.

    python -m tests.fuzz.cuts --cuts 1000 --seed 1
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import secrets
import signal
import sys
import time
from collections import Counter
from random import Random
from typing import Final

from kotva.match import SeatSpec, TableSpec
from kotva.server.hub import Hub
from kotva.server.people import BROWSER, Person
from kotva.server.settings import Settings
from kotva.server.store import Unavailable
from kotva.server.table import ActionRequest
from kotva.server.table_log import Stale
from tests.fuzz.proxy import DOWN, UP, Proxy
from tests.fuzz.report import write_section
from tests.server import postgres

MOST: Final = 5.0  # seconds after the database is back in which play goes on
DEAF: Final = (
    4.0  # seconds more for a connection that is silent without being cut: nobody can know earlier (`postgres.SILENCE`)
)
OUTAGES: Final = ("restart", "crash", "read-only", "full")
TROUBLES: Final = ("cut up", "cut down", "cut up", "cut down", "cut up", "cut down", "all at once", "slow")


class Cuts:
    """A node behind a proxy, and what it has promised."""

    def __init__(self, hub: Hub, proxy: Proxy, seed: int, database: postgres.PostgresServer) -> None:
        self.hub, self.proxy, self.chance, self.database = hub, proxy, Random(seed), database
        self.people: list[Person] = []
        self.table = ""
        self.keys: dict[str, list[str]] = {}  # acknowledged, by table
        self.done: Counter[str] = Counter()
        self.refused = 0
        self.longest = 0.0
        self.whole = 0.0  # the longest until every part was well after an outage
        self.wrong: list[str] = []
        self._at = {UP: 0, DOWN: 0}  # the byte of an exchange at which the next cut is made

    async def _new(self) -> None:
        secret = [secrets.token_hex(32) for _ in range(2)]
        self.people = [Person(await self.hub.store.enroll(BROWSER, one), one) for one in secret]
        seats = tuple(SeatSpec(f"P{n}", person=person.id) for n, person in enumerate(self.people))
        row = await self.hub.tables.open(TableSpec(game="bosman", seats=seats, clock={"per_move": 3600}))
        self.table = row.id
        self.keys[row.id] = []

    async def _move(self) -> None:
        """One move, sent again until it is acknowledged."""
        table = await self.hub.table(self.table) if self.table else None
        if table is None or table.match.is_over:
            await self._new()
            table = await self.hub.table(self.table)
        assert table is not None
        seat = table.match.actors()[0]
        action, key = self.chance.choice(table.match.legal(seat)), secrets.token_hex(8)
        while True:
            try:
                await table.act(self.people[seat], ActionRequest(seat, action, table.seq, key))
                self.keys[self.table].append(key)
                return
            except Stale:  # it was stored although its answer was lost, or nothing was: the rows say which
                await table.catch_up()
                if key in {event.key for event in await self.hub.store.events(self.table)}:
                    self.keys[self.table].append(key)
                    return

    async def _played(self, what: str, most: float) -> None:
        """A move, however often it is refused; it may take so long."""
        begun = time.monotonic()
        while True:
            try:
                await self._move()
                break
            except Unavailable as error:
                self.refused += 1
                if "\n" in str(error):
                    self.wrong.append(f"more than a sentence: {error}")
            except Exception as error:
                self.wrong.append(f"{what}: {error!r}")
                return
            if time.monotonic() - begun > 60:
                self.wrong.append(f"{what}: nothing was stored for a minute")
                return
            await asyncio.sleep(0.05)
        took = time.monotonic() - begun
        self.longest = max(self.longest, took)
        if took > most:
            self.wrong.append(f"{what}: it took {took:.1f} s")

    async def trouble(self, what: str) -> None:
        """One of them, and a move in the middle of it."""
        if what.startswith("cut"):
            way = UP if what.endswith("up") else DOWN
            self.proxy.left[way] = self._at[way]
            self._at[way] = (self._at[way] + 1) % 1500
        elif what == "all at once":
            self.proxy.cut_all()
        elif what == "slow":
            self.proxy.delay = 0.05
        elif what == "deaf":
            self.proxy.deaf = True
            sending = asyncio.create_task(self._played(what, math.inf))
            await asyncio.sleep(2.0)
            self.proxy.deaf = False
            begun = time.monotonic()
            await sending
            if (took := time.monotonic() - begun) > MOST + DEAF:
                self.wrong.append(f"{what}: {took:.1f} s after it was back")
        await self._played(what, MOST if what != "slow" else 3 * MOST)
        self.proxy.delay = 0.0
        self.proxy.left.clear()
        self.done[what] += 1

    async def outage(self, what: str) -> None:
        """The database cannot be used for two seconds; after it is back every part of the node goes on by itself."""
        refused = self.refused
        await asyncio.to_thread(self._break, what)
        sent = asyncio.create_task(self._played(what, math.inf))
        end = time.monotonic() + 30
        while self.refused == refused and time.monotonic() < end:
            if sent.done():  # it was in time
                sent = asyncio.create_task(self._played(what, math.inf))
            await asyncio.sleep(0.05)
        if self.refused == refused:
            self.wrong.append(f"{what}: nobody noticed")
        await asyncio.sleep(2.0)
        await asyncio.to_thread(self._mend, what)
        begun = time.monotonic()
        await sent
        took = time.monotonic() - begun
        self.longest = max(self.longest, took)
        last: list[str] = []
        while (ill := self.hub.parts.ill) and time.monotonic() < begun + 2 * MOST:
            last = ill
            await asyncio.sleep(0.05)
        whole = time.monotonic() - begun
        self.whole = max(self.whole, whole)
        if whole > MOST:
            parts = f"all parts {whole:.1f} s (at the end {', '.join(last)})"
            self.wrong.append(f"{what}: a move took {took:.1f} s after it was back, {parts}")
        self.done[what] += 1

    def _break(self, what: str) -> None:
        if what == "read-only":
            self.database.make_read_only(True)
        elif what == "full":
            self.database.fill(True)
        else:
            self.database.stop(signal.SIGQUIT if what == "crash" else signal.SIGINT)

    def _mend(self, what: str) -> None:
        if what == "read-only":
            self.database.make_read_only(False)
        elif what == "full":
            self.database.fill(False)
        else:
            self.database.start()

    async def judge(self) -> None:
        """What was acknowledged is there once, and every part is well again."""
        for table, keys in self.keys.items():
            stored = Counter(event.key for event in await self.hub.store.events(table) if event.key)
            self.wrong += [f"a move of {table} is there {stored[key]} times" for key in keys if stored[key] != 1]
        end = time.monotonic() + MOST + DEAF
        while self.hub.parts.ill and time.monotonic() < end:
            await asyncio.sleep(0.1)
        self.wrong += [f"{name} is ill: {self.hub.parts.parts[name].state}" for name in self.hub.parts.ill]
        if self.hub.store.writer.stuck:  # type: ignore[attr-defined]
            self.wrong.append("the writer is stuck")


async def cut(cuts: int, seed: int, minutes: float = math.inf, deaf: int = 50, outages: int = 1) -> Cuts:
    """So many troubles, or as many as the time allows; then so many outages of each kind."""
    with postgres.serving() as database:
        address = database.address
        port = int(address.rsplit(":", 1)[1].split("/")[0])
        proxy = Proxy(port)
        hub = await Hub.start(Settings(address.replace(f":{port}/", f":{proxy.port}/"), pace=0.0, workers=1))
        end = time.monotonic() + 60 * minutes
        found = Cuts(hub, proxy, seed, database)
        try:
            await found._played("at first", 60)
            for number in range(cuts):
                if time.monotonic() > end:
                    break
                await found.trouble(TROUBLES[number % len(TROUBLES)] if (number + 1) % deaf else "deaf")
            for what in OUTAGES * outages:
                await found.outage(what)
            await found.judge()
        finally:
            await hub.close()
            proxy.close()
    return found


def summary(found: Cuts, seed: int, seconds: float) -> str:
    rows = {
        **{f"troubles: {what}": f"{n:,}" for what, n in sorted(found.done.items())},
        "moves acknowledged, and looked for afterwards": f"{sum(map(len, found.keys.values())):,}",
        "refused meanwhile, each in a sentence": f"{found.refused:,}",
        "the longest until a move was stored": f"{found.longest:.1f} s",
        "the longest until every part was well after an outage": f"{found.whole:.1f} s",
        "lost, doubled, too late, or a part that stayed ill": str(len(found.wrong)),
    }
    when = f"Seed {seed}, {time.strftime('%Y-%m-%d')}, {seconds / 60:.0f} minutes on {os.cpu_count()} cores."
    return "\n".join([when, "", "| what | how many |", "| --- | --- |", *(f"| {k} | {v} |" for k, v in rows.items())])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deaf", type=int, default=50, help="every so many times the database is silent")
    parser.add_argument("--outages", type=int, default=5, help="of each kind, after the cuts")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/chaos.md")
    asked = parser.parse_args()
    started = time.monotonic()
    found = asyncio.run(cut(asked.cuts, asked.seed, asked.minutes, asked.deaf, asked.outages))
    told = summary(found, asked.seed, time.monotonic() - started)
    print(told)
    for line in found.wrong[:40]:
        print(line)
    if asked.write:
        write_section("Cuts", told)
    sys.exit(1 if found.wrong else 0)


if __name__ == "__main__":
    main()
