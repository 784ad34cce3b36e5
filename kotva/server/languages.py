"""Languages: which one a reader wants, and the texts that the scripts in the browser need."""

from __future__ import annotations

import ast
import re
from functools import cache

from starlette.requests import HTTPConnection

from kotva.engine.say import LANGUAGES, Say
from kotva.files import static_dir
from kotva.server.form_fields import cookie_of

NAMES = {"en": "English", "cs": "Čeština", "pl": "Polski", "bg": "Български"}
COOKIE = "kotva_language"

# say("a text") in a script: the same call that the catalogues are made from.
_CALL = re.compile(r'\bsay\(\s*("(?:[^"\\]|\\.)*")')

_LONGEST = 1000  # characters of a header that are read
_WEIGHT = re.compile(r"0(\.\d{0,3})?|1(\.0{0,3})?")


def language_of(request: HTTPConnection) -> str:
    """The language that an address asks for, the reader's choice, or the one of ours that the browser likes best."""
    for chosen in (request.query_params.get("language", ""), cookie_of(request, COOKIE)):
        if chosen in LANGUAGES:
            return chosen
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The language of ours with the highest weight in an `Accept-Language` header; of equal ones the first (RFC 9110, 12.5.4)."""
    best, most = "en", 0.0
    for part in header[:_LONGEST].split(","):
        name, *parameters = part.split(";")
        code = name.strip().lower().split("-")[0]
        weight = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                weight = float(value) if _WEIGHT.fullmatch(value := value.strip()) else 0.0
        if code in LANGUAGES and weight > most:
            best, most = code, weight
    return best


@cache
def script_texts() -> tuple[str, ...]:
    """Every English text in the scripts."""
    found = {
        ast.literal_eval(text)
        for path in sorted((static_dir() / "js").glob("*.js"))
        for text in _CALL.findall(path.read_text(encoding="utf-8"))
    }
    return tuple(sorted(found))


@cache
def for_scripts(language: str) -> dict[str, str]:
    """English text -> the same in a language; only what differs."""
    say = Say(language)
    return {text: said for text in script_texts() if (said := say(text)) != text}
