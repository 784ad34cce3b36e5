"""What was agreed about players who go away, without a server: when it happens, to whom, and what it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, create_engine, insert

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import ENGLISH
from kotva.engine.state import TABLE
from kotva.engine.timing import Timing
from kotva.server.absence import Absence, AbsenceWatch, checked, choices, read
from kotva.server.asks import Asks
from kotva.server.schema import PRESENCE
from tests.conformance.pearls import PEARLS
from tests.server.house import pearls  # noqa: F401
from tests.server.places import BEGAN, Place

pytestmark = pytest.mark.usefixtures("pearls")

LEAVES: Game = replace(PEARLS, timing=Timing(leave=lambda _seat: "bell"))
FORFEITS: Game = replace(PEARLS, timing=Timing(forfeit=lambda _state, seat: (seat, "dive")))


def watch(place: Place, *, elsewhere: bool = False, shared: bool = True) -> AbsenceWatch:
    async def found(_work: object) -> object:
        return (BEGAN,) if elsewhere else None

    store = SimpleNamespace(shared=shared, read=found)
    return AbsenceWatch(SimpleNamespace(), Asks(place.talk), store, place.talk.now)  # type: ignore[arg-type]


def look(place: Place, at: float, *, elsewhere: bool = False, shared: bool = True) -> list[str]:
    """Who plays at the seats after a look some seconds after the beginning; and what was played."""
    place.talk.time = BEGAN + at
    asyncio.run(watch(place, elsewhere=elsewhere, shared=shared).look(place.table))
    return [*place.levels(), *(event.text for event in place.rows.stored if event.actor != -1)]


def away(place: Place, *here: int) -> Place:
    """Only these seats have a page open, from the beginning on."""
    place.table.note_present(dict.fromkeys(here, 1))
    return place


def test_a_bot_plays_on_after_the_agreed_minutes_and_not_a_moment_before() -> None:
    place = away(Place(absence="bot:3"), 1)
    assert look(place, 179.9) == ["", "", ""]
    assert look(place, 180.0) == ["medium", "", ""]
    assert [line.key for line in place.talk.lines.lines] == [f"absent-0-{place.table.seq}"]
    assert look(place, 400.0) == ["medium", "", ""], "of the others it is not the turn"


def test_time_counts_from_the_last_move_and_from_the_moment_when_the_player_went() -> None:
    place = away(Place(absence="bot:3"), 0, 1, 2)
    place.talk.time = BEGAN + 100
    place.table.note_present({0: 1, 1: 1})
    asyncio.run(place.play("keep"))
    place.talk.time = BEGAN + 150
    asyncio.run(place.play("keep"))  # now it is Cleo's turn, who went 50 seconds ago
    assert look(place, 329.9) == ["", "", "", "keep", "keep"]
    assert look(place, 330) == ["", "", "medium", "keep", "keep"]
    place = away(Place(absence="bot:3"), 0, 1)
    place.talk.time = BEGAN + 100
    place.table.note_present({0: 1, 1: 1, 2: 1})
    place.talk.time = BEGAN + 170
    place.table.note_present({1: 1})  # Ada goes long after the last move
    assert look(place, 349.9) == ["", "", ""]
    assert look(place, 350) == ["medium", "", ""]


@pytest.mark.parametrize(
    ("place", "here"),
    [
        (("", ("ada", "ben", "cleo"), ""), (1,)),  # nothing is agreed
        (("bot:3", ("ada", "ben", "cleo"), ""), ()),  # nobody is there
        (("bot:3", ("ada", "ben", "cleo"), "cup"), (1,)),  # the referee decides
        (("bot:3", ("bot", "ben", "cleo"), ""), (1,)),  # a bot is never away
        (("bot:3", ("free", "ben", "cleo"), ""), (1,)),
        (("bot:3", ("ada:easy", "ben", "cleo"), ""), (1,)),
        (("bot:3", ("ada", "ben", "cleo"), ""), (0, 1)),  # Ada is here
        (("forfeit:5", ("ada", "ben", "cleo"), ""), (1,)),  # the rules know no such end
    ],
)
def test_where_nothing_is_done(place: tuple[str, tuple[str, ...], str], here: tuple[int, ...]) -> None:
    absence, people, origin = place
    made = away(Place(*people, absence=absence, origin=origin), *here)
    before = made.levels()
    assert look(made, 100_000) == before
    assert made.said() == []


def test_a_game_that_is_over_and_a_table_that_is_gone_are_left_alone() -> None:
    place = away(Place(absence="bot:3"), 1)
    asyncio.run(place.play("keep", "keep", "keep", "bet 0", "bet 0", "bet 0"))
    assert look(place, 100_000)[:3] == ["", "", ""]
    place = away(Place(absence="bot:3"), 1)
    place.table.row.status = "gone"
    assert look(place, 100_000) == ["", "", ""]


def test_a_page_that_is_open_on_another_node_counts_where_there_are_others() -> None:
    place = away(Place(absence="bot:3"), 1)
    assert look(place, 200, elsewhere=True) == ["", "", ""]
    assert look(place, 200, elsewhere=True, shared=False) == ["medium", "", ""], "there is no other node: nobody asks"


@pytest.mark.parametrize(
    ("who", "ago", "is_here"), [("ada", 119.9, True), ("ada", 120.0, False), ("ben", 0.0, False), (None, 0.0, False)]
)
def test_which_page_elsewhere_counts(who: str | None, ago: float, is_here: bool) -> None:
    """One of this very person, which has said so in the last two minutes."""
    engine = create_engine("sqlite://")
    with engine.begin() as db:
        PRESENCE.create(db)
        if who is not None:
            db.execute(insert(PRESENCE).values(person=who, name=who, at=BEGAN + 200 - ago))

    async def read(work: Callable[[Connection], object]) -> object:
        with engine.connect() as db:
            return work(db)

    place = away(Place(absence="bot:3"), 1)
    place.talk.time = BEGAN + 200
    store = SimpleNamespace(shared=True, read=read)
    found = AbsenceWatch(SimpleNamespace(), Asks(place.talk), store, place.talk.now)  # type: ignore[arg-type]
    asyncio.run(found.look(place.table))
    assert place.levels() == (["", "", ""] if is_here else ["medium", "", ""])


@pytest.mark.parametrize(("game", "actor", "text"), [(LEAVES, TABLE, "bell"), (FORFEITS, 0, "dive")])
def test_who_has_given_up_is_what_the_rules_say(game: Game, actor: int, text: str) -> None:
    games._added[PEARLS.id] = game
    place = away(Place(game=game, absence="forfeit:5"), 1)
    assert look(place, 299.9) == ["", "", ""]
    assert look(place, 300)[:4] == ["", "", "", text]
    assert [event.actor for event in place.rows.stored if event.text == text] == [actor]


def test_what_can_be_agreed_and_how_it_is_said() -> None:
    words = [
        ("", "The others wait"),
        *((f"bot:{n}", f"A bot plays on after {n} min, until the player is back") for n in (1, 3, 10)),
    ]
    assert choices(PEARLS, ENGLISH) == words
    for game in (LEAVES, FORFEITS):
        assert choices(game, ENGLISH) == [
            *words,
            *((f"forfeit:{n}", f"The player has given up after {n} min") for n in (5, 15)),
        ]
    assert [checked(text, LEAVES) for text in ("", "bot:10", "forfeit:5")] == ["", "bot:10", "forfeit:5"]
    for text, game in (("forfeit:5", PEARLS), ("bot:2", PEARLS), ("bot", LEAVES)):
        with pytest.raises(KotvaError, match="cannot be agreed"):
            checked(text, game)
    assert [read(text) for text in ("bot:1", "bot:10000", "forfeit:7")] == [
        Absence("bot", 1),
        Absence("bot", 10_000),
        Absence("forfeit", 7),
    ]
    assert [read(text) for text in ("bot:10001", "bot:0", "bot:x", "forfeit", "", "nap:3")] == [None] * 6
