"""TOU-8.4 to 8.8: the board of a round, who begins, and players who sat down in the wrong place."""

from __future__ import annotations

from kotva.tournament import lot
from kotva.tournament.clock import grace_is_over
from kotva.tournament.frame import whole_seed
from kotva.tournament.log import Entry
from kotva.tournament.lot import by_id
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, State, Table, read_time


def newboard(state: State, entry: Entry) -> None:
    """TOU-8.5: before the start only; the board's attempt grows (TOU-5.4)."""
    Reader(entry).known_round(state).board_attempt += 1


def board_keys(state: State, round: Round, seed: str) -> list[str]:
    """TOU-8.4, TOU-8.5, TOU-8.6: the board number of the round in hex, or one for each table; none for a given board."""
    whole = whole_seed(state, seed)
    mode = state.options.word("board.mode")
    ids = [] if mode == "fixed" else ["ALL"] if mode == "same" else [f"T{table.number}" for table in round.tables]
    number = round.number
    if round.mode == "round_robin" and state.total:  # TOU-19.12: the same for all sets and rotations
        number = (number - 1) * state.options.number("rr.boards") // state.total + 1
    return [lot.key(whole, "board", number, round.board_attempt, id)[:16] for id in ids]


def check_first(state: State, entry: Entry) -> None:
    """TOU-8.7 `choice`: the best-ranked of the table names who begins, in time; in round 1 the player in seat 1."""
    reader = Reader(entry)
    round, table = reader.known_round(state), reader.known_table(state)
    if state.options.word("start.mode") != "choice":
        raise Refused("Nobody names the first player here.", "STATE", "TOU-8.7")
    if reader.text("player") not in table.seats:
        raise Refused(
            "{player} does not play at {table}.", "SEATS", "TOU-8.7", player=reader.text("player"), table=table.name
        )
    if not set(letters(state, entry.actor)) & set("OH") and entry.actor != chooser(state, table):
        raise Refused("{actor} may not choose at {table}.", "FORBIDDEN", "TOU-8.7", actor=entry.actor, table=table.name)
    if grace_is_over(round, read_time(entry.at), state.options.number("grace")):
        raise Refused("Seat 1 has begun at {table}.", "TOO_LATE", "TOU-8.7", table=table.name)


def chooser(state: State, table: Table) -> str:
    if table.round == 1:
        return table.seats[0]
    order = standings(state, table.round - 1).order()
    return min(table.seats, key=lambda p: (order.index(p) if p in order else len(order), by_id(p)))


def first(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    reader.known_table(state).first = reader.text("player")


def check_reseat(state: State, entry: Entry) -> None:
    """TOU-8.8: after the first turn the record is changed to what was played."""
    reader = Reader(entry)
    round = reader.known_round(state)
    reader.reason()
    if state.options.word("online") == "true":
        raise Refused("The platform knows who sits where.", "STATE", "TOU-1.8")
    one, other = reader.text("one"), reader.text("other")
    tables = [*round.tables_of(one), *round.tables_of(other)]
    if one == other or len(tables) != 2:
        raise Refused("Two players of round {round} are exchanged.", "SEATS", "TOU-8.8", round=round.number)
    if any(table.state != "open" for table in tables):
        raise Refused("There is a result already; correct it.", "STATE", "TOU-8.8")


def reseat(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    one, other = reader.text("one"), reader.text("other")
    round = reader.known_round(state)
    tables = round.tables
    gone = {player: mark for table in tables for player, mark in table.gone.items()}
    change = {one: other, other: one}
    round.finalists = [change.get(player, player) for player in round.finalists]
    for table in tables:
        table.seats = [change.get(player, player) for player in table.seats]
        table.gone = {player: gone[player] for player in table.seats if player in gone}
