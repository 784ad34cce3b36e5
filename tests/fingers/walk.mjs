// The client's own choosing, without a browser: a packet comes in on each line; every legal action is chosen by every path that
// the page offers, and what is wrong goes out, with the notations that its forms made.
//
//   node walk.mjs SCRIPTS      the folder with choosing.js

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { page, Part, Touch } from "./page.mjs";

const scripts = pathToFileURL(`${process.argv[2]}/`).href;
const { Choosing } = await import(`${scripts}choosing.js`);
const { covers, Forms } = await import(`${scripts}forms.js`);
const { closeFan } = await import(`${scripts}fan.js`);
const { live } = await import(`${scripts}live.js`);

const FIELD = 46; // pixels of a field of 64 units when the camera has come close enough for a finger
const DRAWN = 27; // units from the middle of a field to the edge of what is drawn on it
const TAPS = 40; // places of one position on which a finger is tried
const DRAFTS = 6; // random ways to fill in a form, of each position

/** The same numbers for the same position. @param {number} seed */
function dice(seed) {
  let at = seed | 1;
  return (/** @type {number} */ sides) => {
    at ^= at << 13;
    at ^= at >>> 17;
    at ^= at << 5;
    return (at >>> 0) % sides;
  };
}

/** @type {string | null} */
let played = null;
const stage = {
  things: new Map(),
  camera: { tapped: null, dragged: false, isClose: true, scale: FIELD / 64 },
  preview() {},
  ask() {},
  noPreview() {},
  foresee() {},
};
const frame = new Part("div");
frame.setAttribute("class", "frame");
frame.isBoard = true;
page.getElementById("main").append(frame);
const forms = new Forms(page.getElementById("forms"), (action) => (played = action), () => {});
const choosing = new Choosing(stage, forms, (action) => (played = action), () => {});

/** Lay the scene out as a phone shows it, close. */
function lay(packet) {
  stage.things = new Map();
  frame.replaceChildren();
  const panels = (packet.scene.panels ?? []).flatMap(({ rows = [] }) => rows.flat());
  page.querySelectorAll("[data-action]").forEach((one) => one.remove());
  for (const { action } of panels) {
    if (!action) continue;
    const button = new Part("button");
    button.setAttribute("data-action", action);
    page.body.append(button);
  }
  for (const item of packet.scene.items) {
    const zone = item.zone ?? "board";
    const element = new Part(zone === "board" ? "g" : "button");
    element.setAttribute("data-id", item.id);
    if (zone === "board") {
      element.place = [((item.x ?? 0) * FIELD) / 64, ((item.y ?? 0) * FIELD) / 64, (DRAWN * (item.size ?? 1) * FIELD) / 64];
      frame.append(element);
    }
    stage.things.set(item.id, { item, element, zone, key: "" });
  }
  const stacked = [...stage.things.values()].filter(({ zone }) => zone === "board").map((thing, number) => ({ ...thing, number }));
  stacked.sort((a, b) => (b.item.layer ?? 1) - (a.item.layer ?? 1) || b.number - a.number);
  page.elementsFromPoint = (x, y) => stacked.filter(({ element: { place } }) => Math.hypot(place[0] - x, place[1] - y) <= place[2]).map(({ element }) => element);
}

function light() {
  const { chosen, next, firsts, can } = choosing.lights();
  for (const [id, { element }] of stage.things) {
    element.classList.toggle("first", firsts.has(id) && !chosen.has(id));
    element.classList.toggle("target", next.has(id) && !chosen.has(id));
    element.classList.toggle("chosen", chosen.has(id));
    element.classList.toggle("can", can.has(id) || chosen.has(id));
  }
}

/** What a choice of one more thing leads to: an action, what can still be done, or that it is let go. */
function meaning(id) {
  const { chooser } = choosing;
  const selected = chooser.with(id);
  if (!selected) return "nothing";
  if (selected.length < chooser.selected.length) return "let go";
  const decided = chooser.decided(selected);
  return decided ? `plays ${decided.action}` : [...new Set(chooser.fitting(selected).map(({ choice }) => choice.action))].sort().join("\n");
}

class Walk {
  constructor(packet) {
    this.packet = packet;
    /** @type {Map<string, string>} */
    this.faults = new Map();
    this.reached = new Set();
    this.visited = new Set();
    this.made = new Set();
    this.presses = 0;
    this.random = dice(packet.seed);
  }

  /** The first of each kind tells the most. */
  fault(kind, text) {
    if (!this.faults.has(kind)) this.faults.set(kind, text);
  }

  label(id) {
    return stage.things.get(id)?.item.label ?? "";
  }

  begin() {
    live.packet = this.packet;
    live.lookingAt = null;
    live.sending = false;
    choosing.begin(this.packet);
    this.selected = [...choosing.chooser.selected];
    played = null;
  }

