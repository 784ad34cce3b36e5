"""The scenarios of section 11: table sizes to swiss, in their order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kotva.tournament import draw as drawing
from kotva.tournament import lot
from kotva.tournament.documents import result_slips
from kotva.tournament.options import TournamentOptions
from kotva.tournament.places import percent, scores
from kotva.tournament.problems import problem
from kotva.tournament.refusal import Refused
from kotva.tournament.results import read_value
from kotva.tournament.seats import board_keys
from kotva.tournament.standings import standings
from kotva.tournament.state import Result
from tests.tournament.held import HeldTournament

CZ = TournamentOptions()
R1 = ("T1 won=P8 P8:10 P2:8 P3:8 P9:4", "T2 won=P1 P7:5 P4:7 P1:11", "T3 time P10:8 P6:6 P5:8")
R2 = ("T1 won=P5 P1:9 P5:10 P8:9 P10:6", "T2 won=P7 P2:9 P9:9 P7:10", "T3 won=P4 P3:10 P6:3 P4:10")
R3 = ("T1 won=P8 P4:7 P8:10 P9:8", "T2 won=P3 P3:10 P5:6 P7:4", "T3 won=P2 P1:9 P10:9 P2:10")


def osada(rounds: int = 3) -> HeldTournament:
    """The complete tournament of S3 to S10, as far as asked for, with the tables that the scenarios name."""
    held = HeldTournament(10)
    held.begin(1)
    held.finish(1, *R1)
    if rounds >= 2:
        held.begin(2, "P1 P5 P8 P10", "P2 P9 P7", "P3 P6 P4")
        held.finish(2, *R2)
    if rounds >= 3:
        held.do("withdraw P6")
        held.begin(3, "P4 P8 P9", "P3 P5 P7", "P1 P10 P2")
        held.finish(3, *R3)
    return held


def pp(end: str, *values: str, options: TournamentOptions = CZ) -> list[Any]:
    """The place points of seats P1, P2, … with these values."""
    marks = tuple(read_value(f"P{i}", value) for i, value in enumerate(values, 1))
    winner = end.removeprefix("won=") if end.startswith("won=") else None
    found = scores(Result(1, "won" if winner else end, winner, marks, "O1", ""), options)
    return [found[mark.player].pp for mark in marks]


def test_TOU_S1_table_sizes() -> None:
    """TOU-3.2, TOU-3.3, TOU-3.4, TOU-2.13."""
    expected = {
        6: "33",
        7: "43",
        8: "44",
        9: "333",
        10: "433",
        11: "443",
        12: "444",
        13: "4333",
        14: "4433",
        15: "4443",
    }
    for n, sizes in {**expected, 26: "4444433", 5: "4"}.items():
        held = HeldTournament(n)
        held.do("draw R1")
        assert "".join(str(len(table.seats)) for table in held.round(1).tables) == sizes
        assert len(held.round(1).byes) == (1 if n == 5 else 0)
    assert HeldTournament(2).refuse("draw R1") == "TOO_FEW"


def test_TOU_S2_five_players() -> None:
    """TOU-3.5, TOU-3.6, TOU-6.4, TOU-7.3."""
    held = HeldTournament(5, seed="petka")
    held.begin(1)
    assert set(held.table(1, 1).seats) == {"P3", "P4", "P2", "P5"}
    assert held.round(1).byes == ["P1"]
    held.finish(1, "T1 won=P3 P3:10 P4:8 P2:5 P5:4")
    rows = {row.player: row.totals for row in held.rows()}
    assert [(int(rows[p].pp), rows[p].gp) for p in ("P3", "P4", "P2", "P5", "P1")] == [
        (4, 10),
        (3, 8),
        (2, 5),
        (1, 4),
        (3, 7),
    ]
    assert rows["P1"].shares == []
    assert held.order() == "P3 P4 P1 P2 P5"
    held.begin(2)
    assert held.round(2).byes == ["P5"]
    assert vector(held, 2) == ["1", "3"]
    held.finish(2, "T1 won=P1 P1:10 P2:9 P3:7 P4:6")
    rows = {row.player: row.totals for row in held.rows()}
    assert [rows[p].pp for p in ("P1", "P3", "P2", "P4", "P5")] == [7, 6, 5, 4, 4]
    assert rows["P5"].gp == 4 + 8
    held.begin(3)
    assert held.round(3).byes == ["P4"]
    assert vector(held, 3) == ["2", "8"]
    held.finish(3, "T1 time P1:9 P2:9 P3:6 P5:5")
    found = [(r.player, r.totals.firsts, int(r.totals.pp), r.totals.gp) for r in held.rows()]
    assert found == [("P1", 2, 11, 26), ("P3", 1, 9, 23), ("P2", 1, 9, 23), ("P4", 0, 7, 21), ("P5", 0, 6, 17)]
    assert [percent(row.totals.success) for row in held.rows()[1:3]] == ["26.53", "25.89"]


def vector(held: HeldTournament, number: int) -> list[str]:
    draw = held.round(number).draw
    assert draw is not None
    return list(draw.vector[:2])


def test_TOU_S3_round_1_by_lot() -> None:
    """TOU-5.2, TOU-5.3, TOU-6.1, TOU-5.5."""
    assert lot.key("osada", "draw", 1, 1, "P3").startswith("087d1475")
    begin = {
        3: "087d",
        8: "173b",
        9: "2b18",
        2: "3da4",
        4: "42c8",
        1: "53ff",
        7: "78ca",
        10: "8f80",
        5: "baf7",
        6: "cbe5",
    }
    for player, key in begin.items():
        assert lot.key("osada", "draw", 1, 1, f"P{player}").startswith(key)
    held = HeldTournament(10)
    held.do("draw R1")
    assert [set(table.seats) for table in held.round(1).tables] == [
        {"P3", "P8", "P9", "P2"},
        {"P4", "P1", "P7"},
        {"P10", "P5", "P6"},
    ]
    assert held.state.commitment.startswith("3d71dd81")


def test_TOU_S4_seats_board_slip() -> None:
    """TOU-8.3, TOU-8.5, TOU-20.5."""
    held = osada(2)
    assert [" ".join(t.seats) for t in held.round(1).tables] == ["P8 P2 P3 P9", "P7 P4 P1", "P10 P6 P5"]
    held.do("draw R3")
    boards = [board_keys(held.state, round, "osada") for round in held.state.rounds]
    assert boards == [["88ac8b1f221f9792"], ["5220cb9f177dc172"], ["9e1a1ec0f83379b7"]]
    assert held.round(1).boards == ["88ac8b1f221f9792"]
    assert result_slips(held.state, held.round(1), "osada")[0].code == "f60d35a461"
    assert result_slips(held.state, held.round(2), "osada")[2].code == "b7038a1f25"
    assert result_slips(held.state, held.round(1), "osada")[0].board == "88ac8b1f"


def test_TOU_S5_places_of_round_1() -> None:
    """TOU-11.2, TOU-11.3, TOU-11.4, TOU-11.5, TOU-12.1, TOU-12.2."""
    held = osada(1)
    expected = {
        "P8": (4, 1, "33.33"),
        "P2": (3, 2, "26.67"),
        "P3": (3, 2, "26.67"),
        "P9": (2, 3, "13.33"),
        "P1": (4, 1, "45.45"),
        "P4": (3, 2, "31.82"),
        "P7": (2, 3, "22.73"),
        "P10": (4, 1, "36.36"),
        "P5": (4, 1, "36.36"),
        "P6": (3, 2, "27.27"),
    }
    found: dict[str, tuple[Any, ...]] = {}
    for table in held.round(1).tables:
        assert table.result is not None
        for player, score in scores(table.result, held.state.options).items():
            found[player] = (int(score.pp), score.place, percent(score.share))
    assert found == expected
    firsts = {row.player: row.totals.firsts for row in held.rows()}
    assert firsts["P10"] == firsts["P5"] == 1


def test_TOU_S6_standings_after_round_1() -> None:
    """TOU-13.1, TOU-13.2, TOU-13.3."""
    found = [(row.rank, row.player, row.by) for row in osada(1).rows()]
    by = ["", "success", "gp", "lot", "firsts", "lot", "gp", "gp", "pp", "gp"]
    players = ["P1", "P8", "P10", "P5", "P3", "P2", "P4", "P6", "P7", "P9"]
    assert found == [(i, p, b) for i, (p, b) in enumerate(zip(players, by), 1)]
    keys = [lot.key("osada", "lot", 1, 1, p)[:4] for p in ("P10", "P5", "P3", "P2")]
    assert keys == ["4be8", "8d4a", "1af8", "5e0c"]


def test_TOU_S7_draw_of_round_2() -> None:
    """TOU-4.2, TOU-6.4, TOU-8.1."""
    held = osada(1)
    held.do("draw R2")
    assert vector(held, 2) == ["0", "2"]
    assert set(held.table(2, 1).seats) == {"P1", "P5", "P8", "P10"}
    people = [f"P{i}" for i in range(1, 11)]
    asked = problem(held.state, "osada", 2, 1, people, [])

    def value(*groups: str) -> tuple[object, ...]:
        tables = tuple(drawing.DrawnTable(i, tuple(g.split())) for i, g in enumerate(groups, 1))
        return drawing.evaluate(asked, tables).vector[:2]

    assert value("P1 P5 P8 P10", "P2 P9 P7", "P3 P6 P4") == (0, 2)
    assert value("P1 P5 P8 P10", "P2 P4 P7", "P3 P6 P9") == (0, 3)
    least = [
        min(lot.key("osada", "table", 2, 1, p) for p in g.split())[:4] for g in ("P1 P5 P8 P10", "P2 P9 P7", "P3 P6 P4")
    ]
    assert least == ["00eb", "13d2", "3fd3"]


def test_TOU_S8_round_2_and_standings() -> None:
    """TOU-11.4, TOU-13.1."""
    found = [(r.player, r.totals.firsts, int(r.totals.pp), r.totals.gp) for r in osada(2).rows()]
    assert found == [
        ("P5", 2, 8, 18),
        ("P1", 1, 7, 19),
        ("P8", 1, 7, 19),
        ("P4", 1, 7, 17),
        ("P7", 1, 6, 15),
        ("P10", 1, 6, 14),
        ("P3", 0, 6, 18),
        ("P2", 0, 6, 17),
        ("P9", 0, 5, 13),
        ("P6", 0, 5, 9),
    ]
    assert [percent(row.totals.success) for row in osada(2).rows()[1:3]] == ["35.96", "29.90"]


def test_TOU_S9_the_hard_rule_costs_a_trio_and_a_withdrawal_changes_everything() -> None:
    """TOU-4.2, TOU-3.8, TOU-6.4, TOU-7.1."""
    held = osada(2)
    held.do("draw R3")
    assert set(held.table(3, 1).seats) == {"P1", "P4", "P5", "P8"}
    assert vector(held, 3) == ["1", "6"]
    held = osada(2)
    held.do("withdraw P6")
    held.do("draw R3")
    assert [len(table.seats) for table in held.round(3).tables] == [3, 3, 3]
    assert vector(held, 3) == ["0", "2"]
    keys = [
        min(lot.key("osada", "table", 3, 1, p) for p in g.split())[:4] for g in ("P4 P8 P9", "P3 P5 P7", "P1 P10 P2")
    ]
    assert keys == ["028a", "054b", "dce0"]


def test_TOU_S10_final_standings() -> None:
    """TOU-13.1, TOU-13.4, TOU-2.8, TOU-1.3."""
    expected = """
        1 P8 2 11 29 33.27 1 0 -
        2 P5 2 11 24 31.93 1 0 gp
        3 P3 1 10 28 40.05 2 0 firsts
        4 P1 1 10 28 34.69 2 0 success
        5 P2 1 10 27 31.51 2 0 gp
        6 P4 1 9 24 34.43 1 1 pp
        7 P10 1 9 23 28.72 1 1 gp
        8 P7 1 8 19 26.15 0 2 pp
        9 P9 0 8 21 25.83 2 1 firsts
        10 P6 0 5 9 20.16 1 1 pp
    """
    held = osada()
    found = [
        f"{r.rank} {r.player} {r.totals.firsts} {r.totals.pp} {r.totals.gp} {percent(r.totals.success)} "
        f"{r.totals.seconds} {r.totals.thirds} {r.by or '-'}"
        for r in held.rows()
    ]
    assert found == [line.strip() for line in expected.strip().splitlines()]
    assert [row.mark for row in held.rows()] == [""] * 9 + ["W"]
    assert held.state.phase == "finished"


def test_TOU_S11_equal_points_are_used_to_avoid_rematches() -> None:
    """TOU-4.3."""
    held = HeldTournament(11)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8", "P9 P10 P11")
    in_order(held, 1)
    held.do("draw R2")
    assert set(held.table(2, 3).seats) == {"P4", "P8", "P11"}
    assert vector(held, 2) == ["0", "2"]


def in_order(held: HeldTournament, number: int) -> None:
    """Every table finishes in the order of its seats: 10, 8, 6, 4."""
    for table in held.round(number).tables:
        values = " ".join(f"{p}:{10 - 2 * i}" for i, p in enumerate(table.seats))
        held.result(f"{table.name} won={table.seats[0]} {values}")
    held.do(f"complete R{number}")


def test_TOU_S12_third_meetings() -> None:
    """TOU-6.4, TOU-6.2."""
    held = HeldTournament(12)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8", "P9 P10 P11 P12")
    in_order(held, 1)
    held.begin(2, "P1 P2 P5 P9", "P3 P6 P7 P10", "P4 P8 P11 P12")
    in_order(held, 2)
    held.do("draw R3")
    assert vector(held, 3) == ["0", "6"]
    draw = held.round(3).draw
    assert draw is not None
    assert len(draw.pairs) == 6
    assert {times for _, times in draw.pairs} == {1}
    asked = problem(held.state, "osada", 3, 1, [f"P{i}" for i in range(1, 13)], [])
    tables = ("P1 P2 P8 P10", "P3 P5 P11 P12", "P4 P6 P7 P9")
    found = drawing.evaluate(asked, tuple(drawing.DrawnTable(i, tuple(t.split())) for i, t in enumerate(tables, 1)))
    assert found.vector[1] == 12


@pytest.mark.parametrize(("square", "least"), [("cyclic", ("0", "4")), ("xor", ("0", "0"))])
def test_TOU_S13_sixteen_players(square: str, least: tuple[str, str]) -> None:
    """TOU-7.4, TOU-7.6."""
    held = HeldTournament(16, rounds="5")
    cell = {(i, j): f"P{4 * i + j + 1}" for i in range(4) for j in range(4)}
    third = (lambda i, j: (i + j) % 4) if square == "cyclic" else (lambda i, j: i ^ j)
    plans = [lambda i, _: i, lambda _, j: j, third]
    for number, plan in enumerate(plans, 1):
        held.begin(number, *(" ".join(p for (i, j), p in cell.items() if plan(i, j) == t) for t in range(4)))
        in_order(held, number)
    held.do("draw R4")
    assert tuple(vector(held, 4)) == least
    if square == "xor":
        held.do("publish R4")
        held.start(4)
        in_order(held, 4)
        held.do("draw R5")
        assert vector(held, 5)[0] == "0"
    drawn = HeldTournament(16)
    for number in (1, 2, 3):
        drawn.begin(number)
        assert vector(drawn, number) == ["0", "0"]
        in_order(drawn, number)


def test_TOU_S14_ties_of_the_source() -> None:
    """TOU-11.1, TOU-11.2, TOU-11.3."""
    assert pp("won=P1", "10", "8", "5", "4") == [4, 3, 2, 1]
    assert pp("won=P1", "10", "8", "6", "6") == [4, 3, 2, 2]
    assert pp("won=P1", "10", "8", "8", "8") == [4, 3, 3, 3]
    assert pp("won=P1", "10", "8", "8", "4") == [4, 3, 3, 2]
    assert pp("won=P1", "10", "8", "5") == [4, 3, 2]
    assert pp("won=P1", "10", "8", "8") == [4, 3, 3]


def test_TOU_S15_others_at_ten() -> None:
    """TOU-11.4, TOU-12.1, TOU-10.7."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    text = "report R1.T1 won=P1 P1:10 P2:11 P3:10 P4:9"
    assert held.refuse(text) == "WARNING"
    held.do(f"{text} ack signed")
    result = held.table(1, 1).result
    assert result is not None
    found = scores(result, held.state.options)
    assert [found[f"P{i}"].gp for i in range(1, 5)] == [10, 10, 10, 9]
    assert [found[f"P{i}"].place for i in range(1, 5)] == [1, 2, 2, 3]
    assert [found[f"P{i}"].pp for i in range(1, 5)] == [4, 3, 3, 2]
    assert [percent(found[f"P{i}"].share) for i in range(1, 5)] == ["25.64", "25.64", "25.64", "23.08"]


