"""Requests and socket messages that no page of ours sends: malformed, oversized, stale, foreign, replayed.

Each gets a clear answer below 500 with the usual headers, nothing at the table changes, and the server goes on.

    python -m tests.fuzz.http --count 100000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

from httpx import Response
from psutil import Process
from rich.progress import track
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kotva.server.app import make_app
from kotva.server.settings import Settings
from tests.fuzz.records import ODD, WORDS
from tests.fuzz.report import write_section

WARM: Final = 2000  # requests after which everything is loaded that will be
MOST_GROWN: Final = 150 << 20  # bytes
GAMES: Final = ("bosman", "settlers", "triremes", "x" * 300, "..", "%00", "²", "settlers/", "BOSMAN")
TEXTS: Final = (
    "²", "9" * 4301, "-1", "1e9", "0x1", "", " ", "\x00", "null", "true", "x" * 300, "%s%n", "../..", "\u202e", "1", "0", "2",
)  # fmt: skip
LONG: Final = {"kotva": 1, "game": "settlers", "rules": "1.0", "seats": 3, "moves": ["1 offer " + "a>" * 30000]}
BODIES: Final = (
    b"", b"{", b"[" * 1100, b"{}" * 2, b"\xff\xfe", b'{"a":' * 500, b'"\\ud800"', b"null", b"0", b"[]", b"{}", b"NaN",
    b"a" * 70_000, json.dumps(LONG).encode(),
)  # fmt: skip
# What a place in an address is filled with; anything else gets a text.
PLACES: Final = {"table": "table", "name": "table", "tournament": "hall", "game": "game"}
QUERIES: Final = (
    "", "?eyes={text}", "?at={text}&eyes={text}", "?items={text}&eyes=0", "?action={word}&eyes={text}",
    "?seats={text}&round={text}",
)  # fmt: skip


def addresses() -> tuple[tuple[str, str], ...]:
    """Every address that the server answers at, from its own list, so that none is forgotten; and some at which it does not."""
    found = [("GET", "/static/{text}"), ("GET", "/{text}"), ("DELETE", "/api/tables/{table}"), ("PUT", "/")]
    for route in make_app(Settings("nowhere.db")).routes:
        if isinstance(route, Route):
            path = re.sub(r"\{(\w+)\}", lambda m: "{" + PLACES.get(m[1], "text") + "}", route.path)
            found += [(method, path) for method in sorted(route.methods or ()) if method != "HEAD"]
    return tuple(found)


PATHS: Final = addresses()
HEADERS: Final[tuple[dict[str, str], ...]] = (
    {},
    {},
    {},
    {"origin": "http://["},
    {"origin": "https://elsewhere.example"},
    {"accept-language": "," * 500},
    {"cookie": "kotva_seat=" + "a" * 43},
    {"content-type": "text/xml"},
    {"content-length": "x"},
    {"range": "bytes=9-1"},
    {"host": "a b"},
    {"sec-fetch-site": "cross-site"},
)


class Attacker:
    """A stranger with patience; `wrong` collects what went wrong."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.client = TestClient(make_app(Settings(folder / "tables.db", pace=0.0, workers=1)), client=("127.0.0.1", 1))
        self.seen: Counter[int] = Counter()
        self.wrong: list[str] = []
        self.sent: list[tuple[str, str, bytes, dict[str, str]]] = []
        self.grown = 0  # bytes of memory since it was warm

    def __enter__(self) -> Attacker:
        self.client.__enter__()
        self.table = self.client.post("/new/bosman", data={"kind-0": "me", "kind-1": "me"}).url.path.rsplit("/", 1)[1]
        self.hall = self.client.post("/tournaments/new", data={"name": "Cup"}).url.path.split("/")[2]
        self._play_and_note()
        self.before = self._truth()
        self.client.cookies.clear()  # from here on nobody knows him
        return self

    def __exit__(self, *_: object) -> None:
        self.client.__exit__(None, None, None)

    def _play_and_note(self) -> None:
        """One honest move. Whoever records it can send it again, as it was or with another key, with its cookie or another."""
        cookie = {"cookie": f"kotva_seat={self.client.cookies['kotva_seat']}"}
        seq = self.client.get(f"/api/tables/{self.table}").json()["seq"]
        path, deed = f"/api/tables/{self.table}/moves", {"action": "keep", "seat": 0, "seen": seq, "key": "honest-key"}
        assert self.client.post(path, json=deed).status_code == 200
        late, foreign = {**deed, "key": "a-late-key"}, {"cookie": "kotva_seat=" + "b" * 43}
        self.noted: list[tuple[str, str, bytes, dict[str, str]]] = [
            ("POST", path, json.dumps(deed).encode(), cookie),
            ("POST", path, json.dumps(late).encode(), cookie),
            ("POST", path, json.dumps({**late, "seat": 1, "seen": seq + 1}).encode(), foreign),
            ("POST", path, json.dumps({**late, "seen": seq + 1}).encode(), foreign),
            ("POST", f"/api/tables/{self.table}/sit", json.dumps({"seat": 0, "name": "Eve"}).encode(), foreign),
        ]

    def _truth(self) -> tuple[Any, ...]:
        """What must not change, as a bystander sees it."""
        table = self.client.get(f"/api/tables/{self.table}").json()
        return (
            table["seq"],
            [s["name"] for s in table["sitters"]],
            self.client.get(f"/t/{self.hall}/stamp").json()["seq"],
        )

    def step(self) -> None:
        """One request or one socket; every hundredth time a look whether all is as it was."""
        if self.chance.random() < 0.05:
            self._socket()
        else:
            self._request(*self._made())
        if self.chance.random() < 0.01 and self._truth() != self.before:
            self.wrong.append(f"the table has changed: {self.before} to {self._truth()}")

    def _made(self) -> tuple[str, str, bytes, dict[str, str]]:
        chance = self.chance
        if self.sent and chance.random() < 0.1:
            return chance.choice(self.sent)  # once more
        if chance.random() < 0.05:
            return chance.choice(self.noted)
        method, path = chance.choice(PATHS)
        path += chance.choice(QUERIES)
        filled = {
            "game": GAMES,
            "text": TEXTS,
            "word": WORDS,
            "table": (*[self.table] * 30, *TEXTS),
            "hall": (self.hall,),
        }
        for name, texts in filled.items():
            while "{" + name + "}" in path:
                text = quote(str(chance.choice(texts)), safe="%./" if chance.random() < 0.1 else "")
                path = path.replace("{" + name + "}", text, 1)
        body = chance.choice(BODIES) if chance.random() < 0.5 else self._likely()
        return method, path, body if method != "GET" else b"", chance.choice(HEADERS)

    def _likely(self) -> bytes:
        """Nearly a message: right names, odd values."""
        chance = self.chance
        names = [
            "action",
            "seat",
            "seen",
            "key",
            "have",
            "name",
            "kotva",
            "game",
            "moves",
            "rules",
            "seats",
            "text",
            "as",
            "form",
            "table",
        ]
        wanted = chance.sample(names, chance.randrange(1, 7))
        found = {name: chance.choice((*ODD, *WORDS, "a" * 16, 0, 1)) for name in wanted}
        with suppress(ValueError, UnicodeEncodeError):
            if chance.random() < 0.3:
                return "&".join(f"{name}={quote(str(value))}" for name, value in found.items()).encode()
            return json.dumps(found).encode()
        return b"{}"

    def _request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        if len(self.sent) < 200:
            self.sent.append((method, path, body, headers))
        try:
            answer = self.client.request(method, path, content=body, headers=headers, follow_redirects=False)
        except Exception as error:
            self.wrong.append(f"{method} {path[:200]!r} {body[:80]!r}: {error!r}")
            return
        self.client.cookies.clear()
        self.seen[answer.status_code] += 1
        if answer.status_code >= 500:
            self.wrong.append(f"{answer.status_code} for {method} {path[:200]!r} {headers} {body[:120]!r}")
        elif not _is_guarded(answer):
            self.wrong.append(f"no security headers for {method} {path[:200]!r}")
        elif answer.status_code >= 400 and not _is_clear(answer):
            self.wrong.append(f"no clear error for {method} {path[:200]!r}: {answer.status_code} {answer.text[:80]!r}")

    def _socket(self) -> None:
        chance = self.chance
        with suppress(WebSocketDisconnect), self.client.websocket_connect(f"/api/tables/{self.table}/socket") as socket:
            for _ in range(chance.randrange(1, 12)):
                body = chance.choice(BODIES) if chance.random() < 0.5 else self._likely()
                if chance.random() < 0.5:
                    socket.send_bytes(body)
                else:
                    socket.send_text(body.decode("utf-8", "replace"))
            self.seen[101] += 1


