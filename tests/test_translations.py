"""Translated rulebooks say what the English ones say (tools/translations.py)."""

from __future__ import annotations

import pytest

from tools.translations import LANGUAGES, compare, faults, fingerprint, units

ENGLISH = """\
# Ferry: exact rules

## 1. Boats

- **FER-1.1 [src]** There are 2 boats, written `A` and `B`.
- **FER-1.2 [ruling] [opt: crew=3]** A boat carries at most three people (see FER-1.1).

| boat | seats |
|---|---:|
| `A` | 3 |

```
# . A
B . .
```
"""

CZECH = """\
# Přívoz: přesná pravidla

## 1. Čluny

- **FER-1.1 [src]** Hraje se se 2 čluny, značí se `A` a `B`.
- **FER-1.2 [ruling] [opt: crew=3]** Člun uveze nejvýš tři lidi (viz FER-1.1).

| člun | míst |
|---|---:|
| `A` | 3 |

```
# . A
B . .
```
"""


def judged(english: str, translated: str, of: str = ENGLISH) -> list[str]:
    made = {name: fingerprint(text) for name, text in units(of).items()}
    return list(compare(units(english), units(translated), made))


def test_a_book_falls_into_headings_and_clauses() -> None:
    assert list(units(ENGLISH)) == ["# 1", "## 1", "FER-1.1", "FER-1.2"]  # and not the figure's first line


def test_a_faithful_translation_has_no_fault() -> None:
    assert judged(ENGLISH, CZECH) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("- **FER-1.1 [src]** Hraje se se 2 čluny, značí se `A` a `B`.\n", "", "missing: FER-1.1"),
        ("FER-1.2 [", "FER-1.3 [", "not in English: FER-1.3"),
        ("[src]", "[ruling]", "FER-1.1: other tags"),
        ("crew=3", "crew=2", "FER-1.2: other tags"),
        ("`B`", "`C`", "FER-1.1: other notation"),
        ("se 2 čluny", "se 4 čluny", "FER-1.1: other numbers"),
        ("viz FER-1.1", "viz FER-1.2", "FER-1.2: other numbers"),
        ("| `A` | 3 |\n", "", "a table of 2 rows"),
        ("B . .\n", "", "figures of"),
        ("Člun uveze nejvýš tři lidi (viz", "A boat carries at most three people (see", "FER-1.2: not translated"),
    ],
)
def test_what_a_translation_lost_or_changed_is_named(old: str, new: str, fault: str) -> None:
    assert old in CZECH
    assert any(fault in line for line in judged(ENGLISH, CZECH.replace(old, new))), fault


def test_a_translation_older_than_its_clause_is_named() -> None:
    newer = ENGLISH.replace("at most three people", "at most three people and a dog")
    assert [line.split(":")[0] for line in judged(newer, CZECH)] == ["FER-1.2"]
    assert judged(ENGLISH.replace("at most three", "at most\n  three"), CZECH) == []  # other line breaks


def test_names_and_notation_alone_are_no_prose() -> None:
    options = "# x\n| seats, crew, early, late, never, always | FER-1.1 |"
    assert judged(options, options, options) == []
    prose = "the seats of the crew, early and late"
    assert any("not translated" in line for line in judged(f"# x\n{prose}", f"# x\n{prose}", f"# x\n{prose}"))


def test_notation_may_break_over_two_lines() -> None:
    broken = ENGLISH.replace("`A` and `B`", "`A 1` and\n  `B\n  2`")
    assert judged(broken, CZECH.replace("`A` a `B`", "`A 1` a `B 2`"), broken) == []


@pytest.mark.parametrize("book", LANGUAGES)
def test_a_translation_says_what_its_book_says_now(book: str) -> None:
    """Mend the clause in docs/rules/<book>.<language>.md, then tools/translations.py --done says that it was read."""
    assert faults(book, LANGUAGES[book]) == []
