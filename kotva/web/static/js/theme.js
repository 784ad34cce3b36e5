// Before the first paint: the reader's own choice of day or night, if there is one. Not a module, so that it runs at once.
(() => {
  try {
    const chosen = localStorage.getItem("kotva-theme");
    if (chosen === "day" || chosen === "night") document.documentElement.dataset.theme = chosen;
  } catch {
    // A browser that keeps nothing shows what the system prefers.
  }
})();
