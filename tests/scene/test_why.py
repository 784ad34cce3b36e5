"""Why can't I, and what would happen: answered from a view, without a server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotva import games
from kotva.engine.game import View
from kotva.engine.say import ENGLISH
from kotva.match import Match
from kotva.scene import why
from kotva.scene.preview import Preview, preview
from tests.exchanged import exchanged
from tests.games.settlers.table import Table as Island


def bosman() -> View:
    match = Match(games.load("bosman"), 2, seed="why")
    for _ in range(2):
        match.play("keep")
    return match.view(match.to_act())


def test_the_nearest_reasons_come_first() -> None:
    """BOS-7.6: poison goes where a token sits."""
    assert [a.clause for a in why.about_items(bosman(), ["poison-0", "seat-21"], ENGLISH)] == ["BOS-7.6"]


def test_an_empty_field_is_not_answered_with_a_piece_that_can_do_nothing() -> None:
    """HEX-9: nothing is chosen, so only what can act now is meant; no "cruise from c6" of somebody else."""
    match = Match(games.load("hexxi"), 2, seed="why")
    while "place" in {text.split()[0] for text in match.legal(match.actors()[0])} and len(match.played) < 40:
        actor = match.actors()[0]
        match.play(match.legal(actor)[0], actor)
    view = match.view(match.actors()[0])
    able = {path[0] for action in view.legal() for path in view.game.look.paths(view, action) if path}
    fields = [item.id for item in view.game.look.scene(view, ENGLISH).items if item.id.startswith("field-")]
    asked = 0
    for field in fields:
        for answer in why.about_items(view, [field], ENGLISH):
            paths = view.game.look.paths(view, view.game.rules.actions.parse(answer.action))
            assert any(path[0] == field or path[0] in able for path in paths), (field, answer.words)
            asked += 1
    assert asked or not able


def test_a_bug_in_a_game_is_not_taken_for_an_answer() -> None:
    def broken(_view: View, _action: int) -> list[tuple[str, ...]]:
        raise AssertionError("a piece is lost")

    view = bosman()
    with pytest.raises(AssertionError, match="a piece is lost"):
        why.about_items(replace(view, game=exchanged(view.game, paths=broken)), ["field-a5"], ENGLISH)


def test_numbers_that_mean_nothing_are_not_asked_about() -> None:
    """A choice of several tokens leaves numbers out; they have no text and no paths."""
    view = bosman()
    asked: list[int] = []

    def noting(_view: View, action: int) -> list[tuple[str, ...]]:
        asked.append(action)
        return []

    why.about_items(replace(view, game=exchanged(view.game, paths=noting)), ["field-a5"], ENGLISH)
    assert asked
    for action in asked:
        assert view.game.rules.actions.parse(view.game.rules.actions.text(action)) == action


def test_a_spectator_has_no_preview() -> None:
    assert preview(replace(bosman(), seat=None), "keep") == Preview()


def test_what_a_person_has_in_mind_decides_what_is_answered() -> None:
    """SET-7.4, SET-7.5: with the tool for cities in hand nobody asks about settlements; what can be done now comes first."""
    t = Island(P1="S 9; R 9-14; hand LBWGGGOOO")
    asked = {starts: why.about_items(t.view(1), ["vertex-30"], ENGLISH, starts) for starts in ("", "city ", "settle ")}
    assert [answer.clause for answer in asked["city "]] == ["SET-7.5"]
    assert [answer.clause for answer in asked["settle "]] == ["SET-7.4"]
    assert asked["settle "][0].words.startswith("Settlement at ")
    assert [answer.clause for answer in asked[""]] == ["SET-7.5"], (
        "a city can be built now elsewhere, a settlement cannot"
    )
