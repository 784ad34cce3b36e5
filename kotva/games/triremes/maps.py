"""Domain maps as text (TRI-2.10), their faults (TRI-2.11), and how they are joined into a board (TRI-2.8, 17.1, 18.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kotva.engine.errors import KotvaError, Translator
from kotva.engine.formats import TextFault
from kotva.engine.say import N_
from kotva.games.triremes import board
from kotva.games.triremes.board import Chart

BAY = """domain bay 16x9
................
................
................
................
................
.^..^..##..^..^.
#o..o.#pp#.o..o#
##o>.#FFF##.<o##
##pp##FFF###pp##
"""
COVE = """\
domain cove 12x8
............
............
............
............
.^..^..^..^.
#o..oppo..o#
#o>.#FF#.<o#
#pp#FFFF#pp#
"""
NAMED = {"bay": BAY, "cove": COVE}

BOWS = "^>v<"  # drawn headings up, right, down, left
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # by drawn heading; row 1 is at the bottom
_HEADER = re.compile(r"domain ([a-z0-9_-]{1,20}) ([1-9][0-9]?)x([1-9][0-9]?)")
LEAST_WIDTH, MOST_WIDTH, LEAST_HEIGHT, MOST_HEIGHT = 8, 26, 6, 26
Square = tuple[int, int]  # column, row, from 1, as drawn: row 1 is the lowest
TOLD = 5  # faults in a message; the editor shows all of them
_WHERE = N_("line {line}, column {column}: {code}: {fault}")

FAULTS = {
    "M1": N_("the first line must be `domain NAME WxH`, W from 8 to 26, H from 6 to 26"),
    "M2": N_("a map has exactly H rows of exactly W known characters"),
    "M3": N_("a map has exactly six fortress squares, connected by sides"),
    "M4": N_("a map has exactly six berths: a bow mark with its own `o` right behind it"),
    "M5": N_("a map has exactly six posts"),
    "M6": N_("the land must be one group connected by sides"),
    "M7": N_("the sea must be one group connected by sides, and the top row open sea"),
    "M8": N_("at least six land squares must lie beside the sea"),
    "M9": N_("a ship in this berth can never bring its bow to the top row"),
}


class BadMap(KotvaError):
    """A map with faults; `faults` has all of them, the message the first few."""

    def __init__(self, faults: Sequence[TextFault]) -> None:
        self.faults = tuple(faults)
        more = N_("This map is not valid: {faults}; and more (TRI-2.11).")
        text = N_("This map is not valid: {faults} (TRI-2.11).") if len(faults) <= TOLD else more
        super().__init__(text, faults="; ".join(map(str, faults[:TOLD])))

    def say(self, say: Translator) -> str:
        told = (
            say(_WHERE, line=fault.line, column=fault.column, code=fault.code, fault=say(fault.text))
            + (f" ({fault.detail})" if fault.detail else "")
            for fault in self.faults[:TOLD]
        )
        return say(self.text, faults="; ".join(told))


@dataclass(frozen=True)
class DomainMap:
    """One map as its owner draws it: rows from the top (seaward) edge down."""

    name: str
    rows: tuple[str, ...]
    lines: tuple[int, ...] = ()  # where each row stands in the text

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def text(self) -> str:
        """The map in its one canonical spelling."""
        return "\n".join((f"domain {self.name} {self.width}x{self.height}", *self.rows)) + "\n"

    def at(self, square: Square) -> str:
        """The character of a square; outside the map everything is reef (TRI-2.5)."""
        column, row = square
        inside = 1 <= column <= self.width and 1 <= row <= self.height
        return self.rows[self.height - row][column - 1] if inside else "x"

    def squares(self) -> Iterator[Square]:
        """All squares in reading order: top row first, left to right."""
        for row in range(self.height, 0, -1):
            for column in range(1, self.width + 1):
                yield column, row

    def marked(self, characters: str) -> list[Square]:
        return [square for square in self.squares() if self.at(square) in characters]

    def kind(self, square: Square) -> int:
        """TRI-2.2: a square counts as a whole as land, sea or reef."""
        character = self.at(square)
        return board.LAND if character in "#pFP" else board.REEF if character == "x" else board.SEA

    @cached_property
    def berths(self) -> list[tuple[Square, int]]:
        """TRI-3.2: bow squares and drawn headings, in reading order."""
        return [(square, BOWS.index(self.at(square))) for square in self.marked(BOWS)]

    @cached_property
    def posts(self) -> list[Square]:
        return self.marked("pP")

    @cached_property
    def fortress(self) -> list[Square]:
        return self.marked("FP")


# -- reading and faults -------------------------------------------------------------------------------------------------


def read(text: str) -> DomainMap:
    """TRI-2.10: a map from its text, or BadMap with every fault."""
    domain, faults = examine(text)
    if faults or domain is None:
        raise BadMap(faults)
    return domain


def examine(text: str) -> tuple[DomainMap | None, list[TextFault]]:
    """A map and its faults by TRI-2.11: M1 alone, or M2 alone, or all of M3 to M8, or M9."""
    lines = [(n, line.rstrip("\r")) for n, line in enumerate(text.split("\n"), 1)]
    lines = [(n, line) for n, line in lines if line.strip() and not line.startswith(";")]
    if not lines:
        return None, [_found("M1", 1, 1)]
    number, header = lines[0]
    match = _HEADER.fullmatch(header)
    if match is None:
        return None, [_found("M1", number, _mismatch(header))]
    width, height = int(match[2]), int(match[3])
    if not (LEAST_WIDTH <= width <= MOST_WIDTH and LEAST_HEIGHT <= height <= MOST_HEIGHT):
        return None, [_found("M1", number, match.start(2) + 1, f"{width}x{height}")]
    faults = list(_shape_faults(lines[1:], width, height, number))
    if faults:
        return None, faults
    domain = DomainMap(match[1], tuple(line for _, line in lines[1:]), tuple(n for n, _ in lines[1:]))
    faults = [fault for find in _FINDERS for fault in find(domain)]
    return domain, faults or list(_trapped(domain))


def _found(code: str, line: int, column: int, detail: str = "") -> TextFault:
    return TextFault(code, line, column, FAULTS[code], detail)


def _mismatch(header: str) -> int:
    """The column where a header stops looking like one."""
    words = header.split(" ")
    if words[0] != "domain":
        return 1
    if len(words) < 2 or not re.fullmatch(r"[a-z0-9_-]{1,20}", words[1]):
        return len("domain ") + 1
    return len(words[0]) + len(words[1]) + 3


def _shape_faults(lines: list[tuple[int, str]], width: int, height: int, header: int) -> Iterator[TextFault]:
    for number, line in lines[:height]:
        unknown = next((i for i, c in enumerate(line) if c not in ".^>v<o#pFPx"), None)
        if unknown is not None:
            yield _found("M2", number, unknown + 1, repr(line[unknown]))
        if len(line) != width:
            yield _found("M2", number, min(len(line), width) + 1, f"{len(line)} ≠ {width}")
    if len(lines) < height:
        yield _found("M2", lines[-1][0] if lines else header, 1, f"{len(lines)} < {height}")
    elif len(lines) > height:
        yield _found("M2", lines[height][0], 1, f"{len(lines)} > {height}")


def _fault(code: str, domain: DomainMap, square: Square, detail: str = "") -> TextFault:
    column, row = square
    return _found(code, domain.lines[domain.height - row], column, detail)


def _count_fault(code: str, domain: DomainMap, found: list[Square], detail: str = "") -> TextFault:
    """A wrong number: shown at the first one too many, or at the last one there is."""
    where = found[6] if len(found) > 6 else found[-1] if found else (1, domain.height)
    return _fault(code, domain, where, detail or f"{len(found)} ≠ 6")


def _neighbours(square: Square) -> list[Square]:
    column, row = square
    return [(column + dx, row + dy) for dx, dy in _STEPS]


def _strays(squares: list[Square]) -> list[Square]:
    """The first squares of all groups but the first."""
    left = dict.fromkeys(squares)
    strays = []
    while left:
        first = next(iter(left))
        strays.append(first)
        reached = [first]
        del left[first]
        while reached:
            for square in _neighbours(reached.pop()):
                if square in left:
                    del left[square]
                    reached.append(square)
    return strays[1:]


def _fortress_faults(domain: DomainMap) -> Iterator[TextFault]:
    if len(domain.fortress) != 6:
        yield _count_fault("M3", domain, domain.fortress)
    for square in _strays(domain.fortress):
        yield _fault("M3", domain, square)


def _stern(bow: Square, heading: int) -> Square:
    return bow[0] - _STEPS[heading][0], bow[1] - _STEPS[heading][1]


def _berth_faults(domain: DomainMap) -> Iterator[TextFault]:
    if len(domain.berths) != 6:
        yield _count_fault("M4", domain, [bow for bow, _ in domain.berths])
    sterns = [_stern(bow, heading) for bow, heading in domain.berths]
    for (bow, _), stern in zip(domain.berths, sterns):
        if domain.at(stern) != "o":
            yield _fault("M4", domain, bow)
    for square in domain.marked("o"):
        if sterns.count(square) != 1:
            yield _fault("M4", domain, square)


def _post_faults(domain: DomainMap) -> Iterator[TextFault]:
    if len(domain.posts) != 6:
        yield _count_fault("M5", domain, domain.posts)


def _land_faults(domain: DomainMap) -> Iterator[TextFault]:
    for square in _strays([q for q in domain.squares() if domain.kind(q) == board.LAND]):
        yield _fault("M6", domain, square)


def _sea_faults(domain: DomainMap) -> Iterator[TextFault]:
    for square in domain.squares():
        if square[1] == domain.height and domain.at(square) != ".":
            yield _fault("M7", domain, square)
    for square in _strays([q for q in domain.squares() if domain.kind(q) == board.SEA]):
        yield _fault("M7", domain, square)


def _shore_faults(domain: DomainMap) -> Iterator[TextFault]:
    shore = [
        q
        for q in domain.squares()
        if domain.kind(q) == board.LAND and any(domain.kind(n) == board.SEA for n in _neighbours(q))
    ]
    if len(shore) < 6:
        yield _count_fault("M8", domain, shore, f"{len(shore)} < 6")


_FINDERS = (_fortress_faults, _berth_faults, _post_faults, _land_faults, _sea_faults, _shore_faults)


def _trapped(domain: DomainMap) -> Iterator[TextFault]:
    """M9: a lone ship tries all movements of TRI-5.2 on this map only."""
    for bow, heading in domain.berths:
        seen = {(bow, heading)}
        reached = [(bow, heading)]
        while reached:
            for pose in _movements(domain, *reached.pop()):
                if pose not in seen:
                    seen.add(pose)
                    reached.append(pose)
        if all(row != domain.height for (_, row), _ in seen):
            yield _fault("M9", domain, bow)


def _movements(domain: DomainMap, bow: Square, heading: int) -> Iterator[tuple[Square, int]]:
    """Where a ship alone on a map can be after one movement."""

    def ahead(square: Square, h: int) -> Square:
        return square[0] + _STEPS[h % 4][0], square[1] + _STEPS[h % 4][1]

    def free(square: Square) -> bool:
        return domain.kind(square) == board.SEA

    one, two = ahead(bow, heading), ahead(ahead(bow, heading), heading)
    if free(one):
        if free(two):
            yield two, heading  # F
        for turn in (3, 1):  # FL, FR
            if free(ahead(one, heading + turn + 2)):
                yield one, (heading + turn) % 4
        yield bow, (heading + 2) % 4  # B
    for turn in (3, 1):  # L, R
        if free(ahead(bow, heading + turn)):
            yield ahead(bow, heading + turn), (heading + turn) % 4


# -- joining ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def named(value: str) -> DomainMap:
    """The map of an option: a name or a text."""
    return read(NAMED.get(value, value))


def misfits(maps: Sequence[DomainMap], layout: int) -> str:
    """TRI-2.12: why maps do not fit a layout; empty if they do."""
    if len({m.width for m in maps}) > 1:
        return "W: " + ", ".join(str(m.width) for m in maps)
    if layout != board.FACING and len({m.height for m in maps}) > 1:
        return "H: " + ", ".join(str(m.height) for m in maps)
    return ""


@dataclass(frozen=True, slots=True)
class Patch:
    """A map laid on the board: whose it is, which of its copies, and where its drawn squares and headings come to lie."""

    seat: int
    copy: int
    domain: DomainMap
    arm: int  # how often the drawing is turned right: 0 as drawn, 1 west, 2 turned about, 3 east
    shift: Square

    def place(self, square: Square) -> Square:
        c, r = square
        w, h = self.domain.width, self.domain.height
        turned = ((c, r), (r, w + 1 - c), (w + 1 - c, h + 1 - r), (h + 1 - r, c))[self.arm]
        return turned[0] + self.shift[0], turned[1] + self.shift[1]


def patches(maps: Sequence[DomainMap], layout: int) -> tuple[int, int, list[Patch]]:
    """The size of the board and the maps on it, a player's left copy before the right one (TRI-17.2)."""
    w, h = maps[0].width, maps[0].height
    if layout == board.FACING:  # TRI-2.8
        return w, h + maps[1].height, [Patch(0, 0, maps[0], 0, (0, 0)), Patch(1, 0, maps[1], 2, (0, h))]
    if layout == board.DOUBLE:  # TRI-17.1
        lower = [Patch(0, 0, maps[0], 0, (0, 0)), Patch(0, 1, maps[0], 0, (w, 0))]
        upper = [Patch(1, 0, maps[1], 2, (w, h)), Patch(1, 1, maps[1], 2, (0, h))]
        return 2 * w, 2 * h, lower + upper
    shifts = ((h, 0), (0, h), (h, h + w), (h + w, h))  # TRI-18.1: south, west, north, east
    side = w + 2 * h
    return side, side, [Patch(seat, 0, m, seat, shifts[seat]) for seat, m in enumerate(maps)]


