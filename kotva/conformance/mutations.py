"""Faults that people and attackers make in positions and options.

An edit is a number that says by itself what it does, so that a few numbers are a whole example, and fewer of them a
simpler one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from kotva.conformance.kit import random_options
from kotva.engine.game import Game, Json
from kotva.engine.options import Options

# What is written in the place of numbers, texts and everything else.
_NUMBERS: Final = (0, 1, -1, 2, 3, 4, 5, 7, 19, 99, 255, 2**31, 2**63 - 1, 2**63, 2**70, 10**30, -(10**30))
_TEXTS: Final = (
    "",
    " ",
    "?",
    "²",
    "٣",
    "-1",
    "0",
    "1",
    "00",
    "1" * 31,
    "x",
    "\ud800",
    "\x00",
    ";",
    "=",
    ":",
    "é",
    "null",
)
_OTHERS: Final[tuple[Json, ...]] = (None, True, False, 1.5, float("inf"), float("nan"), [], {}, [[]], {"": ""}, "", 0)
_WORD: Final = re.compile(r"[A-Za-z]+|[0-9]+|[^A-Za-z0-9\s]")


@dataclass(frozen=True, slots=True)
class Sample:
    """A position out of a random game, and the options it was played with."""

    options: Options
    position: dict[str, Json]


def spoil(sample: Sample, donor: Sample, edits: Sequence[int]) -> dict[str, Json]:
    """The position with these faults; some are taken from another position of the same game."""
    position = _copied(sample.position)
    assert isinstance(position, dict)
    for number in edits:
        rng = Random(number)
        rng.choice(EDITS)(_Desk(position, donor.position, rng))
    return position


@dataclass(frozen=True, slots=True)
class _Desk:
    """What an edit works with: the position it changes, one that it may copy from, and its choices."""

    position: dict[str, Json]
    donor: dict[str, Json]
    rng: Random


def _delete(d: _Desk) -> None:
    holder, name = _place(d.position, d.rng)
    if isinstance(holder, dict) and isinstance(name, str):
        del holder[name]
    elif isinstance(holder, list) and isinstance(name, int):
        del holder[name]


def _keep_few(d: _Desk) -> None:
    """What a person writes: some keys, the rest at its default."""
    for name in list(d.position):
        if d.rng.random() < 0.7:
            del d.position[name]


def _graft(d: _Desk) -> None:
    """A key as another position has it: the phase of one with the pieces of the other."""
    if d.donor:
        name = d.rng.choice(sorted(d.donor))
        d.position[name] = _copied(d.donor[name])


def _graft_many(d: _Desk) -> None:
    for name in sorted(d.donor):
        if d.rng.random() < 0.3:
            d.position[name] = _copied(d.donor[name])


def _graft_below(d: _Desk) -> None:
    """A part of a key as another position has it."""
    inner = [n for n in sorted(d.position) if isinstance(d.position[n], dict) and isinstance(d.donor.get(n), dict)]
    if inner:
        name = d.rng.choice(inner)
        ours, theirs = d.position[name], d.donor[name]
        assert isinstance(ours, dict)
        assert isinstance(theirs, dict)
        if theirs:
            which = d.rng.choice(sorted(theirs))
            ours[which] = _copied(theirs[which])


def _number(d: _Desk) -> None:
    """Another number: one more, one less, much more."""
    holder, name = _place(d.position, d.rng, int)
    old = _get(holder, name)
    if isinstance(old, int):
        _set(holder, name, d.rng.choice((old + 1, old - 1, d.rng.choice(_NUMBERS), d.rng.randrange(12))))


def _retype(d: _Desk) -> None:
    """A value of another kind: a number as a text, a text as a list."""
    holder, name = _place(d.position, d.rng)
    old = _get(holder, name)
    forms: list[Json] = [str(old), [old], {"1": old}, *_OTHERS]
    if isinstance(old, str):
        forms += [list(old.split()), len(old)]
    _set(holder, name, _copied(d.rng.choice(forms)))


def _rename(d: _Desk) -> None:
    """A key that becomes another, or an unknown one."""
    holder, name = _place(d.position, d.rng)
    if isinstance(holder, dict) and isinstance(name, str):
        known = sorted({*holder, *d.donor, "no such thing", "", "²", "9"})
        holder[d.rng.choice(known)] = holder.pop(name)


def _exchange(d: _Desk) -> None:
    """Two values change places: what one player has, the other gets."""
    holder, name = _place(d.position, d.rng)
    if isinstance(holder, dict) and isinstance(name, str):
        other = d.rng.choice(sorted(holder))
        holder[name], holder[other] = holder[other], holder[name]
    elif isinstance(holder, list) and isinstance(name, int):
        place = d.rng.randrange(len(holder))
        holder[name], holder[place] = holder[place], holder[name]


def _double(d: _Desk) -> None:
    """An item of a list once more, or one of another list."""
    holder, name = _place(d.position, d.rng, list)
    items = _get(holder, name)
    if isinstance(items, list):
        items.append(_copied(d.rng.choice(items if items and d.rng.random() < 0.7 else _OTHERS)))


def _word(d: _Desk) -> None:
    """A word of a text leaves, comes twice, or another one of this game comes in."""
    holder, name = _place(d.position, d.rng, str)
    old = _get(holder, name)
    if not isinstance(old, str):
        return
    words = old.split(" ")
    at = d.rng.randrange(len(words))
    choice = d.rng.randrange(5)
    if choice == 0:
        del words[at]
    elif choice == 1:
        words.insert(d.rng.randrange(len(words) + 1), words[at])
    elif choice == 2:
        words[at] = d.rng.choice(_texts(d.position) or [""])
    elif choice == 3:
        words.insert(at, d.rng.choice(_texts(d.donor) or [""]))
    else:
        other = d.rng.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    _set(holder, name, " ".join(words))


def _letter(d: _Desk) -> None:
    """A part of a word is replaced by a part of another, by a strange digit, by a very large number."""
    holder, name = _place(d.position, d.rng, str)
    old = _get(holder, name)
    if not isinstance(old, str):
        return
    parts = [m.span() for m in _WORD.finditer(old)]
    if not parts:
        _set(holder, name, d.rng.choice(_TEXTS))
        return
    start, end = d.rng.choice(parts)
    others = [part for text in (*_texts(d.position), *_texts(d.donor)) for part in _WORD.findall(text)]
    alike = [part for part in others if part.isdigit() == old[start:end].isdigit()] or others
    new = d.rng.choice(_TEXTS) if d.rng.random() < 0.25 or not alike else d.rng.choice(alike)
    _set(holder, name, old[:start] + new + old[end:])


def _character(d: _Desk) -> None:
    """One character of a text becomes another that stands there: another owner, another field."""
    holder, name = _place(d.position, d.rng, str)
    old = _get(holder, name)
    if isinstance(old, str) and old:
        at = d.rng.randrange(len(old))
        _set(holder, name, old[:at] + d.rng.choice(old + "?0123456789") + old[at + 1 :])


EDITS: Final[tuple[Callable[[_Desk], None], ...]] = (
    *(_graft, _graft, _graft, _graft_many, _graft_below, _graft_below, _delete, _keep_few, _number, _number, _number),
    *(_retype, _rename, _exchange, _double, _word, _word, _word, _letter, _letter, _character, _character),
)


def _place(position: dict[str, Json], rng: Random, kind: type | None = None) -> tuple[Json, str | int | None]:
    """Where something stands in a position: what holds it and its name or number there."""
    found: list[tuple[Json, str | int]] = []
    _collect(position, kind, found)
    return rng.choice(found) if found else (None, None)


def _collect(data: Json, kind: type | None, found: list[tuple[Json, str | int]]) -> None:
    inner: Iterable[tuple[str | int, Json]] = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data)
    for name, value in inner:
        if kind is None or (isinstance(value, kind) and not isinstance(value, bool)):
            found.append((data, name))
        if isinstance(value, dict | list):
            _collect(value, kind, found)


def _copied(data: Json) -> Json:
    """A copy that shares nothing which an edit changes: several times as quick as the copy module, which may know less."""
    if isinstance(data, dict):
        return {name: _copied(value) if isinstance(value, dict | list) else value for name, value in data.items()}
    if isinstance(data, list):
        return [_copied(value) if isinstance(value, dict | list) else value for value in data]
    return data


def _get(holder: Json, name: str | int | None) -> Json:
    if isinstance(holder, dict) and isinstance(name, str):
        return holder[name]
    return holder[name] if isinstance(holder, list) and isinstance(name, int) else None


def _set(holder: Json, name: str | int | None, value: Json) -> None:
    if isinstance(holder, dict) and isinstance(name, str):
        holder[name] = value
    elif isinstance(holder, list) and isinstance(name, int):
        holder[name] = value


def _texts(data: Json) -> list[str]:
    """All words in a position."""
    if isinstance(data, str):
        return data.split()
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [word for value in inner for word in _texts(value)]


# -- options ------------------------------------------------------------------------------------------------------------


def spoiled_options(game: Game, seats: int, number: int) -> dict[str, object]:
    """Options that somebody sends: some good ones, and values of any kind."""
    rng = Random(number)
    given = random_options(game.rules.options, seats, rng, number)
    defaults = game.choose_options(seats)
    names = [option.name for option in game.rules.options]
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice([*names, "no such thing", "", "²"])
        good = str(given.get(name, "") or defaults.get(name, ""))
        given[name] = rng.choice([*_NUMBERS, *_TEXTS, *_OTHERS, spoiled_text(good, rng), spoiled_text(good, rng)])
    return given


def spoiled_text(text: str, rng: Random) -> str:
    """A text with a fault: a line twice, a letter gone, a number too large."""
    position: dict[str, Json] = {"text": text}
    for _ in range(rng.choice((1, 1, 2))):
        edit = rng.choice((_word, _letter, _character, _line))
        edit(_Desk(position, {"text": text}, rng))
    return str(position["text"])


def _line(d: _Desk) -> None:
    """A drawing of several lines: one is gone, stands twice, trades places with another or is the wrong way round."""
    lines = str(d.position["text"]).splitlines()
    if not lines:
        return
    at, other = d.rng.randrange(len(lines)), d.rng.randrange(len(lines))
    kind = d.rng.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = lines[at][::-1]
    d.position["text"] = "\n".join(lines)
