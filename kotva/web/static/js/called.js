// Who looks for a game and does something else meanwhile is called when a table has been found.

import { h } from "./dom.js";
import { say } from "./say.js";
import { isSeeking, seeking } from "./seek.js";

/** On every page but the lobby, which shows the search itself. */
export function listenForTable() {
  if (document.getElementById("seeking") || !isSeeking()) return;
  document.documentElement.dataset.calls = "asks"; // a page in the middle of something is not left without a word
  seeking((found) => {
    if (found.state !== "found") return;
    const box = h("p", { class: "called", role: "alert" }, say("Players have been found for you."), " ");
    box.append(h("a", { class: "button", href: `/table/${found.table}` }, say("To the table")));
    document.body.append(box);
  });
}
