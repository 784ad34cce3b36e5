// The sheet with keys and a short word on how a table works.

import { h, the } from "./dom.js";
import { say } from "./say.js";

/** @param {string} game */
export function helpSheet(game) {
  const dialog = /** @type {HTMLDialogElement} */ (the("help"));
  const keys = [
    ["← → ↑ ↓", say("walk over what can be chosen")],
    ["Shift + ←", say("walk over everything")],
    ["Enter", say("choose")],
    ["Esc", say("cancel; close")],
    ["n p", say("next, previous")],
    ["1 2 3", say("press the buttons below the board")],
    ["w", say("why can't I? (the thing under the focus)")],
    ["u", say("undo")],
    ["r", say("show again what the others did since my last move")],
    [".", say("show the next move, where moves are shown step by step")],
    ["t", say("type a move")],
    ["c", say("say something to the others")],
    ["+ −", say("zoom")],
    ["z", say("closer to what can be chosen, or the whole board")],
    ["Tab ←", say("on the zoom buttons the arrows move the board")],
    ["l", say("what is what on the board")],
    ["?", say("this help")],
  ];
  const legend = document.getElementById("legend-here");
  const close = h("button", { type: "button", class: "primary" }, say("Close"));
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(
    h("h2", { id: "help-title" }, say("How to play here")),
    h("p", {}, say("What has a bright ring can be chosen. Choose it, and everything that it can go to begins to glow.")),
    h("p", {}, say("Anything else answers too: click it, and the table tells you which rule stands in the way.")),
    h("p", {}, h("a", { href: `/learn/${game}`, target: "kotva-rules" }, say("How to play")), " · ", h("a", { href: `/rules/${game}`, target: "kotva-rules" }, say("The exact rules of this game"))),
    ...(legend instanceof HTMLTemplateElement ? [legend.content.cloneNode(true)] : []),
    h("h3", {}, say("Keys")),
    h("dl", { class: "keys" }, ...keys.flatMap(([key, words]) => [h("dt", {}, ...key.split(" ").flatMap((one) => (one === "+" && key.startsWith("Shift") ? [" + "] : [h("kbd", {}, one), " "]))), h("dd", {}, words)])),
    close,
  );
  const open = (/** @type {unknown} */ part = "") => {
    dialog.showModal();
    if (part === "legend") dialog.querySelector("#legend")?.scrollIntoView();
  };
  the("help-open").addEventListener("click", open);
  return open;
}
