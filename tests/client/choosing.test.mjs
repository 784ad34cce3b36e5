// Clicks, taps and tools become a selection, a selection an action; what is asked, lit and offered meanwhile.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page, Part, Touch } from "../fingers/page.mjs";
import { script } from "./scripts.mjs";

const { Choosing, questionOf } = await script("choosing");
const { live } = await script("live");
const { closeFan } = await script("fan");

const choice = (action, ...paths) => ({ action, words: `Do ${action}`, paths });
const MOVE = choice("move b2", ["boat", "b2"]);
const STAY = choice("move b1", ["boat", "b1"]);
const SHOOT = choice("shoot", ["boat", "foe"]);
const DIVE = choice("dive", ["hole"]);
const PASS = { action: "pass", words: "Pass" };
const MOVING = { label: "oars, two", starts: "move", missing: "" };
const FORM = { id: "f", title: "F", submits: [{ label: "Go", template: "offer {give}" }], slots: [{ key: "give", label: "G", parts: [{ letter: "L", label: "L", symbol: "", most: 1, item: "hand" }] }] };

const shown = { show: [], take: [], open: [], closed: [] };
const forms = {
  shown: [],
  show: (...given) => shown.show.push(given),
  things: (open) => new Set(open ? shown.open : shown.closed),
  take: (id) => (shown.take.push(id), shown.closed.includes(id)),
};
let played, refreshed, previews, stage, choosing;

/** A packet is on the table. */
function begin(choices, scene = {}, more = {}) {
  live.packet = { seq: 5, seat: 1, scene: { items: [], ...scene }, choices, ...more };
  return choosing.begin(live.packet);
}
const things = (...ids) => {
  for (const id of ids) {
    const element = new Part("g");
    element.setAttribute("data-id", id);
    page.body.append(element);
    stage.things.set(id, { item: { id, symbol: "s", label: `the ${id}, a thing` }, element, zone: "board", key: "" });
  }
};
const selected = () => choosing.chooser.selected;
const prompt = () => page.getElementById("prompt");

beforeEach(() => {
  for (const list of Object.values(shown)) list.length = 0;
  page.heard = {};
  page.querySelectorAll("[data-id], [data-action], .fan").forEach((one) => one.remove());
  page.elementsFromPoint = () => [];
  closeFan();
  page.getElementById("bubble").hidden = true;
  page.getElementById("toast").replaceChildren();
  prompt().textContent = "";
  Object.assign(live, { lookingAt: null, sending: false });
  [played, refreshed, previews] = [[], 0, []];
  const tell = (name) => (...given) => previews.push([name, ...given]);
  stage = { things: new Map(), camera: { tapped: "x", dragged: false, isClose: true, scale: 1 }, preview: tell("preview"), ask: tell("ask"), noPreview: tell("none"), foresee: tell("foresee") };
  forms.shown = [];
  choosing = new Choosing(stage, forms, (action) => played.push(action), () => refreshed++);
  things("boat", "b1", "b2", "foe", "hole", "rock", "hand");
});

test("a table without choices says so, and one that is looked back at has none", () => {
  assert.equal(begin([]), false);
  assert.equal(begin(undefined), false);
  assert.equal(begin([PASS]), true);
  live.lookingAt = 3;
  assert.equal(begin([PASS]), false);
  assert.deepEqual(choosing.everything, []);
});

test("what a form makes is no choice of its own; forms are shown with all that is legal", () => {
  begin([MOVE, choice("offer L"), PASS], { forms: [FORM] });
  assert.deepEqual(choosing.everything, [MOVE, PASS]);
  assert.deepEqual(shown.show[0], [[FORM], new Set(["move b2", "offer L", "pass"]), false]);
  begin([choice("offer L")], { forms: [FORM] });
  assert.equal(shown.show[1][2], true, "the form is alone");
  begin([], { forms: [FORM] });
  assert.deepEqual(shown.show[2][0], [], "who has nothing to choose has no forms");
});

test("a new packet lets go of everything, and takes what all actions need", () => {
  begin([MOVE, SHOOT, DIVE]);
  choosing.choose("boat");
  choosing.hold(MOVING);
  choosing.pending = MOVE;
  begin([MOVE, STAY]);
  assert.deepEqual([choosing.pending, choosing.tool, selected()], [null, null, ["boat"]]);
});

