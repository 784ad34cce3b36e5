"""Clauses of Seameni that no scenario pins alone: each sea is drawn, the text played, the whole answer compared."""

from __future__ import annotations

import pytest

from kotva.engine.say import ENGLISH
from tests.games.seameni.table import PASSING, Table


def log(table: Table, since: int = 0) -> list[str]:
    return [line for _, lines in table.match.log(None, ENGLISH, since) for line in lines]


def crowded(sea: str, more: str = "", options: dict[str, object] | None = None) -> Table:
    """S1 knocks W1 out, who comes home to a full ship: W decides in the turn of S."""
    table = Table(f"e5=wa e6=wa {sea}", ", ".join(filter(None, ["S1 e5, W1 e6, E1 @W", more])), options=options)
    table.play("S1>e6")
    assert (table.phase, table.player) == ("overflow", "W")
    return table


# -- rest marks ----------------------------------------------------------------------------------------------------------


def test_a_turtle_in_the_own_turn_means_rest_in_the_next_one() -> None:
    """SEA-9.4, SEA-9.5: the next turn that his controller begins; then the mark has run out."""
    table = Table("e5=wa e6=tu", "S1 e5", options=PASSING)
    table.play("S1>e6")
    assert table.rests("S1")
    table.play("pass", "pass", "pass")
    assert (table.player, table.of("S1")) == ("S", [])
    table.play("pass", "pass", "pass", "pass")
    assert (table.player, table.rests("S1")) == ("S", False)
    assert "S1>e5" in table.of("S1")


def test_a_turtle_in_anothers_turn_means_rest_in_the_first_that_is_begun() -> None:
    """SEA-9.4, SEA-17.5: W2 is put out onto a turtle while it is S's turn; W's own turn follows at once."""
    table = crowded("a6=tu", options=PASSING)
    table.play("out W2")
    assert (table.at("W2"), table.player) == ("a6 resting", "W")
    assert table.of("W2") == []
    table.play("pass", "pass", "pass", "pass")
    assert (table.player, table.at("W2")) == ("W", "a6")
    assert table.of("W2") != []


# -- movements --------------------------------------------------------------------------------------------------------------


def test_arriving_once_more_from_another_side_is_no_circle() -> None:
    """SEA-11.12 a, SEA-10.5: he comes through the vortex twice, from e4 and from d5, and leaves it for two fields."""
    table = Table("e4=wa e5=vo e6=c1W d6=c1S d5=c1E f5=c1E g5=wa", "S1 e4")
    table.play("S1>e5")
    assert table.at("S1") == "g5"
    assert log(table) == [
        "Player 1's pirate 1 goes from e4 to e5.",
        "The vortex whirls pirate 1 of Player 1 on from e5 to e6.",
        "The current carries pirate 1 of Player 1 from e6 to d6.",
        "The current carries pirate 1 of Player 1 from d6 to d5.",
        "The current carries pirate 1 of Player 1 from d5 to e5.",
        "The vortex whirls pirate 1 of Player 1 on from e5 to f5.",
        "The current carries pirate 1 of Player 1 from f5 to g5.",
    ]


def test_an_exit_chosen_in_between_breaks_a_circle() -> None:
    """SEA-11.11, SEA-11.12 a: f6 is reached from f7 twice, and both times he may go on."""
    table = Table("e5=wa e6=c8 e7=c1E f7=c1S f6=c1W d6=wa d5=wa f5=wa d7=wa", "S1 e5")
    table.play("S1>e6")
    assert sorted(table.legal()) == sorted(f"to {at}" for at in ("e7", "f7", "f6", "f5", "e5", "d5", "d6", "d7"))
    table.play("to e7")  # e7, f7, f6 and back
    assert sorted(table.legal()) == sorted(f"to {at}" for at in ("f7", "f6", "f5", "e5", "d5", "d6", "d7"))
    table.play("to f7")  # f7, f6 and back: f6 from f7 again
    assert table.at("S1") == "e6"
    assert sorted(table.legal()) == sorted(f"to {at}" for at in ("f6", "f5", "e5", "d5", "d6", "d7"))
    table.play("to d6")
    assert table.at("S1") == "d6"


