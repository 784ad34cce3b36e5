// Acting: a move goes out once, whatever happens to the connection, and what is refused is said.

import { askName } from "./invite.js";
import { live, main, url } from "./live.js";
import { ask, insist, newKey, Refused } from "./net.js";
import { say } from "./say.js";
import { sound } from "./sound.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").Packet} Packet */

export class Acting {
  /**
   * @param {() => import("./net.js").Link} link
   * @param {(packet: Packet) => void} heard
   * @param {(again: boolean) => void} settled nothing new came of it; `again`: what can be done must be shown anew
   */
  constructor(link, heard, settled) {
    this.link = link;
    this.heard = heard;
    this.settled = settled;
  }

  /** An action, or null to take the last one back; over the socket, and by HTTP if that gives no answer. @param {string | null} action */
  async send(action) {
    const { seat, seq, moves } = live.packet;
    if (live.sending || seat === undefined || seat === null) return;
    live.sending = true;
    live.sentAt = seq;
    main.classList.add("sending");
    const done = () => {
      live.sending = false;
      main.classList.remove("sending");
    };
    try {
      const deed = { seat, seen: seq, key: newKey(), have: moves };
      const link = this.link();
      const packet =
        action === null
          ? ((await link.act({ type: "undo", ...deed })) ?? (await insist(`${url}/undo`, deed)))
          : ((await link.act({ type: "move", action, ...deed })) ?? (await insist(`${url}/moves`, { action, ...deed })));
      done();
      if (packet.seq > live.packet.seq) this.heard(packet);
      else this.settled(false); // the socket was quicker
    } catch (error) {
      done();
      live.sentAt = -1;
      this.settled(true);
      this.refused(error);
    }
  }

  /** @param {unknown} error */
  refused(error) {
    sound("no");
    if (!(error instanceof Refused)) {
      toast(say("The table cannot be reached. Your move was not made."));
      return;
    }
    const { problem } = error;
    toast(problem.error, problem.link && problem.clause ? { href: problem.link, text: problem.clause } : undefined);
    if (problem.packet) this.heard(problem.packet);
  }

  /** @param {number} seat @param {boolean} any another free seat does as well */
  sit(seat, any) {
    askName(seat, (name) => this.take(seat, name, any));
  }

  /** What is wrong; empty: the seat is taken. @param {number} seat @param {string} name @param {boolean} any @returns {Promise<string>} */
  async take(seat, name, any) {
    const free = (live.packet.sitters ?? []).filter((sitter) => sitter.kind === "open").map((sitter) => sitter.seat);
    const wanted = any && !free.includes(seat) ? free[0] ?? seat : seat;
    try {
      this.heard(await ask(`${url}/sit`, { seat: wanted, name }));
      return "";
    } catch (error) {
      if (!(error instanceof Refused)) return say("The server cannot be reached.");
      const others = free.filter((one) => one > wanted); // somebody was quicker, and this page has not heard of it yet
      return any && error.status === 409 && others.length ? this.take(others[0] ?? seat, name, any) : error.message;
    }
  }
}
