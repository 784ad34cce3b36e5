"""The change that docs/architecture.md makes, from rule to screen: its edits are made in a copy of Ferry, which is played."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.engine.game import Game
from kotva.match import Match

DOCS = Path(__file__).resolve().parents[2] / "docs"
WALK = (DOCS / "architecture.md").read_text(encoding="utf-8")


def edited() -> str:
    """Ferry after the edits of the page: each names what stands there, a line of dashes, and what takes its place."""
    code = (DOCS / "examples" / "ferry.py").read_text(encoding="utf-8")
    edits = re.findall(r"^ {4}```python edit\n(.*?)^ {4}```", WALK, re.DOTALL | re.MULTILINE)
    assert len(edits) == 7
    for edit in edits:
        old, new = (textwrap.dedent(part) for part in re.split(r"^ *---\n", edit, flags=re.MULTILINE))
        place = re.search(r"^( *)" + r"\n\1".join(map(re.escape, old.splitlines())) + "$", code, re.MULTILINE)
        assert place, f"not in ferry.py:\n{old}"
        code = code[: place.start()] + textwrap.indent(new, place[1]).rstrip("\n") + code[place.end() :]
    return code


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    file = tmp_path / "ferry.py"
    file.write_text(edited(), encoding="utf-8")
    return games.load_file(file)[0]


def test_the_test_of_the_page_holds(ferry: Game) -> None:
    (shown,) = re.findall(r"^ {4}```python\n(.*?)^ {4}```", WALK, re.DOTALL | re.MULTILINE)
    exec(textwrap.dedent(shown), {"Match": Match, "ferry": ferry})  # noqa: S102


def test_without_the_option_nothing_is_different(ferry: Game) -> None:
    match = Match(ferry, 2, chance=False)
    assert match.play("load wolf").why_not("load goat", 1) is None
    assert "heavy" not in match.record().options


@pytest.mark.parametrize("name", ["verdicts", "clones", "replays", "scenes", "options"])
def test_the_changed_game_keeps_its_promises(ferry: Game, name: str, tmp_path: Path) -> None:
    if name not in conformance.CHECKS:
        pytest.skip("no such check")
    conformance.check(ferry, only=name, source=tmp_path / "ferry.py")
