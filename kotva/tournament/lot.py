"""TOU-5: all chance of a tournament comes from its seed, and anybody can check it on paper."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable


def key(seed: str, purpose: str, round: int, attempt: int, id: str) -> str:
    """TOU-5.2: the lower-case hexadecimal SHA-256 of `seed/purpose/round/attempt/id`."""
    return hashlib.sha256(f"{seed}/{purpose}/{round}/{attempt}/{id}".encode()).hexdigest()


def number(key: str) -> int:
    """TOU-8.5: the first 16 hex digits of a key, read as an unsigned number."""
    return int(key[:16], 16)


def order(ids: Iterable[str], seed: str, purpose: str, round: int, attempt: int) -> list[str]:
    """TOU-5.3: the lot order is ascending by key, compared as text."""
    return sorted(ids, key=lambda id: key(seed, purpose, round, attempt, id))


def commitment(seed: str) -> str:
    """TOU-5.5: what is published at creation, so that nobody can shop for a draw later."""
    return hashlib.sha256(seed.encode()).hexdigest()


def by_id(id: str) -> tuple[str, int, str]:
    """Ids in the order of entry: P2 before P10."""
    found = re.fullmatch(r"(\D*)(\d{1,18})", id)
    return (found[1], int(found[2]), "") if found else (id, -1, id)