test("something is held: a thing, a tool, or what waits for a yes", () => {
  begin([MOVE, DIVE]);
  assert.equal(choosing.busy, false);
  choosing.choose("boat");
  assert.equal(choosing.busy, true);
  choosing.letGo();
  choosing.take(MOVING);
  assert.equal(choosing.busy, true);
  choosing.hold(null);
  choosing.pending = PASS;
  assert.equal(choosing.busy, true);
});

test("first what actions begin with is lit, then what goes on; forms light their things", () => {
  begin([MOVE, SHOOT, DIVE]);
  [shown.open, shown.closed] = [["hand"], ["hand", "other"]];
  let lights = choosing.lights();
  assert.deepEqual([...lights.lit].sort(), ["boat", "hand", "hole"]);
  assert.deepEqual([...lights.firsts].sort(), ["boat", "hand", "hole"]);
  assert.deepEqual([...lights.can].sort(), ["b2", "boat", "foe", "hand", "hole", "other"]);
  assert.equal(lights.next.size + lights.chosen.size, 0);
  choosing.choose("boat");
  lights = choosing.lights();
  assert.deepEqual([[...lights.chosen], [...lights.lit].sort(), [...lights.next].sort(), lights.firsts.size], [["boat"], ["b2", "foe"], ["b2", "foe"], 0]);
});

test("what is asked: the table's question, the thing's, the tool's, or a yes", () => {
  begin([MOVE, SHOOT, DIVE]);
  assert.equal(choosing.asking("What now?"), "What now?");
  choosing.choose("boat");
  assert.equal(choosing.asking("What now?"), "The boat: choose one of the lit things.", "what stands before the comma");
  live.packet.questions = [{ text: "where does it go?", chosen: [["boat"]] }];
  assert.equal(choosing.asking("What now?"), "Where does it go?");
  live.lookingAt = 2;
  assert.equal(choosing.asking("What now?"), "What now?");
  live.lookingAt = null;
  choosing.letGo();
  choosing.take(MOVING);
  assert.equal(choosing.asking("What now?"), "Oars, two: choose a place.");
  choosing.hold({ ...MOVING, question: "Row where?" });
  assert.equal(choosing.asking("What now?"), "Row where?");
  choosing.pending = PASS;
  assert.equal(choosing.asking("What now?"), "Pass?");
});

test("what has no label is not named", () => {
  begin([choice("one", ["boat", "b1", "x"]), choice("two", ["boat", "b1", "y"]), choice("three", ["boat", "b1", "z"]), choice("four", ["boat", "b1", "w"]), DIVE]);
  stage.things.get("b1").item.label = undefined;
  choosing.choose("b1");
  choosing.choose("boat");
  assert.equal(choosing.asking("?"), "The boat: choose one of the lit things.");
});

test("before the first packet no tool is ready, and nothing is held", () => {
  assert.equal(choosing.isReady(MOVING), false);
  assert.equal(choosing.busy, false);
  assert.equal(choosing.hovering, "");
});

test("whatever is chosen or taken, a note about something else is closed, and what waited for a yes waits no more", () => {
  const bubble = page.getElementById("bubble");
  begin([MOVE, STAY, SHOOT, DIVE]);
  for (const act of [() => choosing.choose("boat"), () => choosing.take(MOVING)]) {
    bubble.hidden = false;
    choosing.pending = MOVE;
    act();
    assert.deepEqual([bubble.hidden, choosing.pending], [true, null]);
  }
});

test("things that lie under one finger are fanned out; a press beside the fan closes it alone", () => {
  begin([MOVE, STAY, SHOOT, DIVE]);
  choosing.choose("boat");
  choosing.pointer.crowd = () => ["b1", "b2"].map((id) => stage.things.get(id).item);
  const water = sea();
  click(water);
  assert.deepEqual(page.querySelectorAll(".fan button").map((one) => one.getAttribute("data-thing")), ["b1", "b2"]);
  assert.deepEqual(played, []);
  choosing.pointer.crowd = () => [];
  click(water, { at: 5000 });
  assert.deepEqual([page.querySelectorAll(".fan").length, selected()], [0, ["boat"]]);
  choosing.pointer.crowd = () => [stage.things.get("b2").item];
  click(water, { at: 9000 });
  assert.deepEqual(played, ["move b2"], "one alone is chosen at once");
  played.length = 0;
  choosing.pointer.crowd = () => ["b1", "b2"].map((id) => stage.things.get(id).item);
  choosing.chooser.selected = ["boat"];
  click(water, { at: 12000 });
  page.querySelectorAll(".fan button")[0].click();
  assert.deepEqual(played, ["move b1"], "the one that is pressed in the fan");
});

