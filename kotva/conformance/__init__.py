"""The conformance kit: the promises that every game must keep.

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
from kotva.conformance import (
    agent_checks,
    knowledge_checks,
    lesson_checks,
    match_checks,
    position_checks,
    presentation_checks,
    reveal_checks,
    roles,
    rule_checks,
    trust_checks,
)
from kotva.conformance.kit import Budget, ConformanceFault, Kit
from kotva.conformance.levels import Lack, missing
from kotva.conformance.places import place_of
from kotva.engine.game import Game

__all__ = ["CHECKS", "Budget", "ConformanceFault", "Kit", "Lack", "check", "met", "missing", "promise"]

CHECKS: Final[dict[str, Callable[[Kit], None]]] = {
    "ends": rule_checks.ends,
    "conserves": rule_checks.conserves,
    "options": rule_checks.options,
    "verdicts": rule_checks.verdicts,
    "gaps": rule_checks.gaps,
    "turns": rule_checks.turns,
    "chance": rule_checks.chance,
    "refusals": rule_checks.refusals,
    "clones": rule_checks.clones,
    "trace": rule_checks.trace,
    "outcomes": rule_checks.outcomes,
    "control": trust_checks.control,
    "undo": rule_checks.undo,
    "replays": rule_checks.replays,
    "globals": trust_checks.globals_,
    "views": knowledge_checks.views,
    "redeals": knowledge_checks.redeals,
    "secrets": knowledge_checks.secrets,
    "roles": roles.roles,
    "told": knowledge_checks.told_alike,
    "leaks": knowledge_checks.leaks,
    "twins": match_checks.twins,
    "recalls": match_checks.recalls,
    "reveals": reveal_checks.reveals,
    "takebacks": reveal_checks.takebacks,
    "positions": knowledge_checks.positions,
    "handmade": position_checks.handmade,
    "notation": presentation_checks.notation,
    "clauses": presentation_checks.clauses,
    "clicks": presentation_checks.clicks,
    "questions": presentation_checks.questions,
    "scenes": presentation_checks.scenes,
    "symbols": presentation_checks.symbols,
    "texts": presentation_checks.texts,
    "evaluation": presentation_checks.evaluation,
    "lessons": lesson_checks.lessons,
    "steps": agent_checks.steps,
    "observations": agent_checks.observations,
    "symmetries": agent_checks.symmetries,
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
    for number in game.rules.seats if seats is None else (seats,):
        kit = _kit(_Key(game), number, budget, source or games.source(game.id))
        for name in CHECKS if only is None else (only,):
            _run(kit, name)


def _run(kit: Kit, name: str) -> None:
    """One check; what it finds says in which file and line to look."""
    try:
        CHECKS[name](kit)
    except ConformanceFault as fault:
        state = kit.moments[0].state if kit.moments else None
        place = place_of(kit.game, name, state, fault)
        fault.args = (f"{fault.args[0]}\n  look at {place}",)
        raise


def met(game: Game, seats: int, budget: Budget = Budget()) -> roles.Coverage:  # noqa: B008 - frozen
    """Which pairs of roles had something to hide from each other in which phase, and which the kit has never met."""
    return roles.survey(_kit(_Key(game), seats, budget, games.source(game.id)))


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
