"""Keep the translations in step with the code.

    python tools/catalogues.py            collect all messages and bring every .po file up to date
    python tools/catalogues.py --check    change nothing; fail when a message is missing, fuzzy or not translated

There is one domain for each game (kotva/games/<id>/locale/<language>/LC_MESSAGES/<id>.po, for everything in the game's
folder) and one called `kotva` for everything else (kotva/locale/...). A game's folder is thus complete in itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kotva"
LANGUAGES = ("cs", "pl", "bg")

# say("a text"), many("one boat", "{n} boats", n), N_("only marked")
KEYWORDS = {"say": None, "many": (1, 2), "N_": None}
COMMENT_TAGS = ("L10N:",)
METHODS = {".py": "python", ".html": "jinja2.ext:babel_extract", ".js": "javascript"}
OPTIONS = {".html": {"trimmed": "true", "silent": "false"}}

# A name in braces, as str.format reads it; doubled braces are text.
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)[^{}]*\}(?!\})")


def domain(path: Path) -> str:
    """The domain whose catalogue holds the messages of this file."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if len(parts) > 2 and parts[0] == "games" else "kotva"


def folder(name: str) -> Path:
    return PACKAGE / "locale" if name == "kotva" else PACKAGE / "games" / name / "locale"


def sources() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in METHODS and path.is_file():
            yield path


def collect() -> dict[str, Catalog]:
    """The messages in the sources, by domain."""
    found: dict[str, Catalog] = {}
    for path in sources():
        catalogue = found.setdefault(domain(path), Catalog(fuzzy=False))
        options = OPTIONS.get(path.suffix, {})
        where = str(path.relative_to(ROOT))
        for line, message, comments, context in extract_from_file(
            METHODS[path.suffix], path, keywords=KEYWORDS, comment_tags=COMMENT_TAGS, options=options
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
    catalogue = stored(name, language) or Catalog(
        locale=language, domain=name, project="Kotva", version="0.1", copyright_holder="The Kotva authors", fuzzy=False
    )
    catalogue.update(template, update_header_comment=False, update_creation_date=False)
    catalogue.obsolete.clear()
    # Dates and addresses would make two runs differ and say nothing.
    catalogue.header_comment = f"# {name}: {catalogue.locale.english_name if catalogue.locale else language}"
    path = po_file(name, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)


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
