// Coming to a table: taking a free seat, and the link that invites others to one.

import { pressable } from "./buttons.js";
import { copyAndSay } from "./copy.js";
import { glyph, h, the } from "./dom.js";
import { live, table } from "./live.js";
import { say } from "./say.js";
import { toast } from "./toast.js";

/**
 * Ask for the name under which somebody sits down; an account has one. What was typed stays until the seat is taken.
 * @param {number} seat
 * @param {(name: string) => Promise<string>} sit what is wrong; empty: the seat is taken
 */
export function askName(seat, sit) {
  const { called = "", account } = the("main").dataset;
  if (account) {
    sit("").then((fault) => fault && toast(fault));
    return;
  }
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  const name = h("input", { name: "name", maxlength: 40, autocomplete: "nickname", id: "sit-name", value: called });
  const form = h("form", {}, h("h2", {}, glyph(seat), say("Take this seat")), h("label", { for: "sit-name" }, say("Your name")), name);
  const cancel = pressable(say("Not now"), "quiet", () => dialog.close());
  const fault = h("p", { class: "fault", role: "alert" });
  form.append(fault, h("div", { class: "row" }, h("button", { class: "primary" }, say("Sit down")), cancel));
  form.append(h("p", {}, h("a", { href: `/learn/${the("main").dataset.game}`, target: "kotva-rules" }, say("How to play"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = await sit(name.value);
    if (!fault.textContent) dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** @type {HTMLElement | null} the panel with the link, and the welcome, as long as they are shown */
let panel = null;
/** @type {HTMLElement | null} */
let welcome = null;

/** The first free seat, if any. @returns {import("./types.js").Sitter | undefined} */
function firstFree() {
  return live.packet.over ? undefined : (live.packet.sitters ?? []).find((sitter) => sitter.kind === "open");
}

/**
 * People at a table with free seats see how to fill them; people who come by an invitation find the free seat at once. Both go when
 * the last seat is taken or the game is over.
 * @param {(seat: number) => void} sit
 */
export function invitation(sit) {
  const { sitters = [], over } = live.packet;
  const free = firstFree();
  const mine = sitters.some((sitter) => sitter.kind === "me");
  if (panel && (!free || !mine)) {
    panel = gone(panel);
    if (document.querySelector(".invite-sheet")) /** @type {HTMLDialogElement} */ (the("cover")).close();
  }
  if (!free || mine) welcome = gone(welcome);
  if (over) document.getElementById("welcome")?.remove(); // "New to this game?" is no question any more
  if (!free) return;
  if (mine) the("urgent").before((panel ??= link()));
  else the("urgent").before((welcome ??= greeting(sitters, sit)));
}

/** @param {HTMLElement | null} box @returns {null} */
function gone(box) {
  box?.remove();
  return null;
}

/** How others find this table, and what to do if nobody comes; a phone has room for a button that opens it. */
function link() {
  const more = pressable(say("Invite players"), "primary", () => sheet(h("h2", {}, say("Invite players")), ...ways(), picture()));
  const small = h("div", { class: "row narrow-only" }, h("span", {}, say("Seats are free.")), more);
  return h("section", { class: "invite greeting", id: "invitation" }, h("div", { class: "roomy" }, ...ways(true)), small);
}

/** The link, and bots instead of people. @param {boolean} pictured whether a button shows the picture @returns {HTMLElement[]} */
function ways(pictured = false) {
  const { invite = location.href, alone, fill } = the("main").dataset;
  const found = [];
  if (alone) {
    const how = say("Seats are free, but only this computer can open this page. Start Kotva like this, and others in your network can join:");
    found.push(h("p", {}, how), h("code", {}, "kotva serve --host 0.0.0.0"));
  } else {
    const copy = pressable(say("Copy the invitation link"), "primary", () => copyAndSay(copy, invite));
    found.push(h("p", {}, say("Seats are free. Anybody with this link can take one:")), h("code", {}, invite));
    found.push(h("div", { class: "row" }, copy, ...(pictured ? [pressable(say("As a QR code"), "", () => sheet(picture()))] : [])));
  }
  if (fill) found.push(h("form", { method: "post", action: `/table/${table}/fill` }, h("button", { class: "quiet" }, say("Let bots take the free seats"))));
  return found;
}

/** The link for a friend with a phone in the same room. */
function picture() {
  if (the("main").dataset.alone) return h("p", {});
  const drawn = h("img", { class: "qr", alt: say("QR code of the invitation"), src: `/table/${table}/invitation.svg`, width: 280, height: 280 });
  return h("figure", {}, h("figcaption", {}, say("Point the camera of a phone at it.")), drawn);
}

/** @param {...HTMLElement} parts */
function sheet(...parts) {
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  dialog.replaceChildren(h("div", { class: "invite-sheet" }, ...parts, pressable(say("Close"), "", () => dialog.close())));
  dialog.showModal();
}

/** @param {import("./types.js").Sitter[]} sitters @param {(seat: number) => void} sit */
function greeting(sitters, sit) {
  const { title: game = "", terms, host } = the("main").dataset;
  const name = host ?? sitters.find((sitter) => sitter.kind === "person")?.name;
  const words = name ? say("{name} invites you to play {game}.", { name, game }) : say("Welcome! There is a free seat for you: {game}.", { game });
  const box = h("section", { class: "invite greeting" }, h("p", {}, words, ...(terms ? [" ", h("small", {}, terms)] : [])));
  box.append(pressable(say("Take a seat"), "primary", () => sit(firstFree()?.seat ?? 0)), " ", h("a", { href: `/learn/${the("main").dataset.game}`, target: "kotva-rules" }, say("How to play")));
  return box;
}
