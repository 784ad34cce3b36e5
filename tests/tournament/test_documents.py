"""TOU-20: documents, exports, imports; the notation of section 7."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva.tournament import exports, notation
from kotva.tournament.actions import ACTIONS
from kotva.tournament.collation import collation
from kotva.tournament.csvfiles import BadFile, guard, read_csv, unguard, write_csv
from kotva.tournament.documents import (
    board_sheet,
    certificates,
    cross_table,
    outstanding,
    player_sheet,
    projected_clock,
    ranks_over_rounds,
    result_slips,
    seating_cards,
    standings_lines,
    table_list,
    table_list_by_name,
)
from kotva.tournament.invariants import check
from kotva.tournament.log import Json, TournamentEntry, chain
from kotva.tournament.player_lists import read_players
from kotva.tournament.refusal import Refused
from kotva.tournament.reports import fill_report, is_slip_code
from kotva.tournament.state import read_time
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament
from tests.tournament.test_scenarios import osada


def named(*names: str, labels: str) -> HeldTournament:
    held = HeldTournament(table__labels=labels)
    for name in names:
        held.do(f'register "{name}"')
    held.do("close")
    for i in range(1, len(names) + 1):
        held.do(f"checkin P{i}")
    return held


def test_the_table_list() -> None:
    """TOU-20.1: by table, and by name in the order of the language; byes and sit-outs are listed; 40 on a page."""
    held = named("Hora", "Chalupa", "Cibula", "Čermák", "Ivan", "Zdeněk", labels="1:blue room")
    held.do("sitout P6 round=1")
    held.do("draw R1")
    rows = table_list(held.state, held.round(1))
    assert [row.note for row in rows] == ["", "", "", "", "bye", "sitout"]
    assert (rows[0].label, rows[0].start) == ("blue room", "12:30")
    (page,) = table_list_by_name(held.state, held.round(1), "cs")
    assert [row.name for row in page] == ["Cibula", "Čermák", "Hora", "Chalupa", "Ivan", "Zdeněk"]
    big = HeldTournament(81)
    big.do("draw R1")
    assert [len(p) for p in table_list_by_name(big.state, big.round(1))] == [40, 40, 1]


def test_collation() -> None:
    """TOU-20.1: letters of their own in Czech and Polish, Cyrillic in Bulgarian."""
    assert sorted(["Žák", "Zub", "Šíp", "Sup", "Čáp", "Cep", "Hrad", "Chata"], key=lambda n: collation(n, "cs")) == (
        ["Cep", "Čáp", "Hrad", "Chata", "Sup", "Šíp", "Zub", "Žák"]
    )
    assert sorted(["Łoś", "Lis", "Luty", "Żaba", "Zając", "Źrebak"], key=lambda n: collation(n, "pl")) == (
        ["Lis", "Luty", "Łoś", "Zając", "Źrebak", "Żaba"]
    )
    assert sorted(["Яна", "Борис", "Йоана", "Иван"], key=lambda n: collation(n, "bg")) == [
        "Борис",
        "Иван",
        "Йоана",
        "Яна",
    ]


def test_cards_and_slips() -> None:
    """TOU-20.2, TOU-20.5."""
    held = osada(1)
    card = seating_cards(held.state, held.round(1))[0]
    assert (card.round, card.table, card.seat, card.player) == (1, 1, 1, "P8")
    assert card.opponents == ("P2", "P3", "P9")
    assert (card.start, card.end) == ("12:30", "13:45")
    slip = result_slips(held.state, held.round(1), "osada")[0]
    assert (slip.board, slip.code, slip.start, slip.end) == ("88ac8b1f", "f60d35a461", "12:30", "13:45")
    assert slip.seats[0] == (1, "P8", "P8")


@pytest.mark.parametrize(("game", "hidden"), [("settlers", True), ("bosman", False), ("unknown", False)])
def test_a_slip_reminds_of_points_that_the_game_declares_hidden(game: str, hidden: bool) -> None:
    """TOU-10.2, TOU-20.5."""
    held = osada(1)
    held.state.options = held.state.options.with_option("game", game)
    assert {slip.hidden for slip in result_slips(held.state, held.round(1), "osada")} == {hidden}


@pytest.mark.parametrize("salt", ["", "7 9 12 31"])
def test_codes_of_40_bits(salt: str) -> None:
    """TOU-20.5: with a salt as without one, the code that is printed is the one that is right; edition 1 has four digits."""
    held = osada(1)
    if salt:
        held.state.options.texts["salt"] = salt
    slip, table = result_slips(held.state, held.round(1), "osada")[0], held.table(1, 1)
    assert len(slip.code) == 10
    assert salt or slip.code.startswith("f60d")
    assert is_slip_code(f" {slip.code[:5]} {slip.code[5:].upper()} ", held.state, "osada", table, 1)
    for wrong in ("", slip.code[:4], slip.code[:-1], slip.code + "0", "é", "\ud800"):
        assert not is_slip_code(wrong, held.state, "osada", table, 1)
    asked: dict[str, Json] = {"round": 1, "table": 1, "slip": slip.code, "end": "time"}
    call = ACTIONS["report"].call(TournamentEntry(1, held.at, "O1", "report", asked))
    assert fill_report(held.state, call, asked, "osada") == {"round": 1, "table": 1, "signed": True, "end": "time"}
    held.state.edition = 1
    assert result_slips(held.state, held.round(1), "osada")[0].code == slip.code[:4]


def test_a_players_sheet_and_the_cross_table() -> None:
    """TOU-20.3: own games, places, points, success, next table; who met whom; a certificate with the final rank."""
    held = osada(2)
    sheet = player_sheet(held.state, "P8")
    assert [(g.round, g.table, g.place, int(g.pp), g.gp) for g in sheet.games] == [(1, 1, 1, 4, 10), (2, 1, 2, 3, 9)]
    assert (sheet.rank, sheet.success, sheet.following) == (3, "29.90", None)
    met = cross_table(held.state)
    assert met["P5"]["P10"] == [1, 2]
    assert "P1" not in met["P2"]
    held.do("draw R3")
    assert player_sheet(held.state, "P8").following is None, "an unpublished draw is shown to nobody"
    held.do("publish R3")
    following = player_sheet(held.state, "P8").following
    assert following is not None
    assert "P8" in held.table(3, following.table or 0).seats
    assert certificates(held.state) == []
    done = certificates(osada().state)
    assert [(c.name, c.rank) for c in done[:2]] == [("P8", 1), ("P5", 2)]
    assert len(done) == 9, "P6 has withdrawn"


def test_outstanding_tables_and_the_board_sheet() -> None:
    """TOU-20.4."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    assert board_sheet(held.state, held.round(1)) == []
    held.start(1)
    assert board_sheet(held.state, held.round(1)) == [("ALL", held.round(1).boards[0])]
    held.wait(80)
    assert outstanding(held.round(1), read_time(held.at)) == [("R1.T1", 5), ("R1.T2", 5)]
    seats = held.table(1, 2).seats
    held.result(f"R1.T2 won={seats[0]} " + " ".join(f"{p}:{10 - i}" for i, p in enumerate(seats)))
    assert [name for name, _ in outstanding(held.round(1), read_time(held.at))] == ["R1.T1"]


