"""Domain maps: the command that checks them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kotva.cli.check import check as command
from kotva.engine.say import Say
from kotva.games.triremes import maps

BROKEN = {
    "M1": "domain Bay 16x9\n",
    "M2": "domain bay 16x9\n................\n",
    "M3": maps.BAY.replace("##pp##FFF", "##pp##FF#"),
    "M4": maps.BAY.replace(".^..^", ".^...", 1),
    "M5": maps.BAY.replace("#pp#.", "#p##."),
    "M6": maps.BAY.replace("................\n.^..^", ".....#..........\n.^..^"),
    "M7": maps.BAY.replace("................", "...............x", 1),
}


@pytest.mark.parametrize("code", BROKEN)
def test_check_names_the_fault_and_its_place(code: str, tmp_path: Path) -> None:
    """TRI-2.11."""
    path = tmp_path / "mine.map"
    path.write_text(BROKEN[code], encoding="utf-8")
    result = CliRunner().invoke(command, ["map", str(path), "--lang", "en"])
    assert result.exit_code == 1
    assert code in {line.split(": ")[1] for line in result.output.splitlines()}
    assert all(line.startswith(f"{path}:") for line in result.output.splitlines())
    found = json.loads(CliRunner().invoke(command, ["map", str(path), "--json"]).output)
    assert not found["valid"]
    assert all(fault["line"] >= 1 and fault["column"] >= 1 for fault in found["faults"])


def test_too_little_shore() -> None:
    """TRI-2.11: M8, fewer than six land squares beside the sea."""
    rows = ["." * 8] * 2 + ["^^^^^^.."] + ["oooooo.."] + ["." * 8] * 2 + ["xxxxxxx."] + ["pppppp#."] + ["FFFFFF#x"]
    assert {f.code for f in maps.examine(f"domain low 8x{len(rows)}\n" + "\n".join(rows))[1]} == {"M8"}


def test_a_valid_map_is_said_to_be_so(tmp_path: Path) -> None:
    """TRI-2.10: comments and empty lines are skipped."""
    path = tmp_path / "mine.map"
    path.write_text("; my bay\n\n" + maps.BAY, encoding="utf-8")
    result = CliRunner().invoke(command, ["map", str(path), "--lang", "en"])
    assert (result.exit_code, result.output) == (0, f"{path}: domain map bay, 16x9: valid.\n")
    assert maps.read(path.read_text(encoding="utf-8")).text == maps.BAY


def test_a_map_with_many_faults_is_refused_in_a_few_sentences() -> None:
    """TRI-2.11: the first ones with their places, in the reader's language; whoever draws sees them all elsewhere."""
    lines = maps.BAY.splitlines()
    lines.insert(1, lines.pop(7))
    with pytest.raises(maps.BadMap) as refused:
        maps.read("\n".join(lines))
    told = refused.value.say(Say("cs", "triremes"))
    assert len(refused.value.faults) > maps.TOLD
    assert told.count("řádek ") == str(refused.value).count("line ") == maps.TOLD
    assert told.endswith("a další chyby (TRI-2.11).")
    with pytest.raises(maps.BadMap, match=r"valid: line 1, column 1: M1: [^;]+ \(TRI-2.11\)\.$"):
        maps.read("no map")
