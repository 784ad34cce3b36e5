// The row of buttons below the prompt. A button that takes the place of another does not hear a press that was meant for that one.

import { h } from "./dom.js";

/** @typedef {{text: string, look?: string, act: () => void, key?: string, keep?: boolean, back?: boolean}} Button `keep`: it is no choice of the game, so it hears at once; `back`: unless it has just taken the corner of another */

const DEAF = 400; // milliseconds: the second press of a double click or tap comes sooner

const LONG = 22; // letters that have room in two lines of a third of a narrow column

export class Row {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** The texts that were offered before the table moved on. @type {Set<string>} */
    this.known = new Set();
    /** Until when new buttons hear nothing. */
    this.until = 0;
  }

  /** The table has moved on: what is offered now and was not before is deaf for a moment; after a move of one's own everything is. @param {boolean} mine */
  movedOn(mine) {
    this.known = mine ? new Set() : new Set(Array.from(this.place.querySelectorAll("button"), (button) => button.dataset.text ?? ""));
    this.until = performance.now() + DEAF;
  }

  /** @param {Button[]} buttons @param {...HTMLElement} more */
  show(buttons, ...more) {
    const had = this.place.contains(document.activeElement);
    const corner = /** @type {HTMLElement | null} */ (this.place.lastElementChild)?.dataset.text;
    this.place.replaceChildren(...buttons.map((button) => this.make(button, corner)), ...more);
    if (had) /** @type {HTMLElement | null} */ (this.place.querySelector("button"))?.focus();
  }

  /** @param {Button} button @param {string} [corner] what stood in the corner before */
  make({ text, look = "", act, key = "", keep = false, back = false }, corner = text) {
    const made = pressable(text, look, () => {
      if (made.getAttribute("aria-disabled") !== "true") act();
    }, key);
    const wait = back && corner !== text ? DEAF : keep || this.known.has(text) ? 0 : this.until - performance.now();
    if (wait > 0) {
      made.setAttribute("aria-disabled", "true");
      setTimeout(() => made.removeAttribute("aria-disabled"), wait);
    }
    return made;
  }
}

/** @param {string} text @param {string} look @param {() => void} act @param {string} [key] */
export function pressable(text, look, act, key = "") {
  const made = h("button", { type: "button", class: text.length > LONG ? `${look} long`.trim() : look, "data-key": key, "data-text": text }, text);
  if (key) made.append(h("kbd", { "aria-hidden": "true" }, key));
  made.addEventListener("click", act);
  return made;
}
