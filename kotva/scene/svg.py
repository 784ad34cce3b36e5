"""A scene as a picture that stands alone: for notebooks, documents, records and print. No style sheet, no script."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from kotva.engine.scene import Course, Item, Panel, Scene, SeatPanel
from kotva.scene.look import PATTERNS, SANS, SEATS, SERIF, colours, resolve
from kotva.scene.terminal import words

_OPACITY = {"dim": 0.45, "closed": 0.6}
_ROW = 76.0  # the height of a row of things beside the board
_MARGIN = 12.0
_LONG = 2  # a thing of this size lies on two fields
_LINE = 24.0
_CONTROL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(
    scene: Scene,
    symbols: Mapping[str, str],
    *,
    theme: str = "day",
    beside: bool = True,
    names: Sequence[str] = (),
    title: str = "",
    text: str = "",
    marks: bool = True,
) -> str:
    """The picture of a scene: its board and, if asked (`beside`), trays, hand, seats and panels in rows below it.

    `title` and `text` become `<title>` and `<desc>`, so that the picture can be read aloud; `marks` shows the last move.
    """
    canvas = _Canvas(scene, symbols, theme)
    body = canvas.board(marks)
    height = scene.height
    if beside:
        rows, height = canvas.rows(names)
        body += rows
    width = scene.width
    spoken = text or ". ".join([scene.prompt, *(item.label for item in scene.items if item.label and item.layer > 1)])
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" role="img" font-family="{escape(SANS)}">'
        f"<title>{_safe(title or scene.prompt)}</title><desc>{_safe(spoken)}</desc>"
    )
    return f"{head}{canvas.defs()}{body}</svg>"


class _Canvas:
    """Collects which drawings a picture uses while it is put together."""

    def __init__(self, scene: Scene, symbols: Mapping[str, str], theme: str) -> None:
        self.scene = scene
        self.symbols = symbols
        self.theme = theme
        self.colour = colours(theme)
        self.used: dict[str, str] = {}

    def defs(self) -> str:
        shadow = (
            f'<filter id="kotva-shade-{self.theme}" x="-20%" y="-20%" width="140%" height="140%">'
            '<feDropShadow dx="0" dy="2" stdDeviation="1.6" flood-color="#000" flood-opacity="0.35"/></filter>'
        )
        style = f".coordinate{{font:14px {SERIF};fill:{self.colour['ink']};opacity:.75}}.numeral{{font-family:{SERIF}}}"
        patterns = resolve(PATTERNS, self.theme)
        return f"<defs><style>{style}</style>{shadow}{patterns}{''.join(self.used.values())}</defs>"

    def use(self, name: str) -> str:
        key = f"kotva-{self.theme}-{name}"
        drawing = self.symbols.get(name)
        if drawing is None:
            return f'<circle r="20" fill="none" stroke="{self.colour["ink"]}" stroke-dasharray="4 4"/>' if name else ""
        self.used[name] = f'<g id="{escape(key)}">{resolve(drawing, self.theme)}</g>'
        return f'<use href="#{escape(key)}"/>'

    # -- the board -------------------------------------------------------------------------------------------------

    def board(self, marks: bool) -> str:
        scene = self.scene
        paper = f'<rect width="100%" height="100%" fill="{self.colour["paper"]}"/>'
        parts = [paper, f'<g color="{self.colour["ink"]}">{resolve(scene.ground, self.theme)}</g>']
        shown = [item for item in scene.items if item.zone == "board" and not item.ghost]
        for layer in sorted({item.layer for item in shown}):
            drawn = "".join(self.item(item) for item in shown if item.layer == layer)
            shade = f' filter="url(#kotva-shade-{self.theme})"' if layer >= 3 else ""
            parts.append(f"<g{shade}>{drawn}</g>")
            if marks and layer == 1:
                parts.append(self.last(shown))
        if marks:
            parts += [self.course(course) for course in scene.courses]
        return "".join(parts)

    def item(self, item: Item, x: float | None = None, y: float | None = None) -> str:
        """One thing at its place (or another one), with its text and its badge upright."""
        place = f"translate({_n(item.x if x is None else x)} {_n(item.y if y is None else y)})"
        pose = f"rotate({_n(item.turn)}) " if item.turn else ""
        pose += f"scale({_n(item.size)})" if item.size != 1 else ""
        owner = self.colour["ink"] if item.owner is None else self.colour[f"seat-{item.owner % len(SEATS)}"]
        dim = f' opacity="{_OPACITY[item.tone]}"' if item.tone in _OPACITY else ""
        drawing = self.use(item.symbol)
        if pose:
            drawing = f'<g transform="{pose.strip()}">{drawing}</g>'
        words = self.words(item)
        told = f"<title>{_safe(item.label)}</title>" if item.label else ""
        return f'<g transform="{place}" color="{owner}"{dim}>{told}{drawing}{words}</g>'

    def words(self, item: Item) -> str:
        out = ""
        if item.text:
            size = 26 * item.size if len(item.text) < 3 else 18 * item.size
            out += (
                f'<text y="{_n(size * 0.35)}" text-anchor="middle" font-family="{escape(SERIF)}" font-weight="700" '
                f'font-size="{_n(size)}" fill="{self.colour["ink"]}" stroke="{self.colour["card"]}" stroke-width="3" '
                f'stroke-linejoin="round" paint-order="stroke">{_safe(item.text)}</text>'
            )
        if item.badge:
            x, y = _badge_place(item)
            wide = 9 + 4.5 * max(0, len(item.badge) - 1)
            out += (
                f'<g transform="translate({_n(x)} {_n(y)})"><rect x="{_n(-wide)}" y="-9" width="{_n(2 * wide)}" '
                f'height="18" rx="9" fill="{self.colour["ink"]}" stroke="{self.colour["card"]}" stroke-width="1.5"/>'
                f'<text y="4.5" text-anchor="middle" font-size="13" font-weight="700" '
                f'fill="{self.colour["card"]}">{_safe(item.badge)}</text></g>'
            )
        return out

    def last(self, shown: Iterable[Item]) -> str:
        """A quiet mark under what the last moves touched."""
        touched = set(self.scene.last)
        return "".join(
            f'<circle cx="{_n(item.x)}" cy="{_n(item.y)}" r="{_n(30 * item.size)}" fill="{self.colour["lamp"]}" '
            f'opacity="0.28"/>'
            for item in shown
            if item.id in touched
        )

    def course(self, course: Course) -> str:
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in course.points)
        return (
            f'<polyline points="{points}" fill="none" stroke="{self.colour["accent"]}" stroke-width="3.5" '
            f'stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="0.1 9"/>'
        )

    # -- beside it -------------------------------------------------------------------------------------------------

    def rows(self, names: Sequence[str]) -> tuple[str, float]:
        """Trays, hand, seats and panels, one below the other; and how far down they reach."""
        y = self.scene.height + _MARGIN
        out = ""
        zones = [("tray", None), ("hand", None), *((f"seat-{panel.seat}", panel) for panel in self.scene.seats)]
        for zone, panel in zones:
            items = [item for item in self.scene.items if item.zone == zone and not item.ghost]
            if not items and panel is None:
                continue
            drawn, y = self.row(items, panel, names, y)
            out += drawn
        for table in self.scene.panels:
            drawn, y = self.panel(table, y)
            out += drawn
        return out, y + _MARGIN if out else self.scene.height

    def row(self, items: list[Item], panel: SeatPanel | None, names: Sequence[str], y: float) -> tuple[str, float]:
        out = ""
        if panel is not None:
            drawn, y = self.seat(panel, names, y)
            out += drawn
        step = 68.0
        each = max(1, int((self.scene.width - 2 * _MARGIN) // step))
        for number, item in enumerate(items):
            column, line = number % each, number // each
            out += self.item(item, _MARGIN + step * (column + 0.5), y + _ROW * (line + 0.5))
        if items:
            y += _ROW * ((len(items) - 1) // each + 1)
        return out, y + _MARGIN / 2

    def seat(self, panel: SeatPanel, names: Sequence[str], y: float) -> tuple[str, float]:
        """A seat's sign and what everybody knows of it, on as many lines as that takes."""
        look = SEATS[panel.seat % len(SEATS)]
        name = names[panel.seat] if panel.seat < len(names) else look.letter
        facts = [f"{name} ({panel.title})" if panel.title else name, panel.score]
        facts += [f"{fact.label} {fact.value}" for fact in panel.facts]
        lines = _filled([fact for fact in facts if fact], "  ·  ", self.scene.width - 2 * _MARGIN - 28, 17)
        out = "".join(
            f'<text x="18" y="{_n(6 + number * _LINE)}" font-size="17" fill="{self.colour["ink"]}">{_safe(line)}</text>'
            for number, line in enumerate(lines)
        )
        return (
            f'<g transform="translate({_n(_MARGIN + 10)} {_n(y + 10)})">'
            f'<path d="{look.shape}" transform="scale(0.3)" fill="{self.colour[f"seat-{panel.seat % len(SEATS)}"]}"/>'
            f"{out}</g>"
        ), y + _LINE * len(lines)

    def panel(self, panel: Panel, y: float) -> tuple[str, float]:
        """A table with its columns under one another, smaller where it would be too wide."""
        rows = [list(map(words, row)) for row in ([panel.head] if panel.head else []) + list(panel.rows)]
        room = self.scene.width - 2 * _MARGIN
        count = max(map(len, rows), default=0)
        widths = [max(_wide(row[i], 16) for row in rows if i < len(row)) + 20 for i in range(count)]
        size = 16 * min(1.0, room / max(1.0, sum(widths)))
        out = ""
        for line in _filled(panel.title.split(), " ", room, 16):
            y += _LINE
            out += self.line(line, _MARGIN, y, 16, bold=True)
        for row in rows:
            y += _LINE
            x = _MARGIN
            for cell, width in zip(row, widths, strict=False):
                out += self.line(cell, x, y, size)
                x += width * size / 16
        below = [" ".join(f"[{die}]" for die in panel.dice)] if panel.dice else []
        for line in (*below, *_filled(panel.note.split(), " ", room, 16)):
            y += _LINE
            out += self.line(line, _MARGIN, y, 16)
        return out, y + _MARGIN

    def line(self, text: str, x: float, y: float, size: float, *, bold: bool = False) -> str:
        if not text:
            return ""
        weight = "700" if bold else "400"
        return (
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" font-weight="{weight}" '
            f'fill="{self.colour["ink"]}">{_safe(text)}</text>'
        )


def _wide(text: str, size: float) -> float:
    """How wide a text will be, about: no font is asked."""
    return len(text) * size * 0.56


def _filled(parts: Sequence[str], between: str, room: float, size: float) -> list[str]:
    """Parts on lines that fit."""
    lines: list[str] = []
    for part in parts:
        if lines and _wide(lines[-1] + between + part, size) <= room:
            lines[-1] += between + part
        else:
            lines.append(part)
    return lines


def _safe(text: str) -> str:
    """A text as XML may hold it: control characters have no place there, not even escaped."""
    return escape(_CONTROL.sub("", text))


def _badge_place(item: Item) -> tuple[float, float]:
    """At a corner; what lies on two fields carries it on its own end, clear of its neighbours (as `item.js` draws it)."""
    if item.size < _LONG:
        return 22 * item.size, -22 * item.size
    angle = math.radians(item.turn)
    return -24 * item.size * math.sin(angle), 24 * item.size * math.cos(angle)


def _n(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
