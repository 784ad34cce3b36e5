"""The tool that breaks rules: what it breaks, how it names it, and that tests which name a rule notice (`make mutants`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.change import Source
from tools.mutants.rooms import PREFIX, ROOMS, ROOT, dose, judged, named, sample

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


def test_every_mutant_has_a_name_of_its_own_and_a_reason_is_a_sentence() -> None:
    for room in ROOMS.values():
        every = [mutant.id for mutant in room.mutants()]
        assert every, room.name
        assert len(every) == len(set(every)), room.name
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
