"""Bots at a HEXXI table: what they know, and that knowing something helps."""

from __future__ import annotations

import pytest

from kotva.arena import simulate
from kotva.bots import make
from kotva.engine.arrays import zeros
from kotva.engine.game import Json
from kotva.games.hexxi import GAME
from kotva.games.hexxi.rules.codes import CONFRONT, ESCORTING
from tests.games.hexxi.table import Table, confront


def chosen(table: Table, bot: str = "greedy") -> str:
    """What a bot plays here, from its own view alone."""
    return GAME.rules.actions.text(make(bot, 1).choose(table.match.view(table.player - 1)))


def value(seats: int = 2, **position: Json) -> list[int]:
    out = zeros(seats)
    GAME.bots.evaluation.values(Table(seats, None, **position).s, out)
    return [int(v) for v in out]


def test_ships_belong_on_the_far_edges() -> None:
    """HEX-14.2."""
    edge = value(tokens="1s@g5 2s@b2")
    middle = value(tokens="1s@d5 2s@b2")
    assert edge[0] > middle[0]


def test_a_capture_is_taken() -> None:
    assert chosen(confront("2P@f6 2W@g5 1S@f5 1S@e6 2C@f7", turn=2)) == "kidnap f6xe6"
    assert chosen(confront("1S@a3 2W@b2 2P@c3 1P@b1 1C@c1")) == "ambush a1xb2"
    assert chosen(confront("1S@f6 2W@e5 2P@e6 1C@f5")) == "trap f6xg7"


def test_the_least_is_moved_to_the_initiative() -> None:
    laid = "1c@b2 1c@b3 1c@b4 1c@b5 1c@c1 1c@c2 1s@g4 1s@g5 1s@f7 1p@c5 1p@c6 1w@f6"
    table = Table(2, state="shift", tokens=laid)
    field = chosen(table).removeprefix("shift ")
    assert field in {"b2", "b3", "b4", "b5", "c1", "c2"}


def test_nobody_bids_the_roof_off() -> None:
    """HEX-7.5: a place is not worth twenty points."""
    table = Table(2, state="auction", initiative=["P", "P"], tokens=_spread())
    for bot in ("greedy", "mcts:200"):
        action = chosen(table, bot)
        assert action == "drop" or int(action.removeprefix("bid ")) <= 5


def _spread() -> str:
    first = "1c@a2 1c@a3 1c@a4 1c@b1 1c@b2 1c@b3 1s@g4 1s@g5 1s@f7 1p@c1 1w@f6"
    return first + " 2c@f3 2c@f4 2c@f5 2c@e3 2c@e4 2c@e5 2s@c2 2s@d1 2s@b4 2p@g6 2w@c3"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats: int) -> None:
    results = simulate(GAME, seats, ["greedy:4", "random"], 6, seed=5)
    assert results.wins[0] >= 5


@pytest.mark.slow
def test_greedy_beats_random_nearly_always() -> None:
    """At least 85 % of 200 games of two."""
    results = simulate(GAME, 2, ["greedy", "random"], 200, seed=1)
    assert results.wins[0] >= 170


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_search_beats_greedy() -> None:
    """At least 60 %; so many simulations take less than 300 ms on a quiet core."""
    results = simulate(GAME, 2, ["mcts:1500", "greedy"], 40, seed=1)
    assert results.wins[0] >= 24


# Seat 2 is behind, and to pass would end the round: its ship once went from a3 to b5 and back until the limit.
IDLE: dict[str, Json] = {
    "state": "confront",
    "round": 2,
    "order": [3, 1, 2],
    "turn": 2,
    "scores": [8, 6, 8],
    "tokens": "1P@a2 2S@a4 3C@b1 1C@b2 1C@b3 2W@b4 2S@b5 3S@c1 3W@c2 2C@c4 3C@c5 3S@d1 3C@d2 1C@d4 1C@d5 3P@d6 3C@e2 1W@e5 3P@e7 "
    "2P@f3 2C@f4 2P@f5 2C@g5 1S@g7",
    "hands": ["C", "CC", "CC"],
    "initiative": ["C", "C", "S"],
    "captured": ["", "1S", "1S 1P 2S"],
    "passes": 2,
}


@pytest.mark.parametrize("bot", ["greedy", "mcts:100"])
def test_nobody_goes_to_and_fro(bot: str) -> None:
    """HEX-13.3: a confrontation in which nothing happens is ended, not drawn out to its limit."""
    table = Table(3, None, **IDLE)
    bots = [make(bot, seat) for seat in range(3)]
    quiet = 0
    while table.s.round == 2 and table.s.phase in (CONFRONT, ESCORTING):
        seat = table.player - 1
        table.match.play(GAME.rules.actions.text(bots[seat].choose(table.match.view(seat))))
        quiet = max(quiet, int(table.s.quiet))
    assert quiet < 8


def test_a_lead_does_not_change_by_passing() -> None:
    """The end of a confrontation that brings nothing more is worth what going on with it is worth: nobody puts it off."""
    idle = Table(3, None, **IDLE, quiet=4)
    going, ended = zeros(3), zeros(3)
    GAME.bots.evaluation.values(idle.s, going)
    GAME.bots.evaluation.values(idle.play("pass").s, ended)
    assert list(going) == list(ended)


def test_a_ship_on_its_edge_stays_there() -> None:
    """HEX-14.2: a jump from one far-edge field to another gains nothing: passing comes before it."""
    table = confront("1S@g6 1S@g5 2S@b2 2C@b3")
    merits = {
        text: GAME.bots.evaluation.order(table.s, 0, GAME.rules.actions.parse(text))
        for text in table.legal("convoy", "pass")
    }
    assert max(merits, key=lambda text: merits[text]) == "pass", merits
