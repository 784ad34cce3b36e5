"""TOU-2.1, TOU-2.2: when two names are one."""

from __future__ import annotations

import re
import unicodedata


def clean(name: str) -> str:
    """TOU-2.1: trimmed and in Unicode NFC."""
    return unicodedata.normalize("NFC", name).strip()


def folded(name: str) -> str:
    """TOU-2.2: two names with the same folded form are one name."""
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", clean(name)).casefold())
