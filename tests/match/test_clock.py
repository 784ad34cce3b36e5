"""The clock: who has how long left, and what must be played at zero."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotva import games
from kotva.engine.errors import BadOption
from kotva.engine.game import Game
from kotva.engine.state import TABLE
from kotva.match import Match
from kotva.match.clock import Clock, Due
from kotva.match.seat_clock import ANSWERING, FAIR_GAME, IDLE, MOVING
from kotva.match.terms import DAY, Terms, choices, read_terms

SETTLERS, TRIREMES, BOSMAN, HEXXI = map(games.load, ("settlers", "triremes", "bosman", "hexxi"))


class Table:
    """A match with a clock, played by the watch of the test."""

    def __init__(
        self,
        game: Game,
        terms: Terms,
        seats: int | None = None,
        downs: Sequence[tuple[float, float]] = (),
        **options: object,
    ) -> None:
        self.match = Match(game, seats, options, seed="clock")
        self.clock = Clock(game, self.match.options, terms, downs)
        self.rows = len(self.match.played)
        self.clock.start(0.0, self.match.state)

    def play(self, at: float, text: str | None = None, seat: int | None = None, delay: float = 0.0) -> Table:
        self.match.play(text or self.match.legal(seat)[0], seat)
        for played in self.match.played[self.rows :]:
            self.clock.moved(at, self.match.state, played.actor, delay if played.actor >= 0 else 0.0)
        self.rows = len(self.match.played)
        return self

    def undo(self, at: float, seat: int) -> Table:
        self.match.undo(seat)
        self.rows = len(self.match.played)
        self.clock.undone(at, self.match.state, self.rows)
        return self

    def left(self, at: float) -> list[float | None]:
        return [reading.left for reading in self.clock.readings(at)]

    def runs(self, at: float = 0.0) -> list[str]:
        return [reading.runs for reading in self.clock.readings(at)]

    def due(self) -> Due:
        due = self.clock.due()
        assert due is not None
        return due


def founded(terms: Terms, downs: Sequence[tuple[float, float]] = (), **options: object) -> Table:
    """Settlers after the founding, at time 0; the player on turn has rolled and offers something to everybody."""
    table = Table(SETTLERS, terms, 3, downs, **{"board": "beginner", "first": "P1", **options})
    while table.match.state.round == 0:  # type: ignore[attr-defined]
        table.play(0.0)
    return table


def offered(terms: Terms, at: float = 0.0) -> Table:
    table = founded(terms, player_trade="full")
    while True:
        for text in table.match.legal():
            if text == "roll":
                table.play(at, "roll")
                break
        else:
            actor = table.match.to_act()
            for give in "LBWGO":
                for want in "LBWGO":
                    offer = f"offer {give}>{want}"
                    if give != want and table.match.why_not(offer, actor) is None:
                        return table.play(at, offer, actor)
            table.play(at, "end" if "end" in table.match.legal() else None)


# -- slow networks ------------------------------------------------------------------------------------------------------


def test_the_network_is_not_charged() -> None:
    """A second of each move at most; the others' clocks and the game's are as they were."""
    for delay, charged in ((0.0, 30.0), (0.4, 29.6), (1.0, 29.0), (7.0, 29.0)):
        table = Table(BOSMAN, Terms(reserve=100), 2)
        actor = table.match.to_act()
        table.play(30.0, "keep", delay=delay)
        assert table.left(30.0)[actor] == pytest.approx(100.0 - charged)
        assert table.left(30.0)[1 - actor] == 100.0
        assert table.clock.game_ran(30.0) == 30.0


def test_nobody_wins_time_by_a_slow_network() -> None:
    """A move that took less than the network does takes nothing, and not less."""
    table = Table(BOSMAN, Terms(reserve=100), 2)
    actor = table.match.to_act()
    table.play(0.25, "keep", delay=0.9)
    assert table.left(0.25)[actor] == 100.0


def test_a_slow_network_is_bounded_for_the_game() -> None:
    """A minute for each seat; what a quick move did not need is not used up."""
    table = Table(TRIREMES, Terms(reserve=100_000), 2, setup="auto")
    moves, at, rng = [0, 0], 0.0, Random(1)
    while not table.match.is_over and min(moves) < 90:
        actor = table.match.to_act()
        at += 2.0
        table.play(at, rng.choice(table.match.legal()), delay=5.0)
        moves[actor] += 1
        assert table.left(at)[actor] == pytest.approx(100_000 - 2.0 * moves[actor] + min(moves[actor], FAIR_GAME))
    assert min(moves) > FAIR_GAME


def test_what_was_sent_in_time_still_counts() -> None:
    """A deadline waits as long as the seat's last move was on its way: known from the rows alone, the same on every node."""
    table = Table(BOSMAN, Terms(reserve=10, zero="loss"), 2)
    actor = table.match.to_act()
    assert table.due().at == 10.0
    table.play(2.0, delay=0.6)
    while table.match.to_act() != actor:
        table.play(2.0)
    due = table.due()
    assert due.seat == actor
    assert due.at == pytest.approx(2.0 + 10.0 - 1.4 + 0.6)
    table.play(due.at - 0.1, delay=0.6)  # sent when half a second was left
    assert table.left(due.at - 0.1)[actor] == pytest.approx(0.1)


