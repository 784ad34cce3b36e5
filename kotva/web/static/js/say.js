// Texts in the reader's language: the page brings a dictionary, the English text is the key.

/** @type {Record<string, string>} */
const table = JSON.parse(document.getElementById("strings")?.textContent ?? "{}");

/**
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(text, values = {}) {
  return (table[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
