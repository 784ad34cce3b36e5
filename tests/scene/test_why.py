"""Why can't I, and what would happen: answered from a view, without a server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotva import games
from kotva.engine.game import View
from kotva.engine.say import ENGLISH
from kotva.engine.scene import Course, Item, Scene
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


def triremes() -> View:
    """TRI-21.1: a fleet whose loads are hidden; three of the other side are aboard two ships that carry two each."""
    figures = "R1=h9N/1 R2=b9N/1 G1=i11N/2 G2=o9N/1 R:a1,c1 G:d1,p18"
    options = {"cargo": "hidden", "tactical": "on"}
    return Match(games.load("triremes"), 2, options, position={"figures": figures, "turn": 1}, chance=False).view(0)


def test_a_preview_tells_what_is_sure_and_not_what_is_hidden() -> None:
    """TRI-21.1, 21.2: boarding would show the load. One soldier is aboard in any case, a second one perhaps."""
    shown = preview(triremes(), "R1:F!G1")
    assert [one.id for one in shown.moved] == ["R1", "R1-1"]
    assert [one.id for one in shown.come] == ["G1-1", "swords-0"]


def test_a_preview_says_what_the_log_will_say() -> None:
    view = bosman()
    match = Match(games.load("bosman"), 2, seed="why")
    for _ in range(2):
        match.play("keep")
    before, action = len(match.played), match.legal()[0]
    said = preview(view, action).lines
    match.play(action)
    assert said
    assert said == match.log(view.seat, since=before)[0][1]


A = Item("a", "king", 1, 2, layer=3, turn=5, label="king")
WAY, OTHER = Course("a", ((1, 2), (3, 4))), Course("a", ((9, 9), (3, 4)))


def foreseen(before: list[Item], *after: list[Item], courses: tuple[tuple[Course, ...], ...] = ((),) * 3) -> Preview:
    """The preview of a game whose scene is this now, and these after the action on each of three deals."""
    scenes = iter(
        [Scene(9, 9, tuple(before)), *(Scene(9, 9, tuple(a), courses=c) for a, c in zip(after, courses, strict=True))]
    )
    view = bosman()
    drawing = exchanged(view.game, scene=lambda _view, _say: next(scenes))
    return preview(replace(view, game=drawing), view.game.rules.actions.text(view.legal()[0]))


@pytest.mark.parametrize(
    "there",
    [A._replace(x=8), A._replace(y=8), A._replace(turn=8), A._replace(layer=4, x=3)],
    ids=["x", "y", "turn", "layer"],
)
def test_a_piece_that_would_be_elsewhere_is_shown_there_if_every_deal_says_so(there: Item) -> None:
    shown = foreseen([A], [there], [there], [there])
    assert [(one.id, one.x, one.y, one.turn) for one in shown.moved] == [("a", there.x, there.y, there.turn)]
    assert shown.come == []
    for deals in ([[there], [there], [A]], [[there], [A], [there]], [[A], [there], [there]]):
        assert foreseen([A], *deals).moved == []
    assert foreseen([A], [A], [A], [A]).moved == []


@pytest.mark.parametrize("still", [A._replace(layer=2), A._replace(zone="hand")], ids=["a mark", "a card"])
def test_marks_and_what_is_beside_the_board_do_not_move_in_a_preview(still: Item) -> None:
    there = still._replace(x=8)
    assert foreseen([still], [there], [there], [there]).moved == []
    assert foreseen([], [there], [there], [there]).come == []


def test_a_card_that_would_be_laid_down_moves_from_the_hand() -> None:
    assert [one.id for one in foreseen([A._replace(zone="hand")], [A], [A], [A]).moved] == ["a"]


def test_a_piece_that_would_come_is_shown_with_its_look() -> None:
    new = A._replace(size=2, owner=1)
    (come,) = foreseen([], [new], [new], [new]).come
    assert (come.id, come.symbol, come.x, come.y, come.size, come.turn, come.owner) == ("a", "king", 1, 2, 2, 5, 1)
    for other in (new._replace(ghost=True), new._replace(label="")):
        assert foreseen([], [other], [other], [other]).come == []


def test_a_way_that_every_deal_takes_is_shown() -> None:
    for courses, shown in (
        ([(WAY,)] * 3, [WAY]),
        ([(WAY,), (WAY,), (OTHER,)], []),
        ([(WAY, OTHER), (OTHER,), (OTHER,)], [OTHER]),
    ):
        assert foreseen([A], [A], [A], [A], courses=tuple(courses)).courses == shown


# -- reasons -------------------------------------------------------------------------------------------------------------


def asked(paths: dict[str, tuple[str, ...]], items: list[str]) -> list[why.Answer]:
    """The reasons in a game where these actions are chosen by these things, and no others by any."""
    view = bosman()
    found = {view.game.rules.actions.parse(text): [path] for text, path in paths.items()}
    game = exchanged(view.game, paths=lambda _view, action: found.get(action, []))
    return why.about_items(replace(view, game=game), items, ENGLISH)


def refused(view: View) -> dict[str, list[str]]:
    """By clause: actions that are not allowed now, of a kind that is, in the order of their numbers."""
    found: dict[str, list[str]] = {}
    possible = {view.game.rules.actions.family(action).base for action in view.legal()}
    for family in view.game.rules.actions:
        if family.base in possible and family.size < 5000:
            for action in range(family.base, family.base + family.size):
                if family.stands_for(action) and (number := int(view.seen.why_not(view.seat, action))):  # type: ignore[arg-type]
                    found.setdefault(view.game.clause(number), []).append(view.game.rules.actions.text(action))
    return found


def test_of_one_reason_the_nearest_action_is_told_and_of_equals_the_first() -> None:
    clause, (one, two, three, *_) = max(refused(bosman()).items(), key=lambda found: len(found[1]))
    answers = asked({one: ("x", "y", "z"), two: ("x", "y"), three: ("y", "x")}, ["x", "y"])
    assert [(answer.clause, answer.action) for answer in answers] == [(clause, two)]


def test_of_a_thing_alone_only_what_can_act_now_is_meant() -> None:
    """Nobody who asks about a field means a piece elsewhere that can do nothing; of two things together both are meant."""
    view = bosman()
    allowed = view.game.rules.actions.text(view.legal()[0])
    (one, two, *_) = max(refused(view).values(), key=len)
    paths = {allowed: ("able", "y"), one: ("idle", "x"), two: ("able", "x", "far")}
    assert [answer.action for answer in asked(paths, ["x"])] == [two]
    assert [answer.action for answer in asked(paths, ["idle"])] == [one]
    assert [answer.action for answer in asked(paths, ["x", "idle"])] == [one]


def test_nobody_and_nothing_are_answered_with_nothing() -> None:
    view = bosman()
    assert why.about_items(view, [], ENGLISH) == []
    assert why.about_items(replace(view, seat=None), ["poison-0", "seat-21"], ENGLISH) == []
    assert why.about_action(replace(view, seat=None), "keep", ENGLISH) == []


def test_what_is_allowed_is_no_reason() -> None:
    view = bosman()
    allowed = view.game.rules.actions.text(view.legal()[0])
    (one, *_) = max(refused(view).values(), key=len)
    assert [answer.action for answer in asked({allowed: ("x",), one: ("x", "y")}, ["x"])] == [one]
    assert asked({allowed: ("x",)}, ["x"]) == []


def test_no_more_actions_are_looked_at_than_can_be_answered_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bosman()
    sizes = [family.size for family in view.game.rules.actions]
    looked: set[int] = set()

    def noting(_view: View, action: int) -> list[tuple[str, ...]]:
        looked.add(action)
        return []

    for most in (sizes[0], sum(sizes[:2]), sum(sizes[:3]) - 1):
        looked.clear()
        monkeypatch.setattr(why, "_MOST", most)
        why.about_items(replace(view, game=exchanged(view.game, paths=noting)), ["x", "y"], ENGLISH)
        assert len(looked - set(view.legal())) <= most
    assert looked
