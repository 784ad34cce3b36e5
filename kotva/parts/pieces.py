"""Pieces and dice: drawings in the owner's colour, recognisable at 24 px. Merge what you use into `Game.look.symbols`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.engine.components import ROUND, Component
from kotva.engine.say import Say
from kotva.engine.scene import Item

_BODY: Final = 'fill="currentColor" stroke="var(--ink)" stroke-width="1.5" stroke-linejoin="round"'
_LINE: Final = 'fill="none" stroke="var(--ink)" stroke-width="1.5" stroke-linejoin="round"'
_CARD: Final = 'fill="var(--card)" stroke="var(--ink)" stroke-width="1.5" stroke-linejoin="round"'
_SHADE: Final = 'fill="var(--shade)"'

# The drawings of pieces by name, each inside a square of 64 around its middle.
PIECES: Final[Mapping[str, str]] = {
    "meeple": f'<path d="M0-28c6 0 10 4 10 10 0 2-1 4-2 6 9 3 20 7 20 13 0 5-8 5-13 4 2 7 9 16 9 21 0 2-2 3-4 3H7c-2 0-3-1-4-3'
    f'l-3-7-3 7c-1 2-2 3-4 3h-13c-2 0-4-1-4-3 0-5 7-14 9-21-5 1-13 1-13-4 0-6 11-10 20-13-1-2-2-4-2-6 0-6 4-10 10-10z" {_BODY}/>',
    "pawn": f'<path d="M0-28a10 10 0 0 1 6 18c4 2 6 5 6 8H6c0 10 4 16 13 22v8h-38v-8c9-6 13-12 13-22h-6c0-3 2-6 6-8a10 10 0 0 1 '
    f'6-18z" {_BODY}/><path d="M-19 20h38" {_LINE}/>',
    "cube": f'<path d="M0-26 24-14V14L0 26-24 14V-14z" {_BODY}/><path d="M0-2 24-14V14L0 26z" {_SHADE}/>'
    f'<path d="M-24-14 0-2 24-14M0-2v28" {_LINE}/>',
    "disc": f'<path d="M-26-4v9c0 8 12 14 26 14s26-6 26-14v-9z" {_BODY}/><ellipse cy="-4" rx="26" ry="14" {_BODY}/>'
    f'<ellipse cy="-4" rx="18" ry="9" {_LINE} stroke-opacity=".5"/>',
    "house": f'<path d="M-22 24V-4L0-24 22-4v28z" {_BODY}/><path d="M-6 24V8H6v16z" fill="var(--card)" stroke="var(--ink)"/>'
    f'<path d="M-27 0 0-25 27 0" {_LINE}/>',
    "tower": f'<path d="M-20 26l3-34h-5v-16h9v6h8v-6H5v6h8v-6h9v16h-5l3 34z" {_BODY}/><path d="M-5 26V10a5 5 0 0 1 10 0v16z" '
    'fill="var(--card)" stroke="var(--ink)"/>',
    "boat": f'<path d="M-28 8h56c-3 10-9 15-16 15h-24C-19 23-25 18-28 8z" {_BODY}/><path d="M-2 5v-32M2-26 22 2H2zM-6-22-18 '
    f'2h12z" {_CARD}/>',
    "ring": f'<path d="M0-24a24 24 0 1 0 0 48 24 24 0 1 0 0-48zm0 12a12 12 0 1 1 0 24 12 12 0 1 1 0-24z" '
    f'fill-rule="evenodd" {_BODY}/>',
    "coin": '<circle r="24" fill="var(--lamp)" stroke="var(--halo)" stroke-width="2"/><circle r="18" fill="none" '
    'stroke="var(--halo)" stroke-dasharray="3 3"/>',
    "gem": f'<path d="M-14-20h28l12 14L0 26-26-6z" {_BODY}/><path d="M-26-6h52M-14-20-8-6 0 26 8-6 14-20M-8-6 0-20 8-6" {_LINE} '
    'stroke-opacity=".6"/>',
    "star": f'<path d="M0-28 7-9l20 1-16 12 6 20L0 13l-17 11 6-20-16-12 20-1z" {_BODY}/>',
    "crown": f'<path d="M-26 18l-4-32 16 14L0-22l14 22 16-14-4 32z" {_BODY}/><path d="M-26 18h52v6h-52z" {_BODY}/>',
    "flag": '<path d="M-16-28v56" fill="none" stroke="var(--ink)" stroke-width="4" stroke-linecap="round"/>'
    f'<path d="M-14-26c10-6 20 6 34 0v26c-14 6-24-6-34 0z" {_BODY}/>',
    "chest": '<path d="M-26-2h52v24h-52z" fill="var(--wood)" stroke="var(--ink)" stroke-width="1.5"/><path d="M-26-2c0-12 '
    '6-20 14-20h24c8 0 14 8 14 20z" fill="var(--wood)" stroke="var(--ink)" stroke-width="1.5"/>'
    '<path d="M-5-7H5V6H-5z" fill="var(--lamp)"/>',
    "heart": f'<path d="M0 24C-10 12-27 4-27-11c0-16 21-16 27-2 6-14 27-14 27 2C27 4 10 12 0 24z" {_BODY}/>',
    "lamp": f'<path d="M-12 18h24l4 8h-32zM-12 18V-8h24v26M-16-8h32L0-26z" {_BODY}/><circle cy="5" r="7" fill="var(--lamp)"/>',
}

_PIPS: Final = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
_AT: Final = {letter: (12 * (i % 3 - 1), 12 * (i // 3 - 1)) for i, letter in enumerate("abcdefghi")}


def _die(value: int) -> str:
    pips = "".join(f'<circle cx="{_AT[p][0]}" cy="{_AT[p][1]}" r="4.4" fill="var(--ink)"/>' for p in _PIPS[value])
    return (
        '<rect x="-24" y="-24" width="48" height="48" rx="9" fill="var(--card)" stroke="var(--ink)" stroke-width="2"/>'
        + pips
    )


_FACE: Final = 'fill="var(--card)" stroke="var(--ink)" stroke-width="2" stroke-linejoin="round"'
_EDGE: Final = 'fill="none" stroke="var(--ink)" stroke-opacity=".45"'
DICE: Final[Mapping[str, str]] = {
    **{f"die-{value}": _die(value) for value in range(1, 7)},
    "die-d4": f'<path d="M0-28 28 22h-56z" {_FACE}/>',
    "die-d8": f'<path d="M0-29 26 0 0 29-26 0z" {_FACE}/><path d="M-26 0 0 12 26 0M0 12v17" {_EDGE}/>',
    "die-d10": f'<path d="M0-28 27-4v9L0 28-27 5v-9z" {_FACE}/><path d="M-27-4-15 9 0 15 15 9 27-4M0 15v13" {_EDGE}/>',
    "die-d12": f'<path d="M0-29 17-24 28-9v18L17 24 0 29-17 24-28 9V-9L-17-24z" {_FACE}/>'
    f'<path d="M0-17 16-5 10 14h-20L-16-5z" {_EDGE}/>',
    "die-d20": f'<path d="M0-29 25-15v30L0 29-25 15v-30z" {_FACE}/>'
    f'<path d="M0-18 16 10h-32zM0-29v11M25-15 16 10M-25-15-16 10" {_EDGE}/>',
}
SYMBOLS: Final[Mapping[str, str]] = {**PIECES, **DICE}


def die(name: str, value: int, x: float, y: float, say: Say, *, sides: int = 6) -> Item:
    """A die that shows a value: pips on six sides, a number on 4, 8, 10, 12 or 20."""
    label = say("a die that shows {value}", value=value)
    if sides == 6:
        return Item(name, f"die-{value}", x, y, layer=3, label=label)
    return Item(name, f"die-d{sides}", x, y, layer=3, text=str(value), label=label)


def printed(name: str, symbol: str, count: int, *, owner: int | None = None, size: float = 18.0) -> Component:
    """The same pieces for `kotva print`: discs to cut out, of a size in millimetres."""
    return Component(
        name=name, count=count, size=(size, size), front=symbol, back=symbol, owner=owner, shape=ROUND, box=(70.0, 70.0)
    )
