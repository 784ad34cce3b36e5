"""What holds in every state of every game: components, exclusions, one predicate for list and refusal, bounded games."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.fields import fingerprint, key
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.seameni import GAME
from kotva.games.seameni.board import (
    ADVANCE,
    CODE_COUNT,
    DEAD,
    FIELDS,
    FIRST,
    HIDDEN,
    NONE,
    PIRATES,
    SEA,
    TRANSIT,
    TURN_UP,
)
from kotva.games.seameni.check import check
from kotva.games.seameni.position import read, write
from kotva.games.seameni.rules.codes import CHAIN, REJUMP, TURN
from kotva.games.seameni.rules.game import Seameni

pytestmark = pytest.mark.slow

# Enough variety: seats and options.
GAMES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"agreement": "off", "stall_turns": 60}),
    (3, {"agreement": "off", "ship_crew": "one", "first": "random"}),
    (4, {"agreement": "off"}),
    (4, {"agreement": "off", "partners": "off", "idle_turns": "skip", "stall_turns": 100}),
    (4, {"allow_pass": "on", "first": "3", "auto_end": "off"}),
]


def start(seats: int, options: dict[str, object]) -> Seameni:
    state = GAME.rules.new(GAME.choose_options(seats, options))
    assert isinstance(state, Seameni)
    return state


def walk(state: Seameni, rng: Rng):
    """Play a random game; yield the state before each action with its actor, its legal actions and the one chosen."""
    out = Moves()
    while (actor := int(state.to_act())) != OVER:
        out.clear()
        if actor == CHANCE:
            state.list_chance(out)
            action = int(out.pick_weighed(rng))
        else:
            state.list_legal(actor, out)
            action = int(out.pick(rng))
        yield actor, out.items(), action
        state.apply(actor, action)


@pytest.mark.conformance
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_components_and_exclusions_in_random_games(seats: int, options: dict[str, object]) -> None:
    """SEA-2.1, SEA-15.3, SEA-11.15, SEA-16.4, SEA-9.22: `check` holds before every action of every game.

    SEA-19.4 to 19.6: every game ends within the bound.
    """
    chosen = GAME.choose_options(seats, options)
    for seed in range(6):
        state = start(seats, options)
        played = 0
        for _ in walk(state, Rng(seed)):
            check(state)
            played += 1
        check(state)
        assert played <= GAME.rules.longest(chosen)
        assert state.turns <= chosen.number("max_turns") * seats


@pytest.mark.conformance
@pytest.mark.parametrize(("seats", "options"), GAMES[:5])
def test_the_legal_list_and_the_refusals_agree(seats: int, options: dict[str, object]) -> None:
    """An action is in the list exactly when no clause forbids it."""
    state = start(seats, options)
    for turn, (actor, legal, _) in enumerate(walk(state, Rng(7))):
        if turn % 13 or actor == CHANCE:
            continue
        allowed = [a for a in range(TURN_UP) if state.why_not(actor, a) == OK]
        assert allowed == sorted(legal)
        assert len(set(legal)) == len(legal)


def test_the_outcomes_of_chance_and_the_refusals_agree() -> None:
    """SEA-8.1, SEA-4.5: only the field entered, only a tile that is left."""
    state = start(3, {"first": "random"})
    for actor, legal, _ in walk(state, Rng(3)):
        if actor == CHANCE:
            field = max(0, int(state.turning))
            near = range(TURN_UP + field * CODE_COUNT - 1, TURN_UP + (field + 1) * CODE_COUNT + 1)
            allowed = [a for a in (*range(FIRST, TURN_UP), *near) if state.why_not(CHANCE, a) == OK]
            assert allowed == sorted(legal)


@pytest.mark.conformance
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_positions_round_trip(seats: int, options: dict[str, object]) -> None:
    """Every state of a game, also in the middle of a movement, can be written down and read again."""
    chosen = GAME.choose_options(seats, options)
    state = start(seats, options)
    for turn, _ in enumerate(walk(state, Rng(11))):
        if turn % 5 == 0 or state.mover != NONE:
            written: dict[str, Json] = write(state)
            assert key(read(written, chosen)) == key(state)


def test_carriers_turn_up_nothing_and_stay_on_the_sea() -> None:
    """SEA-11.15, SEA-13.5: whoever carries is never surprised, and no treasure gets off the sea except into a ship."""
    carried = 0
    for seed in range(12):
        state = start(4, {"agreement": "off", "stall_turns": 100})
        state.trace = []
        for _ in walk(state, Rng(seed)):
            if state.carried:
                carried += 1
                assert not state.surprised
                assert state.turning == NONE
            for f in range(FIELDS):
                assert not state.treasure[f] or (SEA[f] and HIDDEN < state.tile[f] < TRANSIT)
    assert carried > 5


def test_nobody_is_asked_without_a_choice_in_chains() -> None:
    """SEA-5.7: outside PLACE, TURN and VOTE a single choice is not asked for; SEA-5.3: nobody is ever stuck."""
    met = set()
    for seed in range(30):
        state = start(4, {"agreement": "off", "stall_turns": 200})
        for actor, legal, _ in walk(state, Rng(seed)):
            assert legal
            if actor != CHANCE and int(state.phase) > TURN:
                met.add(int(state.phase))
                assert len(legal) > 1
    assert met >= {CHAIN, REJUMP}


def test_clones_do_not_notice() -> None:
    """Only `apply` changes a state, and a clone shares nothing that changes."""
    state = start(4, {"agreement": "off"})
    kept: list[tuple[Seameni, str]] = []
    for turn, _ in enumerate(walk(state, Rng(2))):
        if turn % 40 == 0:
            kept.append((state.clone(), fingerprint(state)))
    assert all(fingerprint(clone) == before for clone, before in kept)


def test_dead_pirates_stay_dead_and_captives_captive() -> None:
    """SEA-18.1, SEA-16.11."""
    deaths = captures = 0
    for seed in range(12):
        state = start(4, {"agreement": "off", "stall_turns": 100})
        dead: set[int] = set()
        captive: dict[int, int] = {}
        for _ in walk(state, Rng(seed)):
            for p in range(PIRATES):
                assert p not in dead or state.place[p] == DEAD
                if state.place[p] == DEAD:
                    dead.add(p)
                elif p in captive:
                    assert state.captor[p] == captive[p]
                elif state.captor[p] != NONE:
                    captive[p] = int(state.captor[p])
        deaths += len(dead)
        captures += len(captive)
    assert deaths > 5
    assert captures > 5


def test_the_order_of_actions_is_fixed() -> None:
    """Equal decisions give equal games: fingerprints of two runs."""
    prints = []
    for _ in range(2):
        state = start(4, {})
        out = [action for _, _, action in walk(state, Rng(99))]
        prints.append((fingerprint(state), out))
    assert prints[0] == prints[1]
    assert any(ADVANCE <= a < ADVANCE + PIRATES for a in prints[0][1]) or len(prints[0][1]) > 20
