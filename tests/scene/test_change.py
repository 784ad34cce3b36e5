"""A change applied to what a viewer had gives exactly what he would have been sent anew; the client does it the same way."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kotva import games
from kotva.engine.say import Say
from kotva.engine.scene import Item, Panel, Scene, SeatPanel
from kotva.match import Match
from kotva.scene.change import follow
from kotva.scene.packet import SceneChange, scene_data
from tests import ours

SCRIPT = Path(__file__).resolve().parents[2] / "kotva" / "web" / "static" / "js" / "change.js"
_RUN = """
import { changed } from %s;
import { readFileSync } from "node:fs";
const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (x) => Array.isArray(x) ? x.map(sorted) : x && typeof x === "object"
  ? Object.fromEntries(Object.keys(x).sort().map((key) => [key, sorted(x[key])])) : x;
let wrong = 0;
for (const [old, change, now] of JSON.parse(readFileSync(0))) {
  const packet = changed({ scene: old, seat: 1 }, { seq: 2, moves: 2, base: 1, scene: change });
  if (!same(packet.scene, now)) wrong++;
}
console.log(wrong);
"""


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def scenes(game_id: str, moves: int = 60) -> Iterator[tuple[Scene, Scene]]:
    """Scenes before and after moves, through several eyes."""
    game = games.load(game_id)
    match = Match(game, seed="a game to be told in changes")
    chance = random.Random(game_id)
    say = Say("cs", game.id, match.names)
    old = {seat: game.look.scene(match.view(seat), say) for seat in (None, 0, 1)}
    for _ in range(moves):
        if match.is_over or not (legal := match.legal()):
            return
        match.play(chance.choice(legal))
        for seat, before in old.items():
            after = game.look.scene(match.view(seat), say)
            yield before, after
            old[seat] = after


def applied(old: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The same as change.js, written once more from what the message says of itself."""
    items = {item["id"]: item for item in old["items"] if item["id"] not in change.get("gone", [])}
    for patch in change.get("put", []):
        items[patch["id"]] = {k: v for k, v in {**items[patch["id"]], **patch}.items() if v is not None}
    order = list(items)
    for place, item in change.get("new", []):
        items[item["id"]] = item
        order.insert(place, item["id"])
    rest = dict(change.get("rest", {}))
    for key, name in (("seats", "seat"), ("panels", "id"), ("forms", "id")):
        if rest.get(key):
            known = {part[name]: part for part in old.get(key, [])}
            rest[key] = [part if isinstance(part, dict) else known[part] for part in rest[key]]
    out = {k: v for k, v in {**old, **rest}.items() if v is not None}
    return {**out, "items": [items[i] for i in change.get("order") or order]}


@pytest.mark.parametrize("game", ours.GAMES)
def test_a_change_gives_the_scene_that_is_sent_anew(game: str) -> None:
    told = 0
    for before, after in scenes(game):
        change = plain(follow(before, after))
        assert applied(plain(scene_data(before)), change) == plain(scene_data(after))
        told += len(json.dumps(change))
    assert told


def test_things_that_change_places_in_the_list_are_told_in_order() -> None:
    a, b, c, d = (Item(name, "s") for name in "abcd")
    before, after = Scene(1, 1, (a, b, c)), Scene(1, 1, (c, d, a._replace(owner=0)), prompt="x")
    change = follow(before, after)
    assert change == SceneChange(
        gone=["b"],
        put=[{"id": "a", "owner": 0}],
        new=[(1, {"id": "d", "symbol": "s"})],
        order=["c", "d", "a"],
        rest={"prompt": "x"},
    )
    assert applied(plain(scene_data(before)), plain(change)) == plain(scene_data(after))
    back = follow(after, before)
    assert {"id": "a", "owner": None} in back.put
    assert back.rest == {"prompt": None}
    assert follow(after, after) == SceneChange()


def test_a_panel_that_is_as_it_was_is_given_by_its_name() -> None:
    dice, costs, seats = (
        Panel("dice", "Dice", dice=(1, 2)),
        Panel("costs", "Costs"),
        (SeatPanel(0, "1"), SeatPanel(1, "2")),
    )
    before = Scene(1, 1, (), panels=(dice, costs), seats=seats)
    after = Scene(
        1, 1, (), panels=(Panel("offer", "Offer"), Panel("costs", "Costs")), seats=(seats[0], SeatPanel(1, "3"))
    )
    change = plain(follow(before, after))
    assert change["rest"] == {
        "panels": [{"id": "offer", "title": "Offer"}, "costs"],
        "seats": [0, {"seat": 1, "score": "3"}],
    }
    assert applied(plain(scene_data(before)), change) == plain(scene_data(after))


def test_the_client_applies_changes_the_same_way(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here")
    cases = [
        [scene_data(before), follow(before, after), scene_data(after)]
        for game in ours.GAMES
        for before, after in scenes(game, 25)
    ]
    script = tmp_path / "run.mjs"
    module = tmp_path / "change.mjs"
    module.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    script.write_text(_RUN % json.dumps(str(module)), encoding="utf-8")
    done = subprocess.run([node, str(script)], input=msgspec.json.encode(cases), capture_output=True, check=False)
    assert done.stdout.decode().strip() == "0", done.stderr.decode()
    assert len(cases) > 200