def test_a_pirate_may_come_back_to_the_island_it_left() -> None:
    """SEA-11.4, SEA-11.14: he himself is left out when the look-ahead asks who occupies it."""
    table = Table("d5=is e5=c1W", "S1 d5")
    assert "S1>e5" in table.of("S1")
    table.play("S1>e5")
    assert table.at("S1") == "d5"
    occupied = Table("d5=is e5=c1W f5=wa", "S1 f5, S2 d5")
    assert occupied.why("S1>e5") == "SEA-11.7"


def test_a_pirate_put_out_is_surprised_from_the_start() -> None:
    """SEA-11.3, SEA-11.9: where no exit is safe he may go where nobody goes of his own will; he does not drown."""
    table = crowded("a6=c2NS a7=ca a5=is", "E2 a5")
    table.play("out W2")
    assert (table.phase, sorted(table.legal())) == ("chain", ["to a5", "to a7"])
    table.play("to a7")
    assert table.at("W2") == "a7"


def test_a_step_of_ones_own_will_is_not_surprised() -> None:
    """SEA-11.7, SEA-11.8: the same two exits forbid the step onto the current."""
    table = Table("a6=c2NS a7=ca a5=is b6=wa", "S1 b6, E2 a5")
    assert table.why("S1>a6") == "SEA-11.7"


def test_who_turned_up_a_tile_is_surprised() -> None:
    """SEA-11.3: from that moment on, in the same movement."""
    table = Table("b6=wa a6=?c2NS a7=ca a5=is", "S1 b6, E2 a5")
    table.play("S1>a6")
    assert (table.phase, sorted(table.legal())) == ("chain", ["to a5", "to a7"])
    table.play("to a5")
    assert table.at("S1") == "@S", "the island is occupied: thrown home"


# -- crowded ships -------------------------------------------------------------------------------------------------------------


def test_only_the_field_before_the_ship_is_exempt() -> None:
    """SEA-17.6, SEA-17.7: an occupied island farther on throws him home, as after any forced step."""
    table = crowded("a6=c1E b6=is", "E2 b6")
    table.play("out W2")
    assert table.at("W2", "E2") == "@W, b6"
    direct = crowded("a6=is", "E2 a6")
    direct.play("out W2")
    assert direct.at("W2", "E2") == "a6, a6"


def test_mud_without_room_throws_a_pirate_home_who_was_put_out() -> None:
    """SEA-17.7, SEA-9.25."""
    table = crowded("a6=m2", "E2 a6/1, E3 a6/1")
    table.play("out W2")
    assert table.at("W2") == "@W"
    assert (table.phase, table.player) == ("overflow", "W")


@pytest.mark.parametrize(("mover", "order"), [("S", ["W", "E"]), ("N", ["E", "W"])])
def test_the_first_crowded_ship_clockwise_decides(mover: str, order: list[str]) -> None:
    """SEA-17.3: beginning with the player whose turn it is; both W1 and E1 come home to full ships."""
    captives = "N2 @W, N3 @E" if mover == "S" else "S2 @W, S3 @E"
    table = Table("e5=wa e6=wa", f"{mover}1 e5, W1 e6, E1 e6, {captives}", player=mover)
    table.play(f"{mover}1>e6")
    met = []
    while table.phase == "overflow":
        met.append(table.player)
        assert table.why("pass") == "SEA-17.4"
        table.play(next(action for action in table.legal() if action.startswith("shark")))
    assert met == order


def test_a_ship_of_the_player_on_turn_that_is_crowded_later_decides_before_others() -> None:
    """SEA-17.3: judged again after each decision; W's pirate who is put out throws S1 home to his full ship."""
    table = Table("b6=wa a6=wa", "S1 b6, W1 a6, E1 a6, E2 @S, N2 @W, N1 @E, N3 @E", player="S")
    table.play("S1>a6")
    assert (table.phase, table.player) == ("overflow", "W")
    table.play("out W2")
    assert (table.at("S1"), table.phase, table.player) == ("@S", "overflow", "S")
    table.play("shark E2")
    assert (table.phase, table.player) == ("overflow", "E")


