"""Nothing leaks: games that differ only in the hidden kinds of one player's tokens look the same to everybody else.

A game is played twice from the start of a deployment. In the second one the kinds of one player's hand are dealt anew to his
tokens; everybody makes the same choices, token by token. Every other seat and a spectator must be sent the same bytes until
the rules themselves show a difference: a token that is spied on, shown, paid with, or uncovered.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, Game
from kotva.engine.options import Options
from kotva.engine.say import Say
from kotva.engine.state import OK, OVER, SPECTATOR
from kotva.games.hexxi import GAME
from kotva.games.hexxi.board import FIELDS, INIT, KINDS, LETTERS, MASK, PAY, PLACE, SHIFT, SHOW, SPY, UNKNOWN
from kotva.games.hexxi.rules.codes import AUCTION, CONFRONT, DEPLOY, PAYING, SHIFTING
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import kind_of
from kotva.scene.packet import choices, encode
from tests.exchanged import exchanged

SAY = Say(names=["Ann", "Bob", "Cyd", "Dan"])


class Leak(AssertionError):
    """Somebody was sent what he may not know."""


class Secret:
    """One player's tokens in the hand: which kind each has in the first game and in the second."""

    def __init__(self, s: Hexxi, seat: int, rng: Random) -> None:
        kinds = [kind for kind in range(UNKNOWN) for _ in range(int(s.hand[seat * KINDS + kind]))]
        other = list(kinds)
        rng.shuffle(other)
        self.hand = list(zip(kinds, other, strict=True))

    def use(self, kind: int, rng: Random) -> int:
        """One of the tokens of a kind leaves the hand; its kind in the second game."""
        token = rng.choice([pair for pair in self.hand if pair[0] == kind])
        self.hand.remove(token)
        return token[1]


def sent(game: Game, state: Hexxi, viewer: int | None, options: Options, news: Sequence[Event]) -> bytes:
    """Everything that reaches a viewer at one moment, as bytes."""
    view = game.view(state, viewer, options, news)
    told = [
        e for e in (game.show_event(SPECTATOR if viewer is None else viewer, event) for event in news) if e is not None
    ]
    return json.dumps(
        {
            "position": view.to_json(),
            "legal": view.legal(),
            "choices": encode(choices(view, SAY)).decode(),
            "scene": repr(game.look.scene(view, SAY)),
            "told": told,
            "log": game.lines(told, SAY),
            "record": [game.rules.actions.text(action) for code, _, action, _ in told if code == PLAYED],
            "board": game.words.board(view, SAY) if game.words.board else "",
            "acting": [state.may_act(seat) for seat in range(options.seats)],
        }
    ).encode()


def played(s: Hexxi, action: int) -> tuple[Event, ...]:
    """Carry an action out; what happened."""
    actor = int(s.to_act())
    trace: list[Event] = []
    s.trace = trace
    s.apply(actor, action)
    s.trace = None
    return ((PLAYED, actor, action, 0), *trace)


def compare(
    game: Game, first: Hexxi, second: Hexxi, seat: int, options: Options, news: tuple[Sequence[Event], ...]
) -> int:
    for viewer in (None, *(other for other in range(options.seats) if other != seat)):
        if sent(game, first, viewer, options, news[0]) != sent(game, second, viewer, options, news[1]):
            raise Leak(f"{viewer} can tell the two games apart")
    return options.seats


