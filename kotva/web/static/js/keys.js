// Everything by keyboard: arrows walk over the things by where they are on the screen, Enter chooses.

/** @typedef {import("./stage.js").Stage} Stage */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class Keys {
  /**
   * @param {Stage} stage
   * @param {(id: string) => void} choose
   * @param {(id: string) => void} why
   */
  constructor(stage, choose, why) {
    this.stage = stage;
    this.choose = choose;
    this.why = why;
    /** @type {string | null} */
    this.current = null;
    /** The last thing that was touched was a key. */
    this.used = false;
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", () => (this.used = false));
    document.addEventListener("focusin", (event) => {
      const id = event.target instanceof Element ? event.target.closest("[data-id]")?.getAttribute("data-id") : null;
      if (id) this.point(id);
    });
  }

  /**
   * The things one can walk over: those that are lit, or all that have a name.
   * @param {boolean} all
   * @returns {import("./stage.js").Thing[]}
   */
  walkable(all) {
    const things = [...this.stage.things.values()].filter(({ element, item }) => {
      const shown = !item.ghost || element.classList.contains("can");
      return shown && (all ? item.label : ["first", "target", "chosen"].some((light) => element.classList.contains(light)));
    });
    return things.length || all ? things : this.walkable(true);
  }

  /** After the light has changed: exactly one thing can be reached with Tab. */
  refresh() {
    const things = this.walkable(false);
    if (!things.some(({ item }) => item.id === this.current)) this.current = null;
    const lost = !document.activeElement || document.activeElement === document.body;
    const next = this.current ?? things.find(({ element }) => element.classList.contains("target"))?.item.id ?? things[0]?.item.id;
    if (next) this.point(next);
    if (lost && this.used && next) this.focus(next);
  }

  /** @param {string} id */
  point(id) {
    for (const { item, element } of this.stage.things.values()) {
      if (item.id === id) element.setAttribute("tabindex", "0");
      else if (element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
    }
    this.current = id;
  }

  /** @param {string} id */
  focus(id) {
    const thing = this.stage.things.get(id);
    if (!thing) return;
    this.point(id);
    if (thing.zone === "board") this.stage.camera.show(thing.item.x ?? 0, thing.item.y ?? 0);
    thing.element.focus({ preventScroll: thing.zone === "board" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.used = true;
    const target = event.target;
    if (!(target instanceof Element) || target.closest("input, select, textarea, dialog[open], .side, .replay")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = target.closest("[data-id]")?.getAttribute("data-id") ?? null;
    if (ARROWS[event.key]) {
      event.preventDefault();
      this.walk(ARROWS[event.key], event.shiftKey, id);
    } else if (id && (event.key === "Enter" || event.key === " ") && !(target instanceof HTMLElement)) {
      event.preventDefault();
      this.choose(id);
    } else if (id && event.key === "w") {
      this.why(id);
    } else if (event.key === "n" || event.key === "p") {
      const things = this.walkable(false);
      const at = things.findIndex(({ item }) => item.id === (id ?? this.current));
      const step = event.key === "n" ? 1 : -1;
      const next = things[(at + step + things.length) % things.length];
      if (next) this.focus(next.item.id);
    }
  }

  /**
   * To the nearest thing in a direction.
   * @param {[number, number]} direction
   * @param {boolean} all
   * @param {string | null} from
   */
  walk([dx, dy], all, from) {
    const things = this.walkable(all);
    const start = from ? this.stage.element(from) : null;
    if (!start) {
      if (this.current) this.focus(this.current);
      else if (things[0]) this.focus(things[0].item.id);
      return;
    }
    const middle = centre(start);
    let best = null;
    let least = Infinity;
    for (const thing of things) {
      if (thing.element === start) continue;
      const at = centre(thing.element);
      const along = (at.x - middle.x) * dx + (at.y - middle.y) * dy;
      const aside = Math.abs((at.x - middle.x) * dy) + Math.abs((at.y - middle.y) * dx);
      if (along < 4) continue;
      const cost = along + 2.5 * aside;
      if (cost < least) [best, least] = [thing, cost];
    }
    if (best) this.focus(best.item.id);
  }
}

/** @param {Element} element */
function centre(element) {
  const box = (element.querySelector(".pose") ?? element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
