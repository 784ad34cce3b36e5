"""What lessons may ask of this game: events by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.games.hexxi.rules.codes import CAPTURED, CONQUERED

EVENTS: Final[Mapping[str, int]] = {
    "taken": CAPTURED,
    "conquered": CONQUERED,
}
