// Choosing: clicks, taps and tools become a selection, and a selection becomes an action; before it is made, what it would do.

import { aboutThing } from "./about.js";
import { closeBubble, explain } from "./bubble.js";
import { Chooser } from "./choose.js";
import { the } from "./dom.js";
import { closeFan, openFan } from "./fan.js";
import { covers } from "./forms.js";
import { live, main, table, url } from "./live.js";
import { ask } from "./net.js";
import { named, Pointer } from "./pointer.js";
import { say } from "./say.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Tool} Tool */

const AGAIN = 400; // milliseconds in which a second press at the same place is the rest of a double click

export class Choosing {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {import("./forms.js").Forms} forms
   * @param {(action: string) => void} play
   * @param {() => void} refresh
   */
  constructor(stage, forms, play, refresh) {
    this.stage = stage;
    this.forms = forms;
    this.play = play;
    this.refresh = refresh;
    this.chooser = new Chooser([]);
    /** Everything that can be chosen on the table, whatever tool is held. @type {Choice[]} */
    this.everything = [];
    /** The kind of action that somebody wants to do. @type {Tool | null} */
    this.tool = null;
    /** What is chosen and only waits for a yes. @type {Choice | null} */
    this.pending = null;
    /** A turn begins for somebody who has taken a tool: the camera may go there. */
    this.lookThere = () => {};
    /** Where and when a press made a move. */
    this.acted = { x: -99, y: -99, at: -Infinity };
    this.hovering = "";
    /** @type {Map<string, Promise<import("./types.js").Preview>>} */
    this.foreseen = new Map();
    this.pointer = new Pointer(stage, (id) => this.why(id));
    this.listen();
  }

  /** What can be chosen now. @param {Packet} packet @returns {boolean} whether anything can be done */
  begin(packet) {
    this.pending = null;
    this.hovering = ""; // an answer about the last decision comes too late
    const choices = live.lookingAt === null ? (packet.choices ?? []) : [];
    const asked = choices.length ? (packet.scene.forms ?? []) : [];
    this.everything = choices.filter(({ action }) => !asked.some((form) => covers(form, action)));
    this.forms.show(asked, new Set(choices.map(({ action }) => action)), !this.everything.length);
    this.hold(null);
    this.chooser.begin();
    return choices.length > 0;
  }

  /** Whether something is held that can be let go. */
  get busy() {
    return Boolean(this.pending || this.tool || this.chooser.selected.length);
  }

  /** What is held, and what is lit to be chosen. */
  lights() {
    const { chooser } = this;
    const chosen = new Set(chooser.selected);
    const none = new Set(/** @type {string[]} */ ([]));
    const next = chosen.size ? chooser.next : none;
    const firsts = chosen.size ? none : new Set([...chooser.firsts, ...this.forms.things(true)]);
    return { chosen, next, firsts, lit: chosen.size ? next : firsts, can: new Set([...chooser.known, ...this.forms.things(false)]) };
  }

  /** What is asked now: what to do with what is chosen, or the table's own question. @param {string} question */
  asking(question) {
    if (this.pending) return say("{action}?", { action: this.pending.words });
    // Which thing it is stands before the first comma; what else there is to say of it is in its tip.
    const { selected } = this.chooser;
    if (!selected.length && this.tool) return this.tool.question || say("{what}: choose a place.", { what: capital(this.tool.label) });
    if (!selected.length || live.lookingAt !== null) return question;
    const asked = questionOf(live.packet.questions ?? [], selected);
    if (asked) return capital(asked);
    const held = selected.map((id) => this.stage.things.get(id)?.item.label?.split(", ")[0]).filter(Boolean);
    return say("{what}: choose one of the lit things.", { what: capital(held.join(", ")) });
  }

  /** The choices that are buttons now. */
  buttons() {
    if (this.chooser.selected.length) return this.chooser.few();
    const elsewhere = new Set(Array.from(document.querySelectorAll("[data-action]"), (button) => button.getAttribute("data-action")));
    return this.chooser.buttons.filter(({ action }) => !elsewhere.has(action));
  }

  /** The red button is the normal move: there is nothing else to do, here or on the board. @param {Choice} choice */
  isNormal(choice) {
    const { chooser } = this;
    if (choice.aside) return false;
    if (chooser.selected.length) return chooser.few().length === 1 && !chooser.goesOn();
    return !chooser.paths.length && !this.forms.shown.length && chooser.choices.filter((one) => !one.aside).length === 1;
  }

