"""A picture, read back: what is drawn where, in which colour and over what, by rule and not by a stored picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from kotva.engine.scene import Course, Fact, Item, Panel, Scene, SeatPanel
from kotva.scene import look
from kotva.scene.svg import render

DAY = look.colours("day")
SYMBOLS = {"dot": '<circle r="9" fill="var(--deep)"/>', "bar": "<path d='M0 0H9'/>"}
MARGIN, ROW, LINE = 12.0, 76.0, 24.0  # what is left free, a row of things, a line of text


def scene(*items: Item, **more: Any) -> Scene:
    return Scene(**{"width": 300, "height": 200, "items": items, "prompt": "Your move", **more})


def drawn(shown: Scene, **more: Any) -> Element:
    root = ElementTree.fromstring(render(shown, SYMBOLS, **more))
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
    return root


def thing(root: Element, label: str) -> Element:
    """The group of the item that is called so."""
    (found,) = [group for group in root.iter("g") if (title := group.find("title")) is not None and title.text == label]
    return found


def place(group: Element) -> tuple[float, float]:
    return moved(group.attrib["transform"])


def moved(transform: str) -> tuple[float, float]:
    x, y = re.fullmatch(r"translate\((\S+) (\S+)\)", transform).groups()  # type: ignore[union-attr]
    return float(x), float(y)


def texts(root: Element) -> dict[str, Element]:
    return {text.text or "": text for text in root.iter("text")}


def order(root: Element) -> Iterator[str]:
    """What is drawn, from below: things by their names, marks and ways by their kinds."""
    for node in root.iter():
        if node.tag == "title" and node.text and node is not root[0]:
            yield node.text
        elif node.tag == "polyline" or (node.tag == "circle" and "cx" in node.attrib and "opacity" in node.attrib):
            yield node.tag


# -- the board -----------------------------------------------------------------------------------------------------------


def test_the_board_holds_what_lies_on_it_and_nothing_else() -> None:
    """No ghost, which is shown only while it can be chosen; nothing of a hand, which has its row below."""
    root = drawn(
        scene(
            Item("a", "dot", 30, 40, label="field"),
            Item("b", "dot", ghost=True, label="ghost"),
            Item("c", "dot", zone="hand", label="card"),
            Item("d", "dot", zone="hand", ghost=True, label="ghost of a card"),
        )
    )
    assert list(order(root)) == ["field", "card"]
    assert place(thing(root, "field")) == (30, 40)
    assert list(order(drawn(scene(Item("c", "dot", zone="hand", label="card")), beside=False))) == []


def test_layers_lie_over_one_another_and_pieces_throw_a_shadow() -> None:
    items = [Item(f"i{layer}", "dot", layer=layer, label=f"layer {layer}", x=layer * 10.0) for layer in (4, 2, 0, 3, 1)]
    root = drawn(scene(*items, last=("i3",), courses=(Course("i3", ((1, 2), (3, 4.5))),)))
    assert list(order(root)) == ["layer 0", "layer 1", "circle", "layer 2", "layer 3", "layer 4", "polyline"]
    shaded = [group for group in root.iter("g") if "filter" in group.attrib]
    assert [list(order(group)) for group in shaded] == [["layer 3"], ["layer 4"]]
    assert next(root.iter("filter")).attrib["id"] == shaded[0].attrib["filter"][len("url(#") : -1]
    assert next(root.iter("polyline")).attrib["points"] == "1,2 3,4.5"


def test_the_last_move_is_marked_under_what_it_touched_unless_no_marks_are_wanted() -> None:
    items = (
        Item("field", "bar"),
        Item("a", "dot", 30, 40, layer=3, size=2, label="moved"),
        Item("b", "dot", 9, 9, layer=3),
    )
    shown = scene(*items, last=("a", "gone"), courses=(Course("a", ((0, 0), (30, 40))),))
    (mark,) = [node.attrib for node in drawn(shown).iter("circle") if "opacity" in node.attrib]
    assert (mark["cx"], mark["cy"], mark["r"], mark["fill"]) == ("30", "40", "60", DAY["lamp"])
    plain = drawn(shown, marks=False)
    assert list(order(plain)) == ["moved"]


@pytest.mark.parametrize(
    ("size", "turn", "pose"),
    [(1, 0, None), (1, 30, "rotate(30)"), (2, 0, "scale(2)"), (1.5, 90, "rotate(90) scale(1.5)")],
)
def test_a_thing_is_turned_and_as_large_as_it_says(size: float, turn: float, pose: str | None) -> None:
    group = thing(drawn(scene(Item("a", "dot", size=size, turn=turn, label="thing"))), "thing")
    inner = [node.attrib.get("transform") for node in group if node.tag == "g"]
    assert inner == ([] if pose is None else [pose])
    (used,) = group.iter("use")
    assert used.attrib["href"] == "#kotva-day-dot"


@pytest.mark.parametrize("theme", look.THEMES)
def test_a_drawing_is_held_once_in_the_colours_of_the_theme(theme: str) -> None:
    colour = look.colours(theme)
    root = drawn(
        scene(Item("a", "dot"), Item("b", "dot", owner=9, label="ninth"), Item("c", "bar", label="plain")), theme=theme
    )
    held = {group.attrib["id"]: group for group in root.iter("g") if "id" in group.attrib}
    assert set(held) == {f"kotva-{theme}-dot", f"kotva-{theme}-bar"}
    assert next(held[f"kotva-{theme}-dot"].iter("circle")).attrib["fill"] == colour["deep"]
    assert thing(root, "ninth").attrib["color"] == colour[f"seat-{9 % len(look.SEATS)}"]
    assert thing(root, "plain").attrib["color"] == colour["ink"]


def test_a_drawing_that_is_missing_shows_that_it_is() -> None:
    root = drawn(scene(Item("a", "lost", label="lost"), Item("b", "", label="words alone", text="w")))
    assert thing(root, "lost").find("circle").attrib["stroke-dasharray"] == "4 4"  # type: ignore[union-attr]
    assert thing(root, "words alone").find("circle") is None
    assert not list(root.iter("use"))


@pytest.mark.parametrize(("tone", "opacity"), [("dim", "0.45"), ("closed", "0.6"), ("hidden", None), ("", None)])
def test_what_cannot_be_used_is_pale(tone: str, opacity: str | None) -> None:
    assert thing(drawn(scene(Item("a", "dot", tone=tone, label="a"))), "a").attrib.get("opacity") == opacity


# -- words on things -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "size", "high"), [("7", 1, "26"), ("12", 1, "26"), ("123", 1, "18"), ("7", 2, "52"), ("123", 2, "36")]
)
def test_two_characters_are_written_large_and_more_are_written_small(text: str, size: float, high: str) -> None:
    group = thing(drawn(scene(Item("a", "dot", text=text, size=size, label="a"))), "a")
    (written,) = group.iter("text")
    assert (written.text, written.attrib["font-size"]) == (text, high)
    assert float(written.attrib["y"]) == pytest.approx(0.35 * float(high), abs=0.01), "its middle is the thing's middle"


@pytest.mark.parametrize(("badge", "width"), [("3", 18), ("12", 27), ("123", 36)])
def test_a_badge_is_as_wide_as_its_number_and_sits_at_the_corner(badge: str, width: float) -> None:
    group = thing(drawn(scene(Item("a", "dot", badge=badge, size=1.5, label="a"))), "a")
    (small,) = [node for node in group if node.tag == "g" and node.find("rect") is not None]
    assert place(small) == (33, -33)
    box = small.find("rect").attrib  # type: ignore[union-attr]
    assert (float(box["width"]), float(box["x"])) == (width, -width / 2)
    assert [text.text for text in group.iter("text")] == [badge]
    assert not list(thing(drawn(scene(Item("a", "dot", label="a"))), "a").iter("rect"))


@pytest.mark.parametrize(("turn", "where"), [(0, (0, 48)), (90, (-48, 0)), (180, (0, -48))])
def test_what_lies_on_two_fields_carries_its_badge_on_its_own_end(turn: float, where: tuple[float, float]) -> None:
    group = thing(drawn(scene(Item("a", "dot", badge="2", size=2, turn=turn, label="a"))), "a")
    (small,) = [node for node in group if node.tag == "g" and node.find("rect") is not None]
    assert place(small) == pytest.approx(where, abs=0.01)


# -- read aloud ----------------------------------------------------------------------------------------------------------


def test_a_picture_says_what_it_shows() -> None:
    items = (
        Item("f", "dot", label="field"),
        Item("m", "dot", layer=2, label="harbour"),
        Item("a", "dot", layer=3, label="king"),
        Item("b", "dot", layer=3),
    )
    plain = drawn(scene(*items))
    assert [plain[0].text, plain[1].text] == ["Your move", "Your move. harbour. king"]
    told = drawn(scene(*items), title="Chart", text="A king stands there.")
    assert [told[0].text, told[1].text] == ["Chart", "A king stands there."]
    assert plain.attrib["role"] == "img"


# -- beside the board ------------------------------------------------------------------------------------------------------


def test_a_picture_with_nothing_beside_the_board_ends_with_the_board() -> None:
    root = drawn(scene(Item("a", "dot")))
    assert (root.attrib["viewBox"], root.attrib["width"], root.attrib["height"]) == ("0 0 300 200", "300", "200")


def test_trays_lie_over_the_hand_and_rows_are_as_wide_as_the_picture() -> None:
    """Three things of 68 fit between the margins of 280."""
    hand = [Item(f"h{n}", "dot", zone="hand", label=f"card {n}") for n in range(9)]
    root = drawn(scene(*hand, Item("t", "dot", zone="tray", label="deck"), width=280))
    top = 200 + MARGIN
    assert place(thing(root, "deck")) == (MARGIN + 34, top + ROW / 2)
    top += ROW + MARGIN / 2
    for n in range(9):
        assert place(thing(root, f"card {n}")) == (MARGIN + 68 * (n % 3 + 0.5), top + ROW * (n // 3 + 0.5))
    assert float(root.attrib["height"]) == top + 3 * ROW + MARGIN / 2 + MARGIN


@pytest.mark.parametrize(("count", "lines"), [(1, 1), (4, 1), (5, 2), (8, 2)])
def test_the_picture_is_as_high_as_its_rows(count: int, lines: int) -> None:
    root = drawn(scene(*(Item(f"h{n}", "dot", zone="hand", label=f"card {n}") for n in range(count))))
    assert float(root.attrib["height"]) == 200 + MARGIN + lines * ROW + MARGIN / 2 + MARGIN


def test_a_narrow_picture_has_one_thing_on_each_line() -> None:
    root = drawn(scene(*(Item(f"h{n}", "dot", zone="hand", label=f"card {n}") for n in range(2)), width=60))
    assert [place(thing(root, f"card {n}"))[0] for n in range(2)] == [MARGIN + 34] * 2
    assert place(thing(root, "card 1"))[1] - place(thing(root, "card 0"))[1] == ROW


def seated(*panels: SeatPanel, names: tuple[str, ...] = ("Ada", "Bo"), **more: Any) -> Element:
    return drawn(scene(*more.pop("items", ()), seats=panels, **more), names=names)


def test_a_seat_has_its_sign_its_name_and_what_is_known_of_it() -> None:
    root = seated(SeatPanel(0, "7", (Fact("hand", "5"),), "Rome"), SeatPanel(1), SeatPanel(2), width=400)
    lines = texts(root)
    assert list(lines) == ["Ada (Rome)  ·  7  ·  hand 5", "Bo", look.SEATS[2].letter]
    signs = [path.attrib for path in root.iter("path") if path.attrib.get("transform") == "scale(0.3)"]
    assert [sign["d"] for sign in signs] == [one.shape for one in look.SEATS[:3]]
    assert [sign["fill"] for sign in signs] == [DAY[f"seat-{seat}"] for seat in range(3)]
    tops = [place(group)[1] for group in root.iter("g") if any(text in lines.values() for text in group)]
    assert tops == [200 + MARGIN + 10 + n * (LINE + MARGIN / 2) for n in range(3)]


@pytest.mark.parametrize("letters", range(1, 24))
def test_a_seat_with_much_to_say_takes_more_lines_and_its_things_come_below(letters: int) -> None:
    facts = tuple(Fact("x" * letters, str(n)) for n in range(4))
    root = seated(SeatPanel(0, "3", facts), items=(Item("t", "dot", zone="seat-0", label="token"),))
    (group,) = [group for group in root.iter("g") if group.find("text") is not None]
    written = group.findall("text")
    room = 300 - 2 * MARGIN - 28
    assert [line.attrib["y"] for line in written] == [f"{6 + n * LINE:g}" for n in range(len(written))]
    widths = [len(line.text or "") * 17 * 0.56 for line in written]
    assert all(width <= room for width in widths)
    starts = [(line.text or "").partition("  ·  ")[0] for line in written]
    for width, begins in zip(widths, starts[1:], strict=False):
        assert width + len("  ·  " + begins) * 17 * 0.56 > room, "the next fact would have fitted"
    assert place(thing(root, "token"))[1] == 200 + MARGIN + LINE * len(written) + ROW / 2


def test_a_ninth_seat_has_the_sign_of_the_first() -> None:
    root = seated(SeatPanel(8), names=tuple("abcdefghi"))
    (sign,) = [path.attrib for path in root.iter("path") if path.attrib.get("transform") == "scale(0.3)"]
    assert (sign["d"], sign["fill"]) == (look.SEATS[0].shape, DAY["seat-0"])
    assert list(texts(root)) == ["i"]


FIGHT = Panel("p", "Fight", ("who", "throws"), (("A", "3"), ("Bartholomew", "")), dice=(3, 5), note="A hits")


def test_a_panel_is_title_head_rows_dice_and_note_one_below_the_other() -> None:
    root = drawn(scene(panels=(FIGHT,)))
    lines = texts(root)
    assert list(lines) == ["Fight", "who", "throws", "A", "3", "Bartholomew", "[3] [5]", "A hits"]
    top = 200 + MARGIN
    rows = [["Fight"], ["who", "throws"], ["A", "3"], ["Bartholomew"], ["[3] [5]"], ["A hits"]]
    for number, row in enumerate(rows, 1):
        assert [float(lines[text].attrib["y"]) for text in row] == [top + number * LINE] * len(row)
    assert [text for text, line in lines.items() if line.attrib["font-weight"] == "700"] == ["Fight"]
    second = MARGIN + len("Bartholomew") * 16 * 0.56 + 20
    assert [float(lines[text].attrib["x"]) for text in ("throws", "3")] == pytest.approx([second] * 2, abs=0.01)
    assert {line.attrib["x"] for text, line in lines.items() if text not in ("throws", "3")} == {"12"}
    assert {line.attrib["font-size"] for line in lines.values()} == {"16"}
    assert float(root.attrib["height"]) == top + len(rows) * LINE + MARGIN + MARGIN


def test_a_panel_may_have_rows_of_unequal_length() -> None:
    root = drawn(scene(panels=(replace(FIGHT, rows=(("Ada",), ("Bo", "3", "hit"))),)))
    lines = texts(root)
    assert {"Ada", "Bo", "3", "hit", "who", "throws"} <= lines.keys()
    assert float(lines["hit"].attrib["x"]) > float(lines["3"].attrib["x"]) > float(lines["Ada"].attrib["x"])


def test_a_panel_that_is_too_wide_is_written_smaller_to_the_margin() -> None:
    head = ("a very long head",) * 3
    root = drawn(scene(panels=(replace(FIGHT, head=head, rows=(), dice=(), note=""),)))
    cells = [text for text in root.iter("text") if text.text == head[0]]
    wide = len(head[0]) * 16 * 0.56 + 20
    shrunk = (300 - 2 * MARGIN) / (3 * wide)
    assert [float(cell.attrib["x"]) for cell in cells] == pytest.approx(
        [MARGIN + n * wide * shrunk for n in range(3)], abs=0.01
    )
    assert [float(cell.attrib["font-size"]) for cell in cells] == pytest.approx([16 * shrunk] * 3, abs=0.01)


def test_a_title_and_a_note_that_are_too_long_go_on_below() -> None:
    long = " ".join(["word"] * 30)
    root = drawn(scene(panels=(Panel("p", long, note=long), Panel("q", "Next"))))
    lines = [text for text in root.iter("text") if (text.text or "").startswith("word")]
    assert len(lines) > 4
    assert all(len(line.text or "") * 16 * 0.56 <= 300 - 2 * MARGIN for line in lines)
    tops = [float(line.attrib["y"]) for line in lines]
    assert tops == [200 + MARGIN + LINE * n for n in range(1, len(lines) + 1)]
    assert float(texts(root)["Next"].attrib["y"]) == tops[-1] + MARGIN + LINE


# -- the look ------------------------------------------------------------------------------------------------------------


def test_a_style_sheet_has_day_first_then_night_by_wish_of_the_system_or_of_the_reader() -> None:
    text = look.css()
    blocks = re.findall(r"(:root[^{]*)\{([^}]*)\}", text)
    assert [selector.strip() for selector, _ in blocks] == [
        ":root",
        ":root",
        ':root:not([data-theme="day"])',
        ':root[data-theme="night"]',
    ]
    assert re.search(
        r"@media \(prefers-color-scheme: dark\) \{\s*:root:not\(\[data-theme=\"day\"\]\) \{[^}]*\}\s*\}", text
    )
    said = [dict(re.findall(r"([\w-]+): ([^;]+);", block)) for _, block in blocks]
    assert said[0] == {"--serif": look.SERIF, "--sans": look.SANS}
    for found, theme, scheme in zip(said[1:], ("day", "night", "night"), ("light", "dark", "dark"), strict=True):
        assert found.pop("color-scheme") == scheme
        assert found == {f"--{name}": value for name, value in look.colours(theme).items()}


def test_a_drawing_gets_the_theme_s_colour_its_own_fallback_or_ink() -> None:
    asked = "var(--sea) var(--nobody, #123456) var(--nobody)"
    for theme in look.THEMES:
        colour = look.colours(theme)
        assert look.resolve(asked, theme) == f"{colour['sea']} #123456 {colour['ink']}"
