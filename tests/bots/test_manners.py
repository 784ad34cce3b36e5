"""Levels, moves to and fro, giving up, programs: each by itself, on a game of eight pearls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kotva.bots import program
from kotva.bots.levels import Beginner, LevelBot, notice
from kotva.bots.program import Program, ProgramFault
from kotva.bots.resigning import BETTER, DEAD, HOPE, LOST, SAME, ResigningBot
from kotva.bots.steady import CLEARLY, REMEMBERED, TurnMemory
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import PLAYED, Event
from kotva.engine.levels import Levels
from kotva.engine.state import State
from tests.bots.tasting import Always, Taste, moved, told, view_of
from tests.conformance.pearls import DIVE, KEEP, PEARLS, PEEK, UNKNOWN, Pearls

# -- levels ----------------------------------------------------------------------------------------------------------------


def test_a_glance_notices_two_things_at_least_and_what_looks_good_sooner() -> None:
    taste = Taste(order=lambda action: 1000 if action == DIVE else 0)  # 0 counts as 1: everything may be noticed
    view = view_of(told(taste))
    for seed in range(30):
        noticed = notice(view, 0, view.legal(), 1, Random(seed))
        assert len(noticed) == 2
        assert DIVE in noticed
        assert noticed == sorted(noticed)
    assert all(UNKNOWN not in state.pearl for state in taste.asked)
    seen = {action for seed in range(200) for action in notice(view, 0, view.legal(), 2000, Random(seed))}
    assert seen == set(view.legal())


def test_an_easy_bot_takes_the_best_of_what_it_noticed_and_says_how_it_stands() -> None:
    taste = Taste(value=lambda state, _seat: 1000 if state.floor else 200)
    levels = Levels(glances=1, blur=1)
    view = view_of(told(taste, levels))
    for seed in range(20):
        bot = Beginner(seed)
        assert (bot.chance, bot.range) == (500, 0)
        noticed = notice(view, 0, view.legal(), 1, Random(seed))
        chosen = bot.choose(view)
        assert chosen in noticed
        if DIVE in noticed:
            assert (chosen, bot.chance, bot.range) == (DIVE, 1000, 800)
        else:
            assert (bot.chance, bot.range) == (200, 0)


def test_an_easy_bot_plays_out_in_its_head_what_its_game_says_nothing_of(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def values(_seen: State, _seat: int, actions: list[int], _evaluation: object, deals: int, _seed: int) -> Any:
        asked.append(deals)
        return [(1.0, 0.0)] * len(actions)

    monkeypatch.setattr("kotva.bots.levels.one_ply_values", values)
    Beginner(1).choose(view_of(told(Evaluation(), Levels(tries=7))))
    Beginner(1).choose(view_of(told(Taste(), Levels(tries=7))))
    assert asked == [7, 1]


def test_levels_search_by_simulations_and_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotva.bots.levels.SECONDS", 0.5)
    hard, medium = LevelBot(1, hard=True), LevelBot(1)
    assert (hard._simulations, hard._seconds) == (0, 0.5)
    assert (medium._simulations, medium._seconds) == (1, 0)
    medium.choose(view_of(told(Taste(), Levels(medium=17))))
    assert medium.simulations == 17


def test_a_medium_bot_sees_everything_or_as_much_as_its_game_says() -> None:
    view = view_of(told(Taste(), Levels(looks=1)))
    few = LevelBot(1)._choices(view)
    assert (few[0], len(few[1])) == (0, 2)
    assert LevelBot(1)._choices(replace(view, game=told(Taste(), Levels(looks=0)))) == (0, view.legal())
    assert LevelBot(1, hard=True)._choices(view) == (0, view.legal())
    alone = view_of(told(Taste(sense=lambda action: action == DIVE), Levels(looks=1)))
    assert LevelBot(1)._choices(alone) == (0, [DIVE])


# -- to and fro ------------------------------------------------------------------------------------------------------------


def standing(state: Pearls) -> int:
    """How many pearls lie on the floor, and one."""
    return 1 + len(state.floor)


def test_what_leads_back_is_left_out_after_others_have_moved() -> None:
    """To dive leads to where the pieces stood two turns ago."""
    stood = {"now": 3}
    taste = Taste(pieces=lambda state: 3 if not state.floor else 5)
    view, memory = view_of(told(taste)), TurnMemory(1)
    legal = view.legal()
    taste.says["pieces"] = lambda _state: 5  # before: as they will stand after a dive
    assert memory.onward(view, 0, legal) == legal
    taste.says["pieces"] = lambda state: 5 if state.floor else stood["now"]
    taste.asked.clear()
    assert memory.onward(replace(view, news=moved(0)), 0, legal) == [action for action in legal if action != DIVE]
    assert memory.onward(replace(view, news=moved(1)), 0, legal) == [action for action in legal if action != DIVE]
    assert all(UNKNOWN not in state.pearl for state in taste.asked if state.floor or state.player != 0)
    assert memory.onward(view, 0, [DIVE]) == [DIVE], "nothing else is left"
    assert memory.onward(view, 0, [DIVE, DIVE]) == [DIVE, DIVE]


@pytest.mark.parametrize(("better", "taken"), [(CLEARLY - 1, False), (CLEARLY, True)])
def test_a_way_back_that_is_clearly_better_is_taken(better: int, taken: bool) -> None:
    taste = Taste(value=lambda state, _seat: 400 + better if state.floor else 400, pieces=lambda _state: 5)
    view, memory = view_of(told(taste)), TurnMemory(1)
    memory.onward(view, 0, view.legal())
    taste.says["pieces"] = lambda state: 5 if state.floor else 3
    found = memory.onward(replace(view, news=moved(1)), 0, view.legal())
    assert (DIVE in found) is taken
    assert set(found) >= set(view.legal()) - {DIVE}


def test_so_many_turns_are_remembered_and_a_game_that_says_nothing_remembers_none() -> None:
    now = {"stood": 5}
    taste = Taste(pieces=lambda state: 5 if state.floor else now["stood"])
    view, memory = view_of(told(taste)), TurnMemory(1)
    for turn in range(REMEMBERED + 1):
        now["stood"] = 5 if turn == 0 else 10 + turn
        found = memory.onward(replace(view, news=moved(1)), 0, view.legal())
        assert (DIVE in found) is (turn == 0)
    now["stood"] = 99
    assert DIVE in memory.onward(replace(view, news=moved(1)), 0, view.legal()), "it was too long ago"
    now["stood"] = 0
    assert memory.onward(replace(view, news=moved(1)), 0, view.legal()) == view.legal()


def test_a_turn_of_several_decisions_is_remembered_once_and_so_is_the_first() -> None:
    now = {"stood": 7}
    taste = Taste(pieces=lambda state: 5 if state.floor else now["stood"])
    view, memory = view_of(told(taste)), TurnMemory(1)
    for stood, news, turns in ((7, (), 1), (8, (), 1), (8, moved(0), 1), (8, moved(1), 2), (9, moved(2), 3)):
        now["stood"] = stood
        memory.onward(replace(view, news=news), 0, view.legal())
        assert len(memory._stood) == turns, (stood, news)
    memory.onward(replace(view, news=((PLAYED, -1, KEEP, 0), (99, 1, 0, 0))), 0, view.legal())
    assert len(memory._stood) == 3, "neither chance nor what only follows from a move is somebody's move"


# -- giving up -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flat", "dead"),
    [
        ([(500, 0)] * DEAD, True),
        ([(500, 0)] * (DEAD - 1), False),
        ([(500, SAME)] * DEAD, True),
        ([(500, SAME)] * (DEAD - 1) + [(500, SAME + 1)], False),
        ([(500, 0)] * (DEAD - 1) + [(500 + SAME, 0)], True),
        ([(500, 0)] * (DEAD - 1) + [(500 + SAME + 1, 0)], False),
    ],
)
def test_a_game_is_dead_when_for_so_many_turns_nothing_mattered(flat: Sequence[tuple[int, int]], dead: bool) -> None:
    bot = ResigningBot(Always())
    bot._flat.extend(flat)
    assert bot._is_dead() is dead


def test_a_bot_gives_up_after_so_many_lost_turns_in_a_row() -> None:
    """To dive is to give up here; a turn counts once, and one with hope begins the count anew."""
    taste = Taste(give_up=lambda: DIVE)
    view, inner = view_of(told(taste)), Always(chance=HOPE - 1)
    bot = ResigningBot(inner)

    def turns(*chances: int, news: tuple[Event, ...] = moved(1)) -> list[int]:
        out = []
        for inner.chance in chances:
            out.append(bot.choose(replace(view, news=news)))
        return out

    low = HOPE - 1
    assert turns(*[low] * LOST) == [KEEP] * (LOST - 1) + [DIVE]
    assert turns(*[low] * (LOST - 1), HOPE, *[low] * (LOST - 1)) == [KEEP] * (2 * LOST - 1)
    assert turns(*[low] * 5, news=moved(0)) == [KEEP] * 5, "nobody else has moved"
    assert turns(low) == [DIVE]
    assert all(UNKNOWN not in state.pearl for state in taste.asked)


def test_what_the_game_itself_calls_lost_is_lost_and_what_the_rules_refuse_is_not_played() -> None:
    lost = view_of(told(Taste(give_up=lambda: DIVE, lost=lambda: True)), news=moved(1))
    bot = ResigningBot(Always())
    assert [bot.choose(lost) for _ in range(LOST)] == [KEEP] * (LOST - 1) + [DIVE]
    refused = view_of(told(Taste(give_up=lambda: PEEK, lost=lambda: True)), news=moved(1))  # at the own pearl
    bot = ResigningBot(Always())
    assert [bot.choose(refused) for _ in range(2 * LOST)] == [KEEP] * 2 * LOST


@pytest.mark.parametrize(("worth", "answer"), [(500 + BETTER - 1, KEEP), (500 + BETTER, DIVE)])
def test_an_end_that_is_offered_is_taken_when_it_is_so_much_better(worth: int, answer: int) -> None:
    taste = Taste(peace=lambda: DIVE, value=lambda state, _seat: worth if state.floor else 100)
    assert ResigningBot(Always()).choose(view_of(told(taste), news=moved(1))) == answer


# -- programs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "words"), [("dive", ""), ("peek 1", "is not allowed"), ("fly", "is no action")])
def test_a_program_may_play_what_is_allowed_and_not_listed(
    monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    sent: list[dict[str, Any]] = []
    bot, view = Program("mybot", 1), view_of(PEARLS)
    monkeypatch.setattr(program, "choices", lambda _view: (0, [KEEP]))
    monkeypatch.setattr(bot, "_start", lambda _view: None)
    monkeypatch.setattr(bot, "_send", sent.append)
    monkeypatch.setattr(bot, "_wait", lambda _kind, _seconds: {"action": text})
    if words:
        with pytest.raises(ProgramFault, match=words):
            bot.choose(view)
    else:
        assert bot.choose(view) == DIVE
    assert sent[0]["legal"] == ["keep"]
    assert sent[1] == {"type": "go", "time_ms": 5000}
