"""Everything at once for an hour: people, bots, hints, reviews, tournaments, papers and strange requests on one server.

For most of the time the server runs undisturbed: memory must level off, and moves stay quick. Then it is killed every minute:
nothing acknowledged is lost, and play goes on within seconds.

    python -m tests.fuzz.soak --minutes 45 --kills 15
    python -m tests.fuzz.soak --minutes 2 --kills 1 --tables 40 --rate 20
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Final

import httpx
from rich.progress import Progress

from tests.fuzz.attacks import Stranger, strange_requests
from tests.fuzz.harbour import Promises
from tests.fuzz.load import Load
from tests.fuzz.soak_crowd import Crowd
from tests.fuzz.soak_report import Sample, Soaked, document
from tests.fuzz.soak_server import SoakServer

BACK: Final = 5.0  # seconds after a kill in which play goes on
_SAMPLE: Final = 10.0  # seconds between two looks at the server's memory
_SETTLED: Final = 20.0  # seconds in which a server that everybody has left gives back files, sockets and tasks


class Soak:
    """One run."""

    def __init__(self, folder: Path, seed: int, tables: int, rate: float, strange: float = 50.0) -> None:
        self.chance = Random(seed)
        self.server = SoakServer(folder)
        self.promises = Promises()
        self.found = Soaked(tables, rate, seed, strange)
        self.told: Callable[[Sample], None] = lambda _sample: None
        self.crowd = Crowd(self.server.port, self.chance, self.promises, self.found.wrong)
        self._tables, self._rate, self._odd = tables, rate, strange
        self._crowding: list[asyncio.Task[None]] = []
        self._beside: list[asyncio.Task[None]] = []
        self._strange: asyncio.subprocess.Process | None = None
        self._begun = time.monotonic()
        self._looked = self._starved = (
            0.0  # when the server was looked at last, and how long it had waited for a processor
        )

    async def run(self, minutes: float, kills: int, between: float, tick: Callable[[float], None]) -> Soaked:
        """Undisturbed for so many minutes, then so many kills; `tick` hears how many seconds have passed."""
        begun = time.monotonic()
        await asyncio.to_thread(self.server.start)
        self.found.start = time.monotonic() - begun
        at_rest = await self._numbers()
        await self.crowd.fill(self._tables)
        self._crowding = [
            asyncio.create_task(self.crowd.play(self._rate)),
            asyncio.create_task(self.crowd.come_and_go()),
        ]
        self._beside = [asyncio.create_task(work()) for work in (self._ask_bots, self._organise)]
        await self._send_strange_requests(60 * minutes + between * kills)
        await self._watch(60 * minutes, tick)
        if kills:
            self.found.kills_from = time.monotonic() - self._begun
        for _ in range(kills):
            await self._kill()
            await self._watch(between, tick)
        await self._leave(at_rest)
        return self.found

    async def _watch(self, seconds: float, tick: Callable[[float], None]) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(_SAMPLE, left))
            tick(time.monotonic() - self._begun)
            await self._sample()

    async def _sample(self) -> None:
        try:
            numbers = await self._numbers()
        except httpx.TransportError as error:  # the soak goes on: this is one of its findings
            self.found.wrong.append(f"/health did not answer within 30 s: {error!r}")
            return
        now, starved = time.monotonic(), self.server.starved
        share = max(0.0, starved - self._starved) / max(1.0, now - self._looked)
        self._looked, self._starved = now, starved
        times, self.crowd.times = sorted(self.crowd.times), []
        if not times:
            return
        sample = Sample(
            time.monotonic() - self._begun,
            self.server.memory,
            self.server.helpers_memory,
            self.server.files,
            numbers.get("kotva_tasks", 0.0),
            len(times),
            statistics.median(times),
            times[min(len(times) - 1, int(len(times) * 0.99))],
            os.getloadavg()[0],
            share,
        )
        self.found.samples.append(sample)
        self.told(sample)

    async def _numbers(self) -> dict[str, float]:
        """The server's metrics; and every part of it is well."""
        async with httpx.AsyncClient(base_url=self.server.address, timeout=30) as client:
            health = await client.get("/health?deep")
            if health.status_code != 200:
                self.found.wrong.append(f"/health: {health.status_code} {health.text[:300]}")
            lines = (await client.get("/metrics")).text.splitlines()
        pairs = [line.rsplit(" ", 1) for line in lines if line.startswith("kotva_")]
        return {name: float(value) for name, value in pairs}

    # -- beside the moves --------------------------------------------------------------------------------------------

    async def _ask_bots(self) -> None:
        """Hints at tables with bots, and reviews of finished games."""
        async with httpx.AsyncClient(base_url=self.server.address, timeout=60) as client:
            while True:
                await asyncio.sleep(1.0)
                asked = self.crowd.wanted_hint()
                if asked is not None:
                    await self._get(client, f"/api/tables/{asked[0]}/hint", asked[1], "hints")
                if self.crowd.finished:
                    await self._get(client, f"/api/reviews/{self.crowd.finished.pop(0)}", "", "reviews")
                    del self.crowd.finished[:-20]

    async def _get(self, client: httpx.AsyncClient, path: str, token: str, kind: str) -> None:
        cookie = {"cookie": f"kotva_seat={token}"} if token else {}
        with suppress(httpx.TransportError):  # killed just now
            answer = await client.get(path, headers=cookie)
            self.found.done[f"{kind}: {answer.status_code}"] += 1
            if answer.status_code == 500:
                self.found.wrong.append(f"{path}: 500 {answer.text[:200]}")

    async def _organise(self) -> None:
        """A tournament now and then, each organiser at an address of the own, with its papers."""
        number = 0
        while True:
            number += 1
            with suppress(httpx.TransportError, AssertionError, LookupError):  # killed, or over what one may have
                await asyncio.to_thread(self._tournament, number)
            await asyncio.sleep(20.0)

    def _tournament(self, number: int) -> None:
        organiser = Stranger(self.server.port, f"192.0.2.{number % 250 + 1}")
        try:
            cup = organiser.cup(12, begun=True)
            self.found.done["tournaments"] += 1
            for paper in ("slips.pdf", "players", "board.pdf?round=1"):
                answer = organiser.client.get(f"/t/{cup}/paper/{paper}")
                self.found.done[f"papers: {answer.status_code}"] += 1
                if answer.status_code == 500:
                    self.found.wrong.append(f"{paper}: 500 {answer.text[:200]}")
        finally:
            organiser.client.close()

    async def _send_strange_requests(self, seconds: float) -> None:
        def prepare() -> Load:
            eve = Stranger(self.server.port, "203.0.113.1")
            try:
                return strange_requests(eve, self.chance)
            finally:
                eve.client.close()

        load = await asyncio.to_thread(prepare)
        load.seconds, load.rate, load.count = seconds, self._odd, round(2 * seconds * self._odd)
        load.port, load.addresses = self.server.port, [f"203.0.113.{n}" for n in range(1, 11)]
        self._strange = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.fuzz.load", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert self._strange.stdin is not None
        self._strange.stdin.write(load.to_json())
        self._strange.stdin.close()

    # -- ends --------------------------------------------------------------------------------------------------------

    async def _kill(self) -> None:
        """`kill -9`, and a start at once, as a service manager would; then everything acknowledged is looked for."""
        with suppress(httpx.TransportError):
            self.found.stalls += int((await self._numbers()).get("kotva_stalls", 0))
        killed = time.monotonic()
        helpers = self.server.helpers()
        self.server.kill()
        self.crowd.cut()
        await asyncio.to_thread(self.server.start)
        while self.crowd.last_done < killed and time.monotonic() < killed + 60:
            await asyncio.sleep(0.02)
        took = self.crowd.last_done - killed
        self.found.back.append(took)
        if not 0 < took <= max(BACK, 3 * self.found.start):  # a crowded machine needs seconds for any start
            self.found.wrong.append(f"play went on {took:.1f} s after a kill")
        promised = deepcopy(self.promises)
        self.found.wrong += await asyncio.to_thread(promised.broken, self.server.database)
        if left := [one.pid for one in helpers if one.is_running() and one.status() != "zombie"]:
            self.found.wrong.append(f"{len(left)} processes outlived a killed server")

    async def _leave(self, at_rest: dict[str, float]) -> None:
        """Everybody goes; the server must give back what they had."""
        self.crowd.leaving = True  # asked, not cancelled: a socket that is being opened would stay open
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, *self._crowding, return_exceptions=True)
        if self._strange is not None:
            with suppress(ProcessLookupError):
                self._strange.terminate()
            await self._strange.wait()
        self.crowd.close()
        end = time.monotonic() + _SETTLED
        while (left := await self._left(at_rest)) and time.monotonic() < end:
            await asyncio.sleep(0.5)
        self.found.wrong += left
        self.found.wrong += self.promises.broken(self.server.database)
        self.found.promises = Counter({"moves": len(self.promises.events), "tables": len(self.promises.tables)})
        self.found.stalls += int((await self._numbers()).get("kotva_stalls", 0))
        await asyncio.to_thread(self.server.stop)
        self.found.places = Counter(_HELD.findall(self.server.log))
        if "Traceback" in self.server.log:
            self.found.wrong.append("a traceback: " + self.server.log.split("Traceback", 1)[1][:1500])

    async def _left(self, at_rest: dict[str, float]) -> list[str]:
        """What is still there although everybody has gone."""
        now = await self._numbers()
        out = []
        if sockets := now["kotva_sockets"]:
            out.append(f"{sockets:.0f} sockets are open although everybody has left")
        # Helper processes start with the first work: their pipes, and a task each, belong to a server that has worked.
        if (more := now["kotva_tasks"] - at_rest["kotva_tasks"]) > _TASKS_MORE:
            out.append(f"{more:.0f} tasks more than at the start")
        if (files := self.server.files - self.server.files_at_rest) > _FILES_MORE:
            out.append(f"{files} files and sockets more than at the start")
        return out


