// A wide picture on a tall screen: its sheets are laid below one another, turned where the scene allows it.

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const GAP = 8; // units between two sheets

/** @typedef {(x: number, y: number) => [number, number]} Move */
/** @typedef {{boxes: Box[], width: number, height: number, move: Move}} Layout */

/**
 * How the sheets of a scene lie in a column, if that fits a frame better than the scene as it is.
 * @param {Scene} scene
 * @param {number} aspect width by height of the frame
 * @returns {Layout | null}
 */
export function layout(scene, aspect) {
  const sheets = scene.sheets ?? [];
  if (sheets.length < 2) return null;
  const boxes = column(sheets);
  const width = Math.max(...boxes.map((box) => box.width));
  const height = boxes.reduce((sum, box) => sum + box.height + GAP, -GAP);
  const fits = (/** @type {number} */ w, /** @type {number} */ h) => Math.min(aspect / w, 1 / h);
  if (fits(width, height) <= fits(scene.width, scene.height)) return null;
  return { boxes, width, height, move: (x, y) => placed(sheets, boxes, x, y) };
}

/** @param {Scene} scene @param {Layout | null} found @returns {Scene} */
export function arranged(scene, found) {
  if (!found) return scene;
  const { boxes, width, height, move } = found;
  return {
    ...scene,
    width,
    height,
    ground: ground(scene.ground ?? "", scene.sheets ?? [], boxes),
    items: scene.items.map((item) => {
      if ((item.zone ?? "board") !== "board") return item;
      const [x, y] = move(item.x ?? 0, item.y ?? 0);
      return { ...item, x, y };
    }),
    courses: scene.courses?.map((course) => ({ ...course, points: course.points.map(([x, y]) => move(x, y)) })),
  };
}

/** Where the sheets lie in a column, each in the middle. @param {Sheet[]} sheets @returns {Box[]} */
function column(sheets) {
  const sizes = sheets.map(({ width, height, turn = 0 }) => (turn % 2 ? { width: height, height: width } : { width, height }));
  const widest = Math.max(...sizes.map((size) => size.width));
  let y = 0;
  return sizes.map((size) => {
    const box = { ...size, x: (widest - size.width) / 2, y };
    y += size.height + GAP;
    return box;
  });
}

/**
 * @param {Sheet[]} sheets
 * @param {Box[]} boxes
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function placed(sheets, boxes, x, y) {
  const found = sheets.findIndex((sheet) => x >= sheet.x && x < sheet.x + sheet.width);
  const number = found < 0 ? sheets.length - 1 : found;
  const sheet = sheets[number];
  const box = boxes[number];
  let [dx, dy] = [x - sheet.x - sheet.width / 2, y - sheet.y - sheet.height / 2];
  for (let turn = 0; turn < (sheet.turn ?? 0); turn++) [dx, dy] = [-dy, dx];
  return [box.x + box.width / 2 + dx, box.y + box.height / 2 + dy];
}

/** The ground once for each sheet, cut out, turned and moved. @param {string} markup @param {Sheet[]} sheets @param {Box[]} boxes */
function ground(markup, sheets, boxes) {
  const cut = sheets.map((sheet, number) => {
    const box = boxes[number];
    const middle = `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) rotate(${90 * (sheet.turn ?? 0)})`;
    const back = `translate(${-sheet.x - sheet.width / 2} ${-sheet.y - sheet.height / 2})`;
    const clip = `<clipPath id="sheet-${number}"><rect x="${sheet.x}" y="${sheet.y}" width="${sheet.width}" height="${sheet.height}" rx="6"/></clipPath>`;
    return `${clip}<g transform="${middle} ${back}"><g clip-path="url(#sheet-${number})">${markup}</g></g>`;
  });
  return cut.join("");
}