def test_standings_by_rank_and_by_name() -> None:
    """TOU-20.6."""
    held = osada()
    assert [line.player for line in standings_lines(held.state)][:3] == ["P8", "P5", "P3"]
    assert [line.name for line in standings_lines(held.state, by_name="en")][:3] == ["P1", "P10", "P2"]
    line = standings_lines(held.state)[9]
    assert (line.rank, line.mark, line.success, line.by) == (10, "W", "20.16", "pp")
    assert ranks_over_rounds(held.state)["P8"] == [2, 3, 1]


def test_the_projected_clock() -> None:
    """TOU-20.7: round, phase, time left, tables still playing and their extensions."""
    held = HeldTournament(8)
    at = read_time("2025-03-01T12:20:00Z")
    assert (projected_clock(held.state, at).phase, projected_clock(held.state, at).seconds) == ("waiting", 600)
    held.begin(1)
    held.wait(60)
    held.head("extend R1.T2 10")
    clock = projected_clock(held.state, read_time(held.at))
    assert (clock.phase, clock.seconds, clock.end, clock.following) == ("running", 900, "13:45", "14:00")
    assert clock.extensions == (("R1.T2", 10),)
    held.do("pause R1")
    assert projected_clock(held.state, read_time(held.at)).phase == "pause"
    held.do("resume R1")
    held.wait(20)
    assert projected_clock(held.state, read_time(held.at)).phase == "overtime"


# -- CSV -------------------------------------------------------------------------------------------------------------


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=2, max_size=2), min_size=1))
def test_csv_there_and_back(rows: list[list[str]]) -> None:
    """TOU-20.8: whatever stands in a cell comes back (spaces around it apart)."""
    rows = [[f"x{a}", b.strip()] for a, b in rows]
    text = write_csv("name,club", rows)
    found = read_csv(text.encode(), ["name"], ["name", "club"]).rows
    assert [[row["name"], row["club"]] for _, row in found] == [[a.strip(), b] for a, b in rows]
    assert [number for number, _ in found] == list(range(1, len(rows) + 1))


