"""Hold each translated rulebook beside its English one.

    python tools/translations.py                          every fault, book by book
    python tools/translations.py --done bosman.pl BOS-6.3 the Polish BOS-6.3 says what the English one says now
    python tools/translations.py --done bosman.pl         … and so does all of the book

The English clauses of docs/rules/<book>.md are the law. docs/rules/<book>.<language>.md says the same in the language in
which the game was first written down. A *unit* is a clause, a scenario or a heading with what follows it. Beside the
translation, <book>.<language>.json keeps a hash of the English unit that each one was made from: a unit whose English text
has changed since then is out of date until somebody has read it again.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "rules"

# The language of each book's source.
LANGUAGES = {
    "bosman": "pl",
    "hexxi": "pl",
    "seameni": "cs",
    "settlers": "cs",
    "tournament": "cs",
    "triremes": "bg",
}

_CLAUSE = re.compile(r"(?:- )?\*\*([A-Z]{3}-S?\d+(?:\.\d+)?)\b")
_HEADING = re.compile(r"(#{1,3}) (.*)")
_TAG = re.compile(r"\[(?:src(?::\w+)?|ruling|opt:\s*[^\]]*)")  # what follows "ruling:" is prose
_CODE = re.compile(r"`[^`]+`")  # a line may break within
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ENGLISH = re.compile(r"\b(?:the|of|and|is|are|at|in|with|for|not|from|who|which|an)\b")  # none a word of the others
_GLOSSARY = re.compile(r"## \d+\. (?:Glossary|Slovník|Słownik|Речник)")


def units(text: str) -> dict[str, str]:
    """The units of a book by name, in order: 'BOS-6.3', 'BOS-S7', '## 3' for the third heading of that level."""
    found: dict[str, list[str]] = {}
    headings: Counter[str] = Counter()
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if not fenced and (clause := _CLAUSE.match(line)):
            lines = found.setdefault(clause[1], [])
        elif not fenced and (heading := _HEADING.match(line)):
            headings[heading[1]] += 1
            lines = found.setdefault(f"{heading[1]} {headings[heading[1]]}", [])
        lines.append(line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def fingerprint(unit: str) -> str:
    """The same for the same words, however the lines are broken."""
    return hashlib.sha256(" ".join(unit.split()).encode()).hexdigest()[:12]


def _differences(english: str, translated: str) -> Iterator[str]:
    """What two units that say the same must have in common."""
    for what, pattern in (("tags", _TAG), ("notation", _CODE)):
        a, b = (
            Counter(" ".join(found.split()) for found in pattern.findall(_FENCE.sub("", t)))
            for t in (english, translated)
        )
        if a != b:
            yield f"other {what}: {_apart(a, b)}"
    a, b = (Counter(_NUMBER.findall(_CODE.sub("", _FENCE.sub("", text)))) for text in (english, translated))
    if a != b:
        yield f"other numbers: {_apart(a, b)}"
    figures = [[figure.count("\n") for figure in _FENCE.findall(text)] for text in (english, translated)]
    if figures[0] != figures[1]:
        yield f"figures of {figures[1]} lines, in English of {figures[0]}"
    tables = [[line.count("|") for line in text.splitlines() if line.startswith("|")] for text in (english, translated)]
    if tables[0] != tables[1]:
        yield f"a table of {len(tables[1])} rows, in English of {len(tables[0])}, or other columns"


def _apart(english: Counter[str], translated: Counter[str]) -> str:
    lost = ", ".join((english - translated).elements())
    added = ", ".join((translated - english).elements())
    return "; ".join(part for part in (f"lost {lost}" if lost else "", f"added {added}" if added else "") if part)


def _is_copy(english: str, translated: str) -> bool:
    """Is this English still? Names and abbreviations may be, most words may not."""
    known, found = (_TAG.sub("", _CODE.sub("", _FENCE.sub("", text))) for text in (english, translated))
    words = _WORD.findall(found)
    english_words = sum(word in _WORD.findall(known) for word in words)
    return len(words) > 5 and english_words > 0.6 * len(words) and _ENGLISH.search(found) is not None


def sidecar(book: str, language: str) -> Path:
    return RULES / f"{book}.{language}.json"


def made_from(book: str, language: str) -> dict[str, str]:
    path = sidecar(book, language)
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def compare(english: dict[str, str], translated: dict[str, str], made: dict[str, str]) -> Iterator[str]:
    """Every fault of a translation, one a line."""
    missing = [name for name in english if name not in translated]
    added = [name for name in translated if name not in english]
    if missing or added:
        yield f"missing: {', '.join(missing) or 'nothing'}; not in English: {', '.join(added) or 'nothing'}"
    elif list(english) != list(translated):
        yield "the order differs from the English book"
    for name, text in english.items():
        if name not in translated:
            continue
        for difference in _differences(text, translated[name]):
            yield f"{name}: {difference}"
        if not _GLOSSARY.match(text) and _is_copy(text, translated[name]):
            yield f"{name}: not translated"
        if made.get(name) != fingerprint(text):
            yield f"{name}: the English text has changed since this was translated (read it, then --done)"


def faults(book: str, language: str) -> list[str]:
    path = RULES / f"{book}.{language}.md"
    if not path.is_file():
        return ["there is no translation"]
    english, translated = (units(file.read_text(encoding="utf-8")) for file in (RULES / f"{book}.md", path))
    return list(compare(english, translated, made_from(book, language)))


def done(book: str, language: str, names: list[str]) -> None:
    """Say that these units (or all) were translated from what the English book says now."""
    english = units((RULES / f"{book}.md").read_text(encoding="utf-8"))
    if unknown := [name for name in names if name not in english]:
        sys.exit(
            f"translations: {book} has no {', '.join(unknown)}; it has, for example, {', '.join(list(english)[:5])}"
        )
    made = made_from(book, language)
    now = {
        name: fingerprint(text) if name in names or not names else made.get(name, "") for name, text in english.items()
    }
    sidecar(book, language).write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")


def main() -> None:
    if len(sys.argv) > 2 and sys.argv[1] == "--done":
        book, _, language = sys.argv[2].partition(".")
        if LANGUAGES.get(book) != language:
            sys.exit(f"translations: --done takes one of {', '.join(f'{b}.{la}' for b, la in LANGUAGES.items())}")
        done(book, language, sys.argv[3:])
        return
    wrong = 0
    for book, language in LANGUAGES.items():
        for fault in faults(book, language):
            wrong += 1
            print(f"{book}.{language}: {fault}")
    if wrong:
        sys.exit(f"translations: {wrong} faults")
    print("translations: complete")


if __name__ == "__main__":
    main()
