"""Rules that were once applied wrongly: each case failed before it was put right."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from kotva.cli.tournament import tournament
from kotva.tournament import draw as drawing
from kotva.tournament import exports
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.documents import certificates
from kotva.tournament.draw import seating
from kotva.tournament.draw.problem import DrawProblem
from kotva.tournament.log import Json, TournamentEntry
from kotva.tournament.options import TournamentOptions
from kotva.tournament.places import scores
from kotva.tournament.player_lists import read_players
from kotva.tournament.problems import problem
from kotva.tournament.rounds import drawn_args
from kotva.tournament.state import Result, SeatResult
from kotva.tournament.tournament import replay
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament
from tests.tournament.reference import Book
from tests.tournament.test_scenarios import osada


def even(number: int, *tables: str, held: HeldTournament) -> None:
    """A round in which everybody has the same."""
    held.begin(number, *tables)
    held.expire(number)
    for i, seats in enumerate(tables, 1):
        held.result(f"R{number}.T{i} time {' '.join(f'{player}:8' for player in seats.split())}")


# -- TOU-19.10, TOU-19.11: the rank before ---------------------------------------------------------------------------


def final(**options: str) -> HeldTournament:
    """Eight players equal in everything; the order drawn by hand is P8 … P1, so the final is P8 P7 P6 P5."""
    held = HeldTournament(8, draw="random,final", rounds="1", lot__mode="manual", **options)
    even(1, "P1 P2 P3 P4", "P5 P6 P7 P8", held=held)
    held.do("complete R1")
    held.head("lot R1 P8>P7>P6>P5>P4>P3>P2>P1")
    return held


def test_ties_in_a_final_go_by_the_rank_before() -> None:
    """TOU-19.10: two share the first place of the final; the one who was ranked better has won the tournament."""
    held = final()
    held.begin(2)
    assert held.groups(2) == {frozenset({"P5", "P6", "P7", "P8"})}
    held.expire(2)
    held.finish(2, "T1 time P5:9 P6:9 P7:9 P8:7")
    assert held.order() == "P7 P6 P5 P8 P4 P3 P2 P1" == " ".join(Book(held.state, 2).order())
    assert [row.by for row in held.rows()] == ["", "final", "final", "final", "final", "lot", "lot", "lot"]
    assert [row.rank for row in held.rows()] == list(range(1, 9)), "no lot is to be drawn after a final"


def test_below_a_final_the_rank_before_decides_among_equals() -> None:
    """TOU-19.10: with `play` the points of that round count for those who play it; equal players go by the rank before."""
    held = final(final__others="play", criteria="firsts,lot")
    held.begin(2)
    held.expire(2)
    held.finish(2, "T1 time P5:9 P6:8 P7:7 P8:6", "T2 time P1:9 P2:9 P3:8 P4:7")
    assert held.order() == "P5 P6 P7 P8 P2 P1 P4 P3" == " ".join(Book(held.state, 2).order())
    assert [row.by for row in held.rows()][4:] == ["final", "lot", "firsts", "lot"]


def test_a_lot_of_the_final_itself_decides_nothing() -> None:
    """TOU-19.10, TOU-13.2: with lots from the seed, too, the rank before holds, whatever the lot of the last round."""
    moved = 0
    for seed in ("a", "b", "c", "d", "e"):
        held = HeldTournament(8, seed=seed, draw="random,final", rounds="1")
        even(1, "P1 P2 P3 P4", "P5 P6 P7 P8", held=held)
        held.do("complete R1")
        before = held.order()
        held.begin(2)
        held.expire(2)
        held.finish(2, f"T1 time {' '.join(f'{p}:8' for p in held.round(2).seated())}")
        assert held.order() == before == " ".join(Book(held.state, 2).order())
        lot = [player for player in held.round(2).lot if player in held.round(2).finalists]
        moved += lot != before.split()[:4]
    assert moved, "the lot of the final would have said something else"


def test_a_shared_first_place_in_a_knockout() -> None:
    """TOU-19.11: of two who share the first place the one ranked better before goes on; ranks follow stage by stage."""
    held = HeldTournament(4, draw="random,knockout", cut="4,2", table__size="2", table__min="2", final__size="2", rounds="1",
                lot__mode="manual", points__2="2-1")  # fmt: skip
    even(1, "P1 P2", "P3 P4", held=held)
    held.do("complete R1")
    held.head("lot R1 P4>P3>P2>P1")
    held.begin(2)
    assert held.groups(2) == {frozenset({"P4", "P1"}), frozenset({"P3", "P2"})}
    held.expire(2)
    held.finish(2, "T1 time P4:8 P1:8", "T2 time P3:8 P2:8")
    assert held.order() == "P4 P3 P2 P1" == " ".join(Book(held.state, 2).order())
    held.begin(3)
    assert held.groups(3) == {frozenset({"P4", "P3"})}
    held.expire(3)
    held.finish(3, "T1 time P4:8 P3:8")
    assert held.order() == "P4 P3 P2 P1" == " ".join(Book(held.state, 3).order())


def test_a_player_without_a_rank_plays_no_final() -> None:
    """TOU-19.10: who has not played yet has earned no place in it, even where fewer than `final.size` are left."""
    held = HeldTournament(5, draw="random,final", rounds="2", final__size="4")
    held.do("absent P5")
    held.begin(1, "P1 P2 P3 P4")
    held.finish(1, "T1 won=P1 P1:10 P2:8 P3:6 P4:4")
    held.begin(2, "P1 P2 P3 P4")
    held.finish(2, "T1 won=P1 P1:10 P2:8 P3:6 P4:4")
    held.do("absent P4")
    held.do("checkin P5")
    held.do("draw R3")
    assert held.groups(3) == {frozenset({"P1", "P2", "P3"})}


# -- TOU-18.3: verify ------------------------------------------------------------------------------------------------


def rewritten(log: list[TournamentEntry], seq: int, **args: Json) -> list[TournamentEntry]:
    """The same log with another content of one entry: verify computes the chain itself."""
    return [replace(entry, args={**entry.args, **args}) if entry.seq == seq else entry for entry in log]


def tables(*seats: str) -> list[Json]:
    return [{"number": i, "seats": list(table.split())} for i, table in enumerate(seats, 1)]


def entry_of(held: HeldTournament, op: str, number: int) -> TournamentEntry:
    return next(entry for entry in held.log if entry.op == op and entry.args.get("round") == number)


def test_a_forged_draw_of_round_1_is_found() -> None:
    """TOU-18.3, TOU-6.1: round 1 follows from the lot alone: two players exchanged, everything else as recorded."""
    held = HeldTournament(8)
    held.do("draw R1")
    entry = entry_of(held, "draw", 1)
    one, other = [list(table.seats) for table in held.round(1).tables]
    one[0], other[0] = other[0], one[0]
    forged = rewritten(held.log, entry.seq, tables=tables(" ".join(one), " ".join(other)))
    doubt = verify(forged, "osada")
    assert doubt is not None
    assert (doubt.seq, doubt.refused.code) == (entry.seq, "TAMPERED")


def drawn_twice(players: int) -> tuple[HeldTournament, TournamentEntry, DrawProblem]:
    """A first round played, the second drawn, and what it was drawn from."""
    held = HeldTournament(players)
    held.begin(1)
    for table in held.round(1).tables:
        held.result(f"{table.name} won={table.seats[0]} {' '.join(f'{p}:{10 - i}' for i, p in enumerate(table.seats))}")
    held.do("complete R1")
    asked = problem(replay(held.log), "osada", 2, 1, [f"P{i}" for i in range(1, players + 1)], [])
    held.do("draw R2")
    return held, entry_of(held, "draw", 2), asked


@pytest.mark.parametrize("honest", [True, False])
def test_a_draw_worse_than_it_could_be_is_found(honest: bool) -> None:
    """TOU-18.3, TOU-6.4: the sizes, numbers and seats are right, but everybody meets the same people again."""
    held, entry, asked = drawn_twice(16)
    same, _ = seating.tables(asked, [table.seats for table in held.round(1).tables])
    content = drawn_args(drawing.evaluate(asked, same))
    if not honest:
        content |= {name: entry.args[name] for name in ("vector", "pairs", "trios")}
    content |= {"order": entry.args["order"], "bound": entry.args["bound"], "proven": not honest}
    doubt = verify(rewritten(held.log, entry.seq, **content), "osada")
    assert doubt is not None
    assert (doubt.seq, doubt.refused.code) == (entry.seq, "TAMPERED")


def test_a_draw_that_breaks_a_hard_rule_is_found() -> None:
    """TOU-18.3, TOU-4.2: somebody with many points sits at the short table; the vector claimed is right."""
    held, entry, asked = drawn_twice(10)
    seats = [list(table.seats) for table in held.round(2).tables]
    best = max(range(4), key=lambda i: next(row.totals.pp for row in held.rows(1) if row.player == seats[0][i]))
    seats[0][best], seats[2][0] = seats[2][0], seats[0][best]
    moved, _ = seating.tables(asked, seats)
    found = drawing.evaluate(asked, moved)
    content = {**drawn_args(found), "order": entry.args["order"], "bound": drawn_args(found)["vector"], "proven": True}
    doubt = verify(rewritten(held.log, entry.seq, **content), "osada")
    assert doubt is not None
    assert (doubt.seq, doubt.refused.code) == (entry.seq, "TAMPERED")


def test_another_draw_that_is_as_good_is_named() -> None:
    """TOU-18.3: a draw that this version would not make is never silently accepted, and not called forged either."""
    held, entry, asked = drawn_twice(16)
    other = drawing.draw(replace(asked, attempt=2))
    arranged, _ = seating.tables(asked, [table.seats for table in other.tables])
    assert {frozenset(table.seats) for table in arranged} != held.groups(2)
    content = drawn_args(drawing.evaluate(asked, arranged))
    assert content["vector"] == entry.args["vector"]
    content |= {name: entry.args[name] for name in ("order", "bound", "proven")}
    forged = rewritten(held.log, entry.seq, **content)
    doubt = verify(forged, "osada")
    assert doubt is not None
    assert (doubt.seq, doubt.refused.code) == (entry.seq, "OTHER_VERSION")
    pair: list[Json] = ["P1", "P2", 1]
    wrong: dict[str, Json] = {"order": [], "proven": False, "bound": [1, 0, 0, 0], "warnings": ["x"], "pairs": [pair]}
    endless: list[Json] = ["-" + "9" * 5000, "0", "0", "0"]  # more digits than Python reads
    for name, value in (*wrong.items(), ("bound", endless)):
        doubt = verify(rewritten(forged, entry.seq, **{name: value}), "osada")
        assert doubt is not None
        assert doubt.refused.code == "TAMPERED", f"{name} is not what it was"


def test_a_forged_swap_or_repair_is_found() -> None:
    """TOU-18.3, TOU-6.9, TOU-14.6: what is recorded of them follows from what was asked."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    one, other = (table.seats[0] for table in held.round(1).tables)
    held.head(f'swap R1 {one} {other} reason="friends"')
    assert verify(held.log, "osada") is None
    again = [list(reversed(table.seats)) for table in held.round(1).tables]
    doubt = verify(rewritten(held.log, len(held.log), tables=tables(*map(" ".join, again))), "osada")
    assert doubt is not None
    assert doubt.seq == len(held.log)
    held.do(f"absent {one}")
    held.do("repair R1")
    assert verify(held.log, "osada") is None
    seats = [list(table.seats) for table in held.round(1).tables]
    seats[0][0], seats[1][0] = seats[1][0], seats[0][0]
    doubt = verify(rewritten(held.log, len(held.log), tables=tables(*map(" ".join, seats))), "osada")
    assert doubt is not None
    assert doubt.refused.code == "TAMPERED"


