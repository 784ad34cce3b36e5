"""Look into any state, compiled or not: its fields, a key that two equal states share, a hash that lasts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec

from kotva.engine.arrays import ints
from kotva.engine.position import Reader
from kotva.engine.say import N_
from kotva.engine.state import State

_NOT_STATE = {"trace"}
_MOST = 2**62  # what a number in a compiled state may be


_compiled: dict[type[State], tuple[str, ...]] = {}  # the names of a compiled class, found out once


def _names(state: State) -> tuple[str, ...]:
    """The names of a state's attributes, sorted; tables that a game's states share (a map) are among them."""
    known = _compiled.get(type(state))
    if known is not None:
        return known
    # A compiled class names its attributes; a plain class, also one derived from a compiled one, keeps its own in a dict.
    own = getattr(state, "__dict__", None)
    names = {*getattr(type(state), "__mypyc_attrs__", ()), *(own or ())}
    found = tuple(sorted(n for n in names if n not in _NOT_STATE and not n.startswith("__")))
    if own is None:
        _compiled[type(state)] = found
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
    values = [getattr(state, name) for name in _names(state)]
    return tuple([value if isinstance(value, int) else _packed(value) for value in values])


def _packed(value: Any) -> object:
    """An array as something that compares at once: its bytes, where it has them. What is none is no part of a state."""
    if isinstance(value, vec):
        return bytes(value)
    return tuple(value) if hasattr(value, "__len__") else None


def fingerprint(state: State) -> str:
    """A short hash of a state: the same in every process, compiled or interpreted."""
    return hashlib.sha256(json.dumps(fields(state), separators=(",", ":")).encode()).hexdigest()[:16]


def read_fields(state: State, given: Mapping[str, object]) -> State:
    """Set fields of a state from data; those left out keep their value. BadPosition names a field that does not fit."""
    r = Reader(given, list(fields(state)), N_("the fields of a state"))
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
