"""Positions out of random games: before actions of every family, with many options, and a few ends.

They are kept as text, because finding them takes a minute and looking at them a moment. Written by
`python -m tests.games.moments`, anew when the text of positions or the options change.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Kept:
    """A position, the options of its game, and what was played there (nothing: it is over)."""

    seats: int
    options: dict[str, object]
    position: dict[str, Any]
    played: str


@cache
def kept(game_id: str) -> tuple[Kept, ...]:
    text = (HERE / f"{game_id}.json").read_text(encoding="utf-8")
    return tuple(Kept(**one) for one in json.loads(text))
