// Talk: lines between the moves of the log, a box to write in, ready phrases; one person or all can be muted, a line reported.

import { told } from "./asks.js";
import { pressable } from "./buttons.js";
import { glyph, h, s } from "./dom.js";
import { main, url } from "./live.js";
import { ask, insist, newKey, Refused } from "./net.js";
import { say } from "./say.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").TalkLine} Line */
/** @typedef {import("./types.js").Packet} Packet */

const LONGEST = 300; // characters
const GLANCE = 5000; // milliseconds for which a line shows over the board
const MUTED = `kotva-muted-${main.dataset.table}`;
const SILENT = "kotva-talk-silent";

/** What phrases are in the reader's language. @type {() => Record<string, string>} */
const phrases = () => ({
  hello: say("Hello!"),
  luck: say("Good luck, have fun!"),
  nice: say("Nice move!"),
  thanks: say("Thank you!"),
  sorry: say("Sorry!"),
  moment: say("One moment, please."),
  think: say("I have to think about this."),
  game: say("Good game!"),
  bye: say("I have to go. Goodbye!"),
});

export class Talk {
  /**
   * @param {import("./view.js").View} view
   * @param {(line: Line, mine: boolean) => void} asked a line that asks something
   */
  constructor(view, asked) {
    this.log = view.log;
    this.tab = view.sideButton;
    this.asked = asked;
    /** @type {Map<number, {line: Line, row: HTMLElement}>} */
    this.lines = new Map();
    /** @type {Set<string>} */
    this.muted = new Set(kept(MUTED, []));
    this.silent = kept(SILENT, false) === true;
    this.me = "";
    this.unread = 0;
    this.first = true;
    this.voice = h("div", { class: "sr", "aria-live": "polite" });
    document.body.append(this.voice);
    // For the eyes alone: `voice` says it, and the button of the log leads there by the keyboard.
    this.glance = h("div", { class: "talk-peek", "aria-hidden": "true", hidden: true });
    this.glance.addEventListener("click", () => this.isOpen || this.tab.click());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.glanced = undefined;
    document.body.append(this.glance);
    this.input = h("input", { maxlength: LONGEST, autocomplete: "off", "aria-label": say("Say something"), enterkeyhint: "send" });
    this.silence = pressable(say("Mute everybody"), "quiet", () => this.setSilent(true));
    this.unmute = pressable("", "quiet", () => {
      this.muted.clear();
      keep(MUTED, []);
      this.setSilent(false);
    });
    this.unmute.hidden = true;
    this.box = this.makeBox();
    this.log.list.after(this.box);
    this.log.placed = () => this.place();
    this.tab.addEventListener("click", () => this.seen());
    document.addEventListener("keydown", (event) => {
      const { target } = event;
      if (event.key !== "c" || this.box.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.closest("input, select, textarea, dialog[open]")) return;
      event.preventDefault();
      if (!this.isOpen) this.tab.click();
      this.input.focus();
    });
  }

  /** Whether the log, and the talk with it, is on the screen. */
  get isOpen() {
    return this.log.list.offsetParent !== null;
  }

  /** The box is there where somebody could read what is written. @param {Packet} packet */
  people(packet) {
    const sitters = packet.sitters ?? [];
    const others = sitters.some(({ kind }) => kind === "person" || kind === "open");
    const plays = sitters.some(({ kind }) => kind === "me");
    this.box.hidden = main.dataset.talk !== "1" || !(others || !plays || this.lines.size);
    this.input.placeholder = plays ? say("Say something") : say("To other spectators");
  }

  /** @param {import("./types.js").Talk} message */
  take(message) {
    this.me = message.me ?? this.me;
    const fresh = message.lines.filter(({ number }) => !this.lines.has(number));
    for (const line of fresh) {
      const mine = line.by !== "" && line.by === this.me;
      const row = this.row(line, mine);
      this.lines.set(line.number, { line, row });
      this.put(row, line);
      this.asked(line, mine);
    }
    if (!fresh.length) return;
    this.box.hidden = main.dataset.talk !== "1";
    this.hide();
    this.log.follow();
    const news = fresh.filter((line) => line.by !== this.me && !this.isMuted(line));
    if (!(this.first && message.whole) && news.length) {
      this.voice.textContent = news.map((line) => said(line)).join(" ");
      if (!this.isOpen) {
        this.mark(this.unread + news.length);
        const last = news.filter(isTalk).at(-1); // what is asked has a panel of its own
        if (last) this.peek(said(last));
      }
    }
    this.first = false;
  }

  /** @param {Line} line */
  isMuted(line) {
    return isTalk(line) && (this.silent || this.muted.has(line.by));
  }

