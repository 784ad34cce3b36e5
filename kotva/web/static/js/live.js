// The table as this page has it: the newest packet, and what the page is busy with. The parts of a live table share it.

import { carried, the } from "./dom.js";

/** @typedef {import("./types.js").Packet} Packet */

export const main = the("main");
export const table = main.dataset.table ?? "";
export const url = `/api/tables/${table}`;

export const live = {
  /** @type {Packet} */
  packet: carried("packet"),
  /** The moment of the past that is on the screen. @type {number | null} */
  lookingAt: null,
  /** The goal of this table's lesson is reached. */
  done: false,
  /** A move is under way. */
  sending: false,
  /** How many events the table had when I sent a move that is not shown yet, or -1. */
  sentAt: -1,
};

/** Through whose eyes, for an address. */
export function eyesQuery() {
  return typeof live.packet.seat === "number" ? `&eyes=${live.packet.seat}` : "";
}
