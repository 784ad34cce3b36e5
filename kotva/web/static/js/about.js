// What a thing could do: asked of the table when somebody rests on it, and kept as long as the table stays as it is.

import { ask } from "./net.js";

/** @typedef {import("./types.js").AboutThing} AboutThing */

/** @type {Map<string, Promise<AboutThing>>} */
const kept = new Map();
const MOST = 200;

/**
 * @param {string} table
 * @param {number | null} eyes
 * @param {number} seq how many events the table has had
 * @param {string} item
 * @returns {Promise<AboutThing>}
 */
export function aboutThing(table, eyes, seq, item) {
  const key = `${seq} ${eyes} ${item}`;
  let found = kept.get(key);
  if (!found) {
    const query = `item=${encodeURIComponent(item)}${eyes === null ? "" : `&eyes=${eyes}`}`;
    found = ask(`/api/tables/${table}/about?${query}`).catch(() => ({}));
    kept.set(key, found);
    if (kept.size > MOST) kept.delete(/** @type {string} */ (kept.keys().next().value));
  }
  return found;
}
