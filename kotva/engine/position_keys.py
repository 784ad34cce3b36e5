"""The keys of a position: each declared once, and read, written and judged from that.

    KEYS: Final = (
        WordKey("phase", PHASES, "FER-5.1", always=True),
        NumberKey("turn", 1, board.MOST_TURNS, "FER-5.2", default=1, always=True),
        NamesKey("asked", lambda s: SEATS[: s.seats], "FER-7.1"),
        NumbersKey("owed", lambda s: SEATS[: s.seats], 0, 9, "FER-7.2"),
        OwnKey("boats", _read_boats, _written_boats),
        ObjectKey("crossing", CROSSING, "FER-5.3", when=lambda s: s.phase == codes.CROSSING),
    )
    read_keys(PositionReader(position, names_of(KEYS), "FER-2.1"), state, KEYS)
    position = written_keys(state, KEYS)
    judge_keys(state, KEYS)

Keys are read in the order of their declaration. Limits, words and defaults are values, or functions of the state as far as it
has been read. A default is a value of the field. A key is left out of what is written where the field has the value `unsaid`:
0, or for words -1. With `when` a key is neither read nor written nor judged in other states. Judging says that a field is in
its range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union, cast

from kotva.engine.arrays import ints
from kotva.engine.position import going_on, require
from kotva.engine.say import N_

if TYPE_CHECKING:
    from kotva.engine.position import PositionReader
    from kotva.engine.state import State
    from kotva.engine.user_input import Json

T = TypeVar("T")
# A value, or what a state makes it.
Known = Union[T, Callable[[Any], T]]  # noqa: UP007
_RANGE: Final = N_("{key} is {value}, which is not from {low} to {high} ({clause})")


def _of(known: Known[T], state: object) -> T:
    return cast("Callable[[object], T]", known)(state) if callable(known) else known


@dataclass(frozen=True)
class PositionKey:
    """A key: `read` sets its fields, `written` is what stands there (None: left out), `judge` requires what must be true."""

    name: str
    when: Callable[[Any], bool] | None = field(default=None, kw_only=True)  # in which states there is such a key
    always: bool = field(default=False, kw_only=True)  # written whatever its value

    def read(self, r: PositionReader, s: State) -> None:
        raise NotImplementedError

    def written(self, s: State) -> Json:
        raise NotImplementedError

    def judge(self, s: State) -> None:
        """Nothing more is known of it."""


@dataclass(frozen=True)
class NumberKey(PositionKey):
    """A whole number from `low` to `high`, as it is written; `first` is how the field's 0 is written: 1 for seats."""

    low: Known[int]
    high: Known[int]
    clause: str = ""
    field: str = ""  # by default called like the key
    default: Known[int] = 0
    first: int = 0
    unsaid: int = 0

    def read(self, r: PositionReader, s: State) -> None:
        default = _of(self.default, s) + self.first
        number = r.number(self.name, int(_of(self.low, s)), int(_of(self.high, s)), int(default), self.clause)
        setattr(s, self.field or self.name, number - self.first)

    def written(self, s: State) -> Json:
        number = int(getattr(s, self.field or self.name))
        return number + self.first if self.always or number != self.unsaid else None

    def judge(self, s: State) -> None:
        number = self.written(s)
        low, high = int(_of(self.low, s)), int(_of(self.high, s))
        fits = number is None or low <= cast("int", number) <= high
        require(fits, _RANGE, key=self.name, value=number, low=low, high=high, clause=self.clause or self.name)


@dataclass(frozen=True)
class WordKey(PositionKey):
    """One of some words: the field has its place among `words`. Where not all are there to choose, `allowed` says which are."""

    words: Known[Sequence[str]]
    clause: str = ""
    field: str = ""
    default: Known[int] = -1
    allowed: Known[Sequence[str]] | None = None
    unsaid: int = -1

    def read(self, r: PositionReader, s: State) -> None:
        words = _of(self.words, s)
        allowed = words if self.allowed is None else _of(self.allowed, s)
        found = r.word(self.name, allowed, -1, self.clause)
        setattr(s, self.field or self.name, words.index(allowed[found]) if found >= 0 else int(_of(self.default, s)))

    def written(self, s: State) -> Json:
        value = int(getattr(s, self.field or self.name))
        return None if value < 0 or (value == self.unsaid and not self.always) else _of(self.words, s)[value]

    def judge(self, s: State) -> None:
        value, words = int(getattr(s, self.field or self.name)), _of(self.words, s)
        values = {"value": value, "low": words[0], "high": words[-1], "clause": self.clause or self.name}
        require(-1 <= value < len(words), _RANGE, key=self.name, **values)


@dataclass(frozen=True)
class FlagKey(PositionKey):
    """True or false: the field is 1 or 0."""

    clause: str = ""
    field: str = ""

    def read(self, r: PositionReader, s: State) -> None:
        setattr(s, self.field or self.name, r.flag(self.name, self.clause))

    def written(self, s: State) -> Json:
        return bool(getattr(s, self.field or self.name))


