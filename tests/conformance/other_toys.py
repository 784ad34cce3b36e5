"""Other ways to break Pearls: for each what is wrong, which check must say so, and with which words."""

from __future__ import annotations

from dataclasses import replace

from kotva.engine.actions import ActionSpace, Family
from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, View
from kotva.engine.moves import Moves
from kotva.engine.position import unchecked
from kotva.engine.presets import Preset
from kotva.engine.say import Say
from kotva.engine.scene import Scene
from kotva.engine.state import TABLE
from tests.conformance.pearls import ACTIONS, BELL, BET, DRAW, ENDED, KEEP, TURNS, Pearls, scene, shown_event
from tests.conformance.toys import variant


class Absent(Pearls):
    """Clones: a public field is in neither list."""

    def copy_public(self, c: Pearls) -> None:
        super().copy_public(c)
        c.asked = self.blank().asked


class Oblivious(Pearls):
    """Clones: a hidden field is in neither list."""

    def copy_hidden(self, c: Pearls) -> None:
        super().copy_hidden(c)
        c.bet = self.blank().bet


class Dim(Pearls):
    """Views: nobody sees even the own bet."""

    def look(self, seat: int, v: Pearls) -> None:
        super().look(seat, v)
        v.bet = self.blank().bet


class Mute(Pearls):
    """Redeals: nothing unknown is ever filled in."""

    def redeal(self, seat: int, rng: Rng) -> None:
        pass


class Candid(Pearls):
    """Reveals: when the bell is rung first, it only warns, and lays the pearl of the player on turn open to all."""

    def why_not(self, seat: int, action: int) -> int:
        if action == BELL and seat == TABLE and self.phase not in (TURNS, ENDED):
            return 402
        return super().why_not(seat, action)

    def apply(self, seat: int, action: int) -> None:
        if action == BELL and not self.rung:
            self.rung = 1 + self.pearl[self.player]
        else:
            super().apply(seat, action)

    def reason(self) -> int:
        return int(self.rung > 0)


class Fussy(Pearls):
    """Handmade: in positions that no game leads to (somebody has peeked at himself) the list lacks an action."""

    def list_legal(self, seat: int, out: Moves) -> None:
        every = Moves()
        super().list_legal(seat, every)
        for action in every.items():
            if action not in (KEEP, BET) or not any(self.knows[:: self.seats + 1]):
                out.add(action)


def overheard(viewer: int, event: Event) -> Event | None:
    """Recalls: everybody hears which bet it is, though nobody sees it."""
    heard = shown_event(viewer, event)
    return heard if heard is None or event[0] != PLAYED else (*heard[:3], event[2])


def greeting(view: View, say: Say) -> Scene:
    """Scenes: everybody is called by his number, and is said to see what all see."""
    return replace(scene(view, say), tags=(str(view.seat),))


def called_out(family: Family) -> Family:
    """Told: what is drawn is no secret by its mark, though no view shows it."""
    secret = family.secret and family.base != DRAW
    return Family(
        family.template, family.base, *family.domains, listed=family.listed, secret=secret, reveals=family.reveals
    )


def by_its_mark(viewer: int, event: Event) -> Event | None:
    """Told: and so everybody reads which pearl it was."""
    return event if event[0] == PLAYED and ACTIONS.family(event[2]).base == DRAW else shown_event(viewer, event)


ALSO_BROKEN = {
    "a preset that does not fit": (
        variant("preset", presets=(Preset("quick", "Quick.", {"rounds": 99}),)),
        "options",
        "the preset quick is refused",
    ),
    "a missing redeal": (variant("mute", Mute), "redeals", "leaves everything as it is"),
    "secrets that nothing counts": (variant("uncounted", check=unchecked), "redeals", "needs a Game.rules.check"),
    "a check that looks at nothing": (variant("blind", check=lambda _state: None), "redeals", "never notices"),
    "a secret without its mark": (
        variant("loud", actions=ActionSpace(*(called_out(family) for family in ACTIONS)), shown_event=by_its_mark),
        "told",
        "apart from draw",
    ),
    "a log that tells more than the view": (variant("boast", shown_event=overheard), "recalls", "can read later"),
    "a list that differs where no game leads": (variant("fussy", Fussy), "handmade", "which is not listed"),
    "scenes that are not alike": (variant("greeting", scene=greeting, alike=True), "scenes", "know the same"),
    "a public field that no list copies": (variant("absent", Absent), "clones", "does not copy asked"),
    "a hidden field that no list copies": (variant("oblivious", Oblivious), "clones", "does not copy bet"),
    "a hidden field that nobody ever sees": (variant("dim", Dim), "views", "is to act"),
    "a table action that shows": (variant("candid", Candid), "reveals", "learns something by 'bell'"),
}
