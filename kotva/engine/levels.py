"""What makes bots of a game easy, medium and hard, so that each level is one step above the one below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SECONDS: Final = 1.0  # how long a hard bot thinks, at most


@dataclass(frozen=True, slots=True)
class Levels:
    """How well bots of each level see; `python -m benchmarks --only strength` measures whether the steps are steps.

    An easy bot notices a few of its actions and takes the one that looks best at first sight. A medium one searches a little, and
    where a first look at actions tells nearly everything it does not notice all of them either. A hard one searches for up to a
    second; `hard` is with how many simulations it is measured (fewer than it has in its second on a quiet machine), because who
    wins must not depend on the clock.
    """

    glances: int = 8  # how often an easy bot looks for something to do: what looks good is noticed sooner
    blur: int = 10  # how many thousandths of a chance look about the same to it
    tries: int = 2  # how often it plays each out in its head, where the game does not say what a good position is
    medium: int = 200  # simulations
    looks: int = 0  # how often a medium bot looks for something to do before it searches; 0: it sees everything
    hard: int = 1600  # simulations
