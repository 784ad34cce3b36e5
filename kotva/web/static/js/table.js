// A live table: packets come in, choices go out. What can be chosen is in choosing.js, moves go out by acting.js, past.js looks back.

import { Acting } from "./acting.js";
import { Asks, canTakeBack } from "./asks.js";
import { closeBubble } from "./bubble.js";
import { Row } from "./buttons.js";
import { Choosing } from "./choosing.js";
import { doubtClock, gameClock, takeClock } from "./clocks.js";
import { h, letter, the } from "./dom.js";
import { closeFan } from "./fan.js";
import { Forms } from "./forms.js";
import { closeTable, cover } from "./handover.js";
import { helpSheet } from "./help.js";
import { invitation } from "./invite.js";
import { Keys } from "./keys.js";
import { eyesQuery, live, main, table, url } from "./live.js";
import { time } from "./motion.js";
import { Link } from "./net.js";
import { Pace } from "./pace.js";
import { Past } from "./past.js";
import { showReferee } from "./referee.js";
import { asked } from "./rematch.js";
import { say } from "./say.js";
import { settings, settingsSheet } from "./settings.js";
import { sound } from "./sound.js";
import { Statistics } from "./statistics.js";
import { toast } from "./toast.js";
import { Tools } from "./tools.js";
import { Trail } from "./trail.js";
import { Turn } from "./turn.js";
import { typeMove } from "./typed.js";
import { View } from "./view.js";
import { welcome } from "./welcome.js";

/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").Choice} Choice */

const HANDOVER = 900; // milliseconds in which the player that moved may look at the move before the screen is covered

const view = new View((number) => past.look(number), (seat) => acting.sit(seat, false));
const stage = view.stage;
const forms = new Forms(the("forms"), play, refresh);
const choosing = new Choosing(stage, forms, play, refresh);
const keys = new Keys(stage, (id) => choosing.choose(id), (id) => choosing.why(id));
const row = new Row(the("actions"));
const trail = new Trail(stage);
const past = new Past(view, trail, decide);
const asks = new Asks((packet) => heard(packet));
/** Talk, once there is somebody to talk with: a table alone against bots does not load it. @type {Promise<import("./talk.js").Talk> | null} */
let talk = null;
/** @type {import("./types.js").Talk[]} */
const untold = []; // what came before it was there
const turn = new Turn(() => past.now());
const tools = new Tools(the("strips"), (tool) => choosing.take(tool));
const statistics = main.dataset.statistics ? new Statistics(() => `${url}/statistics?${eyesQuery()}#${live.packet.seq}`) : null;
const openHelp = helpSheet(main.dataset.game ?? "");
const tour = welcome(main.dataset.game ?? "");
const pace = new Pace(show, whose, actions);
const acting = new Acting(() => link, heard, (again) => {
  if (again) {
    decide(live.packet);
    return;
  }
  row.movedOn(true); // buttons hear from now on, so the second press of a double click still is one
  refresh();
});
settingsSheet(() => {
  if (settings.pace !== "step") pace.goOn?.();
  refresh();
});
choosing.lookThere = lookThere;
if (main.dataset.about) view.teller = (id) => choosing.tell(id);

// -- showing ---------------------------------------------------------------------------------------------------------

/** @param {Packet} packet */
function show(packet) {
  const before = live.packet;
  const same = packet.seq === before.seq && packet.seat === before.seat && packet.handover === before.handover && !stage.first;
  const byMe = live.sentAt >= 0 && packet.seq > live.sentAt;
  const grown = packet.seq > before.seq;
  live.packet = packet;
  main.dataset.shown = String(packet.seq);
  view.log.take(packet.log ?? [], packet.log_from ?? 0);
  people();
  if (byMe) live.sentAt = -1;
  if (grown) asks.movedOn();
  turn.take(packet, byMe);
  if (live.lookingAt !== null) return 0;
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
  const wait = byMe && typeof packet.handover === "number" ? time(motion) + HANDOVER : 0;
  if (wait) setTimeout(() => live.packet === packet && cover(packet, hold), wait);
  else cover(packet, hold);
  return motion;
}

