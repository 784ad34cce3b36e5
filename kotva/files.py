"""Where Kotva's own files lie: in a checkout and in an installed package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent

# setup.py copies docs/rules/*.md to kotva/rules_text/ when it builds a wheel; a checkout has no copy, so that an edited
# rulebook is never shadowed by an old one.
_INSTALLED_RULES: Final = PACKAGE / "rules_text"
_CHECKOUT_RULES: Final = PACKAGE.parent / "docs" / "rules"


def rules_file(name: str) -> Path:
    """The rulebook called `name` ('bosman', 'tournament'), as Markdown; FileNotFoundError when there is none."""
    for folder in (_INSTALLED_RULES, _CHECKOUT_RULES):
        path = folder / f"{name}.md"
        # The name may come from an address typed into a browser: it must not lead out of the folder.
        if path.parent == folder and path.is_file():
            return path
    raise FileNotFoundError(f"there is no rulebook called {name!r}")


def static_dir() -> Path:
    """What the browser fetches as it is: scripts, styles, fonts."""
    return PACKAGE / "web" / "static"


def templates_dir() -> Path:
    """The server's Jinja templates."""
    return PACKAGE / "server" / "templates"


def locale_dir(game: str | None = None) -> Path:
    """The catalogues of one game (domain: the game's id), or of everything else (domain: kotva)."""
    return PACKAGE / "games" / game / "locale" if game else PACKAGE / "locale"
