"""A dose of `make fuzz`: whatever a stranger sends, he gets an answer in words, and nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.forms import fill_in
from tests.fuzz.http import attack


@pytest.mark.slow
def test_strange_requests_change_nothing_and_are_answered(tmp_path: Path) -> None:
    attacker = attack(400, 7, tmp_path)
    assert attacker.wrong == []
    assert len(attacker.seen) >= 6, "many kinds of answers were met"


@pytest.mark.slow
def test_odd_things_in_every_form_are_answered_in_words(tmp_path: Path) -> None:
    """With an account, tables and a tournament: behind what strangers are refused at."""
    clerk = fill_in(400, 7, tmp_path)
    assert clerk.wrong == []
    reached = {form.path for form in clerk.forms.values()}
    assert {"/pairing", "/account/name", "/account/hooks", "/new/bosman", "/tournaments/new"} <= reached
    assert any(path.endswith("/do") for path in reached)
    assert clerk.seen[422] > 20
