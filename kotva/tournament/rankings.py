"""TOU-13.7, TOU-19.18: the standings of categories and of teams, as they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotva.tournament.documents import StandingsLine
from kotva.tournament.state import TournamentState
from kotva.tournament.teams import boards, team_standings


def categories(state: TournamentState) -> list[str]:
    """Those of the players, by name."""
    return sorted({category for player in state.players.values() for category in player.categories})


def of_category(state: TournamentState, lines: Sequence[StandingsLine], category: str) -> list[StandingsLine]:
    """TOU-13.7: the players of a category in the order of the standings, ranked among themselves; equal ranks stay equal."""
    inside = [line for line in lines if category in state.players[line.player].categories]
    ranks = sorted({line.rank for line in inside if line.rank is not None})
    numbers = {rank: 1 + sum(line.rank is not None and line.rank < rank for line in inside) for rank in ranks}
    # What decided between two neighbours of all says nothing of neighbours here.
    return [replace(line, rank=None if line.rank is None else numbers[line.rank], by="") for line in inside]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the standings of teams."""

    rank: int
    name: str
    members: tuple[str, ...]  # ids
    counted: tuple[str, ...]  # those whose points count
    matches: str  # match points; empty where members are added up
    points: str
    firsts: int
    gp: int
    by: str


def team_lines(state: TournamentState) -> list[TeamLine]:
    """Nothing where nobody has a team."""
    whole = boards(state.options) > 0
    return [
        TeamLine(
            row.rank,
            row.team.name,
            row.team.members,
            row.team.members if whole else tuple(row.totals.counted),
            str(row.totals.matches) if whole else "",
            str(row.totals.points),
            row.totals.firsts,
            row.totals.gp,
            row.by,
        )
        for row in team_standings(state)
    ]
