// Zoom and pan: which part of the board the frame shows. By buttons, wheel, pinch, drag and keys.

const LARGEST = 150; // pixels a field of 64 units may get

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
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    /** @type {() => void} */
    this.changed = () => {};
    new ResizeObserver(() => this.apply()).observe(frame);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      frame.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
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

  /** Whether fields are so small that a finger needs help. */
  get isSmall() {
    return this.least * 64 < 36;
  }

  apply() {
    const most = Math.max(1, LARGEST / 64 / this.least);
    this.zoom = Math.min(Math.max(1, this.zoom), most);
    const wide = this.frame.clientWidth / this.scale;
    const high = this.frame.clientHeight / this.scale;
    this.x = wide >= this.width ? this.width / 2 : Math.min(Math.max(this.x, wide / 2 - 4), this.width - wide / 2 + 4);
    this.y = high >= this.height ? this.height / 2 : Math.min(Math.max(this.y, high / 2 - 4), this.height - high / 2 + 4);
    this.svg.setAttribute("viewBox", `${this.x - wide / 2} ${this.y - high / 2} ${wide} ${high}`);
    this.frame.classList.toggle("zoomed", this.zoom > 1.01);
    this.changed();
  }

  /**
   * Zoom so that a point of the screen stays where it is.
   * @param {number} factor
   * @param {{x: number, y: number}} [at]
   */
  by(factor, at) {
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

  /** Bring a place of the board into view. @param {number} x @param {number} y */
  show(x, y) {
    if (this.zoom <= 1.01) return;
    const wide = this.frame.clientWidth / this.scale / 2 - 40;
    const high = this.frame.clientHeight / this.scale / 2 - 40;
    this.x = Math.min(Math.max(this.x, x - wide), x + wide);
    this.y = Math.min(Math.max(this.y, y - high), y + high);
    this.apply();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
    this.way = 0;
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
      this.by(fresh / Math.max(1, old), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.dragged = true;
    } else if (this.zoom > 1.01) {
      this.way = (this.way ?? 0) + Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (this.way > 8) this.dragged = true;
      if (this.dragged) this.pan(now.x - before.x, now.y - before.y);
    }
    this.fingers.set(event.pointerId, now);
  }
}
