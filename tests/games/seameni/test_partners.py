"""Bots with a partner play for the pair (SEA-1.5, 20.2); each of these choices is another one without a partner."""

from __future__ import annotations

import pytest

from kotva.engine.game import Json
from tests.games.seameni.table import Table
from tests.games.seameni.test_evaluation import choice, value

CALM = " ".join(f"{x}{y}=wa" for x in "cdef" for y in range(3, 10))
ALONE: dict[str, object] = {"partners": "off"}


@pytest.mark.parametrize("bot", ["greedy", "mcts:300"])
def test_an_enemy_beside_the_partners_treasure_is_thrown_out(bot: str) -> None:
    """SEA-15.1: of two enemies the one who could take what N is about to carry home; alone, S minds W, who moves next."""
    sea, pirates = f"{CALM} e8:1", "S1 d6, W1 c7, N1 e8, E1 e7"
    assert choice(Table(sea, pirates), bot) == "S1>e7"
    assert choice(Table(sea, pirates, options=ALONE), bot) != "S1>e7"


@pytest.mark.parametrize("bot", ["greedy", "mcts:300"])
def test_treasure_is_carried_towards_the_partners_ship(bot: str) -> None:
    """SEA-13.6: it is three turns to N and nine to S."""
    sea, pirates = f"{CALM} f10=wa f11=wa f9:1", "S1 f9, S2 e3"
    assert choice(Table(sea, pirates), bot) == "S1>f10+"
    assert choice(Table(sea, pirates, options=ALONE), bot) not in {"S1>f10+", "S1>f10"}


def test_what_helps_the_partner_is_as_good_as_what_helps_oneself() -> None:
    """The same pirates of N nearer to a treasure, and his treasure aboard, raise the chance of S by as much as that of N."""
    far, near = Table(CALM, "N1 c3"), Table(f"{CALM} e9:1", "N1 e9")
    assert value(near, 0) == value(near, 2) > value(far, 0)
    far, near = Table(CALM, "N1 c3", options=ALONE), Table(f"{CALM} e9:1", "N1 e9", options=ALONE)
    assert value(near, 0) < value(far, 0)


@pytest.mark.parametrize(
    ("scores", "pair", "alone"), [({"N": 6, "W": 2, "E": 3}, "yes", "no"), ({"S": 5, "W": 3, "E": 3}, "no", "yes")]
)
def test_the_score_of_the_pair_decides_about_an_end(scores: dict[str, Json], pair: str, alone: str) -> None:
    """SEA-19.2: who leads takes the end that E proposes, and it is the pair that leads."""
    for options, answer in ((None, pair), (ALONE, alone)):
        table = Table("a3=t5 b3=t4 c3=t2", options=options, treasures="", scores=dict(scores))
        table.to("E")
        table.play("end?")
        assert choice(table) == answer
