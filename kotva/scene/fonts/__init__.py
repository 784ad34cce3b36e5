"""Fonts that travel with Kotva: pictures and paper look the same on a computer that has none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent
TEXT: Final = FOLDER / "DejaVuSansCondensed.ttf"
BOLD: Final = FOLDER / "DejaVuSansCondensed-Bold.ttf"
HEADING: Final = FOLDER / "DejaVuSerifCondensed-Bold.ttf"