/** Seats were taken or left. */
function people() {
  invitation((seat) => acting.sit(seat, true));
  const sitters = live.packet.sitters ?? [];
  const alone = sitters.some(({ kind }) => kind === "me") && !sitters.some(({ kind }) => kind === "person" || kind === "open");
  if (talk || !alone) loadTalk();
  asks.people(live.packet);
}

/** The talk, up to date. Where it cannot be loaded, the next line or the next person tries again. */
function loadTalk() {
  talk ??= import("./talk.js").then(({ Talk }) => new Talk(view, (line, mine) => {
    asked(line, mine);
    asks.take(line, mine);
  }));
  talk.then((loaded) => {
    for (const message of untold.splice(0)) loaded.take(message);
    loaded.people(live.packet);
  }, () => (talk = null));
}

/** @param {Packet} packet @returns {"old" | "mine" | "others"} */
function whose(packet) {
  if (packet.seq < live.packet.seq) return "old";
  return packet.seq > live.packet.seq && live.sentAt < 0 && live.lookingAt === null && !stage.first ? "others" : "mine";
}

/** The right person has the screen. @param {number} seat */
function hold(seat) {
  link.look(seat);
}

/** What this person can do now. @param {Packet} packet */
function decide(packet) {
  const mine = choosing.begin(live.done ? { ...packet, choices: [], questions: [] } : packet);
  main.classList.toggle("my-turn", mine);
  // Others who choose at the same time change the table, and not what I have to decide: a hint for it stays.
  const played = view.log.entries.filter(({ actor }) => actor === packet.seat).length;
  const decision = mine ? JSON.stringify([played, packet.scene.prompt, (packet.choices ?? []).map(({ action }) => action)]) : "";
  if (main.dataset.decision !== decision) main.dataset.decision = decision;
  const now = the("now");
  const onBoard = choosing.chooser.paths.length > 0;
  now.classList.toggle("may-cancel", onBoard);
  refresh();
  lookThere();
}

/** A turn begins: the camera goes to what can be chosen. While one chooses it stays. */
function lookThere() {
  const { chosen, lit } = choosing.lights();
  view.news.fit(); // the board has its size before anybody asks whether its fields are small
  view.pilot.wanted(lit, chosen, true);
}

/** The table's own question. @param {Packet} packet */
function question(packet) {
  if (live.done) return say("The goal is reached.");
  if (packet.over) return `${packet.over.text} ${winners(packet)}`;
  const free = packet.actors?.length ? packet.actors.every((seat) => packet.sitters?.[seat]?.kind === "open") : false;
  if (free) return say("The game waits until somebody takes the free seat {letter}.", { letter: letter(packet.actors?.[0] ?? 0) });
  if (packet.scene.prompt) return packet.scene.prompt;
  const names = (packet.actors ?? []).map((seat) => packet.sitters?.[seat]?.name ?? "");
  return packet.choices?.length ? say("It is your turn.") : say("{names} to move.", { names: names.join(", ") });
}

/** @param {Packet} packet */
function winners(packet) {
  if (packet.over?.drawn) return say("A draw: nobody has won.");
  const names = (packet.over?.winners ?? []).map((seat) => packet.sitters?.[seat]?.name ?? "");
  if (!names.length) return "";
  return names.length === 1 ? say("{name} wins.", { name: names[0] }) : say("Shared first place: {names}.", { names: names.join(", ") });
}

/** @param {string} text */
function prompt(text) {
  const place = the("prompt");
  if (place.textContent !== text) place.textContent = text; // what something would do was said there
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  the("live").textContent = text;
}

/** Lights and buttons for the present selection. */
function refresh() {
  const { chosen, next, firsts, lit, can } = choosing.lights();
  stage.light({ firsts, targets: next, chosen, can });
  view.pilot.wanted(lit, chosen, false);
  stage.noPreview();
  the("now").classList.toggle("holding", choosing.busy);
  prompt(choosing.asking(question(live.packet)));
  tools.show(live.packet.scene.tools ?? [], (tool) => choosing.isReady(tool), choosing.tool);
  keys.refresh();
  actions();
}

/** How much smaller question and buttons are written. */
const FITS = ["", "tight", "tighter", "least"];

