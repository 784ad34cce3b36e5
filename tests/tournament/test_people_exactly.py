"""TOU-1.5, 2, 16.1 to 16.3: what may be done to options, people and officials, at the edge of each rule and one step beyond."""

from __future__ import annotations

from typing import Any

import pytest

from kotva.tournament.entries import chosen_standins, drawn_people, first_round, has_room, playing
from kotva.tournament.refusal import Refused
from tests.tournament.held import HeldTournament

REPORT = "R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4"
OTHER = "R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4"


def said(held: HeldTournament, text: str, actor: str = "O1") -> str:
    """Code, clause and sentence of a refusal."""
    with pytest.raises(Refused) as refused:
        held.do(text, actor)
    return f"{refused.value.code} {refused.value.clause} {refused.value}"


def playing_eight(**options: Any) -> HeldTournament:
    held = HeldTournament(8, **options)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    return held


# -- names -------------------------------------------------------------------------------------------------------------


def test_how_long_a_name_is() -> None:
    """TOU-2.1: 1 to 60 characters after trimming, none of them a control character; a club at most 60."""
    held = HeldTournament()
    for name in ("x", "y" * 60, f"  {'z' * 60}  "):
        held.act("register", name=name)
    for name in ("", "  ", "x" * 61, "a\x07b"):
        with pytest.raises(Refused) as refused:
            held.act("register", name=name)
        assert (refused.value.code, refused.value.clause) == ("RANGE", "TOU-2.1")
    held.act("register", name="Club", club="c" * 60)
    with pytest.raises(Refused, match="60"):
        held.act("register", name="Long club", club="c" * 61)
    assert [player.name for player in held.state.players.values()][2] == "z" * 60


def test_nobody_enters_twice() -> None:
    """TOU-2.2: the same name in other letters, the same account, also that of an official; a withdrawn entry holds its name."""
    held = HeldTournament()
    held.act("register", name="Jana  Nová", account="jana")
    for name in ("jana nová", " JANA   NOVÁ ", "Jana Nova\u0301"):
        with pytest.raises(Refused, match="already") as refused:
            held.act("register", name=name)
        assert refused.value.code == "DUPLICATE_NAME"
    with pytest.raises(Refused) as twice:
        held.act("register", name="Another", account="jana")
    assert twice.value.code == "DUPLICATE_ACCOUNT"
    held.act("official", official="O3", name="Ota", role="scorer", account="ota")
    with pytest.raises(Refused) as twice:
        held.act("register", name="Another", account="ota")
    assert twice.value.code == "DUPLICATE_ACCOUNT"
    held.act("register", name="Without", account="")
    held.act("register", name="Without too", account="")
    held.do("withdraw P1")
    assert said(held, 'register "Jana Nová"').startswith("DUPLICATE_NAME TOU-2.2")


def test_who_enters_whom() -> None:
    """TOU-2.1, 2.14, 2.16: everybody for oneself, under the next number; kinds and details are the organiser's."""
    held = HeldTournament(2)
    assert said(held, 'register "New"', "P1").startswith("FORBIDDEN")
    assert said(held, 'register "New"', "P4").startswith("FORBIDDEN")
    assert said(held, 'register "New" kind=standin', "P3").startswith("FORBIDDEN TOU-2.14")
    assert said(held, 'register "New" team=A', "P3").startswith("FORBIDDEN TOU-2.16")
    assert said(held, 'register "New" kind=ghost').startswith("RANGE TOU-2.1")
    held.do('register "New" kind=bot', "P3")
    assert held.state.players["P3"].kind == "bot"
    assert said(held, "checkin P3", "P1").startswith("FORBIDDEN TOU-2.5")
    assert said(held, "absent P2", "P1").startswith("FORBIDDEN TOU-2.5")
    assert said(held, "withdraw P2", "P1").startswith("FORBIDDEN TOU-2.5")
    held.do("checkin P3", "P3")
    assert said(held, "absent P2", "O2").startswith("FORBIDDEN")


