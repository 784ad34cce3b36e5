"""What people see: tiles that explain themselves, captives in chains, previews, courses, and how things are chosen."""

from __future__ import annotations

import pytest

from kotva.engine.say import ENGLISH, Say
from kotva.engine.scene import Item, Scene
from kotva.games.seameni import GAME
from kotva.games.seameni.board import CODES, FIELD_NAMES
from kotva.games.seameni.symbols import SYMBOLS, mud_step, tile_name
from tests.games.seameni.table import Table


def scene(table: Table, seat: int | None = 0) -> Scene:
    return GAME.look.scene(table.match.view(seat), ENGLISH)


def items(table: Table, seat: int | None = 0) -> dict[str, Item]:
    return {item.id: item for item in scene(table, seat).items}


def paths(table: Table, text: str) -> set[tuple[str, ...]]:
    seat = table.match.to_act()
    return set(GAME.look.paths(table.match.view(seat), GAME.rules.actions.parse(text)))


def test_every_tile_is_drawn_and_tells_its_rule() -> None:
    """Face-down waves and one drawing for each face; the field's hint is the tile's rule."""
    assert {tile_name(code) for code in range(len(CODES))} <= set(SYMBOLS)
    table = Table("e5=vo e6=m3")
    shown = items(table)
    assert shown["field-e5"].symbol == "tile-vo"
    assert "whirls" in shown["field-e5"].hint
    assert shown["field-e6"].hint.startswith("A pirate wades")
    assert shown["field-d4"].symbol == "hidden"
    assert shown["field-w0"].symbol == "waters"
    assert len([i for i in shown if i.startswith("field-")]) == len(FIELD_NAMES)


def test_pirates_where_they_are() -> None:
    """SEA-9.7: caught pirates lie; captives are chained; the dead are beside the board; mud has places for its steps."""
    table = Table("e6=oc e5=m3 e4=tu", "S1 e6 caught, W1 @S, S2 e5/2, N1 dead, W2 x3 exile, E1 e4 resting")
    shown = items(table)
    assert shown["pirate-S1"].turn == 90
    assert shown["pirate-W1"].symbol == "pirate-1-1-captive"
    assert "captive of Player 1" in shown["pirate-W1"].label
    assert shown["pirate-N1"].zone == "seat-2"
    assert shown["pirate-W2"].badge == "×"
    assert shown["pirate-E1"].badge == "z"
    field, pirate = shown["field-e5"], shown["pirate-S2"]
    assert (pirate.x - field.x, pirate.y - field.y) == mud_step(3, 2)
    assert {shown[f"pirate-{e}3"].owner for e in "SWNE"} == {0, 1, 2, 3}


def test_treasure_on_tiles_on_pirates_and_in_holds() -> None:
    table = Table("e5=wa e6=m2 e5:2 e6/1:1", "S1 e6/1", scores={"W": 3})
    shown = items(table)
    assert shown["treasure-e5"].badge == "2"
    assert "treasure-e6-S1" in shown
    assert shown["hold-W"].badge == "3"
    assert "3 treasures" in shown["ship-W"].label


def test_a_move_into_a_chain_shows_where_it_may_end() -> None:
    """SEA-11.4: marks on the ends, words on the field, and a mark can be chosen for the move."""
    table = Table("e5=wa e6=c2EW f6=c1N d6=wa f7=sh", "S1 e5")
    shown = items(table)
    assert shown["goal-S1-e6-d6"].ghost
    assert shown["goal-S1-e6-f7"].symbol == "doom"
    assert "pirate 1 may end on: " in shown["field-e6"].hint
    assert "f7 (dead)" in shown["field-e6"].hint
    assert ("pirate-S1", "goal-S1-e6-d6") in paths(table, "S1>e6")
    assert not [i for i in items(table, 1) if i.startswith("goal")], "who is not to move is shown nothing"
    table.play("S1>e6")
    assert {("field-d6",)} == paths(table, "to d6")
    assert ("goal-S1-f6-f7",) in paths(table, "to f6")


