"""Rules of Triremes that could once be broken without a test noticing: small positions, and lines played through `whole`."""

from __future__ import annotations

import re

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.state import CHANCE, OK, SPECTATOR
from kotva.games.triremes import GAME
from kotva.games.triremes.board import LAND_TWO, NONE, NUMBERS, SQUARES
from kotva.games.triremes.rules.codes import BEGINS, TRI_9_4, UNDECIDED
from kotva.match import Match
from tests.games.triremes.table import Table
from tests.games.whole import whole

THREE = "R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28"
TWO = "players=2"

# Lines that are played from a position, dice behind them; after each of them the state is whole.
LINES: dict[str, tuple[str, str, str, list[str]]] = {
    "pacts": (
        "TRI-19.3, TRI-19.4",
        THREE,
        "players=3 alliances=open",
        ["pact offer 2", "pact yes", "R1:L", "pact break 1", "G1:F", "draw offer", "draw no"],
    ),
    "a fight": ("TRI-11.4, TRI-14.1", "R1=h7N/1 G1=i9N R:a1 G:p18", TWO, ["R1:F!G1 [2,3] [6,1]"]),
    "a land battle": ("TRI-8.3, TRI-8.4", "R:a1,c1 G:d1,p18", TWO, ["c1xd1 [2,3] [1,6]"]),
    "two land": ("TRI-9.4, TRI-9.7", "R1=d17E/2 R:a1 G:c18,d18,p18", "players=2 cargo=hidden", ["R1>c18,d18 [6,1]"]),
    "hidden loads": (
        "TRI-21.1, TRI-21.2",
        "R1=b4N/2 R2=h9N/1 R3=k9N G1=m9S/1 G2=o9S R:a1,a3 G:p18",
        "players=2 cargo=hidden",
        ["R2:F", "G1:F"],
    ),
    "one lands and fights": ("TRI-9.6, TRI-8.4", "R1=d17E/1 R:a1 G:d18,p18", TWO, ["R1>d18 [6,1]"]),
    "hidden loads of prizes": (
        "TRI-21.1, TRI-21.2, TRI-14.1",
        "R1=b4N/1@G R2=h9N/1 G1=m9S/2@R G2=o9S R:a1,a3 G:p18",
        "players=2 cargo=hidden",
        ["R2:F", "G2:F"],
    ),
    "a bought ship of three is sunk": (
        "TRI-6.1, TRI-20.3",
        "R1=c9N G1=h9N R7=h12N R8=c12N R9=e12N R:a1 G:p18 used=R9",
        "players=2 purchase=on",
        ["R1:B", "G1:F", "R9:F"],
    ),
    "buying": ("TRI-20.3", "R1=h9N G1=k9S R:h2 G:p18 coins=5,5", "players=2 purchase=on", ["R1:F", "G1:F"]),
}


@pytest.mark.parametrize(
    ("clauses", "figures", "options", "lines"),
    [pytest.param(*line, id=name.replace(" ", "-")) for name, line in LINES.items()],
)
def test_every_state_on_the_way_is_whole(clauses: str, figures: str, options: str, lines: list[str]) -> None:
    assert clauses
    table = Table(figures, options)
    whole(GAME, table.match.options, table.s)
    number = 0
    for line in lines:
        for text in re.split(r" (?=\[)", line):
            number += 1
            table.match.play(text, CHANCE if text.startswith("[") else None)
            whole(GAME, table.match.options, table.s, number)


def test_a_landing_that_waits_is_part_of_the_position() -> None:
    """TRI-9.7: while the first soldier fights, the second one waits; a copy knows it, too."""
    table = Table("R1=d17E/2 R:a1 G:c18,d18,p18")
    table.match.play("R1>c18,d18")
    assert "then R1>d18" in str(GAME.to_position(table.s)["battle"])
    whole(GAME, table.match.options, table.s)
    assert GAME.to_position(table.s.clone()) == GAME.to_position(table.s)


def test_nobody_is_aboard_while_soldiers_are_placed() -> None:
    """TRI-3.3, TRI-21.1: whoever loads hidden ships anew finds them empty then."""
    match = Match(GAME, 2, {"cargo": "hidden", "first": "1"}, chance=False)
    match.play(match.legal()[0])
    for viewer in (0, 1, SPECTATOR):
        dealt = match.state.seen(viewer).clone()
        dealt.redeal(viewer, Rng(3))
        GAME.rules.check(dealt)
        assert not any(dealt.load)  # type: ignore[attr-defined]


