// Hovering or focusing a thing tells what it is, its rule in one sentence, and what it could do.

import { h, the } from "./dom.js";
import { placeBeside } from "./place.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./types.js").AboutThing} AboutThing */

const REST = 380; // milliseconds that a pointer rests before it is told something

/**
 * @param {Stage} stage
 * @param {() => ((id: string) => Promise<AboutThing>) | null} teller who is asked what a thing could do
 */
export function tips(stage, teller) {
  const tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  document.body.append(tip);
  let timer = 0;
  let asked = "";
  const hide = () => {
    clearTimeout(timer);
    asked = "";
    tip.hidden = true;
    stage.telling([]);
  };
  /** @param {string} id */
  const tell = async (id) => {
    const thing = stage.things.get(id);
    const ask = teller();
    if (!thing?.element.isConnected || !the("bubble").hidden || !(thing.item.hint || ask)) return;
    const show = (/** @type {string[]} */ words) => {
      if (!words.length) return;
      tip.replaceChildren(h("strong", {}, thing.item.label ?? ""), ...words.map((line) => h("span", {}, line)));
      tip.hidden = false;
      put(tip, thing.element.querySelector(".pose") ?? thing.element);
    };
    const hint = thing.item.hint ? [thing.item.hint] : [];
    show(hint);
    if (!ask) return;
    const { words = [], marks = [] } = await ask(id);
    if (asked !== id) return;
    show([...hint, ...words]);
    stage.telling(marks);
  };
  /** @param {EventTarget | null} target @param {number} wait */
  const later = (target, wait) => {
    hide();
    const id = target instanceof Element ? target.closest("[data-id]")?.getAttribute("data-id") : null;
    const thing = id ? stage.things.get(id) : null;
    if (!id || !thing || !(thing.item.hint || thing.item.label)) return;
    asked = id;
    timer = window.setTimeout(() => tell(id), wait);
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
