"""Requests and socket messages that no page of ours sends: malformed, oversized, stale, foreign, replayed; through a real port.

Each gets a clear answer below 500 with the usual headers, nothing at the table changes, and the server goes on, without a trace
back in its log. What is no HTTP at all is refused by uvicorn in its own words.

    python -m tests.fuzz.http --count 100000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import math
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

from rich.progress import track
from starlette.routing import Route

from kotva.server.app import make_app
from kotva.server.settings import Settings
from tests.fuzz.port import Answer, Port, Talk
from tests.fuzz.records import ODD, WORDS
from tests.fuzz.report import write_section

FORM: Final = {"content-type": "application/x-www-form-urlencoded"}
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


# No requests at all, or half of one.
NOISE: Final = (
    b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x00" * 500, b"GET / HTTP/1.1\r\nhost\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nx: " + b"a" * 200_000 + b"\r\n\r\n",
    b"POST /new/bosman HTTP/1.1\r\nhost: a\r\ncontent-length: 50\r\n\r\nhalf",
    b"GET / HTTP/1.1\r\nhost: a\r\n" + b"a: b\r\n" * 3000,
    b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    b"BREW /\xff HTTP/1.1\r\n\r\n",
)  # fmt: skip
UVICORN: Final = "Invalid HTTP request received."
# First bytes of frames, and lengths that are not true: None is.
FRAMES: Final = (
    (0x81, None), (0x82, None), (0xC1, None), (0x83, None), (0xF1, None), (0x01, None), (0x80, None), (0x89, None), (0x8B, None),
    (0x81, 1 << 40), (0x82, (1 << 63) - 1), (0xC2, None),
)  # fmt: skip


class Attacker:
    """A stranger with patience; `wrong` collects what went wrong."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.port = Port(folder)
        self.seen: Counter[int] = Counter()
        self.count = 0  # of requests and sockets so far
        self.frames = 0
        self.wrong: list[str] = []
        self.sent: list[tuple[str, str, bytes, dict[str, str]]] = []
        self.grown = 0  # bytes of memory since it was warm
        self.memory: list[int] = []  # bytes of memory, ten times on the way: what leaks goes on growing

    def __enter__(self) -> Attacker:
        self.port.__enter__()
        self.cookie = {"cookie": "kotva_seat=" + "h" * 43}
        made = self.port.ask("POST", "/new/bosman", b"kind-0=me&kind-1=me&seats=2", {**self.cookie, **FORM})
        self.table = made.headers["location"].rsplit("/", 1)[1]
        cup = self.port.ask("POST", "/tournaments/new", b"name=Cup", {**self.cookie, **FORM})
        self.session = cup.headers["location"].split("/")[2]
        self._play_and_note()
        self.before = self._truth()
        return self

    def __exit__(self, *_: object) -> None:
        self.port.__exit__(None, None, None)

    def _play_and_note(self) -> None:
        """One honest move. Whoever records it can send it again, as it was or with another key, with its cookie or another."""
        seq = self.port.ask("GET", f"/api/tables/{self.table}", b"", self.cookie).json()["seq"]
        path, deed = f"/api/tables/{self.table}/moves", {"action": "keep", "seat": 0, "seen": seq, "key": "honest-key"}
        assert self.port.ask("POST", path, json.dumps(deed).encode(), self.cookie).status == 200
        late, foreign = {**deed, "key": "a-late-key"}, {"cookie": "kotva_seat=" + "b" * 43}
        self.noted: list[tuple[str, str, bytes, dict[str, str]]] = [
            ("POST", path, json.dumps(deed).encode(), self.cookie),
            ("POST", path, json.dumps(late).encode(), self.cookie),
            ("POST", path, json.dumps({**late, "seat": 1, "seen": seq + 1}).encode(), foreign),
            ("POST", path, json.dumps({**late, "seen": seq + 1}).encode(), foreign),
            ("POST", f"/api/tables/{self.table}/sit", json.dumps({"seat": 0, "name": "Eve"}).encode(), foreign),
        ]
        # The same over a socket: sent again by who sent it, too late, and by somebody else.
        self.spoken = [
            (json.dumps({"type": "move", **json.loads(body)}).encode(), who) for _, _, body, who in self.noted[:4]
        ]

    def _truth(self) -> tuple[Any, ...]:
        """What must not change, as a bystander sees it."""
        table = self.port.ask("GET", f"/api/tables/{self.table}").json()
        session = self.port.ask("GET", f"/t/{self.session}/stamp").json()
        return table["seq"], [s["name"] for s in table["sitters"]], session["seq"]

    def step(self) -> None:
        """One request or one socket; every hundredth time a look whether all is as it was."""
        roll = self.chance.random()
        if roll < 0.05:
            self._socket()
        elif roll < 0.07:
            self._noise(self.chance.choice(NOISE))
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
            "hall": (self.session,),
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
        answer = self.port.ask(method, path, body, headers)
        self.seen[answer.status] += 1
        if answer.status == 0 or answer.status >= 500:
            self.wrong.append(f"{answer.status} for {method} {path[:200]!r} {headers} {body[:120]!r}")
        elif answer.status == 400 and answer.text == UVICORN:
            return
        elif not _is_guarded(answer):
            self.wrong.append(f"no security headers for {method} {path[:200]!r}")
        elif answer.status >= 400 and not _is_clear(answer):
            self.wrong.append(f"no clear error for {method} {path[:200]!r}: {answer.status} {answer.text[:80]!r}")

    def _noise(self, raw: bytes) -> None:
        """Bytes that are no request: refused, or hung up on."""
        answer = self.port.shout(raw)
        self.seen[answer.status] += 1
        if answer.status >= 500 or 200 <= answer.status < 300:
            self.wrong.append(f"{answer.status} for {raw[:80]!r}")

    def _socket(self) -> None:
        chance = self.chance
        said, who = chance.choice(self.spoken)
        # What is foreign is never sent with the cookie of whom it would belong to: it would be an honest move.
        talk = Talk(self.port, f"/api/tables/{self.table}/socket", chance.choice(({}, who, who)))
        try:
            for _ in range(chance.randrange(1, 12)):
                roll = chance.random()
                body = said if roll < 0.3 else chance.choice(BODIES) if roll < 0.7 else self._likely()
                if chance.random() < 0.7:
                    talk.frame(body, chance.choice((0x81, 0x82)))
                else:
                    talk.frame(body, *chance.choice(FRAMES), masked=chance.random() < 0.9)
                self.frames += 1
            if chance.random() < 0.5:
                talk.end()
        except OSError:
            pass  # it was hung up on
        finally:
            talk.close()
        self.seen[101] += 1


