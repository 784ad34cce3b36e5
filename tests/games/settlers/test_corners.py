"""Rare corners of Settlers that were wrong or unsaid once."""

from __future__ import annotations

import pytest

from kotva.cli.records import result_line
from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.record import split
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, TABLE
from kotva.games.settlers import GAME
from kotva.games.settlers.board import CODES, NONE, count
from kotva.games.settlers.rules.codes import LEFT, LONGEST, PENDING, REJECTED
from kotva.match import Match
from tests.games.settlers.table import Table
from tests.games.whole import whole

WOOL = CODES.index("W")


def test_a_road_of_five_that_was_never_judged_takes_the_card() -> None:
    """SET-10.3: after every road M is the greatest length of all players, whoever built."""
    table = Table(P1="S 9; hand LB", P2="S 43; R 43-47-51-54-50-46")
    assert (int(table.s.longest), table.length(2)) == (NONE, 5)
    table.play("road 9-13")
    assert int(table.s.longest) == 1


def test_a_settlement_that_breaks_no_road_is_judged_too() -> None:
    """SET-10.3: after every settlement, also where a road was never judged."""
    table = Table(P1="S 9; R 9-13-18; hand LBWG", P2="S 43; R 43-47-51-54-50-46").play("settle 18")
    assert (table.longest, table.score(2)) == ("P2", 3)


@pytest.mark.parametrize("longer", ["43-47-51-54-50-46-42", "43-47-51-54-50-46"])
def test_a_written_holder_has_the_longest_road(longer: str) -> None:
    """SET-10.3: nobody has a longer one; as long a one does not matter (b)."""
    position: dict[str, Json] = {"P1": "S 9; R 9-13-18-24-30-35", "P2": f"S 43; R {longer}", "longest": "P1"}
    if len(longer.split("-")) == 6:
        assert Table(**position).longest == "P1"
    else:
        with pytest.raises(BadPosition, match=r"P1 holds the longest road with 5 roads \(SET-10\.3\)"):
            Table(**position)


def test_a_road_that_may_be_moved_was_laid_beside_the_longest() -> None:
    """SET-8.2, SET-10.3: before it was laid the card lay with whoever had the longest road then."""
    roads: dict[str, Json] = {
        "P1": "S 9; R 9-13-18",
        "P2": "S 43; R 43-47-51-54-50-46",
        "P3": "S 21; R 21-26-32-37-42-46",
    }
    before: dict[str, Json] = {"longest": "P2", "length": 5, "phase": "MAIN"}
    assert Table(**roads, longest="P2", laid="13-18", before=before).longest == "P2"
    roads["P3"] = "S 21; R 16-21-26-32-37-42-46"
    with pytest.raises(BadPosition, match="before the last one was not so long"):
        Table(**roads, longest="P3", laid="13-18", before=before)


def stopped() -> Match:
    """A game that the clock stops after its extra rounds: nobody has ten points."""
    match = Match(GAME, 3, {"time_limit_min": 1, "extra_rounds": 1}, seed="stopped")
    while not match.is_over:
        if match.state.why_not(TABLE, GAME.rules.actions.parse("time")) == 0 and len(match.played) == 40:
            match.append(TABLE, GAME.rules.actions.parse("time"))
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
    leave = GAME.rules.actions.parse("leave P1")
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


def test_leaving_shows_no_victory_points() -> None:
    """SET-14.7, 15.1: log, events and views tell the public points; the result tells all of them."""
    match = Match(
        GAME,
        3,
        position={"P1": "S 9 19", "P2": "S 30 43; cards vv", "P3": "S 1"},
        chance=False,
    )
    match.append(TABLE, GAME.rules.actions.parse("leave P2"))
    for viewer in (0, 2, None):
        data = match.view(viewer).to_json()
        assert isinstance(data, dict)
        assert data["gone"] == {"P2": 2}
        assert "with 2 points" in str(match.log(viewer))
        assert match.view(viewer).news[-1] == (LEFT, 1, 2, 0)
    match.append(TABLE, GAME.rules.actions.parse("leave P3"))
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
        assert GAME.rules.actions.parse(one) == GAME.rules.actions.parse(other)
    record.moves += ["!time", f"P{match.to_act() + 1} {match.legal()[0]}"]
    assert Match.from_record(GAME, record).played[-2].text == "time"


def test_a_holder_who_sits_behind_the_tie_keeps_the_card() -> None:
    """SET-10.3 b: the settlement of P3 leaves P2 with five roads, as many as P1 has."""
    table = Table(
        P1="S 16 42; R 16-21-26-32-37-42",
        P2="S 8 40; R 1-4-8-13-18-24-30-35-40",
        P3="S 14; R 14-19-24; hand LBWG",
        longest="P2",
        turn="P3",
    ).play("settle 24")
    assert (table.length(1), table.length(2), table.longest) == (5, 5, "P2")
    assert (table.score(1), table.score(2)) == (2, 4)


