"""What can be counted: how pirates were moved, treasure, and pirates lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kotva.engine.game import Event
from kotva.engine.say import N_, Say
from kotva.engine.scene import Panel
from kotva.engine.tallies import Tally, kinds_panel
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes
from kotva.games.seameni.text import owner_of

_BY: Final = {
    board.CAT: N_("jumped from Cát"),
    board.VORTEX: N_("whirled by a vortex"),
    board.FISH: N_("thrown by an electric fish"),
    board.SEAHORSE: N_("carried by a seahorse"),
}
_WALKED: Final = N_("went by themselves")
_CARRIED: Final = N_("carried by a current")
_FLUNG: Final = N_("flung by a starfish")


def statistics(events: Sequence[Event], say: Say) -> tuple[Panel, ...]:
    """By what pirates were moved, and who has brought home and lost how much."""
    moved: dict[str, int] = {}
    tally = Tally(say.players, 3)
    for code, a, b, c in events:
        if code == codes.MOVED:
            words = _by(c % 64)
            moved[words] = moved.get(words, 0) + 1
            if words != _WALKED:
                tally.add(owner_of(a, say), 1)
        elif code == codes.BROUGHT:
            tally.add(b, 0)
        elif code in (codes.DIED, codes.CAPTURED):
            tally.add(owner_of(a, say), 2)
    head = (say("treasures brought aboard"), say("rides"), say("pirates lost"))
    panels = (
        kinds_panel("ride-statistics", say("How pirates moved"), (), ((say(kind), n) for kind, n in moved.items())),
        tally.panel("treasure-statistics", say("Treasure and pirates"), head, say),
    )
    return tuple(panel for panel in panels if panel is not None)


def _by(tile: int) -> str:
    """What moved a pirate, by the tile of the event."""
    if tile == board.HIDDEN:
        return _WALKED
    if board.STARFISH <= tile < board.SEVERAL:
        return _FLUNG
    return _BY.get(tile, _CARRIED)
