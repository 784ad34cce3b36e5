"""Clauses of Triremes that no scenario pins alone: each position is written down, the text played, the whole answer compared."""

from __future__ import annotations

import itertools

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE
from kotva.games.triremes.board import LAND, Chart, square_name
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.writing import slots
from tests.games.triremes.table import Table

THREE = "R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28"


def log(table: Table) -> list[str]:
    return [line for _, lines in table.match.log(None, ENGLISH) for line in lines]


# -- prizes, rams, fights -------------------------------------------------------------------------------------------------


def test_a_prize_is_neither_rammed_nor_boarded() -> None:
    """TRI-6.9, TRI-10.5, TRI-14.4: until the turn ends its squares only block."""

    def in_a_fight(figures: str) -> Table:
        return Table(figures, fights=["R1!G4"], phase="fight", asked=2, prizes=["R2"])

    across = in_a_fight("R1=h9N/1 R2=j9N G2=l9W G4=g9N/1 R:a1 G:p18")
    assert (across.why("tac G2:F"), "tac G2:F" in across.legal()) == ("TRI-6.9", False)
    beside = in_a_fight("R1=h9N/1 R2=j9N G1=k7N G4=g9N/1 R:a1 G:p18")
    assert (beside.why("tac G1:F"), beside.why("tac G1:F!R2")) == (None, "TRI-10.5")
    assert not {text for text in beside.legal() if text.endswith("!R2")}
    assert "G2:F" in Table("R1=h9N/1 R2=j9N G2=l9W R:a1 G:p18", to_move="Greece").legal()
    assert "G1:F!R2" in Table("R1=h9N/1 R2=j9N G1=k7N R:a1 G:p18", to_move="Greece").legal()


def test_a_loss_or_a_tactical_move_sets_the_count_of_ties_back() -> None:
    """TRI-11.9: twelve ties *in a row*."""
    table = Table("R1=h7N/2 G1=i9N/2 G2=c9N R:a1 G:p18")
    table.do("R1:F!G1")
    ties = 0
    while ties < 11:
        if table.to_move == "dice":
            table.do("[2,3]")
            ties += 1
        else:
            table.do("roll")
    while table.to_move == "dice":
        table.do("[2,3]")
    assert table.after == "R1=h9N/2 G1=i9N/2 G2=c9N R:a1 G:p18"  # the twelfth: undecided
    table = Table("R1=h9N/2 G1=i9N/2 G2=c9N R:a1 G:p18", fights=["R1!G1 ties=11"], phase="fight", asked=2)
    table.do("tac G2:F")
    assert table.s.fights[4] == 0
    assert log(table)[0] == "Player 2 pays for a tactical move."


def test_no_move_is_made_when_its_price_ends_the_game() -> None:
    """TRI-12.4: the last soldier pays; the ship stays where it is."""
    table = Table("R1=h7N/1 G1=i9N/1 G2=f9E R:a1").do("R1:F!G1").do("tac G2:F")
    assert (table.winner, table.reason) == ("Rome", "destroyed")
    assert table.after == "R1=h9N/1 G1=i9N G2=f9E R:a1"


def test_no_move_is_made_when_its_price_eliminates_the_payer() -> None:
    """TRI-12.4, TRI-18.4: with three players the others go on, and his ships go over where they stand."""
    table = Table("R1=m10N/1 G1=n12N/1 G2=k12E R:i1 C1=q20N C:i28", "players=3").do("R1:F!G1").do("tac G2:F")
    assert table.after == "R1=m12N/1 G1=n12N@R G2=k12E@R C1=q20N R:i1 C:i28"
    assert table.to_move == "Carthage"


