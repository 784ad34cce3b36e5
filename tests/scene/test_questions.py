"""Every thing its own question: whatever can be chosen and leaves something open is asked about in the game's own words."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kotva import games
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path
from kotva.match import Match
from kotva.scene.packet import Choice, ChoiceQuestion, choices, questions
from tests.exchanged import exchanged
from tests.ours import GAMES

MOVES = 160


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_whatever_is_chosen_has_a_question(game: str, language: str) -> None:
    rules = games.load(game)
    seats = rules.rules.seats[0]
    names = [f"Player {n + 1}" for n in range(seats)]
    asked = 0
    for seed in range(2):
        match, chance = Match(rules, seats, seed=f"{seed:064x}"), random.Random(seed)
        while not match.is_over and len(match.played) < MOVES:
            actor = match.actors()[0]
            view, say = match.view(actor), Say(language, game, names)
            forms = [submit.template for form in rules.look.scene(view, say).forms for submit in form.submits]
            made_there = tuple(template[: template.index("{")] for template in forms)
            offered = [one for one in choices(view, say) if not made_there or not one.action.startswith(made_there)]
            known = {things for question in questions(view, offered, say) for things in question.chosen}
            for choice in offered:
                for path in choice.paths:
                    for thing in path if len(path) > 1 else ():
                        asked += 1
                        assert (thing,) in known, f"{choice.action}: nothing is asked when {thing} is chosen"
            match.play(chance.choice(match.legal(actor)), actor)
    assert asked or game == "settlers"  # there only cards that are played, which come late


def test_a_pass_that_ends_the_round_says_so() -> None:
    """HEX-13.2: when all have passed in a row the confrontation ends."""
    rules = games.load("hexxi")
    seen = set()
    for seed in range(4):
        match, chance = Match(rules, 2, seed=f"{seed:064x}"), random.Random(seed)
        while not match.is_over and len(match.played) < 400:
            actor = match.actors()[0]
            legal = match.legal(actor)
            if "pass" in legal:
                offered = {one.action: one.words for one in choices(match.view(actor), Say("en", "hexxi", ["A", "B"]))}
                ends = match.state.passes == 1  # type: ignore[attr-defined]
                assert (offered["pass"] != "Pass") == ends
                seen.add(offered["pass"])
            match.play("pass" if "pass" in legal else chance.choice(legal), actor)
    assert "Pass: the round ends" in seen


def test_where_a_game_asks_nothing_nothing_is_asked() -> None:
    """Of two things with the same question one question is sent; of things without words none."""
    view = Match(games.load("bosman"), 2, seed="asks").play("keep").play("keep").view(0)
    say = Say("en", "bosman", ["A", "B"])

    def of_two(_view: View, chosen: Path, _say: Say) -> str:
        return "Which way?" if chosen in (("a",), ("b",)) else ""

    offered = [
        Choice("one", "One", (("a", "b"),)),
        Choice("two", "Two", (("a", "c"),)),
        Choice("three", "3", (("d",),)),
    ]
    asks = replace(view, game=exchanged(view.game, question=of_two))
    assert questions(asks, offered, say) == [ChoiceQuestion("Which way?", [("a",), ("b",)])]
    silent = replace(view, game=exchanged(view.game, question=None))
    assert questions(silent, offered, say) == []
