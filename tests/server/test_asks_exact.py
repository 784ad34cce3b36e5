"""Questions at a table without a server: who may ask, who has to agree, how long a question stands, and what is done then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kotva.match import Match
from kotva.server import asks
from kotva.server.asks import AskRefused, Asks, turn_start
from kotva.server.table import NotYours
from tests.conformance.pearls import PEARLS
from tests.server.house import pearls  # noqa: F401
from tests.server.places import BEGAN, Place, person

pytestmark = pytest.mark.usefixtures("pearls")


def asking(place: Place) -> Asks:
    return Asks(place.talk)  # type: ignore[arg-type]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await scenario()

    asyncio.run(whole())


async def back(place: Place, name: str, key: str = "back") -> None:
    await asking(place).ask(place.table, person(name), asks.ASK_BACK, None, key)


async def about(place: Place, name: str, kind: str, seat: int | None, key: str = "about") -> None:
    await asking(place).ask(place.table, person(name), kind, seat, key)


async def says(place: Place, name: str, number: int, *, yes: bool = True) -> None:
    await asking(place).answer(place.table, person(name), number, f"{name} {number} {yes}", yes=yes)


# -- who may ask, and what ------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_its_first_decision_and_ends_where_another_seat_decides() -> None:
    """Chance between two decisions is part of it, and what a person decides at two seats in a row is one turn."""
    match = Match(PEARLS, 3, {}, seed="a")
    assert [turn_start(match, seats) for seats in ((0,), (0, 1, 2), ())] == [None, None, None]
    match.play("keep")  # of seat 0, after three draws
    match.play("dive")  # of seat 1, and a draw
    match.play("keep")  # of seat 2
    assert [played.actor for played in match.played] == [-1, -1, -1, 0, 1, -1, 2]
    wanted = {(0,): 3, (1,): 4, (2,): 6, (1, 2): 4, (0, 1): 3, (0, 2): 6, (0, 1, 2): 3}
    assert {seats: turn_start(match, seats) for seats in wanted} == wanted


def test_only_players_ask() -> None:
    async def scenario() -> None:
        place = Place()
        await place.play("keep")
        for kind, seat in ((asks.ASK_BACK, None), (asks.ASK_BOT, 1), (asks.NUDGE, 1)):
            with pytest.raises(NotYours, match="Only players"):
                await about(place, "eve", kind, seat)
        assert place.said() == []

    run(scenario)


@pytest.mark.parametrize(
    ("row", "ended", "why"),
    [
        ({}, True, "The game is over"),
        ({"origin": "cup"}, False, "In a tournament"),
        ({"rated": True}, False, "This game is rated"),
        ({}, False, "You have not decided anything yet"),
    ],
)
def test_where_nothing_is_taken_back(row: dict[str, object], ended: bool, why: str) -> None:
    async def scenario() -> None:
        place = Place(**row)  # type: ignore[arg-type]
        if ended:
            await place.play("keep", "keep", "keep", "bet 0", "bet 0", "bet 0")
            assert place.table.match.is_over
        with pytest.raises(AskRefused, match=why):
            await back(place, "ada")
        assert place.said() == []

    run(scenario)


@pytest.mark.parametrize(
    ("people", "seat", "why"),
    [
        (("ada", "ben", "bot"), 2, "No person sits there"),
        (("ada", "ben", "cleo"), 3, "No person sits there"),
        (("ada", "ben", "cleo"), -1, "No person sits there"),
        (("ada", "ben", "cleo"), None, "No person sits there"),
        (("ada", "ben", "free"), 2, "Nobody is missing"),
        (("ada", "ben", "cleo"), 1, "Nobody is missing"),
    ],
)
@pytest.mark.parametrize("kind", [asks.ASK_BOT, asks.NUDGE])
def test_who_is_not_away(people: tuple[str, ...], seat: int | None, why: str, kind: str) -> None:
    """A bot, a seat that there is none, a free one, and a person who is here."""

    async def scenario() -> None:
        place = Place(*people)
        place.table.present = {1: 1}
        with pytest.raises(AskRefused, match=why):
            await about(place, "ada", kind, seat)
        assert place.said() == []

    run(scenario)


def test_in_a_tournament_and_after_the_game_nobody_is_stood_in_for() -> None:
    async def scenario() -> None:
        with pytest.raises(AskRefused, match="the referee decides"):
            await about(Place(origin="cup"), "ada", asks.ASK_BOT, 1)
        place = Place()
        await place.play("keep", "keep", "keep", "bet 0", "bet 0", "bet 0")
        with pytest.raises(AskRefused, match=r"The game is over\."):
            await about(place, "ada", asks.ASK_BOT, 1)

    run(scenario)


def test_a_seat_is_nudged_once_a_minute() -> None:
    """Each seat by itself; the same nudge sent twice is one."""

    async def scenario() -> None:
        place = Place()
        await about(place, "ada", asks.NUDGE, 1, "first")
        await about(place, "ada", asks.NUDGE, 1, "first")
        await about(place, "ada", asks.NUDGE, 2, "another seat")
        assert place.said() == ["nudge 1", "nudge 2"]
        place.talk.time = BEGAN + asks.NUDGED - 0.1
        with pytest.raises(AskRefused, match="wait a minute"):
            await about(place, "ada", asks.NUDGE, 1, "soon")
        with pytest.raises(AskRefused, match="wait a minute"):
            await about(place, "cleo", asks.NUDGE, 1, "soon, by another")
        place.talk.time = BEGAN + asks.NUDGED
        await about(place, "ada", asks.NUDGE, 1, "later")
        assert place.said() == ["nudge 1", "nudge 2", "nudge 1"]
        assert (asks.NUDGED, asks.ANSWERED) == (60.0, 300.0)
        assert place.levels() == ["", "", ""], "a nudge does nothing else"

    run(scenario)


# -- who has to agree -----------------------------------------------------------------------------------------------------


def test_everybody_else_agrees_before_a_turn_is_taken_back_here_or_away() -> None:
    async def scenario() -> None:
        place = Place()
        place.table.present = {1: 1}
        await place.play("keep")
        await back(place, "ada")
        assert place.said() == [f"ask-back 3 {place.table.seq}"]
        line = place.talk.lines.lines[0]
        assert (line.person, line.seat, line.name, line.key) == ("ada", 0, "Ada", "back")
        assert place.moves() == 4
        await says(place, "ben", 1)
        assert place.moves() == 4, "Cleo is away, and has not agreed"
        await says(place, "ben", 1)
        assert place.moves() == 4, "twice Ben is not Cleo"
        await says(place, "cleo", 1)
        assert (place.moves(), place.table.match.actors()) == (3, [0])
        assert [(line.kind, line.name, line.seat) for line in place.talk.lines.lines[1:]] == [
            ("yes", "Ben", 1),
            ("yes", "Cleo", 2),
        ]

    run(scenario)


@pytest.mark.parametrize("people", [("ada", "bot", "bot"), ("ada", "ada", "ada"), ("ada", "free", "bot")])
def test_where_nobody_has_to_be_asked_it_is_done_at_once(people: tuple[str, ...]) -> None:
    async def scenario() -> None:
        place = Place(*people)
        await place.play("dive")
        assert place.moves() == 5
        await back(place, "ada")
        assert (place.moves(), place.rows.stored[-1].kind) == (3, "undo")

    run(scenario)


def test_one_no_is_enough_and_yes_afterwards_too_late() -> None:
    async def scenario() -> None:
        place = Place()
        await place.play("keep")
        await back(place, "ada")
        await says(place, "ben", 1, yes=False)
        with pytest.raises(AskRefused, match="out of date"):
            await says(place, "cleo", 1)
        assert place.moves() == 4

    run(scenario)


def test_a_no_after_a_yes_counts_when_the_last_one_agrees_elsewhere_in_the_same_moment() -> None:
    """Another node has stored a no between the look at the question and the answer."""

    async def scenario() -> None:
        place = Place()
        await place.play("keep")
        await back(place, "ada")
        await says(place, "ben", 1)
        await place.talk.add(place.table, asks.NO, "1", person="cleo", seat=2, key="elsewhere")
        await place.talk.add(place.table, asks.YES, "1", person="cleo", seat=2, key="late")
        await asking(place)._do_if_agreed(place.table, 1)
        assert place.moves() == 4

    run(scenario)


def test_whose_question_it_is_who_sits_nowhere_and_what_is_no_question() -> None:
    async def scenario() -> None:
        place = Place()
        await place.play("keep")
        await back(place, "ada")
        await about(place, "ada", asks.NUDGE, 1, "nudge")
        for name, number in (("ada", 1), ("eve", 1), ("ben", 2), ("ben", 3), ("ben", 0)):
            with pytest.raises(NotYours, match="not for you"):
                await says(place, name, number)
        assert len(place.said()) == 2

    run(scenario)


def test_a_question_stands_for_five_minutes_and_until_the_game_goes_on() -> None:
    async def scenario() -> None:
        for later, moves in ((asks.ANSWERED, 3), (asks.ANSWERED + 0.1, 4)):
            place = Place("ada", "ben", "bot")
            await place.play("keep")
            await back(place, "ada")
            place.talk.time = BEGAN + later
            if moves == 4:
                with pytest.raises(AskRefused, match="out of date"):
                    await says(place, "ben", 1)
            else:
                await says(place, "ben", 1)
            assert place.moves() == moves
        place = Place("ada", "ben", "bot")
        await place.play("keep")
        await back(place, "ada")
        await place.play("keep")
        with pytest.raises(AskRefused, match="out of date"):
            await says(place, "ben", 1)
        assert (place.moves(), len(place.said())) == (5, 1)

    run(scenario)


def test_a_question_of_a_game_that_is_over_is_out_of_date() -> None:
    async def scenario() -> None:
        place = Place()
        place.table.present = {0: 1, 1: 1}
        await place.play("keep", "keep", "keep", "bet 0", "bet 0")
        await about(place, "ada", asks.ASK_BOT, 2)
        assert place.levels() == ["", "", ""], "Ben is here and has not agreed"
        await place.play("bet 0")
        with pytest.raises(AskRefused, match="out of date"):
            await says(place, "ben", 1)
        assert place.levels() == ["", "", ""]

    run(scenario)


# -- a bot for somebody who is away ---------------------------------------------------------------------------------------


def test_for_a_bot_those_who_are_here_are_asked_and_nobody_else() -> None:
    async def scenario() -> None:
        place = Place()
        place.table.present = {0: 1, 1: 2}
        await about(place, "ada", asks.ASK_BOT, 2)
        assert (place.said(), place.levels()) == (["ask-bot 2"], ["", "", ""])
        await says(place, "ben", 1)
        assert place.levels() == ["", "", "medium"]
        assert place.said() == ["ask-bot 2", "yes 1", "stand-in"]
        told = place.talk.lines.lines[-1]
        assert (told.seat, told.name, told.key, told.person) == (2, "Cleo", "stand-in-1", None)
        place = Place()
        place.table.present = {0: 1}
        await about(place, "ada", asks.ASK_BOT, 2)
        assert place.levels() == ["", "", "medium"], "nobody else is here to be asked"

    run(scenario)


@pytest.mark.parametrize("how", ["back", "stood in for"])
def test_who_is_back_or_has_a_bot_already_makes_the_question_out_of_date(how: str) -> None:
    async def scenario() -> None:
        place = Place()
        place.table.present = {0: 1, 1: 1}
        await about(place, "ada", asks.ASK_BOT, 2)
        if how == "back":
            place.table.present[2] = 1
        else:
            place.table.row.sitters[2].level = "easy"
        with pytest.raises(AskRefused, match="out of date"):
            await says(place, "ben", 1)
        assert place.said() == ["ask-bot 2"]

    run(scenario)


def test_who_is_back_is_not_asked_whether_a_bot_should_play() -> None:
    """Ben, whose answer was waited for, has gone, and Cleo is there again: the question is out of date, and says so."""

    async def scenario() -> None:
        place = Place()
        place.table.present = {0: 1, 1: 1}
        await about(place, "ada", asks.ASK_BOT, 2)
        place.table.present = {0: 1, 2: 1}
        with pytest.raises(AskRefused, match="out of date"):
            await asking(place)._do_if_agreed(place.table, 1)
        assert place.levels() == ["", "", ""]

    run(scenario)


@pytest.mark.parametrize(("people", "seat"), [(("ada", "bot"), 1), (("ada", "free"), 1), (("ada", "ben:easy"), 1)])
def test_nobody_is_stood_in_for_twice_nor_where_nobody_sits(people: tuple[str, ...], seat: int) -> None:
    async def scenario() -> None:
        place = Place(*people)
        before = place.levels()
        await asking(place).stand_in(place.table, seat, "key")
        assert (place.said(), place.levels()) == ([], before)

    run(scenario)


def test_who_comes_back_gets_the_seats_back_and_everybody_is_told() -> None:
    async def scenario() -> None:
        place = Place("ada", "ben:medium", "ben:medium")
        await asking(place).came_back(place.table, person("ada"))
        await asking(place).came_back(place.table, person("eve"))
        assert (place.said(), place.levels()) == ([], ["", "medium", "medium"])
        await asking(place).came_back(place.table, person("ben"))
        assert (place.said(), place.levels()) == (["returned"], ["", "", ""])
        line = place.talk.lines.lines[0]
        assert (line.seat, line.name) == (1, "Ben")
        over = Place("ada", "ben:medium", "cleo")
        await over.play("keep", "keep", "keep", "bet 0", "bet 0", "bet 0")
        await asking(over).came_back(over.table, person("ben"))
        assert (over.said(), over.levels()) == ([], ["", "medium", ""]), "who has played the game to its end stays said"

    run(scenario)
