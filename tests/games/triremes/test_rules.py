"""Clauses that the scenarios leave open, options, views, conservation, perft and golden playthroughs."""

from __future__ import annotations

import random

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.errors import BadOption, BadPosition, KotvaError, Unreadable
from kotva.engine.fields import key
from kotva.engine.record import Record
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, OVER
from kotva.games.triremes import GAME, maps
from kotva.games.triremes.board import LETTERS, SHIP_BOUNTY, SHIP_PRICE, SOLDIER_BOUNTY, SOLDIER_PRICE
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.writing import figures, men, slots, square_text
from kotva.match import Match
from tests.games.triremes.table import Table
from tests.golden import PLAYERS, Golden, perft, playthrough

ALLIED = "players=3 alliances=open"


# -- board and set-up ---------------------------------------------------------------------------------------------------


def test_forces() -> None:
    """TRI-1.5: the first ships and so many soldiers; no others."""
    table = Table(options="setup=auto force1=2/3 force2=6/1")
    assert table.after.startswith("R1=b4N R2=e4N G1=")
    assert "R:c1,h3,i3 G:i16" in table.after
    with pytest.raises(BadOption):
        Table(options="force1=7/6")
    assert Table(options="layout=double force1=12/1").s.chart.ships[0] == 12


def test_names_of_squares_and_their_order() -> None:
    """TRI-2.3, TRI-2.7: columns a..z, aa, ...; pairs are written by column, then row."""
    table = Table("R1=z9N R2=aa9N R:a1 G:a18", "layout=double")
    assert table.after == "R1=z9N R2=aa9N R:a1 G:a18"
    assert men(Table("R:b1,a2,a1 G:p18").s, 0) == sorted(men(Table("R:b1,a2,a1 G:p18").s, 0))
    assert Table("R:b1,a2,a1 G:p18").after == "R:a1,a2,b1 G:p18"
    with pytest.raises(Unreadable):
        GAME.rules.actions.parse("R5<d1,c1")


def test_maps_must_fit() -> None:
    """TRI-2.12."""
    with pytest.raises(BadOption):
        Table(options="map1=cove")
    assert Table(options="map1=cove map2=cove").s.chart.columns == 12
    tall = maps.COVE.replace("domain cove 12x8", "domain tall 12x9\n............")
    assert GAME.choose_options(2, {"map1": tall, "map2": "cove"}).choice("map1") == tall
    with pytest.raises(BadOption):
        GAME.choose_options(2, {"map1": tall, "map2": "cove", "layout": "double"})


def test_a_bad_map_is_refused_with_all_its_faults() -> None:
    """TRI-2.10, TRI-2.11: code, line and column."""
    text = "; mine\n" + maps.BAY.replace("FFF##.<", "FF###.<").replace("pp##FFF", "p###FFF")
    with pytest.raises(KotvaError, match=r"M3.*M5"):
        GAME.choose_options(2, {"map1": text})
    faults = maps.examine(text)[1]
    assert [(f.code, f.line, f.column) for f in faults] == [("M3", 11, 9), ("M5", 11, 14)]
    assert [f.code for f in maps.examine("")[1]] == ["M1"]


def test_first_player() -> None:
    """TRI-3.5, TRI-21.5: by number, or by one draw before placing."""
    table = Table(options="first=random setup=auto")
    assert table.match.to_act() == CHANCE
    assert table.legal() == {"first 1", "first 2"}
    table.match.play("first 2", CHANCE)
    assert table.to_move == "Greece"


# -- turns --------------------------------------------------------------------------------------------------------------


def test_end_of_a_turn() -> None:
    """TRI-4.4, TRI-4.5: prizes are cleared, counters advance, the next player follows though another moved in between."""
    table = Table("R1=h7N/1 G1=i9N G2=f9E R:a1 G:p18 quiet=7").do("R1:F!G1").do("roll [6,1]")
    assert figures(table.s) == "R1=h9N/1 G1=i9N@R G2=f9E R:a1 G:p18 turns=1"
    assert not any(table.s.prize)
    assert table.to_move == "Greece"
    assert Table("R1=h9N R:a1 G:p18 quiet=7").do("R1:F").s.quiet == 8


