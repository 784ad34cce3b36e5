// "Why can't I?": a note beside a thing that says what it is, what its rule is, and which clause stands in the way.

import { h, the } from "./dom.js";
import { ask } from "./net.js";
import { placeBeside } from "./place.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Item} Item */

/** @type {Element | null} */
let asker = null;

export function closeBubble() {
  const bubble = the("bubble");
  if (bubble.hidden) return false;
  bubble.hidden = true;
  bubble.replaceChildren();
  return true;
}

/**
 * Ask the table about a thing (together with what is chosen) and show the answer beside it.
 * @param {string} table
 * @param {number | null} eyes
 * @param {Item} item
 * @param {Element} element
 * @param {string[]} selected
 * @param {string} [starts] how the actions begin that the person has in mind
 * @param {() => Promise<import("./types.js").AboutThing>} [about] what the thing could do
 */
export async function explain(table, eyes, item, element, selected, starts = "", about = async () => ({})) {
  const bubble = the("bubble");
  asker = element;
  bubble.replaceChildren(h("p", { class: "bubble-title" }, item.label || item.id));
  if (item.hint) bubble.append(h("p", {}, item.hint));
  bubble.hidden = false;
  put(bubble, element);
  const items = [...selected.filter((id) => id !== item.id), item.id].map(encodeURIComponent).join(",");
  const meant = starts ? `&starts=${encodeURIComponent(starts)}` : "";
  const query = `items=${items}${meant}${eyes === null ? "" : `&eyes=${eyes}`}`;
  /** @type {Promise<{answers?: Answer[], note?: string}>} */
  const asked = ask(`/api/tables/${table}/why?${query}`).catch(() => ({ note: say("The table does not answer.") }));
  const [found, { words = [] }] = await Promise.all([asked, about()]);
  if (asker !== element || bubble.hidden) return;
  bubble.append(...words.map((line) => h("p", {}, line)));
  for (const answer of found.answers ?? []) bubble.append(reason(answer));
  if (found.note) bubble.append(h("p", { class: "muted" }, found.note));
  bubble.append(close());
  put(bubble, element);
}

/**
 * The answer to an action that was typed or put together.
 * @param {Answer} answer
 */
export function reason(answer) {
  const words = answer.words ? h("span", { class: "tried" }, answer.words) : "";
  const link = h("a", { href: answer.link, target: "kotva-rules", class: "clause-link" }, answer.clause);
  return h("p", { class: "reason" }, words, h("span", {}, answer.text, " "), link);
}

function close() {
  const button = h("button", { type: "button", class: "close", "aria-label": say("Close") }, "×");
  button.addEventListener("click", closeBubble);
  return button;
}

/**
 * Beside the thing, within the window.
 * @param {HTMLElement} bubble
 * @param {Element} element
 */
function put(bubble, element) {
  const width = Math.min(320, innerWidth - 24);
  bubble.style.width = `${width}px`;
  const { left, top } = placeBeside(element.getBoundingClientRect(), width, bubble.offsetHeight, 10);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
}
