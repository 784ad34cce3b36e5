"""How soon one sees it: from a click to the paint after it, and from a message of the server to the paint of its move.

`python -m benchmarks.paint` writes PAINT.md and paint.json beside this file: every game, at the speed of this machine and with a
processor four times as slow (Chromium's own throttle), while two strong bots think at another table. Needs Chromium and the
development extras.
"""

from __future__ import annotations

import json
import os
import platform
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import click
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.progress import Progress

from benchmarks.servers import kotva_server
from kotva import games

HERE = Path(__file__).resolve().parent
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
RATES = (1, 4)  # how many times slower than this machine
TARGETS = {"click": (50.0, 100.0)}  # milliseconds at the median and at the 95th percentile, on this machine (rate 1)
TURN = "#main.my-turn:not(.sending)"

# A choice is only pending until it is confirmed, so a click changes nothing; moves of others are shown at once.
_SETTINGS = "localStorage.setItem('kotva-table', JSON.stringify({pace: 'fast', confirm: true}));"
_KNOWS = "localStorage.setItem('kotva-known-games', JSON.stringify(%s));"
_WATCH = """
window.paints = {empty: [], click: [], message: []};
const after = (done) => requestAnimationFrame(() => setTimeout(done));
const painted = (kind, since) => after(() => window.paints[kind].push(performance.now() - since));
let arrived = 0;
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); this.addEventListener("message", () => { arrived = performance.now(); }); }
};
document.addEventListener("click", (event) => { if (event.isTrusted) painted("click", event.timeStamp); }, true);
addEventListener("DOMContentLoaded", () => {
  const main = document.getElementById("main");
  const shown = new MutationObserver(() => { if (arrived) painted("message", arrived); });
  if (main?.dataset.table) shown.observe(main, {attributeFilter: ["data-shown"]});
});
"""

_EMPTY = """() => new Promise((done) => {
  const since = performance.now();
  document.body.dataset.empty = String(since);
  requestAnimationFrame(() => setTimeout(() => { window.paints.empty.push(performance.now() - since); done(); }));
})"""


@contextmanager
def person(browser: Browser) -> Iterator[Page]:
    """Somebody with a browser of his own who knows all games."""
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 800}, base_url=None
    )
    context.add_init_script(_SETTINGS + _KNOWS % json.dumps(list(games.ids())) + _WATCH)
    try:
        yield context.new_page()
    finally:
        context.close()


def sit_down(page: Page, base: str, game: str, kinds: Sequence[str]) -> str:
    """A new table, as the form makes it; its id."""
    form: dict[str, str | float | bool] = {
        "seats": str(len(kinds)),
        **{f"kind-{seat}": kind for seat, kind in enumerate(kinds)},
    }
    page.goto(base)
    made = page.request.post(f"{base}/new/{game}", form=form, headers={"origin": base})
    page.goto(made.url)
    page.wait_for_selector("html[data-ready]")
    return made.url.rsplit("/", 1)[1]


def measure(
    browser: Browser,
    base: str,
    game: str,
    rate: int,
    clicks: int,
    messages: int,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, list[float]]:
    """Milliseconds until the paint, of so many clicks and so many messages."""
    chance = random.Random(f"{game} {rate}")
    seats = games.load(game).rules.seats[0]
    with person(browser) as page, person(browser) as other:
        table = sit_down(page, base, game, ["me"] + ["open"] * (seats - 1))
        other.goto(f"{base}/about")
        for seat in range(1, seats):
            body = {"seat": seat, "name": f"Other {seat}"}
            assert other.request.post(f"{base}/api/tables/{table}/sit", data=body, headers={"origin": base}).ok
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
        _move(page, other, base, table, chance, lambda: bool(page.locator(f"{TURN} .can.first").count()))
        page.evaluate("window.paints = {empty: [], click: [], message: []}")
        for number in range(clicks):
            lit = page.locator(".can.first:visible")
            lit.nth(number % lit.count()).click(force=True)
            page.wait_for_function("n => window.paints.click.length > n", arg=number)
            page.keyboard.press("Escape")
            page.wait_for_selector(".can.first")
            page.evaluate(_EMPTY)
            tick()
        page.evaluate("window.paints.message = []")
        for number in range(messages):
            if not _step(page, other, base, table, chance):
                break
            page.wait_for_function("n => window.paints.message.length > n", arg=number)
            tick()
        found: dict[str, list[float]] = page.evaluate("window.paints")
    return found


