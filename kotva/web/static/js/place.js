// Where a tip or a bubble goes: near its thing, within the window, and never over what is chosen or can be, as long as there is room.

/** @typedef {{left: number, top: number}} Place */

const EDGE = 8; // pixels to the edge of the window
const STEP = 40; // pixels between the places that are tried all over the window
const DEAR = 1e6; // what it costs to cover something, against a pixel of the way

/**
 * @param {DOMRect} box of the thing
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 * @returns {Place}
 */
export function placeBeside(box, width, height, gap) {
  const across = (/** @type {number} */ left) => Math.min(Math.max(EDGE, left), innerWidth - width - EDGE);
  const down = (/** @type {number} */ top) => Math.min(Math.max(EDGE, top), innerHeight - height - EDGE);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const beside = [
    { left: across(middle.x - width / 2), top: down(box.top - height - gap) },
    { left: across(middle.x - width / 2), top: down(box.bottom + gap) },
    { left: across(box.right + gap), top: down(middle.y - height / 2) },
    { left: across(box.left - width - gap), top: down(middle.y - height / 2) },
  ];
  const kept = [box, ...Array.from(document.querySelectorAll(".first, .target, .chosen, .last, #prompt, #actions button"), shape)];
  const dear = (/** @type {Place} */ place) => DEAR * kept.reduce((sum, other, number) => sum + (number ? 1 : 50) * overlap(place, width, height, other), 0);
  const free = beside.find((place) => !dear(place));
  if (free) return free;
  const away = (/** @type {Place} */ { left, top }) => Math.hypot(left + width / 2 - middle.x, top + height / 2 - middle.y);
  let best = beside[0];
  let least = Infinity;
  for (const place of [...beside, ...everywhere(across, down)]) {
    const cost = dear(place) + away(place);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** Places all over the window. @param {(left: number) => number} across @param {(top: number) => number} down @returns {Place[]} */
function everywhere(across, down) {
  const lefts = new Set(Array.from({ length: Math.ceil(innerWidth / STEP) + 1 }, (_, number) => across(number * STEP)));
  const tops = new Set(Array.from({ length: Math.ceil(innerHeight / STEP) + 1 }, (_, number) => down(number * STEP)));
  return [...lefts].flatMap((left) => [...tops].map((top) => ({ left, top })));
}

/** @param {Element} element */
function shape(element) {
  return (element.querySelector(".pose") ?? element).getBoundingClientRect();
}

/** Which part of a box is covered. @param {Place} place @param {number} width @param {number} height @param {DOMRect} box */
function overlap(place, width, height, box) {
  const x = Math.min(place.left + width, box.right) - Math.max(place.left, box.left);
  const y = Math.min(place.top + height, box.bottom) - Math.max(place.top, box.top);
  return x > 0 && y > 0 ? (x * y) / Math.max(1, box.width * box.height) : 0;
}
