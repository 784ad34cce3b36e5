"""Forms as they stand on the pages, with odd things in their fields: sent by somebody with an account, a tournament and tables.

What strangers send is refused early (`tests.fuzz.http`); this gets behind the door. A crawler reads pages, takes their forms and
links, puts something odd into a field or two, and sends them, over and over, to a server on SQLite or on PostgreSQL: no 5xx, no
trace back in the log, and every refusal is a sentence.

    python -m tests.fuzz.forms --count 5000 --seed 1 [--postgres]
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import quote_from_bytes, urljoin, urlsplit

import httpx
from rich.progress import track

from tests.fuzz.attacks import Stranger
from tests.fuzz.port import Port
from tests.fuzz.records import ODD, WORDS
from tests.server import postgres

_KEPT: Final = 400  # forms
_PAGES: Final = 4000  # links that are remembered
# What every field that somebody writes into gets before chance has its turn.
FIRST: Final = ("Žofie Мария".encode(), b"a\x00b", b"a" * 70_000, b"9" * 30, b"-1", b"")
_ACCOUNT: Final = {"name": "Fuzzer", "password": "a long password"}
VALUES: Final[tuple[bytes, ...]] = (
    *(str(one).encode("utf-8", "surrogatepass") for one in ODD if isinstance(one, str | int | float)),
    *(word.encode() for word in WORDS),
    b"\x00", b"a\x00b", b"\xed\xa0\x80", b"\xff\xfe", b"0000-00-00", b"0001-01-01", b"9999-12-31", b"2026-02-30", b"25:61",
    b"24:00", b"-00:01", b"../../etc/passwd", b"Europe/Nowhere", b"http://127.0.0.1/", b"http://[::1]:1/", b"http://0x7f000001/",
    b"file:///etc", b"https://example.com@[", b"http://" + b"a" * 300 + b".example/", b"none", b"null", b"NaN", b"inf", b"-inf",
    b"1e400", b"0.5", b"9" * 30, b"-1", b"R1.T1", b"R0.T0", b"R9999999999.T1", b"P1", b"P0", b"P99999999999", b"O1", b"<b>",
    b"{{7*7}}", b"a" * 70_000, "\u202eabc".encode(), "e\u0301".encode() * 300, "\U0001f600".encode() * 60, b'set name="x"',
    b'note "x" "y', b"draw R1", b"close", b'set zone="../x"', b"set rounds=99999999999999999999", b'register "a" contact="\x00"',
    b"name,club\nA,B\n", b'"', b"a,b\n" * 3000, "Žofie Мария".encode(),
)  # fmt: skip


@dataclass(slots=True)
class Form:
    """A form of a page."""

    method: str
    path: str
    fields: list[tuple[str, bytes]] = field(default_factory=list)
    free: set[str] = field(default_factory=set)  # fields that somebody writes into
    sent: int = 0

    @property
    def shape(self) -> tuple[str, str, tuple[str, ...]]:
        """What is the same for the forms of two tables."""
        return (
            self.method,
            re.sub(r"[0-9a-f]{8,}|\d+", "#", self.path),
            tuple(sorted({name for name, _ in self.fields})),
        )


class _Page(HTMLParser):
    """The forms and links of a page."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self.here, self.forms, self.links = here, list[Form](), list[str]()
        self._open: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag in ("a", "img", "link") and (to := has.get("href") or has.get("src")):
            self.links.append(urljoin(self.here, to))
        elif tag == "form":
            self._open = Form(has.get("method", "get").upper(), urljoin(self.here, has.get("action", "")))
            self.forms.append(self._open)
        elif self._open is not None and tag in ("input", "textarea", "button") and has.get("name"):
            if tag == "textarea" or has.get("type", "text") not in ("hidden", "submit", "checkbox", "radio"):
                self._open.free.add(has["name"])
            self._open.fields.append(
                (has["name"], has.get("value", "on" if has.get("type") == "checkbox" else "").encode())
            )
        elif tag == "select":
            self._select = has.get("name", "")
        elif self._open is not None and tag == "option" and self._select:
            self._open.fields.append((self._select, has.get("value", "").encode()))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""


