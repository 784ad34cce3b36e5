"""Who only asks writes nothing: states, boards and tables of modules are shared by tables, viewers and threads."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import ours
from tests.test_project import ROOT


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_asking_writes_nothing_and_playing_only_to_its_own_state() -> None:
    """In a process of its own: compiled arrays cannot be frozen."""
    command = [sys.executable, "-m", "tests.conformance.reading"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "KOTVA_INTERPRETED": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[1:]] == ours.GAMES
