"""What can be taken back: nothing by which anybody, player or spectator, learned something."""

from __future__ import annotations

from random import Random

import pytest

from kotva import games
from kotva.engine.errors import Illegal
from kotva.engine.game import PLAYED, Game, Json
from kotva.engine.state import SPECTATOR, State
from kotva.match import Match
from kotva.match.undo import GLANCE, TWINS, can_take_back, clues
from tests.conformance import toys
from tests.conformance.pearls import ENDED, KEEP, PEARLS, Pearls

BOSMAN, TRIREMES, SETTLERS, HEXXI = map(games.load, ("bosman", "triremes", "settlers", "hexxi"))
UNMARKED = toys.BROKEN["takebacks"]  # the same toy, and nothing says that a peek shows something


def pearls(game: Game = PEARLS) -> Match:
    """Three with a pearl each; only the owners know which."""
    return Match(game, 3, seed="pearls")


def played(game: Game, before: State, actor: int, text: str) -> tuple[State, list[tuple[int, int, int, int]]]:
    after = before.clone()
    trace: list[tuple[int, int, int, int]] = []
    after.trace = trace
    action = game.rules.actions.parse(text)
    game.play(after, actor, action)
    after.trace = None
    return after, [(PLAYED, actor, action, 0), *trace]


def test_what_is_marked_as_showing_something_stays() -> None:
    match = pearls()
    after, events = played(PEARLS, match.state, 0, "peek 2")
    assert not can_take_back(PEARLS, match.state, after, events, twins=0)
    after, events = played(PEARLS, match.state, 0, "keep")
    assert can_take_back(PEARLS, match.state, after, events)


def test_what_shows_something_without_a_mark_is_found_by_looking() -> None:
    """From other deals that fit what was known before, the same action would have shown another pearl."""
    match = pearls(UNMARKED)
    after, events = played(UNMARKED, match.state, 0, "peek 2")
    assert can_take_back(UNMARKED, match.state, after, events, twins=0)
    assert not can_take_back(UNMARKED, match.state, after, events)
    peek = events[0][2]
    assert [clues(UNMARKED, match.state, after, 0, 0, peek, 40, enough=enough) for enough in (1, 2, 3)] == [1, 2, 3]
    assert clues(UNMARKED, match.state, after, 2, 0, peek, 40) == 0
    match.play("peek 2")
    assert match.undo_target(0) is None


def test_chance_the_table_and_the_end_are_not_taken_back() -> None:
    match = pearls()
    after, events = played(PEARLS, match.state, 0, "dive")
    drawn, drew = played(PEARLS, after, -1, PEARLS.rules.actions.text(PEARLS.legal(after, -1)[0]))
    assert not can_take_back(PEARLS, after, drawn, drew, twins=0)
    plain = Match(TRIREMES, 2, {"setup": "auto", "first": "1", "cargo": "open"})  # nobody can learn anything
    before = plain.state.clone()
    on, events = played(TRIREMES, before, 0, plain.legal()[0])
    assert can_take_back(TRIREMES, before, on, events)
    over, events = played(TRIREMES, before, 0, "resign")
    assert not can_take_back(TRIREMES, before, over, events)
    plain.play("resign")
    assert plain.undo_target(0) is None


def test_nothing_is_taken_back_before_the_first_move_nor_from_somebody_else() -> None:
    match = Match(TRIREMES, 2, {"setup": "auto", "first": "1"})
    assert match.undo_target(0) is None
    match.play(next(text for text in match.legal() if ":" in text))
    assert match.undo_target(1) is None
    assert match.undo_target(0) == 0


@pytest.mark.parametrize(("cargo", "free"), [("open", True), ("hidden", False)])
def test_what_the_rules_say_is_shown_matters_where_something_is_hidden(cargo: str, free: bool) -> None:
    """TRI-21.2: ramming shows the load; `Game.rules.reveals` names the event."""
    position: dict[str, Json] = {"figures": "R1=h9N G1=i10E/1 G2=m11E/1 R:a1 G:p18", "turn": 1}
    match = Match(TRIREMES, 2, {"cargo": cargo}, position=position, chance=False)
    after, events = played(TRIREMES, match.state, 0, "R1:F")
    assert any(code in TRIREMES.rules.reveals for code, *_ in events)
    assert can_take_back(TRIREMES, match.state, after, events, twins=0) is free