class Clerk:
    """Fills in forms; `wrong` collects what went wrong."""

    def __init__(self, port: Port, seed: int) -> None:
        self.port, self.chance = port, Random(seed)
        self.wrong: list[str] = []
        self.seen: Counter[int] = Counter()
        self.forms: dict[tuple[str, str, tuple[str, ...]], Form] = {}
        self.paths: list[str] = []
        self._known: set[str] = set()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port.number}", timeout=120)

    def settle(self) -> None:
        """An account, tables, and a tournament that has begun."""
        eve = Stranger(self.port.number, "")
        cup = eve.cup(6, begun=True)
        online = eve.cup(4, online=True)
        tables = [eve.new("bosman", "me me"), eve.new("triremes", "me easy"), eve.new("settlers", "me easy open")]
        eve.client.post("/account/create", data=_ACCOUNT)
        self._client.cookies = eve.client.cookies
        eve.client.close()
        here = [
            "/",
            "/lobby",
            "/archive",
            "/puzzles",
            "/tournaments",
            "/tournaments/new",
            "/tournaments/restore",
            "/player",
            "/parts",
        ]
        here += [
            "/account",
            "/account/hooks",
            "/sign-in",
            "/sign-in/recover",
            "/sign-in/device",
            "/moderation",
            "/tournaments/verify",
        ]
        here += [f"/table/{table}{page}" for table in tables for page in ("", "/people", "/hooks", "/leave")]
        for session in (cup, online):
            here += [
                f"/t/{session}{page}"
                for page in ("", "/desk", "/options", "/import", "/known", "/verify", "/ratings", "/embed")
            ]
        for path in here:
            self._look(path)

    def close(self) -> None:
        self._client.close()

    def step(self) -> None:
        """One form with something odd in it, or one link."""
        if self.chance.random() < 0.25 or not self.forms:
            self._look(self.chance.choice(self.paths))
            return
        form = self.chance.choice(list(self.forms.values()))
        form.sent += 1
        if form.free and form.sent <= len(FIRST):
            value = FIRST[form.sent - 1]
            self._send(form, [(name, value if name in form.free else kept) for name, kept in form.fields])
            return
        fields = [one for one in form.fields if self.chance.random() < 0.9]
        for _ in range(self.chance.randrange(3)):
            if fields:
                at = self.chance.randrange(len(fields))
                fields[at] = (fields[at][0], self.chance.choice(VALUES))
        if self.chance.random() < 0.05:
            name = self.chance.choice(list(self.forms.values())).fields
            fields += [(self.chance.choice(name)[0], self.chance.choice(VALUES))] if name else []
        self._send(form, fields)

    def _send(self, form: Form, fields: list[tuple[str, bytes]]) -> None:
        if form.path.endswith(("/account/delete", "/sign-out")):
            return  # the rest would be done by nobody
        body = "&".join(f"{quote_from_bytes(name.encode())}={quote_from_bytes(value)}" for name, value in fields)
        if form.method == "GET":
            self._ask("GET", f"{form.path.partition('?')[0]}?{body[:20_000]}")
        else:
            self._ask("POST", form.path, body)

    def _look(self, path: str) -> None:
        self._ask("GET", path)

    def _ask(self, method: str, path: str, body: str = "") -> None:
        headers = {"content-type": "application/x-www-form-urlencoded"} if body else {}
        answer = self._client.request(method, path, content=body, headers=headers)
        self.seen[answer.status_code] += 1
        told = f"{method} {path[:200]!r} {body[:400]!r}"
        if answer.status_code >= 500:
            self.wrong.append(f"{answer.status_code} for {told}: {answer.text[:200]!r}")
        elif answer.status_code >= 400 and not answer.text.strip():
            self.wrong.append(f"no sentence for {told}: {answer.status_code}")
        if answer.headers.get("content-type", "").startswith("text/html"):
            self._read(path, answer.text)
        if place := answer.headers.get("location"):
            self._remember(urljoin(path, place))

    def _read(self, here: str, text: str) -> None:
        page = _Page(here)
        page.feed(text)
        for form in page.forms:
            if len(self.forms) < _KEPT and form.path.startswith("/"):
                self.forms.setdefault(form.shape, form)
        for link in page.links:
            self._remember(link)

    def _remember(self, link: str) -> None:
        link = link.partition("#")[0]
        if urlsplit(link).netloc or not link.startswith("/") or link.startswith("/static/"):
            return
        shape = re.sub(r"\d+", "#", link)
        if shape not in self._known and len(self.paths) < _PAGES:
            self._known.add(shape)
            self.paths.append(link)


def fill_in(count: int, seed: int, folder: Path, database: str = "", quiet: bool = True) -> Clerk:
    """So many forms and pages; callers look at `wrong` afterwards."""
    with Port(folder, database=database) as port:
        clerk = Clerk(port, seed)
        try:
            clerk.settle()
            for _ in track(range(count), "forms", disable=quiet):
                clerk.step()
        finally:
            clerk.close()
        if "Traceback" in port.log:
            clerk.wrong.append("a traceback: " + port.log.split("Traceback", 1)[1][:3000])
        if not port.runs:
            clerk.wrong.append("the server is gone")
        return clerk


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    asked = parser.parse_args()
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgres.running()) if asked.postgres else ""
        clerk = fill_in(asked.count, asked.seed, folder, database, quiet=False)
    print(
        f"{asked.count:,} in {time.monotonic() - begun:.0f} s; {len(clerk.forms)} forms, {len(clerk.paths)} addresses;",
        end=" ",
    )
    print(", ".join(f"{number:,} × {status}" for status, number in sorted(clerk.seen.items())))
    for line in clerk.wrong[:40]:
        print(line)
    sys.exit(1 if clerk.wrong else 0)


if __name__ == "__main__":
    main()