def test_whose_ship_may_move() -> None:
    """TRI-5.7, TRI-12.5, TRI-14.4."""
    table = Table("R1=h7N G1=i9N G2=f3E R:a1 G:p18")
    assert table.why("G1:F") == "TRI-5.7"
    assert table.why("R2:F") == "TRI-5.7"
    pos = "R1=h7N/1 R2=b9N G1=i9N@R G2=i7N R:a1 G:p18"
    prize = Table(pos, fights=["R1!G2 back"], phase="fight", prizes=["G1"], asked=1)
    assert prize.why("tac G1:F") == "TRI-14.4"
    assert prize.why("tac R1:F") == "TRI-11.10"
    # Without any ship to move, nobody is asked.
    assert Table("R1=h7N/1 G1=i9N/1 R:a1 G:p18").do("R1:F!G1").to_move == "dice"


# -- land ---------------------------------------------------------------------------------------------------------------


def test_a_land_battle_asks_nobody() -> None:
    """TRI-8.7: no tactical move, no decision, though both have ships."""
    table = Table("R1=h9N G1=c9N R:a1,c1 G:d1,p18").do("c1xd1")
    assert table.to_move == "dice"
    assert all(text.startswith("[") for text in table.legal())


def test_soldiers_aboard_only_land_and_fight() -> None:
    """TRI-9.8, TRI-9.9: not from ship to ship, only soldiers of the ship's owner."""
    table = Table("R1=d17E/1 R2=d16E R:a1 G:c18,p18")
    assert table.legal("R1>") == {"R1>c18", "R1>d18", "R1>b17"}
    assert table.why("R1>d16") == "TRI-9.4"
    foreign = Table("G5=d2E@R R:a1 G:c1,d1,p18")
    assert foreign.legal("G5<") == set()
    assert foreign.why("G5<c1") == "TRI-9.2"
    assert Table("R5=d2E R:a1,c1 G:p18", to_move="Greece").why("R5<c1") == "TRI-9.9"


def test_two_landings_one_after_the_other() -> None:
    """TRI-9.7: two defended squares in sorting order, each battle to its end."""
    table = Table("R1=d17E/2 R:a1 G:c18,d18,p18").do("R1>c18,d18 [6,1]")
    assert table.after == "R1=d17E/1 R:a1,c18 G:d18,p18"
    table.do("[1,6]")
    assert (table.after, table.to_move) == ("R1=d17E R:a1,c18 G:d18,p18", "Greece")


# -- fights -------------------------------------------------------------------------------------------------------------


def test_a_boarder_needs_no_soldiers() -> None:
    """TRI-10.6: sailors count as one soldier."""
    table = Table("R1=h7N G1=i9N R:a1 G:p18").do("R1:F!G1 [6,1]")
    assert table.after == "R1=h9N G1=i9N@R R:a1 G:p18"


def test_fights_are_not_broken_off() -> None:
    """TRI-11.8: the fighting ships stay, and only rolling or a tactical move of another ship is legal."""
    table = Table("R1=h7N/1 G1=i9N/1 G2=f3E R:a1 G:p18").do("R1:F!G1")
    assert all(a == "roll" or a.startswith("tac G2:") for a in table.legal())
    assert table.why("p18-o18") == "TRI-12.2"
    assert table.why("G2:F") == "TRI-12.2"


def test_twelve_ties_end_a_fight() -> None:
    """TRI-11.9, TRI-11.11: everything stays."""
    table = Table("R1=h7N/1 G1=i9N/1 R:a1 G:p18").do("R1:F!G1" + " [2,3]" * 11)
    assert table.to_move == "dice"
    table.do("[2,3]")
    assert (table.after, table.to_move) == ("R1=h9N/1 G1=i9N/1 R:a1 G:p18", "Greece")
    broken = Table("R1=h7N/2 G1=i9N/2 R:a1 G:p18").do("R1:F!G1" + " [2,3]" * 11 + " [6,1]" + " [2,3]" * 11)
    assert broken.to_move == "dice"


