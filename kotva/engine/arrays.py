"""Flat arrays of small integers, and the generator for playouts: the same numbers compiled and interpreted.

Compiled, an array is a `vec[i64]` (about 1 ns an access). Interpreted, a plain list is twice as fast as a `vec`, so
these constructors make lists there; both index, slice (`a[:]` copies) and have a length.
"""

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")


def zeros(n: i64) -> vec[i64]:
    """An array of n zeros."""
    return filled(n, 0)


def filled(n: i64, value: i64) -> vec[i64]:
    """An array of n times the same value."""
    if not COMPILED:
        return cast("vec[i64]", [value] * n)
    out = vec[i64](capacity=n)
    for _i in range(n):
        out = append(out, value)
    return out


def ints(items: list[int]) -> vec[i64]:
    """An array with these items."""
    if not COMPILED:
        return cast("vec[i64]", list(items))
    out = vec[i64](capacity=len(items))
    for x in items:
        out = append(out, x)
    return out


def push(a: vec[i64], value: i64) -> vec[i64]:
    """The array with one more item; always rebind (`a = push(a, x)`), the old one may be gone."""
    if not COMPILED:
        cast("list[int]", a).append(value)
        return a
    return append(a, value)


def doubled(a: vec[i64]) -> vec[i64]:
    """The array with as many zeros after it."""
    out = zeros(2 * len(a))
    for i in range(i64(len(a))):
        out[i] = a[i]
    return out


# `1 << x` is compiled as a 32-bit shift (silently wrong from 31 on): use this table.
BIT: Final = ints([2**i for i in range(62)])


# The number of the only bit of a mask: 2 is a primitive root of 67, so the powers below 2**62 leave different remainders.
_PLACE: Final = ints([next((i for i in range(62) if 2**i % 67 == rest), 0) for rest in range(67)])


def lowest(mask: i64) -> i64:
    """The number of the lowest bit of a mask that is set (0 for an empty one)."""
    return _PLACE[(mask & -mask) % 67]


def popcount(mask: i64) -> i64:
    """How many bits of a mask (at most 62) are set."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


class Rng:
    """A small generator for playouts and re-deals (never for a table's chance: that is `fair.Chance`).

    A 48-bit linear congruence: wrapping at 64 bits and masking give the same low bits as Python's big integers.
    """

    def __init__(self, seed: i64) -> None:
        # The state, 48 bits.
        self.x: i64 = (seed * 0x9E3779B97F + 0x1234567) & 0xFFFFFFFFFFFF
        self.below(2)
        self.below(2)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, for n up to 2**30."""
        self.x = (self.x * 0x5DEECE66D + 11) & 0xFFFFFFFFFFFF
        return ((self.x >> 16) * n) >> 32
