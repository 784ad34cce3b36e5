"""Cards: the 52 of everybody's deck and cards of your own, piles, rows, and hands that fan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, radians, sin
from typing import Final

from kotva.engine.components import Component
from kotva.engine.say import N_, Say
from kotva.engine.scene import Item

WIDE, HIGH = 45.0, 62.0  # of a card in the scene
POKER: Final = (63.0, 88.0)  # millimetres
_BOX: Final = (WIDE, HIGH)
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS: Final = 52  # card number suit * 13 + rank, the ace first
JOKER: Final = 52

_SUIT_NAMES: Final = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))
_RANK_NAMES: Final = {0: N_("ace"), 10: N_("jack"), 11: N_("queen"), 12: N_("king")}
_SIGNS: Final = (
    "M0-11C3-5 11-1 11 5c0 5-7 6-9.5 2.5C2 9 3 11 4.5 11.5h-9C-3 11-2 9-1.5 7.5-4 11-11 10-11 5-11-1-3-5 0-11z",
    "M0 11C-4 5-11 0-11-6c0-7 9-7 11-1C2-13 11-13 11-6 11 0 4 5 0 11z",
    "M0-12 9 0 0 12-9 0z",
    "M0-11a5 5 0 0 1 4.5 7.5A5 5 0 1 1 1.7 5q.3 4.5 2.8 6.500h-9q2.5-2 2.8-6.500a5 5 0 1 1-2.8-8.5A5 5 0 0 1 0-11z",
)
_COLOURS: Final = ("var(--ink)", "var(--accent)", "var(--accent)", "var(--ink)")
_COURT: Final = {  # what jack, queen and king wear
    "J": "M-13 3c0-9 6-14 13-14s13 5 13 14zM8-10c4-5 8-6 11-5-1 4-4 7-8 8z",
    "Q": "M-15 3l-3-14 8 6 4-9 6 7 6-7 4 9 8-6-3 14z",
    "K": "M-15 3l-2-16 9 8 5-11h6l5 11 9-8-2 16zM-2-18h4v-5h-4z",
}


def _paper(fill: str = "var(--card)") -> str:
    return (
        f'<rect x="{-WIDE / 2}" y="{-HIGH / 2}" width="{WIDE}" height="{HIGH}" rx="5" fill="{fill}" stroke="var(--ink)" '
        'stroke-width="1.2"/>'
    )


def _corner(text: str, colour: str, sign: str = "") -> str:
    size = 15 if len(text) < 2 else 12
    written = (
        f'<text x="-14.5" y="-16" font-size="{size}" font-weight="700" text-anchor="middle" class="numeral" '
        f'fill="{colour}">{escape(text)}</text>'
    )
    return f'<g>{written}{sign}</g><g transform="rotate(180)">{written}{sign}</g>'


def _playing(suit: int, rank: int) -> str:
    colour, sign = _COLOURS[suit], _SIGNS[suit]
    small = f'<path d="{sign}" transform="translate(-14.5 -8) scale(.42)" fill="{colour}"/>'
    name = RANKS[rank]
    if name in _COURT:
        middle = (
            f'<path d="{_COURT[name]}" transform="translate(1 -2)" fill="var(--lamp)" stroke="var(--ink)"/>'
            f'<path d="{sign}" transform="translate(1 13) scale(.85)" fill="{colour}"/>'
        )
    else:
        middle = f'<path d="{sign}" transform="scale({1.7 if rank == 0 else 1.25})" fill="{colour}"/>'
    return _paper() + middle + _corner(name, colour, small)


def face(text: str, sign: str = "", colour: str = "var(--deep)") -> str:
    """A card of your own: what is written in its corners, a drawing in its middle, the colour of its band."""
    band = (
        f'<rect x="{-WIDE / 2 + 3}" y="-13" width="{WIDE - 6}" height="26" rx="3" fill="{colour}" fill-opacity=".55"/>'
    )
    return _paper() + band + (f'<g transform="scale(.42)">{sign}</g>' if sign else "") + _corner(text, "var(--ink)")


def back(sign: str = "") -> str:
    """The back of a card, in the owner's colour where it has one."""
    inner = f'<rect x="{-WIDE / 2 + 4}" y="{-HIGH / 2 + 4}" width="{WIDE - 8}" height="{HIGH - 8}" rx="3" '
    return (
        _paper()
        + f'{inner}fill="currentColor" fill-opacity=".8"/>{inner}fill="url(#hatch)" stroke="var(--card)" stroke-width="1.2"/>'
        + (f'<g transform="scale(.4)" color="var(--card)">{sign}</g>' if sign else "")
    )


