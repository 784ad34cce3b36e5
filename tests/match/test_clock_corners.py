"""Corners of the clock: before the start, forks, answers, the rules' own events, increments, undo."""

from __future__ import annotations

from dataclasses import replace

from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.state import CHANCE, TABLE, State
from kotva.engine.timing import Bell
from kotva.match import Match
from kotva.match.clock import Clock, Due
from kotva.match.seat_clock import ANSWERING, IDLE, MOVING, Reading
from kotva.match.terms import BOT, NOTHING, Terms
from tests.match.test_clock import BOSMAN, HEXXI, SETTLERS, TRIREMES, Table, founded, offered

# -- before the start, and forks ----------------------------------------------------------------------------------------


def unstarted(terms: Terms) -> tuple[Table, Clock]:
    """A clock whose table has begun to play before all seats were taken."""
    table = Table(BOSMAN, terms, 2)
    clock = Clock(BOSMAN, table.match.options, terms)
    for seat in (0, 1):
        table.match.play("keep")
        clock.moved(5.0, table.match.state, seat)
    return table, clock


def test_nothing_runs_before_the_start() -> None:
    table, clock = unstarted(Terms(reserve=100, increment=5))
    clock.undone(7.0, table.match.state, 1)
    assert (clock.due(), clock.bell(7.0), clock.game_ran(7.0)) == (None, None, 0.0)
    assert [reading.reserve for reading in clock.readings(50.0)] == [100.0, 100.0]
    assert not clock.is_started
    clock.start(60.0, table.match.state)
    assert (clock.is_started, clock.is_paused, set(clock.hurried)) == (True, False, {0, 1})
    assert [reading.reserve for reading in clock.readings(60.0)] == [100.0, 100.0]  # and no increment was earned
    clock.start(80.0, table.match.state)  # once is enough
    assert clock.game_ran(90.0) == 30.0


def test_before_the_start_nobody_is_asked_and_no_bell_is_set() -> None:
    """SET-14.1: who sits where may change, and the rules' own time has not begun."""
    table = founded(Terms(per_move=60), time_limit_min=75)
    clock = Clock(SETTLERS, table.match.options, Terms(per_move=60))
    clock.seated(3.0, {0, 1})
    assert (clock.bell(5.0), clock.due(), clock.is_running) == (None, None, False)


def test_the_bells_alone_can_be_moved() -> None:
    """TOU-9.2: no seat has more or less time by it."""
    table = founded(Terms(reserve=1000), time_limit_min=75)
    table.clock.shift(100.0, 600.0)
    assert table.clock.bell(100.0) == 75 * 60.0 + 600.0 - 100.0
    assert table.left(100.0) == [900.0, 1000.0, 1000.0]


def test_what_a_fork_counts_is_not_counted_here() -> None:
    table = Table(HEXXI, Terms(per_move=60, reserve=100), 2)
    actor, state = table.match.to_act(), table.match.state
    untouched = table.clock.readings(40.0)
    table.clock.moved(5.0, state, actor)
    before = table.clock.readings(40.0)
    assert before != untouched
    fork = table.clock.fork()
    for number in range(150):
        fork.moved(10.0 + number, state, actor)
    fork.extend(200.0, 1000.0)
    assert table.clock.readings(40.0) == before
    table.clock.undone(40.0, state, 0)
    assert table.clock.readings(40.0) == untouched


def test_moves_of_long_ago_are_forgotten() -> None:
    table = Table(HEXXI, Terms(per_move=60), 2)
    for number in range(300):
        table.clock.moved(float(number), table.match.state, table.match.to_act())
    assert len(table.clock._past) == 100


# -- moves --------------------------------------------------------------------------------------------------------------


def test_chance_decides_for_nobody() -> None:
    """A draw in between brings the last seat no new time."""
    table = Table(HEXXI, Terms(per_move=60), 2)
    while table.match.to_act() != 1:
        table.play(10.0)
    table.clock.moved(30.0, table.match.state, CHANCE)
    assert table.left(30.0)[1] == 40.0


def test_the_clock_of_a_game_goes_on_between_events() -> None:
    table = founded(Terms(per_move=60), time_limit_min=75)
    table.clock.pause(100.0)
    table.clock.resume(160.0)
    assert (table.clock.game_ran(100.0), table.clock.game_ran(200.0)) == (100.0, 140.0)