def test_TOU_S16_stopped_games() -> None:
    """TOU-11.5, TOU-11.6."""
    assert pp("time", "8", "8", "6", "5") == [4, 4, 3, 2]
    assert pp("time", "8", "8", "6", "6") == [4, 4, 3, 3]
    assert pp("time", "8", "8", "8", "5") == [4, 4, 4, 3]
    assert pp("time", "8", "8", "8", "8") == [4, 4, 4, 4]
    assert pp("time", "9", "7", "7", "5") == [4, 3, 3, 2]
    assert pp("time", "8", "8", "6") == [4, 4, 3]
    assert pp("time", "8", "8", "8") == [4, 4, 4]
    assert pp("time", "9", "10", "8", "8") == [3, 4, 2, 2]


def test_TOU_S17_every_criterion_decides_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """TOU-13.1, TOU-13.2, TOU-12.5."""
    third, seventh, quarter = Fraction(1, 3), Fraction(7, 30), Fraction(1, 4)
    rows = {
        "P1": (2, 9, 25, third, 0, 0),
        "P2": (1, 10, 29, third, 2, 0),
        "P3": (1, 9, 28, third, 1, 1),
        "P4": (1, 9, 27, Fraction(20683, 62775), 1, 1),
        "P5": (1, 9, 27, Fraction(10061, 30537), 1, 1),
        "P6": (0, 6, 20, seventh, 1, 1),
        "P7": (0, 6, 20, seventh, 0, 3),
        "P8": (0, 6, 17, quarter, 1, 1),
        "P9": (0, 6, 17, quarter, 1, 0),
        "P10": (0, 6, 17, quarter, 1, 0),
    }
    from kotva.tournament import standings as module

    held = HeldTournament(10, seed="kriteria")
    for number in (1, 2, 3):
        held.begin(number)
        in_order(held, number)

    def collected(_state: object, _last: int) -> dict[str, module.Totals]:
        return {
            player: module.Totals(firsts, seconds, thirds, Fraction(points), gp, [success])
            for player, (firsts, points, gp, success, seconds, thirds) in rows.items()
        }

    monkeypatch.setattr(module, "collect", collected)
    found = standings(held.state, 3).rows
    assert [row.player for row in found] == ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P10", "P9"]
    assert [row.by for row in found] == [
        "",
        "firsts",
        "pp",
        "gp",
        "success",
        "firsts",
        "seconds",
        "gp",
        "thirds",
        "lot",
    ]
    assert percent(rows["P4"][3]) == percent(rows["P5"][3]) == "32.95"
    assert [lot.key("kriteria", "lot", 3, 1, p)[:4] for p in ("P10", "P9")] == ["546d", "9d57"]


