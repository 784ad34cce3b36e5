// Looking for a game. The search goes on from page to page: a person that plays against bots meanwhile is called to the table.

import { ask } from "./net.js";

/** @typedef {{state: string, table?: string, words?: string, waited?: number, bots?: string}} Pairing */

const EVERY = 1500; // milliseconds between two looks
const KEY = "kotva-seeks"; // in the browser's session: somebody looks for a game in this tab

/** @type {((found: Pairing) => void)[]} */
const heard = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** @param {boolean} on */
function remember(on) {
  try {
    if (on) sessionStorage.setItem(KEY, "1");
    else sessionStorage.removeItem(KEY);
  } catch {
    // The search then lasts as long as the page.
  }
}

/** Whether this tab looks for a game. */
export function isSeeking() {
  try {
    return sessionStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

/** Hear how far the search has come, now and later. @param {(found: Pairing) => void} listener */
export function seeking(listener) {
  heard.push(listener);
  look();
}

/** @param {URLSearchParams} data what is looked for */
export async function startSeeking(data) {
  const response = await fetch("/pairing", { method: "POST", body: data, headers: { accept: "application/json" } }).catch(() => null);
  if (!response?.ok) return;
  remember(true);
  await look();
}

/** Look no more. */
export async function stopSeeking() {
  remember(false);
  clearTimeout(next);
  tell(await ask("/pairing/stop", {}).catch(() => ({ state: "none" })));
}

/** @param {Pairing} found */
function tell(found) {
  for (const listener of heard) listener(found);
}

async function look() {
  clearTimeout(next);
  /** @type {Pairing | null} */
  const found = await ask("/pairing/look", {}).catch(() => null);
  if (found) tell(found);
  if (found?.state === "found" && found.table) {
    remember(false);
    await ask("/pairing/stop", {}).catch(() => null);
    if (document.documentElement.dataset.calls !== "asks") location.href = `/table/${found.table}`;
  } else if (!found || found.state === "waiting") {
    remember(true);
    next = setTimeout(look, EVERY);
  } else {
    remember(false);
  }
}
