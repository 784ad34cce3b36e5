"""Look into any state, compiled or not: its fields, a key that two equal states share, a hash that lasts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from librt.vecs import vec

from kotva.engine.arrays import ints
from kotva.engine.position import PositionReader
from kotva.engine.say import N_
from kotva.engine.state import State

_NOT_STATE = {"trace"}
_ARRAY = type(ints([])) if isinstance(ints([]), vec) else None  # of a compiled state; a plain one has lists
_MOST = 2**62  # what a number in a compiled state may be


_compiled: dict[type[State], _Attributes] = {}  # what a compiled class has, found out once


class _Attributes:
    """The attributes of a compiled class: all names, and how to read numbers and arrays at once."""

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        self.names = names
        kinds = {name: type(getattr(state, name)) for name in names}
        self.numbers = _reader([name for name in names if issubclass(kinds[name], int)])
        self.arrays = _reader([name for name in names if issubclass(kinds[name], vec)])
        self.others = tuple(name for name in names if not issubclass(kinds[name], (int, vec)))


def _reader(names: list[str]) -> Callable[[State], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda state: tuple(getattr(state, name) for name in names)


def _names(state: State) -> tuple[str, ...]:
    """The names of a state's attributes, sorted; tables that a game's states share (a map) are among them."""
    known = _compiled.get(type(state))
    if known is not None:
        return known.names
    # A compiled class names its attributes; a plain class, also one derived from a compiled one, keeps its own in a dict.
    own = getattr(state, "__dict__", None)
    names = {*getattr(type(state), "__mypyc_attrs__", ()), *(own or ())}
    found = tuple(sorted(n for n in names if n not in _NOT_STATE and not n.startswith("__")))
    if own is None:
        _compiled[type(state)] = _Attributes(state, found)
    return found


def fields(state: State) -> dict[str, int | list[int]]:
    """Every field of a state by name, arrays as lists; tables that a game's states share (a map) are no part of it."""
    out: dict[str, int | list[int]] = {}
    for name in _names(state):
        value = getattr(state, name)
        if not isinstance(value, int) and not hasattr(value, "__len__"):
            continue
        out[name] = int(value) if isinstance(value, int) else [int(x) for x in value]
    return out


def key(state: State) -> tuple[object, ...]:
    """What is equal for two equal states of a game and for no others: made in a few microseconds, and good for nothing else.

    Whether a move can be taken back is found out by comparing hundreds of states.
    """
    names = _names(state)
    known = _compiled.get(type(state))
    if known is None:
        return tuple([_packed(getattr(state, name)) for name in names])
    others = [_packed(getattr(state, name)) for name in known.others]
    return (*known.numbers(state), *map(bytes, known.arrays(state)), *others)


def stamp(*parts: object) -> tuple[object, ...]:
    """Numbers and arrays as they are now: what a part of a scene was made from, to be compared later (`Say.keep`)."""
    return tuple(
        [part if type(part) is int else bytes(part) if type(part) is _ARRAY else _packed(part) for part in parts]
    )


def _packed(value: Any) -> object:
    """An array as something that compares at once, and stays as it is. What is no number and no array is no part of a state."""
    if isinstance(value, int):
        return value
    return (bytes(value) if isinstance(value, vec) else tuple(value)) if hasattr(value, "__len__") else None


def fingerprint(state: State) -> str:
    """A short hash of a state: the same in every process, compiled or interpreted."""
    return hashlib.sha256(json.dumps(fields(state), separators=(",", ":")).encode()).hexdigest()[:16]


def read_fields(state: State, given: Mapping[str, object]) -> State:
    """Set fields of a state from data; those left out keep their value. BadPosition names a field that does not fit."""
    r = PositionReader(given, list(fields(state)), N_("the fields of a state"))
    for name, old in fields(state).items():
        if name not in r:
            continue
        if isinstance(old, int):
            same = name == "seats"  # the options say how many there are
            setattr(state, name, r.number(name, old if same else -_MOST, old if same else _MOST, old))
        else:
            numbers = [r.whole(name, n, -_MOST, _MOST) for n in r.items(name)]
            setattr(state, name, numbers if isinstance(getattr(state, name), list) else ints(numbers))
    return state
