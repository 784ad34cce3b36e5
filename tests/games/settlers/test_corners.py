"""Rare corners of Settlers that were wrong or unsaid once."""

from __future__ import annotations

import pytest

from kotva.cli.records import result_line
from kotva.engine.record import split
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, TABLE
from kotva.games.settlers import GAME
from kotva.games.settlers.board import NONE
from kotva.games.settlers.rules.codes import LEFT
from kotva.match import Match
from tests.games.settlers.table import Table


def test_a_road_of_five_that_was_never_judged_takes_the_card() -> None:
    """SET-10.3: after every road M is the greatest length of all players, whoever built."""
    table = Table(P1="S 9; hand LB", P2="S 43; R 43-47-51-54-50-46")
    assert (int(table.s.longest), table.length(2)) == (NONE, 5)
    table.play("road 9-13")
    assert int(table.s.longest) == 1


def stopped() -> Match:
    """A game that the clock stops after its extra rounds: nobody has ten points."""
    match = Match(GAME, 3, {"time_limit_min": 1, "extra_rounds": 1}, seed="stopped")
    while not match.is_over:
        if match.state.why_not(TABLE, GAME.actions.parse("time")) == 0 and len(match.played) == 40:
            match.append(TABLE, GAME.actions.parse("time"))
        match.play(next(a for a in (*match.legal(), "end") if a.split()[0] not in ("win", "offer")))
    return match


def test_a_game_that_was_only_stopped_has_no_winner() -> None:
    """SET-13.10, 14.2: reason `time` and no winner; somebody is first all the same (SET-13.9)."""
    match = stopped()
    outcome = match.outcome()
    assert (outcome.reason, outcome.winners) == ("time", ())
    assert outcome.first
    assert all(details["winner"] == 0 for details in outcome.details)
    assert repr(match).endswith("won by nobody>")
    assert "Nobody has won." in result_line(match, ENGLISH)
    assert "Winner" not in result_line(match, ENGLISH)


@pytest.mark.parametrize("trader", [1, 2, 3, 4])
def test_the_trader_is_the_last_of_the_actors(trader: int) -> None:
    """SET-4.6: in `OFFER` the asked come first, clockwise, and the offerer last."""
    match = Match(
        GAME,
        4,
        position={"turn": f"P{trader}", **{f"P{n}": "S 9; hand LBW" if n == 1 else "hand LBW" for n in (1, 2, 3, 4)}},
        chance=False,
    )
    match.play("offer L>B")
    expected = [(trader - 1 + i) % 4 for i in (1, 2, 3, 0)]
    assert match.actors() == expected
    match.play("accept")
    assert match.actors() == expected[1:]
    match.play("reject", expected[2])
    assert match.actors() == [expected[1], trader - 1]


def test_the_player_on_turn_discards_first() -> None:
    """SET-4.6: "player on turn, then clockwise"."""
    hands = {f"P{n}": "hand LLLLBBBB" if n != 4 else "hand L" for n in (1, 2, 3, 4)}
    match = Match(GAME, 4, position={"turn": "P3", "phase": "ROLL", **hands}, chance=False)
    match.play("roll").play("dice 3+4", CHANCE)
    assert match.actors() == [2, 0, 1]


@pytest.mark.parametrize("laid", [0, 1, 19, 28])
def test_nobody_leaves_while_chance_lays_the_board(laid: int) -> None:
    """SET-14.7: it takes no time, and a game that ended so could not be read back."""
    match = Match(GAME, 3, {"board": "random"}, chance=False)
    for _ in range(laid):
        match.play(match.legal()[0], CHANCE)
    leave = GAME.actions.parse("leave P1")
    assert GAME.clause(int(match.state.why_not(TABLE, leave))) == "SET-14.7"
    for _ in range(29 - laid):
        match.play(match.legal()[0], CHANCE)
    assert match.state.why_not(TABLE, leave) == 0


def test_an_offer_to_those_who_have_left_is_illegal() -> None:
    """SET-12.5, 14.7: nobody could accept it, whatever they hold; to all it stands as long as one can."""
    table = Table(P1="hand L", P2="hand B", P3="hand B", P4="").play("! leave P2")
    assert table.why("offer L>B @P2") == "SET-12.5"
    assert table.why("offer L>B @P2,P3") == ""
    assert table.why("offer L>B") == ""
    table.play("! leave P3")
    assert table.why("offer L>B") == "SET-12.5"


def test_whoever_leaves_shows_no_victory_points() -> None:
    """SET-14.7, 15.1: log, events and views tell the public points; the result tells all of them."""
    match = Match(
        GAME,
        3,
        position={"P1": "S 9 19", "P2": "S 30 43; cards vv", "P3": "S 1"},
        chance=False,
    )
    match.append(TABLE, GAME.actions.parse("leave P2"))
    for viewer in (0, 2, None):
        data = match.view(viewer).to_json()
        assert isinstance(data, dict)
        assert data["gone"] == {"P2": 2}
        assert "with 2 points" in str(match.log(viewer))
        assert match.view(viewer).news[-1] == (LEFT, 1, 2, 0)
    match.append(TABLE, GAME.actions.parse("leave P3"))
    assert match.outcome().details[1]["points when left"] == 4
    assert match.outcome().scores[1] == 4


def test_a_card_that_was_turned_up_stays_so() -> None:
    """SET-9.5, 15.1: playing a knight shows it, so it is not taken back; building from known cards can be."""
    match = Match(GAME, 3, position={"P1": "S 9; hand LBWG; cards k", "P2": "S 30", "P3": "S 1"}, chance=False)
    match.play("road 9-13")
    assert match.undo_target(0) == 0
    match.undo(0).play("knight")
    assert match.undo_target(0) is None


def test_the_notations_of_the_rulebook_are_read() -> None:
    """SET-15.5, section 7: seats as P1 to P4, events with their mark attached; cards and edge ends in any order."""
    match = Match(GAME, 3, {"board": "beginner", "time_limit_min": 75}, seed="notation")
    record = match.record()
    assert [split(line) for line in ("P2 road 24-19", "2 road 19-24")] == [(1, "road 24-19"), (1, "road 19-24")]
    assert {split(line) for line in ("!time", "! time")} == {(TABLE, "time")}
    assert {split(line) for line in ("*dice 3+4", "* dice 3+4")} == {(CHANCE, "dice 3+4")}
    for one, other in (("road 24-19", "road 19-24"), ("discard GBLL", "discard LLBG"), ("plenty GL", "plenty LG")):
        assert GAME.actions.parse(one) == GAME.actions.parse(other)
    record.moves += ["!time", f"P{match.to_act() + 1} {match.legal()[0]}"]
    assert Match.from_record(GAME, record).played[-2].text == "time"