def test_turns_are_finite() -> None:
    """TRI-12.13, TRI-16.6: every payment takes a soldier or makes a prize that cannot be used again."""
    table = Table("R1=h7N/2 G1=i9N/2 G2=c9N G3=c12N R:a1 G:p18").do("R1:F!G1")
    payments = 0
    while table.s.phase == codes.FIGHT or table.to_move == "dice":
        if table.to_move == "dice":
            table.do("[2,3]")
            continue
        table.do(sorted(a for a in table.legal() if a.startswith("tac"))[0])
        payments += 1
    assert payments <= 4


def test_tactical_off() -> None:
    """TRI-12.12."""
    table = Table("R1=h7N/1 G1=i9N/1 G2=f9E R:a1 G:p18", "tactical=off").do("R1:F!G1")
    assert table.to_move == "dice"
    with pytest.raises(BadPosition, match=r"TRI-11\.3"):
        Table("R1=h9N/1 G1=i9N/1 G2=f9E R:a1 G:p18", "tactical=off", fights=["R1!G1"], phase="fight", asked=2)


# -- the end ------------------------------------------------------------------------------------------------------------


def test_one_change_one_winner() -> None:
    """TRI-15.3, TRI-15.1 [opt: capital_soldiers]."""
    table = Table("R:g17 G:p18", "capital_soldiers=1").do("g17-h17")
    assert (table.winner, table.ranks) == ("Rome", [1, 2])
    # The winner of a battle who takes the place in a capital wins, whoever began it.
    table = Table("R:g1,a1 G:f1,h1,h2", "capital_soldiers=3").do("g1xf1 [1,6]")
    assert (table.winner, table.reason) == ("Greece", "capital")


def test_turn_limit() -> None:
    """TRI-16.3: passes and all; TRI-16.4: more soldiers rank higher."""
    table = Table("R1=h9N R:a1 G:p18,o18 turns=599").do("R1:F")
    assert (table.reason, table.ranks) == ("turns", [2, 1])
    assert Table(options="players=3").match.options.number("turn_limit") == 1500
    assert Table(options="layout=double").match.options.number("turn_limit") == 1200
    # What was begun under earlier rules ends when it would have ended.
    before = [
        GAME.choose_options(seats, {}, version).number("turn_limit") for seats in (2, 4) for version in ("1.0", "1.1")
    ]
    assert before == [600, 600, 1200, 1200]


def test_loads_are_to_be_remembered() -> None:
    """TRI-21.1: as the source has it; in the preset `quick`, and in what rules 1.0 to 1.2 began, they are shown."""
    assert GAME.choose_options(2).choice("cargo") == "memory"
    assert GAME.choose_options(2, GAME.preset("tournament").options).choice("cargo") == "memory"
    assert GAME.choose_options(2, GAME.preset("quick").options).choice("cargo") == "open"
    for version in ("1.0", "1.1", "1.2"):
        assert GAME.choose_options(2, {}, version).given == {"cargo": "open"}
        record = Record("triremes", version, 2, {"setup": "auto"}, moves=["1 R5<c1,d1", "2 G1:F"])
        old = Match.from_record(GAME, record)
        assert "R5=d2E/2" in figures(old.view(1).seen)  # type: ignore[arg-type]
    new = Match.from_record(GAME, Record("triremes", "1.3", 2, {"setup": "auto"}, moves=["1 R5<c1,d1", "2 G1:F"]))
    assert "R5=d2E/?" in figures(new.view(1).seen)  # type: ignore[arg-type]


def test_resigning() -> None:
    """TRI-16.5: at any own decision; never in the legal list."""
    table = Table("R1=h9N R:a1 G:p18")
    assert "resign" not in table.legal()
    table.do("resign")
    assert (table.winner, table.reason) == ("Greece", "resigned")
    fight = Table("R1=h7N/1 G1=i9N/1 G2=f9E R:a1 G:p18").do("R1:F!G1").do("resign")
    assert (fight.winner, fight.reason) == ("Rome", "resigned")
    three = Table("R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28", "players=3").do("resign")
    assert (three.after, three.to_move) == ("G1=n12E C1=n16N G:a20 C:i28", "Greece")
    three.do("resign")
    assert (three.ranks, three.reason) == ([3, 2, 1], "last")


