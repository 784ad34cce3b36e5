"""What a HEXXI table shows: to whom, and how actions are chosen."""

from __future__ import annotations

from kotva.engine.say import LANGUAGES, Say
from kotva.engine.scene import Cell, Fact, Flight, Item, Panel, Scene
from kotva.games.hexxi import GAME
from tests.games.hexxi.given import S16, after_s34, laid_for
from tests.games.hexxi.table import Table, confront

SAY = Say(names=["Ann", "Bob", "Cyd", "Dan"])


def scene(table: Table, viewer: int | None = None) -> Scene:
    """Through the eyes of a player (from 1) or a spectator."""
    return GAME.look.scene(table.match.view(None if viewer is None else viewer - 1), SAY)


def items(table: Table, viewer: int | None = None) -> dict[str, Item]:
    return {item.id: item for item in scene(table, viewer).items}


def panel(table: Table, ident: str, viewer: int | None = None) -> Panel:
    (found,) = [p for p in scene(table, viewer).panels if p.id == ident]
    return found


def paths(table: Table, text: str) -> list[tuple[str, ...]]:
    return list(GAME.look.paths(table.match.view(table.player - 1), GAME.rules.actions.parse(text)))


def test_face_down_tokens_are_known_to_their_owner_alone() -> None:
    """HEX-1.5, HEX-5.11."""
    table = Table(2).play("place W d4")
    assert items(table, 1)["token-d4"].symbol == "down-W-0"
    assert "warship" in items(table, 1)["token-d4"].label
    for viewer in (2, None):
        assert items(table, viewer)["token-d4"].symbol == "back-0"
        assert items(table, viewer)["token-d4"].label == "d4: face-down token of Ann"
    assert "hand-W" not in items(table, 1)
    assert items(table, 1)["hand-C"].badge == "6"
    assert not any(ident.startswith("hand-") for ident in items(table))


def test_the_far_edges_of_the_player_on_turn_are_marked() -> None:
    """HEX-2.10: but for fields of bases."""
    first = Table(2)
    assert {i for i in items(first) if i.startswith("far-")} == {
        f"far-{f}" for f in ["g4", "g5", "g6", "f7", "e7", "d7"]
    }
    second = first.play("init C")
    assert {i for i in items(second) if i.startswith("far-")} == {
        f"far-{f}" for f in ["a2", "a3", "a4", "b1", "c1", "d1"]
    }


def test_initiative_piles_and_order_lie_beside_the_board() -> None:
    table = Table(2).play("init S")
    assert items(table, 1)["init-0-0"].symbol == "down-S-0"
    assert items(table, 2)["init-0-0"].symbol == "back-0"
    assert [items(table)[f"marker-{seat}"].text for seat in (0, 1)] == ["1", "2"]
    prize = confront(S16 + " 2W@d2", captured=["2P", ""])
    piles = items(prize)
    assert [piles[i].zone for i in ("prizes-0", "pile-0-0")] == ["seat-0", "seat-0"]
    assert piles["pile-0-0"].owner == 1
    assert scene(prize).seats[0].facts[-1] == Fact("points for what is captured", "+6", "prizes")  # HEX-14.4
    conquest = items(confront("1S*@e5 2S@f6 1C@b2 1C@c3 1C@d4", captured=["2B", ""]))
    assert conquest["conquest-1"].zone == "seat-0"
    assert conquest["base-1"].symbol == "empty-base"
    assert conquest["trap-e5"].symbol == "trap"


def test_connections_tell_about_the_units_they_reach() -> None:
    """HEX-9.1, HEX-9.2: ship and warship by e5 and f6 to base g7."""
    links = {i: item.of for i, item in items(confront(S16), 1).items() if i.startswith("link-")}
    assert links["link-f6-g7"] == ("token-e4", "token-f5")
    assert links["link-e4-e5"] == ("token-e4",)
    assert set(links) == {"link-f6-g7", "link-e5-f6", "link-e4-e5", "link-e5-f5", "link-f5-f6"}


def test_the_auction_has_a_panel() -> None:
    """HEX-17.1: sums, bids, who has dropped."""
    areas = ["CSP", "CSP", "CSP"]
    table = Table(3, state="auction", initiative=[*areas], tokens=laid_for(areas)).play("bid 3")
    shown = panel(table, "auction", 2)
    assert shown.urgent
    assert shown.rows == (
        ("Ann", "6", "0", "bids 3"),
        ("Bob", "6", "0", "in the auction"),
        ("Cyd", "6", "0", "in the auction"),
    )
    assert not panel(table, "auction", 1).urgent
    table.play("drop")
    assert panel(table, "auction").rows[1] == ("Bob", "6", "0", "place 3")
    assert panel(table, "auction").rows[0][3] == "bids 3"
    bids = [cell for row in panel(table, "bids", 3).rows for cell in row]
    assert bids == [Cell(str(bid), action=f"bid {bid}") for bid in range(4, 21)]  # HEX-7.6: a button for every bid
    assert paths(table, "bid 4") == []
    assert not any(shown.id == "bids" for shown in scene(table, 1).panels)


