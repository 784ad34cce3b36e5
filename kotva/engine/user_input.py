"""What people write: names, numbers and data from outside, made harmless before anything else looks at them."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Final

from kotva.engine.errors import Unreadable

LONGEST_NAME: Final = 40
_MARKS: Final = 3  # accents on one letter; more of them only climb over other lines
_JOINERS: Final = "\u200c\u200d"  # inside words of some scripts, and between the parts of an emoji
_FAR: Final = 2**53  # beyond it programs that read JSON do not agree on a number
_WHOLE = re.compile(r"-?[0-9]{1,100}")

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name as it may be shown anywhere: one line, no control or direction characters; empty if nothing is left."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 20 * longest]):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Zs", "Zl", "Zp") or letter in "\t\n\r":
            kept.append(" ")
        elif (kind[0] != "C" or letter in _JOINERS) and marks <= _MARKS:
            kept.append(letter)
    line = " ".join("".join(kept).split())
    return line[:longest].strip(f"{_JOINERS} ")


def whole(given: object, least: int, most: int) -> int | None:
    """A whole number between two others, written in plain digits or given as one; None for anything else."""
    if isinstance(given, str):
        text = given.strip()
        number = int(text) if _WHOLE.fullmatch(text) else None
    else:
        number = given if isinstance(given, int) and not isinstance(given, bool) else None
    return number if number is not None and least <= number <= most else None


def read_json(text: str | bytes, largest: int, deepest: int = 16) -> Json:
    """JSON from outside; Unreadable for what is too large, too deep or no text, and for numbers that have no one meaning."""
    if len(text) > largest:
        raise Unreadable("This is too large: more than {most} characters.", most=largest)
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        data: Json = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise Unreadable("This is nested too deeply: more than {most} levels.", most=deepest) from None
    except UnicodeDecodeError:
        raise Unreadable("This is not a text in UTF-8.") from None
    except ValueError as error:
        raise Unreadable("This is not JSON: {error}.", error=str(error)) from None
    _look_over(data, deepest)
    return data


def _refuse(word: str) -> Json:
    raise ValueError(word)


def _look_over(data: Json, deepest: int) -> None:
    waiting: list[tuple[Json, int]] = [(data, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > deepest:
            raise Unreadable("This is nested too deeply: more than {most} levels.", most=deepest)
        if isinstance(value, str):
            _look_at_text(value)
        elif isinstance(value, dict):
            for name in value:
                _look_at_text(name)
            waiting.extend((inner, depth + 1) for inner in value.values())
        elif isinstance(value, list):
            waiting.extend((inner, depth + 1) for inner in value)
        elif isinstance(value, int | float) and not -_FAR <= value <= _FAR:
            raise Unreadable("This has a number beyond {most}.", most=_FAR)


def _look_at_text(text: str) -> None:
    """Half of a character outside the first 65,536 cannot be stored or sent."""
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Unreadable("This has half a character (a lone surrogate) in it.")