def test_an_export_that_was_not_changed_is_never_called_tampered(tmp_path: Path) -> None:
    """TOU-18.3, TOU-20.9: `verify` reads every log that is handed out; tables of numbers are no log."""
    held, _, _ = drawn_twice(8)
    public = tmp_path / "tournament.json"
    public.write_text(exports.to_json(held.log, held.state.hash), encoding="utf-8")
    backup = tmp_path / "backup.json"
    backup.write_text(exports.to_json(held.log, held.state.hash, held.secrets), encoding="utf-8")
    for path in (public, backup):
        done = CliRunner().invoke(tournament, ["verify", str(path)])
        assert done.exit_code == 0, done.output
        assert held.state.hash in done.output
    changed = json.loads(public.read_text(encoding="utf-8"))
    changed["log"][3]["args"]["name"] = "Somebody"
    public.write_text(json.dumps(changed), encoding="utf-8")
    done = CliRunner().invoke(tournament, ["verify", str(public)])
    assert done.exit_code != 0
    assert "TAMPERED" in f"{done.output}{done.exception}"
    table = tmp_path / "standings.csv"
    table.write_text(exports.standings_csv(held.state), encoding="utf-8")
    done = CliRunner().invoke(tournament, ["verify", str(table)])
    assert done.exit_code != 0
    assert "TAMPERED" not in f"{done.output}{done.exception}"


