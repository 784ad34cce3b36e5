"""Positions that people write: one way to read them, and one judge.

A game's `read` walks the position with a `PositionReader` and fills a state; whatever cannot be read is refused with its key, its
value, what is allowed and the clause. What was read is then judged like any other state, by the game's `check`: it says with
`require` what must be true, once for positions and for the rules. A person is told all faults of reading at once, and then all
faults of judging (`gathered`): a value that cannot be read is taken as left out. Where the next step relies on what was read or
judged before, `stop_if_refused` ends it. A state that the rules made is not judged so: there the first fault is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeVar

from kotva.engine.errors import BadPosition, KotvaError
from kotva.engine.say import N_
from kotva.engine.state import CHANCE, OVER, State

if TYPE_CHECKING:
    from kotva.engine.game import Game

T = TypeVar("T")
_SHOWN: Final = 80  # characters of a value in a message
_FEW: Final = 16  # names that a message lists
_MOST_ITEMS: Final = 1000
_MOST_FAULTS: Final = 6  # that a message tells
_BARE: Final = "{error}"
_MOST: Final = 20_000  # characters of a text: the longest board and map are far shorter


_FAULTS: Final[ContextVar[list[KotvaError] | None]] = ContextVar("faults", default=None)  # of the position at hand


class Wrong(BadPosition, AssertionError):
    """Something that does not add up in a state, made by the rules (a fault of ours) or by a person."""


def require(true: object, text: str, /, **values: object) -> None:
    """Say in a game's `check` what must be true: a text marked with N_, with its clause, that follows "because"."""
    if not true:
        refuse(Wrong(text, **values))


@contextmanager
def going_on() -> Iterator[None]:
    """While all faults are gathered, go on after what is refused within, such as one word of many."""
    try:
        yield
    except BadPosition as error:
        refuse(error)


def stop_if_refused() -> None:
    """Go no further after a fault: what comes next relies on what was read or judged before."""
    found = _FAULTS.get()
    if found:
        raise BadPosition(found[-1].text, **found[-1].values)


def refuse(fault: BadPosition) -> None:
    """Remember a fault while all are gathered; otherwise raise it."""
    found = _FAULTS.get()
    if found is None:
        raise fault
    if str(fault) not in map(str, found):
        found.append(KotvaError(fault.text, **fault.values))
    if len(found) > _MOST_FAULTS:
        raise fault


def gathered(step: Callable[[], T], between: str = " ") -> T:
    """What a step makes of a position; BadPosition with all faults that it finds, with this between them.

    After a fault the step may stumble: what breaks then follows from the fault.
    """
    found: list[KotvaError] = []
    token = _FAULTS.set(found)
    try:
        made = step()
    except BadPosition as error:
        if len(found) <= _MOST_FAULTS and str(error) not in map(str, found):
            found.append(KotvaError(error.text, **error.values))
    except AssertionError as error:
        if not found:
            found.append(KotvaError(_BARE, error=str(error) or "?"))
    except Exception:
        if not found:
            raise
    finally:
        _FAULTS.reset(token)
    if found:
        raise _together(found, between)
    return made


def _together(found: Sequence[KotvaError], between: str) -> BadPosition:
    """One error for several faults; what is over a few is counted."""
    told = {f"fault{n}": fault for n, fault in enumerate(found[:_MOST_FAULTS])}
    text = between.join(f"{{{name}}}" for name in told)
    error = KotvaError(text, **told) if len(told) > 1 else found[0]
    if len(found) > _MOST_FAULTS:
        error = KotvaError(N_("{faults} and more"), faults=error)
    return BadPosition(error.text, **error.values)


