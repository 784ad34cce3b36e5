"""What tests of all rooms share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.golden import Golden

# Without `explain`: it traces every line of whatever is tested, which makes whole draws and games many times slower.
phases = [phase for phase in Phase if phase is not Phase.explain]
# The same examples every time, so that a change is judged by what it changes; `make fuzz` looks for new ones.
settings.register_profile("kotva", phases=phases, deadline=None, derandomize=True)
settings.register_profile("explore", phases=phases, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("KOTVA_EXAMPLES", "kotva"))

# Who is started in the background of a script ignores Ctrl-C, and so would every program that a test starts to interrupt it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Readable files that pin whole games: `golden.check("bosman/golden/4-players.txt", text)`."""
    return Golden(Path(__file__).parent / "games", bool(request.config.getoption("--update-golden")))
