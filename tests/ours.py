"""The games of this repository, whatever else a test has loaded before."""

from __future__ import annotations

from pathlib import Path

GAMES = sorted(path.parent.name for path in (Path(__file__).parents[1] / "kotva" / "games").glob("*/__init__.py"))
