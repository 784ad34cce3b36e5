"""What people are told must not depend on whether the scenes and words are compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ours

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("KOTVA_INTERPRETED") == "1", reason="nothing to compare with")
def test_everybody_is_told_the_same_bytes_compiled_and_interpreted() -> None:
    said = []
    for interpreted in ("0", "1"):
        command = [sys.executable, "-m", "tests.server.shown", "12"]
        environment = {**os.environ, "KOTVA_INTERPRETED": interpreted}
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]
    assert {game: len(set(told)) > 20 for game, told in said[0].items()} == dict.fromkeys(ours.GAMES, True)
