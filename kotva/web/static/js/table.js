// A live table: packets come in, choices go out.

import { closeBubble, explain } from "./bubble.js";
import { Chooser } from "./choose.js";
import { carried, glyph, h, icon, the } from "./dom.js";
import { covers, Forms } from "./forms.js";
import { helpSheet } from "./help.js";
import { Keys } from "./keys.js";
import { ask, insist, Link, newKey, Refused } from "./net.js";
import { say } from "./say.js";
import { toast } from "./toast.js";
import { View } from "./view.js";

/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").Choice} Choice */

const main = the("main");
const table = main.dataset.table ?? "";
const url = `/api/tables/${table}`;

/** @type {Packet} */
let live = carried("packet");
let chooser = new Chooser([]);
/** @type {number | null} */
let lookingAt = null;
let sending = false;
/** @type {Packet[]} */
const queue = [];
let running = false;

const view = new View(look, sit);
const stage = view.stage;
const keys = new Keys(stage, choose, why);
const forms = new Forms(the("forms"), play, refresh);
const openHelp = helpSheet(main.dataset.game ?? "");

// -- showing ---------------------------------------------------------------------------------------------------------

/** @param {Packet} packet */
function show(packet) {
  const same = packet.seq === live.seq && packet.seat === live.seat && packet.handover === live.handover && !stage.first;
  live = packet;
  main.dataset.shown = String(packet.seq);
  view.log.take(packet.log ?? [], packet.log_from ?? 0);
  cover(packet);
  if (lookingAt !== null) return 0;
  if (same) {
    view.showPeople(packet);
    return 0;
  }
  closeBubble();
  const motion = view.show(packet);
  decide(packet);
  return motion;
}

/** What this person can do now. @param {Packet} packet */
function decide(packet) {
  const choices = lookingAt === null ? (packet.choices ?? []) : [];
  const mine = choices.length > 0;
  const asked = mine ? (packet.scene.forms ?? []) : [];
  const others = choices.filter(({ action }) => !asked.some((form) => covers(form, action)));
  forms.show(asked, new Set(choices.map(({ action }) => action)), !others.length);
  chooser = new Chooser(others);
  chooser.begin();
  main.classList.toggle("my-turn", mine);
  document.title = document.title.replace(/^(● )?/, mine ? "● " : "");
  prompt(promptText(packet));
  refresh();
}

/** @param {Packet} packet */
function promptText(packet) {
  if (packet.over) return `${packet.over.text} ${winners(packet)}`;
  if (packet.scene.prompt) return packet.scene.prompt;
  const names = (packet.actors ?? []).map((seat) => packet.sitters?.[seat]?.name ?? "");
  return packet.choices?.length ? say("It is your turn.") : say("{names} to move.", { names: names.join(", ") });
}

/** @param {Packet} packet */
function winners(packet) {
  const names = (packet.over?.winners ?? []).map((seat) => packet.sitters?.[seat]?.name ?? "");
  return names.length === 1 ? say("{name} wins.", { name: names[0] }) : say("Shared first place: {names}.", { names: names.join(", ") });
}

/** @param {string} text */
function prompt(text) {
  const place = the("prompt");
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  place.textContent = text;
  the("live").textContent = text;
}

/** Lights and buttons for the present selection. */
function refresh() {
  const chosen = new Set(chooser.selected);
  const next = chosen.size ? chooser.next : new Set(/** @type {string[]} */ ([]));
  const firsts = chosen.size ? new Set(/** @type {string[]} */ ([])) : new Set([...chooser.firsts, ...forms.things(true)]);
  stage.light({ firsts, targets: next, chosen, can: new Set([...chooser.known, ...forms.things(false)]) });
  view.pilot.wanted(chosen.size ? next : firsts, chosen);
  stage.noPreview();
  keys.refresh();
  actions();
}

function actions() {
  const place = the("actions");
  const had = place.contains(document.activeElement);
  place.replaceChildren();
  const complete = chooser.selected.length ? chooser.complete() : [];
  const elsewhere = new Set(Array.from(document.querySelectorAll("[data-action]"), (button) => button.getAttribute("data-action")));
  const shown = chooser.selected.length ? complete : chooser.buttons.filter(({ action }) => !elsewhere.has(action));
  shown.forEach((choice, number) => place.append(actionButton(choice, number, shown.length === 1 && !elsewhere.size)));
  if (chooser.selected.length) place.append(button(say("Let go"), "quiet", letGo, "Esc"));
  if (live.undo && lookingAt === null) place.append(button(say("Undo"), "quiet", undo, "u"));
  if (live.over && lookingAt === null) place.append(...endButtons());
  if (had) /** @type {HTMLElement | null} */ (place.querySelector("button"))?.focus();
  the("now").classList.toggle("waiting", !main.classList.contains("my-turn") && !live.over);
}

