"""Parts of a scene as data, without what has its default."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, Final

from kotva.engine.game import Json
from kotva.engine.scene import Form, Item, Panel, SeatPanel, Slot

_MOST_COMPACT: Final = 4096
_compacted: dict[int, tuple[object, Json]] = {}  # by identity, with the object itself, so that its number stays its own


def compact(value: Any) -> Json:
    """A part of a scene as data without what has its default. What was made once for several viewers is not made again."""
    kind = type(value)
    if kind not in _SHARED:
        return _lean(value)
    known = _compacted.get(id(value))
    if known is None:
        if len(_compacted) >= _MOST_COMPACT:
            _compacted.clear()
        known = _compacted[id(value)] = (value, _lean(value))
    return known[1]


def _lean(value: Any) -> Json:
    kind = type(value)
    if kind in _ATOMS:
        return value  # type: ignore[no-any-return]
    if kind is tuple or kind is list:
        return [compact(inner) for inner in value]
    if kind is Item:
        return compact_item(value)
    out: dict[str, Json] = {}
    for name, default in fields_of(value):
        inner = getattr(value, name)
        if inner != default:
            out[name] = inner if type(inner) in _ATOMS else compact(inner)
    return out


_SHARED: Final = frozenset((SeatPanel, Panel, Form, Slot))
_ATOMS: Final = frozenset((str, int, float, bool, type(None)))
ITEM_FIELDS: Final = Item._fields
PLAIN_ITEM: Final = Item("\0", "\0")  # what every item has of its own is always sent


def compact_item(item: Item) -> dict[str, Json]:
    """An item as data."""
    # The type is said: of the union that is inferred, two compilations of one source differ in the order of its parts.
    values: Iterator[tuple[str, Any, Any]] = zip(ITEM_FIELDS, item, PLAIN_ITEM)
    return {name: value for name, value, default in values if value != default}


_known: dict[type[object], tuple[tuple[str, object], ...]] = {}


def fields_of(part: Any) -> tuple[tuple[str, object], ...]:
    """The fields of a part of a scene, with the value that is left out (MISSING: none is); found out once for each kind."""
    kind = type(part)
    if kind not in _known:
        _known[kind] = tuple((f.name, () if f.default_factory is not MISSING else f.default) for f in fields(kind))
    return _known[kind]