  /** Nothing is chosen, as at the beginning; with a tool in hand, if one is wanted. */
  again(tool = null) {
    choosing.pending = null;
    played = null;
    if (choosing.tool !== tool) {
      choosing.hold(null);
      if (tool) choosing.take(tool);
    }
    choosing.chooser.selected = tool ? [] : [...this.selected];
  }

  run() {
    lay(this.packet);
    this.begin();
    for (const choice of this.packet.choices) if (!choice.words.trim()) this.fault("unlabelled", `${choice.action} has no words`);
    const asked = this.packet.scene.forms ?? [];
    const { everything } = choosing;
    this.look();
    for (const choice of everything) {
      for (const path of (choice.paths ?? []).filter((one) => one.length)) {
        this.walk(choice, path, null);
        if (path.length > 1) this.walk(choice, [...path].reverse(), null, true);
      }
      if (!choice.paths?.every((path) => path.length) || !choice.paths.length) this.button(choice);
    }
    this.tools(everything);
    for (const choice of this.packet.choices) if (asked.some((form) => covers(form, choice.action))) this.fill(choice);
    for (const form of asked) for (let draft = 0; draft < DRAFTS; draft++) this.draft(form.id);
    for (const { action, words } of this.packet.choices) if (!this.reached.has(action)) this.fault("unreachable", `${action} (${words}) cannot be done by what the page offers`);
    return { faults: Object.fromEntries(this.faults), made: [...this.made], presses: this.presses };
  }

  /** Take the things of a path one after the other, as they are lit; at its end the action is done or is a button. */
  walk(choice, path, tool, turned = false) {
    this.again(tool);
    for (const id of path) {
      const { chosen, lit } = choosing.lights();
      if (chosen.has(id)) continue;
      if (!stage.things.has(id)) return this.fault("absent", `${choice.action} needs ${id}, which is not on the table`);
      if (!lit.has(id)) {
        if (!turned) this.fault("unlit", `${choice.action}: ${this.label(id) || id} is not lit after ${[...chosen].join(", ") || "nothing"}`);
        return;
      }
      if (!this.label(id)) this.fault("unlabelled", `${id} is to be chosen and has no label`);
      this.presses++;
      choosing.choose(id);
      if (played !== null) break;
      this.look(tool);
    }
    if (played === null) {
      const shown = choosing.buttons().find(({ action }) => action === choice.action);
      if (!shown) return this.fault("no end", `${choice.action}: chosen are ${path.join(", ")}, and no button does it`);
      played = choice.action;
    }
    if (played === choice.action) this.reached.add(played);
    else this.fault("another action", `${path.join(", ")} stand for ${choice.action} and do ${played}`);
  }

  button(choice) {
    this.again();
    const elsewhere = page.querySelectorAll("[data-action]").some((one) => one.getAttribute("data-action") === choice.action);
    if (elsewhere || choosing.buttons().some(({ action }) => action === choice.action)) this.reached.add(choice.action);
  }

  /** Each tool does its one thing, or leads to each of several. */
  tools(everything) {
    for (const tool of this.packet.scene.tools ?? []) {
      if (!tool.label) this.fault("unlabelled", `the tool ${tool.starts} has no label`);
      const fitting = everything.filter(({ action }) => action.startsWith(tool.starts));
      if (!fitting.length) continue;
      for (const choice of fitting) {
        for (const path of (choice.paths ?? []).filter((one) => one.length)) if (fitting.length > 1 || choice.action !== tool.starts) this.walk(choice, path, tool);
      }
    }
  }

  /** A state of choosing that was not met before: its buttons differ, and no finger is asked between things that are the same. */
  look(tool = null) {
    const key = `${tool?.starts}|${[...choosing.chooser.selected].sort().join()}`;
    if (this.visited.has(key)) return;
    this.visited.add(key);
    const { chosen, lit } = choosing.lights();
    const buttons = choosing.buttons();
    const words = buttons.map((choice) => choice.words);
    const twice = words.find((text, number) => words.indexOf(text) !== number);
    if (twice) this.fault("same words", `two buttons say “${twice}”`);
    if (chosen.size && !lit.size && !buttons.length) this.fault("dead end", `after ${[...chosen].join(", ")} there is nothing to press`);
    const question = choosing.asking(this.packet.scene.prompt ?? "?");
    if (!question.trim()) this.fault("no question", `nothing is asked after ${[...chosen].join(", ") || "nothing"}`);
    if (this.visited.size < TAPS) this.tap(lit);
  }

