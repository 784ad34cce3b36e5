"""About the project itself: rulebooks, code and tests in step, locks complete, no strange words in the files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PREFIX = {"bosman": "BOS", "hexxi": "HEX", "seameni": "SEA", "settlers": "SET", "triremes": "TRI", "tournament": "TOU"}
# Every rulebook has its code: a game's folder, or the tournament system.
GAMES = [
    book
    for book in PREFIX
    if any((ROOT / "kotva" / folder / book / "__init__.py").is_file() for folder in ("games", "."))
]


@cache
def files() -> tuple[str, ...]:
    """The project's files, committed or about to be, without what .gitignore names."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="ignore")


def cited(prefix: str, *, in_tests: bool) -> set[str]:
    """The clauses with this prefix, as BOS-6.3 or BOS_6_3, in the tests or in the rest of the code."""
    names = [name for name in files() if name.endswith(".py") and ("test" in name) == in_tests]
    pattern = re.compile(prefix + r"[-_](\d+)[._](\d+)")
    return {f"{prefix}-{major}.{minor}" for name in names for major, minor in pattern.findall(text(name))}


def clauses(game: str) -> set[str]:
    """A clause is defined where its id stands in bold."""
    prefix = PREFIX[game]
    found = re.findall(r"\*\*" + prefix + r"-(\d+)\.(\d+)", text(f"docs/rules/{game}.md"))
    return {f"{prefix}-{major}.{minor}" for major, minor in found}


def in_order(ids: set[str]) -> list[str]:
    return sorted(ids, key=lambda clause: [int(number) for number in re.findall(r"\d+", clause)])


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited_in_code_and_in_a_test(game: str) -> None:
    wanted = clauses(game)
    assert wanted, f"docs/rules/{game}.md defines no clause"
    for place, in_tests in (("code", False), ("tests", True)):
        missing = wanted - cited(PREFIX[game], in_tests=in_tests)
        assert not missing, f"not cited in {place}: " + " ".join(in_order(missing))


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_has_a_test_of_its_name(game: str) -> None:
    prefix = PREFIX[game]
    scenarios = {f"{prefix}-S{n}" for n in re.findall(r"\*\*" + prefix + r"-S(\d+)", text(f"docs/rules/{game}.md"))}
    tests = "\n".join(text(name) for name in files() if name.startswith("tests/") and name.endswith(".py"))
    tested = {f"{prefix}-S{n}" for n in re.findall(rf"def test_{prefix}_S(\d+)_", tests)}
    assert scenarios <= tested, "not tested: " + " ".join(in_order(scenarios - tested))


def test_clauses_that_are_cited_exist() -> None:
    """A citation with a slip of the pen protects nothing."""
    unknown = {
        clause
        for game in GAMES
        for in_tests in (False, True)
        for clause in cited(PREFIX[game], in_tests=in_tests) - clauses(game)
    }
    assert in_order(unknown) == []


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"tournament"}))
def test_a_clause_that_forbids_has_the_number_of_its_name_and_forbids_somewhere(game: str) -> None:
    """`Game.clause` makes BOS-8.3 of 803 for every game; so the constant BOS_8_3 is 803, and a rule returns it."""
    prefix = PREFIX[game]
    table = text(f"kotva/games/{game}/rules/codes.py")
    named = re.findall(rf"^({prefix}_(\d+)_(\d+)): Final = (\d+)", table, re.MULTILINE)
    assert named
    assert [name for name, part, clause, number in named if int(part) * 100 + int(clause) != int(number)] == []
    rules = "\n".join(text(name) for name in files() if re.match(rf"kotva/games/{game}/(?!rules/codes).*\.py$", name))
    rules = re.sub(r"^from .*? import (\(.*?^\)|.*?$)", "", rules, flags=re.MULTILINE | re.DOTALL)  # named is not used
    uses = Counter(re.findall(rf"\b{prefix}_\d+_\d+\b", rules))
    assert [name for name, *_ in named if not uses[name]] == []


