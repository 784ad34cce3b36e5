// A line in which a move can be typed in the notation of the rules.

import { h } from "./dom.js";
import { say } from "./say.js";

/**
 * @param {HTMLElement} place
 * @param {import("./types.js").Choice[]} choices
 * @param {(action: string) => void} play
 * @param {() => void} close
 */
export function typeMove(place, choices, play, close) {
  const line = h("input", { list: "legal", "aria-label": say("A move in the notation of the rules"), placeholder: choices[0].action, spellcheck: "false", autocomplete: "off" });
  const list = h("datalist", { id: "legal" }, ...choices.slice(0, 300).map((choice) => h("option", { value: choice.action }, choice.words)));
  const form = h("form", { class: "typed" }, line, list, h("button", { class: "primary" }, say("Play")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (line.value.trim()) play(line.value.trim());
    else close();
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  place.prepend(form);
  line.focus();
}
