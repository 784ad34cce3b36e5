// Small helpers to make elements. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | undefined>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number | boolean | undefined>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === undefined || value === false ? null : value === true ? "" : String(value);
    if (element.getAttribute(name) === wanted) continue; // even an equal value makes the browser look again
    if (wanted === null) element.removeAttribute(name);
    else element.setAttribute(name, wanted);
  }
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function the(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The data that the page carries.
 * @param {string} id
 * @returns {any}
 */
export function carried(id) {
  return JSON.parse(the(id).textContent ?? "null");
}

/** Signs for buttons, drawn here because fonts differ. @type {Record<string, string>} */
const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  on: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon-sign", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** Whether things should rather not move. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @type {{letter: string, shape: string}[]} */
const SHAPES = document.getElementById("shapes") ? carried("shapes") : [];

/**
 * The sign of a seat: colour, shape and letter.
 * @param {number} seat
 * @returns {HTMLElement}
 */
export function glyph(seat) {
  const look = SHAPES[((seat % SHAPES.length) + SHAPES.length) % SHAPES.length];
  const picture = s("svg", { viewBox: "-34 -34 68 68", "aria-hidden": "true" }, s("path", { d: look.shape }));
  const sign = h("span", { class: `glyph seat-${seat % SHAPES.length}`, "aria-hidden": "true" });
  sign.append(picture, h("b", {}, look.letter));
  return sign;
}

/** @param {number} seat */
export function letter(seat) {
  return SHAPES[seat % SHAPES.length].letter;
}
