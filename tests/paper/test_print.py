"""`kotva print`: the counts of the rulebooks, real sizes, backs behind fronts, little ink, one declaration for outsiders."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pypdfium2
import pytest

from kotva import games
from kotva.engine.components import SHAPES, Component, GameComponents
from kotva.engine.errors import KotvaError
from kotva.files import rules_file
from kotva.paper import Printing, drawing, printed
from kotva.paper.layout import OVERLAP, mirrored, parts, sheets
from tests import ours
from tests.arena.lopsided import FAIR

MM = 72 / 25.4

# What the tables of components in the rulebooks call them: the first cell, and which cell has the count.
ROWS = {
    "bosman": {
        "pirate tokens": ("pirate tokens", 1),
        "cabin boy tokens": ("cabin boy tokens", 1),
        "poison tokens": ("poison tokens", 1),
        "boatswain": ("boatswain (pawn)", 1),
        "screens": ("screens", 1),
        "beach": ("beach, 5 × 5 fields", 1),
        "boat": ("boat, 3 × 3 seats", 1),
    },
    "hexxi": {
        "cruise tokens": ("Cruise (`C`)", 4),
        "ships": ("Ship (`S`)", 4),
        "pirates": ("Pirates (`P`)", 4),
        "warships": ("Warship (`W`)", 4),
        "bases": ("Base (`B`)", 4),
        "order markers": ("Order marker", 4),
    },
    "seameni": {
        "sea tiles": ("square sea tiles with identical backs", 1),
        "ships": ("ships (one per edge)", 1),
        "pirates": ("pirates (four sets of three; within a set told apart as 1, 2, 3)", 1),
        "treasures": ("treasures", 1),
    },
    "settlers": {
        name: (name, 2)
        for name in (
            "land hexes",
            "number tokens",
            "harbours",
            "resource cards",
            "action cards",
            "roads",
            "settlements",
        )
    }
    | {"cities": ("cities", 2), "special cards": ("special cards", 2)},
    "triremes": {"domain maps": ("Domain map `bay`, 16 x 9 = 144", 2), "dice": ("Six-sided die", 2)},
}


def counted(game_id: str) -> Counter[str]:
    declared = games.load(game_id).components
    counts: Counter[str] = Counter()
    for name, count in [(one.name, one.count) for one in declared.pieces] + [
        (b.name, b.count) for b in declared.boards
    ]:
        counts[name] += count
    return counts


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_the_box_holds_what_the_rulebook_lists(game_id):
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in rules_file(game_id).read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]
    counts = counted(game_id)
    for name, (head, column) in ROWS[game_id].items():
        row = next(row for row in rows if row[0] == head)
        assert counts[name] == int(row[column]), (name, row)


def test_kinds_are_counted_as_the_rulebooks_do():
    settlers = {one.front: one.count for one in games.load("settlers").components.pieces}
    text = rules_file("settlers").read_text(encoding="utf-8")
    row = re.search(r"\| land hexes \| (.*?) \|", text)
    assert row is not None
    for kind, count in re.findall(r"([a-z]+) (\d+)", row[1]):
        assert settlers[f"terrain-{kind}"] == int(count)
    for number, count in re.findall(r"(\d+) ×(\d+)", text[: text.index("| harbours")]):
        assert settlers[f"number-{number}"] == int(count)
    seameni = {one.front.removeprefix("tile-"): one.count for one in games.load("seameni").components.pieces}
    for line in rules_file("seameni").read_text(encoding="utf-8").splitlines():
        if (row := re.match(r"\| [^|]+\| `([a-zA-Z0-9]+)[^|]*\| (\d+) +\| (?:still|transit)", line)) is not None:
            assert seameni[row[1]] == int(row[2])
    # The big battle of four has twice the figures of the base game (TRI section 2: 24 and 48).
    triremes = counted("triremes")
    assert triremes["ships"] + triremes["soldiers"] == 48
    assert all(one.count == 6 for one in games.load("triremes").components.pieces if one.front)
    assert counted("settlers")["robber"] == 1
    assert counted("settlers")["dice"] == 2


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_every_piece_has_a_drawing_of_the_scene(game_id):
    game = games.load(game_id)
    for one in game.components.pieces:
        assert one.shape in SHAPES
        for name in (one.front, one.back):
            assert not name or name in game.look.symbols, name
    for board in game.components.boards:
        assert board.scale > 0


def test_backs_lie_behind_their_fronts_when_a_sheet_is_turned_over():
    one = Component(name="x", count=11, size=(40.0, 60.0), front="a", back="b")
    for places in sheets([one], 210, 297):
        for place in places:
            assert place.x + one.size[0] + mirrored(place, 210) == pytest.approx(210)
            assert place.x >= 10
            assert place.y + one.size[1] <= 297 - 10
    lefts = sorted({place.x for place in next(iter(sheets([one], 210, 297)))})
    assert lefts == pytest.approx(sorted({mirrored(place, 210) for place in next(iter(sheets([one], 210, 297)))}))


def test_a_large_board_is_cut_into_pages_that_overlap_and_leave_nothing_out():
    assert len(parts(150, 200, 210, 297)) == 1
    found = parts(500, 300, 210, 297)
    assert {part.row for part in found} == {0, 1}
    across = sorted((part for part in found if part.row == 0), key=lambda part: part.x)
    assert across[0].x == 0
    assert across[-1].x + across[-1].wide == pytest.approx(500)
    for one, two in pairwise(across):
        assert two.x == pytest.approx(one.x + one.wide - OVERLAP)


@pytest.fixture(scope="module")
def small():
    """HEXXI with a few pieces: the same paths, in a second."""
    game = games.load("hexxi")
    pieces = tuple(replace(one, count=1) for one in game.components.pieces[:3])
    return replace(game, components=replace(game.components, pieces=pieces))


def pages(data: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(data)


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_pieces_have_their_size_and_the_page_its_boxes(small, paper, size):
    document = pages(printed(small, Printing(paper, contents=("pieces",))))
    assert len(document) == 2  # a front and its back
    page = document[0]
    assert [x / MM for x in page.get_size()] == pytest.approx(size, abs=0.1)
    trim, bleed = page.get_trimbox(), page.get_bleedbox()
    assert (trim[2] - trim[0]) / MM == pytest.approx(
        3 * 26 + 2 * 10, abs=0.1
    )  # three pieces, twice two bleeds and a gap
    assert (trim[3] - trim[1]) / MM == pytest.approx(30, abs=0.1)
    assert [(a - b) / MM for a, b in zip(trim[:2], bleed[:2], strict=True)] == pytest.approx([3, 3], abs=0.01)
    assert [(b - a) / MM for a, b in zip(trim[2:], bleed[2:], strict=True)] == pytest.approx([3, 3], abs=0.01)
    # The ruler is 100 mm long on the page: at 254 dpi a millimetre is ten dots.
    picture = page.render(scale=254 / 72).to_pil().convert("L")
    line = picture.height - 130  # 13 mm above the lower edge
    dark = [x for x in range(1200) if min(picture.getpixel((x, line + dy)) for dy in (-2, -1, 0, 1, 2)) < 128]
    assert dark[0] == pytest.approx(100, abs=3)
    assert 1100 - 3 <= max(x for x in dark if x <= 1104) <= 1104
    assert "100 mm" in page.get_textpage().get_text_range()


def test_a_back_comes_where_its_front_is(small):
    document = pages(printed(small, Printing(contents=("pieces",))))
    front, back = document[0].get_trimbox(), document[1].get_trimbox()
    wide = document[0].get_size()[0]
    assert front[0] == pytest.approx(wide - back[2], abs=0.1)
    assert (front[1], front[3]) == pytest.approx((back[1], back[3]))


def test_little_ink_is_little():
    game = games.load("settlers")
    terrain = next(one for one in game.components.pieces if one.front == "terrain-forest")
    full, pale = (drawing.piece(game, terrain, False, save).resize((60, 60)).convert("L") for save in (False, True))

    def ink(image):
        return sum((255 - light) * count for light, count in enumerate(image.histogram()))

    assert ink(pale) < 0.5 * ink(full)
    assert pale.getextrema()[0] < 150  # lines are still seen


def test_rules_aid_and_list_are_in_the_book():
    document = pages(printed(games.load("hexxi"), Printing(contents=("list", "aids", "rules"), language="cs")))
    words = [page.get_textpage().get_text_range() for page in document]
    assert "48" not in words[0]
    assert "24 ×" in words[0]
    assert "HEX-1.1" in "".join(words[2:])
    assert len(document) > 8
    assert not any("[src]" in text for text in words)  # for makers alone


def test_chapters_of_the_rulebook_follow_one_another():
    """Each began a page of its own, most of it empty."""
    document = pages(printed(games.load("hexxi"), Printing(contents=("rules",))))
    assert len(document) < 12
    for page in list(document)[:-1]:
        text = page.get_textpage()
        lines = [text.get_rect(number) for number in range(text.count_rects())]
        lowest = min(
            bottom for _left, bottom, _right, _top in lines if bottom > 26 * MM
        )  # above the ruler and the page's name
        assert lowest < page.get_height() / 2
    words = "".join(page.get_textpage().get_text_range() for page in document)
    assert words.index("HEX-1.1") < words.index("HEX-2.1") < words.index("HEX-18.1")


def test_a_game_of_an_outsider_is_printed_with_one_declaration_and_without():
    assert len(pages(printed(FAIR, Printing()))) >= 2
    game = replace(
        FAIR,
        look=replace(FAIR.look, symbols={"star": '<path d="M0-30L20 30L-30-8H30L-20 30Z"/>'}),
        components=GameComponents(pieces=(Component(name="stars", count=30, size=(20.0, 20.0), front="star"),)),
    )
    document = pages(printed(game, Printing(contents=("list", "pieces"))))
    assert "30 ×" in document[0].get_textpage().get_text_range()
    assert len(document) == 2


def test_paper_and_parts_that_are_none_are_refused():
    with pytest.raises(KotvaError, match="Paper is a4, letter"):
        printed(FAIR, Printing("a3"))
    with pytest.raises(KotvaError, match="What can be printed"):
        printed(FAIR, Printing(contents=("box",)))
