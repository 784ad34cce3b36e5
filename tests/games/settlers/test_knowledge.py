"""SET-15: what a seat sees of every state, and what is dealt anew, said a second time in the words of the rulebook."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.state import OVER, SPECTATOR, State
from kotva.games.settlers.board import letters
from kotva.games.settlers.rules.game import Settlers
from tests.games.knowing import deals, evenly, only, states, viewers
from tests.games.settlers.table import Table

HIDDEN = {"hand", "cards", "fresh", "sealed", "deck"}
UNKNOWN = 2**30
CARDS = "krimv"


def as_settlers(state: State) -> Settlers:
    assert isinstance(state, Settlers)
    return state


def size(pack: int) -> int:
    """How many cards a pack has, known and unknown ones."""
    return sum(pack >> 6 * kind & 63 for kind in range(5)) + (pack >> 30)


def masked(pack: int) -> int:
    """The number of cards alone."""
    return size(pack) * UNKNOWN


def test_what_everybody_sees_of_every_state() -> None:
    """SET-15.1: the own cards; of the others', of a bought card, a sealed discard and the deck the number; the end is open."""
    for _, _, state in states("settlers"):
        s = as_settlers(state)
        for viewer in viewers(s):
            v = as_settlers(s.seen(viewer))
            if s.to_act() == OVER:
                only(s, v, set())
                continue
            only(s, v, HIDDEN)
            assert int(v.deck) == masked(int(s.deck))
            assert int(v.fresh) == (int(s.fresh) if int(s.player) == viewer else masked(int(s.fresh)))
            for seat in range(4):
                for mine, theirs in ((s.hand, v.hand), (s.cards, v.cards)):
                    assert int(theirs[seat]) == (int(mine[seat]) if seat == viewer else masked(int(mine[seat])))
                sealed = int(s.sealed[seat])
                assert int(v.sealed[seat]) == (sealed if seat == viewer or sealed < 0 else masked(sealed))


def holds(pack: int, some: int) -> bool:
    return all(pack >> 6 * kind & 63 >= some >> 6 * kind & 63 for kind in range(5))


def test_every_deal_is_whole_and_fits() -> None:
    """SET-15.1: no card is lost, doubled or unknown; what everybody saw stays; the view is the same."""
    everything = 19 * sum(64**kind for kind in range(5))
    deck = 14 + 2 * 64 + 2 * 64**2 + 2 * 64**3 + 5 * 64**4
    for _, _, state in states("settlers"):
        s = as_settlers(state)
        if s.to_act() == OVER:
            continue
        for viewer in viewers(s):
            seen = s.seen(viewer)
            for dealt in deals(s, viewer, 2):
                d = as_settlers(dealt)
                packs = [*d.hand, *d.cards, *d.sealed, d.fresh, d.deck]
                assert all(int(pack) < UNKNOWN for pack in packs)
                assert sum(map(int, d.hand)) + int(d.bank) == everything
                assert sum(map(int, d.cards)) + int(d.fresh) + int(d.deck) + int(d.spent) == deck
                for seat in range(int(s.seats)):
                    assert size(int(d.hand[seat])) == size(int(s.hand[seat]))
                    assert holds(int(d.hand[seat]), int(s.sure[seat]))
                    if int(d.sealed[seat]) >= 0:
                        assert holds(int(d.hand[seat]), int(d.sealed[seat]))
                        assert size(int(d.sealed[seat])) == size(int(s.sealed[seat]))
                assert key(d.seen(viewer)) == key(seen)


def hand(state: State, player: int) -> str:
    return letters(int(as_settlers(state).hand[player - 1]))


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_every_card_is_equally_likely_in_every_hand(viewer: int) -> None:
    """SET-15.1: P2 holds two of five unknown cards, P3 three: LLLBG in all."""
    table = Table({}, 3, P2="S 9; hand LB", P3="S 20; hand LLG")
    odds: Counter[str] = Counter()
    for two in ("LL", "LB", "LG", "BG"):
        odds[two] = {"LL": comb(3, 2), "LB": 3, "LG": 3, "BG": 1}[two]
    evenly(table.s, viewer, lambda d: hand(d, 2), dict(odds))
    for dealt in deals(table.s, viewer, 20):
        assert Counter(hand(dealt, 2) + hand(dealt, 3)) == Counter("LLLBG")


