// Where a tip or a bubble goes: beside its thing, within the window, over as little as can be of what is chosen or can be.

/** @typedef {{left: number, top: number}} Place */

const EDGE = 8; // pixels to the edge of the window

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
  const places = [
    { left: across(middle.x - width / 2), top: down(box.top - height - gap) },
    { left: across(middle.x - width / 2), top: down(box.bottom + gap) },
    { left: across(box.right + gap), top: down(middle.y - height / 2) },
    { left: across(box.left - width - gap), top: down(middle.y - height / 2) },
    { left: across(EDGE), top: down(innerHeight) },
    { left: across(innerWidth), top: down(innerHeight) },
  ];
  const lit = Array.from(document.querySelectorAll(".first, .target, .chosen"), (element) => (element.querySelector(".pose") ?? element).getBoundingClientRect());
  const costs = places.map((place) => 50 * overlap(place, width, height, box) + lit.reduce((sum, other) => sum + overlap(place, width, height, other), 0));
  return places[costs.indexOf(Math.min(...costs))];
}

/** Which part of a box is covered. @param {Place} place @param {number} width @param {number} height @param {DOMRect} box */
function overlap(place, width, height, box) {
  const x = Math.min(place.left + width, box.right) - Math.max(place.left, box.left);
  const y = Math.min(place.top + height, box.bottom) - Math.max(place.top, box.top);
  return x > 0 && y > 0 ? (x * y) / Math.max(1, box.width * box.height) : 0;
}
