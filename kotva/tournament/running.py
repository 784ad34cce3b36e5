"""TOU-9, TOU-10.9, TOU-2.6, TOU-13.2: a round from its start to its completion, lots by hand, published standings."""

from __future__ import annotations

from kotva.tournament import lot
from kotva.tournament.cases import is_open
from kotva.tournament.clock import has_expired
from kotva.tournament.frame import whole_seed
from kotva.tournament.log import Args, Entry, Json
from kotva.tournament.reading import Reader, args_round
from kotva.tournament.refusal import Refused
from kotva.tournament.schedule import check_start_time
from kotva.tournament.seats import board_keys
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, State, Table, read_time

# -- the clock -------------------------------------------------------------------------------------------------------


def fill_start(state: State, args: Args, seed: str) -> dict[str, Json]:
    """TOU-8.5: the board is shown when the round starts."""
    round = state.round(args_round(args))
    assert round is not None
    return {"round": round.number, "boards": list(board_keys(state, round, seed))}


def check_start(state: State, entry: Entry) -> None:
    check_start_time(state, Reader(entry).round(), entry.at)


def start(state: State, entry: Entry) -> None:
    """TOU-1.5: the time options are those of this moment."""
    reader = Reader(entry)
    round, options = reader.known_round(state), state.options
    round.state = "running"
    round.started_at = entry.at
    round.boards = reader.texts("boards")
    round.minutes = options.number_or_none("time.round")
    round.overtime = options.number("time.overtime")
    round.count = options.word("time.count")
    round.turn = options.number_or_none("time.turn")


def check_pause(state: State, entry: Entry) -> None:
    """TOU-9.7."""
    round = Reader(entry).known_round(state)
    if round.is_paused == (entry.op == "pause"):
        raise Refused("The clock stands or runs already.", "STATE", "TOU-9.7")


def pause(state: State, entry: Entry) -> None:
    Reader(entry).known_round(state).pauses.append([entry.at, None])


def resume(state: State, entry: Entry) -> None:
    Reader(entry).known_round(state).pauses[-1][1] = entry.at


def check_outage(state: State, entry: Entry) -> None:
    """TOU-9.10: a time when the clock ran, up to this moment."""
    reader = Reader(entry)
    round, since = reader.known_round(state), reader.text("since")
    stood = [end for _, end in round.pauses if end is not None]
    try:
        read_time(since)
    except ValueError:
        raise Refused("{at!r} is no time.", "SYNTAX", "TOU-9.10", at=since[:40]) from None
    if round.is_paused or not max([round.started_at or "", *stood]) <= since <= entry.at:
        raise Refused("The clock did not run then.", "STATE", "TOU-9.10")


def outage(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    reader.known_round(state).pauses.append([reader.text("since"), entry.at])


def check_extend(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    table = reader.known_table(state)
    if not 1 <= reader.number("minutes") <= 600:
        raise Refused("A table is extended by 1 to 600 minutes.", "RANGE", "TOU-9.7")
    if table.state != "open":
        raise Refused("{table} has finished.", "STATE", "TOU-9.7", table=table.name)


def extend(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    reader.known_table(state).extended += reader.number("minutes")


def check_turnlimit(state: State, entry: Entry) -> None:
    """TOU-9.6: after the expiry, in seconds, for all tables."""
    reader = Reader(entry)
    if not 1 <= reader.number("seconds") <= 3600:
        raise Refused("A turn has 1 to 3600 seconds.", "RANGE", "TOU-9.6")
    if not has_expired(reader.known_round(state), read_time(entry.at)):
        raise Refused("The time of the round has not run out.", "TOO_EARLY", "TOU-9.6")


def turnlimit(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    reader.known_round(state).turn = reader.number("seconds")


# -- complete --------------------------------------------------------------------------------------------------------


def fill_complete(state: State, args: Args, seed: str) -> dict[str, Json]:
    """TOU-13.2: the round's lot order is written to the log, so that standings need no seed."""
    number = args_round(args)
    if state.options.word("lot.mode") == "manual":
        return {"round": number}
    order = lot.order(state.players, whole_seed(state, seed), "lot", number, 1)
    return {"round": number, "lot": list(order)}


def open_tables(state: State, round: Round) -> list[str]:
    """TOU-10.9: what still keeps the round from being complete."""
    tables = [table.name for table in round.tables if not table.is_settled and not _proceeds(state, table)]
    waiting = [case for case in state.cases.values() if is_open(case) and not case.proceed]
    return tables + [case.id for case in waiting if any(place[0] == round.number for place in case.tables)]


def _proceeds(state: State, table: Table) -> bool:
    place = (table.round, table.number)
    return table.result is not None and any(case.proceed and place in case.tables for case in state.cases.values())


def check_complete(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    round = reader.known_round(state)
    waiting = open_tables(state, round)
    if waiting:
        raise Refused("Still open: {list}.", "OPEN_RESULTS", "TOU-10.9", list=" ".join(waiting))
    if state.options.word("lot.mode") == "seeded" and sorted(reader.texts("lot")) != sorted(state.players):
        raise reader.missing("lot")


def complete(state: State, entry: Entry) -> None:
    """TOU-2.6: what the round makes of everybody; the last one finishes the tournament (section 9)."""
    reader = Reader(entry)
    round = reader.known_round(state)
    round.state = "complete"
    round.completed_at = entry.at
    round.lot = reader.texts("lot")
    every = state.options.word("rollcall") == "every"
    for table in round.tables:
        for mark in table.result.marks if table.result else ():
            player = state.players[mark.player]
            if player.status in ("withdrawn", "expelled"):
                continue
            if mark.status in ("left", "forfeit", "absent"):
                player.status = "absent"
            elif mark.status == "dsq":
                player.status = "expelled"
    for player in state.players.values():
        if every and player.status == "present" and not player.is_standin:
            player.status = "absent"
    if round.number >= state.last_round:
        state.phase = "finished"


# -- lots by hand, published standings -------------------------------------------------------------------------------


def check_lot(state: State, entry: Entry) -> None:
    """TOU-5.6: an order of players who are equal in everything else."""
    reader = Reader(entry)
    if state.options.word("lot.mode") != "manual":
        raise Refused("Lots come from the seed here.", "STATE", "TOU-5.6")
    waiting = standings(state, reader.round()).open_lots
    if sorted(reader.texts("order")) not in [sorted(group) for group in waiting]:
        groups = " ".join(",".join(group) for group in waiting)
        raise Refused("Players who wait for a lot: {groups}.", "SEATS", "TOU-5.6", groups=groups or "–")


def draw_lot(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    reader.known_round(state).lots_by_hand.append(reader.texts("order"))


def fill_standings(state: State, args: Args, _seed: str) -> dict[str, Json]:
    """TOU-18.1, TOU-13.2: published standings are an entry with their content."""
    number = args_round(args)
    return {"round": number, "rows": standings(state, number).to_json()}


def check_standings(_state: State, entry: Entry) -> None:
    if not all(isinstance(row, dict) for row in Reader(entry).items("rows")):
        raise Reader(entry).missing("rows")


def publish_standings(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    state.published[reader.round()] = [dict(row) for row in reader.items("rows") if isinstance(row, dict)]
