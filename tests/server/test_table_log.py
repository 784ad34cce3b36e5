"""The log of a table: what a draft holds, what counts as the same decision, and what is folded out of rows."""

from __future__ import annotations

from typing import Any

import pytest

from kotva import games
from kotva.engine.errors import Illegal
from kotva.engine.game import Json
from kotva.match.seat_clock import FAIR_MOVE
from kotva.server.rows import Append, CallRow, EventRow, SitterRow, TableRow, TimesRow
from kotva.server.table_log import Draft, Stale, TableLog, seats_asked


def row(game_id: str = "bosman", seats: int = 2, **more: Any) -> TableRow:
    people = [SitterRow(seat, "person", "", f"Player {seat + 1}", f"p{seat}") for seat in range(seats)]
    given = {"options": {}, "position": None, "clock": None, **more}
    return TableRow("t", game_id, games.load(game_id).version, "", seats, seed="0" * 64, sitters=people, **given)


def dealt(made: TableRow) -> TableLog:
    """Chance has decided what comes before the first choice."""
    log = TableLog.load(made, [])
    while (outcome := log.match.next_outcome()) is not None:
        log.fold([EventRow("move", -1, log.game.rules.actions.text(outcome), at=1.0)])
    return log


def stored(draft: Draft | None) -> Append:
    assert draft is not None
    return draft.append


def done(log: TableLog, draft: Draft | None) -> list[EventRow]:
    assert draft is not None
    log.take(draft)
    return list(draft.append.events)


# A hand of eight each: all four discard at once, unseen.
SEVEN: dict[str, Json] = {f"P{n}": f"S {at}; hand LLLBBWWG" for n, at in ((1, 9), (2, 20), (3, 30), (4, 41))}
SEVEN |= {"phase": "DISCARD", "owe": {f"P{n}": 4 for n in range(1, 5)}, "dice": "3+4"}


def seven() -> TableLog:
    return TableLog.load(row("settlers", 4, position=SEVEN), [])


def owes(log: TableLog, seat: int) -> str:
    return log.match.legal(seat)[0]


def test_a_draft_holds_the_action_and_what_chance_says_to_it_and_nothing_has_happened_yet() -> None:
    log = dealt(row())
    before = log.seq, len(log.match.played), log.match.to_act()
    draft = log.play(0, next(text for text in log.match.legal(0) if text.count(",") == 1), log.seq, "k", 7.0)
    append = stored(draft)
    assert (append.table, append.after) == ("t", log.seq)
    first, *drawn = append.events
    assert (first.kind, first.actor, first.key, first.at, first.delay) == ("move", 0, "k", 7.0, 0.0)
    assert [(one.kind, one.actor, one.key, one.at, one.delay) for one in drawn] == [("move", -1, None, 7.0, 0.0)] * 2
    assert (log.seq, len(log.match.played), log.match.to_act()) == before
    assert log.keys == set()


def test_when_a_draft_is_stored_it_is_what_happened() -> None:
    log = dealt(row())
    seq = log.seq
    rows = done(log, log.play(0, "keep", seq, "k", 7.0))
    assert (log.seq, log.last_at, log.keys, log.undone) == (seq + len(rows), 7.0, {"k"}, 0)
    assert log.lengths == list(range(log.seq + 1))
    assert [played.text for played in log.match.played[seq:]] == [one.text for one in rows]


def test_a_key_is_played_once_and_no_key_is_no_key() -> None:
    log = dealt(row())
    done(log, log.play(0, "keep", log.seq, "k", 7.0))
    assert log.play(1, "keep", log.seq, "k", 7.0) is None
    assert log.undo(0, log.seq, "k", 7.0) is None
    done(log, log.play(1, "keep", log.seq, None, 7.0))
    assert log.keys == {"k"}
    assert stored(log.play(0, log.match.legal(0)[0], log.seq, None, 8.0)).events