class PositionReader:
    """An object of a position, key by key. `clause` says which rule describes it; keys it does not know are refused."""

    def __init__(self, data: object, keys: Sequence[str] | None, clause: str, path: str = "") -> None:
        self.clause = clause  # which rule describes this object
        self.path = path  # where it lies: `board.`
        if not isinstance(data, Mapping):
            fault = BadPosition(
                N_("{key} cannot be {value}; it must be an object of keys and values ({clause})."),
                key=path[:-1] or KotvaError(N_("A position")),
                value=shown(data),
                clause=clause,
            )
            if not path:  # nothing is left to read
                raise fault
            refuse(fault)
            data = {}
        self.data: Mapping[str, object] = data  # the keys that were given
        strange = [key for key in data if not isinstance(key, str) or (keys is not None and key not in keys)]
        for key in strange:
            refuse(
                BadPosition(
                    N_("There is no key {key} here; keys are {known} ({clause})."),
                    key=shown(f"{path}{key}" if isinstance(key, str) else key),
                    known=", ".join(keys or ()) or "-",
                    clause=clause,
                )
            )
        if strange:
            self.data = {key: value for key, value in data.items() if key not in strange}

    def __contains__(self, key: str) -> bool:
        """Whether the key is given; null is as good as left out."""
        return self.data.get(key) is not None

    # -- values by their kind ------------------------------------------------------------------------------------------

    def number(self, key: str, low: int, high: int, default: int, clause: str = "") -> int:
        """A whole number from low to high."""
        return self._read(key, default, lambda: self.whole(key, self.data[key], low, high, clause))

    def numbers(self, key: str, length: int, low: int, high: int, clause: str = "") -> list[int]:
        """A list of so many whole numbers; all 0 (or `low`) when it is left out."""
        return self._read(
            key,
            [max(low, 0)] * length,
            lambda: [self.whole(key, n, low, high, clause) for n in self.listed(key, self.data[key], length, clause)],
        )

    def word(self, key: str, words: Sequence[str], default: int, clause: str = "") -> int:
        """Which of a few words stands there, as its index."""
        return self._read(key, default, lambda: self.index(key, self.data[key], words, clause))

    def flag(self, key: str, clause: str = "") -> int:
        """1 for true, 0 for false or left out."""
        value = self.data.get(key)
        if value is None or (isinstance(value, bool | int) and value in (0, 1)):
            return int(bool(value))
        refuse(self.refusal(key, value, KotvaError(N_("true or false")), clause))
        return 0

    def text(self, key: str, clause: str = "") -> str:
        """A text, empty when it is left out."""
        return self._read(key, "", lambda: self.text_value(key, self.data[key], clause))

    def words(self, key: str, clause: str = "") -> list[str]:
        """The words of a text."""
        return self.text(key, clause).split()

    def items(self, key: str, length: int | None = None, clause: str = "") -> list[object]:
        """A list, of this length if one is given; empty when it is left out."""
        return self._read(key, [], lambda: self.listed(key, self.data[key], length, clause))

    def texts(self, key: str, length: int | None = None, clause: str = "") -> list[str]:
        """A list of texts."""
        return [self.text_value(key, item, clause) for item in self.items(key, length, clause)]

    def names(self, key: str, words: Sequence[str], clause: str = "") -> list[int]:
        """A list of names, each at most once, as indexes."""
        found: list[int] = []
        for item in self.items(key, None, clause):
            self.add_new(key, found, self.index(key, item, words, clause), item, clause)
        return found

    def inside(self, key: str, keys: Sequence[str] | None = None, clause: str = "") -> PositionReader:
        """The reader of an object within; empty when it is left out. Without `keys` the object names things by itself."""
        value = self.data.get(key)
        return PositionReader({} if value is None else value, keys, clause or self.clause, f"{self.path}{key}.")

    def _read(self, key: str, default: T, read: Callable[[], T]) -> T:
        """What is read at a key; the default where it is left out, or cannot be read while all faults are gathered."""
        if key not in self:
            return default
        try:
            return read()
        except BadPosition as error:
            refuse(error)
            return default

    def __iter__(self) -> Iterator[str]:
        """The keys that are given, in the order in which they are written."""
        return iter([key for key in self.data if key in self])

    # -- one value, wherever it comes from ------------------------------------------------------------------------------

    def whole(self, key: str, value: object, low: int, high: int, clause: str = "") -> int:
        """A value that must be a whole number."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            allowed = KotvaError(N_("a whole number from {low} to {high}"), low=low, high=high)
            raise self.refusal(key, value, allowed, clause)
        return value

    def digits(self, key: str, value: str, low: int, high: int, clause: str = "") -> int:
        """A word that must be a whole number, in plain digits."""
        if not re.fullmatch("[0-9]{1,9}", value):
            raise self.refusal(
                key, value, KotvaError(N_("a whole number from {low} to {high}"), low=low, high=high), clause
            )
        return self.whole(key, int(value), low, high, clause)

    def index(self, key: str, value: object, names: Sequence[str], clause: str = "") -> int:
        """A value that must be one of some names, as its index."""
        if not isinstance(value, str) or value not in names:
            some = ", ".join(names) if len(names) <= _FEW else f"{names[0]}, {names[1]}, … {names[-1]}"
            raise self.refusal(key, value, some, clause)
        return names.index(value)

    def match(self, key: str, value: object, form: re.Pattern[str], example: str, clause: str = "") -> re.Match[str]:
        """A value that must have a form, such as the example's."""
        found = form.fullmatch(value) if isinstance(value, str) and len(value) <= _MOST else None
        if found is None:
            raise self.refusal(key, value, KotvaError(N_("written like {example}"), example=example), clause)
        return found

    def text_value(self, key: str, value: object, clause: str = "") -> str:
        """A value that must be a text."""
        if not isinstance(value, str) or len(value) > _MOST:
            raise self.refusal(key, value, KotvaError(N_("a text")), clause)
        return value

    def listed(self, key: str, value: object, length: int | None = None, clause: str = "") -> list[object]:
        """A value that must be a list, of this length if one is given."""
        if not isinstance(value, list) or len(value) > _MOST_ITEMS:
            raise self.refusal(key, value, KotvaError(N_("a list")), clause)
        if length is not None and len(value) != length:
            raise self.refusal(key, value, KotvaError(N_("a list of {n} entries"), n=length), clause)
        return list(value)

    def add_new(self, key: str, found: list[int], new: int, value: object, clause: str = "") -> None:
        """Add to what was found; whatever comes twice is refused."""
        if new in found:
            raise BadPosition(
                N_("{key}: {value} is there twice ({clause})."),
                key=self.path + key,
                value=shown(value),
                clause=clause or self.clause,
            )
        found.append(new)

    # -- refusals ----------------------------------------------------------------------------------------------------

    def refusal(self, key: str, value: object, allowed: object, clause: str = "") -> BadPosition:
        """The error for a value that cannot stand at a key, with what can."""
        return BadPosition(
            N_("{key} cannot be {value}; allowed: {allowed} ({clause})."),
            key=self.path + key,
            value=shown(value),
            allowed=allowed,
            clause=clause or self.clause,
        )

    def wrong(self, key: str, value: object, why: str, clause: str = "", /, **values: object) -> BadPosition:
        """The error for a value that cannot be there, and why: a text marked with N_."""
        return BadPosition(
            N_("{key} cannot be {value}: {why} ({clause})."),
            key=self.path + key,
            value=shown(value),
            why=KotvaError(why, **values),
            clause=clause or self.clause,
        )


