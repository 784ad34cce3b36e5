// A live table: packets come in, choices go out.

import { aboutThing } from "./about.js";
import { closeBubble, explain } from "./bubble.js";
import { pressable, Row } from "./buttons.js";
import { Chooser } from "./choose.js";
import { doubtClock, gameClock, takeClock } from "./clocks.js";
import { carried, h, icon, letter, the } from "./dom.js";
import { closeFan, openFan } from "./fan.js";
import { covers, Forms } from "./forms.js";
import { closeTable, cover } from "./handover.js";
import { helpSheet } from "./help.js";
import { askName, greeting, invitation } from "./invite.js";
import { Keys } from "./keys.js";
import { time } from "./motion.js";
import { ask, insist, Link, newKey, Refused } from "./net.js";
import { Pace } from "./pace.js";
import { named, Pointer } from "./pointer.js";
import { showReferee } from "./referee.js";
import { say } from "./say.js";
import { settings, settingsSheet } from "./settings.js";
import { sound } from "./sound.js";
import { Statistics } from "./statistics.js";
import { toast } from "./toast.js";
import { Tools } from "./tools.js";
import { Trail } from "./trail.js";
import { typeMove } from "./typed.js";
import { View } from "./view.js";
import { welcome } from "./welcome.js";

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
/** Everything that can be chosen on the table, whatever tool is held. @type {Choice[]} */
let everything = [];
/** The kind of action that somebody wants to do. @type {import("./types.js").Tool | null} */
let tool = null;
/** What is chosen and only waits for a yes. @type {Choice | null} */
let pending = null;
/** How many events the table had when I sent a move that is not shown yet, or -1. */
let sentAt = -1;
/** Where and when a press made a move. */
let acted = { x: -99, y: -99, at: -Infinity };

const view = new View(look, sit);
const stage = view.stage;
const keys = new Keys(stage, choose, why);
const forms = new Forms(the("forms"), play, refresh);
const row = new Row(the("actions"));
const pointer = new Pointer(stage, why);
const trail = new Trail(stage);
const tools = new Tools(the("strips"), take);
const statistics = main.dataset.statistics ? new Statistics(() => `${url}/statistics?${eyesQuery()}#${live.seq}`) : null;
const openHelp = helpSheet(main.dataset.game ?? "");
welcome(main.dataset.game ?? "");
const pace = new Pace(show, whose, actions);
settingsSheet(() => {
  if (settings.pace !== "step") pace.goOn?.();
  refresh();
});

const AGAIN = 400; // milliseconds in which a second press at the same place is the rest of a double click
const HANDOVER = 900; // milliseconds that whoever moved may look at the move before the screen is covered

// -- showing ---------------------------------------------------------------------------------------------------------

/** @param {Packet} packet */
function show(packet) {
  const same = packet.seq === live.seq && packet.seat === live.seat && packet.handover === live.handover && !stage.first;
  const byMe = sentAt >= 0 && packet.seq > sentAt;
  const grown = packet.seq > live.seq;
  live = packet;
  main.dataset.shown = String(packet.seq);
  view.log.take(packet.log ?? [], packet.log_from ?? 0);
  if (byMe) sentAt = -1;
  if (lookingAt !== null) return 0;
  if (same) {
    view.showPeople(packet);
    return 0;
  }
  closeBubble();
  closeFan();
  if (!stage.first) row.movedOn(byMe);
  if (stage.first || byMe) trail.begin(packet.moves);
  else trail.take(packet.scene);
  const motion = view.show(packet);
  trail.draw();
  decide(packet);
  statistics?.follow();
  if (grown) sound(packet.over ? "end" : main.classList.contains("my-turn") && !byMe ? "turn" : "move");
  const wait = byMe && typeof packet.handover === "number" ? time(motion + HANDOVER) : 0;
  if (wait) setTimeout(() => live === packet && cover(packet, hold), wait);
  else cover(packet, hold);
  return motion;
}

/** @param {Packet} packet @returns {"old" | "mine" | "others"} */
function whose(packet) {
  if (packet.seq < live.seq) return "old";
  return packet.seq > live.seq && sentAt < 0 && lookingAt === null && !stage.first ? "others" : "mine";
}

/** The right person has the screen. @param {number} seat */
function hold(seat) {
  link.look(seat);
}

