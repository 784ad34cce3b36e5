"""Rare corners of Triremes that were wrong or unsaid once."""

from __future__ import annotations

import pytest

from kotva.engine.errors import BadPosition
from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.games.triremes import GAME
from kotva.games.triremes.board import EMBARK_TWO, NONE, SHIP_PRICE, SOLDIER_PRICE, SQUARES
from kotva.games.triremes.rules.codes import EMBARKED, FINISHED, MOVE, PASSED, TRI_20_3
from kotva.match import Match
from tests.games.triremes.table import Table

ALLIED = "players=3 alliances=open"

THREE = "players=3 purchase=on"


def reads_back(table: Table) -> bool:
    """The position is whole and can be written and read again."""
    state = table.s
    GAME.rules.check(state)
    return key(GAME.from_position(GAME.to_position(state), table.match.options)) == key(state)


def test_a_ship_is_bought_in_the_turn_in_which_another_fleet_left() -> None:
    """TRI-16.5, 20.3: Carthage, with a bought ship, resigns instead of answering; then Rome buys."""
    table = Table("R1=m10N G1=n12E C7=n16N R:i1 G:a20 C:i28 coins=5,5,5 used=C7", THREE)
    table.do("draw offer").do("draw yes").do("resign")
    assert (table.to_move, table.after) == ("Rome", "R1=m10N G1=n12E R:i1 G:a20")
    assert reads_back(table)
    table.do("buy ship 1")
    assert table.after == "R1=m10N R7=j4N G1=n12E R:i1 G:a20"
    assert reads_back(table)


def test_a_ship_is_bought_after_a_broken_pact_removed_a_fleet() -> None:
    """TRI-19.4, 18.4, 20.3: the pact ends, Carthage falls with its bought ship, and Greece buys in the next turn."""

    table = Table(
        "R1=m10N G1=n12E C7=n16N R:n27,o27,n28 G:a20 C:i28 coins=5,5,5 used=C7 pact=1-3",
        THREE + " alliances=open spoils=removed",
    )
    table.do("pact break 3").do("R1:F")
    assert table.to_move == "Greece"
    assert reads_back(table)
    table.do("buy ship 1")
    assert reads_back(table)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("placed", [0, 1, 5])
def test_resigning_during_placement_takes_along_soldiers_not_placed(seats: int, placed: int) -> None:
    """TRI-16.5, 3.4: the others place on; when the game ends so, soldiers who were never placed count for nobody."""
    table = Table(options=f"players={seats}")
    for _ in range(placed):
        table.do(table.match.legal()[0])
    for left in range(seats - 1, 0, -1):
        table.do("resign")
        assert reads_back(table)
        assert (table.to_move == "over") == (left == 1)
    assert sum(table.match.outcome().scores) <= placed
    assert table.ranks.count(1) == 1


SHORE_CAPITAL = """\
domain quay 12x8
............
............
............
............
.^..^..^..^.
#o..oFFo..o#
#o>.#FF#.<o#
#pp#pFFp#pp#
"""


def test_a_landing_lapses_when_the_first_one_made_its_square_an_own_one() -> None:
    """TRI-9.5, 18.5: the first landing takes the capital, the defender of the second square comes over: nobody lands there."""
    table = Table()
    options: dict[str, object] = {f"map{n}": SHORE_CAPITAL for n in (1, 2, 3)}
    position: dict[str, Json] = {"figures": "R1=m12N G1=o4E/2 C1=m20S R:o3 G:n1,o1 C:i28", "turn": 2}
    table.match = Match(GAME, 3, options, position=position, chance=False)
    table.do("G1>n3,o3")
    assert table.after == "R1=m12N@G G1=o4E/1 C1=m20S G:n1,n3,o1,o3 C:i28"
    assert table.to_move == "Carthage"
    assert reads_back(table)


MUTUAL = "R1=m10N G1=n12E C1=n16N R:n27,o27,n28 G:a20 C:n1,o1,n2 pact=1-3"


@pytest.mark.parametrize(("spoils", "left"), [("captor", "R:n1,n2,n27,n28,o1,o27"), ("removed", "R:n27,n28,o27")])
@pytest.mark.parametrize("breaker", ["Rome", "Carthage"])
def test_who_breaks_a_pact_falls_last(breaker: str, spoils: str, left: str) -> None:
    """TRI-15.3, 18.5, 19.4: both stand in each other's capital; the order begins after the player whose turn it is."""
    table = Table(MUTUAL, f"players=3 alliances=open spoils={spoils}", breaker)
    table.do("pact break 3" if breaker == "Rome" else "pact break 1").do("R1:F" if breaker == "Rome" else "C1:F")
    fallen = {"Rome": 2, "Carthage": 0}[breaker]
    assert [bool(out) for out in table.s.out[:3]] == [seat == fallen for seat in range(3)]
    if breaker == "Rome":
        assert left in table.after
    assert reads_back(table)


