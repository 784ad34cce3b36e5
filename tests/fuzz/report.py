"""docs/chaos.md: what the last long runs found, a section each."""

from __future__ import annotations

import re
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "chaos.md"


def write_section(title: str, body: str) -> None:
    """Put a result in the place of the one before."""
    text = DOCUMENT.read_text(encoding="utf-8")
    section = re.compile(rf"(?<=^## {re.escape(title)}\n)(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    assert section.search(text), f"docs/chaos.md has no section {title}"
    DOCUMENT.write_text(section.sub(lambda _: f"\n{body}\n\n", text).rstrip() + "\n", encoding="utf-8")