@pytest.mark.parametrize(
    ("clock", "given", "charged"),
    [
        (None, 0.25, 0.0),
        ({"per_move": 60}, 0.1234567, 0.123),
        ({"per_move": 60}, 9.0, FAIR_MOVE),
        ({"reserve": 60}, 0.25, 0.25),
    ],
)
def test_the_networks_delay_is_kept_where_time_may_run_out(clock: Any, given: float, charged: float) -> None:
    log = dealt(row(clock=clock))
    append = stored(log.play(0, "keep", log.seq, "k", 7.0, given))
    assert append.events[0].delay == charged
    assert all(one.delay == 0.0 for one in append.events[1:])


def test_what_was_seen_long_ago_is_stale() -> None:
    log = dealt(row())
    seen = log.seq
    done(log, log.play(0, "keep", seen, None, 7.0))
    for seat in (0, 1):
        with pytest.raises(Stale):
            log.play(seat, "keep", seen, None, 7.0)
    for moment in (-1, log.seq + 1):
        with pytest.raises(Stale):
            log.play(1, "keep", moment, None, 7.0)
    assert stored(log.play(1, "keep", log.seq, None, 7.0)).after == log.seq


def test_others_that_answer_meanwhile_make_nobody_stale() -> None:
    """SET-6.3: all discard at once; each faces the same as before, from the first moment on."""
    log = seven()
    assert seats_asked(log.match) == 0b1111
    append = stored(draft := log.play(2, owes(log, 2), 0, None, 7.0))
    assert append.to_act == 0b1011
    done(log, draft)
    rows = done(log, log.play(0, owes(log, 0), 0, None, 7.0))
    assert len(rows) == 1
    with pytest.raises(Stale):
        log.play(0, SEVEN_CHOICE, 0, None, 7.0)
    with pytest.raises(Stale):
        log.play(-1, SEVEN_CHOICE, 0, None, 7.0)
    assert stored(log.play(3, owes(log, 3), 1, None, 7.0)).after == 2


SEVEN_CHOICE = "discard LLLB"


# An offer that two are asked about.
OFFERED: dict[str, Json] = {f"P{n}": f"S {at}; hand LLLBBWWG" for n, at in ((1, 9), (2, 20), (3, 30), (4, 41))}
OFFERED |= {"phase": "OFFER", "offers": 1, "offer": "W>G", "asked": ["P2", "P3"], "answers": {}}


def offered() -> TableLog:
    return TableLog.load(row("settlers", 4, position=OFFERED), [])


def test_a_seat_with_another_choice_now_looks_anew() -> None:
    """SET-12.5: with an answer the offerer may deal; those who are still asked face the same."""
    log = offered()
    assert log.match.legal(0) == ["withdraw"]
    done(log, log.play(1, "accept", 0, None, 7.0))
    with pytest.raises(Stale):
        log.play(0, "withdraw", 0, None, 7.0)
    assert stored(log.play(0, "withdraw", 1, None, 7.0)).after == 1
    assert stored(log.play(2, "reject", 0, None, 7.0)).after == 1


def test_the_networks_delay_is_kept_with_an_answer_that_may_lapse() -> None:
    log = offered()
    assert stored(log.play(1, "accept", 0, None, 7.0, 0.25)).events[0].delay == 0.0, "no clock runs yet"
    log.clock.start(5.0, log.match.state)
    assert log.clock.awaits_answers
    assert stored(log.play(1, "accept", 0, None, 7.0, 0.25)).events[0].delay == 0.25


def test_calls_to_the_clock_are_counted_and_folded_where_they_were_made() -> None:
    made = row(clock={"per_move": 60})
    rows = [EventRow("move", -1, played.text, at=1.0) for played in dealt(made).match.played]
    calls = (CallRow(len(rows), "start", 5.0), CallRow(len(rows) + 1, "pause", 9.0))
    log = TableLog.load(made, rows, TimesRow(calls))
    assert (log.calls, log.clock.is_paused) == (2, False)
    assert log.clock.due() is not None
    rows += stored(log.play(0, "keep", log.seq, None, 7.0)).events
    later = TableLog.load(made, rows, TimesRow(calls))
    assert (later.clock.is_paused, later.clock.due()) == (True, None)
    assert later.clock.game_ran(100.0) == 4.0