# -- moves and reserves -------------------------------------------------------------------------------------------------


def test_time_for_each_move() -> None:
    table = Table(BOSMAN, Terms(per_move=60), 2)
    actor = table.match.to_act()
    assert table.runs() == [MOVING if seat == actor else IDLE for seat in range(2)]
    assert table.left(20.0)[actor] == 40.0
    assert table.due() == Due(60.0, actor, "", actor, "move", "medium")
    table.play(20.0, "keep")
    other = table.match.to_act()
    assert other != actor
    assert table.left(30.0)[other] == 50.0
    assert table.left(30.0)[actor] == 60.0  # a new move, whenever it comes


def test_a_reserve_and_an_increment() -> None:
    table = Table(BOSMAN, Terms(reserve=100, increment=5), 2)
    actor = table.match.to_act()
    table.play(30.0, "keep")
    assert table.left(30.0)[actor] == 75.0
    assert table.left(50.0)[actor] == 75.0
    assert table.left(50.0)[table.match.to_act()] == 80.0


def test_the_move_is_used_before_the_reserve() -> None:
    table = Table(BOSMAN, Terms(per_move=10, reserve=100), 2)
    actor = table.match.to_act()
    reading = table.clock.readings(25.0)[actor]
    assert (reading.move, reading.reserve) == (0.0, 85.0)
    assert table.due().at == 110.0


def test_a_turn_of_many_decisions_has_one_time() -> None:
    """Whoever settles, trades and buys in one turn does not get a new minute for each of them; founding decisions do."""
    table = founded(Terms(per_move=60))
    actor = table.match.to_act()
    table.play(10.0, "roll")
    while table.match.to_act() == actor and "end" in table.match.legal():
        assert table.left(20.0)[actor] == 40.0
        other = [text for text in table.match.legal() if text.startswith(("road", "bank"))]
        table.play(20.0, other[0] if other else "end")
    assert table.left(20.0)[table.match.to_act()] == 60.0


def test_clocks_of_several_that_owe_a_decision_run_each_alone() -> None:
    """A decision of one of them brings no new time to the others."""
    table = Table(HEXXI, Terms(per_move=60), 2)  # HEXXI declares no turns: every decision counts by itself
    first = table.match.to_act()
    table.play(10.0)
    assert table.left(10.0)[first] == 60.0
    clock = table.clock
    clock.moved(30.0, table.match.state, 1 - table.match.to_act())  # somebody else did something
    assert table.left(30.0)[table.match.to_act()] == 40.0


def test_bots_take_no_time() -> None:
    table = Table(BOSMAN, Terms(per_move=60), 2)
    actor = table.match.to_act()
    table.clock.seated(5.0, {1 - actor})
    assert table.clock.due() is None
    table.play(300.0, "keep")
    assert table.due().at == 360.0


def test_days_for_a_move() -> None:
    terms = read_terms({"per_move": 3 * DAY}, SETTLERS)
    assert terms.answer == 3 * DAY
    assert read_terms({"per_move": DAY}, SETTLERS).answer == DAY
    assert read_terms({"per_move": DAY - 1}, SETTLERS).answer == 20
    assert [read_terms({"per_move": DAY, "answer": given}, SETTLERS).answer for given in (0, 5)] == [0, 5]
    table = Table(BOSMAN, terms, 2)
    assert table.due().at == 3 * DAY


