// Select, then act: which things can be chosen next, and which actions a choice fits. Pure logic, no screen.

/** @typedef {import("./types.js").Choice} Choice */

const FEW = 3; // so many actions have room as buttons, and keys
const ROOM = 120; // letters that they have together, also on a phone

export class Chooser {
  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices;
    /** @type {string[]} */
    this.selected = [];
    /** Every path of things with its choice. */
    this.paths = choices.flatMap((choice) => (choice.paths ?? []).filter((path) => path.length).map((path) => ({ choice, path, has: new Set(path) })));
    /** Where any action could begin or go on, in any order. */
    this.known = new Set(this.paths.flatMap(({ path }) => path));
    this.firsts = new Set(this.paths.map(({ path }) => path[0]));
  }

  /** Actions that have no place on the table, and those that have a button as well: a path without things. */
  get buttons() {
    return this.choices.filter((choice) => !choice.paths?.length || choice.paths.some((path) => !path.length));
  }

  /** @param {string[]} selected */
  fitting(selected) {
    return this.paths.filter(({ has }) => selected.every((id) => has.has(id)));
  }

  /** What would go on from here. */
  get next() {
    const taken = new Set(this.selected);
    return new Set(this.fitting(this.selected).flatMap(({ path }) => path.filter((id) => !taken.has(id))));
  }

  /**
   * Actions that exactly these things stand for.
   * @param {string[]} [selected]
   * @returns {Choice[]}
   */
  complete(selected = this.selected) {
    const found = this.fitting(selected).filter(({ has }) => has.size === selected.length);
    return [...new Set(found.map(({ choice }) => choice))];
  }

  /** The actions that are buttons while something is chosen: all that are left when they are few, otherwise those that need nothing more. */
  few() {
    const left = [...new Set(this.fitting(this.selected).map(({ choice }) => choice))];
    const letters = left.reduce((sum, { words }) => sum + words.length, 0);
    return left.length <= FEW && (left.length === 1 || letters <= ROOM) ? left : this.complete();
  }

  /** Whether there is more to choose: another action with these things, not a longer way to the same. @param {string[]} [selected] */
  goesOn(selected = this.selected) {
    const done = new Set(this.complete(selected));
    return this.fitting(selected).some(({ has, choice }) => has.size > selected.length && !done.has(choice));
  }

  /**
   * The one action that a choice plays at once, if it does.
   * @param {string[]} selected
   * @returns {Choice | null}
   */
  decided(selected) {
    const complete = this.complete(selected);
    return complete.length === 1 && !this.goesOn(selected) ? complete[0] : null;
  }

  /**
   * What choosing one more thing would make of the selection; null if nothing.
   * @param {string} id
   * @returns {string[] | null}
   */
  with(id) {
    if (this.selected.includes(id)) return this.selected.filter((other) => other !== id);
    if (this.next.has(id)) return [...this.selected, id];
    return this.known.has(id) ? [id] : null;
  }

  /**
   * What choosing one more thing would come to, as a text: two things with the same one are the same choice.
   * @param {string} id
   * @returns {string}
   */
  meaning(id) {
    const selected = this.with(id);
    if (!selected || selected.length <= this.selected.length) return id; // it answers for itself, or is let go
    return JSON.stringify([selected.length, [...new Set(this.fitting(selected).map(({ choice }) => choice.action))]]);
  }

  /** Where every action needs the same thing, it is chosen already. */
  begin() {
    const actions = new Set(this.paths.map(({ choice }) => choice));
    if (this.buttons.length || actions.size < 2) return;
    const common = [...this.known].filter((id) => this.paths.every(({ has }) => has.has(id)));
    if (common.length === 1) this.selected = common;
  }
}
