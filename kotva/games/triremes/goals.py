"""What lessons may ask of this game: events by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.games.triremes.rules.codes import CAPTURED, LANDED, SUNK

EVENTS: Final[Mapping[str, int]] = {
    "sunk": SUNK,
    "captured": CAPTURED,
    "landed": LANDED,
}
