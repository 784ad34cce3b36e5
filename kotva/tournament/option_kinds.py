"""The kinds of values that options have: how each is read, and its one canonical text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

Value = int | str | Fraction | None | tuple["Value", ...] | Mapping[int, int] | Mapping[str, int] | Mapping[int, str]


@dataclass(frozen=True, slots=True)
class OptionKind:
    """What values an option has: `read` gives the value or raises ValueError, `write` its one canonical text."""

    allowed: str
    read: Callable[[str], Value]
    write: Callable[[Value], str] = str
    # For forms: the only values, or some of them; a number from … to; what a browser calls such a field.
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    field: str = "text"

    def allows(self, text: str) -> bool:
        """Whether a text is one of the values."""
        try:
            self.read(text)
        except ValueError:
            return False
        return True


def whole(low: int, high: int, none: bool = False) -> OptionKind:
    def read(text: str) -> Value:
        if none and text == "none":
            return None
        if not re.fullmatch(r"-?\d{1,6}", text) or not low <= int(text) <= high:
            raise ValueError
        return int(text)

    return OptionKind(
        f"{low}…{high}" + (", none" if none else ""),
        read,
        lambda v: "none" if v is None else str(v),
        choices=("none",) if none else (),
        limits=(low, high),
        field="text" if none else "number",
    )


def word(*words: str, pattern: str = "") -> OptionKind:
    def read(text: str) -> Value:
        if text not in words and not (pattern and re.fullmatch(pattern, text)):
            raise ValueError
        return text

    return OptionKind(", ".join(words), read, choices=words, field="text" if pattern else "select")


def number(*words: str) -> OptionKind:
    """A number that may be a fraction `a/b`, or one of these words."""

    def read(text: str) -> Value:
        if text in words:
            return None if text == "none" else text
        if not re.fullmatch(r"\d{1,6}(/[1-9]\d{0,5})?", text):
            raise ValueError
        return Fraction(text)

    return OptionKind(", ".join(["3", "5/2", *words]), read, lambda v: "none" if v is None else str(v))


def read_points(text: str) -> Value:
    if not re.fullmatch(r"\d{1,6}(/[1-9]\d{0,5})?(-\d{1,6}(/[1-9]\d{0,5})?)*", text):
        raise ValueError
    return tuple(Fraction(part) for part in text.split("-"))


def words(*known: str, last: str = "") -> OptionKind:
    """A list of different words; with `last`, that word always stands at its end."""

    def read(text: str) -> Value:
        found = [part.strip() for part in text.split(",")]
        if not all(part in known for part in found) or (last and len(set(found)) < len(found)):
            raise ValueError
        if last:
            found = [*(part for part in found if part != last), last]
        return tuple(found)

    return OptionKind(", ".join(known), read, lambda v: ",".join(map(str, v)) if isinstance(v, tuple) else "")


def read_sizes(text: str) -> Value:
    if not re.fullmatch(r"\d{1,3}(,\d{1,3})*", text):
        raise ValueError
    sizes = tuple(int(part) for part in text.split(","))
    if min(sizes) < 2 or list(sizes) != sorted(set(sizes), reverse=True):
        raise ValueError
    return sizes


def read_pairs(text: str) -> Value:
    if text in ("", "none"):
        return ()
    found = []
    for part in text.split(","):
        match = re.fullmatch(r"(P[1-9]\d{0,5})-(P[1-9]\d{0,5})", part.strip())
        if match is None or match[1] == match[2]:
            raise ValueError
        found.append(tuple(sorted(match.groups(), key=lambda player: int(player[1:]))))
    return tuple(sorted(set(found), key=lambda pair: (int(str(pair[0])[1:]), int(str(pair[1])[1:]))))


def write_pairs(value: Value) -> str:
    return ",".join("-".join(map(str, pair)) for pair in value if isinstance(pair, tuple)) if value else "none"  # type: ignore[union-attr]


def table(key: str, value: str, example: str) -> OptionKind:
    """A small table `2:60,3:30`; braces around it may be left out. `P` keys are players, others numbers."""

    def read(text: str) -> Value:
        text = text.strip().removeprefix("{").removesuffix("}")
        if text in ("", "none"):
            return {}
        out: dict[str, str] = {}
        for part in text.split(","):
            name, colon, rest = part.strip().partition(":")
            if not colon or not re.fullmatch(key, name) or not re.fullmatch(value, rest) or name in out:
                raise ValueError
            out[name] = rest
        if key.startswith("P"):
            return {name: int(out[name]) for name in sorted(out, key=lambda p: int(p[1:]))}
        numbers = {int(name): rest for name, rest in sorted(out.items(), key=lambda item: int(item[0]))}
        return numbers if value == LABEL else {name: int(rest) for name, rest in numbers.items()}

    def write(found: Value) -> str:
        return (
            ",".join(f"{name}:{rest}" for name, rest in found.items()) or "none" if isinstance(found, Mapping) else ""
        )

    return OptionKind(f"none, {example}", read, write)


LABEL: Final = r"[^,:{}]{1,40}"


def read_time(text: str) -> Value:
    match = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text)
    if match is None:
        raise ValueError
    return int(match[1]) * 60 + int(match[2])


def read_date(text: str) -> Value:
    return date.fromisoformat(text).isoformat() if text else ""


def read_zone(text: str) -> Value:
    if not re.fullmatch(r"[A-Za-z0-9_+/-]{1,60}", text):
        raise ValueError
    try:
        ZoneInfo(text)
    except (KeyError, OSError) as error:
        raise ValueError from error
    return text


def read_text(text: str) -> Value:
    if len(text) > 5000:
        raise ValueError
    return text
