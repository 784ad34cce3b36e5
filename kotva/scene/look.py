"""The look: a sea chart you can play on. Its colours for day and night, and how seats are told apart.

This is the only place where a colour stands; style sheets get them as custom properties (`css()`), static pictures resolved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kotva.parts.seats import SHAPES

DAY: Final[Mapping[str, str]] = {
    "paper": "#f6f0e1",  # the page
    "card": "#fdfaf1",  # what lies on the page: panels, buttons
    "ink": "#23303b",  # text and outlines
    "muted": "#5a646b",  # text of less weight
    "line": "#cdbf9d",  # ruled lines
    "sea": "#cfe3e6",
    "deep": "#8fb9c4",
    "land": "#e4d3a6",
    "wood": "#b98d5a",
    "accent": "#c8452f",  # vermilion
    "press": "#b03a26",  # the same where white letters stand on it
    "lamp": "#f2a007",  # the light on what can be chosen
    "halo": "#7a4a00",  # its dark edge
    "shade": "#00000033",
}
NIGHT: Final[Mapping[str, str]] = {
    "paper": "#0f1c26",
    "card": "#172733",
    "ink": "#e8e2d0",
    "muted": "#a5afb1",
    "line": "#34495a",
    "sea": "#16303d",
    "deep": "#0f4155",
    "land": "#3b3a2a",
    "wood": "#6a4f33",
    "accent": "#ef7b64",
    "press": "#b5432f",
    "lamp": "#ffc857",
    "halo": "#1d1405",
    "shade": "#00000080",
}
THEMES: Final = {"day": DAY, "night": NIGHT}

SERIF: Final = "'Iowan Old Style', Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, 'DejaVu Serif', serif"
SANS: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How one seat is told apart: by colour, by shape and by letter. `day_ink`/`night_ink` is for letters on the colour."""

    name: str
    letter: str
    day: str
    night: str
    day_ink: str
    night_ink: str
    shape: str  # the d of a path in a box from -32 to 32


SEATS: Final = (
    SeatLook("vermilion", "A", "#c8452f", "#ee8068", "#ffffff", "#1b0d0a", SHAPES[0]),
    SeatLook("blue", "B", "#2a6496", "#74b3e6", "#ffffff", "#07131d", SHAPES[1]),
    SeatLook("ochre", "C", "#94680a", "#dcae45", "#ffffff", "#191203", SHAPES[2]),
    SeatLook("green", "D", "#2c7047", "#74c492", "#ffffff", "#06160c", SHAPES[3]),
    SeatLook("violet", "E", "#75489c", "#c6a1e6", "#ffffff", "#150b1d", SHAPES[4]),
    SeatLook("slate", "F", "#4a4f58", "#c3c8d0", "#ffffff", "#101216", SHAPES[5]),
    SeatLook("pink", "G", "#b03578", "#f192c6", "#ffffff", "#1f0814", SHAPES[6]),
    SeatLook("brown", "H", "#7a4a2b", "#d3a079", "#ffffff", "#180d06", SHAPES[7]),
)

# Engraved textures that every drawing may use: fill="url(#waves)".
PATTERNS: Final = (
    '<pattern id="waves" width="48" height="24" patternUnits="userSpaceOnUse"><path d="M2 8c4-5 8-5 12 0s8 5 12 0M26 20c4-5 '
    '8-5 12 0s8 5 12 0" fill="none" stroke="var(--ink)" stroke-opacity=".22" stroke-width="1.1" stroke-linecap="round"/>'
    '</pattern><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V6" stroke="var(--ink)" stroke-opacity=".3" stroke-width="1.2"/></pattern>'
    '<pattern id="stipple" width="14" height="14" patternUnits="userSpaceOnUse"><circle cx="3" cy="4" r=".9" fill="var(--ink)" '
    'fill-opacity=".22"/><circle cx="10" cy="11" r=".9" fill="var(--ink)" fill-opacity=".22"/></pattern>'
)

_VAR = re.compile(r"var\(--([a-z0-9-]+)(?:,\s*([^()]*))?\)")


def colours(theme: str) -> dict[str, str]:
    """Every colour of a theme by its name, those of the seats included (`seat-0`, `seat-ink-0`)."""
    out = dict(THEMES[theme])
    for number, seat in enumerate(SEATS):
        out[f"seat-{number}"] = seat.day if theme == "day" else seat.night
        out[f"seat-ink-{number}"] = seat.day_ink if theme == "day" else seat.night_ink
    return out


def resolve(markup: str, theme: str) -> str:
    """A drawing with its `var(--ink)` and the like replaced, for pictures that stand alone."""
    table = colours(theme)
    return _VAR.sub(lambda found: table.get(found[1], found[2] or table["ink"]), markup)


def css() -> str:
    """The colours as custom properties: by the system's preference, or as the reader has chosen (`data-theme`)."""

    def block(selector: str, theme: str) -> str:
        lines = "".join(f"  --{name}: {value};\n" for name, value in colours(theme).items())
        return f"{selector} {{\n  color-scheme: {'light' if theme == 'day' else 'dark'};\n{lines}}}\n"

    fonts = f":root {{\n  --serif: {SERIF};\n  --sans: {SANS};\n}}\n"
    dark = block(':root:not([data-theme="day"])', "night")
    return (
        fonts
        + block(":root", "day")
        + f"@media (prefers-color-scheme: dark) {{\n{dark}}}\n"
        + block(':root[data-theme="night"]', "night")
    )