def test_who_resigns_instead_of_answering_has_not_said_yes() -> None:
    """TRI-16.5: the offer lapses though others have not answered; the turn goes on."""
    table = Table("R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28", "players=3").do("draw offer").do("resign")
    assert (table.to_move, table.match.is_over) == ("Rome", False)
    assert table.why("draw offer") == "TRI-16.5"
    assert "R1:F" in table.legal()


def test_an_automatic_pass_is_told_but_no_line_of_the_record() -> None:
    """TRI-4.3, section 7: it follows from the position, and nobody can choose it."""
    table = Table("R1=c2W G1=c3S G2=l9N G:p18", "annihilation=figures", "Greece").do("G2:F")
    assert [event[1] for event in table.match.played[-1].events if event[0] == PASSED] == [0]
    assert table.match.record().moves == ["2 G2:F"]
    assert table.why("pass") == "TRI-4.2"


def test_after_the_end_all_loads_are_open() -> None:
    """TRI-21.4."""
    table = Table("R1=b4N/2 G1=h9S/1 R:a1 G:p18", "cargo=hidden")
    hidden = table.match.view(0).to_json()
    assert "G1=h9S/?" in str(hidden)
    table.do("resign")
    assert all("R1=b4N/2 G1=h9S/1" in str(table.match.view(seat).to_json()) for seat in (0, 1, None))


@pytest.mark.parametrize("cargo", ["open", "memory", "hidden"])
def test_what_was_told_once_cannot_be_looked_up(cargo: str) -> None:
    """TRI-21.1: with `memory` the ship of an embarking is told when it happens, and in no log or look back after that."""
    table = Table("R1=b4N R:a3,h2 G1=h9S G:p18", f"cargo={cargo}").do("R1<a3")
    named = {"open": [True, True], "memory": [True, False], "hidden": [False, False]}[cargo]
    assert ["R1" in str(table.match.log(1)), "R1" in str(table.match.log(None))] == [named[0]] * 2
    assert ("R1" in str(table.match.log(0))) is True
    table.do("G1:F")
    for other in (1, None):
        assert ("R1" in str(table.match.log(other))) is named[1]
        ships = [event[2] for event in table.match.view(other, at=1).news if event[0] == EMBARKED]
        assert [ship != NONE for ship in ships] == [named[1]]
    assert "R1" in str(table.match.log(0))


@pytest.mark.parametrize(("cargo", "load", "free"), [("open", 1, True), ("hidden", 0, False), ("hidden", 1, False)])
def test_ramming_shows_the_load_and_is_not_taken_back(cargo: str, load: int, free: bool) -> None:
    """TRI-21.2, 6.5: everybody sees who drowns, also that nobody does; where loads are open nothing was learned."""
    aboard = f"/{load}" if load else ""
    table = Table(f"R1=h9N G1=i10E{aboard} G2=m11E/1 R:a1 G:p18", f"cargo={cargo}").do("R1:F")
    assert "G1" not in table.after
    assert (table.match.undo_target(0) == 0) is free


@pytest.mark.parametrize("cargo", ["open", "memory", "hidden"])
def test_landing_shows_a_load_and_sailing_does_not(cargo: str) -> None:
    """TRI-21.2: who lands was aboard."""
    table = Table("R1=b4N/1 R:h2 G1=h9S G:p18", f"cargo={cargo}").do("R1:F")
    assert table.match.undo_target(0) == 0
    table = Table("R1=b4N/1 R:h2 G1=h9S G:p18", f"cargo={cargo}")
    table.do(sorted(table.legal("R1>"))[0])
    assert (table.match.undo_target(0) == 0) is (cargo == "open")


@pytest.mark.parametrize(("counter", "reason"), [("quiet=118", "quiet"), ("turns=598", "turns")])
def test_a_pass_may_be_the_last_turn(counter: str, reason: str) -> None:
    """TRI-4.3, 16.2, 16.3: nobody chose it, and it counts like any turn."""
    table = Table(f"R1=c2W G1=c3S G2=l9N G:p18 {counter}", "annihilation=figures", "Greece").do("G2:F")
    assert (table.to_move, table.reason) == ("over", reason)
    assert [event[1] for event in table.match.played[-1].events if event[0] == PASSED] == [0]


def test_who_has_placed_everybody_is_left_out() -> None:
    """TRI-3.4, 1.5: Rome has one soldier, Greece three."""
    table = Table(options="force1=6/1 force2=6/3").do("P a1").do("P a16")
    assert table.to_move == "Greece"
    table.do("P a17").do("P a18")
    assert (table.to_move, table.s.phase) == ("Rome", MOVE)


