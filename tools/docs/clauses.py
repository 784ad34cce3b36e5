"""Clauses on the site: each has a place of its own, every page that names one links to it, rulebooks begin with a list of groups.

The rulebooks themselves are not touched: what is made here is how their pages look.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Final

ROOT = Path(__file__).resolve().parent.parent.parent
ID = r"[A-Z]{3}-(?:S(?=\d))?\d+(?:\.\d+)?"
DEFINED = re.compile(rf"\*\*({ID})\b([^*]{{0,200}})\*\*")
# Above the list of groups, in the language of the page.
LIST: Final[dict[str, str]] = {
    "": "Clauses by their first number",
    "cs": "Pravidla podle prvního čísla",
    "pl": "Zasady według pierwszej liczby",
    "bg": "Правила по първото число",
}
# What is left as it is: code, links and pictures, tags, headings.
KEPT = re.compile(
    r"^ *```.*?^ *```$|`[^`\n]*`|!?\[[^\]]*\]\([^)\s]*\)|<b id=.*?</b>|</?[a-zA-Z][^>\n]*>|^#+ .*?$",
    re.DOTALL | re.MULTILINE,
)
NAMED = re.compile(rf"(?<![\w-])({ID})(?![\w-])")
ALONE = re.compile(rf"\[({ID})\]\(([^)#\s]+)\)")
HEADING = re.compile(r"(#+) (.+)")


def books() -> list[tuple[str, Path]]:
    """Every rulebook: where it lies on the site, and its file."""
    found = [*sorted((ROOT / "docs" / "rules").glob("*.md")), *sorted((ROOT / "docs" / "examples").glob("*.md"))]
    return [(str(path.relative_to(ROOT / "docs")), path) for path in found]


@cache
def places() -> dict[str, str]:
    """The page that defines each clause and each group of clauses; in English."""
    found: dict[str, str] = {}
    for place, path in books():
        if path.name.count(".") == 1:
            for clause in re.findall(DEFINED, path.read_text(encoding="utf-8")):
                found[clause[0]] = place
                found[group(clause[0])] = place
    return found


def group(clause: str) -> str:
    """BOS-8 of BOS-8.3, BOS-S of a scenario."""
    return re.sub(r"\.\d+$|(?<=-S)\d+$", "", clause)


def address(clause: str, page: str) -> str:
    """The link from a page of the site to a clause; a translation has its own."""
    there = places()[clause]
    same = page.split(".")[0] == there.split(".")[0]
    target = "" if same else relpath(there, PurePosixPath(page).parent)
    return f"{target}#{clause}"


def linked(text: str, page: str) -> str:
    """A page in which every clause that it names leads to that clause."""
    known = places()
    text = ALONE.sub(lambda one: f"[{one[1]}]({address(one[1], page)})" if one[1] in known else one[0], text)

    def link(one: re.Match[str]) -> str:
        return f"[{one[1]}]({address(one[1], page)})" if one[1] in known else one[0]

    return outside(text, lambda part: NAMED.sub(link, part))


def outside(text: str, change: Callable[[str], str]) -> str:
    """A text changed everywhere but in code, links, tags and headings."""
    out, end = [], 0
    for kept in KEPT.finditer(text):
        out += [change(text[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*out, change(text[end:])])


def rulebook(text: str, page: str) -> str:
    """A rulebook with a place for each clause and group, headings that name their groups, and a list of these at its top."""
    titles: dict[str, str] = {}
    lines, above, heading, inside = text.split("\n"), "", -1, False
    begins: dict[int, list[str]] = {}
    for number, line in enumerate(lines):
        inside ^= line.lstrip().startswith("```")
        if not inside and (found := HEADING.fullmatch(line)):
            above = plain(found[2]) or above
            heading = number
        for clause in () if inside else DEFINED.finditer(line + "\n" + " ".join(lines[number + 1 : number + 2])):
            name = group(clause[1])
            if clause.start() < len(line) and name not in titles:
                titles[name] = above
                if name not in lines[heading]:
                    begins.setdefault(heading, []).append(name)
    for number, names in begins.items():
        if number >= 0:
            lines[number] += f" ({', '.join(name.removesuffix('-S') for name in names if not name.endswith('-S'))})"
            lines[number] = lines[number].removesuffix(" ()")
    seen: set[str] = set()

    def marked(clause: re.Match[str]) -> str:
        name, rest = clause[1], clause[2]
        if name in seen:
            return clause[0]
        first = group(name) not in {group(one) for one in seen}
        seen.add(name)
        return f'<span id="{group(name)}"></span>' * first + f'<b id="{name}">{name}{rest}</b>'

    language = PurePosixPath(page).stem.partition(".")[2]
    listed = [f"- [{name}](#{name}) {title}" for name, title in titles.items()]
    head = ["", f"**{LIST[language]}**", "", '<div markdown style="columns: 13rem">', "", *listed, "", "</div>", ""]
    body = DEFINED.sub(marked, "\n".join(lines[1:]))
    return "\n".join([lines[0], *head, body])


def plain(heading: str) -> str:
    """A heading without its numbers: "6.1 Frame (TOU-1)" is "Frame"."""
    text = re.sub(r"\(?\b[A-Z]{3}-\d+\b\)?", "", heading)
    return re.sub(r"^[\d.]+\s", "", text.strip()).strip(" -:")
