"""The page of the kit of parts: every part with its picture, its code and its text."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING

from kotva.parts.samples import SAMPLES, SYMBOLS

if TYPE_CHECKING:
    from tests.server.conftest import Browser


def test_all_parts_are_shown_with_their_code(browser: Browser) -> None:
    page = browser.client.get("/parts").text
    moments = [json.loads(found) for found in re.findall(r'class="moments">(.*?)</script>', page, re.DOTALL)]
    assert [len(scenes) for scenes in moments] == [sample.moments for sample in SAMPLES]
    for sample, scenes in zip(SAMPLES, moments, strict=True):
        assert f'id="{sample.make.__name__}"' in page
        assert html.escape(f"def {sample.make.__name__}(step: int,", quote=False) in page
        for item in scenes[0]["items"]:
            assert item["symbol"] == "" or f'id="symbol-{item["symbol"]}"' in page
    assert set(re.findall(r'<g id="symbol-([\w-]+)">', page)) == set(SYMBOLS)


def test_the_page_speaks_the_reader_s_language(browser: Browser) -> None:
    page = browser.client.get("/parts", headers={"accept-language": "cs"}).text
    assert "Hrací karty" in page
    assert "Playing cards" not in page
