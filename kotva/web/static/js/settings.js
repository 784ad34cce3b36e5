// How a person likes the table: how fast bots are shown, whether moves are confirmed, sounds. Kept in this browser.

import { h, the } from "./dom.js";
import { say } from "./say.js";

/** @typedef {"slow" | "normal" | "fast" | "step"} Pace */
/** @typedef {{pace: Pace, confirm: boolean, sound: boolean, notify: boolean}} Settings */

const KEY = "kotva-table";
/** @type {Settings} */
const DEFAULT = { pace: "normal", confirm: false, sound: false, notify: false };
const PACES = /** @type {Pace[]} */ (["slow", "normal", "fast", "step"]);

/** What this browser remembers; anything odd in it is passed over. @returns {Settings} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return {
      pace: PACES.includes(found.pace) ? found.pace : DEFAULT.pace,
      confirm: found.confirm === true,
      sound: found.sound === true,
      notify: found.notify === true,
    };
  } catch {
    return { ...DEFAULT };
  }
}

export const settings = kept();

/** The sheet behind the button in the bar. @param {() => void} changed */
export function settingsSheet(changed) {
  const dialog = /** @type {HTMLDialogElement} */ (the("settings"));
  /** @type {Record<Pace, string>} */
  const words = { slow: say("slow"), normal: say("normal"), fast: say("fast"), step: say("step by step: I press a button for each move") };
  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing: it holds until the page is left.
    }
    changed();
  };
  const paces = PACES.map((pace) => {
    const input = h("input", { type: "radio", name: "pace", value: pace, checked: settings.pace === pace });
    input.addEventListener("change", () => {
      settings.pace = pace;
      keep();
    });
    return h("label", { class: "choice-line" }, input, words[pace]);
  });
  const close = h("button", { type: "button", class: "primary" }, say("Close"));
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(
    h("h2", { id: "settings-title" }, say("Settings of this table")),
    h("fieldset", {}, h("legend", {}, say("Moves of the others are shown")), ...paces),
    h("fieldset", {}, h("legend", {}, say("My moves")), switchLine("confirm", say("Ask me before a move is made"), keep)),
    h("fieldset", {}, h("legend", {}, say("Sound")), switchLine("sound", say("Sounds for moves and for my turn"), keep), ...notices(keep)),
    ...leaving(),
    close,
  );
  for (const part of narrow()) close.before(part);
  the("settings-open").addEventListener("click", () => dialog.showModal());
}

/** Where the browser can tell of my turn: not at a plain http address. @param {() => void} keep */
function notices(keep) {
  if (!("Notification" in window) || !isSecureContext) return [];
  return [
    switchLine("notify", say("The browser tells me when it is my turn"), () => {
      if (settings.notify) Notification.requestPermission().catch(() => {});
      keep();
    }),
  ];
}

/** The way out, for a player with a seat; a page of its own says what it means for the others. */
function leaving() {
  const { table, leave } = the("main").dataset;
  return leave ? [h("p", {}, h("a", { class: "button quiet", href: `/table/${table}/leave` }, say("Leave the table")))] : [];
}

/** What has no room in the bar of a small phone. */
function narrow() {
  const languages = document.querySelector(".menu form")?.cloneNode(true);
  const night = h("button", { type: "button" }, say("Day or night"));
  night.addEventListener("click", () => document.getElementById("theme")?.click());
  const box = h("div", { class: "narrow-only" }, night);
  if (languages) box.prepend(languages);
  const person = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".bar .person"));
  if (person) box.append(" ", h("a", { class: "button", href: person.href }, person.title));
  return [box];
}

/** @param {"confirm" | "sound" | "notify"} name @param {string} words @param {() => void} keep */
function switchLine(name, words, keep) {
  const input = h("input", { type: "checkbox", checked: settings[name] });
  input.addEventListener("change", () => {
    settings[name] = input.checked;
    keep();
  });
  return h("label", { class: "choice-line" }, input, words);
}
