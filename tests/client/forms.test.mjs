// Forms: what is put together by pressing, what can be pressed, and the notation that is sent.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page, Part } from "../fingers/page.mjs";
import { script } from "./scripts.mjs";

const { covers, Forms, notation } = await script("forms");

const part = (letter, most, more = {}) => ({ letter, label: `part ${letter}`, symbol: `card-${letter}`, most, ...more });
const OFFER = {
  id: "offer", title: "Offer", apart: true, submits: [{ label: "Offer it", template: "offer {give}>{want}" }],
  slots: [
    { key: "give", label: "I give", parts: [part("L", 3, { item: "hand-L" }), part("B", 1, { item: "hand-B" })] },
    { key: "want", label: "I want", parts: [part("L", 9), part("B", 9), part("W", 9)], most: 4 },
  ],
};
const DISCARD = { id: "discard", title: "Discard", submits: [{ label: "Discard", template: "discard {cards}", listed: true }], slots: [{ key: "cards", label: "Cards", parts: [part("L", 2), part("B", 2)], least: 2, most: 2 }] };
const ASK = {
  id: "ask", title: "Ask", submits: [{ label: "Ask", template: "ask{whom} {what}" }, { label: "Ask all", template: "all {what}" }],
  slots: [
    { key: "whom", label: "", parts: [{ letter: "2", label: "Bob", symbol: "", most: 1, seat: 1 }, { letter: "3", label: "Cyd", symbol: "", most: 1 }], least: 0, separator: ",", before: " " },
    { key: "what", label: "What", parts: [part("W", 2, { note: "two at most" })] },
  ],
};

let sent = [], changes = 0, forms;
const place = () => page.getElementById("forms");
beforeEach(() => {
  [sent, changes] = [[], 0];
  forms = new Forms(place(), (action) => sent.push(action), () => changes++);
});
const box = (number = 0) => forms.shown[number].box;
const faces = (number = 0) => box(number).querySelectorAll(".part-face, .part-toggle");
const less = (at) => box().querySelectorAll(".part-less")[at];
const back = () => box().querySelectorAll(".form-back")[0];
const submits = (number = 0) => box(number).querySelectorAll(".form-end button").filter((one) => !one.classList.contains("form-back"));
const note = () => box().querySelectorAll(".form-note")[0].textContent;
const press = (...at) => at.map((one) => faces()[one].click());
const counts = () => box().querySelectorAll(".part-count").map((one) => one.textContent);
const usable = () => faces().map((one) => !one.disabled);

test("a form that asks for all that could be given says so", () => {
  forms.show([OFFER], new Set(), true);
  press(2, 3);
  assert.deepEqual(usable().slice(0, 2), [false, false]);
  assert.equal(note(), "I give: nothing is left for it. Take something back.");
  back().click();
  assert.equal(note(), "I give: at least 1");
});

test("a form covers what begins as its templates do", () => {
  assert.equal(covers(OFFER, "offer L>B"), true);
  assert.equal(covers(OFFER, "end"), false);
  assert.equal(covers(ASK, "all W"), true);
  assert.equal(covers(ASK, "bank W"), false);
});

test("what is pressed is counted and becomes a notation, in the order of the form", () => {
  forms.show([OFFER], new Set(), true);
  press(0, 1, 0, 4, 4);
  assert.deepEqual(counts(), ["2", "1", "", "", "2"]);
  assert.equal(changes, 5);
  submits()[0].click();
  assert.deepEqual(sent, ["offer LLB>WW"]);
  assert.equal(forms.shown[0].sent, true);
});

test("no more can be pressed than there is, than fits, nor on both sides", () => {
  forms.show([OFFER], new Set(), true);
  press(1);
  assert.deepEqual(usable(), [true, false, true, false, true], "one B there is, and what is given is not wanted");
  press(0, 0, 0);
  assert.deepEqual(usable(), [false, false, false, false, true]);
  press(4, 4, 4, 4);
  assert.deepEqual(usable(), [false, false, false, false, false], "four fit");
  assert.equal(faces()[4].click(), false);
  const both = { ...OFFER, apart: false };
  forms.show([both], new Set(), true);
  assert.equal(usable()[3], false, "four are still there");
  less(4).click();
  assert.equal(usable()[3], true, "here what is given may be wanted");
});

test("nothing is sent before enough is there, and what is missing is said", () => {
  forms.show([OFFER], new Set(), true);
  assert.equal(submits()[0].disabled, true);
  assert.equal(note(), "I give: at least 1");
  press(0);
  assert.equal(note(), "I want: at least 1");
  press(3);
  assert.equal(note(), "");
  assert.equal(submits()[0].disabled, false);
});

test("where so many are asked for, it is said how many there are", () => {
  forms.show([DISCARD], new Set(["discard LB", "discard LL"]), true);
  assert.equal(note(), "0 of 2");
  press(0);
  assert.equal(note(), "1 of 2");
  assert.equal(submits()[0].disabled, true);
  press(1);
  assert.equal(note(), "");
  submits()[0].click();
  assert.deepEqual(sent, ["discard LB"]);
});