# -- publishing, then redrawing --------------------------------------------------------------------------------------


def test_a_redraw_unlocks_nothing() -> None:
    """TOU-1.5, TOU-10.8: a draw that was published once has been published."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    held.do('redraw R1 reason="again"')
    assert held.refuse("set points.4=5-3-2-1") == "LOCKED"
    assert held.refuse("set criteria=pp,lot") == "LOCKED"
    assert held.refuse("set rounds=4", "O2") == "LOCKED"
    assert held.refuse("set rounds=2") == "FORBIDDEN"
    held.begin(1, draw=False)
    for table in held.round(1).tables:
        held.result(f"{table.name} won={table.seats[0]} {' '.join(f'{p}:{10 - i}' for i, p in enumerate(table.seats))}")
    held.do("complete R1")
    held.do('official O3 name="Sara" role=scorer')
    held.do("draw R2")
    fix = f"correct R1.T1 won={held.table(1, 1).seats[0]} " + " ".join(f"{p}:10" for p in held.table(1, 1).seats[:1])
    fix += " " + " ".join(f"{p}:5" for p in held.table(1, 1).seats[1:])
    held.do(f'{fix} version=1 reason="x" ack', "O3")
    held.do("publish R2")
    held.do('redraw R2 reason="again"')
    assert held.refuse(f'{fix} version=2 reason="x" ack', "O3") == "FORBIDDEN"
    assert held.refuse("set rounds=1", "O2") == "LOCKED"
    assert held.replayed() == held.state


def test_a_redraw_of_round_1_needs_enough_players() -> None:
    """TOU-2.13: as the draw did."""
    held = HeldTournament(8, players__min="8")
    held.do("draw R1")
    held.do("absent P8")
    assert held.refuse('redraw R1 reason="P8 is missing"') == "TOO_FEW"
    held.do("checkin P8")
    held.do('redraw R1 reason="all are here"')


def test_points_of_a_seat_that_left_are_looked_at() -> None:
    """TOU-10.7: `left(18)` is more than 12 points, and somebody who left with ten had won."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    for text in ("P1:10 P2:8 P3:6 P4:left(18)", "P1:10 P2:8 P3:6 P4:left(10)"):
        assert held.refuse(f"report R1.T1 won=P1 {text}", "P1") == "WARNING"
    held.expire(1)
    assert held.refuse("report R1.T1 time P1:9 P2:8 P3:6 P4:left(10)", "P1") == "WARNING"
    held.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:left(5)", "P1")


