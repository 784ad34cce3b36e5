"""One PDF out of several that are made one after the other: a document of any length needs the memory of one of its parts.

The parts come from `kotva.server.tournaments.pdf`: objects follow one another, a table at the end says where each begins. So an
object goes on as it is, under a new number, and only the list of pages is written anew, at the end.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import pairwise
from typing import Final

_NUMBERS: Final = re.compile(rb"(?<![\w.])(\d+) 0 R\b")
_KIDS: Final = re.compile(rb"/Kids \[([^\]]*)\]")
_ROOT: Final = re.compile(rb"/Root (\d+) 0 R")
_INFO: Final = re.compile(rb"/Info (\d+) 0 R")
_PAGES: Final = re.compile(rb"/Pages (\d+) 0 R")
_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")


class BadPart(ValueError):
    """A file that is not written as ours are."""


class Merged:
    """Takes files and gives the pieces of one; `end` gives the last."""

    def __init__(self) -> None:
        self._at = 0  # bytes so far
        self._places: dict[int, int] = {}  # where each object begins
        self._next = 1
        self._pages = 0  # the number of the list of pages
        self._kids: list[int] = []
        self._catalog = self._info = 0
        self._hash = hashlib.md5(usedforsecurity=False)

    def add(self, part: bytes) -> bytes:
        """The next piece."""
        places, trailer = _table(part)
        root, info = _number(_ROOT, trailer), _number(_INFO, trailer)
        pages = _number(_PAGES, _object(part, places, root))
        left_out, out = {pages, root, info}, b""
        if not self._pages:
            self._pages, self._next = self._next, self._next + 1
            left_out = {pages}
            out = part[: min(place for place, _ in places.values())]  # the head: which version it is
        numbers = {pages: self._pages}
        for old in places:
            if old not in left_out:
                numbers[old], self._next = self._next, self._next + 1
        if not self._catalog:
            self._catalog, self._info = numbers[root], numbers[info]
        kids = _KIDS.search(_object(part, places, pages))
        if kids is None:
            raise BadPart("no pages")
        self._kids += [numbers[int(number)] for number in _NUMBERS.findall(kids[1])]
        pieces = [self._count(out)]
        for old, new in numbers.items():
            if old != pages:
                self._places[new] = self._at
                pieces.append(self._count(b"%d 0 obj" % new + _renumbered(_object(part, places, old), numbers)))
        return b"".join(pieces)

    def end(self) -> bytes:
        """The list of pages, and where everything is."""
        self._places[self._pages] = self._at
        kids = b" ".join(b"%d 0 R" % kid for kid in self._kids)
        head = b"%d 0 obj\n<<\n/Count %d /Kids [ %s ] /Type /Pages\n>>\nendobj\n" % (self._pages, len(self._kids), kids)
        start = self._at + len(head)
        rows = b"".join(b"%010d 00000 n \n" % self._places[number] for number in range(1, self._next))
        name = self._hash.hexdigest().encode()
        tail = b"trailer\n<<\n/ID [<%s><%s>]\n/Info %d 0 R\n/Root %d 0 R\n/Size %d\n>>\nstartxref\n%d\n%%%%EOF\n" % (
            *(name, name, self._info, self._catalog, self._next),
            start,
        )
        return head + b"xref\n0 %d\n0000000000 65535 f \n" % self._next + rows + tail

    def _count(self, piece: bytes) -> bytes:
        self._at += len(piece)
        self._hash.update(piece)
        return piece


async def merged(parts: int, make: Callable[[int], Awaitable[bytes]], first: bytes) -> AsyncIterator[bytes]:
    """One file: each part is made when the one before it has been taken. The first is there already."""
    out = Merged()
    yield out.add(first)
    for number in range(1, parts):
        yield out.add(await make(number))
    yield out.end()


def _table(part: bytes) -> tuple[dict[int, tuple[int, int]], bytes]:
    """Where each object of a file begins and ends, and what stands behind them all."""
    start = _START.search(part[-64:])
    if start is None:
        raise BadPart("no end")
    table = int(start[1])
    rows = part[table:].split(b"\n")
    if rows[0].strip() != b"xref":
        raise BadPart("no table")
    count = int(rows[1].split()[1])
    begins = {number: int(rows[2 + number][:10]) for number in range(1, count)}
    order = [*sorted(begins.values()), table]
    ends = dict(pairwise(order))
    return {number: (place, ends[place]) for number, place in begins.items()}, part[part.index(b"trailer", table) :]


def _object(part: bytes, places: dict[int, tuple[int, int]], number: int) -> bytes:
    """What an object is, behind its number."""
    start, end = places[number]
    head = b"%d 0 obj" % number
    if not part.startswith(head, start):
        raise BadPart(f"object {number} is elsewhere")
    return part[start + len(head) : end]


def _renumbered(body: bytes, numbers: dict[int, int]) -> bytes:
    """The same with the new numbers of what it refers to; a picture or a font refers to nothing."""
    words, stream, rest = body.partition(b"\nstream")
    return _NUMBERS.sub(lambda found: b"%d 0 R" % numbers[int(found[1])], words) + stream + rest


def _number(pattern: re.Pattern[bytes], text: bytes) -> int:
    found = pattern.search(text)
    if found is None:
        raise BadPart(pattern.pattern.decode())
    return int(found[1])
