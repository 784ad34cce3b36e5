"""The figures, tables and clauses of docs/rules as a test reads them: the law in words, not what board.py makes of it."""

from __future__ import annotations

import re
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules"


def law(game: str) -> str:
    return (RULES / f"{game}.md").read_text(encoding="utf-8")


def clause(game: str, name: str) -> str:
    """The text of one clause on one line, without its number."""
    found = re.search(
        rf"^- \*\*{re.escape(name)}\b[^*]*\*\*(.*?)(?=^- \*\*|^#|^\||^```|^\n|\Z)", law(game), re.M | re.S
    )
    assert found, name
    return " ".join(found[1].split())


def figures(game: str) -> list[list[str]]:
    """What stands between ``` and ```, line by line."""
    return [block.strip("\n").split("\n") for block in re.findall(r"^```\n(.*?)^```", law(game), re.M | re.S)]


def table(game: str, *head: str) -> list[list[str]]:
    """The rows of the one table whose head begins with these cells, without the head."""
    found = [rows for rows in tables(game) if tuple(rows[0][: len(head)]) == head]
    assert len(found) == 1, (head, len(found))
    return found[0][2:]


def tables(game: str) -> list[list[list[str]]]:
    blocks = re.findall(r"(?:^\|.*\n)+", law(game), re.M)
    return [[[plain(cell) for cell in line.strip("|").split("|")] for line in b.strip().split("\n")] for b in blocks]


def plain(cell: str) -> str:
    return cell.replace("`", "").replace("*", "").strip()
