// The review of a finished game: everybody's chances as curves, turning points, and choices that gave something away.

import { copyAndSay } from "./copy.js";
import { glyph, h, s, the } from "./dom.js";
import { ask, Refused } from "./net.js";
import { say } from "./say.js";
import { percent, suggest } from "./suggest.js";

/** @typedef {import("./types.js").ReviewShown} ReviewShown */
/** @typedef {import("./types.js").ReviewDoubt} ReviewDoubt */

const main = the("main");
const box = the("review");
const url = `/api/reviews/${main.dataset.table}`;
const WIDTH = 1000;
const HEIGHT = 120;

/** The slider of the replay says which moment is shown. */
function slider() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector("#replay input[type=range]"));
}

/** @type {ReviewDoubt | null} */
let pointed = null;

/** @param {number} at @param {ReviewDoubt | null} [doubt] */
function go(at, doubt = null) {
  pointed = doubt;
  document.dispatchEvent(new CustomEvent("kotva-moment", { detail: { at, seat: doubt?.seat ?? null } }));
}

/** What would have been better is lit on the board while one looks at that moment. */
function light() {
  if (pointed && Number(slider()?.value) !== pointed.at) pointed = null;
  suggest(pointed?.items ?? []);
}

/** @param {ReviewShown} review */
function graph(review) {
  const at = review.at ?? [];
  const moves = Math.max(1, review.moves ?? 1);
  const x = (/** @type {number} */ n) => (WIDTH * n) / moves;
  const picture = s("svg", { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, preserveAspectRatio: "none", class: "review-graph", role: "img", "aria-label": say("Chances of all players over the game") });
  for (const share of [0, 0.5, 1]) picture.append(s("line", { x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share, class: "review-rule" }));
  for (const turn of review.turns ?? []) picture.append(s("line", { x1: x(turn), x2: x(turn), y1: 0, y2: HEIGHT, class: "review-turn" }));
  (review.curves ?? []).forEach((curve, seat) => {
    const points = curve.map((chance, n) => `${x(at[n]).toFixed(1)},${(HEIGHT * (1 - chance)).toFixed(1)}`).join(" ");
    picture.append(s("polyline", { points, class: `review-curve seat-${seat % 8}` }));
  });
  const here = s("line", { x1: 0, x2: 0, y1: -4, y2: HEIGHT + 4, class: "review-here" });
  picture.append(here);
  picture.addEventListener("click", (event) => {
    const frame = picture.getBoundingClientRect();
    go(Math.round((moves * (event.clientX - frame.left)) / frame.width));
  });
  return { picture, here, x };
}

/**
 * Whose chances changed most at a turning point.
 * @param {ReviewShown} review
 * @param {number} turn
 */
function swing(review, turn) {
  const n = (review.at ?? []).indexOf(turn);
  const changes = (review.curves ?? []).map((curve, seat) => ({ seat, before: curve[n] ?? 0, after: curve[n + 1] ?? curve[n] ?? 0 }));
  return changes.reduce((most, one) => (Math.abs(one.after - one.before) > Math.abs(most.after - most.before) ? one : most));
}

/**
 * A moment of the game. The button leads there, and so does a tap on what is told below it, which is ordinary text.
 * @param {number} seat
 * @param {number} at
 * @param {string} words
 * @param {number} before
 * @param {number} after
 */
function moment(seat, at, words, before, after) {
  const points = Math.round(100 * Math.abs(after - before));
  const chances = h("em", { title: `${percent(before)} → ${percent(after)}` }, after < before ? say("lost {n} points", { n: points }) : say("gained {n} points", { n: points }));
  const row = h("li", { class: "review-moment" }, h("button", { type: "button" }, glyph(seat), h("b", {}, say("Move {n}", { n: at + 1 })), ` ${words} `, chances));
  row.addEventListener("click", () => row.scrollIntoView({ block: "nearest" })); // on a phone its end is out of sight
  return row;
}

/** What was done or would have been, and why. @param {string} words @param {string[]} why */
function told(words, why) {
  return h("p", {}, ...(words ? [h("strong", {}, words)] : []), ...(why.length ? [` ${why.join(" ")}`] : []));
}

/** @param {ReviewShown} review */
function show(review) {
  const { picture, here, x } = graph(review);
  const names = h("p", { class: "review-names" }, ...(review.names ?? []).map((name, seat) => h("span", {}, glyph(seat), name)));
  /** @type {{at: number, row: HTMLElement}[]} */
  const rows = [];
  for (const doubt of review.doubts ?? []) {
    const row = moment(doubt.seat, doubt.at, "", doubt.chance_better, doubt.chance);
    row.append(told(say("Played: {words}.", { words: doubt.played }), doubt.why), told(say("Better: {words}.", { words: doubt.better }), doubt.why_better));
    row.addEventListener("click", () => go(doubt.at, doubt));
    rows.push({ at: doubt.at, row });
  }
  for (const [number, turn] of (review.turns ?? []).entries()) {
    const { seat, before, after } = swing(review, turn);
    const row = moment(seat, turn, say("Turning point"), before, after);
    row.classList.add("swing");
    row.append(told("", review.turns_told?.[number] ?? []));
    row.addEventListener("click", () => go(turn));
    rows.push({ at: turn, row });
  }
  rows.sort((one, other) => one.at - other.at);
  const list = rows.length ? h("ol", { class: "review-list", tabindex: 0, "aria-label": say("Moments of the game") }, ...rows.map(({ row }) => row)) : h("p", {}, say("Nobody gave anything away."));
  const copy = h("button", { type: "button", class: "quiet" }, say("Copy the link"));
  copy.addEventListener("click", () => copyAndSay(copy, location.href));
  box.replaceChildren(h("div", { class: "review-left" }, picture, h("div", { class: "review-foot" }, names, copy)), list);
  const follow = () => {
    const n = Number(slider()?.value ?? 0);
    here.setAttribute("x1", String(x(n)));
    here.setAttribute("x2", String(x(n)));
    light();
  };
  const shownAt = document.querySelector("#replay output");
  if (shownAt) new MutationObserver(follow).observe(shownAt, { childList: true, characterData: true, subtree: true });
  follow();
  box.dataset.ready = "true";
}

async function wait() {
  const bar = /** @type {HTMLProgressElement | null} */ (box.querySelector("progress"));
  for (;;) {
    try {
      /** @type {ReviewShown} */
      const review = await ask(url);
      if (review.done >= 1) {
        show(review);
        return;
      }
      if (bar) bar.value = review.done;
    } catch (error) {
      if (error instanceof Refused) {
        box.replaceChildren(h("p", {}, error.message));
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

wait();