def shown(value: object) -> str:
    """A value in a message: short, whatever somebody wrote."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"{'-' if value < 0 else ''}2**{value.bit_length() - 1}…"
    if isinstance(value, list | tuple | dict) and len(value) > _SHOWN:
        return "[…]" if not isinstance(value, dict) else "{…}"
    text = ascii(value[:_SHOWN]) if isinstance(value, str) and not value.isprintable() else _repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _repr(value: object) -> str:
    try:
        return repr(value[: _SHOWN + 2] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # a number too long to write, somewhere within; a list in a list in a list …
        return "…"


def unchecked(state: State) -> None:
    """The `check` of a game that has none: it takes no positions that people write."""


def judge(game: Game, state: State) -> None:
    """BadPosition with what does not add up in a state, or if somebody must act and cannot.

    All faults are told where the game reads positions itself: its values are in their ranges by now. Field by field they are
    anything that somebody wrote, such as a list's length of 10**12, so there the first fault ends the check.
    """
    try:
        if game.rules.read is None:
            game.rules.check(state)
        else:
            gathered(lambda: game.rules.check(state), "; ")
    except BadPosition as error:
        raise BadPosition(
            N_("This position cannot be: {error}."), error=KotvaError(error.text, **error.values)
        ) from None
    except AssertionError as error:
        raise BadPosition(N_("This position cannot be: {error}."), error=str(error) or "?") from None
    actor = int(state.to_act())
    if actor == OVER:
        return
    if actor != CHANCE and not (0 <= actor < state.seats and state.may_act(actor)):
        raise BadPosition(N_("This position cannot be: {error}."), error=KotvaError(N_("nobody is to act")))
    if not game.legal(state):
        who = KotvaError(N_("Chance")) if actor == CHANCE else KotvaError(N_("Player {n}"), n=actor + 1)
        raise BadPosition(
            N_("This position cannot be: {error}."), error=KotvaError(N_("{who} must act and has no action"), who=who)
        )