def test_nobody_lands_who_is_not_aboard() -> None:
    """TRI-9.4: one soldier is not two, and an empty ship lands nobody."""
    assert {Table(f"R1=b4N{load} R:h2 G1=h9S G:p18").why("R1>a3,b2") for load in ("", "/1")} == {"TRI-9.4"}
    assert Table("R1=b4N R:h2 G1=h9S G:p18").why("R1>b2") == "TRI-9.4"
    assert Table("R1=b4N/2 R:h2 G1=h9S G:p18").why("R1>a3,b2") is None


def test_the_second_landing_may_end_the_game() -> None:
    """TRI-9.7, 15.2: one soldier stands in the capital; of the two who land on its shore the second is the third in it."""
    table = Table()
    options: dict[str, object] = {f"map{n}": SHORE_CAPITAL for n in (1, 2)}
    position: dict[str, Json] = {"figures": "R1=g13E/2 R:g16,a1 G1=k12S G:a16", "turn": 1}
    table.match = Match(GAME, 2, options, position=position, chance=False)
    table.do("R1>f14,g14")
    assert table.after == "R1=g13E G1=k12S R:a1,f14,g14,g16 G:a16"
    assert (table.to_move, table.reason) == ("over", "capital")


def test_a_pact_that_was_broken_lasts_to_the_end_of_the_turn_and_no_turn_ends_after_the_game() -> None:
    """TRI-4.6, 9.7, 19.4, 19.5: the second landing takes Rome's capital while Greece and Carthage are still allies."""
    options: dict[str, object] = {"alliances": "open", **{f"map{n}": SHORE_CAPITAL for n in (1, 2, 3)}}
    position: dict[str, Json] = {"figures": "R1=m12N G1=o4E/2 C1=m20S R:i1 G:n1 C:i28 pact=2-3", "turn": 2}
    table = Table()
    table.match = Match(GAME, 3, options, position=position, chance=False)
    table.do("pact break 3").do("G1>n3,o3")
    assert (table.to_move, table.reason, table.ranks) == ("over", "allied", [3, 1, 1])
    assert table.match.played[-1].events[-1][0] == FINISHED  # nothing further is carried out
    assert not table.s.enemies(1, 2)
    assert reads_back(table)


def test_the_end_of_a_pact_may_end_the_game() -> None:
    """TRI-4.4, 18.4, 19.4, 19.5: Carthage falls when the pact with Rome is over, and Rome and Greece are allies."""
    pos = "R1=m10N G1=n12E C1=n16N R:n27,o27,n28 G:a20 C:i28 pact=1-2 pact=1-3"
    table = Table(pos, "players=3 alliances=open").do("pact break 3").do("R1:B")
    assert (table.to_move, table.ranks) == ("over", [1, 1, 3])
    assert reads_back(table)


def test_two_soldiers_who_embark_are_named_in_order() -> None:
    """TRI-9.2: a pair has one number; the other order, and one soldier twice, are no action."""
    table = Table("R1=b4N R:h2,a3,b2 G1=h9S G:p18")
    assert table.why("R1<a3,b2") is None
    pair = next(family for family in GAME.rules.actions if family.base == EMBARK_TWO)
    ship, squares = pair.arguments(GAME.rules.actions.parse("R1<a3,b2"))
    first, second = divmod(squares, SQUARES)
    wrong = [pair.number(ship, a * SQUARES + b) for a, b in ((second, first), (first, first))]
    assert [GAME.clause(int(table.s.why_not(0, number))) for number in wrong] == ["TRI-9.2"] * 2


def test_a_berth_is_free_with_both_its_squares() -> None:
    """TRI-20.3: the bought ship lies on b4 and b3; what is before it does not matter."""

    def why(ship: str) -> str | None:
        return Table(f"R1={ship} R:a1 G1=h9S G:p18 coins=9,9", "purchase=on").why("buy ship 1")

    assert (why("b3W"), why("b4W"), why("b6N")) == ("TRI-20.3", "TRI-20.3", None)


def test_a_pact_is_asked_for_by_the_last_player_too() -> None:
    """TRI-19.3, 19.5: Carthage asks Rome; that would leave no enemies only if Rome and Greece were allies as well."""
    pos = "R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28 pact=2-3"
    assert Table(pos, "players=3 alliances=open", "Carthage").why("pact offer 1") is None
    assert Table(f"{pos} pact=1-2", "players=3 alliances=open", "Carthage").why("pact offer 1") == "TRI-19.3"


