// What can be counted in the game so far: a sheet that is filled when somebody opens it, and follows the game while it is open.

import { h, the } from "./dom.js";
import { ask } from "./net.js";
import { panelBox } from "./panels.js";
import { say } from "./say.js";

export class Statistics {
  /** @param {() => string} address where they are asked for, as things stand */
  constructor(address) {
    this.address = address;
    this.place = h("div", { class: "statistics" });
    this.box = h("details", { class: "panel", id: "statistics" }, h("summary", {}, h("h2", {}, say("Statistics"))), this.place);
    this.box.addEventListener("toggle", () => this.follow());
    the("panels").after(this.box);
    this.asked = "";
  }

  /** The table has moved on. */
  async follow() {
    const address = this.address();
    if (!this.box.open || address === this.asked) return;
    this.asked = address;
    /** @type {import("./types.js").Statistics} */
    const { panels = [] } = await ask(address.split("#")[0]).catch(() => ({}));
    if (this.asked !== address) return;
    this.place.replaceChildren(...(panels.length ? panels.map((panel) => panelBox({ ...panel, urgent: true }, [])) : [h("p", { class: "note" }, say("Nothing has been counted yet."))]));
  }
}
