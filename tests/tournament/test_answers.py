"""What a tournament answers when it should not: players and rounds that there are none, numbers and times that are none."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from functools import cache

import pytest

from kotva.tournament import clock, documents, exports, views
from kotva.tournament.draw import DrawProblem, Entrant, draw
from kotva.tournament.refusal import Refused
from kotva.tournament.standings import standings
from kotva.tournament.state import read_time
from kotva.tournament.tournament import judge
from tests.tournament.held import HeldTournament


@cache
def held() -> HeldTournament:
    """Eight players in their first round; nobody changes it."""
    held = HeldTournament(8)
    held.begin(1)
    return held


def asked(op: str = "pause", actor: str = "O1", at: str | None = None, **args: object) -> object:
    one = held()
    return judge(one.state, actor, op, args, one.at if at is None else at, one.secrets)  # type: ignore[arg-type]


def now() -> datetime:
    return read_time(held().at)


def eight(**given: object) -> DrawProblem:
    players = tuple(Entrant(f"P{i}") for i in range(1, 9))
    return DrawProblem(**{"seed": "osada", "round": 1, "players": players, **given})  # type: ignore[arg-type]


REFUSED: list[tuple[str, Callable[[], object], str, str]] = [
    ("an action that is none", lambda: asked("fly"), "SYNTAX", "no action 'fly'"),
    ("somebody who is not here", lambda: asked(actor="O99", round=1), "FORBIDDEN", "O99 may not"),
    ("a round before the first", lambda: asked(round=-1), "RANGE", "no round -1"),
    ("a round after the last", lambda: asked(round=99), "RANGE", "no round 99"),
    ("half a round", lambda: asked(round=1.5), "SYNTAX", "whole numbers alone"),
    ("a round that is no number", lambda: asked(round=math.nan), "SYNTAX", "whole numbers alone"),
    ("yes as a round", lambda: asked(round=True), "SYNTAX", "needs round"),
    ("no round", lambda: asked(), "SYNTAX", "needs round"),
    ("yesterday", lambda: asked(round=1, at="yesterday"), "SYNTAX", "is no time"),
    ("no time", lambda: asked(round=1, at=""), "SYNTAX", "is no time"),
    ("a round that is not drawn", lambda: asked("publish", round=2), "STATE", "round 2 is planned"),
    ("the sheet of nobody", lambda: documents.player_sheet(held().state, "P99"), "SEATS", "no player P99"),
    ("the sheet of an official", lambda: documents.player_sheet(held().state, "O1"), "SEATS", "no player O1"),
    ("an order before the first round", lambda: standings(held().state, -1), "RANGE", "no round -1"),
    ("nothing as a tournament", lambda: exports.from_json(""), "SYNTAX", "not a tournament"),
    ("a list as a tournament", lambda: exports.from_json("[]"), "SYNTAX", "format"),
]


@pytest.mark.parametrize(("ask", "code", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_is_refused_in_words(ask: Callable[[], object], code: str, words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        ask()
    assert refused.value.code == code


UNDRAWN: list[tuple[str, Callable[[], DrawProblem], str]] = [
    ("nobody", lambda: eight(players=()), "0 players"),
    ("one", lambda: eight(players=(Entrant("P1"),)), "1 players"),
    ("one eight times", lambda: eight(players=(Entrant("P1"),) * 8), "named twice"),
    ("no round", lambda: eight(round=0), "count from 1"),
    ("a round before it", lambda: eight(round=-1), "count from 1"),
    ("no seed", lambda: eight(seed=""), "needs a seed"),
]


@pytest.mark.parametrize(("problem", "words"), [case[1:] for case in UNDRAWN], ids=[case[0] for case in UNDRAWN])
def test_what_cannot_be_drawn_is_refused(problem: Callable[[], DrawProblem], words: str) -> None:
    with pytest.raises(Exception, match=words):
        draw(problem())


NOTHING: list[tuple[str, Callable[[], object], object]] = [
    ("a rank of nobody", lambda: standings(held().state).rank("P99"), None),
    ("an order of a later round is that of the last", lambda: standings(held().state, 99).round, 1),
    ("an order before any round", lambda: standings(HeldTournament().state).rows, ()),
    ("round nought", lambda: held().state.round(0), None),
    ("a round from behind", lambda: held().state.round(-1), None),
    ("a table from behind", lambda: held().state.table((1, -1)), None),
    ("certificates before the end", lambda: documents.certificates(held().state), []),
    ("hands for an official who is not here", lambda: views.sees_hands(held().state, "O9", held().table(1, 1)), False),
    ("a clock before its time", lambda: clock.played_seconds(held().round(1), read_time("2020-01-01T00:00:00Z")), 0),
    ("the time left of a round that has not begun", lambda: _unstarted(), None),
]


def _unstarted() -> int | None:
    held = HeldTournament(8)
    held.do("draw R1")
    return clock.seconds_left(held.round(1), read_time(held.at))


@pytest.mark.parametrize(("ask", "answer"), [case[1:] for case in NOTHING], ids=[case[0] for case in NOTHING])
def test_where_there_is_nothing_nothing_is_answered(ask: Callable[[], object], answer: object) -> None:
    assert ask() == answer


@pytest.mark.parametrize("viewer", ["P99", "O9", ""])
def test_somebody_unknown_sees_what_anybody_sees(viewer: str) -> None:
    held = HeldTournament(8)
    held.do("draw R1")  # not published: for the organiser and the head referee alone
    seen = views.view(held.state, viewer, now(), held.secrets)
    assert seen.rounds == views.view(held.state, None, now()).rounds == ()
    assert seen.players == views.view(held.state, None, now()).players
    assert seen.cases == ()