/** @param {Choice} choice @param {number} number @param {boolean} only */
function actionButton(choice, number, only) {
  const look = choice.aside ? "quiet" : only ? "primary" : "";
  return button(choice.words, look, () => play(choice.action), number < 9 ? String(number + 1) : "");
}

/** @param {string} text @param {string} look @param {() => void} act @param {string} [key] */
function button(text, look, act, key = "") {
  const made = h("button", { type: "button", class: look, "data-key": key }, text);
  if (key) made.append(h("kbd", { "aria-hidden": "true" }, key));
  made.addEventListener("click", act);
  return made;
}

function endButtons() {
  const again = h("form", { method: "post", action: `/table/${table}/again` }, h("button", { class: "primary" }, say("Play again")));
  return [again, h("a", { class: "button", href: `/replay/${table}` }, say("Watch the replay"))];
}

// -- choosing --------------------------------------------------------------------------------------------------------

/** @param {string} id */
function choose(id) {
  if (sending) return;
  closeBubble();
  const goesOn = chooser.selected.includes(id) || (chooser.selected.length && chooser.next.has(id));
  if (lookingAt === null && !goesOn && !chooser.firsts.has(id) && forms.take(id)) {
    chooser.selected = [];
    refresh();
    return;
  }
  const selected = lookingAt === null ? chooser.with(id) : null;
  if (selected === null) {
    why(id);
    return;
  }
  const lit = chooser.selected.length ? chooser.next.has(id) || chooser.selected.includes(id) : chooser.firsts.has(id);
  if (lit) stage.camera.tapped = null; // a second tap here is a second choice, no double tap
  const decided = selected.length ? chooser.decided(selected) : null;
  chooser.selected = selected;
  if (decided) play(decided.action);
  else refresh();
}

function letGo() {
  chooser.selected = [];
  refresh();
}

/** @param {string} id */
function why(id) {
  const thing = stage.things.get(id);
  if (thing) explain(table, live.seat ?? null, thing.item, thing.element, lookingAt === null ? chooser.selected : []);
}

/** Whether a click on a thing does something. @param {string} id */
function answers(id) {
  return stage.things.get(id)?.element.classList.contains("can") ?? false;
}

const FINGER = 20; // pixels by which a finger may miss

/** What a click at a place means: the thing itself, something under it that can be chosen, or the nearest such thing. @param {MouseEvent} event */
function hit(event) {
  const target = event.target instanceof Element ? event.target.closest("[data-id]") : null;
  const id = target?.getAttribute("data-id") ?? null;
  if (id && answers(id)) return id;
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const under = element.closest(".item[data-id]")?.getAttribute("data-id");
    if (under && answers(under)) return under;
  }
  return (event.target instanceof Element && event.target.closest(".frame") ? nearest(event.clientX, event.clientY) : null) ?? id;
}

/** The nearest thing on the board that is lit, within a finger's breadth. @param {number} x @param {number} y */
function nearest(x, y) {
  let best = null;
  let least = FINGER;
  for (const [id, { element, zone }] of stage.things) {
    if (zone !== "board" || !(element.classList.contains("first") || element.classList.contains("target"))) continue;
    const box = (element.querySelector(".pose") ?? element).getBoundingClientRect();
    const away = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    if (away < least) [best, least] = [id, away];
  }
  return best;
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("#bubble, dialog, #zoom, .edge")) return;
  const action = event.target instanceof Element ? event.target.closest("[data-action]")?.getAttribute("data-action") : null;
  if (action) {
    play(action);
    return;
  }
  if (stage.camera.dragged) {
    stage.camera.dragged = false;
    return;
  }
  const onTable = event.target instanceof Element && event.target.closest(".sea, [data-id]");
  const id = onTable ? hit(event) : null;
  if (id) choose(id);
  else if (event.target instanceof Element && event.target.closest(".sea")) {
    if (!closeBubble() && chooser.selected.length) letGo();
  } else closeBubble();
});

// Whatever the first tap of a double tap did is undone.
stage.camera.twice = () => {
  closeBubble();
  if (chooser.selected.length === 1 && !chooser.firsts.has(chooser.selected[0])) letGo();
};

document.addEventListener("contextmenu", (event) => {
  const id = event.target instanceof Element ? event.target.closest("[data-id]")?.getAttribute("data-id") : null;
  if (!id) return;
  event.preventDefault();
  why(id);
});

