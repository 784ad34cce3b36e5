"""Presets: options of a game chosen together under one name, each with a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kotva.engine.errors import BadOption
from kotva.engine.options import OptionValue
from kotva.engine.say import N_

STANDARD: Final = "standard"  # the defaults: the rulebook's game
QUICK: Final = "quick"
TOURNAMENT: Final = "tournament"
NAMES: Final = {STANDARD: N_("Standard"), QUICK: N_("Quick"), TOURNAMENT: N_("Tournament")}


@dataclass(frozen=True, slots=True)
class Preset:
    """A few options under one name; they fit every number of seats, and what is not named is the default."""

    name: str  # a word: `quick`
    sentence: str  # what is different, marked with N_
    options: Mapping[str, OptionValue] = field(default_factory=dict)  # what differs from the defaults

    @property
    def title(self) -> str:
        """Its name for people, to be translated."""
        return NAMES.get(self.name, self.name)

    def filled(self, given: Mapping[str, object]) -> dict[str, object]:
        """The options that are given, and those of the preset where nothing is."""
        return {**self.options, **given}


def find(presets: Sequence[Preset], name: str) -> Preset:
    """The preset of this name; no name is the standard, which every game has."""
    for preset in presets:
        if preset.name == (name or STANDARD):
            return preset
    if name in ("", STANDARD):
        return Preset(STANDARD, "")
    raise BadOption(
        N_("There is no preset {given!r}; presets are: {known}."),
        given=name[:40],
        known=", ".join(preset.name for preset in presets) or STANDARD,
    )
