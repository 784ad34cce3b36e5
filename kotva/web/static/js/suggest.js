// Things on the board that somebody would choose: hints, solutions and reviews light them.

/** What is chosen by a button alone lights that button: it says the same words. @param {string[]} ids @param {string} [words] */
export function suggest(ids, words) {
  for (const thing of document.querySelectorAll(".suggested")) thing.classList.remove("suggested");
  for (const id of ids) document.querySelector(`[data-id="${CSS.escape(id)}"]`)?.classList.add("suggested");
  document.dispatchEvent(new CustomEvent("kotva:suggested", { detail: ids })); // the camera follows
  if (!ids.length && words) document.querySelector(`#actions [data-text="${CSS.escape(words)}"]`)?.classList.add("suggested");
}

/** @param {number} chance */
export function percent(chance) {
  return `${Math.round(100 * chance)}\u00a0%`;
}
