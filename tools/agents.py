"""The tables and pictures of docs/agents.md: what each game's observation is made of.

python tools/agents.py            write the tables into docs/agents.md, and docs/agents/<game>.svg
python tools/agents.py --check    fail if the tables are not what the games say
"""

from __future__ import annotations

import sys
from html import escape
from math import prod
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kotva import games  # noqa: E402
from kotva.engine.arrays import Rng  # noqa: E402
from kotva.engine.interface import Interface  # noqa: E402
from kotva.engine.playout import play_random  # noqa: E402
from kotva.engine.spans import Span  # noqa: E402
from kotva.engine.state import OVER  # noqa: E402

PAGE = ROOT / "docs" / "agents.md"
PICTURES = ROOT / "docs" / "agents"
BEGIN, END = "<!-- tables: written by tools/agents.py -->", "<!-- end of tables -->"

_PAPER, _INK, _FAINT, _SEA = "#f6f0e1", "#23303b", "#e4dcc6", "#2f6690"
_LEFT, _CELL, _GAP, _ACROSS = 150, 6, 9, 115  # _ACROSS: how many cells a row of a picture has


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join(table(desk) for desk in desks())
    new = f"{before}{BEGIN}\n{tables}{END}{after}"
    if "--check" in sys.argv:
        if new != text:
            sys.exit("agents: docs/agents.md does not say what the games observe; run `python tools/agents.py`")
        return
    PAGE.write_text(new, encoding="utf-8")
    for desk in desks():
        (PICTURES / f"{desk.game.id}.svg").write_text(picture(desk), encoding="utf-8")


def desks() -> list[Interface]:
    """Every game of Kotva with its default options, for as many players as it takes."""
    out = []
    for name in ("bosman", "hexxi", "seameni", "settlers", "triremes"):
        game = games.load(name)
        seats = 2 if name == "triremes" else game.rules.seats[-1]
        out.append(Interface(game, game.choose_options(seats)))
    return out


def table(desk: Interface) -> str:
    """The spans of a game."""
    game, steps = desk.game, desk.steps
    lines = [
        f"### {game.title}",
        "",
        f"{desk.options.seats} players: {desk.width:,} numbers, {desk.actions:,} tokens, at most {steps.depth} steps an action.",
        "",
        f"![an observation of {game.title}](agents/{game.id}.svg)",
        "",
        "| span | shape | numbers | what it says |",
        "|---|---|---|---|",
    ]
    for span in desk.spans:
        shape = " × ".join(map(str, span.shape))
        lines.append(f"| `{span.name}` | {shape} | {span.low} to {span.high:,} | {span.words} |")
    return "\n".join([*lines, "", ""])


def picture(desk: Interface) -> str:
    """An observation from the middle of a random game: a cell for each number, dark where it is not 0."""
    numbers = sample(desk)
    parts: list[str] = []
    y = 64.0
    for span, place in zip(desk.spans, desk.places().values(), strict=True):
        parts.append(f'<text x="{_LEFT - 12}" y="{y + 9}" text-anchor="end">{escape(span.name)}</text>')
        drawn, height = blocks(span, numbers[place], y)
        parts += drawn
        y += max(height, 6.0) + _GAP
    width, height = _LEFT + _ACROSS * _CELL + 28, y + 20
    title = f"{desk.game.title}: {desk.width:,} numbers that a seat sees"
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" width="{width}" height="{height:.0f}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="11" fill="{_INK}"><title>{escape(title)}</title>',
        f'<rect width="{width}" height="{height:.0f}" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="{width - 10}" height="{height - 10:.0f}" fill="none" stroke="{_INK}" stroke-width="1.5"/>',
        f'<rect x="9" y="9" width="{width - 18}" height="{height - 18:.0f}" fill="none" stroke="{_INK}" stroke-width=".6"/>',
        f'<text x="24" y="40" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{escape(title)}</text>',
    ]
    return "\n".join([*head, *parts, "</svg>\n"])


def blocks(span: Span, numbers: list[int], y: float) -> tuple[list[str], float]:
    """A span as blocks of cells, side by side as far as they fit; planes over a board keep its shape."""
    rows, columns = cells(span)
    size = rows * columns
    out: list[str] = []
    x, top, count = float(_LEFT), y, max(1, len(numbers) // size)
    for block in range(count):
        if x > _LEFT and x + columns * _CELL > _LEFT + _ACROSS * _CELL:
            x, top = float(_LEFT), top + rows * _CELL + 4
        out.append(f'<path d="M{x:g} {top:g}h{columns * _CELL}v{rows * _CELL}h-{columns * _CELL}z" fill="{_FAINT}"/>')
        for i, number in enumerate(numbers[block * size : (block + 1) * size]):
            if number:
                strength = 0.35 + 0.65 * min(abs(number) / min(max(span.high, 1), 12), 1)
                at = f'x="{x + i % columns * _CELL:g}" y="{top + i // columns * _CELL:g}"'
                out.append(
                    f'<rect {at} width="{_CELL - 1}" height="{_CELL - 1}" fill="{_SEA}" opacity="{strength:.2f}"/>'
                )
        x += columns * _CELL + 6
    return out, top + rows * _CELL - y


def cells(span: Span) -> tuple[int, int]:
    """The rows and columns of one block of a span."""
    last = span.shape[-1]
    if len(span.shape) >= 2 and span.shape[-2] > 10 and prod(span.shape[-2:]) <= 30 * 40:
        return span.shape[-2], last
    side = round(last**0.5)
    if side * side == last and 9 <= last <= 900:
        return side, side
    return (1, last) if last <= _ACROSS else (-(-last // _ACROSS), _ACROSS)


def sample(desk: Interface) -> list[int]:
    """What the seat to act observes half-way through a random game."""
    game, options = desk.game, desk.options
    length = play_random(game.rules.new(options), Rng(1), min(game.rules.longest(options), 400))
    state, rng = game.rules.new(options), Rng(1)
    play_random(state, rng, length // 2)
    while state.to_act() < 0 and state.to_act() != OVER:
        play_random(state, rng, 1)
    return desk.observe(game.view(state, max(0, int(state.to_act())), options))


if __name__ == "__main__":
    main()