def test_what_everybody_saw_stays_in_a_hand() -> None:
    """SET-15.1: production is public; P2 got the brick in sight of all, so it is never dealt to P3."""
    table = Table({}, 3, P2="S 9; hand LB; known B", P3="S 20; hand LG")
    evenly(table.s, 0, lambda d: hand(d, 2), {"LB": 2, "BG": 1})


OFFER: dict[str, Json] = {"phase": "OFFER", "offers": 1, "asked": ["P2", "P3"], "offer": "B>G"}


@pytest.mark.parametrize(
    ("answers", "of", "odds"),
    [
        ({}, "P1", {"LB": 3, "BG": 2, "BO": 1}),  # who offers has what he offers
        ({"P2": "accept"}, "P2", {"LG": 3, "GG": 1, "GO": 1}),  # who accepts has what is wanted
        ({"P2": "counter O>B"}, "P2", {"LO": 3, "GO": 2}),  # and who makes an offer of his own what he offers
        ({"P2": "reject"}, "P2", {"LL": 3, "LG": 6, "LO": 3, "GG": 1, "GO": 2}),
    ],
)
def test_what_an_open_offer_shows(answers: dict[str, Json], of: str, odds: dict[str, int]) -> None:
    """SET-12.3, SET-15.1: offers and answers are public, and nobody offers what is not in the hand."""
    cards = {"P1": "S 9; hand LB", "P2": "S 20; hand GO", "P3": "S 30; hand LLG"}
    given: dict[str, Json] = {**cards, **OFFER, "answers": answers}
    table = Table({"player_trade": "full"}, 3, **given)
    number = int(of[1])
    if of == "P1":  # the offerer's B is sure; the other card is one of LLLGGO
        evenly(table.s, SPECTATOR, lambda d: hand(d, number), dict(odds))
        return
    # B is with the offerer in every deal: the pool of the rest is LLLGGO.
    found = Counter(hand(d, number) for d in deals(table.s, SPECTATOR, 300))
    assert set(found) == set(odds)
    for dealt in deals(table.s, SPECTATOR, 30):
        assert "B" in hand(dealt, 1)


def test_a_sealed_discard_is_some_of_the_hand() -> None:
    """SET-6.3, SET-15.1: P2 has put aside four of eight; which four is open, each choice of cards as likely."""
    given: dict[str, Json] = {"phase": "DISCARD", "owe": {"P2": 4, "P3": 4}, "sealed": {"P2": "LLLL"}, "dice": "3+4"}
    table = Table({}, 3, P2="S 9; hand LLLLLLLB", P3="S 20; hand LLLLLLLL", **given)
    withs = [letters(int(as_settlers(d).sealed[1])) for d in deals(table.s, 2, 400)]
    assert set(withs) == {"LLLL", "LLLB"}
    assert (
        140 < withs.count("LLLB") < 260
    )  # seven of fifteen L are at P3 for sure, so the brick is here, in four of eight


def kinds(state: State, seat: int) -> str:
    return letters(int(as_settlers(state).cards[seat]), CARDS)


def test_every_action_card_is_equally_likely() -> None:
    """SET-9.1, SET-15.1: P2 holds one of four cards that P1 has not seen: k, k, r, v; the rest is the deck."""
    table = Table(
        {}, 3, P1="S 20; cards vvvv; army 6", P2="S 9; cards k", P3="S 30; army 6", spent="riimm", largest="P3"
    )
    evenly(table.s, 0, lambda d: kinds(d, 1), {"k": 2, "r": 1, "v": 1})
    for dealt in deals(table.s, 0, 20):
        assert Counter(kinds(dealt, 1) + letters(int(as_settlers(dealt).deck), CARDS)) == Counter("kkrv")


def test_a_card_bought_in_this_turn_is_dealt_too() -> None:
    """SET-9.2, SET-15.1: of the player on turn, who sees it; the cards from earlier turns with it."""
    given: dict[str, Json] = {"P1": "S 20; new k; cards r", "P2": "S 9; cards vvvv; army 6", "P3": "S 30; army 6"}
    table = Table({}, 3, **given, spent="riimm", largest="P3")

    def both(state: State) -> tuple[str, str]:
        return kinds(state, 0), letters(int(as_settlers(state).fresh), CARDS)

    pairs = Counter((a, b) for i, a in enumerate("kkrv") for j, b in enumerate("kkrv") if i != j)
    evenly(table.s, 1, both, dict(pairs))
    assert {both(d) for d in deals(table.s, 0, 20)} == {("r", "k")}
    assert {kinds(d, 1) for d in deals(table.s, 1, 20)} == {"vvvv"}


NINE = "C 9 18 30; S 20 41 50"  # nine points


