// Moves are shown one after another, as fast as a person likes, so that those of bots can be followed.

import { time } from "./motion.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").Packet} Packet */

const STAY = { slow: 2200, normal: 200, fast: 0, step: 200 }; // milliseconds that a move stays, after its motion, before the next
const LONGEST = 2500;

export class Pace {
  /**
   * @param {(packet: Packet) => number} show how long its motion takes
   * @param {(packet: Packet) => "old" | "mine" | "others"} whose
   * @param {() => void} changed somebody is asked whether to go on, or not any more
   */
  constructor(show, whose, changed) {
    this.show = show;
    this.whose = whose;
    this.changed = changed;
    /** @type {Packet[]} */
    this.queue = [];
    this.running = false;
    this.until = 0;
    /** Shows the next move, where a person wants them one by one. @type {(() => void) | null} */
    this.goOn = null;
  }

  /** @param {Packet} packet */
  take(packet) {
    this.queue.push(packet);
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.queue.length) {
      const packet = /** @type {Packet} */ (this.queue.shift());
      if (this.whose(packet) === "old") continue;
      if (this.whose(packet) === "others") await (settings.pace === "step" ? this.asked() : this.longEnough());
      const motion = this.show(packet);
      this.until = performance.now() + Math.min(LONGEST, time(motion) + STAY[settings.pace]); // reading takes its time where nothing moves, too
    }
    this.running = false;
  }

  /** The move before stays for a moment; who is far behind catches up. */
  longEnough() {
    const wait = this.queue.length < 4 || settings.pace === "slow" ? this.until - performance.now() : 0;
    return wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : Promise.resolve();
  }

  /** Wait until a person wants to see the next move. */
  async asked() {
    await new Promise((resolve) => {
      this.goOn = () => resolve(undefined);
      this.changed();
    });
    this.goOn = null;
    this.changed();
  }
}
