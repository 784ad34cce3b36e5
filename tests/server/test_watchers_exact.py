"""What each browser at a table is told, and when: sockets of a test, in a time that stands (`tests.orders`)."""

from __future__ import annotations

import pytest

from kotva.server import watchers as watching
from kotva.server.people import Person
from tests.server.hall import ANSWER, Direct, Hall, rest, run, words


def test_who_comes_is_told_everything_once_and_then_what_is_new() -> None:
    async def scenario() -> None:
        hall = Hall()
        one, _ = hall.enter(0)
        await rest()
        assert (words(one), hall.came) == (["whole 0 0 (0,)"], ["t"])
        hall.grow()
        await rest()
        assert words(one) == ["change 0 0-1"]
        hall.watchers.table_changed(hall.room)  # type: ignore[arg-type]
        await rest()
        assert words(one) == [], "nothing is new"
        hall.grow()
        hall.grow()
        await rest()
        assert words(one) == ["change 0 1-3"], "two moves at once are one word"
        one.go()
        await rest()
        assert (len(hall.watchers), hall.watchers._at, hall.watchers._shared) == (0, {}, {})
        hall.grow()
        assert hall.watchers._news == set(), "nobody is there to be shown anything"

    run(scenario)


def test_a_look_through_own_eyes_is_answered_with_everything_and_through_no_other_s() -> None:
    async def scenario() -> None:
        hall = Hall()
        one, watcher = hall.enter(0, 1)
        await rest()
        words(one)
        one.say(type="look", eyes=1)
        await rest()
        assert words(one) == ["whole 1 0 (0, 1)"]
        one.say(type="look", eyes=2)
        await rest()
        assert words(one) == ["whole 1 0 (0, 1)"]
        one.asked.put_nowait({"type": "websocket.receive", "text": "what?"})
        await rest()
        assert words(one) == ["whole 1 0 (0, 1)"], "what cannot be read is answered with the whole table"
        assert watcher.viewer.eyes == 1
        one.asked.put_nowait({"type": "websocket.receive", "bytes": b'{"type":"look","eyes":0}'})
        await rest()
        assert words(one) == ["whole 0 0 (0, 1)"], "a message in bytes is the same message"
        assert hall.acted == []
        one.go()
        await rest()

    run(scenario)


def test_who_sits_and_who_rises_sees_what_is_theirs_and_a_closed_table_turns_away() -> None:
    async def scenario() -> None:
        hall = Hall()
        ada, ada_at = hall.enter(person="ada")
        eve, eve_at = hall.enter(person="eve")
        await rest()
        ada.said.clear()
        eve.said.clear()
        hall.room.seats = {"ada": (1,)}
        hall.watchers.sat(hall.room)  # type: ignore[arg-type]
        await rest()
        assert ada_at.viewer.yours == (1,)
        assert words(ada)[0] == "whole None 0 (1,)"
        assert words(eve)[0] == "whole None 0 ()"
        assert hall.room.present == {1: 1}
        hall.room.closed = 7
        hall.watchers.sat(hall.room)  # type: ignore[arg-type]
        await rest()
        assert words(eve) == ["clause 7"]
        assert eve_at.lost
        assert words(ada)[0] == "whole None 0 (1,)", "who sits there stays"
        assert list(hall.watchers.at(hall.room)) == [ada_at]  # type: ignore[arg-type]
        hall.grow()
        await rest()
        assert words(eve) == []
        ada.go()
        await rest(5)

    run(scenario)


def test_the_house_s_own_word_is_told_to_whom_it_turns_away() -> None:
    async def scenario() -> None:
        hall = Hall()
        eve, _ = hall.enter(person="eve")
        await rest()
        words(eve)
        hall.room.closed, hall.room.rule = 7, type("Rule", (), {"why": "The hall is closed."})
        hall.watchers.sat(hall.room)  # type: ignore[arg-type]
        await rest()
        assert words(eve) == ["The hall is closed."]
        await rest(5)

    run(scenario)


