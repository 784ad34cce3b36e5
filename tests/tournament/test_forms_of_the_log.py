"""What an entry of a log must look like (TOU-18.1): every kind of argument, at the edge of its form and beyond it."""

from __future__ import annotations

from typing import Any

import pytest

from kotva.engine.say import Say
from kotva.tournament import notation
from kotva.tournament.actions import ACTIONS
from kotva.tournament.argument_kinds import (
    ASSIGNMENT,
    FLAG,
    LIST,
    NUMBER,
    OPTIONS_GIVEN,
    ORDER,
    PLACE,
    PLAYER,
    REASON,
    RESULT,
    ROUND,
    TABLES,
    TEXT,
    Items,
    Unfit,
    bare_or_quoted,
    parse_place,
    quote,
    unquote,
)
from kotva.tournament.arguments import arguments
from kotva.tournament.deeds import deed
from kotva.tournament.feeds import calendar_text, feed_text
from kotva.tournament.log import TournamentEntry
from kotva.tournament.option_kinds import read_text
from kotva.tournament.options import OPTIONS
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import _ORDER, _ROUND_ORDER, _remedy
from kotva.tournament.tournament import follow
from tests.tournament.held import HeldTournament

WRONG: dict[str, tuple[Any, list[Any]]] = {
    "text": (TEXT, [7, None, True, ["a"], {"a": "b"}, "x" * 2001, "\ud800"]),
    "reason": (REASON, [7, "", "   ", "x" * 2001]),
    "number": (NUMBER, ["7", 7.5, True, None, [7], 10**6 + 1, -(10**6) - 1]),
    "round": (ROUND, ["R1", None, 10**6 + 1]),
    "list": (LIST, ["P1", 7, [7], ["P1", None], {"P1": "P2"}]),
    "tables": (TABLES, ["P1", 7, {"a": "b"}, None]),
    "flag": (FLAG, [1, 0, "true", None]),
    "options": (OPTIONS_GIVEN, ["rounds=4", ["rounds"], {"rounds": 4}, 7]),
    "items": (Items(str), ["abc", 7, {"a": "b"}, None]),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_value_of_another_form_is_unfit(kind: str) -> None:
    """TOU-18.1."""
    argument, values = WRONG[kind]
    for value in values:
        with pytest.raises(Unfit):
            argument.read({"x": value}, "x")


def test_values_at_the_edge_of_their_form_are_read() -> None:
    """TOU-18.1."""
    assert TEXT.read({"x": "x" * 2000}, "x") == "x" * 2000
    assert TEXT.read({"x": ""}, "x") == ""
    assert REASON.read({"x": " late "}, "x") == "late"
    assert [NUMBER.read({"x": n}, "x") for n in (0, -5, 10**6, -(10**6))] == [0, -5, 10**6, -(10**6)]
    assert LIST.read({"x": []}, "x") == ()
    assert LIST.read({"x": ["P1", "P2"]}, "x") == ("P1", "P2")
    assert TABLES.read({"x": [["P1", "P2"], ["P3"]]}, "x") == (("P1", "P2"), ("P3",))
    assert (FLAG.read({"x": True}, "x"), FLAG.read({"x": False}, "x")) == (True, False)
    assert OPTIONS_GIVEN.read({"x": {"rounds": "4"}}, "x") == {"rounds": "4"}
    assert Items(str).read({"x": [1, "a"]}, "x") == ("1", "a")
    assert PLACE.read({"round": 2, "table": 3}, "place") == (2, 3)
    with pytest.raises(Unfit):
        PLACE.read({"table": 3}, "place")


def test_a_result_in_the_log_has_an_end_and_pairs() -> None:
    """TOU-10.1, TOU-18.1."""
    good: dict[str, Any] = {"end": "won", "winner": "P1", "seats": [["P1", "10"], ["P2", "left(5)"]]}
    read = RESULT.read(good, "result")
    assert (read.end, read.winner, [mark.player for mark in read.marks]) == ("won", "P1", ["P1", "P2"])
    assert RESULT.read({"end": "time"}, "result").winner is None
    strange: list[Any] = ["P1", [["P1"]], [["P1", "10", "x"]], [["P1", 10]], ["P1:10"], {"P1": "10"}]
    for seats in strange:
        with pytest.raises(Unfit):
            RESULT.read({**good, "seats": seats}, "result")
    with pytest.raises(Refused) as refused:
        RESULT.read({**good, "end": "lost"}, "result")
    assert (refused.value.code, refused.value.clause) == ("SYNTAX", "TOU-10.1")


TYPED: list[tuple[str, dict[str, Any]]] = [
    ("create \"Osada\" preset=settlers-cz rounds=4 place=\"Brno, sál 2\"",
     {"options": {"rounds": "4", "place": "Brno, sál 2"}}),
    ("set place=\"a b\"", {"option": "place", "value": "a b"}),
    ("set place=", {"option": "place", "value": ""}),
    ("report R2.T3 won=P7 P7:10 P2:left(5)",
     {"round": 2, "table": 3, "end": "won", "winner": "P7", "seats": [["P7", "10"], ["P2", "left(5)"]]}),
    ("report R2.T3 time P7:8 P2:8", {"end": "time", "seats": [["P7", "8"], ["P2", "8"]]}),
    ("correct R2.T3 won=P7 P7:10 P2:8 version=1 reason=\"a \\\"b\\\" \\\\ c\"", {"version": 1, "reason": 'a "b" \\ c'}),
    ("decide R2.T3 adjudicated won=P7 P7:10 P2:8 \"so it is\"", {"end": "adjudicated", "winner": "P7", "text": "so it is"}),
    ("decide R2.T3 won=P7 adjudicated P7:10 P2:8 \"so\"", {"end": "adjudicated", "winner": "P7"}),
    ("repair R2 out=P4,P9 in=P17", {"round": 2, "out": ["P4", "P9"], "in": ["P17"]}),
    ("lot R3 P4>P9>P2", {"round": 3, "order": ["P4", "P9", "P2"]}),
    ("shift R3 +10", {"round": 3, "minutes": 10}),
    ("extend R2.T3 10", {"round": 2, "table": 3, "minutes": 10}),
    ("start R2 seated", {"round": 2, "seated": True}),
    ("swap R2 P3 P9 reason=wheel force", {"one": "P3", "other": "P9", "reason": "wheel", "force": True}),
    ("vote C1 keep", {"case": "C1", "vote": "keep"}),
]  # fmt: skip


@pytest.mark.parametrize("text", [text for text, _ in TYPED])
def test_a_text_and_its_arguments(text: str) -> None:
    """Section 3 and 7 of the rulebook (TOU-18.1): what is typed is read, written again and read alike."""
    op, args = notation.parse(text)
    for name, value in dict(TYPED)[text].items():
        assert args[name] == value
    assert notation.parse(notation.write(op, args)) == (op, args)


@pytest.mark.parametrize(
    "text",
    [
        *("start R2 R3", "start R2 seated seated", "shift R3 x", "extend R2.T3 10 R2.T4", "set rounds", "lot R3 P4"),
        *("report R2.T3 won=P7 won=P8 P7:10", "report R2.T3 time adjudicated P7:10", "report T3 won=P7", "vote C1 maybe"),
        *("create \"Osada\" rounds=4 rounds=5", "create \"Osada\" colour=red", "set rounds=4 places=5", "start R1234"),
    ],
)  # fmt: skip
def test_words_that_do_not_belong_there(text: str) -> None:
    """TOU-18.1."""
    with pytest.raises(Refused) as refused:
        notation.parse(text)
    assert refused.value.code == "SYNTAX"


def test_quotation_marks() -> None:
    """Section 3 (TOU-18.1): only where they must be; everything comes back."""
    for text in ("a", "a b", 'a "b"', "a\\b", "a\nb\tc", "", "č,d=e"):
        assert unquote(quote(text)) == text
        assert unquote(bare_or_quoted(text)) == text
    assert (bare_or_quoted("a=b"), bare_or_quoted("a b"), bare_or_quoted("")) == ("a=b", '"a b"', '""')
    assert quote('a\n\t"\\') == '"a\\n\\t\\"\\\\"'
    assert unquote("plain\\n") == "plain\\n"


def test_the_name_of_a_table() -> None:
    """Section 3 (TOU-10.6)."""
    assert (parse_place("R2.T3"), parse_place("R999.T9999")) == ((2, 3), (999, 9999))
    for text in ("R0.T1", "R1.T0", "R1", "T1", "R1.T1.S1", "r1.t1", "R1000.T1", "R1.T10000", ""):
        assert parse_place(text) is None
    args: dict[str, Any] = {}
    assert PLAYER.put(args, "player", "P12")
    assert args == {"player": "P12"}
    assert not any(PLAYER.put({}, "player", text) for text in ("P0", "P01", "O1", "P1234567", "p1"))
    assert not PLAYER.put({"player": "P1"}, "player", "P2")
    assert not ORDER.put({}, "order", "P1")
    assert not ASSIGNMENT.put({"option": "rounds"}, "set", "rounds=4")


@pytest.mark.parametrize("op", sorted(ACTIONS))
def test_nothing_is_read_into_an_entry_of_another_form(op: str) -> None:
    """TOU-18.1: each argument of each action with a value that no kind of argument has."""
    held = HeldTournament(8)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    for one in arguments(ACTIONS[op].args):
        for name in one.kind.names(one.name):
            with pytest.raises(Refused):
                follow(held.state, TournamentEntry(held.state.seq + 1, held.at, "O2", op, {name: {"strange": None}}))


def test_a_text_has_at_most_five_thousand_characters() -> None:
    """TOU-1.4."""
    assert read_text("x" * 5000) == "x" * 5000
    assert OPTIONS["place"].kind.allows("x" * 5000)
    assert not OPTIONS["place"].kind.allows("x" * 5001)


# -- what refusals advise ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "possible", "words"),
    [
        ("D", "G", "Open registration first."),
        ("G", "YN", "Close registration first."),
        ("Y", "N", "Draw and publish round 1 first."),
        ("N", "F", "All rounds must be complete first."),
        ("F", "N", "It is too late for that."),
        ("N", "N", "It is too late for that."),
        ("N", "YG", "It is too late for that."),
        ("C", "N", "It is too late for that."),
        ("X", "N", "It is too late for that."),
    ],
)
def test_what_must_be_done_first_in_a_tournament(now: str, possible: str, words: str) -> None:
    """Section 5 (TOU-1.7): only what comes later can be waited for."""
    assert _remedy(now, possible, _ORDER).texts == (words,)