def _is_guarded(answer: Answer) -> bool:
    """Whether an answer carries its security headers; parts of a page have none of their own but that they are what they say."""
    kind = answer.headers.get("content-type", "")
    needed = ["x-content-type-options"]
    needed += [] if kind.startswith(("text/css", "text/javascript", "font/")) else ["content-security-policy"]
    return all(name in answer.headers for name in needed)


def _is_clear(answer: Answer) -> bool:
    """Whether a refusal says something: in JSON for programs, in words for people."""
    if answer.headers.get("content-type", "").startswith("application/json"):
        error = answer.json().get("error")
        return isinstance(error, str) and error.strip() != "" and "Traceback" not in error
    return answer.text.strip() != "" and "Traceback" not in answer.text


def attack(count: int, seed: int, folder: Path, quiet: bool = True, minutes: float = math.inf) -> Attacker:
    """So many requests, or as many as the time allows; whoever asked looks at `wrong` afterwards."""
    end = time.monotonic() + 60 * minutes
    with Attacker(folder, seed) as attacker:
        before = 0
        for number in track(range(count), "requests", disable=quiet):
            attacker.step()
            attacker.count = number + 1
            if time.monotonic() > end:
                break
            if number == WARM:
                before = attacker.port.memory
            if (number + 1) % max(1, count // 10) == 0:
                attacker.memory.append(attacker.port.memory)
        attacker.grown = max(0, attacker.port.memory - before) if before else 0
        if attacker.grown > MOST_GROWN:
            attacker.wrong.append(f"memory has grown by {attacker.grown >> 20} MB")
        if "Traceback" in attacker.port.log:
            attacker.wrong.append(f"the log has a traceback: {attacker.port.log[-2000:]}")
        if not attacker.port.runs:
            attacker.wrong.append("the server is gone")
        elif attacker._truth() != attacker.before:
            attacker.wrong.append("the table has changed")
        return attacker


def summary(attacker: Attacker, count: int, seed: int, seconds: float) -> str:
    """What is kept of a run."""
    answers = ", ".join(
        f"{number:,} × {status}" for status, number in sorted(attacker.seen.items()) if status not in (0, 101)
    )
    rows = {
        "requests and sockets": f"{count:,}",
        "… of which sockets": f"{attacker.seen[101]:,}, with {attacker.frames:,} messages",
        "answers": answers,
        "hung up on what is no HTTP": f"{attacker.seen[0]:,}",
        "the server's memory after it was warm": f"+{attacker.grown >> 20} MB",
        "its memory on the way": ", ".join(str(size >> 20) for size in attacker.memory) + " MB",
        "a 5xx, no security headers, no clear error, or a change at the table": str(len(attacker.wrong)),
    }
    when = f"Through a real port, seed {seed}, {time.strftime('%Y-%m-%d')}, {seconds / 60:.0f} minutes on {os.cpu_count()} cores."
    return "\n".join([when, "", "| what | how many |", "| --- | --- |", *(f"| {k} | {v} |" for k, v in rows.items())])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/chaos.md")
    asked = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        attacker = attack(asked.count, asked.seed, Path(folder), quiet=False, minutes=asked.minutes)
    told = summary(attacker, attacker.count, asked.seed, time.monotonic() - started)
    print(told)
    for line in attacker.wrong[:40]:
        print(line)
    if asked.write:
        write_section("Strangers", told)
    sys.exit(1 if attacker.wrong else 0)


if __name__ == "__main__":
    main()