def test_soldiers_of_a_sunk_captor_cross_to_the_ship_they_took() -> None:
    """TRI-12.8: the sailors paid, the tactical move sinks the captor; its soldiers are not lost."""
    table = Table("R1=h7N/1 G1=i9N G2=f9E R:a1 G:p18").do("R1:F!G1").do("tac G2:F")
    assert table.after == "G1=i9N/1@R G2=h9E R:a1 G:p18"
    assert int(table.s.alive[0]) == 2
    empty = Table("R1=h7N G1=i9N G2=f9E R:a1 G:p18").do("R1:F!G1").do("tac G2:F")
    assert empty.after == "G1=i9N@R G2=h9E R:a1 G:p18"
    # Sinking another ship than the captor saves nobody.
    other = Table("R1=h7N/1 R2=g10N/1 G1=i9N G2=e9E R:a1 G:p18").do("R1:F!G1").do("tac G2:F")
    assert other.after == "R1=h9N/1 G1=i9N@R G2=g9E R:a1 G:p18"


def test_the_lines_of_a_fight() -> None:
    """TRI-6.7, TRI-8.4, TRI-11.4, TRI-11.9, TRI-12.8, TRI-14.1, TRI-21.2: what everybody reads."""
    assert log(Table("R1=h9N G1=h12N/2 R:a1 G:p18").do("R1:F")) == [
        "Trireme R1 sails to h11, heading north.",
        "Trireme R1 rams and sinks trieres G1. 2 soldiers drown.",
    ]
    assert log(Table("R1=h7N G1=i9N R:a1 G:p18").do("R1:F!G1 [6,1]")) == [
        "Trireme R1 sails to h9, heading north.",
        "Trireme R1 boards trieres G1.",
        "Rome attacks with 6 + 3 = 9, Greece defends with 1 + 2 = 3.",
        "Rome captures trieres G1.",
    ]
    assert log(Table("R1=h7N/1 G1=i9N/1 R:a1 G:p18").do("R1:F!G1" + " [2,3]" * 12))[-2:] == [
        "Greece attacks with 2 + 3 = 5, Rome defends with 3 + 2 = 5.",
        "Nobody wins: the fight ends undecided.",
    ]
    assert log(Table("R:a1,c1 G:d1,p18").do("c1xd1 [2,3] [1,6]")) == [
        "A soldier from c1 attacks on d1.",
        "Rome attacks with 2 + 3 = 5, Greece defends with 3 + 2 = 5.",
        "Greece attacks with 1 + 3 = 4, Rome defends with 6 + 2 = 8.",
        "The soldier of d1 falls.",
        "The soldier takes the place on d1.",
    ]
    assert log(Table("R1=h7N/1 G1=i9N G2=f9E R:a1 G:p18").do("R1:F!G1").do("tac G2:F"))[2:] == [
        "Player 2 pays for a tactical move.",
        "Rome captures trieres G1.",
        "1 soldier cross from trireme R1 to trieres G1.",
        "Trieres G2 sails to h9, heading east.",
        "Trieres G2 rams and sinks trireme R1.",
    ]


def test_a_ram_boards_nobody() -> None:
    """TRI-6.8: also where the rammer would end alongside another enemy."""
    table = Table("R1=h7N G1=h9E G2=i9N R:a1 G:p18")
    assert (table.why("R1:F"), table.why("R1:F!G2"), table.why("R1:F!G1")) == (None, "TRI-6.8", "TRI-6.8")


def test_no_coins_without_buying() -> None:
    """TRI-20.1, TRI-20.2."""
    assert Table("R1=h9N G1=h12N/2 R:a1 G:p18").do("R1:F").coins() == [0, 0]


def test_two_bought_ships_sunk_in_one_turn_leave_no_gap() -> None:
    """TRI-12.2, TRI-20.3: Greece pays twice and sinks R7 and R8."""
    pos = "R1=h9N/2 R7=e12N R8=g12N G1=i9N/2 G2=c12E R:a1 G:p18"
    table = Table(pos, "purchase=on", phase="fight", fights=["R1!G1"], asked=2)
    table.do("tac G2:F").do("roll [2,3]").do("tac G2:F").do("[1,6]")
    assert table.after == "R1=h9N/2 G1=i9N@R G2=g12E R:a1 G:p18"
    assert len(table.s.bow) == int(table.s.chart.fleet)


