"""One form of address in each language: Czech, Polish and Bulgarian texts speak to people formally, in games and pages alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent / "kotva"
FAMILIAR = {
    "cs": r"\b(tvůj|tvá|tvé|tvoj\w*|tvého|tvému|tvých|tobě|tebe|tebou|tě|jsi|ses|sis)\b|(?<! jen)(?<!nejsou) ti\b(?! s|, kdo)"
    r"|\b\w+(?:[^v]áš|íš|eš)\b",
    "pl": r"\b(tw[oó]j\w*|twoi\w*|twego|tobie|tobą|ciebie|cię|ty|jesteś)\b|\b\w{2,}(?:[aeiy]sz|łeś|łaś)\b",
    "bg": r"\b(ти|теб|твой|твоят|твоя|твое|твои)\b(?! места)|\b\w{3,}(?:аш|иш|еш|яш)\b",
}
MEANT = {"nejspíš", "towarzysz", "wpisz", "wycisz", "zapisz"}  # words that only look so


@pytest.mark.parametrize("language", FAMILIAR)
def test_nobody_is_spoken_to_as_a_child(language: str) -> None:
    pattern = re.compile(FAMILIAR[language], re.IGNORECASE)
    found = []
    for path in sorted(ROOT.glob(f"**/locale/{language}/LC_MESSAGES/*.po")):
        for message in read_po(path.read_text("utf-8").splitlines()):
            strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
            found += [f"{path.stem}: {text}" for text in strings if text and _speaks(pattern, text)]
    for path in sorted(ROOT.glob(f"**/learn/*.{language}.md")):
        found += [f"{path.name}: {line}" for line in path.read_text("utf-8").splitlines() if _speaks(pattern, line)]
    assert found == []


def _speaks(pattern: re.Pattern[str], text: str) -> bool:
    return any(match[0].lower() not in MEANT for match in pattern.finditer(text.replace("3-ти", "")))