/** The question and the buttons have a place that never grows: where they do not fit, they are written smaller. */
function fitNow() {
  const now = the("now");
  const parts = [the("prompt"), the("actions"), now];
  const buttons = /** @type {HTMLElement[]} */ ([...the("actions").querySelectorAll("button")]);
  for (const button of buttons) button.classList.remove("crowded", "broad");
  const [question, place] = parts;
  place.classList.remove("wraps");
  const isWhole = (/** @type {HTMLElement} */ part) => part.scrollHeight <= part.clientHeight + 1;
  for (const row of ["", "even", "high", ""]) { // small and side by side, below a short question higher, rather than in a row that scrolls
    now.dataset.row = row;
    for (const fit of FITS) {
      now.dataset.fit = now.dataset.ask = fit;
      if (parts.every(isWhole)) break;
    }
    if (place.scrollWidth <= place.clientWidth + 1 && isWhole(place) && !buttons.some(isCut) && (!row || isWhole(question))) break;
  }
  for (const size of ["crowded", "broad"]) {
    for (const button of buttons.filter(isCut)) button.classList.add(size);
  }
  const [back, last] = buttons.slice(-2);
  place.classList.toggle("wraps", Boolean(last?.matches(".quiet")) && back.matches(".quiet") && back.offsetTop < last.offsetTop);
  const least = now.dataset.fit ?? "";
  for (const ask of FITS.slice(0, FITS.indexOf(least) + 1)) { // it is only for long words of the question that these are small
    now.dataset.ask = ask;
    if (isWhole(question) && isWhole(now)) break;
  }
}

/** Whether the words of a button are higher or broader than the button. @param {HTMLElement} button */
function isCut(button) {
  const words = document.createRange();
  words.selectNodeContents(button);
  const { height, width } = words.getBoundingClientRect();
  return height > button.clientHeight || width > button.clientWidth;
}

function actions() {
  /** @type {import("./buttons.js").Button[]} */
  const buttons = [];
  /** Such as to propose an end: hardly ever wanted, so it is not the first. @type {import("./buttons.js").Button[]} */
  const aside = [];
  const { pending } = choosing;
  if (pace.goOn) buttons.push({ text: say("Next move"), look: "primary", act: pace.goOn, key: ".", keep: true });
  else if (pending) buttons.push({ text: say("Yes, do it"), look: "primary", act: () => acting.send(pending.action), key: "Enter", keep: true });
  else choosing.buttons().forEach((choice, number) => (choice.aside ? aside : buttons).push(actionButton(choice, number)));
  if (choosing.busy) buttons.push({ text: say("Cancel"), look: "quiet", act: () => choosing.letGo(), key: "Esc", keep: true });
  if (canReplay() && !choosing.busy) buttons.push({ text: say("What happened?"), look: "quiet again", act: () => past.replay(), key: "r", keep: true });
  buttons.push(...aside);
  if (tour.ready && !choosing.busy && !hasPlayed() && !live.packet.over) buttons.push({ text: say("New to this game?"), look: "quiet tour", act: tour.open, keep: true });
  // The way back is the last: it has its corner, whatever else there is.
  if (live.packet.undo && live.lookingAt === null && !document.getElementById("lesson")) buttons.push({ text: say("Undo"), look: "quiet", act: () => acting.send(null), key: "u", keep: true, back: true });
  else if (canTakeBack(live.packet, main.classList.contains("my-turn")) && hasPlayed() && live.lookingAt === null && !choosing.busy) buttons.push({ text: say("Take my turn back"), look: "quiet again", act: () => asks.takeBack(), key: "u", keep: true, back: true });
  row.show(buttons, ...(live.packet.over && live.lookingAt === null ? endButtons() : []));
  the("now").classList.toggle("waiting", !main.classList.contains("my-turn") && !live.packet.over);
  fitNow();
}

/** Whether I have decided anything yet. */
function hasPlayed() {
  return view.log.entries.some(({ actor }) => actor === live.packet.seat);
}

function canReplay() {
  return !pace.goOn && past.canReplay;
}

/** @param {Choice} choice @param {number} number @returns {import("./buttons.js").Button} */
function actionButton(choice, number) {
  const look = choice.aside ? "quiet" : choosing.isNormal(choice) ? "primary" : "";
  return { text: choice.words, look, act: () => play(choice.action), key: number < 9 ? String(number + 1) : "" };
}