@given(st.text())
def test_the_apostrophe(cell: str) -> None:
    """TOU-20.8: removed only where export has put it; an apostrophe of one's own before such a character is lost."""
    assert unguard(guard(cell)) == cell or cell.startswith("'")
    assert not guard(cell).startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))
    assert not cell or unguard(guard("＝" + cell)) == "＝" + cell


@pytest.mark.parametrize(
    ("data", "line", "column", "code"),
    [
        (b"club\nBrno\n", 0, "name", "SYNTAX"),
        (b"", 0, "", "SYNTAX"),
        (b"name\n", 0, "", "SYNTAX"),
        (b"name,club\nA\n", 1, "2", "SYNTAX"),
        (b'name\n"A\n', 1, "1", "SYNTAX"),
        (b'name\n"A"b\n', 1, "3", "SYNTAX"),
        (b'name;club\r\nA;"B ""b"" b"\r\nC;"D"";e\r\n', 2, "3", "SYNTAX"),
        (b'name\tclub\nA\tB\nC\t"D" \n', 2, "5", "SYNTAX"),
        (b"name\nA\x81b\n", 1, "2", "ENCODING"),
        (b"club,contact\nA,B\n", 0, "name", "SYNTAX"),
        (b"name,contact\nA," + b"x" * 201 + b"\n", 1, "contact", "RANGE"),
        (b"name,club\nA," + b"x" * 61 + b"\n", 1, "club", "RANGE"),
        (b"name\nA\nB\nA\n", 3, "name", "DUPLICATE_NAME"),
        (b"name\nA\nP2\n", 2, "name", "DUPLICATE_NAME"),
        (b"name,kind\nA,robot\n", 1, "kind", "RANGE"),
        (b"name,name\nA,B\n", 0, "name", "SYNTAX"),
        (b"name\n" + b"x" * 61 + b"\n", 1, "name", "RANGE"),
        (b"name\nA\0\n", 1, "", "ENCODING"),
    ],
)
def test_faults_of_a_file(data: bytes, line: int, column: str, code: str) -> None:
    """TOU-20.10: every faulty line with its number and column, and nothing is taken over."""
    held = HeldTournament(4)
    with pytest.raises(BadFile) as bad:
        read_players(held.state, data)
    fault = bad.value.faults[0]
    assert (fault.line, fault.column, fault.refused.code) == (line, column, code)


def test_all_faults_are_told_at_once() -> None:
    """TOU-20.10: 10,000 lines with three faults."""
    lines = [f"Name {i}" for i in range(1, 10_001)]
    lines[10] = "x" * 70
    lines[5000] = "Name 1"
    lines[9999] = " "
    with pytest.raises(BadFile) as bad:
        read_players(HeldTournament().state, ("name;club\n" + "\n".join(f"{n};c" for n in lines)).encode())
    assert [(fault.line, fault.refused.code) for fault in bad.value.faults] == [
        (11, "RANGE"),
        (5001, "DUPLICATE_NAME"),
        (10000, "RANGE"),
    ]


def test_ten_thousand_lines_are_taken_over() -> None:
    """TOU-20.10, TOU-2.3: all of them, the first 400 as entries, in one action."""
    held = HeldTournament()
    lines = "".join(f"Name {i},mail{i}@example.org\n" for i in range(1, 10_001))
    args = read_players(held.state, ("name,contact\n" + lines).encode()).args
    before = held.state.seq
    held.act("import", "O1", **args)
    assert held.state.seq == before + 1
    statuses = [player.status for player in held.state.players.values()]
    assert statuses == ["entered"] * 400 + ["waiting"] * 9_600
    assert held.secrets.contacts["P10000"] == "mail10000@example.org"


def test_importing_players() -> None:
    """TOU-20.10, TOU-18.4: contacts are kept outside the log; the same entries again are refused."""
    held = HeldTournament()
    data = '\ufeffname;contact;Shoe\r\n"Nová; Jana";j@x;38\r\n\r\nČáp;;40\r\n'.encode()
    listed = read_players(held.state, data)
    args = listed.args
    assert listed.table.ignored == ["Shoe"], "as it is written"
    held.act("import", "O1", **args)
    assert [p.name for p in held.state.players.values()] == ["Nová; Jana", "Čáp"]
    assert held.secrets.contacts == {"P1": "j@x"}
    assert "j@x" not in str(held.log)
    with pytest.raises(BadFile) as bad:
        read_players(held.state, data)
    assert bad.value.code == "DUPLICATE_NAME"
    assert held.replayed() == held.state


