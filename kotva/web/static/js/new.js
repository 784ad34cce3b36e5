// The form for a new table: only as many seats as there are players, and only what the chosen clock asks for.

const form = /** @type {HTMLFormElement} */ (document.getElementById("setup"));

form.addEventListener("change", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || target.name !== "seats") return;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".sitter"))) {
    row.hidden = Number(row.dataset.seat) >= Number(target.value);
  }
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
