"""The arguments of actions: a dataclass for each action, whose fields say how they are logged, typed and read.

    @dataclass(frozen=True, slots=True)
    class SitOut:
        player: str = slot(PLAYER)  # sitout P7 round=2
        round: int = key(NUMBER)

`read` gives such a record from the arguments of an entry, once, for the check and the effect of the action; `notation`
parses and writes the text from the same fields.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, TypeVar

from kotva.tournament.argument_kinds import FLAG, NUMBER, ArgumentKind, Unfit
from kotva.tournament.log import Args
from kotva.tournament.refusal import Refused

T = TypeVar("T")
A = TypeVar("A")

Stands = Literal["slot", "key", "made"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One field of an action's record: in the text it stands by itself (`slot`), behind its name (`key`) or not at all.

    What an action makes beside what was asked (tables drawn, lots, boards) is `made`.
    """

    name: str
    field: str
    kind: ArgumentKind[Any]
    stands: Stands
    default: Any = MISSING

    def is_said(self, args: Args) -> bool:
        return any(name in args for name in self.kind.names(self.name))

    def read(self, args: Args) -> Any:
        if not self.kind.is_there(args, self.name):
            if self.default is MISSING:
                raise Unfit
            return self.default
        return self.kind.read(args, self.name)


def slot(kind: ArgumentKind[T], default: Any = MISSING) -> T:
    described: T = _field(kind, "slot", default)
    return described


def key(kind: ArgumentKind[T], default: Any = MISSING, name: str = "") -> T:
    described: T = _field(kind, "key", default, name)
    return described


def made(kind: ArgumentKind[T], default: Any) -> T:
    described: T = _field(kind, "made", default)
    return described


def flag() -> bool:
    described: bool = _field(FLAG, "slot", False)
    return described


def optional(kind: ArgumentKind[T], stands: Stands = "slot", name: str = "") -> T | None:
    """An argument that may be left out."""
    described: T | None = _field(kind, stands, None, name)
    return described


def _field(kind: ArgumentKind[Any], stands: Stands, default: Any, name: str = "") -> Any:
    return field(metadata={"kind": kind, "stands": stands, "default": default, "name": name})


_known: dict[type[Any], tuple[Argument, ...]] = {}


def arguments(record: type[Any]) -> tuple[Argument, ...]:
    """The fields of an action's record; words of the text before names, flags last."""
    if record not in _known:
        _known[record] = _described(record)
    return _known[record]


def _described(record: type[Any]) -> tuple[Argument, ...]:
    found = [
        Argument(
            one.metadata["name"] or one.name,
            one.name,
            one.metadata["kind"],
            one.metadata["stands"],
            one.metadata["default"],
        )
        for one in fields(record)
    ]
    order = {"slot": 0, "key": 1, "made": 2}
    return tuple(sorted(found, key=lambda one: (isinstance(one.kind, type(FLAG)), order[one.stands])))


def read(record: type[A], op: str, args: Args) -> A:
    """The record of an action's arguments; `SYNTAX` says what is missing or of the wrong form (TOU-18.1)."""
    values = {}
    for one in arguments(record):
        try:
            values[one.field] = one.read(args)
        except Unfit:
            raise needs(op, one.kind.names(one.name)[0]) from None
    return record(**values)


def round_named(op: str, args: Args) -> int:
    """The round that an action names, before the rest of its arguments is read."""
    try:
        return NUMBER.read(args, "round")
    except (Unfit, KeyError):
        raise needs(op, "round") from None


def needs(op: str, name: str) -> Refused:
    return Refused("{op} needs {name}.", "SYNTAX", "TOU-18.1", op=op, name=name)
