"""What more than one file of scenarios begins with."""

from __future__ import annotations

from kotva.engine.state import CHANCE
from tests.games.bosman.table import Table


def deal(table: Table, tokens: str) -> None:
    """The first hands, token by token."""
    for name in tokens.split():
        table.match.play(f"draw {name}", CHANCE)
