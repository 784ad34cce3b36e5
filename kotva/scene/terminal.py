"""A scene as text: for terminals, and for games that draw no board of their own there."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Cell, Item, Panel, Scene, SeatPanel
from kotva.scene.look import SEATS

_FIELD: Final = 64.0  # units of a scene
_WIDE, _HIGH = 6, 2  # a field in characters
_COLUMNS: Final = 100


def position(view: View, say: Say, names: Sequence[str]) -> str:
    """The position as a viewer may see it: as the game draws it, or as its scene can be told."""
    if view.game.words.board is not None:
        return view.game.words.board(view, say)
    return sketch(view.game.look.scene(view, say), say, names)


def sketch(scene: Scene, say: Say, names: Sequence[str] = ()) -> str:
    """The board as a chart of short marks, what the marks mean, hands, seats and panels."""
    parts = [_chart([item for item in scene.items if item.zone == "board" and not item.ghost])]
    parts.append(_told(say("On the board"), _marked(scene.items)))
    parts.append(_told(say("Your hand"), _labels(scene.items, "hand")))
    parts.append(_told(say("Beside the board"), _labels(scene.items, "tray")))
    parts += [_seat(panel, scene.items, names) for panel in scene.seats]
    parts += [table(panel) for panel in scene.panels]
    return "\n".join(part for part in parts if part)


def mark(item: Item) -> str:
    """A thing in at most four characters: what is written on it, or its owner and its kind."""
    if item.text or item.badge:
        return (item.text or item.badge)[:4]
    if item.layer <= 1:
        return "."
    owner = SEATS[item.owner % len(SEATS)].letter if item.owner is not None else ""
    return f"{owner}{item.symbol[: 2 if owner else 3]}" or "?"


def table(panel: Panel) -> str:
    """A panel with its columns under one another."""
    rows = [list(map(words, row)) for row in ([panel.head] if panel.head else []) + list(panel.rows)]
    count = max(map(len, rows), default=0)
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows]
    dice = " ".join(f"[{die}]" for die in panel.dice)
    return "\n".join([panel.title, *(f"  {line}" for line in (*lines, dice, panel.note) if line)])


def words(cell: str | Cell) -> str:
    return cell if isinstance(cell, str) else cell.text


def _chart(items: Sequence[Item]) -> str:
    grid: dict[tuple[int, int], str] = {}
    for item in sorted(items, key=lambda item: item.layer):
        text = mark(item) if item.label or item.text else ""
        if text:
            grid[round(item.x / _FIELD * _HIGH), round(item.y / _FIELD * _HIGH)] = text
    rows: dict[int, dict[int, str]] = {}
    for (x, y), text in grid.items():
        rows.setdefault(y, {})[x * _WIDE // _HIGH] = text
    return "\n".join(_line(rows[y]) for y in sorted(rows))


def _line(marks: dict[int, str]) -> str:
    """Marks at their columns; one that is pushed aside by a long neighbour keeps a space before it."""
    line = ""
    for column in sorted(marks):
        line = line.ljust(column) + (" " if line and len(line) >= column else "") + marks[column]
    return line


def _marked(items: Iterable[Item]) -> list[str]:
    return [f"{mark(i)}: {i.label}" for i in items if i.zone == "board" and i.layer > 1 and i.label and not i.ghost]


def _labels(items: Iterable[Item], zone: str) -> list[str]:
    return [item.label for item in items if item.zone == zone and item.label and not item.ghost]


def _told(head: str, labels: Sequence[str]) -> str:
    if not labels:
        return ""
    return textwrap.fill(f"{head}: {'; '.join(labels)}.", _COLUMNS, subsequent_indent="  ")


def _seat(panel: SeatPanel, items: Iterable[Item], names: Sequence[str]) -> str:
    name = names[panel.seat] if panel.seat < len(names) else SEATS[panel.seat % len(SEATS)].letter
    facts = [
        panel.score,
        *(f"{fact.label} {fact.value}" for fact in panel.facts),
        *_labels(items, f"seat-{panel.seat}"),
    ]
    head = f"{name} ({panel.title})" if panel.title else name
    return textwrap.fill(f"{head}: {', '.join(fact for fact in facts if fact)}", _COLUMNS, subsequent_indent="  ")