def test_a_line_of_empty_cells_is_a_fault_and_lines_keep_their_numbers() -> None:
    """TOU-20.10: nothing is left out silently; a blank line is left out, but has its number."""
    held = HeldTournament()
    with pytest.raises(BadFile) as bad:
        read_players(held.state, b"name,club\nAda,Brno\n,\n\nBob,Brno\nAda,Plzen\n")
    assert [(fault.line, fault.column) for fault in bad.value.faults] == [(2, "name"), (5, "name")]
    rows = read_players(held.state, b"\nname,club\r\nAda,Brno\r\n\r\nBob,\r\n\r\n").args["rows"]
    assert isinstance(rows, list)
    assert len(rows) == 2
    with pytest.raises(BadFile) as bad:
        read_players(held.state, b"name,club\nAda,Brno\n\nBob\n")
    assert [fault.line for fault in bad.value.faults] == [3]


def test_a_late_entry_while_a_round_is_published() -> None:
    """TOU-2.10: until round L starts; the newcomer plays in a published round only if repair or redraw seats him."""
    held = HeldTournament(7)
    held.begin(1)
    for table in held.round(1).tables:
        held.result(f"{table.name} won={table.seats[0]} {' '.join(f'{p}:{10 - i}' for i, p in enumerate(table.seats))}")
    held.do("complete R1")
    held.do("draw R2")
    held.do("publish R2")
    held.do('register "Late"')
    held.do("checkin P8")
    assert held.state.players["P8"].entered == 3, "not seated: from the next round on"
    held.do("repair R2")
    assert held.state.players["P8"].entered == 2
    assert "P8" in held.round(2).seated()
    held.do('register "Later"')
    assert held.state.players["P9"].entered == 3
    held.start(2)
    assert held.refuse('register "Latest"') == "TOO_LATE"
    assert held.replayed() == held.state


