"""Which language a reader gets."""

from __future__ import annotations

import pytest

from kotva.server.languages import preferred
from tests.server.conftest import Browser


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


def test_what_comes_over_a_socket_is_in_the_language_of_its_page(browser: Browser) -> None:
    """A page that was opened in Polish stays Polish, though Bulgarian was chosen in another tab."""
    browser.client.cookies.set("kotva_language", "bg")
    table = browser.new("bosman", "me me")
    prompts = {}
    for language in ("pl", "bg", "nonsense"):
        with browser.client.websocket_connect(f"/api/tables/{table}/socket?language={language}") as socket:
            prompts[language] = socket.receive_json()["scene"]["prompt"]
    assert prompts["pl"] != prompts["bg"]
    assert prompts["nonsense"] == prompts["bg"]
