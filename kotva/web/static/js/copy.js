// Copying a text, also where pages without https have no clipboard.

import { h } from "./dom.js";
import { say } from "./say.js";

/** @param {string} words @returns {Promise<boolean>} whether it was copied */
export async function copyText(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    // No secure context (there is no clipboard at all then), or not allowed: the old way, by a selection.
  }
  const before = document.activeElement;
  const field = h("textarea", { class: "sr", readonly: true, "aria-hidden": "true" });
  field.value = words;
  (document.querySelector("dialog[open]") ?? document.body).append(field); // outside of an open dialog nothing can be selected
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // It stays to be selected by hand.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** A button that copies a text says what came of it. @param {HTMLElement} button @param {string} words */
export async function copyAndSay(button, words) {
  button.textContent = (await copyText(words)) ? say("Copied") : say("Not copied: select it");
}