def test_a_table_that_is_gone_is_told_and_browsers_become_persons() -> None:
    async def scenario() -> None:
        hall = Hall()
        one, at = hall.enter()
        at.person = Person(None, "secret")
        await rest()
        hall.watchers.known(hall.room, "other", "eve")  # type: ignore[arg-type]
        assert at.person.id is None
        hall.watchers.known(hall.room, "secret", "ada")  # type: ignore[arg-type]
        assert at.person == Person("ada", "secret")
        assert hall.watchers.everybody() == [at]
        words(one)
        hall.watchers.dismiss(hall.room)  # type: ignore[arg-type]
        await rest()
        assert words(one) == ["This table is gone."]
        await rest(5)
        assert one.closed == [(1013, "")]

    run(scenario)


def test_what_somebody_does_is_answered_and_eyes_follow_the_hand() -> None:
    async def scenario() -> None:
        hall = Hall()
        one, at = hall.enter(0, 1, person="ada")
        other, other_at = hall.enter(0, 1, person="eve")
        await rest()
        words(one)
        one.say(type="move", seat=1, action="keep", seen=0, key="k" * 16)
        await rest()
        assert len(hall.acted) == 1
        assert words(one) == ["done"]
        hall.watchers.turn_eyes(hall.room, at.person, 1)  # type: ignore[arg-type]
        assert (at.viewer.eyes, other_at.viewer.eyes) == (1, 0)
        hall.watchers.turn_eyes(hall.room, at.person, 2)  # type: ignore[arg-type]
        assert at.viewer.eyes == 1
        hall.watchers.turn_eyes(hall.room, Person("ada", ""), 0)  # type: ignore[arg-type]
        assert at.viewer.eyes == 1, "without a credential nobody is known"
        one.go()
        other.go()
        await rest()

    run(scenario)


def test_so_many_messages_in_so_short_a_time_end_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_MANY", 3)

    async def scenario() -> None:
        hall = Hall()
        patient, _ = hall.enter(0)
        for _ in range(8):
            patient.say(type="look", eyes=0)
            await rest(watching._WHILE / 3 + 0.1)
        assert patient.closed == [], "three in ten seconds are allowed"
        for _ in range(4):
            patient.say(type="look", eyes=0)
        await rest()
        assert patient.closed[0] == (1008, "too many messages")

    run(scenario)


def test_a_browser_that_does_not_read_is_given_up_and_one_that_does_is_not() -> None:
    async def scenario() -> None:
        hall = Hall()
        await rest(1)
        deaf, deaf_at = hall.enter(reads=False)
        hears, _ = hall.enter()
        await rest(watching._PATIENCE - 1)
        assert deaf_at in hall.watchers.everybody()
        await rest(watching._PATIENCE / 4 + 2)
        assert deaf_at not in hall.watchers.everybody()
        assert deaf.closed == [(1013, "")]
        assert hears.closed == []
        full, full_at = hall.enter()
        await rest()
        for _ in range(watching._MOST):
            full_at.put(ANSWER, wake=False)
        assert [full_at.lost] == [False]
        full_at.put(ANSWER)
        assert full_at.lost
        await rest(5)
        assert full.closed == [(1013, "")]
        hears.go()
        await rest(watching._PATIENCE)
        assert not hall.watchers._patrolling, "nobody is there to be looked after"

    run(scenario)


