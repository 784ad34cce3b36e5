"""Pages with an address of their own, for tests that walk through all of them; tests/server/test_new_pages.py compares."""

from typing import Final

PLAIN_PAGES: Final = (
    *("/", "/about", "/account", "/archive", "/learn/bosman", "/learn/tournament", "/lessons/bosman", "/new/bosman"),
    *("/parts", "/puzzles", "/rules/bosman", "/sign-in", "/sign-in/device", "/sign-in/recover"),
    *("/tournaments", "/tournaments/new", "/tournaments/restore", "/tournaments/verify"),
)