// A long press asks too, where a browser has no menu for it.
let pressed = 0;
document.addEventListener("pointerdown", (event) => {
  const id = event.target instanceof Element ? event.target.closest("[data-id]")?.getAttribute("data-id") : null;
  if (!id || event.pointerType !== "touch") return;
  pressed = window.setTimeout(() => {
    stage.camera.dragged = true; // the click that ends the press chooses nothing
    why(id);
  }, 550);
});
for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointermove"])) {
  document.addEventListener(name, (event) => {
    if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 3) clearTimeout(pressed);
  });
}

for (const name of /** @type {const} */ (["pointerover", "focusin"])) {
  document.addEventListener(name, (event) => hover(event.target));
}
for (const name of /** @type {const} */ (["pointerout", "focusout"])) {
  document.addEventListener(name, () => {
    hovering = "";
    stage.noPreview();
    the("prompt").textContent = the("prompt").dataset.text ?? "";
  });
}

/** Before something is done: what it would be. @param {EventTarget | null} target */
function hover(target) {
  const id = target instanceof Element ? target.closest("[data-id]")?.getAttribute("data-id") : null;
  if (!id || sending || !chooser.selected.length || chooser.selected.includes(id)) return;
  const selected = chooser.with(id);
  if (!selected || selected.length <= chooser.selected.length) return;
  const decided = chooser.decided(selected);
  stage.preview(chooser.selected[0], id);
  stage.ask(id);
  if (!decided) return;
  the("prompt").textContent = decided.words;
  foresee(decided.action);
}

/** @typedef {{moved?: {id: string, x: number, y: number, turn?: number}[], courses?: import("./types.js").Course[]}} Foreseen */
/** @type {Map<string, Promise<Foreseen>>} */
const foreseen = new Map();
let hovering = "";

/** Ask what an action would do, and show it while the pointer rests there. @param {string} action */
async function foresee(action) {
  hovering = action;
  await new Promise((resolve) => setTimeout(resolve, 60));
  if (hovering !== action) return;
  const key = `${live.seq} ${live.seat} ${action}`;
  let found = foreseen.get(key);
  if (!found) {
    found = ask(`${url}/preview?action=${encodeURIComponent(action)}&eyes=${live.seat}`).catch(() => ({}));
    foreseen.set(key, found);
    if (foreseen.size > 200) foreseen.delete(/** @type {string} */ (foreseen.keys().next().value));
  }
  const { moved = [], courses = [] } = await found;
  if (hovering === action && !sending) stage.foresee(moved, courses);
}

// -- acting ----------------------------------------------------------------------------------------------------------

/** @param {string} action */
function play(action) {
  return send("moves", { action });
}

function undo() {
  return send("undo", {});
}

/** @param {string} where @param {Record<string, string>} what */
async function send(where, what) {
  if (sending || live.seat === undefined || live.seat === null) return;
  sending = true;
  main.classList.add("sending");
  const done = () => {
    sending = false;
    main.classList.remove("sending");
  };
  try {
    const packet = await insist(`${url}/${where}`, { ...what, seat: live.seat, seen: live.seq, key: newKey(), have: live.moves });
    done();
    if (packet.seq > live.seq) heard(packet);
    else refresh(); // the socket was quicker
  } catch (error) {
    done();
    decide(live);
    refused(error);
  }
}

/** @param {unknown} error */
function refused(error) {
  if (!(error instanceof Refused)) {
    toast(say("The table cannot be reached. Your move was not made."));
    return;
  }
  const { problem } = error;
  toast(problem.error, problem.link && problem.clause ? { href: problem.link, text: problem.clause } : undefined);
  if (problem.packet) heard(problem.packet);
}

