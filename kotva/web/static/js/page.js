// What every page has: the switch between day and night, menus that close by themselves, and a word that somebody is here.

import { listenForTable } from "./called.js";

function isNight() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.getElementById("theme")?.addEventListener("click", () => {
  const next = isNight() ? "day" : "night";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("kotva-theme", next);
  } catch {
    // The choice then lasts as long as the page.
  }
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  }
});

const HERE = 60_000; // milliseconds between two words that this page is open

setInterval(() => {
  if (!document.hidden) fetch("/here", { method: "POST" }).catch(() => null);
}, HERE);
listenForTable();
