"""Promises of clocks and of taking back that a change could break without anybody noticing for long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotva.engine.errors import BadOption
from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.outcome import Outcome
from kotva.engine.say import ENGLISH
from kotva.engine.state import SPECTATOR, TABLE, State
from kotva.engine.verify import Verified
from kotva.match import Match, undo
from kotva.match.clock import Clock, Due
from kotva.match.seat_clock import SeatClock
from kotva.match.terms import Terms, read_terms
from kotva.match.verdict import sentences
from tests.conformance.pearls import PEARLS
from tests.match.test_clock import SETTLERS, founded, offered
from tests.match.test_undo import TRIREMES, UNMARKED, pearls, played


@pytest.mark.parametrize("seat", [None, 0])
def test_time_that_an_official_gives_does_not_lengthen_a_turn_that_the_rules_limit(seat: int | None) -> None:
    """TOU-9.7, SET-14.4: an extension is for the game and its seats; the bell of the turn counts from the turn's beginning."""
    table = founded(Terms(), time_limit_min=1, turn_limit_s=90)
    table.play(60.0, "time", TABLE)
    while table.match.state.limited == 0:  # type: ignore[attr-defined]
        table.play(100.0, "end" if "end" in table.match.legal() else None)
    assert table.due() == Due(190.0, TABLE, "turntime", None, "bell")
    table.clock.extend(110.0, 600.0, seat)
    assert table.due() == Due(190.0, TABLE, "turntime", None, "bell")
    assert table.clock.bell(110.0) == 80.0
    table.clock.shift(120.0, 600.0)
    assert table.due().at == 190.0


@pytest.mark.parametrize("learner", [SPECTATOR, 0, 1, 2])
def test_what_anybody_at_all_has_learned_cannot_be_taken_back(learner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator and every seat are asked, the mover too: it is enough that one of them knows more."""
    match = pearls()
    after, events = played(PEARLS, match.state, 0, "keep")
    assert undo.can_take_back(PEARLS, match.state, after, events)
    monkeypatch.setattr(undo, "clues", lambda _game, _before, _after, viewer, *_rest: int(viewer == learner))
    assert not undo.can_take_back(PEARLS, match.state, after, events)


def test_every_position_that_could_have_been_is_tried() -> None:
    """So many twins are dealt as were asked for, the first of them too."""
    match = pearls(UNMARKED)
    after, events = played(UNMARKED, match.state, 0, "peek 2")
    ask = (UNMARKED, match.state, after, 0, 0, events[0][2])
    each = [undo.clues(*ask, 1, seed, 99) for seed in range(12)]
    assert undo.clues(*ask, 12, 0, 99) == sum(each)
    assert 0 < sum(each) <= 12
    assert undo.clues(*ask, 0, 0, 99) == 0


def test_a_moment_of_a_line_that_was_taken_back_is_forgotten() -> None:
    """What another match had at hand to look back at is no moment of this one once it has gone another way."""
    first = Match(PEARLS, 3, seed="pearls")
    first.play("keep")
    later = first.fork()
    later.play("keep")
    later.follows(first)
    moment = len(first.played)
    later.truncate(moment - 1)
    later.play("dive")
    later.play("keep")
    assert key(later.state_at(moment)) != key(first.state)
    again = Match(PEARLS, 3, seed="pearls")
    for done in later.played[len(again.played) : moment]:
        again.append(done.actor, done.action)
    assert key(later.state_at(moment)) == key(again.state)


def test_a_notebook_shows_the_table_as_a_bystander_sees_it_with_its_names() -> None:
    match = Match(PEARLS, 2, names=["Ada", "Bob"], seed="pearls")
    svg = match._repr_svg_()
    assert svg.startswith("<svg")
    assert repr(match).strip("<>") in svg
    assert "Ada" in svg


def test_one_outcome_of_chance_is_told_as_one() -> None:
    record = Match(PEARLS, 2, seed="pearls").play("bell", TABLE).record()
    said = {
        n: sentences(Verified(n, Outcome("bell", "PRL-4.2", (), ()), True, False), record, ENGLISH)[0] for n in (1, 2)
    }
    assert said[1] == "The record is legal, and 1 outcome of chance follows from its seed."
    assert said[2] == "The record is legal, and 2 outcomes of chance follow from its seed."


def test_a_spectator_learns_too() -> None:
    """TRI-21.2: ramming shows a hidden load to everybody, also to somebody who only looks on."""
    position: dict[str, Json] = {"figures": "R1=h9N G1=i10E/1 G2=m11E/1 R:a1 G:p18", "turn": 1}
    match = Match(TRIREMES, 2, {"cargo": "hidden"}, position=position, chance=False)
    after, events = played(TRIREMES, match.state, 0, "R1:F")
    action = events[0][2]
    assert undo.clues(TRIREMES, match.state, after, SPECTATOR, 0, action, 16) == 1
    assert undo.clues(TRIREMES, match.state, after, 0, 0, action, 16) == 1
    assert undo.clues(TRIREMES, match.state, after, 1, 0, action, 16) == 0  # it knew its own load


def test_a_copy_of_a_seat_s_clock_is_the_same_clock() -> None:
    own = SeatClock(1.5, 2.5, 3.5, "moving", 4, (5, 6), True)
    assert own.copy() == own
    assert own.copy() is not own


def test_after_an_undo_the_bell_of_the_turn_rings_when_it_would_have_rung() -> None:
    """SET-14.4: the turn began where it began, whatever was taken back in it."""
    table = founded(Terms(), time_limit_min=1, turn_limit_s=90)
    table.play(60.0, "time", TABLE)
    while table.match.state.limited == 0:  # type: ignore[attr-defined]
        table.play(100.0, "end" if "end" in table.match.legal() else None)
    before, due = len(table.match.played), table.due()
    table.play(120.0)
    table.match.truncate(before)
    table.clock.undone(130.0, table.match.state, before)
    assert table.due() == due
    assert table.due().at == 190.0


def test_what_silence_means_is_asked_of_the_position_and_of_the_seat() -> None:
    """Whoever owes an answer: games may mean something else for each seat."""
    table = offered(Terms(per_move=60, answer=20))
    asked: list[tuple[object, object]] = []

    def silence(state: State, seat: int) -> str:
        asked.append((state, seat))
        return f"no {seat}"

    mute = replace(SETTLERS, timing=replace(SETTLERS.timing, silence=silence))
    clock = Clock(mute, table.match.options, Terms(per_move=60, answer=20))
    clock.start(0.0, table.match.state)
    due = clock.due()
    assert due is not None
    assert due.action == f"no {due.seat}"
    assert all(state is table.match.state and isinstance(seat, int) for state, seat in asked)


@pytest.mark.parametrize(
    ("name", "most"),
    [("per_move", 30 * 86400), ("reserve", 7 * 86400), ("increment", 3600), ("answer", 30 * 86400)],
)
def test_how_long_a_clock_may_be(name: str, most: int) -> None:
    """Thirty days for a move or an answer, a week in reserve, an hour added after each move, and not one second more."""
    rest = {"reserve": 60} if name == "increment" else {}
    assert getattr(read_terms({**rest, name: most}, SETTLERS), name) == most
    for wrong in (most + 1, -1):
        with pytest.raises(BadOption, match=f"0 to {most}"):
            read_terms({**rest, name: wrong}, SETTLERS)
