// What players ask of one another: to take a turn back, to let a bot play for somebody who is away; and what they answer.

import { pressable } from "./buttons.js";
import { h, the } from "./dom.js";
import { live, main, url } from "./live.js";
import { ask, insist, newKey, Refused } from "./net.js";
import { say } from "./say.js";
import { since } from "./seats.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").TalkLine} Line */
/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").Sitter} Sitter */

const PATIENCE = 20; // seconds for which nobody makes much of somebody's absence: a reload takes as long, or a tunnel
const STANDS = 300; // seconds for which a question stands

/** @param {number} seat */
function nameOf(seat) {
  return live.packet.sitters?.[seat]?.name ?? "";
}

/** A line that tells or asks something, as a sentence; empty: it is none of these. @param {Line} line */
export function told(line) {
  const who = line.name ?? "";
  switch (line.kind) {
    case "again":
      return say("{name} wants to play again.", { name: who });
    case "nudge":
      return say("{name} asks {other} to come back to the table.", { name: who, other: nameOf(Number(line.text)) });
    case "ask-back":
      return say("{name} asks to take the last turn back.", { name: who });
    case "ask-bot":
      return say("{name} asks to let a bot play for {other}.", { name: who, other: nameOf(Number(line.text)) });
    case "yes":
      return say("{name} agrees.", { name: who });
    case "no":
      return say("{name} does not agree.", { name: who });
    case "stand-in":
      return say("A bot plays for {name} until {name} is back.", { name: who });
    case "returned":
      return say("{name} is back.", { name: who });
    default:
      return "";
  }
}

/** Whether I play alone against bots. @param {Packet} packet */
export function isAlone(packet) {
  return (packet.sitters ?? []).every(({ kind }) => kind === "me" || kind === "bot");
}

/**
 * Whether my whole last turn could be taken back: alone against bots at any time, with people while they think about their answer.
 * @param {Packet} packet @param {boolean} mine whether it is my turn
 */
export function canTakeBack(packet, mine) {
  const open = main.dataset.back === "1" && !packet.over && typeof packet.seat === "number" && (packet.log ?? []).concat(live.packet.log ?? []).length > 0;
  return open && (isAlone(packet) || !mine);
}

/** @param {string} path @param {object} deed @param {(packet: Packet) => void} heard */
async function send(path, deed, heard) {
  try {
    heard(await insist(`${url}/${path}`, { ...deed, key: newKey() }));
    return true;
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("The server cannot be reached."));
    return false;
  }
}

export class Asks {
  /** @param {(packet: Packet) => void} heard */
  constructor(heard) {
    this.heard = heard;
    /** The question that waits for my answer. @type {HTMLElement | null} */
    this.box = null;
    /** The number of its line. */
    this.number = 0;
    /** When this page first saw that somebody is away, by seat. @type {Map<number, number>} */
    this.noticed = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    this.absent = h("section", { class: "invite greeting", id: "absent", hidden: true });
    the("urgent").before(this.absent);
    setInterval(() => this.people(live.packet), 15000);
  }

  /** The whole last turn is taken back, or the others are asked. */
  async takeBack() {
    if (typeof live.packet.seat !== "number") return;
    if (!isAlone(live.packet)) toast(say("The others are asked whether your last turn may be taken back."));
    await send("ask", { kind: "ask-back" }, this.heard);
  }

  /** @param {Line} line @param {boolean} mine */
  take(line, mine) {
    if (line.kind === "yes" || line.kind === "no" || line.kind === "stand-in" || line.kind === "returned") {
      if (line.kind !== "yes" || Number(line.text) !== this.number || mine) this.close();
      return;
    }
    const plays = (live.packet.sitters ?? []).some(({ kind }) => kind === "me");
    if ((line.kind !== "ask-back" && line.kind !== "ask-bot") || mine || !plays || Date.now() / 1000 - line.at > STANDS) return;
    if (line.kind === "ask-back" && Number((line.text ?? "").split(" ")[1]) !== live.packet.seq) return;
    this.close();
    this.number = line.number;
    const answer = (/** @type {boolean} */ yes) => async () => {
      this.close();
      await send("answer", { number: line.number, yes }, this.heard);
    };
    const row = h("div", { class: "row" }, pressable(say("Agree"), "primary", answer(true)), pressable(say("No"), "quiet", answer(false)));
    this.box = h("section", { class: "invite greeting", id: "asked", role: "alert" }, h("p", {}, told(line)), row);
    the("urgent").before(this.box);
    this.absent.hidden = true;
  }

  close() {
    this.box?.remove();
    this.box = null;
    this.number = 0;
    this.people(live.packet);
  }

  /** The table has moved on: a question about taking back is out of date. */
  movedOn() {
    this.close();
  }

  /** For how many seconds somebody has been away: by the server's time, or by ours if the two differ. @param {Sitter} sitter */
  missing({ seat, away }) {
    return Date.now() / 1000 - Math.min(away || Infinity, this.noticed.get(seat) ?? Infinity);
  }

  /** Somebody whose turn it is has gone: what the others can do. @param {Packet} packet */
  people(packet) {
    const plays = (packet.sitters ?? []).some(({ kind }) => kind === "me");
    const gone = (packet.sitters ?? []).find(({ seat, kind, here, level }) => kind === "person" && here === false && !level && (packet.actors ?? []).includes(seat));
    for (const { seat, here } of packet.sitters ?? []) {
      if (here !== false) this.noticed.delete(seat);
      else if (!this.noticed.has(seat)) this.noticed.set(seat, Date.now() / 1000);
    }
    const early = gone ? PATIENCE - this.missing(gone) : 0;
    clearTimeout(this.later);
    if (early > 0) this.later = setTimeout(() => this.people(live.packet), 1000 * early + 100);
    this.absent.hidden = !plays || !gone || early > 0 || Boolean(packet.over || this.box); // one question at a time
    if (this.absent.hidden || !gone) return;
    const { name, seat } = gone;
    this.later = setTimeout(() => this.people(live.packet), 30_000); // the minutes go on
    const words = this.missing(gone) < 60 ? say("{name} is not here.", { name }) : say("{name} is not here ({since}).", { name, since: since(gone.away ?? 0) });
    if (this.absent.dataset.words === words) return;
    this.absent.dataset.words = words;
    if (main.dataset.tournament) {
      this.absent.replaceChildren(h("p", {}, words, " ", say("In a tournament the referee decides about players who are away.")));
      return;
    }
    const nudge = pressable(say("Nudge"), "quiet", async () => {
      if (await send("ask", { kind: "nudge", seat }, this.heard)) toast(say("{name} is asked to come back.", { name }));
    });
    const bot = pressable(say("Let a bot play for {name}", { name }), "quiet", async () => {
      const others = (live.packet.sitters ?? []).some((one) => one.kind === "person" && one.here !== false && !one.level && one.seat !== seat);
      if (await send("ask", { kind: "ask-bot", seat }, this.heard) && others) toast(say("The others are asked whether a bot may play for {name}.", { name }));
    });
    this.absent.replaceChildren(h("p", {}, words), h("div", { class: "row" }, nudge, bot));
  }
}

/** The next table at which it is my turn. @returns {Promise<string>} its address; empty: none */
export async function nextTable() {
  try {
    const { table } = await ask(`/api/next?after=${main.dataset.table}`);
    return table;
  } catch {
    return "";
  }
}
