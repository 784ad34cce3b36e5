// Results that wait on the phone while there is no connection: each is sent once, by any person that opens the page then (TOU-20.15).

const QUEUE = "kotva-waiting"; // in localStorage: results that have not been sent

/** @typedef {{ action: string, body: string, back: string }} Entry */

/** @returns {Entry[]} */
function waiting() {
  return JSON.parse(localStorage.getItem(QUEUE) ?? "[]");
}

let sending = false;

/** Send what waits, the oldest first. The key in each form makes sure that it counts once, even if it is sent twice. */
async function send() {
  if (sending || !navigator.onLine) return;
  sending = true;
  try {
    for (const entry of waiting()) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await fetch(entry.action, { method: "POST", headers, body: entry.body });
      if (answer.status >= 500 || answer.status === 429) break; // the server is not well: it stays
      localStorage.setItem(QUEUE, JSON.stringify(waiting().slice(1)));
      if (answer.redirected) location.assign(answer.url);
      else refused(await answer.text());
    }
  } catch {
    // The connection has gone again: everything stays.
  } finally {
    sending = false;
  }
}

/** What the rules say against it, on the page with the form. @param {string} page */
function refused(page) {
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("main");
  const main = document.getElementById("main");
  if (fresh && main) main.replaceChildren(...fresh.childNodes);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(".result-form") || navigator.onLine) return;
  event.preventDefault();
  const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const entry = { action: form.action, body: String(fields), back: location.pathname };
  const others = waiting().filter((other) => other.back !== entry.back); // what is entered anew replaces what waits
  localStorage.setItem(QUEUE, JSON.stringify([...others, entry]));
  const notice = /** @type {HTMLElement | null} */ (form.querySelector(".unsent"));
  if (notice) notice.hidden = false;
});
addEventListener("online", () => void send());
setInterval(() => void send(), 15000);
void send();
