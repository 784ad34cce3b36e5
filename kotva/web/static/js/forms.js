// Big choices put together by counting: offers, discards. The result is a notation like any other.

import { glyph, h } from "./dom.js";
import { small } from "./item.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {Record<string, Record<string, number>>} Draft how many of each part, by slot */
/** @typedef {{form: Form, key: string, box: HTMLDetailsElement, draft: Draft, refresh: () => void, sent: boolean, goals: Draft[] | null}} Shown */

/** What was taken one after the other, so that the last can be put back. @type {WeakMap<Draft, {slot: Slot, part: Part}[]>} */
const steps = new WeakMap();

export class Forms {
  /**
   * @param {HTMLElement} place
   * @param {(action: string) => void} send
   * @param {() => void} changed
   */
  constructor(place, send, changed) {
    this.place = place;
    this.send = send;
    this.changed = changed;
    /** @type {Shown[]} */
    this.shown = [];
    /** There is one form, and nothing else to press. */
    this.alone = false;
  }

  /**
   * What is being put together survives a new packet as long as its form is there; one that was sent and done begins anew.
   * @param {Form[]} forms
   * @param {Set<string>} listed what is in the list of legal actions
   * @param {boolean} alone whether there is nothing else to press: then the only form is open at once
   */
  show(forms, listed, alone) {
    this.alone = alone && forms.length === 1;
    this.shown = forms.map((form) => {
      const buttons = form.submits.filter((submit) => submit.listed);
      const key = JSON.stringify([form, buttons.length ? [...listed].filter((action) => covers(form, action)) : []]);
      const before = this.shown.find((one) => one.form.id === form.id);
      if (before?.key === key) return before;
      const draft = before && !before.sent ? before.draft : {};
      return this.make(form, key, draft, listed, before ? before.box.open : this.alone);
    });
    this.place.replaceChildren(...this.shown.map(({ box }) => box));
  }

  /** Things on the table that stand for a part of which one more can be taken; `open`: of forms that are unfolded. @param {boolean} open */
  things(open) {
    const shown = this.shown.filter(({ box }) => box.open || !open);
    return new Set(shown.flatMap(({ form, draft, goals }) => form.slots.flatMap((slot) => slot.parts.filter((part) => part.item && addable(form, draft, slot, part, goals)).map((part) => part.item ?? ""))));
  }

  /** Take one more of what a thing stands for. @param {string} id @returns {boolean} whether any form has it */
  take(id) {
    for (const one of [...this.shown].sort((a, b) => Number(b.box.open) - Number(a.box.open))) {
      for (const slot of one.form.slots) {
        const part = slot.parts.find(({ item }) => item === id);
        if (!part) continue;
        one.box.open = true;
        if (addable(one.form, one.draft, slot, part, one.goals)) step(one.draft, slot, part, 1);
        this.again(one);
        return true;
      }
    }
    return false;
  }

  /** Fold everything up again, unless nothing else can be done, and forget what was begun. @returns {boolean} whether there was anything */
  close() {
    const open = this.shown.filter(({ box }) => box.open);
    for (const one of open) {
      for (const key of Object.keys(one.draft)) one.draft[key] = {};
      steps.delete(one.draft);
      one.box.open = this.alone;
      this.again(one);
    }
    return open.length > 0;
  }

  /** A draft has changed. @param {Shown} one */
  again(one) {
    one.refresh();
    this.changed();
  }

