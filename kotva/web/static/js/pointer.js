// What a click, a tap or a long press on the table means.

import { live } from "./live.js";

/** @typedef {import("./stage.js").Stage} Stage */

const FINGER = 20; // pixels by which a finger may miss
const CROWD = 24; // pixels: things nearer than this to a finger, and to one another, cannot be told apart
const THUMB = 44; // pixels: what is as large as this in both directions is hit by itself
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

  /** What a click at a place means: what is lit there, something that can be chosen, or the nearest lit thing. @param {MouseEvent} event */
  hit(event) {
    const id = named(event.target);
    const under = document.elementsFromPoint(event.clientX, event.clientY).map(named).filter((one) => one !== null);
    const here = id === null ? under : [id, ...under];
    const lit = here.filter((one) => this.isLit(one));
    // Where a piece goes may lie under the piece itself: pressed again it goes there, and is not let go.
    const found = lit.find((one) => this.has(one, "target")) ?? lit[0] ?? here.find((one) => this.answers(one));
    if (found !== undefined && id !== null && this.isHeldUp(id, found)) return id;
    if (found !== undefined) return found;
    return (event.target instanceof Element && event.target.closest(".frame") ? this.nearest(event.clientX, event.clientY) : null) ?? id;
  }

  /** @param {string} id @param {string} light */
  has(id, light) {
    return this.stage.things.get(id)?.element.classList.contains(light) ?? false;
  }

  /** An own piece that can do nothing lies on another piece that can: a press on it asks about it. @param {string} id @param {string} found */
  isHeldUp(id, found) {
    const top = this.stage.things.get(id)?.item;
    const below = this.stage.things.get(found)?.item;
    if (!top || !below || id === found || this.answers(id) || !this.has(found, "first")) return false;
    return (top.layer ?? 1) >= 3 && (below.layer ?? 1) >= 2 && top.owner === live.packet.seat;
  }

  /** Whether a thing is held, or is what comes next. @param {string} id */
  isLit(id) {
    const lights = this.stage.things.get(id)?.element.classList;
    return lights !== undefined && ["first", "target", "chosen"].some((light) => lights.contains(light));
  }

  /** Lit things on the board by how far they are from a place, nearest first. @param {number} x @param {number} y */
  around(x, y) {
    /** @type {{id: string, away: number, item: import("./types.js").Item}[]} */
    const found = [];
    for (const [id, { element, zone, item }] of this.stage.things) {
      if (zone !== "board" || !(element.classList.contains("first") || element.classList.contains("target"))) continue;
      const at = /** @type {SVGGElement} */ (element).getScreenCTM(); // its place; what is drawn there may reach farther to one side
      if (at) found.push({ id, item, away: Math.hypot(at.e - x, at.f - y) });
    }
    return found.sort((a, b) => a.away - b.away);
  }

  /** What lies so close together under a finger that it may mean any of them. @param {MouseEvent} event @param {Element} target */
  crowd(event, target) {
    if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return [];
    if (!target.closest(".frame")) return this.beside(event, target);
    const near = this.around(event.clientX, event.clientY);
    const found = this.hit(event);
    const crowd = near.filter(({ id, away }) => away < CROWD || id === found).map(({ item }) => item);
    const under = found === null ? undefined : this.stage.things.get(found);
    if (under && found !== null && crowd.some(({ id }) => this.isHeldUp(found, id))) crowd.unshift(under.item);
    // A piece under the finger that is held, or could be taken instead, may be meant as well as what is lit beside it.
    if (under && !crowd.includes(under.item) && under.element.classList.contains("can") && (under.item.layer ?? 1) >= 3) crowd.push(under.item);
    return crowd;
  }

  /**
   * Beside the board, small things in the same row: which of them a finger may mean. What can be chosen goes first.
   * @param {MouseEvent} event
   * @param {Element} target
   */
  beside(event, target) {
    const row = target.closest(".strip") ?? target.closest(".seat")?.querySelector(".tokens");
    if (!row || target.closest("button:not(.thing)")) return [];
    /** @type {{item: import("./types.js").Item, away: number, can: boolean}[]} */
    const near = [];
    for (const { element, item } of this.stage.things.values()) {
      if (element.parentNode !== row) continue;
      const box = element.getBoundingClientRect();
      const away = Math.hypot(Math.max(box.left - event.clientX, 0, event.clientX - box.right), Math.max(box.top - event.clientY, 0, event.clientY - box.bottom));
      if (!away && Math.min(box.width, box.height) >= THUMB) return []; // large enough: it is meant itself
      if (box.width && away < FINGER) near.push({ item, away, can: element.classList.contains("can") });
    }
    const can = near.filter((one) => one.can);
    return (can.length ? can : near).map(({ item }) => item);
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
