"""An action is one integer with one text: both ways, for all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva import games
from kotva.engine import actions
from kotva.engine.actions import LONGEST, ActionSpace, Family, Names, Numbers, Selection
from kotva.engine.errors import Unreadable
from tests import ours

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


def test_a_text_that_was_read_is_remembered_but_not_all_that_strangers_write() -> None:
    space = ActionSpace(Family("go {}", 0, Numbers(0, 9999)))
    assert [space.parse(f"go {n}") for _ in range(2) for n in range(5000)] == [*range(5000)] * 2
    assert len(space._read) == actions._KNOWN
    with pytest.raises(Unreadable):
        space.parse("go there")
    assert "go there" not in space._read


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


def test_reading_takes_no_longer_for_longer_nonsense() -> None:
    """A record of 60 kB froze a server for 16 seconds: the shape of a text was looked for by trying every split."""
    space = ActionSpace(
        Family("offer {}>{} @{}", 0, FIELDS, FIELDS, FIELDS), Family("{}:{}!{}", 100, FIELDS, FIELDS, FIELDS)
    )
    tried: list[str] = []

    class Counting(str):
        """A text that counts how often it is searched."""

        __slots__ = ()

        def find(self, *args: object) -> int:
            tried.append(self)
            return str.find(self, *args)  # type: ignore[arg-type]

    text = Counting("offer " + "a>" * 190 + "!")
    assert next(iter(space)).misfit(text) is None
    assert len(tried) <= 3
    with pytest.raises(Unreadable, match="no action here"):
        space.parse(str(text))


@pytest.mark.parametrize(
    "text", ["go " + "a" * LONGEST, " " * LONGEST + "pass", "offer " + "a>" * 30_000 + "!", "[" * 9999]
)
def test_a_text_is_not_read_beyond_the_longest_action(text: str) -> None:
    with pytest.raises(
        Unreadable, match=rf"it has {len(text)} characters, and none has more than {LONGEST}"
    ) as refused:
        SPACE.parse(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["bid ²", "bid ٦", "bid " + "9" * 390, "bid -1", "bid 1_0", "go ａ1"])
def test_numbers_are_written_in_plain_digits(text: str) -> None:
    with pytest.raises(Unreadable):
        SPACE.parse(text)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_no_action_of_a_game_is_longer_than_what_is_read(game_id: str) -> None:
    """Far from it: texts are counted for the last number of each family, which for offers is every card there is."""
    for family in games.load(game_id).rules.actions:
        last = family.base + family.size - 1
        assert not family.stands_for(last) or len(family.text(last)) <= LONGEST


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_families_are_found_by_their_first_word_as_by_looking_at_all(game_id: str) -> None:
    actions = games.load(game_id).rules.actions
    for family in actions:
        for number in (family.base, family.base + family.size // 2, family.base + family.size - 1):
            text = family.text(number).strip()
            if family.stands_for(number) and family.parse(text) == number:
                slowly = next(a for f in actions if (a := f.parse(text)) is not None)
                assert actions.parse(text) == slowly
                assert actions.family(number) is family
