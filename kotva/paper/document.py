"""The PDF of a game: what is in the box, pieces front and back, boards, player aids, the rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.pagesizes import LETTER as LETTER_SIZE
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Frame

from kotva.engine.components import HEX, ROUND, Component, PrintedBoard
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.learn.legend import legend
from kotva.paper import drawing
from kotva.paper.book import paragraphs
from kotva.paper.drawing import BLEED
from kotva.paper.layout import MARGIN, BoardPart, Place, mirrored, parts, sheets
from kotva.server.rulebook import page, short_page
from kotva.server.tournaments.pdf import BOLD, HEADING, TEXT, fitted, writable

LETTER: Final = "letter"
PAPERS: Final = {"a4": A4, LETTER: LETTER_SIZE}
CONTENTS: Final = ("list", "pieces", "boards", "aids", "rules")
_MARK: Final = 3.0  # millimetres, the length of a crop mark
_RULER: Final = 100


@dataclass(frozen=True, slots=True)
class Printing:
    """How a game is printed."""

    paper: str = "a4"
    save_ink: bool = False
    language: str = "en"
    contents: tuple[str, ...] = CONTENTS


def printed(game: Game, how: Printing) -> bytes:
    """The file."""
    if how.paper not in PAPERS:
        raise KotvaError("Paper is {known}, not {given!r}.", known=", ".join(PAPERS), given=how.paper)
    for name in how.contents:
        if name not in CONTENTS:
            raise KotvaError("What can be printed: {known}; not {given!r}.", known=", ".join(CONTENTS), given=name)
    return _Document(game, how).done()


def boards_of(game: Game) -> tuple[PrintedBoard, ...]:
    """The boards that a game declares; the whole scene of one that declares nothing."""
    if game.components.pieces or game.components.boards:
        return game.components.boards
    return (PrintedBoard(name="board", scale=25.0),)


class _Document:
    def __init__(self, game: Game, how: Printing) -> None:
        fitted("", TEXT, 10, 100, 1)  # brings the fonts
        self._game, self._how = game, how
        self._say = Say(how.language, game.id)
        size = PAPERS[how.paper]
        self._wide, self._high = size[0] / mm, size[1] / mm
        self._out = BytesIO()
        self._canvas = Canvas(self._out, pagesize=size, invariant=1, lang=how.language)
        self._canvas.setTitle(self._say(game.title))
        self._canvas.setCreator("Kotva")
        self._readers: dict[int, tuple[Image.Image, ImageReader]] = {}

    def done(self) -> bytes:
        for name in CONTENTS:
            if name in self._how.contents:
                getattr(self, f"_{name}")()
        self._canvas.save()
        return self._out.getvalue()

    # -- parts of the document ---------------------------------------------------------------------------------------

    def _list(self) -> None:
        """What is in the box, and how to print it."""
        say = self._say
        self._words(say(self._game.title), 24, MARGIN + 14, HEADING)
        told = say("Print at 100 % (no scaling), on both sides, turned over the long edge. Check with the ruler below.")
        self._words(told, 10, MARGIN + 24)
        y = MARGIN + 38
        for name, count, size in self._rows():
            self._words(f"{count} ×", 11, y, BOLD)
            self._words(say(name), 11, y, TEXT, MARGIN + 18)
            self._words(size, 11, y, TEXT, self._wide - MARGIN - 60)
            y += 7
        self._end(say("What is in the box"))

    def _rows(self) -> list[tuple[str, int, str]]:
        """Names with their counts and sizes."""
        counts: Counter[str] = Counter()
        sizes: dict[str, str] = {}
        for one in self._game.components.pieces:
            counts[one.name] += one.count
            sizes[one.name] = f"{one.size[0]:g} × {one.size[1]:g} mm" if one.front else self._say("not printed")
        for board in boards_of(self._game):
            counts[board.name] += board.count
            sizes[board.name] = ""
        return [(name, count, sizes[name]) for name, count in counts.items()]

    def _pieces(self) -> None:
        pieces = [one for one in self._game.components.pieces if one.front]
        for number, places in enumerate(sheets(pieces, self._wide, self._high), 1):
            names = ", ".join(dict.fromkeys(self._say(place.component.name) for place in places))
            self._sheet(places, back=False)
            self._end(f"{names} · {number}A")
            if any(place.component.back for place in places):
                self._sheet(places, back=True)
                self._end(f"{names} · {number}B")

    def _sheet(self, places: list[Place], back: bool) -> None:
        """All of one side, with crop marks; the boxes of the page are those of all pieces together."""
        lefts = [mirrored(place, self._wide) if back else place.x for place in places]
        for place, x in zip(places, lefts, strict=True):
            one = place.component
            if not back or one.back:
                image = drawing.piece(self._game, one, back, self._how.save_ink)
                wide, high = one.size[0] + 2 * BLEED, one.size[1] + 2 * BLEED
                self._image(image, x - BLEED, place.y - BLEED, wide, high)
            if one.shape == "rectangle":
                self._marks(x, place.y, *one.size)
            elif not back:
                self._outline(one, x, place.y)
        self._boxes(
            min(lefts),
            min(place.y for place in places),
            max(x + place.component.size[0] for place, x in zip(places, lefts, strict=True)),
            max(place.y + place.component.size[1] for place in places),
        )

    def _boards(self) -> None:
        for board in boards_of(self._game):
            image, wide, high = drawing.board(self._game, board, self._how.language, self._how.save_ink)
            found = parts(wide, high, self._wide, self._high)
            for part in found:
                self._board_part(image, part, wide)
                where = f" · {'ABCDEFGHIJ'[part.row]}{part.column + 1}" if len(found) > 1 else ""
                self._end(f"{self._say(board.name)}{where}")

    def _board_part(self, image: Image.Image, part: BoardPart, wide: float) -> None:
        """A part of a board, with as much of its neighbours as the bleed takes; at its own edges the last colours go on."""
        per = image.width / wide
        left, top = (self._wide - part.wide) / 2, MARGIN + BLEED
        around = round(BLEED * per)
        box = [round(x * per) for x in (part.x, part.y, part.x + part.wide, part.y + part.high)]
        cut = _with_edges(image, box, around)
        self._image(cut, left - BLEED, top - BLEED, part.wide + 2 * BLEED, part.high + 2 * BLEED)
        self._marks(left, top, part.wide, part.high)
        self._boxes(left, top, left + part.wide, top + part.high)

    def _aids(self) -> None:
        """What each drawing means and does, for every player the same."""
        entries = legend(self._game, self._how.language)
        if not entries:
            return
        self._words(self._say(self._game.title), 18, MARGIN + 10, HEADING)
        half = (self._wide - 2 * MARGIN) / 2
        rows = -(-len(entries) // 2)
        step = min(16.0, (self._high - 2 * MARGIN - 32) / rows)
        for n, entry in enumerate(entries):
            x, y = MARGIN + n // rows * half, MARGIN + 18 + n % rows * step
            picture = drawing.symbol(self._game, entry.symbol, entry.reach, save=self._how.save_ink)
            self._image(picture, x, y, step - 3, step - 3)
            self._words(entry.name, 10, y + 4, BOLD, x + step, half - step - 4)
            self._words(entry.does, 8.5, y + 8.6, TEXT, x + step, half - step - 4, lines=2)
        self._end(self._say("Player aid"))

    def _rules(self) -> None:
        try:
            book = page(self._game.id, self._how.language)
        except FileNotFoundError:
            book = short_page(self._game, self._say)
        gutter = MARGIN + 8
        wide, high = (self._wide - 2 * gutter) * mm, (self._high - 2 * MARGIN - 16) * mm
        left: list[Any] = paragraphs(book.body, wide - 12)
        number = 1
        while left:
            before = len(left)
            frame = Frame(gutter * mm, (MARGIN + 16) * mm, wide, high)
            frame.addFromList(left, self._canvas)
            if len(left) == before:  # larger than a page: in parts
                split = frame.split(left[0], self._canvas)
                left = [*split, *left[1:]] if len(split) > 1 else left[1:]
                continue
            self._end(f"{self._say('Rulebook')} · {number}")
            number += 1

    # -- things on a page --------------------------------------------------------------------------------------------

    def _end(self, about: str) -> None:
        """The ruler and what the page is."""
        canvas, low = self._canvas, MARGIN + 3
        canvas.setStrokeGray(0)
        canvas.setLineWidth(0.5)
        canvas.line(MARGIN * mm, low * mm, (MARGIN + _RULER) * mm, low * mm)
        for at in range(0, _RULER + 1, 10):
            tall = 2.5 if at % 50 == 0 else 1.2
            canvas.line((MARGIN + at) * mm, low * mm, (MARGIN + at) * mm, (low + tall) * mm)
        canvas.setFillGray(0)
        canvas.setFont(TEXT, 7)
        canvas.drawString((MARGIN + _RULER + 2) * mm, low * mm, f"{_RULER} mm")
        room = self._wide - 2 * MARGIN - _RULER - 16
        (said, *_), size = fitted(writable(about), TEXT, 8, room * mm, 1)
        canvas.setFont(TEXT, size)
        canvas.drawRightString((self._wide - MARGIN) * mm, low * mm, said)
        canvas.showPage()

    def _words(
        self, text: str, size: float, y: float, font: str = TEXT, x: float = MARGIN, width: float = 0.0, lines: int = 1
    ) -> None:
        """A text with its base line so far from the top."""
        width = width or self._wide - MARGIN - x
        said, size = fitted(writable(text), font, size, width * mm, lines)
        self._canvas.setFillGray(0)
        self._canvas.setFont(font, size)
        for n, line in enumerate(said):
            self._canvas.drawString(x * mm, (self._high - y) * mm - n * size * 1.15, line)

    def _image(self, image: Image.Image, x: float, y: float, wide: float, high: float) -> None:
        """A picture; the same one is in the file once."""
        _, reader = self._readers.setdefault(id(image), (image, ImageReader(image)))
        self._canvas.drawImage(reader, x * mm, (self._high - y - high) * mm, wide * mm, high * mm)

    def _marks(self, x: float, y: float, wide: float, high: float) -> None:
        """Crop marks at the corners, outside of the bleed."""
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(0.25)
        for left in (x, x + wide):
            for start in (y - BLEED - _MARK + 1, y + high + BLEED):
                self._line(left, start, left, start + _MARK - 1)
        for top in (y, y + high):
            for start in (x - BLEED - _MARK + 1, x + wide + BLEED):
                self._line(start, top, start + _MARK - 1, top)

    def _line(self, x: float, y: float, x2: float, y2: float) -> None:
        self._canvas.line(x * mm, (self._high - y) * mm, x2 * mm, (self._high - y2) * mm)

    def _outline(self, one: Component, x: float, y: float) -> None:
        """Where scissors go round what is no rectangle."""
        canvas = self._canvas
        wide, high = one.size
        canvas.setStrokeGray(0.6)
        canvas.setLineWidth(0.25)
        if one.shape == ROUND:
            low = self._high - y - high
            canvas.ellipse(x * mm, low * mm, (x + wide) * mm, (low + high) * mm)
        elif one.shape == HEX:
            corners = [(0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)]
            path = canvas.beginPath()
            for n, (across, down) in enumerate(corners):
                (path.lineTo if n else path.moveTo)((x + across * wide) * mm, (self._high - y - down * high) * mm)
            path.close()
            canvas.drawPath(path)

    def _boxes(self, left: float, top: float, right: float, low: float) -> None:
        """TrimBox and BleedBox of the page."""
        trim = (left * mm, (self._high - low) * mm, right * mm, (self._high - top) * mm)
        around = BLEED * mm
        self._canvas.setTrimBox(trim)
        self._canvas.setBleedBox((trim[0] - around, trim[1] - around, trim[2] + around, trim[3] + around))


def _with_edges(image: Image.Image, box: list[int], around: int) -> Image.Image:
    """A part of a picture and what lies around it; beyond the picture's own edge its last line is repeated."""
    left, top, right, low = box
    inner = (
        max(0, left - around),
        max(0, top - around),
        min(image.width, right + around),
        min(image.height, low + around),
    )
    cut = image.crop(inner)
    offset = (inner[0] - left + around, inner[1] - top + around)
    wide, high = right - left + 2 * around, low - top + 2 * around
    if cut.size == (wide, high):
        return cut
    out = Image.new("RGB", (wide, high), "white")
    out.paste(cut, offset)
    x2, y2 = offset[0] + cut.width, offset[1] + cut.height
    if offset[0]:
        out.paste(cut.crop((0, 0, 1, cut.height)).resize((offset[0], cut.height)), (0, offset[1]))
    if x2 < wide:
        out.paste(cut.crop((cut.width - 1, 0, cut.width, cut.height)).resize((wide - x2, cut.height)), (x2, offset[1]))
    if offset[1]:
        out.paste(out.crop((0, offset[1], wide, offset[1] + 1)).resize((wide, offset[1])), (0, 0))
    if y2 < high:
        out.paste(out.crop((0, y2 - 1, wide, y2)).resize((wide, high - y2)), (0, y2))
    return out
