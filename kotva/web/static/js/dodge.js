// What lies on the board to steer it (zoom, edges, the small map) makes room for what can be chosen: none of it covers a target.

const CLEAR = 8; // pixels round a thing's middle that stay free

/**
 * Give each of these its first place at which it covers none of the points; where all are taken, the usual one.
 * @param {[HTMLElement | SVGElement, number][]} overlays with the number of places that the style sheet knows for each
 * @param {{x: number, y: number}[]} points on the screen
 */
export function dodge(overlays, points) {
  for (const [element, places] of overlays) {
    if (element.hasAttribute("hidden") || element.style.display === "none") continue;
    let place = 0;
    for (; place < places; place++) {
      element.dataset.spot = String(place);
      if (!covers(element, points)) break;
    }
    if (place === places) element.dataset.spot = "0";
  }
}

/** @param {Element} element @param {{x: number, y: number}[]} points */
function covers(element, points) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return points.some(({ x, y }) => x > left - CLEAR && x < right + CLEAR && y > top - CLEAR && y < bottom + CLEAR);
}
