"""What lessons may ask of this game: events by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.games.bosman.rules.codes import BOARDED, POISONED, REPLACED, WEDGED

EVENTS: Final[Mapping[str, int]] = {
    "wedged": WEDGED,
    "replaced": REPLACED,
    "boarded": BOARDED,
    "poisoned": POISONED,
}
