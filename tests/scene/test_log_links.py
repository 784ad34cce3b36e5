"""Words of the log that stand for things: where they are, and that what they name is on the table."""

from __future__ import annotations

import random

import pytest

from kotva import games
from kotva.engine.say import AT, CLOSE, LANGUAGES, OPEN, Say
from kotva.match import Match
from kotva.scene.log_links import point_out
from tests.ours import GAMES


def test_ids_are_taken_out_of_the_sentence() -> None:
    say = Say(names=["Ann", "Bö😀b"], marks=True)
    lines, words = point_out([f"{say.player(1)} goes to {say.thing('c3', 'field-c3', 'token-c3')}.", "Nothing."])
    assert lines == ["Bö😀b goes to c3.", "Nothing."]
    assert words == [(0, 0, 5, "@1"), (0, 14, 16, "field-c3 token-c3")]  # a browser counts the face as two


def test_of_words_within_words_the_whole_counts() -> None:
    say = Say(names=["Ann"], marks=True)
    lines, words = point_out([f"The shark eats {say.thing(f'the pirate of {say.player(0)}', 'pirate-S1')}."])
    assert lines == ["The shark eats the pirate of Ann."]
    assert words == [(0, 15, 32, "pirate-S1")]
    both = say.thing(f"{say.thing('pirate', 'pirate-S1')} of {say.player(0)} there", "field-c3")
    lines, words = point_out([f"Look: {both}, {say.player(0)}."])
    assert lines == ["Look: pirate of Ann there, Ann."]
    assert words == [(0, 6, 25, "field-c3"), (0, 27, 30, "@0")]


def test_what_stands_for_nothing_is_no_word() -> None:
    """Marks without an id: the sentence stays, and nothing in it can be pointed at."""
    assert point_out([f"a{OPEN}{AT}b{CLOSE}c"]) == (["abc"], [])


def test_marks_that_do_not_match_are_dropped() -> None:
    for strange in ("a\ue000b", "a\ue000x\ue001b", "\ue002a\ue000x\ue001b\ue002\ue002", "\ue000\ue001\ue002"):
        (line,), words = point_out([strange])
        assert not set(line) & set("\ue000\ue001") or "\ue000" not in strange
        assert all(0 <= start <= end <= len(line) for _, start, end, _ in words)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_log_reads_the_same_and_names_things_of_the_table(game_id: str) -> None:
    """In every language marks change no sentence; and what they name is there right after the move, or has just gone."""
    game = games.load(game_id)
    match = Match(game, game.rules.seats[0], seed="0" * 64)
    chance = random.Random(11)
    names = [f"Player {n}" for n in range(match.seats)]
    named = found = 0
    while len(match.played) < 120 and not match.is_over:
        actor, before = match.actors()[0], len(match.played)
        match.play(chance.choice(match.legal(actor)), actor)
        there = {item.id for item in game.look.scene(match.view(None), Say("en", game_id, names)).items}
        for _, lines in match.log(None, Say("en", game_id, names, marks=True), before):
            for _, _, _, ids in point_out(lines)[1]:
                named += 1
                found += ids.startswith("@") or "#" in ids or bool(there & set(ids.split()))
    assert named > 30
    assert found / named > 0.9, (found, named)
    for language in LANGUAGES:
        plain = match.log(None, Say(language, game_id, names))
        marked = match.log(None, Say(language, game_id, names, marks=True))
        assert [(n, point_out(lines)[0]) for n, lines in marked] == plain


def test_a_bare_place_of_triremes_is_where_the_square_is() -> None:
    """Squares at sea are no things: the log tells their places, and the same holds for squares of land, which are."""
    game = games.load("triremes")
    match = Match(game, 2, seed="0" * 64)
    view = match.view(None)
    scene = game.look.scene(view, Say())
    checked = 0
    for _, lines in match.play(match.legal()[0]).log(None, Say(marks=True)):
        for _, _, _, ids in point_out(lines)[1]:
            name, *place = ids.split()
            item = next((item for item in scene.items if item.id == name), None)
            if place and item is not None:
                x, y = (float(part) for part in place[0][1:].split(","))
                assert (x, y + scene.height) == (item.x, item.y)
                checked += 1
    assert checked