def test_a_game_that_is_over_runs_no_more() -> None:
    table = Table(TRIREMES, Terms(per_move=60), 2, setup="auto")
    table.play(1.0, "resign")
    assert table.match.is_over
    assert table.clock.due() is None
    assert not table.clock.is_running
    assert table.runs() == [IDLE, IDLE]


# -- answers ------------------------------------------------------------------------------------------------------------


def test_an_answer_to_an_offer_has_a_time_of_its_own() -> None:
    table = offered(Terms(per_move=60, reserve=100, answer=20), at=7.0)
    player = int(table.match.state.player)  # type: ignore[attr-defined]
    asked = [seat for seat in range(3) if seat != player]
    assert [table.runs()[seat] for seat in asked] == [ANSWERING, ANSWERING]
    assert table.runs()[player] == IDLE  # who waits for answers is not charged
    before = table.clock.readings(7.0)
    after = table.clock.readings(20.0)
    assert [after[seat].answer for seat in asked] == [7.0, 7.0]
    assert [(r.move, r.reserve) for r in after] == [(r.move, r.reserve) for r in before]
    assert table.due() == Due(27.0, asked[0], "reject", asked[0], "answer")
    for seat in asked:
        table.play(27.0, "reject", seat)
    assert table.runs()[player] == MOVING


@pytest.mark.parametrize("zero", ["bot", "loss", "nothing"])
def test_an_offer_lapses_whatever_zero_means_on_the_move(zero: str) -> None:
    """Others wait for the answer, bots among them: with "nothing" they waited for ever. 0 seconds is the choice for that."""
    table = offered(Terms(per_move=60, answer=20, zero=zero), at=7.0)
    asked = [seat for seat in range(3) if table.runs()[seat] == ANSWERING]
    assert table.due() == Due(27.0, asked[0], "reject", asked[0], "answer")
    for seat in asked:
        table.play(27.0, "reject", seat)
    assert table.due().why == ("bell" if zero == "nothing" else "move")
    assert offered(Terms(per_move=60, answer=0, zero=zero)).due().why == "bell"


def test_the_answer_of_one_gives_another_no_more_time() -> None:
    table = offered(Terms(per_move=60, answer=20), at=7.0)
    first, second = [seat for seat in range(3) if table.runs()[seat] == ANSWERING]
    table.play(22.0, "reject", first)
    assert table.clock.readings(22.0)[second].answer == 5.0
    assert table.due() == Due(27.0, second, "reject", second, "answer")


def test_a_new_offer_brings_a_new_time_for_the_answer() -> None:
    table = offered(Terms(per_move=600, answer=20))
    player = int(table.match.state.player)  # type: ignore[attr-defined]
    offer = table.match.played[-1].text
    table.play(15.0, "withdraw", player)
    table.play(16.0, offer, player)
    assert table.due().at == 36.0


# -- zero ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("zero", "actor", "action", "level"), [("bot", 0, "", "hard"), ("loss", 0, "resign", "")])
def test_what_zero_means_in_triremes(zero: str, actor: int, action: str, level: str) -> None:
    table = Table(TRIREMES, Terms(per_move=60, zero=zero, level="hard"), 2, setup="auto", first="1")
    assert table.due() == Due(60.0, actor, action, 0, "move", level)


def test_what_zero_means_in_settlers() -> None:
    """SET-14.7: who loses on time is out of the game; SET-14.4: the rules' own event is for limited turns only."""
    lost = founded(Terms(per_move=60, zero="loss"))
    assert lost.due() == Due(60.0, TABLE, "leave P1", 0, "move")
    lost.match.play("leave P1", TABLE)
    assert founded(Terms(per_move=60, zero="rules")).due() == Due(60.0, 0, "", 0, "move", "medium")
    assert founded(Terms(per_move=60, zero="nothing", answer=20), time_limit_min=0).clock.due() is None


def test_after_zero_the_bot_plays_on_until_the_turn_is_over() -> None:
    table = founded(Terms(per_move=60))
    actor = table.match.to_act()
    table.play(60.0, "roll")
    assert table.match.to_act() == actor
    assert table.due().at == 60.0


# -- the rules' own events ----------------------------------------------------------------------------------------------


