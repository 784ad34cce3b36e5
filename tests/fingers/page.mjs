// A page without a browser: as much of a document as the client's choosing and its forms need, and a table laid out on it.

class Listener {
  constructor() {
    /** @type {Record<string, ((event: any) => void)[]>} */
    this.heard = {};
  }

  addEventListener(name, act) {
    (this.heard[name] ??= []).push(act);
  }

  removeEventListener(name, act) {
    this.heard[name] = (this.heard[name] ?? []).filter((one) => one !== act);
  }

  tell(event) {
    for (const act of [...(this.heard[event.type] ?? [])]) act(event);
  }
}

/** `a.b#c[d="e"]:not(.f)`, without combinators. */
function fits(element, simple) {
  const text = simple.replaceAll(":scope", "").trim();
  for (const [, not] of text.matchAll(/:not\(([^)]*)\)/g)) if (fits(element, not)) return false;
  const plain = text.replace(/:not\([^)]*\)/g, "").replace(/:[\w-]+/g, "");
  for (const [part] of plain.matchAll(/\[[^\]]*\]|[.#]?[\w*-]+/g)) {
    if (part.startsWith("[")) {
      const [, name, how, , value] = /\[([\w-]+)(?:(\^?=)("|')?([^"'\]]*)\3?)?\]/.exec(part) ?? [];
      const has = element.getAttribute(name);
      if (has === null || (how === "=" && has !== value) || (how === "^=" && !has.startsWith(value))) return false;
    } else if (part.startsWith(".")) {
      if (!element.classList.contains(part.slice(1))) return false;
    } else if (part.startsWith("#")) {
      if (element.getAttribute("id") !== part.slice(1)) return false;
    } else if (part !== "*" && element.tagName !== part.toUpperCase()) return false;
  }
  return true;
}

function matches(element, selector) {
  return selector.split(",").some((one) => {
    const parts = one.split(/[\s>]+/).filter(Boolean);
    if (!fits(element, parts.pop())) return false;
    let above = element.parentNode;
    while (parts.length && above) {
      if (fits(above, parts.at(-1))) parts.pop();
      above = above.parentNode;
    }
    return !parts.filter((part) => part !== ":scope").length;
  });
}

export class Part extends Listener {
  constructor(tag = "div") {
    super();
    this.tagName = tag.toUpperCase();
    this.attributes = new Map();
    this.childNodes = [];
    this.parentNode = null;
    this.style = { setProperty() {}, removeProperty() {} };
    this.words = "";
    const element = this;
    const names = (this.names = new Set());
    this.classList = {
      contains: (name) => names.has(name),
      add: (...more) => more.forEach((name) => names.add(name)),
      remove: (...less) => less.forEach((name) => names.delete(name)),
      toggle: (name, on = !names.has(name)) => (on ? names.add(name) : names.delete(name)),
    };
    const dashed = (name) => `data-${String(name).replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;
    this.dataset = new Proxy({}, {
      get: (_, name) => element.getAttribute(dashed(name)) ?? undefined,
      set: (_, name, value) => (element.setAttribute(dashed(name), String(value)), true),
      deleteProperty: (_, name) => (element.removeAttribute(dashed(name)), true),
      has: (_, name) => element.hasAttribute(dashed(name)),
    });
  }

  getAttribute(name) {
    return name === "class" ? [...this.names].join(" ") : this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    if (name === "class") {
      this.names.clear();
      this.classList.add(...String(value).split(" ").filter(Boolean));
    } else this.attributes.set(name, String(value));
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  toggleAttribute(name, on = !this.hasAttribute(name)) {
    on ? this.setAttribute(name, "") : this.removeAttribute(name);
  }

  get children() {
    return this.childNodes.filter((child) => child instanceof Part);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get parentElement() {
    return this.parentNode;
  }
  get textContent() {
    return this.words + this.childNodes.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
  set textContent(text) {
    this.childNodes = [];
    this.words = String(text);
  }
  append(...parts) {
    for (const part of parts) {
      if (part instanceof Part) {
        part.remove();
        part.parentNode = this;
      }
      this.childNodes.push(part);
    }
  }
  prepend(...parts) {
    const old = this.childNodes;
    this.childNodes = [];
    this.append(...parts);
    this.childNodes.push(...old);
  }
  before() {}
  after() {}
  insertBefore(part) {
    this.append(part);
  }
  replaceChildren(...parts) {
    this.childNodes = [];
    this.words = "";
    this.append(...parts);
  }
  replaceWith() {}
  remove() {
    if (this.parentNode) this.parentNode.childNodes = this.parentNode.childNodes.filter((child) => child !== this);
    this.parentNode = null;
  }
  contains(other) {
    for (let at = other; at; at = at.parentNode) if (at === this) return true;
    return false;
  }
  matches(selector) {
    return matches(this, selector);
  }
  closest(selector) {
    for (let at = this; at; at = at.parentNode) if (matches(at, selector)) return at;
    return null;
  }
  *all() {
    if (this.isBoard) return; // its things are many, and never looked for by their marks
    for (const child of this.children) {
      yield child;
      yield* child.all();
    }
  }
  querySelectorAll(selector) {
    return [...this.all()].filter((one) => matches(one, selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  focus() {}
  blur() {}
  scrollIntoView() {}
  animate() {
    return { finished: Promise.resolve(), cancel() {} };
  }
  cloneNode() {
    return new Part(this.tagName);
  }
  getBoundingClientRect() {
    const [x, y, half] = this.place ?? [0, 0, 0];
    return { x: x - half, y: y - half, left: x - half, top: y - half, right: x + half, bottom: y + half, width: 2 * half, height: 2 * half };
  }
  getScreenCTM() {
    return this.place ? { e: this.place[0], f: this.place[1] } : null;
  }
  getBBox() {
    return { x: -30, y: -30, width: 60, height: 60 };
  }
  showModal() {}
  close() {}

  /** A press, as far as it is heard: what is disabled hears nothing, and a form's button sends the form. */
  click() {
    if (this.disabled) return false;
    const event = { type: "click", target: this, detail: 1, preventDefault() {}, stopPropagation() {} };
    for (let at = this; at; at = at.parentNode) at.tell(event);
    const form = this.tagName === "BUTTON" && this.getAttribute("type") !== "button" ? this.closest("form") : null;
    form?.tell({ type: "submit", target: form, submitter: this, preventDefault() {} });
    return true;
  }
}
for (const name of ["disabled", "hidden", "open"]) {
  Object.defineProperty(Part.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(on) {
      this.toggleAttribute(name, Boolean(on));
    },
  });
}

export class Touch {
  constructor(x, y, target) {
    Object.assign(this, { clientX: x, clientY: y, pointerType: "touch", target, detail: 1, timeStamp: 0 });
  }
}

class Page extends Listener {
  constructor() {
    super();
    this.documentElement = new Part("html");
    this.body = new Part("body");
    this.documentElement.append(this.body);
    this.activeElement = null;
    this.title = "";
    /** @type {Map<string, Part>} */
    this.known = new Map();
    /** What lies under a place, topmost first. @type {(x: number, y: number) => Part[]} */
    this.elementsFromPoint = () => [];
  }
  createElement(tag) {
    return new Part(tag);
  }
  createElementNS(_, tag) {
    return new Part(tag);
  }
  getElementById(id) {
    let found = this.known.get(id);
    if (!found) {
      found = new Part(id === "main" ? "main" : "div"); // whatever part of the page is asked for is there
      found.setAttribute("id", id);
      if (id === "packet") found.textContent = '{"scene": {"items": []}, "choices": []}';
      if (id === "strings") found.textContent = "{}";
      if (id === "shapes") found.textContent = JSON.stringify(Array.from("ABCDEFGH", (letter) => ({ letter, shape: "" })));
      if (id === "bubble") found.hidden = true;
      this.body.append(found);
      this.known.set(id, found);
    }
    return found;
  }
  querySelector(selector) {
    return this.body.querySelector(selector);
  }
  querySelectorAll(selector) {
    return this.body.querySelectorAll(selector);
  }
}

export const page = new Page();
const kept = new Map();
Object.assign(globalThis, {
  document: page,
  window: globalThis,
  Node: Part,
  Element: Part,
  HTMLElement: Part,
  HTMLButtonElement: Part,
  SVGElement: Part,
  PointerEvent: Touch,
  ResizeObserver: class {
    observe() {}
  },
  MutationObserver: class {
    observe() {}
  },
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  matchMedia: () => ({ matches: true, addEventListener() {} }),
  requestAnimationFrame: () => 0,
  cancelAnimationFrame() {},
  addEventListener() {},
  innerWidth: 390,
  innerHeight: 844,
  location: { href: "http://localhost/", protocol: "http:", host: "localhost" },
  fetch: async () => ({ ok: true, text: async () => "{}" }),
});
