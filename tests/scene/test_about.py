"""What things could do, told before anything is done; and what can be counted."""

from __future__ import annotations

from kotva import games
from kotva.engine.game import Event
from kotva.engine.say import ENGLISH, Say
from kotva.engine.scene import About, Mark
from kotva.games.bosman.rules import codes as bosman_codes
from kotva.games.bosman.scene import field_place, seat_place
from kotva.games.hexxi import GAME as HEXXI
from kotva.games.hexxi.rules import codes as hexxi_codes
from kotva.games.seameni.rules import codes as seameni_codes
from kotva.games.settlers import GAME as SETTLERS
from kotva.games.triremes import GAME as TRIREMES
from kotva.games.triremes.rules import codes as triremes_codes
from kotva.match import Match
from kotva.scene.preview import preview
from tests.games.bosman.table import Table as Beach
from tests.games.settlers.table import Table as Island


def told(match: Match, item: str, seat: int = 0) -> About:
    about = match.game.words.about
    assert about is not None
    return about(match.view(seat), item, ENGLISH)


def test_a_token_of_the_hand_tells_where_the_boatswain_would_walk_and_who_would_board() -> None:
    """BOS-9.1, BOS-10.4: field by field, before it is laid; others learn nothing of it."""
    table = Beach(2, beach={"c4": "R21", "c2": "C30", "d3": "F11"}, hands={"1": "T12 R11 C32 T20 T22"})
    found = told(table.match, "T12-1")
    (line,) = [words for words in found.words if words.startswith("b3: ")]
    assert line.endswith("The rug 2 with 1 dot boards seat 21. The chest 3 boards seat 30.")
    assert {Mark(*seat_place(at), "threat", 0.9) for at in (4, 6)} <= set(found.marks)
    assert told(table.match, "T12-1", 1) == About()
    assert told(table.match, "stack") == About()
    walked = Beach(2, beach={}, hands={"1": "T12 R11 C32 T20 T22"})
    assert Mark(*field_place(13)) in told(walked.match, "T12-1").marks


def test_the_preview_says_in_words_what_would_happen() -> None:
    table = Beach(2, beach={"c4": "R21", "c2": "C30", "d3": "F11"}, hands={"1": "T12 R11 C32 T20 T22"})
    found = preview(table.match.view(0), "play T12 b3", Say(names=["Ann", "Bob"]))
    assert found.lines[0] == "Ann lays the tin 1 with 2 dots on b3."
    assert "The chest 3 boards seat 30." in found.lines


def test_a_field_tells_how_often_it_yields_and_to_whom() -> None:
    """SET-5.1, SET-5.5: a city gets two."""
    t = Island(P1="C 9; S 19", P2="S 18")
    words = SETTLERS.words.about(t.view(1), "hex-5", ENGLISH).words if SETTLERS.words.about else ()
    assert words == ("Its number comes 5 times in 36 throws.", "Player 1 gets 3 brick.", "Player 2 gets 1 brick.")
    assert SETTLERS.words.about is not None
    assert (
        SETTLERS.words.about(t.view(1), "hex-99", ENGLISH)
        == SETTLERS.words.about(t.view(1), "bank-L", ENGLISH)
        == About()
    )


def test_dice_and_cards_are_counted() -> None:
    """SET-5.1: of all that a viewer was told; nothing before the first throw."""
    count = SETTLERS.words.statistics
    assert count is not None
    assert count([], ENGLISH) == ()
    t = Island(P1="C 9; S 19", P2="S 18", phase="ROLL")
    happened: list[Event] = []
    t.s.trace = happened
    t.play("roll", "* dice 2+4")
    dice, cards = count(happened, ENGLISH)
    came = {row[0]: row[1] for row in dice.rows}
    assert (getattr(came["6"], "text", ""), getattr(came["6"], "bar", 0)) == ("1", 1.0)
    assert getattr(came["8"], "text", "") == "0"
    assert [getattr(row[1], "text", "") for row in cards.rows] == ["3", "1"]


def _counted(game: str, players: int, *events: Event) -> list[list[list[str]]]:
    words = games.load(game).words
    assert words.statistics is not None
    assert words.statistics([], ENGLISH) == (), "nothing is shown before anything happened"
    say = Say("en", game, ["Anna", "Ben", "Eva", "Dan"][:players])
    panels = words.statistics(events, say)
    return [[[cell if isinstance(cell, str) else cell.text for cell in row] for row in panel.rows] for panel in panels]