function endButtons() {
  const again = h("form", { method: "post", action: `/table/${table}/again` }, h("button", { class: "primary" }, say("Play again")));
  const link = (/** @type {string} */ to, /** @type {string} */ words) => h("a", { class: "button", href: `/${to}/${table}` }, words);
  return [again, link("result", say("Result")), link("review", say("Review the game")), link("replay", say("Watch the replay"))];
}

/** One action by the rules, my whole turn alone against bots, or with the consent of the others; or it is said why not. @param {boolean} undo */
function takeBack(undo) {
  if (live.packet.over) toast(say("The game is over: nothing can be taken back."));
  else if (typeof live.packet.seat !== "number") toast(say("You are watching; only players can do something here."));
  else if (undo) acting.send(null);
  else if (!hasPlayed()) toast(say("You have not decided anything yet: there is nothing to take back."));
  else asks.takeBack();
}

/** Make a move, or ask first where a person wants to be asked. @param {string} action */
function play(action) {
  const { choices = [] } = live.packet;
  const choice = choices.find((one) => one.action === action);
  if (settings.confirm && choice && choosing.pending?.action !== action && choices.length > 1) {
    choosing.pending = choice;
    refresh();
    choosing.foresee(action);
    return undefined;
  }
  return acting.send(action);
}

// -- hearing ---------------------------------------------------------------------------------------------------------

/** @param {Packet} packet */
function heard(packet) {
  takeClock(packet); // moves are shown one after another, but time is what it is now
  showReferee(packet, toast);
  pace.take(packet);
}

/** What comes over the socket. @param {import("./net.js").PageMessage} message */
function told(message) {
  switch (message.type) {
    case "packet":
      heard(message);
      break;
    case "presence":
      live.packet = { ...live.packet, sitters: message.sitters };
      view.showPeople(live.packet);
      people();
      break;
    case "talk":
      untold.push(message);
      if (talk || message.lines.length) loadTalk();
      break;
    case "notice":
      toast(message.text);
      break;
    case "gone":
      link.leave();
      closeTable(message.text);
      break;
    default: // a kind of message without a case does not type-check
      /** @satisfies {never} */ (message);
  }
}

const link = new Link(table, told, (state) => {
  if (state === "lost") doubtClock();
  const place = the("link-state");
  place.hidden = state === "open";
  place.textContent = state === "open" ? "" : say("connection lost, trying again…");
  main.classList.toggle("offline", state !== "open");
}, live.packet);

// -- keys ------------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("input, select, textarea, dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const { choices = [], undo } = live.packet;
  if (event.key === "Escape") {
    if (closeFan() || closeBubble()) return;
    if (live.lookingAt !== null) past.now();
    else if (choosing.busy) choosing.letGo();
    else forms.close();
  } else if (event.key === "Enter" && choosing.pending && !target.closest("button, a, [data-id]")) acting.send(choosing.pending.action);
  else if (event.key === "." && pace.goOn) pace.goOn();
  else if (event.key === "r" && canReplay()) past.replay();
  else if (event.key === "?") openHelp();
  else if (event.key === "l") openHelp("legend");
  else if (event.key === "u") takeBack(undo === true);
  else if (event.key === "t" && choices.length) typeMove(the("actions"), choices, play, refresh);
  else if (event.key === "+" || event.key === "=") view.pilot.press("in");
  else if (event.key === "-") view.pilot.press("out");
  else if (event.key === "0" || event.key === "z") view.pilot.press("fit");
  else if (/^[1-9]$/.test(event.key)) /** @type {HTMLElement | null} */ (the("actions").querySelector(`[data-key="${event.key}"]`))?.click();
  else return;
  event.preventDefault();
});

// A lesson whose goal is reached asks for no more moves; taken back, it does again.
document.addEventListener("kotva:lesson", (event) => {
  const { detail } = /** @type {CustomEvent<boolean>} */ (event);
  if (live.done === detail) return;
  live.done = detail;
  decide(live.packet);
});

new ResizeObserver(fitNow).observe(the("now"));
new MutationObserver(fitNow).observe(the("prompt"), { childList: true }); // what resting on a thing would do is said there, too
the("asides").append(...gameClock());
takeClock(live.packet);
showReferee(live.packet, toast);
show(live.packet);
document.documentElement.dataset.ready = "true";
