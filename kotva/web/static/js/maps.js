// The map editor: paint squares, place anchorages and posts; the server says at once what is wrong.

import { h, the } from "./dom.js";
import { say } from "./say.js";
import { toast } from "./toast.js";

/** @typedef {{code: string, line: number, column: number, text: string, detail: string}} Fault */

const SIGNS = /** @type {Record<string, string>} */ ({ ".": "", "#": "", p: "⚑", F: "♜", P: "♜⚑", x: "▲", "^": "↑", ">": "→", v: "↓", "<": "←", o: "●" });
const NAMES = /** @type {Record<string, string>} */ ({
  ".": say("sea"),
  "#": say("land"),
  p: say("post"),
  F: say("fortress"),
  P: say("fortress with post"),
  x: say("reef"),
  "^": say("anchorage, bow up"),
  ">": say("anchorage, bow right"),
  v: say("anchorage, bow down"),
  "<": say("anchorage, bow left"),
  o: say("stern of an anchorage"),
});
/** From a bow to its stern: columns right, rows down. */
const BEHIND = /** @type {Record<string, [number, number]>} */ ({ "^": [0, 1], ">": [-1, 0], v: [0, -1], "<": [1, 0] });
const BRUSHES = [".", "#", "p", "F", "P", "^", ">", "v", "<", "x"];
const KEPT = "kotva-maps";

const text = /** @type {HTMLTextAreaElement} */ (the("map-text"));
const squares = the("squares");
const name = /** @type {HTMLInputElement} */ (the("map-name"));
const width = /** @type {HTMLInputElement} */ (the("map-width"));
const height = /** @type {HTMLInputElement} */ (the("map-height"));

let brush = "#";
/** @type {string[][]} */
let rows = [];
let rowLines = /** @type {number[]} */ ([]);
let painting = false;

// -- the map and its text

/** @param {string} source */
function read(source) {
  const lines = source.split("\n").map((line, i) => ({ line: line.trimEnd(), number: i + 1 }));
  const used = lines.filter(({ line }) => line.trim() && !line.startsWith(";"));
  const head = /^domain (\S+) (\d+)x(\d+)$/.exec(used[0]?.line ?? "");
  name.value = head?.[1] ?? (name.value || "mine");
  const columns = Math.min(26, Math.max(8, Number(head?.[2] ?? (used[1]?.line.length || 12))));
  const count = Math.min(26, Math.max(6, Number(head?.[3] ?? (used.length - 1 || 8))));
  rows = Array.from({ length: count }, (_, r) =>
    Array.from({ length: columns }, (_, c) => {
      const sign = used[r + 1]?.line[c] ?? ".";
      return sign in SIGNS ? sign : ".";
    }),
  );
  rowLines = Array.from({ length: count }, (_, r) => used[r + 1]?.number ?? 0);
  width.value = String(columns);
  height.value = String(count);
  draw();
}

function write() {
  text.value = `domain ${name.value || "mine"} ${rows[0].length}x${rows.length}\n${rows.map((row) => row.join("")).join("\n")}\n`;
  rowLines = rows.map((_, r) => r + 2);
  check();
}

function draw() {
  squares.style.setProperty("--columns", String(rows[0].length));
  const cells = rows.flatMap((row, r) => row.map((_, c) => h("button", { type: "button", tabindex: r + c ? -1 : 0, "data-row": r, "data-column": c })));
  squares.replaceChildren(...cells);
  rows.forEach((row, r) => row.forEach((_, c) => show(r, c)));
}

/** @param {number} r @param {number} c @returns {HTMLElement | null} */
function cell(r, c) {
  const row = rows[r];
  return row && c >= 0 && c < row.length ? /** @type {HTMLElement} */ (squares.children[r * row.length + c]) : null;
}

/** @param {number} r @param {number} c */
function show(r, c) {
  const element = cell(r, c);
  if (!element) return;
  const sign = rows[r][c];
  element.dataset.kind = sign;
  element.textContent = SIGNS[sign];
  element.setAttribute("aria-label", `${String.fromCharCode(97 + c)}${rows.length - r}: ${NAMES[sign]}`);
}

/** @param {number} r @param {number} c @param {string} sign */
function put(r, c, sign) {
  if (!cell(r, c)) return;
  rows[r][c] = sign;
  show(r, c);
}

/** @param {number} r @param {number} c */
function paint(r, c) {
  clear(r, c);
  put(r, c, brush);
  if (brush in BEHIND) {
    const [dx, dy] = BEHIND[brush];
    clear(r + dy, c + dx);
    put(r + dy, c + dx, "o");
  }
  write();
}

/** Half an anchorage takes its other half along. @param {number} r @param {number} c */
function clear(r, c) {
  const sign = rows[r]?.[c];
  if (sign === undefined) return;
  if (sign in BEHIND) {
    const [dx, dy] = BEHIND[sign];
    if (rows[r + dy]?.[c + dx] === "o") put(r + dy, c + dx, ".");
  }
  if (sign === "o") {
    for (const [bow, [dx, dy]] of Object.entries(BEHIND)) if (rows[r - dy]?.[c - dx] === bow) put(r - dy, c - dx, ".");
  }
}

