// The first time somebody sits at a table of a game: a sentence and a picture at a time. Put away once, it stays away.
// On a phone it would lie over what is to be pressed: there it waits until somebody asks for it.

import { say } from "./say.js";

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

/**
 * @param {string} game
 * @returns {{ready: boolean, open: () => void}} whether it waits to be asked for
 */
export function welcome(game) {
  const box = document.getElementById("welcome");
  const tour = { ready: false, open: () => {} };
  if (!box || known().includes(game)) return tour;
  const isPhone = box.matches(".side *") && innerWidth <= 900;
  if (isPhone) document.body.append(box); // a phone hides what stands beside the log
  const done = () => {
    box.hidden = true;
    tour.ready = false;
    try {
      localStorage.setItem(KEY, JSON.stringify([...new Set([...known(), game])]));
    } catch {
      // A browser that keeps nothing welcomes again.
    }
  };
  const steps = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(".step")]);
  const next = /** @type {HTMLElement} */ (box.querySelector("#tour-next"));
  let here = 0;
  const show = () => {
    steps.forEach((step, number) => (step.hidden = number !== here));
    /** @type {HTMLElement} */ (box.querySelector(".place")).textContent = `${here + 1} / ${steps.length}`;
    next.textContent = here === steps.length - 1 ? say("Done") : say("Next");
  };
  next.addEventListener("click", () => {
    if (++here < steps.length) show();
    else done();
  });
  box.querySelector("#tour-skip")?.addEventListener("click", done);
  for (const link of box.querySelectorAll("a")) link.addEventListener("click", done);
  show();
  box.hidden = isPhone;
  tour.ready = isPhone;
  tour.open = () => (box.hidden = false);
  return tour;
}