# -- several players --------------------------------------------------------------------------------------------------------


def test_fights_of_an_eliminated_player_end_and_the_others_go_on() -> None:
    """TRI-11.11, TRI-18.5: first the fights end, on whichever side he stands; spoils are no prizes."""
    pos = "R1=m12N/1 R2=p20N G1=n12N/1 G2=k14E C1=q20N/1 C2=r10N@G R:i1 C:i28"
    table = Table(pos, "players=3", phase="fight", fights=["R2!C1", "R1!G1"], asked=2, prizes=["C2"])
    table.do("tac G2:B")  # Greece pays its last soldier to Rome
    assert table.s.out[1] == 1
    assert table.after == "R1=m12N/1 R2=p20N G1=n12N@R G2=k14E@R C1=q20N/1 C2=r10N@R R:i1 C:i28"
    assert list(table.s.prize) == [0] * len(table.s.prize)
    assert len(table.s.fights) == 5, "the fight of R2 and C1 goes on"


def test_spoils_of_the_first_player() -> None:
    """TRI-18.4: every ship goes over, Rome's first one too."""
    table = Table("R1=m10N R2=p10N R:i1 G:j1,a20 C1=q20N C:i28", "players=3", to_move="Greece").do("j1xi1 [6,1]")
    assert table.after == "R1=m10N@G R2=p10N@G C1=q20N G:a20,i1 C:i28"


def test_a_pact_of_others_closes_nothing() -> None:
    """TRI-19.2, TRI-19.3: Rome and Egypt are allies; Greece walks where it likes."""
    pos = "R1=m10N G1=n12E C1=n16N E1=q16N R:i1 G:a19 C:i28 E:ab20 pact=1-4"
    table = Table(pos, "players=4 alliances=open", to_move="Greece")
    assert table.legal("a19-") == {"a19-a18", "a19-a20"}


def test_spoils_are_told_with_their_numbers() -> None:
    """TRI-18.4: ships, and soldiers ashore and aboard."""
    pos = "R1=m12N G1=d19E/1 G2=m20S C1=q20S R:a15,b15,b16,i1 G:a10 C:i28"
    table = Table(pos, "players=3").do("b16-a16")
    assert table.after == "R1=m12N G1=d19E/1@R G2=m20S@R C1=q20S R:a10,a15,a16,b15,i1 C:i28"
    assert int(table.s.alive[0]) == 6
    gained = [event for event in table.match.played[-1].events if event[0] == 19]
    assert gained == [(19, 0, 2, 2)]


def test_the_conditions_are_tested_again_after_spoils() -> None:
    """TRI-18.5: with Greece's soldiers Rome holds Egypt's capital, too."""
    chart = Table(options="players=4").s.chart
    fort = {seat: [square_of(chart, int(q)) for q in chart.capital[seat * 12 : seat * 12 + 6]] for seat in range(4)}
    assert {"a15", "a16", "b15"} <= set(fort[1])
    pos = f"R:a15,b15,b16,i1,{fort[3][2]} G:a10,{','.join(fort[3][:2])} C:i28 E:{fort[2][0]},{fort[2][1]},ab20"
    table = Table(pos, "players=4").do("b16-a16")
    assert [int(n) for n in table.s.out] == [0, 1, 0, 2]
    assert table.to_move == "Carthage"


def square_of(chart: Chart, number: int) -> str:
    """The name of a square."""
    return str(square_name(int(chart.code[number])))


