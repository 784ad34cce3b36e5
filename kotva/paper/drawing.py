"""Drawings of a scene as pictures of an exact size: pieces with their bleed, boards, and both with little ink."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from kotva.engine.components import Component, PrintedBoard
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.match import Match
from kotva.scene.look import DAY, PATTERNS, SEATS, resolve
from kotva.scene.png import to_png
from kotva.scene.svg import render

BLEED: Final = 3.0  # millimetres
MM: Final = 25.4
PIECE_DPI: Final = 600
BOARD_DPI: Final = 300
_MARGIN: Final = 6.0  # units of the scene around what a board shows
_UNITS: Final = 64.0


def piece(game: Game, component: Component, back: bool, save: bool) -> Image.Image:
    """A side of a piece with its bleed: below it lies the same drawing, larger, so that colours go on beyond the cut."""
    name = component.back if back else component.front
    return _piece(
        game.look.symbols.get(name, ""), component.size, component.box, component.owner, save, _density(component.size)
    )


def _density(size: tuple[float, float]) -> int:
    """Small pieces are finer."""
    return PIECE_DPI if max(size) <= 70 else BOARD_DPI


@lru_cache(maxsize=256)
def _piece(
    drawing: str, size: tuple[float, float], box: tuple[float, float], owner: int | None, save: bool, dpi: int
) -> Image.Image:
    width, height = size
    scale = min(width / box[0], height / box[1])  # the whole box is seen
    beyond = max((width + 2 * BLEED) / width, (height + 2 * BLEED) / height)
    colour = DAY["ink"] if owner is None else SEATS[owner % len(SEATS)].day
    shape = resolve(drawing, "day")
    wide, high = width + 2 * BLEED, height + 2 * BLEED
    middle = f"translate({wide / 2:.4f} {high / 2:.4f})"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.4f} {high:.4f}" width="{wide:.4f}" height="{high:.4f}">'
        f'<defs>{resolve(PATTERNS, "day")}</defs><rect width="100%" height="100%" fill="{DAY["card"]}"/>'
        f'<g color="{colour}"><g transform="{middle} scale({scale * beyond:.5f})">{shape}</g>'
        f'<g transform="{middle} scale({scale:.5f})">{shape}</g></g></svg>'
    )
    return _opened(svg, wide, dpi, save)


def board(game: Game, printed: PrintedBoard, language: str, save: bool) -> tuple[Image.Image, float, float]:
    """A board, and its width and height in millimetres."""
    seats = printed.seats or game.rules.seats[-1]
    match = Match(game, seats, dict(printed.options), chance=False)
    scene = game.look.scene(match.view(None), Say(language, game.id))
    items = [item for item in scene.items if item.zone == "board" and not item.ghost]
    if printed.symbols:
        items = [item for item in items if item.symbol.startswith(printed.symbols)]
        reach = [32 * item.size for item in items]
        left = min(item.x - r for item, r in zip(items, reach, strict=True)) - _MARGIN
        top = min(item.y - r for item, r in zip(items, reach, strict=True)) - _MARGIN
        right = max(item.x + r for item, r in zip(items, reach, strict=True)) + _MARGIN
        low = max(item.y + r for item, r in zip(items, reach, strict=True)) + _MARGIN
    else:
        items = [item for item in items if item.layer < 3]
        left, top, right, low = 0.0, 0.0, float(scene.width), float(scene.height)
    bare = replace(scene, items=tuple(items), courses=(), last=(), prompt="")
    svg = render(bare, game.look.symbols, beside=False, marks=False, title=printed.name)
    broad, tall = right - left, low - top
    window = f'viewBox="{left:.2f} {top:.2f} {broad:.2f} {tall:.2f}" width="{broad:.2f}" height="{tall:.2f}"'
    svg = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', window, svg, count=1)
    svg = svg.replace(
        '<rect width="100%" height="100%"', f'<rect x="{left:.2f}" y="{top:.2f}" width="100%" height="100%"', 1
    )
    wide, high = (right - left) / _UNITS * printed.scale, (low - top) / _UNITS * printed.scale
    return _opened(svg, wide, BOARD_DPI, save), wide, high


def symbol(game: Game, name: str, reach: float, dpi: int = BOARD_DPI, save: bool = False) -> Image.Image:
    """A drawing alone, for a player aid: 12 mm wide."""
    shape = resolve(game.look.symbols.get(name, ""), "day")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-reach} {-reach} {2 * reach} {2 * reach}" width="64" height="64">'
        f'<defs>{resolve(PATTERNS, "day")}</defs><rect x="{-reach}" y="{-reach}" width="100%" height="100%" fill="#fff"/>'
        f'<g color="{SEATS[0].day}">{shape}</g></svg>'
    )
    return _opened(svg, 12.0, dpi, save)


def _opened(svg: str, wide: float, dpi: int, save: bool) -> Image.Image:
    image = Image.open(BytesIO(to_png(svg, round(wide / MM * dpi)))).convert("RGB")
    return pale(image) if save else image


def pale(image: Image.Image) -> Image.Image:
    """Little ink: dark lines stay, everything else fades towards white."""
    fade = image.convert("L").point([round(min(205.0, max(0.0, (light - 70) * 4))) for light in range(256)])
    return Image.composite(Image.new("RGB", image.size, "white"), image, fade)
