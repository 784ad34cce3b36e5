"""Actions in small steps: every action has one path, and seats count from themselves where the game says so."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from kotva import games
from kotva.engine.actions import ActionSpace, ArgumentPart, Family, Names, Numbers, SeatNames, Selection
from kotva.engine.dense import StepChoice
from kotva.engine.errors import KotvaError
from kotva.engine.interface import Interface
from kotva.engine.moves import Moves
from kotva.engine.tokens import MOST_TOKENS, lay_out, parts
from tests import ours


def asked(steps, actions, seat=0):
    """A decision between these actions."""
    choice = StepChoice(steps.dense)
    for action in actions:
        choice.moves.add(action)
    choice.begin(seat)
    return choice


def paths(steps, actions, seat=0):
    """Every path through the steps, with the action it leads to."""
    found = {}

    def walk(path):
        choice, action = asked(steps, actions, seat), -1
        for token in path:
            action = choice.take(token)
        if action >= 0:
            found[tuple(path)] = int(action)
            return
        for token in choice.open():
            walk([*path, token])

    walk([])
    return found


HUGE = ActionSpace(
    Family("stop", 0),
    Family("go {}", 1, Names([f"f{i}" for i in range(30)])),
    Family("swap {}", 31, Selection([f"t{i}" for i in range(40)], 5, copies=2)),
    Family("far {}", 31 + 41**5, Numbers(0, 99_999)),
)


def test_small_families_have_a_token_for_each_action():
    steps = lay_out(HUGE, 2)
    assert steps.dense.whole(0, 0) == 0
    assert [int(steps.dense.whole(1 + i, 1)) for i in range(30)] == list(range(1, 31))
    assert steps.names[:3] == ("stop", "go f0", "go f1")
    assert steps.size < 400


def test_every_action_is_reached_by_exactly_one_path():
    steps = lay_out(HUGE, 2)
    swap = HUGE.families[2]
    choose = swap.domains[0]
    assert isinstance(choose, Selection)
    chosen = [swap.base + choose.pack(c) for c in product(range(4), repeat=3)]
    actions = sorted({0, 5, 9, *chosen, HUGE.families[3].base + 12_345, HUGE.families[3].base + 12_346})
    found = paths(steps, actions)
    assert sorted(found.values()) == actions
    assert len(found) == len(actions)
    assert not any(a != b and b[: len(a)] == a for a in found for b in found)  # no path goes on where another ends


def test_what_cannot_be_chosen_is_not_asked():
    steps = lay_out(HUGE, 2)
    far = HUGE.families[3].base
    assert [len(path) for path in paths(steps, [far + 77])] == [1]  # the only action still takes one step
    assert [len(path) for path in paths(steps, [far + 77, far + 78])] == [1, 1]
    assert max(len(path) for path in paths(steps, [0, far + 77, far + 78])) == 2


def test_a_large_domain_without_parts_is_split_into_digits():
    digits = parts(Numbers(0, 99_999))
    assert all(part.size <= 128 for part in digits)
    read = {sum(n // p.divisor % p.size * p.divisor for p in digits) == n for n in (0, 1, 999, 54_321, 99_999)}
    assert read == {True}


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_tokens_of_a_list_are_those_of_its_actions_one_by_one(game_id):
    """`look` goes through a list with fewer divisions than `token` through its actions; also where they do not agree so far."""
    game = games.load(game_id)
    rng = Random(game_id)
    for seats in game.rules.seats:
        dense = lay_out(game.rules.actions, seats).dense
        for _ in range(300):
            family = rng.choice(game.rules.actions.families)
            near = rng.randrange(family.size)
            numbers = [
                min(family.size - 1, max(0, near + rng.randrange(-3, 4) * rng.choice([1, 20, 400, 10**7])))
                for _ in range(6)
            ]
            moves = Moves()
            for number in numbers:
                moves.add(family.base + number)
            moves.add(rng.choice(game.rules.actions.families).base)
            step, seat = rng.randrange(int(dense.depth)), rng.randrange(seats)
            same = dense.look(moves, step, seat)
            wanted = [int(dense.token(action, step, seat)) for action in moves.items()]
            assert moves.weights() == wanted
            assert same == (len(set(wanted)) == 1)


def test_seats_count_from_themselves():
    steps = lay_out(ActionSpace(Family("rob {}", 0, SeatNames(["a", "b", "c", "d"]))), 3)
    assert [int(steps.dense.token(1, 0, seat)) for seat in range(3)] == [1, 0, 2]
    assert [int(steps.dense.whole(0, seat)) for seat in range(3)] == [0, 1, 2]  # token 0: oneself
    assert int(steps.dense.token(3, 0, 1)) == 3  # no seat of this game


def test_too_many_tokens_are_refused():
    wide = ActionSpace(Family("x {}", 0, Wide()))
    with pytest.raises(ValueError, match="more than 5000"):
        lay_out(wide, 2)


class Wide:
    size = 6_000
    pattern = r"\d+"
    parts = (ArgumentPart(1, 6_000),)

    def text(self, index):
        return str(index)

    def parse(self, text):
        return int(text)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_every_game_has_at_most_5000_tokens(game_id):
    game = games.load(game_id)
    for seats in game.rules.seats:
        steps = lay_out(game.rules.actions, seats)
        assert steps.size == len(set(steps.names)) <= MOST_TOKENS  # and no two are called the same


def test_a_discard_is_one_step_for_each_kind_of_card():
    game = games.load("settlers")
    steps = lay_out(game.rules.actions, 4)
    hand = ["LLBW", "LLBG", "LLWG", "LBWG"]
    found = paths(steps, [game.rules.actions.parse(f"discard {letters}") for letters in hand])
    assert sorted(found.values()) == sorted(game.rules.actions.parse(f"discard {letters}") for letters in hand)
    assert {len(path) for path in found} == {1, 2, 3}


def test_a_step_that_is_not_open_is_refused():
    game = games.load("bosman")
    options = game.choose_options(2)
    desk = Interface(game, options)
    match_state = game.rules.new(options)
    with pytest.raises(KotvaError, match="nothing to decide"):
        desk.open(game.view(match_state, 0, options))
    with pytest.raises(KotvaError, match="spectator"):
        desk.observe(game.view(match_state, None, options))
