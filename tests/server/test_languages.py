"""Which language a reader gets."""

from __future__ import annotations

import pytest

from kotva.server.languages import preferred


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("cs", "cs"),
        ("en;q=0.1, cs;q=0.9", "cs"),
        ("de, pl;q=0.8, bg;q=0.9", "bg"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("cs;q=0, en;q=0.2", "en"),
        ("bg;q=nonsense, pl;q=0.1", "pl"),
        ("de, fr", "en"),
        ("en, cs", "en"),
    ],
)
def test_the_language_with_the_highest_weight(header: str, language: str) -> None:
    assert preferred(header) == language