def test_every_game_says_what_is_worth_counting() -> None:
    """From the events alone, so that a seat counts no more than it was told."""
    walked = (bosman_codes.WALKED, 3, 4, 0)
    laid = (bosman_codes.LAID, 1, 5, 2)
    tokens, ways = _counted("bosman", 2, laid, laid, (bosman_codes.SWAPPED, 0, 3, 0), walked, walked)
    assert tokens == [["Anna", "0", "3", "0"], ["Ben", "2", "0", "0"]]
    assert [row[1] for row in ways] == ["2"]
    taken = (hexxi_codes.CAPTURED, 0, 7, 1 * 8 + 2)
    tokens, kinds = _counted("hexxi", 2, taken, taken, (hexxi_codes.CONQUERED, 1, 1, 0), (hexxi_codes.SPIED, 1, 3, 2))
    assert tokens == [["Anna", "2", "0", "0"], ["Ben", "0", "2", "1"]], "a base that is put aside is nobody's loss"
    assert [row[1] for row in kinds] == ["2"]
    own, vortex = (seameni_codes.MOVED, 1, 9, 10 * 64), (seameni_codes.MOVED, 7, 9, 10 * 64 + 24)
    moved, treasure = _counted(
        "seameni", 2, own, own, vortex, (seameni_codes.BROUGHT, 1, 0, 0), (seameni_codes.DIED, 7, 3, 0)
    )
    assert moved == [["went by themselves", "2"], ["whirled by a vortex", "1"]]
    assert treasure == [["Anna", "1", "0", "0"], ["Ben", "0", "1", "1"]], "of two the second has pirates 6 to 11"
    fight = (triremes_codes.ROLLED, 1, 6, 2)
    dice, ships = _counted("triremes", 2, fight, (triremes_codes.CAPTURED, 12, 1, 0), (triremes_codes.LOST, 0, 255, 3))
    assert dice[5] == ["6", "1", "0.3"]
    assert ships == [["Anna", "0", "1", "1"], ["Ben", "1", "0", "0"]]


def test_buildings_are_offered_with_their_price_and_what_is_missing() -> None:
    """SET-7.1: a button for each kind, through the whole game; what is missing is said in one's own turn."""
    t = Island(P1="S 9; R 9-14; hand LB")
    road, settlement, city, card = SETTLERS.look.scene(t.view(1), ENGLISH).tools
    assert (road.starts, road.cards, road.missing) == ("road ", (("resource-L", 1), ("resource-B", 1)), "")
    assert settlement.missing == "You lack: 1 wool, 1 grain."
    assert city.missing == "You lack: 2 grain, 3 ore."
    assert card.starts == "buy"
    assert [tool.missing for tool in SETTLERS.look.scene(t.view(2), ENGLISH).tools] == [""] * 4
    assert any(text.startswith(road.starts) for text in t.legal())


def test_a_ship_tells_whom_it_threatens() -> None:
    """TRI-6.1, TRI-10.1: also an enemy's; a thing that is no ship tells nothing."""
    match = Match(TRIREMES, 2, seed="threats")
    words = [told(match, item.id).words for item in TRIREMES.look.scene(match.view(0), ENGLISH).items if item.size == 2]
    assert words
    assert all(words)
    assert told(match, "at-a1") == About()


def test_a_token_tells_what_it_may_do() -> None:
    """HEX-1.4, HEX-2.10: the rule of its kind, and whose far edge it lies on; never what it is."""
    match = Match(HEXXI, 2, seed="tokens")
    while not match.game.look.scene(match.view(0), ENGLISH).last:
        match.play(match.legal()[0])
    for seat in (0, 1):
        for item in HEXXI.look.scene(match.view(seat), ENGLISH).items:
            if item.id.startswith("token-"):
                first = told(match, item.id, seat).words[0]
                assert first.startswith("Face down: ") == (item.owner != seat)
    edges = [told(match, f"field-{name}").words for name in ("g4", "g5", "g6", "g7", "d4")]
    assert any("counts three times" in " ".join(words) for words in edges)
    assert edges[-1] == ()


def test_asking_about_nothing_tells_nothing() -> None:
    for name in games.ids():
        game = games.load(name)
        if game.words.about is not None:
            view = Match(game, game.rules.seats[0], seed="nothing").view(0)
            for item in ("", "-", "token-", "hex-0", "base-9", "hex-²", "no such thing"):
                assert game.words.about(view, item, ENGLISH).marks == ()
