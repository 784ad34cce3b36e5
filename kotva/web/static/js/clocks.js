// Clocks: the server says how they stood at a time of its own, and this page counts on from there.

import { h } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").ClockFace} ClockFace */
/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").SeatTime} SeatTime */

const LOW = 10; // seconds that look like the last ones
const DAY = 86400;

/** @type {ClockFace | null} */
let face = null;
let seq = -1;
/** @type {number | null} */
let mine = null;
// This page's time less the server's. Every message comes a little late: the one that came least late is right.
let ahead = Infinity;
let timer = 0;
let warned = "";

/** @type {Map<number, HTMLElement>} */
const places = new Map();
const bell = h("p", { class: "clock game-clock", role: "timer", hidden: true });
const spoken = h("p", { class: "sr", "aria-live": "polite" });

function now() {
  return performance.now() / 1000;
}

/** Whatever the server tells of its clocks. @param {Packet} packet */
export function takeClock(packet) {
  if (packet.clock) ahead = Math.min(ahead, now() - packet.clock.at);
  if (packet.seq < seq || (packet.seq === seq && face && packet.clock && packet.clock.at < face.at)) return;
  if (packet.seq > seq) warned = "";
  seq = packet.seq;
  face = packet.clock ?? null;
  mine = packet.seat ?? null;
  clearInterval(timer);
  if (face && !face.stopped) timer = setInterval(show, 100);
  show();
}

/** The connection was lost: this page may have slept, and its time with it. */
export function doubtClock() {
  ahead = Infinity;
}

/** The place of a seat's clock; it stays the same element. @param {number} seat */
export function clockOf(seat) {
  let place = places.get(seat);
  if (!place) {
    place = h("span", { class: "clock", role: "timer", hidden: true });
    places.set(seat, place);
    paint(seat, place);
  }
  return place;
}

/** How many seconds a seat has left at this moment; Infinity: nobody hurries it. @param {number} seat */
export function left(seat) {
  const time = face?.seats?.find((one) => one.seat === seat);
  return time ? reading(time, counts(time) ? gone() : 0).left : Infinity;
}

/** The place of the clock that the rules themselves have, and of words for those who listen. */
export function gameClock() {
  return [bell, spoken];
}

function show() {
  for (const [seat, place] of places) paint(seat, place);
  const left = face?.bell;
  const time = typeof left === "number" ? say("Time of the game: {time}", { time: written(left - gone()) }) : "";
  const text = [face?.paused ? say("The clock is stopped.") : "", time].filter(Boolean).join(" ");
  bell.hidden = !text;
  write(bell, text);
}

/** Whether a seat's clock counts down. @param {SeatTime | undefined} time */
function counts(time) {
  return time?.runs === "moving" || time?.runs === "answering";
}

/** Seconds since the server looked at its clocks. */
function gone() {
  return face && !face.stopped && ahead < Infinity ? Math.max(0, now() - ahead - face.at) : 0;
}

/**
 * @param {number} seat
 * @param {HTMLElement} place
 */
function paint(seat, place) {
  const time = face?.seats?.find((one) => one.seat === seat);
  const ran = counts(time) ? gone() : 0;
  const { text, left } = time ? reading(time, ran) : { text: "", left: Infinity };
  const runs = counts(time) && !face?.stopped;
  place.hidden = !text;
  place.classList.toggle("runs", runs);
  place.classList.toggle("low", runs && left <= LOW);
  write(place, text);
  if (runs && seat === mine) warn(left);
}

/**
 * What a seat's clock shows after it has run for a while: a move first, then what is left of the game.
 * @param {SeatTime} time
 * @param {number} ran
 */
function reading(time, ran) {
  if (time.runs === "answering") {
    if (typeof time.answer !== "number") return { text: "", left: Infinity };
    const left = Math.max(0, time.answer - ran);
    return { text: say("answer: {time}", { time: written(left) }), left };
  }
  const move = typeof time.move === "number" ? Math.max(0, time.move - ran) : null;
  const over = Math.max(0, ran - (time.move ?? 0));
  const reserve = typeof time.reserve === "number" ? Math.max(0, time.reserve - over) : null;
  const left = move === null && reserve === null ? Infinity : (move ?? 0) + (reserve ?? 0);
  if (move !== null && reserve !== null && move > 0) return { text: `${written(move)} + ${written(reserve)}`, left };
  const shown = reserve ?? move;
  return { text: shown === null ? "" : written(shown), left };
}

/** A person who listens hears it twice, and not every second. @param {number} left */
function warn(left) {
  for (const limit of [LOW, 3 * LOW]) {
    const key = `${seq}-${limit}`;
    if (left > limit || left < limit - 2 || warned === key) continue;
    warned = key;
    write(spoken, say("{n} seconds left", { n: limit }));
  }
}

/** Time as people write it; what has begun counts. @param {number} seconds */
export function written(seconds) {
  const whole = Math.max(0, Math.ceil(seconds - 0.05));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (whole >= DAY) return say("{d} d {h} h", { d: Math.floor(whole / DAY), h: Math.floor((whole % DAY) / 3600) });
  const minutes = Math.floor(whole / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function write(place, text) {
  if (place.textContent === text) return;
  const at = text.search(/\d/); // where there is little room only the number is seen
  const words = at > 0 ? [h("span", { class: "for" }, text.slice(0, at))] : [];
  place.replaceChildren(...words, at > 0 ? text.slice(at) : text);
  place.classList.toggle("long", text.length - Math.max(0, at) > 5); // hours have a line of their own where seats are narrow
}
