// The lobby: a record can be chosen, dropped or pasted.

import { the } from "./dom.js";
import { ask, Refused } from "./net.js";
import { say } from "./say.js";

/** @param {string} text */
async function load(text) {
  const fault = the("load-fault");
  fault.hidden = true;
  try {
    const { link } = await ask("/api/replays", text);
    location.href = link;
  } catch (error) {
    fault.hidden = false;
    fault.textContent = error instanceof Refused ? error.message : say("The server cannot be reached.");
    fault.scrollIntoView({ block: "nearest" });
  }
}

const file = /** @type {HTMLInputElement} */ (the("file"));
file.addEventListener("change", async () => {
  if (file.files?.[0]) await load(await file.files[0].text());
  file.value = "";
});
the("load").addEventListener("submit", async (event) => {
  event.preventDefault();
  await load(/** @type {HTMLTextAreaElement} */ (the("pasted")).value);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer?.files[0];
  if (dropped) await load(await dropped.text());
});
document.documentElement.dataset.ready = "true";
