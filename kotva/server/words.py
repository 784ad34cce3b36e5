"""Languages: which one a reader wants, and the texts that the scripts in the browser need."""

from __future__ import annotations

import ast
import re
from functools import cache

from starlette.requests import HTTPConnection

from kotva.engine.say import LANGUAGES, Say
from kotva.files import static_dir

NAMES = {"en": "English", "cs": "Čeština", "pl": "Polski", "bg": "Български"}
COOKIE = "kotva_language"

# say("a text") in a script: the same call that the catalogues are made from.
_CALL = re.compile(r'\bsay\(\s*("(?:[^"\\]|\\.)*")')


def language_of(request: HTTPConnection) -> str:
    """The reader's choice, or the first of his browser's languages that we speak."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


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
