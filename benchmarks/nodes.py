"""How long a move takes from one node to those who watch the same table through another: two servers on one PostgreSQL.

    python -m benchmarks.nodes [--moves N] [--database postgresql://...]

Without an address a PostgreSQL of its own is started. Each move is sent to the first node; two bystanders watch the table, one at
each node. The last line is one JSON object in milliseconds: from sending to hearing `here` and `there`, and what `crossing` adds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

import httpx
import websockets
from rich.console import Console
from rich.progress import track

from tests.server import postgres

ROOT = Path(__file__).resolve().parent.parent
CONSOLE = Console(stderr=True)
_LONGEST = 60.0  # seconds until a move that has not come is lost


@contextmanager
def node(address: str) -> Iterator[tuple[str, int]]:
    """A server on a database: where it is, and its process."""
    command = [sys.executable, "-m", "kotva", "serve", "--port", "0", "--no-browser"]
    environment = {**os.environ, "KOTVA_DATABASE": address}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r"http://(localhost:\d+)", process.stdout.readline())
        assert found, "the node did not start"
        yield found[1], process.pid
    finally:
        process.terminate()
        process.communicate(timeout=60)


async def heard(socket: Any, seq: int) -> float:
    """When a bystander has heard of an event."""
    async with asyncio.timeout(_LONGEST):
        while json.loads(await socket.recv()).get("seq", -1) < seq:
            pass
    return time.perf_counter()


async def one_table(here: str, there: str, most: int, chance: Random) -> list[tuple[float, float]]:
    """Moves at one table until its game is over, or so many: how long each took to be heard at both nodes, in seconds."""
    found: list[tuple[float, float]] = []
    cookie = {"cookie": f"kotva_seat={secrets.token_urlsafe(32)}"}
    async with httpx.AsyncClient(base_url=f"http://{here}", headers=cookie, timeout=_LONGEST) as client:
        made = await client.post("/new/triremes", data={"seats": "2", "kind-1": "me", "option-setup": "auto"})
        api = "/api" + made.headers["location"].replace("/table/", "/tables/")
        async with (
            websockets.connect(f"ws://{here}{api}/socket") as near,
            websockets.connect(f"ws://{there}{api}/socket") as far,
        ):
            packet = (await client.get(api)).json()
            await heard(near, packet["seq"])
            await heard(far, packet["seq"])
            while len(found) < most and not packet.get("over"):
                if "handover" in packet:
                    packet = (await client.get(api, params={"eyes": packet["handover"]})).json()
                action = chance.choice([c["action"] for c in packet["choices"] if c["action"] != "resign"])
                body = {"action": action, "seat": packet["seat"], "seen": packet["seq"], "key": secrets.token_hex(8)}
                waits = [asyncio.ensure_future(heard(socket, packet["seq"] + 1)) for socket in (near, far)]
                sent = time.perf_counter()
                answer = await client.post(f"{api}/moves", json=body)
                assert answer.status_code == 200, answer.text
                times = await asyncio.gather(*waits)
                found.append((times[0] - sent, times[1] - sent))
                packet = answer.json()
    return found


async def measure(here: str, there: str, moves: int, *, quiet: bool = False) -> dict[str, float]:
    """So many moves from one node to the other, table after table."""
    chance = Random(1)
    found: list[tuple[float, float]] = []
    await one_table(here, there, 5, chance)  # everything is cold the first time
    for _ in track(range((moves + 49) // 50), "tables", console=CONSOLE, disable=quiet):
        found += await one_table(here, there, 50, chance)
    near, far = [n for n, _ in found], [f for _, f in found]
    crossing = [f - n for n, f in found]
    out = {"moves": float(len(found))}
    for name, values in (("here", near), ("there", far), ("crossing", crossing)):
        cuts = statistics.quantiles(values, n=100)
        out |= {f"{name}_p50_ms": round(1000 * cuts[49], 1), f"{name}_p99_ms": round(1000 * cuts[98], 1)}
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    database = nullcontext(asked.database) if asked.database else postgres.running()
    with database as address, node(address) as (here, _), node(address) as (there, _):
        print(json.dumps(asyncio.run(measure(here, there, asked.moves))))


if __name__ == "__main__":
    main()
