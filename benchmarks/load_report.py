"""LOAD.md, load.svg and the rows of RESULTS.md: what `python -m benchmarks.load --all` has measured, beside the goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure
from benchmarks.load_plot import plot
from benchmarks.promises import Promise
from benchmarks.report import keep, machine

HERE = Path(__file__).resolve().parent
Result = Mapping[str, float]

# What a move took before, step by step: 250 tables with 1,000 sockets on a machine that others used, too, where everything took
# 1.7 times as long as on a quiet one (7.5 ms a move). The collector's time was in all steps.
BEFORE = {
    "whether it can be taken back": 5.135,
    "scenes": 1.906,
    "legal actions in words, with paths": 0.812,
    "comparing scenes": 0.767,
    "preparing on a fork": 0.346,
    "storing (its own thread)": 0.255,
    "the log": 0.231,
    "clocks": 0.207,
    "views": 0.161,
    "frames of messages": 0.158,
    "encoding": 0.094,
    "the rules": 0.011,
    "reading the message": 0.003,
    "the rest: event loop, tasks": 2.387,
}


def figures(
    runs: Sequence[Result], easy: Result, ordinary: Sequence[tuple[float, Result]], promises: Sequence[Promise]
) -> list[Figure]:
    """The rows for RESULTS.md."""
    big = "250 tables of five games, 1,000 sockets"
    table = "four players and five spectators"

    def over(what: str, name: str, target: float, unit: str = "", note: str = big, at_most: bool = True) -> Figure:
        values = [run[name] for run in runs]
        return Figure("load", "server", what, median(values), min(values), max(values), target, at_most, unit, note)

    def one(what: str, value: float, target: float, unit: str, note: str = "") -> Figure:
        return Figure("load", "server", what, value, value, value, target, True, unit, note)

    return [
        over("moves/s durably stored", "moves_per_s", 500.0, at_most=False),
        over("a move is stored and told, median", "p50_ms", 0.0, "ms"),
        over("a move is stored and told, 99th percentile", "p99_ms", 100.0, "ms"),
        one("a move is stored and told, 99th percentile at three fifths of that", easy["p99_ms"], 100.0, "ms", big),
        over("moves/s beside echoes/s of a bare server", "echo_ratio", 0.0, "times", at_most=False),
        over("all sockets are open", "open_s", 5.0, "s"),
        over("memory", "rss_mb", 0.0, "MB"),
        *(
            one(f"server processor a move, at {rate:.0f} moves/s", run["cpu_ms_per_move"], 2.0, "ms", table)
            for rate, run in ordinary
        ),
        one("bytes on the wire a move, all nine sockets", ordinary[0][1]["bytes_per_move"], 3000.0, "B", table),
        *(
            one(p.what, p.value * share, p.most * share, p.unit)
            for p in promises
            for share in [0.01 if p.unit == "%" else 1.0]
        ),
    ]


def write(
    runs: Sequence[Result],
    easy: Result,
    growth: Sequence[tuple[int, dict[str, float]]],
    ordinary: Sequence[tuple[float, Result]],
    budget: Sequence[tuple[str, float]],
    promises: Sequence[Promise],
    rate: float,
) -> None:
    """All files."""
    keep(figures(runs, easy, ordinary, promises))
    (HERE / "load.svg").write_text(plot(growth, rate), encoding="utf-8")
    (HERE / "LOAD.md").write_text(markdown(runs, easy, growth, ordinary, budget, promises, rate), encoding="utf-8")


def markdown(
    runs: Sequence[Result],
    easy: Result,
    growth: Sequence[tuple[int, Result]],
    ordinary: Sequence[tuple[float, Result]],
    budget: Sequence[tuple[str, float]],
    promises: Sequence[Promise],
    rate: float,
) -> str:
    """LOAD.md."""
    spent = dict(budget)
    steps = sorted({*BEFORE, *spent}, key=lambda step: -spent.get(step, 0.0))
    return _TEXT.format(
        machine=machine(),
        rate=rate,
        runs="\n".join(_row(str(number), run) for number, run in enumerate(runs, 1)),
        easy=_row("1", easy),
        growth="\n".join(f"{_row(f'{tables:,}', run)} {_core(run)} |" for tables, run in growth),
        ordinary="\n".join(
            f"| {run['moves_per_s']:.0f} | {run['cpu_ms_per_move']:.2f} ms | {run['bytes_per_move']:,.0f} |"
            for _, run in ordinary
        ),
        steps="\n".join(f"| {step} | {_ms(BEFORE.get(step))} | {_ms(spent.get(step))} |" for step in steps),
        before=sum(BEFORE.values()),
        now=sum(spent.values()),
        promises="\n".join(f"| {p.what} | {p.value:.3g} {p.unit} | {p.most:g} {p.unit} |" for p in promises),
    )


_TEXT = """\
# The server under load

Made by `python -m benchmarks.load --all`; do not edit. Server and driver share the machine; every move is stored (SQLite,
`synchronous=FULL`) before anybody is told. Players and bystanders of all five games watch by sockets, packed as browsers do it:
a table has four, three or two players (as the game allows it), the others look on. Moves are legal, chosen at random. Bytes are
those on the wire, of all sockets of a table together.

{machine}

## 250 tables, 1,000 sockets, {rate:.0f} moves/s offered

| run | moves/s stored | p50 | p99 | beside a bare echo | server CPU a move | bytes a move | open in | memory |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
{runs}

Goals: 500 moves/s with p99 below 100 ms, sockets open in 5 s. Before the server was made fast the same load stored 149 moves/s
with 7.5 ms of CPU each, and p99 was 416 ms at 100 moves/s: so long a full collection of garbage stopped everything.

The same at three fifths of the moves that were stored: what people meet on a server that is busy and not full.

| run | moves/s stored | p50 | p99 | beside a bare echo | server CPU a move | bytes a move | open in | memory |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
{easy}

## Growth

![more and more tables](load.svg)

| tables | moves/s stored | p50 | p99 | beside a bare echo | server CPU a move | bytes a move | open in | memory | of one core |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
{growth}

All rows are offered {rate:.0f} moves/s, so a row says how close to its limit a server is there. Where more than nine tenths of a
core are taken, moves wait for each other.

## An ordinary move

Tables with four players and five spectators, nine sockets each, a thousand together: under the load of the first section, on a
server that is busy and not full (three fifths, as above), and where moves are so far between that each wakes the server up and is
stored and told by itself. Goals: 2 ms and 3,000 bytes.

| moves/s | server CPU a move | bytes a move |
|---:|---:|---:|
{ordinary}

## Where the time of a move goes

`python -m benchmarks.load --budget`: milliseconds of processor a move, with 250 tables and 1,000 sockets. The stopwatch itself
takes a part of it. The column before is from a busy machine, where everything takes about 1.7 times as long.

| step | before | now |
|---|---:|---:|
{steps}
| all | {before:.2f} | {now:.2f} |

## Other promises

`python -m benchmarks.load --promises`.

| what | measured | at most |
|---|---:|---:|
{promises}
"""


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _core(run: Result) -> str:
    """How much of a core the server takes."""
    return f"{run['moves_per_s'] * run['cpu_ms_per_move'] / 1000:.0%}"


def _row(name: str, run: Result) -> str:
    return (
        f"| {name} | {run['moves_per_s']:.0f} | {run['p50_ms']:.0f} ms | {run['p99_ms']:.0f} ms | {run['echo_ratio']:.3f} "
        f"| {run['cpu_ms_per_move']:.2f} ms | {run['bytes_per_move']:,.0f} | {run['open_s']:.1f} s | {run['rss_mb']:.0f} MB |"
    )
