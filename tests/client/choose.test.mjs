// What one can choose next, and what a choice comes to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./scripts.mjs";

const { Chooser } = await script("choose");
/** @param {string} action @param {...string[]} paths */
const choice = (action, ...paths) => ({ action, words: action, paths });
const MOVE = choice("move", ["boat", "b2"]);
const STAY = choice("stay", ["boat", "b1"]);
const SHOOT = choice("shoot", ["boat", "b2", "foe"]);
const PASS = { action: "pass", words: "pass" };
const all = (some) => [...some].sort();

test("what has no place is a button, and what has one and a button is both", () => {
  const both = choice("end", ["port"], []);
  const chooser = new Chooser([MOVE, PASS, both, choice("none")]);
  assert.deepEqual(chooser.buttons.map(({ action }) => action), ["pass", "end", "none"]);
  assert.deepEqual(all(chooser.known), ["b2", "boat", "port"]);
  assert.deepEqual(all(chooser.firsts), ["boat", "port"]);
});

test("after a thing whatever goes with it comes next, in any order", () => {
  const chooser = new Chooser([MOVE, STAY, SHOOT]);
  assert.deepEqual(all(chooser.next), ["b1", "b2", "boat", "foe"]);
  chooser.selected = ["b2"];
  assert.deepEqual(all(chooser.next), ["boat", "foe"]);
  chooser.selected = ["b1"];
  assert.deepEqual(all(chooser.next), ["boat"]);
});

test("an action is complete with exactly its things", () => {
  const chooser = new Chooser([MOVE, STAY, SHOOT]);
  assert.deepEqual(chooser.complete(["b2", "boat"]), [MOVE]);
  assert.deepEqual(chooser.complete(["boat"]), []);
  assert.deepEqual(chooser.complete(["boat", "foe", "b2"]), [SHOOT]);
  chooser.selected = ["boat", "b1"];
  assert.deepEqual(chooser.complete(), [STAY]);
});

test("an action with two ways is one action", () => {
  const twice = choice("twice", ["a", "b"], ["b", "a"]);
  const chooser = new Chooser([twice, STAY]);
  assert.deepEqual(chooser.complete(["a", "b"]), [twice]);
  chooser.selected = ["a"];
  assert.deepEqual(chooser.few(), [twice]);
});

test("a choice is decided when one action is complete and nothing longer is left", () => {
  const chooser = new Chooser([MOVE, STAY, SHOOT]);
  assert.equal(chooser.decided(["boat", "b1"]), STAY);
  assert.equal(chooser.decided(["boat", "b2"]), null, "shoot is still possible");
  assert.equal(chooser.goesOn(["boat", "b2"]), true);
  assert.equal(chooser.goesOn(["boat", "b1"]), false);
  assert.equal(chooser.decided(["boat"]), null);
  const again = new Chooser([choice("one", ["a"]), choice("two", ["a"])]);
  assert.equal(again.decided(["a"]), null, "of two none is done");
  assert.equal(again.goesOn(["a"]), false);
});

test("a longer way to the same action is nothing more to choose", () => {
  const same = choice("same", ["a"], ["a", "b"]);
  const chooser = new Chooser([same, choice("other", ["c"])]);
  assert.equal(chooser.goesOn(["a"]), false);
  assert.equal(chooser.decided(["a"]), same);
});

test("up to three actions are buttons while something is chosen; of more those that need nothing else", () => {
  const three = ["x", "y", "z"].map((end) => choice(end, ["a", end]));
  const chooser = new Chooser([...three, PASS]);
  chooser.selected = ["a"];
  assert.deepEqual(chooser.few().map(({ action }) => action), ["x", "y", "z"]);
  const four = new Chooser([...three, choice("w", ["a", "w"]), choice("only a", ["a"])]);
  four.selected = ["a"];
  assert.deepEqual(four.few().map(({ action }) => action), ["only a"]);
  const exactly = new Chooser([...three, choice("w", ["a", "w"])]);
  exactly.selected = ["a"];
  assert.deepEqual(exactly.few(), []);
});

test("what needs one thing more has no button where the words of all have no room", () => {
  const words = "Exchange the rug 1 with 1 dot, the chest 1, the tin 1 and the tin 2 with 2 dots";
  const [four, five] = [["a", "b"], ["a", "b", "c"]].map((path) => ({ ...choice(path.join(), path), words }));
  const chooser = new Chooser([four, five]);
  chooser.selected = ["a", "b"];
  assert.deepEqual(chooser.few(), [four]);
  chooser.selected = ["a", "b", "c"];
  assert.deepEqual(chooser.few(), [five], "one alone has its button, however long");
});

test("one more thing is added, let go, or begins anew", () => {
  const chooser = new Chooser([MOVE, STAY, choice("far", ["island"])]);
  chooser.selected = ["boat"];
  assert.deepEqual(chooser.with("b2"), ["boat", "b2"]);
  assert.deepEqual(chooser.with("boat"), []);
  assert.deepEqual(chooser.with("island"), ["island"]);
  assert.equal(chooser.with("nowhere"), null);
  chooser.selected = ["boat", "b2"];
  assert.deepEqual(chooser.with("boat"), ["b2"]);
});

test("things that come to the same have the same meaning", () => {
  const chooser = new Chooser([choice("left", ["a", "b", "c"]), choice("right", ["a", "d"])]);
  assert.notEqual(chooser.meaning("b"), chooser.meaning("d"));
  assert.equal(chooser.meaning("b"), chooser.meaning("c"));
  assert.equal(chooser.meaning("nothing"), "nothing");
  chooser.selected = ["a"];
  assert.equal(chooser.meaning("b"), chooser.meaning("c"));
  assert.equal(chooser.meaning("a"), "a", "what is held is let go");
  chooser.selected = ["a", "b"];
  assert.equal(chooser.meaning("d"), "d", "what begins anew answers for itself");
});

test("the one thing that every action needs is chosen already", () => {
  const begun = (...choices) => {
    const chooser = new Chooser(choices);
    chooser.begin();
    return chooser.selected;
  };
  assert.deepEqual(begun(MOVE, STAY), ["boat"]);
  assert.deepEqual(begun(MOVE), [], "a single action is not half done");
  assert.deepEqual(begun(MOVE, STAY, PASS), [], "there is something else to do");
  assert.deepEqual(begun(MOVE, choice("far", ["island"])), []);
  assert.deepEqual(begun(choice("one", ["a", "b", "c"]), choice("two", ["a", "b", "d"])), [], "two things: which one?");
  assert.deepEqual(begun(), []);
});