def test_TOU_S18_first_places_beat_points() -> None:
    """TOU-1.3, TOU-13.1."""
    held = HeldTournament(12)
    held.begin(1, "P1 P3 P4 P5", "P6 P2 P7 P8", "P9 P10 P11 P12")
    in_order(held, 1)
    for number in (2, 3):
        held.begin(number, "P6 P2 P4 P1", "P3 P5 P9 P7", "P8 P10 P11 P12")
        in_order(held, number)
    rows = {row.player: row for row in held.rows()}
    assert (rows["P1"].totals.firsts, int(rows["P1"].totals.pp)) == (1, 6)
    assert (rows["P2"].totals.firsts, int(rows["P2"].totals.pp)) == (0, 9)
    assert (rows["P1"].rank or 0) < (rows["P2"].rank or 0)


def test_TOU_S19_success() -> None:
    """TOU-12.3, TOU-3.9."""
    marks = tuple(read_value(f"P{i}", value) for i, value in enumerate(("10", "9", "7", "6"), 1))
    found = scores(Result(1, "won", "P1", marks, "O1", ""), CZ)
    assert [percent(found[f"P{i}"].share) for i in (1, 2, 3)] == ["31.25", "28.13", "21.88"]
    shares = [Fraction(10, 32), Fraction(30, 100), Fraction(2875, 10000), Fraction(34, 100)]
    assert percent(sum(shares, Fraction(0)) / 4) == "31.00"


def test_a_refusal_names_its_code_and_clause() -> None:
    held = HeldTournament(4)
    with pytest.raises(Refused, match="drawn") as refused:
        held.do("draw R2")
    assert (refused.value.code, refused.value.clause) == ("STATE", "TOU-6.10")
