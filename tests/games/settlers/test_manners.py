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
from kotva.games.settlers.advice.player import ADVICE
from kotva.games.settlers.advice.trade import NEAR_WIN, OFFERS
from kotva.games.settlers.advice.values import deal_gain
from kotva.games.settlers.board import DEAL, END, OFFER, PLENTY, ROAD
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
    state, rng, out = GAME.new(options), Rng(seed), Moves()
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
        pytest.param("mcts:25", 4, 1, marks=pytest.mark.slow),
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
    assert deals or name.startswith("mcts")


# -- each of these in a position -------------------------------------------------------------------------------------


def sense(t: Table, seat: str = "P1") -> list[str]:
    """What makes sense to a seat, in notation."""
    view = GAME.view(t.s, ACTORS[seat], t.options)
    return [GAME.actions.text(action) for action in view.legal() if ADVICE.makes_sense(view.seen, ACTORS[seat], action)]


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


def test_an_offer_is_not_made_again_while_no_hand_has_changed():
    """Not in the next turn either: a bot remembers; and it may be made again when a hand has changed."""
    t = trading(P2="S 3; hand BGGOO; known BGGOO")
    bot = Greedy(1)
    view = GAME.view(t.s, 0, t.options)
    assert GAME.actions.text(bot.choose(view)) == "offer O>B"
    assert GAME.actions.text(bot.choose(view)) != "offer O>B"
    changed = trading(P2="S 3; hand BBGGOO; known BBGGOO")
    assert GAME.actions.text(bot.choose(GAME.view(changed.s, 0, changed.options))) == "offer O>B"


def test_nobody_asks_or_answers_whoever_is_about_to_win():
    """Eight public points: neither offers to him, nor his own, nor a yes to his."""
    near = "C 3 1 20 41; hand BBB"
    alone = trading(P2=near, P3="S 43", P4="S 51")
    assert not offers(alone)
    assert offers(trading(P2="C 3 1 20; hand BBB", P3="S 43", P4="S 51"))
    for line, answers in ((near, False), ("C 3 1 20; hand BBB", True)):
        t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LWGOO", P2=line).play("P2 offer B>O")
        assert ("accept" in sense(t)) == answers
        assert any(text.startswith("counter") for text in sense(t)) <= answers


def test_no_deal_with_whoever_is_about_to_win():
    """He may have answered an offer to all: the deal goes to another, or to nobody."""
    t = trading(P2="C 3 1 20 41; hand BBB", P3="S 43; hand B")
    t.play("offer O>B", "P2 accept", "P3 accept", "P4 reject")
    assert "deal P3" in sense(t)
    assert "deal P2" not in sense(t)


def test_it_gives_nothing_that_it_needs_and_takes_nothing_at_a_loss():
    t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LBWG", P2="S 3; hand OO").play("P2 offer O>B")
    assert "accept" not in sense(t)
    assert "reject" in sense(t)


def test_an_answer_answers_what_was_asked():
    """A counter-offer gives what was wanted or takes what was offered."""
    t = Table(turn="P2", P1="S 13; R 13-18-24-30; hand LWGOO", P2="S 3; hand BB").play("P2 offer B>W")
    countered = [text for text in sense(t) if text.startswith("counter")]
    assert countered
    assert all("W" in text.split(">")[0] or text.endswith(">B") for text in countered)
    assert len(countered) < len(t.legal("counter", seat="P1"))


def test_what_can_be_built_is_built():
    able = Table(P1="S 13; R 13-18-24-30; hand LBWG")
    assert "end" not in sense(able)
    assert "end" in sense(Table(P1="S 13; R 13-18-24-30; hand LBW"))
    assert "end" not in sense(Table(P1="S 13; R 13-18; hand GGOOO"))