def _is_guarded(answer: Response) -> bool:
    """Whether an answer carries its security headers; parts of a page have none of their own but that they are what they say."""
    kind = answer.headers.get("content-type", "")
    needed = ["x-content-type-options"]
    needed += [] if kind.startswith(("text/css", "text/javascript", "font/")) else ["content-security-policy"]
    return all(name in answer.headers for name in needed)


def _is_clear(answer: Response) -> bool:
    """Whether a refusal says something: in JSON for programs, in words for people."""
    if answer.headers.get("content-type", "").startswith("application/json"):
        error = answer.json().get("error")
        return isinstance(error, str) and error.strip() != "" and "Traceback" not in error
    return answer.text.strip() != "" and "Traceback" not in answer.text


def attack(count: int, seed: int, folder: Path, quiet: bool = True) -> Attacker:
    """So many requests; whoever asked looks at `wrong` afterwards."""
    with Attacker(folder, seed) as attacker:
        memory, before = Process().memory_info, 0
        for number in track(range(count), "requests", disable=quiet):
            attacker.step()
            if number == WARM:
                before = memory().rss
        attacker.grown = max(0, memory().rss - before) if before else 0
        if attacker.grown > MOST_GROWN:
            attacker.wrong.append(f"memory has grown by {attacker.grown >> 20} MB")
        if attacker._truth() != attacker.before:
            attacker.wrong.append("the table has changed")
        return attacker


def summary(attacker: Attacker, count: int, seed: int, seconds: float) -> str:
    """What is kept of a run."""
    answers = ", ".join(f"{number:,} × {status}" for status, number in sorted(attacker.seen.items()) if status != 101)
    rows = {
        "requests and sockets": f"{count:,}",
        "… of which sockets, with up to a dozen messages each": f"{attacker.seen[101]:,}",
        "answers": answers,
        "memory after it was warm": f"+{attacker.grown >> 20} MB",
        "a 5xx, no security headers, no clear error, or a change at the table": str(len(attacker.wrong)),
    }
    when = f"`tests.fuzz.http`, seed {seed}, {time.strftime('%Y-%m-%d')}, {seconds / 60:.0f} minutes on {os.cpu_count()} cores."
    return "\n".join([when, "", "| what | how many |", "| --- | --- |", *(f"| {k} | {v} |" for k, v in rows.items())])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the result in docs/chaos.md")
    asked = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        attacker = attack(asked.count, asked.seed, Path(folder), quiet=False)
    told = summary(attacker, asked.count, asked.seed, time.monotonic() - started)
    print(told)
    for line in attacker.wrong[:40]:
        print(line)
    if asked.write:
        write_section("Strangers", told)
    sys.exit(1 if attacker.wrong else 0)


if __name__ == "__main__":
    main()