test("what lies under one finger is asked about in one order, wherever the finger comes down", () => {
  for (const nearest of [["b1", "b2"], ["b2", "b1"]]) {
    begin([MOVE, STAY, SHOOT, DIVE]);
    choosing.choose("boat");
    choosing.pointer.crowd = () => nearest.map((id) => stage.things.get(id).item);
    click(sea());
    assert.deepEqual(page.querySelectorAll(".fan button").map((one) => one.getAttribute("data-thing")), ["b1", "b2"]);
    closeFan();
  }
});

test("the name of a field keeps its small letter", () => {
  begin([MOVE, SHOOT, DIVE]);
  stage.things.get("boat").item.label = "b2, water";
  choosing.choose("boat");
  assert.equal(choosing.asking("?"), "b2: choose one of the lit things.");
});

test("of the game's questions the one that knows most is asked, of two the one about what came first", () => {
  const one = { text: "one", chosen: [["a"]] }, both = { text: "both", chosen: [["x"], ["b", "a"]] }, other = { text: "other", chosen: [["b"]] };
  assert.equal(questionOf([one, both], ["a", "b"]), "both");
  assert.equal(questionOf([both, one], ["a", "b"]), "both");
  assert.equal(questionOf([other, one], ["a", "b"]), "one");
  assert.equal(questionOf([one, other], ["a", "b"]), "one");
  assert.equal(questionOf([both], ["a"]), "", "it is about something that is not chosen");
  assert.equal(questionOf([{ text: "first", chosen: [["a"]] }, { text: "again", chosen: [["a"]] }], ["a"]), "first");
  assert.equal(questionOf([{ text: "b and c", chosen: [["c", "b"]] }, { text: "c and d", chosen: [["d", "c"]] }], ["b", "c", "d"]), "b and c");
  assert.equal(questionOf([], ["a"]), "");
});

test("buttons: what has no place, without what a panel of the table already offers; then the few that are left", () => {
  begin([MOVE, SHOOT, DIVE, PASS, { action: "roll", words: "Roll" }]);
  const elsewhere = new Part("button");
  elsewhere.setAttribute("data-action", "roll");
  page.body.append(elsewhere);
  assert.deepEqual(choosing.buttons(), [PASS]);
  choosing.choose("boat");
  assert.deepEqual(choosing.buttons(), [MOVE, SHOOT]);
});

test("the normal move is the only one there is", () => {
  begin([PASS]);
  assert.equal(choosing.isNormal(PASS), true);
  begin([PASS, { action: "draw", words: "Draw", aside: true }]);
  assert.equal(choosing.isNormal(PASS), true, "what stands aside does not count");
  assert.equal(choosing.isNormal({ ...PASS, aside: true }), false);
  begin([PASS, { action: "roll", words: "Roll" }]);
  assert.equal(choosing.isNormal(PASS), false);
  begin([PASS, DIVE]);
  assert.equal(choosing.isNormal(PASS), false, "there is something to do on the board");
  begin([PASS]);
  forms.shown = [{}];
  assert.equal(choosing.isNormal(PASS), false, "there is a form");
  begin([MOVE, SHOOT, DIVE]);
  choosing.choose("boat");
  assert.equal(choosing.isNormal(MOVE), false, "two are left");
  begin([choice("a", ["x", "y"]), choice("b", ["x", "y"]), DIVE]);
  things("x", "y");
  choosing.choose("x");
  choosing.choose("y");
  assert.equal(choosing.isNormal(PASS), false);
  begin([choice("a", ["x", "y"]), DIVE]);
  choosing.choose("x");
  assert.equal(choosing.isNormal(PASS), false, "there is more to choose");
});

