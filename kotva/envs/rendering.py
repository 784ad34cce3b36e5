"""`render()`: the table as SVG, as an array of pixels, as text; `human` prints the text."""

from __future__ import annotations

import json
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.envs.running_game import RunningGame
from kotva.scene.png import to_png
from kotva.scene.svg import render

MODES = ["human", "rgb_array", "svg", "ansi"]
Picture = NDArray[np.uint8] | str


def check(mode: str | None) -> str | None:
    """A known mode, or none."""
    if mode is not None and mode not in MODES:
        raise KotvaError("There is no render mode {mode!r}; there are: {modes}.", mode=mode, modes=", ".join(MODES))
    return mode


def draw(table: RunningGame, mode: str | None, seat: int | None) -> Picture | None:
    """What a seat sees (None: a bystander), in one of `MODES`."""
    if mode is None:
        return None
    game = table.game
    view = game.view(table.state, seat, table.desk.options)
    names = [f"player_{i}" for i in range(table.seats)]
    say = Say("en", game.id, names)
    if mode in ("ansi", "human"):
        text = game.words.board(view, say) if game.words.board else json.dumps(view.to_json(), ensure_ascii=False)
        if mode == "ansi":
            return text
        print(text)
        return None
    svg = render(game.look.scene(view, say), game.look.symbols, names=names, title=game.title)
    return svg if mode == "svg" else pixels(svg)


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as rows of pixels, red, green and blue."""
    from PIL import Image

    with Image.open(BytesIO(to_png(svg))) as image:
        return np.asarray(image.convert("RGB"), np.uint8).copy()
