"""BOS-14: what a seat sees of every state, and what is dealt anew, said a second time in the words of the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.state import SPECTATOR, State
from kotva.games.bosman.board import BOY, COPIES, NONE, TOKEN_NAMES, UNKNOWN
from kotva.games.bosman.rules import Bosman
from tests.games.bosman.table import Table
from tests.games.knowing import deals, evenly, only, states, viewers

HIDDEN = {"hand", "under", "known", "bag"}


def as_bosman(state: State) -> Bosman:
    assert isinstance(state, Bosman)
    return state


def lying(s: Bosman) -> Counter[int]:
    """Every token of the game that is in some place, hands and stack included."""
    out = Counter(int(t) for t in [*s.beach, *s.boat, *s.covered[1::2], *s.hand, *s.under] if t != NONE)
    out.update({gang * 10 + BOY: 1 for gang in range(4) if s.boy[gang]})
    for token in range(40):
        out[token] += int(s.bag[token]) + int(s.gone[token])
    return +out


ALL = Counter({token: int(COPIES[token]) for token in range(40)})


def test_what_everybody_sees_of_every_state() -> None:
    """BOS-14.1 to BOS-14.5: the own hand; under the stack what one saw go there; everything when the game is over."""
    for _, _, state in states("bosman"):
        s = as_bosman(state)
        over = s.to_act() < -1
        for viewer in viewers(s):
            v = as_bosman(s.seen(viewer))
            only(s, v, HIDDEN)
            for i, token in enumerate(s.hand):
                known = token == NONE or over or i // 5 == viewer
                assert int(v.hand[i]) == (int(token) if known else UNKNOWN)
            mark = 16 if viewer == SPECTATOR else 2**viewer
            assert len(v.under) == len(v.known) == len(s.under)
            for i, token in enumerate(s.under):
                known = over or bool(int(s.known[i]) & mark)
                assert int(v.under[i]) == (int(token) if known else UNKNOWN)
                assert int(v.known[i]) == (mark if known else 0)
            unknown = [*v.hand, *v.under].count(UNKNOWN)
            assert (lying(v) == ALL) if not unknown else sum(v.bag) == 0


def test_every_deal_is_whole_and_fits() -> None:
    """BOS-14.6: all tokens are there, hands in token order, no cabin boy in the unseen stack; the view is the same."""
    for _, _, state in states("bosman", 2):
        s = as_bosman(state)
        for viewer in viewers(s):
            seen = s.seen(viewer)
            for dealt in deals(s, viewer, 2):
                d = as_bosman(dealt)
                assert UNKNOWN not in [*d.hand, *d.under]
                assert lying(d) == ALL
                assert sum(d.bag) == int(d.fresh)
                assert not any(d.bag[gang * 10 + BOY] for gang in range(4))
                for seat in range(int(d.seats)):
                    hand = [int(t) for t in d.hand[seat * 5 : seat * 5 + 5] if t != NONE]
                    assert hand == sorted(hand)
                    assert [int(t) for t in d.hand[seat * 5 : seat * 5 + len(hand)]] == hand
                assert key(d.seen(viewer)) == key(seen)


def test_every_deal_is_as_likely_as_another() -> None:
    """BOS-14.6: three tokens in three unknown places, in each order; two copies of one make it twice as likely."""
    given: dict[str, Json] = {"hands": {"1": "R20", "2": "R21 F31 C30"}, "stack": 0, "boys": "", "phase": "turn"}
    state = Table(2, None, **given).s
    orders: dict[Any, int] = {("R21", "F31", "C30"): 1}
    evenly(state, 0, lambda d: names(d, 1), orders)
    apart: dict[str, Json] = {**given, "hands": {"1": "R20", "2": "R21"}, "under": ["F31:2", "C30:2"]}
    split = Table(2, None, **apart).s
    three: dict[Any, int] = {(a, (b, c)): 1 for a, b, c in permutations(["R21", "F31", "C30"])}
    evenly(split, 0, lambda d: (names(d, 1)[0], tuple(TOKEN_NAMES[int(t)] for t in as_bosman(d).under)), three)


def names(state: State, seat: int) -> tuple[str, ...]:
    s = as_bosman(state)
    return tuple(TOKEN_NAMES[int(t)] for t in s.hand[seat * 5 : seat * 5 + 5] if t != NONE)


@pytest.mark.parametrize("tokens", ["R21 F31 C30", "R10 F10 C10", "T32 T31 T30", "R10 T32 F21"])
def test_a_hand_may_hold_any_token_of_the_unseen_stack(tokens: str) -> None:
    """BOS-14.2, BOS-14.6: one token in another's hand, three in the stack; two of these are equal."""
    one, two, three = tokens.split()
    left = gone(f"R20 {one} {two} {two} {three}")
    table = Table(2, hands={"1": "R20", "2": one}, stack=3, boys="", phase="turn", gone=left)
    evenly(table.s, 0, lambda d: names(d, 1), {(one,): 1, (two,): 2, (three,): 1})


def gone(left: str) -> str:
    """All tokens but these are out of the game."""
    kept = Counter(left.split())
    return " ".join(
        name for i, name in enumerate(TOKEN_NAMES) for _ in range(int(COPIES[i]) - kept[name]) if int(COPIES[i])
    )


@pytest.mark.parametrize("gang", "RFCT")
@pytest.mark.parametrize("under", [[], ["F31:2"], ["F31:2", "C30:2"]])
def test_a_cabin_boy_that_left_its_screen_is_in_an_unknown_place(under: list[Json], gang: str) -> None:
    """BOS-8.7, BOS-14.6: never in the part of the stack that nobody has seen; in each unknown place equally often."""
    boy = f"{gang}M"
    hidden = ["R21", boy, *(str(word).partition(":")[0] for word in under)]
    kept = " ".join(["R20", *hidden, "C31", "C32"])
    table = Table(
        2, hands={"1": "R20", "2": f"R21 {boy}"}, under=under, stack=2, boys="", phase="turn", gone=gone(kept)
    )
    places = 2 + len(under)

    def where(state: State) -> str:
        s = as_bosman(state)
        if boy in names(s, 1):
            return "hand"
        return f"under {[TOKEN_NAMES[int(t)] for t in s.under].index(boy)}"

    odds: dict[Any, int] = {"hand": 2} | {f"under {i}": 1 for i in range(len(under))}
    assert sum(odds.values()) == places
    evenly(table.s, 0, where, odds)
    assert all(not as_bosman(d).bag[TOKEN_NAMES.index(boy)] for d in deals(table.s, SPECTATOR, 20))


@pytest.mark.parametrize("boys", ["RM FM", "CM TM", "RM FM CM TM"])
def test_several_cabin_boys_are_all_in_unknown_places(boys: str) -> None:
    """BOS-8.7: none of them is lost, wherever the others are; of five places each has one as often as another."""
    held = " ".join(["F31", *boys.split()][:5])
    left = gone(f"R20 C31 C32 {held} C30")
    table = Table(2, hands={"1": "R20", "2": held}, under=["C30:2"], stack=2, boys="", phase="turn", gone=left)
    first = boys.split()[0]
    places = len(held.split()) + 1
    odds = {True: 1, False: places - 1}
    evenly(table.s, 0, lambda d: TOKEN_NAMES[int(as_bosman(d).under[0])] == first, odds)
    for dealt in deals(table.s, 0, 60):
        known = [*names(dealt, 1), *(TOKEN_NAMES[int(t)] for t in as_bosman(dealt).under)]
        assert set(boys.split()) <= set(known)
        assert lying(as_bosman(dealt)) == ALL
