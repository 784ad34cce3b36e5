"""What more than one file of scenarios begins with."""

from __future__ import annotations

from kotva.engine.game import Json
from kotva.games.hexxi.board import (
    FIELD_NAMES,
)
from tests.games.hexxi.table import Table, confront


def field(name: str) -> int:
    return FIELD_NAMES.index(name)


def laid_for(areas: list[str]) -> str:
    """Tokens on the board for players who have exactly these in their initiative areas (HEX-1.6)."""
    free = [n for n in FIELD_NAMES if n not in ("a1", "d1", "g4", "g7", "d7")]
    out = []
    for player, area in enumerate(areas, 1):
        rest = "CCCCCCSSSPPW"
        for letter in area:
            rest = rest.replace(letter, "", 1)
        out += [f"{player}{letter.lower()}@{free.pop(0)}" for letter in rest]
    return " ".join(out)


def tie(scores: list[Json], areas: list[str], order: list[Json], number: int = 1) -> Table:
    """The initiative is uncovered, all other tokens lie face down on the board."""
    return Table(
        len(areas),
        state="auction",
        scores=scores,
        initiative=[*areas],
        order=order,
        round=number,
        tokens=laid_for(areas),
    )


S16 = "1S@e4 1W@f5 2S@f4 2S@c4 1C@f6 2C@e5"


S34 = "1S@g4 1S@d4 1P@b2 1W@e5 1C@c2 2S@a4 2S@c1 2W@e6 2C@f6"


def after_s34() -> Table:
    table = confront(S34, captured=["2P", "1S"], hands=["CC", "C"], order=[2, 1])
    while table.s.round == 1:
        table.play("pass")
    return table