def test_the_time_of_a_game_of_settlers_is_called_once() -> None:
    """SET-14.1, SET-14.3: time_limit_min was offered, and nothing enforced it."""
    table = founded(Terms(), time_limit_min=75)
    assert table.due() == Due(75 * 60.0, TABLE, "time", None, "bell")
    table.play(75 * 60.0, "time", TABLE)
    assert table.clock.due() is None
    assert founded(Terms(), time_limit_min=0).clock.due() is None


def test_turns_after_the_time_are_limited() -> None:
    """SET-14.4: turns that begin after `!time`, each from its own start."""
    table = founded(Terms(), time_limit_min=1, turn_limit_s=90)
    table.play(60.0, "time", TABLE)
    assert table.clock.due() is None  # this turn began before
    while table.match.state.limited == 0:  # type: ignore[attr-defined]
        table.play(100.0, "end" if "end" in table.match.legal() else None)
    assert table.due() == Due(190.0, TABLE, "turntime", None, "bell")
    table.play(120.0)
    assert table.due().at == 190.0
    table.play(190.0, "turntime", TABLE)
    assert table.due().at == 280.0


def test_extensions_and_pauses_move_the_end() -> None:
    """TOU-9.2, TOU-9.7."""
    table = founded(Terms(reserve=1000), time_limit_min=75)
    table.clock.pause(100.0)
    assert table.clock.due() is None
    assert table.left(160.0) == table.left(100.0)
    table.clock.resume(160.0)
    table.clock.extend(170.0, 600.0)
    assert table.clock.game_ran(170.0) == 110.0
    table.clock.seated(170.0, ())
    assert table.due() == Due(75 * 60.0 + 60.0 + 600.0, TABLE, "time", None, "bell")
    assert table.left(170.0) == [1490.0, 1600.0, 1600.0]


# -- undo ---------------------------------------------------------------------------------------------------------------


def test_an_undo_wins_no_time() -> None:
    """The clocks stand as if the move had never been made: no new move, no increment, and the other has lost nothing."""
    table = Table(TRIREMES, Terms(per_move=60, reserve=100, increment=30), 2, setup="auto", first="1")
    text = next(text for text in table.match.legal() if ":" in text)
    untouched = table.clock.readings(50.0)
    for _ in range(3):
        table.play(10.0, text)
        table.undo(20.0, 0)
    assert table.clock.readings(50.0) == untouched


def test_time_that_was_given_is_shown_where_there_was_no_reserve() -> None:
    table = founded(Terms(per_move=60))
    table.clock.extend(10.0, 30.0, seat=0)
    assert table.left(10.0)[0] == 80.0
    assert table.due().at == 90.0


# -- who sleeps ---------------------------------------------------------------------------------------------------------


def test_nothing_runs_while_nobody_serves() -> None:
    table = founded(Terms(per_move=60), downs=[(20.0, 1000.0), (900.0, 1010.0)], time_limit_min=75)
    assert table.left(20.0)[0] == table.left(500.0)[0] == table.left(1010.0)[0] == 40.0
    assert table.left(1020.0)[0] == 30.0
    assert table.due().at == 1050.0
    table.play(1020.0, "roll")
    assert table.due().at == 1050.0
    table.clock.seated(1020.0, ())
    assert table.due().at == 75 * 60.0 + 990.0


def test_a_night_may_begin_at_a_deadline() -> None:
    """Whoever has no time left when the night begins has lost his move before it."""
    table = founded(Terms(per_move=20), downs=[(20.0, 1000.0)], time_limit_min=0)
    assert table.due().at == 20.0


def test_nights_are_counted_one_by_one_and_may_be_told_later() -> None:
    table = founded(Terms(per_move=60), time_limit_min=0)
    table.clock.slept([(50.0, 60.0), (20.0, 30.0)])
    assert [table.left(at)[0] for at in (20.0, 30.0, 40.0, 50.0, 60.0, 65.0)] == [40.0, 40.0, 30.0, 20.0, 20.0, 15.0]
    assert table.due().at == 80.0
    table.clock.slept([(30.0, 25.0)])  # a watch was set back: nobody slept
    assert table.due().at == 60.0


