"""An action is one integer with one text: both ways, for all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva.engine.actions import ActionSpace, Family, Names, Numbers, Selection
from kotva.engine.errors import Unreadable

FIELDS = Names(["a1", "a10", "b1", "x.y"], "FER-2.1")
CARDS = Selection(["R1", "R10", "G"], most=4, copies=2)
SPACE = ActionSpace(
    Family("pass", 0),
    Family("go {}", 1, FIELDS),
    Family("go {} to {}", 5, FIELDS, FIELDS),
    Family("bid {}", 30, Numbers(5, 12)),
    Family("swap {}", 100, CARDS),
    Family("[{},{}]", 10_000, Numbers(1, 6), Numbers(1, 6)),
    Family("{}x{}", 20_000, FIELDS, FIELDS),
)
chosen = st.lists(st.integers(0, 2), min_size=1, max_size=4).filter(lambda c: all(c.count(i) <= 2 for i in c))


@given(st.sampled_from([f for f in SPACE if f.size < 1000]), st.integers(0, 10**6))
def test_every_text_reads_back(family: Family, number: int) -> None:
    action = family.base + number % family.size
    if "swap" not in family.template:
        assert SPACE.parse(SPACE.text(action)) == action
        assert family.number(*family.arguments(action)) == action
        assert SPACE.family(action) is family


@given(chosen)
def test_a_selection_is_one_action_in_whatever_order_it_is_named(cards: list[int]) -> None:
    number = CARDS.pack(cards)
    assert CARDS.unpack(number) == sorted(cards)
    assert CARDS.is_number(number)
    text = ",".join(CARDS.names[i] for i in cards)
    assert CARDS.parse(text) == number == CARDS.parse(CARDS.text(number))


@given(st.integers(0, CARDS.size - 1))
def test_numbers_that_are_no_selection_are_known(number: int) -> None:
    cards = CARDS.unpack(number)
    proper = bool(cards) and -1 not in cards and cards == sorted(cards) and all(cards.count(i) <= 2 for i in cards)
    assert CARDS.is_number(number) == proper
    if proper:
        assert CARDS.parse(CARDS.text(number)) == number


@given(st.text(max_size=20))
def test_any_text_is_an_action_or_unreadable(text: str) -> None:
    try:
        action = SPACE.parse(text)
    except Unreadable:
        return
    assert SPACE.parse(SPACE.text(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "passx",
        "[0,1]",
        "a1xb2",
    ],
)
def test_what_is_no_action_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(Unreadable, match=r"is no action here. Actions look like: pass, go …, go … to …, bid …"):
        SPACE.parse(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("go", "Actions look like: go …, go … to …."),
        ("go a1 to", "Actions look like: go …, go … to …."),
        ("go a2", "'a2' does not fit 'go …' (FER-2.1). Fitting: a1, a10, b1, x.y."),
        ("go a1 to c3", "'c3' does not fit 'go … to …' (FER-2.1). Fitting: a1, a10, b1, x.y."),
        ("bid 4", "'4' does not fit 'bid …'. Fitting: 5..12."),
        ("bid 13", "'13' does not fit 'bid …'. Fitting: 5..12."),
        ("bid 05", "'05' does not fit 'bid …'. Fitting: 5..12."),
        ("bid x", "'x' does not fit 'bid …'. Fitting: 5..12."),
        ("swap", "Actions look like: swap …."),
        ("swap R1,", "'R1,' does not fit 'swap …'. Fitting: R1, R10, G."),
        ("swap R1,R1,R1", "'R1,R1,R1' does not fit 'swap …'. Fitting: R1, R10, G."),
        ("swap R1,R10,G,R1,G", "'R1,R10,G,R1,G' does not fit 'swap …'. Fitting: R1, R10, G."),
    ],
)
def test_what_is_nearly_an_action_is_refused_with_what_is_wrong(text: str, wrong: str) -> None:
    with pytest.raises(Unreadable) as refused:
        SPACE.parse(text)
    assert str(refused.value).endswith(wrong)
    assert str(refused.value).startswith(f"{text!r} is no action here")


def test_white_space_does_not_matter() -> None:
    assert SPACE.parse("  go   a1  to b1 ") == SPACE.parse("go a1 to b1")


def test_longer_names_are_not_cut_short() -> None:
    assert SPACE.text(SPACE.parse("go a10")) == "go a10"
    assert SPACE.text(SPACE.parse("swap R10")) == "swap R10"


def test_a_dot_in_a_name_is_a_dot() -> None:
    assert SPACE.parse("go x.y") == 4
    with pytest.raises(Unreadable):
        SPACE.parse("go xzy")


def test_families_must_not_overlap() -> None:
    with pytest.raises(ValueError, match=r"'go \{\}' reaches into 'pass'"):
        ActionSpace(Family("go {}", 0, FIELDS), Family("pass", 3))


def test_a_template_needs_a_domain_for_every_place() -> None:
    with pytest.raises(ValueError, match="has 2 places for 1 arguments"):
        Family("{} to {}", 0, FIELDS)


def test_a_number_between_families_is_no_action() -> None:
    with pytest.raises(ValueError, match="29 is no action"):
        SPACE.family(29)


def test_names_of_families() -> None:
    assert [family.name for family in SPACE] == ["pass", "go", "go", "bid", "swap", "[", "{}x{}"]


def test_names_refuse_what_they_do_not_have() -> None:
    with pytest.raises(ValueError, match="c9"):
        FIELDS.parse("c9")
