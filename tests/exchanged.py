"""Games with other parts, for tests."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from kotva.engine.game import Game

GROUPS = ("rules", "words", "look", "bots", "tournament")


def exchanged(game: Game, **parts: Any) -> Game:
    """The game with other parts, by the names of the fields of its groups or its own."""
    found = {name: {field.name for field in fields(getattr(game, name))} for name in GROUPS}
    groups = {
        group: replace(getattr(game, group), **{name: parts.pop(name) for name in names & parts.keys()})
        for group, names in found.items()
        if names & parts.keys()
    }
    return replace(game, **groups, **parts)
