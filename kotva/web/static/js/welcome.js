// The first time somebody sits at a table of a game: one sentence and the way to learn it. Put away once, it stays away.

const KEY = "kotva-known-games";

/** @returns {string[]} */
function known() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} game */
export function welcome(game) {
  const box = document.getElementById("welcome");
  if (!box || known().includes(game)) return;
  const done = () => {
    box.hidden = true;
    try {
      localStorage.setItem(KEY, JSON.stringify([...new Set([...known(), game])]));
    } catch {
      // A browser that keeps nothing welcomes again.
    }
  };
  box.querySelector("button")?.addEventListener("click", done);
  box.querySelector("a")?.addEventListener("click", done);
  box.hidden = false;
}