test("where only listed actions may be made, no part leads away from all of them", () => {
  forms.show([DISCARD], new Set(["discard LB", "discard LL", "end"]), true);
  press(1);
  assert.deepEqual(usable(), [true, false], "BB is not allowed");
  press(0);
  assert.deepEqual(usable(), [false, false]);
});

test("a button may leave a slot out: nothing is put into that slot which no action has", () => {
  const one = { ...DISCARD, submits: [...DISCARD.submits, { label: "Both", template: "both {cards}>{more}", listed: true }], slots: [{ ...DISCARD.slots[0], least: 1 }, { key: "more", label: "More", parts: [part("L", 1)], least: 0 }] };
  forms.show([one], new Set(["discard L"]), true);
  assert.deepEqual(usable(), [true, false, false]);
  press(0);
  assert.deepEqual(submits().map(({ disabled }) => disabled), [false, true]);
  forms.show([one], new Set(["discard L", "both L>L"]), true);
  assert.deepEqual(usable(), [false, false, true]);
});

test("where one button takes anything, no part is kept back", () => {
  const any = { ...DISCARD, submits: [...DISCARD.submits, { label: "Any", template: "any {cards}" }] };
  forms.show([any], new Set(["discard LL"]), true);
  assert.deepEqual(usable(), [true, true]);
  press(1, 1);
  assert.deepEqual(submits().map(({ disabled }) => disabled), [true, false]);
});

test("a notation that is not allowed cannot be sent, and it is said that more is needed", () => {
  const some = { ...DISCARD, slots: [{ ...DISCARD.slots[0], least: 1 }] };
  forms.show([some], new Set(["discard LB"]), true);
  press(0);
  assert.equal(submits()[0].disabled, true);
  assert.equal(note(), "This alone is not enough: add to it.");
  press(1);
  assert.equal(submits()[0].disabled, false);
  assert.equal(note(), "");
});

test("players are chosen or not, with a separator and what stands before them", () => {
  forms.show([ASK], new Set(), true);
  assert.deepEqual(faces().slice(0, 2).map((one) => one.getAttribute("aria-pressed")), ["false", "false"]);
  press(0, 1, 2);
  assert.deepEqual(faces().slice(0, 2).map((one) => one.getAttribute("aria-pressed")), ["true", "true"]);
  submits()[0].click();
  submits()[1].click();
  press(0);
  assert.equal(faces()[0].getAttribute("aria-pressed"), "false");
  submits()[0].click();
  press(1);
  submits()[0].click();
  assert.deepEqual(sent, ["ask 2,3 W", "all W", "ask 3 W", "ask W"]);
  assert.equal(faces()[0].children.length, 1, "a seat has its sign");
  assert.equal(faces()[1].children.length, 0);
});

test("one is put back by its small button, the last by the arrow, in turn", () => {
  forms.show([OFFER], new Set(), true);
  assert.equal(back().disabled, true);
  assert.equal(less(0).disabled, true);
  press(0, 0, 4);
  assert.equal(back().disabled, false);
  assert.equal(less(0).disabled, false);
  less(0).click();
  assert.deepEqual(counts(), ["1", "", "", "", "1"]);
  back().click();
  assert.deepEqual(counts(), ["1", "", "", "", ""]);
  back().click();
  assert.deepEqual(counts(), ["", "", "", "", ""]);
  assert.equal(back().disabled, true);
  press(0, 4, 0);
  less(0).click();
  back().click();
  assert.deepEqual(counts(), ["1", "", "", "", ""], "of two L the later one was put back, then W");
});

test("a count is shown, said, and its row is marked", () => {
  forms.show([OFFER], new Set(), true);
  const row = faces()[0].parentNode;
  assert.equal(faces()[0].getAttribute("aria-label"), "more: part L");
  assert.equal(row.getAttribute("aria-label"), "part L, at most 3");
  assert.equal(faces()[4].parentNode.getAttribute("aria-label"), "part W, at most 4", "what fits into the slot");
  press(0);
  assert.equal(faces()[0].getAttribute("aria-label"), "more: part L, 1");
  assert.equal(row.classList.contains("taken"), true);
  less(0).click();
  assert.equal(row.classList.contains("taken"), false);
});

test("a slot and the form have names; a note stands beside its part", () => {
  forms.show([ASK], new Set(), true);
  const [whom, what] = box().querySelectorAll("legend");
  assert.deepEqual([whom.textContent, what.textContent], ["Ask", "What"]);
  assert.deepEqual([whom.classList.contains("sr"), what.classList.contains("sr")], [true, false]);
  assert.deepEqual(box().querySelectorAll(".part-note").map((one) => one.textContent), ["two at most"]);
  assert.deepEqual(submits().map((one) => one.classList.contains("primary")), [true, false]);
});

test("a form alone with nothing else to press is open; of two none is", () => {
  forms.show([OFFER], new Set(), true);
  assert.equal(box().open, true);
  const other = new Forms(place(), () => {}, () => {});
  other.show([OFFER], new Set(), false);
  assert.equal(other.shown[0].box.open, false);
  other.show([OFFER, ASK], new Set(), true);
  assert.deepEqual([other.alone, other.shown[1].box.open], [false, false]);
  assert.equal(place().childNodes.length, 2);
});

