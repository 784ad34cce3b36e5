"""Domain maps for everybody else: how one is checked, and how one is painted (TRI-2.10)."""

from __future__ import annotations

from kotva.engine.formats import Brush, Examined, Format, GridText
from kotva.engine.say import N_
from kotva.games.triremes import board
from kotva.games.triremes.maps import COVE, LEAST_HEIGHT, LEAST_WIDTH, MOST_HEIGHT, MOST_WIDTH, NAMED, examine

LONGEST = 4000  # the largest map has 26 rows of 26, the rest is comments


def examined(text: str) -> Examined:
    """TRI-2.11: a map's faults, for people and programs."""
    domain, faults = examine(text)
    if domain is None:
        return Examined(faults=tuple(faults))
    return Examined(domain.name, f"{domain.width}x{domain.height}", tuple(faults))


MAP = Format(
    id="map",
    title=N_("domain map"),
    clause="TRI-2.10",
    examine=examined,
    longest=LONGEST,
    options=tuple(f"map{n}" for n in range(1, board.MOST_SEATS + 1)),
    samples={"cove": COVE, **NAMED},
    sheet=GridText(
        title=N_("Map editor"),
        lead=N_(
            "Draw the coast of one player: the top row is the open sea where the maps meet."
            " Six anchorages, six posts, six fortress squares."
        ),
        head="domain {name} {width}x{height}",
        brushes=(
            Brush(".", N_("sea")),
            Brush("#", N_("land"), fill="land"),
            Brush("p", N_("post"), "⚑", "land"),
            Brush("F", N_("fortress"), "♜", "card"),
            Brush("P", N_("fortress with post"), "♜⚑", "card"),
            Brush("^", N_("anchorage, bow up"), "↑", "sea", (0, 1, "o")),
            Brush(">", N_("anchorage, bow right"), "→", "sea", (-1, 0, "o")),
            Brush("v", N_("anchorage, bow down"), "↓", "sea", (0, -1, "o")),
            Brush("<", N_("anchorage, bow left"), "←", "sea", (1, 0, "o")),
            Brush("x", N_("reef"), "▲", "muted"),
            Brush("o", N_("stern of an anchorage"), "●", "sea", offered=False),
        ),
        first="#",
        widths=(LEAST_WIDTH, MOST_WIDTH),
        heights=(LEAST_HEIGHT, MOST_HEIGHT),
        shelf="kotva-maps",
    ),
)
