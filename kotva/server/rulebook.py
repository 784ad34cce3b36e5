"""A rulebook as a page: every clause has an anchor, every mention of a clause is a link to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import count

from markdown_it import MarkdownIt

from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.files import rules_file

_LETTERS = "[A-Z][A-Z0-9_]{1,9}"  # of clauses: BOS
_DEFINED = re.compile(rf"<li>\s*(?:<p>)?<strong>({_LETTERS}-S?\d+(?:\.\d+)?)")
_MENTIONED = re.compile(rf"(?<![\w#>/-])({_LETTERS}-(?:S\d+|\d+(?:\.\d+)?))(?![\w-])")
_HEADING = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
# What is written for those who make the game: where a rule comes from, names of options, files, notation, test positions.
_ORIGIN = re.compile(r"(?:<strong>)?\[(?:src|ruling|opt)\b[^\]]*\](?:</strong>)?")
_BLOCK = re.compile(r"<(li|p|tr)>")
_ABOUT = re.compile(r"\s*(?:<p>|<td>)?(?:<strong>)?(?:Game id|Id|Clause prefix|Tags)\b")
_MAKERS = re.compile(r"\d+\. (?:Actions|Worked scenarios|Glossary)\b")


@dataclass(frozen=True, slots=True)
class Page:
    """A rulebook in HTML with its table of contents."""

    title: str
    body: str
    contents: tuple[tuple[str, str], ...]  # (anchor, heading)
    language: str = "en"


@cache
def page(name: str, language: str = "en") -> Page:
    """The rulebook called `name`, in this language where it is translated; FileNotFoundError when there is none."""
    english = rules_file(name).read_text(encoding="utf-8")
    try:
        source = rules_file(name, language).read_text(encoding="utf-8")
    except FileNotFoundError:
        source, language = english, "en"
    # What is for makers alone is found by its English words; a translation has the same blocks in the same places.
    original = _rendered(english)
    about = {n for n, block in enumerate(_BLOCK.finditer(original)) if _ABOUT.match(original, block.end())}
    makers = {n for n, found in enumerate(_HEADING.findall(original)) if _MAKERS.match(_TAG.sub("", found))}
    body = _mark(_rendered(source), about)
    defined = set(_DEFINED.findall(body))
    body = _link_mentions(body, defined)
    body = re.sub(
        rf"<li>(\s*(?:<p>)?)<strong>({_LETTERS}-S?\d+(?:\.\d+)?)([^<]*)</strong>",
        r'<li id="\2" class="clause">\1<a class="clause-name" href="#\2">\2</a><span class="clause-tag">\3</span>',
        body,
    )
    contents: list[tuple[str, str]] = []

    def heading(found: re.Match[str]) -> str:
        words = _TAG.sub("", found[1])
        anchor = "part-" + str(len(contents) + 1)
        contents.append((anchor, words))
        return f'<h2 id="{anchor}">{found[1]}</h2>'

    body = _ORIGIN.sub(r'<span class="origin">\g<0></span>', body)
    body = _HEADING.sub(heading, body)
    body = _fold(body, makers)
    body = body.replace("<table>", '<div class="wide" tabindex="0" role="group"><table>').replace(
        "</table>", "</table></div>"
    )
    body = body.replace("<pre>", '<pre tabindex="0">')
    first = re.search(r"^# (.+)$", source, re.MULTILINE)
    return Page(first[1] if first else name, body, tuple(contents), language)


def _rendered(source: str) -> str:
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(source))


def _mark(body: str, about: set[int]) -> str:
    """The blocks with these numbers become origins of the rules."""
    numbers = count()
    return _BLOCK.sub(lambda found: f'<{found[1]} class="origin">' if next(numbers) in about else found[0], body)


def with_answers(page: Page, game: Game, say: Say) -> Page:
    """The same book with what "why can't I?" answers in the reader's language at the clauses that it cites."""
    sentences: dict[str, list[str]] = {}
    cited = [(game.clause(number), text) for number, text in game.words.why.items()]
    for clause, text in cited + [(reason.clause, reason.text) for reason in game.rules.reasons]:
        said = say(text)
        if said not in sentences.setdefault(clause, []):
            sentences[clause].append(said)

    def add(found: re.Match[str]) -> str:
        lines = "".join(
            f'<p class="told" lang="{say.language}">{escape(line)}</p>' for line in sentences.get(found[1], ())
        )
        return found[0] + lines

    return replace(page, body=re.sub(rf'<li id="({_LETTERS}-\d+\.\d+)" class="clause">', add, page.body))


def _fold(body: str, makers: set[int]) -> str:
    """Sections for makers as folded ones: a link to a clause in them still opens them."""
    first, *parts = re.split(r'(?=<h2 id="part-)', body)
    for number, part in enumerate(parts):
        if number in makers:
            end = part.index("</h2>") + len("</h2>")
            parts[number] = f'<details class="makers"><summary>{part[:end]}</summary>{part[end:]}</details>'
    return first + "".join(parts)


def short_page(game: Game, say: Say) -> Page:
    """For a game without a rulebook of its own: the clauses it answers with."""
    clauses = "".join(
        f'<li id="{clause}" class="clause"><a class="clause-name" href="#{clause}">{clause}</a> {escape(say(text))}</li>'
        for clause, text in ((game.clause(number), text) for number, text in sorted(game.words.why.items()))
    )
    return Page(
        say(game.title), f"<h1>{escape(say(game.title))}</h1><p>{escape(say(game.summary))}</p><ul>{clauses}</ul>", ()
    )


def _link_mentions(body: str, defined: set[str]) -> str:
    """Link clause ids in running text; not in code, and not where they are defined (those stand in <strong>)."""
    out = []
    inside = 0
    for part in re.split(r"(<[^>]+>)", body):
        if part.startswith("<"):
            if re.match(r"<(code|pre|strong|a)\b", part):
                inside += 1
            elif re.match(r"</(code|pre|strong|a)>", part):
                inside -= 1
            out.append(part)
        elif inside:
            out.append(part)
        else:
            out.append(
                _MENTIONED.sub(lambda m: f'<a href="#{escape(m[1])}">{m[1]}</a>' if m[1] in defined else m[1], part)
            )
    return "".join(out)