/** What this person can do now. @param {Packet} packet */
function decide(packet) {
  pending = null;
  const choices = lookingAt === null ? (packet.choices ?? []) : [];
  const mine = choices.length > 0;
  const asked = mine ? (packet.scene.forms ?? []) : [];
  const others = choices.filter(({ action }) => !asked.some((form) => covers(form, action)));
  forms.show(asked, new Set(choices.map(({ action }) => action)), !others.length);
  everything = others;
  holdTool(null);
  chooser.begin();
  main.classList.toggle("my-turn", mine);
  document.title = document.title.replace(/^(● )?/, mine ? "● " : "");
  const now = the("now");
  now.style.height = "";
  now.classList.toggle("may-cancel", chooser.paths.length > 0);
  refresh();
  if (chooser.paths.length) now.style.height = `${now.offsetHeight}px`; // choosing must not move the board under the finger
  lookThere();
}

addEventListener("resize", () => (the("now").style.height = ""));

/** A turn begins: the camera goes to what can be chosen. While one chooses it stays. */
function lookThere() {
  const { chosen, lit } = lights();
  view.pilot.wanted(lit, chosen, true);
}

/** @param {Packet} packet */
function promptText(packet) {
  if (packet.over) return `${packet.over.text} ${winners(packet)}`;
  const free = packet.actors?.length ? packet.actors.every((seat) => packet.sitters?.[seat]?.kind === "open") : false;
  if (free) return say("The game waits until somebody takes the free seat {letter}.", { letter: letter(packet.actors?.[0] ?? 0) });
  if (packet.scene.prompt) return packet.scene.prompt;
  const names = (packet.actors ?? []).map((seat) => packet.sitters?.[seat]?.name ?? "");
  return packet.choices?.length ? say("It is your turn.") : say("{names} to move.", { names: names.join(", ") });
}

/** @param {Packet} packet */
function winners(packet) {
  const names = (packet.over?.winners ?? []).map((seat) => packet.sitters?.[seat]?.name ?? "");
  if (!names.length) return "";
  return names.length === 1 ? say("{name} wins.", { name: names[0] }) : say("Shared first place: {names}.", { names: names.join(", ") });
}

/** What is asked now: the table's question, or what to do with what is chosen. */
function asking() {
  if (pending) return say("{action}?", { action: pending.words });
  const held = chooser.selected.map((id) => stage.things.get(id)?.item.label).filter(Boolean);
  if (!held.length && tool) return say("{what}: choose a place.", { what: tool.label });
  if (!held.length || lookingAt !== null) return promptText(live);
  const what = held.join(", ");
  return chooser.next.size ? say("{what}: where to, or what with?", { what }) : say("{what}: what is to be done?", { what });
}

/** @param {string} text */
function prompt(text) {
  const place = the("prompt");
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  place.textContent = text;
  the("live").textContent = text;
}

/** What is held, and what is lit to be chosen. */
function lights() {
  const chosen = new Set(chooser.selected);
  const next = chosen.size ? chooser.next : new Set(/** @type {string[]} */ ([]));
  const firsts = chosen.size ? new Set(/** @type {string[]} */ ([])) : new Set([...chooser.firsts, ...forms.things(true)]);
  return { chosen, next, firsts, lit: chosen.size ? next : firsts };
}

/** Lights and buttons for the present selection. */
function refresh() {
  const { chosen, next, firsts, lit } = lights();
  stage.light({ firsts, targets: next, chosen, can: new Set([...chooser.known, ...forms.things(false)]) });
  view.pilot.wanted(lit, chosen, false);
  stage.noPreview();
  prompt(asking());
  tools.show(live.scene.tools ?? [], isReady, tool);
  keys.refresh();
  actions();
}

function actions() {
  /** @type {import("./buttons.js").Button[]} */
  const buttons = [];
  if (pace.goOn) buttons.push({ text: say("Next move"), look: "primary", act: pace.goOn, key: ".", keep: true });
  else if (pending) {
    const { action } = pending;
    buttons.push({ text: say("Yes, do it"), look: "primary", act: () => send(action), key: "Enter", keep: true });
  } else choosable().forEach((choice, number) => buttons.push(actionButton(choice, number)));
  if (pending || tool || chooser.selected.length) buttons.push({ text: say("Cancel"), look: "quiet", act: letGo, key: "Esc", keep: true });
  if (live.undo && lookingAt === null) buttons.push({ text: say("Undo"), look: "quiet", act: undo, key: "u", keep: true });
  if (canReplay()) buttons.push({ text: say("What happened?"), look: "quiet again", act: replay, key: "r", keep: true });
  row.show(buttons, ...(live.over && lookingAt === null ? endButtons() : []));
  the("now").classList.toggle("waiting", !main.classList.contains("my-turn") && !live.over);
}

