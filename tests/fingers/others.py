"""A smoke game of each kind in Firefox and WebKit, at a desktop's and an upright phone's size.

    python -m tests.fingers.others [firefox] [webkit] [--decisions 6]

Debian's Firefox is driven over Marionette, WebKitGTK's small browser over its WebDriver, both without any library. The hand
presses by the mouse what the page lights, as in `driver.py`; a script that fails, nothing to press, or a press that does nothing
is a fault.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Protocol
from urllib.request import Request, urlopen

from tests.browser.conftest import KNOWS
from tests.fingers.driver import OWN, QUICK
from tests.fingers.hand import SIGHT
from tests.fingers.serving import serving
from tests.ours import GAMES

PLACE = Path(__file__).resolve().parents[2] / "build" / "fingers" / "others"
SIZES = ((1440, 900), (390, 844))
MINI = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
ERRORS = "window.failed = []; addEventListener('error', (event) => window.failed.push(event.message));"


class Driven(Protocol):
    """A browser that does as it is told."""

    def tell(self, command: str, **given: Any) -> Any: ...


class Marionette:
    """Firefox: a length, a colon and a list in JSON, both ways."""

    def __init__(self, port: int) -> None:
        self.socket = _connected(port)
        self.number = 0
        self._read()
        self.tell("NewSession", capabilities={})

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self.socket.recv(1)
        left, text = int(size[:-1]), b""
        while len(text) < left:
            text += self.socket.recv(left - len(text))
        return json.loads(text)

    def tell(self, command: str, **given: Any) -> Any:
        self.number += 1
        text = json.dumps([0, self.number, f"WebDriver:{command}", given])
        self.socket.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, found = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return found.get("value", found) if isinstance(found, dict) else found


class WebDriver:
    """WebKit: the same commands over HTTP."""

    WAYS = {
        "Navigate": "url",
        "ExecuteScript": "execute/sync",
        "PerformActions": "actions",
        "SetWindowRect": "window/rect",
    }

    def __init__(self, port: int, browser: str) -> None:
        self.base = f"http://127.0.0.1:{port}/session"
        _connected(port).close()
        given = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        found = self._ask("", {"capabilities": {"alwaysMatch": given}})
        self.base += f"/{found['sessionId']}"

    def _ask(self, way: str, given: dict[str, Any] | None) -> Any:
        data = None if given is None else json.dumps(given).encode()
        request = Request(f"{self.base}{way}", data, {"content-type": "application/json"})
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def tell(self, command: str, **given: Any) -> Any:
        if command == "TakeScreenshot":
            return self._ask("/screenshot", None)
        return self._ask(f"/{self.WAYS[command]}", given)


def _connected(port: int) -> socket.socket:
    until = monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 60)
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.3)


def _free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def firefox() -> Iterator[Driven]:
    """Debian's Firefox without a window, with a profile that asks the world nothing."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        raise FileNotFoundError("Firefox is not installed; `tools/need firefox` installs it.")
    port = _free()
    with TemporaryDirectory() as profile:
        quiet: dict[str, int | str] = {
            "marionette.port": port,
            "app.update.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False,
        }
        quiet |= {"network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False}
        quiet |= {"browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False}
        quiet |= {
            "services.settings.server": "data:,",
            "extensions.systemAddon.update.enabled": False,
            "layout.css.devPixelsPerPx": "1",
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in quiet.items()]
        Path(profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [path, "--headless", "--marionette", "--no-remote", "--profile", profile]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield Marionette(port)
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def webkit() -> Iterator[Driven]:
    """WebKitGTK's small browser on a screen that nobody sees."""
    if shutil.which("WebKitWebDriver") is None or not Path(MINI).is_file():
        raise FileNotFoundError("WebKitGTK's driver is not installed; `tools/need webkit` installs it.")
    port, number = _free(), 90 + _free() % 400
    screen = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "1600x1000x24"], stderr=subprocess.DEVNULL)
    alone = {
        **os.environ,
        "DISPLAY": f":{number}",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    alone |= {
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "WEBKIT_FORCE_SANDBOX": "0",
        "GDK_BACKEND": "x11",
        "NO_AT_BRIDGE": "1",
    }
    process = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=alone, stderr=subprocess.DEVNULL)
    try:
        yield WebDriver(port, MINI)
    finally:
        for one in (process, screen):
            one.terminate()
            one.wait(30)


def run(browser: Driven, text: str) -> Any:
    """What a script returns."""
    return browser.tell("ExecuteScript", script=text, args=[], newSandbox=False)


def click(browser: Driven, x: float, y: float) -> None:
    """The mouse, at a place of the window."""
    there = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}
    acts = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": acts}
    browser.tell("PerformActions", actions=[mouse])


