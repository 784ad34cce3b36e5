// The workshop of `kotva dev`: a drawer with the table inside out, what is wrong with the sources, and a new look after each start.
import { copyAndSay } from "./copy.js";
import { h } from "./dom.js";
import { say } from "./say.js";

const EVERY = 1000; // milliseconds

/** @typedef {{ text: string, trace: string }} Fault */

const table = location.pathname.match(/^\/table\/([a-z0-9]+)$/)?.[1] ?? "";
let run = "";
let shown = "";
let seq = -1;

/** @type {HTMLElement | null} */
let panel = null;

/** @type {HTMLElement | null} */
let drawer = null;

/** What went wrong, over the page, until it is mended or put away.
 * @param {Fault | null} error @param {string} position */
function tell(error, position) {
  const text = error ? error.text : "";
  if (text === shown) return;
  shown = text;
  panel?.remove();
  panel = null;
  if (!error) return;
  const away = h("button", { type: "button", class: "away" }, say("Put away"));
  panel = h("div", { class: "workshop-error", role: "alert" }, h("strong", {}, error.text), h("pre", {}, error.trace));
  if (position) panel.append(h("strong", {}, say("The position")), h("pre", {}, position));
  panel.append(away);
  away.addEventListener("click", () => panel?.remove());
  document.body.append(panel);
}

/** A button that copies stands below each text. @param {ParentNode} main */
function dress(main) {
  for (const area of main.querySelectorAll("textarea")) {
    const copy = h("button", { type: "button", class: "quiet" }, say("Copy text"));
    copy.addEventListener("click", () => copyAndSay(copy, area.value));
    area.after(h("p", {}, copy));
  }
}

/** The page of the workshop, or what came of one of its forms, in the drawer. @param {Promise<Response>} asked */
async function fill(asked) {
  const answer = await asked;
  if (answer.redirected && new URL(answer.url).pathname.startsWith("/table/")) return location.assign(answer.url);
  const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!drawer || !main) return;
  const top = drawer.scrollTop;
  drawer.querySelector("main")?.remove();
  main.removeAttribute("id");
  dress(main);
  drawer.append(main);
  drawer.scrollTop = main.querySelector(".fault") ? 0 : top;
}

/** Opens the drawer, or puts it away. */
function turn() {
  if (drawer) {
    drawer.remove();
    drawer = null;
    return;
  }
  const away = h("button", { type: "button", class: "away" }, say("Put away"));
  away.addEventListener("click", turn);
  drawer = h("aside", { class: "workshop-drawer", "aria-label": say("Workshop") }, away);
  drawer.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    event.preventDefault();
    const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
    fill(fetch(form.action, { method: "POST", body: new URLSearchParams(fields) }));
  });
  drawer.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.getAttribute("href") !== "?think") return;
    event.preventDefault();
    link.textContent = "…";
    fill(fetch(`/workshop/${table}?think`));
  });
  document.body.append(drawer);
  fill(fetch(`/workshop/${table}`));
}

/** One author sits in all seats: nothing need be covered until the screen has changed hands. */
function uncover() {
  const cover = document.getElementById("cover");
  if (/^\d+$/.test(cover?.dataset.seat ?? "")) cover?.querySelector("button")?.click();
}

async function look() {
  try {
    const answer = await fetch(`/workshop/status?table=${table}`, { cache: "no-store" });
    const told = await answer.json();
    if (run && told.run !== run && !told.frozen) return location.reload();
    if (!told.frozen) run = told.run; // a table that these sources cannot replay stays as it is, with the reason over it
    else run ||= "frozen";
    uncover(); // where the table was not listening yet
    const other = (told.error?.text ?? "") !== shown;
    tell(told.error, told.position ?? "");
    const writing = drawer?.contains(document.activeElement) && document.activeElement?.matches("textarea, select");
    if (drawer && (other || (seq >= 0 && told.seq !== seq)) && !writing) fill(fetch(`/workshop/${table}`));
    seq = told.seq ?? -1;
  } catch {
    // The server is starting anew: it is asked again.
  }
  setTimeout(look, EVERY);
}

if (table) {
  const open = h("button", { type: "button", class: "workshop-link" }, say("Workshop"));
  open.addEventListener("click", turn);
  document.body.append(open);
  const cover = document.getElementById("cover");
  if (cover) new MutationObserver(uncover).observe(cover, { attributes: true, childList: true });
} else {
  dress(document);
}
look();
