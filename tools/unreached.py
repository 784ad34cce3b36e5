"""What no test reaches: `make coverage` measures it on plain Python and compares it with tests/unreached.txt.

The list names functions and how many of their statements nobody runs, so that shifted lines do not matter. It can only
shrink: what is new and unreached fails; `--update` writes it anew when less is unreached than before.

    python tools/unreached.py            measure and compare
    python tools/unreached.py --update   and write the shorter list
    python tools/unreached.py --kept     compare what was measured last
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import coverage

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "unreached.txt"
DATA = ROOT / "build" / "coverage"
# What is compiled elsewhere and has no lines then (engine and games), matches and scenes. Tests that play whole games to find
# contradictions (test_promises.py) take long on plain Python and reach nothing that others do not.
ROOMS = ("engine", "games", "match", "scene")
TESTS = [f"tests/{room}" for room in ROOMS]
LONG = "--ignore-glob=*/test_promises.py"
CHOICE = "not browser and not slow and not conformance"
HEAD = """\
# Statements of kotva that `make coverage` sees nobody run, by function. Written by tools/unreached.py; it can only shrink.
"""


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
            if "migrations" in file.parts:
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


def listed() -> Counter[str]:
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.is_file() else []
    rows = [line.rpartition(" ") for line in lines if line and not line.startswith("#")]
    return Counter({name: int(number) for name, _, number in rows})


def write(found: Counter[str]) -> None:
    rows = [f"{name} {number}" for name, number in sorted(found.items())]
    LIST.write_text("\n".join([HEAD.rstrip(), *rows, ""]), encoding="utf-8")


def compare(found: Counter[str], known: Counter[str], *, update: bool) -> int:
    """0 if nothing is unreached that was not before."""
    grown = {name: number for name, number in found.items() if number > known[name]}
    gone = {name: number for name, number in known.items() if number > found[name]}
    print(f"coverage: nobody runs {found.total()} statements ({known.total()} are listed)")
    for name, number in sorted(grown.items()):
        print(f"  new: {name}: {number} statements, {known[name]} listed")
    if grown:
        print("coverage: write tests for these; the list in tests/unreached.txt can only shrink")
        return 1
    if gone and update:
        write(found)
    elif gone:
        print(
            f"coverage: {len(gone)} functions are reached better than listed: make coverage ARGS=--update, and commit it"
        )
    return 0


def main(arguments: list[str]) -> int:
    if "--kept" not in arguments:
        failed = measure()
        if failed:
            return failed
    found = unreached()
    if not LIST.is_file():
        write(found)
    return compare(found, listed(), update="--update" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
