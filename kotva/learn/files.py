"""Files of a game's author, cached: a changed file is read again at once, an unchanged one is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")

_READ: Final[dict[Path, tuple[int, list[Any]]]] = {}


def read_once(path: Path, read: Callable[[Path], list[T]]) -> list[T]:
    """What `read` makes of a file, anew only when the file has changed; nothing if there is no such file."""
    if not path.is_file():
        return []
    changed = path.stat().st_mtime_ns
    kept = _READ.get(path)
    if kept is None or kept[0] != changed:
        kept = _READ[path] = (changed, read(path))
    return list(kept[1])
