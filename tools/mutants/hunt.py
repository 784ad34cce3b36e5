"""Runs the tests of one game against its mutants: everything is imported once, each mutant lives in a fork.

The rules run interpreted (KOTVA_INTERPRETED=1 before kotva is imported), and a mutant exchanges the code of one function
object, so that whoever imported it has the broken one. Only tests that name a rule may kill.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from math import inf
from pathlib import Path
from types import FunctionType
from typing import TextIO

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.change import Mutant, Source
from tools.mutants.rooms import ROOT, Room

# What pins whole games says that something changed, not which rule: it is no killer.
PINS = re.compile(r"\b(perft|golden|playthrough|fingerprint)\b")
# A mutant that needs so much more time (of the processor, not of the wall) than the rules do has a loop without an end.
PATIENCE, TIMES = 3.0, 10.0
# One that waits for something that never comes needs no processor: that much time of the wall is enough on a busy machine.
WAIT, WAITS = 40.0, 40.0
MEMORY = 3 << 30
# Tests that play whole games find a break sooner or later, and each survivor has to sit through all of them: they are left
# out (`Room.longest`) unless somebody has the time (`--long`). What they alone would notice wants a small test that says which
# rule it was.

Judge = Callable[["Verdict"], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: killed, endless (killed too), survived, or unreached by any test that names a rule."""

    id: str
    fate: str
    by: str = ""
    tried: int = 0
    witness: str = ""  # what it rests on: when that changes, it is a hint and no result


@dataclass(frozen=True, slots=True)
class Walk:
    """What one test runs through, unbroken: seconds, and the lines of every file of the rules."""

    seconds: float
    lines: dict[str, list[int]]