  // -- tools and things ------------------------------------------------------------------------------------------------

  /** Hold a tool, or none: what can be chosen follows. @param {Tool | null} wanted */
  hold(wanted) {
    this.tool = wanted;
    this.chooser = new Chooser(wanted ? this.everything.filter(({ action }) => action.startsWith(wanted.starts)) : this.everything);
  }

  /** @param {Tool} tool whether anything can be done with it */
  isReady({ starts }) {
    return live.lookingAt === null && this.everything.some(({ action }) => action.startsWith(starts));
  }

  /** A tool is pressed: the one thing to do with it is done, of several one is chosen. @param {Tool} wanted */
  take(wanted) {
    if (live.sending) return;
    closeBubble();
    this.pending = null;
    if (!this.isReady(wanted)) {
      toast(wanted.missing || say("{what}: not possible now.", { what: capital(wanted.label) }));
      return;
    }
    const fitting = this.everything.filter(({ action }) => action.startsWith(wanted.starts));
    if (fitting.length === 1 && fitting[0].action === wanted.starts) {
      this.play(fitting[0].action);
      return;
    }
    this.hold(this.tool?.starts === wanted.starts ? null : wanted);
    this.refresh();
    if (this.tool) this.lookThere();
  }

  /** @param {string} id */
  choose(id) {
    if (live.sending) return;
    closeBubble();
    this.pending = null;
    if (this.tool && !this.chooser.known.has(id)) this.hold(null);
    const { chooser } = this;
    const goesOn = chooser.selected.includes(id) || (chooser.selected.length && chooser.next.has(id));
    if (live.lookingAt === null && !goesOn && !chooser.firsts.has(id) && this.forms.take(id)) {
      chooser.selected = [];
      this.refresh();
      return;
    }
    const selected = live.lookingAt === null ? chooser.with(id) : null;
    if (selected === null) {
      this.why(id);
      return;
    }
    const lit = chooser.selected.length ? chooser.next.has(id) || chooser.selected.includes(id) : chooser.firsts.has(id);
    if (lit) this.stage.camera.tapped = null; // a second tap here is a second choice, no double tap
    const decided = selected.length ? chooser.decided(selected) : null;
    chooser.selected = selected;
    if (decided) this.play(decided.action);
    else this.refresh();
  }

  letGo() {
    this.pending = null;
    if (this.tool) this.hold(null);
    this.chooser.selected = [];
    this.refresh();
  }

  /** @param {string} id */
  why(id) {
    const thing = this.stage.things.get(id);
    const held = live.lookingAt === null ? this.chooser.selected : [];
    if (thing) explain(table, live.packet.seat ?? null, thing.item, thing.element, held, this.tool?.starts ?? "", () => this.tell(id));
  }

  /** What a thing could do now. @param {string} id @returns {Promise<import("./types.js").AboutThing>} */
  async tell(id) {
    return main.dataset.about && live.lookingAt === null ? aboutThing(table, live.packet.seat ?? null, live.packet.seq, id) : {};
  }

  // -- pressing --------------------------------------------------------------------------------------------------------

  listen() {
    document.addEventListener("click", (event) => {
      const target = event.target;
      if (!(target instanceof Element) || target.closest("#bubble, dialog, #zoom, .edge, .fan")) return;
      const reach = event instanceof PointerEvent && event.pointerType === "touch" ? 24 : 8; // pixels: a finger wanders more than a mouse
      const { acted } = this;
      const twice = event.timeStamp - acted.at < AGAIN && Math.hypot(event.clientX - acted.x, event.clientY - acted.y) < reach;
      if (twice && event.detail) return; // keys have no place
      const before = live.sending;
      this.press(event, target);
      if (live.sending && !before) this.acted = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    });
    // Whatever the first tap of a double tap did is undone.
    this.stage.camera.twice = () => {
      closeBubble();
      const { selected, firsts } = this.chooser;
      if (selected.length === 1 && !firsts.has(selected[0])) this.letGo();
    };
    for (const name of /** @type {const} */ (["pointerover", "focusin"])) {
      document.addEventListener(name, (event) => this.hover(event.target));
    }
    for (const name of /** @type {const} */ (["pointerout", "focusout"])) {
      document.addEventListener(name, () => {
        this.hovering = "";
        this.stage.noPreview();
        the("prompt").textContent = the("prompt").dataset.text ?? "";
      });
    }
  }

