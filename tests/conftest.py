"""What tests of all rooms share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.golden import Golden

# Without `explain`: it traces every line of whatever is tested, which makes whole draws and games many times slower.
settings.register_profile("kotva", phases=[phase for phase in Phase if phase is not Phase.explain], deadline=None)
settings.load_profile("kotva")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Readable files that pin whole games: `golden.check("bosman/golden/4-players.txt", text)`."""
    return Golden(Path(__file__).parent / "games", bool(request.config.getoption("--update-golden")))