# Spelled so that this file does not contain what it looks for.
FORBIDDEN = re.compile(
    r"/wor[k]/|/far[m]/|/hom[e]/\w|/roo[t]/|(?<![\w.])/tm[p]/kotva|pypi\.or[g]/simple|pythonhoste[d]|registry\.npmj[s]|deb\.debia[n]",
    re.IGNORECASE,
)


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in files()
        for number, line in enumerate(text(name).splitlines(), 1)
        if FORBIDDEN.search(line)
    ]
    assert found == []


def locked(name: str) -> set[str]:
    return {canonicalize_name(found) for found in re.findall(r"^([A-Za-z0-9._-]+)==", text(name), re.MULTILINE)}


def named(requirements: list[str]) -> set[str]:
    return {str(canonicalize_name(Requirement(line).name)) for line in requirements} - {"kotva"}


def test_the_locks_hold_every_requirement() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    assert named(project["dependencies"]) - locked("requirements.lock") == set()
    assert named([*extras["play"], *extras["build"]]) - locked("requirements.lock") == set()
    assert (
        named([*project["dependencies"], *extras["play"], *extras["build"], *extras["dev"]])
        - locked("requirements-dev.lock")
        == set()
    )


def test_the_locked_versions_fit_the_requirements() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    versions = dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text("requirements-dev.lock"), re.MULTILINE))
    for line in [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]:
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        if name != "kotva":
            assert requirement.specifier.contains(versions[name]), line


def test_the_two_locks_agree() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[A-Za-z0-9._-]+==[^\s\\]+", text(name), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def compiled_modules() -> list[str]:
    """What setup.py would compile, as module names."""
    code = "import setup; print(*setup.compiled_sources(), sep='\\n')"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for line in run.stdout.split()]


@pytest.mark.conformance
def test_the_rules_run_as_asked_compiled_or_not() -> None:
    """Guards the guards: 'all tests passed, compiled' must not be said of plain Python, nor the other way round."""
    interpreted = os.environ.get("KOTVA_INTERPRETED") == "1" or os.environ.get("KOTVA_COMPILE") == "0"
    wrong = [name for name in compiled_modules() if str(import_module(name).__file__).endswith(".py") != interpreted]
    assert wrong == [], "run `make compile`" if not interpreted else "KOTVA_INTERPRETED=1 has no effect on these"


def test_nothing_above_the_games_knows_one_of_them() -> None:
    """What a game needs beyond its rules it declares (`Game`); a name in the server would leave out everybody else's game."""
    games = [path.parent.name for path in ROOT.glob("kotva/games/*/__init__.py")]
    rooms = [
        ROOT / "kotva" / room
        for room in (
            *("cli", "server", "web", "scene", "match", "engine", "bots", "arena", "tournament"),
            *("learn", "conformance", "paper", "parts", "train"),
        )
    ]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".html", ".js", ".css")]
    # Defaults of the rulebook and of commands (TOU-19.2): people rely on them, so they are data.
    defaults = {"kotva/tournament/options.py", "kotva/cli/tournament/__init__.py", "kotva/cli/tournament/run.py"}
    files = [path for path in files if str(path.relative_to(ROOT)) not in defaults]
    assert len(files) > 50
    # Formats of the rulebook are called after the game that they were written for (TOU-19.1).
    word = re.compile(rf"\b({'|'.join(games)})\b(?!-(?:cz|final|5321)\b)", re.IGNORECASE)
    assert [f"{path}: {found[0]}" for path in files if (found := word.search(path.read_text(encoding="utf-8")))] == []


def test_every_test_in_a_browser_is_marked_as_one() -> None:
    """Without the mark it runs among the others, where no browser is started for it."""
    files = [*(ROOT / "tests/browser").glob("test_*.py")]
    assert not [file.name for file in files if "mark.browser" not in file.read_text(encoding="utf-8")]
