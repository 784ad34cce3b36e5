// The next game: the first press of "Play again" opens it, and the others are asked here whether they come along.

import { pressable } from "./buttons.js";
import { h, the } from "./dom.js";
import { live, table } from "./live.js";
import { say } from "./say.js";

/** Somebody wants to play again. @param {import("./types.js").TalkLine} line @param {boolean} mine */
export function asked(line, mine) {
  if (line.kind !== "again" || document.getElementById("rematch")) return;
  const next = line.text ?? "";
  try {
    if (sessionStorage.getItem("kotva-not-again") === next) return;
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
  const plays = (live.packet.sitters ?? []).some(({ kind }) => kind === "me");
  const words = mine ? say("The next game is open.") : say("{name} wants to play again.", { name: line.name ?? "" });
  const box = h("section", { class: "invite greeting", id: "rematch" }, h("p", {}, words));
  const not = pressable(say("Not now"), "quiet", () => {
    box.remove();
    try {
      sessionStorage.setItem("kotva-not-again", next);
    } catch {
      // The same.
    }
  });
  if (plays) box.append(h("form", { method: "post", action: `/table/${table}/again` }, h("button", { class: "primary" }, mine ? say("To the next game") : say("Play along")), " ", not));
  else box.append(h("p", {}, h("a", { class: "button", href: `/table/${next}` }, say("To the next game")), " ", not));
  the("urgent").before(box);
}
