// Big choices put together by counting: offers, discards. The result is a notation like any other.

import { h } from "./dom.js";
import { small } from "./item.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Part} Part */

/** What is being put together survives a new packet as long as the form is the same. @type {Map<string, Record<string, Record<string, number>>>} */
const drafts = new Map();
/** @type {Set<string>} */
const open = new Set();

/**
 * @param {HTMLElement} place
 * @param {Form[]} forms
 * @param {(action: string) => void} send
 * @param {boolean} alone whether there is nothing else to press: then the only form is open at once
 */
export function showForms(place, forms, send, alone) {
  const ids = new Set(forms.map((form) => form.id));
  for (const id of drafts.keys()) if (!ids.has(id)) drafts.delete(id);
  place.replaceChildren(...forms.map((form) => formBox(form, alone && forms.length === 1, send)));
}

/**
 * @param {Form} form
 * @param {boolean} unfold
 * @param {(action: string) => void} send
 */
function formBox(form, unfold, send) {
  const draft = drafts.get(form.id) ?? Object.fromEntries(form.slots.map((slot) => [slot.key, {}]));
  drafts.set(form.id, draft);
  const submit = h("button", { class: "primary" }, form.submit);
  const note = h("span", { class: "form-note", role: "status" });
  const refresh = () => {
    const wrong = form.slots.map((slot) => fault(slot, draft[slot.key] ?? {})).find(Boolean);
    submit.disabled = Boolean(wrong);
    note.textContent = wrong ?? "";
  };
  const slots = form.slots.map((slot) => slotBox(slot, (draft[slot.key] ??= {}), refresh));
  const inner = h("form", {}, ...slots, h("div", { class: "form-end" }, note, submit));
  inner.addEventListener("submit", (event) => {
    event.preventDefault();
    drafts.delete(form.id);
    open.delete(form.id);
    send(notation(form, draft));
  });
  refresh();
  const box = h("details", { class: "form" }, h("summary", {}, form.title), inner);
  box.open = unfold || open.has(form.id);
  box.addEventListener("toggle", () => (box.open ? open.add(form.id) : open.delete(form.id)));
  return box;
}

/**
 * @param {Slot} slot
 * @param {Record<string, number>} counts
 * @param {() => void} changed
 */
function slotBox(slot, counts, changed) {
  const parts = slot.parts.map((part) => stepper(part, slot, counts, changed));
  return h("fieldset", { class: "slot" }, h("legend", {}, slot.label), ...parts);
}

/**
 * @param {Part} part
 * @param {Slot} slot
 * @param {Record<string, number>} counts
 * @param {() => void} changed
 */
function stepper(part, slot, counts, changed) {
  const value = h("output", {}, String(counts[part.letter] ?? 0));
  const less = h("button", { type: "button", "aria-label": say("fewer: {what}", { what: part.label }) }, "−");
  const more = h("button", { type: "button", "aria-label": say("more: {what}", { what: part.label }) }, "+");
  /** @param {number} by */
  const step = (by) => {
    const now = Math.min(part.most, Math.max(0, (counts[part.letter] ?? 0) + by));
    counts[part.letter] = now;
    value.textContent = String(now);
    changed();
  };
  less.addEventListener("click", () => step(-1));
  more.addEventListener("click", () => step(1));
  const face = h("button", { type: "button", class: "part-face", title: part.label, "aria-label": say("more: {what}", { what: part.label }) });
  if (part.symbol) face.append(small(part.symbol));
  face.append(h("span", {}, part.label));
  face.addEventListener("click", () => step(part.most === 1 && counts[part.letter] ? -1 : 1));
  if (part.most === 1) {
    const box = h("input", { type: "checkbox" });
    box.checked = Boolean(counts[part.letter]);
    box.addEventListener("change", () => step(box.checked ? 1 : -1));
    return h("label", { class: "part single" }, box, ...(part.symbol ? [small(part.symbol)] : []), h("span", {}, part.label));
  }
  const row = h("div", { class: "part", role: "group", "aria-label": say("{what}, at most {most}", { what: part.label, most: Math.min(part.most, slot.most ?? 99) }) });
  row.append(face, less, value, more);
  return row;
}

/** @param {Record<string, number>} counts */
function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/**
 * @param {Slot} slot
 * @param {Record<string, number>} counts
 * @returns {string}
 */
function fault(slot, counts) {
  const have = total(counts);
  const least = slot.least ?? 1;
  const most = slot.most ?? 99;
  if (have < least) return least === most ? say("{label}: {have} of {least}", { label: slot.label, have, least }) : say("{label}: at least {least}", { label: slot.label, least });
  if (have > most) return say("{label}: at most {most}", { label: slot.label, most });
  return "";
}

/**
 * @param {Form} form
 * @param {Record<string, Record<string, number>>} draft
 */
export function notation(form, draft) {
  let text = form.template;
  form.slots.forEach((slot, number) => {
    const counts = draft[slot.key] ?? {};
    const letters = slot.parts.flatMap((part) => Array(counts[part.letter] ?? 0).fill(part.letter));
    const last = number === form.slots.length - 1;
    const before = last && form.optional && letters.length ? form.optional : "";
    text = text.replace(`{${slot.key}}`, before + letters.join(slot.separator ?? ""));
  });
  return text;
}