def wait(browser: Driven, question: str, seconds: float = 30) -> bool:
    """Whether a question is answered with yes in time."""
    until = monotonic() + seconds
    while monotonic() < until:
        if run(browser, f"return Boolean({question})"):
            return True
        sleep(0.1)
    return False


def smoke(browser: Driven, server: str, game: str, size: tuple[int, int], decisions: int) -> list[str]:
    """Play some decisions; what went wrong."""
    faults: list[str] = []
    rng = Random(f"{game}{size}")
    browser.tell("SetWindowRect", width=size[0], height=size[1])
    browser.tell("Navigate", url=f"{server}/new/{game}")
    run(browser, KNOWS + QUICK)
    around = run(browser, "return [outerWidth - innerWidth, outerHeight - innerHeight]")
    browser.tell("SetWindowRect", width=size[0] + around[0], height=size[1] + around[1])
    run(browser, "document.querySelector('#setup button.primary').click()")
    if not wait(browser, "location.pathname.startsWith('/table/') && document.documentElement.dataset.ready"):
        return ["the table does not open"]
    run(browser, f"{ERRORS}\n{SIGHT}")
    inner = run(browser, "return [innerWidth, innerHeight]")
    if inner[0] != size[0]:
        faults.append(f"(the window is {inner[0]} x {inner[1]}: this browser has no smaller one)")
    made = 0
    mine = "document.querySelector('#main.my-turn:not(.sending)') && !document.querySelector('#actions [aria-disabled=true]')"
    over = "!document.getElementById('result').hidden"
    for _ in range(decisions * 6):
        if not wait(browser, f"({over}) || ({mine})"):
            faults.append("no turn comes")
            break
        if made >= decisions or run(browser, f"return {over}"):
            break
        before = run(browser, "return JSON.stringify(window.finger.state())")
        offers = run(browser, "return window.finger.offers()")
        kinds = ("thing", "button", "panel", "fan")
        usable = [one for one in offers if one.get("key") not in OWN and one["kind"] in kinds]
        usable = [one for one in usable if one.get("inView", True) and not one.get("hidden")]
        if not usable:
            faults.append("nothing to press is in view")
            break
        one = rng.choice(usable)
        at = one["at"] if one["kind"] == "thing" else (one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
        sleep(0.45)  # a second press at the same place is no double click
        click(browser, *at)
        if not wait(browser, f"JSON.stringify(window.finger.state()) !== {json.dumps(before)}", 3):
            faults.append(f"a press on {one.get('label') or one.get('text')} does nothing and says nothing")
        made += run(browser, "return document.getElementById('main').dataset.shown") != json.loads(before)["shown"]
    faults += [str(one) for one in run(browser, "return window.failed")]
    if not made:
        faults.append("nothing was played")
    PLACE.mkdir(parents=True, exist_ok=True)
    picture = browser.tell("TakeScreenshot")
    (PLACE / f"{type(browser).__name__}-{game}-{size[0]}.png").write_bytes(base64.b64decode(picture))
    print(
        f"{type(browser).__name__} {game} {size[0]}x{size[1]}: {made} decisions; {'; '.join(faults) or 'no fault'}",
        flush=True,
    )
    return [one for one in faults if not one.startswith("(")]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("browsers", nargs="*", default=["firefox", "webkit"])
    parser.add_argument("--decisions", type=int, default=6)
    parser.add_argument("--games", default=",".join(GAMES))
    given = parser.parse_args()
    bad = 0
    with serving() as server:
        for name in given.browsers:
            with {"firefox": firefox, "webkit": webkit}[name]() as browser:
                for game in given.games.split(","):
                    for size in SIZES:
                        bad += bool(smoke(browser, server, game, size, given.decisions))
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