def test_a_great_fleet_is_loaded_anew() -> None:
    """TRI-21.2: twenty ships can be loaded in more ways than a generator counts to."""
    match = Match(GAME, 4, {"cargo": "hidden", "setup": "auto", "first": "1"}, chance=False)
    state = match.state
    for slot in range(len(state.bow)):  # type: ignore[attr-defined]
        state.owner[slot] = 0  # type: ignore[attr-defined]
        state.load[slot] = 1  # type: ignore[attr-defined]
    aboard = len(state.bow)  # type: ignore[attr-defined]
    state.alive[0] += aboard  # type: ignore[attr-defined]
    dealt = state.seen(1).clone()
    dealt.redeal(1, Rng(5))
    loads = [int(n) for n in dealt.load]  # type: ignore[attr-defined]
    assert sum(loads) == aboard
    assert set(loads) <= {0, 1, 2}
    assert len(set(loads)) > 1


# -- what is refused -----------------------------------------------------------------------------------------------------


def test_what_is_nothing_to_do_in_the_move_phase() -> None:
    """TRI-3.3, TRI-11.3, TRI-4.2, TRI-19.3, TRI-16.5."""
    table = Table(THREE, "players=3 alliances=open")
    asked = ("P a1", "roll", "tac R1:F", "tac R1:F!G1", "pass", "pact yes", "pact no", "draw yes", "draw no")
    assert [table.why(text) for text in asked] == [
        "TRI-3.3",
        *["TRI-11.3"] * 3,
        "TRI-4.2",
        *["TRI-19.3"] * 2,
        *["TRI-16.5"] * 2,
    ]


def test_nothing_is_bought_where_nothing_is_for_sale() -> None:
    """TRI-20.1."""
    table = Table("R1=h9N G1=k9S R:h2 G:p18")
    assert (table.why("buy soldier a1"), table.why("buy ship 1")) == ("TRI-20.1", "TRI-20.1")


def test_only_an_own_soldier_assaults() -> None:
    """TRI-13.1: neither an empty square nor an enemy beside the ship does."""
    table = Table("G1=d2E/2 R:a1 G:d1,p18")
    assert (table.why("d1!G1"), table.why("e1!G1")) == ("TRI-13.1", "TRI-13.1")
    assert Table("G1=d2E/2 R:a1,d1 G:p18").why("d1!G1") is None


def test_the_last_two_who_remain_make_no_pact() -> None:
    """TRI-19.5, TRI-19.3: Carthage is out, so all who remain would be allies."""
    table = Table("R1=m10N G1=n12E R:i1 G:a20 out=3", "players=3 alliances=open")
    assert table.why("pact offer 2") == "TRI-19.3"
    assert Table(THREE, "players=3 alliances=open").why("pact offer 2") is None


def test_a_fortress_is_closed_to_allies() -> None:
    """TRI-19.2: a pact between the second and the third player; n28 is a square of the third one's fortress."""
    allied = Table("R:i1 G:m28,a20 C:i28 pact=2-3", "players=3 alliances=open", to_move="Greece")
    free = Table("R:i1 G:m28,a20 C:i28", "players=3 alliances=open", to_move="Greece")
    closed = [text for text in free.legal() if allied.why(text) == "TRI-19.2"]
    assert "m28-n28" in closed
    assert allied.legal() == free.legal() - set(closed) - {t for t in free.legal() if t.startswith("pact")} | {
        t for t in allied.legal() if t.startswith("pact")
    }


# -- what then happens ---------------------------------------------------------------------------------------------------


def test_two_land_on_free_squares_and_the_turn_is_over() -> None:
    """TRI-9.4, TRI-4.4."""
    table = Table("R1=d2W/2 G1=h9S R:a1 G:p18").do("R1>d1,f2")
    assert table.after == "R1=d2W G1=h9S R:a1,d1,f2 G:p18"
    assert table.to_move == "Greece"


@pytest.mark.parametrize("counter", ["quiet", "turns"])
def test_teams_are_ranked_by_their_sums_at_either_limit(counter: str) -> None:
    """TRI-16.2, TRI-16.3, TRI-16.4, TRI-19.1: 2 + 3 against 3 + 1."""
    figures = "R1=m10N G1=n12E C1=n16N E1=q16N R:i1,j1 G:a20,a19,a18 C:i28,j28,k28 E:ab20"
    options = "players=4 alliances=fixed limit_result=material"
    limit = int(getattr(Table(figures, options).s.chart, {"quiet": "quiet_limit", "turns": "turn_limit"}[counter]))
    table = Table(f"{figures} {counter}={limit - 1}", options).do("R1:L")
    assert (table.reason, table.ranks) == (counter, [1, 3, 1, 3])


