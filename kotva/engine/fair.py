"""Fair dice, provably: a table's chance comes from a secret seed by HMAC and a counter.

The SHA-256 of the seed is shown before the first move and the seed after the last, so anyone can check a record.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence


def new_seed() -> str:
    """A fresh secret of 256 bits, in hexadecimal."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published before the game: it fixes the seed without telling it."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Chance:
    """The chance of one table: the n-th draw depends on the seed and n alone, so a replay can check each one."""

    def __init__(self, seed: str, drawn: int = 0) -> None:
        self._seed = seed.encode()
        self.drawn = drawn  # how many draws have been made

    def draw(self, weights: Sequence[int]) -> int:
        """The index of the next outcome, as likely as its weight among all."""
        total = sum(weights)
        if total <= 0:
            raise ValueError("chance has no outcome to choose from")
        number = self.below(total)
        index = 0
        while number >= weights[index]:
            number -= weights[index]
            index += 1
        return index

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (numbers from the uneven top of the range are thrown away)."""
        limit = 2**256 - 2**256 % n
        attempt = 0
        while True:
            message = f"{self.drawn}/{attempt}".encode()
            number = int.from_bytes(hmac.new(self._seed, message, hashlib.sha256).digest())
            if number < limit:
                self.drawn += 1
                return number % n
            attempt += 1
