"""A watch over a check: an endless loop in a game ends within seconds, with the line where it goes round."""

from __future__ import annotations

import faulthandler
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from kotva.engine.game import Game
from kotva.engine.say import home_of

BEAT: Final = 0.5  # seconds between two looks
ONE_CALL: Final = 5.0  # that one call of a game's function may take
DEAF: Final = 9.0  # and that compiled code, which hears no signal, may take


class Endless(Exception):
    """A check, or one call of a game, that does not come to an end."""


@contextmanager
def limited(game: Game, patience: float) -> Iterator[None]:
    """Stop a call of the game that takes longer than ONE_CALL, and a check that takes longer than `patience`.

    Compiled code ends with the process, and a stack on the standard error says where it was.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    watch = _Watch(game, patience)
    before = signal.signal(signal.SIGALRM, watch.look)
    timer = signal.setitimer(signal.ITIMER_REAL, min(BEAT, patience), BEAT)
    watch.rearm()
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


class _Watch:
    """What was seen at the last look: the outermost call into the game, and since when it lasts."""

    def __init__(self, game: Game, patience: float) -> None:
        self.is_own = _own_code(game)
        self.ours = _is_ours(game)  # our lessons and puzzles search for longer
        self.patience = patience
        self.began = self.since = time.monotonic()
        self.call: FrameType | None = None

    def rearm(self) -> None:
        """Compiled code that does not come back for so long ends the process."""
        deaf = self.patience + 60 if self.ours else DEAF
        faulthandler.dump_traceback_later(deaf, exit=True, file=sys.__stderr__ or sys.stderr)

    def look(self, _number: int, frame: FrameType | None) -> None:
        """At every beat."""
        self.rearm()
        now = time.monotonic()
        if now - self.began > self.patience:
            raise Endless(f"it did not end within {self.patience:g} s; it was at {_place(frame)}")
        outermost, innermost = None, None
        at = frame
        while at is not None:
            if self.is_own(at.f_code.co_filename):
                innermost = innermost or at
                outermost = at
            at = at.f_back
        if outermost is not self.call:
            self.call, self.since = outermost, now
        elif outermost is not None and now - self.since > ONE_CALL:
            name = outermost.f_code.co_name
            raise Endless(f"one call of {name} did not end within {ONE_CALL:g} s; it was at {_place(innermost)}")


def _own_code(game: Game) -> Callable[[str], bool]:
    """Whether a file belongs to a game: of a package all in its folder, of a file that alone."""
    home = str(home_of(game.id).resolve())
    module = sys.modules.get(str(getattr(game.rules.new, "__module__", "")))
    one = str(getattr(module, "__file__", ""))
    package = (Path(home) / "__init__.py").is_file()
    return lambda name: name == one or (package and name.startswith(home))


def _is_ours(game: Game) -> bool:
    return (Path(__file__).resolve().parent.parent / "games" / game.id / "__init__.py").is_file()


def _place(frame: FrameType | None) -> str:
    if frame is None:
        return "somewhere"
    return f"{frame.f_code.co_filename}, line {frame.f_lineno} ({frame.f_code.co_name})"
