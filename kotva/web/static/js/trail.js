// What the others did since my last move: marks and arrows that stay, and one key that shows it again.

import { s } from "./dom.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{from: Point, to: Point, owner?: number | null}} Arrow */

const SHORTEST = 24; // units: a piece that only makes room is no move
const MOST = 12; // arrows: more would hide the board

export class Trail {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** The move after which it begins: my last one, or what I saw first. */
    this.since = 0;
    /** @type {Arrow[]} */
    this.arrows = [];
    /** Things that were touched. @type {Set<string>} */
    this.touched = new Set();
  }

  /** I have moved, or have just come: nothing has happened since. @param {number} moves */
  begin(moves) {
    this.since = moves;
    this.arrows = [];
    this.touched.clear();
    this.draw();
  }

  /** Somebody else moves: where pieces are now, before the new scene is shown. @param {Scene} given */
  take(given) {
    const scene = this.stage.arrange(given);
    const last = new Set(scene.last ?? []);
    const run = new Set((scene.courses ?? []).map((course) => course.item));
    for (const item of scene.items) {
      const before = this.stage.things.get(item.id);
      if (!last.has(item.id) || (item.zone ?? "board") !== "board" || (item.layer ?? 1) < 3) continue;
      this.touched.add(item.id);
      if (!before || before.zone !== "board" || run.has(item.id)) continue;
      const from = { x: before.item.x ?? 0, y: before.item.y ?? 0 };
      const to = { x: item.x ?? 0, y: item.y ?? 0 };
      if (Math.hypot(to.x - from.x, to.y - from.y) >= SHORTEST) this.arrows.push({ from, to, owner: item.owner });
    }
    for (const { item, points } of scene.courses ?? []) {
      const owner = scene.items.find(({ id }) => id === item)?.owner;
      for (let n = 1; n < points.length; n++) {
        this.arrows.push({ from: { x: points[n - 1][0], y: points[n - 1][1] }, to: { x: points[n][0], y: points[n][1] }, owner });
      }
    }
    this.arrows = this.arrows.slice(-MOST);
  }

  /** After the scene is shown. */
  draw() {
    this.stage.trails.replaceChildren(...this.arrows.map(arrow));
    for (const [id, { element }] of this.stage.things) element.classList.toggle("touched", this.touched.has(id));
  }
}

/** A line that ends short of both pieces, with a head. @param {Arrow} arrow */
function arrow({ from, to, owner }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [x1, y1] = [from.x + ux * Math.min(14, length / 4), from.y + uy * Math.min(14, length / 4)];
  const [x2, y2] = [to.x - ux * Math.min(20, length / 3), to.y - uy * Math.min(20, length / 3)];
  const wing = (/** @type {number} */ side) => `L${x2 - ux * 11 - uy * 7 * side} ${y2 - uy * 11 + ux * 7 * side}`;
  const seat = typeof owner === "number" && owner >= 0 ? ` of-seat-${owner % 8}` : "";
  return s("path", { class: `arrow${seat}`, d: `M${x1} ${y1}L${x2} ${y2}M${x2} ${y2}${wing(1)}M${x2} ${y2}${wing(-1)}` });
}