def _step(page: Page, other: Page, base: str, table: str, chance: random.Random) -> bool:
    """Whoever is to decide plays something, by HTTP: the page hears of it by its socket. False: the game is over."""
    for who in (page, other):
        packet = who.request.get(f"{base}/api/tables/{table}").json()
        if "handover" in packet:
            packet = who.request.get(f"{base}/api/tables/{table}?eyes={packet['handover']}").json()
        if packet.get("choices"):
            choices = [choice for choice in packet["choices"] if choice.get("paths")] or packet["choices"]
            deed = {"action": chance.choice(choices)["action"], "seat": packet["seat"], "seen": packet["seq"]}
            key = f"paint-{packet['seq']:08}-{packet['seat']}"
            return bool(
                who.request.post(
                    f"{base}/api/tables/{table}/moves", data={**deed, "key": key}, headers={"origin": base}
                ).ok
            )
    return False


def _move(page: Page, other: Page, base: str, table: str, chance: random.Random, ready: Callable[[], bool]) -> None:
    """Play until the person in front of the page has something to choose on the table."""
    for _ in range(60):
        page.wait_for_timeout(100)
        if ready():
            return
        _step(page, other, base, table, chance)
    raise RuntimeError("nothing could be chosen for 60 moves")


# -- what comes out ----------------------------------------------------------------------------------------------------


def at(values: Sequence[float], share: float) -> float:
    """A percentile: the value that such a share of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def markdown(found: Sequence[dict[str, Any]], load: float) -> str:
    """The figures as a page."""
    lines = [
        "# From a click to the picture",
        "",
        "Made by `python -m benchmarks.paint`; do not edit. Milliseconds until the frame after it has been painted, in headless",
        "Chromium, while two strong bots think at another table of the same server on the same machine. A click chooses a",
        "thing on the table; a message brings a move of somebody else. The second speed is Chromium's throttle: a processor",
        "four times as slow. The target is for clicks at full speed: 50 at the median, 100 at the 95th percentile. `empty` is",
        "the same for a change that costs nothing, measured between the others: what the machine itself takes.",
        "",
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}; other work on the machine: a load of {load:.1f}.",
        "",
        "| game | processor | what | times | median | 95 % | most | |",
        "|---|---|---|---:|---:|---:|---:|---|",
    ]
    for row in found:
        for kind in ("empty", "click", "message"):
            values = row[kind]
            if not values:
                continue
            middle, late = median(values), at(values, 0.95)
            goal = TARGETS.get(kind) if row["rate"] == 1 else None
            verdict = "" if goal is None else "met" if middle <= goal[0] and late <= goal[1] else "**not met**"
            speed = "this one" if row["rate"] == 1 else f"{row['rate']} times as slow"
            figures = (
                row["game"],
                speed,
                kind,
                len(values),
                f"{middle:.0f}",
                f"{late:.0f}",
                f"{max(values):.0f}",
                verdict,
            )
            lines.append("| " + " | ".join(map(str, figures)) + " |")
    return "\n".join(lines) + "\n"


@click.command()
@click.option("--clicks", default=40, show_default=True)
@click.option("--messages", default=25, show_default=True)
@click.option("--games", "wanted", default="", help="Only these games: bosman,seameni; nothing is written then.")
def main(clicks: int, messages: int, wanted: str) -> None:
    """Measure every game at both speeds."""
    names = wanted.split(",") if wanted else list(games.ids())
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        raise click.ClickException("no Chromium found; set CHROMIUM")
    load = os.getloadavg()[0]
    found: list[dict[str, Any]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        kotva_server(Path(folder) / "tables.db", "--pace", "0") as (port, _),
        sync_playwright() as playwright,
        Progress(console=Console(stderr=True)) as progress,
    ):
        base = f"http://localhost:{port}"
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        bar = progress.add_task("painting", total=len(names) * len(RATES) * (clicks + messages))
        with person(browser) as watcher:
            sit_down(watcher, base, "triremes", ["hard", "hard"])  # they think as long as somebody watches
            for game in names:
                for rate in RATES:
                    times = measure(browser, base, game, rate, clicks, messages, lambda: progress.advance(bar))
                    found.append({"game": game, "rate": rate, **times})
        browser.close()
    text = markdown(found, load)
    click.echo(text)
    if not wanted:
        (HERE / "PAINT.md").write_text(text, encoding="utf-8")
        (HERE / "paint.json").write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
