"""What each game says of a choice: what it gains, what it risks; true, in every language, and nothing that is hidden."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.consequences import certain, consequences
from kotva.engine.game import Json
from kotva.engine.say import ENGLISH, LANGUAGES, Say
from kotva.learn.hints import why
from kotva.learn.lesson_checks import play_others
from kotva.learn.lessons import begin, lessons
from kotva.match import Match
from tests import ours

NAMES = ("Ada", "Bob", "Cyd", "Dan")


def said(match: Match, action: str, language: str = "en") -> list[str]:
    assert match.game.words.hint_text is not None
    view = match.view(match.to_act())
    return list(
        match.game.words.hint_text(view, match.game.rules.actions.parse(action), Say(language, match.game.id, NAMES))
    )


def lay(game: str, seats: int, position: dict[str, Json]) -> Match:
    return Match(games.load(game), seats, position=position, seed="reasons")


def bosman() -> Match:
    position: dict[str, Json] = {
        "boatswain": "c3",
        "turn": 2,
        "beach": {"d3": "F22", "a1": "T10"},
        "boat": {"20": "F20", "21": "F21"},
        "hands": {"2": "T30 R11 C12 F30 T12"},
    }
    return lay("bosman", 4, position)


def test_bosman_tells_of_pirates_aboard_and_of_lines() -> None:
    told = said(bosman(), "play T30 b3")
    assert "One of your pirates comes aboard." in told
    assert "It completes a line of three." in told
    assert said(bosman(), "swap T30") == ["You get new tokens, but nothing moves on the beach."]


def test_bosman_tells_what_poison_takes() -> None:
    position: dict[str, Json] = {
        "turn": 1,
        "boat": {"10": "F10", "11": "F11", "12": "F12"},
        "beach": {},
        "boatswain": "c3",
    }
    told = said(lay("bosman", 4, position), "poison 11")
    assert "Bob loses 2 points." in told
    assert "Your poison is spent." in told


def test_hexxi_tells_what_is_taken_and_who_is_in_danger() -> None:
    match = lay("hexxi", 2, {"state": "confront", "tokens": "1P@b2 2S@b3 2W@f6 1S@e5 2C@e6"})
    told = said(match, "kidnap b2xb3")
    assert "A captured unit counts twice." in told


def test_hexxi_tells_what_initiative_and_spying_cost() -> None:
    match = Match(games.load("hexxi"), 2, seed="deploy")
    assert said(match, "init W") == ["It adds 6 to your initiative.", "The token is missing on the board."]
    spy = lay("hexxi", 2, {"tokens": "1p@b2 1s@b3 2w@f6 2c@e5"})
    assert said(spy, "spy f6") == ["You learn what lies there.", "You pay by showing tokens of your own."]


def test_seameni_tells_of_chests_unknown_fields_and_enemies() -> None:
    match = lay(
        "seameni",
        2,
        {
            "ships": {"S": "d0", "N": "d12"},
            "tiles": "d1=t1 d2=wa e2=wa",
            "treasures": "d1:1",
            "pirates": {"S1": "d1", "N1": "e2"},
        },
    )
    assert said(match, "S1>d0+")[0] == "A chest comes aboard and is safe for ever."
    assert "An enemy beside this pirate could throw it out." in said(match, "S1>d2")
    assert "An enemy is thrown back to the enemy's ship." in said(match, "S1>e2")
    unknown = said(match, "S1>c1")
    assert any(line.startswith("Of 117 unknown fields") for line in unknown)
    assert "The shark is still among them." in unknown


def test_triremes_tells_of_rams_and_capitals() -> None:
    ram = lay("triremes", 2, {"figures": "R1=f7N G1=f9E R:h3 G:i16"})
    assert "It sinks a ship of Bob." in said(ram, "R1:F")
    capital = lay("triremes", 2, {"figures": "R:g17,h18,i18 G:n18,m18"})
    assert "In the capital: 3 of 3 soldiers." in said(capital, "g17-h17")
    assert why(capital.view(0), capital.game.rules.actions.parse("g17-h17"), ENGLISH)[0] == "It wins the game."


def test_settlers_tells_of_cards_roads_and_the_seven() -> None:
    game = games.load("settlers")
    lesson = next(lesson for lesson in lessons(game) if lesson.name == "longest")
    match = begin(game, lesson)
    play_others(match, lesson)
    assert "You get the longest road: two points." in said(match, lesson.solution[0])


def test_settlers_tells_of_the_road_to_come_and_of_whom_not_to_help() -> None:
    road = lay("settlers", 4, {"P1": "S 13; R 13-18-24-30; hand LB", "P2": "S 3"})
    assert "One more road would take the longest road." in said(road, "road 30-36")
    assert "One more road would take the longest road." not in said(road, "road 18-23")
    for near, line in ((True, "C 3 1 20 41; hand BBB"), (False, "C 3 1 20; hand BBB")):
        offer = lay("settlers", 4, {"turn": "P2", "P1": "S 13; hand LWGOO", "P2": line})
        offer.play("offer B>O")
        warning = "Bob has 8 points and may win soon: better no deal."
        assert (warning in said(offer, "accept")) == near
        assert (warning in said(offer, "reject")) == near


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_what_is_said_is_translated_and_depends_on_the_view_alone(game_id: str) -> None:
    """Over a whole stretch of a game, each language says as much, and another truth behind the same view says the same."""
    game = games.load(game_id)
    assert game.words.hint_text is not None
    match = Match(game, seed="reasons")
    rng = Rng(3)
    spoken = 0
    for number in range(40):
        legal = [text for text in match.legal() if text != "end?"]
        seat = match.to_act()
        view = match.view(seat)
        action = game.rules.actions.parse(legal[int(rng.below(len(legal)))])
        english = game.words.hint_text(view, action, Say("en", game_id, NAMES))
        spoken += bool(english)
        if number % 4 == 0:
            other = match.state.seen(seat)
            other.redeal(seat, Rng(number + 1))
            again = game.view(other, seat, match.options)
            assert game.words.hint_text(again, action, Say("en", game_id, NAMES)) == english
            for language in LANGUAGES[1:]:
                local = game.words.hint_text(view, action, Say(language, game_id, NAMES))
                assert len(local) == len(english)
                assert not set(local) & set(english)
        match.play(game.rules.actions.text(action), seat)
    assert spoken >= 15


def test_only_what_every_deal_says_is_kept() -> None:
    match = bosman()
    view = match.view(1)
    action = match.game.rules.actions.parse("play T30 b3")
    assert len(consequences(view, action)) == 4
    numbers = iter(range(4))
    assert certain(view, action, lambda _: ["always", str(next(numbers))]) == ["always"]
