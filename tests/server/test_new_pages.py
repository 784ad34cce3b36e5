"""A page that is added is looked at in a browser, too: pages with an address of their own stand in a list that is walked."""

from __future__ import annotations

from collections.abc import Callable

from tests.pages import PLAIN_PAGES
from tests.server.conftest import Browser
from tests.server.test_strange_values import ROUTES


def test_every_page_with_an_address_of_its_own_is_walked(start: Callable[[], Callable[[], Browser]]) -> None:
    client = start()().client
    addresses = {path.replace("{game}", "bosman") for method, path in ROUTES if method == "GET"}
    pages = {
        address
        for address in addresses
        if "{" not in address
        and (answer := client.get(address, follow_redirects=False)).status_code == 200
        and "<html" in answer.text
    }
    assert pages == set(PLAIN_PAGES), "tests/pages.py lists what the test for screen readers walks through"
