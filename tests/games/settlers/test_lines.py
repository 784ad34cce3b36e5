"""Lines of Settlers that lead through many rules: every state on the way is whole, and a copy stays what it was."""

from __future__ import annotations

import pytest

from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.games.settlers import GAME
from tests.games.settlers.table import Table
from tests.games.whole import whole

FULL = "hand LLLLBBBBWWWWGGGGOOOO"
POORER = "hand LLBBWWGGOO"

# Lines that are played from a position; after each of them the state is whole.
LINES: dict[str, tuple[str, dict[str, object], int, dict[str, Json], list[str]]] = {
    "building closes the trade": (
        "SET-4.4, SET-7.4, SET-7.5",
        {"trade_build": "separate"},
        4,
        {"P1": f"S 13; R 13-18-24; {FULL}"},
        ["settle 24", "city 24", "road 24-30"],
    ),
    "a card that is bought closes the trade": (
        "SET-4.4, SET-9.1",
        {"trade_build": "separate"},
        4,
        {"P1": f"S 13; {FULL}"},
        ["buy", "* card k", "city 13"],
    ),
    "the last of fifteen roads": (
        "SET-7.8",
        {},
        4,
        {"P1": f"S 1; R 1-5-9-13-18-24-30-36-41-46-50-54 1-4-8-12; {FULL}"},
        ["road 12-17"],
    ),
    "cards are bought and played": (
        "SET-9.1, SET-9.5, SET-9.6, SET-9.9",
        {},
        4,
        {"P1": f"S 13; R 13-18; cards kr; {FULL}", "P2": "S 24; cards kv; hand LLB"},
        ["buy", "* card m", "roads", "road 18-23", "skip"],
    ),
    "a knight and his robber": (
        "SET-9.5, SET-6.9",
        {},
        4,
        {"P1": "S 13; cards kk; army 1", "P2": "S 24; hand LLB", "P3": "S 41; hand WW"},
        ["knight", "robber 5", "steal P2", "* stolen L"],
    ),
    "two discard": (
        "SET-6.1, SET-6.3",
        {},
        4,
        {"phase": "ROLL", "P1": "S 13; hand LLBBWWGGO", "P2": "S 24; hand LBWGOLBWGO", "P3": "S 41; hand L"},
        ["roll", "* dice 3+4", "P2 discard LBWGO", "P1 discard LBWG"],
    ),
    "the last of three discards": (
        "SET-6.3",
        {},
        3,
        {
            "phase": "DISCARD",
            "P1": "hand LLBBWWGGO",
            "P2": "hand LBWGOLBWGO",
            "owe": {"P1": 4, "P2": 5},
            "sealed": {"P2": "LLBBW"},
        },
        ["P1 discard LBWG"],
    ),
    "an offer is answered": (
        "SET-12.5, SET-12.6, SET-12.7",
        {},
        4,
        {"P1": "S 13; hand WWLG", "P2": "hand GB", "P3": "hand GO", "P4": "hand LL"},
        ["offer W>G", "P2 accept", "P3 counter O>W", "P4 reject", "deal P3"],
    ),
    "an offer is rejected by all": (
        "SET-12.6",
        {},
        4,
        {"P1": "S 13; hand WWLG", "P2": "hand GB", "P3": "hand GO", "P4": "hand LL"},
        ["offer W>G", "P2 reject", "P4 reject", "P3 reject"],
    ),
    "founding": (
        "SET-3.6, SET-3.8, SET-3.9",
        {"first": "P2"},
        3,
        {"phase": "SETUP_SETTLEMENT", "turn": "P2", "first": "P2"},
        [
            *(
                "settle 13",
                "road 13-18",
                "settle 24",
                "road 24-30",
                "settle 41",
                "road 41-45",
                "settle 51",
                "road 47-51",
            ),
            *("settle 20", "road 15-20", "settle 1", "road 1-4", "roll", "* dice 1+2"),
        ],
    ),
    "the dice for the start": (
        "SET-3.3, SET-3.4",
        {"first": "roll"},
        3,
        {"phase": "STARTING", "first": ""},
        ["* dice 3+3", "* dice 2+4", "* dice 1+1", "* dice 2+2", "* dice 6+6"],
    ),
    "time and leaving": (
        "SET-14.1, SET-14.4, SET-14.7",
        {"time_limit_min": 60, "turn_limit_s": 90},
        4,
        {"P1": "S 13; hand LLB", "P2": "S 24; R 24-30; hand WW", "P3": "S 41", "P4": "S 51"},
        ["! time", "end", "! leave P2", "! leave P4", "! turntime", "! leave P1"],
    ),
    "longest road and a win": (
        "SET-10.3, SET-13.3, SET-15.1",
        {},
        4,
        {"P1": f"C 13 41 51; S 20; R 13-18-24-30-36; {FULL}", "P2": "S 54"},
        ["road 36-31", "city 20"],
    ),
    "a monopoly and plenty": (
        "SET-9.7, SET-9.8",
        {},
        4,
        {"P1": "S 13; cards im; hand L", "P2": "hand LLB; known LB", "P3": "hand LWW; known LW"},
        ["monopoly L", "end", "roll", "* dice 1+1"],
    ),
    "a road is moved": (
        "SET-8.1, SET-8.2",
        {"road_moves": 2},
        4,
        {"P1": f"S 13; R 13-18-24-30-36; {POORER}", "P2": "S 54; R 54-50-53-49-45-40; hand L", "longest": "P2"},
        ["road 36-41", "move 31-36", "move 9-13", "road 9-14"],
    ),
}


@pytest.mark.parametrize(
    ("clauses", "options", "seats", "position", "lines"),
    [pytest.param(*line, id=name.replace(" ", "-")) for name, line in LINES.items()],
)
def test_every_state_on_the_way_is_whole(
    clauses: str, options: dict[str, object], seats: int, position: dict[str, Json], lines: list[str]
) -> None:
    assert clauses
    table = Table(options, seats, **position)
    whole(GAME, table.options, table.s)
    for number, line in enumerate(lines):
        table.play(line)
        whole(GAME, table.options, table.s, number)


@pytest.mark.parametrize(
    ("clauses", "options", "seats", "position", "lines"),
    [pytest.param(*line, id=name.replace(" ", "-")) for name, line in LINES.items()],
)
def test_what_is_played_on_a_copy_leaves_the_other_as_it_was(
    clauses: str, options: dict[str, object], seats: int, position: dict[str, Json], lines: list[str]
) -> None:
    """SET-1.4: whoever looks ahead changes nothing at the table; and what happens there does not reach into his copy."""
    assert clauses
    table = Table(options, seats, **position)
    for line in lines:
        before = key(table.s)
        ahead = table.fork().play(line)
        assert key(table.s) == before
        after = key(ahead.s)
        table.play(line)
        assert key(ahead.s) == after == key(table.s)
        assert key(table.fork().s) == after