def test_two_soldiers_land_on_two_squares_in_one_order() -> None:
    """TRI-9.4: on different squares; the same two the other way round are no other action."""
    table = Table("R1=d17E/2 R:a1 G:p18")
    state, pairs = table.s, [text for text in table.legal("R1>") if "," in text]
    assert pairs
    both = GAME.rules.actions.parse(pairs[0])
    ship, pair = GAME.rules.actions.family(both).arguments(both)
    first, second = divmod(pair, SQUARES)
    assert (first < second, state.why_not(0, both)) == (True, OK)
    for one, two in ((second, first), (first, first), (second, second)):
        assert state.why_not(0, LAND_TWO + (ship * SQUARES + one) * SQUARES + two) == TRI_9_4


def test_the_last_ship_of_one_fleet_boards_the_first_of_the_next() -> None:
    """TRI-10.1: R6 and G1 stand beside each other in the list of ships, too."""
    table = Table("R6=h7N G1=i9N R:a1 G:p18")
    assert "R6:F!G1" in table.legal("R6")
    assert table.why("R6:F!G1") is None


def test_a_bought_ship_that_is_sunk_leaves_no_gap_behind_another() -> None:
    """TRI-6.1, TRI-20.3: R7 sinks G7; nothing in the position remembers that there was one."""
    table = Table("R1=c9N R7=h9N G1=o9S G7=h12N R:a1 G:p18 used=R7,G7", "players=2 purchase=on").do("R7:F")
    assert table.after == "R1=c9N R7=h11N G1=o9S R:a1 G:p18"
    assert table.s.bow[len(table.s.bow) - 1] != NONE


def test_an_undecided_battle_and_who_begins_are_told() -> None:
    """TRI-8.6: both remain, and everybody hears why; TRI-3.5: who has the first turn."""
    tied = Table("R:a1,c1 G:d1,p18", "land_tie=end").do("c1xd1 [2,3]")
    assert UNDECIDED in [event[0] for event in tied.match.played[-1].events]
    drawn = Match(GAME, 3, {"first": "random"}, chance=False)
    drawn.play("first 2", CHANCE)
    assert (BEGINS, 1) in [event[:2] for event in drawn.played[-1].events]


def test_fixed_alliances_are_those_of_the_first_turn() -> None:
    """TRI-19.1: 1 with 3 and 2 with 4, and nobody else; a game that begins so is read back the same."""
    match = Match(GAME, 4, {"alliances": "fixed", "setup": "auto", "first": "1"}, chance=False)
    state = match.state
    allies = [(a, b) for a in range(4) for b in range(4) if a != b and not state.enemies(a, b)]  # type: ignore[attr-defined]
    assert allies == [(0, 2), (1, 3), (2, 0), (3, 1)]
    whole(GAME, match.options, state)


def test_a_draw_that_all_agree_to_is_nobodys_whatever_they_have() -> None:
    """TRI-16.5, TRI-16.4: sums of teams are compared at a limit alone."""
    figures = "R1=m10N G1=n12E C1=n16N E1=q16N R:i1,j1 G:a20,a19,a18 C:i28,j28,k28 E:ab20"
    table = Table(figures, "players=4 alliances=fixed limit_result=material")
    for line in ("draw offer", "draw yes", "draw yes", "draw yes"):
        table.do(line)
    assert (table.reason, table.ranks) == ("agreed", [1, 1, 1, 1])


def test_the_last_to_fall_keeps_its_figures_also_when_allies_are_left() -> None:
    """TRI-18.6, TRI-19.5: the game ends at once; nothing is handed over or removed any more."""
    figures = "R1=m10N G1=n12E C1=n16N R:n27,o27,n28 G:a20 C:i28 pact=1-2 pact=1-3"
    for spoils in ("captor", "removed"):
        table = Table(figures, f"players=3 alliances=open spoils={spoils}").do("pact break 3").do("R1:B")
        assert (table.to_move, table.ranks) == ("over", [1, 1, 3])
        assert "C1=n16N" in table.after.split()
        assert table.after.endswith("C:i28")


def test_two_pacts_may_end_together() -> None:
    """TRI-4.4, TRI-19.4, TRI-18.5: Rome stands in two capitals, and both fall, with either spoils."""
    figures = (
        "R1=m10N G1=n12E C1=n16N E1=q16N R:n27,o27,n28,a14,a15,b14 G:a20 C:i28 E:ab20 pact=1-2! pact=1-3! pact=1-4"
    )
    for spoils in ("captor", "removed"):
        table = Table(figures, f"players=4 alliances=open spoils={spoils}", done=["pact"]).do("R1:B")
        assert (table.to_move, table.ranks) == ("over", [1, 4, 3, 1])


