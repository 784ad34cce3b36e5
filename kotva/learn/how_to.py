"""One page of "how to play": what it says, what it cites, what it shows, and how it looks in HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kotva.engine.game import Game
from kotva.engine.say import home_of

CLAUSE: Final = "clause:"
PICTURE: Final = "picture:"
_WORD: Final = re.compile(r"\w[\w'’-]*")


@dataclass(frozen=True, slots=True)
class HowToPage:
    """A page as its author wrote it."""

    game: str
    language: str
    title: str
    headings: tuple[str, ...]  # of its sections
    shown: tuple[str, ...]  # pictures by name, in their order
    captions: tuple[str, ...]  # what each of them tells, also to those who do not see it
    cited: tuple[str, ...]  # clauses, in their order
    tips: int  # items of its last section
    words: int  # without the captions
    tokens: tuple[Token, ...]


def folder(game: Game) -> Path:
    """Where a game keeps what it teaches: `learn` in its folder; where several games share one, `learn/<id>`."""
    shared = home_of(game.id) / "learn"
    own = shared / game.id
    return own if own.is_dir() else shared


def how_to_page(game: Game, language: str) -> HowToPage | None:
    """How to play a game in a language, or in English if it has no other; None if it does not tell."""
    for code in (language, "en"):
        path = folder(game) / f"howto.{code}.md"
        if re.fullmatch("[a-z]{2,3}", code) and path.is_file():
            return read(game.id, code, path.read_text(encoding="utf-8"))
    return None


def read(game: str, language: str, source: str) -> HowToPage:
    """A page from its Markdown."""
    tokens = MarkdownIt("commonmark", {"html": False}).parse(source)
    titles: list[str] = []
    headings: list[str] = []
    shown: list[str] = []
    captions: list[str] = []
    cited: list[str] = []
    words = tips = 0
    for before, token in zip([None, *tokens], tokens):
        if before is not None and before.type == "heading_open":
            (titles if before.tag == "h1" else headings).append(_said(token))
            tips = 0
        tips += token.type == "list_item_open"
        words += len(_WORD.findall(_said(token)))
        for child in token.children or ():
            if child.type == "image":
                shown.append(str(child.attrs["src"]).removeprefix(PICTURE))
                captions.append(child.content)
            elif child.type == "link_open" and str(child.attrs["href"]).startswith(CLAUSE):
                cited.append(str(child.attrs["href"]).removeprefix(CLAUSE))
    return HowToPage(
        game,
        language,
        titles[0] if titles else game,
        tuple(headings),
        tuple(shown),
        tuple(captions),
        tuple(cited),
        tips,
        words,
        tuple(tokens),
    )


def html(page: HowToPage, figure: Callable[[str, str], str]) -> str:
    """The page in HTML. `figure` gives the markup of a picture by its name and caption; a clause leads to the exact rules."""
    md = MarkdownIt("commonmark", {"html": False})
    out: list[Token] = []
    section = 0
    for token in page.tokens:
        if token.type == "heading_open" and token.tag == "h2":
            section += 1
            out.append(_markup(("</section>" if section > 1 else "") + f'<section id="part-{section}">'))
        picture = _only_picture(token)
        if picture is not None:
            name = str(picture.attrs["src"]).removeprefix(PICTURE)
            out[-1] = _markup(figure(name, picture.content))  # in the place of the paragraph that it fills alone
            continue
        if token.type == "paragraph_close" and out[-1].type == "html_block":
            continue
        out.append(_linked(token, page.game))
    if section:
        out.append(_markup("</section>"))
    return str(md.renderer.render(out, md.options, {}))


def _said(token: Token) -> str:
    """The words of a token that are read as text."""
    children: Sequence[Token] = token.children or ()
    return "".join(child.content if child.type == "text" else " " * (child.type == "softbreak") for child in children)


def _only_picture(token: Token) -> Token | None:
    children = token.children or []
    return children[0] if len(children) == 1 and children[0].type == "image" else None


def _markup(text: str) -> Token:
    return Token("html_block", "", 0, content=text)


def _linked(token: Token, game: str) -> Token:
    """The token with its clauses as links to the rulebook; the page itself stays as it is."""
    if not any(child.type == "link_open" for child in token.children or ()):
        return token
    children = []
    for child in token.children or ():
        href = str(child.attrs.get("href", "")) if child.type == "link_open" else ""
        if href.startswith(CLAUSE):
            clause = href.removeprefix(CLAUSE)
            child = child.copy(attrs={"href": f"/rules/{game}#{clause}", "class": "cites", "title": clause})
        children.append(child)
    return token.copy(children=children)
