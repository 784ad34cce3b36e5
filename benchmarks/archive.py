"""The archive under load: 200,000 finished games of 10,000 people; how long the lobby, a player's page and a search take.

    python -m benchmarks.archive [--games 200000] [--people 10000] [--report]

It makes such a database (SQLite, in a folder that goes afterwards) and asks each page as a person with many games: one of fifty,
and ten running tables among a thousand. `--report` writes benchmarks/ARCHIVE.md.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from starlette.testclient import TestClient

from kotva.server import sqlite
from kotva.server.app import make_app
from kotva.server.people import BROWSER, TOKEN_COOKIE, hashed
from kotva.server.people_schema import ACCOUNTS
from kotva.server.schema import CREDENTIALS, FINISHED, PEOPLE, PLACES, PRESENCE, RATINGS, SITTERS, TABLES
from kotva.server.settings import Settings

GAMES = ("bosman", "hexxi", "seameni", "settlers", "triremes")
TOKEN = "a" * 40
REPORT = Path(__file__).with_name("ARCHIVE.md")
LIMIT = 100.0  # milliseconds that a page may take
_START = 1_700_000_000.0
_BATCH = 5000
_RUNNING = 1000  # tables


def rows(games: int, people: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """All rows of the database, with the table of each; the same every time."""
    rng = random.Random(1)
    for number in range(people):
        yield PEOPLE, {"id": f"p{number}", "created": _START, "name": f"Player {number}"}
        account = {"person": f"p{number}", "name": f"Player {number}", "canonical": f"player{number}", "password": "-"}
        yield ACCOUNTS, account | {"created": _START}
    yield CREDENTIALS, {"kind": BROWSER, "secret": hashed(TOKEN), "person": "p0", "created": _START}
    for number in range(1, games + 1):
        game, seats, table = rng.choice(GAMES), rng.choice((2, 2, 3, 4)), f"t{number}"
        at = _START + 300.0 * number
        # Some people play very much: the first has one game of fifty.
        who = rng.sample(range(people), seats) if number % 50 else [0, *rng.sample(range(1, people), seats - 1)]
        status = {"status": "over", "outcome": "{}", "to_act": 0, "changed": at, "created": at - 1800}
        shape = {"id": table, "game": game, "version": "1.0", "title": "", "seats": seats, "options": "{}", "seed": "0"}
        yield (
            TABLES,
            shape | status | {"access": "public" if number % 2 else "link", "rated": True, "owner": f"p{who[0]}"},
        )
        done = {"number": number, "table_id": table, "game": game, "seats": seats, "title": "", "preset": "standard"}
        yield (
            FINISHED,
            done
            | {
                "public": number % 2 == 1,
                "rated": True,
                "why": "",
                "reason": "full",
                "drawn": False,
                "moves": rng.randint(20, 400),
                "began": at - 1800,
                "ended": at,
            },
        )
        for seat, person in enumerate(who):
            name = f"Player {person}"
            yield (
                SITTERS,
                {"table_id": table, "seat": seat, "kind": "person", "level": "", "name": name, "person": f"p{person}"},
            )
            place = {
                "table_id": table,
                "seat": seat,
                "number": number,
                "person": f"p{person}",
                "level": "",
                "name": name,
            }
            yield (
                PLACES,
                place
                | {
                    "sought": name.lower(),
                    "rank": seat + 1,
                    "score": 9 - seat,
                    "won": seat == 0,
                    "is_left": False,
                    "mu_before": 25.0,
                    "sigma_before": 3.0,
                    "mu": 25.1,
                    "sigma": 3.0,
                },
            )
    yield from _living(rng, people)
    for game in GAMES:
        for seats in (2, 3, 4):
            yield (
                RATINGS,
                {"player": "p0", "game": game, "seats": seats, "mu": 27.0, "sigma": 2.0, "games": 300, "at": _START},
            )


def _living(rng: random.Random, people: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """A busy evening: tables with a free seat, running ones, people who are here; the first plays at ten of the tables."""
    now = time.time()
    for number in range(_RUNNING):
        table, seats = f"r{number}", 3
        who = rng.sample(range(1, people), seats)
        if number % (_RUNNING // 10) == 0:
            who[0] = 0
        shape = {"id": table, "game": rng.choice(GAMES), "version": "1.0", "title": "", "seats": seats, "options": "{}"}
        found = {"access": rng.choice(("public", "known", "link")), "owner": f"p{who[1]}", "rated": False}
        moments = {
            "created": now - 900,
            "changed": now - number,
            "seed": "0",
            "status": "running",
            "outcome": None,
            "to_act": 1,
        }
        yield TABLES, shape | found | moments
        for seat, person in enumerate(who):
            free = seat == 2 and number % 2 == 0
            taken = {"name": "" if free else f"Player {person}", "person": None if free else f"p{person}"}
            yield SITTERS, {"table_id": table, "seat": seat, "kind": "person", "level": "", **taken}
    for person in rng.sample(range(1, people), min(people // 2, 500)):
        yield PRESENCE, {"person": f"p{person}", "name": f"Player {person}", "at": now}


def fill(path: Path, games: int, people: int) -> None:
    """Write the database."""
    database = sqlite.connect(path, alone=True)
    waiting: dict[Any, list[dict[str, Any]]] = {}
    with database.writer.begin() as db:
        for table, row in rows(games, people):
            waiting.setdefault(table, []).append(row)
            if len(waiting[TABLES] if TABLES in waiting else waiting[table]) >= _BATCH:
                _write(db, waiting)
        _write(db, waiting)
    database.close()


def _write(db: Any, waiting: dict[Any, list[dict[str, Any]]]) -> None:
    for table in (PEOPLE, ACCOUNTS, CREDENTIALS, TABLES, SITTERS, FINISHED, PLACES, RATINGS, PRESENCE):
        if waiting.get(table):
            db.execute(insert(table), waiting.pop(table))


def measure(path: Path, people: int) -> dict[str, tuple[float, float]]:
    """Milliseconds of each page, the median of nine: until it is there, and of processor time (of server and asker together)."""
    pages = {
        "lobby": "/",
        "lobby, the part that changes": "/lobby",
        "player's page (much played)": "/player/p0",
        "player's page (another)": f"/player/p{people // 2}",
        "search: everything": "/archive",
        "search: game": "/archive?game=hexxi&seats=3",
        "search: player": f"/archive?name=player+{people // 3}",
        "search: player, won, game": "/archive?name=Player+0&result=won&game=settlers",
        "search: dates and length": "/archive?since=2024-01-01&until=2024-06-30&least=300",
        "search: nothing fits": "/archive?preset=other&least=399",
    }
    out = {}
    with TestClient(make_app(Settings(path))) as client:
        client.cookies.set(TOKEN_COOKIE, TOKEN)
        for name, address in pages.items():
            assert client.get(address).status_code == 200, address
            took, worked = [], []
            for _ in range(9):
                started, busy = time.perf_counter(), time.process_time()
                client.get(address)
                took.append(1000 * (time.perf_counter() - started))
                worked.append(1000 * (time.process_time() - busy))
            out[name] = statistics.median(took), statistics.median(worked)
    return out


def report(found: dict[str, tuple[float, float]], games: int, people: int) -> str:
    """The page of the repository."""
    load = os.getloadavg()[0]
    rows = [f"| {name} | {took:.0f} ms | {work:.0f} ms |" for name, (took, work) in found.items()]
    head = [
        "# An archive of 200,000 games",
        "",
        "Made by `python -m benchmarks.archive --report`; do not edit. How long pages take where there are",
        f"{games:,} finished games of {people:,} people, a thousand running tables and five hundred people here (SQLite).",
        "Asked by somebody with one game of fifty (4,000 of 200,000) and ten running tables. The goal is 100 ms.",
        "",
        f"{os.cpu_count()} cores, load average {load:.0f} while it ran, with a nice value of {os.nice(0)}: the more others",
        "compute with the same right, the longer a page waits for a core, and the processor time (of server and asker together)",
        "says what the page itself costs.",
        "",
        "| page | until it is there | processor |",
        "|---|---:|---:|",
    ]
    return "\n".join([*head, *rows, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--report", action="store_true", help="write benchmarks/ARCHIVE.md")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.db"
        started = time.perf_counter()
        fill(path, given.games, given.people)
        print(f"{given.games:,} games of {given.people:,} people made in {time.perf_counter() - started:.0f} s")
        found = measure(path, given.people)
        for name, (took, work) in found.items():
            print(f"{took:8.1f} ms  {work:8.1f} ms of processor  {name}{'' if took < LIMIT else '   over the limit'}")
        if given.report:
            REPORT.write_text(report(found, given.games, given.people), encoding="utf-8")


if __name__ == "__main__":
    main()
