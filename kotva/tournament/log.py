"""The log: entries, canonical JSON and the hash chain (TOU-18.1, TOU-18.2)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from kotva.tournament.refusal import Refused

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Args = Mapping[str, Json]

START: Final = "0" * 64  # TOU-18.2: h(0)
# TOU-18.6: after these the log has a mark. What lies between them (unpublished draws, unconfirmed results) has none: from the
# hash of one such entry its content could be guessed.
MARKED: Final = frozenset({"create", "close", "publish", "start", "complete", "archive", "cancel"})
DIGITS: Final = 16  # of a hash that are printed


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """TOU-18.1: one accepted action. `args` has its whole content: what was drawn is here, not computed anew."""

    seq: int
    at: str  # UTC, YYYY-MM-DDThh:mm:ssZ
    actor: str
    op: str
    args: Args
    call: Any = field(default=None, init=False, compare=False, repr=False)  # its arguments, once they have been read

    def with_call(self, call: object) -> TournamentEntry:
        """The same entry, which remembers how its arguments were read: applying it need not read them again."""
        object.__setattr__(self, "call", call)
        return self

    def to_json(self) -> dict[str, Json]:
        return {"seq": self.seq, "at": self.at, "actor": self.actor, "op": self.op, "args": dict(self.args)}


@dataclass(frozen=True, slots=True)
class LogMark:
    """TOU-18.6: how far a log went and what its hash began with, as it stands on pages and papers."""

    seq: int
    digits: str

    def __str__(self) -> str:
        groups = [self.digits[i : i + 4] for i in range(0, DIGITS, 4)]
        return "-".join([str(self.seq), *groups])


def read_mark(text: str) -> LogMark:
    """A mark as somebody typed it from paper: capital letters, spaces and missing dashes do not matter."""
    found = re.fullmatch(r"(\d{1,7})[\W_]+((?:[0-9a-f][\W_]*){16})", text.strip().lower(), re.ASCII)
    if found is None:
        raise Refused(
            "{text!r} is no mark: it looks like 57-3f9a-12bc-77d0-9e1a.", "SYNTAX", "TOU-18.6", text=text[:60]
        )
    return LogMark(int(found[1]), re.sub(r"[\W_]", "", found[2]))


def canonical(value: Json) -> str:
    """TOU-18.2: keys sorted by code point, no spaces, letters as themselves."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def next_hash(before: str, entry: TournamentEntry) -> str:
    """TOU-18.2: h(i), from h(i-1) and entry i."""
    return sha256(f"{before}\n{canonical(entry.to_json())}".encode()).hexdigest()


def chain(entries: Iterable[TournamentEntry]) -> str:
    """The hash after these entries."""
    last = START
    for entry in entries:
        last = next_hash(last, entry)
    return last


def exact(number: Fraction | int) -> Json:
    """TOU-18.2: an integer without a point, a fraction as the text `a/b`."""
    number = Fraction(number)
    return number.numerator if number.denominator == 1 else f"{number.numerator}/{number.denominator}"


def read_entries(values: object) -> list[TournamentEntry]:
    """The entries of an exported log; `TAMPERED` says which one is none (TOU-20.9)."""
    if not isinstance(values, list):
        raise Refused("The log is not a list of entries.", "TAMPERED", "TOU-20.9")
    return [read_entry(value, number) for number, value in enumerate(values, 1)]


def read_entry(value: object, number: int) -> TournamentEntry:
    """One entry, which must be the one with this number."""
    if isinstance(value, dict) and set(value) == {"seq", "at", "actor", "op", "args"}:
        seq, at, actor, op, args = (value[name] for name in ("seq", "at", "actor", "op", "args"))
        texts = isinstance(at, str) and isinstance(actor, str) and isinstance(op, str)
        if type(seq) is int and seq == number and texts and isinstance(args, dict) and is_json(args):
            return TournamentEntry(seq, at, actor, op, args)
    raise Refused("Entry {number} of the log is not one.", "TAMPERED", "TOU-20.9", number=number)


def is_json(value: object) -> bool:
    """Whether a value may stand in the log: no floats, which no two languages write alike (TOU-18.2)."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_text(key) and is_json(item) for key, item in value.items())
    if isinstance(value, list):
        return all(is_json(item) for item in value)
    return is_text(value) if isinstance(value, str) else value is None or isinstance(value, bool | int)


def is_text(value: str) -> bool:
    """Whether a text can be written as UTF-8: half a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def check_chain(entries: Sequence[TournamentEntry], told: str) -> None:
    """TOU-20.9: a log whose chain does not end in the hash it names has been changed."""
    if chain(entries) != told:
        raise Refused("The log has been changed: its hash chain does not verify.", "TAMPERED", "TOU-20.9")
