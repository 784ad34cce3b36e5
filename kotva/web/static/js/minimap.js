// A small map of the whole board, while the frame shows less than half of it: whose pieces are where, what has just happened, and
// which part is shown. A press on it looks there.

import { s, set } from "./dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

export class MiniMap {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.land = s("path", { class: "map-land" });
    this.pieces = s("g", {});
    this.part = s("rect", { class: "map-part" });
    this.paper = s("rect", { class: "map-paper" });
    this.svg = s("svg", { class: "minimap", "aria-hidden": "true" }, this.paper, this.land, this.pieces, this.part);
    this.svg.style.display = "none";
    stage.frame.after(this.svg);
    this.svg.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      this.go(event);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (event.buttons) this.go(event);
    });
    this.svg.addEventListener("click", (event) => event.stopPropagation());
    this.fields = "";
  }

  /** @param {PointerEvent} event */
  go(event) {
    const box = this.svg.getBoundingClientRect();
    const { camera } = this.stage;
    camera.whole = false;
    camera.glideTo(((event.clientX - box.x) / box.width) * camera.width, ((event.clientY - box.y) / box.height) * camera.height, camera.zoom);
  }

  /** What lies where. @param {string[]} last what the last moves touched */
  draw(last) {
    const { camera, things } = this.stage;
    const touched = new Set(last);
    /** @type {SVGElement[]} */
    const dots = [];
    let fields = "";
    for (const [id, { item, zone, element }] of things) {
      const { x = 0, y = 0, layer = 1, size = 1, owner = null, ghost = false } = item;
      if (zone !== "board" || ghost) continue;
      if (layer === 1 && size === 1) fields += `M${x - 32} ${y - 32}h64v64h-64z`;
      if (layer < 2 || owner === null) continue;
      const seat = `map-piece seat-${owner % 8}`;
      dots.push(s("circle", { class: touched.has(id) || element.classList.contains("touched") ? `${seat} map-last` : seat, cx: x, cy: y, r: 20 + 14 * size }));
    }
    if (fields !== this.fields) {
      this.fields = fields;
      this.land.setAttribute("d", fields);
    }
    this.pieces.replaceChildren(...dots);
    set(this.svg, { viewBox: `0 0 ${camera.width} ${camera.height}` });
    set(this.paper, { width: camera.width, height: camera.height });
    this.svg.style.aspectRatio = `${camera.width} / ${camera.height}`;
  }

  /** Which part the frame shows. */
  show() {
    const { camera } = this.stage;
    const half = camera.half;
    const wanted = camera.isClose && 4 * half.x * half.y < 0.5 * camera.width * camera.height;
    this.svg.style.display = wanted ? "" : "none";
    if (!wanted) return;
    set(this.part, { x: camera.x - half.x, y: camera.y - half.y, width: 2 * half.x, height: 2 * half.y });
  }
}
