"""Rules of Settlers that survived being broken by hand, or were held by golden games alone: a test names each of them."""

from __future__ import annotations

import pytest

from tests.games.settlers.table import Table


def last_turn(table: Table) -> tuple[int, str]:
    """Play on without building until the game is over: round and player of its last turn."""
    last = (0, "")
    while table.to_act != "over":
        last = (int(table.s.round), table.on_turn)
        if table.phase == "MAIN":
            table.play("end")
        elif table.phase == "ROLLING":
            table.play("* dice 1+1")
        else:
            table.play(table.legal()[0])
    return last


@pytest.mark.parametrize("count", ["complete_round", "from_current"])
@pytest.mark.parametrize("founded", range(8))
@pytest.mark.parametrize("first", ["P1", "P3"])
def test_time_in_the_founding_phase_is_time_in_round_0(first: str, founded: int, count: str) -> None:
    """SET-14.3, SET-14.2: whoever founds when it is called, the game ends with the last turn of round 2."""
    table = Table.new({"extra_count": count, "extra_rounds": 2, "first": first, "board": "beginner"})
    for _ in range(2 * founded):
        table.play(table.legal()[0])
    assert table.phase == "SETUP_SETTLEMENT"
    table.play("! time")
    assert last_turn(table) == (2, {"P1": "P4", "P3": "P2"}[first])


@pytest.mark.parametrize("turn", ["P1", "P2", "P3", "P4"])
@pytest.mark.parametrize("first", ["P1", "P3"])
@pytest.mark.parametrize("extra", [1, 2, 3])
def test_where_the_extra_rounds_end(first: str, turn: str, extra: int) -> None:
    """SET-14.2: after the round in progress and so many more, or after as many turns of the player on turn."""
    given = {"round": 7, "first": first, "turn": turn}
    whole = Table({"extra_count": "complete_round", "extra_rounds": extra}, **given).play("! time")  # type: ignore[arg-type]
    assert last_turn(whole) == (7 + extra, {"P1": "P4", "P3": "P2"}[first])
    current = Table({"extra_count": "from_current", "extra_rounds": extra}, **given).play("! time")  # type: ignore[arg-type]
    assert last_turn(current) == (7 + extra, turn)


QUAYS = [(1, 4), (2, 6), (11, 16), (27, 33), (43, 47), (50, 53), (48, 52), (34, 39), (12, 17)]  # section 3, Q1 to Q9


@pytest.mark.parametrize("place", range(9))
def test_both_quays_of_a_harbour_trade_at_its_rate(place: int) -> None:
    """SET-2.6, SET-11.2: a settlement on either quay, on no neighbour of them; Board B has 3 G O 3 W 3 3 B L."""
    kind = "3GO3W33BL"[place]
    hand = "LLLLBBBBWWWWGGGGOOOO"
    for crossing in range(1, 55):
        table = Table(P1=f"S {crossing}; hand {hand}")
        rates = {
            text.split()[1][0]: text.split()[1].split(">")[0].count(text.split()[1][0]) for text in table.legal("bank")
        }
        at_quay = crossing in QUAYS[place]
        if at_quay:
            assert rates == {c: 2 if c == kind else 3 if kind == "3" else 4 for c in "LBWGO"}
        elif crossing not in {quay for both in QUAYS for quay in both}:
            assert rates == dict.fromkeys("LBWGO", 4)
