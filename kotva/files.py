"""Where Kotva's own files lie: in a checkout and in an installed package."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Final

from kotva.engine.say import home_of, locale_of

PACKAGE: Final = Path(__file__).resolve().parent

# setup.py copies docs/rules/*.md to kotva/rules_text/ when it builds a wheel; a checkout has no copy, so that an edited
# rulebook is never shadowed by an old one.
_INSTALLED_RULES: Final = PACKAGE / "rules_text"
_CHECKOUT_RULES: Final = PACKAGE.parent / "docs" / "rules"


def rules_file(name: str, language: str = "en") -> Path:
    """The rulebook called `name` ('bosman', 'tournament'), as Markdown; FileNotFoundError when there is none.

    A game from elsewhere has it in its own folder, under the same names: `ferry.md`, `ferry.cs.md`.
    """
    # The name may come from an address typed into a browser: it must not lead out of the folder.
    folders = (_INSTALLED_RULES, _CHECKOUT_RULES, home_of(name)) if re.fullmatch("[a-z][a-z0-9_]{0,39}", name) else ()
    for folder in folders:
        path = folder / (f"{name}.md" if language == "en" else f"{name}.{language}.md")
        if path.is_file():
            return path
    raise FileNotFoundError(f"there is no rulebook called {name[:60]!r} in {language!r}")


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file that is there whole or as it was before, whatever happens; OSError if it cannot be."""
    content = data.encode() if isinstance(data, str) else data
    path = path.resolve()
    if path.exists() and not path.is_file():  # a pipe or a device is written into, never replaced
        path.write_bytes(content)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def static_dir() -> Path:
    """What the browser fetches as it is: scripts, styles, fonts."""
    return PACKAGE / "web" / "static"


def templates_dir() -> Path:
    """The server's Jinja templates."""
    return PACKAGE / "server" / "templates"


def locale_dir(game: str | None = None) -> Path:
    """The catalogues of one game (domain: the game's id), or of everything else (domain: kotva)."""
    return locale_of(game) if game else PACKAGE / "locale"
