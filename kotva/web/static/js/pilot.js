// Steers the camera: its buttons and keys, and where to look when something happens or can be chosen.

import { dodge } from "./dodge.js";
import { h, icon, the } from "./dom.js";
import { MiniMap } from "./minimap.js";
import { time } from "./motion.js";
import { say } from "./say.js";

/** @typedef {import("./camera.js").Point} Point */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {"left" | "right" | "up" | "down"} Side */

const SIDES = /** @type {Record<Side, [number, number]>} */ ({ left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] });
const ARROWS = /** @type {Record<string, Side>} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });
const SETTLES = 60; // milliseconds after which the camera stands still, as far as buttons are concerned
const RIM = 1; // units of the board: what is nearer to the frame's edge counts as outside
const LINGER = 450; // milliseconds to look at what has happened before looking at what can be chosen

export class Pilot {
  /** @param {Stage} stage */
  constructor(stage) {
    this.camera = stage.camera;
    this.stage = stage;
    this.map = new MiniMap(stage);
    /** Places of what can be chosen now. @type {Point[]} */
    this.lit = [];
    /** Places of what is chosen. @type {Point[]} */
    this.held = [];
    this.first = true;
    this.begun = false;
    /** What was chosen when something was lit last. */
    this.chosen = "";
    this.camera.whole = the("main").dataset.mode === "replay"; // who watches a record begins with all of it
    this.until = 0;
    this.timer = 0;
    this.dodging = 0;
    this.box = the("zoom");
    this.toggle = /** @type {HTMLButtonElement} */ (this.box.querySelector("[data-zoom=fit]"));
    /** @type {Map<Side, HTMLElement>} */
    this.edges = new Map();
    for (const side of /** @type {Side[]} */ (Object.keys(SIDES))) this.edges.set(side, this.edge(side));
    this.box.addEventListener("click", (event) => {
      const how = event.target instanceof Element ? event.target.closest("button")?.dataset.zoom : null;
      if (how) this.press(how);
    });
    this.box.addEventListener("keydown", (event) => {
      const side = ARROWS[event.key];
      if (!side) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(side, 0.3);
    });
    this.camera.frame.addEventListener("pointerdown", () => this.letGo());
    this.camera.changed = () => this.show();
    this.show();
  }

  /** A button at a side of the frame: there is more of the board, and perhaps something to choose. @param {Side} side */
  edge(side) {
    const button = h("button", { type: "button", class: `edge edge-${side}`, tabindex: -1, "aria-hidden": "true", hidden: true }, icon("on"));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      const there = this.lit.filter((place) => this.beyond(side, place));
      if (there.length) this.camera.comeClose(there);
      else this.go(side, 0.7);
    });
    this.camera.frame.after(button);
    return button;
  }

  /** @param {string} how */
  press(how) {
    const camera = this.camera;
    camera.stop();
    if (how === "fit" && camera.isClose) camera.showWhole();
    else if (how === "fit") camera.comeClose(this.lit.length ? this.lit : [{ x: camera.x, y: camera.y }]);
    else if (how === "in" && !camera.isClose && this.lit.length) camera.comeClose(this.lit);
    else camera.by(how === "in" ? 1.4 : 1 / 1.4);
    if (how !== "fit") camera.whole = !camera.isClose;
  }

  /** Move the view by a part of what it shows. @param {Side} side @param {number} part */
  go(side, part) {
    const [dx, dy] = SIDES[side];
    const half = this.camera.half;
    this.camera.glideTo(this.camera.x + dx * half.x * 2 * part, this.camera.y + dy * half.y * 2 * part, this.camera.zoom);
  }

  /** Whether a place lies off the frame on a side: a press on its middle would miss the board. @param {Side} side @param {Point} place */
  beyond(side, place) {
    const [dx, dy] = SIDES[side];
    const half = this.camera.half;
    return dx ? (place.x - this.camera.x) * dx > half.x - RIM : (place.y - this.camera.y) * dy > half.y - RIM;
  }

  /** @param {Point} place */
  isOut(place) {
    return /** @type {Side[]} */ (Object.keys(SIDES)).some((side) => this.beyond(side, place));
  }

  /** Point something out that is shown by itself: a hint, a solution. @param {string[]} ids */
  pointOut(ids) {
    this.letGo();
    this.camera.attend(this.places(ids));
  }

  /** The buttons as they fit what is in view. */
  show() {
    const camera = this.camera;
    this.box.classList.toggle("wanted", camera.isSmall || camera.isClose);
    const words = camera.isClose ? say("Whole board") : say("Closer");
    if (this.toggle.getAttribute("aria-label") !== words) {
      this.toggle.setAttribute("aria-label", words);
      this.toggle.title = words;
      this.toggle.dataset.words = words;
    }
    this.map.show();
    const half = camera.half;
    const more = { left: camera.x - half.x > 8, right: camera.x + half.x < camera.width - 8, up: camera.y - half.y > 8, down: camera.y + half.y < camera.height - 8 };
    for (const [side, button] of this.edges) {
      button.hidden = !camera.isClose || !more[side];
      if (!button.hidden) button.classList.toggle("calls", this.lit.some((place) => this.beyond(side, place)));
    }
    clearTimeout(this.dodging);
    delete camera.frame.dataset.clear;
    this.dodging = window.setTimeout(() => this.makeRoom(), SETTLES);
  }

  /** Nothing that steers the camera lies on what can be chosen. */
  makeRoom() {
    const { camera } = this;
    if (camera.glide) return; // its next step asks again
    const box = camera.frame.getBoundingClientRect();
    const half = camera.half;
    const points = [...this.held, ...this.lit].map(({ x, y }) => ({ x: box.x + ((x - camera.x) / half.x + 1) * (box.width / 2), y: box.y + ((y - camera.y) / half.y + 1) * (box.height / 2) }));
    const edges = [...this.edges.values()].map((element) => ({ element, places: 3, yields: true }));
    const corners = [the("dice"), this.map.svg].map((element) => ({ element, places: 4, yields: true, apart: true }));
    dodge([{ element: this.box, places: 4 }, ...corners, ...edges], points, this.held.length > 0);
    camera.frame.dataset.clear = "true";
  }

  /** Places of things on the board; of large things two corners. @param {Iterable<string>} ids */
  places(ids) {
    /** @type {Point[]} */
    const out = [];
    for (const id of ids) {
      const thing = this.stage.things.get(id);
      if (!thing || thing.zone !== "board") continue;
      const { x = 0, y = 0, size = 1 } = thing.item;
      const more = Math.max(0, 32 * size - 32);
      out.push({ x: x - more, y: y - more });
      if (more) out.push({ x: x + more, y: y + more });
    }
    return out;
  }

  /**
   * Something has happened: look there, and stay for a moment.
   * @param {string[]} ids
   * @param {number} motion how long it takes
   */
  happened(ids, motion) {
    this.map.draw(ids);
    const places = this.places(ids);
    const isNew = this.begun;
    this.begun = true;
    if (!isNew || !places.length) return; // what was there when the page opened is not news
    this.first = false;
    this.camera.attend(places);
    this.until = performance.now() + time(motion + LINGER);
  }

  /**
   * Something can be chosen. When a turn begins the camera looks there; while one chooses it stays, and only the edges call.
   * @param {Iterable<string>} ids
   * @param {Iterable<string>} chosen
   * @param {boolean} go
   */
  wanted(ids, chosen, go) {
    const core = this.places(chosen);
    this.lit = this.places(ids);
    this.held = core;
    if (!go) {
      const key = [...chosen].join(" ");
      const pressed = key !== this.chosen;
      this.chosen = key;
      // A press has brought something to choose that is out of sight: the camera moves once, to all of it.
      if (pressed && key && this.lit.some((place) => this.isOut(place))) this.camera.attend([...core, ...this.lit], false, core[0]);
      this.show();
      return;
    }
    this.chosen = [...chosen].join(" ");
    clearTimeout(this.timer);
    const places = [...core, ...this.lit];
    const atOnce = this.first;
    const look = () => this.camera.attend(places, atOnce, core[0]);
    const wait = core.length || atOnce ? 0 : this.until - performance.now();
    if (wait > 0) this.timer = window.setTimeout(look, wait);
    else requestAnimationFrame(look); // when the buttons below the board have found their room
    if (atOnce) look();
    if (this.lit.length) this.first = false;
    this.show();
  }

  /** A hand is on the board: the camera goes nowhere by itself. */
  letGo() {
    clearTimeout(this.timer);
    this.until = 0;
  }
}
