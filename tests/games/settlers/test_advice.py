"""Advice for bots: they build, place, rob, trade and discard sensibly, and count only what everybody has seen."""

from __future__ import annotations

import pytest

from kotva.bots.search import Greedy
from kotva.games.settlers import GAME
from kotva.games.settlers.advice.features import site
from tests.games.settlers.table import ACTORS, Table


def choice(t: Table, seat: str | None = None, seed: int = 1) -> str:
    """What a greedy bot does."""
    actor = ACTORS[seat] if seat else t.actor
    return GAME.actions.text(Greedy(seed).choose(GAME.view(t.s, actor, t.options)))


def test_it_builds_what_it_can():
    assert choice(Table(P1="S 13; R 13-18-24-30; hand LBWG")) == "settle 24"
    assert choice(Table(P1="S 13 19; R 13-18; hand GGOOO")).startswith("city")


def test_it_founds_on_good_fields():
    """The first settlement stands on one of the best places of the island."""
    t = Table(phase="SETUP_SETTLEMENT")
    vertex = int(choice(t).split(" ")[1]) - 1
    best = max(int(site(t.s, v, 0)) for v in range(54))
    assert int(site(t.s, vertex, 0)) >= best - 2


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
