"""What everybody reads in the log of Triremes: every action and what comes of it has its sentence."""

from __future__ import annotations

import pytest

from kotva.games.triremes.rules.codes import ANSWERED, DRAW_ANSWERED
from tests.games.triremes.table import Table

THREE = "R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28"


def log(table: Table) -> list[str]:
    return [text for _, texts in table.match.log() for text in texts]


@pytest.mark.parametrize(
    ("clauses", "figures", "options", "line", "told"),
    [
        ("TRI-16.5", THREE, "players=3", "resign", "Player 1 resigns./Player 1 is beaten."),
        ("TRI-7.1", "R:a1,c1 G:f1,p18", "", "c1-b1", "A soldier steps from c1 to b1."),
        ("TRI-13.1", "G1=d2E/2 R:a1,d1 G:p18", "", "d1!G1", "A soldier on d1 assaults trieres G1."),
        (
            "TRI-9.6, TRI-8.4",
            "R1=d17E/1 R:a1 G:d18,p18",
            "",
            "R1>d18 [6,1]",
            (
                "A soldier from trireme R1 attacks on d18./Rome attacks with 6 + 3 = 9, Greece defends with 1 + 2 = 3."
                "/The soldier of d18 falls./A soldier lands from trireme R1 on d18."
            ),
        ),
        (
            "TRI-9.6, TRI-8.3",
            "R3=d17E/1 R:a1 G:d18,p18",
            "",
            "R3>d18 [1,6]",
            (
                "A soldier from trireme R3 attacks on d18./Rome attacks with 1 + 3 = 4, Greece defends with 6 + 2 = 8."
                "/A soldier of trireme R3 falls."
            ),
        ),
        ("TRI-20.3", "R:a1 G1=h9S G:p18 coins=9,9", "purchase=on", "buy soldier g1", "Rome buys a soldier for g1."),
    ],
)
def test_what_comes_of_an_action_is_told(clauses: str, figures: str, options: str, line: str, told: str) -> None:
    assert clauses
    assert log(Table(figures, options).do(line)) == told.split("/")


def test_placements_and_answers_are_told() -> None:
    """TRI-3.4, TRI-19.3, TRI-16.5: yes is one and no is nought."""
    assert log(Table(options="players=2").do("P a1")) == ["Player 1 places a soldier on a1."]
    for answer, number in (("yes", 1), ("no", 0)):
        pact = Table(THREE, "players=3 alliances=open").do("pact offer 2").do(f"pact {answer}")
        assert [event[1:] for event in pact.match.played[-1].events if event[0] == ANSWERED] == [(1, 0, number)]
        draw = Table(THREE, "players=3").do("draw offer").do(f"draw {answer}")
        assert [event[1:] for event in draw.match.played[-1].events if event[0] == DRAW_ANSWERED] == [(1, number, 0)]
