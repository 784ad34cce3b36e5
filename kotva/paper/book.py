"""The rulebook as paragraphs for paper: what is written for makers alone is left out, as on its page."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from kotva.scene.look import DAY
from kotva.server.tournaments.pdf import BOLD, HEADING, TEXT

_INK = HexColor(DAY["ink"])
_STYLES: Final = {
    "h1": ParagraphStyle("h1", fontName=HEADING, fontSize=20, leading=24, spaceAfter=8, textColor=_INK),
    "h2": ParagraphStyle("h2", fontName=HEADING, fontSize=14, leading=17, spaceBefore=10, spaceAfter=4, textColor=_INK),
    "h3": ParagraphStyle("h3", fontName=BOLD, fontSize=11, leading=14, spaceBefore=6, spaceAfter=3, textColor=_INK),
    "p": ParagraphStyle("p", fontName=TEXT, fontSize=9, leading=12, spaceAfter=4, textColor=_INK),
    "li": ParagraphStyle("li", fontName=TEXT, fontSize=9, leading=12, spaceAfter=2.5, leftIndent=12, textColor=_INK),
    "pre": ParagraphStyle("pre", fontName=TEXT, fontSize=7.5, leading=9.5, leftIndent=8, spaceAfter=4, textColor=_INK),
    "td": ParagraphStyle("td", fontName=TEXT, fontSize=8, leading=10, textColor=_INK),
}
_BLOCKS = frozenset(_STYLES) | {"th", "h4"}
_VOID = frozenset({"br", "hr", "img", "input"})


class _Reader(HTMLParser):
    """Collects paragraphs and tables."""

    def __init__(self, width: float) -> None:
        super().__init__()
        self.out: list[Flowable] = []
        self._width = width
        self._skip = 0  # inside something that is left out, so deep
        self._text = ""
        self._block = ""
        self._rows: list[list[Any]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kinds = (dict(attrs).get("class") or "").split()
        if self._skip or {"origin", "makers"} & set(kinds):
            self._skip += tag not in _VOID
            return
        if tag == "table":
            self._end()
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in _BLOCKS:
            if tag == "p" and self._block == "li":
                return
            self._end()
            self._block = {"th": "td", "h4": "h3"}.get(tag, tag)
            self._text = "<b>" if tag == "th" else ""
        elif tag in ("strong", "b") or "clause-name" in kinds:
            self._text += "<b>"
        elif tag == "br":
            self._text += "<br/>"

    def handle_endtag(self, tag: str) -> None:
        if self._skip:
            self._skip -= tag not in _VOID
            return
        if tag == "table" and self._rows is not None:
            self._table()
        elif tag in _BLOCKS:
            if tag == "p" and self._block == "li":
                self._text += " "
            else:
                self._end()
        elif tag in ("strong", "b"):
            self._text += "</b>"
        elif tag == "a":
            self._text += "</b>" if self._text.count("<b>") > self._text.count("</b>") else ""

    def handle_data(self, data: str) -> None:
        if self._skip:
            return
        said = escape(data)
        if self._block == "pre":
            said = said.replace(" ", "\u00a0").replace("\n", "<br/>")
        self._text += said

    def _end(self) -> None:
        words, block = self._text.strip(), self._block
        self._text, self._block = "", ""
        if not block:
            return
        words += "</b>" * (words.count("<b>") - words.count("</b>"))
        if block == "td" and self._rows is not None:
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append(Paragraph(words, _STYLES["td"]))
        elif words:
            bullet = "•" if block == "li" else None
            self.out.append(Paragraph(words, _STYLES[block], bulletText=bullet))

    def _table(self) -> None:
        self._end()
        rows = [row for row in self._rows or [] if row]
        self._rows = None
        if not rows:
            return
        count = max(map(len, rows))
        rows = [row + [""] * (count - len(row)) for row in rows]
        wide = [max(len(_plain(row[i])) for row in rows) for i in range(count)]
        wide = [min(40, max(5, each)) for each in wide]
        style = TableStyle(
            [("LINEBELOW", (0, 0), (-1, -1), 0.3, HexColor(DAY["line"])), ("VALIGN", (0, 0), (-1, -1), "TOP")]
        )
        widths = [self._width * each / sum(wide) for each in wide]
        self.out += [Table(rows, colWidths=widths, style=style, repeatRows=1), Spacer(1, 6)]


def _plain(cell: object) -> str:
    return cell.getPlainText() if isinstance(cell, Paragraph) else str(cell)


def paragraphs(body: str, width: float) -> list[Flowable]:
    """A page's HTML for paper of this width (in points)."""
    reader = _Reader(width)
    reader.feed(body)
    reader.close()
    return _kept(reader.out)


class _Together(Flowable):
    """A heading and what follows it, on one page. Reportlab's own `KeepTogether` begins a page each time in a bare frame."""

    def __init__(self, parts: list[Flowable]) -> None:
        super().__init__()
        self._parts = parts
        self._heights: list[float] = []

    def getSpaceBefore(self) -> float:
        return float(self._parts[0].getSpaceBefore())

    def getSpaceAfter(self) -> float:
        return float(self._parts[-1].getSpaceAfter())

    def _gap(self, number: int) -> float:
        """Between a part and the one after it; none after the last."""
        after = self._parts[number + 1 :]
        return max(float(self._parts[number].getSpaceAfter()), float(after[0].getSpaceBefore())) if after else 0.0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self._heights = [float(part.wrap(width, height)[1]) for part in self._parts]
        return width, sum(self._heights) + sum(self._gap(number) for number in range(len(self._parts)))

    def split(self, _width: float, _height: float) -> list[Flowable]:
        return self._parts

    def draw(self) -> None:
        y = sum(self._heights) + sum(self._gap(number) for number in range(len(self._parts)))
        for number, part in enumerate(self._parts):
            y -= self._heights[number]
            part.drawOn(self.canv, 0, y)
            y -= self._gap(number)


def _kept(found: list[Flowable]) -> list[Flowable]:
    """A heading stays with what follows it."""
    out: list[Flowable] = []
    heads: list[Flowable] = []
    for flowable in found:
        if isinstance(flowable, Paragraph) and flowable.style.name in ("h2", "h3"):
            heads.append(flowable)
        elif heads and not isinstance(flowable, Table):
            out.append(_Together([*heads, flowable]))
            heads = []
        else:
            out += [*heads, flowable]
            heads = []
    return [*out, *heads]
