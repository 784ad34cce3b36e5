// A packet and a change that builds on it make the packet as it is now.

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./scripts.mjs";

const { changed } = await script("change");
const item = (id, more = {}) => ({ id, symbol: "s", ...more });
const packet = (items, more = {}) => ({ type: "packet", table: "t", seq: 1, moves: 1, at: 1, seat: 2, scene: { width: 3, height: 4, items, prompt: "old", ...more } });
const change = (scene, more = {}) => ({ type: "change", base: 1, seq: 2, moves: 5, scene, ...more });
const ids = ({ scene }) => scene.items.map(({ id }) => id);

test("what a change says of the table takes the place of what was; the rest stays", () => {
  const told = { actors: [1], choices: [{ action: "a" }], questions: [], log: [{ number: 5 }], log_from: 4, undo: true, over: null, seed: "s", thinking: true, clock: { at: 3 } };
  const now = changed({ ...packet([]), actors: [0], undo: false, clock: null }, change({}, told));
  for (const [name, value] of Object.entries(told)) assert.deepEqual(now[name], value, name);
  assert.deepEqual([now.seq, now.moves, now.at, now.seat, now.table, now.type], [2, 5, 5, 2, "t", "packet"]);
  assert.deepEqual([now.scene.width, now.scene.height, now.scene.prompt], [3, 4, "old"]);
});

test("things go, are changed and come at their places", () => {
  const now = changed(packet([item("a"), item("b", { owner: 1 }), item("c")]), change({ gone: ["a"], put: [{ id: "b", owner: null, x: 0 }], new: [[1, item("d")], [3, item("e")]] }));
  assert.deepEqual(ids(now), ["b", "d", "c", "e"]);
  assert.deepEqual(now.scene.items[0], { id: "b", symbol: "s", x: 0 });
  assert.deepEqual(now.scene.items[2], item("c"));
});

test("an order that is told is the order, with what is new in it", () => {
  const now = changed(packet([item("a"), item("b"), item("c")]), change({ gone: ["b"], put: [{ id: "a", y: 7 }], new: [[0, item("d")]], order: ["c", "d", "a"] }));
  assert.deepEqual(ids(now), ["c", "d", "a"]);
  assert.equal(now.scene.items[2].y, 7);
});

test("a part given by its name is as it was; null is gone; what is not told stays", () => {
  const before = packet([], { panels: [{ id: "dice" }, { id: "costs", title: "C" }], seats: [{ seat: 0, score: "1" }, { seat: 1 }], forms: [{ id: "f", title: "F" }], rows: ["x"] });
  const now = changed(before, change({ rest: { panels: ["costs", { id: "new" }], seats: [1, 0], prompt: null } }));
  assert.deepEqual(now.scene.panels, [{ id: "costs", title: "C" }, { id: "new" }]);
  assert.deepEqual(now.scene.seats, [{ seat: 1 }, { seat: 0, score: "1" }]);
  assert.deepEqual(now.scene.forms, [{ id: "f", title: "F" }]);
  assert.deepEqual(now.scene.rows, ["x"]);
  assert.ok(!("prompt" in now.scene));
  const first = changed(packet([]), change({ rest: { panels: [{ id: "only" }] } }));
  assert.deepEqual(first.scene.panels, [{ id: "only" }], "a scene that had none");
});