// -- faults

let waiting = 0;
function check() {
  clearTimeout(waiting);
  waiting = window.setTimeout(async () => {
    const verdict = the("verdict");
    try {
      const answer = await fetch("/api/maps/check", { method: "POST", body: text.value });
      const found = /** @type {{valid: boolean, faults: Fault[]}} */ (await answer.json());
      list(found.faults);
      verdict.textContent = found.valid ? say("This map is valid.") : say("Not valid yet: {n}", { n: found.faults.length });
      verdict.className = found.valid ? "good" : "bad";
      /** @type {HTMLButtonElement} */ (the("play-button")).disabled = !found.valid;
    } catch {
      verdict.textContent = say("The server cannot be reached.");
    }
  }, 200);
}

/** @param {Fault[]} faults */
function list(faults) {
  for (const wrong of squares.querySelectorAll(".wrong")) wrong.classList.remove("wrong");
  the("faults").replaceChildren(
    ...faults.map((fault) => {
      const place = cell(rowLines.indexOf(fault.line), fault.column - 1);
      place?.classList.add("wrong");
      const where = say("line {line}, column {column}", { line: fault.line, column: fault.column });
      const button = h("button", { type: "button" }, `${fault.code}, ${where}: ${fault.text}${fault.detail ? ` (${fault.detail})` : ""}`);
      button.addEventListener("click", () => place?.focus());
      return h("li", {}, button);
    }),
  );
}

// -- hands

/** @param {Event} event @returns {[number, number] | null} */
function at(event) {
  const element = event instanceof PointerEvent ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
  if (!(element instanceof HTMLElement) || element.dataset.row === undefined) return null;
  return [Number(element.dataset.row), Number(element.dataset.column)];
}

squares.addEventListener("pointerdown", (event) => {
  const place = at(event);
  if (!place) return;
  painting = true;
  paint(...place);
});
squares.addEventListener("pointermove", (event) => {
  const place = painting && !(brush in BEHIND) ? at(event) : null;
  if (place && rows[place[0]][place[1]] !== brush) paint(...place);
});
window.addEventListener("pointerup", () => (painting = false));
window.addEventListener("pointercancel", () => (painting = false));
squares.addEventListener("keydown", (event) => {
  const place = at(event);
  if (!place) return;
  const step = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[event.key];
  if (step) cell(place[0] + step[0], place[1] + step[1])?.focus();
  else if (event.key === " " || event.key === "Enter") paint(...place);
  else return;
  event.preventDefault();
});

the("brushes").append(
  ...BRUSHES.map((sign) => {
    const picture = h("i", { "data-kind": sign, "aria-hidden": "true" }, SIGNS[sign]);
    const button = h("button", { type: "button", role: "radio", "aria-checked": String(sign === brush), "data-brush": sign }, picture, NAMES[sign]);
    button.addEventListener("click", () => {
      brush = sign;
      for (const other of the("brushes").children) other.setAttribute("aria-checked", String(other === button));
    });
    return button;
  }),
);

text.addEventListener("input", () => {
  read(text.value);
  check();
});
name.addEventListener("input", write);
for (const size of [width, height]) {
  size.addEventListener("change", () => {
    const columns = Math.min(26, Math.max(8, Number(width.value) || 8));
    const count = Math.min(26, Math.max(6, Number(height.value) || 6));
    const old = rows;
    const drop = old.length - count; // the coast at the bottom stays where it is
    rows = Array.from({ length: count }, (_, r) => Array.from({ length: columns }, (_, c) => old[r + drop]?.[c] ?? "."));
    width.value = String(columns);
    height.value = String(count);
    draw();
    write();
  });
}

// -- keep, share, play

/** @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function shelf() {
  const place = the("saved");
  for (const old of place.querySelectorAll(".own")) old.remove();
  for (const [title, source] of Object.entries(kept())) place.append(h("button", { type: "button", class: "known own", "data-map": source }, title));
}

the("saved").addEventListener("click", (event) => {
  const source = event.target instanceof HTMLElement ? event.target.dataset.map : undefined;
  if (source === undefined) return;
  text.value = source;
  read(source);
  check();
});
the("save").addEventListener("click", () => {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name.value]: text.value }));
  shelf();
  toast(say("Saved: {name}", { name: name.value }));
});
/** @param {string} what */
async function copy(what) {
  try {
    await navigator.clipboard.writeText(what);
    toast(say("Copied."));
  } catch {
    text.focus();
    text.select();
  }
}
the("copy-text").addEventListener("click", () => copy(text.value));
the("copy-link").addEventListener("click", () => copy(`${location.origin}/maps?map=${encodeURIComponent(text.value)}`));
the("play").addEventListener("submit", () => {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#play input[name^='option-']"))) field.value = text.value;
});

read(text.value);
check();
shelf();
document.documentElement.dataset.ready = "true";
