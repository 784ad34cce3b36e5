"""Rules of HEXXI that survived being broken by hand, or were held by golden games alone: a test names each of them."""

from __future__ import annotations

import pytest

from kotva.engine.game import Json
from tests.games.hexxi.table import Table, confront


@pytest.mark.parametrize("unit", "SW")
@pytest.mark.parametrize("step", ["cruise f6-e5", "cruise f6-f5"])
def test_a_captured_base_connects_nobody_and_the_refusal_says_so(unit: str, step: str) -> None:
    """HEX-9.5, HEX-9.1, HEX-11.13: beside a base that is taken a ship and a warship are as far from one as anywhere."""
    tokens = f"1{unit}@f6 2C@e5 2C@f5 1P@b2 1C@b3"
    stands = confront(tokens)
    assert step in stands.legal()
    assert stands.why(step) == ""
    taken = confront(tokens, captured=["2B", ""])
    assert taken.legal() == {"cruise b2-b3", "pass"}
    assert taken.why(step) == "HEX-9.1"


@pytest.mark.parametrize("unit", "SW")
def test_a_captured_base_connects_nobody_through_cruise_tokens(unit: str) -> None:
    """HEX-9.2, HEX-9.5: nor at the end of a chain; with three players the other bases still do."""
    tokens = f"1{unit}@d4 2C@e4 2C@f4 1P@b2 1C@b3"
    assert confront(tokens, 3).why("cruise d4-e4") == ""
    for captor in (1, 3):
        piles: list[Json] = ["2B" if seat == captor else "" for seat in (1, 2, 3)]
        assert confront(tokens, 3, captured=piles).why("cruise d4-e4") == "HEX-9.1"
        assert confront(tokens + " 3C@d5 3C@d6", 3, captured=piles).why("cruise d4-e4") == ""


@pytest.mark.parametrize("passes", [0, 1])
def test_passing_stays_barred_once_somebody_has_passed(passes: int) -> None:
    """HEX-12.3, HEX-8.6: own_pass=barred asks what can be done now, not what others did before."""
    text = "1P@b2 1S@b3 1S@c2 2S@g4 1C@c3"
    barred = confront(text, options={"own_pass": "barred"}, passes=passes)
    assert barred.legal() == {"cruise b2-c3"}
    assert barred.why("pass") == "HEX-12.3"
    free = confront(text, options={"own_pass": "free"}, passes=passes)
    assert free.legal() == {"cruise b2-c3", "pass"}
    assert free.why("pass") == ""


def test_who_follows_a_pass_is_barred_from_passing() -> None:
    """HEX-12.3, HEX-8.4: the first player has nothing of his own to save and passes, the second has."""
    text = "2P@f6 2S@f5 2C@e5 1P@b2 1C@b3"
    for own_pass, answer in (("barred", "HEX-12.3"), ("free", "")):
        table = confront(text, options={"own_pass": own_pass}).play("pass")
        assert (table.player, int(table.s.passes)) == (2, 1)
        assert table.why("pass") == answer
        assert ("pass" in table.legal()) is (answer == "")


@pytest.mark.parametrize(
    ("hand", "tokens", "asked"),
    [
        ("C", "1c@b2 2w@f6", {"show b2", "pay C"}),
        ("C", "1C@b2 2w@f6", {"pay C"}),
        ("", "1c@b2 1s@b3 2w@f6", {"show b2", "show b3"}),
    ],
)
def test_nobody_stops_paying_while_there_is_something_to_pay_with(hand: str, tokens: str, asked: set[str]) -> None:
    """HEX-6.6: a face-down token of the board or one of the hand; nothing but paying is allowed meanwhile."""
    rest = "CCCCCCSSSPPW".lower().replace("c", "", hand.count("C") + tokens.lower().count("1c@"))
    rest = rest.replace("s", "", tokens.lower().count("1s@"))
    assert len(rest) + len(hand) + tokens.count("1") == 12
    table = Table(
        2, state="pay", turn=1, due=6, hands=[hand, "C"], tokens=tokens, initiative=[rest, "CCCCCSSSPP".lower()]
    )
    assert table.legal() == asked
    for other in ("halt", "pass", "drop", "init C", "place C d4", "spy f6"):
        assert table.why(other) == "HEX-6.6", other
    assert table.scores == [0, 0]