def test_an_undo_goes_back_to_its_own_move_among_others() -> None:
    table = Table(TRIREMES, Terms(per_move=60, reserve=100), 2, setup="auto", first="1")

    def turn(at: float) -> None:
        seat = table.match.to_act()
        while table.match.to_act() == seat:
            table.play(at, next((text for text in table.match.legal() if text == "end"), None))

    turn(10.0)
    turn(30.0)
    seat, moves = table.match.to_act(), len(table.match.played)
    before = table.clock.readings(90.0)
    table.play(40.0, next(text for text in table.match.legal() if ":" in text))
    table.undo(50.0, seat)
    assert len(table.match.played) == moves
    assert table.clock.readings(90.0) == before


def test_an_undo_after_moves_that_nobody_told() -> None:
    """Bots played ten moves without a clock: the numbers of the record count."""
    table = Table(HEXXI, Terms(per_move=60), 2)
    actor, state = table.match.to_act(), table.match.state
    table.clock.jump(10)
    table.clock.moved(10.0, state, actor)
    then = table.clock.readings(50.0)
    table.clock.moved(20.0, state, actor)
    table.clock.undone(30.0, state, 11)
    assert table.clock.readings(50.0) == then


# -- increments ---------------------------------------------------------------------------------------------------------


def test_an_increment_is_for_those_who_moved_in_the_turn() -> None:
    table = founded(Terms(reserve=1000, increment=7), time_limit_min=0)
    before = [reading.reserve for reading in table.clock.readings(0.0)]
    table.play(0.0, "roll")
    while table.match.to_act() == 0:
        table.play(0.0, "end" if "end" in table.match.legal() else None)
    after = [reading.reserve for reading in table.clock.readings(0.0)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [7.0, 0.0, 0.0]  # type: ignore[operator]


def test_an_increment_is_earned_by_a_move_in_anothers_turn() -> None:
    """SET-6.1: the first player rolls a seven, and the second one, who was idle until then, discards."""
    position: dict[str, Json] = {"phase": "ROLL", "P1": "S 13", "P2": "S 24; hand LLLLBBBB", "P3": "S 41"}
    match = Match(SETTLERS, 3, {"time_limit_min": 0}, position=position, chance=False)
    clock = Clock(SETTLERS, match.options, Terms(reserve=1000, increment=7))
    clock.start(0.0, match.state)
    for text, actor in (
        ("roll", 0),
        ("dice 3+4", CHANCE),
        ("discard LLBB", 1),
        ("robber 1", 0),
        ("keep", 0),
        ("end", 0),
    ):
        match.play(text, actor)
        clock.moved(0.0, match.state, actor)
    assert [reading.reserve for reading in clock.readings(0.0)] == [1007.0, 1007.0, 1000.0]


def test_an_increment_is_earned_also_if_a_bot_ends_the_turn() -> None:
    table = founded(Terms(reserve=1000, increment=7), time_limit_min=0)
    before = table.clock.readings(0.0)[0].reserve
    assert before is not None
    table.play(10.0, "roll")
    table.clock.seated(12.0, {1, 2})
    while table.match.to_act() == 0:
        table.play(12.0, "end" if "end" in table.match.legal() else None)
    assert table.clock.readings(12.0)[0].reserve == before - 12.0 + 7.0


# -- what is given ------------------------------------------------------------------------------------------------------


def test_time_given_to_a_seat_without_any_is_given_whole() -> None:
    table = founded(Terms(per_move=60), time_limit_min=0)
    table.clock.extend(100.0, 30.0, seat=0)
    assert table.left(100.0)[0] == 30.0
    assert table.due().at == 130.0


def test_a_reserve_that_is_shown_stays_shown() -> None:
    """Increments alone are shown, too, and time that is given is added to them."""
    table = Table(BOSMAN, Terms(increment=5), 2)
    table.clock.extend(0.0, 30.0)
    assert [reading.reserve for reading in table.clock.readings(0.0)] == [30.0, 30.0]


def test_what_was_given_is_not_taken_back_with_a_move() -> None:
    """TOU-9.7: an undo goes back to the clocks of that moment and what was given since."""
    table = Table(TRIREMES, Terms(per_move=60, reserve=100), 2, setup="auto", first="1")
    table.play(10.0, next(text for text in table.match.legal() if ":" in text))
    table.clock.extend(15.0, 30.0, seat=0)
    table.undo(20.0, 0)
    assert [reading.reserve for reading in table.clock.readings(20.0)] == [130.0, 100.0]


# -- answers ------------------------------------------------------------------------------------------------------------


def test_answers_without_a_limit_are_waited_for() -> None:
    table = offered(Terms(per_move=60, answer=0))
    asked = [reading for reading in table.clock.readings(5.0) if reading.runs == ANSWERING]
    assert len(asked) == 2
    assert [reading.answer for reading in asked] == [None, None]
    assert table.due().why == "bell"
    assert table.clock.awaits_answers


def test_where_zero_means_nothing_only_the_rules_own_silence_answers() -> None:
    """A game that does not know what silence means is waited for; one that does is not."""
    mute = replace(SETTLERS, timing=replace(SETTLERS.timing, silence=lambda _state, _seat: ""))
    table = offered(Terms(per_move=60, answer=20, zero=NOTHING))
    assert (table.due().why, table.due().action) == ("answer", "reject")
    for zero, why in ((NOTHING, "bell"), (BOT, "answer")):
        clock = Clock(mute, table.match.options, Terms(per_move=60, answer=20, zero=zero))
        clock.start(0.0, table.match.state)
        due = clock.due()
        assert due is not None
        assert due.why == why


def test_a_reserve_alone_hurries() -> None:
    assert [Terms(reserve=60).hurries, Terms(per_move=60).hurries, Terms(answer=20).hurries] == [True, True, False]


def test_only_a_seat_that_owes_an_answer_has_time_for_one() -> None:
    table = offered(Terms(per_move=60, answer=20))
    for reading in table.clock.readings(5.0):
        assert (reading.answer is None) == (reading.runs == IDLE)
    assert not founded(Terms(per_move=60, answer=20)).clock.awaits_answers


# -- bells --------------------------------------------------------------------------------------------------------------


def test_how_long_until_the_bell() -> None:
    """SET-14.1."""
    table = founded(Terms(), time_limit_min=75)
    assert [table.clock.bell(at) for at in (0.0, 100.0, 5000.0)] == [4500.0, 4400.0, 0.0]
    table.play(4500.0, "time", TABLE)
    assert table.clock.bell(4600.0) is None
    assert founded(Terms(), time_limit_min=0).clock.bell(10.0) is None
    table = founded(Terms(), time_limit_min=75)
    for seat in (1, 2):
        table.play(10.0, f"leave P{seat}", TABLE)
    assert table.match.is_over
    assert table.clock.bell(20.0) is None


def test_of_several_bells_the_next_one_counts() -> None:
    def bells(_state: State, _options: Options) -> list[Bell]:
        return [Bell("time", 100.0), Bell("time", 50.0), Bell("time", 70.0)]

    twice = replace(SETTLERS, timing=replace(SETTLERS.timing, bells=bells))
    table = founded(Terms())
    clock = Clock(twice, table.match.options, Terms())
    clock.start(0.0, table.match.state)
    assert clock.bell(10.0) == 40.0
    assert clock.due() == Due(50.0, TABLE, "time", None, "bell")


def test_at_one_moment_the_bell_rings_first() -> None:
    """SET-14.1: then the game may be over, and nobody's move has been too long."""
    table = founded(Terms(per_move=60), time_limit_min=1)
    assert table.due() == Due(60.0, TABLE, "time", None, "bell")
    table = offered(Terms(per_move=60, answer=20))
    assert table.due().seat == min(seat for seat, runs in enumerate(table.runs()) if runs == ANSWERING)


# -- zero ---------------------------------------------------------------------------------------------------------------


def limited(zero: str) -> Table:
    """SET-14.4: a turn that begins after the time, ninety seconds long; a move has sixty."""
    table = founded(Terms(per_move=60, zero=zero), time_limit_min=1, turn_limit_s=90)
    table.play(60.0, "time", TABLE)
    while table.match.state.limited == 0:  # type: ignore[attr-defined]
        table.play(100.0, "end" if "end" in table.match.legal() else None)
    return table


def test_the_rules_own_event_at_zero() -> None:
    """SET-14.4."""
    table = limited("rules")
    seat = table.match.to_act()
    assert table.due() == Due(160.0, TABLE, "turntime", seat, "move")
    table.match.play("turntime", TABLE)


def test_a_bot_plays_where_the_rules_refuse_their_own_event() -> None:
    """SET-14.4: a game whose timing names an event that is not allowed now."""
    hasty = replace(SETTLERS, timing=replace(SETTLERS.timing, overrun=lambda _state, _seat: "turntime"))
    table = founded(Terms(per_move=60, zero="rules"), time_limit_min=0)
    clock = Clock(hasty, table.match.options, table.clock.terms)
    clock.start(0.0, table.match.state)
    assert clock.due() == Due(60.0, 0, "", 0, "move", "medium")


def test_a_reading_tells_what_is_left_whatever_runs() -> None:
    """An answer has its own time; a move has its own and the reserve; where neither is limited there is no end."""
    assert Reading(0, ANSWERING, 5.0, 100.0, 20.0).left == 20.0
    assert Reading(0, MOVING, 5.0, 100.0).left == 105.0
    assert Reading(0, MOVING, None, 100.0).left == 100.0
    assert Reading(0, IDLE, 0.0, None).left == 0.0
    assert Reading(0, MOVING, None, None).left is None