def test_a_draw_by_agreement() -> None:
    """TRI-16.5: once a turn, answered in turn order; all yes ends the game, the first no returns to the move."""
    table = Table("R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28", "players=3").do("draw offer")
    assert (table.to_move, table.legal()) == ("Greece", {"draw yes", "draw no"})
    table.do("draw yes")
    assert table.to_move == "Carthage"
    table.do("draw no")
    assert table.to_move == "Rome"
    assert table.why("draw offer") == "TRI-16.5"
    table.do("R1:F").do("draw offer").do("draw yes").do("draw yes")
    assert (table.reason, table.ranks) == ("agreed", [1, 1, 1])


def test_spoils_removed() -> None:
    """TRI-18.4, TRI-18.2."""
    pos = "R1=m12N G1=d19E/1 C1=m20S R:a15,b15,b16,i1 G:a10 C:i28"
    table = Table(pos, "players=3 spoils=removed").do("b16-a16")
    assert (table.after, table.to_move) == ("R1=m12N C1=m20S R:a15,a16,b15,i1 C:i28", "Carthage")
    table.do("C1:F")
    assert table.to_move == "Rome"


def test_spoils_can_win_another_capital() -> None:
    """TRI-18.5: the conditions are tested again after figures go over; TRI-18.6: the last eliminated keeps his."""
    capital = sorted(int(q) for q in Table(options="players=3").s.chart.capital[24:30])
    mine, *theirs = (square_text(Table(options="players=3").s, square) for square in capital[:3])
    table = Table(f"R:a15,b15,b16,i1,{mine} G:a10,{','.join(theirs)} C:i28", "players=3").do("b16-a16")
    assert (table.winner, table.reason, table.ranks) == ("Rome", "last", [1, 3, 2])


# -- alliances ----------------------------------------------------------------------------------------------------------


def test_fixed_alliances() -> None:
    """TRI-19.1, TRI-19.5: 1+3 against 2+4, a team shares one rank; no pact actions."""
    pos = "R1=m10N G1=n12E C1=n16N E1=q16N R:i1 G:a20 C:i28 E:ab20"
    table = Table(pos, "players=4 alliances=fixed")
    assert table.legal("pact") == set()
    assert table.why("pact offer 2") == "TRI-19.1"
    table.do("R1:F").do("resign").do("C1:F").do("resign")
    assert (table.ranks, table.reason) == ([1, 3, 1, 3], "allied")
    with pytest.raises(BadOption):
        Table(options="players=3 alliances=fixed")


def test_making_and_breaking_pacts() -> None:
    """TRI-19.3, TRI-19.4: an offer is answered at once; a broken pact ends with the turn."""
    pos = "R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28"
    table = Table(pos, ALLIED).do("pact offer 2")
    assert (table.to_move, table.legal()) == ("Greece", {"pact yes", "pact no"})
    table.do("pact yes")
    assert (table.to_move, table.legal("pact")) == ("Rome", set())
    assert table.why("pact break 2") == "TRI-19.4"
    assert table.why("R1:F") == "TRI-6.9"
    table.do("R1:L")
    assert table.legal("pact") == {"pact offer 3", "pact break 1"}
    table.do("pact break 1").do("G1:F")
    assert not any(table.s.pact)
    refused = Table(pos, ALLIED).do("pact offer 2").do("pact no")
    assert not any(refused.s.pact)
    assert refused.why("pact offer 3") == "TRI-19.3"


def test_allies_may_not_all_be_allied() -> None:
    """TRI-19.3: no offer after which all remaining players would be allies."""
    table = Table("R1=m10N G1=n12E C1=n16N R:i1 G:a20 C:i28 pact=1-2 pact=2-3", ALLIED)
    assert table.why("pact offer 3") == "TRI-19.3"


def test_a_broken_pact_may_cost_the_capital() -> None:
    """TRI-19.4, TRI-4.4: after the pact's end the conditions are tested."""
    pos = "R1=m10N R:a14,a15,a16,i1 G1=n12E G:a20 C1=n16N C:i28 pact=1-2"
    table = Table(pos, ALLIED).do("pact break 2").do("R1:L")
    assert table.s.out[1] == 1
    assert table.to_move == "Carthage"


