// Short messages that go away by themselves.

import { h, the } from "./dom.js";
import { say } from "./say.js";

/**
 * @param {string} text
 * @param {{href: string, text: string}} [link]
 */
export function toast(text, link) {
  const close = h("button", { type: "button", "aria-label": say("Close") }, "×");
  const box = h("div", { class: "toast" }, h("span", {}, text));
  if (link) box.append(h("a", { href: link.href, target: "kotva-rules" }, link.text));
  box.append(close);
  close.addEventListener("click", () => box.remove());
  the("toasts").append(box);
  setTimeout(() => box.remove(), link ? 12000 : 7000);
}
