"""Keep the translations in step with the code.

    python tools/catalogues.py            collect all messages and bring every .po file up to date
    python tools/catalogues.py --check    change nothing; fail when a message is missing, fuzzy or not translated

There is one domain for each game (kotva/games/<id>/locale/<language>/LC_MESSAGES/<id>.po, for everything in the game's
folder), one called `tournament` (kotva/tournament/locale/..., for the rules of tournaments and their command), and one called
`kotva` for everything else (kotva/locale/...). A game's folder is thus complete in itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Any

import jinja2
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kotva"
LANGUAGES = ("cs", "pl", "bg")

# say("a text"), say.many("{n} boat", "{n} boats", n), N_("only marked"); and the errors that people see.
ERRORS = (
    "KotvaError",
    "OtherRules",
    "Unreadable",
    "Illegal",
    "NotYourTurn",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Refused",
    "NoFile",
)
KEYWORDS = {"say": None, "many": (1, 2), "N_": None, **dict.fromkeys(ERRORS, (1,))}
COMMENT_TAGS = ("L10N:",)

# Babel's own header has dates and addresses, which make two runs differ and say nothing.
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

# A name in braces, as str.format reads it; doubled braces are text.
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)[^{}]*\}(?!\})")


def domain(path: Path) -> str:
    """The domain whose catalogue holds the messages of this file."""
    parts = path.relative_to(PACKAGE).parts
    if {"tournament", "tournaments"} & set(parts[:-1]):  # the rules, the command, the pages
        return "tournament"
    return parts[1] if len(parts) > 2 and parts[0] == "games" else "kotva"


def folder(name: str) -> Path:
    if name in ("kotva", "tournament"):
        return PACKAGE / "locale" if name == "kotva" else PACKAGE / name / "locale"
    return PACKAGE / "games" / name / "locale"


def sources() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in METHODS and path.is_file() and (path.suffix != ".json" or path.name == "lessons.json"):
            yield path


Found = tuple[int, str, tuple[str | None, ...], list[str]]


def in_template(file: IO[bytes], keywords: Collection[str], _tags: object, options: object) -> Iterator[Found]:  # noqa: ARG001
    """The messages in a Jinja template. Jinja's own extractor sees `many(…)` but not `say.many(…)`."""
    environment = jinja2.Environment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"])
    for call in environment.parse(file.read().decode()).find_all(nodes.Call):
        name = call.node.name if isinstance(call.node, nodes.Name) else getattr(call.node, "attr", "")
        if name in keywords:
            yield call.lineno, name, tuple(a.value if isinstance(a, nodes.Const) else None for a in call.args), []


def in_lessons(file: IO[bytes], _keywords: object, _tags: object, options: object) -> Iterator[Found]:  # noqa: ARG001
    """The texts of a game's lessons (kotva/learn/lessons.py)."""
    for lesson in json.loads(file.read()):
        texts = [lesson.get(key) for key in ("title", "text", "task", "praise")] + lesson.get("hints", [])
        for text in texts:
            if text:
                yield 1, "say", (text,), []


# Any: Babel takes a name or a function, and its own type for the function is too narrow.
METHODS: dict[str, Any] = {".py": "python", ".html": in_template, ".js": "javascript", ".json": in_lessons}


def collect() -> dict[str, Catalog]:
    """The messages in the sources, by domain."""
    found: dict[str, Catalog] = {}
    for path in sources():
        catalogue = found.setdefault(domain(path), Catalog(fuzzy=False))
        where = str(path.relative_to(ROOT))
        for line, message, comments, context in extract_from_file(
            METHODS[path.suffix], path, keywords=KEYWORDS, comment_tags=COMMENT_TAGS
        ):
            catalogue.add(message, None, [(where, line)], auto_comments=comments, context=context)
    return {name: catalogue for name, catalogue in found.items() if len(catalogue)}


def po_file(name: str, language: str) -> Path:
    return folder(name) / language / "LC_MESSAGES" / f"{name}.po"


def stored(name: str, language: str) -> Catalog | None:
    path = po_file(name, language)
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=name)


def update(name: str, template: Catalog, language: str) -> None:
    """Bring one .po file up to date; what was translated stays, what is gone goes, a near match becomes fuzzy."""
    catalogue = stored(name, language) or Catalog(locale=language, domain=name, fuzzy=False)
    catalogue.update(template)
    path = po_file(name, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(language=language, plurals=catalogue.plural_forms).encode())
        # Without line numbers, so that a change of code elsewhere in a file does not touch its catalogues.
        write_po(
            file, catalogue, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True, omit_header=True
        )


def texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value or ""),)


def placeholders(value: object) -> set[str]:
    return {name for text in texts(value) for name in PLACEHOLDER.findall(text)}


def fault(wanted: Message, have: Message | None) -> str:
    """What is wrong with the translation of one message; empty when nothing is."""
    if have is None:
        return "missing"
    if have.fuzzy:
        return "fuzzy"
    if not all(texts(have.string)):
        return "untranslated"
    unknown = placeholders(have.string) - placeholders(wanted.id)
    lost = placeholders(wanted.id) - placeholders(have.string)
    if unknown or lost:
        return "other names in braces: " + ", ".join(sorted(unknown | lost))
    return ""


def faults() -> Iterator[str]:
    for name, template in sorted(collect().items()):
        for language in LANGUAGES:
            catalogue = stored(name, language)
            if catalogue is None:
                yield f"{po_file(name, language).relative_to(ROOT)}: missing"
                continue
            if '"Plural-Forms: ' not in po_file(name, language).read_text(encoding="utf-8"):
                yield f"{po_file(name, language).relative_to(ROOT)}: its header is lost, and with it the forms of plurals"
            for message in template:
                if not message.id:
                    continue
                problem = fault(message, catalogue.get(message.id, message.context))
                if problem:
                    yield f"{po_file(name, language).relative_to(ROOT)}: {problem}: {texts(message.id)[0]!r}"


def main() -> None:
    if "--check" in sys.argv:
        found = list(faults())
        print("\n".join(found[:40]))
        if found:
            sys.exit(f"catalogues: {len(found)} faults (run `make locale`, then translate)")
        print(f"catalogues: complete in {', '.join(LANGUAGES)}")
        return
    for name, template in sorted(collect().items()):
        for language in LANGUAGES:
            update(name, template, language)
        print(f"catalogues: {name}: {len(template)} messages")


if __name__ == "__main__":
    main()
