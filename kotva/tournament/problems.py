"""What a draw depends on, taken from the state: TOU-2.12, TOU-3.5, TOU-6.2, TOU-6.5, TOU-16.7 as a `Problem`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from kotva.tournament import draw as drawing
from kotva.tournament.draw.problem import DrawProblem, Entrant, Pair
from kotva.tournament.options import STAGES, TournamentOptions
from kotva.tournament.seeding import by_group, groups_of, mode_of
from kotva.tournament.standings import Standings, standings
from kotva.tournament.state import Round, TournamentState, TournamentTable
from kotva.tournament.teams import boards, team_standings, teams


def draw_options(options: TournamentOptions) -> drawing.DrawOptions:
    """The options a draw reads; their words are checked where they are set."""
    words = {
        name.replace(".", "_"): options.word(name) for name in ("table.rule", "short.rule", "short.tie", "short.key")
    }
    words |= {
        name.replace(".", "_"): options.word(name)
        for name in ("seat.mode", "swiss.priority", "final.others", "rr.missing")
    }
    numbers = ("table.size", "table.min", "final.size", "rr.boards", "rr.legs")
    counts = {name.replace(".", "_"): options.number(name) for name in numbers}
    flags = {name.replace(".", "_"): options.flag(name) for name in ("knockout.byes", "knockout.third")}
    return drawing.DrawOptions(cut=options.sizes("cut"), **counts, **words, **flags)  # type: ignore[arg-type]


def problem(
    state: TournamentState,
    seed: str,
    round: int,
    attempt: int,
    players: list[str],
    fixed: list[list[str]],
    seeding: Sequence[str] | None = None,
) -> DrawProblem:
    """The round to be drawn for these players; `seeding` is that of this draw, where it is not yet in the state.

    In a tournament of teams these are the ids of teams, and a table is a match (TOU-19.18).
    """
    seeding = state.seeding if seeding is None else seeding
    mode = mode_of(state, round)
    before = state.rounds[: round - 1]
    of = {member: team.id for team in teams(state) for member in team.members} if boards(state.options) else {}
    played = [as_matches(found, of, boards(state.options)) for found in before] if of else before
    ranks, points = _standing(state, mode, before, seeding)
    entrants = []
    for player in players:
        pp = points.get(player, Fraction(0))
        entrants.append(
            Entrant(
                id=player,
                pp=int(pp) if pp == int(pp) else pp,
                rank=ranks.get(player),
                rested=sum(byes_and_missed(found, player) for found in played),
                short=sum(is_short(found, player) for found in played),
                seats=tuple(table.seats.index(player) + 1 for found in played for table in found.tables_of(player)),
                standin=player not in state.players or state.players[player].is_standin,
            )
        )
    bound = {} if of else {p: t for p, t in state.options.table_of_player("fixed_table").items() if p in players}
    return DrawProblem(
        seed=seed,
        round=round,
        players=tuple(entrants),
        attempt=attempt,
        mode=mode,
        met=tuple(met(state, table) for found in played for table in found.tables if meets(table)),
        avoid_hard=among(_of_teams(state.options.pairs("avoid.hard"), of), players),
        avoid_soft=among(_of_teams(soft_pairs(state), of), players),
        fixed_table=bound,
        options=_with_stage(draw_options(state.options), before, mode),
        stage=sum(found.mode == mode for found in before) if mode in STAGES else 0,
        fixed=tuple(map(tuple, fixed)),
        groups=groups_of(state.options, seeding) if mode not in (*STAGES, "fixed") else (),
        scheduled=tuple(seeding) if mode == "round_robin" else (),
        beaten=tuple(before[-1].seated()) if mode == "knockout" and before and before[-1].mode == mode else (),
    )


def _standing(
    state: TournamentState, mode: str, before: list[Round], seeding: Sequence[str]
) -> tuple[dict[str, int | None], dict[str, Fraction]]:
    """Ranks and points so far: of players, or of teams with their match points; before the first round the seeding."""
    if not before:
        return {player: i for i, player in enumerate(seeding, 1)}, {}
    if boards(state.options):
        rows = team_standings(state, len(before))
        return {row.team.id: row.rank for row in rows}, {row.team.id: row.totals.matches for row in rows}
    running = standings(state, len(before))
    return _ranks(state, running, mode, before), {row.player: row.totals.pp for row in running.rows}


def as_matches(round: Round, of: Mapping[str, str], number: int) -> Round:
    """TOU-19.18: a round as the draw of teams sees it: the first board of each match, with ids of teams."""
    tables = []
    for table in round.tables:
        if table.number % number == 1:
            match = TournamentTable(round.number, (table.number - 1) // number + 1, [of[p] for p in table.seats])
            tables.append(match)
    byes = list(dict.fromkeys(of[player] for player in round.byes if player in of))
    return replace(round, tables=tables, byes=byes)


def _of_teams(pairs: Sequence[Pair], of: Mapping[str, str]) -> list[Pair]:
    """Pairs of players, or of their teams."""
    named = [(of.get(one, one), of.get(other, other)) for one, other in pairs]
    return [pair for pair in dict.fromkeys(named) if pair[0] != pair[1]]


def _ranks(state: TournamentState, running: Standings, mode: str, before: list[Round]) -> dict[str, int | None]:
    """The running ranks; for the first stage after groups those of TOU-19.15."""
    ranks = {row.player: row.rank for row in running.rows}
    if mode not in STAGES or before[-1].mode in STAGES or state.options.number("groups") == 1:
        return ranks
    order = [row.player for row in running.rows if row.rank is not None]
    return ranks | {player: i for i, player in enumerate(by_group(state, order), 1)}


def _with_stage(options: drawing.DrawOptions, before: list[Round], mode: str) -> drawing.DrawOptions:
    """TOU-19.11: the first of each table goes on, so a stage has no more players than the one before had tables."""
    if mode != "knockout" or not before or before[-1].mode != "knockout":
        return options
    going = len(before[-1].tables) + len(before[-1].byes)
    cut = (going,) * (len(before) + 1) if options.knockout_byes else tuple(min(size, going) for size in options.cut)
    return replace(options, cut=cut)


def meets(table: TournamentTable) -> bool:
    """TOU-6.2: a dissolved table is no meeting."""
    return table.result is None or table.result.end != "dissolved"


def met(state: TournamentState, table: TournamentTable) -> tuple[str, ...]:
    """TOU-6.2: who met at a table: neither the absent nor stand-ins (TOU-2.14)."""
    absent = {mark.player for mark in table.result.marks if mark.status == "absent"} if table.result else set()
    return tuple(p for p in table.seats if p not in absent and not state.players[p].is_standin)


def byes_and_missed(round: Round, player: str) -> int:
    """TOU-2.12, TOU-3.5: 1 where a round was a bye (a dissolved table too) or was missed."""
    if player in round.byes:
        return 1
    found = list(round.tables_of(player))
    if not found:
        return 1
    marks = [table.result.mark(player) for table in found if table.result is not None]
    return int(any(mark is not None and mark.status in ("absent", "present") for mark in marks))


def is_short(round: Round, player: str) -> bool:
    """TOU-4: at a table with fewer seats than the largest of that round."""
    largest = max((len(table.seats) for table in round.tables), default=0)
    return any(len(table.seats) < largest for table in round.tables_of(player))


def soft_pairs(state: TournamentState) -> list[Pair]:
    """TOU-6.5: the soft list, all pairs of one club if asked for, and playing panel members (TOU-16.7)."""
    out = list(state.options.pairs("avoid.soft"))
    if state.options.flag("avoid.club"):
        clubs: dict[str, list[str]] = {}
        for player in state.players.values():
            if player.club:
                clubs.setdefault(player.club.casefold(), []).append(player.id)
        out += [pair for members in clubs.values() for pair in combinations(members, 2)]
    if state.options.flag("avoid.team"):  # TOU-19.19
        out += [pair for team in teams(state) for pair in combinations(team.members, 2)]
    panel = [member for member in [*state.panel, *state.alternates] if member in state.players]
    out += list(combinations(panel, 2))
    return list(dict.fromkeys(out))


def among(pairs: list[Pair] | tuple[Pair, ...], players: list[str]) -> tuple[Pair, ...]:
    """The pairs of whom both are drawn."""
    present = set(players)
    return tuple(pair for pair in pairs if present >= set(pair))
