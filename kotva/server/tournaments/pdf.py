"""Paper as PDF: a page to write on, in millimetres from its upper left corner, with words that always fit their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final
from unicodedata import combining, normalize

from anyascii import anyascii
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from kotva.scene import fonts

TEXT: Final = "KotvaText"
BOLD: Final = "KotvaBold"
HEADING: Final = "KotvaHeading"
LEFT, MIDDLE, RIGHT = "left", "middle", "right"
_LEAST = 5.0  # points: nobody reads anything smaller
_NARROWEST = 0.78  # a line may be set that much smaller before it is broken in two
_MARGIN = 15.0
_INK = 0.0
_QUIET = 0.35  # grey of small print
_FAINT = 0.72  # grey of thin lines


@cache
def _bring_fonts() -> frozenset[int]:
    """Make our fonts known; the characters that all of them can write."""
    known = []
    for name, path in ((TEXT, fonts.TEXT), (BOLD, fonts.BOLD), (HEADING, fonts.HEADING)):
        font = TTFont(name, str(path))
        registerFont(font)
        known.append(frozenset(font.face.charToGlyph))
    return frozenset.intersection(*known)


def is_writable(text: str) -> bool:
    """Whether our fonts have all characters of a text: Latin, Greek and Cyrillic ones; a browser has more."""
    return all(letter.isspace() or ord(letter) in _bring_fonts() for letter in text)


def writable(text: str) -> str:
    """A text in letters that our fonts have: without rare accents, or else in Latin ones; a browser shows it as it is."""
    text = "".join(" " if letter.isspace() and ord(letter) not in _bring_fonts() else letter for letter in text)
    if is_writable(text):
        return text
    return " ".join(word if is_writable(word) else _spelt(word) for word in text.split())


def _spelt(word: str) -> str:
    plain = "".join(letter for letter in normalize("NFD", word) if not combining(letter))
    if is_writable(plain):
        return plain
    said = anyascii(word).replace("`", "").strip()
    return said[:1].upper() + said[1:] if word[:1].title() == word[:1] else said  # most scripts have no capitals


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: its heading, width in millimetres, and how its words stand."""

    title: str
    width: float
    align: str = LEFT
    font: str = TEXT


