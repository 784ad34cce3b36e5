"""What a draw depends on, taken from the state: TOU-2.12, TOU-3.5, TOU-6.2, TOU-6.5, TOU-16.7 as a `Problem`."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from kotva.tournament import draw as drawing
from kotva.tournament.draw.problem import DrawProblem, Entrant, Pair
from kotva.tournament.options import STAGES, TournamentOptions
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, TournamentState, TournamentTable


def draw_options(options: TournamentOptions) -> drawing.DrawOptions:
    """The options a draw reads; their words are checked where they are set."""
    words = {
        name.replace(".", "_"): options.word(name) for name in ("table.rule", "short.rule", "short.tie", "short.key")
    }
    words |= {name.replace(".", "_"): options.word(name) for name in ("seat.mode", "swiss.priority", "final.others")}
    numbers = ("table.size", "table.min", "final.size", "rr.boards", "rr.legs")
    counts = {name.replace(".", "_"): options.number(name) for name in numbers}
    return drawing.DrawOptions(cut=options.sizes("cut"), **counts, **words)  # type: ignore[arg-type]


def problem(
    state: TournamentState, seed: str, round: int, attempt: int, players: list[str], fixed: list[list[str]]
) -> DrawProblem:
    """The round to be drawn for these players."""
    mode = state.options.mode(round)
    before = state.rounds[: round - 1]
    running = standings(state, round - 1) if before else None
    ranks = {row.player: row.rank for row in running.rows} if running else {}
    totals = {row.player: row.totals for row in running.rows} if running else {}
    entrants = []
    for player in players:
        listed = totals.get(player)
        pp = listed.pp if listed else 0
        entrants.append(
            Entrant(
                id=player,
                pp=int(pp) if pp == int(pp) else pp,
                rank=ranks.get(player),
                rested=sum(byes_and_missed(found, player) for found in before),
                short=sum(is_short(found, player) for found in before),
                seats=tuple(table.seats.index(player) + 1 for found in before for table in found.tables_of(player)),
                standin=player not in state.players or state.players[player].is_standin,
            )
        )
    bound = {p: t for p, t in state.options.table_of_player("fixed_table").items() if p in players}
    return DrawProblem(
        seed=seed,
        round=round,
        players=tuple(entrants),
        attempt=attempt,
        mode=mode,
        met=tuple(met(state, table) for found in before for table in found.tables if meets(table)),
        avoid_hard=among(state.options.pairs("avoid.hard"), players),
        avoid_soft=among(soft_pairs(state), players),
        fixed_table=bound,
        options=_with_stage(draw_options(state.options), before, mode),
        stage=max(0, round - state.options.number("rounds") - 1) if mode in STAGES else 0,
        fixed=tuple(map(tuple, fixed)),
    )


def _with_stage(options: drawing.DrawOptions, before: list[Round], mode: str) -> drawing.DrawOptions:
    """TOU-19.11: the first of each table goes on, so a stage has no more players than the one before had tables."""
    if mode != "knockout" or not before or before[-1].mode != "knockout":
        return options
    return replace(options, cut=tuple(min(size, len(before[-1].tables)) for size in options.cut))


def round_robin_rounds(n: int, options: TournamentOptions) -> int:
    """TOU-19.12: a round is a round of the circle for tables of two, else one rotation on one board."""
    size = min(options.number("table.size"), n)
    boards = options.number("rr.boards")
    return boards * (size if size > 2 else (n - 1 + n % 2) * options.number("rr.legs"))


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
    panel = [member for member in [*state.panel, *state.alternates] if member in state.players]
    out += list(combinations(panel, 2))
    return list(dict.fromkeys(out))


def among(pairs: list[Pair] | tuple[Pair, ...], players: list[str]) -> tuple[Pair, ...]:
    """The pairs of whom both are drawn."""
    present = set(players)
    return tuple(pair for pair in pairs if present >= set(pair))