def join(maps: Sequence[DomainMap], layout: int) -> Chart:
    """The board: kinds, shores, capitals, berths and posts of all players."""
    columns, rows, laid = patches(maps, layout)
    chart = Chart(columns, rows)
    chart.layout = layout
    stride = int(chart.stride)

    def number(square: Square) -> int:
        return square[0] * stride + square[1]

    if layout == board.CROSS:
        h, w = maps[0].height, maps[0].width
        for column in range(h + 1, h + w + 1):
            for row in range(h + 1, h + w + 1):
                chart.set_kind(number((column, row)), board.SEA)
    for patch in laid:
        lists: Iterable[tuple[str, Iterable[int]]] = (
            (
                "berth",
                (number(patch.place(bow)) * 4 + (heading + patch.arm) % 4 for bow, heading in patch.domain.berths),
            ),
            ("post", (number(patch.place(q)) for q in patch.domain.posts)),
            ("capital", (number(patch.place(q)) for q in patch.domain.fortress)),
        )
        for name, values in lists:
            for i, value in enumerate(values):
                getattr(chart, name)[patch.seat * board.BERTHS + patch.copy * 6 + i] = value
        for square in patch.domain.squares():
            at = number(patch.place(square))
            kind = patch.domain.kind(square)
            chart.set_kind(at, kind)
            if kind == board.LAND:
                chart.shore[at] = patch.seat  # TRI-2.9
            if patch.domain.at(square) in "FP":
                chart.fort[at] = patch.seat * 2 + patch.copy
    return chart
