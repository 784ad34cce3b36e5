"""What holds in every state of every random game, and games pinned for good."""

from __future__ import annotations

from random import Random

import pytest

from kotva.engine.arrays import COMPILED, Rng
from kotva.engine.fields import fingerprint, key
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.playout import play_random
from kotva.engine.state import CHANCE, OK, OVER, State
from kotva.games.settlers import GAME
from kotva.games.settlers.board import total
from kotva.games.settlers.rules.game import Settlers
from kotva.match import Match
from tests.games.moments import kept
from tests.games.settlers.table import Table, as_settlers
from tests.golden import PLAYERS, Golden, perft, playthrough

NO_TRADE: dict[str, object] = {"player_trade": "off"}


def games(count: int, seats: int, **options: object) -> list[tuple[Settlers, Random]]:
    chosen = GAME.choose_options(seats, options)
    return [(as_settlers(GAME.rules.new(chosen)), Random(i)) for i in range(count)]


def step(s: State, rng: Random, out: Moves) -> None:
    actor = int(s.to_act())
    out.clear()
    if actor == CHANCE:
        s.list_chance(out)
        s.apply(CHANCE, rng.choices(out.items(), out.weights())[0])
    else:
        s.list_legal(actor, out)
        s.apply(actor, rng.choice(out.items()))


def plain_and_legal(s: Settlers, seat: int) -> tuple[list[int], list[int]]:
    out = Moves()
    s.list_plain(seat, out)
    return out.items(), GAME.legal(s, seat)


def is_offer(action: int) -> bool:
    return GAME.rules.actions.family(action).word in ("offer", "counter")


@pytest.mark.parametrize("number", range(len(kept("settlers"))))
def test_the_plain_list_is_the_list_without_offers(number: int) -> None:
    """SET-4.4, SET-12.6: whoever does not trade may do all the rest, in positions of every kind."""
    moment = kept("settlers")[number]
    s = as_settlers(GAME.from_position(moment.position, GAME.choose_options(moment.seats, moment.options)))
    for seat in (seat for seat in range(moment.seats) if s.may_act(seat)):
        plain, legal = plain_and_legal(s, seat)
        assert plain == [action for action in legal if not is_offer(action)]


def test_the_plain_list_has_answers_and_a_claim() -> None:
    """SET-12.6, SET-13.5: offers and counter-offers are left out, and nothing else."""
    table = Table({"win": "claim"}, P1="C 13 16 41 46; hand W; cards vv", P2="hand GO")
    for actor in (0, 1):
        plain, legal = plain_and_legal(table.s, actor)
        assert plain == [action for action in legal if not is_offer(action)] != legal
        table.play(*(["offer W>G"] if actor == 0 else []))


@pytest.mark.parametrize(("seats", "ruleset"), [(4, "tournament"), (3, "base")])
def test_nothing_is_lost_and_somebody_always_decides(seats: int, ruleset: str):
    """SET-16.2, SET-16.3, section 2: 95 resource cards, 25 action cards, all pieces; the game ends."""
    out = Moves()
    for s, rng in games(2, seats, ruleset=ruleset, max_rounds=30, offers_per_turn=1):
        steps = 0
        while s.to_act() != OVER:
            if steps % 7 == 0:
                GAME.rules.check(s)
            actor = int(s.to_act())
            if actor >= 0:
                out.clear()
                s.list_legal(actor, out)
                assert out.n > 0
                assert all(s.why_not(actor, a) == OK for a in out.items())
            step(s, rng, out)
            steps += 1
        GAME.rules.check(s)
        assert steps < GAME.rules.longest(GAME.choose_options(seats, {"max_rounds": 30, "offers_per_turn": 1}))


def test_the_number_of_cards_stays_what_everybody_sees():
    """SET-15.1: a re-dealt state looks the same to whoever looks."""
    out = Moves()
    for s, rng in games(2, 4, offers_per_turn=1):
        for n in range(900):
            if s.to_act() == OVER:
                break
            step(s, rng, out)
            if n % 30:
                continue
            for seat in (-1, 0, 1, 2, 3):
                seen = s.seen(seat)
                dealt = seen.clone()
                dealt.redeal(seat, Rng(n))
                GAME.rules.check(dealt)
                assert key(dealt.seen(seat)) == key(seen)
                assert [int(total(h)) for h in dealt.hand] == [int(total(h)) for h in s.hand]


PERFT: list[tuple[dict[str, Json], list[int]]] = [
    ({"phase": "SETUP_SETTLEMENT"}, [54, 144, 7236]),
    (
        {
            "P1": "S 9 19; C 30; R 9-13-18 19-24-30; hand LLBBWGGOOO; cards kr",
            "P2": "S 20 41; hand WWG",
            "P3": "S 5; hand O",
        },
        [16, 290, 4667],
    ),
    ({"phase": "ROLL", "P1": "S 9; hand LLLLBBBB; cards k", "P2": "C 18; hand WWWWGGGGO", "robber": 6}, [2, 53, 1959]),
]


@pytest.mark.parametrize("number", range(3))
def test_perft(number: int):
    """Pinned counts of choices to depth 3 from three positions."""
    position, expected = PERFT[number]
    state = Table({"player_trade": "off"} if number == 1 else None, **position).s
    assert [perft(GAME, state, depth) for depth in (1, 2, 3)] == expected


@pytest.mark.conformance
def test_random_games_are_the_same_compiled_and_not():
    """The hash over the ends of ten games: the compiler must not matter."""
    chosen = GAME.choose_options(4, {"offers_per_turn": 2})
    ends = []
    for seed in range(4):
        s = GAME.rules.new(chosen)
        play_random(s, Rng(seed), 100_000)
        ends.append(fingerprint(s))
    assert ends == PINNED_ENDS, COMPILED


PINNED_ENDS = ["f73ed70c0492e0c7", "597419866d5ffb63", "473953e26eb70766", "2b5ae55770c1e9ce"]


@pytest.mark.parametrize(
    ("seats", "seed", "options"),
    [
        (3, 1, {"ruleset": "base", "max_rounds": 25, "offers_per_turn": 1}),
        (4, 2, {"max_rounds": 20, "offers_per_turn": 1}),
    ],
)
def test_golden_playthrough(seats: int, seed: int, options: dict[str, object], golden: Golden):
    rng = Random(seed)

    def choose(match: Match) -> tuple[int, str]:
        first, *others = match.actors()
        seat = rng.choice([first, *sorted(others)])
        return seat, rng.choice(match.legal(seat))

    match = Match(GAME, seats, options, seed=f"golden {seed}", names=PLAYERS[:seats])
    golden.check(f"settlers/golden/{seats}-players.txt", playthrough(match, choose))
