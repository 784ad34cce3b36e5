// What a click, a tap or a long press on the table means.

/** @typedef {import("./stage.js").Stage} Stage */

const FINGER = 20; // pixels by which a finger may miss
const CROWD = 24; // pixels: things nearer than this to a finger, and to one another, cannot be told apart
const LONG = 550; // milliseconds of a press that asks

export class Pointer {
  /** @param {Stage} stage @param {(id: string) => void} why */
  constructor(stage, why) {
    this.stage = stage;
    this.why = why;
    document.addEventListener("contextmenu", (event) => {
      const id = named(event.target);
      if (!id) return;
      event.preventDefault();
      why(id);
    });
    this.pressed = 0;
    document.addEventListener("pointerdown", (event) => this.press(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointermove"])) {
      document.addEventListener(name, (event) => {
        if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 3) clearTimeout(this.pressed);
      });
    }
  }

  /** A long press asks too, where a browser has no menu for it. @param {PointerEvent} event */
  press(event) {
    clearTimeout(this.pressed); // a second finger is a pinch, and asks nothing
    const id = named(event.target);
    if (!id || event.pointerType !== "touch" || !event.isPrimary) return;
    this.pressed = window.setTimeout(() => {
      this.stage.camera.dragged = true; // the click that ends the press chooses nothing
      this.why(id);
    }, LONG);
  }

  /** Whether a click on a thing does something. @param {string} id */
  answers(id) {
    return this.stage.things.get(id)?.element.classList.contains("can") ?? false;
  }

  /** What a click at a place means: the thing itself, something under it that can be chosen, or the nearest such thing. @param {MouseEvent} event */
  hit(event) {
    const id = named(event.target);
    if (id && this.answers(id)) return id;
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const under = element.closest(".item[data-id]")?.getAttribute("data-id");
      if (under && this.answers(under)) return under;
    }
    return (event.target instanceof Element && event.target.closest(".frame") ? this.nearest(event.clientX, event.clientY) : null) ?? id;
  }

  /** Lit things on the board by how far they are from a place, nearest first. @param {number} x @param {number} y */
  around(x, y) {
    /** @type {{id: string, away: number, item: import("./types.js").Item}[]} */
    const found = [];
    for (const [id, { element, zone, item }] of this.stage.things) {
      if (zone !== "board" || !(element.classList.contains("first") || element.classList.contains("target"))) continue;
      const box = (element.querySelector(".pose") ?? element).getBoundingClientRect();
      found.push({ id, item, away: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) });
    }
    return found.sort((a, b) => a.away - b.away);
  }

  /** What lies so close together under a finger that it may mean any of them. @param {MouseEvent} event */
  crowd(event) {
    if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return [];
    const near = this.around(event.clientX, event.clientY).filter(({ away }) => away < CROWD);
    return near.length > 1 ? near.map(({ item }) => item) : [];
  }

  /** The nearest thing on the board that is lit, within a finger's breadth. @param {number} x @param {number} y */
  nearest(x, y) {
    const [best] = this.around(x, y);
    return best && best.away < FINGER ? best.id : null;
  }
}

/** @param {EventTarget | null} target */
export function named(target) {
  return target instanceof Element ? (target.closest("[data-id]")?.getAttribute("data-id") ?? null) : null;
}