def test_a_new_name() -> None:
    """TOU-2.15: of players and officials; the own one in other letters, and that of nobody else."""
    held = HeldTournament(3)
    assert said(held, 'rename P9 "X"').startswith("SEATS TOU-2.15")
    assert said(held, 'rename O9 "X"').startswith("SEATS TOU-2.15")
    assert said(held, 'rename P1 "p2"').startswith("DUPLICATE_NAME TOU-2.2")
    assert said(held, 'rename P1 ""').startswith("RANGE TOU-2.1")
    held.do('rename P1 "  p1 "')
    assert held.state.players["P1"].name == "p1"
    held.do('rename P1 "Ada"')
    assert held.state.players["P1"].key == "ada"
    held.do('rename P2 "P1"')
    held.do('rename O2 "P1"')
    assert (held.state.officials["O2"].name, held.state.players["P2"].name) == ("P1", "P1")


# -- presence ----------------------------------------------------------------------------------------------------------


ALLOWED = {
    "checkin": {"entered", "absent"},
    "absent": {"entered", "present"},
    "sitout": {"entered", "present", "absent", "waiting"},
    "withdraw": {"entered", "waiting", "present", "absent"},
    "return": {"withdrawn", "absent"},
}


@pytest.mark.parametrize("op", ALLOWED)
@pytest.mark.parametrize("status", ["entered", "waiting", "present", "absent", "withdrawn", "expelled"])
def test_what_each_status_allows(op: str, status: str) -> None:
    """TOU-2.4 to 2.11."""
    held = HeldTournament(4)
    held.state.players["P2"].status = status
    text = f"{op} P2 round=2" if op == "sitout" else f"{op} P2"
    if status in ALLOWED[op]:
        held.do(text)
        after = {"checkin": "present", "absent": "absent", "withdraw": "withdrawn", "sitout": status}
        if op in after:
            assert held.state.players["P2"].status == after[op]
    elif status == "expelled":
        assert said(held, text).startswith("FORBIDDEN TOU-2.11 P2 has been expelled")
    else:
        assert said(held, text).startswith("STATE")


def test_coming_back() -> None:
    """TOU-2.9, 2.11, 2.3: as an entry before the first draw, where there is room; present from then on."""
    held = HeldTournament(4, players__max="4")
    held.do("withdraw P1")
    held.do("return P1")
    assert held.state.players["P1"].status == "entered"
    held.do("withdraw P1")
    held.do('register "P5"')
    held.do("return P1")
    assert held.state.players["P1"].status == "waiting"
    for player in ("P5",):
        held.do(f"checkin {player}")
    held.do("withdraw P2")
    assert held.state.players["P1"].status == "entered", "a place became free"
    held.do("checkin P1")
    held.do("draw R1")
    held.do("return P2")
    assert held.state.players["P2"].status == "present"


def test_room_for_the_last_one() -> None:
    """TOU-2.3: stand-ins take no place; expelled and withdrawn players neither."""
    held = HeldTournament(0, players__max="3")
    for n in range(1, 4):
        assert has_room(held.state)
        held.do(f'register "N{n}"')
    assert not has_room(held.state)
    held.do('register "Stand" kind=standin')
    assert held.state.players["P4"].status == "entered"
    held.do('register "N5"')
    held.do('register "N6"')
    assert [held.state.players[p].status for p in ("P5", "P6")] == ["waiting", "waiting"]
    held.do("withdraw P1")
    assert [held.state.players[p].status for p in ("P5", "P6")] == ["entered", "waiting"]
    held.do("set players.max=4")
    assert held.state.players["P6"].status == "entered"


def test_nobody_moves_up_once_a_round_is_drawn() -> None:
    """TOU-2.3: before the draw of round 1."""
    held = HeldTournament(4, players__max="4")
    held.do('register "P5"')
    held.do("draw R1")
    held.do("withdraw P1")
    held.do("set players.max=9")
    assert held.state.players["P5"].status == "waiting"


def test_sitting_out() -> None:
    """TOU-2.7: of a round that there is and that is not drawn."""
    held = HeldTournament(8)
    for number, code in ((0, "RANGE"), (4, "RANGE"), (3, "")):
        if code:
            assert said(held, f"sitout P1 round={number}").startswith(f"{code} TOU-2.7")
        else:
            held.do(f"sitout P1 round={number}")
    held.do("draw R1")
    assert said(held, "sitout P1 round=1").startswith("STATE TOU-2.7")
    held.do("sitout P2 round=2", "P2")
    assert [drawn_people(held.state, n).count("P2") for n in (1, 2, 3)] == [1, 0, 1]
    assert "P1" not in drawn_people(held.state, 3)