/** The choices that are buttons now. */
function choosable() {
  if (chooser.selected.length) return chooser.complete();
  const elsewhere = new Set(Array.from(document.querySelectorAll("[data-action]"), (button) => button.getAttribute("data-action")));
  return chooser.buttons.filter(({ action }) => !elsewhere.has(action));
}

/**
 * The red button is the normal move: there is nothing else to do, here or on the board.
 * @param {Choice} choice
 */
function isNormal(choice) {
  if (choice.aside) return false;
  if (chooser.selected.length) return chooser.complete().length === 1 && !chooser.goesOn();
  return !chooser.paths.length && !forms.shown.length && chooser.choices.filter((one) => !one.aside).length === 1;
}

/** @param {Choice} choice @param {number} number @returns {import("./buttons.js").Button} */
function actionButton(choice, number) {
  const look = choice.aside ? "quiet" : isNormal(choice) ? "primary" : "";
  return { text: choice.words, look, act: () => play(choice.action), key: number < 9 ? String(number + 1) : "" };
}

function endButtons() {
  const again = h("form", { method: "post", action: `/table/${table}/again` }, h("button", { class: "primary" }, say("Play again")));
  return [again, h("a", { class: "button", href: `/replay/${table}` }, say("Watch the replay")), h("a", { class: "button", href: `/review/${table}` }, say("Review the game"))];
}

// -- choosing --------------------------------------------------------------------------------------------------------

/** Hold a tool, or none: what can be chosen follows. @param {import("./types.js").Tool | null} wanted */
function holdTool(wanted) {
  tool = wanted;
  chooser = new Chooser(wanted ? everything.filter(({ action }) => action.startsWith(wanted.starts)) : everything);
}

/** @param {import("./types.js").Tool} wanted whether anything can be done with it */
function isReady({ starts }) {
  return lookingAt === null && everything.some(({ action }) => action.startsWith(starts));
}

/** A tool is pressed: the one thing to do with it is done, of several one is chosen. @param {import("./types.js").Tool} wanted */
function take(wanted) {
  if (sending) return;
  closeBubble();
  pending = null;
  if (!isReady(wanted)) {
    toast(wanted.missing || say("{what}: not possible now.", { what: wanted.label }));
    return;
  }
  const fitting = everything.filter(({ action }) => action.startsWith(wanted.starts));
  if (fitting.length === 1 && fitting[0].action === wanted.starts) {
    play(fitting[0].action);
    return;
  }
  holdTool(tool?.starts === wanted.starts ? null : wanted);
  refresh();
  if (tool) lookThere();
}

/** @param {string} id */
function choose(id) {
  if (sending) return;
  closeBubble();
  pending = null;
  if (tool && !chooser.known.has(id)) holdTool(null);
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
  pending = null;
  if (tool) holdTool(null);
  chooser.selected = [];
  refresh();
}

/** @param {string} id */
function why(id) {
  const thing = stage.things.get(id);
  if (thing) explain(table, live.seat ?? null, thing.item, thing.element, lookingAt === null ? chooser.selected : [], tool?.starts ?? "", () => tell(id));
}

/** What a thing could do now. @param {string} id @returns {Promise<import("./types.js").AboutThing>} */
async function tell(id) {
  return main.dataset.about && lookingAt === null ? aboutThing(table, live.seat ?? null, live.seq, id) : {};
}
if (main.dataset.about) view.teller = tell;

document.addEventListener("click", (event) => {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("#bubble, dialog, #zoom, .edge, .fan")) return;
  const reach = event instanceof PointerEvent && event.pointerType === "touch" ? 24 : 8; // pixels: a finger wanders more than a mouse
  const twice = event.timeStamp - acted.at < AGAIN && Math.hypot(event.clientX - acted.x, event.clientY - acted.y) < reach;
  if (twice && event.detail) return; // keys have no place
  const before = sending;
  press(event, target);
  if (sending && !before) acted = { x: event.clientX, y: event.clientY, at: event.timeStamp };
});