def test_a_sheet_shows_where_every_point_came_from() -> None:
    """HEX-14.1, HEX-14.2, HEX-14.4, HEX-14.8: the scenario HEX-S34."""
    sheet = panel(after_s34(), "sheet-1")
    assert sheet.head == ("", "Ann", "Bob")
    assert sheet.rows == (
        ("ships", "2", "·"),
        ("ships at far edges", "6", "12"),
        ("pirates", "3", "·"),
        ("warship", "6", "6"),
        ("captured units", "6", "4"),
        ("cost of a round", "-20", "-20"),
        ("together", "+3", "+2"),
    )


def test_how_actions_are_chosen() -> None:
    table = Table(2).play("place W d4", "place C e4")
    assert paths(table, "place S a2") == [("hand-S", "field-a2")]
    assert paths(table, "init S") == [("hand-S", "initiative")]
    assert paths(table, "spy e4") == [("spyglass", "token-e4")]
    fight = confront(S16)
    assert paths(fight, "cruise e4-e5") == [("token-e4", "token-e5"), ("token-e4", "field-e5")]
    assert paths(fight, "convoy e4xf4-g4") == [("token-e4", "field-g4")]
    assert paths(fight, "pass") == []
    # Two ways lead from f5 to e5: the jumped token tells them apart.
    assert paths(fight, "escort f5xe4-e5")[0] == ("token-f5", "token-e4", "token-e5")
    assert paths(fight, "cruise f5-e5")[0] == ("token-f5", "token-e5")
    assert paths(confront("1S@f6 2W@e5 2P@e6"), "trap f6xg7") == [("token-f6", "base-1")]


def test_the_way_of_a_jump_is_shown() -> None:
    course = scene(confront(S16).play("convoy e4xf4-g4"), 1).courses[0]
    assert course.item == "token-g4"
    assert len(course.points) == 3


def test_what_leaves_the_board_or_a_hand_flies() -> None:
    """HEX-17.2: what others may not know flies with its back up."""
    stocked = Table(2).play("init S")
    assert scene(stocked, 1).flights == (Flight("down-S-0", "hand-S", "initiative", owner=0),)
    for viewer in (2, None):
        assert scene(stocked, viewer).flights == (Flight("back-0", "seat-0", "seat-0", owner=0),)
    kidnapped = confront("2P@f6 2W@g5 1S@f5 1S@e6 2C@f7", turn=2).play("kidnap f6xe6")
    assert scene(kidnapped).flights == (Flight("token-S-0", "field-e6", "seat-1", owner=0),)
    freed = confront("1W@f6 2P@f7 2C@f5", captured=["", "1S 1S"]).play("rescue f6xg7")
    assert scene(freed, 1).flights == (Flight("token-S-0", "seat-1", "hand-S", owner=0),)
    trapped = confront("1S@f6 2W@e5 2P@e6 2C@d5 2C@d6 2C@d7 1C@f5").play("trap f6xg7")
    assert scene(trapped).flights == (Flight("base-1", "base-1", "seat-0", owner=1),)
    back = confront(S16).play("cruise f5-e5")
    assert Flight("token-C-1", "field-e5", "seat-1", owner=1) in scene(back).flights


def test_prompts_say_what_to_do() -> None:
    table = Table(2)
    assert "Choose a token" in scene(table, 1).prompt
    assert scene(table, 2).prompt == "Ann lays a token or spies."
    forced = confront("1P@b2 1S@b3 1S@c2 2S@g4")
    assert "your own token" in scene(forced, 1).prompt
    assert "or pass" in scene(confront(S16), 1).prompt


def test_what_shows_something_is_not_taken_back() -> None:
    """HEX-7.1, HEX-7.8: a placement may be undone, but not when it uncovers the initiative; spying never."""
    table = Table(2).play("place W d4")
    assert table.match.undo_target(0) == 0
    table.play("place C e4", "spy e4")
    assert table.match.undo_target(0) is None
    last = Table(2, tokens=laid_for(["C", "CC"]), hands=["C", ""], initiative=["", "cc"])
    assert last.play("init C").state == "confront"
    assert last.match.undo_target(0) is None


def test_every_language_says_everything() -> None:
    table = confront(S16, quiet=12).play("convoy e4xf5-f6")
    for language in LANGUAGES:
        say = Say(language, "hexxi", ["Ann", "Bob"])
        view = table.match.view(0)
        shown = GAME.look.scene(view, say)
        assert shown.prompt
        assert GAME.words.board is not None
        assert GAME.words.board(view, say)
        assert len(table.match.log(0, say)) == 1
