"""TOU-20.1: names in the order of a language's dictionary, such as Czech Ch after H."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

# Letters that count as letters of their own, after the one they stand behind; other marks only tell equals apart.
# Letter by letter, with the pairs that are letters of their own in braces.
_CZECH: Final = "abcčdefgh{ch}ijklmnopqrřsštuvwxyzž"
_POLISH: Final = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
_BULGARIAN: Final = "абвгдежзийклмнопрстуфхцчшщъьюя"
_ALPHABETS: Final[Mapping[str, list[str]]] = {
    language: re.findall(r"(?<={)\w+(?=})|\w", alphabet)
    for language, alphabet in (("cs", _CZECH), ("pl", _POLISH), ("bg", _BULGARIAN))
}

Key = tuple[tuple[tuple[int, str], ...], str]


def collation(name: str, language: str = "en") -> Key:
    """A key to sort names by."""
    alphabet = _ALPHABETS.get(language, [])
    order = {letter: number for number, letter in enumerate(alphabet)}
    text = unicodedata.normalize("NFC", name.casefold())
    out: list[tuple[int, str]] = []
    i = 0
    while i < len(text):
        pair = text[i : i + 2]
        letter = pair if len(pair) == 2 and pair in order else text[i]
        i += len(letter)
        bare = letter if letter in order else _bare(letter)
        if bare in order:
            out.append((1000 + order[bare], ""))
        elif bare.isalpha():
            # Latin letters come before Cyrillic ones in Bulgarian, and other letters after the alphabet elsewhere.
            out.append((1500 if language in ("cs", "pl") else 500, bare))
        else:
            out.append((0, bare))
    return tuple(out), text


def _bare(letter: str) -> str:
    """The letter without its marks: á is a."""
    found = "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))
    return {"ł": "l", "đ": "d", "ø": "o"}.get(found, found)