_ANCHOR: Final = (
    '<path d="M0-26a7 7 0 1 0 0 14 7 7 0 1 0 0-14zM0-12v38M-14-4h28M-24 4c0 14 12 22 24 22S24 18 24 4" fill="none" '
    'stroke="var(--card)" stroke-width="5"/>'
)
PLAYING: Final[Mapping[str, str]] = {
    **{f"card-{number}": _playing(number // 13, number % 13) for number in range(CARDS)},
    f"card-{JOKER}": _paper()
    + '<path d="M-14 10c-6-8-8-16-4-20 6 2 9 6 10 10 1-7 4-12 8-14 4 2 7 7 8 14 1-4 4-8 10-10 4 4 2 12-4 20z" '
    'fill="var(--lamp)" stroke="var(--ink)"/>' + _corner("\N{BLACK STAR}", "var(--accent)"),
}
SYMBOLS: Final[Mapping[str, str]] = {
    "card-back": back(_ANCHOR),
    "card-place": f'<rect x="{-WIDE / 2}" y="{-HIGH / 2}" width="{WIDE}" height="{HIGH}" rx="5" fill="none" stroke="var(--ink)" '
    'stroke-opacity=".5" stroke-dasharray="5 4"/>',
}


def called(card: int, say: Say) -> str:
    """A playing card in words: queen of hearts."""
    if card == JOKER:
        return say("joker")
    rank = card % 13
    return say(
        "{rank} of {suit}",
        rank=say(_RANK_NAMES[rank]) if rank in _RANK_NAMES else RANKS[rank],
        suit=say(_SUIT_NAMES[card // 13]),
    )


def playing_card(name: str, card: int, say: Say) -> Item:
    """A card of the common deck, face up."""
    return Item(name, f"card-{card}", layer=3, label=called(card, say))


def face_down(name: str, say: Say, owner: int | None = None) -> Item:
    """A card of which the back is seen."""
    return Item(name, "card-back", layer=3, owner=owner, label=say("a card, face down"))


def pile(
    name: str, count: int, x: float, y: float, label: str, *, top: str = "card-back", owner: int | None = None
) -> tuple[Item, ...]:
    """A deck or a discard pile with its count: as high as it is large, an empty frame without cards.

    The things of a pile are `name` (the top one, to be chosen) and two below it.
    """
    if not count:
        return (Item(name, "card-place", x, y, label=label, badge="0"),)
    below = tuple(
        Item(f"{name}-{i}", top, x + 2.5 * i, y + 2.5 * i, layer=2, owner=owner)
        for i in range(min(2, count - 1), 0, -1)
    )
    return (*below, Item(name, top, x, y, layer=3, owner=owner, label=label, badge=str(count)))


def row(items: Sequence[Item], x: float, y: float, width: float = 400.0) -> tuple[Item, ...]:
    """Cards side by side from x on; they overlap where there is no room for all of them."""
    step = min(WIDE + 8, (width - WIDE) / max(1, len(items) - 1))
    return tuple(item._replace(x=x + WIDE / 2 + step * i, y=y) for i, item in enumerate(items))


def fan(
    items: Sequence[Item], x: float, y: float, *, turn: float = 0.0, spread: float = 9.0, radius: float = 150.0
) -> tuple[Item, ...]:
    """A hand that fans around a point below its middle; `turn` is where its holder sits (180: opposite the viewer)."""
    spread = min(spread, 80.0 / max(1, len(items)))
    out = []
    for i, item in enumerate(items):
        angle = (i - (len(items) - 1) / 2) * spread + turn
        middle = (x - radius * sin(radians(turn)), y + radius * cos(radians(turn)))
        out.append(
            item._replace(
                x=middle[0] + radius * sin(radians(angle)), y=middle[1] - radius * cos(radians(angle)), turn=angle
            )
        )
    return tuple(out)


def printed(
    name: str, fronts: Iterable[tuple[str, int]], *, back: str = "card-back", size: tuple[float, float] = POKER
) -> tuple[Component, ...]:
    """The cards for `kotva print`: drawings and how many of each."""
    return tuple(Component(name=name, count=n, size=size, front=front, back=back, box=_BOX) for front, n in fronts)