@dataclass(frozen=True)
class NamesKey(PositionKey):
    """A list of names: the field is a mask with a bit for each of them."""

    names: Known[Sequence[str]]
    clause: str = ""
    field: str = ""

    def read(self, r: PositionReader, s: State) -> None:
        found = r.names(self.name, _of(self.names, s), self.clause)
        setattr(s, self.field or self.name, sum(2**place for place in found))

    def written(self, s: State) -> Json:
        mask = int(getattr(s, self.field or self.name))
        names: list[Json] = [name for place, name in enumerate(_of(self.names, s)) if mask >> place & 1]
        return names if mask or self.always else None

    def judge(self, s: State) -> None:
        mask, names = int(getattr(s, self.field or self.name)), _of(self.names, s)
        values = {"value": mask, "low": 0, "high": 2 ** len(names) - 1, "clause": self.clause or self.name}
        require(0 <= mask < 2 ** len(names), _RANGE, key=self.name, **values)


@dataclass(frozen=True)
class NumbersKey(PositionKey):
    """A number for each of some names: the field is an array in their order. What is 0 is left out."""

    names: Sequence[str]
    low: int
    high: int
    clause: str = ""  # of the numbers
    names_clause: str = ""
    field: str = ""
    allowed: Known[Sequence[str]] | None = None  # where not all of the names are there

    def read(self, r: PositionReader, s: State) -> None:
        inside = _inside(self, r, s)
        numbers = [inside.number(name, self.low, self.high, 0, self.clause) for name in self.names]
        setattr(s, self.field or self.name, ints(numbers))

    def written(self, s: State) -> Json:
        array = getattr(s, self.field or self.name)
        numbers: dict[str, Json] = {name: int(array[place]) for place, name in enumerate(self.names) if array[place]}
        return numbers if numbers or self.always else None

    def judge(self, s: State) -> None:
        array = getattr(s, self.field or self.name)
        for place, name in enumerate(self.names):
            values = {"value": int(array[place]), "low": self.low, "high": self.high, "clause": self.clause}
            require(self.low <= array[place] <= self.high, _RANGE, key=f"{self.name}.{name}", **values)


@dataclass(frozen=True)
class WordsKey(PositionKey):
    """One of some words for each of some names: the field is an array of places among the words, -1 for nothing."""

    names: Sequence[str]
    words: Sequence[str]
    clause: str = ""  # of the words
    names_clause: str = ""
    field: str = ""
    allowed: Known[Sequence[str]] | None = None
    default: Callable[[Any, int], int] | None = None  # of a name that is left out, by its place

    def read(self, r: PositionReader, s: State) -> None:
        inside = _inside(self, r, s)
        allowed = self.names if self.allowed is None else _of(self.allowed, s)
        found: list[int] = []
        for place, name in enumerate(self.names):
            default = -1 if self.default is None or name not in allowed else self.default(s, place)
            found.append(inside.word(name, self.words, default, self.clause))
        setattr(s, self.field or self.name, ints(found))

    def written(self, s: State) -> Json:
        array = getattr(s, self.field or self.name)
        there: dict[str, Json] = {name: self.words[int(n)] for name, n in zip(self.names, array, strict=True) if n >= 0}
        return there if there or self.always else None

    def judge(self, s: State) -> None:
        array = getattr(s, self.field or self.name)
        for place, name in enumerate(self.names):
            values = {"value": int(array[place]), "low": self.words[0], "high": self.words[-1], "clause": self.clause}
            require(-1 <= array[place] < len(self.words), _RANGE, key=f"{self.name}.{name}", **values)


def _inside(key: NumbersKey | WordsKey, r: PositionReader, s: State) -> PositionReader:
    names = key.names if key.allowed is None else _of(key.allowed, s)
    return r.inside(key.name, names, key.names_clause or key.clause)


@dataclass(frozen=True)
class OwnKey(PositionKey):
    """A key that the game reads and writes by functions of its own; what is written as None is left out."""

    reads: Callable[[PositionReader, Any], None]
    writes: Callable[[Any], Json]

    def read(self, r: PositionReader, s: State) -> None:
        self.reads(r, s)

    def written(self, s: State) -> Json:
        return self.writes(s)


@dataclass(frozen=True)
class ObjectKey(PositionKey):
    """An object of keys; with `there` it is written only in such states, with `optional` it is read only where it is given."""

    keys: Sequence[PositionKey]
    clause: str = ""
    there: Callable[[Any], bool] | None = None
    optional: bool = False

    def read(self, r: PositionReader, s: State) -> None:
        if self.name in r or not self.optional:
            read_keys(r.inside(self.name, names_of(self.keys), self.clause), s, self.keys)

    def written(self, s: State) -> Json:
        return written_keys(s, self.keys) if self.there is None or self.there(s) else None

    def judge(self, s: State) -> None:
        if self.there is None or self.there(s):
            judge_keys(s, self.keys)


def names_of(keys: Iterable[PositionKey]) -> tuple[str, ...]:
    """What a reader takes."""
    return tuple(key.name for key in keys)


def read_keys(r: PositionReader, s: State, keys: Iterable[PositionKey]) -> None:
    """Set the fields of these keys, in this order; after one that is refused the others are read, too."""
    for key in keys:
        if key.when is None or key.when(s):
            with going_on():
                key.read(r, s)


def written_keys(s: State, keys: Iterable[PositionKey]) -> dict[str, Json]:
    """What a position says of these keys."""
    said = {key.name: key.written(s) for key in keys if key.when is None or key.when(s)}
    return {name: value for name, value in said.items() if value is not None}


def judge_keys(s: State, keys: Iterable[PositionKey]) -> None:
    """Require that the fields of these keys are in their ranges."""
    for key in keys:
        if key.when is None or key.when(s):
            key.judge(s)
