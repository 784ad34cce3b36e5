"""Look into any state, compiled or not: its fields, a key that two equal states share, a hash that lasts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from kotva.engine.arrays import ints
from kotva.engine.position import Reader
from kotva.engine.say import N_
from kotva.engine.state import State

_NOT_STATE = {"trace"}
_MOST = 2**62  # what a number in a compiled state may be


def fields(state: State) -> dict[str, int | list[int]]:
    """Every field of a state by name, arrays as lists; tables that a game's states share (a map) are no part of it."""
    # A compiled class names its attributes; a plain class, also one derived from a compiled one, keeps its own in a dict.
    names = {*getattr(type(state), "__mypyc_attrs__", ()), *getattr(state, "__dict__", ())}
    out: dict[str, int | list[int]] = {}
    for name in sorted(n for n in names if n not in _NOT_STATE and not n.startswith("__")):
        value = getattr(state, name)
        if not isinstance(value, int) and not hasattr(value, "__len__"):
            continue
        out[name] = int(value) if isinstance(value, int) else [int(x) for x in value]
    return out


def key(state: State) -> str:
    """A text that is equal for equal states and for no others."""
    return json.dumps(fields(state), separators=(",", ":"))


def fingerprint(state: State) -> str:
    """A short hash of a state: the same in every process, compiled or interpreted."""
    return hashlib.sha256(key(state).encode()).hexdigest()[:16]


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
