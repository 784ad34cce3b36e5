"""Whatever a person writes as a position, as options, as a map or a board: refused in words, or a game that can be played."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kotva import games
from kotva.conformance import Budget, Kit
from kotva.conformance.mutations import Sample, spoiled_options, spoiled_text
from kotva.conformance.position_checks import examine, judge, judge_options, samples
from kotva.engine.errors import BadOption, BadPosition, KotvaError
from kotva.engine.game import Json
from kotva.games.settlers.boards import BOARD_B
from kotva.games.triremes import maps
from tests import ours

GAMES = tuple(ours.GAMES)
POSITIONS = 20_000  # of each game
PARTS = 2  # of a game's positions, so that two processes share them
BATCH = 40  # positions of one example of hypothesis, which takes longer to draw an example than a position to be judged


@lru_cache
def pools(game_id: str) -> list[list[Sample]]:
    """Positions of every phase, by number of seats, out of random games with many options."""
    game = games.load(game_id)
    return [samples(Kit(game, seats, Budget(1.0))) for seats in game.rules.seats]


def accepted(game_id: str, positions: int, batch: int, part: int = 0) -> int:
    """How many of so many spoiled positions can be played; a fault tells the fewest edits that show it."""
    game = games.load(game_id)
    found = 0

    @settings(
        max_examples=positions // batch,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**40))
    def test(number: int) -> None:
        nonlocal found
        rng = Random(number * PARTS + part)
        for _ in range(batch):
            pool = rng.choice(pools(game_id))
            edits = [rng.getrandbits(40) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5)))]
            found += examine(game, rng.choice(pool), rng.choice(pool), edits, rng.getrandbits(30))

    test()
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_some_spoiled_positions(game_id: str) -> None:
    assert accepted(game_id, 150, batch=1) > 0


@pytest.mark.slow
@pytest.mark.timeout(900)  # seven seconds each on a quiet machine
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", GAMES)
def test_twenty_thousand_spoiled_positions(game_id: str, part: int) -> None:
    positions = POSITIONS // PARTS
    assert positions // 20 < accepted(game_id, positions, BATCH, part) < positions  # neither hopeless nor harmless


@pytest.mark.parametrize("game_id", GAMES)
def test_spoiled_options(game_id: str) -> None:
    game = games.load(game_id)
    for number in range(150):
        for seats in game.rules.seats:
            judge_options(game, seats, spoiled_options(game, seats, number))
    for nobody in (0, -1, 5, 10**30, True, "2", None, 2.5):
        with pytest.raises(BadOption):
            game.choose_options(nobody)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game_id", "option", "text"),
    [("triremes", "map1", maps.BAY), ("triremes", "map2", maps.COVE), ("settlers", "board", BOARD_B)],
)
def test_spoiled_maps_and_boards(game_id: str, option: str, text: str) -> None:
    """TRI-2.10, SET-2.9."""
    game = games.load(game_id)
    for number in range(150):
        rng = Random(number)
        judge_options(game, rng.choice(game.rules.seats), {option: spoiled_text(text, rng)})
    for strange in ("", "\x00", "²", "domain x 99999999999999999999x9", "L² " * 19 + "| 3", "\n" * 9999, "\ud800"):
        with pytest.raises(KotvaError):
            game.choose_options(game.rules.seats[0], {option: strange})


# -- what was found --------------------------------------------------------------------------------------------------------
# Positions that crashed, or from which somebody had to act and could not, before there was one way to read them.

FOUND: list[tuple[str, int, dict[str, object], dict[str, Json]]] = [
    ("bosman", 4, {}, {"player": 2**70}),
    ("bosman", 4, {}, {"decided": 10**30}),
    ("bosman", 4, {}, {"stack": -1}),
    ("bosman", 4, {}, {"phase": "opening", "decided": 4}),
    ("bosman", 4, {}, {"phase": "deal", "due": 5, "stack": 0}),
    ("bosman", 4, {}, {"phase": "board"}),
    ("bosman", 4, {}, {"due": 3, "hands": {"1": "R10 R11 R12 R20 R21"}}),
    ("bosman", 4, {}, {"hands": {"1": "? R10"}}),
    ("bosman", 4, {}, {"hands": {"²": "R10"}}),
    ("bosman", 4, {}, {"under": ["R21:11"]}),
    ("bosman", 4, {}, {"covered": ["21 R21"], "poison": [1, 2, 3, 4]}),
    ("bosman", 4, {}, {"phase": "turn", "boat": {c: f"R{c}" for c in ["10", "11", "12", "20", "21", "22", "30", "31", "32"]}}),
    ("hexxi", 2, {}, {"hands": ["", "?"]}),
    ("hexxi", 2, {}, {"passes": 1}),
    ("hexxi", 2, {}, {"quiet": 3}),
    ("hexxi", 2, {}, {"state": "auction", "auction": {"left": [1, 2], "line": [0, 0], "place": 2}}),
    ("hexxi", 2, {}, {"state": "escort", "tokens": "1W@d4", "escort": {"at": "d4", "from": "d4", "jumped": ["d4"]}}),
    ("seameni", 2, {}, {"phase": "place", "ships": {}, "tiles": "e5=ho", "player": "N"}),
    ("seameni", 3, {}, {"phase": "place", "ships": {"W": "w6"}, "player": "W"}),
    ("seameni", 4, {}, {"phase": "chain"}),
    ("seameni", 4, {}, {"phase": "overflow"}),
    ("seameni", 4, {}, {"turning": "e5"}),
    ("seameni", 4, {}, {"pirates": {"S1": "dead resting"}}),
    ("seameni", 4, {}, {"tiles": "e5=ca", "pirates": {"S1": "e5"}, "movement": {"pirate": "S1", "origin": "@S", "at": "dead"}}),
    ("settlers", 3, {}, {"longest": "P1", "P1": "R 8-13-18"}),
    ("settlers", 3, {}, {"largest": "P1"}),
    ("settlers", 3, {}, {"P1": "army 3"}),
    ("settlers", 3, {}, {"deck": "kkkkkkkkkkkkkkrri?mmvvvvv"}),
    ("settlers", 3, {}, {"phase": "DISCARD"}),
    ("settlers", 3, {}, {"phase": "STEALING"}),
    ("settlers", 3, {}, {"phase": "SETUP_SETTLEMENT", "P1": "S 1 3 5 12 16"}),
    ("settlers", 3, {}, {"offer": "W>G", "asked": ["P2", "P3", "P3"], "phase": "OFFER", "P1": "hand W"}),
    ("settlers", 3, {}, {"offer": "W>G", "asked": ["P2"], "phase": "OFFER", "P2": "hand G"}),
    ("settlers", 3, {}, {"phase": "OFFER", "offers": 1, "offer": "W>G", "asked": ["P2"],
                         "P1": "hand W", "P2": "hand GO", "answers": {"P2": "counter ?>W"}}),
    ("settlers", 3, {}, {"P2": "new k"}),
    ("settlers", 3, {}, {"P1": "S ²"}),
    ("settlers", 3, {}, {"P1": "army ²"}),
    ("settlers", 3, {}, {"board": BOARD_B.replace("O10", "O²")}),
    ("settlers", 3, {}, {"dice": "0+3"}),
    ("triremes", 2, {}, {}),
    ("triremes", 2, {}, {"figures": "R:a1 G:p18 turns=²"}),
    ("triremes", 2, {}, {"figures": "R²=h9N R:a1 G:p18"}),
    ("triremes", 2, {}, {"figures": "R" + "1" * 5000 + "=h9N"}),
    ("triremes", 2, {}, {"figures": "R:a" + "1" * 5000}),
    ("triremes", 2, {}, {"figures": "R1=h9N/? R:a1 G:p18"}),
    ("triremes", 2, {}, {"figures": "R:a1,h17,i17,j17 G:p18"}),
    ("triremes", 3, {}, {"figures": "R:i1 G:a10 C:i28 out=1,1"}),
    ("triremes", 2, {}, {"figures": "R:a1 G:p18", "fights": ["a1!G1"], "phase": "fight"}),
    ("triremes", 2, {}, {"figures": "R1=h9N G1=i9N R:a1 G:p18", "fights": ["R1!G1", "R1!G1"], "phase": "dice"}),
    ("triremes", 2, {}, {"figures": "R1=h9N/2 R:a1 G:p18", "phase": "setup", "asked": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("game_id", "seats", "options", "position"), FOUND)
def test_what_was_found_is_refused(
    game_id: str, seats: int, options: dict[str, object], position: dict[str, Json]
) -> None:
    """BOS-15.6, HEX-7.7, SEA-11.1, SET-12.5, TRI-15.2 and others: the message names a clause."""
    game = games.load(game_id)
    chosen = game.choose_options(seats, options)
    with pytest.raises(BadPosition, match=rf"\(.*{game.prefix}-[0-9]+\.[0-9]+"):
        game.from_position(position, chosen)
    judge(game, chosen, position, 1)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("nothing", [None, [], "text", 5, {"no such key": 1}, {1: 2}, {"": {}}])
def test_what_is_no_position_at_all(game_id: str, nothing: object) -> None:
    game = games.load(game_id)
    with pytest.raises(BadPosition):
        game.from_position(nothing, game.choose_options(game.rules.seats[0]))  # type: ignore[arg-type]
