"""The list of actions that is filled again and again."""

from __future__ import annotations

from collections import Counter

from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves


def test_actions_in_the_order_they_were_added() -> None:
    out = Moves()
    for action in (5, 3, 9):
        out.add(action)
    assert out.items() == [5, 3, 9]
    assert out.n == 3
    assert out.has(3)
    assert not out.has(4)


def test_it_grows_past_its_first_room() -> None:
    plain, weighed = Moves(), Moves()
    for number in range(600):
        plain.add(number)
        weighed.weigh(number, number)
    assert plain.items() == weighed.items() == weighed.weights() == list(range(600))
    assert weighed.total == sum(range(600))


def test_clear_forgets_actions_and_weights() -> None:
    out = Moves()
    out.weigh(1, 5)
    out.clear()
    assert (out.items(), out.weights(), out.total) == ([], [], 0)


def test_reserve_makes_room_for_direct_writing() -> None:
    out = Moves()
    out.add(7)
    out.reserve(1000)
    for number in range(1000):
        out.a[out.n] = number
        out.n += 1
    assert out.items() == [7, *range(1000)]
    out.weigh(8, 2)
    assert out.weights()[-1] == 2


def test_pick_is_even_and_pick_weighed_goes_by_weight() -> None:
    out, rng = Moves(), Rng(7)
    for action, weight in ((10, 1), (20, 2), (30, 3)):
        out.weigh(action, weight)
    even = Counter(out.pick(rng) for _ in range(3000))
    weighed = Counter(out.pick_weighed(rng) for _ in range(6000))
    assert all(900 < even[a] < 1100 for a in (10, 20, 30))
    assert all(abs(weighed[a] - 100 * a) < 150 for a in (10, 20, 30))
