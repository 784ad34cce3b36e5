"""What a seat sees, as a row of small numbers: an observer writes it span by span onto a tape.

An observer gets what `State.seen` gave, never the state itself, so it cannot show what the seat may not know. Wherever seats are
counted in an observation, the seat that looks is 0, the next one 1, and so on.
"""

from typing import Final, Generic, cast

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr

from kotva.engine.arrays import COMPILED, lowest
from kotva.engine.own import Own
from kotva.engine.spans import Span

_MOST: Final = 32_767


def shorts(n: i64) -> vec[i16]:
    """An array of n zeros of 16 bits: what observations are kept in."""
    if not COMPILED:
        return cast("vec[i16]", [0] * n)
    out = vec[i16](capacity=n)
    for _i in range(n):
        out = append(out, i16(0))
    return out


def words(n: i64) -> vec[i32]:
    """An array of n zeros of 32 bits."""
    if not COMPILED:
        return cast("vec[i32]", [0] * n)
    out = vec[i32](capacity=n)
    for _i in range(n):
        out = append(out, i32(0))
    return out


class Tape:
    """A row of zeros that an observer writes on, from `at` onwards.

    A row must be cleared before it is written again. Few of its numbers are not 0, so the tape can note which.
    """

    def __init__(self, size: i64, notes: i64 = 0) -> None:
        self.a: vec[i16] = shorts(size)  # the row
        self.at: i64 = 0  # where the next number goes
        self.notes: vec[i32] = words(notes)  # places that were written to
        self.noted: i64 = 0  # where the next note goes
        self.room: i64 = 0  # no notes are made from here on, they are only counted

    # A note is made in every method anew: a call for it would cost as much as the rest.

    def put(self, value: i64) -> None:
        """One number; beyond 16 bits it is cut to the largest."""
        if value:
            if value > _MOST:
                value = _MOST
            elif value < -_MOST:
                value = -_MOST
            self.a[self.at] = i16(value)
            if self.noted < self.room:
                self.notes[self.noted] = i32(self.at)
            self.noted += 1
        self.at += 1

    def row(self, a: vec[i64], start: i64, n: i64) -> None:
        """Numbers of an array, n of them."""
        at: i64 = self.at
        for i in range(start, start + n):
            value: i64 = a[i]
            if value:
                self.at = at
                self.put(value)
            at += 1
        self.at = at

    def hot(self, index: i64, size: i64) -> None:
        """A 1 in one of `size` places; in none if the index is not among them."""
        if index >= 0 and index < size:
            place: i64 = self.at + index
            self.a[place] = 1
            if self.noted < self.room:
                self.notes[self.noted] = i32(place)
            self.noted += 1
        self.at += size

    def mark(self, index: i64, value: i64) -> None:
        """A number in a place further on, without moving there."""
        place: i64 = self.at + index
        self.a[place] = i16(value)
        if value:
            if self.noted < self.room:
                self.notes[self.noted] = i32(place)
            self.noted += 1

    def ones(self, mask: i64, places: vec[i64], size: i64) -> None:
        """A 1 for each bit of a mask, in one of `size` places; `places` says where the n-th bit belongs."""
        a = self.a
        while mask:
            place: i64 = self.at + places[lowest(mask)]
            mask &= mask - 1
            a[place] = 1
            if self.noted < self.room:
                self.notes[self.noted] = i32(place)
            self.noted += 1
        self.at += size

    def more(self, index: i64) -> None:
        """One more in a place further on, without moving there."""
        place: i64 = self.at + index
        self.a[place] += 1
        if self.noted < self.room:
            self.notes[self.noted] = i32(place)
        self.noted += 1

    def skip(self, size: i64) -> None:
        """Go on; what was not written stays 0."""
        self.at += size

    def turned(self, a: vec[i64], seat: i64, seats: i64) -> None:
        """A number for each of four seats, beginning with the one that looks; 0 for those that are not there."""
        for i in range(seats):
            self.put(a[(seat + i) % seats])
        self.at += 4 - seats

    def clear(self, start: i64, end: i64) -> None:
        """Zeros again in the places noted from `start` to `end`."""
        a = self.a
        notes = self.notes
        for i in range(start, end):
            a[i64(notes[i])] = 0

    def clear_all(self, start: i64, end: i64) -> None:
        """Zeros again from one place to another."""
        for i in range(start, end):
            self.a[i] = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(Generic[Own]):
    """Writes what a seat sees. Games override `spans` and `write`."""

    def board(self) -> list[Span]:
        """What never changes in a game and stands before all else: for boards that options make."""
        return []

    def spans(self) -> list[Span]:
        """What `write` writes, in this order."""
        raise NotImplementedError

    def write_board(self, seat: i64, tape: Tape) -> None:
        """Write the spans of `board` as a seat sees them."""

    def is_open(self, s: Own) -> bool:
        """Whether nothing is hidden from anybody in this state: then `seen` would be a mere copy, and is not made."""
        return False

    def write(self, seen: Own, seat: i64, tape: Tape) -> None:
        """Write every span of what a seat sees; the places written to are 0 before."""
        raise NotImplementedError


def relative(owner: i64, seat: i64, seats: i64) -> i64:
    """How many seats after the one that looks a seat comes; -1 for nobody."""
    if owner < 0 or owner >= seats:
        return -1
    return owner - seat if owner >= seat else owner - seat + seats
