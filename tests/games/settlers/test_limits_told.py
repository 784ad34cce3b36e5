"""Limits that the source does not set, and how the table tells them: placements, moves of a road, the last round, onlookers."""

from __future__ import annotations

from kotva.engine.regulations import Regulations
from kotva.engine.say import Say
from kotva.games.settlers import GAME
from kotva.match import Match
from tests.games.settlers.table import Table

SAY = Say(names=["Ann", "Bob", "Cyd", "Dan"])


def prompt(table: Table) -> str:
    return GAME.look.scene(table.view(1), SAY).prompt


def tags(table: Table) -> tuple[str, ...]:
    return GAME.look.scene(table.view(1), SAY).tags


def test_the_table_counts_the_placements_of_the_robber() -> None:
    """SET-6.8: five at most; the last one leaves nothing but the card to take."""
    t = Table(phase="ROLL", robber=6, P2="S 9; hand LG").play("roll", "* dice 1+6", "robber 5")
    assert prompt(t) == "Take a card, or put the robber elsewhere (4 more times)."
    assert prompt(t.play("robber 1")) == "Take a card, or put the robber elsewhere (3 more times)."
    assert prompt(t.play("robber 16")) == "Leave the robber here, or put it elsewhere (2 more times)."
    assert prompt(t.play("robber 1")) == "Take a card, or put the robber elsewhere (1 more time)."
    assert prompt(t.play("robber 5")) == "Take a card."
    base = Table({"ruleset": "base"}, phase="ROLL", robber=6, P2="S 9; hand LG").play("roll", "* dice 1+6", "robber 5")
    assert prompt(base) == "Take a card."


def test_the_table_counts_the_moves_of_a_road() -> None:
    """SET-8.3: three at most, and none of a road that was not just built."""
    t = Table(P1="S 8; R 8-13-18-24-30-35; hand LLBB")
    assert "moved" not in prompt(t)
    assert prompt(t.play("road 35-40")).endswith("The road just built may be moved 3 more times.")
    assert prompt(t.play("move 18-23", "move 4-8")).endswith("The road just built may be moved 1 more time.")
    assert "moved" not in prompt(t.play("move 29-35"))
    base = Table({"ruleset": "base"}, P1="S 8; R 8-13-18-24-30-35; hand LLBB")
    assert "moved" not in prompt(base.play("road 35-40"))


def test_a_founding_road_is_taken_back_until_the_next_player_acts() -> None:
    """SET-8.4."""
    match = Match(GAME, 3, {"first": "P1", "board": "beginner"}, seed="founding")
    match.play("settle 19", 0)
    match.play("road 19-24", 0)
    assert not any(action.startswith("move") for action in match.legal(0))
    match.undo(0)
    match.play("road 19-25", 0)
    match.play("settle 30", 1)
    assert match.undo_target(0) is None


def test_the_table_tells_the_last_round() -> None:
    """SET-14.2: the round in progress is finished first, or not, by `extra_count`."""
    for count in ("complete_round", "from_current"):
        t = Table({"extra_count": count}, round=7, P1="S 13")
        assert tags(t) == ("round 7",)
        assert tags(t.play("! time")) == ("round 7", "last round: 9")


def test_nobody_watches_at_a_tournament() -> None:
    """SET-15.3, TOU-1.8: in the preset and at a table of a tournament; elsewhere others may."""
    options = GAME.tournament.options(Regulations(75, 2, "complete_round", 0, None))
    assert GAME.rules.closed(GAME.choose_options(4, options)) == 1503
    assert GAME.rules.closed(GAME.choose_options(4, GAME.preset("tournament").options)) == 1503
    assert GAME.rules.closed(GAME.choose_options(4, GAME.preset("standard").options)) == 0
    assert GAME.rules.closed(GAME.choose_options(4, GAME.preset("quick").options)) == 0


def test_an_offer_says_where_the_cards_for_it_are_missing() -> None:
    """SET-12.6: a seat without them may still reject it or make another offer; nobody else hears of it."""
    t = Table(phase="MAIN", P1="S 1; hand L", P2="S 9; hand W", P3="S 30; hand B").play("offer L>B")
    told = [GAME.look.scene(t.view(seat), SAY).prompt for seat in (2, 3)]
    assert told == [
        "Ann offers 1 lumber for 1 brick. You lack the cards for it. What do you say?",
        "Ann offers 1 lumber for 1 brick. What do you say?",
    ]