  /** @param {MouseEvent} event @param {Element} target */
  press(event, target) {
    const action = target.closest("[data-action]")?.getAttribute("data-action");
    if (action) {
      this.play(action);
      return;
    }
    if (this.stage.camera.dragged) {
      this.stage.camera.dragged = false;
      return;
    }
    if (closeFan()) return;
    const crowd = this.apart(this.pointer.crowd(event, target));
    if (crowd.length === 1) {
      this.choose(crowd[0].id);
      return;
    }
    if (crowd.length) {
      const named = crowd.sort((a, b) => (a.label ?? a.id).localeCompare(b.label ?? b.id, undefined, { numeric: true })); // the same order every time
      openFan({ x: event.clientX, y: event.clientY }, named, (id) => this.choose(id));
      return;
    }
    const id = target.closest(".sea, [data-id]") ? this.pointer.hit(event) : null;
    if (id) this.choose(id);
    else if (target.closest(".sea")) {
      if (!closeBubble() && this.busy) this.letGo();
    } else closeBubble();
  }

  /** Of things that would come to the same only the first is left: nobody is asked for a difference that there is none. @param {import("./types.js").Item[]} items */
  apart(items) {
    /** @type {Map<string, import("./types.js").Item>} */
    const kinds = new Map();
    const held = live.lookingAt === null ? this.chooser.selected : [];
    // What is held lies on where it could go: it is let go by its button, not by a question.
    const others = items.filter(({ id }) => !held.includes(id));
    for (const item of others.length ? others : items) {
      const meaning = live.lookingAt === null ? this.chooser.meaning(item.id) : item.id;
      if (!kinds.has(meaning)) kinds.set(meaning, item);
    }
    return [...kinds.values()];
  }

  // -- before it is done -----------------------------------------------------------------------------------------------

  /** Before something is done: what it would be. @param {EventTarget | null} target */
  hover(target) {
    const id = named(target);
    const { chooser } = this;
    if (!id || live.sending || this.pending || !chooser.selected.length || chooser.selected.includes(id)) return;
    const selected = chooser.with(id);
    if (!selected || selected.length <= chooser.selected.length) return;
    const decided = chooser.decided(selected);
    this.stage.preview(chooser.selected[0], id);
    this.stage.ask(id);
    if (!decided) return;
    the("prompt").textContent = decided.words;
    this.foresee(decided.action);
  }

  /** Ask what an action would do, and show it while the pointer rests there. @param {string} action */
  async foresee(action) {
    this.hovering = action;
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (this.hovering !== action) return;
    const { seq, seat } = live.packet;
    const key = `${seq} ${seat} ${action}`;
    let found = this.foreseen.get(key);
    if (!found) {
      found = ask(`${url}/preview?action=${encodeURIComponent(action)}&eyes=${seat}`).catch(() => ({}));
      this.foreseen.set(key, found);
      if (this.foreseen.size > 200) this.foreseen.delete(/** @type {string} */ (this.foreseen.keys().next().value));
    }
    const preview = await found;
    if (this.hovering !== action || live.sending) return;
    this.stage.foresee(preview);
    if (preview.lines?.length) the("prompt").textContent = preview.lines.join(" ");
  }
}

/**
 * The game's own question for what is chosen: the one that knows most of it, of two such the one about what was chosen first.
 * @param {import("./types.js").ChoiceQuestion[]} questions
 * @param {string[]} selected
 */
export function questionOf(questions, selected) {
  let best = "";
  let most = [0, 0];
  for (const { text, chosen } of questions) {
    for (const things of chosen) {
      const places = things.map((id) => selected.indexOf(id));
      if (places.includes(-1)) continue;
      const worth = [things.length, -Math.min(...places)];
      if (!best || worth[0] > most[0] || (worth[0] === most[0] && worth[1] > most[1])) [best, most] = [text, worth];
    }
  }
  return best;
}

/** A sentence begins with a capital, unless the name of a field begins it. @param {string} words */
function capital(words) {
  if (/^\p{L}+\d/u.test(words)) return words;
  return words.charAt(0).toLocaleUpperCase(document.documentElement.lang) + words.slice(1);
}
