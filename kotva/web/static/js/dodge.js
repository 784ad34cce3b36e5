// What lies on the board to steer it (zoom, edges, the small map) and the dice make room for what can be chosen: none of it covers a target.

const CLEAR = [18, 8, 0]; // pixels round a thing's middle that stay free: as many as can be

/** @typedef {{element: HTMLElement | SVGElement, places: number, yields?: boolean, apart?: boolean}} Overlay `places`: how many the style sheet knows; `yields`: it can be done without; `apart`: sooner that than on another */

/**
 * Give each of these the place at which it is farthest from all the points; the usual one goes first. Where every place covers
 * one, what can be done without lets presses through, and the rest covers as few as can be. Those before keep theirs.
 * @param {Overlay[]} overlays
 * @param {{x: number, y: number}[]} points on the screen
 * @param {boolean} [stay] within one decision: what covers nothing stays where it is
 */
export function dodge(overlays, points, stay = false) {
  /** @type {DOMRect[]} */
  const taken = [];
  for (const { element, places, yields = false, apart = false } of overlays) {
    if (element.hasAttribute("hidden") || element.style.display === "none" || !element.childElementCount) continue;
    const now = Number(element.dataset.spot ?? 0);
    const boxes = Array.from({ length: places }, (_, place) => {
      element.dataset.spot = String(place);
      return element.getBoundingClientRect();
    });
    const lies = boxes.map((box) => (taken.some((other) => meet(box, other)) ? (apart ? 1000 : 1) : 0));
    const costs = (/** @type {number} */ room) => boxes.map((box, place) => lies[place] + 2 * covered(box, points, room));
    const stays = stay && costs(0)[now] < 2;
    const clear = CLEAR.find((room) => Math.min(...costs(room)) < 2);
    const least = costs(clear ?? 0);
    const spot = stays ? now : least.indexOf(Math.min(...least));
    element.dataset.spot = String(spot);
    element.classList.toggle("yields", yields && clear === undefined && !stays);
    taken.push(boxes[spot]);
  }
}

/** @param {DOMRect} one @param {DOMRect} other */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** How many of the points lie under a box and so much round it. @param {DOMRect} box @param {{x: number, y: number}[]} points @param {number} room */
function covered({ left, right, top, bottom }, points, room) {
  return points.filter(({ x, y }) => x > left - room && x < right + room && y > top - room && y < bottom + room).length;
}
