"""Arrays and the generator: the same numbers compiled and interpreted, as Python's own big integers have them."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kotva.engine.arrays import BIT, Rng, filled, ints, popcount, push, zeros


def test_constructors() -> None:
    assert list(zeros(3)) == [0, 0, 0]
    assert list(filled(2, -7)) == [-7, -7]
    assert list(ints([3, 1, 2])) == [3, 1, 2]
    assert len(zeros(0)) == 0


def test_push_gives_the_longer_array() -> None:
    array = zeros(0)
    for number in range(300):
        array = push(array, number)
    assert list(array) == list(range(300))


def test_a_slice_is_a_copy() -> None:
    array = ints([1, 2])
    copy = array[:]
    copy[0] = 9
    assert list(array) == [1, 2]


def test_every_bit_is_itself() -> None:
    """`1 << 40` is compiled as a 32-bit shift: the table must not be."""
    assert list(BIT) == [2**i for i in range(62)]


@given(st.integers(0, 2**62 - 1))
def test_popcount_counts_bits(mask: int) -> None:
    assert popcount(mask) == mask.bit_count()


class Model:
    """The generator again, in integers that cannot overflow."""

    def __init__(self, seed: int) -> None:
        self.x = (seed * 0x9E3779B97F + 0x1234567) % 2**48
        self.below(2)
        self.below(2)

    def below(self, n: int) -> int:
        self.x = (self.x * 0x5DEECE66D + 11) % 2**48
        return (self.x >> 16) * n >> 32


@given(st.integers(0, 2**31), st.lists(st.integers(1, 2**30), max_size=50))
def test_the_generator_is_the_one_we_think_it_is(seed: int, bounds: list[int]) -> None:
    rng, model = Rng(seed), Model(seed)
    for bound in bounds:
        number = rng.below(bound)
        assert number == model.below(bound)
        assert 0 <= number < bound


def test_all_numbers_come_about_equally_often() -> None:
    rng = Rng(2026)
    counts = Counter(rng.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in counts.values())


def test_neighbouring_seeds_do_not_begin_alike() -> None:
    firsts = {tuple(rng.below(1000) for _ in range(3)) for rng in map(Rng, range(200))}
    assert len(firsts) == 200