class Hunt:
    """A pytest plugin: keeps the tests that name a rule, then runs them against one mutant after another."""

    def __init__(
        self,
        room: Room,
        mutants: list[Mutant],
        hints: dict[str, str],
        jobs: int,
        judge: Judge,
        *,
        trust: bool,
        longest: float,
    ) -> None:
        self.room = room
        self.mutants = mutants
        self.hints = hints  # who killed it the last time: tried first
        self.trust = trust  # ... and nobody else is, so that no walks are needed
        self.longest = longest  # seconds of a test; longer ones are left out
        self.jobs = jobs
        self.judge = judge
        self.sources = {mutant.file: Source(mutant.file) for mutant in mutants}
        self.kills: dict[str, Counter[str]] = {}
        self.broken: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.room.all_tests or names_a_rule(item, self.room.prefix)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        walks = {item.nodeid: Walk(1.0, {}) for item in session.items} if self.trust else self._walks(session)
        self.broken = sorted({item.nodeid for item in session.items} - walks.keys())
        items = {item.nodeid: item for item in session.items if item.nodeid in walks}
        # Twins of the same words in one file are told apart by their number, so sources are read anew for their nodes.
        fresh = {
            mutant.id: mutant for source in self.sources.values() for mutant in (*source.mutants(), *source.slips())
        }
        gc.freeze()
        waiting = [fresh[mutant.id] for mutant in self.mutants][::-1]
        running: dict[int, tuple[Mutant, list[str], int]] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                names = self._order(mutant, walks)
                if not names:
                    self.judge(Verdict(mutant.id, "unreached"))
                    continue
                pid, pipe = self._fork(mutant, [(items[name], walks[name].seconds) for name in names])
                running[pid] = (mutant, names, pipe)
            if running:
                pid, status = os.wait()
                mutant, names, pipe = running.pop(pid)
                self.judge(self._verdict(mutant, names, status, pipe))
        return True

    # -- one mutant --------------------------------------------------------------------------------------------------

    def _order(self, mutant: Mutant, walks: dict[str, Walk]) -> list[str]:
        """The tests that run the changed statement, likely killers first, then the quick ones."""
        hint = self.hints.get(mutant.id, "")
        if self.trust:
            return [hint] if hint in walks else []
        file, lines = str(mutant.file.relative_to(ROOT)), range(mutant.first, mutant.last + 1)
        quick = {name: walk for name, walk in walks.items() if walk.seconds <= self.longest}
        # A table is made when its module is imported, so no test runs through its lines: those of its file are asked.
        reached = [
            name
            for name, walk in quick.items()
            if any(line in lines or mutant.kind == "table" for line in walk.lines.get(file, ()))
        ]
        kills = self.kills.get(f"{file} {mutant.owner}", Counter())
        return sorted(reached, key=lambda name: (name != hint, -kills[name], walks[name].seconds))

    def _fork(self, mutant: Mutant, items: list[tuple[pytest.Item, float]]) -> tuple[int, int]:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return pid, reading
        hush()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        status = 3
        try:
            if mutant.kind == "table":
                exchange_table(mutant, self.sources[mutant.file])
            else:
                function_of(mutant).__code__ = self.sources[mutant.file].code(mutant)
            status = 0
            for item, seconds in items:
                os.write(writing, b".")
                signal.setitimer(signal.ITIMER_PROF, PATIENCE + TIMES * seconds)
                signal.setitimer(signal.ITIMER_REAL, WAIT + WAITS * seconds)
                if not passes(item):
                    status = 1
                    break
        except MemoryError:
            status = 1
        finally:
            os._exit(status)

    def _verdict(self, mutant: Mutant, names: list[str], status: int, pipe: int) -> Verdict:
        with os.fdopen(pipe, "rb") as reading:
            tried = len(reading.read())
        if os.waitstatus_to_exitcode(status) == 0:
            return Verdict(mutant.id, "survived", tried=tried)
        if os.waitstatus_to_exitcode(status) == 3:
            raise RuntimeError(f"cannot be tried: {mutant.id}")
        killer = names[max(0, tried - 1)]
        self.kills.setdefault(f"{mutant.file.relative_to(ROOT)} {mutant.owner}", Counter())[killer] += 1
        fate = "endless" if os.WIFSIGNALED(status) else "killed"
        return Verdict(mutant.id, fate, killer, tried)

    # -- which test runs which line ------------------------------------------------------------------------------------

    def _walks(self, session: pytest.Session) -> dict[str, Walk]:
        """From the last time for files of tests that have not changed, else measured."""
        files: dict[Path, list[pytest.Item]] = {}
        for item in session.items:
            files.setdefault(item.path, []).append(item)
        kept = {file: self.room.keep_walks(file, self.longest) for file in files}
        new = [file for file in files if not kept[file].is_file()]
        for file in new:  # one by one: a run that is stopped while it measures goes on where it was
            self._measure([file], files[file])
        walks: dict[str, Walk] = {}
        for file in kept.values():
            found = json.loads(file.read_text())
            walks |= {name: Walk(walk["seconds"], walk["lines"]) for name, walk in found.items()}
        return walks

    def _measure(self, files: list[Path], items: list[pytest.Item]) -> None:
        walks = measure(items, [str(file) for file in self.room.files()], self.longest, self.jobs)
        for file in files:
            names = [item.nodeid for item in items if item.path == file and item.nodeid in walks]
            self.room.keep_walks(file, self.longest).write_text(
                json.dumps({name: asdict(walks[name]) for name in names})
            )


