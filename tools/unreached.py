"""What no test reaches: `make coverage` measures it on plain Python and compares it with tests/unreached.txt.

The list names functions and how many of their statements nobody runs, so that shifted lines do not matter. In the rules of
games and in matches every row has its reason, and what is new and unreached fails; elsewhere it is told. `--update` writes
the list anew.

    python tools/unreached.py            measure and compare
    python tools/unreached.py --update   and write the list
    python tools/unreached.py --kept     compare what was measured last
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import coverage

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "unreached.txt"
DATA = ROOT / "build" / "coverage"
# What is compiled elsewhere and has no lines then (engine and games), matches and scenes. Tests that play whole games to find
# contradictions (test_promises.py) take long on plain Python and reach nothing that others do not.
ROOMS = ("engine", "games", "match", "scene")
# Positions, options, maps and boards that people write are refused in the first, games are loaded from files in the second, and
# goals and reasons belong to lessons.
TESTS = [
    *(f"tests/{room}" for room in ROOMS),
    *("tests/conformance/test_position_checks.py", "tests/test_outsiders.py"),
    *("tests/learn/test_lessons.py", "tests/learn/test_reasons.py"),
]
LONG = "--ignore-glob=*/test_promises.py"
CHOICE = "not browser and not slow and not conformance"
# Tests of bots, agents and hints play whole games, which on plain Python takes many minutes: these files are not measured,
# nor is an evaluation that fills a folder.
ELSEWHERE = {
    *("evaluation.py", "batch.py", "charts.py", "hint_text.py", "dense.py", "fields_observer.py"),
    *("interface.py", "observe.py", "search.py", "tokens.py"),
}
BOUND = re.compile(r"kotva/(games/[a-z]+/rules|match)/")  # where every statement is reached, or has its reason
HEAD = """\
# Statements of kotva that `make coverage` sees nobody run, by function. Written by tools/unreached.py.
# In the rules of games and in matches each has its reason and none may be added; elsewhere it is told what is new.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """How many statements of a function nobody runs, and why."""

    number: int
    why: str = ""


def measure() -> int:
    """Run the quick tests of these rooms on plain Python; each process of pytest writes a file of its own."""
    DATA.mkdir(parents=True, exist_ok=True)
    for old in DATA.glob("data*"):
        old.unlink()
    jobs = os.environ.get("JOBS", "2")
    pytest = ["pytest", "-q", "-n", jobs, "--timeout", "600", "-m", CHOICE, LONG, *TESTS]
    command = [sys.executable, "-m", "coverage", "run", "-m", *pytest]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "KOTVA_INTERPRETED": "1"}, check=False).returncode


def unreached() -> Counter[str]:
    """By `file function`: how many statements nobody has run."""
    found = coverage.Coverage(config_file=str(ROOT / "pyproject.toml"))
    found.combine([str(DATA)], keep=True)
    out: Counter[str] = Counter()
    for room in ROOMS:
        for file in sorted((ROOT / "kotva" / room).rglob("*.py")):
            if file.name in ELSEWHERE or file.parent.name == "evaluation":
                continue
            missing = set(found.analysis2(str(file))[3])
            owners = functions(ast.parse(file.read_text(encoding="utf-8")))
            for line in missing:
                name = owners.get(line, "")
                out[f"{file.relative_to(ROOT)} {name}".strip()] += 1
    return out


def functions(tree: ast.Module) -> dict[int, str]:
    """The name of the innermost function or class around each line."""
    owners: dict[int, str] = {}

    def walk(node: ast.AST, name: str) -> None:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                own = f"{name}.{inner.name}" if name else inner.name
                for line in range(inner.lineno, (inner.end_lineno or inner.lineno) + 1):
                    owners[line] = own
                walk(inner, own)
            else:
                walk(inner, name)

    walk(tree, "")
    return owners


def listed() -> dict[str, Row]:
    """The rows of the list by `file function`."""
    rows: dict[str, Row] = {}
    for line in LIST.read_text(encoding="utf-8").splitlines() if LIST.is_file() else ():
        if line and not line.startswith("#"):
            said, _, why = line.partition(": ")
            name, _, number = said.rpartition(" ")
            rows[name] = Row(int(number), why)
    return rows


def write(found: Mapping[str, int], known: Mapping[str, Row]) -> None:
    """Reasons stay as they were written; a row of the rules without one fails in the tests of this list."""
    rows = []
    for name, number in sorted(found.items()):
        why = known[name].why if name in known else ""
        rows.append(f"{name} {number}: {why}" if why else f"{name} {number}")
    LIST.write_text("\n".join([HEAD.rstrip(), *rows, ""]), encoding="utf-8")


def compare(found: Mapping[str, int], known: Mapping[str, Row]) -> int:
    """0 if nothing of rules and matches is unreached that was not before."""
    before = {name: row.number for name, row in known.items()}
    grown = {name: number for name, number in sorted(found.items()) if number > before.get(name, 0)}
    print(f"coverage: nobody runs {sum(found.values())} statements ({sum(before.values())} are listed)")
    for name, number in grown.items():
        print(f"  {'NEW' if BOUND.match(name) else 'new'}: {name}: {number} statements, {before.get(name, 0)} listed")
    bound = [name for name in grown if BOUND.match(name)]
    if bound:
        print("coverage: write tests for the rules and matches among these; what cannot be reached needs no line")
    elif any(number > found.get(name, 0) for name, number in before.items()):
        print("coverage: some are reached better than listed: make coverage ARGS=--update, and commit it")
    return 1 if bound else 0


def main(arguments: list[str]) -> int:
    if "--kept" not in arguments:
        failed = measure()
        if failed:
            return failed
    found, known = unreached(), listed()
    if "--update" in arguments:
        write(found, known)
    return compare(found, known)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
