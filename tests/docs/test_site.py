"""The site is built without a dead link, loads nothing from elsewhere, can be searched, and answers questions in two clicks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urldefrag

import pytest

from tools.docs import api, clauses, facts, site
from tools.docs.__main__ import PUBLIC_NAMES, public_names
from tools.docs.public import MODULES

QUESTIONS = (site.ROOT / "docs" / "found-in-two-clicks.md").read_text(encoding="utf-8")


VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Links(HTMLParser):
    """What a page names: links with their places, ids, what it loads, its titles; and its prose, without code and links."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.inside: list[str] = []
        self.title = ""
        self.heading = ""
        self.prose = ""
        self.paragraphs = ""  # of it what is no cell of a table
        self.words: dict[str, str] = {}  # of links in the article, by address

    def handle_data(self, data: str) -> None:
        if self.inside[-1:] == ["title"] and "svg" not in self.inside:
            self.title += data
        if "article" not in self.inside:
            return
        if "h1" in self.inside and "a" not in self.inside:
            self.heading += data
        if "a" in self.inside:
            self.words[self.links[-1]] = self.words.get(self.links[-1], "") + data
        elif not {"code", "b", "h1", "h2", "h3", "h4"} & set(self.inside):
            self.prose += data
            self.paragraphs += "" if "td" in self.inside else data

    def begin(self) -> None:
        """A new line."""
        self.prose += "\n"
        self.paragraphs += "\n"

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            del self.inside[len(self.inside) - 1 - self.inside[::-1].index(tag) :]
        if tag in ("p", "li", "td", "div", "pre"):
            self.begin()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in VOID:
            self.inside.append(tag)
        if tag in ("p", "li", "td", "div", "br"):
            self.begin()
        if values.get("id"):
            self.ids.add(str(values["id"]))
        if tag == "a" and values.get("href"):
            self.links.append(str(values["href"]))
        if tag in ("img", "script", "source", "iframe") and values.get("src"):
            self.loads.append(str(values["src"]))
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preconnect"):
            self.loads.append(str(values["href"]))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Links]]:
    """The pages of a site built now, by their path in it; in a folder of this process, since tests run beside each other."""
    work = tmp_path_factory.mktemp("docs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "WORK", work)
        patch.setattr(site, "STAGE", work / "pages")
        patch.setattr(site, "SITE", work / "site")
        yield built()


def built() -> dict[str, Links]:
    """Each page of the site with its links."""
    where = site.build()
    found = {}
    for path in sorted(where.rglob("*.html")):
        found[str(path.relative_to(where))] = links = Links()
        links.feed(path.read_text(encoding="utf-8"))
    return found


def there(page: str, link: str) -> tuple[str, str]:
    """The file of the site that a link of a page names, and the place in it."""
    path, place = urldefrag(link)
    target = (Path("/") / page).parent / unquote(path) if path else Path("/") / page
    file = Path(*[part for part in target.resolve().parts if part != "/"])
    return str(file / "index.html" if (site.SITE / file).is_dir() else file), unquote(place)


@pytest.mark.slow
def test_no_link_is_dead(pages: dict[str, Links]) -> None:
    dead = []
    for page, links in pages.items():
        if page == "404.html":  # its links are those of wherever somebody was
            continue
        for link in (*links.links, *links.loads):
            if re.match(r"(https?|mailto|data):", link):
                continue
            if re.match(r"[a-z]+:", link) or normpath(Path(page).parent / unquote(urldefrag(link)[0])).startswith(".."):
                dead.append(f"{page}: {link}")  # an address of another program, or outside of the site
                continue
            path, place = there(page, link)
            if not (site.SITE / path).is_file() and path:
                dead.append(f"{page}: {link}")
            elif place and path in pages and place not in pages[path].ids and not place.startswith("__"):
                dead.append(f"{page}: {link}")
    assert not dead


def test_every_page_stands_in_the_menu() -> None:
    """A page that is only linked from others is found by search alone; `learn` and `balance` folders are no pages."""
    menu = (site.ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    named = re.findall(r"([\w./-]+\.md)$", menu, re.MULTILINE)
    pages = [place for place in site.sources().values() if place.endswith(".md") and "/learn/" not in place]
    assert sorted(named) == sorted(pages)


def menu() -> dict[str, str]:
    """The label of each page in the menu."""
    text = (site.ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    return {page: label for label, page in re.findall(r'^ *- "?([^"\n]+?)"?: ([\w./-]+\.md)$', text, re.MULTILINE)}


@pytest.mark.slow
def test_a_page_is_called_alike_in_the_menu_and_on_itself(pages: dict[str, Links]) -> None:
    """Rulebooks have long titles of their own."""
    books = {place for place, _ in clauses.books()}
    wrong = []
    for page, label in menu().items():
        if page not in books and pages[page.replace(".md", ".html")].heading.strip() != label:
            wrong.append(f"{label}: {pages[page.replace('.md', '.html')].heading.strip()}")
    assert not wrong


@pytest.mark.slow
def test_every_page_has_a_title_of_its_own(pages: dict[str, Links]) -> None:
    named = [page.replace(".md", ".html") for page in (*menu(), "index.md", "reference/index.md")]
    titles = [pages[page].title.strip() for page in named]
    assert sorted(titles) == sorted(set(titles))
    assert "Kotva - Kotva" not in titles


@pytest.mark.slow
def test_nothing_is_left_as_it_was_written(pages: dict[str, Links]) -> None:
    """Fences and lists that the plain file shows and the site did not take: they are lines of a paragraph there."""
    raw = re.compile(r"```|^ *(?:\d+\.|[-*]) +\S.*|\]\(\S*\)", re.MULTILINE)
    assert [(page, line[0]) for page, links in pages.items() for line in raw.finditer(links.paragraphs)] == []


@pytest.mark.slow
def test_a_clause_that_is_named_leads_to_it(pages: dict[str, Links]) -> None:
    known = clauses.places()
    bare = []
    for page, links in pages.items():
        bare += [f"{page}: {one[1]}" for one in clauses.NAMED.finditer(links.prose) if one[1] in known]
        for link, words in links.words.items():
            if words in known and urldefrag(link)[1] != words:
                bare.append(f"{page}: {words} leads to {link}")
    assert bare == []


@pytest.mark.slow
def test_a_rulebook_lists_its_groups_of_clauses(pages: dict[str, Links]) -> None:
    """BOS-8 stands in section 6: without a list, and a number in the heading, it must be searched for."""
    for place, path in clauses.books():
        defined = [found[0] for found in clauses.DEFINED.findall(path.read_text(encoding="utf-8"))]
        page = pages[place.replace(".md", ".html")]
        assert defined
        assert set(defined) <= page.ids
        assert {f"#{clauses.group(clause)}" for clause in defined} <= set(page.links)
    assert re.search(r"placing \(BOS-8\)<", (site.SITE / "rules/bosman.html").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(pages: dict[str, Links]) -> None:
    assert not [
        (page, load) for page, links in pages.items() for load in links.loads if re.match(r"(https?:)?//", load)
    ]
    styles = "".join(path.read_text(encoding="utf-8") for path in site.SITE.rglob("*.css"))
    assert not re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//[^)\"']+", styles)


@pytest.mark.slow
def test_it_can_be_searched_and_read_at_night_and_on_a_phone(pages: dict[str, Links]) -> None:
    assert (site.SITE / "search.json").stat().st_size > 100_000
    first = (site.SITE / "index.html").read_text(encoding="utf-8")
    assert 'data-md-color-scheme="slate"' in first
    assert '<meta name="viewport" content="width=device-width' in first


def asked() -> list[tuple[str, str, int]]:
    rows = re.findall(r"^\| \d+ \| (.+?) \| \[.+?\]\((.+?)\) \| (\d) \|$", QUESTIONS, re.MULTILINE)
    return [(question, target.replace(".md", ".html"), int(clicks)) for question, target, clicks in rows]


def test_there_are_thirty_five_questions() -> None:
    assert len(asked()) == 35
    assert max(clicks for *_, clicks in asked()) == 2


@pytest.mark.slow
def test_each_answer_is_two_clicks_away(pages: dict[str, Links]) -> None:
    """From the first page by links in its text and in the bar; the page of questions has answers and is no way to others."""

    def reached(page: str) -> set[str]:
        return {there(page, link)[0] for link in pages[page].links if not re.match(r"[a-z]+:", link)} - {
            "found-in-two-clicks.html"
        }

    one = reached("index.html")
    two = {further for page in one - {"questions.html"} if page in pages for further in reached(page)}
    wrong = []
    for question, target, clicks in asked():
        page, _, place = target.partition("#")
        if page not in (one if clicks == 1 else two) or (place and place not in pages[page].ids):
            wrong.append(question)
    assert not wrong


def test_every_command_argument_and_option_says_what_it_is() -> None:
    """Rows of arguments were empty; a new argument without words fails in `facts.argument`."""
    silent = re.findall(r"^\| `[^`]+` \|\s*\|$", facts.commands(), re.MULTILINE)
    assert silent == []


@pytest.mark.slow
def test_made_parts_are_there(pages: dict[str, Links]) -> None:
    """The reference has every public class, and no marker is left."""
    left = [page for page in pages if "!-- made:" in (site.SITE / page).read_text("utf-8")]
    assert not left
    ids = {identity for links in pages.values() for identity in links.ids}
    wanted = {f"{name}.{thing.name}" for name in MODULES for thing in api.public(api.module(name)) if thing.is_class}
    assert not wanted - ids


def test_public_names_are_those_that_are_described() -> None:
    """A change of what others may import is a decision: `python -m tools.docs --api` writes it down (docs/stability.md)."""
    assert public_names() == PUBLIC_NAMES.read_text(encoding="utf-8")


def test_every_public_name_says_what_it_is() -> None:
    silent = []
    for name in MODULES:
        for thing in api.public(api.module(name)):
            if not api.has_words(thing):
                silent.append(f"{name}.{thing.name}")
            if thing.is_class:
                told = api.words(thing)
                silent += [
                    f"{name}.{thing.name}.{member.name}"
                    for member in api.public(thing)
                    if not api.has_words(member) and f"`{member.name}`" not in told
                ]
    assert not silent
