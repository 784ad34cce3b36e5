// One thing of a scene as SVG: its drawing, its text, its badge, the light on it. The same on the board and beside it.

import { s, set } from "./dom.js";

/** @typedef {import("./types.js").Item} Item */

const LONG = 2; // a thing of this size lies on two fields: its badge stays on its own end, clear of its neighbours
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
  group.dataset.owner = owner === null ? "" : String(owner % 8);
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
  if (use.getAttribute("href") !== href) use.setAttribute("href", !item.symbol || KNOWN.has(href.slice(1)) ? href : "#symbol-kotva-unknown"); // words alone have no drawing
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
  const key = `${item.text ?? ""}\n${item.badge ?? ""}\n${size}\n${item.turn ?? 0}`;
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
    const angle = ((item.turn ?? 0) * Math.PI) / 180;
    const [x, y] = size < LONG ? [22 * size, -22 * size] : [-24 * size * Math.sin(angle), 24 * size * Math.cos(angle)];
    const badge = s("g", { class: "badge", transform: `translate(${x} ${y})` });
    const text = s("text", { "text-anchor": "middle", y: 4.5, "font-size": 13 });
    text.textContent = item.badge;
    const sign = s("g", { class: "sign" });
    badge.append(sign);
    sign.append(s("rect", { x: -wide, y: -9, width: 2 * wide, height: 18, rx: 9 }), text);
    group.append(badge);
  }
}

/**
 * A picture of an item on its own, for strips and flights. Its light has the shape of a card, if the drawing has.
 * @param {Item} item
 * @returns {SVGSVGElement}
 */
export function picture(item) {
  const group = s("g", {});
  draw(group, { ...item, x: 0, y: 0 });
  group.classList.add("item");
  const light = /** @type {SVGGElement} */ (group.querySelector(":scope > .light"));
  light.replaceChildren(...["glow", "ring", "ring-edge"].map((name) => s("rect", { class: name })));
  const svg = s("svg", { class: "item-picture", "aria-hidden": "true", focusable: "false" }, group);
  frame(svg, { x: -30, y: -30, width: 60, height: 60 });
  return svg;
}

/** How wide a drawing really is, by its name and size. @type {Map<string, {x: number, y: number, width: number, height: number}>} */
const boxes = new Map();

/**
 * Make a picture no wider than its drawing (it must be on the page by now): cards in a row lie close together.
 * @param {SVGSVGElement} svg
 * @param {Item} item
 */
export function trim(svg, item) {
  const key = `${item.symbol}/${item.size ?? 1}/${item.turn ?? 0}`;
  let box = boxes.get(key);
  if (!box) {
    const drawn = /** @type {SVGGElement} */ (svg.querySelector(".face")).getBBox();
    const size = item.size ?? 1;
    if (!drawn.width || item.turn) return;
    box = { x: drawn.x * size, y: drawn.y * size, width: drawn.width * size, height: drawn.height * size };
    boxes.set(key, box);
  }
  frame(svg, box);
}

/**
 * @param {SVGSVGElement} svg
 * @param {{x: number, y: number, width: number, height: number}} box
 */
function frame(svg, box) {
  const left = Math.max(-34, box.x - 4);
  const width = Math.min(34, box.x + box.width + 4) - left;
  svg.setAttribute("viewBox", `${left} -34 ${width} 68`);
  svg.style.aspectRatio = `${width} / 68`;
  const shape = box.width / box.height;
  const isCard = shape < 0.82 || shape > 1.15; // round the rest is a circle
  const side = Math.max(box.width, box.height);
  const x = isCard ? box.x : box.x + (box.width - side) / 2;
  const y = isCard ? box.y : box.y + (box.height - side) / 2;
  for (const [name, out] of /** @type {[string, number][]} */ ([["glow", 1], ["ring", 2], ["ring-edge", 5]])) {
    const rect = /** @type {SVGRectElement} */ (svg.querySelector(`.light .${name}`));
    const width = (isCard ? box.width : side) + 2 * out;
    const height = (isCard ? box.height : side) + 2 * out;
    set(rect, { x: x - out, y: y - out, width, height, rx: isCard ? 6 + out : width / 2 });
  }
}

/**
 * A small drawing without light, for facts and forms.
 * @param {string} symbol
 * @returns {SVGSVGElement}
 */
export function small(symbol) {
  return s("svg", { viewBox: "-34 -34 68 68", class: "small-symbol", "aria-hidden": "true" }, s("use", { href: `#symbol-${symbol}` }));
}
