// The workshop of `kotva dev`: looks anew after each start of the server, and shows what is wrong with the sources.
import { h } from "./dom.js";
import { say } from "./say.js";

const EVERY = 1000; // milliseconds

let run = "";
let shown = "";

/** @type {HTMLElement | null} */
let panel = null;

/** What went wrong, over the page, until it is mended or put away.
 * @param {{ text: string, trace: string } | null} error */
function tell(error) {
  const text = error ? error.text : "";
  if (text === shown) return;
  shown = text;
  panel?.remove();
  panel = null;
  if (!error) return;
  const away = h("button", { type: "button", class: "away" }, say("Put away"));
  panel = h("div", { class: "workshop-error", role: "alert" },
    h("strong", {}, error.text), h("pre", {}, error.trace), away);
  away.addEventListener("click", () => panel?.remove());
  document.body.append(panel);
}

async function look() {
  try {
    const answer = await fetch("/workshop/status", { cache: "no-store" });
    const told = await answer.json();
    if (run && told.run !== run) return location.reload();
    run = told.run;
    tell(told.error);
  } catch {
    // The server is starting anew: it is asked again.
  }
  setTimeout(look, EVERY);
}

const table = location.pathname.match(/^\/table\/([a-z0-9]+)$/);
if (table) {
  const link = h("a", { href: `/workshop/${table[1]}`, class: "workshop-link", target: "workshop" }, say("Workshop"));
  document.body.append(link);
}
look();