def test_what_happens_to_crowds_is_told() -> None:
    """SEA-15.4, SEA-17.5, SEA-17.8, SEA-10.3: a current before the ship brings everybody back, so one goes astern."""
    table = crowded("a6=c1W")
    table.play("out W2")
    assert log(table) == [
        "Player 1's pirate 1 goes from e5 to e6.",
        "Player 2's pirate 1 is knocked out on e6 and thrown home.",
        "The ship of Player 2 is crowded.",
        "Player 2's pirate 2 must leave the crowded ship of Player 2.",
        "Player 2's pirate 2 leaves the ship for a6.",
        "The current carries pirate 2 of Player 2 from a6 to w6.",
        "Player 2's pirate 2 is aboard the ship of Player 2.",
        "The ship of Player 2 is crowded.",
    ]
    table.play("out W3", "out E1", "astern W3")
    assert log(table)[-1] == "Player 2's pirate 3 is put out behind the ship, on w6*."


PASSES = "Player 2 passes./Player 3 passes./Player 4 passes."
TOLD = [
    (
        "e5=wa e6=oc f5=wa",
        "S1 e5, S2 f5",
        ("S1>e6", "pass", "pass", "pass", "S2>e6"),
        (
            f"Player 1's pirate 1 goes from e5 to e6./The octopus on e6 catches pirate 1 of Player 1./{PASSES}/"
            "Player 1's pirate 2 goes from f5 to e6./Player 1's pirate 1 is freed from the octopus on e6."
        ),
    ),
    (
        "e5=wa e6=m2 e5:1",
        "S1 e5",
        ("S1>e6+", "pass", "pass", "pass", "S1^"),
        (
            "Player 1's pirate 1 takes a treasure along from e5./Player 1's pirate 1 goes from e5 to e6./"
            f"Player 1's pirate 1 stands on step 1 of the mud on e6./{PASSES}/"
            "Player 1's pirate 1 stands on step 2 of the mud on e6."
        ),
    ),
    (
        "e5=sh e4=wa e4:1",
        "S1 e4",
        ("S1>e5+",),
        (
            "Player 1's pirate 1 takes a treasure along from e4./Player 1's pirate 1 goes from e4 to e5./"
            "The shark on e5 eats pirate 1 of Player 1./Player 1's pirate 1 loses the treasure."
        ),
    ),
    (
        "e5=wa e6=?tu",
        "S1 e5",
        ("S1>e6",),
        "Player 1's pirate 1 goes from e5 to e6./e6 is turned up: turtle./Player 1's pirate 1 rests on the turtle on e6.",
    ),
]


@pytest.mark.parametrize(("sea", "pirates", "actions", "lines"), TOLD)
def test_what_tiles_do_is_told(sea: str, pirates: str, actions: tuple[str, ...], lines: str) -> None:
    """SEA-8.1, SEA-9.4, SEA-9.7, SEA-9.8, SEA-9.16, SEA-9.18, SEA-9.19, SEA-13.1, SEA-13.7."""
    table = Table(sea, pirates, options=PASSING)
    table.play(*actions)
    assert log(table) == lines.split("/")


# -- ships and captives ----------------------------------------------------------------------------------------------------------


def test_captives_go_to_the_sharks_in_ones_own_turn() -> None:
    """SEA-16.10: aboard or on an outing, before the main action; nobody else's captives."""
    table = Table("e5=wa", "S1 e5, W1 @S, W2 @N, N1 e5")
    sharks = [action for action in table.legal() if action.startswith("shark")]
    assert sharks == ["shark W1"]
    assert (table.why("shark W2"), table.why("shark S1")) == ("SEA-16.10", "SEA-16.10")
    table.play("shark W1")
    assert (table.at("W1"), table.player) == ("dead", "S")


def test_a_jump_that_meets_a_current_is_made_again() -> None:
    """SEA-12.4, SEA-12.5: the tile stays face up; another jump and nothing else."""
    table = Table("e5=ca c3=?vo d4=wa", "S1 e5")
    table.play("S1~c3")
    assert (table.phase, table.at("S1")) == ("rejump", "e5")
    assert all(action.startswith("S1~") for action in table.legal())
    assert "S1~d4" in table.legal()
    assert [table.why(text) for text in ("S1>d5", "pass", "S2~d4", "S1~c3", "S1~e5")] == ["SEA-12.5"] * 3 + [
        "SEA-12.3"
    ] * 2
    table.play("S1~d4")
    assert table.at("S1") == "d4"