# What the watch of the event loop logs, once a minute for each place: the file and the function.
_HELD: Final = re.compile(r"held for \d+ ms of CPU time: (?:File .*?([\w.-]+/[\w.-]+)\", line \S+, in (\S+)|.*)")
_TASKS_MORE: Final = 12
_FILES_MORE: Final = 60  # pipes and sockets of helper processes, kept connections to the database


def _note(file: Path, sample: Sample) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{sample}\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=45.0, help="without a kill")
    parser.add_argument("--kills", type=int, default=15, help="after that, one a minute")
    parser.add_argument("--between", type=float, default=60.0, help="seconds from kill to kill")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=60.0, help="moves a second, over all tables")
    parser.add_argument("--strange", type=float, default=50.0, help="requests a second that no page sends")
    parser.add_argument("--beside", default="", help="what else the machine does meanwhile: it is written down")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the server's log and a line for each look at it")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/soak.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        bar = progress.add_task("soak", total=60 * asked.minutes + asked.between * asked.kills)
        soak = Soak(Path(folder), asked.seed, asked.tables, asked.rate, asked.strange)
        soak.found.beside = asked.beside
        if asked.keep is not None:
            asked.keep.mkdir(parents=True, exist_ok=True)
            soak.told = lambda sample: _note(asked.keep / "samples.txt", sample)
        try:
            run = soak.run(asked.minutes, asked.kills, asked.between, lambda done: progress.update(bar, completed=done))
            found = asyncio.run(run)
        finally:
            if asked.keep is not None:
                (asked.keep / "server.log").write_text(soak.server.log, encoding="utf-8")
            soak.server.kill()
    found.judge()
    print(document(found, write=asked.write))
    for line in found.wrong[:40]:
        print(line)
    sys.exit(1 if found.wrong else 0)


if __name__ == "__main__":
    main()