  /** A finger comes down on each thing that is lit. */
  tap(lit) {
    light();
    const places = new Set();
    for (const id of lit) {
      const thing = stage.things.get(id);
      if (!thing || thing.zone !== "board" || places.has(`${thing.element.place}`) || places.size > TAPS) continue;
      places.add(`${thing.element.place}`);
      const [x, y] = thing.element.place;
      const target = page.elementsFromPoint(x, y)[0] ?? thing.element;
      const held = [...choosing.chooser.selected];
      const wanted = meaning(id);
      choosing.press(new Touch(x, y, target), target);
      const crowd = page.querySelectorAll(".fan button").map((one) => one.getAttribute("data-thing"));
      const came = played === null ? choosing.chooser.selected : null;
      const isTaken = came ? held.length < came.length && came.includes(id) : `plays ${played}` === wanted;
      closeFan();
      [choosing.chooser.selected, choosing.pending, played] = [held, null, null];
      const means = crowd.map(meaning);
      const same = means.findIndex((one, number) => one !== "nothing" && means.indexOf(one) !== number);
      if (same >= 0) {
        const first = crowd[means.indexOf(means[same])];
        this.fault("same move", `a finger on ${this.label(id)} is asked “${this.label(first)}” or “${this.label(crowd[same])}”, which are the same`);
      }
      const gets = crowd.length ? means.includes(wanted) : isTaken || this.means(held, came, wanted);
      if (!gets) this.fault("under", `a finger on ${this.label(id)} (${id}) gets ${crowd.join(" or ") || came?.join(", ") || "something else"}`);
      for (const one of crowd) if (!this.label(one)) this.fault("unlabelled", `a finger is asked about ${one}, which has no label`);
    }
  }

  /** Whether another thing was taken that comes to the same. */
  means(held, came, wanted) {
    const more = came?.filter((id) => !held.includes(id)) ?? [];
    return more.length === 1 && meaning(more[0]) === wanted;
  }

  /** Put an action together in its form, by pressing. */
  fill(choice) {
    this.begin();
    for (const shown of forms.shown) {
      for (const [number, { template }] of shown.form.submits.entries()) {
        const wanted = readBack(shown.form, template, choice.action);
        if (!wanted) continue;
        forms.close();
        this.clear(shown);
        if (!this.count(shown, wanted)) continue;
        this.submit(shown, number);
        if (played === choice.action) this.reached.add(played);
        else if (played !== null) this.fault("another action", `${shown.form.title}: ${JSON.stringify(wanted)} should be ${choice.action} and is ${played}`);
        if (this.reached.has(choice.action)) return;
      }
    }
    if (!this.reached.has(choice.action)) this.fault("form", `${choice.action} (${choice.words}) cannot be made in its form`);
  }

  /** Nothing is left of what was put together before. */
  clear({ draft }) {
    for (const counts of Object.values(draft)) for (const letter of Object.keys(counts)) counts[letter] = 0;
  }

  /** Press every part as often as it is wanted. @returns {boolean} whether all of them could be pressed */
  count({ form, box, refresh }, wanted) {
    refresh();
    const slots = box.querySelectorAll("fieldset");
    for (const [place, slot] of form.slots.entries()) {
      const presses = slots[place].querySelectorAll(".part-face, .part-toggle");
      for (const [at, part] of slot.parts.entries()) {
        if (!part.label) this.fault("unlabelled", `${part.letter} of the form ${form.title} has no label`);
        for (let again = wanted[slot.key]?.[part.letter] ?? 0; again > 0; again--) {
          this.presses++;
          if (!presses[at].click()) return false;
        }
      }
    }
    return true;
  }

  submit({ box }, number) {
    played = null;
    box.querySelectorAll(".form-end button").filter((one) => !one.classList.contains("form-back"))[number].click();
  }

  /** Anything that a form lets a finger send must be allowed: the table is asked. */
  draft(id) {
    this.begin();
    const shown = forms.shown.find(({ form }) => form.id === id);
    if (!shown) return;
    this.clear(shown);
    shown.refresh();
    for (let press = this.random(9); press >= 0; press--) {
      const buttons = shown.box.querySelectorAll(".part-face, .part-toggle").filter((one) => !one.disabled);
      if (buttons.length) buttons[this.random(buttons.length)].click();
    }
    for (const number of shown.form.submits.keys()) {
      this.submit(shown, number);
      if (played !== null) this.made.add(played);
    }
  }
}

/** What must be counted in each slot so that the form makes this action; null: another template makes it. */
function readBack(form, template, action) {
  const keys = [];
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = template.split(/(\{\w+\})/).map((part) => {
    const slot = form.slots.find(({ key }) => part === `{${key}}`);
    if (!slot) return part.startsWith("{") ? "" : escaped(part);
    keys.push(slot);
    const one = slot.parts.map(({ letter }) => escaped(letter)).join("|");
    return `(?:${escaped(slot.before ?? form.optional ?? "")})?((?:(?:${one})${escaped(slot.separator ?? "")}?)*)`;
  }).join("");
  const found = new RegExp(`^${pattern}$`).exec(action);
  if (!found) return null;
  return Object.fromEntries(keys.map((slot, number) => {
    const letters = slot.separator ? found[number + 1].split(slot.separator) : [...found[number + 1]];
    const counts = {};
    for (const letter of letters.filter(Boolean)) counts[letter] = (counts[letter] ?? 0) + 1;
    return [slot.key, counts];
  }));
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(new Walk(JSON.parse(line)).run()));
}
