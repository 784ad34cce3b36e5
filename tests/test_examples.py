"""The examples of Hypothesis are the same every time, whatever else was tested before in the same process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
SEEN = """
import sys
import tests.conftest
for name in sys.argv[1:]:
    __import__(name)
from hypothesis import given, settings, strategies as st

seen = []

@settings(database=None, max_examples=200)
@given(st.integers(), st.text())
def look(number, text):
    seen.append((number, text))

look()
print(ascii(seen))
"""


@pytest.mark.skipif(settings.get_current_profile_name() != "kotva", reason="who explores wants others every time")
def test_examples_do_not_depend_on_what_is_loaded() -> None:
    """A test failed in a busy run and never again: it had met other numbers there, those of modules that others had loaded."""

    def seen(*modules: str) -> str:
        command = [sys.executable, "-c", SEEN, *modules]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert seen() == seen("kotva.engine.fair", "kotva.tournament.words", "kotva.match.terms")