def measure(items: list[pytest.Item], files: list[str], longest: float, jobs: int = 1) -> dict[str, Walk]:
    """Every test that passes, with its lines; one that takes too long has none.

    Each runs in a fork of its own: this process stays as it was imported, without threads that a fork would not have.
    """
    walks: dict[str, Walk] = {}
    waiting, running = items[::-1], dict[int, tuple[str, int]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            item = waiting.pop()
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                hush()
                try:
                    os.close(reading)
                    with os.fdopen(writing, "w") as out:
                        walk_through(item, files, longest, out)
                finally:
                    os._exit(0)
            os.close(writing)
            running[pid] = (item.nodeid, reading)
        with os.fdopen(next(iter(running.values()))[1]) as pipe:  # read to its end first: a full pipe would wait for us
            said = pipe.read()
        pid, (name, _) = next(iter(running.items()))
        status = os.waitpid(pid, 0)[1]
        del running[pid]
        if os.WIFSIGNALED(status):
            walks[name] = Walk(inf, {})
        elif said:
            found = json.loads(said)
            walks[name] = Walk(found["seconds"], found["lines"])
    return walks


def walk_through(item: pytest.Item, files: list[str], longest: float, out: TextIO) -> None:
    """Run a test and write down its time and its lines; nothing if it fails."""
    if longest < inf:
        signal.setitimer(signal.ITIMER_PROF, 2 * longest)  # looking at each line takes about as long again
        signal.setitimer(signal.ITIMER_REAL, WAIT + WAITS * longest)
    found = coverage.Coverage(data_file=None, include=files, config_file=False, messages=False)
    found.set_option("run:disable_warnings", ["no-data-collected"])  # a test may pass by all of them
    found.start()
    began = time.process_time()
    passed = passes(item)
    seconds = time.process_time() - began
    found.stop()
    signal.setitimer(signal.ITIMER_PROF, 0)
    if passed:
        data = found.get_data()
        lines = {str(Path(file).relative_to(ROOT)): data.lines(file) or [] for file in files}
        json.dump({"seconds": seconds, "lines": {file: some for file, some in lines.items() if some}}, out)


def passes(item: pytest.Item) -> bool:
    return all(report.passed or report.skipped for report in runtestprotocol(item, nextitem=None, log=False))


def hush() -> None:
    """A fork says nothing: its screen is its parent's."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def names_a_rule(item: pytest.Item, prefix: str) -> bool:
    """Whether the test cites a clause (BOS-6.3), also as a parameter, or is a scenario (BOS_S7), and pins no whole games."""
    assert isinstance(item, pytest.Function)
    words = inspect.getsource(item.function)
    if hasattr(item, "callspec"):
        words += str(item.callspec.params.values())
    return bool(re.search(prefix + r"[-_](\d+[._]\d+|S\d+)", words)) and not PINS.search(words)


def function_of(mutant: Mutant) -> FunctionType:
    """The object that everybody who imported it has."""
    found: object = import_module(".".join(mutant.file.relative_to(ROOT).with_suffix("").parts))
    for name in mutant.owner.split("."):
        found = inspect.getattr_static(found, name)
    if isinstance(found, property):
        found = found.fget
    found = inspect.unwrap(getattr(found, "__func__", found))  # type: ignore[arg-type]
    assert isinstance(found, FunctionType), mutant.id
    return found


def exchange_table(mutant: Mutant, source: Source) -> None:
    """Make a table anew with its entry changed, and put it wherever the old one is known by a name."""
    home = import_module(".".join(mutant.file.relative_to(ROOT).with_suffix("").parts))
    old = getattr(home, mutant.owner)
    new = eval(source.value(mutant), vars(home))  # noqa: S307
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is old:
                setattr(module, name, new)


def hunt(
    room: Room,
    mutants: list[Mutant],
    hints: dict[str, str],
    jobs: int,
    judge: Judge,
    *,
    trust: bool = False,
    longest: float | None = None,
) -> list[str]:
    """Judge each mutant as soon as its fate is known; the tests that fail on the unbroken rules are told at the end."""
    assert "kotva" not in sys.modules or os.environ.get("KOTVA_INTERPRETED") == "1"
    plugin = Hunt(room, mutants, hints, jobs, judge, trust=trust, longest=room.longest if longest is None else longest)
    without = [f"no:{name}" for name in ("randomly", "xdist", "cacheprovider", "terminal")]
    quiet = [word for name in without for word in ("-p", name)]
    setup = ["-o", "addopts=", "--import-mode=importlib", "--assert=plain", "-s"]
    code = pytest.main([*quiet, *setup, *(str(ROOT / tests) for tests in room.tests)], plugins=[plugin])
    if code:
        raise RuntimeError(f"{room.name}: pytest ended with {code!r}")
    return plugin.broken
