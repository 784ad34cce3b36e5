"""`python -m tools.docs` builds the site (`make docs`); `--api` describes the public names anew, `--history` the speeds."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.docs import api

PUBLIC_NAMES = Path(__file__).resolve().parent.parent.parent / "docs" / "public-api.txt"
HEAD = (
    "Every public name with its type (docs/stability.md). Written by `python -m tools.docs --api`; a test compares.\n\n"
)


def public_names() -> str:
    """What docs/public-api.txt must hold."""
    return HEAD + "\n".join(api.lines())


def main() -> None:
    if "--api" in sys.argv:
        PUBLIC_NAMES.write_text(public_names(), encoding="utf-8")
        return
    from tools.docs import history, site

    if "--history" in sys.argv:
        history.write()
        return
    try:
        where = site.build()
    except (site.DeadLink, RuntimeError) as error:
        sys.exit(f"docs: {error}")
    print(f"docs: {len(list(where.rglob('*.html')))} pages in {where.relative_to(site.ROOT)}")
    print(f"docs: python -m http.server -d {where.relative_to(site.ROOT)} shows them with search")


if __name__ == "__main__":
    main()
