"""TOU-4: who must, who may and who must not sit at the short tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kotva.tournament import lot
from kotva.tournament.draw.problem import DrawProblem, Entrant, Points, ShortRule
from kotva.tournament.draw.sizes import standing

MUST, MAY, NEVER = 1, 0, -1


def places(problem: DrawProblem, players: Sequence[Entrant], sizes: Sequence[int]) -> dict[str, int]:
    """For each seated player MUST, MAY or NEVER: a choice that respects these obeys TOU-4.2, and no other does."""
    room = sum(size for size in sizes if size < sizes[0])
    options = problem.options
    if not room:
        return dict.fromkeys((player.id for player in players), NEVER)
    if problem.round == 1 or not _is_hard(options.short_rule):  # TOU-4.1: in round 1 by lot
        return dict.fromkeys((player.id for player in players), MAY)
    worst = sorted(players, key=lambda player: lot.by_id(player.id), reverse=True)  # not listed: as in TOU-3.5
    worst.sort(key=standing, reverse=True)
    match options.short_key:
        case "rank":  # TOU-4.4: no tie remains
            return _the_first(worst, room)
        case "points":
            worst.sort(key=points)
        case _:
            assert_never(options.short_key)
    match options.short_tie:
        case "standing":  # TOU-4.3
            return _the_first(worst, room)
        case "optimise":
            return _by_points(players, room)
        case _:
            assert_never(options.short_tie)


def _is_hard(rule: ShortRule) -> bool:
    """TOU-4.2: `soft` is an objective (`cost.objectives`), `lot` no rule."""
    match rule:
        case "hard":
            return True
        case "soft" | "lot":
            return False
        case _:
            assert_never(rule)


def _the_first(worst: Sequence[Entrant], room: int) -> dict[str, int]:
    return {player.id: MUST if i < room else NEVER for i, player in enumerate(worst)}


def _by_points(players: Sequence[Entrant], room: int) -> dict[str, int]:
    """Players below the limit must, those above it must not; those at it may, as far as there is room."""
    limit = sorted(points(player) for player in players)[room - 1]
    level = MUST if sum(points(player) <= limit for player in players) == room else MAY
    return {
        player.id: MUST if points(player) < limit else NEVER if points(player) > limit else level for player in players
    }


def points(player: Entrant) -> Points:
    """TOU-2.14: a stand-in has none."""
    return 0 if player.standin else player.pp
