"""How to play, on paper: one sheet of A4, printed on both sides and folded in the middle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.ours import GAMES

pytestmark = pytest.mark.browser

LEAVES = """() => {
  dispatchEvent(new Event("beforeprint"));
  const words = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  const leaves = [...document.querySelectorAll(".folded .leaf")].map((leaf) => ({
    page: leaf.dataset.page,
    cut: leaf.scrollHeight - leaf.clientHeight,
    first: words(leaf.firstElementChild ?? leaf),
    last: leaf.lastElementChild?.tagName,
    words: [...leaf.children].map(words),
    pictures: [...leaf.querySelectorAll("img")].map((image) => image.getBoundingClientRect().height),
  }));
  dispatchEvent(new Event("afterprint"));
  const all = [...document.querySelectorAll(".howto > h1, .howto > section:not(.legend) > *")].map(words);
  const legend = [...document.querySelectorAll(".howto > section.legend > *")].map(words);
  return { leaves, all, legend, left: document.querySelectorAll(".folded").length };
}"""


def open_page(page: Page, server: str, what: str, language: str) -> None:
    page.context.add_cookies([{"name": "kotva_language", "value": language, "url": server}])
    page.goto(f"{server}/learn/{what}")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_function("[...document.querySelectorAll('.howto img.day')].every(image => image.naturalHeight)")


@pytest.mark.parametrize("language", ["en", "cs", "pl", "bg"])
@pytest.mark.parametrize("what", [*GAMES, "tournament"])
def test_a_page_is_folded_so_that_it_is_read_in_order(calm_page: Page, server: str, what: str, language: str) -> None:
    """Outside the last page and the first, inside the others; nothing is lost, cut or too small."""
    open_page(calm_page, server, what, language)
    found = calm_page.evaluate(LEAVES)
    leaves = found["leaves"]
    assert [leaf["page"] for leaf in leaves] == ["4", "1", "2", "3"]
    in_order = sorted(leaves, key=lambda leaf: int(leaf["page"]))
    words = [words for leaf in in_order for words in leaf["words"]]
    assert words in (found["all"], found["all"] + found["legend"])  # a long page has no room for what is what
    assert in_order[0]["first"] == calm_page.locator("h1").inner_text()
    assert all(leaf["cut"] <= 0 for leaf in leaves)
    assert all(leaf["last"] != "H2" for leaf in leaves)
    heights = [height for leaf in leaves for height in leaf["pictures"]]
    assert len(heights) >= 6
    assert min(heights) > 40  # pixels of 1/96 inch
    assert found["left"] == 0


@pytest.mark.parametrize("what", ["settlers", "tournament"])
def test_a_page_is_printed_on_the_two_sides_of_one_sheet(calm_page: Page, server: str, what: str) -> None:
    open_page(calm_page, server, what, "cs")
    paper = calm_page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 2
    boxes = {
        tuple(round(float(side)) for side in box.split()) for box in re.findall(rb"/MediaBox\s*\[([^]]*)\]", paper)
    }
    assert boxes == {(0, 0, 842, 595)}  # A4 across, in points