/** @param {MouseEvent} event @param {Element} target */
function press(event, target) {
  const action = target.closest("[data-action]")?.getAttribute("data-action");
  if (action) {
    play(action);
    return;
  }
  if (stage.camera.dragged) {
    stage.camera.dragged = false;
    return;
  }
  if (closeFan()) return;
  const crowd = target.closest(".frame") ? pointer.crowd(event) : [];
  if (crowd.length) {
    openFan({ x: event.clientX, y: event.clientY }, crowd, choose);
    return;
  }
  const id = target.closest(".sea, [data-id]") ? pointer.hit(event) : null;
  if (id) choose(id);
  else if (target.closest(".sea")) {
    if (!closeBubble() && (chooser.selected.length || pending || tool)) letGo();
  } else closeBubble();
}

// Whatever the first tap of a double tap did is undone.
stage.camera.twice = () => {
  closeBubble();
  if (chooser.selected.length === 1 && !chooser.firsts.has(chooser.selected[0])) letGo();
};

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
  const id = named(target);
  if (!id || sending || pending || !chooser.selected.length || chooser.selected.includes(id)) return;
  const selected = chooser.with(id);
  if (!selected || selected.length <= chooser.selected.length) return;
  const decided = chooser.decided(selected);
  stage.preview(chooser.selected[0], id);
  stage.ask(id);
  if (!decided) return;
  the("prompt").textContent = decided.words;
  foresee(decided.action);
}

/** @type {Map<string, Promise<import("./types.js").Preview>>} */
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
  const preview = await found;
  if (hovering !== action || sending) return;
  stage.foresee(preview);
  if (preview.lines?.length) the("prompt").textContent = preview.lines.join(" ");
}

// -- acting ----------------------------------------------------------------------------------------------------------

/** Make a move, or ask first where a person wants to be asked. @param {string} action */
function play(action) {
  const choice = live.choices?.find((one) => one.action === action);
  if (settings.confirm && choice && pending?.action !== action && (live.choices?.length ?? 0) > 1) {
    pending = choice;
    refresh();
    foresee(action);
    return undefined;
  }
  return send(action);
}

function undo() {
  return send(null);
}

/** An action, or null to take the last one back; over the socket, and by HTTP if that gives no answer. @param {string | null} action */
async function send(action) {
  if (sending || live.seat === undefined || live.seat === null) return;
  sending = true;
  sentAt = live.seq;
  main.classList.add("sending");
  const done = () => {
    sending = false;
    main.classList.remove("sending");
  };
  try {
    const deed = { seat: live.seat, seen: live.seq, key: newKey(), have: live.moves };
    const packet =
      action === null
        ? ((await link.act({ type: "undo", ...deed })) ?? (await insist(`${url}/undo`, deed)))
        : ((await link.act({ type: "move", action, ...deed })) ?? (await insist(`${url}/moves`, { action, ...deed })));
    done();
    if (packet.seq > live.seq) heard(packet);
    else refresh(); // the socket was quicker
  } catch (error) {
    done();
    sentAt = -1;
    decide(live);
    refused(error);
  }
}

/** @param {unknown} error */
function refused(error) {
  sound("no");
  if (!(error instanceof Refused)) {
    toast(say("The table cannot be reached. Your move was not made."));
    return;
  }
  const { problem } = error;
  toast(problem.error, problem.link && problem.clause ? { href: problem.link, text: problem.clause } : undefined);
  if (problem.packet) heard(problem.packet);
}

/** @param {number} seat */
function sit(seat) {
  askName(seat, async (name) => {
    try {
      heard(await ask(`${url}/sit`, { seat, name }));
      document.querySelector(".greeting")?.remove();
    } catch (error) {
      refused(error);
    }
  });
}

// -- hearing ---------------------------------------------------------------------------------------------------------

/** @param {Packet} packet */
function heard(packet) {
  takeClock(packet); // moves are shown one after another, but time is what it is now
  showReferee(packet, toast);
  pace.take(packet);
}