  /**
   * @param {Form} form
   * @param {string} key
   * @param {Draft} draft
   * @param {Set<string>} listed
   * @param {boolean} open
   * @returns {Shown}
   */
  make(form, key, draft, listed, open) {
    for (const slot of form.slots) {
      const counts = (draft[slot.key] ??= {});
      for (const letter of Object.keys(counts)) counts[letter] = Math.min(counts[letter], slot.parts.find((part) => part.letter === letter)?.most ?? 0);
    }
    const note = h("span", { class: "form-note", role: "status" });
    const goals = goalsOf(form, listed);
    const back = h("button", { type: "button", class: "form-back", title: say("Take the last one back"), "aria-label": say("Take the last one back") }, "↶");
    back.addEventListener("click", () => {
      const last = steps.get(draft)?.at(-1);
      if (last) step(draft, last.slot, last.part, -1);
      this.again(shown);
    });
    const buttons = form.submits.map((submit, number) => h("button", { class: number ? "" : "primary" }, submit.label));
    /** @type {(() => void)[]} */
    const parts = [];
    const box = h("details", { class: "form" }, h("summary", {}, form.title));
    const refresh = () => {
      for (const part of parts) part();
      const lacking = form.slots.find((slot) => fault(slot, draft[slot.key]));
      const stuck = lacking?.label && !lacking.parts.some((part) => addable(form, draft, lacking, part, goals));
      const wrong = stuck ? say("{label}: nothing is left for it. Take something back.", { label: lacking.label }) : lacking && fault(lacking, draft[lacking.key]);
      back.disabled = !steps.get(draft)?.length;
      form.submits.forEach((submit, number) => (buttons[number].disabled = Boolean(wrong) || (Boolean(submit.listed) && !listed.has(notation(form, submit.template, draft)))));
      note.textContent = wrong ?? (buttons.every(({ disabled }) => disabled) ? say("This alone is not enough: add to it.") : "");
    };
    const inner = h("form", {}, ...form.slots.map((slot) => slotBox(form, slot, draft, parts, goals, () => this.again(shown))), h("div", { class: "form-end" }, note, back, ...buttons));
    /** @type {Shown} */
    const shown = { form, key, box, draft, refresh, sent: false, goals };
    inner.addEventListener("submit", (event) => {
      event.preventDefault();
      const number = Math.max(0, buttons.indexOf(/** @type {HTMLButtonElement} */ (event.submitter)));
      shown.sent = true;
      this.send(notation(form, form.submits[number].template, draft));
    });
    box.append(inner);
    box.open = open;
    box.addEventListener("toggle", () => this.changed());
    refresh();
    return shown;
  }
}

/** Whether an action is made in a form, and needs no button of its own. @param {Form} form @param {string} action */
export function covers(form, action) {
  return form.submits.some(({ template }) => action.startsWith(template.slice(0, template.indexOf("{"))));
}

/**
 * What a form can make where every button needs a legal action, as drafts; null: it may make other things too.
 * @param {Form} form
 * @param {Set<string>} listed
 * @returns {Draft[] | null}
 */
