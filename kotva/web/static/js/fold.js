// How to play on paper: a sheet of A4 across, printed on both sides and folded in the middle. Its outer side holds the last page
// and the first, its inner side the second and the third; the pictures are as large as four pages allow.

const PAGES = 4;
const LARGEST = 60, SMALLEST = 26; // pictures, in millimetres
const ALL = ":scope > h1, :scope > section > *";
const WITHOUT_LEGEND = ":scope > h1, :scope > section:not(.legend) > *";
const main = /** @type {HTMLElement} */ (document.querySelector(".howto"));

/**
 * What stands on the pages, in order: by day, every picture as broad as it is to its height even before it is drawn again.
 * @param {string} which
 */
function blocks(which) {
  return [...main.querySelectorAll(which)].map((block) => {
    const copy = /** @type {HTMLElement} */ (block.cloneNode(true));
    for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
    const images = copy.querySelectorAll("img");
    block.querySelectorAll("img").forEach((image, number) => {
      if (image.classList.contains("night")) images[number].remove();
      else if (image.naturalHeight) images[number].style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`;
    });
    return copy;
  });
}

/**
 * @param {HTMLElement} sheet
 * @param {HTMLElement[]} words
 * @returns {HTMLElement[] | null} the pages, if the words find room on them
 */
function laid(sheet, words) {
  const pages = Array.from({ length: PAGES }, (_, number) => {
    const page = document.createElement("div");
    page.className = "leaf";
    page.dataset.page = String(number + 1);
    return page;
  });
  sheet.replaceChildren(...pages);
  let at = 0;
  for (const word of words) {
    const page = pages[at];
    page.append(word);
    if (page.scrollHeight <= page.clientHeight) continue;
    at += 1;
    if (at === PAGES) return null;
    const before = word.previousElementSibling;
    pages[at].append(...(before?.matches("h2") ? [before, word] : [word])); // no heading without what it heads
    if (pages[at].scrollHeight > pages[at].clientHeight) return null;
  }
  return pages;
}

function unfold() {
  main.querySelector(".folded")?.remove();
}

function fold() {
  unfold();
  const sheet = document.createElement("div");
  sheet.className = "folded";
  sheet.setAttribute("aria-hidden", "true");
  main.append(sheet);
  for (const which of [ALL, WITHOUT_LEGEND]) {
    const words = blocks(which);
    let pages = null;
    for (let size = LARGEST; size >= SMALLEST && !pages; size -= 2) {
      sheet.style.setProperty("--picture", `${size}mm`);
      pages = laid(sheet, words);
    }
    if (!pages) continue;
    const [outer, inner] = [[3, 0], [1, 2]].map((two) => {
      const side = document.createElement("div");
      side.className = "side-of-sheet";
      for (const number of two) side.append(pages[number]);
      return side;
    });
    sheet.replaceChildren(outer, inner);
    return;
  }
  unfold(); // too much for one sheet: it is printed in two columns
}

window.addEventListener("beforeprint", fold);
window.addEventListener("afterprint", unfold);
document.getElementById("print")?.addEventListener("click", () => window.print());
document.documentElement.dataset.ready = "true";
