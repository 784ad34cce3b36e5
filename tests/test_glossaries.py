"""One word for one thing: the texts of each game and of tournaments keep to their glossary in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kotva.engine.say import LANGUAGES, locale_of
from kotva.learn.glossary import Term, glossary, glossary_faults
from tests import ours
from tools.catalogues import stored, texts
from tools.translations import LANGUAGES as BOOKS
from tools.translations import units

ROOT = Path(__file__).resolve().parent.parent
DOMAINS = [*ours.GAMES, "tournament"]
TRANSLATED = [language for language in LANGUAGES if language != "en"]
QUOTING = {"HEX-4.1", "TRI-1.1"}  # clauses that name the source's other word

Texts = Iterator[tuple[str, str]]


def folder(domain: str) -> Path:
    return locale_of(domain).parent / "learn"


def catalogue(domain: str, language: str) -> Texts:
    path = locale_of(domain) / language / "LC_MESSAGES" / f"{domain}.po"
    for message in read_po(path.read_text("utf-8").splitlines()):
        english, translated = texts(message.id)[-1], texts(message.string)[-1]
        if english:
            yield english, translated


def paragraphs(domain: str, language: str) -> Texts:
    pages = [(folder(domain) / f"howto.{code}.md").read_text("utf-8") for code in ("en", language)]
    english, translated = (re.split(r"\n\s*\n", page.strip()) for page in pages)
    assert len(english) == len(translated), f"howto.{language}.md has other paragraphs than the English page"
    yield from zip(english, translated)


def clauses(domain: str, language: str) -> Texts:
    if BOOKS.get(domain) != language:
        return
    books = (ROOT / "docs/rules" / name for name in (f"{domain}.md", f"{domain}.{language}.md"))
    english, translated = (units(book.read_text("utf-8")) for book in books)
    for name, text in english.items():
        if name in translated and name not in QUOTING and "Glossary" not in text[:20]:
            yield text, translated[name]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("kind", [catalogue, paragraphs, clauses])
def test_texts_keep_to_the_glossary(kind: Callable[[str, str], Texts], domain: str, language: str) -> None:
    assert list(glossary_faults(glossary(folder(domain)), language, kind(domain, language))) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_pages_and_messages_of_the_house_keep_to_its_glossary(language: str) -> None:
    """kotva/learn/glossary.json: what belongs to no game, such as a table, a record, a hint."""
    terms = glossary(ROOT / "kotva/learn")
    assert len(terms) >= 20
    assert [term.name for term in terms if set(term.words) != set(LANGUAGES)] == []
    catalogue = stored("kotva", language)
    assert catalogue is not None
    pairs = [(texts(message.id)[-1], texts(message.string)[-1]) for message in catalogue if message.id]
    assert list(glossary_faults(terms, language, pairs)) == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_glossary_has_every_language_and_clauses_that_exist(domain: str) -> None:
    terms = glossary(folder(domain))
    known = set(units((ROOT / "docs/rules" / f"{domain}.md").read_text("utf-8")))
    assert len(terms) >= 20
    assert len({term.name for term in terms}) == len(terms)
    assert [term.name for term in terms if set(term.words) != set(LANGUAGES)] == []
    assert [term.name for term in terms if term.clause and term.clause not in known] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_rulebook_s_table_of_words_is_the_glossary(domain: str) -> None:
    """docs/rules/<domain>.md, last section: change learn/glossary.json and the table together."""
    table = (ROOT / "docs/rules" / f"{domain}.md").read_text("utf-8").partition("Glossary\n")[2]
    rows = [
        [cell.strip() for cell in line.strip(" |").split("|")] for line in table.splitlines() if line.startswith("|")
    ]
    words = {language: {term.shown(language) for term in glossary(folder(domain))} for language in LANGUAGES}
    for row in rows[2:]:
        for language, cell in zip(LANGUAGES, row[2:], strict=True):
            parts = re.split(r" / |, ", cell)
            assert cell in words[language] or set(parts) <= words[language], (language, cell)


# -- what the judge finds -------------------------------------------------------------------------------------------------

PIRATE = Term("pirate", "", {"en": ("pirate",), "cs": ("borec", "borc", "borec")}, {"cs": ("pirát",)})
PUT_OUT = Term("put out", "", {"en": ("put out",), "cs": ("vysadit", "vysa")})


@pytest.mark.parametrize(
    ("english", "translated", "found"),
    [
        ("pirates", "borci", ""),
        ("A pirate boards", "Borec nastupuje", ""),
        ("pirates", "námořníci", "pirate: no 'borec' in 'námořníci'"),
        ("He sails", "Pirát pluje", "pirate: 'pirát' is 'borec' in 'Pirát pluje'"),
        ("{pirate} sails", "{pirate} pluje", ""),  # a name that is filled in
        (
            "From a ship a pirate may step ashore in one turn",
            "Z lodi se smí v jednom tahu na břeh",
            "",
        ),  # once, in a sentence
        ("put out", "opustit loď", "put out: no 'vysadit'"),
        ("put him out", "vyhodit ho", ""),  # only the words side by side are the term
    ],
)
def test_what_leaves_the_glossary_is_named(english: str, translated: str, found: str) -> None:
    faults = list(glossary_faults([PIRATE, PUT_OUT], "cs", [(english, translated)]))
    assert faults[0].startswith(found) if found else faults == []


def test_a_word_that_most_sentences_avoid_is_found() -> None:
    sentences: Sequence[tuple[str, str]] = [("Here a pirate may step ashore", f"Zde smí na břeh {n}") for n in range(4)]
    assert [fault.partition(" in ")[2][:6] for fault in glossary_faults([PIRATE], "cs", sentences)] == ["4 of 4"]
    named = [("Here a pirate may step ashore", "Zde smí borec na břeh")] * 8
    assert list(glossary_faults([PIRATE], "cs", [*sentences, *named])) == []
    loose = Term("pirate", "", PIRATE.words, {}, loose=True)
    assert list(glossary_faults([loose], "cs", sentences)) == []