function goalsOf(form, listed) {
  if (!form.submits.length || !form.submits.every((submit) => submit.listed)) return null;
  return form.submits.flatMap(({ template }) => {
    const places = [...template.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
    const shape = new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "(.*)")}$`);
    return [...listed].flatMap((action) => {
      const found = shape.exec(action);
      if (!found) return [];
      return [Object.fromEntries(places.map((key, at) => [key, counted(found[at + 1])]))];
    });
  });
}

/** How often each letter is in a text. @param {string} text */
function counted(text) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const letter of text) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

/**
 * @param {Form} form
 * @param {Draft} draft
 * @param {Slot} slot
 * @param {Part} part
 * @param {Draft[] | null} goals
 */
function addable(form, draft, slot, part, goals) {
  const counts = draft[slot.key] ?? {};
  if ((counts[part.letter] ?? 0) >= part.most || total(counts) >= (slot.most ?? 99)) return false;
  const more = { ...draft, [slot.key]: { ...counts, [part.letter]: (counts[part.letter] ?? 0) + 1 } };
  if (goals && !goals.some((goal) => within(more, goal))) return false; // nothing that is allowed has so much of it
  return !form.apart || !form.slots.some((other) => other !== slot && draft[other.key]?.[part.letter]);
}

/** Whether a draft is a part of another. @param {Draft} draft @param {Draft} whole */
function within(draft, whole) {
  return Object.entries(draft).every(([key, counts]) => Object.entries(counts).every(([letter, count]) => count <= (whole[key]?.[letter] ?? 0)));
}

/** @param {Draft} draft @param {Slot} slot @param {Part} part @param {number} by */
function step(draft, slot, part, by) {
  const counts = draft[slot.key];
  const taken = steps.get(draft) ?? [];
  const last = taken.map((one) => one.slot.key === slot.key && one.part.letter === part.letter).lastIndexOf(true);
  steps.set(draft, by > 0 ? [...taken, { slot, part }] : taken.filter((_, number) => number !== last));
  counts[part.letter] = Math.max(0, (counts[part.letter] ?? 0) + by);
}

/**
 * @param {Form} form
 * @param {Slot} slot
 * @param {Draft} draft
 * @param {(() => void)[]} parts
 * @param {Draft[] | null} goals
 * @param {() => void} changed
 */
function slotBox(form, slot, draft, parts, goals, changed) {
  const boxes = slot.parts.map((part) => {
    const [box, refresh] = (part.symbol ? counter : toggle)(form, slot, part, draft, goals, changed);
    parts.push(refresh);
    return box;
  });
  return h("fieldset", { class: "slot" }, h("legend", { class: slot.label ? "" : "sr" }, slot.label || form.title), ...boxes);
}

/**
 * A card that is taken as often as it is pressed, and a small button that puts one back.
 * @param {Form} form
 * @param {Slot} slot
 * @param {Part} part
 * @param {Draft} draft
 * @param {Draft[] | null} goals
 * @param {() => void} changed
 * @returns {[HTMLElement, () => void]}
 */
function counter(form, slot, part, draft, goals, changed) {
  const value = h("output", { class: "part-count" });
  const face = h("button", { type: "button", class: "part-face", title: part.label }, small(part.symbol), value);
  const less = h("button", { type: "button", class: "part-less", "aria-label": say("fewer: {what}", { what: part.label }) }, "−");
  /** @param {number} by */
  const press = (by) => {
    step(draft, slot, part, by);
    changed();
  };
  face.addEventListener("click", () => press(1));
  less.addEventListener("click", () => {
    press(-1);
    if (less.disabled) face.focus();
  });
  const refresh = () => {
    const now = draft[slot.key]?.[part.letter] ?? 0;
    value.textContent = now ? String(now) : "";
    face.setAttribute("aria-label", say("more: {what}", { what: part.label }) + (now ? `, ${now}` : ""));
    face.disabled = !addable(form, draft, slot, part, goals);
    less.disabled = !now;
    row.classList.toggle("taken", now > 0);
  };
  const most = Math.min(part.most, slot.most ?? 99);
  const row = h("div", { class: "part", role: "group", "aria-label": say("{what}, at most {most}", { what: part.label, most }) }, face, less);
  if (part.note) row.append(h("span", { class: "part-note" }, part.note));
  return [row, refresh];
}

/**
 * Something that is chosen or not: a player.
 * @param {Form} _form
 * @param {Slot} slot
 * @param {Part} part
 * @param {Draft} draft
 * @param {Draft[] | null} _goals
 * @param {() => void} changed
 * @returns {[HTMLElement, () => void]}
 */
function toggle(_form, slot, part, draft, _goals, changed) {
  const seat = typeof part.seat === "number" ? [glyph(part.seat)] : [];
  const button = h("button", { type: "button", class: "part-toggle" }, ...seat, part.label);
  button.addEventListener("click", () => {
    step(draft, slot, part, draft[slot.key]?.[part.letter] ? -1 : 1);
    changed();
  });
  return [button, () => button.setAttribute("aria-pressed", String(Boolean(draft[slot.key]?.[part.letter])))];
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
  if (have >= least) return "";
  if (least === slot.most) return say("{have} of {least}", { have, least });
  return say("{label}: at least {least}", { label: slot.label, least });
}

/**
 * @param {Form} form
 * @param {string} template
 * @param {Draft} draft
 */
export function notation(form, template, draft) {
  let text = template;
  for (const slot of form.slots) {
    const counts = draft[slot.key] ?? {};
    const letters = slot.parts.flatMap((part) => Array(counts[part.letter] ?? 0).fill(part.letter));
    text = text.replace(`{${slot.key}}`, letters.length ? (slot.before ?? "") + letters.join(slot.separator ?? "") : "");
  }
  return text;
}