def test_who_confirmed_a_game_may_not_protest_about_it() -> None:
    """TOU-16.6: not even when the result was decided otherwise afterwards."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    held.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4", "P1")
    held.do("confirm R1.T1 version=1", "P2")
    held.do('dispute R1.T1 "I had five"', "P3")
    held.head('decide R1.T1 adjudicated won=P1 P1:10 P2:7 P3:6 P4:4 "so be it"')
    assert held.refuse('protest C1 "I had eight"', "P2") == "TOO_LATE"
    held.do('protest C1 "I had nine"', "P3")
    assert held.replayed() == held.state


@pytest.mark.parametrize("option", ["start=09:05", "date=2025-02-28", "zone=Asia/Tokyo"])
def test_a_published_start_is_never_moved_earlier(option: str) -> None:
    """TOU-15.4: by no option; later is possible, and rounds that are not published move as they must."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("set start=11:00")
    held.do("publish R1")
    assert held.refuse(f"set {option}") == "LOCKED"
    held.do("set start=11:30")
    held.do("set time.round=60")
    held.do('redraw R1 reason="again"')
    assert held.refuse("set start=11:00") == "LOCKED"


def test_a_break_may_not_be_shortened_once_the_next_round_is_published() -> None:
    """TOU-15.4: the second round was published for 14:00."""
    held = osada(rounds=1)
    held.do("set break=10")
    held.do("set break=15")
    held.do("draw R2")
    held.do("publish R2")
    assert held.refuse("set break=10") == "LOCKED"
    assert held.refuse("set breaks=1:5") == "LOCKED"
    held.do("set break=20")


def test_a_repair_with_every_table_emptied() -> None:
    """TOU-14.6: there is none: redraw."""
    held = HeldTournament(4)
    held.do("draw R1")
    held.do("publish R1")
    for i in range(1, 5):
        held.do(f"absent P{i}")
    assert held.refuse("repair R1") == "NO_REPAIR"


def test_a_final_is_redrawn_not_repaired() -> None:
    """TOU-14.6, TOU-19.10: a missing finalist is replaced by the next in rank."""
    held = final()
    held.do("draw R2")
    held.do("publish R2")
    held.do("absent P8")
    assert held.refuse("repair R2") == "NO_REPAIR"
    held.do('redraw R2 reason="P8 is missing"')
    assert held.groups(2) == {frozenset({"P7", "P6", "P5", "P4"})}


def test_a_seat_without_a_place_stands_behind_those_that_have_one() -> None:
    """TOU-1.6: two left before the game ranked them; the one with more points stands before the other."""
    options = TournamentOptions("settlers-cz", {"game": "hexxi", "table.size": "4", "table.min": "2"})
    marks = (
        SeatResult("P1", "left", 4),
        SeatResult("P2", "ok", 3, 2),
        SeatResult("P3", "ok", 1, 1),
        SeatResult("P4", "left", 5),
    )
    found = scores(Result(1, "time", None, marks, "E", ""), options)
    assert {player: score.place for player, score in found.items()} == {"P3": 1, "P2": 2, "P4": 3, "P1": 4}


