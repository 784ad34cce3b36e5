// Asking the server, and hearing from it. A move carries its own key, so it can be sent again after a lost connection.

import { changed } from "./change.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {import("./types.js").ClientMessage} ClientMessage */
/**
 * What the link leaves to the page.
 * @typedef {Exclude<ServerMessage, import("./types.js").Done | import("./types.js").MoveRefused | import("./types.js").Change>} PageMessage
 */

/** A key that nobody else makes. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the server refused, in words. */
export class Refused extends Error {
  /** @param {Problem} problem @param {number} status */
  constructor(problem, status) {
    super(problem.error);
    this.problem = problem;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] posted as JSON; a string is posted as it is
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
  const response = await fetch(path, options);
  const text = await response.text();
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = { error: say("The server gave no answer that can be read.") };
  }
  if (!response.ok) throw new Refused(data, response.status);
  return data;
}

/**
 * Ask again and again while the connection is down; the key makes that harmless.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function insist(path, body) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(path, body);
    } catch (error) {
      if (error instanceof Refused || attempt === 6) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
    }
  }
}

const PATIENCE = 8000; // milliseconds to wait for an answer over the socket before asking by HTTP

/** A socket that comes back by itself. Changes are put together here: listeners get whole packets. */
export class Link {
  /**
   * @param {string} table
   * @param {(message: PageMessage) => void} heard
   * @param {(state: "open" | "lost") => void} state
   * @param {Packet} packet the table as the page has it
   */
  constructor(table, heard, state, packet) {
    this.table = table;
    this.heard = heard;
    this.state = state;
    /** @type {number | null} */
    this.eyes = null;
    this.wait = 400;
    /** The table as the page or the socket has told it. @type {Packet | null} */
    this.packet = packet;
    /** Deeds under way, by their keys. @type {Map<string, {done: (packet: Packet | null) => void, failed: (error: Refused) => void}>} */
    this.deeds = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
    addEventListener("online", () => this.again());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // What comes is in the language of this page, whatever was chosen in another tab since, or the browser says of a socket.
    const query = new URLSearchParams({ language: document.documentElement.lang });
    const seat = this.packet?.seat ?? null;
    if (this.eyes ?? seat !== null) query.set("eyes", String(this.eyes ?? seat));
    if (this.packet) {
      query.set("seq", String(this.packet.seq)); // only what is new since then need be told
      query.set("free", String((this.packet.sitters ?? []).filter(({ kind }) => kind === "open").length));
    }
    if (seat !== null) query.set("seat", String(seat));
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket?${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 400;
      this.state("open");
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      for (const { done } of this.deeds.values()) done(null);
      this.state("lost");
      setTimeout(() => this.again(), this.wait);
      this.wait = Math.min(this.wait * 1.8, 8000);
    };
  }

  /** Nothing more will come: do not try again. */
  leave() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** @param {ServerMessage} message */
  take(message) {
    if (message.type === "done") this.deeds.get(message.key)?.done(this.packet);
    else if (message.type === "refused") this.deeds.get(message.key)?.failed(new Refused(message.problem, message.status));
    else if (message.type === "packet") this.heard((this.packet = message));
    else if (message.type !== "change") {
      if (message.type === "presence" && this.packet) this.packet = { ...this.packet, sitters: message.sitters };
      this.heard(message);
    } else if (this.packet?.seq === message.base) this.heard((this.packet = changed(this.packet, message)));
    else this.send({ type: "look" }); // a gap: everything anew
  }

  /**
   * Do something over the socket; null if it is not known whether it was done: then it must be asked for again, with its key.
   * @param {import("./types.js").Move | import("./types.js").Undo} deed
   * @returns {Promise<Packet | null>}
   */
  act(deed) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(resolve, null), PATIENCE);
      const end = (/** @type {(result: any) => void} */ tell, /** @type {any} */ result) => {
        clearTimeout(timer);
        this.deeds.delete(deed.key);
        tell(result);
      };
      this.deeds.set(deed.key, { done: (packet) => end(resolve, packet), failed: (error) => end(reject, error) });
      if (!this.packet || !this.send(deed)) end(resolve, null);
    });
  }

  again() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  /** Look through the eyes of another of one's seats. @param {number} seat */
  look(seat) {
    this.eyes = seat;
    this.send({ type: "look", eyes: seat });
  }

  /** @param {ClientMessage} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