def test_a_fortress_of_an_ally_is_closed() -> None:
    """TRI-19.2."""
    table = Table("R1=m10N R:b16,i1 G1=n12E G:a20 C1=n16N C:i28 pact=1-2", ALLIED)
    assert table.why("b16-a16") == "TRI-19.2"


# -- buying -------------------------------------------------------------------------------------------------------------


def test_income_and_prices() -> None:
    """TRI-20.2, TRI-20.4: 1 for a soldier, 2 for a ship, nothing for a capture; prices exceed bounties."""
    assert (SOLDIER_PRICE > SOLDIER_BOUNTY, SHIP_PRICE > SHIP_BOUNTY) == (True, True)
    ram = Table("R1=h9N G1=h12N/2 R:a1 G:p18", "purchase=on").do("R1:F")
    assert ram.coins() == [4, 0]
    battle = Table("R:a1,c1 G:d1,p18", "purchase=on").do("c1xd1 [1,6]")
    assert battle.coins() == [0, 1]
    capture = Table("R1=h7N G1=i9N R:a1 G:p18", "purchase=on").do("R1:F!G1 [6,1]")
    assert capture.coins() == [0, 0]
    paid = Table("R1=h7N/1 G1=i9N/1 G2=f9E R:a1 G:p18", "purchase=on").do("R1:F!G1").do("tac G2:B")
    assert paid.coins() == [1, 0]
    crossing = Table("R1=h7N/1 G1=i9N G2=f9E R:a1 G:p18", "purchase=on").do("R1:F!G1").do("tac G2:F")
    assert crossing.coins() == [0, 2]


def test_buying_has_limits() -> None:
    """TRI-20.1, TRI-20.3."""
    assert Table("R1=b4N R:a1 G:p18").why("buy ship 2") == "TRI-20.1"
    poor = Table("R1=b4N R:a1 G:p18 coins=1,0", "purchase=on")
    assert poor.legal("buy") == set()
    full = Table("R1=b9N R:a1 G:p18 coins=9,0", "purchase=on force1=1/1")
    assert full.legal("buy") == set()
    bought = Table("R1=b9N R:a1 G1=h9S G:p18 coins=4,0 used=R9", "purchase=on").do("buy ship 1")
    assert "R10=b4N" in bought.after
    assert Table("R:a1 G1=h9S G:p18 coins=4,0", "purchase=on").do("buy soldier g1").s.alive[0] == 2


# -- views --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cargo", ["memory", "hidden"])
def test_hidden_loads(cargo: str) -> None:
    """TRI-21.2, TRI-21.3, TRI-21.4: legal actions and views do not depend on another's hidden loads."""
    one = Table("R1=h9N/2 R2=c9N G1=i10E/1 R:a1 G:p18", f"cargo={cargo}")
    two = Table("R1=h9N/1 R2=c9N/1 G1=i10E/1 R:a1 G:p18", f"cargo={cargo}")
    for viewer in (1, None):
        assert one.match.view(viewer) == two.match.view(viewer)
    assert one.match.view(0) != two.match.view(0)
    assert "/?" in str(one.match.view(None).to_json())
    seen = one.s.seen(1)
    for seed in range(30):
        dealt = seen.clone()
        dealt.redeal(1, Rng(seed))
        GAME.rules.check(dealt)
        assert key(dealt.seen(1)) == key(seen)


# -- whole games --------------------------------------------------------------------------------------------------------


def count(s: Triremes) -> tuple[int, int]:
    """Ships and soldiers in the game."""
    return len(slots(s)), sum(int(n) for n in s.alive)


