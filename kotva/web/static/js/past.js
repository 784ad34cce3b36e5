// Looking back: a moment of the past, what the others did since my last move, and what a line of the log speaks of.

import { pressable } from "./buttons.js";
import { h, icon, the } from "./dom.js";
import { eyesQuery, live, main, url } from "./live.js";
import { ask } from "./net.js";
import { say } from "./say.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").Packet} Packet */

export class Past {
  /**
   * @param {import("./view.js").View} view
   * @param {import("./trail.js").Trail} trail
   * @param {(packet: Packet) => void} decide
   */
  constructor(view, trail, decide) {
    this.view = view;
    this.trail = trail;
    this.decide = decide;
    /** What moves touched. @type {Map<number, Promise<string[]>>} */
    this.touched = new Map();
    this.rests = 0;
    view.log.rested = (number) => this.speaksOf(number);
  }

  /** @param {number} number */
  async look(number) {
    if (number >= live.packet.moves) {
      this.now();
      return;
    }
    /** @type {Packet} */
    const past = await ask(`${url}?at=${number}${eyesQuery()}`);
    live.lookingAt = number;
    main.classList.add("looking-back");
    this.view.show(past);
    this.view.log.point(number);
    this.decide({ ...past, choices: [] });
    const bar = the("past");
    bar.hidden = false;
    const back = pressable(say("Back to now"), "primary", () => this.now());
    const steps = [pressable("", "", () => this.look(Math.max(0, number - 1))), pressable("", "", () => this.look(number + 1))];
    steps[0].append(icon("back"));
    steps[1].append(icon("on"));
    steps[0].setAttribute("aria-label", say("One move back"));
    steps[1].setAttribute("aria-label", say("One move on"));
    bar.replaceChildren(steps[0], h("span", {}, say("Move {n} of {all}", { n: number, all: live.packet.moves })), steps[1], back);
  }

  now() {
    live.lookingAt = null;
    main.classList.remove("looking-back");
    the("past").hidden = true;
    this.view.log.point(live.packet.moves);
    this.view.show(live.packet);
    this.decide(live.packet);
  }

  /** Whether there is anything since my last move that could be shown again. */
  get canReplay() {
    return live.lookingAt === null && this.trail.since < live.packet.moves && typeof live.packet.seat === "number";
  }

  /** Show once more, move by move, what the others did since my last move. */
  async replay() {
    const upTo = live.packet.moves;
    for (let number = this.trail.since; number < upTo; number++) {
      if (number > this.trail.since && live.lookingAt === null) return; // somebody wants to be back
      await this.look(number);
      await new Promise((resolve) => setTimeout(resolve, settings.pace === "slow" ? 1800 : 900)); // also where nothing moves
    }
    if (live.lookingAt !== null) this.now();
  }

  /** The pointer rests on a line of the log: the board shows what it speaks of. @param {number | null} number */
  async speaksOf(number) {
    this.rests = number ?? 0;
    this.view.stage.point([]);
    if (number === null || live.lookingAt !== null) return;
    let found = this.touched.get(number);
    if (!found) {
      found = ask(`${url}?at=${number}${eyesQuery()}`).then((/** @type {Packet} */ past) => past.scene.last ?? [], () => []);
      this.touched.set(number, found);
    }
    const ids = await found;
    if (this.rests === number) this.view.stage.point(ids);
  }
}
