"""The kinds of arguments that actions have: how each stands in the log, and how it is typed and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from kotva.tournament.log import Args, Json, is_text
from kotva.tournament.options import OPTIONS
from kotva.tournament.refusal import Refused
from kotva.tournament.results import ENDS, NamedResult, read_value

T = TypeVar("T")
Place = tuple[int, int]  # round and table

_MOST: Final = 2000  # characters of a text
_PLAYER: Final = r"P[1-9]\d{0,5}"


class Unfit(Exception):
    """A value is missing or of the wrong form."""


class ArgumentKind(Generic[T]):
    """What an argument is. `names` are those under which it stands in the log, usually one."""

    pattern = ""  # a word of this form stands for it, without its name
    quoted = False  # a text in quotation marks does
    takes_names = False  # it stands as `name=value` with names of its own

    def names(self, name: str) -> tuple[str, ...]:
        return (name,)

    def is_there(self, args: Args, name: str) -> bool:
        return self.names(name)[0] in args

    def read(self, args: Args, name: str) -> T:
        """From the log; Unfit where it has another form."""
        raise NotImplementedError

    def parse(self, text: str) -> Json:
        """The value of a word or of `name=…`; Unfit where it is none."""
        return text

    def put(self, args: dict[str, Json], name: str, text: str) -> bool:
        """Take a word of the text; False where it does not belong here, or was said already."""
        if name in args or not re.fullmatch(self.pattern or r"(?!)", text):
            return False
        args[name] = self.parse(text)
        return True

    def write(self, args: Args, name: str) -> list[str]:
        """The words that stand for it."""
        return [str(args[name])]

    def write_value(self, args: Args, name: str) -> str:
        """What stands behind `name=`."""
        return bare_or_quoted(str(args[name]))


class _Text(ArgumentKind[str]):
    quoted = True

    def read(self, args: Args, name: str) -> str:
        value = args[name]
        if not isinstance(value, str) or len(value) > _MOST or not is_text(value):
            raise Unfit
        return value

    def write(self, args: Args, name: str) -> list[str]:
        return [quote(str(args[name]))]


class _Reason(_Text):
    """A text that says something."""

    def read(self, args: Args, name: str) -> str:
        value = super().read(args, name).strip()
        if not value:
            raise Unfit
        return value


class _Word(_Text):
    """A text without spaces, of a certain form where it stands without its name."""

    quoted = False

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def write(self, args: Args, name: str) -> list[str]:
        return [str(args[name])]


class _Number(ArgumentKind[int]):
    pattern = r"[+-]?\d{1,6}"

    def read(self, args: Args, name: str) -> int:
        value = args[name]
        if type(value) is not int or abs(value) > 10**6:
            raise Unfit
        return value

    def parse(self, text: str) -> Json:
        if not re.fullmatch(r"[+-]?\d{1,6}", text):
            raise Unfit
        return int(text)


class _Round(_Number):
    pattern = r"R\d{1,3}"

    def parse(self, text: str) -> Json:
        return int(text[1:])

    def write(self, args: Args, name: str) -> list[str]:
        return [f"R{args[name]}"]


class _Place(ArgumentKind[Place]):
    """`R2.T3`, in the log as `round` and `table`."""

    def names(self, name: str) -> tuple[str, ...]:
        return ("table", "round")

    def read(self, args: Args, name: str) -> Place:
        if "round" not in args:
            raise Unfit
        return NUMBER.read(args, "round"), NUMBER.read(args, "table")

    def put(self, args: dict[str, Json], name: str, text: str) -> bool:
        found = re.fullmatch(r"R(\d{1,3})\.T(\d{1,4})", text)
        if found is None or "table" in args:
            return False
        args["round"], args["table"] = int(found[1]), int(found[2])
        return True

    def write(self, args: Args, name: str) -> list[str]:
        return [f"R{args.get('round')}.T{args['table']}"]


class _Result(ArgumentKind[NamedResult]):
    """`won=P7 P7:10 P2:8` or `time P7:8 P2:8`, in the log as `end`, `winner` and `seats`."""

    def names(self, name: str) -> tuple[str, ...]:
        return ("end", "winner", "seats")

    def read(self, args: Args, name: str) -> NamedResult:
        end = TEXT.read(args, "end")
        if end not in ENDS:
            raise Refused(
                "A game ends as {ends}, not {end!r}.", "SYNTAX", "TOU-10.1", ends=", ".join(ENDS), end=end[:40]
            )
        seats = args.get("seats", [])
        if not isinstance(seats, list):
            raise Unfit
        marks = []
        for seat in seats:
            if not isinstance(seat, list) or len(seat) != 2 or not all(isinstance(part, str) for part in seat):
                raise Unfit
            marks.append(read_value(str(seat[0]), str(seat[1])))
        return NamedResult(end, TEXT.read(args, "winner") if "winner" in args else None, tuple(marks))

    def put(self, args: dict[str, Json], name: str, text: str) -> bool:
        if text in ("time", "adjudicated", "dissolved") and args.get("end") in (None, "won"):
            args["end"] = text
            return True
        if (found := re.fullmatch(rf"won=({_PLAYER})", text)) and "winner" not in args:
            args.setdefault("end", "won")
            args["winner"] = found[1]
            return True
        if found := re.fullmatch(rf"({_PLAYER}):(\S+)", text):
            seats = args.setdefault("seats", [])
            assert isinstance(seats, list)
            seats.append([found[1], found[2]])
            return True
        return False

    def write(self, args: Args, name: str) -> list[str]:
        out = [str(args["end"])] if args.get("end") in ("time", "adjudicated", "dissolved") else []
        if "winner" in args:
            out.append(f"won={args['winner']}")
        seats = args.get("seats")
        if isinstance(seats, list):
            out += [f"{seat[0]}:{seat[1]}" for seat in seats if isinstance(seat, list) and len(seat) == 2]
        return out


class _List(ArgumentKind[tuple[str, ...]]):
    """`P4,P9`, or `P4>P9` where it stands without its name."""

    def __init__(self, pattern: str = "", between: str = ",") -> None:
        self.pattern, self.between = pattern, between

    def read(self, args: Args, name: str) -> tuple[str, ...]:
        value = args[name]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Unfit
        return tuple(map(str, value))

    def parse(self, text: str) -> Json:
        return [part for part in text.split(self.between) if part]

    def write(self, args: Args, name: str) -> list[str]:
        return [self.write_value(args, name)]

    def write_value(self, args: Args, name: str) -> str:
        value = args[name]
        return self.between.join(map(str, value)) if isinstance(value, list) else str(value)


class _TableList(ArgumentKind[tuple[tuple[str, ...], ...]]):
    """TOU-19.13: `P1,P2,P3/P4,P5,P6`."""

    def read(self, args: Args, name: str) -> tuple[tuple[str, ...], ...]:
        value = args[name]
        if not isinstance(value, list):
            raise Unfit
        return tuple(tuple(map(str, table)) for table in value if isinstance(table, list))

    def parse(self, text: str) -> Json:
        return [[*table.split(",")] for table in text.split("/")]

    def write_value(self, args: Args, name: str) -> str:
        value = args[name]
        tables = value if isinstance(value, list) else []
        return "/".join(",".join(map(str, table)) for table in tables if isinstance(table, list))


class _Flag(ArgumentKind[bool]):
    def read(self, args: Args, name: str) -> bool:
        value = args[name]
        if not isinstance(value, bool):
            raise Unfit
        return value

    def put(self, args: dict[str, Json], name: str, text: str) -> bool:
        if text != name or name in args:
            return False
        args[name] = True
        return True

    def write(self, args: Args, name: str) -> list[str]:
        return [name] if args[name] is True else []


class _Assignment(ArgumentKind[str]):
    """`set rounds=4`: any name, any value; in the log as `option` and `value`."""

    def names(self, name: str) -> tuple[str, ...]:
        return ("option", "value")

    def read(self, args: Args, name: str) -> str:
        return TEXT.read(args, "option")

    def put(self, args: dict[str, Json], name: str, text: str) -> bool:
        option, equals, value = text.partition("=")
        if not equals or "option" in args:
            return False
        args["option"], args["value"] = option, unquote(value)
        return True

    def write(self, args: Args, name: str) -> list[str]:
        return [f"{args['option']}={bare_or_quoted(str(args.get('value')))}"]


class _Options(ArgumentKind[Mapping[str, str]]):
    """`create "Osada" rounds=4`: options by their names."""

    takes_names = True

    def read(self, args: Args, name: str) -> Mapping[str, str]:
        value = args[name]
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise Unfit
        return {option: str(text) for option, text in value.items()}

    def put(self, args: dict[str, Json], name: str, text: str) -> bool:
        option, equals, value = text.partition("=")
        options = args.get(name, {})
        if not equals or option not in OPTIONS or not isinstance(options, dict) or option in options:
            return False
        args[name] = {**options, option: unquote(value)}
        return True

    def write(self, args: Args, name: str) -> list[str]:
        options = args[name]
        found = options if isinstance(options, dict) else {}
        return [f"{option}={bare_or_quoted(str(value))}" for option, value in sorted(found.items())]


class Items(ArgumentKind[tuple[T, ...]]):
    """A list of the log in which each item has a form of its own."""

    def __init__(self, item: Callable[[Json], T]) -> None:
        self.item = item

    def read(self, args: Args, name: str) -> tuple[T, ...]:
        value = args[name]
        if not isinstance(value, list):
            raise Unfit
        return tuple(self.item(item) for item in value)


TEXT: Final = _Text()
REASON: Final = _Reason()
NUMBER: Final = _Number()
ROUND: Final = _Round()
PLACE: Final = _Place()
RESULT: Final = _Result()
PLAYER: Final = _Word(_PLAYER)
PERSON: Final = _Word(rf"O\d{{1,5}}|{_PLAYER}")
CASE: Final = _Word(r"C\d{1,5}")
VOTE: Final = _Word("change|keep")
LIST: Final = _List()
ORDER: Final = _List(rf"{_PLAYER}(>{_PLAYER})+", ">")
TABLES: Final = _TableList()
FLAG: Final = _Flag()
ASSIGNMENT: Final = _Assignment()
OPTIONS_GIVEN: Final = _Options()


# -- texts -----------------------------------------------------------------------------------------------------------


def quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def unquote(text: str) -> str:
    """What a word of the text says, with or without quotation marks."""
    if not text.startswith('"'):
        return text
    return str(re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text[1:-1]))


def bare_or_quoted(text: str) -> str:
    """Quoted only where it must be."""
    return text if re.fullmatch(r'[^\s"\\]+', text) else quote(text)


def parse_place(text: str) -> Place | None:
    """Section 3: `R2.T3`."""
    found = re.fullmatch(r"R([1-9]\d{0,2})\.T([1-9]\d{0,3})", text)
    return (int(found[1]), int(found[2])) if found else None
