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
  const copy = pressable(say("Copy the invitation link"), "", async () => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    copy.textContent = say("Copied");
  });
  the("panels").before(h("section", { class: "invite" }, h("p", {}, say("Seats are free. Whoever opens this link can take one:")), h("code", {}, location.href), copy));
}
