"""A dose of `make chaos` between a node and PostgreSQL: cut, slow, silent; play goes on, and nothing is lost or doubled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import postgres

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_play_goes_on_whatever_happens_to_the_connections() -> None:
    """A database that was gone without a word held the writer for ever.

    In a process of its own: a driver whose connections are cut leaves some sockets to the garbage collector.
    """
    if postgres.programs() is None:
        pytest.skip("PostgreSQL is not installed (tools/need postgresql)")
    command = [sys.executable, "-m", "tests.fuzz.cuts", "--cuts", "10", "--deaf", "9", "--outages", "1", "--seed", "3"]
    found = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr[-3000:]
    for what in ("deaf", "restart", "crash", "read-only", "full"):
        assert f"| troubles: {what} | 1 |" in found.stdout
    assert "Traceback" not in found.stderr, found.stderr[-3000:]
