// One screen for several people: everything is covered until the right one holds it.

import { glyph, h, the } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Packet} Packet */

/** Hide everything until the right person is there and says so. @param {Packet} packet @param {(seat: number) => void} here */
export function cover(packet, here) {
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  const seat = packet.handover;
  if (seat === undefined || seat === null) {
    if (dialog.dataset.seat) {
      delete dialog.dataset.seat;
      dialog.close();
    }
    return;
  }
  if (dialog.dataset.seat === String(seat)) return;
  const name = packet.sitters?.[seat]?.name ?? "";
  const ready = h("button", { type: "button", class: "primary big" }, say("I am {name}", { name }));
  ready.addEventListener("click", () => here(seat));
  dialog.replaceChildren(h("div", { class: "handover" }, glyph(seat), h("h2", {}, say("Hand the screen to {name}", { name })), h("p", {}, say("What only {name} may see is covered until then.", { name })), ready));
  dialog.dataset.seat = String(seat);
  if (!dialog.open) dialog.showModal();
  ready.focus();
}

/** There is no such table any more. @param {string} why */
export function closeTable(why) {
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  dialog.dataset.seat = "gone";
  dialog.replaceChildren(h("div", { class: "handover" }, h("h2", {}, why), h("a", { class: "button primary big", href: "/" }, say("Back to the harbour"))));
  if (!dialog.open) dialog.showModal();
}

the("cover").addEventListener("cancel", (event) => {
  if (the("cover").dataset.seat) event.preventDefault();
});