/** Everything that comes over the socket. @param {import("./types.js").Told} message */
function told(message) {
  switch (message.type) {
    case "packet":
      heard(message);
      break;
    case "presence":
      live = { ...live, sitters: message.sitters };
      view.showPeople(live);
      break;
    case "notice":
      toast(message.text);
      break;
    case "gone":
      link.leave();
      closeTable(message.text);
      break;
    default: // the link has taken it
  }
}

const link = new Link(table, told, (state) => {
  if (state === "lost") doubtClock();
  const place = the("link-state");
  place.hidden = state === "open";
  place.textContent = state === "open" ? "" : say("connection lost, trying again…");
  main.classList.toggle("offline", state !== "open");
}, live);

// -- what a line of the log speaks of ----------------------------------------------------------------------------------

/** @type {Map<number, Promise<string[]>>} */
const touched = new Map();
let rests = 0;

view.log.rested = async (/** @type {number | null} */ number) => {
  rests = number ?? 0;
  stage.point([]);
  if (number === null || lookingAt !== null) return;
  let found = touched.get(number);
  if (!found) {
    found = ask(`${url}?at=${number}${eyesQuery()}`).then((/** @type {Packet} */ past) => past.scene.last ?? [], () => []);
    touched.set(number, found);
  }
  const ids = await found;
  if (rests === number) stage.point(ids);
};

function eyesQuery() {
  return typeof live.seat === "number" ? `&eyes=${live.seat}` : "";
}

// -- looking back ----------------------------------------------------------------------------------------------------

/** @param {number} number */
async function look(number) {
  if (number >= live.moves) {
    now();
    return;
  }
  /** @type {Packet} */
  const past = await ask(`${url}?at=${number}${eyesQuery()}`);
  lookingAt = number;
  main.classList.add("looking-back");
  view.show(past);
  view.log.point(number);
  decide({ ...past, choices: [] });
  const bar = the("past");
  bar.hidden = false;
  const back = pressable(say("Back to now"), "primary", now);
  const steps = [pressable("", "", () => look(Math.max(0, number - 1))), pressable("", "", () => look(number + 1))];
  steps[0].append(icon("back"));
  steps[1].append(icon("on"));
  steps[0].setAttribute("aria-label", say("One move back"));
  steps[1].setAttribute("aria-label", say("One move on"));
  bar.replaceChildren(steps[0], h("span", {}, say("Move {n} of {all}", { n: number, all: live.moves })), steps[1], back);
}

/** Whether there is anything since my last move that could be shown again. */
function canReplay() {
  return lookingAt === null && !pace.goOn && trail.since < live.moves && typeof live.seat === "number";
}

/** Show once more, move by move, what the others did since my last move. */
async function replay() {
  const upTo = live.moves;
  for (let number = trail.since; number < upTo; number++) {
    if (number > trail.since && lookingAt === null) return; // somebody wants to be back
    await look(number);
    await new Promise((resolve) => setTimeout(resolve, time(settings.pace === "slow" ? 1800 : 900)));
  }
  if (lookingAt !== null) now();
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
    if (closeFan() || closeBubble()) return;
    if (lookingAt !== null) now();
    else if (chooser.selected.length || pending || tool) letGo();
    else forms.close();
  } else if (event.key === "Enter" && pending && !target.closest("button, a, [data-id]")) send(pending.action);
  else if (event.key === "." && pace.goOn) pace.goOn();
  else if (event.key === "r" && canReplay()) replay();
  else if (event.key === "?") openHelp();
  else if (event.key === "l") openHelp("legend");
  else if (event.key === "u" && live.undo) undo();
  else if (event.key === "t" && live.choices?.length) typeMove(the("actions"), live.choices, play, refresh);
  else if (event.key === "+" || event.key === "=") view.pilot.press("in");
  else if (event.key === "-") view.pilot.press("out");
  else if (event.key === "0" || event.key === "z") view.pilot.press("fit");
  else if (/^[1-9]$/.test(event.key)) /** @type {HTMLElement | null} */ (the("actions").querySelector(`[data-key="${event.key}"]`))?.click();
  else return;
  event.preventDefault();
});

the("tags").after(...gameClock());
takeClock(live);
showReferee(live, toast);
show(live);
invitation(live.sitters ?? []);
greeting(live.sitters ?? [], sit);
document.documentElement.dataset.ready = "true";
