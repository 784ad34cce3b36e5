"""Scene."""

from collections.abc import Sequence

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Path, Scene


def scene(view: View, say: Say) -> Scene:
    return Scene(1, 1, ())


def paths(view: View, action: int) -> Sequence[Path]:
    return ()