def test_a_loop_with_a_way_out_is_no_danger() -> None:
    """SEA-11.11: the exit that leads round is taken once; a loop without a way out is marked (SEA-11.12)."""
    shown = items(Table("e5=wa e6=c2EW f6=c1W d6=wa", "S1 e5"))
    assert "pirate 1 may end on: d6." in shown["field-e6"].hint
    shown = items(Table("e5=wa e6=c2EW f6=c1W d6=ef", "S1 e5"))
    assert "pirate 1 may end on: e6 (dead)." in shown["field-e6"].hint
    shown = items(Table("e5=wa e6=c1E f6=c1W", "S1 e5"))
    assert "(dead)" in shown["field-e6"].hint


def test_how_moves_are_chosen() -> None:
    """A pirate and a place; treasure in between; where it must go along no extra choice; a ship for boarding."""
    table = Table("e5=wa e6=wa e5:1 e6:1", "S1 e5, W1 e6")
    assert paths(table, "S1>e6") == {("pirate-S1", t) for t in ("field-e6", "treasure-e6", "pirate-W1")}
    assert ("pirate-S1", "treasure-e5", "field-e6") in paths(table, "S1>e6+")
    assert ("pirate-S1", "field-e6") not in paths(table, "S1>e6+")
    assert paths(table, "ship e0") == {("ship-S", "field-e0")}
    assert paths(table, "end?") == set()
    table = Table("e5=m2 e4=wa e5/2:1", "S1 e5/2")
    assert ("pirate-S1", "field-e4") in paths(table, "S1>e4+")
    table = Table("f1:1", "S1 f1")
    assert ("pirate-S1", "ship-S") in paths(table, "S1>f0")
    table = Table("e6=m3", "S1 e6/1")
    assert paths(table, "S1^") == {("pirate-S1", "field-e6")}


def test_a_chain_is_a_course_and_a_story() -> None:
    """Every forced step is a point of the course and a line of the log."""
    table = Table("e5=wa e6=c1E f6=vo g6=c1N g7=wa", "S1 e5, W1 g7")
    table.play("S1>e6")
    played = table.match.played[-1].events
    view = GAME.view(table.s, 0, table.match.options, played)
    course = {c.item: c.points for c in GAME.look.scene(view, ENGLISH).courses}
    assert len(course["pirate-S1"]) == 5
    assert len(course["pirate-W1"]) == 2
    assert GAME.lines(played, Say(names=["Ann", "Bob", "Cyd", "Dan"])) == [
        "Ann's pirate 1 goes from e5 to e6.",
        "The current carries pirate 1 of Ann from e6 to f6.",
        "The vortex whirls pirate 1 of Ann on from f6 to g6.",
        "The current carries pirate 1 of Ann from g6 to g7.",
        "Bob's pirate 1 is knocked out on g7 and thrown home.",
    ]


def test_of_two_players_the_second_has_the_crew_of_the_north() -> None:
    """SEA-1.2: pirates are called by their players, also where the edges between them are empty."""
    table = Table("e5=wa e6=wa g5=wa g6=wa", "S1 e5, N2 g5", seats=2)
    called = [items(table)[f"pirate-{name}"].label.partition(",")[0] for name in ("S1", "N2")]
    assert called == ["Player 1's pirate 1", "Player 2's pirate 2"]
    table.play("S1>e6", "N2>g6")
    events = [event for played in table.match.played for event in played.events]
    told = GAME.lines(events, Say(names=["Ann", "Bob"]))
    assert [line.partition(" goes")[0] for line in told if "goes" in line] == ["Ann's pirate 1", "Bob's pirate 2"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_before_the_ships_are_placed(seats: int) -> None:
    """SEA-4.3: ships wait beside their edges; fields of the own edge can be chosen."""
    table = Table(seats=seats, phase="place")
    shown = items(table)
    assert "not placed yet" in shown["ship-S"].label
    assert paths(table, "place f0") == {("field-f0",)}
    assert scene(table).prompt == "Place your ship on a field of your edge."
    assert [p.partner for p in scene(table).seats] == ([2, 3, 0, 1] if seats == 4 else [None] * seats)


def test_what_is_still_face_down() -> None:
    """Section 8: how many tiles of each kind are left is open to all."""
    panel = scene(Table("e5=ho")).panels[0]
    assert ("seahorse", "1 / 2") in panel.rows
    assert panel.title == "Still face down: 116"
