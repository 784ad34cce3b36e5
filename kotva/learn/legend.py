"""The legend of a game: what each thing on the board is called and what it may do, beside its drawing.

`legend.json` is a list of `{"symbol": "robber", "reach": 30, "en": ["Robber", "its field yields nothing"], ...}`;
`reach` is how far the drawing goes from its middle.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kotva.engine.game import Game
from kotva.learn.how_to import folder


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of a legend."""

    symbol: str
    reach: int
    name: str
    does: str


def legend(game: Game, language: str) -> list[LegendEntry]:
    """A game's legend in a language, or in English where it has no other; empty if it has none."""
    out = []
    for row in legend_rows(game):
        name, does = row.get(language) or row["en"]
        out.append(LegendEntry(row["symbol"], int(row.get("reach", 36)), name, does))
    return out


def legend_rows(game: Game) -> list[dict[str, Any]]:
    """The legend as it is written."""
    path = folder(game) / "legend.json"
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else []
