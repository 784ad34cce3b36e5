"""The list of what no test reaches: by function; of rules and matches each with its reason (`make coverage`)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import unreached
from tools.unreached import BOUND, ROOT, Row, compare, functions, listed, write


def test_a_line_belongs_to_its_innermost_function() -> None:
    lines = [
        "import os",
        "class Ferry:",
        "    load = 1",
        "    def sail(self):",
        "        def far():",
        "            return 2",
    ]
    source = "\n".join([*lines, "        return far()", ""])
    assert functions(ast.parse(source)) == {
        2: "Ferry",
        3: "Ferry",
        4: "Ferry.sail",
        5: "Ferry.sail.far",
        6: "Ferry.sail.far",
        7: "Ferry.sail",
    }


RULE, LOOK = "kotva/games/ferry/rules/sea.py", "kotva/games/ferry/scene.py"


@pytest.mark.parametrize(
    ("found", "fails"),
    [
        ({f"{RULE} f": 2, f"{RULE} g": 1}, 0),
        ({f"{RULE} f": 1}, 0),
        ({f"{RULE} f": 3, f"{RULE} g": 1}, 1),  # more of a known function
        ({f"{RULE} f": 2, "kotva/match/clock.py h": 1}, 1),  # a new one, though another is gone
        ({f"{RULE} f": 2, f"{LOOK} draw": 9}, 0),  # told only
    ],
)
def test_rules_and_matches_can_only_be_reached_better(found: dict[str, int], fails: int) -> None:
    known = {f"{RULE} f": Row(2, "A reason."), f"{RULE} g": Row(1, "Another.")}
    assert compare(found, known) == fails


def test_the_list_keeps_its_reasons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unreached, "LIST", tmp_path / "list")
    assert listed() == {}
    known = {f"{RULE} f": Row(2, "Because: it is so.")}
    write({f"{RULE} f": 1, f"{RULE} Sea.g": 3}, known)
    assert listed() == {f"{RULE} f": Row(1, "Because: it is so."), f"{RULE} Sea.g": Row(3)}


def test_the_list_names_files_that_exist_and_says_why() -> None:
    rows = listed()
    assert [name for name in rows if not (ROOT / name.split()[0]).is_file()] == []
    assert [name for name, row in rows.items() if BOUND.match(name) and not row.why] == []
