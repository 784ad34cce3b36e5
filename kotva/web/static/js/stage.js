// The scene on the screen: the board as SVG, hands and trays as rows of things. Things keep their element as long as their id
// is there, so a new place is a glide.

import { arranged, layout } from "./arrange.js";
import { Camera } from "./camera.js";
import { h, s, set } from "./dom.js";
import { draw, picture, trim } from "./item.js";
import { appear, carry, fly, follow, slide, time, trail, turnOver, vanish } from "./motion.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {{item: Item, key: string, element: HTMLElement | SVGGElement, zone: string}} Thing */

const LAYERS = 5;

export class Stage {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} strips
   */
  constructor(frame, strips) {
    this.frame = frame;
    this.strips = strips;
    /** @type {Map<string, Thing>} */
    this.things = new Map();
    this.sheet = s("rect", { class: "sheet", x: 0, y: 0 });
    this.ground = s("g", { class: "ground", "aria-hidden": "true" });
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.courses = s("g", { class: "courses", "aria-hidden": "true" });
    this.trails = s("g", { class: "trails", "aria-hidden": "true" });
    this.pointers = s("g", { class: "pointers", "aria-hidden": "true" });
    this.ghost = s("g", { class: "preview", "aria-hidden": "true" });
    this.abouts = s("g", { class: "abouts", "aria-hidden": "true" });
    /** @type {SVGGElement[]} */
    this.layers = Array.from({ length: LAYERS }, (_, number) => s("g", { class: `layer layer-${number}` }));
    const [ground, fields, marks, pieces, above] = this.layers;
    this.svg = s("svg", { class: "board", role: "group", "aria-label": say("Board") });
    this.svg.append(this.sheet, this.ground, ground, fields, this.marks, marks, this.courses, pieces, this.trails, above, this.pointers, this.abouts, this.ghost);
    frame.append(this.svg);
    this.camera = new Camera(frame, this.svg);
    this.markup = "";
    this.first = true;
    /** Where a place of the scene lies on the screen's sheet. @type {import("./arrange.js").Move} */
    this.move = (x, y) => [x, y];
    /** What is shown, as it came. @type {Scene | null} */
    this.given = null;
    new ResizeObserver(() => this.turned()).observe(frame);
  }

  /** A scene as its sheets lie in this frame. @param {Scene} scene */
  arrange(scene) {
    const found = layout(scene, this.frame.clientWidth / Math.max(1, this.frame.clientHeight));
    this.move = found?.move ?? ((x, y) => [x, y]);
    return arranged(scene, found);
  }

  /** The frame has another shape: the sheets may lie better another way. */
  turned() {
    if (!this.given?.sheets?.length || !this.frame.clientHeight) return;
    const scene = this.arrange(this.given);
    if (scene.width !== this.camera.width || scene.height !== this.camera.height) this.show(this.given);
  }

  /**
   * Where the things of a zone stand; made when it is first needed.
   * @param {string} zone
   * @returns {HTMLElement | null}
   */
  row(zone) {
    const found = document.querySelector(`[data-zone="${zone}"]`);
    if (found instanceof HTMLElement) return found;
    if (zone.startsWith("seat-")) return null;
    const titles = /** @type {Record<string, string>} */ ({ hand: say("Your hand"), tray: say("Beside the board") });
    const row = h("div", { class: `strip ${zone}`, "data-zone": zone, role: "group", "aria-label": titles[zone] ?? zone });
    this.strips.append(row);
    return row;
  }

  /**
   * Show a scene; things glide from where they were.
   * @param {Scene} given
   * @returns {number} how long the motion takes, in milliseconds
   */
  show(given) {
    this.given = given;
    const scene = this.arrange(given);
    for (const zone of scene.rows ?? []) this.row(zone)?.classList.add("kept");
    this.camera.fitTo(scene.width, scene.height);
    set(this.sheet, { width: scene.width, height: scene.height });
    if (scene.ground !== undefined && scene.ground !== this.markup) {
      this.markup = scene.ground;
      this.ground.innerHTML = scene.ground;
    }
    const wanted = new Map(scene.items.map((item) => [item.id, item.zone ?? "board"]));
    const before = this.measure(wanted);
    for (const [id, thing] of this.things) {
      if (!wanted.has(id)) this.remove(id, thing);
    }
    for (const item of scene.items) this.place(item, before);
    this.order(scene.items);
    this.land(before);
    this.mark(scene);
    const motion = this.run(scene);
    this.first = false;
    return motion;
  }

  /**
   * Where things are on the screen now, as far as they may fly or slide from there.
   * @param {Map<string, string>} wanted the zone of everything that will be there
   */
  measure(wanted) {
    /** @type {Map<string, {zone: string, box: DOMRect}>} */
    const boxes = new Map();
    if (this.first || !time(1)) return boxes;
    for (const [id, { element, zone }] of this.things) {
      if (zone === "board" && wanted.get(id) === "board") continue; // glides by itself
      const face = zone === "board" ? (element.querySelector(".pose") ?? element) : element;
      boxes.set(id, { zone, box: face.getBoundingClientRect() });
    }
    return boxes;
  }

  /** @param {string} id @param {Thing} thing */
  remove(id, thing) {
    this.things.delete(id);
    if (thing.zone === "board") vanish(thing.element);
    else thing.element.remove();
  }

  /**
   * @param {Item} item
   * @param {Map<string, {zone: string, box: DOMRect}>} before
   */
  place(item, before) {
    const zone = item.zone ?? "board";
    const key = JSON.stringify(item);
    let thing = this.things.get(item.id);
    if (thing?.key === key) return;
    if (thing && thing.zone !== zone) {
      thing.element.remove();
      this.things.delete(item.id);
      thing = undefined;
    }
    if (zone === "board") this.placeOnBoard(item, key, thing, before.has(item.id));
    else this.placeInRow(item, key, thing, zone);
  }

  /** @param {Item} item @param {string} key @param {Thing | undefined} thing @param {boolean} known */
  placeOnBoard(item, key, thing, known) {
    const layer = this.layers[Math.min(LAYERS - 1, Math.max(0, item.layer ?? 1))];
    const element = /** @type {SVGGElement} */ (thing?.element ?? s("g", { class: "item", "data-id": item.id }));
    if (element.parentNode !== layer) layer.append(element);
    element.style.transform = `translate(${item.x ?? 0}px, ${item.y ?? 0}px)`;
    if (thing && thing.item.symbol !== item.symbol && (item.layer ?? 1) < 3) {
      turnOver(/** @type {SVGGElement} */ (element.querySelector(".face")));
    }
    draw(element, item);
    element.classList.toggle("ghost", Boolean(item.ghost));
    element.classList.toggle("plain", !item.label);
    element.classList.toggle("telling", Boolean(item.of?.length));
    if (!thing && !known && !this.first) appear(element);
    this.things.set(item.id, { item, key, element, zone: "board" });
    this.name(element, item, false);
  }

  /** @param {Item} item @param {string} key @param {Thing | undefined} thing @param {string} zone */
  placeInRow(item, key, thing, zone) {
    const row = this.row(zone);
    if (!row) return;
    const element = /** @type {HTMLElement} */ (thing?.element ?? h("button", { type: "button", class: "thing", "data-id": item.id, tabindex: -1 }));
    element.replaceChildren(picture(item));
    element.classList.toggle("ghost", Boolean(item.ghost));
    if (element.parentNode !== row) row.append(element);
    trim(/** @type {SVGSVGElement} */ (element.firstElementChild), item);
    this.things.set(item.id, { item, key, element, zone });
    this.name(element, item, false);
  }

  /** The order of a row is the order of the scene. @param {Item[]} items */
  order(items) {
    /** @type {Map<string, Element[]>} */
    const rows = new Map();
    for (const item of items) {
      const thing = this.things.get(item.id);
      if (!thing || thing.zone === "board") continue;
      rows.set(thing.zone, [...(rows.get(thing.zone) ?? []), thing.element]);
    }
    for (const [zone, elements] of rows) {
      const row = this.row(zone);
      elements.forEach((element, number) => {
        if (row && row.children[number] !== element) row.insertBefore(element, row.children[number] ?? null);
      });
    }
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.strips.querySelectorAll(".strip"))) {
      row.classList.toggle("empty", !row.children.length);
      row.classList.toggle("many", row.children.length > 3);
    }
  }

  /** Fly and slide from where things were. @param {Map<string, {zone: string, box: DOMRect}>} before */
  land(before) {
    for (const [id, { item, element, zone }] of this.things) {
      const old = before.get(id);
      if (!old) {
        if (!this.first && zone !== "board") appear(element);
      } else if (old.zone !== zone) {
        fly(item, old.box, zone === "board" ? element.querySelector(".pose") ?? element : element);
      } else if (zone !== "board") {
        slide(element, old.box);
      }
    }
  }

  /** The quiet mark on what the last moves touched. @param {Scene} scene */
  mark(scene) {
    this.marks.replaceChildren();
    const last = new Set(scene.last ?? []);
    for (const [id, { item, element, zone }] of this.things) {
      element.classList.toggle("last", last.has(id));
      if (last.has(id) && zone === "board") {
        const r = Math.max(12, 30 * (item.size ?? 1));
        this.marks.append(s("circle", { class: "last-mark", cx: item.x ?? 0, cy: item.y ?? 0, r }));
      }
    }
  }

  /** Point at things that somebody reads about. @param {string[]} ids */
  point(ids) {
    for (const { element } of this.things.values()) element.classList.remove("pointed");
    this.pointers.replaceChildren();
    let there = false;
    for (const id of ids) {
      const thing = this.things.get(id);
      if (!thing && (there || !id.startsWith("#"))) continue; // a bare place matters where no thing has its name
      there = true;
      thing?.element.classList.add("pointed");
      if (thing && thing.zone !== "board") continue;
      const { x = 0, y = 0, size = 1 } = thing?.item ?? this.bare(id);
      this.pointers.append(s("circle", { class: "pointer-mark", cx: x, cy: y, r: Math.max(16, 36 * size) }));
    }
  }

  /** A bare place on the board: `#x,y`, from the right or from below if negative. @param {string} id @returns {{x: number, y: number, size?: number}} */
  bare(id) {
    const [x, y] = id.slice(1).split(",").map(Number);
    return { x: x < 0 ? this.camera.width + x : x, y: y < 0 ? this.camera.height + y : y };
  }

  /** Point out where a thing could go and what it threatens. @param {import("./types.js").Mark[]} marks */
  telling(marks) {
    if (!marks.length && !this.abouts.firstChild) return;
    this.abouts.replaceChildren(
      ...marks.map(({ x, y, look = "reach", size = 1 }) => {
        const [cx, cy] = this.move(x, y);
        return s("circle", { class: `about-mark ${look}`, cx, cy, r: 30 * size });
      }),
    );
  }

  /** @param {Scene} scene */
  run(scene) {
    this.courses.replaceChildren();
    let longest = 0;
    for (const course of scene.courses ?? []) {
      this.courses.append(trail(course));
      const thing = this.things.get(course.item);
      if (thing && thing.zone === "board") longest = Math.max(longest, follow(/** @type {SVGGElement} */ (thing.element), course));
    }
    return Math.max(longest, this.carryAll(scene));
  }

  /** Cards and tokens that changed places fly there, one after the other. @param {Scene} scene */
  carryAll(scene) {
    if (this.first || !time(1)) return 0;
    let end = 0;
    let number = 0;
    for (const { symbol, start, end: goal, count = 1, owner } of scene.flights ?? []) {
      const from = this.spot(start);
      const to = this.spot(goal);
      for (let card = 0; from && to && card < Math.min(count, 5); card++) end = carry({ id: "", symbol, owner }, from, to, number++);
    }
    return end;
  }

  /** Where a thing or a player is on the screen. @param {string} id */
  spot(id) {
    const thing = this.things.get(id);
    const element = thing ? (thing.element.querySelector(".face") ?? thing.element) : document.querySelector(`.seat[data-seat="${id.replace("seat-", "")}"] .glyph`);
    const box = element?.getBoundingClientRect();
    return box?.width ? box : null;
  }

  /**
   * Light what can be chosen. `firsts` get a ring, `targets` a glow, `chosen` are held; others of `can` answer to a click too.
   * @param {{firsts: Set<string>, targets: Set<string>, chosen: Set<string>, can: Set<string>}} light
   */
  light({ firsts, targets, chosen, can }) {
    for (const [id, { item, element }] of this.things) {
      element.classList.toggle("first", firsts.has(id) && !chosen.has(id));
      element.classList.toggle("target", targets.has(id) && !chosen.has(id));
      element.classList.toggle("chosen", chosen.has(id));
      element.classList.toggle("told", Boolean(item.of?.some((other) => chosen.has(other))));
      const may = can.has(id) || chosen.has(id);
      element.classList.toggle("can", may);
      this.name(element, item, may, chosen.has(id));
    }
  }

  /**
   * What a screen reader says of a thing.
   * @param {Element} element
   * @param {Item} item
   * @param {boolean} may
   * @param {boolean} [chosen]
   */
  name(element, item, may, chosen = false) {
    const isButton = element instanceof HTMLElement;
    if (!item.label && !may) {
      set(element, { role: undefined, "aria-label": undefined, "aria-description": undefined, "aria-hidden": "true", "aria-pressed": undefined });
      return;
    }
    set(element, {
      role: isButton ? undefined : may ? "button" : "img",
      "aria-label": item.label || item.id,
      "aria-description": item.hint || undefined,
      "aria-hidden": undefined,
      "aria-pressed": may ? String(chosen) : undefined,
    });
  }

  /** Of the things that tell about others, pick out those about this one. @param {string | null} id */
  ask(id) {
    let any = false;
    for (const { item, element } of this.things.values()) {
      if (!item.of?.length) continue;
      const about = id !== null && item.of.includes(id) && element.classList.contains("told");
      element.classList.toggle("asked", about);
      any ||= about;
    }
    this.svg.classList.toggle("asking", any);
  }

  /** @param {string} id */
  element(id) {
    return this.things.get(id)?.element ?? null;
  }

  /**
   * Show faintly what would go where.
   * @param {string} from
   * @param {string} to
   */
  preview(from, to) {
    this.ghost.replaceChildren();
    const piece = this.things.get(from);
    const target = this.things.get(to);
    // What lies on the board may do anything with its target: the table says what. A token of the hand is laid there.
    if (!piece || !target || target.zone !== "board" || piece.zone === "board" || (piece.item.layer ?? 1) < 3) return;
    const copy = s("g", { class: "item" });
    draw(copy, { ...piece.item, badge: "" });
    copy.style.transform = `translate(${target.item.x ?? 0}px, ${target.item.y ?? 0}px)`;
    this.ghost.append(copy);
  }

  /**
   * Show faintly where things would end, and the ways they would go.
   * @param {import("./types.js").Preview} preview
   */
  foresee({ moved = [], courses = [], come = [] }) {
    if (moved.length || come.length) this.ghost.replaceChildren();
    for (const course of courses) this.ghost.append(trail({ ...course, points: course.points.map(([x, y]) => this.move(x, y)) }));
    for (const { id, x, y, turn = 0 } of moved) {
      const thing = this.things.get(id);
      if (thing) this.shade({ ...thing.item, x, y, turn });
    }
    for (const item of come) this.shade(item);
  }

  /** A thing as a ghost of itself. @param {Item} item */
  shade(item) {
    const copy = s("g", { class: "item" });
    draw(copy, { ...item, badge: "" });
    const [left, top] = this.move(item.x ?? 0, item.y ?? 0);
    copy.style.transform = `translate(${left}px, ${top}px)`;
    this.ghost.append(copy);
  }

  noPreview() {
    this.ghost.replaceChildren();
    this.ask(null);
  }
}
