// From what changed to what is: a packet as it was, and a change that builds on it, make the packet as it is now.

/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Item} Item */

/**
 * @param {Packet} packet
 * @param {Change} change
 * @returns {Packet}
 */
export function changed(packet, change) {
  const { seq, moves, actors, choices, questions, log, log_from, undo, over, seed, thinking, clock } = change;
  return { ...packet, seq, moves, at: moves, actors, choices, questions, log, log_from, undo, over, seed, thinking, clock, scene: changedScene(packet.scene, change.scene) };
}

/**
 * @param {Scene} scene
 * @param {import("./types.js").SceneChange} change
 * @returns {Scene}
 */
function changedScene(scene, { gone = [], put = [], new: fresh = [], order = [], rest = {} }) {
  const away = new Set(gone);
  const patches = new Map(put.map((patch) => [patch.id, patch]));
  let items = scene.items.filter(({ id }) => !away.has(id)).map((item) => {
    const patch = patches.get(item.id);
    return patch ? merged(item, patch) : item;
  });
  if (order.length) {
    const known = new Map([...items, ...fresh.map(([, item]) => /** @type {Item} */ (item))].map((item) => [item.id, item]));
    items = order.map((id) => /** @type {Item} */ (known.get(id)));
  } else for (const [place, item] of fresh) items.splice(place, 0, /** @type {Item} */ (item));
  return /** @type {Scene} */ ({ ...merged(scene, whole(scene, rest)), items });
}

/** Parts that have names: one that is as it was is given by its name alone. @type {Record<string, string>} */
const NAMES = { seats: "seat", panels: "id", forms: "id" };

/**
 * @param {Record<string, any>} scene
 * @param {Record<string, any>} rest
 * @returns {Record<string, any>}
 */
function whole(scene, rest) {
  const out = { ...rest };
  for (const [key, name] of Object.entries(NAMES)) {
    if (!rest[key]) continue;
    const known = new Map((scene[key] ?? []).map((/** @type {any} */ part) => [part[name], part]));
    out[key] = rest[key].map((/** @type {any} */ part) => (typeof part === "object" ? part : known.get(part)));
  }
  return out;
}

/**
 * Null stands for the default, which is never sent.
 * @template {object} T
 * @param {T} old
 * @param {Record<string, any>} patch
 * @returns {T}
 */
function merged(old, patch) {
  return /** @type {T} */ (Object.fromEntries(Object.entries({ ...old, ...patch }).filter(([, value]) => value !== null)));
}
