// The log: moves as sentences. A click on one looks at that moment.

import { glyph, h, s } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").LogEntry} Entry */

const REST = 200; // milliseconds that a pointer rests on a line before the board shows what it speaks of

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement | null} live
   * @param {(number: number) => void} look
   */
  constructor(list, live, look) {
    this.list = list;
    this.live = live;
    this.look = look;
    /** @type {Entry[]} */
    this.entries = [];
    this.read = false;
    /** The pointer rests on a line (its number), or no more (null). @type {(number: number | null) => void} */
    this.rested = () => {};
    /** The pointer is on a word that stands for things (their ids; `@0` is the first player), or no more (none). @type {(ids: string[]) => void} */
    this.named = () => {};
    /** Lines have been replaced: what stands between them finds its place again. */
    this.placed = () => {};
    let timer = 0;
    for (const name of /** @type {const} */ (["pointerover", "focusin", "pointerleave", "focusout"])) {
      list.addEventListener(name, (event) => {
        clearTimeout(timer);
        const word = name === "pointerover" && event.target instanceof Element ? event.target.closest(".word") : null;
        if (word) {
          this.named((word.getAttribute("data-things") ?? "").split(" "));
          return;
        }
        this.named([]);
        const row = event.target instanceof Element && (name === "pointerover" || name === "focusin") ? /** @type {HTMLElement | null} */ (event.target.closest("li[data-number]")) : null;
        if (row) timer = window.setTimeout(() => this.rested(Number(row.dataset.number)), REST);
        else this.rested(null);
      });
    }
    /** The newest line stays in sight until somebody scrolls back; a panel that grows above the log is no such scroll. */
    this.follows = true;
    this.top = 0;
    list.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.follow()).observe(list);
  }

  scrolled() {
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    if (atEnd) this.follows = true;
    else if (this.list.scrollTop < this.top) this.follows = false;
    this.top = this.list.scrollTop;
  }

  follow() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * Take in what is new; what came after `from` before is replaced (an undo takes lines away).
   * @param {Entry[]} entries
   * @param {number} from
   */
  take(entries, from) {
    const known = this.entries.at(-1)?.number ?? 0;
    this.entries = [...this.entries.filter((entry) => entry.number <= from), ...entries];
    for (const row of [...this.list.children]) {
      if (Number(/** @type {HTMLElement} */ (row).dataset.number) > from) row.remove();
    }
    this.list.append(...entries.map((entry) => this.row(entry)));
    if (from < known) this.placed();
    requestAnimationFrame(() => this.follow()); // asking for heights now would lay the whole page out once more
    const fresh = entries.filter((entry) => entry.number > known).flatMap((entry) => entry.lines);
    if (this.live && this.read && fresh.length) this.live.textContent = fresh.slice(-8).join(" ");
    this.read = true;
  }

  /** @param {Entry} entry */
  row(entry) {
    const sign = entry.actor >= 0 ? glyph(entry.actor) : dice();
    const button = h("button", { type: "button", title: say("Look at this moment") }, sign, h("span", {}, ...entry.lines.map((line, number) => h("span", { class: "line" }, ...withWords(line, (entry.words ?? []).filter((word) => word[0] === number))))));
    button.addEventListener("click", () => this.look(entry.number));
    return h("li", { "data-number": entry.number, class: entry.actor < 0 ? "chance" : "" }, button);
  }

  /** Show which moment is looked at. @param {number} number */
  point(number) {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("li"))) {
      const here = Number(row.dataset.number) === number;
      row.classList.toggle("here", here);
      row.classList.toggle("later", Number(row.dataset.number) > number);
      if (here) {
        const top = row.offsetTop - this.list.offsetTop;
        if (top < this.list.scrollTop || top + row.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
          this.list.scrollTop = top - this.list.clientHeight / 2;
        }
      }
    }
  }
}

/**
 * A sentence in which the words for things can be pointed at.
 * @param {string} line
 * @param {[number, number, number, string][]} words
 */
function withWords(line, words) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let done = 0;
  for (const [, start, end, things] of words) {
    parts.push(line.slice(done, start), h("span", { class: "word", "data-things": things }, line.slice(start, end)));
    done = end;
  }
  parts.push(line.slice(done));
  return parts;
}

/** The sign of chance. */
function dice() {
  const sign = h("span", { class: "glyph of-chance", "aria-hidden": "true" });
  sign.append(
    s("svg", { viewBox: "0 0 24 24" }, s("rect", { x: 4, y: 4, width: 16, height: 16, rx: 4 }), s("circle", { cx: 8.5, cy: 8.5, r: 1.6 }), s("circle", { cx: 12, cy: 12, r: 1.6 }), s("circle", { cx: 15.5, cy: 15.5, r: 1.6 })),
  );
  return sign;
}
