"""Reads the arguments of an action: `SYNTAX` says what is missing or of the wrong form."""

from __future__ import annotations

import re
from typing import Final

from kotva.tournament.log import Args, Entry, Json, is_text
from kotva.tournament.refusal import Refused
from kotva.tournament.state import Player, Round, State, Table

_MOST: Final = 2000  # characters of a text


class Reader:
    """The arguments of one entry, by type."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.args = entry.args

    def missing(self, name: str) -> Refused:
        return Refused("{op} needs {name}.", "SYNTAX", "TOU-18.1", op=self.entry.op, name=name)

    def has(self, name: str) -> bool:
        return name in self.args

    def text(self, name: str, default: str | None = None) -> str:
        value = self.args.get(name, default)
        if not isinstance(value, str) or len(value) > _MOST or not is_text(value):
            raise self.missing(name)
        return value

    def reason(self, name: str = "reason") -> str:
        """A text that must not be empty."""
        value = self.text(name, "").strip()
        if not value:
            raise self.missing(name)
        return value

    def number(self, name: str, default: int | None = None) -> int:
        value = self.args.get(name, default)
        if type(value) is not int or abs(value) > 10**6:
            raise self.missing(name)
        return value

    def flag(self, name: str) -> bool:
        value = self.args.get(name, False)
        if not isinstance(value, bool):
            raise self.missing(name)
        return value

    def texts(self, name: str) -> list[str]:
        value = self.args.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.missing(name)
        return [str(item) for item in value]

    def items(self, name: str) -> list[Json]:
        value = self.args.get(name, [])
        if not isinstance(value, list):
            raise self.missing(name)
        return value

    # -- things of the tournament ----------------------------------------------------------------------------------

    def round(self) -> int:
        return self.number("round")

    def place(self) -> tuple[int, int]:
        return self.round(), self.number("table")

    def known_round(self, state: State) -> Round:
        found = state.round(self.round())
        if found is None:
            raise Refused("Round {round} has not been drawn.", "STATE", "TOU-6.10", round=self.round())
        return found

    def known_table(self, state: State) -> Table:
        number, table = self.place()
        found = state.table((number, table))
        if found is None:
            raise Refused("There is no table {table}.", "SEATS", "TOU-10.6", table=f"R{number}.T{table}")
        return found

    def known_player(self, state: State, name: str = "player") -> Player:
        found = state.players.get(self.text(name))
        if found is None:
            raise Refused("There is no player {player}.", "SEATS", "TOU-2.1", player=self.text(name))
        return found


def args_round(args: Args) -> int:
    """The round that an action names."""
    value = args.get("round")
    if type(value) is not int:
        raise Refused("{op} needs {name}.", "SYNTAX", "TOU-18.1", op="–", name="round")
    return value


def parse_place(text: str) -> tuple[int, int] | None:
    """Section 3: `R2.T3`."""
    found = re.fullmatch(r"R([1-9]\d{0,2})\.T([1-9]\d{0,3})", text)
    return (int(found[1]), int(found[2])) if found else None
