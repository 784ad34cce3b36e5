"""The tool that breaks rules: what it breaks, how it names it, and that tests which name a rule notice (`make mutants`)."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tools.mutants.change import Source
from tools.mutants.hunt import exchange_table
from tools.mutants.rooms import OTHERS, PREFIX, ROOMS, ROOT, dose, judged, named, sample
from tools.mutants.slips import KINDS

FERRY = '''
class Ferry:
    def board(self, seat, load):
        """FER-2.1."""
        if self.full and load < 3:
            return FER_2_1
        self.load[seat] = load + 1
        return OK

def turn(s):
    left = 0
    while left < s.seats:
        left += 1
        if not s.gone:
            continue
        s.load -= 1
    for side in range(s.sides):
        s.row(side)
    return max(left, 2)
'''

BROKEN = {
    "ferry.Ferry.board: if self.full and load < 3 => if True",
    "ferry.Ferry.board: if self.full and load < 3 => if False",
    "ferry.Ferry.board: if self.full and load < 3 => if self.full or load < 3",
    "ferry.Ferry.board: if self.full and load < 3 => if load < 3",
    "ferry.Ferry.board: if self.full and load < 3 => if self.full",
    "ferry.Ferry.board: if self.full and load < 3 => if self.full and load <= 3",
    "ferry.Ferry.board: if self.full and load < 3 => if self.full and load < 4",
    "ferry.Ferry.board: return FER_2_1 => return 0",
    "ferry.Ferry.board: self.load[seat] = load + 1 => pass",
    "ferry.Ferry.board: self.load[seat] = load + 1 => self.load[seat] = load - 1",
    "ferry.Ferry.board: self.load[seat] = load + 1 => self.load[seat] = load + 2",
    "ferry.turn: left = 0 => left = 1",
    "ferry.turn: while left < s.seats => while left <= s.seats",
    "ferry.turn: left += 1 => left += 2",  # left out, or turned round: a loop without an end, which needs no test
    "ferry.turn: if not s.gone => if True",
    "ferry.turn: if not s.gone => if False",
    "ferry.turn: continue => pass",
    "ferry.turn: s.load -= 1 => pass",
    "ferry.turn: s.load -= 1 => s.load += 1",
    "ferry.turn: s.load -= 1 => s.load -= 2",
    "ferry.turn: for side in range(s.sides) => for side in range(1, s.sides)",
    "ferry.turn: for side in range(s.sides) => for side in range(s.sides + 1)",
    "ferry.turn: s.row(side) => pass",
    "ferry.turn: return max(left, 2) => return min(left, 2)",
    "ferry.turn: return max(left, 2) => return max(left, 3)",
}


def names(folder: Path, text: str) -> set[str]:
    file = folder / "ferry.py"
    file.write_text(text)
    return {mutant.id for mutant in Source(file).mutants()}


def test_a_rule_is_broken_in_every_small_way(tmp_path: Path) -> None:
    assert names(tmp_path, FERRY) == BROKEN


def test_the_names_survive_shifted_lines(tmp_path: Path) -> None:
    assert names(tmp_path, "# A comment.\n\nNEW = 3\n" + FERRY.replace("return OK", "return  OK  # fine")) == BROKEN


def test_equal_words_in_one_function_are_numbered(tmp_path: Path) -> None:
    twice = "def go(s):\n    s.move()\n    s.turn()\n    s.move()\n"
    assert names(tmp_path, twice) == {f"ferry.go: s.{what} => pass" for what in ("move()", "turn()")} | {
        "ferry.go: s.move() => pass #2"
    }


def test_what_would_not_fit_into_its_function_is_no_mutant(tmp_path: Path) -> None:
    """Without its `super()` a function has other cells, and another code does not go in."""
    found = names(
        tmp_path, "class Tug(Ferry):\n    def __init__(self, n):\n        super().__init__(n)\n        self.go()\n"
    )
    assert found == {"ferry.Tug.__init__: self.go() => pass"}


def test_the_code_of_a_mutant_is_its_function_changed(tmp_path: Path) -> None:
    file = tmp_path / "ferry.py"
    file.write_text("def far(x):\n    return x > 3\n")
    source = Source(file)
    found: dict[str, bool] = {}
    for mutant in source.mutants():
        space: dict[str, object] = {}
        exec(file.read_text(), space)  # noqa: S102
        far = space["far"]
        far.__code__ = source.code(mutant)  # type: ignore[attr-defined]
        found[mutant.after] = far(3)  # type: ignore[operator]
    assert found == {"return x >= 3": True, "return x > 4": False}


def test_a_sample_is_the_same_again_and_hardly_changes_with_the_code(tmp_path: Path) -> None:
    file = tmp_path / "ferry.py"
    file.write_text(FERRY)
    drawn = {mutant.id for mutant in sample(Source(file).mutants(), 8, 1)}
    file.write_text(FERRY + "\ndef more(s):\n    s.go()\n")
    again = {mutant.id for mutant in sample(Source(file).mutants(), 8, 1)}
    assert len(drawn) == 8
    assert len(drawn & again) >= 7
    assert drawn != {mutant.id for mutant in sample(Source(file).mutants(), 8, 2)}


def test_every_mutant_and_slip_has_a_name_of_its_own() -> None:
    for room in (ROOMS | OTHERS).values():
        mutants = [mutant.id for mutant in room.mutants()]
        assert mutants, room.name
        every = [*mutants, *(slip.id for slip in room.slips())]
        assert len(every) == len(set(every)), room.name


def test_a_reason_is_a_sentence() -> None:
    for reasons in judged().values():
        assert all(reason.endswith(".") and len(reason) > 20 for reason in reasons.values())


@pytest.mark.slow
def test_the_dose_is_killed() -> None:
    """Ten broken rules of every game, and those that nobody missed once, each noticed by a test that names the rule."""
    assert {room: len(ones) for room, ones in dose().items()} == dict.fromkeys(PREFIX, 10)
    assert named().keys() == PREFIX.keys()
    command = [sys.executable, "-m", "tools.mutants", "--dose"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


SLIPS = """
STEPS: Final = (1, 2, 3)