@pytest.mark.parametrize(
    ("result", "soldiers", "ranks"),
    [
        ("material", "R:i1,j1 G:a20,a19,a18 C:i28,j28,k28 E:ab20", [1, 3, 1, 3]),  # 2 + 3 against 3 + 1
        ("material", "R:i1 G:a20,a19,a18 C:i28,j28,k28 E:ab20", [1, 1, 1, 1]),  # 1 + 3 against 3 + 1
        ("material", "R:i1 G:a20 C:i28,j28,k28 E:ab20,ab19,ab18,ab17", [3, 1, 3, 1]),
        ("draw", "R:i1,j1 G:a20 C:i28,j28,k28 E:ab20", [1, 1, 1, 1]),
    ],
)
def test_at_a_limit_the_sums_of_the_teams_are_compared(result: str, soldiers: str, ranks: list[int]) -> None:
    """TRI-16.4, TRI-19.1, section 9: with fixed alliances a team shares one rank."""
    pos = f"R1=m10N G1=n12E C1=n16N E1=q16N {soldiers} turns=1999"
    table = Table(pos, f"players=4 alliances=fixed limit_result={result}").do("R1:L")
    assert (table.reason, table.ranks) == ("turns", ranks)


@pytest.mark.parametrize(("result", "ranks"), [("material", [2, 1, 2]), ("draw", [1, 1, 1])])
def test_at_a_limit_single_players_are_compared(result: str, ranks: list[int]) -> None:
    """TRI-16.2, TRI-16.4."""
    pos = "R1=m10N G1=n12E C1=n16N R:i1 G:a20,a19 C:i28 quiet=179"
    table = Table(pos, f"players=3 limit_result={result}").do("R1:L")
    assert (table.reason, table.ranks) == ("quiet", ranks)


def test_ships_decide_among_equal_soldiers_and_eliminated_players_come_last() -> None:
    """TRI-16.4: at a limit."""
    pos = "R1=m10N G1=n12E G2=q12E C1=n16N R:i1 G:a20 C:i28 E:ab20 quiet=239"
    table = Table(pos, "players=4").do("R1:L")
    assert (table.reason, table.ranks) == ("quiet", [2, 1, 2, 4])


# -- capitals ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("capitals", "left", "right", "won"),
    [
        ("any", 3, 0, True),
        ("any", 0, 3, True),
        ("any", 2, 2, False),
        ("all", 3, 0, False),
        ("all", 3, 2, False),
        ("all", 3, 3, True),
    ],
)
def test_fortresses_of_the_big_battle_are_counted_apart(capitals: str, left: int, right: int, won: bool) -> None:
    """TRI-15.1, TRI-17.3: three in one of them, or three in each; the last soldier steps in."""
    chart = Table(options="layout=double").s.chart
    forts: list[list[str]] = [[square_of(chart, int(q)) for q in chart.capital[12 + k : 18 + k]] for k in (0, 6)]
    last = 0 if left == 3 and not (capitals == "all" and right == 3) else 1
    counts = [left, right]
    counts[last] = max(0, counts[last] - 1)
    standing = [at for k in (0, 1) for at in forts[k][: counts[k]]]
    free = set(forts[last]) - set(standing)
    land = [square_of(chart, q) for q in range(int(chart.size)) if chart.kind[q] == LAND and chart.fort[q] < 0]
    for start in land:  # one more soldier steps in from a square beside the fortress, wherever that is
        table = Table(f"R:{','.join([*standing, start])} G:{far(chart, start)}", f"layout=double capitals={capitals}")
        into = [text for text in table.legal(f"{start}-") if text.split("-")[1] in free]
        if into:
            table.do(into[0])
            assert table.match.is_over == won
            return
    raise AssertionError("no square is beside that fortress")


def far(chart: Chart, start: str) -> str:
    """Some land square of Rome's own shore that is not `start`: the last Greek soldier stands there."""
    own = [q for q in range(int(chart.size)) if chart.kind[q] == LAND and chart.shore[q] == 0 and chart.fort[q] < 0]
    return next(square_of(chart, q) for q in own if square_of(chart, q) != start)


# -- pacts, draws, leaving ----------------------------------------------------------------------------------------------------


