// What steers the board makes room for what can be chosen, and moves no more often than that needs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./scripts.mjs";

const { dodge } = await script("dodge");

/** A button of 44 pixels that knows some places. */
function button(...places) {
  return {
    dataset: {},
    style: {},
    childElementCount: 1,
    hasAttribute: () => false,
    classList: { toggle: () => {} },
    getBoundingClientRect() {
      const [left, top] = places[Number(this.dataset.spot)];
      return { left, top, right: left + 44, bottom: top + 44 };
    },
  };
}
const CORNERS = [[300, 300], [300, 0], [0, 0], [0, 300]];
const put = (element, points, stay) => {
  dodge([{ element, places: 4 }], points, stay);
  return element.dataset.spot;
};

test("a button leaves the place where something can be chosen, and comes back for the next decision", () => {
  const element = button(...CORNERS);
  assert.equal(put(element, [{ x: 320, y: 320 }]), "1");
  assert.equal(put(element, [{ x: 150, y: 150 }]), "0");
});

test("within one decision a button that covers nothing stays where it is", () => {
  const element = button(...CORNERS);
  assert.equal(put(element, [{ x: 320, y: 320 }]), "1");
  assert.equal(put(element, [{ x: 150, y: 150 }], true), "1", "there would be more room elsewhere");
  assert.equal(put(element, [{ x: 320, y: 20 }], true), "0", "here it covers what can be chosen");
});
