// Buttons for kinds of actions, with what they cost. They keep their place through the whole game.

import { h } from "./dom.js";
import { small } from "./item.js";

/** @typedef {import("./types.js").Tool} Tool */

export class Tools {
  /**
   * @param {HTMLElement} strips
   * @param {(tool: Tool) => void} press
   */
  constructor(strips, press) {
    this.strips = strips;
    this.press = press;
    /** @type {HTMLElement | null} */
    this.row = null;
    this.key = "";
  }

  /**
   * @param {Tool[]} tools
   * @param {(tool: Tool) => boolean} ready whether something can be done with it now
   * @param {Tool | null} held
   */
  show(tools, ready, held) {
    const key = JSON.stringify([tools, tools.map(ready), held?.starts]);
    if (key === this.key) return;
    this.key = key;
    if (!this.row && tools.length) {
      this.row = h("div", { class: "tools-row" });
      this.strips.append(this.row);
    }
    const had = this.row?.contains(document.activeElement) ? document.activeElement?.getAttribute("data-tool") : null;
    this.row?.replaceChildren(...tools.map((tool) => this.button(tool, ready(tool), held?.starts === tool.starts)));
    if (had) /** @type {HTMLElement | null} */ (this.row?.querySelector(`[data-tool="${had}"]`))?.focus();
  }

  /** @param {Tool} tool @param {boolean} ready @param {boolean} held */
  button(tool, ready, held) {
    const { label, symbol = "", cards = [], missing = "", starts } = tool;
    const cost = cards.flatMap(([name, count]) => Array.from({ length: count }, () => small(name)));
    const button = h(
      "button",
      { type: "button", class: ready ? "ready" : "", "data-tool": starts.trim(), "aria-pressed": String(held), title: missing || label, "aria-description": missing || undefined },
      ...(symbol ? [small(symbol)] : []),
      h("span", { class: "tool-name" }, label),
      h("span", { class: "cost", "aria-hidden": "true" }, ...cost),
    );
    button.addEventListener("click", () => this.press(tool));
    return button;
  }
}
