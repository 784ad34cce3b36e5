// What can be seen and pressed on a table's page, and what is wrong with it. The driver puts this into every page.

(() => {
  const SMALL = 43; // pixels: a border may lie between two controls of 44
  const the = (id) => document.getElementById(id);
  const name = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${String(element.className.baseVal ?? element.className).split(" ")[0]}`;
  const words = (element) => Array.from(element.childNodes).filter((one) => one.nodeName !== "KBD").map((one) => one.textContent).join("").trim();
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  /** Its place, and whether something lies over its middle: then it must be scrolled to. */
  const spot = (element) => {
    const at = box(element);
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    return { ...at, hidden: !isInside(x, y) || !element.contains(document.elementFromPoint(x, y)) };
  };
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".sr");
  };
  const isInside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const middle = (element) => {
    if (element.closest(".board")) {
      const at = element.getScreenCTM();
      return [at.e, at.f];
    }
    const { x, y, width, height } = box(element);
    return [x + width / 2, y + height / 2];
  };
  /** A place of a thing at which nothing lies over it: its middle, or near it. */
  const free = (element) => {
    const [x, y] = middle(element);
    const { width, height } = element.getBoundingClientRect();
    const near = [[0, 0], [0, -0.25], [0, 0.25], [-0.25, 0], [0.25, 0], [-0.2, -0.2], [0.2, 0.2], [0.2, -0.2], [-0.2, 0.2]];
    return near.map(([dx, dy]) => [x + dx * Math.min(width, 40), y + dy * Math.min(height, 40)]).find(([px, py]) => isInside(px, py) && element.contains(document.elementFromPoint(px, py)));
  };

  /** Its place on the board's own sheet. */
  const unit = (element) => (/translate\(([-\d.]+)px(?:, ([-\d.]+)px)?\)/.exec(element.style.transform) ?? [0, 0, 0]).slice(1).map(Number);

  /** Everything that is lit or can be pressed for the game, with its place. */
  function offers() {
    const out = [];
    const fan = document.querySelectorAll(".fan button");
    if (fan.length) return Array.from(fan, (one) => ({ kind: "fan", id: one.dataset.thing, text: one.getAttribute("aria-label") ?? "", ...spot(one) }));
    const sea = the("frame").getBoundingClientRect();
    for (const element of document.querySelectorAll("[data-id].first, [data-id].target")) {
      if (!element.checkVisibility()) continue; // a card that has no room here: a form or a tool stands for it, or it is unreachable
      const onBoard = Boolean(element.closest(".board"));
      const [x, y] = middle(element);
      const row = onBoard ? sea : element.parentElement.getBoundingClientRect();
      const inView = isInside(x, y) && x >= row.left && x <= row.right && y >= row.top - 1 && y <= row.bottom + 1;
      const at = inView ? free(element) : null;
      const over = inView ? document.elementFromPoint(x, y) : null;
      const folds = Boolean(over?.closest(".form[open]")); // it was unfolded, and can be folded up again
      const under = over && !over.closest(".board, .strip, .seat, .lesson.open") ? name(over) : "";
      out.push({ kind: "thing", id: element.dataset.id, onBoard, inView, under, folds, label: element.getAttribute("aria-label") ?? "", middle: [x, y], at: at ?? [x, y], alone: Boolean(at), unit: unit(element), ...box(element) });
    }
    for (const button of document.querySelectorAll("#actions > button")) {
      if (isSeen(button) && button.getAttribute("aria-disabled") !== "true") out.push({ kind: "button", text: button.dataset.text ?? words(button), key: button.dataset.key ?? "", ...spot(button) });
    }
    for (const button of document.querySelectorAll("[data-action]")) if (isSeen(button)) out.push({ kind: "panel", action: button.dataset.action, text: words(button), ...spot(button) });
    for (const button of document.querySelectorAll("[data-tool].ready")) if (isSeen(button)) out.push({ kind: "tool", id: button.dataset.tool, text: words(button), held: button.getAttribute("aria-pressed") === "true", ...spot(button) });
    document.querySelectorAll("#forms > details").forEach((form, number) => {
      const summary = form.querySelector("summary");
      if (!form.open && isSeen(summary)) out.push({ kind: "fold", number, text: words(summary), ...spot(summary) });
      if (!form.open) return;
      form.querySelectorAll(".part-face, .part-toggle").forEach((part, at) => {
        if (!part.disabled && isSeen(part)) out.push({ kind: "part", number, at, text: part.getAttribute("aria-label") ?? words(part), ...spot(part) });
      });
      const back = form.querySelector(".form-back:not(:disabled)");
      if (back && isSeen(back)) out.push({ kind: "back", number, text: back.getAttribute("aria-label") ?? words(back), ...spot(back) });
      form.querySelectorAll(".form-end button:not(.form-back)").forEach((button, at) => {
        if (isSeen(button)) out.push({ kind: "submit", number, at, disabled: button.disabled, text: words(button), ...spot(button) });
      });
    });
    return out;
  }

  /** All that may change when something is pressed. */
  function state() {
    const lit = (light) => Array.from(document.querySelectorAll(`[data-id].${light}`), (one) => one.dataset.id).sort();
    const forms = Array.from(document.querySelectorAll("#forms > details"), (form) => [form.open, form.textContent, Array.from(form.querySelectorAll("button"), (one) => [one.disabled, one.getAttribute("aria-pressed"), one.getAttribute("aria-label")])]);
    const bubble = the("bubble");
    return {
      chosen: lit("chosen"),
      lit: [...lit("first"), ...lit("target")],
      prompt: the("prompt").dataset.text ?? the("prompt").textContent,
      shown: the("main").dataset.shown ?? "",
      sending: the("main").classList.contains("sending"),
      mine: the("main").classList.contains("my-turn"),
      fan: document.querySelectorAll(".fan button").length,
      said: [the("lesson")?.className, bubble.hidden ? "" : bubble.textContent, the("toasts").textContent, Array.from(document.querySelectorAll("dialog[open]"), (one) => one.id).join()],
      buttons: Array.from(document.querySelectorAll("#actions > *"), (one) => one.dataset.text ?? one.textContent),
      tools: Array.from(document.querySelectorAll("[data-tool]"), (one) => one.getAttribute("aria-pressed")),
      forms: JSON.stringify(forms),
      view: document.querySelector("#frame svg.board")?.getAttribute("viewBox") ?? "",
      size: Array.from(document.querySelectorAll("#frame, #strips"), (one) => Object.values(box(one)).map(Math.round)),
    };
  }

  /** Where the board, the hand and the buttons are. */
  function places() {
    const out = {};
    const put = (key, element) => {
      if (isSeen(element)) out[key] = Object.values(box(element)).map((one) => Math.round(one));
    };
    put("the board", the("frame"));
    for (const row of document.querySelectorAll("#strips .strip, #strips .tools-row")) put(`the row ${row.dataset.zone ?? "of tools"}`, row);
    for (const button of document.querySelectorAll("[data-tool]")) put(`the tool ${words(button)}`, button);
    for (const button of document.querySelectorAll("#actions > button")) put(`the button ${button.dataset.text}`, button);
    return out;
  }

  /** @param {{touch: boolean, mine: boolean}} how */
  function faults({ touch, mine }) {
    const out = [];
    const say = (kind, text) => out.push([kind, text]);
    const found = offers();
    for (const one of found) {
      if (one.kind !== "thing") {
        if (!one.text) say("unlabelled", `a ${one.kind} has no words`);
        continue;
      }
      if (!one.label || one.label === one.id) say("unlabelled", `${one.id} is lit and is called “${one.label}”`);
      if (one.under && !one.alone && !one.folds && !scrollY) say("under", `${one.label} lies under ${one.under}`);
      if (one.inView) continue;
      const sea = the("frame").getBoundingClientRect();
      if (one.onBoard) {
        const [x, y] = one.middle;
        const side = x < sea.left ? "left" : x > sea.right ? "right" : y < sea.top ? "up" : "down";
        const arrow = Array.from(document.querySelectorAll(".edge.calls")).some((edge) => isSeen(edge));
        if (!arrow) say("outside", `${one.label} is to the ${side} of what is shown, and no arrow leads there`);
      } else {
        const row = document.querySelector(`[data-id="${CSS.escape(one.id)}"]`)?.parentElement;
        const scrolls = row && (row.scrollWidth > row.clientWidth + 1 || row.closest(".side, .beside, .seats")?.scrollHeight > 0);
        if (!scrolls) say("outside", `${one.label} beside the board is outside the window`);
      }
    }
    if (mine) {
      const prompt = the("prompt");
      const at = prompt.getBoundingClientRect();
      if (!document.title.startsWith("●")) say("my turn", "the title does not say that it is my turn");
      if (!prompt.textContent.trim()) say("my turn", "it is my turn, and nothing is asked");
      else if (scrollY > 0 || the("lesson")) { /* the hand has scrolled; the task of a lesson says more than the question */ }
      else if (!isSeen(prompt) || !isInside(at.x + 2, at.y + 2) || at.bottom > innerHeight + 1) say("my turn", "the question is outside the window");
      else {
        const over = document.elementFromPoint(at.x + Math.min(20, at.width / 2), at.y + at.height / 2);
        if (over && !over.closest("#now")) say("covered", `the question lies under ${name(over)}`);
      }
    }
    if (touch) small(say);
    texts(say);
    return out;
  }

  /** Whether something that scrolls shows only a part of it. */
  function isCut(element) {
    const at = element.getBoundingClientRect();
    for (let above = element.parentElement; above; above = above.parentElement) {
      const frame = above.getBoundingClientRect();
      if (getComputedStyle(above).overflowY !== "visible" && (at.top < frame.top - 1 || at.bottom > frame.bottom + 1 || at.left < frame.left - 1 || at.right > frame.right + 1)) return true;
      if (above.matches("form") && above.querySelector(".form-end")?.getBoundingClientRect().top < at.bottom) return true; // the form's end stays at the bottom
    }
    return at.bottom > innerHeight || at.top < 0;
  }

  /** Controls and cards that a finger cannot hit. A link within a sentence is as high as its line. */
  function small(say) {
    for (const control of document.querySelectorAll("button, summary, a[href], input, select")) {
      const { x, y, width, height } = box(control);
      const [mx, my] = [x + width / 2, y + height / 2];
      if (!width || !isInside(mx, my) || control.closest("p, .sr, #log") || !isSeen(control)) continue;
      const corners = [[x + 3, y + 3], [x + width - 3, y + 3], [x + 3, y + height - 3], [x + width - 3, y + height - 3]];
      if (corners.some(([px, py]) => isInside(px, py) && document.elementFromPoint(px, py)?.closest(".desk, .fan, .bubble, .toasts, .lesson-more") && !control.closest(".desk, .fan, .bubble, .toasts, .lesson-more"))) continue; // what has come over it goes again
      const owns = (px, py) => isInside(px, py) && control.contains(document.elementFromPoint(px, py));
      if (!owns(mx, my)) continue;
      if (control.matches(".thing") && (!control.matches(".first, .target, .chosen") || control.closest(".seat"))) continue; // a tap asks which
      const reach = (dx, dy) => {
        let far = 0;
        while (far < 44 && owns(mx + dx * (far + 1), my + dy * (far + 1))) far++;
        return far;
      };
      const wide = 1 + reach(-1, 0) + reach(1, 0);
      const high = 1 + reach(0, -1) + reach(0, 1);
      if (Math.min(width, height) >= SMALL && isCut(control)) continue; // it is only scrolled half away
      if (Math.min(wide, high) < SMALL) say(control.matches(".thing") ? "small card" : "small control", `${name(control)} “${(control.getAttribute("aria-label") ?? words(control)).slice(0, 30)}” is ${wide} x ${high}`);
    }
  }

  const TEXTS = "#prompt, #actions button, .tool-name, .seat, .tags > *, #forms summary, #forms legend, .part-toggle, .part-note, .form-note, .fan span, .bubble p, .toast, .lesson p, .trail span, .terms, .panel h2, .panel td";

  function texts(say) {
    const ids = new Set(Array.from(document.querySelectorAll("[data-id]"), (one) => one.dataset.id).filter((id) => id.includes("-")));
    for (const element of document.querySelectorAll(TEXTS)) {
      if (!isSeen(element) || !element.textContent.trim()) continue;
      const text = element.textContent.trim();
      const style = getComputedStyle(element);
      const hides = /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
      if (hides && (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 4) && !element.title) say("cut", `${name(element)} “${text.slice(0, 60)}” is cut`);
      const at = element.getBoundingClientRect();
      if (at.right > innerWidth + 2 && !element.closest(".seats, .strip, .tools-row, .side, .panels")) say("cut", `${name(element)} “${text.slice(0, 60)}” goes out of the window`);
      if (/\bundefined\b|\bNaN\b|\[object |\bnull\b|\{[a-z_]+\}/.test(text)) say("code", `${name(element)} says “${text.slice(0, 80)}”`);
      for (const id of text.split(/[\s,.:;()“”"]+/)) if (ids.has(id)) say("code", `${name(element)} says “${text.slice(0, 80)}”, and ${id} is a code`);
    }
    for (const button of document.querySelectorAll("#actions button")) {
      const range = document.createRange();
      range.selectNodeContents(button);
      if (isSeen(button) && range.getBoundingClientRect().height > button.clientHeight + 1) say("cut", `the words of ${name(button)} “${words(button).slice(0, 60)}” are higher than it`);
    }
    const rows = Array.from(document.querySelectorAll("#prompt, #actions > *, #hint-ask, #asides > *, [data-tool], .zoom button, .lesson-acts button")).filter(isSeen).map((element) => ({ element, at: element.getBoundingClientRect() }));
    rows.forEach((one, number) => {
      for (const other of rows.slice(number + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const wide = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left);
        const high = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top);
        if (wide > 4 && high > 4) say("overlap", `${name(one.element)} “${words(one.element).slice(0, 30)}” and ${name(other.element)} “${words(other.element).slice(0, 30)}” overlap`);
      }
    });
  }

  window.finger = { offers, state, places, faults };
})();
