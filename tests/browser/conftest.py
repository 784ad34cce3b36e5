"""A real browser for the tests: the system's Chromium, driven by Playwright."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.ours import GAMES

expect.set_options(timeout=30_000)  # on a busy machine; a condition that does come is never waited for that long

Open = Callable[..., Page]
ROOT = Path(__file__).resolve().parent.parent.parent

# The engine alone, if it is there: it makes a new page in a third of the time; or a browser of one's own choice.
ENGINES = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else ["chromium-headless-shell", "chromium"]

INSECURE = "harbour.test"  # a name of this machine that is no secure context, as a laptop in a home network is none

# Chromium would otherwise ask the world for updates and variations while it starts; and as root it has no sandbox.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1",
)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser of the system's; the fixture `chromium` has the only one of a test run, as Playwright allows no second."""
    path = next(filter(None, map(shutil.which, ENGINES)), None)
    assert path, "no Chromium found: `make browser-tests` installs it, or set CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


# Somebody who knows all games and wants to see no bot think: the first visit and the pace have tests of their own.
KNOWS = (
    "localStorage.setItem('kotva-known-games', JSON.stringify(" + json.dumps([*GAMES, "ferry"]) + "));"
    """if (!localStorage.getItem("kotva-table")) localStorage.setItem("kotva-table", '{"pace": "fast"}');"""
)


@contextmanager
def fresh_page(chromium: Browser, **more: Any) -> Iterator[Page]:
    """A page with no cookies from other tests; `knows=False`: of somebody new. An error in its scripts fails the test."""
    knows = more.pop("knows", True)
    more.setdefault("locale", "en-GB")
    context = chromium.new_context(**more)
    if knows:
        context.add_init_script(KNOWS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page as most people have it."""
    with fresh_page(chromium) as page:
        yield page


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker's source, for `page.evaluate`. It is never served to players."""
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its tables."""
    return tmp_path_factory.mktemp("server") / "tables.db"


@pytest.fixture(scope="session")
def _serving(database: Path) -> Iterator[tuple[str, int]]:
    """A table server in a process of its own, with the game of the tutorial: its address and its process."""
    ferry = str(ROOT / "docs" / "examples" / "ferry.py")
    command = [sys.executable, "-m", "kotva", "--with", ferry, "serve", "--port", "0", "--db", str(database)]
    process = subprocess.Popen([*command, "--no-browser", "--pace", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://localhost:\d+", process.stdout.readline())
    assert found, "the server did not start"
    urlopen(f"{found[0]}/about").close()  # it answers when its database is ready
    yield found[0], process.pid
    process.terminate()
    process.wait(10)
    process.stdout.close()


@pytest.fixture(scope="session")
def server(_serving: tuple[str, int]) -> str:
    """Where the table server answers."""
    return _serving[0]


@pytest.fixture(scope="session")
def server_pid(_serving: tuple[str, int]) -> int:
    """The server's process, for those who ask how much it works."""
    return _serving[1]


@pytest.fixture
def calm_page(chromium: Browser) -> Iterator[Page]:
    """A page in which nothing moves: for tests that are not about motion."""
    with fresh_page(chromium, reduced_motion="reduce", viewport={"width": 1280, "height": 800}) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """The same on a phone."""
    size = {"width": 360, "height": 740}
    with fresh_page(chromium, reduced_motion="reduce", viewport=size, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture
def player(chromium: Browser, server: str) -> Iterator[Open]:
    """Somebody with a browser of his own who opens a table; an error in a page's scripts fails the test."""
    from tests.browser.table import sees

    contexts = []
    errors: list[str] = []

    def open_table(table: str, who: int, width: int = 1280, height: int = 800, settings: str = "", **more: Any) -> Page:
        size: ViewportSize = {"width": width, "height": height}
        more.setdefault("locale", "en-GB")
        context = chromium.new_context(reduced_motion="reduce", viewport=size, **more)
        contexts.append(context)
        context.add_init_script(f"{KNOWS}; {settings}")
        sees(context, server, who)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{server}/table/{table}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_table
    for context in contexts:
        context.close()
    assert errors == []