test("a path is walked, and its end is played", () => {
  begin([MOVE, STAY, SHOOT, DIVE]);
  choosing.choose("boat");
  assert.deepEqual([selected(), played, refreshed, stage.camera.tapped], [["boat"], [], 1, null]);
  choosing.choose("b1");
  assert.deepEqual([played, refreshed], [["move b1"], 1]);
  choosing.letGo();
  choosing.choose("hole");
  assert.deepEqual(played, ["move b1", "dive"]);
});

test("pressed again a thing is let go, another one begins anew", () => {
  begin([MOVE, SHOOT, DIVE, choice("far", ["rock", "b1"])]);
  choosing.choose("boat");
  choosing.choose("boat");
  assert.deepEqual([selected(), played], [[], []]);
  choosing.choose("boat");
  stage.camera.tapped = "x";
  choosing.choose("rock");
  assert.deepEqual(selected(), ["rock"]);
  assert.equal(stage.camera.tapped, "x", "it was not lit: a second tap may be a double tap");
});

test("while a move is under way nothing is chosen and no tool is taken", () => {
  begin([MOVE, SHOOT, DIVE]);
  live.sending = true;
  choosing.choose("boat");
  choosing.take(MOVING);
  assert.deepEqual([selected(), choosing.tool, played, refreshed], [[], null, [], 0]);
});

test("a thing that can do nothing is asked why; so is any that is looked back at", () => {
  begin([MOVE, SHOOT, DIVE]);
  const bubble = page.getElementById("bubble");
  choosing.choose("rock");
  assert.deepEqual([selected(), bubble.hidden, refreshed], [[], false, 0]);
  assert.match(bubble.textContent, /the rock/);
  bubble.hidden = true;
  live.lookingAt = 1;
  choosing.choose("boat");
  assert.deepEqual([selected(), bubble.hidden, shown.take], [[], false, ["rock"]]);
  bubble.hidden = true;
  choosing.why("nothing there");
  assert.equal(bubble.hidden, true);
});

test("why is asked with what is held and the tool that was taken", async () => {
  const asked = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (path) => (asked.push(path), { ok: true, text: async () => "{}" });
  begin([MOVE, SHOOT, DIVE]);
  choosing.take(MOVING);
  choosing.choose("boat");
  choosing.why("rock");
  live.lookingAt = 1;
  choosing.why("rock");
  globalThis.fetch = real;
  assert.deepEqual(asked.map((path) => path.split("?")[1]), ["items=boat,rock&starts=move&eyes=1", "items=rock&starts=move&eyes=1"]);
});

test("what a thing could do is asked where the game can say it, and of the table as it is", async () => {
  const asked = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (path) => (asked.push(path), { ok: true, text: async () => '{"words": ["x"]}' });
  begin([MOVE]);
  assert.deepEqual(await choosing.tell("boat"), {});
  page.getElementById("main").dataset.about = "1";
  assert.deepEqual(await choosing.tell("boat"), { words: ["x"] });
  live.lookingAt = 1;
  assert.deepEqual(await choosing.tell("rock"), {});
  delete page.getElementById("main").dataset.about;
  globalThis.fetch = real;
  assert.equal(asked.length, 1);
  assert.match(asked[0], /about\?item=boat&eyes=1$/);
});

test("a thing of a form is taken there, unless it begins or goes on an action", () => {
  begin([MOVE, SHOOT, DIVE]);
  shown.closed.push("hand", "foe", "boat");
  choosing.choose("hand");
  assert.deepEqual([shown.take, refreshed, selected()], [["hand"], 1, []]);
  choosing.choose("boat");
  assert.deepEqual([shown.take, selected()], [["hand"], ["boat"]]);
  choosing.choose("hand");
  assert.deepEqual([shown.take, selected()], [["hand", "hand"], []], "what was held is let go");
  choosing.choose("boat");
  choosing.choose("foe");
  assert.deepEqual([shown.take.length, played], [2, ["shoot"]]);
});

