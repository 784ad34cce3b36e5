"""Presets: three for each game of ours, declared by the game, told in its rulebook, and good for every number of seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotva import games
from kotva.engine.errors import BadOption
from kotva.engine.presets import QUICK, STANDARD, TOURNAMENT, Preset
from kotva.engine.say import LANGUAGES, Say
from tests import ours

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
ROW = re.compile(r"^\| `(standard|quick|tournament)` \| (.*) \|$", re.MULTILINE)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_three_presets_that_fit_every_number_of_seats(game_id: str) -> None:
    game = games.load(game_id)
    assert [preset.name for preset in game.rules.presets] == [STANDARD, QUICK, TOURNAMENT]
    assert game.preset("") is game.preset(STANDARD) is game.rules.presets[0]
    for seats in game.rules.seats:
        assert game.choose_options(seats, game.preset(STANDARD).options).given == {}
        for preset in game.rules.presets:
            game.rules.new(game.choose_options(seats, preset.options))
    with pytest.raises(BadOption, match="presets are: standard, quick, tournament"):
        game.preset("blitz")


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_the_rulebook_has_the_same_presets(game_id: str) -> None:
    game = games.load(game_id)
    told = dict(ROW.findall((RULES / f"{game_id}.md").read_text(encoding="utf-8")))
    assert told.pop(STANDARD) == "the defaults"
    assert told == {
        preset.name: " ".join(f"`{name}={value}`" for name, value in preset.options.items())
        for preset in game.rules.presets[1:]
    }


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_each_has_a_name_and_a_sentence_in_every_language(game_id: str) -> None:
    game = games.load(game_id)
    for preset in game.rules.presets:
        assert preset.sentence.endswith(".")
        for words in (preset.title, preset.sentence):
            assert len({Say(language, game_id)(words) for language in LANGUAGES}) == len(LANGUAGES)


def test_what_is_given_counts_above_the_preset() -> None:
    preset = Preset("quick", "", {"rounds": 1, "first": "2"})
    assert preset.filled({"rounds": "2"}) == {"rounds": "2", "first": "2"}
    assert preset.options == {"rounds": 1, "first": "2"}
