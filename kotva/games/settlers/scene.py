"""Stub."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path, Scene
from kotva.games.settlers.text import prompt


def scene(view: View, say: Say) -> Scene:
    return Scene(100, 100, (), prompt(view, say))


def paths(_view: View, _action: int) -> Sequence[Path]:
    return ()
