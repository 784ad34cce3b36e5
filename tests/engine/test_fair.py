"""Fair dice: fixed by the seed and the number of the draw, evenly spread, and committed to before the game."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva.engine.fair import Chance, commitment, new_seed


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment("kotva") == hashlib.sha256(b"kotva").hexdigest()


def test_new_seeds_differ_and_have_256_bits() -> None:
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)


@given(st.text(min_size=1), st.lists(st.integers(1, 10**9), min_size=1, max_size=20))
def test_the_nth_draw_depends_on_seed_and_n_alone(seed: str, bounds: list[int]) -> None:
    chance = Chance(seed)
    drawn = [chance.below(bound) for bound in bounds]
    assert chance.drawn == len(bounds)
    assert Chance(seed, len(bounds) - 1).below(bounds[-1]) == drawn[-1]
    assert all(0 <= number < bound for number, bound in zip(drawn, bounds, strict=True))


def test_anybody_can_compute_a_draw_by_hand() -> None:
    digest = hmac.new(b"seed", b"3/0", hashlib.sha256).digest()
    assert Chance("seed", 3).below(6) == int.from_bytes(digest) % 6


def test_numbers_from_the_uneven_top_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fixed:
        def __init__(self, message: bytes) -> None:
            self.message = message

        def digest(self) -> bytes:
            return b"\xff" * 32 if self.message == b"0/0" else (7).to_bytes(32)

    monkeypatch.setattr("kotva.engine.fair.hmac.new", lambda _key, message, _hash: Fixed(message))
    chance = Chance("any")
    assert chance.below(3) == 1  # 2**256 - 1 leaves 2**256 % 3 over: the second attempt, 7, counts
    assert chance.drawn == 1


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    chance = Chance("a seed")
    counts = Counter(chance.draw([1, 0, 2, 3]) for _ in range(6000))
    assert counts[1] == 0
    assert all(abs(counts[index] - 1000 * weight) < 150 for index, weight in ((0, 1), (2, 2), (3, 3)))


def test_chance_without_outcomes_is_an_error() -> None:
    with pytest.raises(ValueError, match="no outcome"):
        Chance("x").draw([])