# -- late entries ------------------------------------------------------------------------------------------------------


def test_the_first_round_of_a_newcomer() -> None:
    """TOU-2.10: before any draw round 1; while it is drawn, round 1; once it is published or runs, the next."""
    held = HeldTournament(8)
    assert first_round(held.state) == 1
    for step, first, entered in (("draw R1", 1, 1), ("publish R1", 1, 2)):
        held.do(step)
        assert first_round(held.state) == first
        held.do(f'register "Late {step}"')
        assert list(held.state.players.values())[-1].entered == entered
    held.start(1)
    assert first_round(held.state) == 2
    held.do('register "Late"')
    assert list(held.state.players.values())[-1].entered == 2


@pytest.mark.parametrize(("rounds", "last"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3)])
def test_the_last_round_for_late_entries(rounds: str, last: int) -> None:
    """TOU-2.10: L = ceil(R/2)."""
    assert HeldTournament(4, rounds=rounds).state.options.late_last == last


@pytest.mark.parametrize(("last", "at"), [("0", 0), ("1", 1), ("2", 2), ("3", 3)])
def test_entries_until_that_round_starts(last: str, at: int) -> None:
    """TOU-2.10, late.last: accepted while that round is not started, refused from then on."""
    held = HeldTournament(4, late__last=last, rounds="3")
    if at == 0:
        assert said(held, 'register "Late"').startswith("TOO_LATE TOU-2.10 Entries are accepted until round 0")
        return
    for number in range(1, at + 1):
        held.do(f'register "Before {number}"')
        held.do(f"absent P{len(held.state.players)}")
        held.begin(number)
        if number < at:
            table = held.round(number).tables[0]
            first, *rest = table.seats
            held.finish(number, f"T1 won={first} {first}:10 " + " ".join(f"{p}:5" for p in rest))
    assert said(held, 'register "Late"').startswith(f"TOO_LATE TOU-2.10 Entries are accepted until round {at}")


# -- withdrawing from a game -------------------------------------------------------------------------------------------


