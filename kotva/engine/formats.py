"""Texts of a game's own: what a map or a board is written in, what is wrong with one and where, and how it is drawn by hand.

A game declares its formats (`Game.rules.formats`). The command line then checks files of them (`kotva check`), and the server
offers an editor for those that have a sheet; neither knows anything of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TextFault:
    """What is wrong with a text, and where (line and column are counted from 1)."""

    code: str  # a short word for the kind of fault
    line: int  # from 1
    column: int  # from 1
    text: str  # in plain words (marked with N_)
    detail: str = ""  # what was found there: "5 ≠ 6"

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        return f"line {self.line}, column {self.column}: {self.code}: {self.text}{detail}"


@dataclass(frozen=True, slots=True)
class Examined:
    """A text that was looked at: what it calls itself, its size in a few characters, and every fault."""

    name: str = ""  # what the text calls itself
    size: str = ""  # in a few characters: `12x9`
    faults: tuple[TextFault, ...] = ()  # every one, in the order of the text


@dataclass(frozen=True, slots=True)
class Brush:
    """What one square of a sheet can hold: its character in the text, its name, how it is shown."""

    sign: str  # its character in the text
    label: str  # marked with N_
    mark: str = ""  # a character or two drawn on the square
    fill: str = "deep"  # a colour of the look: one of FILLS
    tail: tuple[int, int, str] | None = None  # it takes a second square: columns right, rows down, that one's sign
    offered: bool = True  # False: comes only as the tail of another one


FILLS = ("deep", "sea", "land", "card", "muted")


@dataclass(frozen=True, slots=True)
class GridText:
    """A text that is a rectangle of characters under a headline can be painted square by square."""

    title: str  # of the editor (marked with N_, like all texts here)
    lead: str  # what is to be drawn, in a sentence or two
    head: str  # the headline: `domain {name} {width}x{height}`
    brushes: tuple[Brush, ...]  # the first one is what an empty square holds
    first: str  # the sign of the brush that is taken up at the start
    widths: tuple[int, int]  # least and most
    heights: tuple[int, int]  # least and most
    comment: str = ";"  # a line that begins so is no row
    name: str = "[a-z0-9_-]{1,20}"  # what a name looks like, as a regular expression
    shelf: str = ""  # under which name a browser keeps what people have drawn


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of text that belongs to a game."""

    id: str  # a word: `map`
    title: str  # marked with N_
    clause: str  # which rule describes it
    examine: Callable[[str], Examined]  # looks at a text and tells every fault
    longest: int = 10_000  # characters; nothing longer is looked at
    options: tuple[str, ...] = ()  # options of the game that take such a text
    samples: Mapping[str, str] = field(
        default_factory=dict
    )  # known ones by name; the first is what an editor starts with
    sheet: GridText | None = None  # how it is drawn by hand; None: typed only
