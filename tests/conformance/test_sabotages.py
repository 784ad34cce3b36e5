"""The kit cannot be fooled: of these spoiled games it finds all but those that the documentation names."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.engine import say
from kotva.engine.game import Game
from tests.conformance.sabotages import MISSED, MORE, SABOTAGES

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing stays registered."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(say, "_HOMES", {})
    yield
    for name in [name for name in sys.modules if name.startswith("kotva_with_")]:
        del sys.modules[name]


def spoiled(name: str, folder: Path) -> Path:
    """The source of an example game with one place changed, and its rulebook beside it."""
    sabotage = SABOTAGES[name]
    source = (EXAMPLES / f"{sabotage.game}.py").read_text(encoding="utf-8")
    for old, new in ((sabotage.old, sabotage.new), *([MORE[name]] if name in MORE else ())):
        assert old in source, old
        source = source.replace(old, new, 1)
    path = folder / f"{sabotage.game}.py"
    path.write_text(source, encoding="utf-8")
    (folder / f"{sabotage.game}.md").write_text(
        (EXAMPLES / f"{sabotage.game}.md").read_text(encoding="utf-8"), encoding="utf-8"
    )
    return path


def found(game: Game) -> str:
    """The first check that finds something, with what it says; empty if none does. Another process, comes last."""
    order = [name for name in conformance.CHECKS if name != "replays"] + ["replays"]
    for name in order:
        for seats in game.rules.seats[:2]:
            try:
                conformance.check(game, only=name, seats=seats)
            except conformance.ConformanceFault as fault:
                return f"{name}: {fault}"
            except Exception as error:  # of the game's own code: the command says where
                return f"{name}: {error!r}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", SABOTAGES)
def test_the_kit_finds_a_spoiled_game(name: str, tmp_path: Path) -> None:
    (game,) = games.load_file(spoiled(name, tmp_path))
    said = found(game)
    assert bool(said) == (name not in MISSED), said


def test_what_is_missed_is_said() -> None:
    page = (EXAMPLES.parent / "rulebook-to-game.md").read_text(encoding="utf-8")
    assert f"Of {len(SABOTAGES)} ways to spoil the examples" in page
    assert len(MISSED) == 4
    assert "finds all but four" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "where"),
    [
        ("        self.sailing = 0\n", "apply"),
        ("    s = view.seen\n    height", "scene"),
    ],
)
def test_an_endless_loop_ends_within_ten_seconds(old: str, where: str, tmp_path: Path) -> None:
    """It was found after 300 seconds."""
    source = (EXAMPLES / "ferry.py").read_text(encoding="utf-8")
    indent = len(old) - len(old.lstrip())
    path = tmp_path / "ferry.py"
    path.write_text(
        source.replace(old, f"{' ' * indent}while True:\n{' ' * indent}    pass\n{old}", 1), encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "kotva.conformance", str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert f"one call of {where} did not end within 5 s; it was at {path}, line " in done.stdout
