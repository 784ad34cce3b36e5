"""What tests of all rooms share."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings
from hypothesis.internal.conjecture import providers

from tests.golden import Golden

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Without `explain`: it traces every line of whatever is tested, which makes whole draws and games many times slower.
phases = [phase for phase in Phase if phase is not Phase.explain]
# The same examples every time, so that a change is judged by what it changes; `make fuzz` looks for new ones.
settings.register_profile("kotva", phases=phases, deadline=None, derandomize=True)
settings.register_profile("explore", phases=phases, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("KOTVA_EXAMPLES", "kotva"))
if settings.get_current_profile_name() == "kotva":
    # Hypothesis draws on numbers and texts of all modules that are loaded by then: after other tests, or in another process, a
    # test had other examples, and failed where it could not be seen again. (tests/test_examples.py sees that this still works.)
    providers._get_local_constants = lambda: providers._local_constants

# Who is started in the background of a script ignores Ctrl-C, and so would every program that a test starts to interrupt it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Readable files that pin whole games: `golden.check("bosman/golden/4-players.txt", text)`."""
    return Golden(Path(__file__).parent / "games", bool(request.config.getoption("--update-golden")))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of all tests that drive one. It stands here because a fixture that two rooms import is made twice."""
    from tests.browser.conftest import launched

    with launched() as browser:
        yield browser