test("a tool leaves only its own actions, and is laid down again", () => {
  let looked = 0;
  begin([MOVE, STAY, SHOOT, DIVE]);
  choosing.lookThere = () => looked++;
  choosing.take(MOVING);
  assert.deepEqual(choosing.chooser.choices, [MOVE, STAY]);
  assert.deepEqual([choosing.tool, refreshed, looked], [MOVING, 1, 1]);
  choosing.take({ ...MOVING });
  assert.deepEqual([choosing.tool, refreshed, looked, choosing.chooser.choices.length], [null, 2, 1, 4]);
  choosing.take(MOVING);
  choosing.choose("hole");
  assert.deepEqual([choosing.tool, played], [null, ["dive"]], "a thing that the tool cannot use lays it down");
  choosing.take(MOVING);
  choosing.choose("boat");
  assert.equal(choosing.tool, MOVING);
});

test("a tool with one thing to do does it; one with nothing to do says what is missing", () => {
  begin([{ action: "buy", words: "Buy" }, MOVE, DIVE]);
  choosing.take({ label: "Buy", starts: "buy" });
  assert.deepEqual([played, choosing.tool], [["buy"], null]);
  choosing.take({ label: "oars", starts: "move" });
  assert.deepEqual([played, choosing.tool?.starts], [["buy"], "move"], "one action that needs a place");
  choosing.pending = PASS;
  const real = globalThis.setTimeout;
  globalThis.setTimeout = () => 0; // what is said goes away by itself, later
  choosing.take({ label: "Build", starts: "build", missing: "No wood." });
  assert.match(page.body.textContent, /No wood\./);
  assert.equal(choosing.pending, null);
  choosing.take({ label: "Build", starts: "build" });
  globalThis.setTimeout = real;
  assert.match(page.body.textContent, /Build: not possible now\./);
  assert.equal(choosing.isReady({ starts: "build" }), false);
  assert.equal(choosing.isReady(MOVING), true);
  live.lookingAt = 1;
  assert.equal(choosing.isReady(MOVING), false);
});

test("letting go: the thing, the tool and what waits for a yes", () => {
  begin([MOVE, STAY, SHOOT, DIVE]);
  choosing.take(MOVING);
  choosing.choose("boat");
  choosing.pending = MOVE;
  choosing.letGo();
  assert.deepEqual([choosing.pending, choosing.tool, selected(), choosing.chooser.choices.length], [null, null, [], 4]);
});

test("of things that come to the same the first is left; what is held is let go by its button", () => {
  begin([choice("left", ["boat", "b1"], ["boat", "foe"]), choice("right", ["boat", "b2"]), DIVE]);
  const item = (id) => ({ id });
  choosing.choose("boat");
  const apart = (...ids) => choosing.apart(ids.map(item)).map(({ id }) => id);
  assert.deepEqual(apart("b1", "foe", "b2"), ["b1", "foe", "b2"].filter((id) => id !== "foe" || choosing.chooser.meaning("foe") !== choosing.chooser.meaning("b1")));
  assert.deepEqual(apart("boat", "b2"), ["b2"]);
  assert.deepEqual(apart("boat"), ["boat"]);
  live.lookingAt = 1;
  assert.deepEqual(apart("boat", "b1", "foe", "b2"), ["boat", "b1", "foe", "b2"], "looking back each is asked about by itself");
});

// -- pressing ------------------------------------------------------------------------------------------------------

/** A click as the page hears it. */
const click = (target, { x = 0, y = 0, at = 0, detail = 1, touch = false } = {}) => {
  const event = touch ? new Touch(x, y, target) : { clientX: x, clientY: y, target };
  page.tell(Object.assign(event, { type: "click", timeStamp: at, detail, target }));
};
const element = (id) => stage.things.get(id).element;
const sea = () => {
  const part = new Part("rect");
  part.setAttribute("class", "sea");
  page.body.append(part);
  return part;
};

test("a button of a panel plays, whatever lies there", () => {
  begin([MOVE, DIVE, PASS]);
  const button = new Part("button");
  button.setAttribute("data-action", "pass");
  const inside = new Part("span");
  button.append(inside);
  page.body.append(button);
  click(inside);
  assert.deepEqual(played, ["pass"]);
});

