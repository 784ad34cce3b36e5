"""Scenarios of the rulebook: scoring, clean-up, ranking and what a seat may know (HEX-14 to HEX-18)."""

from __future__ import annotations

import pytest

from kotva.engine.say import ENGLISH
from kotva.engine.state import SPECTATOR
from kotva.games.hexxi import GAME
from tests.games.hexxi.given import after_s34
from tests.games.hexxi.table import Table, confront


def test_HEX_S34_scoring() -> None:
    """HEX-14.1, HEX-14.2, HEX-14.4, HEX-14.8."""
    table = after_s34()
    assert table.scores == [3, 2]
    assert [int(x) for x in table.s.sheet[:16]] == [2, 6, 3, 6, 6, 0, 0, 0, 0, 12, 0, 6, 4, 0, 0, 0]


def test_HEX_S35_clean_up() -> None:
    """HEX-4.2, HEX-6.7, HEX-7.9, HEX-15.1, HEX-15.2, HEX-15.3, HEX-15.4, HEX-15.5, HEX-15.6, HEX-15.7."""
    table = after_s34()
    assert table.tokens == {"1C@c2", "1S@d4", "1P@b2", "1W@e5", "2C@f6", "2W@e6"}
    assert table.hand(1) == "CCCCCSSP"
    assert table.hand(2) == "CCCCCSSSPP"
    assert (table.state, table.player) == ("deploy", 2)
    assert not table.legal("spy")
    assert [table.open(1), table.pile(1), table.pile(2)] == ["", [], []]
    assert [int(table.s.passes), int(table.s.quiet)] == [0, 0]


@pytest.mark.parametrize(
    ("tokens", "result"),
    [
        ("1S@d4 1S@d3 1S@d2 1P@c5 1P@c4 1W@e5", -2),
        ("1S@g4 1S@f7 1S@d7 1P@c5 1P@c4 1W@e5", 10),
        ("1C@d4", -20),
    ],
)
def test_HEX_S36_limits(tokens: str, result: int) -> None:
    """HEX-1.3, HEX-5.3, HEX-14.1, HEX-14.2, HEX-14.3, HEX-14.8."""
    table = confront(tokens, order=[2, 1])
    while table.s.round == 1:
        table.play("pass")
    assert table.scores[0] == result


def test_HEX_S37_ranking() -> None:
    """HEX-18.1, HEX-18.2."""
    table = Table(4, state="over", round=3, scores=[7, 12, 12, -3])
    assert table.match.is_over
    assert table.match.outcome().ranks == (3, 1, 1, 4)
    assert table.match.outcome().winners == (1, 2)


def test_HEX_S38_views() -> None:
    """HEX-1.5, HEX-5.2, HEX-5.11, HEX-6.9, HEX-17.1, HEX-17.2, HEX-17.3, HEX-17.4, HEX-17.5."""
    table = Table(2).play("place W d4", "place C e4", "init S", "spy d4", "show e4", "pay W")
    for viewer in (1, None):
        events = [e for p in table.match.played for e in p.events]
        told = [GAME.show_event(SPECTATOR if viewer is None else viewer, e) for e in events]
        texts = [GAME.rules.actions.text(e[2]) for e in told if e is not None and e[0] == -1 and e[1] == 0]
        assert texts == ["place ? d4", "init ?"]
        position = table.match.view(viewer).to_json()
        assert isinstance(position, dict)
        assert "1W@d4" in str(position["tokens"])
        assert position["initiative"] == ["?", "W"]
        assert isinstance(position["hands"], list)
        assert position["hands"][0] == "?" * 10
    first = table.match.view(0).to_json()
    assert isinstance(first, dict)
    assert first["initiative"] == ["s", "W"]
    assert isinstance(first["hands"], list)
    assert first["hands"][1] == "?" * 10
    lines = [line for _, said in table.match.log(1, ENGLISH) for line in said]
    assert not any("arship" in line for line in lines[:1])