def test_a_holder_who_is_cut_shorter_than_another_loses_the_card() -> None:
    """SET-10.3 c: five roads are enough for the card, but P2 has six; it does not matter that the holder is counted first."""
    table = Table(
        P1="S 8 40; R 1-4-8-13-18-24-30-35-40",
        P2="S 16 42; R 16-21-26-32-37-42-47",
        P3="S 14; R 14-19-24; hand LBWG",
        longest="P1",
        turn="P3",
    ).play("settle 24")
    assert (table.length(1), table.length(2), table.longest) == (5, 6, "P2")
    assert (table.score(1), table.score(2)) == (2, 4)


EIGHT = "C 9 18 20 30; R 18-24-30-36-41"  # eight points, and four roads in a row


def test_a_fifth_road_wins_at_once() -> None:
    """SET-10.4, SET-13.3: with it come the card and the tenth point; afterwards nothing is legal."""
    table = Table(P1=f"{EIGHT}; hand LB").play("road 41-46")
    assert (table.longest, table.over) == ("P1", ("win", "P1"))
    assert table.to_act == "over"
    assert {table.why(line) for line in ("P1 end", "P1 road 46-50", "P2 roll", "* dice 3+4")} == {"SET-13.3"}


def test_the_first_free_road_wins_and_there_is_no_second() -> None:
    """SET-9.6, SET-10.4, SET-13.3."""
    table = Table(P1=f"{EIGHT}; cards r").play("roads", "road 41-46")
    assert (table.to_act, table.over) == ("over", ("win", "P1"))
    assert table.refused("P1 road 46-50")
    whole(GAME, table.options, table.s)


def test_a_monopoly_takes_what_everybody_saw_come() -> None:
    """SET-9.8, SET-15.1: the wool that P2 got by a trade is gone, and nobody is taken to hold it any longer."""
    table = Table(P1="S 13; cards m; hand WW", P2="hand GGG", P3="hand WO").play("offer W>G", "P2 accept", "P1 deal P2")
    assert count(table.s.sure[1], WOOL) == 1
    table.play("monopoly W")
    assert (table.hand(1), table.hand(2), table.hand(3)) == ("WWWG", "GG", "O")
    assert count(table.s.sure[1], WOOL) == 0


def test_the_robber_takes_nothing_from_who_has_left() -> None:
    """SET-5.1, SET-14.7: the robber stands on the hex of P2, who has left; P1 gets his own from its number."""
    table = Table(phase="ROLL", robber=1, P1="S 20", P2="S 1", P3="S 24; hand L").play("! leave P2")
    before = table.bank
    table.play("roll", "* dice 4+6")
    assert (table.size(1), table.size(2)) == (1, 0)
    assert sum(before.values()) - sum(table.bank.values()) == 1
    whole(GAME, table.options, table.s)


def test_a_road_that_is_moved_away_gives_the_card_back_and_says_so() -> None:
    """SET-8.2, SET-10.4: the log tells of the card whenever it changes hands."""
    match = Match(
        GAME,
        4,
        position={
            "P1": "S 8; R 8-13-18-24-30-35; hand LLBB",
            "P2": "S 16; R 16-21-26-32-37-42; hand W",
            "longest": "P2",
        },
        chance=False,
    )
    told = []
    for line in ("road 35-40", "move 18-23", "move 4-8"):
        match.play(line)
        told.append([event[1] for event in match.played[-1].events if event[0] == LONGEST])
    assert told == [[0], [1], [0]]


def test_only_who_was_asked_has_an_answer() -> None:
    """SET-12.5, SET-12.6: P3 and P4 have nothing to give; of those only P3 was asked, and his answer is no."""
    table = Table(P1="S 13; hand W", P2="hand G").play("offer W>G @P2,P3")
    assert [int(answer) for answer in table.s.answers[1:]] == [PENDING, REJECTED, PENDING]
    whole(GAME, table.options, table.s)


def test_a_counter_offer_goes_with_who_made_it() -> None:
    """SET-14.7, SET-12.5: P2 has countered and leaves; his answer is no, and nothing is left of what he wanted."""
    table = Table(P1="S 13; hand W", P2="hand GO", P3="hand G", P4="").play("offer W>G", "P2 counter O>W", "! leave P2")
    assert [int(answer) for answer in table.s.answers[1:3]] == [REJECTED, PENDING]
    assert (int(table.s.counter_give[1]), int(table.s.counter_want[1])) == (0, 0)
    assert table.why("P1 deal P2") == "SET-12.7"
    whole(GAME, table.options, table.s)


@pytest.mark.parametrize("leaver", [2, 3, 4])
def test_leaving_rejects_only_what_was_asked(leaver: int) -> None:
    """SET-14.7, SET-12.6: of P2 and P3, who were asked, leaving is a no; P4 was not asked, so he has no answer either way."""
    table = Table(P1="S 13; hand W", P2="hand G", P3="hand G", P4="hand G").play(
        "offer W>G @P2,P3", f"! leave P{leaver}"
    )
    answers = [REJECTED if number == leaver != 4 else PENDING for number in (2, 3, 4)]
    assert [int(answer) for answer in table.s.answers[1:]] == answers
    assert (table.phase, table.actors()) == ("OFFER", ["P1", *(f"P{number}" for number in (2, 3) if number != leaver)])
    whole(GAME, table.options, table.s)
