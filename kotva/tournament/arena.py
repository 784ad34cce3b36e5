"""TOU-19.20: an arena: one round without a draw, whose tables are made of those who wait, while its time runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final, TypeGuard

from kotva.tournament import draw as drawing
from kotva.tournament.action import ActionCall, known_round
from kotva.tournament.action_arguments import PairArgs
from kotva.tournament.arguments import needs
from kotva.tournament.clock import has_expired, played_seconds
from kotva.tournament.draw import DrawnTable, DrawProblem, Entrant, Infeasible
from kotva.tournament.draw_content import DrawContent
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.problems import among, draw_options, meets, met, soft_pairs
from kotva.tournament.refusal import Refused
from kotva.tournament.rounds import drawn_args
from kotva.tournament.seats import board_keys
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, TournamentState, TournamentTable, read_time

PATIENCE: Final = 20  # seconds until a table is made that is not full, or of those who have just met


def is_arena(round: Round | None) -> TypeGuard[Round]:
    return round is not None and round.mode == "arena"


def takes_part(state: TournamentState, round: Round) -> list[str]:
    """Who waits: present players who are in no game now."""
    busy = {player for table in round.tables if table.state == "open" for player in table.seats}
    return [player for player in state.present() if player not in busy]


def idle_since(round: Round, player: str) -> datetime | None:
    """When a player's last game ended; None without one, and None while it goes on."""
    ended = [table.ended for table in round.tables_of(player)]
    return read_time(max(filter(None, ended))) if ended and all(ended) else None


def is_due(state: TournamentState, round: Round, waiting: list[str], at: datetime) -> bool:
    """Whether the platform makes tables of these now: at once for two full tables, of fewer after a little patience.

    Then somebody else may have finished, and nobody meets the same opponents again at once.
    """
    options = state.options
    if round.state != "running" or round.is_paused or has_expired(round, at):
        return False
    if len(waiting) < options.number("table.min"):
        return False
    if len(waiting) >= 2 * options.number("table.size"):
        return True
    since = [idle_since(round, player) for player in waiting]
    longest = max((at - moment).total_seconds() for moment in since if moment is not None) if any(since) else 0.0
    if round.waited.keys() & set(waiting) or None in since:
        longest = max(longest, played_seconds(round, at))
    return longest >= PATIENCE


# -- pair ------------------------------------------------------------------------------------------------------------


def posed(state: TournamentState, seed: str, round: Round, waiting: list[str]) -> DrawProblem:
    """The k-th pairing is the k-th round of a Swiss for those who wait: the first by lot, later ones by their points."""
    running = standings(state, round.number)
    rows = {row.player: row for row in running.rows}
    people = []
    for player in waiting:
        row = rows.get(player)
        pp = row.totals.pp if row is not None else 0
        sat = tuple(table.seats.index(player) + 1 for table in round.tables_of(player))
        short = sum(len(table.seats) < state.options.number("table.size") for table in round.tables_of(player))
        rank = row.rank if row is not None else None
        rested = round.waited.get(player, 0)
        people.append(Entrant(player, int(pp) if pp == int(pp) else pp, rank, rested, short, sat))
    return DrawProblem(
        seed=seed,
        round=round.pairings + 1,
        players=tuple(people),
        mode="swiss",
        met=tuple(met(state, table) for table in round.tables if meets(table)),
        avoid_hard=among(state.options.pairs("avoid.hard"), waiting),
        avoid_soft=among(soft_pairs(state), waiting),
        options=draw_options(state.options),
    )


def fill_pair(
    state: TournamentState, call: ActionCall[PairArgs], _asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-18.1: what was drawn is written into the log, with those it was drawn from."""
    round = known_round(state, call.args.round)
    _check_open(round, call.at)
    waiting = list(call.args.players) or takes_part(state, round)
    _check_waiting(state, round, waiting)
    whole = whole_seed(state, seed)
    try:
        drawn = drawing.draw(posed(state, whole, round, waiting))
    except Infeasible as error:
        if error.code == "TOO_FEW":
            raise Refused("Too few players wait for a table.", "TOO_FEW", "TOU-19.20") from None
        raise Refused("Those who wait may not meet.", error.code, error.clause) from None
    content = drawn_args(moved(drawn, len(round.tables)))
    boards = board_keys(state, round, seed, [table.number + len(round.tables) for table in drawn.tables])
    return {
        "round": round.number,
        "players": [*waiting],
        "attempt": round.pairings + 1,
        **content,
        "boards": list(boards) if state.options.word("board.mode") == "own" else [],
    }


def moved(drawn: drawing.Drawn, by: int) -> drawing.Drawn:
    """Tables of an arena are counted on."""
    return replace(drawn, tables=tuple(DrawnTable(table.number + by, table.seats) for table in drawn.tables))


def _check_open(round: Round, at: str) -> None:
    if not is_arena(round):
        raise Refused("Only an arena makes tables while it runs.", "STATE", "TOU-19.20")
    if round.is_paused:
        raise Refused("The clock stands.", "STATE", "TOU-19.20")
    if has_expired(round, read_time(at)):
        raise Refused("The time of the arena is over.", "STATE", "TOU-19.20")


def _check_waiting(state: TournamentState, round: Round, players: list[str]) -> None:
    free = set(takes_part(state, round))
    if len(set(players)) < len(players) or not set(players) <= free:
        raise Refused("Only players who are here and in no game are seated.", "SEATS", "TOU-19.20")


def check_pair(state: TournamentState, call: ActionCall[PairArgs]) -> None:
    """Everybody who waits once, tables of a possible size, numbered on."""
    round, content = known_round(state, call.args.round), call.args.content
    _check_open(round, call.at)
    _check_waiting(state, round, list(call.args.players))
    if content.attempt != round.pairings + 1:
        raise needs(call.op, "attempt")
    check_tables(state, round, call.args.players, content)


def check_tables(state: TournamentState, round: Round, players: tuple[str, ...], content: DrawContent) -> None:
    seated = [player for _, seats in content.tables for player in seats]
    least, most = state.options.number("table.min"), state.options.number("table.size")
    numbers = [number for number, _ in content.tables]
    following = list(range(len(round.tables) + 1, len(round.tables) + len(numbers) + 1))
    sizes = all(least <= len(seats) <= most for _, seats in content.tables)
    everybody = sorted([*seated, *content.byes]) == sorted(players)
    if not (sizes and everybody and content.tables and numbers == following):
        raise Refused("This is no seating of those who wait.", "SEATS", "TOU-19.20")


def pair(state: TournamentState, call: ActionCall[PairArgs]) -> None:
    round = known_round(state, call.args.round)
    for number, seats in call.args.content.tables:
        round.tables.append(TournamentTable(round.number, number, list(seats), made_at=call.at))
    round.pairings += 1
    round.boards += call.args.boards
    for player in call.args.content.byes:
        round.waited[player] = round.waited.get(player, 0) + 1