def test_every_action_is_judged_by_itself() -> None:
    """What was found out about the last action says nothing about the next."""
    match = Match(BOSMAN, 2, seed="judged").play("keep")
    assert match.undo_target(0) is not None
    match.play(next(text for text in match.legal() if text.startswith("swap")))
    last = match.played[-1].actor
    assert match.undo_target(last) is None
    pearl = pearls(UNMARKED).play("keep")
    assert pearl.undo_target(0) is not None
    pearl.play("peek 1")
    assert pearl.undo_target(1) is None


HAND: dict[str, Json] = {
    "state": "deploy",
    "tokens": "1C@e4 2C@c4",
    "hands": ["SP", "CS"],
}


def test_a_secret_action_can_be_taken_back_though_others_could_not_have_played_it() -> None:
    """HEX-5.2: a token laid face down shows its back; for all the others know it was any of them."""
    match = Match(HEXXI, 2, position=HAND, chance=False)
    seat = match.to_act()
    place = next(text for text in match.legal() if text.startswith("place P"))
    match.play(place)
    assert match.undo_target(seat) is not None


def test_what_only_a_certain_hand_could_do_tells_the_hand() -> None:
    """HEX-6.9: who pays with pirates has had pirates; where he had none, the same could not have been played."""
    position: dict[str, Json] = {**HAND, "state": "pay", "due": 1, "turn": 1}
    match = Match(HEXXI, 2, position=position, chance=False)
    seat = match.to_act()
    after, events = played(HEXXI, match.state, seat, "pay P")
    assert clues(HEXXI, match.state, after, SPECTATOR, seat, events[0][2], 16, enough=1) == 1


class Sudden(Pearls):
    """Who keeps the greatest pearl ends the game."""

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == KEEP and self.pearl[seat] == 8:
            self.phase = ENDED


def test_that_the_game_goes_on_tells_something_too() -> None:
    """Whoever keeps a pearl and plays on has shown that it is not the greatest."""
    game = toys.variant("sudden", Sudden)
    match = Match(game, 3, seed="goes on")
    assert 8 not in match.state.pearl[:1]  # type: ignore[attr-defined]
    match.play("keep")
    assert not match.is_over
    assert match.undo_target(0) is None


@pytest.mark.parametrize("name", games.ids())
def test_what_is_offered_at_a_glance_is_what_a_full_look_allows(name: str) -> None:
    game, chance, answers = games.load(name), Random(11), {True: 0, False: 0}
    for seed in range(3):
        match = Match(game, seed=f"glance-{seed}")
        for _ in range(40):
            if match.is_over:
                break
            seat = chance.choice(match.actors())
            match.play(chance.choice(match.legal(seat)), seat)
            for other in range(match.seats):
                offered = match.offers_undo(other)
                assert offered == (match.undo_target(other) is not None)
                answers[offered] += other == seat
    assert answers[True]
    assert answers[False] or name == "triremes", "there, most things can be taken back"


def test_a_glance_tries_few_positions_and_a_full_look_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def fewer(*_: object, twins: int = TWINS) -> bool:
        tried.append(twins)
        return twins < TWINS

    monkeypatch.setattr("kotva.match.match.can_take_back", lambda *given: fewer(twins=given[4] if given[4:] else TWINS))
    match = Match(games.load("seameni"), seed="a word")
    seat = match.to_act()
    while match.played[-1:] == [] or match.played[-1].actor != seat:
        seat = match.to_act()
        match.play(match.legal(seat)[0], seat)
    assert match.offers_undo(seat)
    assert match.offers_undo(seat)
    assert tried == [GLANCE], "once for a move"
    with pytest.raises(Illegal):
        match.undo(seat)
    assert not match.offers_undo(seat), "now it is known"
    assert tried == [GLANCE, TWINS]