def test_who_keeps_up_is_told_at_once_and_a_failure_is_made_good(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        hall = Hall()
        one, at = hall.enter(0)
        two, two_at = hall.enter(1)
        assert (at.delay, at.keeps_up) == (0.0, False)
        await rest()
        one.said.clear()
        two.said.clear()
        at.direct, two_at.direct = Direct(), Direct(fails=True)  # type: ignore[assignment]
        assert (at.delay, at.keeps_up) == (0.25, True)
        hall.grow()
        await rest()
        assert at.direct.posted == [[b"change 0 0-1"]]  # type: ignore[union-attr]
        assert words(one) == []
        assert words(two) == ["whole 1 1 (1,)"], "it may have missed something: it is told everything"
        assert caplog.text.count("table t could not be shown") == 1
        at.direct.free, two_at.direct = False, None  # type: ignore[union-attr]
        hall.grow()
        await rest()
        assert words(one) == ["change 0 1-2"], "its own task tells it"
        hall.room.fails = True
        at.direct.free = True  # type: ignore[union-attr]
        hall.grow()
        await rest()
        assert caplog.text.count("table t could not be shown") == 2
        one.go()
        two.go()
        await rest()

    run(scenario)


def test_bystanders_are_told_the_same_in_one_frame_and_one_that_is_behind_by_itself() -> None:
    async def scenario() -> None:
        hall = Hall()
        player, player_at = hall.enter(0)
        browsers = [hall.enter() for _ in range(4)]
        await rest()
        for _, at in [(player, player_at), *browsers]:
            at.direct = Direct()  # type: ignore[assignment]
        late = browsers[3][1]
        late.last_seq = -5  # it has heard less than the others
        hall.grow()
        await rest()
        told = [at.direct for _, at in browsers]
        assert [direct.joined for direct in told[:3]] == [[b"change None 0-1"]] * 3  # type: ignore[union-attr]
        assert [direct.posted for direct in told] == [[], [], [], [[b"change None -5-1"]]]  # type: ignore[union-attr]
        assert player_at.direct.posted == [[b"change 0 0-1"]]  # type: ignore[union-attr]
        assert list(hall.watchers._shared) == ["t"]
        browsers[0][1].put(ANSWER, wake=False)
        hall.grow()
        await rest()
        first, second = told[0], told[1]
        assert first.posted == [[b"change None 1-2", b'{"type":"done","key":"k","seq":0}']]  # type: ignore[union-attr]
        assert second.joined[-1] == b"change None 1-2"  # type: ignore[union-attr]
        for socket, _ in [(player, player_at), *browsers]:
            socket.go()
        await rest()
        assert hall.watchers._shared == {}

    run(scenario)


def test_a_single_bystander_is_told_by_itself() -> None:
    async def scenario() -> None:
        hall = Hall()
        one, at = hall.enter()
        await rest()
        at.direct = Direct()  # type: ignore[assignment]
        hall.grow()
        await rest()
        assert at.direct.posted == [[b"change None 0-1"]]  # type: ignore[union-attr]
        hall.grow()
        hall.grow()
        await rest()
        assert at.direct.posted[1:] == [[b"change None 1-3"]], "once for both"  # type: ignore[union-attr]
        assert hall.watchers._shared == {}
        one.go()
        await rest()

    run(scenario)


@pytest.mark.parametrize(("bystanders", "together"), [(1, False), (2, True)])
def test_two_bystanders_beside_a_player_share_and_one_does_not(bystanders: int, together: bool) -> None:
    async def scenario() -> None:
        hall = Hall()
        everybody = [hall.enter(0), *(hall.enter() for _ in range(bystanders))]
        await rest()
        for _, at in everybody:
            at.direct = Direct()  # type: ignore[assignment]
        hall.grow()
        await rest()
        for _, at in everybody[1:]:
            found = at.direct.joined if together else at.direct.posted  # type: ignore[union-attr]
            assert found == ([b"change None 0-1"] if together else [[b"change None 0-1"]])
        assert bool(hall.watchers._shared) is together
        for socket, _ in everybody:
            socket.go()
        await rest()

    run(scenario)


def test_a_browser_that_has_the_table_is_told_what_is_new_and_who_is_here() -> None:
    async def scenario() -> None:
        hall = Hall()
        hall.room.seq = 3
        one, at = hall.enter(0)
        at.knows((0, None, "en"), 2)
        await rest()
        assert words(one) == ["change 0 2-3", "presence"]
        two, _ = hall.enter(1)
        await rest()
        assert (words(one), words(two)) == (["presence"], ["whole 1 3 (1,)"])
        two.go()
        await rest()
        assert words(one) == ["presence"]
        one.go()
        await rest()

    run(scenario)
