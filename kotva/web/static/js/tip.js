// Hovering or focusing a thing tells what it is and its rule in one sentence.

import { h, the } from "./dom.js";
import { placeBeside } from "./place.js";

/** @typedef {import("./stage.js").Stage} Stage */

const REST = 380; // milliseconds that a pointer rests before it is told something

/** @param {Stage} stage */
export function tips(stage) {
  const tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  document.body.append(tip);
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    tip.hidden = true;
  };
  /** @param {EventTarget | null} target @param {number} wait */
  const later = (target, wait) => {
    hide();
    const id = target instanceof Element ? target.closest("[data-id]")?.getAttribute("data-id") : null;
    const thing = id ? stage.things.get(id) : null;
    if (!thing?.item.hint) return;
    timer = window.setTimeout(() => {
      if (!thing.element.isConnected || !the("bubble").hidden) return;
      tip.replaceChildren(h("strong", {}, thing.item.label ?? ""), h("span", {}, thing.item.hint ?? ""));
      tip.hidden = false;
      put(tip, thing.element.querySelector(".pose") ?? thing.element);
    }, wait);
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !event.buttons) later(event.target, REST);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) later(event.target, 0);
  });
  for (const name of ["pointerdown", "pointerout", "focusout", "wheel", "keydown"]) document.addEventListener(name, hide, { passive: true });
}

/**
 * Beside a thing, never under the pointer; while something is chosen a little farther off, as it may go to what is around.
 * @param {HTMLElement} tip
 * @param {Element} element
 */
function put(tip, element) {
  const box = element.getBoundingClientRect();
  const gap = document.querySelector(".board .chosen") ? box.height * 1.2 : 12;
  const { left, top } = placeBeside(box, tip.offsetWidth, tip.offsetHeight, gap);
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
