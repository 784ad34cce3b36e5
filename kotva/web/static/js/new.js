// The form for a new table: only as many seats as there are players.

const form = /** @type {HTMLFormElement} */ (document.getElementById("setup"));

form.addEventListener("change", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || target.name !== "seats") return;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".sitter"))) {
    row.hidden = Number(row.dataset.seat) >= Number(target.value);
  }
});
document.documentElement.dataset.ready = "true";
