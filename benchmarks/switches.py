"""What each piece of the server's tuning brings: the same load, with one of them switched off.

    python -m benchmarks.switches            measures them all, in turn, and writes switches.json
    python -m benchmarks.switches --text     prints the table of LOAD.md from it

Runs alternate (all on, one off, all on, the next off …), and processor time is compared, not time on the wall: on a busy machine
the first says something and the second does not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

KEPT = Path(__file__).resolve().parent / "switches.json"
NONE = "none"


def _put(where: object, **what: object) -> None:
    """Put something else in the place of names that are there."""
    for name, value in what.items():
        if not hasattr(where, name):
            raise AttributeError(f"there is no {name} to switch off")
        setattr(where, name, value)


def _no_direct_sender() -> None:
    from kotva.server import api

    _put(api, direct_sender_of=lambda _socket: None)


def _no_shared_frames() -> None:
    from kotva.server.sockets import Sockets

    _put(Sockets, join=lambda self, _frames, message: self.post((message,)))


def _short_texts_packed() -> None:
    from kotva.server import shared_frames

    _put(shared_frames, _SHORT=0)


def _usual_packing() -> None:
    """What websockets takes by default: a window of 4 kB, and zlib's usual level."""
    from kotva.server import shared_frames

    shared_frames.COMPRESSION.update(level=6)
    _put(shared_frames, WINDOW=12)


def _python_collects() -> None:
    from kotva.server.gc_policy import GarbageCollector

    nothing = dict.fromkeys(("begin", "collect_young", "tidy"), lambda *_: False)
    _put(GarbageCollector, **nothing)


def _moves_one_by_one() -> None:
    from kotva.server import sql

    _put(sql, can_store_together=lambda: False)


SWITCHES: Mapping[str, Callable[[], None]] = {
    "direct sender (sockets.py)": _no_direct_sender,
    "one frame for all bystanders (shared_frames.py)": _no_shared_frames,
    "short texts not packed (shared_frames.py)": _short_texts_packed,
    "a window of 16 kB at the quickest level (shared_frames.py)": _usual_packing,
    "garbage in quiet moments (gc_policy.py)": _python_collects,
    "moves of many tables in few statements (appends.py)": _moves_one_by_one,
}


def measure_all(rounds: int, tables: int, sockets: int, seconds: float, rate: float) -> None:
    """Every switch off in turn, with all on before it."""
    from benchmarks.load import Run, measure

    run = Run(tables, sockets, seconds, rate, seats=(4, 3, 2))
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(rounds):
        for name in SWITCHES:
            for one in (NONE, name):
                found.setdefault(one, []).append(asyncio.run(measure(run, without=one)))
                print(one, found[one][-1], file=sys.stderr, flush=True)
                KEPT.write_text(json.dumps({"load": vars_of(run), "found": found}, indent=1) + "\n", encoding="utf-8")


def vars_of(run: object) -> dict[str, float]:
    return {name: getattr(run, name) for name in ("tables", "sockets", "seconds", "rate")}


def text() -> str:
    """The section of LOAD.md."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    load, found = kept["load"], kept["found"]

    def figures(name: str) -> str:
        runs = found[name]
        low, high = min(one["cpu_ms_per_move"] for one in runs), max(one["cpu_ms_per_move"] for one in runs)
        cpu = median(one["cpu_ms_per_move"] for one in runs)
        middle = [median(one[key] for one in runs) for key in ("p99_ms", "bytes_per_move", "rss_mb")]
        return f"{cpu:.2f} ms ({low:.2f} to {high:.2f}) | {middle[1]:,.0f} | {middle[0]:.0f} ms | {middle[2]:.0f} MB |"

    rows = [
        f"| all on | {figures(NONE)}",
        *(f"| without: {name} | {figures(name)}" for name in SWITCHES if name in found),
    ]
    return _TEXT.format(rows="\n".join(rows), times=len(found[next(iter(SWITCHES))]), **load)


_TEXT = """\
## What each piece of tuning brings

`python -m benchmarks.switches`: {tables} tables, {sockets} sockets, {rate:.0f} moves/s offered for {seconds:.0f} s, one piece
switched off at a time, {times} runs each with all on in between. Processor time and bytes can be compared on a busy machine, p99
only roughly.

| | server CPU a move | bytes a move | p99 | memory |
|---|---:|---:|---:|---:|
{rows}
"""


def main() -> None:
    """Measure; or, as `benchmarks.switches SWITCH serve …`, serve without one."""
    if len(sys.argv) > 2 and sys.argv[2] == "serve":
        name = sys.argv.pop(1)
        if name != NONE:
            SWITCHES[name]()
        from kotva.cli import main as kotva

        kotva()
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--rate", type=float, default=120)
    parser.add_argument("--text", action="store_true", help="print the section of LOAD.md")
    asked = parser.parse_args()
    if asked.text:
        print(text(), end="")
    else:
        measure_all(asked.rounds, asked.tables, asked.sockets, asked.seconds, asked.rate)


if __name__ == "__main__":
    main()
