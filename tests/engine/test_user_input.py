"""Names, numbers and JSON from people: harmless, whatever they write."""

from __future__ import annotations

import contextlib
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva.engine.errors import Unreadable
from kotva.engine.user_input import LONGEST_NAME, clean_name, read_json, whole

DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t of\n London ", "Ada of London"),
        ("\x00\x1b[31mred", "[31mred"),
        ("abc\u202edcba", "abcdcba"),
        ("\u2066Ada\u2069\u200f", "Ada"),
        ("A\ud800da", "Ada"),
        ("\u200b\ufeff", ""),
        ("Zoe\u0301", "Zoé"),
        ("Z" + "\u0335" * 50, "Z" + "\u0335" * 3),
        ("👩\u200d🔬 Marie", "👩\u200d🔬 Marie"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("\u200dAda\u200d", "Ada"),
        ("x" * 100, "x" * LONGEST_NAME),
    ],
)
def test_a_name_can_be_shown_anywhere(written: str, shown: str) -> None:
    assert clean_name(written) == shown


@given(st.text(st.characters(), max_size=200))
def test_whatever_is_a_name_stays_one(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= LONGEST_NAME
    assert name == name.strip()
    name.encode()
    assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in name)
    assert not any(unicodedata.bidirectional(c) in DIRECTIONS for c in name)


@pytest.mark.parametrize(
    ("given_", "number"),
    [
        ("5", 5),
        (" 05 ", 5),
        (7, 7),
        ("-3", -3),
        (True, None),
        (5.0, None),
        (None, None),
        ("²", None),
        ("٣", None),
        ("1_0", None),
        ("+5", None),
        ("", None),
        ("9" * 4301, None),
        (10**30, None),
        ("101", None),
        ("1" * 99, None),
    ],
)
def test_whole_numbers(given_: object, number: int | None) -> None:
    assert whole(given_, -10, 100) == number


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8")),
        lambda x: st.lists(x) | st.dictionaries(st.text(st.characters(codec="utf-8")), x),
        max_leaves=8,
    )
)
def test_ordinary_json_is_read(data: object) -> None:
    text = json.dumps(data)
    assert read_json(text, 10**6, 32) == data
    assert read_json(text.encode(), 10**6, 32) == data


@given(st.text() | st.binary())
def test_anything_else_is_refused_in_words(text: str | bytes) -> None:
    with contextlib.suppress(Unreadable):
        read_json(text, 100)
