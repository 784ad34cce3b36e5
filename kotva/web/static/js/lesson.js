// A lesson at a table: after every change it asks how far one is; hints, and going back as far as one likes.

import { h, the } from "./dom.js";
import { ask, newKey, Refused } from "./net.js";
import { say } from "./say.js";
import { percent, suggest } from "./suggest.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").LessonStanding} LessonStanding */
/** @typedef {import("./types.js").Solution} Solution */

const panel = the("lesson");
const main = the("main");
const url = `/api/tables/${main.dataset.table}/lesson`;
const back = /** @type {HTMLButtonElement} */ (the("lesson-back"));
const result = the("lesson-result");
const { clause } = result.dataset; // of the rule that is learned here
const hints = the("lesson-hints");
const fold = the("lesson-fold");
let asked = 0;
let over = false;
const solution = document.getElementById("lesson-solution");
const told = document.getElementById("lesson-told");

/** @param {LessonStanding} standing */
function show(standing) {
  over = standing.over ?? false;
  panel.classList.toggle("done", standing.done);
  panel.classList.toggle("missed", standing.missed);
  const words = standing.done ? result.dataset.praise : standing.missed ? result.dataset.missed : standing.strayed && !panel.classList.contains("puzzle") ? result.dataset.strayed : "";
  document.dispatchEvent(new CustomEvent("kotva:lesson", { detail: standing.done })); // the table asks for nothing more
  if (result.dataset.words !== words) {
    result.dataset.words = words;
    result.replaceChildren(words ?? "");
    if (words && !standing.done && clause) result.append(" ", h("a", { class: "clause-link", href: `/rules/${main.dataset.game}#${clause}`, target: "kotva-rules" }, clause));
  }
  back.disabled = !standing.steps || over;
  back.classList.toggle("primary", standing.missed && !over);
  if (standing.done && told && !told.textContent) tell();
}

/** The solution of a puzzle: after it was given up, and with its reasons after it was found. */
async function tell() {
  try {
    /** @type {Solution} */
    const found = await ask(`${url}/solution`, {});
    if (!told || !solution) return null;
    told.textContent = [say("Best: {words}.", { words: found.words }), ...found.why, say("Chance to win: {n}; after the next best choice: {m}.", { n: percent(found.chance), m: percent(found.next) })].join(" ");
    solution.hidden = true;
    panel.classList.add("told");
    return found;
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("The server cannot be reached."));
    return null;
  }
}

solution?.addEventListener("click", async () => {
  const found = await tell();
  if (!found) return;
  if (!over && !back.disabled) await goBack(true);
  suggest(found.items);
});

/** Only the answer to the last question counts. */
async function look() {
  const number = ++asked;
  try {
    const standing = await ask(url);
    if (number === asked) show(standing);
  } catch {
    // It is asked again after the next change.
  }
}

/** @param {boolean} start */
async function goBack(start) {
  try {
    await ask(`${url}/back`, { key: newKey(), start });
    await look(); // the table may have moved on before this answer came
  } catch (error) {
    if (error instanceof Refused) toast(error.message);
  }
}

/** On a phone what is read once lies over the board: it goes with the next press, wherever that is. @param {boolean} open */
function unfold(open) {
  panel.classList.toggle("open", open);
  fold.setAttribute("aria-expanded", String(open));
}

fold.addEventListener("click", () => unfold(!panel.classList.contains("open")));
document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && !event.target.closest(".lesson :is(button, a)")) unfold(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") unfold(false);
});
the("lesson-hint").addEventListener("click", () => {
  unfold(true);
  hints.hidden = false;
  const rest = /** @type {HTMLElement[]} */ ([...hints.querySelectorAll("li[hidden]")]);
  if (rest[0]) rest[0].hidden = false;
  the("lesson-hint").hidden = rest.length < 2;
});
back.addEventListener("click", () => goBack(false));
the("lesson-again").addEventListener("submit", (event) => {
  if (over) return; // a game that is over is opened anew
  event.preventDefault();
  goBack(true);
});

new MutationObserver(look).observe(main, { attributes: true, attributeFilter: ["data-shown"] });
look();
