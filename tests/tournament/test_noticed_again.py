"""More rules that mutants broke unnoticed: each of these failed with the rule broken by hand (docs/mutants.md)."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import pytest

from kotva.engine.say import Say
from kotva.tournament import exports
from kotva.tournament.arena import idle_since
from kotva.tournament.argument_kinds import RESULT, Unfit
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.deeds import deed, done_at_once
from kotva.tournament.draw_content import CONTENT
from kotva.tournament.log import TournamentEntry
from kotva.tournament.places import counted
from kotva.tournament.player_lists import read_players
from kotva.tournament.refusal import Refused
from kotva.tournament.state import SeatResult, read_time
from kotva.tournament.tables import table_events, table_spec
from kotva.tournament.tournament import follow, judge
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament
from tests.tournament.reference import Book
from tests.tournament.test_teams import held_teams, letter

REPORT = "R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4"
OTHER = "R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4"


def played(held: HeldTournament, number: int, chance: Random) -> None:
    """A round whose winners are chosen by chance."""
    for table in held.round(number).tables:
        best = chance.choice(table.seats)
        held.result(
            f"{table.name} won={best} "
            + " ".join(f"{p}:{10 if p == best else chance.randint(2, 9)}" for p in table.seats)
        )
    held.do(f"complete R{number}")


# -- what an entry of a log says ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", ["P1", ["P1"], [], ["P1", "P2"], ["P1", "P2", "1"], ["P1", "P2", 1.5], 7, [2]])
def test_a_repeat_is_players_and_a_number(pair: Any) -> None:
    """TOU-6.7, 18.1."""
    for name in ("pairs", "trios"):
        with pytest.raises(Unfit):
            CONTENT.read({name: [pair]}, name)
    assert CONTENT.read({"pairs": [["P1", "P2", 2]]}, "").pairs == ((("P1", "P2"), 2),)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"tables": 7}, {"tables": [{"number": "1", "seats": []}]}, {"tables": [{"number": 1, "seats": "P1"}]}),
        *({"tables": [{"number": 1, "seats": [7]}]}, {"tables": [["P1"]]}, {"proven": 1}, {"finished": "yes"}),
        *({"byes": "P1"}, {"order": "O1"}, {"vector": 7}, {"bound": "0"}, {"attempt": "1"}, {"rounds": "3"}, {"warnings": 7}),
    ],
)  # fmt: skip
def test_the_content_of_a_draw_has_its_form(wrong: dict[str, Any]) -> None:
    """TOU-6.7, 18.1."""
    with pytest.raises(Unfit):
        CONTENT.read(wrong, "")


def test_the_content_of_a_draw_that_says_nothing() -> None:
    """TOU-6.7: what is not there is empty."""
    empty = CONTENT.read({}, "")
    assert (empty.attempt, empty.tables, empty.byes, empty.proven, empty.finished, empty.rounds) == (
        0,
        (),
        (),
        False,
        False,
        None,
    )
    assert CONTENT.read({"warnings": [{"code": "FIXED"}, 7, {}]}, "").warnings == ("FIXED",)


def test_a_result_in_words_leaves_out_what_is_no_seat() -> None:
    """TOU-10.1, 18.1: words for an entry that somebody has changed."""
    args: dict[str, Any] = {"end": "time", "seats": [["P1", "8"], ["P2"], "P3", ["P4", "6", "x"]]}
    assert RESULT.write(args, "result") == ["time", "P1:8"]
    assert RESULT.write({"end": "won", "winner": "P1", "seats": 7}, "result") == ["won=P1"]


def test_a_fault_of_a_file_has_its_line_and_its_column() -> None:
    """TOU-20.10."""
    held = HeldTournament()
    with pytest.raises(BadFile) as bad:
        read_players(held.state, b"name,rating\nAda,1700\nBen,fast\nCyr,99999\n")
    told = bad.value.lines(Say("en", "tournament"))
    assert [line.partition(" ")[0].rstrip(":") for line in told] == ["2:rating", "3:rating"]


# -- points and places -------------------------------------------------------------------------------------------------


def test_who_has_no_place_has_no_points() -> None:
    """TOU-12.1, 11.7: nothing is counted of a seat that left without excuse, was expelled or absent."""
    held = HeldTournament(4)
    for status in ("forfeit", "dsq", "absent"):
        assert counted(SeatResult("P1", status, 7), held.state.options) == 0
        assert counted(SeatResult("P1", status), held.state.options) == 0
    assert counted(SeatResult("P1", "ok"), held.state.options) == 0
    assert [counted(SeatResult("P1", "ok", raw), held.state.options) for raw in (9, 10, 11, 22)] == [9, 10, 10, 10]
    assert counted(SeatResult("P1", "left", 7), held.state.options) == 7


@pytest.mark.parametrize("status", ["forfeit", "absent"])
def test_who_has_no_place_in_a_final_is_its_last(status: str) -> None:
    """TOU-19.10, 11.7: behind every place; the rank before does not help."""
    held = HeldTournament(8, draw="random,final", rounds="1")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.finish(1, REPORT, OTHER)
    held.begin(2)
    seats = held.table(2, 1).seats
    best, *rest = seats
    held.result(f"R2.T1 won={rest[2]} {best}:{status} {rest[0]}:3 {rest[1]}:2 {rest[2]}:10")
    held.do("complete R2")
    assert held.order().split()[:4] == [rest[2], rest[0], rest[1], best] == Book(held.state, 2).order()[:4]


def test_a_shared_first_place_in_a_knockout_goes_on_by_the_rank_before() -> None:
    """TOU-19.11: and the one who goes on is ranked before the other."""
    held = HeldTournament(16, draw="random,knockout", rounds="1", cut="16,4")
    held.begin(1)
    played(held, 1, Random(5))
    held.begin(2)
    before = held.order(1).split()
    for table in held.round(2).tables:
        seats = sorted(table.seats, key=before.index, reverse=True)
        held.result(f"{table.name} time " + " ".join(f"{p}:{8 if i in (2, 3) else 4}" for i, p in enumerate(seats)))
    held.do("complete R2")
    assert held.order(2) == " ".join(Book(held.state, 2).order())
    held.do("draw R3")
    going = [min((p for p in table.seats), key=before.index) for table in held.round(2).tables]
    assert set(held.round(3).seated()) == set(going)
    assert set(held.order(2).split()[:4]) == set(going)


def test_the_finalists_are_those_of_the_table_of_the_best_of_all_rounds_before() -> None:
    """TOU-19.10, 8.2: the last standings say who that is; others play beside them."""
    held = HeldTournament(8, draw="random,final", rounds="2", final__others="play", criteria="pp,gp,lot")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.finish(1, "R1.T1 won=P1 P1:10 P2:9 P3:8 P4:2", "R1.T2 won=P5 P5:10 P6:9 P7:8 P8:7")
    assert held.order(1).split()[0] in ("P1", "P5")
    held.begin(2, "P1 P6 P7 P8", "P5 P2 P3 P4")
    held.finish(2, "R2.T1 won=P6 P6:10 P7:9 P8:8 P1:2", "R2.T2 won=P2 P2:10 P3:9 P4:8 P5:2")
    leaders = [held.order(number).split()[0] for number in (1, 2)]
    held.begin(3)
    assert leaders[0] not in held.order(2).split()[:4], "whoever led after one round is no finalist"
    assert set(held.round(3).finalists) == set(held.order(2).split()[:4])


def test_lots_by_hand_are_shared_by_those_who_wait_and_by_nobody_else() -> None:
    """TOU-5.6, 13.3: two groups of equals, one behind the other, have ranks of their own."""
    held = HeldTournament(8, lot__mode="manual")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.finish(1, REPORT, OTHER)
    assert [(row.rank, row.player) for row in held.rows(1)] == [
        *((1, "P1"), (1, "P5"), (3, "P2"), (3, "P6"), (5, "P3"), (5, "P7"), (7, "P4"), (7, "P8"))
    ]
    assert held.refuse("draw R2") == "STATE"
    held.head("lot R1 P5>P1")
    assert [(row.rank, row.player) for row in held.rows(1)][:3] == [(1, "P5"), (2, "P1"), (3, "P2")]


def test_the_first_round_needs_no_lot_by_hand() -> None:
    """TOU-5.6."""
    held = HeldTournament(8, lot__mode="manual")
    held.do("draw R1")
    held.do('redraw R1 reason="a club"')


# -- draws -------------------------------------------------------------------------------------------------------------


def test_a_redraw_of_round_1_needs_as_many_players_as_a_draw() -> None:
    """TOU-2.13."""
    held = HeldTournament(8, players__min="6")
    held.do("draw R1")
    for player in ("P1", "P2", "P3"):
        held.do(f"absent {player}")
    with pytest.raises(Refused, match="5 players are present, 6 are needed") as refused:
        held.do('redraw R1 reason="three left"')
    assert (refused.value.code, refused.value.clause) == ("TOO_FEW", "TOU-2.13")
    held.do("checkin P1")
    held.do('redraw R1 reason="one came back"')


@pytest.mark.parametrize("seed", range(4))
def test_teams_rest_in_turn_and_meet_anew(seed: int) -> None:
    """TOU-19.18, 3.5, 6.2: three teams of two; each has one bye in three rounds, and meets each other one once."""
    held = held_teams(3, 2, "duel-teams", team__boards="2", rounds="3")
    resting, met = [], []
    for number in (1, 2, 3):
        held.begin(number)
        resting.append({letter(held, player) for player in held.round(number).byes})
        met.append({frozenset(letter(held, p) for p in table.seats) for table in held.round(number).tables})
        played(held, number, Random(seed))
    assert sorted(map(sorted, resting)) == [["A"], ["B"], ["C"]]
    assert len(set.union(*met)) == 3


def test_four_teams_meet_each_other_once() -> None:
    """TOU-19.18, 6.2: in three rounds of two matches, whatever the results."""
    for seed in range(3):
        held = held_teams(4, 2, "duel-teams", team__boards="2", rounds="3", draw="random")
        met = set()
        for number in (1, 2, 3):
            held.begin(number)
            met |= {frozenset(letter(held, p) for p in table.seats) for table in held.round(number).tables}
            played(held, number, Random(seed))
        assert len(met) == 6


# -- verify ------------------------------------------------------------------------------------------------------------


def final_day() -> HeldTournament:
    held = HeldTournament(8, draw="random,final", rounds="1")
    held.begin(1)
    played(held, 1, Random(1))
    held.do("standings R1 publish")
    held.begin(2)
    played(held, 2, Random(2))
    held.do("standings R2 publish")
    return held


def bent(held: HeldTournament, op: str, number: int, edition: int, change: Any) -> str:
    """The code with which a log is refused in which one entry was changed; of this edition of the rules."""
    log = []
    for entry in held.log:
        args = dict(entry.args)
        if entry.op == "create":
            args["rules"] = edition
        if (entry.op, args.get("round")) == (op, number):
            args = change(args)
        log.append(TournamentEntry(entry.seq, entry.at, entry.actor, entry.op, args))
    found = verify(log, held.secrets.seed)
    return "" if found is None else found.refused.code


def other_seats(args: dict[str, Any]) -> dict[str, Any]:
    (first, *rest) = args["tables"]
    return {**args, "tables": [{**first, "seats": first["seats"][::-1]}, *rest]}


def other_rows(args: dict[str, Any]) -> dict[str, Any]:
    return {**args, "rows": args["rows"][::-1]}


def test_editions_forgive_what_followed_from_a_final_and_nothing_else() -> None:
    """TOU-18.5: of edition 1 a final drawn, or standings of one published; never an ordinary round, never edition 2."""
    held = final_day()
    assert bent(held, "none", 0, 2, dict) == ""
    assert bent(held, "draw", 2, 2, other_seats) == "TAMPERED"
    assert bent(held, "draw", 2, 1, other_seats) == "OTHER_VERSION"
    assert bent(held, "draw", 1, 1, other_seats) == "TAMPERED"
    assert bent(held, "standings", 2, 2, other_rows) == "TAMPERED"
    assert bent(held, "standings", 2, 1, other_rows) == "OTHER_VERSION"
    assert bent(held, "standings", 1, 1, other_rows) == "TAMPERED"
    assert bent(held, "standings", 1, 2, other_rows) == "TAMPERED"


# -- the clock, an arena, tables of the platform -----------------------------------------------------------------------


def test_a_limit_for_turns() -> None:
    """TOU-9.6: 1 to 3600 seconds, once the time is over."""
    held = HeldTournament(4)
    held.begin(1)
    assert held.refuse("turnlimit R1 60", "O2") == "TOO_EARLY"
    held.expire(1)
    assert [held.refuse(f"turnlimit R1 {seconds}", "O2") for seconds in (0, 3601)] == ["RANGE", "RANGE"]
    for seconds in (1, 3600):
        held.head(f"turnlimit R1 {seconds}")
        assert held.round(1).turn == seconds


def test_how_long_a_table_is_extended() -> None:
    """TOU-9.7: by 1 to 600 minutes, more than once."""
    held = HeldTournament(4)
    held.begin(1)
    assert [held.refuse(f"extend R1.T1 {minutes}", "O2") for minutes in (0, 601, -5)] == ["RANGE"] * 3
    held.head("extend R1.T1 1")
    held.head("extend R1.T1 600")
    assert held.table(1, 1).extended == 601


def test_who_waits_in_an_arena_has_waited_since_the_last_game() -> None:
    """TOU-19.20: of several the latest; while one goes on nobody waits."""
    held = HeldTournament(4, preset="arena", table__size="2", start="now")
    held.begin(1)
    held.do("pair R1")
    for table in list(held.round(1).tables):
        held.wait(1)
        one, other = table.seats
        held.result(f"{table.name} won={one} {one}:10 {other}:3")
    first = {table.seats[0]: table.ended for table in held.round(1).tables}
    held.wait(5)
    held.do("pair R1")
    going = held.round(1).tables[-1].seats[0]
    assert idle_since(held.round(1), going) is None
    for table in list(held.round(1).tables)[2:]:
        one, other = table.seats
        held.result(f"{table.name} won={one} {one}:10 {other}:3")
    assert idle_since(held.round(1), going) == read_time(held.at)
    assert all(ended != held.at for ended in first.values())
    assert idle_since(held.round(1), "P99") is None


@pytest.mark.parametrize("game", ["bosman", "hexxi", "settlers"])
def test_a_game_is_told_what_it_knows(game: str) -> None:
    """TOU-1.8, 9.9: the end of the time and a seat that left, where the game has such events; nothing otherwise."""
    size = "4" if game == "settlers" else "2"
    held = HeldTournament(4, game=game, online="true", table__size=size, table__min=size)
    held.do("draw R1")
    held.do("publish R1")
    held.start(1)
    table = held.table(1, 1)
    spec = table_spec(held.state, held.round(1), table, held.secrets.seed)
    held.do(f"withdraw {table.seats[1]}")
    at = read_time(held.at)
    left = ["leave P2"] if game == "settlers" else []
    assert [event.replace("!", "") for event in table_events(spec, held.round(1), table, at)] == left
    held.expire(1)
    late = [event.replace("!", "") for event in table_events(spec, held.round(1), table, read_time(held.at))]
    assert late == ([*left, "time"] if game == "settlers" else [])


# -- from the sample with seed 21 --------------------------------------------------------------------------------------


def test_expulsion_before_and_between_rounds() -> None:
    """TOU-14.5: nothing of a draw that nobody has seen, or of a round that is over, changes."""
    held = HeldTournament(10)
    held.head('expel P9 "x"')
    assert held.state.players["P9"].status == "expelled"
    held.head('expel P10 "x"')
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.finish(1, REPORT, OTHER)
    held.head('expel P1 "x"')
    assert held.table(1, 1).gone == {}
    held.do("draw R2")
    mine = next(table for table in held.round(2).tables if "P2" in table.seats)
    held.head('expel P2 "x"')
    assert mine.gone == {}


def test_boards_of_a_team_begin_in_turn() -> None:
    """TOU-19.18: the i-th members sit in the order of the match's seats moved on by i-1, also past a whole circle."""
    held = held_teams(2, 4, "duel-teams", rounds="1")
    held.do("draw R1")
    tables = [[letter(held, player) for player in table.seats] for table in held.round(1).tables]
    first, second = tables[0]
    assert tables == [[first, second], [second, first]] * 2
    four = held_teams(3, 5, "teams", team__boards="5", rounds="1", table__min="3")
    four.do("draw R1")
    seats = [[letter(four, player) for player in table.seats] for table in four.round(1).tables]
    start = seats[0]
    assert seats == [[*start[i % 3 :], *start[: i % 3]] for i in range(5)]


