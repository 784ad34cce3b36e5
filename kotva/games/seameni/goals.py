"""What lessons may ask of this game: events by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.games.seameni.rules.codes import BROUGHT, CAPTURED, TURNED

EVENTS: Final[Mapping[str, int]] = {
    "turned": TURNED,
    "captured": CAPTURED,
    "brought": BROUGHT,
}
