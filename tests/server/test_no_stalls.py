"""Nothing that takes long runs in the event loop: every page and question of a server that is warm, with a big tournament."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from starlette.routing import Route

from kotva import games
from kotva.server.app import make_app
from kotva.server.settings import Settings
from kotva.server.stalls import LIMIT, Stall, StallWatch
from tests.ours import GAMES
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament

PLAYERS: Final = 60


def paths() -> list[str]:
    """Every address that can be looked at."""
    routes = [route for route in make_app(Settings("nowhere.db")).routes if isinstance(route, Route)]
    return sorted({route.path for route in routes if "GET" in (route.methods or ())})


def filled(path: str, known: dict[str, str]) -> Iterator[str]:
    names = re.findall(r"\{(\w+)(?::\w+)?\}", path)
    if all(name in known for name in names):
        yield re.sub(r"\{(\w+)(?::\w+)?\}", lambda m: known[m[1]], path)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_page_holds_the_event_loop(start: Callable[[], Callable[[], Browser]]) -> None:
    browser = start()()
    cup = HeldTournament.new(browser)
    for option in ("publish.lead=0", "date=2020-01-01"):
        cup.do(f"set {option}")
    names = "".join(f"Player {n}\n" for n in range(PLAYERS))
    cup.enter("name\n" + names)
    for n in range(PLAYERS):
        cup.do(f"checkin P{n + 1}")
    for step in ("close", "draw R1", "publish R1", "start R1"):
        cup.do(step)
    known = {"tournament": cup.id, "player": "P1", "round": "1", "theme": "day", "what": "players"}
    looks: list[str] = []
    for game in GAMES:
        known |= {"game": game, "table": browser.new(game, "me easy"), "lesson": "walk"}
        for path in paths():
            looks += filled(path, known)
    for what in ("tables", "names", "cards", "slips", "standings", "schedule", "cross", "players", "board"):
        looks += [f"/t/{cup.id}/paper/{what}", f"/t/{cup.id}/paper/{what}.pdf"]
    looks += [f"/t/{cup.id}/export/{what}" for what in ("players.csv", "draw.csv", "results.csv", "standings.csv")]
    client: Any = browser.client
    for path in dict.fromkeys(looks):  # what is loaded once is loaded
        client.get(path, follow_redirects=False)
    found: list[tuple[str, Stall]] = []
    here = ""
    watch = StallWatch(LIMIT, lambda stall: found.append((here, stall)))
    client.portal.call(_started, watch)
    for path in dict.fromkeys(looks):
        here = path
        client.get(path, follow_redirects=False)
    time.sleep(0.05)
    slow = list(found)
    client.portal.call(_busy)  # and it does watch
    time.sleep(0.05)
    assert len(found) > len(slow)
    watch.close()
    assert not slow, "\n".join(f"{path}: {1000 * stall.seconds:.0f} ms\n{stall.stack}" for path, stall in slow)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_first_visitor_holds_nothing_either(tmp_path: Path) -> None:
    """A page is looked at for the first time: what it needs was loaded with the server, or is loaded beside the event loop.

    The first page held it for 50 ms (what runs threads was imported), and setting the loaded games aside for 60 ms.
    """
    served = [
        sys.executable,
        "-m",
        "kotva",
        "serve",
        "--no-browser",
        "--json-logs",
        "--port",
        "0",
        "--db",
        str(tmp_path / "tables.db"),
    ]
    uncached = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    with subprocess.Popen(served, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=uncached) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3].rstrip("/")
        try:
            with httpx.Client(base_url=address, headers={"Origin": address}, timeout=60) as browser:
                assert browser.get("/").status_code == 200
                for game in GAMES:
                    seats = games.load(game).rules.seats[0]
                    people = {"kind-0": "me"} | {f"kind-{seat}": "easy" for seat in range(1, seats)}
                    opened = browser.post(f"/new/{game}", data={"seats": str(seats), **people})
                    assert opened.status_code == 303, opened.text
                    known = {"game": game, "table": opened.headers["location"].split("/")[-1], "lesson": "walk"}
                    for look in [look for path in paths() for look in filled(path, known)]:
                        browser.get(look)
        finally:
            server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=60)
    held = [float(found) for found in re.findall(r"held for (\d+) ms", errors)]
    assert not [milliseconds for milliseconds in held if milliseconds > 1000 * LIMIT], errors


FORM: Final = {"content-type": "application/x-www-form-urlencoded"}
# What a stranger may write into a request: a few hundred kilobytes of what is slow to read.
LONG: Final[tuple[tuple[str, str, bytes, dict[str, str]], ...]] = (
    ("GET", "/about", b"", {"cookie": 'a="' + "\\\\" * 30_000 + '"'}),
    ("GET", "/about", b"", {"cookie": "a=b; " * 12_000}),
    ("GET", "/about", b"", {"accept-language": "en;q=0.1," * 6500}),
    ("GET", "/archive?" + "a&" * 30_000, b"", {}),
    ("POST", "/sign-in", b"a&" * 450_000, FORM),
    ("POST", "/sign-in", b"a=" + b"%41" * 80_000, FORM),
    ("POST", "/sign-in", b"a=1&" * 4900, FORM),
    ("POST", "/tournaments/verify", b"a=1&" * 225_000, FORM),
    ("POST", "/tournaments/verify", b"json=" + b"%7B" * 300_000, FORM),
    ("POST", "/account/name", "name=\ufdfa".encode() * 60_000, FORM),
    ("POST", "/api/replays", b'{"moves": [' + b'"0 keep",' * 100_000 + b'"0 keep"]}', {}),
    ("POST", "/api/replays", b"[" * 900_000, {}),
)


@pytest.mark.slow
def test_no_request_that_somebody_writes_holds_the_event_loop(start: Callable[[], Callable[[], Browser]]) -> None:
    """64 KB of backslashes in a cookie held it for four seconds, a form of a megabyte of `&` for a fifth of one."""
    client: Any = start()().client
    for method, path, body, headers in LONG:  # what is loaded once is loaded
        assert client.request(method, path, content=body, headers=headers).status_code < 500, path
    found: list[Stall] = []
    watch = StallWatch(LIMIT, found.append)
    client.portal.call(_started, watch)
    for method, path, body, headers in LONG:
        client.request(method, path, content=body, headers=headers)
    time.sleep(0.05)
    watch.close()
    assert not found, "\n".join(f"{1000 * stall.seconds:.0f} ms\n{stall.stack}" for stall in found)


async def _busy() -> None:
    end = time.thread_time() + 2 * LIMIT + 0.05
    while time.thread_time() < end:
        continue


async def _started(watch: StallWatch) -> None:
    watch.start()