@pytest.mark.parametrize(
    ("seats", "options"), [(2, ""), (2, "layout=double"), (3, "alliances=open"), (4, "cargo=hidden")]
)
def test_figures_never_multiply(seats: int, options: str) -> None:
    """TRI-1.3, TRI-16.6: figures only ever leave the board, one stands on a square, and every game ends."""
    given = dict(word.split("=") for word in options.split())
    match = Match(GAME, seats, {"setup": "auto", "quiet_limit": 60, **given}, seed=f"conserve {options}")
    rng = random.Random(seats)
    before = count(match.state)  # type: ignore[arg-type]
    while not match.is_over:
        legal = match.legal()
        eager = [a for a in legal if any(c in a for c in "!x<>")] or legal
        match.play(rng.choice(eager if rng.random() < 0.5 else legal))
        GAME.rules.check(match.state)
        now = count(match.state)  # type: ignore[arg-type]
        assert now <= before
        before = now
    assert match.state.to_act() == OVER


def test_positions_that_cannot_be() -> None:
    """TRI-1.3, TRI-5.4, TRI-7.1, TRI-9.1."""
    for bad in ("R1=h9N R2=h8N", "R1=h1N", "R:a9", "R:a1,a1", "R1=h9N/3", "Q1=a1N", "R1=z99N", "C1=h9N", "coins=1,2,3"):
        with pytest.raises(BadPosition):
            Table(bad + " G:p18")
    with pytest.raises(BadPosition):
        Table("R:a1 G:p18", phase="fight")


PERFT = [[44, 1936, 84920], [19, 333, 6084], [10, 115, 1422]]


def test_perft() -> None:
    """A change of the rules shows here first."""
    start = Table(options="setup=auto").s
    melee = Table("R1=h7N/1 R2=k9W G1=i9N/2 G2=f9E R:a1,g17 G:h17,p18").s
    three = Table("R1=m10N/1 G1=n12N/1 G2=q14N/1 C1=r16N R:i1 C:i28 pact=1-3", ALLIED).s
    assert [[perft(GAME, s, depth) for depth in (1, 2, 3)] for s in (start, melee, three)] == PERFT


@pytest.mark.parametrize("seats", [2, 3])
def test_golden_playthrough(seats: int, golden: Golden) -> None:
    given: dict[str, object] = {"setup": "auto", "quiet_limit": 40, "map1": "cove", "map2": "cove"}
    if seats == 3:
        given |= {"alliances": "open", "purchase": "on"}
    rng = random.Random(f"golden {seats}")

    def choose(match: Match) -> tuple[int, str]:
        """Rams, boardings and landings oftener, so that the game is worth reading."""
        legal = match.legal()
        eager = [a for a in legal if any(c in a for c in "!x<>")] or legal
        return match.to_act(), rng.choice(eager if rng.random() < 0.6 else legal)

    match = Match(GAME, seats, given, seed=f"golden {seats}", names=PLAYERS[:seats])
    golden.check(f"triremes/golden/{seats}-players.txt", playthrough(match, choose))


def test_every_letter_has_a_nation() -> None:
    """TRI-1.1, TRI-18.1."""
    assert LETTERS == "RGCE"
    assert "Rome" in GAME.look.scene(Table(options="setup=auto").match.view(0), ENGLISH).seats[0].title


def test_a_movement_that_could_board_says_that_it_does_not() -> None:
    """TRI-10.1: boarding is never compulsory, so the button for the movement alone says so."""
    view = Table("R1=h7N G1=i9N R:a1 G:p18").match.view(0)
    words = {text: GAME.to_words(view, GAME.rules.actions.parse(text), ENGLISH) for text in ("R1:F", "R1:F!G1", "R1:L")}
    assert words == {
        "R1:F": "R1: two ahead, no boarding",
        "R1:F!G1": "R1: two ahead and board G1",
        "R1:L": "R1: turn left, then one ahead",
    }


def test_one_soldier_is_not_called_soldiers() -> None:
    """TRI-9.3, 9.4: the words of carrying one and carrying two."""
    view = Table("R1=d17E/2 R:a1 G:p18").match.view(0)
    assert [
        GAME.to_words(view, GAME.rules.actions.parse(text), ENGLISH) for text in ("R1>c18", "R1>c18,d18", "R1<b2")
    ] == [
        "R1 lands a soldier on c18",
        "R1 lands soldiers on c18,d18",
        "R1 takes aboard the soldier on b2",
    ]
