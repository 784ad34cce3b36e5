"""The conformance kit: what every game must keep, whoever wrote it.

    from kotva import conformance
    conformance.check(game)                      # raises a Fault that says what is broken, and where

or `python -m kotva.conformance GAME`, or with pytest:

    @pytest.mark.parametrize("name", conformance.CHECKS)
    def test_my_game(name: str) -> None:
        conformance.check(GAME, only=name)

The checks look at random games of every number of seats, with the default and with random options. `Budget(effort=5)` looks
five times as hard; the same budget always looks at the same games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from kotva import games
from kotva.conformance import acting, alike, handmade, knowing, learning, playing, showing, teaching
from kotva.conformance.kit import Budget, Fault, Kit
from kotva.engine.game import Game

__all__ = ["CHECKS", "Budget", "Fault", "Kit", "check", "promise"]

CHECKS: Final[dict[str, Callable[[Kit], None]]] = {
    "ends": playing.ends,
    "conserves": playing.conserves,
    "options": playing.options,
    "verdicts": playing.verdicts,
    "gaps": playing.gaps,
    "turns": playing.turns,
    "chance": playing.chance,
    "refusals": playing.refusals,
    "clones": playing.clones,
    "trace": playing.trace,
    "outcomes": playing.outcomes,
    "undo": playing.undo,
    "replays": playing.replays,
    "views": knowing.views,
    "redeals": knowing.redeals,
    "secrets": knowing.secrets,
    "told": knowing.told_alike,
    "leaks": knowing.leaks,
    "twins": alike.twins,
    "recalls": alike.recalls,
    "reveals": learning.reveals,
    "takebacks": learning.takebacks,
    "positions": knowing.positions,
    "handmade": handmade.handmade,
    "notation": showing.notation,
    "clauses": showing.clauses,
    "clicks": showing.clicks,
    "questions": showing.questions,
    "scenes": showing.scenes,
    "symbols": showing.symbols,
    "texts": showing.texts,
    "advice": showing.advice,
    "lessons": teaching.lessons,
    "steps": acting.steps,
    "observations": acting.observations,
}


def promise(name: str) -> str:
    """What a check makes sure of, in a sentence."""
    return (CHECKS[name].__doc__ or "").partition("\n")[0]


def check(
    game: Game,
    *,
    only: str | None = None,
    seats: int | None = None,
    budget: Budget = Budget(),  # noqa: B008 - frozen
    source: Path | None = None,
) -> None:
    """Run all checks, or one, on a game with every number of seats, or one; raise the first Fault.

    `source` is the file of a game that is neither installed nor loaded by `games.load_file`.
    """
    for number in game.seats if seats is None else (seats,):
        kit = _kit(_Key(game), number, budget, source or games.source(game.id))
        for name in CHECKS if only is None else (only,):
            CHECKS[name](kit)


class _Key:
    """A game as a key of the cache: by identity, for it holds dictionaries."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=32)  # all games with all their seats: tests come in any order
def _kit(key: _Key, seats: int, budget: Budget, source: Path | None) -> Kit:
    return Kit(key.game, seats, budget, source)
