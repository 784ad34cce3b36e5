"""`make fingers`: plays what the plan says, goes on where it was stopped, and says what it found.

    python -m tests.fingers [GAME ...] [--rows 20] [--decisions 400] [--seed 1] [--write]

Results, pictures and steps are under build/fingers; `--anew` begins again, `--write` puts the numbers into docs/fingers.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections import Counter
from pathlib import Path
from time import monotonic

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ENGINES, FLAGS, ROOT
from tests.fingers.driver import Finger
from tests.fingers.plan import plan
from tests.fingers.serving import serving
from tests.ours import GAMES

PLACE = ROOT / "build" / "fingers"
REPORT = ROOT / "docs" / "fingers.md"
BEGIN, END = "<!-- what was found, written by make fingers -->", "<!-- end of what was found -->"


def read(place: Path) -> list[dict[str, object]]:
    """What earlier runs have found."""
    kept = place / "results.jsonl"
    return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.is_file() else []


def report(done: list[dict[str, object]], planned: int) -> str:
    """The numbers, for people."""
    kinds: Counter[str] = Counter()
    games: dict[str, set[str]] = {}
    for one in done:
        for kind, _, _ in one["faults"]:  # type: ignore[attr-defined]
            kinds[kind] += 1
            games.setdefault(kind, set()).add(str(one["setup"]).split()[0])
    decisions = sum(int(str(one["decisions"])) for one in done)
    presses = sum(int(str(one["presses"])) for one in done)
    lines = [f"{len(done)} of {planned} rows, {decisions} decisions, {presses} presses; {kinds.total()} faults."]
    if kinds:
        lines += ["", "| fault | rows with it | games |", "| --- | --- | --- |"]
        lines += [f"| {kind} | {count} | {', '.join(sorted(games[kind]))} |" for kind, count in kinds.most_common()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rows", type=int, default=0, help="at most so many more; 0: all")
    parser.add_argument("--decisions", type=int, default=400, help="of one game at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("--anew", action="store_true", help="forget what earlier runs have found")
    parser.add_argument("--write", action="store_true", help="put the numbers into docs/fingers.md")
    given = parser.parse_args()
    if given.anew:
        shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    rows = plan(given.games, given.seed)
    done = read(PLACE)
    known = {one["name"] for one in done}
    waiting = [row for row in rows if row.name not in known and given.only in row.name]
    if given.rows:
        waiting = waiting[: given.rows]
    path = next(filter(None, map(shutil.which, ENGINES)), None)
    if path is None:
        sys.exit("no Chromium found: `make fingers` installs it, or set CHROMIUM")
    with (
        serving() as server,
        sync_playwright() as playwright,
        (PLACE / "results.jsonl").open("a", encoding="utf-8") as out,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for row in waiting:
            begun = monotonic()
            finger = Finger(browser, server, row, PLACE, given.seed)
            finger.run(given.decisions)
            faults = [[kind, text, times] for (kind, _), (text, times) in finger.faults.items()]
            counted = {
                "decisions": finger.decisions,
                "presses": finger.presses,
                "seconds": round(monotonic() - begun, 1),
            }
            done.append({"name": row.name, "setup": row.setup, **counted, "faults": faults})
            out.write(json.dumps(done[-1], ensure_ascii=False) + "\n")
            out.flush()
            print(f"{row.name}: {finger.decisions} decisions, {len(faults)} faults, {counted['seconds']} s", flush=True)
            for kind, text, times in faults:
                print(f"    {kind} ({times}): {str(text)[:150]}", flush=True)
        browser.close()
    told = report(done, len(rows))
    print(told)
    if given.write:
        text = REPORT.read_text(encoding="utf-8")
        head, rest = text.split(BEGIN)
        REPORT.write_text(f"{head}{BEGIN}\n\n{told}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")
    sys.exit(any(one["faults"] for one in done))


if __name__ == "__main__":
    main()
