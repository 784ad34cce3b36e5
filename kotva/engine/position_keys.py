"""Keys of a position that stand for one field of a state each: declared once, read and written from that.

    COURSE: Final = (
        WordKey("phase", PHASES, "FER-5.1", always=True),
        NumberKey("turn", 1, board.MOST_TURNS, "FER-5.2", default=1, always=True),
        NamesKey("asked", lambda s: SEATS[: s.seats], "FER-7.1"),
    )
    read_keys(reader, state, COURSE)
    write_keys(state, written, COURSE)

Limits, words and defaults are values, or functions of the state as far as it has been read. A default is a value of the field.
A key is left out of what is written where the field has the value `unsaid`: 0, or for words -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast

if TYPE_CHECKING:
    from kotva.engine.position import PositionReader
    from kotva.engine.state import State
    from kotva.engine.user_input import Json

T = TypeVar("T")
# A value, or what a state makes it.
Known = Union[T, Callable[[Any], T]]  # noqa: UP007


def _of(known: Known[T], state: object) -> T:
    return cast("Callable[[object], T]", known)(state) if callable(known) else known


@dataclass(frozen=True)
class NumberKey:
    """A whole number from `low` to `high`, as it is written; `first` is how the field's 0 is written: 1 for seats."""

    name: str
    low: Known[int]
    high: Known[int]
    clause: str = ""
    field: str = ""  # by default called like the key
    default: Known[int] = 0
    first: int = 0
    unsaid: int = 0
    always: bool = False  # written whatever its value

    def read(self, r: PositionReader, s: State) -> None:
        default = _of(self.default, s) + self.first
        number = r.number(self.name, int(_of(self.low, s)), int(_of(self.high, s)), int(default), self.clause)
        setattr(s, self.field or self.name, number - self.first)

    def written(self, s: State) -> Json:
        return int(getattr(s, self.field or self.name)) + self.first

    def is_unsaid(self, s: State) -> bool:
        return not self.always and bool(getattr(s, self.field or self.name) == self.unsaid)


@dataclass(frozen=True)
class WordKey:
    """One of some words: the field has its place among `words`. Where not all are there to choose, `allowed` says which are."""

    name: str
    words: Known[Sequence[str]]
    clause: str = ""
    field: str = ""
    default: Known[int] = -1
    allowed: Known[Sequence[str]] | None = None
    unsaid: int = -1
    always: bool = False

    def read(self, r: PositionReader, s: State) -> None:
        words = _of(self.words, s)
        allowed = words if self.allowed is None else _of(self.allowed, s)
        found = r.word(self.name, allowed, -1, self.clause)
        setattr(s, self.field or self.name, words.index(allowed[found]) if found >= 0 else int(_of(self.default, s)))

    def written(self, s: State) -> Json:
        value = int(getattr(s, self.field or self.name))
        return None if value < 0 else _of(self.words, s)[value]

    def is_unsaid(self, s: State) -> bool:
        return not self.always and bool(getattr(s, self.field or self.name) == self.unsaid)


@dataclass(frozen=True)
class NamesKey:
    """A list of names: the field is a mask with a bit for each of them."""

    name: str
    names: Known[Sequence[str]]
    clause: str = ""
    field: str = ""
    always: bool = False

    def read(self, r: PositionReader, s: State) -> None:
        found = r.names(self.name, _of(self.names, s), self.clause)
        setattr(s, self.field or self.name, sum(2**place for place in found))

    def written(self, s: State) -> Json:
        mask = int(getattr(s, self.field or self.name))
        return [name for place, name in enumerate(_of(self.names, s)) if mask >> place & 1]

    def is_unsaid(self, s: State) -> bool:
        return not self.always and not getattr(s, self.field or self.name)


PositionKey = NumberKey | WordKey | NamesKey


def read_keys(r: PositionReader, s: State, keys: Iterable[PositionKey]) -> None:
    """Set the fields of these keys, in this order."""
    for key in keys:
        key.read(r, s)


def write_keys(s: State, out: dict[str, Json], keys: Iterable[PositionKey]) -> None:
    """Add what a position says of these keys."""
    out.update({key.name: key.written(s) for key in keys if not key.is_unsaid(s)})