test("a click on a thing chooses it; what ends a drag chooses nothing", () => {
  begin([MOVE, SHOOT, DIVE]);
  element("boat").classList.add("can", "first");
  stage.camera.dragged = true;
  click(element("boat"));
  assert.deepEqual([selected(), stage.camera.dragged], [[], false]);
  click(element("boat"));
  assert.deepEqual(selected(), ["boat"]);
});

test("a click on the sea closes the note first, then lets go", () => {
  begin([MOVE, SHOOT, DIVE]);
  const water = sea();
  choosing.choose("boat");
  page.getElementById("bubble").hidden = false;
  click(water);
  assert.deepEqual([page.getElementById("bubble").hidden, selected()], [true, ["boat"]]);
  click(water);
  assert.deepEqual([selected(), refreshed], [[], 2]);
  click(water);
  assert.equal(refreshed, 2, "there is nothing to let go");
});

test("a click beside the table closes the note and lets nothing go", () => {
  begin([MOVE, SHOOT, DIVE]);
  choosing.choose("boat");
  page.getElementById("bubble").hidden = false;
  const beside = new Part("p");
  page.body.append(beside);
  click(beside);
  click(beside, { at: 9999 });
  assert.deepEqual([page.getElementById("bubble").hidden, selected()], [true, ["boat"]]);
});

test("what is in a dialog, the note or the fan is none of the table's business", () => {
  begin([MOVE, SHOOT, DIVE, PASS]);
  for (const place of ["dialog", "bubble", "fan"]) {
    const around = place === "dialog" ? new Part("dialog") : new Part("div");
    if (place === "bubble") around.setAttribute("id", "bubble");
    if (place === "fan") around.setAttribute("class", "fan");
    const button = new Part("button");
    button.setAttribute("data-action", "pass");
    around.append(button);
    page.body.append(around);
    click(button);
    around.remove();
  }
  click(null);
  assert.deepEqual(played, []);
});

test("the rest of a double click is no second move; keys, another place and another time are", () => {
  const button = (action) => {
    const part = new Part("button");
    part.setAttribute("data-action", action);
    page.body.append(part);
    return part;
  };
  const sends = new Choosing(stage, forms, (action) => (played.push(action), (live.sending = true)), () => {});
  page.heard = {};
  sends.listen();
  const [one, two] = [button("one"), button("two")];
  const again = (target, more) => ((live.sending = false), click(target, more));
  again(one, { x: 100, y: 100, at: 1000 });
  again(two, { x: 107, y: 100, at: 1399 });
  assert.deepEqual(played, ["one"], "the mouse has hardly moved");
  again(two, { x: 108, y: 100, at: 1399 });
  assert.deepEqual(played, ["one", "two"], "another place");
  again(one, { x: 108, y: 100, at: 1799 });
  assert.deepEqual(played.length, 3, "another time");
  again(two, { x: 108, y: 123, at: 1900, touch: true });
  assert.deepEqual(played.length, 3, "a finger wanders more");
  again(two, { x: 108, y: 124, at: 1900, touch: true });
  assert.deepEqual(played.length, 4);
  again(one, { x: 108, y: 124, at: 1901, detail: 0 });
  assert.deepEqual(played.length, 5, "a key has no place");
});

test("a click that sends nothing is the beginning of no double click", () => {
  begin([MOVE, SHOOT, DIVE]);
  element("boat").classList.add("can", "first");
  click(element("boat"), { x: 5, y: 5, at: 10 });
  click(element("boat"), { x: 5, y: 5, at: 20 });
  assert.deepEqual([selected(), choosing.acted.at], [[], -Infinity]);
});

test("a double tap lets go of what its first tap chose, unless actions begin there", () => {
  begin([MOVE, SHOOT, DIVE]);
  choosing.choose("boat");
  stage.camera.twice();
  assert.deepEqual(selected(), ["boat"]);
  choosing.chooser.selected = ["b2"];
  page.getElementById("bubble").hidden = false;
  stage.camera.twice();
  assert.deepEqual([selected(), page.getElementById("bubble").hidden], [[], true]);
  choosing.chooser.selected = ["b2", "boat"];
  stage.camera.twice();
  assert.deepEqual(selected(), ["b2", "boat"]);
});

// -- before it is done ---------------------------------------------------------------------------------------------

