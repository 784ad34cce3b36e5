"""TOU-8.4 to 8.8: the board of a round, who begins, and players who sat down in the wrong place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kotva.tournament import lot
from kotva.tournament.action import ActionCall, known_round, known_table
from kotva.tournament.action_arguments import ExchangeArgs, FirstArgs, RoundArgs
from kotva.tournament.choices import BoardMode, StartMode
from kotva.tournament.clock import grace_is_over
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.lot import by_id
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, TournamentState, TournamentTable, read_time


def newboard(state: TournamentState, call: ActionCall[RoundArgs]) -> None:
    """TOU-8.5: before the start only; the board's attempt grows (TOU-5.4)."""
    known_round(state, call.args.round).board_attempt += 1


def board_keys(state: TournamentState, round: Round, seed: str, tables: Sequence[int] | None = None) -> list[str]:
    """TOU-8.4, TOU-8.5, TOU-8.6: the board number of the round in hex, or one for each table; none for a given board."""
    whole = whole_seed(state, seed)
    mode = state.options.choice(BoardMode)
    match mode:
        case BoardMode.FIXED:
            ids = []
        case BoardMode.SAME:
            ids = ["ALL"]
        case BoardMode.OWN:
            numbers = [table.number for table in round.tables] if tables is None else tables  # TOU-19.20
            ids = [f"T{number}" for number in numbers]
        case _:
            assert_never(mode)
    number = round.number
    if round.mode == "round_robin" and state.total:  # TOU-19.12: the same for all sets and rotations
        number = (number - 1) * state.options.number("rr.boards") // state.total + 1
    return [lot.key(whole, "board", number, round.board_attempt, id)[:16] for id in ids]


def check_first(state: TournamentState, call: ActionCall[FirstArgs]) -> None:
    """TOU-8.7 `choice`: the best-ranked of the table names who begins, in time; in round 1 the player in seat 1."""
    round, table = known_round(state, call.args.place[0]), known_table(state, call.args.place)
    if state.options.choice(StartMode) is not StartMode.CHOICE:
        raise Refused("Nobody names the first player here.", "STATE", "TOU-8.7")
    if call.args.player not in table.seats:
        raise Refused(
            "{player} does not play at {table}.", "SEATS", "TOU-8.7", player=call.args.player, table=table.name
        )
    if not set(letters(state, call.actor)) & set("OH") and call.actor != chooser(state, table):
        raise Refused("{actor} may not choose at {table}.", "FORBIDDEN", "TOU-8.7", actor=call.actor, table=table.name)
    if grace_is_over(round, read_time(call.at), state.options.number("grace")):
        raise Refused("Seat 1 has begun at {table}.", "TOO_LATE", "TOU-8.7", table=table.name)


def chooser(state: TournamentState, table: TournamentTable) -> str:
    if table.round == 1:
        return table.seats[0]
    order = standings(state, table.round - 1).order()
    return min(table.seats, key=lambda p: (order.index(p) if p in order else len(order), by_id(p)))


def first(state: TournamentState, call: ActionCall[FirstArgs]) -> None:
    known_table(state, call.args.place).first = call.args.player


def check_reseat(state: TournamentState, call: ActionCall[ExchangeArgs]) -> None:
    """TOU-8.8: after the first turn the record is changed to what was played."""
    round = known_round(state, call.args.round)
    if state.options.flag("online"):
        raise Refused("The platform knows who sits where.", "STATE", "TOU-1.8")
    one, other = call.args.one, call.args.other
    tables = [*round.tables_of(one), *round.tables_of(other)]
    if one == other or len(tables) != 2:
        raise Refused("Two players of round {round} are exchanged.", "SEATS", "TOU-8.8", round=round.number)
    if any(table.state != "open" for table in tables):
        raise Refused("There is a result already; correct it.", "STATE", "TOU-8.8")


def reseat(state: TournamentState, call: ActionCall[ExchangeArgs]) -> None:
    one, other = call.args.one, call.args.other
    round = known_round(state, call.args.round)
    tables = round.tables
    gone = {player: mark for table in tables for player, mark in table.gone.items()}
    change = {one: other, other: one}
    round.finalists = [change.get(player, player) for player in round.finalists]
    for table in tables:
        table.seats = [change.get(player, player) for player in table.seats]
        table.gone = {player: gone[player] for player in table.seats if player in gone}