@pytest.mark.parametrize(
    ("data", "encoding", "names"),
    [
        ("Ada\nČáp\n".encode(), "utf-8", ["Ada", "Čáp"]),
        ("Ada\nČáp\n".encode("cp1250"), "cp1250", ["Ada", "Čáp"]),
        ("Иван\nПетя\n".encode("cp1251"), "cp1251", ["Иван", "Петя"]),
        ("Jméno;Oddíl\nČáp;Brno\n".encode("utf-16"), "utf-16", ["Čáp"]),
        ("Klub\tImię i nazwisko\nWisła\tJan Kos\n".encode(), "utf-8", ["Jan Kos"]),
        ("Играч,Клуб\nИван,Левски\n".encode(), "utf-8", ["Иван"]),
        (b"Ada,Brno\nBob\n", "utf-8", ["Ada", "Bob"]),
        (b'Jan "Honza" Kos\n', "utf-8", ['Jan "Honza" Kos']),
        (b"Ada\nTom; Brno\nEva\n", "utf-8", ["Ada", "Tom", "Eva"]),
        (b"Ada\nKos, Jan\nEva\nIda\n", "utf-8", ["Ada", "Kos, Jan", "Eva", "Ida"]),
        (b"Ada\nTom,Brno\nEva,Brno\n", "utf-8", ["Ada", "Tom", "Eva"]),
    ],
)
def test_a_list_as_people_have_it(data: bytes, encoding: str, names: list[str]) -> None:
    """TOU-20.10: names one a line, any header of our languages or none, and what spreadsheets write."""
    listed = read_players(HeldTournament().state, data)
    assert [row["name"] for row in listed.rows] == names
    assert listed.table.encoding == encoding


def test_faults_of_form_and_of_content_come_together() -> None:
    """TOU-20.10: mended in one go."""
    with pytest.raises(BadFile) as bad:
        read_players(HeldTournament(2).state, b"name,club\nP1,Brno\nAda\nBob,Brno\nBob,Brno\n")
    assert [(fault.line, fault.refused.code) for fault in bad.value.faults] == [
        (1, "DUPLICATE_NAME"),
        (2, "SYNTAX"),
        (4, "DUPLICATE_NAME"),
    ]


def test_importing_results_is_all_or_nothing() -> None:
    """TOU-20.10."""
    held = osada(1)
    text = exports.results_csv(held.state)
    twin = HeldTournament(10)
    twin.begin(1)
    twin.expire(1)
    args, ignored = exports.read_results(twin.state, text.encode(), twin.at)
    assert ignored == []
    twin.act("import", "O1", **args)
    twin.do("complete R1")
    assert exports.results_csv(twin.state) == text
    broken = HeldTournament(10)
    broken.begin(1)
    broken.expire(1)
    lines = text.split("\r\n")
    lines[2] = lines[2].replace(",8,8,", ",99,8,")
    with pytest.raises(BadFile) as bad:
        exports.read_results(broken.state, "\r\n".join(lines).encode(), broken.at)
    assert [(fault.line, fault.refused.code) for fault in bad.value.faults] == [(1, "RANGE")]


# -- JSON ------------------------------------------------------------------------------------------------------------


def test_export_import_export() -> None:
    """TOU-20.9: the same bytes; a changed log is refused."""
    held = osada()
    text = exports.to_json(held.log, held.state.hash, held.secrets)
    state, log, secrets = exports.from_json(text)
    assert state == held.state
    assert exports.to_json(log, state.hash, secrets) == text
    public = exports.to_json(held.log, held.state.hash)
    assert '"private"' not in public
    assert "osada" not in public.replace("Osada", "")
    for old, new in (('"P8:10"', '"P8:9"'), ('"P8","10"', '"P8","11"'), ('"hash":"', '"hash":"0')):
        if old not in text:
            continue
        with pytest.raises(Refused) as refused:
            exports.from_json(text.replace(old, new, 1))
        assert refused.value.code == "TAMPERED"


NO_TOURNAMENTS = ("", "[]", "{}", '{"format":"x"}', '{"format":"kotva-tournament/1","log":[{}],"hash":""}', "[" * 9999)


@pytest.mark.parametrize("text", NO_TOURNAMENTS)
def test_what_is_no_tournament(text: str) -> None:
    with pytest.raises(Refused) as refused:
        exports.from_json(text)
    assert refused.value.code in ("SYNTAX", "TAMPERED")