  /** @param {Line} line @param {boolean} mine */
  row(line, mine) {
    const who = h("b", {}, name(line));
    const words = h("span", { class: "line" }, ...(isTalk(line) ? [who, " ", text(line)] : [said(line)]));
    const row = h("li", { class: `talk ${line.room === "spectators" ? "apart" : ""}`, "data-talk": line.number, "data-by": line.by });
    row.append(typeof line.seat === "number" ? glyph(line.seat) : eye(), words);
    row.title = new Date(line.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    if (!mine && isTalk(line)) row.append(this.more(line, row));
    return row;
  }

  /** What can be done about a line. @param {Line} line @param {HTMLElement} row */
  more(line, row) {
    const button = h("button", { type: "button", class: "talk-more", "aria-expanded": "false", "aria-label": say("About this line of {name}", { name: name(line) }) }, "⋯");
    button.addEventListener("click", () => {
      const open = row.querySelector(".talk-deeds");
      button.setAttribute("aria-expanded", String(!open));
      if (open) {
        open.remove();
        return;
      }
      const mute = pressable(say("Mute {name}", { name: name(line) }), "quiet", () => this.mute(line.by));
      const report = pressable(say("Report this line"), "quiet", () => this.report(line, row));
      const block = typeof line.seat === "number" ? [h("a", { class: "button quiet", href: `/table/${main.dataset.table}/people#who-${line.seat}` }, say("Block {name}", { name: name(line) }))] : [];
      const deeds = h("span", { class: "talk-deeds" }, mute, report, ...block);
      row.append(deeds);
      deeds.scrollIntoView({ block: "nearest" }); // of the last line of a low log too
      mute.focus();
    });
    return button;
  }

  /** @param {string} by */
  mute(by) {
    this.muted.add(by);
    keep(MUTED, [...this.muted]);
    this.hide();
    this.unmute.focus();
  }

  /** @param {Line} line @param {HTMLElement} row */
  async report(line, row) {
    try {
      await ask(`${url}/talk/report`, { number: line.number });
      row.querySelector(".talk-deeds")?.replaceChildren(say("Reported. Thank you."));
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("The server cannot be reached."));
    }
  }

  /** Lines of muted people are not shown; a button brings them back. */
  hide() {
    let hidden = 0;
    for (const { line, row } of this.lines.values()) {
      row.hidden = this.isMuted(line);
      hidden += Number(row.hidden);
    }
    this.unmute.hidden = !hidden && !this.muted.size && !this.silent;
    this.silence.hidden = this.silent;
    this.unmute.textContent = say("Show muted lines ({n})", { n: hidden });
  }

  /** Put a line behind the move that it followed, in the order in which things were said. @param {HTMLElement} row @param {Line} line */
  put(row, line) {
    const { list } = this.log;
    for (let at = list.lastElementChild; at instanceof HTMLElement; at = at.previousElementSibling) {
      const { number, talk } = at.dataset;
      if (number === undefined ? Number(talk) < line.number : Number(number) <= line.moves) {
        at.after(row);
        return;
      }
    }
    list.prepend(row);
  }

  /** The log has lines anew: those of talk stand where they belong again. */
  place() {
    const rows = [...this.lines.values()];
    for (const { row } of rows) row.remove();
    for (const { row, line } of rows) this.put(row, line);
  }

  /** On a phone the log is behind the board: what is said shows for a moment, and a touch leads there. @param {string} words */
  peek(words) {
    this.glance.textContent = words;
    this.glance.hidden = false;
    clearTimeout(this.glanced);
    this.glanced = setTimeout(() => (this.glance.hidden = true), GLANCE);
  }

  /** @param {number} count */
  mark(count) {
    this.unread = count;
    if (count) {
      this.tab.dataset.unread = String(count);
      this.tab.setAttribute("aria-label", say("Log: {n} new lines of talk", { n: count }));
    } else {
      delete this.tab.dataset.unread;
      this.tab.removeAttribute("aria-label");
    }
  }

  seen() {
    this.mark(0);
    this.glance.hidden = true;
    this.log.follow();
  }

  makeBox() {
    const form = h("form", { class: "talk-form" }, this.input, h("button", {}, say("Send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.input.value.trim()) this.speak("words", this.input.value);
    });
    this.input.addEventListener("keydown", (event) => event.key === "Escape" && this.input.blur());
    const ready = h("details", { class: "talk-phrases" }, h("summary", {}, say("Phrases")));
    const words = Object.entries(phrases()).map(([code, phrase]) =>
      pressable(phrase, "quiet", () => {
        ready.open = false;
        this.speak("phrase", code);
      }),
    );
    ready.append(h("div", { class: "talk-words" }, ...words, this.silence));
    return h("section", { class: "talk-box", hidden: true, "aria-label": say("Talk") }, ready, this.unmute, form);
  }

  /** @param {boolean} silent */
  setSilent(silent) {
    this.silent = silent;
    keep(SILENT, silent);
    this.hide();
  }

  /** What was typed stays until it is stored. @param {"words" | "phrase"} kind @param {string} words */
  async speak(kind, words) {
    const deed = { kind, text: words, key: newKey() };
    try {
      await insist(`${url}/talk`, deed);
      if (kind === "words" && this.input.value === words) this.input.value = "";
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("The server cannot be reached."));
    }
  }
}

/** @param {Line} line */
function isTalk(line) {
  return line.kind === "words" || line.kind === "phrase";
}

/** @param {Line} line */
function name(line) {
  return line.name || say("guest {sign}", { sign: line.by.slice(0, 3) });
}

/** @param {Line} line */
function text(line) {
  return line.kind === "phrase" ? (phrases()[line.text ?? ""] ?? "…") : (line.text ?? "");
}

/** A line as a sentence: a player's words, or what happened at the table. @param {Line} line */
function said(line) {
  return told(line) || `${name(line)}: ${text(line)}`;
}

/** The sign of a spectator. */
function eye() {
  const sign = h("span", { class: "glyph of-eye", "aria-hidden": "true" });
  sign.append(s("svg", { viewBox: "0 0 24 24" }, s("path", { d: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6z" }), s("circle", { cx: 12, cy: 12, r: 3 })));
  return sign;
}

/** What this browser remembers. @param {string} key @param {any} otherwise @returns {any} */
function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
}
