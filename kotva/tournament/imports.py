"""TOU-20.10: players and results taken over from a file, all or nothing, as one entry of the log."""

from __future__ import annotations

from kotva.tournament.entries import add_player, check_late, check_new_entries
from kotva.tournament.log import Entry, Json
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.reports import check_report, report
from kotva.tournament.state import State


def _rows(reader: Reader) -> list[dict[str, Json]]:
    rows = [row for row in reader.items("rows") if isinstance(row, dict)]
    if not rows or len(rows) != len(reader.items("rows")):
        raise reader.missing("rows")
    return rows


def _reports(entry: Entry) -> list[Entry]:
    """Each table's result as the report it stands for, from slips signed by all (TOU-10.4)."""
    rows = _rows(Reader(entry))
    return [Entry(entry.seq, entry.at, entry.actor, "report", {**row, "signed": True, "ack": True}) for row in rows]


def check_import(state: State, entry: Entry) -> None:
    """As `register` and `report`, for every line."""
    reader = Reader(entry)
    kind = reader.text("kind")
    if kind == "players":
        rows = _rows(reader)
        for row in rows:
            if set(row) - {"name", "club", "kind"} or not isinstance(row.get("name"), str):
                raise reader.missing("rows")
            if not all(isinstance(value, str) and len(value) <= 200 for value in row.values()):
                raise reader.missing("rows")
        check_new_entries(state, rows)
        check_late(state)
    elif kind == "results":
        tables = set()
        for one in _reports(entry):
            place = Reader(one).place()
            round = state.round(place[0])
            if round is None or round.state != "running":
                raise Refused("Round {round} is not running.", "STATE", "TOU-20.10", round=place[0])
            if place in tables:
                raise Refused("R{round}.T{table} is named twice.", "SEATS", "TOU-20.10", round=place[0], table=place[1])
            tables.add(place)
            check_report(state, one)
    else:
        raise Refused("Players or results are imported, not {kind!r}.", "SYNTAX", "TOU-20.10", kind=kind)


def take_over(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    if reader.text("kind") == "players":
        for row in _rows(reader):
            add_player(state, str(row["name"]), str(row.get("club", "")), str(row.get("kind", "human")))
        return
    for one in _reports(entry):
        report(state, one)