def test_leaving_before_during_and_after_a_game() -> None:
    """TOU-2.8, 14.2, 14.4: absent before the start; as told during the game; nothing where the game is over."""
    held = HeldTournament(8)
    held.fixed(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.do("withdraw P3")
    assert "P3" not in held.table(1, 1).gone, "a draw that nobody has seen"
    held.do("return P3")
    held.do("publish R1")
    held.do("withdraw P3")
    assert held.table(1, 1).gone["P3"].status == "absent"
    held.do("return P3")
    assert "P3" not in held.table(1, 1).gone
    held.start(1)
    assert playing(held.state, "P3")
    held.do("withdraw P3")
    assert held.table(1, 1).gone["P3"].status == "forfeit"
    held.result("R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    assert not playing(held.state, "P5")
    held.do("withdraw P5")
    assert held.table(1, 2).gone == {}


def test_leaving_with_points() -> None:
    """TOU-14.4: by the head referee alone, of somebody who plays, with as many points as there are."""
    held = playing_eight()
    assert said(held, "withdraw P1 left=5").startswith("FORBIDDEN TOU-14.4")
    for points in (-1, 23):
        assert said(held, f"withdraw P1 left={points}", "O2").startswith(
            "RANGE TOU-10.6 Points are whole numbers from 0 to 22"
        )
    held.head("withdraw P1 left=22")
    held.head("withdraw P2 left=0")
    assert [held.table(1, 1).gone[p].raw for p in ("P1", "P2")] == [22, 0]
    held.result(OTHER)
    assert said(held, "withdraw P5 left=5", "O2").startswith("STATE TOU-14.4 P5 is not playing")


def test_what_was_said_of_a_seat_first_stands() -> None:
    """TOU-14.4: an expelled or excused player who withdraws does not change it."""
    held = playing_eight()
    held.head("withdraw P1 left=5")
    held.do("return P1")
    held.do("withdraw P1")
    assert (held.table(1, 1).gone["P1"].status, held.table(1, 1).gone["P1"].raw) == ("left", 5)


# -- stand-ins ---------------------------------------------------------------------------------------------------------


def test_stand_ins_that_are_named_come_first() -> None:
    """TOU-2.14: in order of id; further ones are made."""
    held = HeldTournament(5, fill="full")
    for name in ("S1", "S2"):
        held.do(f'register "{name}" kind=standin')
    assert chosen_standins(held.state, 0) == ([], 0)
    assert chosen_standins(held.state, 1) == (["P6"], 0)
    assert chosen_standins(held.state, 3) == (["P6", "P7"], 1)
    held.do("withdraw P6")
    assert chosen_standins(held.state, 1) == (["P7"], 0)
    held.do("draw R1")
    assert sorted(held.round(1).seated()) == ["P1", "P2", "P3", "P4", "P5", "P7", "P8", "P9"]
    assert [held.state.players[p].name for p in ("P8", "P9")] == ["Stand-in 1", "Stand-in 2"]


# -- options -----------------------------------------------------------------------------------------------------------


def test_who_sets_options() -> None:
    """TOU-1.5: the organiser; the number of rounds the head referee alone, once a draw is published."""
    held = HeldTournament(8)
    held.do('official O3 name="Organising head" role=scorer')
    assert said(held, "set rounds=2", "O2").startswith("FORBIDDEN TOU-1.5 Options are set by the organiser")
    held.do("set rounds=4")
    held.do("draw R1")
    held.do("set rounds=5")
    held.do("publish R1")
    assert said(held, "set rounds=4").startswith("FORBIDDEN TOU-1.5 Only the head referee")
    for rounds in (5, 6):
        assert said(held, f"set rounds={rounds}", "O2").startswith(
            "LOCKED TOU-1.5 The number of rounds may only be lowered"
        )
    held.head("set rounds=4")
    assert said(held, "set grace=5", "O2").startswith("FORBIDDEN")
    assert said(held, "set points.4=9-3-2-1").startswith("LOCKED TOU-1.5 points.4 is locked")
    held.do("set grace=5")


def test_rounds_are_lowered_to_those_published() -> None:
    """TOU-1.5, section 9: not below; to just as many ends the tournament; an unpublished draw of a dropped round lapses."""
    held = playing_eight(rounds="4")
    held.finish(1, REPORT, OTHER)
    held.begin(2)
    assert said(held, "set rounds=1", "O2").startswith("LOCKED TOU-1.5 Round 2 is published")
    for table in held.round(2).tables:
        first, *rest = table.seats
        held.result(f"{table.name} won={first} {first}:10 " + " ".join(f"{p}:5" for p in rest))
    held.do("complete R2")
    held.do("draw R3")
    held.head("shift R3 +10")
    held.head("shift R4 +20")
    held.head("set rounds=3")
    assert (len(held.state.rounds), held.state.shifts) == (3, {3: 10})
    held.head("set rounds=2")
    assert (len(held.state.rounds), held.state.shifts, held.state.phase) == (2, {}, "finished")


def test_a_draw_is_outdated_by_what_it_depends_on() -> None:
    """TOU-6.8, 1.5: lists of people and options that will be locked; not by others; only while it is not published."""
    for text, outdated in (
        ("avoid.hard=P1-P2", True),
        ("avoid.soft=P1-P2", True),
        ("avoid.club=true", True),
        ("fixed_table=P1:2", True),
        ("points.4=5-3-2-1", True),
        ("grace=5", False),
        ("time.round=60", False),
    ):
        held = HeldTournament(8)
        held.do("draw R1")
        held.do(f"set {text}")
        assert held.round(1).outdated is outdated, text
        if outdated:
            assert said(held, "publish R1").startswith("OUTDATED TOU-6.8")
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    held.do("set avoid.hard=P1-P2")
    assert not held.round(1).outdated


def test_the_salt() -> None:
    """TOU-5.1: a text, once, after registration closes and before the first draw."""
    held = HeldTournament()
    assert said(held, "set salt=3516").startswith("STATE TOU-5.1")
    for n in range(4):
        held.do(f'register "N{n}"')
    held.do("close")
    for bad in ('" "', "none"):
        assert said(held, f"set salt={bad}").startswith("RANGE TOU-5.1")
    held.do("set salt=3516")
    assert said(held, "set salt=3517").startswith("STATE TOU-5.1")
    late = HeldTournament(8)
    late.do("draw R1")
    assert said(late, "set salt=3516").startswith("STATE TOU-5.1")
    with pytest.raises(Refused, match="once"):
        HeldTournament(salt="3516")


def test_a_published_start_is_never_earlier() -> None:
    """TOU-15.4: nor unknown; rounds that are not published follow the options; a started one has its time."""
    held = HeldTournament(8, date="2025-03-01")
    held.do("draw R1")
    held.do("set start=12:00")
    held.do("publish R1")
    for text in ("start=11:59", "start=now", "date=2025-02-28", "zone=Europe/Helsinki"):
        assert said(held, f"set {text}").startswith("LOCKED TOU-15.4 Round 1 is published for 12:00"), text
    for text in ("start=12:00", "start=12:01", "break=5", "time.round=60"):
        held.do(f"set {text}")
    held.start(1)
    held.do("set start=09:00")
    assert said(held, "set date=2025-03-02").startswith("STATE TOU-15.4 The first round has started")


# -- officials ---------------------------------------------------------------------------------------------------------


def test_roles_are_given_and_taken() -> None:
    """TOU-16.1: always an organiser and one head referee."""
    held = HeldTournament(4)
    assert said(held, 'official O3 name="X" role=king').startswith("RANGE TOU-16.1 Roles are organiser, head")
    assert said(held, "official O2 role=head off").startswith("FORBIDDEN TOU-16.1 There is always one head")
    assert said(held, "official O1 role=organiser off").startswith("FORBIDDEN TOU-16.1 There is always an organiser")
    held.do('official O3 name="Second" role=organiser')
    held.do("official O1 role=organiser off", "O3")
    assert said(held, "official O3 role=organiser off", "O3").startswith("FORBIDDEN TOU-16.1")
    held.do("official O1 role=scorer", "O3")
    held.do("official O1 role=scorer off", "O3")
    assert held.state.officials["O1"].roles == set()
    assert said(held, "official P1 role=scorer", "O3").startswith("FORBIDDEN TOU-16.1 A player may be")
    assert said(held, "official P9 role=panel", "O3").startswith("SEATS TOU-16.1")


def test_the_panel_is_three() -> None:
    """TOU-16.2, 16.3: the head referee and two more; nobody twice; a player only where nobody else is there."""
    held = HeldTournament(4)
    held.do('official O3 name="A" role=panel')
    for again in ("official O3 role=panel", "official O3 role=alternate", "official O2 role=panel"):
        assert said(held, again).startswith("STATE TOU-16.3")
    assert said(held, "official P1 role=panel").startswith("FORBIDDEN TOU-16.3")
    held.do("official P1 role=panel nobody_else")
    assert said(held, 'official O4 name="B" role=panel').startswith("RANGE TOU-16.2")
    held.do('official O4 name="B" role=alternate')
    held.do("official P2 role=alternate nobody_else")
    assert (held.state.panel, held.state.alternates) == (["O3", "P1"], ["O4", "P2"])
    held.do("official P1 role=panel off")
    held.do("official O4 role=alternate off")
    assert (held.state.panel, held.state.alternates) == (["O3"], ["P2"])
    held.do("official O3 role=head")
    assert (held.state.head, held.state.panel) == ("O3", [])
    assert "head" not in held.state.officials["O2"].roles


def test_the_head_referee_does_not_play() -> None:
    """TOU-16.1: by the account, also where it is given later."""
    held = HeldTournament()
    held.act("register", name="Jana", account="jana")
    with pytest.raises(Refused) as refused:
        held.act("official", official="O3", name="Jana N", role="head", account="jana")
    assert (refused.value.code, refused.value.clause) == ("FORBIDDEN", "TOU-16.1")
    held.act("official", official="O3", name="Jana N", role="scorer", account="jana")
    with pytest.raises(Refused, match="may not be a player"):
        held.act("official", official="O3", role="head")
    held.act("official", official="O3", role="head", account="other")
    assert held.state.head == "O3"
