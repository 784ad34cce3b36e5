"""The 42 worked scenarios of the rulebook, each a test named after it."""

from __future__ import annotations

import pytest

from kotva.engine.errors import BadOption
from kotva.engine.say import ENGLISH
from kotva.games.triremes import GAME, maps
from kotva.games.triremes.board import HEADINGS, NONE, square_name
from kotva.games.triremes.events import EVENTS
from kotva.games.triremes.rules import codes
from kotva.games.triremes.writing import figures
from tests.games.triremes.table import Table, moves


def names(table: Table, squares: list[int]) -> list[str]:
    return [square_name(int(table.s.chart.code[q])) for q in squares if q != NONE]


def berths(table: Table, seat: int) -> list[str]:
    poses = [int(p) for p in table.s.chart.berth[seat * 12 : seat * 12 + 12] if p != NONE]
    return [square_name(int(table.s.chart.code[p // 4])) + HEADINGS[p % 4] for p in poses]


def capital(table: Table, seat: int) -> list[str]:
    return sorted(names(table, [int(q) for q in table.s.chart.capital[seat * 12 : seat * 12 + 12]]))


START = """\
18 ##gg###FFF##gg##
17 ##o>.##FFF#.<o##
16 #o..o.#gg#.o..o#
15 .v..v..##..v..v.
14 ................
13 ................
12 ................
11 ................
10 ................
 9 ................
 8 ................
 7 ................
 6 ................
 5 ................
 4 .^..^..##..^..^.
 3 #o..o.#rr#.o..o#
 2 ##o>.#FFF##.<o##
 1 ##rr##FFF###rr##
   abcdefghijklmnop"""


def test_TRI_S1_start_position() -> None:
    """TRI-1.1, TRI-1.2, TRI-1.3, TRI-1.4, TRI-2.1, TRI-2.8, TRI-2.9, TRI-3.1, TRI-3.2, TRI-3.4, TRI-5.2, TRI-9.2."""
    table = Table(options="setup=auto")
    assert GAME.words.board is not None
    drawing = GAME.words.board(table.match.view(), ENGLISH)
    assert drawing.startswith(START)
    legal = table.legal()
    assert len(legal) == 44
    every = {f"R{n}:{code}" for n in range(1, 5) for code in ("F", "L", "R", "FL", "FR", "B")}
    assert legal == every | moves(
        "R5:L R5:B R6:R R6:B c1-b1 d1-e1 h3-g3 h3-h2 h3-h4 i3-i2 i3-i4 i3-j3 m1-l1 n1-o1 "
        "R5<c1 R5<d1 R5<c1,d1 R6<m1 R6<n1 R6<m1,n1"
    )
    assert berths(table, 0) == ["b4N", "e4N", "l4N", "o4N", "d2E", "m2W"]
    assert berths(table, 1) == ["o15S", "l15S", "e15S", "b15S", "m17W", "d17E"]
    assert capital(table, 0) == ["g1", "g2", "h1", "h2", "i1", "i2"]
    assert capital(table, 1) == ["h17", "h18", "i17", "i18", "j17", "j18"]
    assert names(table, [int(q) for q in table.s.chart.post[:12]]) == ["h3", "i3", "c1", "d1", "m1", "n1"]
    assert names(table, [int(q) for q in table.s.chart.post[12:24]]) == ["i16", "h16", "n18", "m18", "d18", "c18"]
    kinds = [int(k) for k in table.s.chart.kind]
    assert (kinds.count(1), kinds.count(2)) == (220, 68)


def test_TRI_S2_placing_soldiers() -> None:
    """TRI-3.3, TRI-3.4, TRI-3.5."""
    table = Table()
    land = [f"{c}1" for c in "abcdefghijklmnop"]
    land += ["a2", "b2", "f2", "g2", "h2", "i2", "j2", "k2", "o2", "p2", "a3", "g3", "h3", "i3", "j3", "p3", "h4", "i4"]
    mine = {f"P {square}" for square in land}
    assert table.legal() == mine
    table.do("P h2")
    greek = table.legal()
    assert len(greek) == 34
    assert not greek & mine
    table.do("P h17")
    assert table.legal() == mine - {"P h2"}
    assert table.why("P h2") == table.why("P h18") == table.why("P a4") == "TRI-3.3"
    for square in ["a1", "a18", "b1", "b18", "c1", "c18", "d1", "d18", "e1", "e18"]:
        table.do(f"P {square}")
    assert table.s.phase == codes.MOVE
    assert table.to_move == "Rome"
    second = Table(options="first=2")
    assert second.to_move == "Greece"


def test_TRI_S3_six_movements() -> None:
    """TRI-5.1, TRI-5.2, TRI-5.3, TRI-2.6."""
    table = Table("R1=h9N R:a1 G:p18")
    assert table.legal() == moves("R1:F R1:L R1:R R1:FL R1:FR R1:B a1-a2 a1-b1")
    ends = {"F": "h11N", "L": "g9W", "R": "i9E", "FL": "h10W", "FR": "h10E", "B": "h9S"}
    for code, pose in ends.items():
        moved = Table("R1=h9N R:a1 G:p18").do(f"R1:{code}")
        assert moved.after == f"R1={pose} R:a1 G:p18"
    sterns = {"FL": "i10", "FR": "g10", "B": "h10"}
    for code, stern in sterns.items():
        moved = Table("R1=h9N R:a1 G:p18").do(f"R1:{code}")
        assert names(moved, [int(moved.s.stern(0))]) == [stern]


def test_TRI_S4_along_the_shore() -> None:
    """TRI-5.4, TRI-5.5."""
    table = Table("R5=d2E R:a1 G:p18")
    assert table.legal("R5") == moves("R5:L R5:FR R5:B")
    assert table.why("R5:FL") == table.why("R5:R") == "TRI-5.4"
    table.do("R5:L")
    assert (table.after, table.to_move) == ("R5=d3N R:a1 G:p18", "Greece")


def test_TRI_S5_board_edge() -> None:
    """TRI-2.5, TRI-5.4."""
    table = Table("R1=a9N R:a1 G:p18")
    assert table.legal("R1") == moves("R1:F R1:R R1:FL R1:B")


def test_TRI_S6_ram_on_the_first_square() -> None:
    """TRI-6.1, TRI-6.2, TRI-6.5, TRI-6.6, TRI-6.8."""
    table = Table("R1=h9N G1=i10E R:a1 G:p18")
    assert table.legal("R1") == moves("R1:F R1:L R1:R R1:R!G1")
    assert table.why("R1:FL") == "TRI-6.6"
    table.do("R1:F")
    assert (table.after, table.to_move) == ("R1=h10N R:a1 G:p18", "Greece")


def test_TRI_S7_ram_on_the_second_square() -> None:
    """TRI-6.5, TRI-6.6, TRI-10.2."""
    table = Table("R1=h9N G1=i11E R:a1 G:p18")
    assert table.legal("R1") == moves("R1:F R1:L R1:R R1:FL R1:FL!G1 R1:FR R1:B")
    table.do("R1:F")
    assert (table.after, table.to_move) == ("R1=h11N R:a1 G:p18", "Greece")
    table = Table("R1=h9N G1=i10E G2=i11E R:a1 G:p18").do("R1:F")
    assert (table.after, table.to_move) == ("R1=h10N G2=i11E R:a1 G:p18", "Greece")


def test_TRI_S8_bow_to_bow() -> None:
    """TRI-6.2, TRI-6.3."""
    table = Table("R1=h9N G1=h11S R:a1 G:p18")
    assert table.legal("R1") == moves("R1:L R1:R R1:FL R1:FR R1:B")
    assert table.why("R1:F") == "TRI-6.3"
    assert Table("R1=h9N G1=h10S R:a1 G:p18").legal("R1") == moves("R1:L R1:R")


def test_TRI_S9_ram_from_behind() -> None:
    """TRI-6.2, TRI-6.7."""
    table = Table("R1=h9N G1=h12N/2 R:a1 G:p18").do("R1:F")
    assert (table.after, table.to_move) == ("R1=h11N R:a1 G:p18", "Greece")
    assert table.s.alive[1] == 1


def test_TRI_S10_ram_by_turning() -> None:
    """TRI-6.4, TRI-10.4."""
    table = Table("R1=h9N G1=i9N R:a1 G:p18")
    assert table.legal("R1") == moves("R1:F R1:L R1:R R1:FL R1:FR R1:B")
    table.do("R1:R")
    assert (table.after, table.to_move) == ("R1=i9E R:a1 G:p18", "Greece")


def test_TRI_S11_the_stern_never_strikes() -> None:
    """TRI-5.4, TRI-6.4."""
    table = Table("R1=h9N G1=i11N R:a1 G:p18")
    assert table.legal("R1") == moves("R1:F R1:F!G1 R1:L R1:R R1:FR R1:B")
    assert table.why("R1:FL") == "TRI-5.4"


def test_TRI_S12_who_is_alongside() -> None:
    """TRI-10.1, TRI-10.2, TRI-10.5."""
    table = Table("R1=h7N G1=i9N G2=g8S G3=h11N R:a1 G:p18")
    assert table.legal("R1") == moves("R1:F R1:F!G1 R1:F!G2 R1:L R1:R R1:B")
    assert table.why("R1:F!G3") == "TRI-10.1"


def test_TRI_S13_contact_overlap() -> None:
    """TRI-10.3."""
    table = Table("R1=h7N G1=i9N G2=g8S G3=h11N R:a1 G:p18", "contact=overlap")
    assert table.legal("R1") == moves("R1:F R1:F!G1 R1:F!G2 R1:L R1:R R1:B R1:B!G1 R1:B!G2")


def test_TRI_S14_a_boarding_fight() -> None:
    """TRI-11.1, TRI-11.2, TRI-11.3, TRI-11.4, TRI-11.5, TRI-11.6, TRI-14.1, TRI-14.2, TRI-14.3."""
    table = Table("R1=h7N/1 G1=i9N/1 R:a1 G:p18").do("R1:F!G1 [4,3]")
    assert table.after == "R1=h9N/1 G1=i9N R:a1 G:p18"
    table.do("[2,5]")
    assert (table.after, table.to_move) == ("R1=h9N/1 G1=i9N@R R:a1 G:p18", "Greece")


def test_TRI_S15_the_boarder_is_captured() -> None:
    """TRI-11.2, TRI-11.6, TRI-11.7."""
    table = Table("R1=h7N G1=i9N/1 R:a1 G:p18").do("R1:F!G1 [1,6]")
    assert (table.after, table.to_move) == ("R1=h9N@G G1=i9N/1 R:a1 G:p18", "Greece")
    table = Table("R1=h7N G1=i9N R:a1 G:p18").do("R1:F!G1 [2,3] [6,1]")
    assert (table.after, table.to_move) == ("R1=h9N@G G1=i9N R:a1 G:p18", "Greece")


def test_TRI_S16_tactical_ram_of_the_boarder() -> None:
    """TRI-12.1, TRI-12.2, TRI-12.3, TRI-12.7."""
    table = Table("R1=h7N/1 G1=i9N/1 G2=f9E R:a1 G:p18").do("R1:F!G1")
    assert table.to_move == "Greece"
    assert table.legal() == moves("roll  tac G2:F  tac G2:L  tac G2:R  tac G2:FL  tac G2:FR  tac G2:B")
    table.do("tac G2:F")
    assert (table.after, table.to_move) == ("G1=i9N G2=h9E R:a1 G:p18", "Greece")
    assert table.s.phase == codes.MOVE


def test_TRI_S17_the_soldiers_cross() -> None:
    """TRI-12.8, TRI-14.2."""
    table = Table("R1=h7N/1 G1=i9N G2=f9E R:a1 G:p18").do("R1:F!G1").do("tac G2:F")
    assert (table.after, table.to_move) == ("G1=i9N/1@R G2=h9E R:a1 G:p18", "Greece")
    table = Table("R1=h7N G1=i9N G2=f9E R:a1 G:p18").do("R1:F!G1").do("tac G2:F")
    assert table.after == "G1=i9N@R G2=h9E R:a1 G:p18"


def test_TRI_S18_no_boarding_in_return() -> None:
    """TRI-12.6, TRI-11.10."""
    table = Table("R1=h7N/1 R2=f8N G1=i9N/1 G2=g7N R:a1 G:p18").do("R1:F!G1")
    assert table.legal() == moves("roll  tac G2:F  tac G2:L  tac G2:R  tac G2:B  tac G2:B!R2")
    assert table.why("tac G2:F!R1") == "TRI-12.6"
    assert table.why("tac G1:F") == "TRI-11.10"


def test_TRI_S19_a_fight_inside_a_fight() -> None:
    """TRI-12.9, TRI-12.10."""
    table = Table("R1=h7N/1 R2=c11N G1=i9N/1 G2=d9N R:a1 G:p18").do("R1:F!G1").do("tac G2:F!R2 [5,1]")
    assert table.after == "R1=h9N/1 R2=c11N@G G1=i9N G2=d11N R:a1 G:p18"
    table.do("[1,4]")
    assert (table.after, table.to_move) == ("R1=h9N/1 R2=c11N@G G1=i9N@R G2=d11N R:a1 G:p18", "Greece")


def test_TRI_S20_the_starter_makes_a_tactical_move() -> None:
    """TRI-12.1, TRI-12.7, TRI-12.8, TRI-12.12."""
    table = Table("R1=h7N/1 R2=k9W G1=i9N/2 R:a1 G:p18").do("R1:F!G1 [3,1]")
    assert table.to_move == "Rome"
    assert table.legal() == moves("roll  tac R2:F  tac R2:L  tac R2:R  tac R2:FL  tac R2:FR  tac R2:B")
    table.do("tac R2:F")
    assert (table.after, table.to_move) == ("R1=h9N R2=i9W R:a1 G:p18", "Greece")
    table = Table("R1=h7N R2=k9W G1=i9N/2 R:a1 G:p18").do("R1:F!G1 [3,1]").do("tac R2:F")
    assert (table.after, table.to_move) == ("R1=h9N/1@G R2=i9W R:a1 G:p18", "Greece")
    table = Table("R1=h7N R2=k9W G1=i9N/2 R:a1 G:p18", "tactical=boarded").do("R1:F!G1 [3,1] [4,1]")
    assert (table.after, table.to_move) == ("R1=h9N@G R2=k9W G1=i9N/1 R:a1 G:p18", "Greece")


def test_TRI_S21_the_last_soldier_as_payment() -> None:
    """TRI-12.3, TRI-12.4, TRI-15.2, TRI-4.6."""
    table = Table("R1=h7N/1 G1=i9N/1 G2=f9E R:a1").do("R1:F!G1").do("tac G2:F")
    assert (table.after, table.winner, table.reason) == ("R1=h9N/1 G1=i9N G2=f9E R:a1", "Rome", "destroyed")
    assert table.legal() == set()
    assert table.why("roll") == "TRI-4.6"


def test_TRI_S22_prizes() -> None:
    """TRI-14.4, TRI-14.5, TRI-6.9."""
    table = Table("R1=h7N G1=i9N G2=k9W R:a1 G:p18").do("R1:F!G1")
    assert table.legal() == moves("roll  tac G2:L  tac G2:R  tac G2:FL  tac G2:FR  tac G2:B")
    assert table.why("tac G2:F") == "TRI-6.9"
    table.do("roll [6,1]")
    assert (table.after, table.to_move) == ("R1=h9N G1=i9N@R G2=k9W R:a1 G:p18", "Greece")
    assert table.legal("G2") == moves("G2:F G2:L G2:R G2:FL G2:FR G2:FR!G1 G2:B")
    table.do("G2:F")
    assert (table.after, table.to_move) == ("R1=h9N G2=i9W R:a1 G:p18", "Rome")


def test_TRI_S23_embarking() -> None:
    """TRI-9.1, TRI-9.2, TRI-9.3, TRI-2.4, TRI-4.1."""
    pos = "R5=d2E R:b2,c1,d1,e1 G:p18"
    table = Table(pos)
    assert table.legal("R5<") == moves("R5<b2 R5<c1 R5<d1 R5<b2,c1 R5<b2,d1 R5<c1,d1")
    assert table.why("R5<e1") == "TRI-9.2"
    table.do("R5<b2,d1")
    assert (table.after, table.to_move) == ("R5=d2E/2 R:c1,e1 G:p18", "Greece")
    one = Table("R5=d2E/1 R:b2,c1,d1,e1 G:p18")
    assert one.legal("R5<") == moves("R5<b2 R5<c1 R5<d1")
    assert one.why("R5<b2,c1") == "TRI-9.1"
    assert Table("R5=d2E/2 R:b2,c1,d1,e1 G:p18").legal("R5<") == set()


def test_TRI_S24_disembarking() -> None:
    """TRI-9.4, TRI-9.5, TRI-9.6, TRI-9.7, TRI-8.3, TRI-8.4."""
    pos = "R1=d17E/2 R:a1,b17 G:c18,p18"
    table = Table(pos)
    assert table.legal("R1>") == moves("R1>c18 R1>d18 R1>c18,d18")
    assert table.why("R1>b17") == "TRI-9.5"
    table.do("R1>c18,d18")
    assert table.after == "R1=d17E/1 R:a1,b17,d18 G:c18,p18"
    table.do("[5,2]")
    assert (table.after, table.to_move) == ("R1=d17E R:a1,b17,c18,d18 G:p18", "Greece")
    table = Table(pos).do("R1>c18,d18 [2,5]")
    assert (table.after, table.to_move) == ("R1=d17E R:a1,b17,d18 G:c18,p18", "Greece")


def test_TRI_S25_land_battle_with_a_tie() -> None:
    """TRI-8.1, TRI-8.2, TRI-8.3, TRI-8.4, TRI-8.5, TRI-7.3."""
    pos = "R:a1,c1 G:d1,p18"
    table = Table(pos).do("c1xd1 [2,3] [4,1]")
    assert (table.after, table.to_move) == ("R:a1 G:c1,p18", "Greece")
    table = Table(pos, "advance=attacker").do("c1xd1 [2,3] [4,1]")
    assert (table.after, table.to_move) == ("R:a1 G:d1,p18", "Greece")
    table = Table(pos, "land_tie=end").do("c1xd1 [2,3]")
    assert (table.after, table.to_move, table.s.quiet) == (pos, "Greece", 1)


def test_TRI_S26_twelve_ties() -> None:
    """TRI-8.6, TRI-16.1."""
    pos = "R:a1,c1 G:d1,p18"
    table = Table(pos).do("c1xd1" + " [2,3]" * 11)
    assert table.to_move == "dice"
    table.do("[2,3]")
    assert (table.after, table.to_move, table.s.quiet) == (pos, "Greece", 1)


def test_TRI_S27_shore_assault() -> None:
    """TRI-13.1, TRI-13.2, TRI-13.3, TRI-13.4, TRI-11.5."""
    table = Table("G1=d2E R:a1,d1 G:p18")
    assert table.legal() == moves("a1-a2 a1-b1 d1-c1 d1-e1 d1!G1")
    table.do("d1!G1 [5,2]")
    assert (table.after, table.to_move) == ("G1=d2E/1@R R:a1 G:p18", "Greece")
    table = Table("G1=d2E/2 R:a1,d1 G:p18").do("d1!G1 [5,2] [3,4] [1,1] [6,1]")
    assert (table.after, table.to_move) == ("G1=d2E R:a1 G:p18", "Greece")


def test_TRI_S28_tactical_moves_in_a_shore_assault() -> None:
    """TRI-12.8, TRI-12.11, TRI-13.3, TRI-13.5."""
    table = Table("G1=d2E G2=d5S R:a1,d1 G:p18").do("d1!G1")
    assert table.legal() == moves("roll  tac G2:F  tac G2:L  tac G2:R  tac G2:FL  tac G2:FR  tac G2:B")
    table.do("tac G2:B")
    assert (table.after, table.to_move) == ("G1=d2E/1@R G2=d5N R:a1 G:p18", "Greece")
    table = Table("R1=d5S G1=d2E/1 R:a1,d1 G:p18").do("d1!G1 [3,1]").do("tac R1:F")
    assert (table.after, table.to_move) == ("R1=d3S G1=d2E R:a1 G:p18", "Greece")


def test_TRI_S29_taking_the_capital() -> None:
    """TRI-15.1, TRI-4.6, TRI-8.3, TRI-7.4."""
    table = Table("R:g17,h18,i18 G:p18").do("g17-h17")
    assert (table.after, table.winner, table.reason) == ("R:h17,h18,i18 G:p18", "Rome", "capital")
    table = Table("R:g17,h18,i18 G:h17,p18").do("g17xh17 [4,4]")
    assert (table.after, table.winner) == ("R:h17,h18,i18 G:p18", "Rome")
    table = Table("R:g17,h18,i18 G:h17,p18").do("g17xh17 [1,4]")
    assert (table.after, table.to_move) == ("R:h18,i18 G:g17,p18", "Greece")


def test_TRI_S30_all_soldiers_all_figures() -> None:
    """TRI-15.2, TRI-6.7."""
    pos = "R1=h9N G1=i10E/1 G2=c9S R:a1"
    table = Table(pos).do("R1:F")
    assert (table.after, table.winner) == ("R1=h10N G2=c9S R:a1", "Rome")
    table = Table(pos, "annihilation=figures").do("R1:F")
    assert (table.after, table.to_move) == ("R1=h10N G2=c9S R:a1", "Greece")


def test_TRI_S31_automatic_pass() -> None:
    """TRI-4.2, TRI-4.3, TRI-6.3."""
    table = Table("R1=c2W G1=c3S G2=l9N G:p18", "annihilation=figures", "Greece").do("G2:F")
    assert figures(table.s) == "R1=c2W G1=c3S G2=l11N G:p18 quiet=2 turns=2"
    assert table.to_move == "Greece"
    assert table.why("pass") == "TRI-4.2"


@pytest.mark.parametrize(("result", "ranks"), [("material", [1, 2]), ("draw", [1, 1])])
def test_TRI_S32_quiet_limit(result: str, ranks: list[int]) -> None:
    """TRI-16.1, TRI-16.2, TRI-16.4."""
    table = Table("R1=h9N R:a1 G:p18 quiet=119 turns=200", f"limit_result={result}").do("R1:F")
    assert figures(table.s) == "R1=h11N R:a1 G:p18 quiet=120 turns=201"
    assert (table.ranks, table.reason) == (ranks, "quiet")


def changed(square: str, character: str) -> str:
    """The map `bay` with one square changed."""
    lines = maps.BAY.splitlines()
    column, row = ord(square[0]) - ord("a"), int(square[1:])
    line = lines[10 - row]
    lines[10 - row] = line[:column] + character + line[column + 1 :]
    return "\n".join(lines)


def fault_codes(map_text: str) -> list[str]:
    return sorted({fault.code for fault in maps.examine(map_text)[1]})


TRAP = """
domain trap 12x9
............
............
.....^.^.^.^
####.o.o.o.o
####..<o....
##......pppp
##^#pp######
##o#FFFFFF##
############
"""


def test_TRI_S33_map_faults() -> None:
    """TRI-2.2, TRI-2.10, TRI-2.11."""
    assert fault_codes(maps.BAY) == fault_codes(maps.COVE) == []
    assert fault_codes(changed("a9", "#")) == ["M6", "M7"]
    assert fault_codes(changed("b3", ".")) == ["M4"]
    assert fault_codes(changed("i1", "#")) == ["M3"]
    assert fault_codes(changed("h3", "P")) == ["M3"]
    assert fault_codes(changed("c1", "#")) == ["M5"]
    assert fault_codes(changed("c9", "x")) == ["M7"]
    assert fault_codes(changed("e2", "#")) == []
    assert fault_codes(maps.BAY.replace("16x9", "16x10")) == ["M2"]
    assert fault_codes(maps.BAY.replace("16x9", "7x9")) == ["M1"]
    (fault,) = maps.examine(TRAP)[1]
    assert (fault.code, fault.line, fault.column) == ("M9", 9, 3)


def test_TRI_S34_big_battle() -> None:
    """TRI-17.1, TRI-17.2, TRI-17.3."""
    table = Table(options="layout=double setup=auto")
    assert (table.s.chart.columns, table.s.chart.rows) == (32, 18)
    greek, roman = berths(table, 1), berths(table, 0)
    assert (greek[0], greek[6], greek[11]) == ("ae15S", "o15S", "d17E")
    assert (roman[6], roman[11]) == ("r4N", "ac2W")
    assert capital(table, 1) == ["h17", "h18", "i17", "i18", "j17", "j18", "x17", "x18", "y17", "y18", "z17", "z18"]
    assert [int(n) for n in table.s.alive[:2]] == [12, 12]
    table = Table("R:h18,i18,x17 G:a18", "layout=double").do("x17-x18")
    assert (table.after, table.to_move) == ("R:h18,i18,x18 G:a18", "Greece")
    table = Table("R:h18,i18,j17,k17 G:a18", "layout=double capitals=all").do("k17-k18")
    assert (table.after, table.to_move) == ("R:h18,i18,j17,k18 G:a18", "Greece")
    table = Table("R:h18,i18,k17 G:a18", "layout=double").do("k17-j17")
    assert table.winner == "Rome"
    table = Table("R:h18,i18,j17,x17,y18,w18 G:a18", "layout=double capitals=all").do("w18-x18")
    assert table.winner == "Rome"


def test_TRI_S35_cross_board_elimination_and_spoils() -> None:
    """TRI-18.1, TRI-18.2, TRI-18.3, TRI-18.4, TRI-18.5."""
    table = Table(options="setup=auto", seats=4)
    assert (table.s.chart.columns, table.s.chart.rows) == (28, 28)
    by_seat = [berths(table, seat) for seat in range(4)]
    assert (by_seat[0][0], by_seat[0][4]) == ("j4N", "k2E")
    assert (by_seat[1][0], by_seat[1][4]) == ("d19E", "b18S")
    assert by_seat[2][0] == "s25S"
    assert (by_seat[3][0], by_seat[3][4]) == ("y10W", "aa11N")
    assert capital(table, 1) == ["a13", "a14", "a15", "a16", "b14", "b15"]
    table = Table("R1=m12N G1=d19E/1 C1=m20S R:a15,b15,b16,i1 G:a10 C:i28", "players=3").do("b16-a16")
    assert table.after == "R1=m12N G1=d19E/1@R C1=m20S R:a10,a15,a16,b15,i1 C:i28"
    assert table.to_move == "Carthage"


def test_TRI_S36_a_player_falls_in_the_middle_of_fights() -> None:
    """TRI-11.11, TRI-18.3, TRI-18.5, TRI-18.6."""
    table = Table("R1=m10N/1 G1=n12N/1 G2=q14N/1 C1=r16N R:i1 C:i28", "players=3")
    table.do("R1:F!G1").do("tac G2:F!C1 [1,6]")
    assert table.after == "R1=m12N/1 G1=n12N@C G2=q16N@C C1=r16N R:i1 C:i28"
    assert table.to_move == "Carthage"
    assert table.s.phase == codes.MOVE


def test_TRI_S37_allies() -> None:
    """TRI-19.2, TRI-19.3, TRI-19.5."""
    pos = "R1=m10N G1=n12E C1=n10N R:i1 G:a20 C:i28"
    table = Table(pos + " pact=1-2", "players=3 alliances=open")
    assert table.legal("R1") == moves("R1:L R1:R R1:FL R1:FR R1:B")
    assert table.legal("pact") == {"pact offer 3", "pact break 2"}
    enemies = Table(pos, "players=3 alliances=open")
    assert enemies.legal("R1") == moves("R1:F R1:L R1:R R1:FL R1:FL!G1 R1:FR R1:B")
    table = Table("R1=m10N G1=n12E C1=n10N/1 R:i1 G:a20 pact=1-2", "players=3 alliances=open").do("R1:R")
    assert (table.ranks, table.reason) == ([1, 1, 3], "allied")


def test_TRI_S38_buying() -> None:
    """TRI-20.1, TRI-20.2, TRI-20.3."""
    table = Table("R1=b4N G1=h9S R:a1,g1,h2 G:p18 coins=3,0", "purchase=on")
    soldiers = {f"buy soldier {square}" for square in ("g2", "h1", "i1", "i2")}
    assert table.legal("buy") == soldiers | {f"buy ship {n}" for n in range(2, 7)}
    table.do("buy ship 5")
    assert figures(table.s) == "R1=b4N R7=d2E G1=h9S R:a1,g1,h2 G:p18 turns=1 coins=0,0"
    assert table.to_move == "Greece"


def test_TRI_S39_short_movements() -> None:
    """TRI-5.6."""
    table = Table("R1=h9N G1=i10E R:a1 G:p18", "short_moves=on")
    assert table.legal("R1") == moves("R1:F R1:L R1:R R1:R!G1 R1:TL R1:TL!G1 R1:TR")
    assert table.why("R1:1") == "TRI-5.6"
    assert Table("R1=h9N R:a1 G:p18").why("R1:1") == "TRI-5.6"
    assert Table("R1=h9N R:a1 G:p18", "short_moves=on").do("R1:1").after == "R1=h10N R:a1 G:p18"
    assert Table("R1=h9N R:a1 G:p18", "short_moves=on").do("R1:TR").after == "R1=h9E R:a1 G:p18"


@pytest.mark.parametrize("cargo", ["open", "memory", "hidden"])
def test_TRI_S40_what_the_others_see(cargo: str) -> None:
    """TRI-21.1, TRI-21.2."""
    table = Table(options=f"setup=auto cargo={cargo}")
    table.do("R5<c1,d1")
    for viewer in (0, 1, None):
        view = table.match.view(viewer)
        mine = viewer == 0
        shown = "R5=d2E/2" if mine or cargo == "open" else "R5=d2E/?"
        assert shown in figures(view.seen).split()  # type: ignore[arg-type]
        assert view.seen.alive[0] == 6  # type: ignore[attr-defined]
        told = [event for event in view.news if event[0] == codes.EMBARKED]
        line = EVENTS.log(told, ENGLISH)
        ship = "a ship" if cargo == "hidden" and not mine else "trireme R5"
        assert line == [f"Rome embarks from c1, d1 on {ship}."]
        seen_action = any(GAME.rules.actions.text(e[2]) == "R5<c1,d1" for e in view.news if e[0] == -1)
        assert seen_action == mine
    table.do("G1:F")
    lines = [line for _, lines in table.match.log(1, ENGLISH) for line in lines if "embarks" in line]
    assert lines == [f"Rome embarks from c1, d1 on {'trireme R5' if cargo == 'open' else 'a ship'}."]
    boarded = Table("R5=h9N/2 G1=i10S R:a1 G:p18", f"cargo={cargo}", "Greece")
    assert ("R5=h9N/2" in figures(boarded.match.view(1).seen)) == (cargo == "open")  # type: ignore[arg-type]
    boarded.do("G1:F!R5")
    assert "R5=h9N/2" in figures(boarded.match.view(None).seen)  # type: ignore[arg-type]


def test_TRI_S41_soldiers_on_land() -> None:
    """TRI-7.1, TRI-7.2, TRI-7.3, TRI-7.4, TRI-7.5, TRI-13.1."""
    pos = "G1=f4N R:g2,g3 G:f2,p18"
    table = Table(pos)
    assert table.legal() == moves("g2-g1 g2-h2 g2xf2 g3-h3 g3!G1")
    assert table.why("g2-g3") == "TRI-7.2"
    assert table.why("g3-g4") == table.why("g3-f3") == "TRI-7.1"
    assert table.why("g2-f2") == "TRI-7.3"
    table = Table(pos, to_move="Greece")
    assert table.legal() == moves("G1:F G1:L G1:R G1:FL G1:FR G1:B G1<f2 f2-f1 f2xg2 p18-o18 p18-p17")


def test_TRI_S42_three_at_a_balanced_start() -> None:
    """TRI-1.5, TRI-3.4, TRI-18.7 [opt: balance]."""
    table = Table(options="players=3 balance=on setup=auto")
    assert [int(n) for n in table.s.alive] == [4, 6, 4, 0]
    assert [int(table.s.ships_of(seat)) for seat in range(3)] == [6, 6, 6]
    outright = Table(options="players=3 balance=on setup=auto force3=6/6")
    assert [int(n) for n in outright.s.alive] == [4, 6, 6, 0]
    placing = Table(options="players=3 balance=on")
    order = []
    while placing.s.phase == codes.SETUP:
        order.append(placing.to_move)
        placing.do(min(placing.legal()))
    assert order == ["Rome", "Greece", "Carthage"] * 4 + ["Greece"] * 2
    for players in (2, 4):
        with pytest.raises(BadOption, match=r"balance.*TRI-18\.7"):
            Table(options=f"players={players} balance=on")
