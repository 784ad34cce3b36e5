"""Rules of HEXXI that could once be broken without a test noticing: lines played through `whole`, and small positions."""

from __future__ import annotations

import pytest

from kotva.engine.game import Json
from kotva.games.hexxi import GAME
from tests.games.hexxi.table import Table, confront
from tests.games.whole import whole

# Seats, a position, and lines; after each of them the state is whole.
LINES: dict[str, tuple[str, int, dict[str, Json], list[str]]] = {
    "deployment": ("HEX-5.2, HEX-5.8, HEX-17.2", 2, {}, ["place S d4", "init C", "place C e4", "place P b3", "init S"]),
    "three deploy": ("HEX-5.2, HEX-17.2", 3, {}, ["place S d4", "init C", "place C e4", "init W", "place P b3"]),
    "four deploy": ("HEX-5.2, HEX-17.2", 4, {}, ["place S d4", "init C", "place C e4", "init W", "place P b3"]),
    "an auction": (
        "HEX-7.5, HEX-7.7, HEX-7.8",
        2,
        {"state": "auction", "tokens": "1S@b2 2S@f6"},
        ["bid 2", "bid 3", "drop"],
    ),
    "a kidnapping": (
        "HEX-11.1, HEX-11.7",
        2,
        {"state": "confront", "tokens": "1P@c3 1C@b2 2S@c4 2W@g5 2C@f6"},
        ["kidnap c3xc4"],
    ),
    "an escort": (
        "HEX-10.2, HEX-10.10",
        2,
        {"state": "confront", "tokens": "1S@e4 1W@f5 2C@e5 1C@f6 2P@d3"},
        ["escort f5xe4-e5"],
    ),
    "a trap": (
        "HEX-8.5, HEX-9.5",
        2,
        {"state": "confront", "tokens": "1S@f6 1W@e5 1C@b2 2C@a2"},
        ["trap f6xg7"],
    ),
    "a rescue": (
        "HEX-11.4, HEX-13.3",
        2,
        {"state": "confront", "tokens": "1W@f6 1C@b2 2P@e5 2C@d3", "captured": ["", "1S"]},
        ["rescue f6xg7"],
    ),
    "paying": (
        "HEX-6.4, HEX-6.9",
        2,
        {"state": "pay", "turn": 1, "due": 2, "hands": ["CS", "P"], "tokens": "2S@d4 1C@e5 1S@e6"},
        ["pay C", "pay S"],
    ),
    "paying with the last token": (
        "HEX-6.5, HEX-17.2",
        2,
        {
            "state": "pay",
            "turn": 1,
            "hands": ["C", ""],
            "due": 2,
            "tokens": "2S@d4",
            "initiative": ["CCCCCSSSPPW".lower(), "CCCCCCSSPPW".lower()],
        },
        ["pay C"],
    ),
}


@pytest.mark.parametrize(
    ("clauses", "seats", "position", "lines"),
    [pytest.param(*line, id=name.replace(" ", "-")) for name, line in LINES.items()],
)
def test_every_state_on_the_way_is_whole(clauses: str, seats: int, position: dict[str, Json], lines: list[str]) -> None:
    assert clauses
    table = Table(seats, None, **position)
    while table.state == "first":
        table.match.play(table.match.legal()[0], -1)
    whole(GAME, table.match.options, table.s)
    for number, line in enumerate(lines):
        table.play(line)
        whole(GAME, table.match.options, table.s, number)


def test_pirates_are_told_which_rule_keeps_them_out() -> None:
    """HEX-10.15, HEX-11.1, HEX-11.2: no convoy nor escort, and what else only other units do."""
    table = confront("1P@c3 1C@b2 2C@c4 2W@g5")
    asked = ("escort c3xc4-c5", "convoy c3xc4-c5", "kidnap c3xc4", "intercept c3xd4")
    assert [table.why(text) for text in asked] == ["HEX-10.15", "HEX-10.15", "HEX-11.1", "HEX-11.2"]
