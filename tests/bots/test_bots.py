"""Bots see views alone, keep to their budgets, and play the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from kotva import bots, games
from kotva.arena import simulate
from kotva.bots import Bot, Careless, Greedy, Mcts, RandomBot, make
from kotva.bots.search import furthest
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.fields import key
from kotva.engine.game import View
from kotva.engine.playout import play_random
from kotva.engine.search import Search, weigh

BOSMAN = games.load("bosman")
EVERY_BOT = ["random", "greedy", "greedy:2", "mcts:60", "mcts:5ms", "easy", "medium"]


def some_view(seed: int = 1, actions: int = 90, seats: int = 4) -> View:
    """The view of whoever decides after so many random actions of Bosman."""
    options = BOSMAN.choose_options(seats)
    state = BOSMAN.new(options)
    rng = Rng(seed)
    play_random(state, rng, actions)
    while state.to_act() < 0:
        play_random(state, rng, 1)
    return BOSMAN.view(state, int(state.to_act()), options)


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_chooses_something_legal_and_leaves_its_view_alone(name):
    bot = make(name, seed=3)
    for seed in range(4):
        view = some_view(seed, seats=(2, 4)[seed % 2])
        before = key(view.seen)
        assert bot.choose(view) in view.legal()
        assert key(view.seen) == before


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:60", "easy"])
def test_the_same_seed_gives_the_same_choices(name):
    views = [some_view(seed) for seed in range(6)]
    first, second = ([bot.choose(view) for view in views] for bot in (make(name, 7), make(name, 7)))
    assert first == second


@dataclass
class Spy:
    """A bot that notes what it is given."""

    given: list[object]

    def choose(self, view: View) -> int:
        self.given.append(view)
        return view.legal()[0]


def test_a_bot_needs_nothing_but_a_view():
    spy: Bot = Spy([])
    careless = Careless(spy, slips=0.0)
    view = some_view()
    assert careless.choose(view) == view.legal()[0]


@pytest.mark.parametrize("name", ["greedy", "mcts:60"])
def test_what_a_seat_cannot_know_does_not_change_what_its_bot_does(name):
    """Two states that differ in the others' hands alone give equal views, so equal choices."""
    options = BOSMAN.choose_options(4)
    state = BOSMAN.new(options)
    rng = Rng(5)
    play_random(state, rng, 60)
    while state.to_act() < 0:
        play_random(state, rng, 1)
    seat = int(state.to_act())
    other = state.seen(seat)
    other.redeal(seat, Rng(99))
    assert key(other) != key(state)
    one, two = BOSMAN.view(state, seat, options), BOSMAN.view(other, seat, options)
    assert one == two
    assert make(name, 1).choose(one) == make(name, 1).choose(two)


def test_mcts_counts_its_simulations():
    bot = Mcts(1, simulations=40)
    bot.choose(some_view())
    assert bot.simulations == 40