def test_pacts_and_draws_are_told() -> None:
    """TRI-16.5, TRI-19.3, TRI-19.4."""
    table = Table(THREE, "players=3 alliances=open")
    for line in ("pact offer 2", "pact yes", "R1:L", "pact break 1", "G1:F", "draw offer", "draw yes", "draw no"):
        table.do(line)
    assert log(table) == [
        "Player 1 offers Player 2 a pact.",
        "Player 2 accepts the pact.",
        "Trireme R1 sails to l10, heading west.",
        "Player 2 breaks the pact with Player 1: it ends with this turn.",
        "Trieres G1 sails to p12, heading east.",
        "The pact of Player 1 and Player 2 is over.",
        "Player 3 offers a draw.",
        "Player 1 accepts the draw.",
        "Player 2 refuses the draw.",
    ]
    refused = Table(THREE, "players=3 alliances=open")
    for line in ("pact offer 2", "pact no", "draw offer", "draw yes", "draw yes"):
        refused.do(line)
    assert log(refused) == [
        "Player 1 offers Player 2 a pact.",
        "Player 2 refuses the pact.",
        "Player 1 offers a draw.",
        "Player 2 accepts the draw.",
        "Player 3 accepts the draw.",
        "All players agreed on a draw.",
    ]


def test_who_is_asked_only_answers() -> None:
    """TRI-19.3, TRI-16.5: nothing else is legal, and nobody else answers."""
    pact = Table(THREE, "players=3 alliances=open").do("pact offer 2")
    assert [pact.why(text) for text in ("G1:F", "pact offer 3", "draw yes", "roll", "pact yes")] == ["TRI-19.3"] * 4 + [
        None
    ]
    draw = Table(THREE, "players=3 alliances=open").do("draw offer")
    answers = [draw.why(text) for text in ("G1:F", "pact yes", "pact offer 3", "draw yes", "draw no")]
    assert answers == ["TRI-16.5"] * 3 + [None, None]


@pytest.mark.parametrize("question", ["pact offer 2", "draw offer"])
def test_who_leaves_instead_of_answering_has_not_said_yes(question: str) -> None:
    """TRI-16.5, TRI-18.6: the turn goes on where it was."""
    table = Table(THREE + " C2=t16N", "players=3 alliances=open").do(question).do("resign")
    assert (table.to_move, table.s.turn, not any(table.s.pact)) == ("Rome", 0, True)
    assert table.after == "R1=m10N C1=n16N C2=t16N R:i1 C:i28"
    table.do("R1:F")
    assert table.to_move == "Carthage"


def test_allied_fortresses_are_closed_to_attackers_and_to_victors() -> None:
    """TRI-19.2: also where TRI-8.4 would take him there."""
    table = Table("R:b16,i1 G:a20 C:i28,a16 pact=1-2", "players=3 alliances=open")
    assert table.why("b16xa16") == "TRI-19.2"
    # Carthage stands in Greece's fortress and attacks Rome, Greece's ally, outside: Rome wins and stays outside.
    table = Table("R:b16,i1 G:a20 C:a16,i28 pact=1-2", "players=3 alliances=open", to_move="Carthage")
    table.do("a16xb16 [1,6]")
    assert table.after == "R:b16,i1 G:a20 C:i28"
    # Without the pact he takes the place.
    table = Table("R:b16,i1 G:a20 C:a16,i28", "players=3 alliances=open", to_move="Carthage")
    table.do("a16xb16 [1,6]")
    assert table.after == "R:a16,i1 G:a20 C:i28"


def test_the_fortress_of_an_eliminated_ally_is_open() -> None:
    """TRI-18.3, TRI-19.2: his capital has no further meaning."""
    table = Table("R:b16,i1 C1=n16N C:i28 E1=q16N E:ab20 pact=1-2 out=2", "players=4 alliances=open")
    assert table.why("b16-a16") is None


