// My turn is announced wherever I look: in the title and the icon of the page, over a look back and the log of a phone, by the browser.

import { pressable } from "./buttons.js";
import { h, the } from "./dom.js";
import { nextTable } from "./asks.js";
import { live, main } from "./live.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { sound } from "./sound.js";

/** @typedef {import("./types.js").Packet} Packet */

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel~="icon"]'));
const calm = icon?.href ?? "";

/** Whether a packet, the newest one, asks me for a decision. @param {Packet} packet */
export function isMine(packet) {
  return !packet.over && (packet.choices ?? []).length > 0;
}

export class Turn {
  /** @param {() => void} now back to the present */
  constructor(now) {
    this.now = now;
    this.mine = false;
    this.bar = h("div", { class: "turn-call", role: "status", hidden: true });
    this.bar.append(h("strong", {}, say("It is your turn.")), pressable(say("To the board"), "primary", () => this.toBoard()));
    document.body.append(this.bar);
    new MutationObserver(() => this.call()).observe(main, { attributes: true, attributeFilter: ["class"] });
    this.next = h("a", { class: "next-table button quiet", hidden: true }, say("Next game that waits for you"));
    the("asides").append(this.next);
    document.addEventListener("visibilitychange", () => !document.hidden && this.notice?.close());
  }

  /** The table is as the newest packet says, whatever is on the screen. @param {Packet} packet @param {boolean} byMe */
  take(packet, byMe) {
    const mine = isMine(packet);
    const begins = mine && !this.mine && !byMe;
    this.mine = mine;
    document.title = document.title.replace(/^(● )?/, mine ? "● " : "");
    if (icon) icon.href = mine ? mark() : calm;
    this.call();
    if (begins && live.lookingAt !== null) sound("turn");
    if (begins && document.hidden) this.notify(packet);
    if (byMe || mine) this.others(mine);
  }

  /** After a move of mine: the next game that waits for me. @param {boolean} mine */
  async others(mine) {
    const table = mine ? "" : await nextTable();
    this.next.hidden = !table;
    if (table) this.next.href = `/table/${table}`;
  }

  /** A bar calls back from the past, and from the log of a phone where the question is not beside it. */
  call() {
    const isGone = (/** @type {string} */ id) => the(id).offsetParent === null;
    const away = live.lookingAt !== null || (main.classList.contains("side-open") && !isGone("log") && isGone("frame") && isGone("prompt"));
    this.bar.hidden = !(this.mine && away);
  }

  toBoard() {
    if (main.classList.contains("side-open")) /** @type {HTMLElement | null} */ (document.querySelector("#tabs button"))?.click();
    if (live.lookingAt !== null) this.now();
    this.call();
  }

  /** A word of the browser, where that is allowed and wanted. @param {Packet} packet */
  notify(packet) {
    if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
    try {
      this.notice = new Notification(document.title.replace(/^● /, ""), { body: packet.scene.prompt || say("It is your turn."), tag: packet.table });
      this.notice.onclick = () => window.focus();
    } catch {
      // Some phones allow it to service workers only.
    }
  }
}

/** The icon of the page with a dot on it. */
function mark() {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#b03424"/><path d="M16 7v18M9 17c0 6 14 6 14 0M12 11h8" stroke="#fff" stroke-width="3" fill="none" stroke-linecap="round"/></svg>';
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
