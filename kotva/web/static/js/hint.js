// What would you do? Against bots: the three best choices, the chance to win each leads to, and why.

import { h, the } from "./dom.js";
import { ask, Refused } from "./net.js";
import { say } from "./say.js";
import { percent, suggest } from "./suggest.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").HintChoice} HintChoice */

const TRIES = 4;

const main = the("main");
const button = /** @type {HTMLButtonElement} */ (the("hint-ask"));
const card = h("section", { class: "hint", id: "hint", role: "dialog", "aria-label": say("What would you do?") });
card.hidden = true;
document.body.append(card);

function close() {
  if (card.hidden) return;
  card.hidden = true;
  card.replaceChildren();
  suggest([]);
}

/** Show a choice on the board until another one is looked at. @param {HTMLElement} line @param {HintChoice} choice */
function point(line, choice) {
  for (const other of card.querySelectorAll(".hint-choice")) other.setAttribute("aria-pressed", String(other === line));
  suggest(choice.items, choice.words);
}

/** @param {HintChoice} choice */
function row(choice) {
  const bar = h("span", { class: "hint-bar", "aria-hidden": "true" }, h("span", {}));
  /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${100 * choice.chance}%`;
  const line = h("button", { type: "button", class: "hint-choice", "aria-pressed": "false" }, h("strong", {}, choice.words), h("span", { class: "hint-chance" }, say("{n} to win", { n: percent(choice.chance) })), bar, h("span", { class: "hint-why" }, choice.why.join(" ")));
  for (const name of /** @type {const} */ (["focus", "click"])) line.addEventListener(name, () => point(line, choice));
  line.addEventListener("pointermove", (event) => {
    if (event.movementX || event.movementY) point(line, choice); // a card that opens under a resting pointer was not pointed at
  });
  return h("li", {}, line);
}

/** @param {Hint} hint */
function show(hint) {
  const away = h("button", { type: "button", class: "close", "aria-label": say("Close") }, "×");
  away.addEventListener("click", () => {
    close();
    button.focus();
  });
  card.replaceChildren(h("h2", {}, say("What would you do?")), h("ol", {}, ...hint.choices.map(row)), away);
  card.hidden = false;
  away.focus();
  const first = /** @type {HTMLElement | null} */ (card.querySelector(".hint-choice"));
  if (first) point(first, hint.choices[0]);
}

/** The answer to the decision that is due when it comes: while it was worked out another one may have come. */
async function askUntilItFits() {
  for (let tries = 0; tries < TRIES; tries++) {
    const decision = main.dataset.decision;
    const hint = await ask(`/api/tables/${main.dataset.table}/hint`);
    if (main.dataset.decision === decision) return show(hint);
    if (!main.dataset.decision) return; // nothing is left to decide
  }
}

button.addEventListener("click", async () => {
  if (!card.hidden) {
    close();
    return;
  }
  button.disabled = true;
  button.classList.add("thinking");
  try {
    await askUntilItFits();
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("The server cannot be reached."));
  } finally {
    button.disabled = false;
    button.classList.remove("thinking");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});

// Another decision makes the answer old, what others choose at the same time does not; the question is there while one has to decide.
function changed() {
  close();
  button.hidden = !main.classList.contains("my-turn");
}
new MutationObserver(changed).observe(main, { attributes: true, attributeFilter: ["data-decision"] });
new MutationObserver(() => (button.hidden = !main.classList.contains("my-turn"))).observe(main, { attributes: true, attributeFilter: ["class"] });
changed();