events = st.lists(
    st.tuples(st.floats(0, 50), st.sampled_from(["move", "move", "move", "pause", "look", "undo"])), max_size=25
)
terms_drawn = st.builds(
    Terms,
    per_move=st.integers(0, 90),
    reserve=st.integers(0, 300),
    increment=st.integers(0, 20),
    answer=st.sampled_from([0, 20]),
    zero=st.sampled_from(["bot", "rules", "loss", "nothing"]),
)


def run(
    terms: Terms, given_: Sequence[tuple[float, str]], downs: Sequence[tuple[float, float]], look: bool
) -> tuple[Table, float]:
    """The same events with or without looks in between."""
    table = Table(SETTLERS, terms, 3, downs, board="beginner")
    at = 0.0
    for number, (wait, kind) in enumerate(given_):
        at += wait
        if kind == "move":
            legal = table.match.legal()
            table.play(at, legal[number % len(legal)])
        elif kind == "pause":
            (table.clock.resume if table.clock._paused else table.clock.pause)(at)
        elif kind == "undo" and table.match.undo_target(table.match.to_act()) is not None:
            table.undo(at, table.match.to_act())
        elif kind == "look" and look:
            table.clock.readings(at)
            table.clock.due()
            table.clock.seated(at, range(3))
    return table, at


@given(terms_drawn, events, st.lists(st.tuples(st.floats(0, 500), st.floats(0, 500)), max_size=3))
@settings(max_examples=60, deadline=None)
def test_times_follow_from_the_events_alone(
    terms: Terms, given_: Sequence[tuple[float, str]], downs: list[tuple[float, float]]
) -> None:
    """Looking changes nothing; nothing is negative; nothing runs in downs; at the deadline, and not before, a seat is at zero."""
    table, at = run(terms, given_, downs, look=True)
    again, _ = run(terms, given_, downs, look=False)
    for one, other in zip(table.clock.readings(at), again.clock.readings(at), strict=True):
        assert (one.runs, one.move, one.reserve, one.answer) == pytest.approx(
            (other.runs, other.move, other.reserve, other.answer)
        )
    due = table.clock.due()
    later = max([at, *(up for _, up in downs)]) + 10_000.0
    for moment in (at, at + 1.0, later):
        for before, after in zip(table.clock.readings(at), table.clock.readings(moment), strict=True):
            for was, is_ in ((before.move, after.move), (before.reserve, after.reserve), (before.answer, after.answer)):
                assert (was is None) == (is_ is None)
                assert was is None or is_ is None or 0.0 <= is_ <= was
    if due is None or due.seat is None:
        return
    assert terms.zero != "nothing"
    left = table.clock.readings(due.at)[due.seat].left
    assert left == pytest.approx(0.0, abs=1e-6)
    if due.at - 0.01 > at and not any(down - 0.02 <= due.at <= up + 0.02 for down, up in downs):
        sooner = table.clock.readings(due.at - 0.01)[due.seat].left
        assert sooner is not None
        assert sooner > 0.0
    if due.action:
        table.match.play(due.action, due.actor)  # what must be played can be played


# -- terms --------------------------------------------------------------------------------------------------------------


def test_terms_are_checked_and_read_back() -> None:
    terms = read_terms({"reserve": "600", "increment": 5, "zero": "loss"}, SETTLERS)
    assert terms == Terms(reserve=600, increment=5, answer=20, zero="loss")
    assert read_terms(terms.as_data(), SETTLERS) == terms
    assert read_terms({}, BOSMAN) == Terms()
    assert choices(SETTLERS) == ("bot", "rules", "loss", "nothing")
    assert choices(BOSMAN) == ("bot", "nothing")
    assert read_terms({"level": "x" * 50}, BOSMAN).level == "x" * 40


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"per_move": -1}, "cannot be -1; allowed: 0 to 2592000 seconds"),
        ({"per_move": "²"}, "cannot be '²'"),
        ({"reserve": 10**30}, "allowed: 0 to 604800"),
        ({"reserve": None}, "The clock's reserve cannot be None"),
        ({"increment": 5}, "needs a reserve"),
        ({"zero": "loss"}, "cannot be 'loss' in Bosman; allowed: bot, nothing"),
        ({"tempo": 5}, "A clock has no 'tempo'"),
    ],
)
def test_terms_that_cannot_be(data: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        read_terms(data, BOSMAN)
