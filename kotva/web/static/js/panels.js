// Small tables beside the board: auctions, fights with their dice, sheets of a scoring.

import { glyph, h, s } from "./dom.js";
import { small } from "./item.js";
import { time } from "./motion.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Panel} Panel */

/** Where the eyes of a die are, by number. @type {Record<number, [number, number][]>} */
const EYES = {
  1: [[0, 0]],
  2: [[-8, -8], [8, 8]],
  3: [[-9, -9], [0, 0], [9, 9]],
  4: [[-9, -9], [9, -9], [-9, 9], [9, 9]],
  5: [[-9, -9], [9, -9], [0, 0], [-9, 9], [9, 9]],
  6: [[-9, -10], [9, -10], [-9, 0], [9, 0], [-9, 10], [9, 10]],
};

/** @type {Map<string, string>} */
const thrown = new Map();
/** @type {Set<string>} */
const unfolded = new Set();
/** The long tables that were there before; null until the first look. @type {Set<string> | null} */
let known = null;

/**
 * What belongs to the decision stands with it, dice alone lie on the board, the rest is beside the log.
 * @param {{side: HTMLElement, urgent: HTMLElement, dice: HTMLElement}} places
 * @param {Panel[]} panels
 * @param {import("./types.js").Choice[]} choices what a panel may offer as a button
 * @returns {boolean} whether a new sheet lies beside the log
 */
export function showPanels(places, panels, choices) {
  const thrownOnly = panels.filter((panel) => panel.dice?.length && !panel.rows?.length);
  const urgent = panels.filter((panel) => panel.urgent && !thrownOnly.includes(panel));
  const rest = panels.filter((panel) => !panel.urgent && !thrownOnly.includes(panel));
  const fresh = unfold(rest.filter(isLong).map((panel) => panel.id));
  places.dice.replaceChildren(...thrownOnly.map((panel) => dice(panel.id, panel.dice ?? [], panel.title)));
  places.urgent.replaceChildren(...urgent.map((panel) => panelBox(panel, choices)));
  places.side.replaceChildren(...rest.map((panel) => panelBox(panel, choices)));
  places.side.classList.toggle("empty", !rest.length);
  const kept = new Set(panels.map((panel) => panel.id));
  for (const id of thrown.keys()) if (!kept.has(id)) thrown.delete(id);
  return fresh;
}

/**
 * A sheet that has just been laid on the table lies open, and those before it are folded up.
 * @param {string[]} ids
 * @returns {boolean} whether there is a new one
 */
function unfold(ids) {
  const fresh = known === null ? [] : ids.filter((id) => !known?.has(id));
  if (fresh.length) unfolded.clear();
  for (const id of fresh) unfolded.add(id);
  known = new Set(ids);
  return fresh.length > 0;
}

/** A table that nobody needs for this decision and that takes room. @param {Panel} panel */
function isLong(panel) {
  return !panel.urgent && !panel.dice?.length && (panel.rows ?? []).length > 3;
}

/** @param {Panel} panel @param {import("./types.js").Choice[]} choices */
export function panelBox(panel, choices) {
  const box = isLong(panel) ? folded(panel) : h("section", { class: panel.urgent ? "panel urgent" : "panel", "aria-label": panel.title }, h("h2", {}, panel.title));
  if (panel.dice?.length) box.append(dice(panel.id, panel.dice));
  if (panel.rows?.length || panel.head?.length) {
    const pad = !panel.head?.length && (panel.rows ?? []).every((row) => row.every((cell) => typeof cell !== "string" && cell.action));
    const table = h("table", { class: pad ? "pad" : "" }); // nothing but buttons: keys in rows
    if (panel.head?.length) table.append(h("thead", {}, h("tr", {}, ...panel.head.map((cell) => (cell ? h("th", { scope: "col" }, cell) : h("td", {}))))));
    table.append(h("tbody", {}, ...(panel.rows ?? []).map((row) => h("tr", {}, ...row.map((cell, number) => h(number || pad ? "td" : "th", number || pad ? {} : { scope: "row" }, ...inside(cell, choices)))))));
    box.append(h("div", { class: "wide" }, table));
  }
  if (panel.note) box.append(h("p", { class: "note" }, panel.note));
  return box;
}

/**
 * @param {string | import("./types.js").Cell} cell
 * @param {import("./types.js").Choice[]} choices
 * @returns {(Node | string)[]}
 */
function inside(cell, choices) {
  if (typeof cell === "string") return [cell];
  const { text = "", cards = [], seat, action, bar = 0 } = cell;
  const choice = choices.find((one) => one.action === action);
  if (choice) return [h("button", { type: "button", class: "in-panel", "data-action": choice.action, "aria-label": choice.words, title: choice.words }, text)];
  if (bar) return [barOf(bar, text)];
  if (cards.length) return [h("span", { class: "cards", role: "img", "aria-label": text, title: text }, ...cards.map(pile))];
  return typeof seat === "number" ? [h("span", { class: "player" }, glyph(seat), text)] : [text];
}

/** @param {number} length from 0 to 1 @param {string} text */
function barOf(length, text) {
  const bar = h("span", { class: "bar" }, text);
  bar.style.setProperty("--length", String(length));
  return bar;
}

/** A few cards lie side by side, many have their number beside them. @param {[string, number]} card */
function pile([symbol, count]) {
  const shown = count > 3 ? 1 : count;
  const pictures = Array.from({ length: shown }, () => small(symbol));
  return h("span", { class: "pile" }, ...pictures, ...(count > shown ? [h("b", {}, `× ${count}`)] : []));
}

/** A long table that nobody needs for this decision is folded up until it is asked for. @param {Panel} panel */
function folded(panel) {
  const box = h("details", { class: "panel" }, h("summary", {}, h("h2", {}, panel.title)));
  box.open = unfolded.has(panel.id);
  box.addEventListener("toggle", () => (box.open ? unfolded.add(panel.id) : unfolded.delete(panel.id)));
  return box;
}

/**
 * Dice; they tumble briefly when they show something new.
 * @param {string} id
 * @param {number[]} numbers
 * @param {string} [title]
 */
function dice(id, numbers, title) {
  const key = numbers.join(",");
  const fresh = thrown.get(id) !== key;
  thrown.set(id, key);
  const row = h("div", { class: "dice", role: "img", "aria-label": say("dice: {numbers}", { numbers: numbers.join(", ") }), title });
  for (const number of numbers) {
    const die = s("svg", { viewBox: "-20 -20 40 40", class: "die" }, s("rect", { x: -18, y: -18, width: 36, height: 36, rx: 8 }));
    if (EYES[number]) die.append(...EYES[number].map(([cx, cy]) => s("circle", { cx, cy, r: 3.4 })));
    else {
      const text = s("text", { "text-anchor": "middle", y: 7 });
      text.textContent = String(number);
      die.append(text);
    }
    if (fresh && time(1)) {
      const spin = 200 + Math.random() * 200;
      die.animate([{ transform: `translateY(-14px) rotate(${-spin}deg)` }, { transform: `translateY(2px) rotate(${spin / 12}deg)`, offset: 0.75 }, { transform: "none" }], { duration: time(520), easing: "ease-out" });
    }
    row.append(die);
  }
  return row;
}
