"""The list of what no test reaches: by function, and it can only shrink (`make coverage`)."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from tools.unreached import ROOT, compare, functions, listed


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


@pytest.mark.parametrize(
    ("found", "fails"),
    [
        ({"a.py f": 2, "a.py g": 1}, 0),
        ({"a.py f": 1}, 0),
        ({"a.py f": 3, "a.py g": 1}, 1),  # more of a known function
        ({"a.py f": 2, "b.py h": 1}, 1),  # a new one, though another is gone
    ],
)
def test_the_list_can_only_shrink(found: dict[str, int], fails: int) -> None:
    known = Counter({"a.py f": 2, "a.py g": 1})
    assert compare(Counter(found), known, update=False) == fails


def test_the_list_names_files_that_exist() -> None:
    """Before its first `make coverage` there is none."""
    names = {name.split()[0] for name in listed()}
    assert [name for name in names if not (ROOT / name).is_file()] == []
