// Several small things lie under one finger: they are fanned out, large enough to be told apart.

import { h } from "./dom.js";
import { picture } from "./item.js";

/** @typedef {import("./types.js").Item} Item */

/** @type {HTMLElement | null} */
let open = null;

/** @returns {boolean} whether one was open */
export function closeFan() {
  const was = open !== null;
  open?.remove();
  open = null;
  return was;
}

/**
 * @param {{x: number, y: number}} at in pixels of the window
 * @param {Item[]} items
 * @param {(id: string) => void} choose
 */
export function openFan(at, items, choose) {
  closeFan();
  const fan = h("div", { class: "fan", role: "menu" });
  for (const item of items) {
    const button = h("button", { type: "button", role: "menuitem", "data-thing": item.id, "aria-label": item.label || item.id }, picture({ ...item, size: 1 }), h("span", {}, (item.label || item.id).split(", ")[0]));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      closeFan();
      choose(item.id);
    });
    fan.append(button);
  }
  document.body.append(fan);
  fan.style.left = `${Math.min(Math.max(8, at.x - fan.offsetWidth / 2), innerWidth - fan.offsetWidth - 8)}px`;
  fan.style.top = `${at.y - fan.offsetHeight - 28 > 8 ? at.y - fan.offsetHeight - 28 : Math.min(at.y + 28, innerHeight - fan.offsetHeight - 8)}px`;
  open = fan;
  /** @type {HTMLElement | null} */ (fan.querySelector("button"))?.focus({ preventScroll: true });
}
