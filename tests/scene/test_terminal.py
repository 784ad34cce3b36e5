"""A scene as text: what a game gets that draws no board for the terminal, and tables with their columns."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kotva import games
from kotva.engine.say import ENGLISH
from kotva.engine.scene import Cell, Fact, Item, Panel, Scene, SeatPanel
from kotva.match import Match
from kotva.scene.svg import render
from kotva.scene.terminal import mark, position, sketch, table
from tests import ours
from tests.exchanged import exchanged

SHEET = Panel(
    "sheet",
    "Scoring",
    ("", "Ada", "Bo"),
    (("ships", "6", "·"), ("cost of a round", "-20", Cell("-20", seat=1))),
    note="So far.",
)
SCENE = Scene(
    192,
    128,
    (
        *(
            Item(f"field-{x}{y}", "field", 32 + 64 * x, 32 + 64 * y, label=f"field {x} {y}")
            for x in range(3)
            for y in range(2)
        ),
        Item("king", "king", 32, 32, layer=3, owner=0, label="king of Ada"),
        Item("card", "card", zone="hand", label="a knight"),
        Item("deck", "back", zone="tray", label="deck of 20", badge="20"),
        Item("ghost", "spot", 96, 32, ghost=True, label="a place to go"),
    ),
    seats=(SeatPanel(0, "3", (Fact("hand", "5"),)), SeatPanel(1, "1", title="North")),
    panels=(SHEET,),
)


def test_board_hand_seats_and_tables_can_be_read() -> None:
    text = sketch(SCENE, ENGLISH, ["Ada", "Bo"])
    assert text.splitlines()[:2] == ["   Aki   .     .", "   .     .     ."]
    for words in (
        "Aki: king of Ada",
        "Your hand: a knight.",
        "deck of 20",
        "Ada: 3, hand 5",
        "Bo (North): 1",
        "Scoring",
    ):
        assert words in text
    assert "place to go" not in text


def board(*items: Item) -> list[str]:
    """The chart of a board alone."""
    return sketch(Scene(192, 128, items), ENGLISH).split("\nOn the board")[0].splitlines()


def test_a_chart_shows_what_lies_on_top_and_nothing_that_is_not_there() -> None:
    """A decoration has no words and hides nothing; a ghost is a choice, and no thing."""
    field, king = Item("f", "field", 64, 64, label="field"), Item("k", "king", 64, 64, layer=3, owner=1, label="king")
    assert board(king, field) == board(field, king) == ["      Bki"]
    assert board(field, king, Item("d", "shine", 64, 64, layer=4)) == ["      Bki"]
    assert board(field, Item("g", "spot", 64, 64, layer=4, ghost=True, label="a place to go")) == ["      ."]
    assert board(field, Item("h", "card", 0, 0, zone="hand", label="a card"))[:1] == ["      ."]


def test_marks_never_run_into_one_another() -> None:
    near = [Item(f"i{n}", "", 32 * n, 0, layer=3, label=str(n), text=text) for n, text in enumerate(("abc", "de", "f"))]
    assert board(*near) == ["abc de f"]
    assert board(near[0]._replace(text="abcdef"), near[1], near[2]) == ["abcd de f"]


@pytest.mark.parametrize(
    ("item", "shown"),
    [
        (Item("a", "king", layer=3, text="12345", badge="9"), "1234"),
        (Item("a", "king", layer=3, badge="9"), "9"),
        (Item("a", "king", layer=1), "."),
        (Item("a", "king", layer=2), "kin"),
        (Item("a", "king", layer=3, owner=0), "Aki"),
        (Item("a", "king", layer=3, owner=9), "Bki"),
        (Item("a", "", layer=3), "?"),
    ],
)
def test_a_thing_is_marked_by_what_is_written_on_it_or_by_its_owner_and_kind(item: Item, shown: str) -> None:
    assert mark(item) == shown


def test_what_is_told_are_things_with_a_name_that_are_there() -> None:
    """Fields are the ground; a ghost is told nowhere; seats have their tokens."""
    things = [
        Item("f", "field", label="field"),
        Item("m", "harbour", layer=2, label="harbour"),
        Item("g", "spot", layer=3, ghost=True, label="ghost"),
        Item("d", "shine", layer=3),
        *(
            Item(f"{zone}-{n}", "card", zone=zone, label=f"{zone} {n}", ghost=n > 1)
            for zone in ("hand", "seat-0")
            for n in (1, 2)
        ),
        Item("bare", "card", zone="hand"),
    ]
    text = sketch(Scene(64, 64, tuple(things), seats=(SeatPanel(0, "3"), SeatPanel(1))), ENGLISH, ["Ada"])
    assert text.splitlines()[1:] == ["On the board: har: harbour.", "Your hand: hand 1.", "Ada: 3, seat-0 1", "B:"]


def test_columns_stand_under_one_another() -> None:
    assert table(SHEET).splitlines() == [
        "Scoring",
        "                    Ada   Bo",
        "  ships             6     ·",
        "  cost of a round   -20   -20",
        "  So far.",
    ]


def test_rows_of_unequal_length_have_their_columns_too() -> None:
    assert table(Panel("p", "Sheet", ("a", "bb"), (("one",), ("x", "y", "zzz")))).splitlines() == [
        "Sheet",
        "  a     bb",
        "  one",
        "  x     y    zzz",
    ]


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_every_game_has_a_position_without_a_board_of_its_own(game_id: str) -> None:
    game = exchanged(games.load(game_id), board=None)
    match = Match(game, seed="sketch")
    for _ in range(10):
        match.play(match.legal()[0])
    view = match.view(match.to_act())
    text = position(view, ENGLISH, match.names)
    for item in game.look.scene(view, ENGLISH).items:
        if item.zone == "hand":
            assert item.label.split()[0] in text


def test_a_picture_shows_a_table_whole() -> None:
    """Columns stood behind one another without a place of their own, and long lines of facts left the picture."""
    facts = tuple(Fact(f"a rather long fact {n}", str(n)) for n in range(6))
    wide = Panel("wide", "Wide", tuple("a very long head" for _ in range(8)), (tuple("cell" for _ in range(8)),))
    scene = replace(SCENE, width=640, panels=(SHEET, wide), seats=(SeatPanel(0, "3", facts), SeatPanel(1, "1")))
    svg = render(scene, {"field": "<g/>", "king": "<g/>", "card": "<g/>", "back": "<g/>"}, names=["A\x1bda", "Bo"])
    assert "\x1b" not in svg
    ElementTree.fromstring(svg)
    placed = {text: float(x) for x, text in re.findall(r'<text x="([\d.]+)"[^>]*>([^<]+)</text>', svg)}
    assert placed["Ada"] == placed["6"] > placed["ships"]
    for x, size, text in re.findall(r'<text x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]+)</text>', svg):
        assert float(x) + 0.5 * float(size) * len(text) <= scene.width
    assert all(f"a rather long fact {n} {n}" in svg for n in range(6))
