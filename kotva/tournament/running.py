"""TOU-9, TOU-10.9, TOU-2.6, TOU-13.2: a round from its start to its completion, lots by hand, published standings."""

from __future__ import annotations

from kotva.tournament import lot
from kotva.tournament.action import ActionCall, known_round, known_table
from kotva.tournament.action_arguments import (
    CompleteArgs,
    ExtendArgs,
    LotArgs,
    OutageArgs,
    RoundArgs,
    StandingsArgs,
    StartArgs,
    TurnlimitArgs,
)
from kotva.tournament.arguments import needs
from kotva.tournament.cases import is_open
from kotva.tournament.choices import Rollcall, TimeCount
from kotva.tournament.clock import has_expired
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.options import STAGES
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.schedule import check_start_time
from kotva.tournament.seats import board_keys
from kotva.tournament.standings import lots_by_hand, standings
from kotva.tournament.state import Round, TournamentState, TournamentTable, read_time

# -- the clock -------------------------------------------------------------------------------------------------------


def fill_start(
    state: TournamentState, call: ActionCall[StartArgs], _asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-8.5: the board is shown when the round starts."""
    round = known_round(state, call.args.round)
    early: dict[str, Json] = {"seated": True} if call.args.seated else {}
    return {"round": round.number, **early, "boards": list(board_keys(state, round, seed))}


def check_start(state: TournamentState, call: ActionCall[StartArgs]) -> None:
    """TOU-9.1: at its time, or as soon as the head referee sees everybody seated."""
    if not call.args.seated:
        check_start_time(state, call.args.round, call.at)
    elif "H" not in letters(state, call.actor):
        raise Refused("Only the head referee starts a round before its time.", "FORBIDDEN", "TOU-9.1")
    elif state.options.flag("online"):
        raise Refused("Online players come at the published time; it is not started before.", "TOO_EARLY", "TOU-9.1")


def start(state: TournamentState, call: ActionCall[StartArgs]) -> None:
    """TOU-1.5: the time options are those of this moment."""
    round, options = known_round(state, call.args.round), state.options
    round.state = "running"
    round.started_at = call.at
    round.boards = list(call.args.boards)
    round.minutes = options.number_or_none("time.round")
    round.overtime = options.number("time.overtime")
    round.count = options.choice(TimeCount)
    round.turn = options.number_or_none("time.turn")


def check_pause(state: TournamentState, call: ActionCall[RoundArgs]) -> None:
    """TOU-9.7."""
    round = known_round(state, call.args.round)
    if round.is_paused == (call.op == "pause"):
        raise Refused("The clock stands or runs already.", "STATE", "TOU-9.7")


def pause(state: TournamentState, call: ActionCall[RoundArgs]) -> None:
    known_round(state, call.args.round).pauses.append([call.at, None])


def resume(state: TournamentState, call: ActionCall[RoundArgs]) -> None:
    known_round(state, call.args.round).pauses[-1][1] = call.at


def check_outage(state: TournamentState, call: ActionCall[OutageArgs]) -> None:
    """TOU-9.10: a time when the clock ran, up to this moment."""
    round, since = known_round(state, call.args.round), call.args.since
    stood = [end for _, end in round.pauses if end is not None]
    try:
        read_time(since)
    except ValueError:
        raise Refused("{at!r} is no time.", "SYNTAX", "TOU-9.10", at=since[:40]) from None
    if round.is_paused or not max([round.started_at or "", *stood]) <= since <= call.at:
        raise Refused("The clock did not run then.", "STATE", "TOU-9.10")


def outage(state: TournamentState, call: ActionCall[OutageArgs]) -> None:
    known_round(state, call.args.round).pauses.append([call.args.since, call.at])


def check_extend(state: TournamentState, call: ActionCall[ExtendArgs]) -> None:
    table = known_table(state, call.args.place)
    if not 1 <= call.args.minutes <= 600:
        raise Refused("A table is extended by 1 to 600 minutes.", "RANGE", "TOU-9.7")
    if table.state != "open":
        raise Refused("{table} has finished.", "STATE", "TOU-9.7", table=table.name)


def extend(state: TournamentState, call: ActionCall[ExtendArgs]) -> None:
    known_table(state, call.args.place).extended += call.args.minutes


def check_turnlimit(state: TournamentState, call: ActionCall[TurnlimitArgs]) -> None:
    """TOU-9.6: after the expiry, in seconds, for all tables."""
    if not 1 <= call.args.seconds <= 3600:
        raise Refused("A turn has 1 to 3600 seconds.", "RANGE", "TOU-9.6")
    if not has_expired(known_round(state, call.args.round), read_time(call.at)):
        raise Refused("The time of the round has not run out.", "TOO_EARLY", "TOU-9.6")


def turnlimit(state: TournamentState, call: ActionCall[TurnlimitArgs]) -> None:
    known_round(state, call.args.round).turn = call.args.seconds


# -- complete --------------------------------------------------------------------------------------------------------


def fill_complete(
    state: TournamentState, call: ActionCall[CompleteArgs], _asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-13.2: the round's lot order is written to the log, so that standings need no seed."""
    number = call.args.round
    if lots_by_hand(state):
        return {"round": number}
    order = lot.order(state.players, whole_seed(state, seed), "lot", number, 1)
    return {"round": number, "lot": list(order)}


def open_tables(state: TournamentState, round: Round) -> list[str]:
    """TOU-10.9: what still keeps the round from being complete."""
    tables = [table.name for table in round.tables if not table.is_settled and not _proceeds(state, table)]
    waiting = [case for case in state.cases.values() if is_open(case) and not case.proceed]
    return tables + [case.id for case in waiting if any(place[0] == round.number for place in case.tables)]


def _proceeds(state: TournamentState, table: TournamentTable) -> bool:
    place = (table.round, table.number)
    return table.result is not None and any(case.proceed and place in case.tables for case in state.cases.values())


def check_complete(state: TournamentState, call: ActionCall[CompleteArgs]) -> None:
    round = known_round(state, call.args.round)
    waiting = open_tables(state, round)
    if waiting:
        raise Refused("Still open: {list}.", "OPEN_RESULTS", "TOU-10.9", list=" ".join(waiting))
    if not lots_by_hand(state) and sorted(call.args.lot) != sorted(state.players):
        raise needs(call.op, "lot")


def complete(state: TournamentState, call: ActionCall[CompleteArgs]) -> None:
    """TOU-2.6: what the round makes of everybody; the last one finishes the tournament (section 9)."""
    round = known_round(state, call.args.round)
    round.state = "complete"
    round.completed_at = call.at
    round.lot = list(call.args.lot)
    every = state.options.choice(Rollcall) is Rollcall.EVERY
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


def check_lot(state: TournamentState, call: ActionCall[LotArgs]) -> None:
    """TOU-5.6: an order of players who are equal in everything else."""
    if not lots_by_hand(state):
        raise Refused("Lots come from the seed here.", "STATE", "TOU-5.6")
    if state.edition < 2 and known_round(state, call.args.round).mode in STAGES:
        return  # TOU-18.5: lots were drawn after a final, too
    waiting = standings(state, call.args.round).open_lots
    if sorted(call.args.order) not in [sorted(group) for group in waiting]:
        groups = " ".join(",".join(group) for group in waiting)
        raise Refused("Players who wait for a lot: {groups}.", "SEATS", "TOU-5.6", groups=groups or "–")


def draw_lot(state: TournamentState, call: ActionCall[LotArgs]) -> None:
    known_round(state, call.args.round).lots_by_hand.append(list(call.args.order))


def fill_standings(
    state: TournamentState, call: ActionCall[StandingsArgs], _asked: dict[str, Json], _seed: str
) -> dict[str, Json]:
    """TOU-18.1, TOU-13.2: published standings are an entry with their content."""
    number = call.args.round
    return {"round": number, "rows": standings(state, number).to_json()}


def publish_standings(state: TournamentState, call: ActionCall[StandingsArgs]) -> None:
    state.published[call.args.round] = [dict(row) for row in call.args.rows]
