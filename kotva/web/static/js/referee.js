// The clock, for the person that opened the table: stop it, let it run, give time.

import { h } from "./dom.js";
import { Refused, ask } from "./net.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Packet} Packet */

const MINUTES = [1, 5, 15];

/**
 * What the box offers now; none where somebody else opened the table.
 * @param {Packet} packet
 * @param {(text: string) => void} complain
 */
export function showReferee(packet, complain) {
  const box = document.getElementById("referee");
  const clock = packet.clock;
  if (!box) return;
  const waits = !clock || Boolean(packet.over) || (Boolean(clock.stopped) && !clock.paused);
  box.hidden = waits;
  const state = waits ? "" : `${clock.calls} ${clock.paused}`;
  if (waits || box.dataset.state === state) return;
  box.dataset.state = state;
  /** @param {Record<string, unknown>} call */
  const send = async (call) => {
    try {
      await ask(`/api/tables/${packet.table}/clock`, { ...call, calls: clock.calls ?? 0 }); // everybody hears of it by socket
    } catch (error) {
      complain(error instanceof Refused ? error.message : say("The server cannot be reached."));
    }
  };
  const stop = h("button", { type: "button", "aria-pressed": String(Boolean(clock.paused)) }, clock.paused ? say("Let the clock run") : say("Stop the clock"));
  stop.addEventListener("click", () => send({ kind: clock.paused ? "resume" : "pause" }));
  const people = (packet.sitters ?? []).filter((sitter) => clock.seats?.some((time) => time.seat === sitter.seat));
  const whom = h("select", { "aria-label": say("Whom to give time") }, h("option", { value: "" }, say("everybody")), ...people.map((sitter) => h("option", { value: String(sitter.seat) }, sitter.name)));
  const much = h("select", { "aria-label": say("How much time") }, ...MINUTES.map((n) => h("option", { value: String(60 * n) }, say("{n} min", { n }))));
  const give = h("button", { type: "button" }, say("Give time"));
  give.addEventListener("click", () => send({ kind: "extend", seat: whom.value === "" ? null : Number(whom.value), seconds: Number(much.value) }));
  box.querySelector("div")?.replaceChildren(stop, h("span", { class: "give" }, much, whom, give));
}
