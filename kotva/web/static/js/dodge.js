// What lies on the board to steer it (zoom, edges, the small map) makes room for what can be chosen: none of it covers a target.

const CLEAR = [18, 8, 0]; // pixels round a thing's middle that stay free: as many as can be

/** @typedef {{element: HTMLElement | SVGElement, places: number, yields?: boolean}} Overlay `places`: how many the style sheet knows; `yields`: it can be done without */

/**
 * Give each of these the place at which it is farthest from all the points; the usual one goes first. Where every place covers
 * one, what can be done without lets presses through, and the rest covers as few as can be.
 * @param {Overlay[]} overlays
 * @param {{x: number, y: number}[]} points on the screen
 */
export function dodge(overlays, points) {
  for (const { element, places, yields = false } of overlays) {
    if (element.hasAttribute("hidden") || element.style.display === "none") continue;
    const boxes = Array.from({ length: places }, (_, place) => {
      element.dataset.spot = String(place);
      return element.getBoundingClientRect();
    });
    const clear = CLEAR.find((room) => boxes.some((box) => !covered(box, points, room)));
    const counts = boxes.map((box) => covered(box, points, clear ?? 0));
    element.dataset.spot = String(counts.indexOf(Math.min(...counts)));
    element.classList.toggle("yields", yields && clear === undefined);
  }
}

/** How many of the points lie under a box and so much round it. @param {DOMRect} box @param {{x: number, y: number}[]} points @param {number} room */
function covered({ left, right, top, bottom }, points, room) {
  return points.filter(({ x, y }) => x > left - room && x < right + room && y > top - room && y < bottom + room).length;
}
