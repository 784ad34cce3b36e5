"""What everybody reads in the log of HEXXI: every action and what comes of it has its sentence."""

from __future__ import annotations

from kotva.games.hexxi.board import FIELD_NAMES
from kotva.games.hexxi.rules.codes import FINISHED, JUMPED, MOVED, SHIFTED, SHOWN, TIED
from tests.games.hexxi.given import tie
from tests.games.hexxi.table import Table, confront
from tests.games.hexxi.test_scenarios_deployment import place_somewhere

ESCORT = "1W@e5 1S@e4 1S@d4 2C@f6 2C@f5 2C@f4 2C@e3"


def log(table: Table) -> list[str]:
    return [text for _, texts in table.match.log() for text in texts]


def codes(table: Table) -> list[int]:
    return [event[0] for played in table.match.played for event in played.events]


def test_jumps_and_quiet_endings_are_told() -> None:
    """HEX-10.10, HEX-10.13, HEX-13.3."""
    assert log(confront(ESCORT).play("escort e5xe4-d3")) == ["Player 1: escort from e5 over e4 to d3."]
    assert [code for code in codes(confront(ESCORT).play("escort e5xe4-d3")) if code in (JUMPED, MOVED)] == [
        JUMPED,
        MOVED,
    ]
    table = confront(ESCORT, options={"quiet_limit": 1}).play("escort e5xe4-d3", "halt")
    assert log(table)[1:3] == ["Player 1 ends the escort.", "1 quiet actions in a row: the confrontation ends."]
    convoy = confront("1S@b2 1S@b3 1C@c3 2C@f6 2C@d4").play("convoy b2xb3-b4")
    assert [code for code in codes(convoy) if code in (JUMPED, MOVED)] == [JUMPED, MOVED]


def test_what_is_shown_as_payment_is_told() -> None:
    """HEX-6.3, HEX-6.9: the own token on b2 pays for the one uncovered on d2."""
    table = Table(2).play("place S b2", "place S d2", "spy d2", "show b2")
    (event,) = [event for played in table.match.played for event in played.events if event[0] == SHOWN]
    assert event[1:3] == (0, FIELD_NAMES.index("b2"))


def test_ties_and_the_end_are_told() -> None:
    """HEX-7.3, HEX-18.1."""
    table = tie([3, 10], ["SC", "P"], [1, 2]).play("bid 5", "drop")
    assert log(table)[:3] == [
        "Player 1 bids 5.",
        "Player 2 drops out of the auction.",
        "Player 1 gets place 1 and pays 5.",
    ]
    over = Table(2, {"rounds": 1}, state="auction", tokens="1S@b2 2S@f6").play("bid 2", "drop")
    assert codes(over)[-1] == FINISHED


def test_shifts_are_told_and_their_kind_to_nobody_else() -> None:
    """HEX-5.9, HEX-17.2: whose token went from which field; then both have nothing in their areas but that one, and tie."""
    table = Table(2)
    for _ in range(24):
        place_somewhere(table)
    field = next(action.split(" ")[1] for action in sorted(table.legal()))
    table.play(f"shift {field}")
    (event,) = [event for event in table.events() if event[0] == SHIFTED]
    assert event[1] == 0
    told = [text for _, texts in table.match.log(1) for text in texts][-1]
    own = [text for _, texts in table.match.log(0) for text in texts][-1]
    assert field in told
    assert told != own
    other = sorted(table.legal())[0]
    table.play(other)
    assert TIED in codes(table)