def test_a_ship_is_bought_at_ones_own_berth_and_paid() -> None:
    """TRI-20.3: Rome's ship lies at Rome's first berth, which is nothing to Greece; three coins are spent, or two."""
    figures = "R1=b4N G1=h9S R:a1 G:p18 coins=9,9"
    table = Table(figures, "purchase=on", "Greece").do("buy ship 1")
    assert table.coins() == [9, 6]
    assert "G7=o15S" in table.after.split()
    assert Table(figures, "purchase=on").why("buy ship 1") == "TRI-20.3"
    assert Table(figures, "purchase=on").do("buy soldier g1").coins() == [7, 9]
    assert Table(figures, "purchase=on", "Greece").legal("buy soldier") == {
        f"buy soldier {square}" for square in ("h17", "h18", "i17", "i18", "j17", "j18")
    }


def test_a_bought_ship_is_no_prize() -> None:
    """TRI-20.3, TRI-14.4: it sails in its owner's next turn, and can be rammed before that."""
    table = Table("R1=k9N G1=b6S R:a1 G:p18 coins=3,0", "purchase=on").do("buy ship 1")
    assert not any(table.s.prize)
    assert table.s.coins[0] == 0


def test_soldiers_of_others_do_not_walk() -> None:
    """TRI-7.1."""
    table = Table("R:a1,c1 G:f1,p18")
    assert [table.why(text) for text in ("f1-g1", "f1-e1", "p18-o18", "b1-a2", "b1-b2")] == ["TRI-7.1"] * 5
    assert table.why("c1-b1") is None


def test_a_second_soldier_lands_beside_the_ship_too() -> None:
    """TRI-9.4: h2 is land and holds a friend, but it is not beside the ship; TRI-9.5: b2 is."""
    table = Table("R1=b4N/2 R:h2 G1=h9S G:p18")
    assert [table.why(f"R1>a3,{square}") for square in ("b2", "h2", "p18", "c9")] == [None, *["TRI-9.4"] * 3]
    assert Table("R1=b4N/2 R:b2 G1=h9S G:p18").why("R1>a3,b2") == "TRI-9.5"


@pytest.mark.parametrize(
    ("figures", "legal"),
    [
        ("R1=c2W/1 G1=c3S G2=l9N G:p18", {"R1>b2", "R1>c1", "R1>d1"}),
        ("R1=c2W G1=c3S G2=l9N R:c1,d1 G:b1,e1,p18", {"R1<c1", "R1<d1", "R1<c1,d1"}),
    ],
)
def test_a_player_that_can_only_carry_does_not_pass(figures: str, legal: set[str]) -> None:
    """TRI-4.3: neither a ship nor a soldier moves, but somebody can go ashore or aboard."""
    table = Table(figures, "annihilation=figures", "Greece").do("G2:F")
    assert table.to_move == "Rome"
    assert table.legal() >= legal


def test_a_fight_that_ends_leaves_the_others_open() -> None:
    """TRI-11.11, TRI-12.9: whichever of three it was."""
    for gone in range(3):
        state = Table("R1=h7N G1=i7N R2=l7N G2=m7N R3=c7N G3=d7N R:a1 G:p18").s
        for number in range(3):
            state.open_fight(state.slot(number), NONE, state.slot(NUMBERS + number))
        size = len(state.fights) // 3
        state.close_fight(gone * size)
        left = [int(state.fights[at]) for at in range(0, len(state.fights), size)]
        assert left == [state.slot(number) for number in range(3) if number != gone]


def test_nobody_turns_on_a_square_of_land() -> None:
    """TRI-5.4: land before the bow is no ship that would be struck (TRI-6.6)."""
    table = Table("R1=c2W G1=h9S R:a1 G:p18")
    assert [table.why(f"R1:{code}") for code in ("FL", "FR", "B")] == ["TRI-5.4"] * 3
    assert Table("R1=h8N G1=h9E R:a1 G:p18").why("R1:FL") == "TRI-6.6"


def test_a_ship_captured_while_an_older_fight_is_open_is_a_prize() -> None:
    """TRI-14.4, TRI-14.5: until the turn ends, and no longer."""
    table = Table("R1=h7N/1 R2=c11N G1=i9N/1 G2=d9N R:a1 G:p18").do("R1:F!G1").do("tac G2:F!R2 [5,1]")
    assert [int(table.s.ident[slot]) for slot, prize in enumerate(table.s.prize) if prize] == [1]  # R2
    table.do("[1,4]")
    assert not any(table.s.prize)


def test_nobody_breaks_a_pact_with_who_is_out() -> None:
    """TRI-19.4: there is nobody to break it with."""
    table = Table("R1=m10N C1=s25S R:i1 G:a20 C:i28 pact=1-2", "players=3 alliances=open")
    assert table.why("pact break 2") is None
    table = Table("R1=m10N C1=s25S R:i1 C:i28 pact=1-2 out=2", "players=3 alliances=open")
    assert table.why("pact break 2") == "TRI-19.4"
