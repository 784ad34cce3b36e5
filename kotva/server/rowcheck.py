"""Rows of a backup, judged like what a stranger sends: types, sizes, levels of bots, JSON. SQLite itself takes anything."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, Integer, Table

from kotva.engine.errors import KotvaError
from kotva.server import levels
from kotva.server.account_names import BadName, canonical, read_name
from kotva.server.account_store import ROLES
from kotva.server.passwords import is_hash

_MOST: Final = 2**31 - 1  # of a whole number, as PostgreSQL stores it
_LARGEST: Final = 8_000_000  # letters of a text: a very long record
_DEEPEST: Final = 1e12  # seconds since 1970, or between two moments
_OBJECTS: Final = {
    ("tables", "options"),
    ("tables", "position"),
    ("tables", "clock"),
    ("tables", "outcome"),
    ("outbox", "body"),
    ("tournaments", "contacts"),
    ("tournament_log", "args"),
    ("accounts", "settings"),
}
_WORDS: Final = {
    ("sitters", "kind"): ("person", "bot"),
    ("moves", "kind"): ("move", "undo"),
    ("accounts", "role"): ROLES,
}


class BadRow(KotvaError):
    """A row that Kotva never wrote."""


def check(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row in the order of its columns; BadRow says what is wrong."""
    for name in row:
        if name not in table.c:
            raise _bad(table, str(name), "there is no such column")
    out = {}
    for column in table.c:
        value = row.get(column.name)
        if value is None:
            if not column.nullable and column.server_default is None and not column.primary_key:
                raise _bad(table, column.name, "it is missing")
            if column.name not in row and column.server_default is not None:
                continue
        elif wrong := _wrong(table.name, column, value):
            raise _bad(table, column.name, wrong)
        out[column.name] = value
    if table.name == "accounts" and (not is_hash(str(out.get("password"))) or not _is_name(out)):
        raise _bad(table, "name", "it is no account that Kotva has made")
    if table.name == "sitters" and out.get("kind") == "bot" and not levels.is_level(str(out.get("level"))):
        raise _bad(table, "level", "there is no such bot")
    return out


def _is_name(row: Mapping[str, Any]) -> bool:
    """Whether a name is one that an account may have, and its canonical form the one that it looks like."""
    try:
        return canonical(read_name(str(row.get("name")))) == row.get("canonical")
    except BadName:
        return False


def _wrong(table: str, column: Column[Any], value: Any) -> str:
    kind = column.type
    if isinstance(kind, Boolean):
        return "" if isinstance(value, bool | int) and value in (0, 1) else "it is no truth value"
    if isinstance(kind, Float):
        good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _DEEPEST
        return "" if good and math.isfinite(value) else "it is no number that it can be"
    if isinstance(kind, Integer):
        good = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST
        return "" if good else "it is no number that it can be"
    if not isinstance(value, str) or not _is_text(value):
        return "it is no text"
    if len(value) > (getattr(kind, "length", None) or _LARGEST):
        return "it is too long"
    if (table, column.name) in _OBJECTS and not _is_object(value):
        return "it is no JSON object"
    known = _WORDS.get((table, column.name))
    return "there is no such word" if known is not None and value not in known else ""


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:  # half a character
        return False
    return "\0" not in value


def _is_object(value: str) -> bool:
    try:
        return isinstance(json.loads(value), dict)
    except (ValueError, RecursionError):
        return False


def _bad(table: Table, column: str, wrong: str) -> BadRow:
    return BadRow(
        "a row of {table} cannot be taken over ({column}: {wrong})",
        table=table.name,
        column=column[:40],
        wrong=wrong,
    )
