"""What is broken and who must notice: the rules of each game with its tests, and matches with theirs."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.mutants.change import Mutant, Source

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
GAMES = ROOT / "tests" / "games"
DOSE = 10
LONG = 0.4


@dataclass(frozen=True, slots=True)
class Room:
    """A part of the package whose rules are broken."""

    name: str
    prefix: str
    code: str
    tests: tuple[str, ...]
    all_tests: bool = False  # matches have no clauses: every test of theirs counts
    longest: float = LONG  # seconds of a test; longer ones are left out
    without: tuple[str, ...] = ()  # modules that are no rules

    def files(self) -> list[Path]:
        return sorted(file for file in ROOT.glob(self.code) if file.stem not in self.without)

    def mutants(self) -> list[Mutant]:
        return [mutant for file in self.files() for mutant in Source(file).mutants()]

    def slips(self) -> list[Mutant]:
        """The second kind (slips.py)."""
        return [mutant for file in self.files() for mutant in Source(file).slips()]

    def folder(self) -> Path:
        """Where findings are kept, by what they were found with; old ones may be thrown away at any time."""
        found = ROOT / "build" / "mutants" / self.name
        found.mkdir(parents=True, exist_ok=True)
        return found

    def keep_verdicts(self, patient: bool) -> Path:
        """They hold for these very rules, and as long as `witness` says the same."""
        return self.folder() / f"verdicts-{digest(*self.files())}{'-long' if patient else ''}.jsonl"

    def witness(self, killer: str) -> str:
        """What a verdict rests on: the file of the test that killed, or all the tests that did not."""
        if killer:
            test = ROOT / killer.partition("::")[0]
            return digest(test, test.parent / "table.py", GAMES / "whole.py", *self._moments())
        files = [file for tests in self.tests for file in sorted((ROOT / tests).rglob("*.py")) or [ROOT / tests]]
        return digest(*files, *self._moments())

    def keep_walks(self, test: Path, longest: float) -> Path:
        """Which lines the tests of a file run, with these rules."""
        found = digest(*self.files(), test, test.parent / "table.py", *self._moments())
        return self.folder() / f"lines-{found}-{longest}.json"

    def _moments(self) -> list[Path]:
        """Positions that tests read."""
        return [file for file in [GAMES / "moments" / f"{self.name}.json"] if file.is_file()]


@cache
def digest(*files: Path) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(file.read_bytes() if file.is_file() else b"-")
    return found.hexdigest()[:16]


SHARED = ("tests/games/test_moments.py", "tests/games/test_promises.py", "tests/games/test_gaps.py")  # of all games
PREFIX = {"bosman": "BOS", "hexxi": "HEX", "seameni": "SEA", "settlers": "SET", "triremes": "TRI"}
# Of tournaments: what is drawn, worded or said to be playable, and what only tests ask.
TOURNAMENT = tuple(
    f"tests/tournament/test_{name}.py"
    for name in (
        *("scenarios", "scenarios_of_the_day", "entries_and_rounds", "results_and_cases", "exact", "edges"),
        *("documents", "log", "lot", "old_logs", "self_running", "options"),
        *("formats", "teams", "feeds", "noticed", "audit", "answers"),
        *("arena", "small_rules", "option_limits", "forms_of_the_log", "second_opinion"),
        *("people_exactly", "cases_exactly", "noticed_again", "made_elsewhere", "refused_exactly"),
    )
)
SHOWN = ("pictures", "chart", "words", "help", "collation", "documents", "playable", "invariants")
ROOMS = {
    **{
        game: Room(game, prefix, f"kotva/games/{game}/rules/*.py", (f"tests/games/{game}", *SHARED))
        for game, prefix in PREFIX.items()
    },
    "match": Room("match", "", "kotva/match/*.py", ("tests/match",), all_tests=True),
    "tournament": Room("tournament", "TOU", "kotva/tournament/*.py", TOURNAMENT, without=SHOWN),
    "draw": Room("draw", "TOU", "kotva/tournament/draw/*.py", ("tests/tournament/draw", *TOURNAMENT)),
}
# Of the server: all tests but those that start processes, load a machine or run through accidents by chance.
ACCIDENTS = (
    *(
        "attack",
        "chaos",
        "crash",
        "cuts",
        "disks",
        "fuzz",
        "gc_policy",
        "memory",
        "no_stalls",
        "openapi",
        "postgres",
        "shown",
    ),
    *("speed", "stalls", "strange_values", "supervisor", "tournament_kills", "twins"),
)
SERVER = tuple(
    f"tests/server/{file.name}"
    for file in sorted((ROOT / "tests" / "server").glob("test_*.py"))
    if file.stem.removeprefix("test_") not in ACCIDENTS
)
# What is no rule and no match: its own tests count, whatever they name. Tried when it is named; `make mutants` alone does not.
OTHERS = {
    name: Room(name, "", f"kotva/{name}/*.py", tests, all_tests=True, longest=longest)
    for name, tests, longest in (
        ("scene", ("tests/scene",), LONG),
        ("bots", ("tests/bots",), 1.0),
        ("learn", ("tests/learn",), 1.0),
        ("server", SERVER, 1.5),
    )
}


def sample(mutants: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many, drawn by a number; all of them if size is 0."""
    drawn = sorted(mutants, key=lambda mutant: mutant.order(seed))
    return drawn[:size] if size else mutants


def judged() -> dict[str, dict[str, str]]:
    """By room: mutants that nobody could notice, with the reason."""
    return _pairs("judged.toml", "reason")


def dose() -> dict[str, dict[str, str]]:
    """By room: a few mutants that are known to be killed, with the test that does it."""
    return _pairs("dose.toml", "test")


def named() -> dict[str, dict[str, str]]:
    """By room: rules that nobody missed once, each with the test that does now."""
    return _pairs("named.toml", "test")


def _pairs(name: str, what: str) -> dict[str, dict[str, str]]:
    found = tomllib.loads((HERE / name).read_text(encoding="utf-8"))
    return {room: {one["mutant"]: one[what] for one in ones} for room, ones in found.items()}


def write_dose(room: Room, verdicts: dict[str, str]) -> None:
    """Choose ten killed mutants of different functions, killed by different tests as far as there are any.

    Tests that play whole games are left out: a dose is small.
    """
    chosen: dict[str, str] = {}
    functions: set[str] = set()
    tests: set[str] = set()
    quick = [name for name, test in verdicts.items() if "test_promises" not in test and "test_properties" not in test]
    drawn = sorted(quick, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    for strict in (True, False):
        for name in drawn:
            function, test = name.partition(":")[0], verdicts[name]
            fits = not strict or (function not in functions and test not in tests)
            if len(chosen) < DOSE and name not in chosen and fits:
                chosen[name] = test
                functions.add(function)
                tests.add(test)
    every = {**dose(), room.name: chosen}
    lines = [
        "# Mutants that must be killed whenever the tests run. Written by `python -m tools.mutants --choose-dose`."
    ]
    for name, ones in sorted(every.items()):
        for mutant, test in sorted(ones.items()):
            lines += ["", f"[[{name}]]", f"mutant = {json.dumps(mutant)}", f"test = {json.dumps(test)}"]
    (HERE / "dose.toml").write_text("\n".join([*lines, ""]), encoding="utf-8")
