"""What has changed between two scenes of one viewer: items by their ids, and whatever else is not as it was."""

from __future__ import annotations

from dataclasses import MISSING, fields
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any, Final

from kotva.engine.game import Json
from kotva.engine.scene import Item, Scene
from kotva.scene.compact import ITEM_FIELDS, PLAIN_ITEM, compact, compact_item
from kotva.scene.packet import SceneChange

Items = tuple[Item, ...]
# Everything but the items: names with the values that are left out, and all values at once.
_REST: Final = tuple(
    (f.name, () if f.default_factory is not MISSING else f.default) for f in fields(Scene) if f.name != "items"
)
_PARTS: Final = attrgetter(*(name for name, _ in _REST))
_NAMED = {"seats": attrgetter("seat"), "panels": attrgetter("id"), "forms": attrgetter("id")}


def follow(old: Scene, new: Scene) -> SceneChange:
    """How to get from a scene to the one that comes after it, for the same viewer."""
    rest: dict[str, Json] = {}
    for (name, default), was, now in zip(_REST, _PARTS(old), _PARTS(new)):
        if was is not now and was != now:
            rest[name] = None if now == default else _part(name, was, now)
    change = _in_place(old.items, new.items) or _by_id(old.items, new.items)
    change.rest = rest
    return change


def _part(name: str, old: Any, new: Any) -> Json:
    """A part of a scene that is not as it was."""
    named = _NAMED.get(name)
    if named is None:
        return compact(new)
    known = {named(part): part for part in old}
    return [named(part) if (was := known.get(named(part))) is part or was == part else compact(part) for part in new]


def _in_place(old: Items, new: Items) -> SceneChange | None:
    """Most often nothing has come or gone, and things lie at their old places in the list; None if not."""
    if len(old) != len(new):
        return None
    put: list[dict[str, Json]] = []
    for number in compress(count(), map(is_not, old, new)):
        was, now = old[number], new[number]
        if was == now:
            continue
        if was.id != now.id:
            return None
        put.append(_patch(was, now))
    return SceneChange(put=put)


def _by_id(old: Items, new: Items) -> SceneChange:
    # What lies on the ground comes first and stays, and often what lies beside the table, at the end.
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    end = len(new) - last
    before = {item.id: item for item in old[first : len(old) - last]}
    left = list(before)
    put: list[dict[str, Json]] = []
    fresh: list[tuple[int, dict[str, Json]]] = []
    kept: list[str] = []
    for number in range(first, end):
        item = new[number]
        was = before.pop(item.id, None)
        if was is None:
            fresh.append((number, compact_item(item)))
            continue
        kept.append(item.id)
        if was is not item and was != item:
            put.append(_patch(was, item))
    gone = list(before)
    if gone:
        left = [ident for ident in left if ident not in before]
    order = [item.id for item in new] if left != kept else []
    return SceneChange(gone, put, fresh, order)


def _alike(old: Items, new: Items) -> int:
    """How many items two lists have in common from the front on."""
    for number in compress(count(), map(is_not, old, new)):
        if old[number] != new[number]:
            return number
    return min(len(old), len(new))


def _patch(old: Item, new: Item) -> dict[str, Json]:
    out: dict[str, Json] = {"id": new.id}
    for name, was, now, default in zip(ITEM_FIELDS, old, new, PLAIN_ITEM):
        if was != now:
            out[name] = None if now == default else now  # type: ignore[assignment]
    return out
