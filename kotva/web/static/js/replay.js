// A record, moment by moment: slider, play, step, speed, through whose eyes; copy and download.

import { copyAndSay } from "./copy.js";
import { carried, h, icon, the } from "./dom.js";
import { helpSheet } from "./help.js";
import { tempo } from "./motion.js";
import { ask } from "./net.js";
import { say } from "./say.js";
import { View } from "./view.js";

/** @typedef {import("./types.js").Packet} Packet */

const main = the("main");
const url = `/api/replays/${main.dataset.table}`;
/** @type {Packet} */
let packet = carried("packet");
let at = packet.at;
let playing = 0;
let eyes = String(packet.seat ?? ""); // a review begins at one's own seat
/** @type {Map<string, Promise<Packet>>} */
const fetched = new Map();

const view = new View(go, () => {});
helpSheet(main.dataset.game ?? "");
the("settings-open").hidden = true; // they are about playing

const slider = h("input", { type: "range", min: 0, max: packet.moves, value: at, "aria-label": say("Move") });
const where = h("output", {});
const playButton = h("button", { type: "button", class: "play" });
const speed = h("select", { "aria-label": say("Speed") }, ...["0.5", "1", "2", "4", "16"].map((value) => h("option", { value, selected: value === "1" }, `${value}×`)));
const look = h("select", { "aria-label": say("Through whose eyes") }, h("option", { value: "" }, say("as a bystander")), ...(packet.sitters ?? []).map((sitter) => h("option", { value: sitter.seat }, say("as {name}", { name: sitter.name }))));

/** @param {string} sign @param {string} label @param {() => void} act */
function control(sign, label, act) {
  const button = h("button", { type: "button", "aria-label": label, title: label }, icon(sign));
  button.addEventListener("click", act);
  return button;
}

const copy = h("button", { type: "button" }, say("Copy the record"));
copy.addEventListener("click", async () => {
  const text = await (await fetch(`${url}/record.json`)).text();
  await copyAndSay(copy, text);
});
const download = h("a", { class: "button", href: `${url}/record.json`, download: "" }, say("Save the record"));

the("replay").hidden = false;
the("replay").append(
  h("div", { class: "controls" }, control("first", say("To the beginning"), () => go(0)), control("back", say("One move back"), () => go(at - 1)), playButton, control("on", say("One move on"), () => go(at + 1)), control("last", say("To the end"), () => go(packet.moves))),
  h("div", { class: "slide" }, slider, where),
  h("div", { class: "extras" }, speed, look, copy, download),
);

/**
 * @param {number} number
 * @returns {Promise<Packet>}
 */
function moment(number) {
  const key = `${number}/${eyes}`;
  let found = fetched.get(key);
  if (!found) {
    found = ask(`${url}?at=${number}${eyes === "" ? "" : `&eyes=${eyes}`}`);
    fetched.set(key, found);
    if (fetched.size > 400) fetched.delete(/** @type {string} */ (fetched.keys().next().value));
  }
  return found;
}

let asked = 0;

/** @param {number} number */
async function go(number) {
  const wanted = Math.min(Math.max(0, number), packet.moves);
  const mine = ++asked;
  const next = await moment(wanted);
  if (mine !== asked) return 0;
  at = wanted;
  packet = next;
  const motion = view.show(next);
  tell();
  if (wanted < next.moves) moment(wanted + 1).catch(() => {});
  return motion;
}

function tell() {
  slider.value = String(at);
  where.textContent = `${at} / ${packet.moves}`;
  slider.setAttribute("aria-valuetext", say("Move {n} of {all}", { n: at, all: packet.moves }));
  const text = packet.over ? packet.over.text : (packet.scene.prompt ?? "");
  the("prompt").textContent = text;
  view.log.point(at);
  playButton.replaceChildren(icon(playing ? "pause" : "play"));
  playButton.setAttribute("aria-label", playing ? say("Pause") : say("Play"));
}

async function run() {
  const mine = ++playing;
  if (at >= packet.moves) await go(0);
  while (playing === mine && at < packet.moves) {
    const motion = await go(at + 1);
    const wait = Math.max(motion + 150, 900 / Number(speed.value));
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  if (playing === mine) playing = 0;
  tell();
}

playButton.addEventListener("click", () => {
  if (playing) {
    playing = 0;
    tell();
  } else run();
});
slider.addEventListener("input", () => go(Number(slider.value)));
speed.addEventListener("change", () => {
  tempo.factor = Math.min(1, 1 / Number(speed.value));
});
look.addEventListener("change", async () => {
  eyes = look.value;
  await lines();
  await go(at);
});
document.addEventListener("keydown", (event) => {
  if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog[open]")) return;
  if (event.key === "ArrowRight") go(at + 1);
  else if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(packet.moves);
  else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) playButton.click();
  else return;
  event.preventDefault();
});

// A review leads to a moment, seen through the eyes of the seat that decided then.
document.addEventListener("kotva-moment", async (event) => {
  const { at: wanted, seat } = /** @type {CustomEvent<{at: number, seat: number | null}>} */ (event).detail;
  if (seat !== null && eyes !== String(seat)) {
    look.value = eyes = String(seat);
    await lines();
  }
  await go(wanted);
});

async function lines() {
  const { log } = await ask(`${url}/log${eyes === "" ? "" : `?eyes=${eyes}`}`);
  view.log.take(log, 0);
  view.log.point(at);
}

view.show(packet);
look.value = eyes;
tell();
lines().then(() => (document.documentElement.dataset.ready = "true"));
