// Coming to a table: taking a free seat, and the link that invites others to one.

import { pressable } from "./buttons.js";
import { copyAndSay } from "./copy.js";
import { glyph, h, the } from "./dom.js";
import { say } from "./say.js";

/**
 * Ask for the name under which somebody sits down; an account has one.
 * @param {number} seat
 * @param {(name: string) => void} sit
 */
export function askName(seat, sit) {
  const { called = "", account } = the("main").dataset;
  if (account) {
    sit("");
    return;
  }
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  const name = h("input", { name: "name", maxlength: 40, autocomplete: "nickname", id: "sit-name", value: called });
  const form = h("form", { method: "dialog" }, h("h2", {}, glyph(seat), say("Take this seat")), h("label", { for: "sit-name" }, say("Your name")), name);
  const cancel = pressable(say("Not now"), "quiet", () => dialog.close());
  form.append(h("div", { class: "row" }, h("button", { class: "primary" }, say("Sit down")), cancel));
  form.append(h("p", {}, h("a", { href: `/learn/${the("main").dataset.game}`, target: "kotva-rules" }, say("How to play"))));
  form.addEventListener("submit", () => sit(name.value));
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** @type {HTMLElement | null} the panel with the link, and the welcome, as long as they are shown */
let panel = null;
/** @type {HTMLElement | null} */
let welcome = null;

/**
 * People at a table with free seats see how to fill them; people who come by an invitation find the free seat at once. Both go when
 * the last seat is taken or the game is over.
 * @param {import("./types.js").Packet} packet
 * @param {(seat: number) => void} sit
 */
export function invitation(packet, sit) {
  const sitters = packet.sitters ?? [];
  const free = packet.over ? undefined : sitters.find((sitter) => sitter.kind === "open");
  const mine = sitters.some((sitter) => sitter.kind === "me");
  if (!free || !mine) panel = gone(panel);
  if (!free || mine) welcome = gone(welcome);
  if (packet.over) document.getElementById("welcome")?.remove(); // "New to this game?" is no question any more
  if (!free) return;
  if (mine) the("panels").before((panel ??= link()));
  else the("urgent").before((welcome ??= greeting(sitters, free, sit)));
}

/** @param {HTMLElement | null} box @returns {null} */
function gone(box) {
  box?.remove();
  return null;
}

/** How others find this table. */
function link() {
  const { invite = location.href, alone } = the("main").dataset;
  if (alone) {
    const how = h("p", {}, say("Seats are free, but only this computer can open this page. Start Kotva like this, and others in your network can join:"));
    return h("section", { class: "invite" }, how, h("code", {}, "kotva serve --host 0.0.0.0"));
  }
  const copy = pressable(say("Copy the invitation link"), "", () => copyAndSay(copy, invite));
  return h("section", { class: "invite" }, h("p", {}, say("Seats are free. Anybody with this link can take one:")), h("code", {}, invite), copy);
}

/**
 * @param {import("./types.js").Sitter[]} sitters
 * @param {import("./types.js").Sitter} free
 * @param {(seat: number) => void} sit
 */
function greeting(sitters, free, sit) {
  const names = sitters.filter((sitter) => sitter.kind === "person").map((sitter) => sitter.name);
  const { title: game = "", terms } = the("main").dataset;
  const words = names.length ? say("{names}: you are invited to play {game}.", { names: names.join(", "), game }) : say("Welcome! There is a free seat for you: {game}.", { game });
  const box = h("section", { class: "invite greeting" }, h("p", {}, words, ...(terms ? [" ", h("small", {}, terms)] : [])));
  box.append(pressable(say("Take a seat"), "primary", () => sit(free.seat)), " ", h("a", { href: `/learn/${the("main").dataset.game}`, target: "kotva-rules" }, say("How to play")));
  return box;
}