@pytest.mark.parametrize(
    ("now", "possible", "words"),
    [
        ("", "dr", "Draw it first."),
        ("dr", "pu ru", "Publish it first."),
        ("pu", "ru", "Start it first."),
        ("ru", "co", "Complete it first."),
        ("co", "ru", "It is too late for that."),
        ("ru", "dr pu", "It is too late for that."),
        ("dr", "dr", "It is too late for that."),
    ],
)
def test_what_must_be_done_first_in_a_round(now: str, possible: str, words: str) -> None:
    """Section 5 (TOU-1.7)."""
    assert _remedy(now, possible.split(), _ROUND_ORDER).texts == (words,)


# -- what others take along --------------------------------------------------------------------------------------------


def test_a_calendar_names_the_place_only_where_there_is_one() -> None:
    """TOU-20.14."""
    say = Say("en", "tournament")
    here, nowhere = HeldTournament(4, place="Brno", date="2025-03-01"), HeldTournament(4, date="2025-03-01")
    assert calendar_text(here.state, "http://x/t/1", say).count("LOCATION:Brno\r\n") == 4
    assert "LOCATION" not in calendar_text(nowhere.state, "http://x/t/1", say)


def test_a_calendar_keeps_to_75_octets_and_cuts_no_letter() -> None:
    """TOU-20.14: RFC 5545, 3.1 and 3.3.11."""
    held = HeldTournament(4, place="ž" * 200 + "a,b;c\\d", date="2025-03-01")
    lines = calendar_text(held.state, "http://x/t/1", Say("en", "tournament")).split("\r\n")
    assert max(len(line.encode()) for line in lines) in (74, 75)
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    whole = "\r\n".join(lines).replace("\r\n ", "")
    assert f"LOCATION:{'ž' * 200}a\\,b\\;c\\\\d\r\n" in whole
    assert "UID:1@1.kotva\r\n" in whole


def test_a_feed_has_no_control_characters() -> None:
    """TOU-20.14: XML knows a tabulator and an end of line, and no other of them."""
    held = HeldTournament(4)
    held.state.name = "a\x01b\tc\x1fd e"
    told = feed_text(held.state, held.log, "http://x/t/1", Say("en", "tournament"))
    assert "<title>ab\tcd e</title>" in told


def test_strange_lists_in_a_log_are_told_without_a_fault() -> None:
    """TOU-18.1: words for an entry whose content is not what it should be."""
    held, say = HeldTournament(4), Say("en", "tournament")
    pair = TournamentEntry(1, held.at, "E", "pair", {"round": 1, "tables": "none"})
    assert deed(held.state, [pair], say) == "Tables were made of those who waited: 0"
    repair = TournamentEntry(1, held.at, "O1", "repair", {"round": 1, "moved": "P1", "in": 7, "tables": "none"})
    assert deed(held.state, [repair], say) == "Round 1 was repaired: nobody changes the table"