const rest = (id, type = "pointerover") => page.tell({ type, target: element(id) });

test("resting on what would end an action shows it and says its words", () => {
  begin([MOVE, SHOOT, DIVE]);
  prompt().dataset.text = "The question";
  rest("b2");
  assert.deepEqual(previews, [], "nothing is chosen");
  choosing.choose("boat");
  for (const id of ["boat", "rock"]) rest(id);
  rest("hole");
  assert.deepEqual(previews, [], "held, or no way goes there, or something else begins there");
  live.sending = true;
  rest("b2");
  live.sending = false;
  choosing.pending = MOVE;
  rest("b2");
  choosing.pending = null;
  assert.deepEqual(previews, []);
  rest("b2", "focusin");
  assert.deepEqual(previews, [["preview", "boat", "b2"], ["ask", "b2"]]);
  assert.equal(prompt().textContent, "Do move b2");
  for (const type of ["pointerout", "focusout"]) {
    prompt().textContent = "Do it";
    page.tell({ type });
    assert.equal(prompt().textContent, "The question");
    assert.equal(choosing.hovering, "");
  }
  assert.deepEqual(previews.slice(2), [["none"], ["none"]]);
});

test("resting on what decides nothing shows the way alone", () => {
  begin([choice("far", ["boat", "b2", "foe"]), choice("near", ["boat", "b2", "rock"]), DIVE]);
  choosing.choose("boat");
  rest("b2");
  assert.deepEqual(previews, [["preview", "boat", "b2"], ["ask", "b2"]]);
  assert.equal(prompt().textContent, "");
});

test("what an action would do is asked once, while the pointer rests, and shown", async () => {
  const asked = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (path) => (asked.push(path), { ok: true, text: async () => '{"lines": ["It", "moves."]}' });
  begin([MOVE, SHOOT, DIVE]);
  await choosing.foresee("move b2");
  assert.deepEqual(previews, [["foresee", { lines: ["It", "moves."] }]]);
  assert.equal(prompt().textContent, "It moves.");
  await choosing.foresee("move b2");
  assert.equal(asked.length, 1);
  assert.match(asked[0], /\/preview\?action=move%20b2&eyes=1$/);
  live.packet.seq++;
  const left = choosing.foresee("move b2");
  choosing.hovering = "";
  await left;
  assert.equal(asked.length, 1, "the pointer was gone before it was asked");
  previews.length = 0;
  globalThis.fetch = async () => ((live.sending = true), { ok: true, text: async () => "{}" });
  await choosing.foresee("shoot");
  live.sending = false;
  globalThis.fetch = async () => ((choosing.hovering = "else"), { ok: true, text: async () => "{}" });
  await choosing.foresee("dive");
  assert.deepEqual(previews, [], "a move is under way, or the pointer rests elsewhere");
  globalThis.fetch = async () => {
    throw new Error("down");
  };
  prompt().textContent = "as it was";
  await choosing.foresee("pass");
  assert.deepEqual([previews, prompt().textContent], [[["foresee", {}]], "as it was"]);
  globalThis.fetch = real;
});

test("what comes to be known about the last decision is not said of the next one", async () => {
  const real = globalThis.fetch;
  globalThis.fetch = async () => {
    begin([STAY]); // a finger leaves no "out" behind: the table has moved on, and it is my turn again
    prompt().textContent = "What now?";
    return { ok: true, text: async () => '{"lines": ["It moves."]}' };
  };
  begin([MOVE]);
  await choosing.foresee("move b2");
  globalThis.fetch = real;
  assert.deepEqual([previews, prompt().textContent], [[], "What now?"]);
});

test("of what was foreseen two hundred are kept, the newest ones", async () => {
  const real = [globalThis.setTimeout, globalThis.fetch];
  globalThis.setTimeout = (then) => then();
  globalThis.fetch = async () => ({ ok: true, text: async () => "{}" });
  begin([MOVE]);
  for (let n = 0; n <= 200; n++) await choosing.foresee(`a${n}`);
  [globalThis.setTimeout, globalThis.fetch] = real;
  assert.deepEqual([choosing.foreseen.size, choosing.foreseen.has("5 1 a0"), choosing.foreseen.has("5 1 a200")], [200, false, true]);
});