# -- buying -------------------------------------------------------------------------------------------------------------------


def test_what_can_be_bought() -> None:
    """TRI-20.3: soldiers on free fortress squares of the own capital, ships on own free berths; neither beyond the start."""
    table = Table("R1=b4N R:a1,g1 G1=h9S G:p18 coins=9,9", "purchase=on")
    chart = table.s.chart
    fort = {square_of(chart, int(q)) for q in chart.capital[0:6]}
    assert table.legal("buy soldier") == {f"buy soldier {at}" for at in fort - {"g1"}}
    assert table.legal("buy ship") == {f"buy ship {n}" for n in (2, 3, 4, 5, 6)}
    assert {text for text in table.legal() if " " in text} == table.legal("buy")
    assert table.why("buy ship 1") == "TRI-20.3"
    assert table.why("buy ship 7") == "TRI-20.3"
    assert [table.why(f"buy soldier {at}") for at in ("a1", "g1", "p18")] == ["TRI-20.3"] * 3
    two = Table("R1=b9N R:a1 G1=h9S G:p18 coins=2,0", "purchase=on")
    assert (len(two.legal("buy soldier")), two.legal("buy ship")) == (6, set())


def test_bought_ships_stand_in_the_order_of_their_names() -> None:
    """TRI-20.3: whoever bought first; loads and marks stay with their ships; a sunk one leaves no gap."""
    table = Table("R1=h9N R:a1 G1=d15S G:p18 coins=9,9", "purchase=on")
    table.do("R1:F").do("buy ship 1").do("buy ship 1").do("buy ship 2").do("buy ship 2")
    assert table.after == "R1=h11N R7=b4N R8=e4N G1=d15S G7=o15S G8=l15S R:a1 G:p18"
    assert table.coins() == [3, 3]
    loaded = Table("R1=h9N G7=c12N/1 R:a1 G:p18 coins=3,0", "purchase=on").do("buy ship 1")
    assert loaded.after == "R1=h9N R7=b4N G7=c12N/1 R:a1 G:p18"
    pos = "R1=h9N R7=c9N/1 R8=e9N G1=d15S G7=c12N/1 G8=l15S R:a1 G:p18 coins=3,6"
    ram = Table(pos, "purchase=on").do("R7:F")  # sinks G7
    assert ram.after == "R1=h9N R7=c11N/1 R8=e9N G1=d15S G8=l15S R:a1 G:p18"
    ram.do("G8:F")
    assert "G8=l13S" in ram.after
    assert [int(ram.s.slot(int(ram.s.ident[slot]))) for slot in slots(ram.s)] == slots(ram.s)
    ram.do("R8:F").do("buy ship 1")
    assert "G9=o15S" in ram.after, "the next number never used"
    assert log(ram)[-1] == "Greece buys trieres G9 for o15."


@pytest.mark.parametrize("coins", [0, 1, 2])
def test_who_can_only_buy_is_not_passed_over(coins: int) -> None:
    """TRI-4.3, TRI-20.3: buying is an action. Greece has one ship, shut in bow to bow, and its last soldier aboard."""
    table = Table(f"R1=h11N R2=i12W R3=g12E R:a1,b1 G1=h12S/1 coins=0,{coins}", "purchase=on").do("b1-c1")
    if coins < 2:
        assert (table.to_move, log(table)[-1]) == ("Rome", "Player 2 has no legal action and passes.")
    else:
        assert table.to_move == "Greece"
        assert {text.rsplit(" ", 1)[0] for text in table.legal()} == {"buy soldier"}


# -- what is hidden, and chance --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cargo", "told"), [("open", "trieres G1"), ("memory", "trieres G1"), ("hidden", "a ship")])
def test_embarking_is_announced(cargo: str, told: str) -> None:
    """TRI-21.1: to others in full, or only the emptied squares; to its player always in full."""
    table = Table("R1=h9N R:a1 G1=n17E G:p18,o17", f"cargo={cargo}").do("R1:F").do("G1<o17")
    assert log(table)[-1] == f"Greece embarks from o17 on {told}."
    own = [line for _, lines in table.match.log(1, ENGLISH) for line in lines]
    assert own[-1] == "Greece embarks from o17 on trieres G1."


