"""Take the pictures of the documentation: a real server, a real browser, real games.

python tools/screenshots.py            all pictures, into docs/pictures/
python tools/screenshots.py bosman     those of one game
python tools/screenshots.py fields     where the fields of a scene are seen
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
# How many decisions of our own seat are made before the picture: enough for a board that tells a story.
DECISIONS = {"bosman": 9, "hexxi": 6, "seameni": 16, "settlers": 16, "triremes": 26}
# Whoever reads the documentation wants the table, not the welcome to it.
KNOWS = f"localStorage.setItem('kotva-known-games', JSON.stringify({list(DECISIONS)}))"
# Where the fields of a scene are seen: the number on the picture is the place in this list, and in the table of
# docs/reference/scene.md (tests/docs/test_pages.py compares).
SCENE_FIELDS = (
    (".strip.tray [data-id]", "zone"),
    ("#frame .ground", "ground"),
    ("#frame g.item[data-id^=hex] >> nth=4", "items"),
    ("#prompt", "prompt"),
    ("#actions button", "buttons"),
    ("#tags", "tags"),
    ('[data-zone="hand"] .badge', "badge"),
    (".tools-row button", "tools"),
    ("#seats .name >> nth=0", "seats"),
    ("#seats .score >> nth=0", "score"),
    ("#seats .facts > * >> nth=1", "facts"),
    ("#dice", "dice"),
    ("#forms > *", "forms"),
    ("#log", "log"),
)
NUMBERED = """(boxes) => boxes.forEach(([x, y], n) => {
  const mark = document.createElement("b");
  mark.textContent = n + 1;
  mark.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:24px;height:24px;border-radius:50%;z-index:99;`
    + "background:#b03a26;color:#fff;border:2px solid #fff;font:bold 13px/24px sans-serif;text-align:center";
  document.body.append(mark);
})"""
SHOTS = (("day", "", 1280, 800), ("night", "-phone", 390, 780))


@contextmanager
def serving() -> Iterator[str]:
    """A server with an empty database; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kotva", "serve", "--port", "0", "--db", f"{folder}/tables.db", "--no-browser"]
        process = subprocess.Popen([*command, "--pace", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            found = re.search(r"http://localhost:\d+", process.stdout.readline())
            assert found, "the server did not start"
            yield found[0]
        finally:
            process.terminate()
            process.wait(10)


def play(page: Page, base: str, game: str) -> str:
    """A game against bots that has come some way; its table."""
    page.goto(base)
    page.click(f"#game-{game} button.primary")
    page.wait_for_selector("html[data-ready]")
    table = page.url.rsplit("/", 1)[1]
    chance = random.Random(f"a picture of {game}")
    for number in range(DECISIONS.get(game, 8)):
        page.wait_for_selector("#main.my-turn:not(.sending), #result:not([hidden])", timeout=60_000, state="attached")
        packet = page.request.get(f"{base}/api/tables/{table}").json()
        if "over" in packet:
            break
        if not packet.get("choices"):  # the page has not heard yet that the table has moved on
            page.wait_for_timeout(300)
            continue
        # Passing and proposing to end make dull pictures; what touches the board does not.
        choices = [c for c in packet["choices"] if c.get("paths")] or packet["choices"]
        body = {"action": chance.choice(choices)["action"], "seat": packet["seat"], "seen": packet["seq"]}
        page.request.post(f"{base}/api/tables/{table}/moves", data={**body, "key": f"picture-{number:08}"})
        page.wait_for_timeout(150)
    page.wait_for_selector("#main.my-turn, #result:not([hidden])", timeout=60_000, state="attached")
    return table


def shoot(browser: Browser, base: str, game: str) -> None:
    first = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    first.add_init_script(KNOWS)
    page = first.new_page()
    table = play(page, base, game)
    for theme, suffix, width, height in SHOTS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if theme == "night" else "light")
        page.goto(f"{base}/table/{table}")
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("#main.my-turn, #result:not([hidden])", timeout=60_000, state="attached")
        page.wait_for_timeout(300)
        lit = page.locator(".can.first:visible")
        if theme == "day" and lit.count():
            lit.nth(lit.count() // 2).dispatch_event("click")
            page.wait_for_selector("#main.my-turn:not(.sending)", timeout=60_000, state="attached")  # some play at once
        page.wait_for_timeout(200)
        save(page, f"{game}{suffix}")
    first.close()


def number(page: Page, fields: Sequence[tuple[str, str]]) -> None:
    """Put the numbers of fields where they are seen."""
    boxes = []
    for selector, name in fields:
        box = page.locator(selector).first.bounding_box()
        assert box, f"{name}: nothing is at {selector}"
        boxes.append([max(2, box["x"] - 20), max(2, box["y"] - 12)])
    page.evaluate(NUMBERED, boxes)


def shoot_fields(browser: Browser, base: str) -> None:
    """A table with the fields of its scene numbered."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(KNOWS)
    page = context.new_page()
    table = play(page, base, "settlers")
    page.goto(f"{base}/table/{table}")
    page.wait_for_selector("#main.my-turn", timeout=60_000, state="attached")
    page.wait_for_timeout(500)
    number(page, SCENE_FIELDS)
    save(page, "scene-fields")
    context.close()


def save(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def main() -> None:
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        sys.exit("screenshots: no Chromium found; set CHROMIUM")
    with serving() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        wanted = sys.argv[1:] or ["lobby", "fields", *DECISIONS]
        for name in wanted:
            if name == "lobby":
                page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
                page.goto(base)
                page.wait_for_load_state("networkidle")
                save(page, "lobby")
            elif name == "fields":
                shoot_fields(browser, base)
            else:
                shoot(browser, base, name)
        browser.close()


if __name__ == "__main__":
    main()