def test_after_something_was_taken_back_everybody_looks_anew() -> None:
    log = seven()
    done(log, log.play(2, owes(log, 2), 0, None, 7.0))
    if log.match.undo_target(2) is None:
        done(log, log.undo(2, log.seq, None, 8.0, to=lambda _match: 0))
    else:
        done(log, log.undo(2, log.seq, None, 8.0))
    assert log.lengths == [0, 1, 0]
    for seen in (0, 1):
        with pytest.raises(Stale):
            log.play(1, owes(log, 1), seen, None, 9.0)
    assert stored(log.play(1, owes(log, 1), 2, None, 9.0)).after == 2


def test_taking_back_is_an_event_and_deletes_nothing() -> None:
    log = dealt(row())
    moves = len(log.match.played)
    done(log, log.play(0, "keep", log.seq, None, 7.0))
    seq = log.seq
    (event,) = done(log, log.undo(0, seq, "u", 8.0))
    assert event == EventRow("undo", 0, str(moves), "u", 8.0)
    assert (log.seq, log.undone, len(log.match.played), log.match.to_act()) == (seq + 1, 1, moves, 0)
    assert log.undo(0, log.seq, "u", 9.0) is None, "the key has been used"


def test_nobody_takes_back_what_is_not_there_or_was_seen_long_ago() -> None:
    log = dealt(row())
    with pytest.raises(Illegal, match="nothing that you may take back"):
        log.undo(0, log.seq, None, 7.0)
    seen = log.seq
    done(log, log.play(0, "keep", seen, None, 7.0))
    with pytest.raises(Illegal):
        log.undo(0, seen, None, 7.0)
    with pytest.raises(Illegal):
        log.undo(1, log.seq, None, 7.0)
    assert stored(log.undo(0, log.seq, None, 7.0)).after == log.seq


def test_an_agreed_way_back_asks_neither_what_was_seen_nor_whose_move_it_was() -> None:
    log = dealt(row())
    begin = len(log.match.played)
    done(log, log.play(0, "keep", log.seq, None, 7.0))
    done(log, log.play(1, "keep", log.seq, None, 7.0))
    assert log.undo(1, 0, None, 8.0, to=lambda _match: None) is None
    (event,) = done(log, log.undo(1, 0, None, 8.0, to=lambda match: begin))
    assert (event.text, len(log.match.played)) == (str(begin), begin)


def test_rows_fold_to_the_table_that_stored_them_and_chance_goes_on_as_it_would_have() -> None:
    """Also after something was taken back: a log that is loaded anew draws what the first one draws."""
    made = row()
    log, rows = TableLog.load(made, []), list[EventRow]()
    while (outcome := log.match.next_outcome()) is not None:
        rows.append(EventRow("move", -1, log.game.rules.actions.text(outcome), at=1.0))
        log.fold(rows[-1:])
    for number in range(12):
        seat = log.match.to_act()
        rows += done(log, log.play(seat, log.match.legal(seat)[-1], log.seq, f"k{number}", 2.0 + number))
        if number % 3 == 1 and log.match.undo_target(seat) is not None:
            rows += done(log, log.undo(seat, log.seq, None, 2.5 + number))
        again = TableLog.load(made, rows)
        assert [played.text for played in again.match.played] == [played.text for played in log.match.played]
        assert (again.seq, again.lengths, again.undone, again.keys) == (log.seq, log.lengths, log.undone, log.keys)
        assert (again.last_at, again.clock.due()) == (log.last_at, log.clock.due())
        choice = again.match.legal()[0]
        one, two = (stored(each.play(each.match.to_act(), choice, each.seq, None, 99.0)) for each in (log, again))
        assert one == two