@pytest.mark.parametrize("ashore", ["a1", "a1,c1", "a1,c1,d1"])
def test_every_spread_of_hidden_loads_may_be_dealt(ashore: str) -> None:
    """TRI-21.1, TRI-21.2: the total is public, so soldiers not ashore are aboard: in every way they fit, evenly."""
    pos = f"R1=h9N/2 R2=c9N R3=e9N/1 R4=l9N G1=i12E/1 R:{ashore} G:p18"
    table = Table(pos, "cargo=hidden")
    seen = table.s.seen(1)
    assert isinstance(seen, Triremes)
    wanted = {spread for spread in itertools.product((0, 1, 2), repeat=4) if sum(spread) == 3}
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(640):
        dealt = seen.clone()
        dealt.redeal(1, Rng(seed))
        assert isinstance(dealt, Triremes)
        loads = tuple(int(dealt.load[slot]) for slot in slots(dealt))
        assert loads[4] == 1
        counts[loads[:4]] = counts.get(loads[:4], 0) + 1
    assert counts.keys() == wanted  # 16 ways, 40 times each on the average
    assert max(counts.values()) < 80
    assert min(counts.values()) > 12


def test_a_load_that_everybody_sees_is_not_dealt_again() -> None:
    """TRI-21.2: R1 fights and shows its soldier; of the three aboard two are left for R2 and R3."""
    pos = "R1=h9N/1 R2=c9N/2 R3=e9N G1=i9N/1 G2=c12N R:a1 G:p18"
    table = Table(pos, "cargo=hidden", fights=["R1!G1"], phase="fight", asked=2)
    seen = table.s.seen(1)
    found = set()
    for seed in range(60):
        dealt = seen.clone()
        dealt.redeal(1, Rng(seed))
        assert isinstance(dealt, Triremes)
        found.add(tuple(int(dealt.load[slot]) for slot in slots(dealt)[:3]))
    assert found == {(1, 0, 2), (1, 1, 1), (1, 2, 0)}


@pytest.mark.parametrize("options", ["first=random setup=auto", "players=3 first=random setup=auto"])
def test_chance_draws_the_first_player_and_the_dice(options: str) -> None:
    """TRI-3.5, TRI-21.5: one seat of those that play, each as likely; then pairs of dice."""
    table = Table(options=options)
    seats = int(table.s.seats)
    assert drawn(table) == {f"first {n + 1}": 1 for n in range(seats)}
    assert sampled(table) == set(drawn(table))
    for wrong in ("[1,1]", "[6,6]", "R1:F", *(["first 3"] if seats == 2 else ["first 4"])):
        answer = table.match.why_not(wrong, CHANCE)
        assert answer is not None
        assert answer[0] == "TRI-21.5"
    fight = Table("R1=h7N/1 G1=i9N/1 R:a1 G:p18").do("R1:F!G1")
    assert drawn(fight) == {f"[{a},{b}]": 1 for a in range(1, 7) for b in range(1, 7)}
    assert sampled(fight) == set(drawn(fight))
    answer = fight.match.why_not("first 1", CHANCE)
    assert answer is not None
    assert answer[0] == "TRI-21.5"


def drawn(table: Table) -> dict[str, int]:
    out = Moves()
    table.s.list_chance(out)
    weights = [int(weight) for weight in out.weights()]
    return dict(zip(table.match.legal(), [weight // weights[0] for weight in weights], strict=True))


def sampled(table: Table) -> set[str]:
    return {table.match.game.rules.actions.text(int(table.s.sample(Rng(seed), Moves()))) for seed in range(400)}
