"""A table without a server: whose seats are whose, who may watch, for whom bots wait, and what is stored with what."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import Any

import pytest

from kotva import games
from kotva.engine.errors import Illegal
from kotva.engine.game import Game
from kotva.engine.state import OK
from kotva.engine.timing import Timing
from kotva.server.frozen_table import FrozenTable
from kotva.server.people import Person
from kotva.server.rows import Append, CallRow, EventRow, HookNotice
from kotva.server.store import Taken, Unavailable
from kotva.server.table import CLOSED, GONE, SHUT, ActionRequest, Broken, NotYours, SpectatorRule, Table
from kotva.server.table_log import Stale
from tests.conformance.pearls import PEARLS
from tests.server.house import pearls  # noqa: F401
from tests.server.places import BEGAN, Place, person

pytestmark = pytest.mark.usefixtures("pearls")

WHOLE = ("keep", "keep", "keep", "bet 0", "bet 0", "bet 0")


def game_with(**changes: Any) -> Game:
    """Pearls with other parts, installed instead of it."""
    game = replace(PEARLS, **changes)
    games._added[PEARLS.id] = game
    return game


def ask(place: Place, seat: int, action: str | None, key: str | None = None) -> ActionRequest:
    return ActionRequest(seat, action, place.table.seq, key)


# -- who may do what --------------------------------------------------------------------------------------------------


def test_a_person_acts_at_own_seats_and_at_no_other() -> None:
    place = Place("ada", "ben", "ada")
    assert [place.table.seats_of(person(name)) for name in ("ada", "ben", "eve")] == [(0, 2), (1,), ()]
    assert Place("ada", "free", "bot").table.seats_of(Person(None, "")) == (), "who is nobody sits at no free seat"
    for name, seat in (("ben", 0), ("eve", 0), ("ada", 1)):
        with pytest.raises(NotYours, match="not your seat"):
            asyncio.run(place.table.act(person(name), ask(place, seat, "keep")))
    assert place.rows.appends == []
    asyncio.run(place.table.act(person("ada"), ask(place, 0, "keep")))
    assert [event.text for event in place.rows.appends[0].events] == ["keep"]


def test_the_rules_keep_spectators_away_while_the_game_runs() -> None:
    place = Place(game=game_with(rules=replace(PEARLS.rules, closed=lambda _options: 7)))
    assert [place.table.closed_to(person(name)) for name in ("ada", "eve")] == [OK, 7]
    place.table.spectator_rule = SpectatorRule("", "", "", frozenset(), False)
    assert place.table.closed_to(person("eve")) == OK, "the house has a rule of its own, which `shut_by` tells"
    place.table.spectator_rule = None
    asyncio.run(place.play(*WHOLE))
    assert place.table.closed_to(person("eve")) == OK


def test_the_house_keeps_spectators_away_in_the_running_game_and_after_it() -> None:
    place = Place()
    assert place.table.shut_by(person("eve")) is None
    rule = place.table.spectator_rule = SpectatorRule("why", "TOU-17.1", "", frozenset({"mia"}), False)
    for _ in range(2):
        found = [place.table.shut_by(person(name)) for name in ("eve", "mia", "ada")]
        assert found == [rule, None, None]
        asyncio.run(place.play(*(WHOLE if not place.table.match.is_over else ())))
    place.table.spectator_rule = replace(rule, open=True)
    assert place.table.shut_by(person("eve")) is None


def test_who_is_here_and_since_when_a_seat_is_empty() -> None:
    place = Place()
    assert place.table.note_present({0: 1}), "somebody came"
    place.talk.time = BEGAN + 5
    assert not place.table.note_present({0: 2}), "a second page of the same seat changes nothing"
    assert place.table.away == {1: BEGAN, 2: BEGAN}
    assert place.table.note_present({1: 1})
    assert place.table.away == {0: BEGAN + 5, 2: BEGAN}
    assert place.table.present == {1: 1}


# -- for whom bots wait -----------------------------------------------------------------------------------------------


def answers(*seats: int) -> Game:
    """Bets of these seats are answers to an offer."""
    return game_with(timing=Timing(answering=lambda state, seat: state.phase == 2 and seat in seats))


def test_which_bot_decides_now() -> None:
    place = Place("ada", "bot", "cleo:hard")
    assert place.table.bot_to_act() is None
    asyncio.run(place.play("keep"))
    assert place.table.bot_to_act() == (1, "easy")
    asyncio.run(place.play("keep"))
    assert place.table.bot_to_act() == (2, "hard")
    asyncio.run(place.play("keep"))
    assert place.table.bot_to_act() == (1, "easy"), "nobody waits for anybody else's bet"
    place.table.row.status = "gone"
    assert place.table.bot_to_act() is None


def test_a_bot_waits_while_a_person_owes_an_answer_but_gives_its_own() -> None:
    place = Place("bot", "bot", "cleo", game=answers(1, 2))
    asyncio.run(place.play("keep", "keep", "keep"))
    assert place.table.owed_for() == math.inf
    assert place.table.bot_to_act() == (1, "easy"), "seat 1 decides nothing while the offer is open"
    asyncio.run(place.table.act_for_bot(ask(place, 1, "bet 0")))
    assert place.table.bot_to_act() is None
    asyncio.run(place.table.act_for_bot(ask(place, 2, "bet 0")))
    assert (place.table.owed_for(), place.table.bot_to_act()) == (0.0, (0, "easy"))


def test_nobody_waits_for_an_answer_that_a_bot_owes_or_a_seat_without_anybody() -> None:
    place = Place("bot", "bot", "free", game=answers(1, 2))
    asyncio.run(place.play("keep", "keep", "keep"))
    assert (place.table.owed_for(), place.table.bot_to_act()) == (0.0, (0, "easy"))


def test_an_answer_is_waited_for_as_long_as_was_agreed_although_the_clock_waits_for_a_player() -> None:
    clock = {"per_move": 60, "answer": 30}
    place = Place("ada", "bot", "free", game=answers(0), clock=clock)
    place.talk.time = BEGAN + 10
    asyncio.run(place.play("keep", "keep", "keep"))
    assert not place.table.table_log.clock.is_started
    before = Place("ada", "bot", "free", game=answers(0), clock=clock)
    assert before.table.owed_for() == 0.0, "it is Ada's turn, and no offer is open"
    for later, owed in ((10, 30.0), (22.5, 17.5), (40, 0.0), (60, 0.0)):
        place.talk.time = BEGAN + later
        assert place.table.owed_for() == owed
    assert place.table.bot_to_act() == (1, "easy")
    place.talk.time = BEGAN + 10
    asyncio.run(place.table.act_for_bot(ask(place, 0, "bet 0")))
    assert place.table.owed_for() == 0.0, "the answer is there"


# -- what is stored with what -----------------------------------------------------------------------------------------


def hooked(place: Place) -> list[tuple[int, int, bool]]:
    """What web-hooks are asked about: seats that were asked before, those after, and whether the game is over."""
    heard: list[tuple[int, int, bool]] = []

    def told(_table: Table, before: int, after: int, over: bool) -> tuple[HookNotice, ...]:
        heard.append((before, after, over))
        return (HookNotice("h", "turn"),) if after else ()

    place.table.told = told
    return heard


def changes_of(place: Place) -> list[bool]:
    """Which changes are told from now on: whether each was made here."""
    found: list[bool] = []
    place.table.on_change = lambda _table, mine: found.append(mine)
    return found


def test_a_move_is_stored_with_what_hooks_hear_of_it() -> None:
    place = Place()
    heard = hooked(place)
    asyncio.run(place.play(*WHOLE))
    assert heard == [
        (1, 2, False),
        (2, 4, False),
        (4, 7, False),
        (7, 6, False),
        (6, 4, False),
        (4, 0, True),
    ]
    assert [len(append.notices) for append in place.rows.appends] == [1, 1, 1, 1, 1, 0]
    assert (place.table.row.status, place.table.row.outcome is not None) == ("over", True)


@pytest.mark.parametrize(("origin", "has_ending", "stored"), [("cup", True, 5), ("cup", False, 6), ("", True, 6)])
def test_the_last_move_of_a_tournaments_game_is_stored_with_the_tournament(
    origin: str, has_ending: bool, stored: int
) -> None:
    place, ended = Place(origin=origin), list[Append]()

    async def ending(_table: Table, append: Append) -> None:
        ended.append(append)

    place.table.ending = ending if has_ending else None
    asyncio.run(place.play(*WHOLE))
    assert (len(place.rows.appends), len(ended)) == (stored, 6 - stored)
    assert place.table.match.is_over


def test_who_sits_down_last_begins_the_game_for_the_others() -> None:
    place = Place("ada", "free", "free")
    heard = hooked(place)
    changes = changes_of(place)
    assert asyncio.run(place.table.sit(2, "Cleo", "cleo"))
    assert (heard, place.rows.begins) == ([], [()]), "another seat is free: nothing begins"
    assert (changes, place.table.people, place.table.names()) == ([True], 1, ["Ada", "Free", "Cleo"])
    assert place.table.match.names == ["Ada", "Free", "Cleo"]
    assert not asyncio.run(place.table.sit(2, "Ben", "ben")), "it is taken"
    assert asyncio.run(place.table.sit(2, "Cleo", "cleo")), "by Cleo, who may ask twice"
    assert (changes, place.table.people) == ([True], 1), "nobody was told anything"
    heard.clear()
    assert asyncio.run(place.table.sit(1, "Ben", "ben"))
    assert (heard, place.rows.begins[-1]) == ([(0, 1, False)], (HookNotice("h", "turn"),))


def test_who_sits_down_at_the_seat_that_decides_is_not_told_so() -> None:
    place = Place("free", "ben", "cleo")
    heard = hooked(place)
    assert asyncio.run(place.table.sit(0, "Ada", "ada"))
    assert heard == [(0, 0, False)]


def test_bots_that_take_the_free_seats_begin_the_game() -> None:
    place = Place("ada", "free", "free")
    heard = hooked(place)
    asyncio.run(place.table.fill({1: "B", 2: "C"}, "easy"))
    assert heard == [(0, 1, False)]
    assert [(sitter.kind, sitter.name) for sitter in place.table.row.sitters[1:]] == [("bot", "B"), ("bot", "C")]
    over = Place("ada", "ben", "free")
    asyncio.run(over.play(*WHOLE))
    heard = hooked(over)
    asyncio.run(over.table.fill({2: "C"}, "easy"))
    asyncio.run(over.table.sit(2, "C", "c"))
    assert (heard, over.rows.begins) == ([], [()]), "of a game that is over nothing begins"


def test_a_seat_is_given_back_before_its_first_decision_and_to_a_bot_at_any_time() -> None:
    place = Place()
    asyncio.run(place.table.vacate("ben", ""))
    assert place.table.seats_of(person("ben")) == ()
    asyncio.run(place.play("keep"))
    with pytest.raises(Stale, match="moved on"):
        asyncio.run(place.table.vacate("ada", ""))
    assert place.table.seats_of(person("ada")) == (0,)
    asyncio.run(place.table.vacate("ada", "hard"))
    assert (place.table.row.sitters[0].kind, place.table.row.sitters[0].level) == ("bot", "hard")


def test_a_deleted_table_takes_nothing_more() -> None:
    place = Place()
    changes = changes_of(place)
    place.rows.error = Taken("t")
    with pytest.raises(Stale, match="moved on"):
        asyncio.run(place.table.delete("ada"))
    assert (place.table.is_gone, changes) == (False, [])
    place.rows.error = None
    asyncio.run(place.table.delete("ada"))
    assert (place.table.is_gone, place.table.gone, changes) == (True, GONE, [True])
    with pytest.raises(Stale, match="deleted"):
        asyncio.run(place.table.act_for_bot(ask(place, 0, "keep")))
    assert place.rows.appends == []


def test_what_was_deleted_or_closed_elsewhere_is_noticed_and_told_apart() -> None:
    place = Place()
    place.rows.row = None
    asyncio.run(place.table.catch_up())
    assert (place.table.is_gone, place.table.gone) == (True, GONE)
    place = Place()
    assert place.rows.row is not None
    place.rows.row.status = CLOSED
    asyncio.run(place.table.catch_up())
    assert (place.table.is_gone, place.table.gone) == (True, SHUT)
    place = Place()
    asyncio.run(place.table.close())
    assert (place.table.is_gone, place.table.gone) == (True, SHUT)


def test_what_the_rules_forbid_is_refused_and_not_passed_over() -> None:
    place = Place()
    with pytest.raises(Illegal):
        asyncio.run(place.table.act_for_bot(ask(place, 0, "bet 0")))
    with pytest.raises(Illegal):
        asyncio.run(place.table.act_for_bot(ask(place, 1, "keep")))
    assert place.rows.appends == []


def test_a_move_that_another_node_was_faster_with_is_read_and_the_own_one_is_stale() -> None:
    for key in (None, "another"):
        place = Place()
        changes = changes_of(place)
        place.rows.stored.append(EventRow("move", 0, "dive", "elsewhere", at=BEGAN))
        with pytest.raises(Stale, match="moved on"):
            asyncio.run(place.table.act_for_bot(ask(place, 0, "keep", key)))
        assert (place.table.seq, place.moves(), changes, place.table.people) == (4, 4, [False], 1)
        assert place.rows.appends == []


def test_the_same_move_sent_through_two_nodes_is_played_once() -> None:
    place = Place()
    place.rows.stored.append(EventRow("move", 0, "keep", "this very one", at=BEGAN))
    asyncio.run(place.table.act_for_bot(ask(place, 0, "keep", "this very one")))
    assert (place.moves(), place.rows.appends) == (4, [])


def test_going_back_is_tried_again_on_the_moves_that_another_node_has_stored() -> None:
    place = Place()
    asyncio.run(place.play("keep"))
    place.rows.stored.append(EventRow("move", 1, "keep", at=BEGAN))
    back = ActionRequest(0, None, place.table.seq, None, lambda _match: 3)
    asyncio.run(place.table.act_for_bot(back))
    assert (place.moves(), [(event.kind, event.text) for event in place.rows.stored[-1:]]) == (3, [("undo", "3")])


def test_after_an_answer_that_was_lost_the_rows_are_read_before_anything_else_is_done() -> None:
    place = Place()
    place.rows.cut = True
    with pytest.raises(Unavailable):
        asyncio.run(place.play("keep"))
    assert place.moves() == 3, "it may have been stored, or not"
    asyncio.run(place.table.act_for_bot(ActionRequest(1, "keep", 4)))
    assert [event.text for event in place.rows.stored[3:]] == ["keep", "keep"]
    assert place.moves() == 5


def test_a_call_to_the_clock_through_another_node_is_noticed_and_nothing_is_read_twice() -> None:
    for clock in ({"per_move": 60}, None):
        place = Place(clock=clock)
        place.table.table_log.calls = 0 if clock else 1  # a clock of the rules alone can be called to as well
        place.rows.calls = [] if clock else [CallRow(3, "start", BEGAN)]
        before = place.table.table_log
        asyncio.run(place.table.catch_up())
        assert place.table.table_log is before
        place.rows.calls = [*place.rows.calls, CallRow(3, "pause", BEGAN + 1)]
        asyncio.run(place.table.catch_up())
        assert place.table.table_log is not before
        assert place.table.table_log.calls == len(place.rows.calls)


def test_rules_that_fail_in_a_move_play_nothing_and_say_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = Place()
    with monkeypatch.context() as patch:
        patch.setattr(type(place.table.match.state), "apply", lambda *_: 1 // 0)
        with pytest.raises(Broken, match="Nothing was played"):
            asyncio.run(place.play("keep"))
    assert (place.rows.appends, place.moves()) == ([], 3)
    assert "table t: the rules failed at event 3" in caplog.text
    asyncio.run(place.play("keep"))
    assert place.moves() == 4


def test_what_is_loaded_from_rows(caplog: pytest.LogCaptureFixture) -> None:
    place = Place()

    async def load() -> Table | None:
        return await Table.load(place.rows, "t", place.talk.now)  # type: ignore[arg-type]

    loaded = asyncio.run(load())
    assert loaded is not None
    assert (loaded.seq, loaded.row) == (3, place.rows.row)
    assert place.rows.row is not None
    place.rows.row.status = CLOSED
    with pytest.raises(FrozenTable) as closed:
        asyncio.run(load())
    assert str(closed.value.reason) == SHUT
    place.rows.row.status = "running"
    place.rows.stored[1] = replace(place.rows.stored[1], text="keep")
    with pytest.raises(FrozenTable):
        asyncio.run(load())
    place.rows.row = None
    assert asyncio.run(load()) is None
    assert "does not replay" not in caplog.text, "that is for faults, not for rows of other rules"
