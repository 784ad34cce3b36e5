// The lobby: its lists follow what happens, people are paired, and a record can be chosen, dropped or pasted.

import { pressable } from "./buttons.js";
import { h, the } from "./dom.js";
import { ask, Refused } from "./net.js";
import { say } from "./say.js";
import { seeking, startSeeking, stopSeeking } from "./seek.js";

const EVERY = 5000; // milliseconds between two looks at the lists

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

/** Ask for the lists again, and put in what has changed. A part in which somebody is choosing something stays as it is. */
async function refresh() {
  if (document.hidden) return;
  const response = await fetch(`/lobby${location.search}`).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-part]"))) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    const unfolded = part.querySelector("details[open]");
    if (unfolded) next?.querySelector("details")?.setAttribute("open", "");
    if (!next || next.innerHTML.trim() === part.innerHTML.trim() || part.contains(document.activeElement)) continue;
    part.replaceChildren(...next.childNodes);
  }
}
setInterval(refresh, EVERY);

const form = /** @type {HTMLFormElement} */ (the("pairing"));
const state = the("seeking");

/** Only the numbers of players that the chosen game has. */
function fitPlayers() {
  const game = /** @type {HTMLSelectElement} */ (form.elements.namedItem("game")).selectedOptions[0];
  const seats = (game?.dataset.seats ?? "").split(" ").map(Number);
  const players = /** @type {HTMLSelectElement} */ (form.elements.namedItem("players"));
  for (const option of players.options) {
    const [low = 0, high = 0] = option.value.split("-").map(Number);
    option.hidden = option.disabled = !(low !== high || seats.includes(low));
  }
  if (players.selectedOptions[0]?.disabled) players.selectedIndex = 0;
}
form.addEventListener("change", fitPlayers);
fitPlayers();

document.addEventListener("submit", async (event) => {
  const sent = event.target;
  if (!(sent instanceof HTMLFormElement) || sent.getAttribute("action") !== "/pairing") return;
  event.preventDefault();
  const data = new URLSearchParams(/** @type {any} */ (new FormData(sent)));
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value;
  if (!data.has("name")) data.set("name", name);
  await startSeeking(data);
  state.scrollIntoView({ block: "nearest" });
});

seeking((found) => {
  state.hidden = found.state !== "waiting";
  form.hidden = found.state === "waiting";
  if (found.state !== "waiting") return;
  const stop = pressable(say("Stop looking"), "quiet", () => stopSeeking());
  const words = h("span", {}, say("Looking for players: {words}", { words: found.words ?? "" }));
  if (!found.bots) {
    if (state.dataset.shown !== "waiting") state.replaceChildren(words, stop);
    state.dataset.shown = "waiting";
  } else if (state.dataset.shown !== "bots") {
    const bots = h("form", { method: "post", action: `/new/${found.bots}` }, h("button", {}, say("Play against bots meanwhile")));
    state.replaceChildren(words, h("span", {}, say("Nobody has come yet. You stay listed, and are called to the table when somebody comes.")), bots, stop);
    state.dataset.shown = "bots";
  }
});
document.documentElement.dataset.ready = "true";