test("what is being put together outlives a packet with the same form, and nothing else", () => {
  forms.show([OFFER], new Set(), true);
  press(0);
  const before = forms.shown[0];
  forms.show([OFFER], new Set(["end"]), true);
  assert.equal(forms.shown[0], before, "nothing of it has changed");
  const fewer = structuredClone(OFFER);
  fewer.slots[0].parts[0].most = 0;
  forms.show([fewer], new Set(), true);
  assert.notEqual(forms.shown[0], before);
  assert.deepEqual(counts()[0], "", "there is none any more");
  const without = structuredClone(OFFER);
  forms.show([OFFER], new Set(), true);
  press(1);
  without.slots[0].parts.pop();
  forms.show([without], new Set(), true);
  assert.equal(note(), "I give: at least 1", "a part that is gone counts no more");
  forms.show([OFFER], new Set(), true);
  press(0, 4);
  submits()[0].click();
  const more = structuredClone(OFFER);
  more.slots[0].parts[0].most = 2;
  forms.show([more], new Set(), true);
  assert.deepEqual(counts(), ["", "", "", "", ""], "what was sent is done");
  forms.show([more], new Set(), true);
  forms.shown[0].box.open = false;
  forms.show([OFFER], new Set(), true);
  assert.equal(box().open, false, "what somebody folded up stays so");
});

test("a form of listed actions is made anew when these change", () => {
  forms.show([DISCARD], new Set(["discard LB"]), true);
  const before = forms.shown[0];
  forms.show([DISCARD], new Set(["discard LB", "end"]), true);
  assert.equal(forms.shown[0], before, "what it does not cover does not matter");
  forms.show([DISCARD], new Set(["discard LL"]), true);
  assert.notEqual(forms.shown[0], before);
  assert.deepEqual(usable(), [true, false]);
});

test("a thing on the table stands for a part: taken while there is more of it", () => {
  forms.show([OFFER], new Set(), false);
  assert.deepEqual([...forms.things(true)], [], "it is folded up");
  assert.deepEqual([...forms.things(false)], ["hand-L", "hand-B"]);
  assert.equal(forms.take("island"), false);
  assert.equal(changes, 0);
  assert.equal(forms.take("hand-B"), true);
  assert.equal(box().open, true);
  assert.deepEqual([...forms.things(true)], ["hand-L"]);
  assert.equal(forms.take("hand-B"), true, "the form has it, though no more of it");
  assert.deepEqual(counts().slice(0, 2), ["", "1"]);
  assert.equal(changes, 2);
});

test("of two forms with the same thing the open one takes it", () => {
  const second = { ...structuredClone(OFFER), id: "second", title: "Second" };
  forms.show([OFFER, second], new Set(), false);
  forms.shown[1].box.open = true;
  forms.take("hand-L");
  assert.deepEqual(forms.shown.map(({ draft }) => draft.give?.L ?? 0), [0, 1]);
});

test("closing folds up what is open and forgets it; a form alone stays open", () => {
  forms.show([OFFER, ASK], new Set(), false);
  assert.equal(forms.close(), false);
  box().open = true;
  press(0, 4);
  assert.equal(forms.close(), true);
  assert.equal(box().open, false);
  assert.deepEqual(counts(), ["", "", "", "", ""]);
  assert.equal(back().disabled, true);
  forms.show([OFFER], new Set(), true);
  press(0);
  changes = 0;
  forms.close();
  assert.equal(box().open, false, "it was folded up when it came to be alone");
  const alone = new Forms(place(), () => {}, () => changes++);
  alone.show([OFFER], new Set(), true);
  alone.close();
  assert.equal(alone.shown[0].box.open, true);
  assert.ok(changes > 0);
});

test("unfolding is told, as the table lights other things then", () => {
  forms.show([OFFER], new Set(), false);
  box().tell({ type: "toggle" });
  assert.equal(changes, 1);
});

test("an empty slot leaves nothing in a notation", () => {
  assert.equal(notation(ASK, "ask{whom} {what}", { what: { W: 2 } }), "ask WW");
  assert.equal(notation(ASK, "ask{whom} {what}", { whom: { 3: 1 }, what: { W: 1 } }), "ask 3 W");
});

test("after the last one is put back the card has the focus", () => {
  forms.show([OFFER], new Set(), true);
  press(0, 0);
  let focus = 0;
  faces()[0].focus = () => focus++;
  less(0).click();
  assert.equal(focus, 0);
  less(0).click();
  assert.equal(focus, 1);
});

test("a submit that no button made is the first one's", () => {
  forms.show([ASK], new Set(), true);
  press(2);
  let prevented = false;
  box().querySelectorAll("form")[0].tell({ type: "submit", submitter: new Part("button"), preventDefault: () => (prevented = true) });
  assert.deepEqual(sent, ["ask W"]);
  assert.ok(prevented, "the page is not left");
});
