// The pages of a tournament: they keep themselves up to date, the clock runs, and what cannot be taken back asks first.

import { say } from "./say.js";
import "./waiting.js";

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

/**
 * Minutes and seconds, hours before them where there are many, days alone where there are very many. Past the end of a round
 * they count up; a start that is late is simply now.
 * @param {number} seconds
 * @param {boolean} over whether what is past counts
 */
function written(seconds, over) {
  const shown = over ? Math.abs(seconds) : Math.max(seconds, 0);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (shown >= 48 * 3600) return say("days: {n}", { n: Math.floor(shown / 86400) });
  const minutes = shown >= 100 * 60 ? `${Math.floor(shown / 3600)}:${two(Math.floor(shown / 60) % 60)}` : `${Math.floor(shown / 60)}`;
  return `${seconds < 0 && over ? "+" : ""}${minutes}:${two(shown % 60)}`;
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
    left.textContent = written(seconds, box.dataset.phase === "running" || box.dataset.phase === "overtime");
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

/** Say that something is no longer as it is shown here. */
function tell() {
  const notice = /** @type {HTMLElement | null} */ (main?.querySelector(".changed"));
  if (notice) notice.hidden = false;
}

/**
 * Take the page anew; where somebody is writing he is told instead, and only of what concerns this page.
 * @param {string} seq how far the log goes now
 */
async function renew(seq) {
  const text = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!main || !fresh) return;
  const other = main.dataset.version === undefined || main.dataset.version !== fresh.dataset.version;
  if (main.dataset.version !== undefined && !other) {
    main.dataset.seq = seq;
  } else if (busy() || dirty()) {
    tell();
  } else {
    main.replaceChildren(...fresh.childNodes);
    main.dataset.seq = seq;
    if (fresh.dataset.version !== undefined) main.dataset.version = fresh.dataset.version;
    begin();
  }
}

/** Whether something has been filled in here that would be lost. */
function dirty() {
  return [...document.querySelectorAll("form input, form textarea")].some(
    (field) =>
      (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) ||
      (field instanceof HTMLInputElement && field.type !== "file" && (field.value !== field.defaultValue || field.checked !== field.defaultChecked)),
  );
}

/** Ask whether the log has grown; then take the page anew, or say so where somebody is writing. */
async function look() {
  if (!main?.dataset.stamp) return;
  try {
    const told = await (await fetch(main.dataset.stamp)).json();
    // Behind the number stands a player's own table, which only the own page shows.
    const seq = main.dataset.own ? String(told.seq) : String(told.seq).split("-")[0];
    if (seq !== main.dataset.seq) {
      if (main.dataset.quiet) tell();
      else await renew(seq);
    }
  } catch {
    // The server is away for a moment: the next look will find it.
  }
  setTimeout(look, EVERY);
}

/** A list that is longer than the wall goes round: page after page, so that everybody is seen. */
function turn() {
  const wall = /** @type {HTMLElement | null} */ (document.querySelector(".wall"));
  if (!wall || wall.scrollWidth <= wall.clientWidth + 4) return;
  const next = wall.scrollLeft + wall.clientWidth;
  wall.scrollLeft = next >= wall.scrollWidth - 4 ? 0 : next;
}

const PLACE = "kotva-desk-place"; // where the page stood when a button of a list was pressed

/** A list stays where it was: the page that comes back from a button is scrolled to the same place. */
function keepPlace() {
  sessionStorage.setItem(PLACE, JSON.stringify([location.pathname, scrollY, Date.now()]));
}

function restorePlace() {
  const [path, place, at] = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
  sessionStorage.removeItem(PLACE);
  const alert = main?.querySelector("[role=alert]");
  if (path === location.pathname && Date.now() - at < 20000 && !alert) scrollTo({ top: place, behavior: "instant" });
}

function begin() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".countdown"))) run(box);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && form.dataset.warn && !confirm(form.dataset.warn)) event.preventDefault();
  else if (form instanceof HTMLFormElement && form.matches(".act")) keepPlace();
});
// A file goes as it is, byte by byte: what is wrong with its encoding is told too.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const file = form instanceof HTMLFormElement ? form.querySelector("input[type=file]") : null;
  if (!(form instanceof HTMLFormElement) || !(file instanceof HTMLInputElement) || !file.files?.length) return;
  event.preventDefault();
  const headers = { "content-type": form.dataset.file ?? "text/plain", "x-key": crypto.getRandomValues(new Uint32Array(4)).join("-") };
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  const address = new URL(form.action);
  for (const field of /** @type {NodeListOf<HTMLTextAreaElement>} */ (form.querySelectorAll("[data-with-file]"))) {
    address.searchParams.set(field.name, field.value);
  }
  const answer = await fetch(address, { method: "POST", headers, body: file.files[0] });
  if (answer.redirected) {
    location.assign(answer.url);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  if (fresh && main) main.replaceChildren(...fresh.childNodes);
  main?.querySelector("[role=alert], [role=status]")?.scrollIntoView();
});

// The desk's list of players, narrowed to the names that are typed.
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.id !== "seek") return;
  const wanted = field.value.trim().toLocaleLowerCase();
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".people tbody tr"))) {
    row.hidden = !(row.textContent ?? "").toLocaleLowerCase().includes(wanted);
  }
});
// A link to a table opens the form it speaks of.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-opens]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const form = document.getElementById(link.hash.slice(1))?.querySelector(`details.${link.dataset.opens}`);
  if (!(form instanceof HTMLDetailsElement)) return;
  form.open = true;
  /** @type {HTMLElement | null} */ (form.querySelector("input:not([type=hidden])"))?.focus();
});
document.getElementById("print")?.addEventListener("click", () => window.print());
const zone = document.getElementById("zone");
if (zone instanceof HTMLInputElement && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
main?.setAttribute("aria-label", say("Tournament"));
begin();
addEventListener("load", restorePlace);
setTimeout(look, EVERY);
setInterval(turn, 8000);
