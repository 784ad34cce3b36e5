// The editor of a game's own texts (maps): paint squares with the brushes that the game declares; the server says at once what is wrong.

import { copyText } from "./copy.js";
import { carried, h, the } from "./dom.js";
import { say } from "./say.js";
import { toast } from "./toast.js";

/** @typedef {{code: string, line: number, column: number, text: string, detail: string}} Fault */

/** @typedef {{sign: string, label: string, mark: string, fill: string, tail: [number, number, string] | null, offered: boolean}} Brush */

/** What the game declares: its brushes, the headline of its text, the sizes. */
const sheet = /** @type {{check: string, page: string, brushes: Brush[], first: string, head: string, comment: string,
  widths: [number, number], heights: [number, number], shelf: string}} */ (carried("sheet"));
const BRUSHES = new Map(sheet.brushes.map((brush) => [brush.sign, brush]));
const BLANK = sheet.brushes[0].sign;
const HEAD = new RegExp(`^${sheet.head.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace("{name}", "(?<name>\\S+)").replace("{width}", "(?<width>\\d+)").replace("{height}", "(?<height>\\d+)")}$`);

const text = /** @type {HTMLTextAreaElement} */ (the("sheet-text"));
const squares = the("squares");
const name = /** @type {HTMLInputElement} */ (the("sheet-name"));
const width = /** @type {HTMLInputElement} */ (the("sheet-width"));
const height = /** @type {HTMLInputElement} */ (the("sheet-height"));

let brush = sheet.first;
/** @type {string[][]} */
let rows = [];
let rowLines = /** @type {number[]} */ ([]);
let painting = false;

// -- the map and its text

/** @param {string} source */
function read(source) {
  const lines = source.split("\n").map((line, i) => ({ line: line.trimEnd(), number: i + 1 }));
  const used = lines.filter(({ line }) => line.trim() && !line.startsWith(sheet.comment));
  const head = HEAD.exec(used[0]?.line ?? "")?.groups;
  name.value = head?.name ?? (name.value || "mine");
  const columns = within(sheet.widths, Number(head?.width ?? used[1]?.line.length));
  const count = within(sheet.heights, Number(head?.height ?? used.length - 1));
  rows = Array.from({ length: count }, (_, r) =>
    Array.from({ length: columns }, (_, c) => {
      const sign = used[r + 1]?.line[c] ?? BLANK;
      return BRUSHES.has(sign) ? sign : BLANK;
    }),
  );
  rowLines = Array.from({ length: count }, (_, r) => used[r + 1]?.number ?? 0);
  width.value = String(columns);
  height.value = String(count);
  draw();
}

/** @param {[number, number]} range @param {number} wanted @returns {number} */
function within([least, most], wanted) {
  return Math.min(most, Math.max(least, wanted || least));
}

function write() {
  const head = sheet.head.replace("{name}", name.value || "mine").replace("{width}", String(rows[0].length)).replace("{height}", String(rows.length));
  text.value = `${head}\n${rows.map((row) => row.join("")).join("\n")}\n`;
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
  const held = BRUSHES.get(rows[r][c]) ?? sheet.brushes[0];
  element.dataset.fill = held.fill;
  element.textContent = held.mark;
  element.setAttribute("aria-label", `${String.fromCharCode(97 + c)}${rows.length - r}: ${held.label}`);
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
  const tail = BRUSHES.get(brush)?.tail;
  if (tail) {
    const [dx, dy, sign] = tail;
    clear(r + dy, c + dx);
    put(r + dy, c + dx, sign);
  }
  write();
}

/** Half of a thing takes its other half along. @param {number} r @param {number} c */
function clear(r, c) {
  const sign = rows[r]?.[c];
  if (sign === undefined) return;
  for (const { sign: head, tail } of sheet.brushes) {
    if (!tail) continue;
    const [dx, dy, end] = tail;
    if (sign === head && rows[r + dy]?.[c + dx] === end) put(r + dy, c + dx, BLANK);
    if (sign === end && rows[r - dy]?.[c - dx] === head) put(r - dy, c - dx, BLANK);
  }
}

// -- faults

let waiting = 0;
function check() {
  clearTimeout(waiting);
  waiting = window.setTimeout(async () => {
    const verdict = the("verdict");
    try {
      const answer = await fetch(sheet.check, { method: "POST", body: text.value });
      const found = /** @type {{valid: boolean, faults: Fault[]}} */ (await answer.json());
      list(found.faults);
      verdict.textContent = found.valid ? say("Everything fits.") : say("Not valid yet: {n}", { n: found.faults.length });
      verdict.className = found.valid ? "good" : "bad";
      const play = /** @type {HTMLButtonElement | null} */ (document.getElementById("play-button"));
      if (play) play.disabled = !found.valid;
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
  const place = painting && !BRUSHES.get(brush)?.tail ? at(event) : null;
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
  ...sheet.brushes.filter((known) => known.offered).map((known) => {
    const picture = h("i", { "data-fill": known.fill, "aria-hidden": "true" }, known.mark);
    const button = h("button", { type: "button", role: "radio", "aria-checked": String(known.sign === brush), "data-brush": known.sign }, picture, known.label);
    button.addEventListener("click", () => {
      brush = known.sign;
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
    const columns = within(sheet.widths, Number(width.value));
    const count = within(sheet.heights, Number(height.value));
    const old = rows;
    const drop = old.length - count; // what is at the bottom stays where it is
    rows = Array.from({ length: count }, (_, r) => Array.from({ length: columns }, (_, c) => old[r + drop]?.[c] ?? BLANK));
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
    return JSON.parse(localStorage.getItem(sheet.shelf) ?? "{}");
  } catch {
    return {};
  }
}

function shelf() {
  const place = the("saved");
  for (const old of place.querySelectorAll(".own")) old.remove();
  for (const [title, source] of Object.entries(kept())) place.append(h("button", { type: "button", class: "known own", "data-text": source }, title));
}

the("saved").addEventListener("click", (event) => {
  const source = event.target instanceof HTMLElement ? event.target.dataset.text : undefined;
  if (source === undefined) return;
  text.value = source;
  read(source);
  check();
});
the("save").addEventListener("click", () => {
  localStorage.setItem(sheet.shelf, JSON.stringify({ ...kept(), [name.value]: text.value }));
  shelf();
  toast(say("Saved: {name}", { name: name.value }));
});
/** @param {string} what */
async function copy(what) {
  if (await copyText(what)) {
    toast(say("Copied."));
    return;
  }
  text.focus();
  text.select();
}
the("copy-text").addEventListener("click", () => copy(text.value));
the("copy-link").addEventListener("click", () => copy(`${location.origin}${sheet.page}?text=${encodeURIComponent(text.value)}`));
document.getElementById("play")?.addEventListener("submit", () => {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#play .drawn"))) field.value = text.value;
});

read(text.value);
check();
shelf();
document.documentElement.dataset.ready = "true";