def with_bound(args: dict[str, Any], cut: int) -> dict[str, Any]:
    return {**args, "bound": args["bound"][:cut], "proven": False}


def test_a_bound_is_as_long_as_the_vector() -> None:
    """TOU-18.3, 6.7: a shorter one proves nothing, and is no draw of another version."""
    ten = HeldTournament(10)
    ten.begin(1)
    played(ten, 1, Random(3))
    ten.do("draw R2")
    assert bent(ten, "none", 0, 2, dict) == ""
    for cut in (0, 1, 3):
        shorter = partial(with_bound, cut=cut)
        assert bent(ten, "draw", 2, 2, shorter) == "TAMPERED"


def test_a_repair_that_names_only_who_leaves() -> None:
    """TOU-14.6, 18.1: a log may leave out what is empty; who is named must be there, and who comes must not be seated."""
    held = HeldTournament(8)
    held.fixed(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.do("publish R1")
    held.do("absent P8")
    made = judge(held.state, "O1", "repair", {"round": 1}, held.at, held.secrets)
    args = {name: value for name, value in made.args.items() if name != "in"}
    assert made.args["in"] == []
    twin = deepcopy(held.state)
    follow(twin, TournamentEntry(twin.seq + 1, held.at, "O1", "repair", args))
    assert "P8" not in twin.rounds[0].seated()
    strange: list[dict[str, Any]] = [{"out": ["P9"]}, {"in": ["P1"]}, {"in": ["P8"]}]
    for wrong in strange:
        with pytest.raises(Refused) as refused:
            follow(
                deepcopy(held.state),
                TournamentEntry(held.state.seq + 1, held.at, "O1", "repair", {**made.args, **wrong}),
            )
        why = refused.value.values["why"]
        assert isinstance(why, Refused)
        assert why.code == "SEATS"


def test_roles_given_and_taken_in_words() -> None:
    """TOU-16.1: what the desk says was done."""
    held, say = HeldTournament(4), Say("en", "tournament")
    held.do('official O3 name="Ota" role=referee')
    assert deed(held.state, held.log[-1:], say) == "Ota is now: referee"
    held.do("official O3 role=referee off")
    assert deed(held.state, held.log[-1:], say) == "Ota is no longer: referee"


def test_what_was_done_by_one_button() -> None:
    """TOU-2.5: check-ins of one moment by one person are one deed, in their order; nothing else is."""
    held = HeldTournament()
    for name in ("A", "B", "C"):
        held.do(f'register "{name}"')
    held.do("close")
    for player in ("P1", "P2"):
        held.do(f"checkin {player}")
    assert [entry.args for entry in done_at_once(held.log)] == [{"player": "P1"}, {"player": "P2"}]
    held.wait(1)
    held.do("checkin P3")
    assert [entry.args for entry in done_at_once(held.log)] == [{"player": "P3"}]
    held.do("draw R1")
    assert [entry.op for entry in done_at_once(held.log)] == ["draw"]
    assert done_at_once([]) == []


def test_a_backup_with_something_strange_in_it() -> None:
    """TOU-20.9: keys that it has not, games that are no table of games, contacts of nobody, another seed."""
    held = HeldTournament(4)
    told = json.loads(exports.to_json(held.log, held.state.hash, held.secrets))
    strange: list[tuple[dict[str, Any], str]] = [
        ({"format": "kotva-tournament/2"}, "SYNTAX"),
        ({"more": 1}, "SYNTAX"),
        ({"private": {**told["private"], "games": [1]}}, "SYNTAX"),
        ({"private": {**told["private"], "seed": "another"}}, "TAMPERED"),
        ({"private": {**told["private"], "contacts": {"P9": "x"}}}, "TAMPERED"),
        ({"private": {**told["private"], "contacts": {"P1": 7}}}, "TAMPERED"),
        ({"private": {**told["private"], "contacts": [7]}}, "TAMPERED"),
        ({"private": 7}, "TAMPERED"),
        ({"hash": "0" * 64}, "TAMPERED"),
    ]
    for change, code in strange:
        with pytest.raises(Refused) as refused:
            exports.from_json(json.dumps({**told, **change}))
        assert refused.value.code == code, change
    for text in ("", "[]", "7", "{", '{"format": 1.5}', "[" * 100_000):
        with pytest.raises(Refused) as refused:
            exports.from_json(text)
        assert refused.value.code == "SYNTAX"
    state, log, secrets = exports.from_json(
        json.dumps({**told, "private": {**told["private"], "games": {"R1.T1": {}}}})
    )
    assert (state, log) == (held.state, held.log)
    assert secrets is not None
    assert secrets.games == {"R1.T1": {}}


def test_an_online_draw_needs_a_game_that_is_here() -> None:
    """TOU-19.2, 1.8: and tables of its size; around real tables any game can be played."""
    for options in ({"game": "chess"}, {"game": "bosman", "table__size": "8", "table__min": "7"}):
        held = HeldTournament(8, **options)
        held.do("draw R1")
        held.do("set online=true")
        for text in ('redraw R1 reason="x"',):
            assert held.refuse(text) == "RANGE"
        fresh = HeldTournament(8, online="true", **options)
        assert fresh.refuse("draw R1") == "RANGE"


def test_a_line_that_is_no_entry_is_not_imported() -> None:
    """TOU-20.10, 18.1."""
    for rows in (["Jana"], [7], [None], [["name", "Jana"]], "Jana", {"name": "Jana"}):
        held = HeldTournament()
        with pytest.raises(Refused) as refused:
            held.act("import", kind="players", rows=rows)
        assert (refused.value.code, held.state.players) == ("SYNTAX", {})
