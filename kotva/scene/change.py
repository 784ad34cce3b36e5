"""What has changed between two scenes of one viewer: items by their ids, and whatever else is not as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from kotva.engine.game import Json
from kotva.engine.scene import Item, Scene
from kotva.scene.packet import ITEM_FIELDS, PLAIN_ITEM, fields_of, lean, lean_item


class SceneChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """Take `gone` away, bring `put` up to date (null: back to the default), put each of `new` at its place from the front on;
    with `order`, all items lie in that order. `rest` has the other parts of the scene that are not as they were."""

    gone: list[str] = []
    put: list[dict[str, Any]] = []
    new: list[tuple[int, dict[str, Any]]] = []
    order: list[str] = []
    rest: dict[str, Any] = {}


def share(old: Scene, new: Scene) -> Scene:
    """The new scene with the old one's own items where they are equal: kept scenes take little room, and compare by identity."""
    if len(old.items) == len(new.items):
        items = [was if was is now or was == now else now for was, now in zip(old.items, new.items)]
    else:
        before = {item.id: item for item in old.items}
        items = [kept if (kept := before.get(item.id)) == item and kept else item for item in new.items]
    return replace(new, items=tuple(items))


def scene_change(old: Scene, new: Scene) -> SceneChange:
    """How to get from one scene to another."""
    rest = {
        name: None if now == default else lean(now)
        for name, default in fields_of(new)
        if name != "items" and (was := getattr(old, name)) is not (now := getattr(new, name)) and was != now
    }
    if old.items is new.items:
        return SceneChange(rest=rest)
    if len(old.items) == len(new.items):  # most often nothing has come or gone: then things lie at their old places
        moved = [(was, now) for was, now in zip(old.items, new.items) if was is not now]
        if all(was.id == now.id for was, now in moved):
            return SceneChange(put=[_patch(was, now) for was, now in moved if was != now], rest=rest)
    before = {item.id: item for item in old.items}
    put: list[dict[str, Json]] = []
    fresh: list[tuple[int, dict[str, Json]]] = []
    kept: list[str] = []
    for number, item in enumerate(new.items):
        was = before.pop(item.id, None)
        if was is None:
            fresh.append((number, lean_item(item)))
            continue
        kept.append(item.id)
        if was is not item and was != item:
            put.append(_patch(was, item))
    gone = list(before)
    left = [item.id for item in old.items if item.id not in before] if gone else [item.id for item in old.items]
    order = [item.id for item in new.items] if left != kept else []
    return SceneChange(gone, put, fresh, order, rest)


def _patch(old: Item, new: Item) -> dict[str, Json]:
    out: dict[str, Json] = {"id": new.id}
    for name, was, now, default in zip(ITEM_FIELDS, old, new, PLAIN_ITEM):
        if was != now:
            out[name] = None if now == default else now  # type: ignore[assignment]
    return out
