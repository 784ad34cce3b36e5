"""Forms, cookies and addresses, read in a time that grows with their length alone, however they are written.

Python's own reader of cookies needs seconds for 64 KB of backslashes (until 3.11.9 and 3.12.4), its reader of forms a fifth of a
second for a megabyte of `&`. What is no character of a text (bytes that are no UTF-8, U+0000, which PostgreSQL keeps nowhere) is
read as U+FFFD.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote_to_bytes

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request

MOST_FIELDS: Final = 5000
LARGEST_FORM: Final = 250_000  # bytes, unless a form is there for files
LONGEST_QUERY: Final = 8000  # bytes of an address behind its `?`
_LONG: Final = 16_000  # bytes that are read elsewhere than on the event loop
_MOST_COOKIES: Final = 300
_ESCAPED: Final = re.compile(r"\\([0-3][0-7]{2}|.)", re.DOTALL)
_PARSED: Final = "kotva.cookies"  # in the scope of a request


class TooLarge(Exception):
    """More than a form may have."""


def fields_of(body: bytes) -> dict[str, str]:
    """The fields of a form that was sent; of several with one name the last."""
    if body.count(b"&") >= MOST_FIELDS:
        raise TooLarge
    pairs = (part.partition(b"=") for part in body.split(b"&") if part)
    return {_text(name): _text(value) for name, _, value in pairs}


def _text(raw: bytes) -> str:
    return unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8", "replace").replace("\x00", "\ufffd")


async def read_fields(request: Request, most: int = LARGEST_FORM) -> dict[str, str]:
    """The fields of a request; TooLarge if it has more bytes or fields than a form."""
    body = await request.body()
    if len(body) > most:
        raise TooLarge
    return fields_of(body) if len(body) < _LONG else await run_in_threadpool(fields_of, body)


def cookie_of(connection: HTTPConnection, name: str) -> str:
    """A cookie; empty: there is none."""
    found: dict[str, str] | None = connection.scope.get(_PARSED)
    if found is None:
        parts = [part for line in connection.headers.getlist("cookie") for part in line.split(";", _MOST_COOKIES)]
        pairs = (part.partition("=") for part in parts[:_MOST_COOKIES])
        found = connection.scope[_PARSED] = {key.strip(): value.strip() for key, _, value in pairs}
    value = found.get(name, "")
    return _unquoted(value) if value[:1] == '"' == value[-1:] and len(value) > 1 else value


def _unquoted(value: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[1], 8)) if len(m[1]) == 3 else m[1], value[1:-1])


def is_readable(path: str, query: bytes) -> bool:
    """Whether an address is one that a text can have, and no longer than any of ours."""
    return "\x00" not in path and b"%00" not in query and len(query) <= LONGEST_QUERY
