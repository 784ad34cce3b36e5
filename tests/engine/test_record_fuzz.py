"""A dose of malformed records (`make fuzz` has more): refused in words, or a game like any other."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import records

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda x: st.lists(x, max_size=4) | st.dictionaries(st.text(max_size=8), x, max_size=4),
    max_leaves=6,
)


@pytest.mark.parametrize("part", range(8))
def test_bent_records_are_refused_in_words_or_replay(part: int) -> None:
    came = {records.examine(records.bent(Random(f"dose/{part}/{number}"))) for number in range(60)}
    assert len(came) >= 3  # not all of them are refused at the door


def test_a_bent_record_is_the_same_whatever_was_bent_before() -> None:
    """Tests come in any order: nothing odd may keep what was put into it."""
    odd = repr(records.ODD)
    for number in range(2400, 2800):
        records.bent(Random(f"same/{number}"))
    assert repr(records.ODD) == odd


@given(
    st.integers(0, 10**9), st.sampled_from(["options", "names", "moves", "position", "result", "seats", "rules"]), ODD
)
@settings(max_examples=60, deadline=None)
def test_anything_at_all_in_a_field(number: int, name: str, value: object) -> None:
    text = records.kept()[number % len(records.kept())]
    records.examine(json.dumps(json.loads(text) | {name: value}))


@given(st.text(max_size=300) | st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_anything_at_all(text: str | bytes) -> None:
    assert records.examine(text) == "not read"


def test_the_fuzz_notices_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of two seats whose names were counted nowhere once ended in an IndexError."""

    def careless(_match: object) -> None:
        raise IndexError

    monkeypatch.setattr(records, "_look", careless)
    with pytest.raises(IndexError):
        records.examine(records.kept()[0])