def test_verify_finds_the_first_entry_that_disagrees() -> None:
    """TOU-18.3: lots, seats, numbers, boards and vectors follow from the seed."""
    held = HeldTournament(10)
    for number in (1, 2):
        held.begin(number)
        from tests.tournament.test_scenarios import in_order

        in_order(held, number)
    assert verify(held.log, "osada") is None
    assert verify(held.log) is None, "without a seed the chain and the rules are checked"
    for op, name in (("draw", "tables"), ("start", "boards"), ("complete", "lot")):
        index = next(i for i, entry in enumerate(held.log) if entry.op == op)
        log = list(held.log)
        content = log[index].args[name]
        assert isinstance(content, list)
        changed: list[Json] = list(reversed(content)) if op != "start" else ["0" * 16]
        if op == "draw":
            first, *rest = content
            assert isinstance(first, dict)
            seats = first["seats"]
            assert isinstance(seats, list)
            changed = [{**first, "seats": list(reversed(seats))}, *rest]
        log[index] = replace(log[index], args={**log[index].args, name: changed})
        doubt = verify(log, "osada")
        assert doubt is not None
        assert doubt.seq == index + 1
    wrong = verify(held.log, "osady")
    assert wrong is not None


def test_a_backup_is_logged() -> None:
    """TOU-18.4."""
    held = HeldTournament(4)
    held.do("backup")
    assert held.log[-1].op == "backup"
    assert held.refuse("backup", "P1") == "FORBIDDEN"


# -- notation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [action.example for action in ACTIONS.values() if action.example])
def test_every_example_of_section_7_can_be_read_and_written(form: str) -> None:
    op, args = notation.parse(form.replace(" …", ""))
    assert notation.parse(notation.write(op, args)) == (op, args)


def test_results_are_written_as_in_section_3() -> None:
    """TOU-10.1."""
    for text in (
        "report R2.T3 won=P7 P7:10 P2:8 P9:8 P4:4",
        "report R2.T3 time P7:8 P2:8 P9:6 P4:absent",
        "report R2.T3 adjudicated won=P7 P7:8 P2:left(5) P9:dsq P4:forfeit version=2 ack",
        'correct R1.T1 won=P1 P1:10 P2:-3#2 version=1 reason="a \\"b\\" \\\\ c"',
        'create "Osada" preset=blocks rounds=4 start=10:00',
        "draw R2 fixed=P1,P2,P3/P4,P5,P6",
        "lot R3 P4>P9>P1",
        "shift R3 10",
    ):
        assert notation.write(*notation.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "fly R1", "draw", 'register "A', "draw R1 R2", "report R1.T1 P1:5 time time", "start P1"]
)
def test_bad_texts(text: str) -> None:
    held = HeldTournament(4)
    assert held.refuse(text) == "SYNTAX"


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Refused):
        op, args = notation.parse(text)
        assert notation.parse(notation.write(op, args)) == (op, args)


@pytest.mark.slow
def test_a_bent_log_is_refused_or_sound() -> None:
    """TOU-20.9: whoever bends an entry and mends the chain after it gets a refusal, or a tournament that is sound."""
    held = osada()
    held.do("archive")
    chance = Random(20)
    pool: list[Json] = [
        None,
        True,
        -1,
        0,
        1,
        99,
        "",
        "P1",
        "P99",
        "O2",
        "won",
        [],
        {},
        [["P1", "10"]],
        ["P1"],
        [1],
        [{}],
        "x",
    ]
    refused = 0
    for _ in range(400):
        log = list(held.log)
        index = chance.randrange(len(log))
        entry = log[index]
        args = dict(entry.args)
        roll = chance.random()
        if args and roll < 0.6:
            args[chance.choice(sorted(args))] = chance.choice(pool)
        elif args and roll < 0.75:
            del args[chance.choice(sorted(args))]
        elif roll < 0.85:
            log[index], log[index - 1] = log[index - 1], log[index]
            entry, args = log[index], dict(log[index].args)
        op = chance.choice(sorted(ACTIONS)) if roll > 0.95 else entry.op
        actor = chance.choice(["O1", "O2", "P1", "E", ""]) if 0.85 < roll < 0.95 else entry.actor
        log[index] = replace(entry, args=args, op=op, actor=actor)
        log = [replace(one, seq=number) for number, one in enumerate(log, 1)]
        try:
            state, _, _ = exports.from_json(exports.to_json(log, chain(log)))
        except Refused:
            refused += 1
        else:
            check(state)
    assert refused > 200