def test_mcts_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock by which a simulation takes a millisecond: how busy the machine is does not matter."""
    bot = Mcts(1, milliseconds=60)
    monkeypatch.setattr("kotva.bots.search.perf_counter", lambda: bot.simulations / 1000)
    bot.choose(some_view())
    assert 10 < bot.simulations <= 60


def test_mcts_stops_early_only_when_nothing_can_change_any_more():
    """As long as there are fewer simulations to come than the lead, the choice stands."""
    view = some_view()
    assert view.seat is not None
    for seed in range(5):
        search = Search(view.seen, view.seat, view.legal(), view.game.advice, seed)
        search.run(150)
        best, lead = search.best(), search.lead()
        visits = sorted(row[1] for row in search.table())
        assert lead == visits[-1] - visits[-2]
        search.run(lead - 1)
        assert search.best() == best


def test_a_budget_is_one_of_two():
    with pytest.raises(ValueError, match="either"):
        Mcts(1)
    with pytest.raises(ValueError, match="either"):
        Mcts(1, simulations=5, milliseconds=5)


def test_budgets_are_read_from_the_name():
    for name, kind in {"random": RandomBot, "greedy:3": Greedy, "mcts:7": Mcts, "mcts:2s": Mcts, "hard": Mcts}.items():
        assert isinstance(make(name), kind)


def test_levels_are_bots():
    assert list(bots.LEVELS) == ["easy", "medium", "hard"]
    assert set(bots.LEVELS) <= set(bots.names())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("clever", "no bot 'clever'; bots are: random, greedy, mcts"),
        ("", "no bot ''"),
        ("mcts:fast", "mcts:500 or mcts:200ms"),
        ("mcts:0", "no budget"),
        ("mcts:-5", "no budget"),
        ("greedy:x", "greedy:8"),
        ("random:5", "no budget"),
        ("hard:1s", "no budget"),
    ],
)
def test_a_wrong_name_says_what_is_right(text, words):
    with pytest.raises(KotvaError, match=words):
        make(text)


def test_a_seat_with_nothing_to_decide_is_not_asked():
    view = some_view()
    assert view.seat is not None
    other = View(view.game, view.options, None, view.seen)
    for name in EVERY_BOT:
        with pytest.raises(KotvaError, match="nothing to decide"):
            make(name).choose(other)


def test_the_tree_counts_every_simulation_once():
    view = some_view()
    assert view.seat is not None
    search = Search(view.seen, view.seat, view.legal(), BOSMAN.advice, 1)
    search.run(30)
    search.run(20)
    table = search.table()
    assert [action for action, _, _ in table] == view.legal()
    assert sum(visits for _, visits, _ in table) == 50
    assert all(0 <= mean <= 1000 for _, _, mean in table)
    assert search.best() == max(table, key=lambda row: (row[1], row[2]))[0]


def test_runs_in_parts_are_one_run():
    view = some_view()
    assert view.seat is not None
    whole = Search(view.seen, view.seat, view.legal(), BOSMAN.advice, 4)
    parts = Search(view.seen, view.seat, view.legal(), BOSMAN.advice, 4)
    whole.run(200)
    for _ in range(10):
        parts.run(20)
    assert whole.table() == parts.table()


def test_a_tree_grows_past_its_first_room():
    view = some_view(2, 30)
    assert view.seat is not None
    search = Search(view.seen, view.seat, view.legal(), BOSMAN.advice, 1)
    search.run(1500)
    assert search.nodes > 1100
    assert sum(visits for _, visits, _ in search.table()) == 1500


def test_one_ply_weighs_every_action():
    view = some_view()
    assert view.seat is not None
    looks = weigh(view.seen, view.seat, view.legal(), BOSMAN.advice, 3, 1)
    assert len(looks) == len(view.legal())
    assert all(0 <= value <= 1000 for value, _ in looks)


def test_where_chances_are_equal_a_bot_goes_on():
    """A play leads somewhere; a greedy bot that saw nothing but equal chances exchanged tokens until the turn limit."""
    view = some_view()
    assert view.seat is not None
    texts = {view.game.actions.text(action): action for action in view.legal()}
    swap = next(action for text, action in texts.items() if text.startswith("swap"))
    play = next(action for text, action in texts.items() if text.startswith("play"))
    assert furthest(view, view.seat, [swap, play], [(500.0, 0.0), (500.0, 0.0)], Random(1)) == [play]
    assert furthest(view, view.seat, [swap, play], [(500.0, 1.0), (500.0, 0.0)], Random(1)) == [swap]
    assert furthest(view, view.seat, [swap, play], [(501.0, 0.0), (500.0, 1.0)], Random(1)) == [swap]


def test_greedy_bots_fill_the_boat():
    results = simulate("bosman", 2, ["greedy"], 20, seed=1, options={"turn_limit": 200})
    assert results.reasons["full"] >= 18
