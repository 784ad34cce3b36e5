"""TOU-19.18, TOU-19.19: who plays for which team, the boards of a match of teams, and the standings of teams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from kotva.tournament.draw.problem import Drawn, DrawnTable
from kotva.tournament.lot import by_id
from kotva.tournament.names import folded
from kotva.tournament.options import TournamentOptions
from kotva.tournament.places import NOTHING, scores
from kotva.tournament.standings import counts, lot_order, standings
from kotva.tournament.state import Player, Round, TournamentState, TournamentTable


@dataclass(frozen=True, slots=True)
class Team:
    """All who have its name; in the draw it goes by the id of its first entry."""

    name: str
    members: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.members[0]


def boards(options: TournamentOptions) -> int:
    """TOU-19.18: at how many tables a team plays in a round; 0: everybody plays for oneself."""
    return options.number("team.boards")


def with_members(state: TournamentState, team: Team) -> str:
    """Its name and those of its members."""
    return f"{team.name}: {', '.join(map(state.label, team.members))}"


def teams(state: TournamentState) -> list[Team]:
    """In the order of their first entries; names are compared like those of players (TOU-2.2)."""
    found: dict[str, list[Player]] = {}
    for player in state.players.values():
        if player.team and not player.is_standin:
            found.setdefault(folded(player.team), []).append(player)
    return [Team(members[0].team, tuple(one.id for one in members)) for members in found.values()]


def team_of(state: TournamentState) -> dict[str, Team]:
    """By player."""
    return {member: team for team in teams(state) for member in team.members}


def lineups(state: TournamentState, people: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """TOU-19.18: who sits at board 1, 2, …: the first of each team who are present; a team with too few does not play."""
    present, number = set(people), boards(state.options)
    found = {team.id: tuple(one for one in team.members if one in present)[:number] for team in teams(state)}
    return {id: members for id, members in found.items() if len(members) == number}


def expanded(drawn: Drawn, lines: Mapping[str, Sequence[str]], number: int) -> Drawn:
    """TOU-19.18: match m has the tables (m−1)·boards + 1 and on; on each board the seats move on by one."""
    tables = [
        DrawnTable((match.number - 1) * number + board + 1, turned([lines[id][board] for id in match.seats], board))
        for match in drawn.tables
        for board in range(number)
    ]
    return replace(drawn, tables=tuple(tables), byes=tuple(member for id in drawn.byes for member in lines[id]))


def turned(seats: Sequence[str], by: int) -> tuple[str, ...]:
    by %= len(seats)
    return (*seats[by:], *seats[:by])


def matches(tables: Sequence[DrawnTable], number: int) -> list[list[DrawnTable]]:
    """The tables of each match, board after board."""
    found: dict[int, list[DrawnTable]] = {}
    for table in sorted(tables, key=lambda table: table.number):
        found.setdefault((table.number - 1) // number, []).append(table)
    return list(found.values())


def collapsed(state: TournamentState, tables: Sequence[DrawnTable]) -> tuple[DrawnTable, ...] | None:
    """The matches as the draw sees them, by the ids of teams; None where these are no matches of whole teams."""
    number, of = boards(state.options), team_of(state)
    out = []
    for i, match in enumerate(matches(tables, number), 1):
        first = match[0]
        ids = [of[player].id for player in first.seats if player in of]
        alike = all(
            [of[player].id for player in table.seats if player in of] == [*turned(ids, board)]
            for board, table in enumerate(match)
            if ids
        )
        if len(match) != number or len(set(ids)) < len(first.seats) or not alike:
            return None
        out.append(DrawnTable(i, tuple(ids)))
    return tuple(out)


# -- standings -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class TeamTotals:
    """What a team has collected."""

    matches: Fraction = Fraction(0)  # match points; nothing where members are added up
    points: Fraction = Fraction(0)  # place points of its members
    firsts: int = 0
    gp: int = 0
    counted: list[str] = field(default_factory=list)  # the members whose points count (TOU-19.19)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A line of the standings of teams."""

    rank: int
    team: Team
    totals: TeamTotals
    by: str = ""


_NAMES = ("matches", "points", "firsts", "gp")


def team_standings(state: TournamentState, last: int | None = None) -> list[TeamRow]:
    """TOU-19.18: match points, then board points, first places and game points; TOU-19.19: without match points."""
    rounds = [round for round in state.rounds if round.state in ("running", "complete")][:last]
    found = _matches(state, rounds) if boards(state.options) else _sums(state, last)
    lots = lot_order(state, len(rounds))
    order = sorted(found, key=lambda team: (lots.get(team.id, len(lots)), by_id(team.id)))
    order.sort(key=lambda team: _worth(found[team]), reverse=True)
    rows: list[TeamRow] = []
    for rank, team in enumerate(order, 1):
        above = found[rows[-1].team] if rows else None
        by = ""
        if above is not None:
            pairs = zip(_NAMES, _worth(above), _worth(found[team]))
            by = next((name for name, left, right in pairs if left != right), "lot" if lots else "")
        rows.append(TeamRow(rank, team, found[team], by))
    return rows


def _worth(totals: TeamTotals) -> tuple[Fraction, Fraction, int, int]:
    return totals.matches, totals.points, totals.firsts, totals.gp


def _matches(state: TournamentState, rounds: Sequence[Round]) -> dict[Team, TeamTotals]:
    """TOU-19.18: a match counts when all its boards do."""
    of, number, options = team_of(state), boards(state.options), state.options
    out: dict[Team, TeamTotals] = {}
    for round in rounds:
        for team in dict.fromkeys(of[player] for player in (*round.seated(), *round.byes) if player in of):
            out.setdefault(team, TeamTotals())
        rested = options.share("bye.points") or Fraction(0)
        for team in dict.fromkeys(of[player] for player in round.byes if player in of):
            out[team].matches += rested
            out[team].points += rested * number
        for first in range(0, len(round.tables), number):
            tables = sorted(round.tables, key=lambda table: table.number)[first : first + number]
            if all(counts(round, table) for table in tables):
                _add_match(out, options, of, tables)
    return out


def _add_match(
    out: dict[Team, TeamTotals], options: TournamentOptions, of: Mapping[str, Team], tables: Sequence[TournamentTable]
) -> None:
    won: dict[Team, Fraction] = {}
    for table in tables:
        found = scores(table.result, options) if table.result is not None else {}
        for player in table.seats:
            score = found.get(player, NOTHING)
            team = of[player]
            won[team] = won.get(team, Fraction(0)) + score.pp
            out[team].points += score.pp
            out[team].firsts += score.place == 1
            out[team].gp += score.gp
    points = options.points(len(won))
    for team, own in won.items():
        better, equal = sum(one > own for one in won.values()), sum(one == own for one in won.values())
        out[team].matches += sum(points[better : better + equal], Fraction(0)) / equal


def _sums(state: TournamentState, last: int | None) -> dict[Team, TeamTotals]:
    """TOU-19.19: the best members of each team, in the order of the standings; all of them where `team.count` is 0."""
    most = state.options.number("team.count")
    of = team_of(state)
    out: dict[Team, TeamTotals] = {}
    for row in standings(state, last).rows:
        team = of.get(row.player)
        if team is None or row.rank is None:
            continue
        totals = out.setdefault(team, TeamTotals())
        if most and len(totals.counted) >= most:
            continue
        totals.counted.append(row.player)
        totals.points += row.totals.pp
        totals.firsts += row.totals.firsts
        totals.gp += row.totals.gp
    return out
