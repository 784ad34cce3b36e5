"""TOU-4: who must, who may and who must not sit at the short tables."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.tournament import lot
from kotva.tournament.draw.problem import Entrant, Points, Problem
from kotva.tournament.draw.sizes import standing

MUST, MAY, NEVER = 1, 0, -1


def places(problem: Problem, players: Sequence[Entrant], sizes: Sequence[int]) -> dict[str, int]:
    """For each seated player MUST, MAY or NEVER: a choice that respects these obeys TOU-4.2, and no other does."""
    room = sum(size for size in sizes if size < sizes[0])
    options = problem.options
    if not room:
        return dict.fromkeys((player.id for player in players), NEVER)
    if problem.round == 1 or options.short_rule != "hard":  # TOU-4.1: in round 1 by lot
        return dict.fromkeys((player.id for player in players), MAY)
    if options.short_key == "rank" or options.short_tie == "standing":  # TOU-4.3, TOU-4.4: no tie remains
        worst = sorted(players, key=lambda player: lot.by_id(player.id), reverse=True)  # not listed: as in TOU-3.5
        worst.sort(key=standing, reverse=True)
        if options.short_key == "points":
            worst.sort(key=points)
        return {player.id: MUST if i < room else NEVER for i, player in enumerate(worst)}
    limit = sorted(points(player) for player in players)[room - 1]
    level = MUST if sum(points(player) <= limit for player in players) == room else MAY
    return {
        player.id: MUST if points(player) < limit else NEVER if points(player) > limit else level for player in players
    }


def points(player: Entrant) -> Points:
    """TOU-2.14: a stand-in has none."""
    return 0 if player.standin else player.pp
