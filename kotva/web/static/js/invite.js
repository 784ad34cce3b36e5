// Coming to a table: taking a free seat, and the link that invites others to one.

import { pressable } from "./buttons.js";
import { glyph, h, the } from "./dom.js";
import { say } from "./say.js";

/** Ask for the name under which somebody sits down. @param {number} seat @param {(name: string) => void} sit */
export function askName(seat, sit) {
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  const name = h("input", { name: "name", maxlength: 40, autocomplete: "nickname", id: "sit-name" });
  const form = h("form", { method: "dialog" }, h("h2", {}, glyph(seat), say("Take this seat")), h("label", { for: "sit-name" }, say("Your name")), name);
  const cancel = pressable(say("Not now"), "quiet", () => dialog.close());
  form.append(h("div", { class: "row" }, h("button", { class: "primary" }, say("Sit down")), cancel));
  form.append(h("p", {}, h("a", { href: `/learn/${the("main").dataset.game}`, target: "kotva-rules" }, say("How to play"))));
  form.addEventListener("submit", () => sit(name.value));
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** Whoever sits at a table with free seats is shown how to fill them. @param {import("./types.js").Sitter[]} sitters */
export function invitation(sitters) {
  const open = sitters.some((sitter) => sitter.kind === "open");
  const mine = sitters.some((sitter) => sitter.kind === "me");
  if (!open || !mine) return;
  const { invite = location.href, alone } = the("main").dataset;
  if (alone) {
    const how = h("p", {}, say("Seats are free, but only this computer can open this page. Start Kotva like this, and others in your network can join:"));
    the("panels").before(h("section", { class: "invite" }, how, h("code", {}, "kotva serve --host 0.0.0.0")));
    return;
  }
  const copy = pressable(say("Copy the invitation link"), "", async () => {
    await navigator.clipboard.writeText(invite).catch(() => {});
    copy.textContent = say("Copied");
  });
  the("panels").before(h("section", { class: "invite" }, h("p", {}, say("Seats are free. Whoever opens this link can take one:")), h("code", {}, invite), copy));
}

/**
 * Whoever comes by an invitation is welcomed, and finds the free seat at once.
 * @param {import("./types.js").Sitter[]} sitters
 * @param {(seat: number) => void} sit
 */
export function greeting(sitters, sit) {
  const free = sitters.find((sitter) => sitter.kind === "open");
  if (!free || sitters.some((sitter) => sitter.kind === "me")) return;
  const names = sitters.filter((sitter) => sitter.kind === "person").map((sitter) => sitter.name);
  const words = names.length ? say("Welcome! You are invited to play with {names}.", { names: names.join(", ") }) : say("Welcome! There is a free seat for you.");
  const box = h("section", { class: "invite greeting" }, h("p", {}, words));
  box.append(pressable(say("Take a seat"), "primary", () => sit(free.seat)), " ", h("a", { href: `/learn/${the("main").dataset.game}`, target: "kotva-rules" }, say("How to play")));
  the("urgent").before(box);
}
