"""Write what is made from the messages: the JavaScript types and docs/protocol.md. `--check` fails if they are not in step."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kotva.server import protocol  # noqa: E402

MADE = {"kotva/web/static/js/types.js": protocol.javascript, "docs/protocol.md": protocol.markdown}


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
