// The kit of parts: each part moves from moment to moment, drawn by the same code as at a table.

import { h, s, set } from "./dom.js";
import { draw } from "./item.js";
import { appear, turnOver, vanish } from "./motion.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {HTMLElement} part */
function begin(part) {
  /** @type {Scene[]} */
  const scenes = JSON.parse(part.querySelector(".moments")?.textContent ?? "[]");
  const live = /** @type {HTMLElement} */ (part.querySelector(".live"));
  const ground = s("g", {});
  const layers = Array.from({ length: 5 }, (_, n) => s("g", { class: `layer layer-${n}` }));
  const svg = s("svg", { class: "part-board", role: "img", "aria-label": part.querySelector("h2")?.textContent ?? "" }, ground);
  svg.append(...layers);
  /** @type {Map<string, SVGGElement>} */
  const things = new Map();
  const count = h("output", { "aria-live": "polite" });
  let at = 0;

  /** @param {boolean} moving */
  function show(moving) {
    const scene = scenes[at];
    set(svg, { viewBox: `0 0 ${scene.width} ${scene.height}` });
    svg.style.maxWidth = `${scene.width * 1.25}px`;
    if (ground.innerHTML !== (scene.ground ?? "")) ground.innerHTML = scene.ground ?? "";
    const wanted = new Set(scene.items.map((item) => item.id));
    for (const [id, element] of things) {
      if (wanted.has(id)) continue;
      things.delete(id);
      vanish(element);
    }
    for (const item of scene.items) {
      const known = things.get(item.id);
      const element = known ?? s("g", { class: "item plain", "data-id": item.id });
      const before = element.querySelector("use")?.getAttribute("href");
      layers[item.layer ?? 1].append(element);
      element.style.transform = `translate(${item.x ?? 0}px, ${item.y ?? 0}px)`;
      draw(element, item);
      if (known && before !== `#symbol-${item.symbol}`) turnOver(/** @type {SVGGElement} */ (element.querySelector(".face")));
      if (!known && moving) appear(element);
      things.set(item.id, element);
    }
    count.textContent = `${at + 1} / ${scenes.length}`;
  }

  const next = h("button", { type: "button" }, say("Next"));
  next.addEventListener("click", () => {
    at = (at + 1) % scenes.length;
    show(true);
  });
  live.replaceChildren(svg, h("p", { class: "controls" }, next, count));
  show(false);
}

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".part"))) begin(part);
document.documentElement.dataset.ready = "true";
