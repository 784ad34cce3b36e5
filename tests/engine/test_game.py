"""The game as a record of functions: what has a default, what is refused and how, what views are."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.errors import BadOption, BadPosition, Illegal, KotvaError, NotYourTurn
from kotva.engine.fields import key
from kotva.engine.game import PLAYED, Game, GameRules, View
from kotva.engine.outcome import Outcome
from kotva.engine.playout import play_random
from kotva.engine.position import unchecked
from kotva.engine.say import ENGLISH, Say
from kotva.engine.state import CHANCE, OVER, SPECTATOR, TABLE
from tests.conformance.pearls import BELL, BET, DIVE, DRAW, KEEP, PEARLS, PEEK, Pearls
from tests.exchanged import exchanged

PLAIN = exchanged(PEARLS, log=None, shown_event=None)  # with everything that has a default at its default
OPTIONS = PEARLS.choose_options(2)


def dealt() -> Pearls:
    """Seat 0 holds pearl 3, seat 1 pearl 5; seat 0 is to act."""
    state = Pearls(2, 1)
    for pearl in (3, 5):
        PEARLS.play(state, CHANCE, DRAW + pearl - 1)
    return state


def finished() -> Pearls:
    state = dealt()
    for seat, action in ((0, KEEP), (1, KEEP), (0, BET + 2), (1, BET + 1)):
        PEARLS.play(state, seat, action)
    return state


def test_options_know_the_number_of_seats() -> None:
    with pytest.raises(BadOption) as error:
        PEARLS.choose_options(5)
    assert str(error.value) == "Pearls is for 2, 3 players, not 5."


def test_options_that_do_not_go_together() -> None:
    def fits(options: object) -> None:
        raise BadOption("No two rounds for two.")

    with pytest.raises(BadOption, match="No two rounds"):
        exchanged(PEARLS, fits=fits).choose_options(2, {"rounds": 2})


def test_legal_actions_of_seats_chance_and_nobody() -> None:
    assert len(PEARLS.legal(Pearls(2, 1))) == 8
    state = dealt()
    assert PEARLS.legal(state) == PEARLS.legal(state, 0) == [KEEP, DIVE, PEEK + 1]
    assert PEARLS.legal(finished()) == []


@pytest.mark.parametrize(
    ("actor", "action", "kind", "message"),
    [
        (1, KEEP, NotYourTurn, "'keep': seat 2 has nothing to decide now (PRL-2.1)."),
        (CHANCE, DRAW, NotYourTurn, "'draw 1': chance has nothing to decide now (PRL-1.1)."),
        (7, KEEP, NotYourTurn, "There is no seat 8 in this game."),
        (SPECTATOR, KEEP, NotYourTurn, "There is no seat -3 in this game."),
        (0, PEEK, Illegal, "'peek 1' is not allowed: You know that pearl. (PRL-2.3) You may: keep, dive, peek 2."),
        (TABLE, KEEP, Illegal, "'keep' is not allowed: It is not your turn. (PRL-2.1)"),
    ],
)
def test_refusals_teach_and_change_nothing(actor: int, action: int, kind: type[Illegal], message: str) -> None:
    state = dealt()
    before = key(state)
    with pytest.raises(kind) as error:
        PEARLS.play(state, actor, action)
    assert str(error.value) == message
    assert type(error.value) is kind
    assert key(state) == before


def test_a_clause_without_words_and_a_long_list() -> None:
    silent = exchanged(PEARLS, why={})
    with pytest.raises(Illegal) as error:
        silent.play(Pearls(2, 1), CHANCE, KEEP)
    shown = "draw 1, draw 2, draw 3, draw 4, draw 5, draw 6, draw 7, draw 8"
    assert str(error.value) == f"'keep' is not allowed: the rules forbid it. (PRL-2.1) You may: {shown}."
    assert silent.explain(203) == "PRL-2.3"
    assert PEARLS.explain(203) == "You know that pearl."
    assert error.value.clause == "PRL-2.1"


def test_a_very_long_list_is_cut() -> None:
    class Busy(Pearls):
        def list_legal(self, seat: int, out: object) -> None:
            for _ in range(9):
                out.add(KEEP)  # type: ignore[attr-defined]

    state = Busy(2, 1)
    state.pearl, state.phase = [1, 2], 1
    assert str(PEARLS.refusal(state, 0, PEEK, 203)).endswith(
        "You may: keep, keep, keep, keep, keep, keep, keep, keep, …."
    )


def test_an_error_is_translated_with_everything_in_it() -> None:
    def shout(text: str, /, **values: object) -> str:
        return text.upper() if not values else text.format(**values)

    inner = KotvaError("a {thing}", thing="boat")
    assert KotvaError("{error}: {word}, {n}", error=inner, word="sail", n=3).say(shout) == "a BOAT: SAIL, 3"


def test_the_table_may_act_at_any_time() -> None:
    state = dealt()
    PEARLS.play(state, TABLE, BELL)
    assert state.to_act() == OVER
    assert PEARLS.outcome(state) == Outcome("bell", "PRL-4.2", (0, 0), (1, 1), ({}, {}))
    assert PEARLS.outcome(state).first == (0, 1)
    assert PEARLS.outcome(state).drawn
    assert PEARLS.outcome(state).winners == ()


def test_the_outcome() -> None:
    outcome = exchanged(PEARLS, details=lambda _state, seat: {"seat": seat}).outcome(finished())
    assert outcome == Outcome("bets", "PRL-4.1", (-2, 2), (2, 1), ({"seat": 0}, {"seat": 1}))
    assert outcome.winners == (1,)
    assert not outcome.drawn


def test_without_a_log_of_its_own_the_notation_is_the_log() -> None:
    events = [(PLAYED, 0, KEEP, 0), (1, 0, 3, 0), (PLAYED, CHANCE, DRAW, 0), (PLAYED, TABLE, BELL, 0)]
    assert PLAIN.lines(events, ENGLISH) == ["Player 1: keep", "Chance: draw 1", "Table: bell"]
    assert PLAIN.lines(events[:1], Say(names=["Ada"])) == ["Ada: keep"]


def test_without_a_mask_of_its_own_secret_actions_are_the_actors() -> None:
    secret, public, other = (PLAYED, 0, BET, 0), (PLAYED, 0, KEEP, 0), (1, 0, BET, 0)
    assert [PLAIN.show_event(viewer, secret) for viewer in (0, 1, SPECTATOR)] == [secret, None, None]
    assert [PLAIN.show_event(SPECTATOR, event) for event in (public, other, (PLAYED, CHANCE, DRAW, 0))] == [
        public,
        other,
        None,
    ]


def test_views() -> None:
    state = dealt()
    mine, his, theirs = (PEARLS.view(state, seat, OPTIONS, [(PLAYED, 0, KEEP, 0)]) for seat in (0, 1, None))
    assert mine.legal() == [KEEP, DIVE, PEEK + 1]
    assert his.legal() == theirs.legal() == []
    assert mine.to_json() == PEARLS.to_position(mine.seen)
    assert mine.news == ((PLAYED, 0, KEEP, 0),)
    assert mine != his
    assert mine != "a view"
    assert mine == PEARLS.view(state.clone(), 0, OPTIONS, [(PLAYED, 0, KEEP, 0)])
    assert mine != PEARLS.view(state, 0, OPTIONS)
    with pytest.raises(TypeError):
        hash(mine)


def test_news_are_masked_for_the_viewer() -> None:
    view = PLAIN.view(dealt(), 1, OPTIONS, [(PLAYED, 0, BET, 0), (PLAYED, 1, BET, 0)])
    assert view.news == ((PLAYED, 1, BET, 0),)


def test_words_and_positions_have_defaults_and_hooks() -> None:
    state = dealt()
    view = PEARLS.view(state, 0, OPTIONS)
    assert PEARLS.to_words(view, KEEP, ENGLISH) == "keep"
    assert (
        exchanged(PEARLS, action=lambda _view, _action, say: say("Keep it")).to_words(view, KEEP, ENGLISH) == "Keep it"
    )
    assert key(PEARLS.from_position(PEARLS.to_position(state), OPTIONS)) == key(state)
    hooked = exchanged(
        PEARLS, write=lambda _state: {"x": 1}, read=lambda position, options: Pearls(3, int(str(position["x"])))
    )
    no_judge = exchanged(PEARLS, check=unchecked)
    assert key(no_judge.from_view(PEARLS.to_position(state), OPTIONS)) == key(state)
    with pytest.raises(BadPosition, match="takes no positions"):
        no_judge.from_position(PEARLS.to_position(state), OPTIONS)
    assert hooked.to_position(state) == {"x": 1}
    assert hooked.from_position({"x": 2}, OPTIONS).seats == 3
    with pytest.raises(BadPosition):
        PEARLS.from_position({"x": 2}, OPTIONS)


def test_what_may_be_left_out() -> None:
    rules = GameRules(seats=PEARLS.rules.seats, actions=PEARLS.rules.actions, new=PEARLS.rules.new)
    small = Game(id="pearls", title="Pearls", rules=rules)
    view = View(small, small.choose_options(2), 0, dealt())
    small.rules.check(view.seen)
    assert small.rules.details(view.seen, 0) == {}
    assert small.look.paths(view, KEEP) == ()
    assert small.look.scene(view, ENGLISH).items == ()
    assert small.clause(201) == "PEA-2.1"
    assert repr(small) == "<Game pearls 1.0>"


def test_a_finished_game_shows_everything() -> None:
    state = finished()
    assert key(PEARLS.view(state, None, OPTIONS).seen) == key(state)
    assert play_random(state, Rng(1), 10) == 0