class Paper:
    """Pages that are written one after the other; `done` gives the file."""

    def __init__(self, title: str, language: str, *, across: bool = False, margin: str = "") -> None:
        _bring_fonts()
        size = landscape(A4) if across else A4
        self.wide, self.high = size[0] / mm, size[1] / mm
        self._out = BytesIO()
        # invariant: the same tournament gives the same file, byte by byte
        self._canvas = Canvas(self._out, pagesize=size, invariant=1, lang=language)
        self._margin = margin  # written at the foot of every page
        self._canvas.setTitle(title)
        self._canvas.setCreator("Kotva")

    @property
    def inside(self) -> float:
        """How wide the page is between its margins."""
        return self.wide - 2 * _MARGIN

    def next_page(self) -> None:
        room = self.inside * 0.35
        self.write(self.wide - _MARGIN, self.high - 8, self._margin, 7, width=room, align=RIGHT, lines=1, grey=_QUIET)
        self._canvas.showPage()

    def done(self) -> bytes:
        self._canvas.save()
        return self._out.getvalue()

    # -- words -------------------------------------------------------------------------------------------------------

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        width: float,
        font: str = TEXT,
        align: str = LEFT,
        lines: int = 2,
        grey: float = _INK,
        pair: float = 0.75,
    ) -> None:
        """A text with its base line at `y`, from `x` on, around or up to `x`; smaller or on two lines where it must."""
        wanted = size
        said, size = fitted(writable(text), font, size, width * mm, lines, pair)
        # Two lines stand around the middle of where one would.
        lift = (0.35 * wanted + 0.21 * size) / mm if len(said) > 1 else 0.0
        self._canvas.setFillGray(grey)
        self._canvas.setFont(font, size)
        put: Callable[[float, float, str], object] = {
            LEFT: self._canvas.drawString,
            MIDDLE: self._canvas.drawCentredString,
            RIGHT: self._canvas.drawRightString,
        }[align]
        for number, line in enumerate(said):
            put(x * mm, (self.high - y + lift) * mm - number * size * 1.12, line)

    # -- lines and pictures ------------------------------------------------------------------------------------------

    def rule(self, x: float, y: float, x2: float, y2: float, width: float = 0.4, grey: float = _INK) -> None:
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width)
        self._canvas.line(x * mm, (self.high - y) * mm, x2 * mm, (self.high - y2) * mm)

    def cut(self, x: float, y: float, x2: float, y2: float) -> None:
        """Where scissors go."""
        self._canvas.setDash(2, 2.5)
        self.rule(x, y, x2, y2, 0.5, 0.5)
        self._canvas.setDash()

    def frame(self, x: float, y: float, width: float, height: float, line: float = 0.6) -> None:
        self._canvas.setStrokeGray(_INK)
        self._canvas.setLineWidth(line)
        self._canvas.rect(x * mm, (self.high - y - height) * mm, width * mm, height * mm)

    def tick(self, x: float, y: float, size: float = 4.2) -> None:
        """A box to tick, with its lower edge at `y`."""
        self.frame(x, y - size, size, size, 0.7)

    def code(self, dots: Sequence[Sequence[int]], x: float, y: float, size: float) -> None:
        """A QR code as squares, sharp at any size."""
        step = size / len(dots)
        self._canvas.setFillGray(_INK)
        for row, line in enumerate(dots):
            for column, dark in enumerate(line):
                if dark:
                    left, low = (x + column * step) * mm, (self.high - y - (row + 1) * step) * mm
                    self._canvas.rect(left, low, step * mm * 1.01, step * mm * 1.01, stroke=0, fill=1)

    def picture(self, png: bytes, x: float, y: float, width: float, height: float) -> None:
        """A picture in the middle of this room, as large as fits."""
        image = ImageReader(BytesIO(png))
        across, down = image.getSize()
        scale = min(width / across, height / down)
        left, top = x + (width - across * scale) / 2, y + (height - down * scale) / 2
        low = (self.high - top - down * scale) * mm
        self._canvas.drawImage(image, left * mm, low, across * scale * mm, down * scale * mm)

    # -- what several documents have ---------------------------------------------------------------------------------

    def head(self, title: str, about: str, more: str = "") -> float:
        """The head of a page; where what it is about begins."""
        self.write(_MARGIN, 22, title, 20, width=self.inside, font=HEADING)
        self.write(_MARGIN, 30, about, 13, width=self.inside * (0.6 if more else 1), font=BOLD, lines=1)
        if more:
            self.write(self.wide - _MARGIN, 30, more, 10, width=self.inside * 0.38, align=RIGHT, lines=1, grey=_QUIET)
        self.rule(_MARGIN, 33, self.wide - _MARGIN, 33, 1.2)
        return 37.0

    def foot(self, text: str) -> None:
        self.write(self.wide / 2, self.high - 8, text, 8, width=self.inside, align=MIDDLE, lines=1, grey=_QUIET)

    def list(
        self,
        top: float,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        height: float,
        heavy: Sequence[int] = (),
    ) -> None:
        """Lines of one page under their headings; `heavy` ones have a thick line above."""
        size = min(height * 1.75, 22.0)
        named = any(column.title for column in columns)
        lefts = [_MARGIN + sum(column.width for column in columns[:i]) for i in range(len(columns))]
        y = top
        if named:
            for column, left in zip(columns, lefts):
                self._cell(column, left, y + 5, column.title, 8.5, BOLD, _QUIET)
            y += 7
        for number, row in enumerate(rows):
            thick = number in heavy
            self.rule(_MARGIN, y, self.wide - _MARGIN, y, 1.1 if thick else 0.3, _INK if thick else _FAINT)
            y += height
            for column, left, text in zip(columns, lefts, row):
                self._cell(column, left, y - height * 0.3, text, size, column.font, _INK)
        self.rule(_MARGIN, y, self.wide - _MARGIN, y, 0.3, _FAINT)

    def _cell(self, column: Column, left: float, y: float, text: str, size: float, font: str, grey: float) -> None:
        x = {LEFT: left, MIDDLE: left + column.width / 2, RIGHT: left + column.width - 2}[column.align]
        self.write(x, y, text, size, width=column.width - 2, font=font, align=column.align, grey=grey, pair=0.62)


def fitted(text: str, font: str, size: float, width: float, lines: int, pair: float = 0.75) -> tuple[list[str], float]:
    """A text on one line, or broken where it must be, and the size at which that fits; at worst it is cut off with `…`.

    Two lines are never larger than `pair` of what one line would be.
    """
    _bring_fonts()
    text = " ".join(text.split())
    whole = stringWidth(text, font, size)
    if whole <= width:
        return [text], size
    least = max(_LEAST, size * (_NARROWEST if lines > 1 else 0.4))
    if whole * least / size <= width:
        return [text], size * width / whole
    if lines > 1:
        said = _broken(text, font)
        small = min(size * pair, width / max(stringWidth(line, font, 1) for line in said))
        if small >= _LEAST:
            return said, small
    return [_cut(text, font, _LEAST, width)], _LEAST


def _broken(text: str, font: str) -> list[str]:
    """Two lines as even as can be: between words, or in the middle of one that is too long."""
    words = text.split(" ")
    ways = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    half = len(text) // 2
    best = min(ways or [(text[:half], text[half:])], key=lambda two: max(stringWidth(line, font, 1) for line in two))
    return list(best)


def _cut(text: str, font: str, size: float, width: float) -> str:
    while len(text) > 1 and stringWidth(text + "…", font, size) > width:
        text = text[:-1]
    return text + "…"
