// The players: name, sign, score, what everybody sees of them, whose turn it is. Panels on a wide screen, chips on a phone.

import { clockOf } from "./clocks.js";
import { glyph, h, letter } from "./dom.js";
import { small } from "./item.js";
import { say } from "./say.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").SeatPanel} SeatPanel */
/** @typedef {import("./types.js").Sitter} Sitter */

/** What each panel shows now. @type {WeakMap<HTMLElement, string>} */
const shown = new WeakMap();

/**
 * Bring the panels up to date. The row of a seat's tokens stays the same element, so that tokens can glide into it.
 * @param {HTMLElement} place
 * @param {Packet} packet
 * @param {(seat: number) => void} sit
 */
export function showSeats(place, packet, sit) {
  for (const sitter of packet.sitters ?? []) {
    const panel = packet.scene.seats?.find((one) => one.seat === sitter.seat) ?? { seat: sitter.seat };
    let box = /** @type {HTMLElement | null} */ (place.querySelector(`[data-seat="${sitter.seat}"]`));
    if (!box) {
      box = h("article", { class: `seat seat-${sitter.seat % 8}`, "data-seat": sitter.seat });
      box.append(h("div", { class: "seat-head" }), h("dl", { class: "facts" }), h("div", { class: "tokens", "data-zone": `seat-${sitter.seat}` }), h("div", { class: "seat-foot" }));
      place.append(box);
    }
    fill(box, sitter, panel, packet, sit);
  }
}

/**
 * @param {HTMLElement} box
 * @param {Sitter} sitter
 * @param {SeatPanel} panel
 * @param {Packet} packet
 * @param {(seat: number) => void} sit
 */
function fill(box, sitter, panel, packet, sit) {
  const acts = (packet.actors ?? []).includes(sitter.seat);
  const winner = packet.over?.winners.includes(sitter.seat) ?? false;
  const key = JSON.stringify([sitter, panel, acts, winner, packet.seat === sitter.seat, packet.seat === undefined]);
  if (shown.get(box) === key) return;
  shown.set(box, key);
  box.classList.toggle("acts", acts);
  box.classList.toggle("winner", winner);
  box.classList.toggle("eyes", packet.seat === sitter.seat);
  box.classList.toggle("away", sitter.here === false);
  const [head, facts, , foot] = /** @type {HTMLElement[]} */ ([...box.children]);
  const name = h("strong", { class: "name", title: sitter.name }, sitter.name);
  const titles = [panel.title, typeof panel.partner === "number" ? say("partner of {letter}", { letter: letter(panel.partner) }) : ""].filter(Boolean);
  const is = kind(sitter);
  const second = [h("span", { class: "titles" }, titles.join(" · "), is && titles.length ? " · " : ""), h("span", {}, is)];
  const words = h("div", { class: "who" }, name, h("span", { class: "second" }, ...second));
  const state = acts ? (sitter.kind === "bot" ? say("thinking") : say("to move")) : winner ? say("winner") : "";
  head.replaceChildren(glyph(sitter.seat), words);
  if (state) head.append(h("span", { class: "turn" }, state));
  head.append(clockOf(sitter.seat));
  if (panel.score) head.append(h("span", { class: "score", "aria-label": say("score {n}", { n: panel.score }) }, panel.score));
  facts.replaceChildren(...(panel.facts ?? []).map(factBox));
  foot.replaceChildren();
  if (sitter.kind === "open") {
    const second = packet.sitters?.some((one) => one.kind === "me"); // for two at one screen: a phone has no room for it
    const button = h("button", { type: "button", class: second ? "sit second-seat" : "sit" }, say("Take this seat"));
    button.addEventListener("click", () => sit(sitter.seat));
    foot.append(button);
  }
}

/** A sign and a number; what they mean is told to a pointer that rests there, and to a finger that taps. @param {Fact} fact */
function factBox({ label, value, symbol = "", hint = "" }) {
  const words = hint ? `${label}: ${hint}` : label;
  const box = h("div", { class: "fact", title: words }, h("dt", {}, ...(symbol ? [small(symbol), h("span", { class: "sr" }, label)] : [label])), h("dd", {}, value));
  box.addEventListener("click", () => toast(words));
  return box;
}

/** @param {Sitter} sitter */
function kind(sitter) {
  if (sitter.kind === "bot") return { easy: say("bot, easy"), medium: say("bot, medium"), hard: say("bot, hard") }[sitter.level ?? ""] ?? say("bot");
  if (sitter.kind === "me") return say("you");
  if (sitter.kind === "open") return say("free");
  if (sitter.level) return say("a bot plays");
  if (sitter.here === false) return [say("away"), sitter.away && Date.now() / 1000 - sitter.away >= 60 ? since(sitter.away) : ""].join(" ");
  return "";
}

/** How long ago something was. @param {number} at */
export function since(at) {
  const minutes = at ? Math.max(0, Math.floor((Date.now() / 1000 - at) / 60)) : 0;
  if (minutes < 1) return say("just now");
  return minutes < 120 ? say("for {n} min", { n: minutes }) : say("for {n} h", { n: Math.floor(minutes / 60) });
}
