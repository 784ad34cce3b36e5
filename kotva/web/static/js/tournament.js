// The pages of a tournament: they keep themselves up to date, the clock runs, and what cannot be taken back asks first.

import { say } from "./say.js";

const main = document.getElementById("main");
const EVERY = 4000; // milliseconds between two looks at how far the log goes
const BELLS = [15 * 60, 5 * 60, 0]; // seconds left: TOU-20.7

/** @type {AudioContext | null} */
let audio = null;

/** A bell, where somebody has once touched the projector's page. */
function bell() {
  audio ??= new AudioContext();
  for (const [frequency, start] of [[660, 0], [880, 0.35], [660, 0.7]]) {
    const tone = audio.createOscillator();
    const level = audio.createGain();
    tone.frequency.value = frequency;
    level.gain.setValueAtTime(0.3, audio.currentTime + start);
    level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + start + 0.9);
    tone.connect(level).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 1);
  }
}

/** Count the seconds down between two looks. @param {HTMLElement} box */
function run(box) {
  const given = Number(box.dataset.seconds);
  if (box.dataset.seconds === "" || Number.isNaN(given) || box.dataset.phase === "finished") return;
  const until = performance.now() + given * 1000;
  const left = box.querySelector(".left");
  let before = given;
  const tick = () => {
    if (!box.isConnected || !left) return;
    const seconds = box.dataset.phase === "pause" ? given : Math.ceil((until - performance.now()) / 1000);
    const shown = Math.abs(seconds);
    left.textContent = `${seconds < 0 ? "+" : ""}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    box.classList.toggle("soon", box.dataset.phase === "running" && seconds <= 300);
    if (main?.dataset.sounds && box.dataset.phase === "running" && BELLS.some((at) => before > at && seconds <= at)) bell();
    before = seconds;
    setTimeout(tick, 250);
  };
  tick();
}

/** Whether somebody is in the middle of writing something here. */
function busy() {
  const focus = document.activeElement;
  return focus instanceof HTMLElement && Boolean(focus.closest("form")) && focus.matches("input:not([type=hidden]), textarea, select");
}

/** Ask whether the log has grown; then take the page anew, or say so where somebody is writing. */
async function look() {
  if (!main?.dataset.stamp) return;
  try {
    const told = await (await fetch(main.dataset.stamp)).json();
    if (String(told.seq) !== main.dataset.seq) {
      if (main.dataset.quiet || busy()) {
        const notice = /** @type {HTMLElement | null} */ (main.querySelector(".changed"));
        if (notice) notice.hidden = false;
      } else {
        const text = await (await fetch(location.href)).text();
        const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
        if (fresh) {
          main.replaceChildren(...fresh.childNodes);
          main.dataset.seq = fresh.dataset.seq ?? "";
          begin();
        }
      }
    }
  } catch {
    // The server is away for a moment: the next look will find it.
  }
  setTimeout(look, EVERY);
}

function begin() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".countdown"))) run(box);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && form.dataset.warn && !confirm(form.dataset.warn)) event.preventDefault();
});
document.getElementById("print")?.addEventListener("click", () => window.print());
const zone = document.getElementById("zone");
if (zone instanceof HTMLInputElement && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
main?.setAttribute("aria-label", say("Tournament"));
begin();
setTimeout(look, EVERY);
