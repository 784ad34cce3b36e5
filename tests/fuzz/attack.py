"""Attacks on a real server while an honest player plays: how long that player waits, beside the same load on a process that does
nothing, since all of them share one machine.

    python -m tests.fuzz.attack --seconds 5 --seed 1 --minutes 10
    python -m tests.fuzz.attack --only "long pages" --only previews
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from tests.fuzz.attacks import ATTACKS, Attack, Stranger
from tests.fuzz.load import Load
from tests.fuzz.port import Port

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "attack.md"
MOST: Final = 0.2  # seconds: what 99 of 100 requests of the honest player stay below
PAUSE: Final = 0.03  # seconds between two of these requests
HONEST: Final = "198.51.100.1"
ABOUT: Final = """\
# What strangers can do to others

`make attack`: each line is an attack on a real server while an honest player plays at two tables. All that the player asks for is
timed (looks and moves, about 40 a second); 99 of 100 answers stay below 200 ms. The same load is sent to a process that does
nothing, at the same rate, because attacker, server and player share one machine: what is left is the server's. A dose of it is in
`make test` (`tests/server/test_attack.py`). Addresses are simulated (`X-Forwarded-For`, loopback). A stall is whatever held the
server's event loop for more than 20 ms of CPU time.
"""


class Honest:
    """Plays at two tables as fast as people click: one with two seats of the own, one against a bot."""

    def __init__(self, port: int) -> None:
        self._client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", headers={"x-forwarded-for": HONEST}, timeout=60
        )
        self.waits: list[float] = []
        self.bots: list[float] = []  # until a bot had answered
        self.wrong: list[str] = []
        self.table = ""

    async def begin(self) -> None:
        await self._client.get("/about")
        await self._new()

    async def end(self) -> None:
        await self._client.aclose()

    async def play(self, seconds: float) -> None:
        self.waits, self.bots = [], []
        end = time.monotonic() + seconds
        await asyncio.gather(self._moves(end), self._against_bot(end))

    async def _new(self, kinds: tuple[str, str] = ("me", "me")) -> str:
        fields = {"seats": "2", **{f"kind-{n}": kind for n, kind in enumerate(kinds)}}
        made = await self._client.post("/new/bosman", data=fields)
        assert made.status_code == 303, made.text[:300]
        table = str(made.headers["location"]).removeprefix("/table/")
        if "easy" not in kinds:
            self.table = table
        return table

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        begun = time.monotonic()
        answer = await self._client.request(method, path, json=body)
        self.waits.append(time.monotonic() - begun)
        if answer.status_code != 200:
            self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:120]}")
            return {}
        found: dict[str, Any] = answer.json()
        await asyncio.sleep(PAUSE)
        return found

    async def _turn(self, table: str) -> dict[str, Any]:
        packet = await self._ask("GET", f"/api/tables/{table}")
        if "handover" in packet:
            packet = await self._ask("GET", f"/api/tables/{table}?eyes={packet['handover']}")
        return packet

    async def _move(self, table: str, packet: dict[str, Any], turn: int) -> dict[str, Any]:
        choice = packet["choices"][turn % len(packet["choices"])]["action"]
        body = {"action": choice, "seat": packet["seat"], "seen": packet["seq"], "key": os.urandom(8).hex()}
        return await self._ask("POST", f"/api/tables/{table}/moves", body)

    async def _moves(self, end: float) -> None:
        turn = 0
        while time.monotonic() < end:
            packet = await self._turn(self.table)
            if not packet.get("choices"):
                await self._new()
                continue
            await self._move(self.table, packet, turn := turn + 1)

    async def _against_bot(self, end: float) -> None:
        table = await self._new(("me", "easy"))
        moved = None
        while time.monotonic() < end:
            packet = await self._turn(table)
            if packet.get("choices"):
                if moved is not None:
                    self.bots.append(time.monotonic() - moved)
                packet = await self._move(table, packet, 0)
                moved = None if packet.get("choices") else time.monotonic()
            elif "result" in packet or packet.get("over"):
                table, moved = await self._new(("me", "easy")), None
            await asyncio.sleep(0.1)
        if moved is not None:
            self.bots.append(time.monotonic() - moved)


@dataclass(slots=True)
class Outcome:
    """How an attack went."""

    attack: Attack
    alone: float = 0.0  # p99 of the honest player's requests while nobody else is there
    idle: float = 0.0  # the same while the load goes to a process that does nothing
    under: float = 0.0  # the same under the attack
    median: float = 0.0
    bot: float = 0.0  # the longest that a bot took under the attack
    rate: float = 0.0  # requests, connections or messages a second
    cost: float = 0.0  # seconds of CPU of the server's own process for each of them, the honest player's share included
    seen: Counter[str] = field(default_factory=Counter)
    stalls: int = 0  # times that something held the event loop
    wrong: list[str] = field(default_factory=list)


def p99(waits: Sequence[float]) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * 0.99))] if waits else 0.0


@contextmanager
def idle_process() -> Iterator[int]:
    """A server that does nothing, and its port."""
    command = [sys.executable, "-m", "tests.fuzz.load", "--idle"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        assert process.stdin is not None
        process.stdin.close()


async def _send(load: Load) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fuzz.load", stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    said, _ = await process.communicate(load.to_json())
    found: dict[str, Any] = json.loads(said)
    return found


async def _under(honest: Honest, load: Load, seconds: float) -> dict[str, Any]:
    """Let the honest player play while a load is sent, from when the generator has begun."""
    sending = asyncio.create_task(_send(replace(load, seconds=seconds + 1.0)))
    await asyncio.sleep(0.7)  # a process takes its time to start
    await honest.play(seconds)
    return await sending


async def _one(attack: Attack, number: int, port: Port, idle: int, seconds: float, chance: Random) -> Outcome:
    found = Outcome(attack)
    honest = Honest(port.number)
    await honest.begin()
    eve = Stranger(port.number, f"203.0.113.{number + 1}")
    try:
        load = await asyncio.to_thread(attack.prepare, eve, chance)
    except (AssertionError, LookupError, httpx.HTTPError) as error:
        found.wrong.append(f"it could not be prepared: {error!r}")
        await honest.end()
        return found
    finally:
        eve.client.close()
    load.requests = [(m, p.replace("{honest}", f"/api/tables/{honest.table}"), b, h) for m, p, b, h in load.requests]
    load.addresses = load.addresses or [f"203.0.113.{number + 1}"]
    log, stalls = len(port.log), port.stalls
    used = port.cpu
    told = await _under(honest, replace(load, port=port.number), seconds)
    found.cost = (port.cpu - used) / max(1, told["sent"])
    found.under, found.median = p99(honest.waits), sorted(honest.waits)[len(honest.waits) // 2]
    found.bot = max(honest.bots, default=0.0)
    found.rate, found.seen = told["sent"] / told["seconds"], Counter(told["seen"])
    found.wrong += honest.wrong
    if failed := sum(number for status, number in found.seen.items() if status in ("500", "502")):
        found.wrong.append(f"{failed} answers were 500")
    if "Traceback" in port.log[log:]:
        found.wrong.append(f"a traceback: {port.log[log:][-1500:]}")
    if not port.runs:
        found.wrong.append("the server is gone")
    await asyncio.sleep(1.5)  # what is under way comes to its end
    if port.runs:
        found.stalls = port.stalls - stalls
    if seconds >= 2:
        await _under(honest, replace(load, port=idle, rate=max(1.0, found.rate)), max(2.0, 0.6 * seconds))
        found.idle = p99(honest.waits)
    await honest.end()
    return found


async def siege(
    attacks: Sequence[Attack],
    seconds: float,
    seed: int,
    folder: Path,
    quiet: bool = True,
    baseline: bool = True,
    minutes: float = math.inf,
) -> list[Outcome]:
    """The attacks one after the other on one server; those that have not begun after so many minutes are left out."""
    out, end = [], time.monotonic() + 60 * minutes
    with Port(folder) as port, idle_process() as idle:
        honest = Honest(port.number)
        await honest.begin()
        await honest.play(2.0)  # everything is loaded then
        await honest.play(seconds if baseline else 1.0)
        alone = p99(honest.waits)
        await honest.end()
        for attack in attacks:
            if time.monotonic() > end:
                break
            number = ATTACKS.index(attack)
            found = await _one(attack, number, port, idle, seconds, Random(f"{seed} {attack.name}"))
            found.alone = alone
            out.append(found)
            if not quiet:
                print(_line(found), *found.wrong, sep="\n  ", flush=True)
    return out


def is_held(found: Outcome) -> bool:
    """Whether the honest player did not suffer: 200 ms, or what the load alone costs on this machine now, and half of it more."""
    return not found.wrong and found.under <= max(MOST, 1.5 * found.idle)


def _line(found: Outcome) -> str:
    answers = ", ".join(f"{n:,} × {status}" for status, n in sorted(found.seen.items()))
    ratio = found.under / found.idle if found.idle else 0.0
    return (
        f"| {found.attack.about} | {found.rate:,.0f} | {1000 * found.idle:.0f} | {1000 * found.under:.0f} | {ratio:.1f} "
        f"| {1000 * found.median:.0f} | {1000 * found.cost:.1f} | {found.bot:.1f} | {found.stalls} | {answers} |"
    )


def document(outcomes: Sequence[Outcome], seconds: float, seed: int) -> str:
    held = sum(map(is_held, outcomes))
    heads: tuple[str, ...] = (
        "attack",
        "a second",
        "p99 beside the idle process, ms",
        "p99 under the attack, ms",
        "ratio",
        "median, ms",
    )
    heads += ("CPU of the server each, ms", "slowest bot, s", "stalls", "answers")
    when = f"Seed {seed}, {time.strftime('%Y-%m-%d')}, {seconds:g} s each, {os.cpu_count()} cores"
    how = (
        f"load average {os.getloadavg()[0]:.1f} at the end; alone the player's p99 is {1000 * outcomes[0].alone:.0f} ms"
    )
    left = "" if len(outcomes) == len(ATTACKS) else f" {len(ATTACKS) - len(outcomes)} others were not run."
    lines = [
        f"{when}; {how}. The server held against {held} of {len(outcomes)} attacks.{left}",
        "",
        f"| {' | '.join(heads)} |",
    ]
    return "\n".join([ABOUT, *lines, "| --- " * len(heads) + "|", *map(_line, outcomes), ""])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="for each attack; the idle process gets a little less"
    )
    parser.add_argument("--minutes", type=float, default=math.inf, help="no attack begins later")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", help="attacks by name")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/attack.md")
    asked = parser.parse_args()
    chosen = [attack for attack in ATTACKS if not asked.only or attack.name in asked.only]
    with tempfile.TemporaryDirectory() as folder:
        outcomes = asyncio.run(
            siege(chosen, asked.seconds, asked.seed, Path(folder), quiet=False, minutes=asked.minutes)
        )
    if asked.write:
        DOCUMENT.write_text(document(outcomes, asked.seconds, asked.seed), encoding="utf-8")
    wrong = [found for found in outcomes if not is_held(found)]
    for found in wrong:
        print(f"NOT HELD: {found.attack.name}: {1000 * found.under:.0f} ms", *found.wrong[:5], sep="\n  ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