def twins(game: Game, start: Hexxi, seat: int, options: Options, rng: Random) -> int:
    """Play a deployment twice; how many messages were compared before the rules showed a difference."""
    secret = Secret(start, seat, rng)
    first, second = start.clone(), start.clone()
    compared = compare(game, first, second, seat, options, ((), ()))
    while first.phase in (DEPLOY, PAYING, SHIFTING, AUCTION):
        actor = int(first.to_act())
        legal = game.legal(first, actor)
        action = twin = choose(legal, rng)
        if actor == seat and action < SPY:
            kind = secret.use((action - PLACE) // FIELDS if action < INIT else action - INIT, rng)
            twin = PLACE + kind * FIELDS + (action - PLACE) % FIELDS if action < INIT else INIT + kind
        elif actor == seat and PAY <= action < SHIFT:
            if secret.use(action - PAY, rng) != action - PAY:
                return compared
        elif SPY <= action < PAY:
            bit = MASK[action - SPY if action < SHOW else action - SHOW]
            if kind_of(first, bit) != kind_of(second, bit):
                return compared
        assert second.why_not(actor, twin) == OK, (GAME.rules.actions.text(action), GAME.rules.actions.text(twin))
        news = played(first, action), played(second, twin)
        if differs(first, second, seat):
            return compared
        compared += compare(game, first, second, seat, options, news)
    return compared


def choose(legal: list[int], rng: Random) -> int:
    """Any action; spying, which soon shows a difference, now and then only, and dropping rather than bidding."""
    quiet = [a for a in legal if not SPY <= a < SHOW]
    return rng.choice(legal if rng.random() < 0.05 or not quiet else quiet)


def differs(first: Hexxi, second: Hexxi, seat: int) -> bool:
    """Whether the rules have shown a difference: in open initiative (HEX-7.1), or by uncovering the board (HEX-7.8)."""
    if first.phase == CONFRONT or first.phase != second.phase:
        return True
    return any(first.open[i] != second.open[i] for i in range(seat * KINDS, seat * KINDS + KINDS))


def deployments(options: Options, seed: int) -> list[Hexxi]:
    """The starts of all deployments of a random game."""
    s = GAME.rules.new(options)
    assert isinstance(s, Hexxi)
    rng = Random(seed)
    found = [s.clone()]
    while s.to_act() != OVER:
        before = int(s.round)
        s.apply(int(s.to_act()), rng.choice(GAME.legal(s)))
        if s.round != before and s.phase == DEPLOY:
            found.append(s.clone())
    return found


def play_all(game: Game, seats: int, seeds: range) -> int:
    compared = 0
    for seed in seeds:
        options = GAME.choose_options(seats, {"rounds": 3})
        for number, start in enumerate(deployments(options, seed)):
            for seat in range(number % 2 if seats > 2 else 0, seats, 2 if seats > 2 else 1):
                compared += twins(game, start, seat, options, Random(seed * 100 + number * 10 + seat))
    return compared


@pytest.mark.parametrize(("seats", "games"), [(2, 3), (3, 1), (4, 1)])
def test_hidden_kinds_reach_nobody_else(seats: int, games: int) -> None:
    """HEX-1.5, HEX-5.2, HEX-17.1, HEX-17.2, HEX-17.3, HEX-17.5: byte for byte, in all three rounds, for every player's secret
    (with more than two players, every other one in turn)."""
    compared = play_all(GAME, seats, range(games))
    assert compared > 20 * games * seats * seats  # not stopped early again and again


def test_a_log_that_tells_everything_is_found_out() -> None:
    """The comparison has teeth: without Game.rules.shown_event the kinds are in the log."""
    with pytest.raises(Leak):
        play_all(exchanged(GAME, shown_event=lambda _viewer, event: event), 2, range(1))


def test_the_owner_sees_the_difference() -> None:
    """HEX-5.11: the two games of a comparison do differ, for the one who may look."""
    options = GAME.choose_options(2)
    first, second = (GAME.from_position({"tokens": f"1{kind}@d4"}, options) for kind in "wc")
    assert isinstance(first, Hexxi)
    assert isinstance(second, Hexxi)
    assert sent(GAME, first, 0, options, ()) != sent(GAME, second, 0, options, ())
    assert sent(GAME, first, 1, options, ()) == sent(GAME, second, 1, options, ())


def test_hands_are_public_in_the_confrontation_and_hidden_again_after_it() -> None:
    """HEX-17.4: a cruise token taken back into the hand is seen by all; in the next deployment only counted."""
    options = GAME.choose_options(2)
    tokens = "1S@e4 1W@f5 2S@f4 2S@c4 1C@f6 2C@e5"
    s = GAME.from_position({"state": "confront", "tokens": tokens, "hands": ["CC", "C"]}, options)
    assert isinstance(s, Hexxi)
    for viewer in (None, 0, 1):
        assert GAME.view(s, viewer, options).to_json() == GAME.to_position(s)
    while s.phase == CONFRONT:
        s.apply(int(s.to_act()), GAME.rules.actions.parse("pass"))
    position = GAME.view(s, 1, options).to_json()
    assert isinstance(position, dict)
    assert isinstance(position["hands"], list)
    assert position["hands"][0] == "?" * 9
    assert "?" not in str(position["hands"][1])


def test_redeals_are_even_over_everything_that_fits() -> None:
    """HEX-1.6: hand, face-down board and face-down initiative are dealt the twelve tokens less what is visible."""
    options = GAME.choose_options(2)
    s = GAME.from_position({"tokens": "1w@d4 1c@c3 1S@b2 2c@e4 2w@f5", "initiative": ["s", "P"]}, options)
    seen = s.seen(1)
    met = dict.fromkeys(range(UNKNOWN), 0)
    for number in range(1200):
        dealt = seen.clone()
        dealt.redeal(1, Rng(number))
        assert isinstance(dealt, Hexxi)
        GAME.rules.check(dealt)
        met[int(kind_of(dealt, MASK[GAME.rules.actions.parse("spy d4") - SPY]))] += 1
        assert dealt.seen(1).to_act() == seen.to_act()
    # Of the eleven unseen tokens (a ship is face up) six are C, two S, two P and one W.
    for kind, share in enumerate((6, 2, 2, 1)):
        assert abs(met[kind] / 1200 - share / 11) < 0.05, (LETTERS[kind], met)
