"""The glossary of a game: one word for one thing in each language, which all its texts keep to.

`learn/glossary.json` is a list of terms:

    {"term": "pirate", "clause": "SEA-1.7", "en": ["pirate"], "cs": ["borec", "borc"], ..., "never": {"cs": ["pirát"]}}

A language has the word that readers are shown, then the beginnings by which its forms are recognised (without any, the word
without its last two letters). `never` lists beginnings of words that would be a second name of the same thing. A term
whose English word has other meanings too is `loose`: only its `never` is judged. `clause` is where the rules explain it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from kotva.engine.say import LANGUAGES

FILE: Final = "glossary.json"
LABEL_WORDS: Final = 3  # an English text of so few words is a label: its translation uses the words of the glossary
SHARE: Final = 2 / 3  # of longer texts; a sentence may speak of a thing without naming it
FEWEST: Final = 4  # texts, for a share to say anything
_FILLED_IN: Final = re.compile(
    r"\{[^{}]*\}|`[^`]*`|\b[A-Z]{3}-[\d.]+(?:, [\d.]+)*|\]\([^)]*\)"
)  # not said by the text itself
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Term:
    """A thing of the game and its word in each language."""

    name: str
    clause: str
    words: Mapping[str, Sequence[str]]  # by language: the word that is shown, then beginnings of its forms
    never: Mapping[str, Sequence[str]] = field(default_factory=dict)
    loose: bool = False

    def shown(self, language: str) -> str:
        """The word for readers of a language."""
        return (self.words.get(language) or self.words["en"])[0]

    def is_in(self, text: str, language: str) -> bool:
        """Whether a text names the thing."""
        found = words_of(text)
        return any(_are_in(beginning, found, language) for beginning in _beginnings(self.words[language], language))


def glossary(folder: Path) -> list[Term]:
    """The terms that a folder `learn` lists; none without the file."""
    path = folder / FILE
    rows = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return [
        Term(
            row["term"],
            row.get("clause", ""),
            {language: tuple(row[language]) for language in LANGUAGES if row.get(language)},
            {language: tuple(words) for language, words in row.get("never", {}).items()},
            bool(row.get("loose", False)),
        )
        for row in rows
    ]


def words_of(text: str) -> list[str]:
    """The words a text says itself, in small letters: no placeholders, notation or addresses."""
    return [word.lower() for word in _WORD.findall(_FILLED_IN.sub(" ", text))]


def glossary_faults(terms: Sequence[Term], language: str, texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Where texts (English, translated) leave the glossary, in English for their author."""
    pairs = list(texts)
    for term in terms:
        for word in term.never.get(language, ()):
            for _, translated in pairs:
                if _are_in(word.lower(), words_of(translated), language):
                    yield f"{term.name}: {word!r} is {term.shown(language)!r} in {_short(translated)}"
        if term.loose or language == "en":
            continue
        named = [(english, translated) for english, translated in pairs if term.is_in(english, "en")]
        lost = [(english, translated) for english, translated in named if not term.is_in(translated, language)]
        for english, translated in lost:
            if len(words_of(english)) <= LABEL_WORDS:
                yield f"{term.name}: no {term.shown(language)!r} in {_short(translated)} for {_short(english)}"
        if len(named) >= FEWEST and len(lost) > (1 - SHARE) * len(named):
            cases = ", ".join(_short(translated) for _, translated in lost[:5])
            yield f"{term.name}: no {term.shown(language)!r} in {len(lost)} of {len(named)} texts: {cases}"


def _beginnings(words: Sequence[str], language: str) -> Sequence[str]:
    if len(words) > 1 or language == "en":
        return [word.lower() for word in (words if language == "en" else words[1:])]
    return [" ".join(word[: max(3, len(word) - 2)] for word in words[0].lower().split())]


def _are_in(beginnings: str, words: Sequence[str], language: str) -> bool:
    """Whether each of the beginnings opens a word; English words stand in this order, and only the last takes an s."""
    starts = beginnings.split()
    if language != "en":
        return all(any(word.startswith(start) for word in words) for start in starts)
    many = (starts, [*starts[:-1], starts[-1] + "s"], [*starts[:-1], starts[-1] + "es"])
    return any(list(words[n : n + len(starts)]) in many for n in range(len(words)))


def _short(text: str) -> str:
    return repr(text if len(text) <= 70 else text[:69] + "…")
