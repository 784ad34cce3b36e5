// One thing of a scene as SVG: its drawing, its text, its badge, the light on it. The same on the board and beside it.

import { s, set } from "./dom.js";

/** @typedef {import("./types.js").Item} Item */

const KNOWN = new Set(Array.from(document.querySelectorAll(".drawings [id^='symbol-']"), (g) => g.id));

/**
 * Fill a group with an item's picture. The group keeps its own place.
 * @param {SVGGElement} group
 * @param {Item} item
 */
export function draw(group, item) {
  const size = item.size ?? 1;
  const owner = item.owner ?? null;
  group.classList.toggle("owned", owner !== null);
  group.dataset.owner = owner === null ? "" : String(owner % 4);
  group.dataset.tone = item.tone ?? "";
  let pose = /** @type {SVGGElement | null} */ (group.querySelector(":scope > .pose"));
  if (!pose) {
    const light = s("g", { class: "light" }, s("circle", { class: "glow", r: 30 }), s("circle", { class: "ring" }), s("circle", { class: "ring-edge" }));
    pose = s("g", { class: "pose" }, s("g", { class: "face" }, s("use", {})));
    group.replaceChildren(pose, light, s("g", { class: "words" }));
  }
  for (const circle of group.querySelectorAll(".light circle")) circle.setAttribute("r", String(Math.max(14, 31 * Math.min(size, 1.3))));
  const use = /** @type {SVGUseElement} */ (pose.querySelector("use"));
  const href = `#symbol-${item.symbol}`;
  if (use.getAttribute("href") !== href) use.setAttribute("href", KNOWN.has(href.slice(1)) ? href : "#symbol-kotva-unknown");
  turn(pose, item.turn ?? 0, size);
  words(/** @type {SVGGElement} */ (group.querySelector(":scope > .words")), item, size);
}

/**
 * Turn the short way round: from 350 to 10 degrees is 20, not 340.
 * @param {SVGGElement} pose
 * @param {number} wanted
 * @param {number} size
 */
function turn(pose, wanted, size) {
  const before = Number(pose.dataset.turn ?? wanted);
  const angle = before + ((((wanted - before) % 360) + 540) % 360) - 180;
  pose.dataset.turn = String(angle);
  pose.style.transform = `rotate(${angle}deg) scale(${size})`;
}

/**
 * @param {SVGGElement} group
 * @param {Item} item
 * @param {number} size
 */
function words(group, item, size) {
  const key = `${item.text ?? ""}\n${item.badge ?? ""}\n${size}`;
  if (group.dataset.key === key) return;
  group.dataset.key = key;
  group.replaceChildren();
  if (item.text) {
    const text = s("text", { class: "item-text", "text-anchor": "middle" });
    const points = (item.text.length < 3 ? 26 : 18) * size;
    set(text, { "font-size": points, y: points * 0.35 });
    text.textContent = item.text;
    group.append(text);
  }
  if (item.badge) {
    const wide = 9 + 4.5 * Math.max(0, item.badge.length - 1);
    const badge = s("g", { class: "badge", transform: `translate(${22 * size} ${-22 * size})` });
    const text = s("text", { "text-anchor": "middle", y: 4.5, "font-size": 13 });
    text.textContent = item.badge;
    badge.append(s("rect", { x: -wide, y: -9, width: 2 * wide, height: 18, rx: 9 }), text);
    group.append(badge);
  }
}

/**
 * A picture of an item on its own, for strips and flights.
 * @param {Item} item
 * @returns {SVGSVGElement}
 */
export function picture(item) {
  const group = s("g", {});
  draw(group, { ...item, x: 0, y: 0 });
  group.classList.add("item");
  return s("svg", { viewBox: "-34 -34 68 68", class: "item-picture", "aria-hidden": "true", focusable: "false" }, group);
}

/**
 * A small drawing without light, for facts and forms.
 * @param {string} symbol
 * @returns {SVGSVGElement}
 */
export function small(symbol) {
  return s("svg", { viewBox: "-34 -34 68 68", class: "small-symbol", "aria-hidden": "true" }, s("use", { href: `#symbol-${symbol}` }));
}
