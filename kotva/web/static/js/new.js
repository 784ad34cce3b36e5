// The form for a new table: only as many seats as there are players, what a preset chooses, and only what the clock asks for.

const form = /** @type {HTMLFormElement} */ (document.getElementById("setup"));

form.addEventListener("change", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || target.name !== "seats") return;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".sitter"))) {
    row.hidden = Number(row.dataset.seat) >= Number(target.value);
  }
});

form.addEventListener("change", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || target.name !== "preset") return;
  const own = document.getElementById("own-time");
  if (own) {
    own.hidden = !target.dataset.time;
    own.querySelector("b")?.replaceChildren(target.dataset.time ?? "");
  }
  for (const [name, value] of Object.entries(JSON.parse(target.dataset.options ?? "{}"))) {
    pick(`option-${name}-known`, value);
    const field = form.elements.namedItem(`option-${name}`);
    if (field instanceof HTMLSelectElement) field.value = value;
    if (field instanceof HTMLInputElement) field.value = value === field.placeholder ? "" : value;
  }
  const filled = form.elements.namedItem("filled");
  if (filled instanceof HTMLInputElement) filled.value = target.value; // the fields show this preset now
});

/** Choose a picture by its value. @param {string} name @param {string} value */
function pick(name, value) {
  for (const radio of form.querySelectorAll(`input[name="${name}"]`)) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
  }
}

// Maps that were the same stay the same: boards of different size do not fit together.
form.addEventListener("change", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || !target.name.endsWith("-known")) return;
  const offered = [...form.querySelectorAll(`input[name="${target.name}"]`)].map((radio) => radio instanceof HTMLInputElement && radio.value);
  const alike = new Set([...form.querySelectorAll(".pictured input")].map((radio) => radio instanceof HTMLInputElement ? radio.name : ""));
  for (const name of alike) {
    const values = [...form.querySelectorAll(`input[name="${name}"]`)].map((radio) => radio instanceof HTMLInputElement && radio.value);
    if (values.join() === offered.join()) pick(name, target.value);
  }
});

// Letters in an order: each stands once, so what was there before goes where this one came from.
form.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.closest(".order")) event.target.dataset.was = event.target.value;
});
form.addEventListener("change", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLSelectElement) || !target.closest(".order")) return;
  for (const other of target.closest(".order")?.querySelectorAll("select") ?? []) {
    if (other !== target && other.value === target.value) other.value = target.dataset.was ?? "";
  }
  target.dataset.was = target.value;
});

const clock = /** @type {HTMLSelectElement} */ (document.getElementById("clock"));

/** Only what the chosen clock asks for. */
function ofClock() {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-clock]"))) {
    row.hidden = row.dataset.clock === "any" ? !clock.value : row.dataset.clock !== clock.value;
  }
}
clock.addEventListener("change", ofClock);
ofClock();
document.documentElement.dataset.ready = "true";
