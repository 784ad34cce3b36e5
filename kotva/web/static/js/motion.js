// Motion explains the rules: things glide, fly between board and hand, follow their course step by step, turn over.

import { calm, s } from "./dom.js";
import { picture } from "./item.js";

/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Course} Course */

const GLIDE = 250;
const STEP = 190; // for each step of a course
const JUMP = 4 * 64; // a longer step goes over an edge: the thing fades out and in again

/** How fast a replay runs: 1 is as at the table, 0 is at once. */
export const tempo = { factor: 1 };

/** @param {number} milliseconds */
export function time(milliseconds) {
  return calm() ? 0 : milliseconds * tempo.factor;
}

/**
 * Fly a copy of a thing from one place on the screen to another; the thing itself appears when it has landed.
 * @param {Item} item
 * @param {DOMRect} from
 * @param {Element} target
 */
export function fly(item, from, target) {
  const layer = document.getElementById("flights");
  const length = time(GLIDE + 120);
  if (!layer || !length) return;
  const to = target.getBoundingClientRect();
  const copy = picture(item);
  copy.classList.add("flight");
  const size = Math.max(24, from.width);
  copy.style.width = copy.style.height = `${size}px`;
  layer.append(copy);
  target.classList.add("in-flight");
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - size / 2}px, ${box.y + box.height / 2 - size / 2}px) scale(${Math.max(box.width, box.height) / size})`;
  const flight = copy.animate([{ transform: at(from) }, { transform: at(to) }], { duration: length, easing: "cubic-bezier(.3,.1,.2,1)" });
  flight.onfinish = flight.oncancel = () => {
    copy.remove();
    target.classList.remove("in-flight");
  };
}

const CARRY = 800; // for a card on its way
const APART = 110; // between two cards

/**
 * Carry a card from one place on the screen to another: it shows where it comes from, and then flies.
 * @param {Item} item
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} number which one of several it is
 * @returns {number} when it has arrived
 */
export function carry(item, from, to, number) {
  const layer = document.getElementById("flights");
  const length = time(CARRY);
  if (!layer || !length) return 0;
  const delay = time(Math.min(number * APART, 1200));
  const size = 48;
  const copy = picture(item);
  copy.classList.add("flight");
  copy.style.width = copy.style.height = `${size}px`;
  layer.append(copy);
  const at = (/** @type {DOMRect} */ box, /** @type {number} */ scale) => `translate(${box.x + box.width / 2 - size / 2}px, ${box.y + box.height / 2 - size / 2}px) scale(${scale})`;
  const flight = copy.animate(
    [
      { transform: at(from, 0.3), opacity: 0 },
      { transform: at(from, 1.1), opacity: 1, offset: 0.3, easing: "cubic-bezier(.5,0,.2,1)" },
      { transform: at(to, 0.9), opacity: 1, offset: 0.92 },
      { transform: at(to, 0.4), opacity: 0 },
    ],
    { duration: length, delay, fill: "backwards" },
  );
  flight.onfinish = flight.oncancel = () => copy.remove();
  return delay + length;
}

/**
 * A thing beside the board has a new place in its row.
 * @param {Element} element
 * @param {DOMRect} from
 */
export function slide(element, from) {
  const to = element.getBoundingClientRect();
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  if (Math.abs(dx) + Math.abs(dy) < 2 || !time(GLIDE)) return;
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: time(GLIDE), easing: "ease-out" });
}

/** @param {Element} element */
export function appear(element) {
  if (time(GLIDE)) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time(GLIDE), easing: "ease-out" });
}

/** @param {Element} element */
export function vanish(element) {
  element.classList.add("going");
  if (!time(GLIDE)) {
    element.remove();
    return;
  }
  const end = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time(GLIDE) });
  end.onfinish = end.oncancel = () => element.remove();
}

/**
 * A tile turns over: it is narrow for a moment, and then shows its other side.
 * @param {SVGGElement} face
 */
export function turnOver(face) {
  if (!time(320)) return;
  face.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], { duration: time(320), easing: "ease-in-out" });
}

/**
 * The parts of a course between jumps.
 * @param {Course} course
 * @returns {[number, number][][]}
 */
function pieces(course) {
  /** @type {[number, number][][]} */
  const out = [[]];
  for (const point of course.points) {
    const last = out[out.length - 1].at(-1);
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) > JUMP) out.push([]);
    out[out.length - 1].push(point);
  }
  return out;
}

/**
 * The dotted line that a course leaves.
 * @param {Course} course
 * @returns {SVGElement}
 */
export function trail(course) {
  const d = pieces(course).map((part) => "M" + part.map((point) => point.join(" ")).join("L")).join("");
  return s("path", { d, class: "course" });
}

/**
 * Let a thing follow its course.
 * @param {SVGGElement} element
 * @param {Course} course
 * @returns {number} how long it takes
 */
export function follow(element, course) {
  const points = course.points;
  const total = time(Math.min(STEP * (points.length - 1), 2200));
  if (!total || points.length < 2) return 0;
  /** @type {Keyframe[]} */
  const frames = [];
  points.forEach((point, number) => {
    const offset = number / (points.length - 1);
    const before = points[number - 1];
    const jump = before && Math.hypot(point[0] - before[0], point[1] - before[1]) > JUMP;
    if (jump) {
      frames.push({ transform: at(before), opacity: 0, offset: offset - 0.001 });
      frames.push({ transform: at(point), opacity: 0, offset });
    } else {
      frames.push({ transform: at(point), opacity: 1, offset });
    }
  });
  element.animate(frames, { duration: total, easing: "linear" });
  return total;
}

/** @param {[number, number]} point */
function at(point) {
  return `translate(${point[0]}px, ${point[1]}px)`;
}