def test_when_the_first_player_left_the_next_one_has_the_first_turn() -> None:
    """TRI-3.5, 16.5: Rome resigns before anybody is placed."""
    table = Table(options="players=3").do("resign")
    while table.s.phase != MOVE:
        table.do(table.match.legal()[0])
    assert (table.to_move, int(table.s.turn), int(table.s.turns)) == ("Greece", 1, 0)
    assert PASSED not in [event[0] for event in table.match.played[-1].events]  # who has left has no turn to pass


def test_soldiers_who_may_still_be_bought_are_counted() -> None:
    """TRI-1.2, 20.3: Carthage has ten of 24 though nobody is out; Rome, Greece and Egypt could buy four more."""
    pos = "R6=aa19E G5=f19E C1=r23W/1 C8=r24S/1 E7=l11W R:l1,n2,n3,o2,o3 G:a9,a11,a16,b14,b16 E:z9,aa16,ab15,ab19"
    carthage = "C:i26,m28,o27,t28,k28,n27,p27,q28"
    with pytest.raises(BadPosition, match=r"more than 24 \(TRI-1\.2\)"):
        Table(f"{pos} {carthage}", "players=4 purchase=on")
    assert Table(f"{pos} {carthage}", "players=4").to_move == "Rome"  # 24, and nobody can buy any
    assert Table(f"{pos} C:i26,m28,o27,t28", "players=4 purchase=on").to_move == "Rome"


def test_who_may_not_buy_is_told_both_prices() -> None:
    """TRI-20.3: what a soldier and a ship cost, as the rules take it."""
    words = GAME.words.why[TRI_20_3]
    assert f"A soldier costs {SOLDIER_PRICE} coins" in words
    assert f"a ship costs {SHIP_PRICE} coins" in words


@pytest.mark.parametrize("phase", ["first", "setup"])
def test_a_seat_that_may_be_drawn_to_begin_has_a_soldier_to_place(phase: str) -> None:
    """TRI-3.4, TRI-3.5: Rome has nine more to place and Greece none, and chance may say that Greece begins."""
    ashore = "R:c1,d1,h3,i3,m1,n1 G:c18,d18,h16,i16,m18,n18"
    options = "players=2 setup=auto first=random cargo=hidden"
    with pytest.raises(BadPosition, match=r"player 2 has no soldier to place \(TRI-3\.4\)"):
        Table(f"{ashore} soldiers=15,6", options, phase=phase, asked=2)
    assert Table(f"{ashore} soldiers=6,6", options, phase="first", asked=1).to_move == "dice"
    assert Table(f"{ashore} soldiers=7,7", options, phase="first", asked=1).to_move == "dice"


def test_the_ship_of_an_ally_is_not_assaulted() -> None:
    """TRI-19.2, TRI-13.1: the soldier beside it may do everything else."""
    figures = "R1=m10N R:i1,i2 G1=j3N G:a20 C1=n16N C:i28"
    enemies, allies = Table(figures, ALLIED), Table(f"{figures} pact=1-2", ALLIED)
    assert enemies.legal("i2") - allies.legal("i2") == {"i2!G1"}
    assert allies.why("i2!G1") == "TRI-13.1"


def test_soldiers_in_the_capital_of_an_ally_win_nothing() -> None:
    """TRI-19.2, TRI-15.1: three of them stand there, and it matters only when the pact has ended (TRI-19.4)."""
    table = Table("R1=m10N R:a14,a15,a16,i1 G1=n12E G:a20 C1=n16N C:i28 pact=1-2", ALLIED).do("R1:L")
    assert (list(table.s.out)[:3], table.to_move) == ([0, 0, 0], "Greece")


def test_soldiers_of_allies_in_one_capital_are_not_added_up() -> None:
    """TRI-19.2, TRI-15.1: two Romans and a Carthaginian stand in the fortress of Greece, and three of one player are needed."""
    table = Table("R1=m10N R:a14,a15,i1 G1=n12E G:a20 C1=n16N C:a16,i28 pact=1-3", ALLIED).do("R1:L")
    assert (list(table.s.out)[:3], table.to_move) == ([0, 0, 0], "Greece")


@pytest.mark.parametrize(("coins", "square"), [(1, "g2"), (9, "h17"), (9, "a1")])
def test_a_soldier_costs_two_coins_and_stands_in_the_own_fortress(coins: int, square: str) -> None:
    """TRI-20.3: refused also where nobody would list it: too dear, in the fortress of Greece, outside."""
    table = Table(f"R1=b4N R:a1,g1 G1=h9S G:p18 coins={coins},9", "purchase=on")
    assert f"buy soldier {square}" not in table.legal()
    assert table.why(f"buy soldier {square}") == "TRI-20.3"