def test_a_draft_says_whether_a_deadline_was_and_is_who_is_asked_and_how_it_ended() -> None:
    log = dealt(row(clock={"per_move": 60}, options={"turn_limit": 20}))
    log.clock.start(5.0, log.match.state)
    append = stored(draft := log.play(0, "keep", log.seq, None, 7.0))
    assert (append.deadline, append.had_deadline, append.to_act, append.outcome) == (67.0, True, 0b10, None)
    done(log, draft)
    while not log.match.is_over:
        seat = log.match.to_act()
        append = stored(draft := log.play(seat, log.match.legal(seat)[0], log.seq, None, 8.0))
        done(log, draft)
    assert (append.deadline, append.to_act) == (None, 0)
    assert append.outcome is not None
    assert append.outcome["ranks"]
    quiet = dealt(row())
    told = stored(quiet.play(0, "keep", quiet.seq, None, 7.0))
    assert (told.deadline, told.had_deadline) == (None, False)


def test_a_bot_gets_the_moves_and_neither_seed_nor_names() -> None:
    log = dealt(row(options={"turn_limit": 30}))
    done(log, log.play(0, "keep", log.seq, None, 7.0))
    record = log.bot_record()
    assert (record.game, record.seats, record.options) == ("bosman", 2, {"turn_limit": 30})
    assert (record.seed, record.commit, record.names, record.result) == ("", "", [], None)
    assert len(record.moves) == len(log.match.played)
    assert record.moves[-1] == "1 keep" or record.moves[-1].endswith("keep")
    assert seven().bot_record().position == SEVEN
    assert list(record.replay(log.game))[-1][2].to_act() == log.match.to_act()


def test_a_way_back_is_folded_as_it_was_taken() -> None:
    log, other = dealt(row()), dealt(row())
    rows = done(log, log.play(0, "keep", log.seq, "k", 7.0))
    rows += done(log, log.undo(0, log.seq, "u", 8.0))
    assert [one.kind for one in rows][-1] == "undo"
    other.fold(rows)
    assert (other.seq, other.lengths, other.undone, other.keys) == (log.seq, log.lengths, 1, {"k", "u"})
    assert [played.text for played in other.match.played] == [played.text for played in log.match.played]
    assert other.match.to_act() == 0


def test_the_networks_delay_is_given_back_to_the_mover_before_and_after_a_restart() -> None:
    log, other = (dealt(row(clock={"reserve": 60})) for _ in range(2))
    for one in (log, other):
        one.clock.start(1.0, one.match.state)
    swap = next(text for text in log.match.legal(0) if text.count(",") == 1)  # chance draws after it
    rows = done(log, log.play(0, swap, log.seq, "k", 7.0, 0.5))
    assert [reading.reserve for reading in log.clock.readings(7.0)] == [54.5, 60.0]
    other.fold(rows)
    assert [reading.reserve for reading in other.clock.readings(7.0)] == [54.5, 60.0]


def test_nothing_has_happened_at_a_table_without_events() -> None:
    log = TableLog.load(row(), [])
    assert (log.seq, log.last_at, log.undone, log.lengths, log.keys) == (0, 0.0, 0, [0], set())


def test_after_a_way_back_the_clock_of_whose_move_it_was_runs() -> None:
    log = dealt(row(clock={"reserve": 60}))
    log.clock.start(1.0, log.match.state)
    done(log, log.play(0, "keep", log.seq, None, 7.0))
    assert [reading.runs for reading in log.clock.readings(7.0)] == ["idle", "moving"]
    done(log, log.undo(0, log.seq, None, 8.0))
    assert [(reading.runs, reading.reserve) for reading in log.clock.readings(9.0)] == [
        ("moving", 52.0),
        ("idle", 60.0),
    ]
