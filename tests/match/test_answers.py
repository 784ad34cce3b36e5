"""What a match answers when it should not: a seat that there is none, a moment that never was, a game that is over."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import kotva
from kotva import games
from kotva.engine.errors import BadOption, BadRecord, Illegal, KotvaError, NotYourTurn, Unfinished, Unreadable
from kotva.engine.state import CHANCE, TABLE
from kotva.match import Match

BOSMAN = kotva.game("bosman")


def running() -> Match:
    return BOSMAN.new(seats=2, seed="answers").play("keep")


def over() -> Match:
    match = BOSMAN.new(seats=2, seed="answers", turn_limit=20)
    while not match.is_over:
        match.play(match.legal()[0])
    return match


Ask = Callable[[Match], object]

# -- what is refused ---------------------------------------------------------------------------------------------------

SEATS: list[tuple[str, Ask]] = [
    ("view", lambda match: match.view(2)),
    ("view, minus one", lambda match: match.view(-1)),
    ("view of a spectator by number", lambda match: match.view(-4)),
    ("view of long ago", lambda match: match.view(2, at=1)),
    ("legal", lambda match: match.legal(2)),
    ("legal, far", lambda match: match.legal(-7)),
    ("why_not", lambda match: match.why_not("keep", 2)),
    ("why_not, far", lambda match: match.why_not("keep", -9)),
    ("log", lambda match: match.log(2)),
    ("heard", lambda match: list(match.shown_by_move(9))),
    ("told", lambda match: match.shown_events(2)),
    ("told, minus three", lambda match: match.shown_events(-3)),
    ("play", lambda match: match.play("keep", 2)),
    ("append", lambda match: match.append(7, 0)),
    ("view of the rules", lambda match: match.game.view(match.state, 2, match.options)),
]


@pytest.mark.parametrize("ask", [ask for _, ask in SEATS], ids=[name for name, _ in SEATS])
def test_a_seat_that_there_is_none_has_no_answers(ask: Ask) -> None:
    """Rules that are asked about seat 9 of 2 read what they find there: a view, a list, a clause that was never broken."""
    match = running()
    before = len(match.played)
    with pytest.raises(KotvaError, match=r"There is no seat -?\d+ in this game"):
        ask(match)
    assert len(match.played) == before


MOMENTS: list[tuple[str, Ask]] = [
    ("view", lambda match: match.view(0, at=-1)),
    ("view, later", lambda match: match.view(0, at=999)),
    ("log", lambda match: match.log(0, since=-1)),
    ("heard", lambda match: list(match.shown_by_move(0, since=-2))),
    ("news_from", lambda match: match.news_from(-1)),
    ("news_from, later", lambda match: match.news_from(999)),
    ("state_at", lambda match: match.state_at(-1)),
    ("state_at, later", lambda match: match.state_at(999)),
    ("truncate", lambda match: match.truncate(-1)),
    ("truncate, later", lambda match: match.truncate(999)),
]


@pytest.mark.parametrize("ask", [ask for _, ask in MOMENTS], ids=[name for name, _ in MOMENTS])
def test_a_moment_that_never_was_has_no_answers(ask: Ask) -> None:
    with pytest.raises(KotvaError, match=r"There is no move -?\d+; the game has \d+"):
        ask(running())


REFUSED: list[tuple[str, type[KotvaError], str, Callable[[], object]]] = [
    ("no game", KotvaError, "no game ''", lambda: kotva.game("")),
    ("no such game", KotvaError, "no game 'chess'", lambda: kotva.game("chess")),
    ("a path", KotvaError, "no game '../x'", lambda: kotva.game("../x")),
    ("no seats", BadOption, "not 0", lambda: BOSMAN.new(seats=0)),
    ("fewer than none", BadOption, "not -2", lambda: BOSMAN.new(seats=-2)),
    ("half a seat", BadOption, "not 2.0", lambda: BOSMAN.new(seats=2.0)),  # type: ignore[arg-type]
    ("a seat that is none", BadOption, "not nan", lambda: BOSMAN.new(seats=math.nan)),  # type: ignore[arg-type]
    ("a word of seats", BadOption, "not 2", lambda: BOSMAN.new(seats="2")),  # type: ignore[arg-type]
    ("an option", BadOption, "no option 'wind'", lambda: BOSMAN.new(wind=1)),
    ("a value", BadOption, "cannot be -1", lambda: BOSMAN.new(turn_limit=-1)),
    ("a broken value", BadOption, "cannot be 24.0", lambda: BOSMAN.new(turn_limit=24.0)),
    ("no number", BadOption, "cannot be nan", lambda: BOSMAN.new(turn_limit=math.nan)),
    ("no value", BadOption, "cannot be None", lambda: BOSMAN.new(turn_limit=None)),
    ("no seed", KotvaError, "not empty", lambda: BOSMAN.new(seed="")),
    ("a number as seed", KotvaError, "not 7", lambda: BOSMAN.new(seed=7)),  # type: ignore[arg-type]
    ("names", KotvaError, "3 names for 2 seats", lambda: Match(BOSMAN.game, 2, names=["a", "b", "c"])),
    ("no record", BadRecord, "not JSON", lambda: BOSMAN.replay("")),
    ("another record", BadRecord, "hexxi", lambda: BOSMAN.replay(kotva.game("hexxi").new(seats=2).record())),
    ("no action", Unreadable, "no action", lambda: running().play("")),
    ("no such action", Unreadable, "no action", lambda: running().why_not("zzz")),
    ("a number that is no action", Illegal, "no such action", lambda: running().append(1, -1)),
    ("chance", NotYourTurn, "chance has nothing to decide", lambda: running().play("draw R11", CHANCE)),
    ("another's turn", NotYourTurn, "seat 1 has nothing to decide", lambda: running().play("keep", 0)),
    ("a game that is over", NotYourTurn, "The game is over", lambda: over().play("keep")),
    ("a seat of it", Illegal, "seat 1 has nothing to decide", lambda: over().play("keep", 0)),
    ("an outcome", Unfinished, "not over", lambda: running().outcome()),
    ("an undo", Illegal, "nothing that seat 3", lambda: running().undo(2)),
    ("an undo of the end", Illegal, "nothing that seat 1", lambda: over().undo(0)),
]


@pytest.mark.parametrize(("kind", "words", "ask"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_is_refused_in_words(kind: type[KotvaError], words: str, ask: Callable[[], object]) -> None:
    with pytest.raises(kind, match=words):
        ask()


# -- what is answered with nothing ---------------------------------------------------------------------------------------

NOTHING: list[tuple[str, Any, Callable[[], object]]] = [
    ("another's list", [], lambda: running().legal(0)),
    ("chance that is not asked", [], lambda: running().legal(CHANCE)),
    ("the table", [], lambda: running().legal(TABLE)),
    ("a list at the end", [], lambda: over().legal()),
    ("a seat's list at the end", [], lambda: over().legal(0)),
    ("actors at the end", [], lambda: over().actors()),
    ("chance at the end", None, lambda: over().next_outcome()),
    ("no undo", None, lambda: running().undo_target(2)),
    ("no undo of chance", None, lambda: running().undo_target(CHANCE)),
    ("none to offer", False, lambda: running().offers_undo(2)),
    ("no result in a record", None, lambda: running().record().result),
    ("no seed in a record", "", lambda: running().record().seed),
    ("why not, at the end", "BOS-15.1", lambda: (over().why_not("keep") or ("",))[0]),
    ("a log after the last move", [], lambda: running().log(0, since=999)),
]


@pytest.mark.parametrize(("answer", "ask"), [case[1:] for case in NOTHING], ids=[case[0] for case in NOTHING])
def test_where_there_is_nothing_nothing_is_answered(answer: object, ask: Callable[[], object]) -> None:
    assert ask() == answer


@pytest.mark.parametrize("game_id", games.ids())
def test_no_game_shows_a_seat_that_there_is_none(game_id: str) -> None:
    game = games.load(game_id)
    for seats in game.rules.seats:
        match = Match(game, seats, seed="none")
        for seat in (seats, seats + 1, 99, -1, -3):
            with pytest.raises(KotvaError, match="no seat"):
                match.view(seat)
            with pytest.raises(KotvaError, match="no seat"):
                match.shown_events(seat)


@pytest.mark.parametrize("given", [None, 7, "bosman", {"game": "bosman"}])
def test_what_is_no_record_is_refused_in_words(given: Any) -> None:
    with pytest.raises(BadRecord, match="given as JSON or as a Record"):
        Match.from_record(BOSMAN.game, given)
