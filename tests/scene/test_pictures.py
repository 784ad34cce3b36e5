"""Pictures stand alone, and colours can be told apart."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

import kotva
from kotva.engine.errors import KotvaError
from kotva.engine.say import ENGLISH
from kotva.engine.scene import Course, Fact, Item, Panel, Scene, SeatPanel
from kotva.scene import look
from kotva.scene.packet import scene_data
from kotva.scene.png import to_png
from kotva.scene.svg import render


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", look.THEMES)
def test_text_and_shapes_have_contrast(theme: str) -> None:
    colour = look.colours(theme)
    for ground in ("paper", "card"):
        assert contrast(colour["ink"], colour[ground]) >= 7
        assert contrast(colour["muted"], colour[ground]) >= 4.5
        for seat in range(4):
            assert contrast(colour[f"seat-{seat}"], colour[ground]) >= 3
    for seat in range(4):
        assert contrast(colour[f"seat-{seat}"], colour[f"seat-ink-{seat}"]) >= 4.5
    assert contrast("#ffffff", colour["press"]) >= 4.5


def test_seats_differ_in_shape_and_letter() -> None:
    for one, other in combinations(look.SEATS, 2):
        assert one.shape != other.shape
        assert one.letter != other.letter


@pytest.mark.parametrize("theme", look.THEMES)
def test_a_picture_stands_alone(theme: str) -> None:
    match = kotva.game("bosman").new(seats=4, seed="picture")
    for _ in range(12):
        match.play(match.legal()[-1])
    scene = match.game.look.scene(match.view(1), ENGLISH)
    svg = render(scene, match.game.look.symbols, theme=theme, names=match.names, title="Bosman & co")
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg")
    assert "var(--" not in svg
    assert root.find("{http://www.w3.org/2000/svg}title").text == "Bosman & co"  # type: ignore[union-attr]
    drawn = to_png(svg, 400)
    assert drawn.startswith(b"\x89PNG")
    assert len(drawn) > 10_000


def test_without_its_library_a_png_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(KotvaError, match="PNG"):
        to_png("<svg/>")


def test_a_match_shows_itself_in_a_notebook() -> None:
    match = kotva.game("bosman").new(seats=2)
    assert ET.fromstring(match._repr_svg_()).tag.endswith("svg")


def test_everything_a_scene_can_hold_is_drawn() -> None:
    scene = Scene(
        128,
        128,
        (
            Item("a", "dot", 32, 32, text="12", badge="3", owner=2, turn=45, size=1.2, tone="dim", label="a & b"),
            Item("b", "no such drawing", 96, 96),
            Item("c", "dot", zone="tray"),
            Item("d", "dot", zone="seat-1"),
            Item("e", "dot", ghost=True),
        ),
        seats=(SeatPanel(0, "7", (Fact("hand", "5"),), "Rome"), SeatPanel(1)),
        panels=(Panel("p", "Fight", ("who", "dice"), (("A", "3"),), dice=(3, 5), note="A hits"),),
        last=("a",),
        courses=(Course("a", ((0, 0), (32, 32))),),
        ground='<rect width="10" height="10" fill="var(--nobody, #123456)"/>',
    )
    svg = render(scene, {"dot": '<circle r="9" fill="currentColor"/>'}, names=("Ada", "<Bob>"))
    ET.fromstring(svg)
    for text in ("12", ">3<", "Ada (Rome)", "&lt;Bob&gt;", "Fight", "[3] [5]", "A hits", "#123456", "a &amp; b"):
        assert text in svg


def test_a_packet_leaves_out_what_is_default() -> None:
    scene = Scene(64, 64, (Item("a", "dot"), Item("b", "dot", layer=3, owner=0)))
    assert scene_data(scene) == {
        "width": 64,
        "height": 64,
        "items": [{"id": "a", "symbol": "dot"}, {"id": "b", "symbol": "dot", "layer": 3, "owner": 0}],
    }
