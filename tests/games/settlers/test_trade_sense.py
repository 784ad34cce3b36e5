"""Bots trade as people do: offers that make sense to both sides, two a turn, none twice, nothing with whoever is about to win."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from kotva.bots import Bot, make
from kotva.bots.search import Greedy
from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER
from kotva.games.settlers import GAME
from kotva.games.settlers.board import DEAL, END, OFFER, PLENTY, ROAD
from kotva.games.settlers.evaluation.player import EVALUATION
from kotva.games.settlers.evaluation.trade import NEAR_WIN, OFFERS
from kotva.games.settlers.evaluation.values import deal_gain
from kotva.games.settlers.rules.codes import ACCEPTED, COUNTERED
from kotva.games.settlers.rules.game import Settlers
from tests.games.settlers.table import ACTORS, Table


@dataclass
class Told:
    """What happened at a table of bots."""

    offers: list[tuple[int, int, int]] = field(default_factory=list)  # round, seat, action
    hands: list[tuple[object, ...]] = field(default_factory=list)  # at each of these
    deals: list[tuple[int, int, int, int]] = field(default_factory=list)  # points and gains of the two sides
    idle: int = 0  # turns ended although something could be built


def self_play(name: str, seats: int, seed: int) -> Told:
    told = Told()
    options = GAME.choose_options(seats)
    state, rng, out = GAME.rules.new(options), Rng(seed), Moves()
    bots: list[Bot] = [make(name, 10 * seed + seat) for seat in range(seats)]
    while state.to_act() != OVER:
        actor = int(state.to_act())
        if actor == CHANCE:
            state.apply(CHANCE, state.sample(rng, out))
            continue
        view = GAME.view(state, actor, options)
        action = bots[actor].choose(view)
        assert isinstance(state, Settlers)
        if action >= OFFER:
            told.offers.append((int(state.round), actor, action))
            told.hands.append(tuple(int(hand) for hand in state.hand))
        elif DEAL <= action < PLENTY:
            told.deals.append(both_sides(state, actor, action - DEAL))
        elif action == END:
            told.idle += any(a < ROAD for a in view.legal())
        state.apply(actor, action)
    return told


def both_sides(s: Settlers, me: int, partner: int) -> tuple[int, int, int, int]:
    give, want = int(s.give), int(s.want)
    if s.answers[partner] == COUNTERED:
        give, want = int(s.counter_want[partner]), int(s.counter_give[partner])
    else:
        assert s.answers[partner] == ACCEPTED
    gains = int(deal_gain(s, me, give, want)), int(deal_gain(s, partner, want, give))
    return int(s.points[me]), int(s.points[partner]), *gains


@pytest.mark.parametrize(
    ("name", "seats", "games"),
    [
        pytest.param("greedy:3", 4, 3, marks=pytest.mark.slow),
        ("greedy:3", 3, 1),
        ("easy", 4, 1),
        ("medium", 4, 4),
        pytest.param("mcts:25", 4, 3, marks=pytest.mark.slow),
    ],
)
def test_bots_trade_like_people(name: str, seats: int, games: int) -> None:
    """Over whole games: at most two offers a turn, none twice, both sides gain, nobody near his win takes part."""
    offers = deals = 0
    for seed in range(games):
        told = self_play(name, seats, seed + 1)
        turns = [(round_, seat) for round_, seat, _ in told.offers]
        assert all(turns.count(turn) <= OFFERS for turn in turns)
        assert len(set(told.offers)) == len(told.offers), "the same offer twice in a turn"
        unchanged = list(zip(told.offers, told.hands))
        same = [(seat, action, hands) for (_, seat, action), hands in unchanged]
        assert len(set(same)) == len(same), "the same offer again although no hand has changed"
        for mine, theirs, my_gain, their_gain in told.deals:
            assert max(mine, theirs) < NEAR_WIN
            assert my_gain > 0
            assert their_gain > 0
        assert told.idle == 0, "a turn was ended although something could be built"
        offers += len(told.offers)
        deals += len(told.deals)
    assert offers
    assert deals


# -- each of these in a position -------------------------------------------------------------------------------------


def sense(t: Table, seat: str = "P1") -> list[str]:
    """What makes sense to a seat, in notation."""
    view = GAME.view(t.s, ACTORS[seat], t.options)
    assert isinstance(view.seen, Settlers)
    return [
        GAME.rules.actions.text(action)
        for action in view.legal()
        if EVALUATION.makes_sense(view.seen, ACTORS[seat], action)
    ]


def is_sensible(t: Table, line: str, seat: str = "P1") -> bool:
    """Also of what no list shows."""
    view = GAME.view(t.s, ACTORS[seat], t.options)
    assert isinstance(view.seen, Settlers)
    return bool(EVALUATION.makes_sense(view.seen, ACTORS[seat], GAME.rules.actions.parse(line)))


def offers(t: Table) -> list[str]:
    return [text for text in sense(t) if text.startswith("offer")]


def trading(**more: object) -> Table:
    """P1 lacks a brick for a settlement and has ore to spare; P2 has bricks."""
    position: dict[str, object] = {
        "P1": "S 13; R 13-18-24-30; hand LWGOO",
        "P2": "S 3; hand BBW",
        "P3": "S 43; hand W",
        "P4": "S 51; hand W",
    }
    return Table(**{**position, **more})  # type: ignore[arg-type]


def test_an_offer_brings_what_is_missing():
    assert "offer O>B" in offers(trading())
    assert "offer O>W" not in offers(trading())  # wool is there
    assert "offer B>O" not in offers(trading())


def test_first_one_for_one_then_two_for_one_then_none():
    """So none is made twice in a turn, whatever became of it."""
    first, second = offers(trading()), offers(trading(offers=1))
    assert "offer O>B" in first
    assert "offer OO>B" in second
    assert not set(first) & set(second)
    assert not offers(trading(offers=2))
    rich = "S 13; R 13-18-24-30; hand LWGOOO"
    assert is_sensible(trading(P1=rich, offers=1), "offer OO>B")
    assert not is_sensible(trading(P1=rich, offers=2), "offer OOO>B")
    assert not is_sensible(trading(P1="S 13; R 13-18-24-30; hand LWOO"), "offer O>BG")  # one card is asked for


def test_nobody_is_asked_for_what_the_bank_gives():
    """With the harbour for grain two of it are worth any card."""
    line = "S 13; R 13-18-24-30; hand LWGGG"
    assert "offer GG>B" in offers(trading(P1=line, offers=1))
    assert "offer GG>B" not in offers(trading(P1=line.replace("S 13", "S 6 13"), offers=1))


def test_an_offer_is_not_made_again_while_no_hand_has_changed():
    """Not in the next turn either: a bot remembers; and it may be made again when a hand has changed."""
    ahead = "C 43 20; S 41; hand W"  # so that the other two gain by a deal more than they lose to each other
    t = trading(P2="S 3; hand BGGOO; known BGGOO", P3=ahead)
    bot = Greedy(1)
    view = GAME.view(t.s, 0, t.options)
    assert GAME.rules.actions.text(bot.choose(view)) == "offer O>B"
    assert GAME.rules.actions.text(bot.choose(view)) != "offer O>B"
    changed = trading(P2="S 3; hand BBGGOO; known BBGGOO", P3=ahead)
    assert GAME.rules.actions.text(bot.choose(GAME.view(changed.s, 0, changed.options))) == "offer O>B"


def test_nobody_asks_or_answers_a_seat_about_to_win():
    """Eight public points: neither offers to him, nor his own, nor a yes to his."""
    near = "C 3 1 20 41; hand BBB"
    alone = trading(P2=near, P3="S 43", P4="S 51")
    assert not offers(alone)
    assert offers(trading(P2="C 3 1 20; S 41; hand BBB", P3="S 43", P4="S 51"))  # seven are not eight
    mine = "R 13-18-24-30; hand LWGOO"
    assert offers(trading(P1=f"C 7 20 41; S 13; {mine}"))
    assert not offers(trading(P1=f"C 7 20 41 13; {mine}"))
    for line, answers in ((near, False), ("C 3 1 20; hand BBB", True)):
        t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LWGOO", P2=line).play("P2 offer B>O")
        assert ("accept" in sense(t)) == answers
        assert any(text.startswith("counter") for text in sense(t)) <= answers


def test_no_deal_with_a_seat_about_to_win():
    """He may have answered an offer to all: the deal goes to another, or to nobody."""
    t = trading(P2="C 3 1 20 41; hand BBB", P3="S 43; hand B")
    t.play("offer O>B", "P2 accept", "P3 accept", "P4 reject")
    assert "deal P3" in sense(t)
    assert "deal P2" not in sense(t)


def test_it_gives_nothing_that_it_needs_and_takes_nothing_at_a_loss():
    t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LBWG", P2="S 3; hand OO").play("P2 offer O>B")
    assert "accept" not in sense(t)
    assert "reject" in sense(t)


def test_no_deal_at_a_loss():
    """Neither by an offer that was foolish nor by an answer that asks too much."""
    t = Table(P1="S 13; R 13-18-24-30; hand LBWG", P2="S 3; hand O").play("offer W>O", "P2 accept")
    assert "deal P2" not in sense(t)
    assert "withdraw" in sense(t)
    for counter, good in (("B>W", False), ("B>OO", True)):
        t = trading(P3="S 43", P4="S 51").play("offer O>B", f"P2 counter {counter}")
        assert ("deal P2" in sense(t)) == good, counter


def test_an_answer_answers_what_was_asked():
    """A counter-offer gives what was wanted or takes what was offered."""
    t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LWGOO", P2="S 3; hand BB").play("P2 offer B>W")
    countered = [text for text in sense(t) if text.startswith("counter")]
    assert countered
    assert all("W" in text.split(">")[0] or text.endswith(">B") for text in countered)
    assert len(countered) < len(t.legal("counter", seat="P1"))
    assert "counter O>B" in countered
    assert "counter W>BB" not in countered  # card for card


def test_an_answer_brings_something_that_the_other_may_have():
    full = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LBWG", P2="S 3; hand OO").play("P2 offer O>W")
    assert not is_sensible(full, "counter W>B")
    for known, good in (("", True), ("; known BBB", False)):
        t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LBWW", P2=f"S 3; hand BBB{known}").play("P2 offer B>W")
        assert is_sensible(t, "counter W>G") == good, known


def test_what_can_be_built_is_built():
    able = Table(P1="S 13; R 13-18-24-30; hand LBWG")
    assert "end" not in sense(able)
    assert "end" in sense(Table(P1="S 13; R 13-18-24-30; hand LBW"))
    assert "end" not in sense(Table(P1="S 13; R 13-18; hand GGOOO"))


def test_who_has_thought_before_does_not_try_again():
    """SET-6.8, SET-8.1: neither the road just built nor the robber just placed is moved once more."""
    t = Table(P1="S 13; R 13-18; hand LB").play("road 18-24")
    assert t.legal("move")
    assert not [text for text in sense(t) if text.startswith("move")]
    t = Table(robber=6, P2="S 9; hand LG", phase="ROLL").play("roll", "* dice 1+6")
    assert sense(t) == t.legal("robber")
    t.play("robber 5")
    assert t.legal("robber")
    assert sense(t) == ["steal P2"]
