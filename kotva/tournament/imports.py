"""TOU-20.10: players and results taken over from a file, all or nothing, as one entry of the log."""

from __future__ import annotations

from kotva.tournament.action import ActionCall
from kotva.tournament.action_arguments import ImportArgs, ReportArgs
from kotva.tournament.arguments import needs, read
from kotva.tournament.details import COLUMNS, read_line, take
from kotva.tournament.entries import add_player, check_late, check_new_entries
from kotva.tournament.refusal import Refused
from kotva.tournament.reports import check_report, report
from kotva.tournament.state import TournamentState


def _reports(call: ActionCall[ImportArgs]) -> list[ActionCall[ReportArgs]]:
    """Each table's result as the report it stands for, from slips signed by all (TOU-10.4)."""
    asked = ({**row, "signed": True, "ack": True} for row in call.args.rows)
    return [ActionCall("report", call.actor, call.at, read(ReportArgs, "report", args)) for args in asked]


def check_import(state: TournamentState, call: ActionCall[ImportArgs]) -> None:
    """As `register` and `report`, for every line."""
    kind, rows = call.args.kind, call.args.rows
    if kind not in ("players", "results"):
        raise Refused("Players or results are imported, not {kind!r}.", "SYNTAX", "TOU-20.10", kind=kind)
    if not rows:
        raise needs(call.op, "rows")
    if kind == "players":
        for row in rows:
            if set(row) - {"name", "club", "kind", *COLUMNS} or not isinstance(row.get("name"), str):
                raise needs(call.op, "rows")
            if not all(isinstance(value, str) and len(value) <= 200 for value in row.values()):
                raise needs(call.op, "rows")
        check_new_entries(state, rows)
        check_late(state)
        return
    tables = set()
    for one in _reports(call):
        place = one.args.place
        round = state.round(place[0])
        if round is None or round.state != "running":
            raise Refused("Round {round} is not running.", "STATE", "TOU-20.10", round=place[0])
        if place in tables:
            raise Refused("R{round}.T{table} is named twice.", "SEATS", "TOU-20.10", round=place[0], table=place[1])
        tables.add(place)
        check_report(state, one)


def take_over(state: TournamentState, call: ActionCall[ImportArgs]) -> None:
    if call.args.kind == "players":
        for row in call.args.rows:
            player = add_player(state, str(row["name"]), str(row.get("club", "")), str(row.get("kind", "human")))
            take(player, read_line(row))
        return
    for one in _reports(call):
        report(state, one)
