"""What can go wrong, in words: each error says what is wrong, what is allowed and which clause says so."""

from __future__ import annotations

from typing import Protocol


class Translator(Protocol):
    """Anything that turns an English text with {names} into a sentence in somebody's language."""

    def __call__(self, text: str, /, **values: object) -> str: ...


class KotvaError(Exception):
    """A mistake that a person can mend. `str()` is English; `say(translator)` is the same in another language."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.text = text  # English with {names}, as it is translated
        self.values = {name: _clipped(value) for name, value in values.items()}  # what the names stand for
        super().__init__(text.format(**self.values))

    def __reduce__(self) -> tuple[object, ...]:
        """An error may come from another process; how it was made does not follow from its message."""
        return _again, (type(self), self.args, dict(self.__dict__))

    def say(self, say: Translator) -> str:
        """The message in the translator's language; texts and errors inside it are translated too."""
        return say(self.text, **{name: _said(value, say) for name, value in self.values.items()})


def _again(kind: type[KotvaError], args: tuple[object, ...], values: dict[str, object]) -> KotvaError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(values)
    return error


class Unreadable(KotvaError):
    """A text that is no action, no field, no record."""


class Illegal(KotvaError):
    """An action that can be read but is not allowed now; `clause` says which rule forbids it."""

    def __init__(self, text: str, clause: str, /, **values: object) -> None:
        super().__init__(text, clause=clause, **values)
        self.clause = clause  # which rule forbids it: BOS-8.3


class NotYourTurn(Illegal):
    """An action of a seat that has nothing to decide now."""


class Unfinished(KotvaError):
    """A question that only a finished game can answer."""


class BadOption(KotvaError):
    """An option that does not exist or a value that it does not have."""


class BadPosition(KotvaError):
    """A position that cannot be: what does not add up."""


class BadRecord(KotvaError):
    """A record that is not one, or that does not replay."""


_LONGEST = 2000  # characters of one value in a message: what somebody gave may be a megabyte


def _clipped(value: object) -> object:
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
    if isinstance(value, list | tuple | dict):
        text = repr(value)
        return value if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return value


def _said(value: object, say: Translator) -> object:
    if isinstance(value, KotvaError):
        return value.say(say)
    return say(value) if isinstance(value, str) else value
