// Is this record true? The server replays it when somebody asks, and says what it found, with the seal to compare.

import { h } from "./dom.js";
import { say } from "./say.js";

/**
 * A button, and where its answer will stand.
 * @param {string} name of a table or a record
 */
export function verdict(name) {
  const button = h("button", { type: "button" }, say("Check this record"));
  const found = h("div", { role: "status" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await fetch(`/api/replays/${name}/verdict`);
      /** @type {Partial<import("./types.js").Verdict> & { error?: string }} */
      const told = await answer.json();
      found.replaceChildren(...(told.text ?? [told.error ?? ""]).map((text) => h("p", {}, text)));
      found.append(h("p", {}, say("The same is checked anywhere by: kotva verify RECORD. The seal is a fingerprint of the whole record: if yours is the same, nobody has changed a move, a name or an option.")));
    } catch {
      found.replaceChildren(h("p", {}, say("The server cannot be reached.")));
    }
    button.disabled = false;
  });
  return h("div", { class: "verdict" }, button, found);
}