def test_certificates_count_everybody_ranked() -> None:
    """TOU-20.3: the last of ten who are ranked is tenth of ten, though one of them has withdrawn and gets none."""
    held = osada()
    assert [(paper.rank, paper.of) for paper in certificates(held.state)] == [(rank, 10) for rank in range(1, 10)]


def test_while_the_platform_plays_a_table_nobody_reports_it() -> None:
    """TOU-10.3, TOU-1.8: the game's end is the result; the head referee may still decide (TOU-10.10)."""
    held = HeldTournament(4, online="true")
    held.begin(1)
    seats = held.table(1, 1).seats
    text = f"won={seats[0]} {seats[0]}:10 " + " ".join(f"{player}:5" for player in seats[1:])
    for actor in (seats[0], "O1", "O2"):
        assert held.refuse(f"report R1.T1 {text} ack", actor) == "FORBIDDEN"
    held.do(f"report R1.T1 {text}", "E")
    assert held.table(1, 1).state == "confirmed"


# -- TOU-18.5: logs of earlier versions ------------------------------------------------------------------------------


def test_a_log_of_an_earlier_edition_is_judged_by_its_own_rules() -> None:
    """TOU-18.5: what was allowed when it was written is not called tampered."""
    held = HeldTournament()
    first = held.log[0]
    old = {name: value for name, value in first.args.items() if name != "rules"}
    held.state.edition = 1
    held.log[0] = replace(first, args=old)
    for i in range(1, 9):
        held.do(f'register "P{i}"')
    held.do("close")
    for i in range(1, 9):
        held.do(f"checkin P{i}")
    held.do("draw R1")
    held.do("publish R1")
    held.do('redraw R1 reason="again"')
    held.do("set points.4=5-3-2-1")  # locked since edition 2
    held.do('redraw R1 reason="other points"')
    held.begin(1, draw=False)
    a, b, c, d = held.table(1, 1).seats
    held.do(f"report R1.T1 won={a} {a}:10 {b}:8 {c}:6 {d}:left(18)", a)
    assert verify(held.log, "osada") is None
    assert replay(held.log).edition == 1


def test_TOU_2_15_rename() -> None:
    """TOU-2.15: the id stays; a name that somebody else has is refused; officials too."""
    held = HeldTournament(4)
    held.do('rename P2 "Jana Nová"')
    assert held.state.label("P2") == "Jana Nová"
    assert held.refuse('rename P3 "jana  nová"') == "DUPLICATE_NAME"
    held.do('rename P2 "JANA NOVÁ"')  # the own name in another form
    assert held.refuse('rename P9 "Eva"') == "SEATS"
    assert held.refuse('rename P3 ""') == "RANGE"
    assert held.refuse('rename P3 "Eva"', "P3") == "FORBIDDEN"
    held.do('rename O2 "Hana"')
    assert held.state.officials["O2"].name == "Hana"
    held.do('register "P2"')  # the old name is free again
    assert held.replayed() == held.state


def test_TOU_10_5_the_reporter_mends_a_typo() -> None:
    """TOU-10.5: until somebody else has confirmed; somebody else's other report is a dispute as before."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    held.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4", "P2")
    held.do("report R1.T1 won=P1 P1:10 P2:7 P3:6 P4:4", "P2")
    table = held.table(1, 1)
    assert (table.state, len(table.versions)) == ("reported", 2)
    held.do("confirm R1.T1 version=2", "P3")
    held.do("report R1.T1 won=P1 P1:10 P2:9 P3:6 P4:4", "P2")
    assert held.table(1, 1).state == "disputed"
    other = HeldTournament(4)
    other.begin(1, "P1 P2 P3 P4")
    other.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4", "P2")
    other.do("report R1.T1 won=P1 P1:10 P2:7 P3:6 P4:4", "P4")
    assert other.table(1, 1).state == "disputed"
