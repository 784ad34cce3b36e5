"""Golden files: a rule change shows up in review as a readable difference."""

from __future__ import annotations

from pathlib import Path


class Golden:
    """Compares a text with a file, or writes it when asked to (`pytest --update-golden`)."""

    def __init__(self, root: Path, update: bool) -> None:
        self.root = root
        self.update = update

    def check(self, name: str, text: str) -> None:
        path = self.root / name
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{name} is missing; make it with --update-golden and read it"
        assert path.read_text(encoding="utf-8") == text, (
            f"{name} differs; if the rules meant to change, --update-golden"
        )
