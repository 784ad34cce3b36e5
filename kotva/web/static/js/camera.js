// Zoom and pan: which part of the board the frame shows. By buttons, wheel, pinch, double tap, drag and keys. Where fields
// would be too small for a finger it starts close to what can be chosen, and follows what happens, until told otherwise.

import { time } from "./motion.js";

/** @typedef {{x: number, y: number}} Point */

const LARGEST = 150; // pixels a field of 64 units may get
const CLOSE = 46; // pixels a field gets when the camera comes closer by itself
const SMALL_TOUCH = 36; // fields below this are too small for a finger
const SMALL_MOUSE = 22; // and for a mouse
const LEAST_TOUCH = 26; // pixels a field keeps for a finger when the camera backs away to show all that can be chosen
const LEAST_MOUSE = 18; // and for a mouse
const EDGE = 44; // units that a place needs to the edge of the frame to be well in view
const TWICE = 320; // milliseconds between the taps of a double tap

export class Camera {
  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} svg
   */
  constructor(frame, svg) {
    this.frame = frame;
    this.svg = svg;
    this.width = 64;
    this.height = 64;
    this.zoom = 1;
    this.x = 32;
    this.y = 32;
    /** A drag has just ended: the click that follows it chooses nothing. */
    this.dragged = false;
    /** The whole board was asked for: the camera does not come closer by itself. */
    this.whole = false;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {{x: number, y: number, at: number} | null} */
    this.tapped = null;
    this.glide = 0;
    /** How close the camera was before it backed away by itself. @type {number | null} */
    this.before = null;
    /** @type {() => void} */
    this.changed = () => {};
    /** A double tap: whatever the first tap opened can go. @type {() => void} */
    this.twice = () => {};
    new ResizeObserver(() => this.apply()).observe(frame);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      frame.addEventListener(name, (event) => {
        if (name === "pointerup") this.tap(event);
        this.fingers.delete(event.pointerId);
      });
    }
  }

  /** @param {number} width @param {number} height */
  fitTo(width, height) {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.fit();
  }

  fit() {
    this.zoom = 1;
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.apply();
  }

  /** Pixels for a unit when the whole board is shown. */
  get least() {
    const margin = 8;
    return Math.max(0.01, Math.min(this.frame.clientWidth / (this.width + margin), this.frame.clientHeight / (this.height + margin)));
  }

  get scale() {
    return this.least * this.zoom;
  }

  /** Whether fields are so small that a finger, or a mouse, needs help. */
  get isSmall() {
    return this.least * 64 < (isCoarse() ? SMALL_TOUCH : SMALL_MOUSE);
  }

  get isClose() {
    return this.zoom > 1.01;
  }

  /** How much of the board the frame shows, in units, from its middle. */
  get half() {
    return { x: this.frame.clientWidth / this.scale / 2, y: this.frame.clientHeight / this.scale / 2 };
  }

  apply() {
    const most = Math.max(1, LARGEST / 64 / this.least);
    this.zoom = Math.min(Math.max(1, this.zoom), most);
    const wide = this.frame.clientWidth / this.scale;
    const high = this.frame.clientHeight / this.scale;
    this.x = wide >= this.width ? this.width / 2 : Math.min(Math.max(this.x, wide / 2 - 4), this.width - wide / 2 + 4);
    this.y = high >= this.height ? this.height / 2 : Math.min(Math.max(this.y, high / 2 - 4), this.height - high / 2 + 4);
    this.svg.setAttribute("viewBox", `${this.x - wide / 2} ${this.y - high / 2} ${wide} ${high}`);
    this.svg.style.setProperty("--small", String(Math.min(2.1, Math.max(1, 0.9 / this.scale)))); // small signs stay legible
    this.frame.classList.toggle("zoomed", this.isClose);
    this.changed();
  }

  /**
   * Zoom so that a point of the screen stays where it is.
   * @param {number} factor
   * @param {Point} [at]
   */
  by(factor, at) {
    this.before = null;
    const box = this.frame.getBoundingClientRect();
    const px = (at?.x ?? box.x + box.width / 2) - box.x - box.width / 2;
    const py = (at?.y ?? box.y + box.height / 2) - box.y - box.height / 2;
    const before = this.scale;
    const ux = this.x + px / before;
    const uy = this.y + py / before;
    this.zoom *= factor;
    this.zoom = Math.min(Math.max(1, this.zoom), Math.max(1, LARGEST / 64 / this.least));
    this.x = ux - px / this.scale;
    this.y = uy - py / this.scale;
    this.apply();
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.apply();
  }

  /** The whole board, until somebody comes closer. */
  showWhole() {
    this.whole = true;
    this.glideTo(this.width / 2, this.height / 2, 1);
  }

  /** Close enough for a finger, around these places. @param {Point[]} places */
  comeClose(places) {
    this.whole = false;
    this.before = null;
    const zoom = Math.max(this.zoom, this.closeUp);
    const { x, y } = this.around(places, zoom);
    this.glideTo(x, y, zoom);
  }

  /** The zoom at which fields are easy to hit. */
  get closeUp() {
    return Math.max(1.5, CLOSE / 64 / this.least);
  }

  /** Bring a place of the board into view, from as near as the camera is. @param {number} x @param {number} y */
  show(x, y) {
    if (!this.isClose || this.whole) return;
    const there = this.around([{ x, y }], this.zoom);
    if (distance(there, this) > 1) this.glideTo(there.x, there.y, this.zoom);
  }

  /**
   * Something is to be chosen or has happened here: bring it into view, as long as the board is not shown whole.
   * @param {Point[]} places
   * @param {boolean} [atOnce] without a glide
   * @param {Point} [core] what must be in view, if not all can be
   */
  attend(places, atOnce = false, core = undefined) {
    if (!places.length || this.whole || (!this.isClose && !this.isSmall)) return;
    const near = this.before ?? (this.isClose ? this.zoom : this.closeUp);
    const zoom = this.backedAway(places, near);
    this.before = zoom < near ? near : null;
    const { x, y } = this.around(places, zoom, core);
    if (zoom !== this.zoom || distance({ x, y }, this) > 1) this.glideTo(x, y, zoom, atOnce);
  }

  /** A zoom from which all these places are seen, if fields do not become too small from there. @param {Point[]} places @param {number} zoom */
  backedAway(places, zoom) {
    const fits = Math.min(this.frame.clientWidth / (span(places, "x") + 2 * EDGE), this.frame.clientHeight / (span(places, "y") + 2 * EDGE)) / this.least;
    const smallest = (isCoarse() ? LEAST_TOUCH : LEAST_MOUSE) / 64 / this.least;
    return Math.min(zoom, Math.max(1, smallest, fits));
  }

  /**
   * Where to look so that as many of these places as can be are in view; not farther away than need be.
   * @param {Point[]} places
   * @param {number} zoom
   * @param {Point} [core]
   * @returns {Point}
   */
  around(places, zoom, core = undefined) {
    const scale = this.least * zoom;
    const wide = Math.max(1, this.frame.clientWidth / scale / 2 - EDGE);
    const high = Math.max(1, this.frame.clientHeight / scale / 2 - EDGE);
    const fits = (/** @type {Point[]} */ some) => span(some, "x") <= 2 * wide && span(some, "y") <= 2 * high;
    let seen = places;
    if (!fits(places)) {
      // Around each place as many others as fit with it, nearest first; the best company wins.
      const companies = (core ? [core] : places).map((place) => {
        const near = [...places].sort((a, b) => distance(a, place) - distance(b, place));
        return near.reduce((some, other) => (fits([...some, other]) ? [...some, other] : some), /** @type {Point[]} */ ([]));
      });
      seen = companies.reduce((best, some) => (some.length > best.length ? some : best));
    }
    return { x: into(this.x, seen.map((p) => p.x), wide), y: into(this.y, seen.map((p) => p.y), high) };
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} zoom
   * @param {boolean} [atOnce]
   */
  glideTo(x, y, zoom, atOnce = false) {
    this.stop();
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    const length = atOnce ? 0 : time(280);
    const start = performance.now();
    const step = () => {
      const t = length ? Math.min(1, (performance.now() - start) / length) : 1;
      const eased = 1 - (1 - t) ** 3;
      this.zoom = from.zoom * (zoom / from.zoom) ** eased;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.apply();
      this.glide = t < 1 ? requestAnimationFrame(step) : 0;
    };
    step();
  }

  stop() {
    cancelAnimationFrame(this.glide);
    this.glide = 0;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.stop();
    const lines = event.deltaMode ? 30 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.pan(-(event.deltaX || event.deltaY) * lines, event.deltaX ? -event.deltaY * lines : 0);
      return;
    }
    this.whole = false;
    this.by(Math.exp(-event.deltaY * lines * 0.0015), { x: event.clientX, y: event.clientY });
    if (!this.isClose) this.whole = true;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.stop();
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.dragged = false;
    this.way = 0;
  }

  /** A second tap at the same place comes closer, or shows the whole board again. @param {PointerEvent} event */
  tap(event) {
    if (this.dragged || this.fingers.size !== 1) {
      this.tapped = null;
      return;
    }
    const last = this.tapped;
    this.tapped = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (!last || event.timeStamp - last.at > TWICE || distance(last, this.tapped) > 24) return;
    this.tapped = null;
    this.dragged = true; // the click that follows chooses nothing
    this.twice();
    if (this.isClose) {
      this.showWhole();
      return;
    }
    const box = this.frame.getBoundingClientRect();
    const place = { x: this.x + (event.clientX - box.x - box.width / 2) / this.scale, y: this.y + (event.clientY - box.y - box.height / 2) / this.scale };
    this.whole = false;
    this.glideTo(place.x, place.y, this.closeUp);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 2) {
      const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1] ?? now;
      const old = Math.hypot(before.x - other.x, before.y - other.y);
      const fresh = Math.hypot(now.x - other.x, now.y - other.y);
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.by(fresh / Math.max(1, old), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.whole = !this.isClose;
      this.dragged = true;
    } else if (this.isClose) {
      this.way = (this.way ?? 0) + Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (this.way > 8) this.dragged = true;
      if (this.dragged) this.pan(now.x - before.x, now.y - before.y);
    }
    this.fingers.set(event.pointerId, now);
  }
}

function isCoarse() {
  return matchMedia("(pointer: coarse)").matches;
}

/** @param {Point} a @param {Point} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {Point[]} places @param {"x" | "y"} axis */
function span(places, axis) {
  const all = places.map((place) => place[axis]);
  return Math.max(...all) - Math.min(...all);
}

/**
 * The middle of a view, moved as little as can be so that all these are within its half.
 * @param {number} middle
 * @param {number[]} all
 * @param {number} half
 */
function into(middle, all, half) {
  return Math.min(Math.max(middle, Math.max(...all) - half), Math.min(...all) + half);
}
