"""Words of the log that stand for things on the table: `Say.thing` puts their ids into a sentence, here they are taken out."""

from __future__ import annotations

from collections.abc import Iterable

from kotva.engine.say import AT, CLOSE, OPEN

Word = tuple[
    int, int, int, str
]  # which line, from where, to where (as browsers count), and the ids, with a blank between


def point_out(marked: Iterable[str]) -> tuple[list[str], list[Word]]:
    """Sentences as they are read, and the words in them that stand for something; of words within words the whole."""
    lines: list[str] = []
    words: list[Word] = []
    for number, line in enumerate(marked):
        lines.append(_read(line, number, words) if OPEN in line else line)
    return lines, words


def _read(line: str, number: int, words: list[Word]) -> str:
    out, *parts = line.split(OPEN)
    depth, start, ids = 0, 0, ""
    for part in parts:
        inside, _, text = part.partition(AT)
        if not depth:
            start, ids = _units(out), inside
        depth += 1
        first, *rest = text.split(CLOSE)
        out += first
        for after in rest:
            depth = max(0, depth - 1)
            if not depth and ids:
                words.append((number, start, _units(out), ids))
                ids = ""
            out += after
    return out


def _units(text: str) -> int:
    """The length of a text as browsers count it: what lies beyond the first 65,536 characters counts twice."""
    return len(text) if text.isascii() else len(text) + sum(letter > "\uffff" for letter in text)