@pytest.mark.parametrize(
    ("buildings", "held", "expected"),
    [
        (NINE, "k", {"k", "r"}),  # a tenth point would have won
        ("C 9 18 30; S 20 41", "kk", {"kk", "kr", "kv", "rv"}),  # one point more, not two
        ("C 9 18; S 20 41", "kk", {"kk", "kr", "kv", "rv", "vv"}),
    ],
)
def test_nobody_is_dealt_points_that_would_have_won(buildings: str, held: str, expected: set[str]) -> None:
    """SET-13.1, SET-13.3: who has ten points in the own turn has won, so unseen cards hold no more than the rest to nine."""
    given: dict[str, Json] = {"P1": "S 1; cards vvv; army 6", "P2": f"{buildings}; cards {held}", "P3": "S 3; army 6"}
    table = Table({}, 3, **given, spent="riimm", largest="P3")
    assert {kinds(d, 1) for d in deals(table.s, 0, 300)} == expected


def test_points_are_dealt_where_nothing_else_is_left() -> None:
    """SET-15.1: a deal must come out even where all other cards are in sight; then it holds what is left."""
    given: dict[str, Json] = {"P1": "S 1; cards vvvv; army 7", "P2": f"{NINE}; cards v", "P3": "S 3; army 7"}
    table = Table({"win": "claim"}, 3, **given, spent="rriimm", largest="P3")
    assert {kinds(d, 1) for d in deals(table.s, 0, 10)} == {"v"}


def test_points_of_a_card_bought_now_count_with_those_from_before() -> None:
    """SET-13.1: of the player on turn both are unknown to the others; together they hold one point at most here."""
    given: dict[str, Json] = {
        "P1": "C 9 18 30; S 20 41; cards k; new k",
        "P2": "S 1; cards vvv; army 6",
        "P3": "S 3; army 6",
    }
    table = Table({}, 3, **given, spent="riimm", largest="P3")
    both = {"".join(sorted(kinds(d, 0) + letters(int(as_settlers(d).fresh), CARDS))) for d in deals(table.s, 1, 300)}
    assert both == {"kk", "kr", "kv", "rv"}


@pytest.mark.parametrize("give", ["L", "B", "W", "G", "O", "LL", "LO"])
@pytest.mark.parametrize("want", ["L", "B", "W", "G", "O"])
def test_whatever_is_offered_or_agreed_to_is_in_the_hand(give: str, want: str) -> None:
    """SET-12.3: of every kind and as many as are named; of who accepts what is wanted, of who counters what is offered."""
    if set(give) & set(want):
        return
    cards = {"P1": f"S 9; hand {give}WG", "P2": f"S 20; hand {want}BO", "P3": f"S 30; hand {give}LLBBWWGGOO"}
    answers: dict[str, Json] = {"P2": "accept", "P3": f"counter {give}>{want}"}
    given: dict[str, Json] = {**cards, **OFFER, "offer": f"{give}>{want}", "answers": answers}
    table = Table({"player_trade": "full"}, 3, **given)
    for dealt in deals(table.s, SPECTATOR, 12):
        for player, named in ((1, give), (2, want), (3, give)):
            assert not Counter(named) - Counter(hand(dealt, player)), (player, hand(dealt, player))


def test_how_likely_points_are_while_one_more_is_possible() -> None:
    """SET-15.1: two of kkrvv, one point at most: the first card is any, the second no point after a point."""
    given: dict[str, Json] = {"P1": "S 1; cards vvv; army 6", "P2": "C 9 18 30; S 20 41; cards kk", "P3": "S 3; army 6"}
    table = Table({}, 3, **given, spent="riimm", largest="P3")
    evenly(table.s, 0, lambda d: kinds(d, 1), {"kk": 3, "kr": 6, "kv": 14, "rv": 7})


def test_a_bought_card_belongs_to_the_player_on_turn() -> None:
    """SET-13.1: P3 has nine points, so what P3 has just bought is no point, whatever P1 could still hold."""
    given: dict[str, Json] = {
        "P1": "S 1; cards k",
        "P2": "S 3; cards vvv; army 6",
        "P3": "C 9 18 30; S 20 41 50; new k; army 2",
    }
    table = Table({}, 3, **given, spent="riimm", largest="P2", turn="P3")
    found = list(deals(table.s, 1, 200))
    assert {letters(int(as_settlers(d).fresh), CARDS) for d in found} == {"k", "r"}
    assert {kinds(d, 0) for d in found} == {"k", "r", "v"}