def next_turn(s, seat):
    s.boarded = 0
    s.emit(BOARDED, seat, 0, 0)
    load(s, seat)
    if s.options.is_on("wind"):
        finish(s, codes.STUCK)

def seen(s, viewer):
    if viewer != s.player:
        s.hand = NONE
"""

SLIPPED = {
    "ferry.next_turn: s.boarded = 0; s.emit(BOARDED, seat, 0, 0) => s.emit(BOARDED, seat, 0, 0); s.boarded = 0 [order]",
    "ferry.next_turn: s.boarded = 0 => pass [reset]",
    "ferry.next_turn: s.emit(BOARDED, seat, 0, 0); load(s, seat) => load(s, seat); s.emit(BOARDED, seat, 0, 0) [order]",
    "ferry.next_turn: s.emit(BOARDED, seat, 0, 0) => s.emit(seat, BOARDED, 0, 0) [arguments]",
    "ferry.next_turn: s.emit(BOARDED, seat, 0, 0) => s.emit(BOARDED, 0, seat, 0) [arguments]",
    "ferry.next_turn: s.emit(BOARDED, seat, 0, 0) => s.emit(BOARDED, 1 - seat % 2, 0, 0) [seat]",
    "ferry.next_turn: load(s, seat) => load(seat, s) [arguments]",
    "ferry.next_turn: if s.options.is_on('wind') => if False [option]",
    "ferry.next_turn: finish(s, codes.STUCK) => finish(codes.STUCK, s) [arguments]",
    "ferry.next_turn: finish(s, codes.STUCK) => finish(s, 1 if codes.STUCK != 1 else 2) [reason]",
    "ferry.seen: if viewer != s.player => if viewer != s.player and viewer != 0 [role]",
    "ferry.seen: if viewer != s.player => if viewer != s.player and viewer >= 0 [role]",
    "ferry.STEPS: STEPS: Final = (1, 2, 3) => STEPS: Final = (2, 2, 3) [table]",
    "ferry.STEPS: STEPS: Final = (1, 2, 3) => STEPS: Final = (1, 3, 3) [table]",
    "ferry.STEPS: STEPS: Final = (1, 2, 3) => STEPS: Final = (1, 2, 4) [table]",
}


def test_slips_are_those_that_people_make(tmp_path: Path) -> None:
    file = tmp_path / "ferry.py"
    file.write_text(SLIPS)
    found = Source(file).slips()
    assert {mutant.id for mutant in found} == SLIPPED
    assert {mutant.kind for mutant in found} == set(KINDS)


def test_two_effects_in_the_other_order_are_run_so_and_mended(tmp_path: Path) -> None:
    file = tmp_path / "ferry.py"
    file.write_text("def go(s):\n    s.append(1)\n    s.append(2)\n")
    source = Source(file)
    (mutant,) = source.slips()
    space: dict[str, object] = {}
    exec(file.read_text(), space)  # noqa: S102
    go = space["go"]
    said: list[int] = []
    go(said)  # type: ignore[operator]
    go.__code__ = source.code(mutant)  # type: ignore[attr-defined]
    go(said)  # type: ignore[operator]
    go.__code__ = Source(file).code(next(m for m in Source(file).mutants() if m.after == "pass"))  # type: ignore[attr-defined]
    assert said == [1, 2, 2, 1]


def test_an_entry_of_a_table_is_changed_wherever_the_table_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    room = ROOMS["match"]
    mutant = next(found for found in room.slips() if found.kind == "table")
    source = Source(mutant.file)
    fresh = next(found for found in source.slips() if found.id == mutant.id)
    home = import_module(".".join(mutant.file.relative_to(ROOT).with_suffix("").parts))
    old, elsewhere = getattr(home, mutant.owner), ModuleType("elsewhere")
    monkeypatch.setattr(elsewhere, "BORROWED", old, raising=False)
    monkeypatch.setitem(sys.modules, "elsewhere", elsewhere)
    holders = [module for module in sys.modules.values() for value in vars(module).values() if value is old]
    try:
        exchange_table(fresh, source)
        assert getattr(home, mutant.owner) != old
        assert elsewhere.BORROWED is getattr(home, mutant.owner)
    finally:
        new = getattr(home, mutant.owner)
        for module in holders:
            for name, value in list(vars(module).items()):
                if value is new:
                    setattr(module, name, old)


def test_a_script_is_broken_where_it_decides_and_told_by_its_words(tmp_path: Path) -> None:
    """The places that `scripts.mjs` finds in a script of the client, whose words name the mutant."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules" / "typescript").is_dir():
        pytest.skip("no Node.js here, or no TypeScript")
    script = tmp_path / "ferry.js"
    script.write_text(
        'import { say } from "./say.js";\n'
        "export class Ferry {\n"
        "  /** @param {number} load */\n"
        "  board(load) {\n"
        "    if (!this.full && load < 3) this.load.push(load);\n"
        "    return this.load.some((one) => one > 1) ? say('heavy') : '';\n"
        "  }\n"
        "}\n",
        encoding="utf-8",
    )
    finder = ROOT / "tools" / "mutants" / "scripts.mjs"
    done = subprocess.run([node, str(finder), str(script)], capture_output=True, text=True, check=True, cwd=ROOT)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {(one["owner"], one["before"], one["after"]) for one in found} == {
        ("board", "!this.full && load < 3", "true"),
        ("board", "!this.full && load < 3", "false"),
        ("board", "!this.full", "(this.full)"),
        ("board", "&&", "||"),
        ("board", "<", "<="),
        ("board", "3", "4"),
        ("board", "this.load.push(load);", ";"),
        ("board", "this.load.some((one) => one > 1)", "true"),
        ("board", "this.load.some((one) => one > 1)", "false"),
        ("board", "some", "every"),
        ("board", ">", ">="),
        ("board", "1", "2"),
    }
    text = script.read_text(encoding="utf-8")
    assert all(text[one["start"] : one["end"]] == one["before"] for one in found)
    assert {one["line"] for one in found} == {5, 6}


def test_every_mutant_of_the_scripts_that_is_judged_is_there() -> None:
    from tools.mutants.scripts import equivalent, mutants

    if shutil.which("node") is None or not (ROOT / "node_modules" / "typescript").is_dir():
        pytest.skip("no Node.js here, or no TypeScript")
    names = [mutant.id for mutant in mutants()]
    assert len(names) == len(set(names))
    assert equivalent().keys() <= set(names)
