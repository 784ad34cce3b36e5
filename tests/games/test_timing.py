"""What a clock is told: which decisions share a turn, who owes an answer, and what is played for whoever gives none."""

from __future__ import annotations

import pytest

from kotva.engine.state import State
from kotva.engine.timing import EACH, Timing
from kotva.games.seameni import GAME as SEAMENI
from tests.games.seameni.table import Table as Seameni
from tests.games.triremes.table import Table as Triremes

ALLIED = "players=3 alliances=open"
THREE = "R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28"


def owing(timing: Timing, state: State) -> list[int]:
    """The seats that owe an answer."""
    return [seat for seat in range(int(state.seats)) if timing.answering(state, seat)]


def test_ships_are_placed_one_by_one_and_a_turn_has_one_time() -> None:
    """SEA-4.3, SEA-5.1: before the first turn every decision has its own."""
    new = SEAMENI.rules.new(SEAMENI.choose_options(4))
    assert SEAMENI.timing.turn(new) == EACH
    table = Seameni("e5=wa e6=wa f5=wa", "S1 e5")
    before = SEAMENI.timing.turn(table.s)
    table.play("S1>e6")
    assert SEAMENI.timing.turn(table.s) == before + 1


def test_a_vote_is_an_answer_and_silence_is_no() -> None:
    """SEA-19.1, SEA-19.2."""
    table = Seameni("e5=wa e6=wa", "S1 e5")
    assert owing(SEAMENI.timing, table.s) == []
    table.play("end?")
    asked = owing(SEAMENI.timing, table.s)
    assert asked == [table.match.to_act()]
    table.play(SEAMENI.timing.silence(table.s, asked[0]))
    assert (table.phase, owing(SEAMENI.timing, table.s)) == ("turn", [])


@pytest.mark.parametrize(("asks", "silent"), [("pact offer 2", "pact no"), ("draw offer", "draw no")])
def test_pacts_and_draws_are_answered_and_silence_is_no(asks: str, silent: str) -> None:
    """TRI-19.3, TRI-16.5: for Greece, who is asked, and whose turn it is not."""
    table = Triremes(THREE, ALLIED)
    timing = table.match.game.timing
    assert (timing.has_offers, owing(timing, table.s)) == (True, [])
    table.do(asks)
    assert (owing(timing, table.s), timing.silence(table.s, 1)) == ([1], silent)
    table.do(silent)
    assert (table.to_move, owing(timing, table.s)) == ("Rome", [])
