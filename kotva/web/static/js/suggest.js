// Things on the board that somebody would choose: hints, solutions and reviews light them.

/** @param {string[]} ids */
export function suggest(ids) {
  for (const thing of document.querySelectorAll(".suggested")) thing.classList.remove("suggested");
  for (const id of ids) document.querySelector(`[data-id="${CSS.escape(id)}"]`)?.classList.add("suggested");
}

/** @param {number} chance */
export function percent(chance) {
  return `${Math.round(100 * chance)}\u00a0%`;
}