/** @param {number} seat */
async function sit(seat) {
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  const name = h("input", { name: "name", maxlength: 40, autocomplete: "nickname", id: "sit-name" });
  const form = h("form", { method: "dialog" }, h("h2", {}, glyph(seat), say("Take this seat")), h("label", { for: "sit-name" }, say("Your name")), name);
  const cancel = h("button", { type: "button", class: "quiet" }, say("Not now"));
  cancel.addEventListener("click", () => dialog.close());
  form.append(h("div", { class: "row" }, h("button", { class: "primary" }, say("Sit down")), cancel));
  form.addEventListener("submit", async () => {
    try {
      heard(await ask(`${url}/sit`, { seat, name: name.value }));
    } catch (error) {
      refused(error);
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

// -- hearing ---------------------------------------------------------------------------------------------------------

/** @param {Packet} packet */
function heard(packet) {
  queue.push(packet);
  if (!running) run();
}

/** Show packets one after another, so that quick moves of bots can be followed. */
async function run() {
  running = true;
  while (queue.length) {
    const packet = /** @type {Packet} */ (queue.shift());
    if (packet.seq < live.seq) continue;
    const motion = show(packet);
    if (queue.length && queue.length < 4) await new Promise((resolve) => setTimeout(resolve, Math.min(1500, motion + 200)));
  }
  running = false;
}

const link = new Link(table, heard, (state) => {
  const place = the("link-state");
  place.hidden = state === "open";
  place.textContent = state === "open" ? "" : say("connection lost, trying again…");
  main.classList.toggle("offline", state !== "open");
});

// -- hot seat --------------------------------------------------------------------------------------------------------

/** Hide everything until the right person holds the screen. @param {Packet} packet */
function cover(packet) {
  const dialog = /** @type {HTMLDialogElement} */ (the("cover"));
  const seat = packet.handover;
  if (seat === undefined || seat === null) {
    if (dialog.dataset.seat) {
      delete dialog.dataset.seat;
      dialog.close();
    }
    return;
  }
  if (dialog.dataset.seat === String(seat)) return;
  const name = packet.sitters?.[seat]?.name ?? "";
  const ready = h("button", { type: "button", class: "primary big" }, say("I am {name}", { name }));
  ready.addEventListener("click", () => link.look(seat));
  dialog.replaceChildren(h("div", { class: "handover" }, glyph(seat), h("h2", {}, say("Hand the screen to {name}", { name })), h("p", {}, say("What only {name} may see is covered until then.", { name })), ready));
  dialog.dataset.seat = String(seat);
  if (!dialog.open) dialog.showModal();
  ready.focus();
}

the("cover").addEventListener("cancel", (event) => {
  if (the("cover").dataset.seat) event.preventDefault();
});

// -- looking back ----------------------------------------------------------------------------------------------------

/** @param {number} number */
async function look(number) {
  if (number >= live.moves) {
    now();
    return;
  }
  const eyes = live.seat === undefined || live.seat === null ? "" : `&eyes=${live.seat}`;
  /** @type {Packet} */
  const past = await ask(`${url}?at=${number}${eyes}`);
  lookingAt = number;
  main.classList.add("looking-back");
  view.show(past);
  view.log.point(number);
  decide({ ...past, choices: [] });
  const bar = the("past");
  bar.hidden = false;
  const back = button(say("Back to now"), "primary", now);
  const steps = [button("", "", () => look(Math.max(0, number - 1))), button("", "", () => look(number + 1))];
  steps[0].append(icon("back"));
  steps[1].append(icon("on"));
  steps[0].setAttribute("aria-label", say("One move back"));
  steps[1].setAttribute("aria-label", say("One move on"));
  bar.replaceChildren(steps[0], h("span", {}, say("Move {n} of {all}", { n: number, all: live.moves })), steps[1], back);
}

function now() {
  lookingAt = null;
  main.classList.remove("looking-back");
  the("past").hidden = true;
  view.log.point(live.moves);
  view.show(live);
  decide(live);
}

// -- keys ------------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("input, select, textarea, dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (closeBubble()) return;
    if (lookingAt !== null) now();
    else if (chooser.selected.length) letGo();
    else forms.close();
  } else if (event.key === "?") openHelp();
  else if (event.key === "u" && live.undo) undo();
  else if (event.key === "t" && live.choices?.length) typeMove();
  else if (event.key === "+" || event.key === "=") view.pilot.press("in");
  else if (event.key === "-") view.pilot.press("out");
  else if (event.key === "0" || event.key === "z") view.pilot.press("fit");
  else if (/^[1-9]$/.test(event.key)) /** @type {HTMLElement | null} */ (the("actions").querySelector(`[data-key="${event.key}"]`))?.click();
  else return;
  event.preventDefault();
});

/** A line in which a move can be typed in the notation of the rules. */
function typeMove() {
  const choices = live.choices ?? [];
  const line = h("input", { list: "legal", "aria-label": say("A move in the notation of the rules"), placeholder: choices[0].action, spellcheck: "false", autocomplete: "off" });
  const list = h("datalist", { id: "legal" }, ...choices.slice(0, 300).map((choice) => h("option", { value: choice.action }, choice.words)));
  const form = h("form", { class: "typed" }, line, list, h("button", { class: "primary" }, say("Play")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (line.value.trim()) play(line.value.trim());
    else refresh();
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "Escape") refresh();
  });
  the("actions").prepend(form);
  line.focus();
}

// -- invitations -----------------------------------------------------------------------------------------------------

function invitation() {
  const open = (live.sitters ?? []).some((sitter) => sitter.kind === "open");
  const mine = (live.sitters ?? []).some((sitter) => sitter.kind === "me");
  if (!open || !mine) return;
  const copy = button(say("Copy the invitation link"), "", async () => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    copy.textContent = say("Copied");
  });
  the("panels").before(h("section", { class: "invite" }, h("p", {}, say("Seats are free. Whoever opens this link can take one:")), h("code", {}, location.href), copy));
}

show(live);
invitation();
document.documentElement.dataset.ready = "true";