@pytest.mark.parametrize(
    ("hand", "tokens", "action", "score"),
    [
        ("C", "1c@b2 2w@f6", "show b2", 0),  # one in hand is left
        ("C", "1c@b2 2w@f6", "pay C", 0),  # one face down is left
        ("", "1c@b2 1s@b3 2w@f6", "show b3", 0),
        ("C", "1C@b2 2w@f6", "pay C", -5),  # what lies face up is no payment
        ("", "1s@b2 2w@f6", "show b2", -4),
    ],
)
def test_the_penalty_is_taken_when_both_are_gone(hand: str, tokens: str, action: str, score: int) -> None:
    """HEX-6.5, HEX-6.6: as large as what is missing; not before."""
    rest = "CCCCCCSSSPPW".lower().replace("c", "", hand.count("C") + tokens.lower().count("1c@"))
    rest = rest.replace("s", "", tokens.lower().count("1s@"))
    table = Table(
        2, state="pay", turn=1, due=6, hands=[hand, "C"], tokens=tokens, initiative=[rest, "CCCCCSSSPP".lower()]
    )
    table.play(action)
    assert table.scores == [score, 0]
    assert (table.state == "pay") is (score == 0)


ROW = "b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4"


def all_twelve(seat: int, places: str, kinds: str = "CCCCCCSSSPPW") -> str:
    return " ".join(f"{seat}{kind}@{place}" for kind, place in zip(kinds, places.split(), strict=True))


@pytest.mark.parametrize("kinds", ["CCCCCCSSSPPW", "ccccccssSPPw", "ccccccsssppw"])
@pytest.mark.parametrize("order", [[1, 2], [2, 1]])
def test_a_shift_takes_any_own_token_and_keeps_its_side(kinds: str, order: list[Json]) -> None:
    """HEX-5.9, HEX-5.8: of any kind, face up or down, in the order line's order; never the base; the field stays empty."""
    other = "e2 e3 e4 e5 e6 f3 f4 f5 f6 d5 d6 d7"
    tokens = f"{all_twelve(1, ROW, kinds)} {all_twelve(2, other)}"
    for place, kind in zip(ROW.split(), kinds, strict=True):
        table = Table(2, state="shift", tokens=tokens, order=order)
        assert table.player == order[0]
        if order[0] == 2:
            assert table.legal() == {f"shift {to}" for to in other.split()}
            table.play("shift d7")
        assert table.legal() == {f"shift {at}" for at in ROW.split()}
        assert {table.why(f"shift {to}") for to in ("a1", "g7", "e3", "a4")} == {"HEX-5.9"}
        table.play(f"shift {place}")
        face_up = kind.isupper()
        if order[0] == 1:
            assert (table.open(1), table.area(1)) == ((kind, "") if face_up else ("", kind.upper()))
            assert not any(token.endswith(place) for token in table.tokens)
            assert (table.player, table.state) == (2, "shift")
            table.play("shift d7")
        assert table.state in ("auction", "confront", "escort")  # deployment does not resume


@pytest.mark.parametrize(
    ("tokens", "action", "taken", "captor"),
    [
        ("1P@b2 1C@b3 2S@c3 2P@f6 2C@f5", "kidnap b2xc3", "2S", 1),
        ("1W@e5 2P@d4 2C@f6 2P@e3 1P@b2 1C@b3", "intercept e5xd4", "2P", 1),
        ("2W@b2 2P@c3 1P@a2 1C@a3 2P@f6 2C@f5", "ambush a1xb2", "2W", 1),
    ],
)
def test_what_is_taken_lies_in_the_attackers_pile_until_clean_up(
    tokens: str, action: str, taken: str, captor: int
) -> None:
    """HEX-11.10: not in a hand, not on the board; it comes back after the scoring (HEX-15.3)."""
    table = confront(tokens)
    gone = action[-2:]
    before = table.tokens
    table.play(action)
    assert table.pile(captor) == [taken]
    assert table.pile(3 - captor) == []
    assert before - table.tokens == {f"{taken}@{gone}"}
    assert (table.hand(1), table.hand(2)) == ("", "")
    while table.s.round == 1:
        table.play("pass")
    assert table.pile(captor) == []
    assert taken[1] in table.hand(2)


@pytest.mark.parametrize("held", ["1P", "1P 1P", "1B", "1P 1B"])
def test_only_ships_are_rescued(held: str) -> None:
    """HEX-11.10, HEX-11.7: no pirates, no base; a ship of the same pile is."""
    tokens = "1W@f6 2C@f5 2P@e2"
    assert confront(tokens, captured=["", held]).legal("rescue") == set()
    assert confront(tokens, captured=["", held]).why("rescue f6xg7") == "HEX-11.7"
    with_ship = confront(tokens, captured=["", f"{held} 1S"])
    assert with_ship.legal("rescue") == {"rescue f6xg7"}
    with_ship.play("rescue f6xg7")
    assert sorted(with_ship.pile(2)) == sorted(held.split())
    assert with_ship.hand(1) == "S"
