"""Write what is made from the messages: the JavaScript types and docs/protocol.md. `--check` fails if they are not in step."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kotva.server import protocol  # noqa: E402


def words(kind: type, field: str) -> str:
    """What the sources say of a field, at the end of its line."""
    source = Path(sys.modules[kind.__module__].__file__ or "").parent / f"{kind.__module__.rpartition('.')[2]}.py"
    text = source.read_text(encoding="utf-8")
    body = re.search(rf"^class {kind.__name__}\b.*?(?=^\S|\Z)(?:\).*?(?=^\S|\Z))?", text, re.DOTALL | re.MULTILINE)
    found = body and re.search(rf"^    {field}: [^#\n]*#(?: type:.*?#)? (.+)$", body[0], re.MULTILINE)
    return found[1] if found else ""


MADE: dict[str, Callable[[], str]] = {
    "kotva/web/static/js/types.js": protocol.javascript,
    "docs/protocol.md": lambda: protocol.markdown(words),
}


def main(check: bool) -> int:
    stale = [
        name
        for name, make in MADE.items()
        if not (p := ROOT / name).exists() or p.read_text(encoding="utf-8") != make()
    ]
    if check:
        for name in stale:
            print(f"{name} is not in step with kotva/server/messages.py: run `make protocol`")
        return len(stale)
    for name in stale:
        (ROOT / name).write_text(MADE[name](), encoding="utf-8")
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
