"""What makes sense, one ply, search: each part of a bot by itself, on a game of eight pearls."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kotva.bots import search
from kotva.bots.bot import MOST_PROPOSALS, SensibleBot, SensibleChoices, choices
from kotva.bots.search import Greedy, Mcts, furthest
from kotva.engine.actions import ActionSpace, Family
from kotva.engine.errors import KotvaError
from kotva.engine.game import View
from kotva.engine.state import State
from tests.bots.tasting import Taste, told, view_of
from tests.conformance.pearls import ACTIONS, DIVE, KEEP, PEARLS, PEEK, UNKNOWN

# -- what makes sense ------------------------------------------------------------------------------------------------------


def test_a_bot_is_asked_where_its_seat_decides_and_nowhere_else() -> None:
    view = view_of(PEARLS)
    assert choices(view) == (0, view.legal())
    for wrong in (replace(view, seat=None), replace(view, seat=1)):
        with pytest.raises(KotvaError, match="nothing to decide"):
            choices(wrong)
    with pytest.raises(NotImplementedError):
        SensibleBot().choose(view)


def test_a_choice_that_was_made_once_is_not_made_again_and_nonsense_is_left_out() -> None:
    taste = Taste(sense=lambda action: action != DIVE, repeat=lambda action: 7 if action == KEEP else 0)
    view, sense = view_of(told(taste)), SensibleChoices()
    assert sense.choices(view)[1] == [action for action in view.legal() if action != DIVE]
    sense.decide(view, PEEK + 1)
    assert KEEP in sense.choices(view)[1]
    assert sense.decide(view, KEEP) == KEEP
    assert sense.choices(view) == (0, [action for action in view.legal() if action not in (DIVE, KEEP)])
    nothing = view_of(told(Taste(sense=lambda _action: False)))
    assert SensibleChoices().choices(nothing)[1] == nothing.legal()


def proposing(taste: Taste) -> View:
    """A view of a game in which to dive is to propose an end."""
    families = [Family("dive", DIVE, aside=True) if family.base == DIVE else family for family in ACTIONS]
    rules = replace(PEARLS.rules, actions=ActionSpace(*families))
    return view_of(told(taste, game=replace(PEARLS, rules=rules)))


def test_an_end_is_proposed_where_the_game_is_lost_and_twice_at_most() -> None:
    hopeful = proposing(Taste())
    assert DIVE not in SensibleChoices().choices(hopeful)[1]
    view, sense = proposing(Taste(lost=lambda: True)), SensibleChoices()
    for _ in range(MOST_PROPOSALS):
        assert DIVE in sense.choices(view)[1]
        sense.decide(view, DIVE)
    assert DIVE not in sense.choices(view)[1]


# -- looking one ply ahead ---------------------------------------------------------------------------------------------------


def test_greedy_plays_what_is_worth_most_on_states_that_are_whole() -> None:
    taste = Taste(value=lambda state, _seat: 900 if sum(state.knows) else 300)
    chosen = {Greedy(seed).choose(view_of(told(taste))) for seed in range(12)}
    assert chosen == {PEEK + 1, PEEK + 2}
    assert all(UNKNOWN not in state.pearl for state in taste.asked)


@pytest.mark.parametrize(
    ("top", "far", "close"), [(13, 1.0, range(12, 20)), (10, 0.0, range(10, 20)), (99, 0.0, range(12, 20))]
)
def test_of_many_actions_greedy_looks_closely_at_the_best_few(
    monkeypatch: pytest.MonkeyPatch, top: int, far: float, close: range
) -> None:
    """At a glance two deals each; then all deals, of the eight that looked best and of those that looked as good."""
    asked: list[tuple[list[int], int]] = []

    def values(_seen: State, _seat: int, actions: list[int], _evaluation: object, deals: int, _seed: int) -> Any:
        asked.append((actions, deals))
        return [(float(min(action, top)), action * far) for action in actions]

    monkeypatch.setattr(search, "one_ply_values", values)
    view = view_of(told(Taste()))

    def choose(bot: Greedy, actions: list[int]) -> int:
        asked.clear()
        monkeypatch.setattr(bot._sense, "choices", lambda _view: (0, actions))
        return bot._choose(view)

    assert choose(Greedy(1), list(range(20))) in close
    assert asked == [(list(range(20)), 2), (list(close), 8)]
    for deals, actions in ((2, list(range(20))), (8, list(range(8)))):
        assert choose(Greedy(1, deals), actions) in actions
        assert asked == [(actions, deals)]
    assert choose(Greedy(1), [7]) == 7
    assert asked == [], "there is nothing to choose"


def test_of_what_is_about_as_good_the_furthest_is_played_and_of_that_the_likeliest() -> None:
    taste = Taste(order=lambda action: {KEEP: 10, DIVE: 900, PEEK + 1: 900}.get(action, 0))
    view = view_of(told(taste))
    actions = [KEEP, DIVE, PEEK + 1, PEEK + 2]

    def best(*looks: tuple[float, float]) -> list[int]:
        return furthest(view, 0, actions[: len(looks)], list(looks), Random(1))

    assert best((500.0, 3.0), (500.4, 2.0)) == [KEEP]
    assert best((500.0, 3.0), (500.5, 2.0)) == [KEEP]
    assert best((500.0, 3.0), (500.6, 2.0)) == [DIVE]
    assert taste.asked == [], "of one alone nobody asks how likely it is"
    assert best((500.0, 3.0), (500.0, 3.0), (500.0, 3.0)) == [DIVE, PEEK + 1]
    assert all(UNKNOWN not in state.pearl for state in taste.asked)
    assert best((500.0, 3.0), (499.0, 3.0), (500.0, 2.0)) == [KEEP]


# -- searching -------------------------------------------------------------------------------------------------------------


class Clockwork:
    """A search in which a simulation takes so many seconds; nothing ever leads."""

    def __init__(self, seconds: float, lead: int = 0) -> None:
        self.now, self.seconds, self.ahead = 100.0, seconds, lead
        self.ran: list[int] = []

    def run(self, count: int) -> None:
        self.ran.append(count)
        self.now += count * self.seconds

    def lead(self) -> int:
        return self.ahead


@pytest.mark.parametrize(("seconds", "most"), [(0.00011, 181), (0.0011, 18), (0.0043, 4), (0.05, 1)])
def test_a_batch_is_a_fiftieth_of_the_time_and_does_not_overrun_it(
    monkeypatch: pytest.MonkeyPatch, seconds: float, most: int
) -> None:
    work: Any = Clockwork(seconds)
    monkeypatch.setattr(search, "perf_counter", lambda: work.now)
    bot = Mcts(1, milliseconds=1000)
    bot._run_until(work, 100.0, 101.0)
    assert work.ran[0] == 4, "four at first: it is not known yet how long they take"
    assert max(work.ran[1:]) == most
    assert all(two <= 2 * one for one, two in zip(work.ran, work.ran[1:]))
    assert bot.simulations == sum(work.ran)
    assert 101.0 - seconds <= work.now <= 101.0 + seconds


def test_time_that_is_over_before_it_began_is_used_once_and_a_lead_that_cannot_be_caught_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for lead, expected in ((0, [4]), (10_000, [4])):
        work: Any = Clockwork(0.001, lead)
        monkeypatch.setattr(search, "perf_counter", lambda work=work: work.now)
        Mcts(1, milliseconds=1000)._run_until(work, 100.0, 100.0 if not lead else 101.0)
        assert work.ran == expected
    work = Clockwork(0.01, 50)  # half a second's lead
    monkeypatch.setattr(search, "perf_counter", lambda: work.now)
    Mcts(1, milliseconds=1000)._run_until(work, 100.0, 101.0)
    assert 0.5 <= work.now - 100.0 <= 0.55


def test_a_search_tells_what_it_expects_of_its_choice_and_how_much_that_differs() -> None:
    taste = Taste(
        value=lambda state, seat: 900 if any(state.knows[3 * seat : 3 * seat + 3]) else 300, horizon=lambda: 0
    )
    bot = Mcts(1, simulations=60)
    assert (bot.table(), bot.room, bot.chance, bot.range) == ([], 0, 500, 0)
    assert bot.choose(view_of(told(taste))) in (PEEK + 1, PEEK + 2)
    found = {action: mean for action, visits, mean in bot.table() if visits}
    assert bot.range == max(found.values()) - min(found.values()) > 0
    assert bot.simulations == 60
    assert bot.room > 60
    bot.drop_tree()
    assert (bot.table(), bot.room) == ([], 0)


def test_where_nothing_matters_a_search_gets_on() -> None:
    """All that it found is alike: the first look decides, by how far it leads."""
    taste = Taste(progress=lambda state: 5 if state.floor else 0, flat=lambda: 1000)
    assert {Mcts(seed, simulations=30).choose(view_of(told(taste))) for seed in range(6)} == {DIVE}


def test_a_single_choice_is_not_thought_about() -> None:
    bot = Mcts(1, simulations=30)
    view = view_of(told(Taste(sense=lambda action: action == DIVE)))
    assert bot.choose(view) == DIVE
    assert (bot.simulations, bot.table()) == (0, [])


@pytest.mark.parametrize("given", [{}, {"simulations": 5, "milliseconds": 5}])
def test_a_budget_is_one_of_two(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="either"):
        Mcts(1, **given)
