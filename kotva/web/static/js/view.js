// A packet on the screen: what a live table and a replay share.

import { glyph, h, the } from "./dom.js";
import { Log } from "./log.js";
import { News } from "./news.js";
import { showPanels } from "./panels.js";
import { say } from "./say.js";
import { showSeats } from "./seats.js";
import { Pilot } from "./pilot.js";
import { Stage } from "./stage.js";
import { tips } from "./tip.js";
import { verdict } from "./verdict.js";

/** @typedef {import("./types.js").Packet} Packet */
/** @typedef {import("./types.js").End} End */

export class View {
  /**
   * @param {(number: number) => void} look
   * @param {(seat: number) => void} sit
   */
  constructor(look, sit) {
    this.stage = new Stage(the("frame"), the("strips"));
    this.log = new Log(the("log"), the("live-log"), look);
    this.log.named = (ids) => this.point(ids);
    this.sit = sit;
    this.pilot = new Pilot(this.stage);
    this.news = new News(this.stage, this.log);
    /** Who is asked what a thing could do; nobody in a replay. @type {((id: string) => Promise<import("./types.js").AboutThing>) | null} */
    this.teller = null;
    tips(this.stage, () => this.teller);
    this.sideButton = tabs();
    document.addEventListener("kotva:suggested", (event) => this.pilot.pointOut(/** @type {CustomEvent<string[]>} */ (event).detail));
  }

  /**
   * @param {Packet} packet
   * @returns {number} how long its motion takes
   */
  show(packet) {
    this.showPeople(packet);
    const fresh = showPanels({ side: the("panels"), urgent: the("urgent"), dice: the("dice") }, packet.scene.panels ?? [], packet.choices ?? []);
    if (fresh && !the("main").classList.contains("side-open")) this.sideButton.classList.add("fresh");
    the("tags").replaceChildren(...(packet.scene.tags ?? []).map((tag) => h("span", {}, tag)));
    const motion = this.stage.show(packet.scene);
    this.news.fit();
    this.pilot.happened(packet.scene.last ?? [], motion);
    this.result(packet);
    return motion;
  }

  /** Point out what a word stands for: things on the table, or a player with all that is theirs. @param {string[]} ids */
  point(ids) {
    const seats = new Set(ids.filter((id) => id.startsWith("@")).map((id) => Number(id.slice(1))));
    const theirs = [...this.stage.things.values()].filter(({ item }) => typeof item.owner === "number" && seats.has(item.owner) && (item.layer ?? 1) >= 3);
    this.stage.point([...ids, ...theirs.map(({ item }) => item.id)]);
    for (const seat of document.querySelectorAll("#seats .seat")) seat.classList.toggle("pointed", seats.has(Number(seat.getAttribute("data-seat"))));
  }

  /** Who is here, and whose turn it is. @param {Packet} packet */
  showPeople(packet) {
    showSeats(the("seats"), packet, this.sit);
  }

  /** @param {Packet} packet */
  result(packet) {
    const box = the("result");
    box.hidden = !packet.over;
    box.replaceChildren();
    if (!packet.over) return;
    const end = packet.over;
    const clause = h("a", { class: "clause-link", href: `/rules/${packet.game}#${end.clause}`, target: "kotva-rules" }, end.clause);
    box.append(h("h2", {}, say("Result")), h("p", {}, end.text, " ", clause), resultTable(packet, end));
    box.append(h("p", {}, h("a", { class: "button", href: `/result/${packet.table}` }, say("Board, score and statistics"))));
    box.append(verification(packet));
  }
}

/**
 * @param {Packet} packet
 * @param {End} end
 */
function resultTable(packet, end) {
  const names = (packet.sitters ?? []).map((sitter) => sitter.name);
  // A column that is the same for all, or repeats the place or the points, tells nothing.
  const telling = (/** @type {string} */ key) => {
    const values = end.details.map((details) => details[key]);
    return [end.ranks, end.scores, end.ranks.map(() => values[0])].every((known) => values.some((value, seat) => value !== known[seat]));
  };
  const keys = [...new Set(end.details.flatMap((details) => Object.keys(details)))].filter(telling);
  const order = end.ranks.map((_, seat) => seat).sort((a, b) => end.ranks[a] - end.ranks[b]);
  const rows = order.map((seat) =>
    h("tr", { class: end.ranks[seat] === 1 ? "first-place" : "" }, h("td", {}, `${end.ranks[seat]}.`), h("th", { scope: "row" }, glyph(seat), names[seat] ?? ""), h("td", { class: "score" }, String(end.scores[seat])), ...keys.map((key) => h("td", {}, String(end.details[seat]?.[key] ?? "")))),
  );
  const head = h("tr", {}, h("th", { scope: "col" }, h("span", { class: "sr" }, say("place"))), h("th", { scope: "col" }, h("span", { class: "sr" }, say("player"))), h("th", { scope: "col" }, say("points")), ...keys.map((key) => h("th", { scope: "col" }, key)));
  return h("div", { class: "wide" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** What can be verified: the record, and the draws where chance had a part. @param {Packet} packet */
function verification(packet) {
  const box = h("details", { class: "fair" }, h("summary", {}, packet.seed ? say("Was chance fair?") : say("Is the record true?")));
  if (packet.seed) {
    box.append(h("p", {}, say("All chance came from this secret number; its fingerprint was fixed before the first move.")));
    box.append(h("dl", {}, h("dt", {}, say("fingerprint (SHA-256)")), h("dd", {}, h("code", {}, packet.commit ?? "")), h("dt", {}, say("number")), h("dd", {}, h("code", {}, packet.seed))));
  }
  box.append(verdict(packet.table));
  return box;
}

/** On a phone the log is behind a button; a mark on it says that a new sheet lies there. */
function tabs() {
  const main = the("main");
  const button = h("button", { type: "button", "aria-expanded": "false", "aria-controls": "side" }, say("Log"));
  button.addEventListener("click", () => {
    const open = main.classList.toggle("side-open");
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? say("Board") : say("Log");
    button.classList.remove("fresh");
  });
  the("tabs").append(button);
  return button;
}
