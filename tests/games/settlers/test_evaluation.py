"""Advice for bots: they build, place, rob, trade and discard sensibly, and count only what everybody has seen."""

from __future__ import annotations

import pytest

from kotva.bots.search import Greedy
from kotva.engine.arrays import Rng, zeros
from kotva.engine.fields import key
from kotva.engine.moves import Moves
from kotva.engine.playout import play_random
from kotva.engine.state import CHANCE, OVER
from kotva.games.settlers import GAME
from kotva.games.settlers.board import COUNTER
from kotva.games.settlers.evaluation import features
from kotva.games.settlers.evaluation.features import site
from tests.games.settlers.table import ACTORS, Table


def choice(t: Table, seat: str | None = None, seed: int = 1) -> str:
    """What a greedy bot does."""
    actor = ACTORS[seat] if seat else t.actor
    return GAME.rules.actions.text(Greedy(seed).choose(GAME.view(t.s, actor, t.options)))


def test_it_builds_what_it_can():
    assert choice(Table(P1="S 13; R 13-18-24-30; hand LBWG")) == "settle 24"
    assert choice(Table(P1="S 13 19; R 13-18; hand GGOOO")).startswith("city")


def test_it_founds_on_good_fields():
    """The first settlement stands on one of the best places of the island."""
    t = Table(phase="SETUP_SETTLEMENT")
    vertex = int(choice(t).split(" ")[1]) - 1
    best = max(int(site(t.s, v, 0)) for v in range(54))
    assert int(site(t.s, vertex, 0)) >= best - 2


def test_it_founds_with_ore_and_grain():
    """Who founds without them wins half as often. By throws alone 33 of 80 seats did; there is not always room for everybody."""
    without, row = 0, zeros(int(features.FEATURES))
    for seed in range(1, 9):
        t, rng, out = Table.new(), Rng(seed), Moves()
        bots = [Greedy(4 * seed + seat, 3) for seat in range(4)]
        while t.s.round == 0:
            seat = t.actor
            if seat == CHANCE:
                t.s.apply(CHANCE, t.s.sample(rng, out))
            else:
                t.s.apply(seat, bots[seat].choose(GAME.view(t.s, seat, t.options)))
        for seat in range(4):
            features.look(t.s, seat, row)
            without += bool(row[features.NO_ORE] or row[features.NO_GRAIN])
    assert without <= 4  # of 32


def merit(t: Table, action: str) -> int:
    return int(GAME.bots.evaluation.order(t.s, t.actor, GAME.rules.actions.parse(action)))


def test_roads_are_tried_first_where_they_lead_to_a_place():
    """With a place at its end, then with one a road further on; a road to where nobody may settle is hardly thought of."""
    t = Table(P1="S 13; R 13-18; hand LB", P2="S 30 19; R 30-35 19-25")
    at_once, further, nowhere = merit(t, "road 18-23"), merit(t, "road 8-13"), merit(t, "road 18-24")
    assert at_once > further > nowhere
    assert at_once > merit(t, "end") > 10 * nowhere
    assert merit(Table(P1="S 13; R 13-18-23; hand LB"), "road 8-13") < merit(t, "end")  # there is a place already


def test_a_road_that_takes_the_longest_road_is_tried_first():
    """One that makes it longer, not one beside it; a free road (SET-9.6) as well as one that is paid for."""
    paid = Table(P1="S 13; R 13-18-24-30-35; hand LB; cards r", P2="S 3")
    for t in (paid, Table(P1="S 13; R 13-18-24-30-35; hand LB; cards r", P2="S 3").play("roads")):
        first = {action for action in t.legal("road") if merit(t, action) == 800}
        assert first == {"road 8-13", "road 9-13", "road 29-35", "road 35-40"}
    t = Table(P1="S 13; R 13-18-24-30; hand LB")
    assert max(merit(t, action) for action in t.legal("road")) < 800


def test_looking_for_the_longest_road_leaves_the_board_alone():
    t = Table(P1="S 13; R 13-18-24-30-35; hand LB")
    before = key(t.s)
    for action in t.legal("road"):
        merit(t, action)
    assert key(t.s) == before


def test_quick_players_build_roads_to_places():
    t = Table(P1="S 13; R 13-18; hand LB", P2="S 30 19; R 30-35 19-25")
    moves, chosen = Moves(), set()
    for seed in range(40):
        moves.clear()
        GAME.bots.evaluation.list_quick(t.s, 0, moves)
        chosen.add(GAME.rules.actions.text(int(GAME.bots.evaluation.rollout(t.s, 0, moves, Rng(seed)))))
    assert "road 18-23" in chosen
    assert "road 18-24" not in chosen


def test_it_robs_the_leader_and_not_itself():
    t = Table(phase="ROLL", P1="S 9", P2="C 20 30 41; S 43; hand LLG", P3="S 1; hand W").play("roll", "* dice 3+4")
    t.play(choice(t))
    assert "steal P2" in t.legal()
    assert choice(t) == "steal P2"


@pytest.mark.parametrize(("hand", "offer", "answer"), [("LLWG", "B>L", "accept"), ("LBWG", "O>L", "reject")])
def test_it_answers_offers(hand: str, offer: str, answer: str):
    """It takes the brick it lacks for a settlement, and gives away none of what it has for one."""
    t = Table({"player_trade": "offers"}, P1="S 3; hand BO", P2=f"S 13; R 13-18-24-30; hand {hand}").play(
        f"offer {offer}"
    )
    assert choice(t, "P2") == answer


def test_it_keeps_what_it_needs():
    """Of eight cards it discards four and keeps a settlement."""
    t = Table(phase="ROLL", P1="S 13; R 13-18-24-30; hand LBWGOOOO").play("roll", "* dice 3+4")
    assert choice(t) == "discard OOOO"


def test_it_takes_the_win():
    t = Table({"win": "claim"}, phase="ROLL", P1="C 9 18 30; S 20 41; cards vv")
    assert choice(t) == "win"


@pytest.mark.parametrize("options", [{}, {"player_trade": "offers", "win": "claim"}])
def test_quick_players_think_of_everything_but_offers(options: dict[str, object]):
    """In the order of the legal list: so a playout is the same as one that skips the offers."""
    state = GAME.rules.new(GAME.choose_options(4, options))
    rng, legal, quick, skipped = Rng(5), Moves(), Moves(), 0
    for _ in range(1500):
        actor = int(state.to_act())
        if actor == OVER:
            break
        if actor != CHANCE:
            legal.clear()
            state.list_legal(actor, legal)
            quick.clear()
            GAME.bots.evaluation.list_quick(state, actor, quick)
            whole, plain = ([int(moves.a[i]) for i in range(int(moves.n))] for moves in (legal, quick))
            assert plain == [action for action in whole if action < COUNTER]
            skipped += len(whole) - len(plain)
        play_random(state, rng, 1)
    assert skipped > 1000


def test_quick_players_think_of_the_win():
    t = Table({"win": "claim"}, P1="C 9 18 30; S 20 41; cards vv; hand O", P2="hand B")
    quick = Moves()
    GAME.bots.evaluation.list_quick(t.s, 0, quick)
    assert [GAME.rules.actions.text(int(quick.a[i])) for i in range(int(quick.n))] == ["end", "win"]
    assert t.legal("offer")
