"""Turns and mirror images of a board that leave the game as it is: one game played is as many to learn from.

    Symmetry("mirror", words={"a1": "c1", "b1": "b1", "c1": "a1"}, spans={"boats": (2, 1, 0)})

A game declares them (`Game.bots.symmetries`), and the conformance kit plays each to the end: choices, chance,
observations and the score must follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kotva.engine.actions import ActionSpace
from kotva.engine.spans import Span


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where everything goes in an image of the board."""

    name: str  # for messages
    words: Mapping[str, str]  # of the notation: what a field, wherever it is written, is called then
    # Of an observation, by the name of its span: where its numbers go, along the last axis or in the whole span. Others stay.
    spans: Mapping[str, Sequence[int]]
    seats: int = 0  # by how many seats everybody moves on
    # Those under which the beginning is symmetric, too: the kit plays with them.
    options: Mapping[str, object] = field(default_factory=dict)

    def action(self, actions: ActionSpace, action: int) -> int:
        """The action of the image that corresponds to one."""
        longest = sorted(map(re.escape, self.words), key=len, reverse=True)
        return actions.parse(re.sub("|".join(longest), lambda found: self.words[found[0]], actions.text(action)))

    def places(self, spans: Iterable[Span]) -> list[int]:
        """Where each number of an observation goes in that of the image."""
        there: list[int] = []
        unknown = set(self.spans)
        for span in spans:
            goes = self.spans.get(span.name, (0,))
            unknown.discard(span.name)
            size = len(goes)
            if sorted(goes) != list(range(size)) or span.size % size:
                raise ValueError(f"the numbers of {span.name!r} do not change places")
            begin = len(there)
            there += [begin + n - n % size + goes[n % size] for n in range(span.size)]
        if unknown:
            raise ValueError(f"there is no span {sorted(unknown)[0]!r}")
        return there
