"""What has changed between two scenes of one viewer: items by their ids, and whatever else is not as it was."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Any

import msgspec

from kotva.engine.game import Json
from kotva.engine.scene import Item, Scene
from kotva.scene.packet import ITEM_FIELDS, PLAIN_ITEM, fields_of, lean, lean_item

Items = tuple[Item, ...]
_NAMED = {"seats": attrgetter("seat"), "panels": attrgetter("id"), "forms": attrgetter("id")}


class SceneChange(msgspec.Struct, omit_defaults=True):
    """Take `gone` away, bring `put` up to date (null: back to the default), put each of `new` at its place from the front on;
    with `order`, all items lie in that order. `rest` has the other parts of the scene that are not as they were; in its `seats`,
    `panels` and `forms`, one that is as it was is given by its number or id alone."""

    gone: list[str] = []
    put: list[dict[str, Any]] = []
    new: list[tuple[int, dict[str, Any]]] = []
    order: list[str] = []
    rest: dict[str, Any] = {}


def follow(old: Scene, new: Scene) -> tuple[Scene, SceneChange]:
    """A scene that comes after another of the same viewer, and how to get there.

    It has the old one's own items where they are equal, so that scenes that are kept take little room and compare by identity.
    """
    rest = {
        name: None if now == default else _part(name, was, now)
        for name, default in fields_of(new)
        if name != "items" and (was := getattr(old, name)) is not (now := getattr(new, name)) and was != now
    }
    items, change = _in_place(old.items, new.items) or _by_id(old.items, new.items)
    change.rest = rest
    return replace(new, items=items), change


def _part(name: str, old: Any, new: Any) -> Json:
    """A part of a scene that is not as it was."""
    named = _NAMED.get(name)
    if named is None:
        return lean(new)
    known = {named(part): part for part in old}
    return [named(part) if (was := known.get(named(part))) is part or was == part else lean(part) for part in new]


def _in_place(old: Items, new: Items) -> tuple[Items, SceneChange] | None:
    """Most often nothing has come or gone, and things lie at their old places in the list; None if not."""
    if len(old) != len(new):
        return None
    other = [number for number, (was, now) in enumerate(zip(old, new)) if was is not now]
    items = list(new)
    put: list[dict[str, Json]] = []
    for number in other:
        was, now = old[number], new[number]
        if was == now:
            items[number] = was
        elif was.id == now.id:
            put.append(_patch(was, now))
        else:
            return None
    return tuple(items), SceneChange(put=put)


def _by_id(old: Items, new: Items) -> tuple[Items, SceneChange]:
    first = 0  # what lies on the ground comes first and stays
    for one, other in zip(old, new):
        if one is not other:
            break
        first += 1
    before = {item.id: item for item in old[first:]}
    items: list[Item] = list(new[:first])
    put: list[dict[str, Json]] = []
    fresh: list[tuple[int, dict[str, Json]]] = []
    kept: list[str] = []
    for number, item in enumerate(new[first:], first):
        was = before.pop(item.id, None)
        if was is None:
            fresh.append((number, lean_item(item)))
            items.append(item)
            continue
        kept.append(item.id)
        if was is item or was == item:
            items.append(was)
        else:
            put.append(_patch(was, item))
            items.append(item)
    gone = list(before)
    left = [item.id for item in old[first:] if item.id not in before]
    order = [item.id for item in new] if left != kept else []
    return tuple(items), SceneChange(gone, put, fresh, order)


def _patch(old: Item, new: Item) -> dict[str, Json]:
    out: dict[str, Json] = {"id": new.id}
    for name, was, now, default in zip(ITEM_FIELDS, old, new, PLAIN_ITEM):
        if was != now:
            out[name] = None if now == default else now  # type: ignore[assignment]
    return out
