// On a phone that stands, a board that is as wide as the screen may leave room below it: there stand the last lines of the log.

import { glyph, h } from "./dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

const LEAST = 44; // pixels: less is no room
const MOST = 150;

export class News {
  /** @param {Stage} stage @param {import("./log.js").Log} log */
  constructor(stage, log) {
    this.stage = stage;
    this.log = log;
    this.place = h("div", { class: "news", hidden: true, "aria-hidden": "true" });
    /** @type {HTMLElement} */
    this.sea = stage.frame.parentElement ?? stage.frame;
    this.sea.append(this.place);
    new ResizeObserver(() => this.fit()).observe(this.sea);
  }

  /** As high as what the board leaves over, so that the board stays as it is. */
  fit() {
    const { camera } = this.stage;
    const narrow = matchMedia("(max-width: 820px) and (orientation: portrait)").matches;
    const spare = this.sea.clientHeight - (this.sea.clientWidth * (camera.height + 8)) / (camera.width + 8);
    const fields = (64 * this.sea.clientWidth) / (camera.width + 8);
    this.place.hidden = !narrow || spare < LEAST || fields < 36;
    if (!this.place.hidden) this.place.style.height = `${Math.min(MOST, Math.floor(spare))}px`;
    this.write();
  }

  write() {
    if (this.place.hidden) return;
    const lines = this.log.entries.slice(-6).flatMap(({ actor, lines: some }) => some.map((text) => h("p", {}, ...(actor >= 0 ? [glyph(actor)] : []), h("span", {}, text))));
    const aim = document.querySelector("#welcome .step p")?.lastChild?.textContent?.trim();
    this.place.replaceChildren(...(lines.length || !aim ? lines.slice(-6) : [h("p", {}, aim)])); // before anything has happened: what it is about
    const { top } = this.place.getBoundingClientRect();
    while (this.place.children.length > 1 && this.place.children[0].getBoundingClientRect().top < top) this.place.children[0].remove(); // whole lines only
  }
}
