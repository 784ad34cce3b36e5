"""TOU-20.8 to 20.10: tables as CSV, the whole tournament as JSON, and the way back."""

from __future__ import annotations

import json
from collections.abc import Sequence

from kotva.tournament import lot
from kotva.tournament.choices import Delimiter
from kotva.tournament.csvfiles import BadFile, FileFault, read_csv, write_csv
from kotva.tournament.log import Json, TournamentEntry, canonical, check_chain, read_entries
from kotva.tournament.places import NOTHING, percent, scores
from kotva.tournament.rankings import team_lines
from kotva.tournament.refusal import Refused
from kotva.tournament.results import read_value
from kotva.tournament.standings import Standings, counts, standings
from kotva.tournament.state import Result, TournamentState
from kotva.tournament.tournament import Secrets, judge, replay

FORMAT = "kotva-tournament/1"

# -- CSV out ---------------------------------------------------------------------------------------------------------


def players_csv(state: TournamentState) -> str:
    rows = [
        (p.id, p.name, p.club, p.kind, p.status, p.entered, p.team, ",".join(p.categories), p.rating)
        for p in state.players.values()
    ]
    return write_csv(
        "id,name,club,kind,status,entered_round,team,category,rating", rows, state.options.choice(Delimiter)
    )


def draw_csv(state: TournamentState, drawn: bool = False) -> str:
    """TOU-20.11: published rounds; with `drawn` also the one that is not public yet."""
    rows = [
        (round.number, table.number, seat, player, state.label(player))
        for round in state.rounds
        if drawn or round.state != "drawn"
        for table in round.tables
        for seat, player in enumerate(table.seats, 1)
    ]
    return write_csv("round,table,seat,player,name", rows, state.options.choice(Delimiter))


def results_csv(state: TournamentState) -> str:
    """Settled results, each seat a line; the end is written as in section 3."""
    rows: list[Sequence[object]] = []
    for round in state.rounds:
        for table in round.tables:
            result = table.result
            if result is None or not counts(round, table):
                continue
            found = scores(result, state.options)
            for seat, player in enumerate(table.seats, 1):
                mark, score = result.mark(player), found.get(player, NOTHING)
                status = mark.status if mark else ""
                raw = mark.raw if mark else None
                played = (round.number, table.number, end_text(result), seat, player, state.label(player), status, raw)
                rows.append((*played, score.gp, score.place, str(score.pp), percent(score.share)))
    header = "round,table,end,seat,player,name,status,raw,game_points,place,place_points,share"
    return write_csv(header, rows, state.options.choice(Delimiter))


def end_text(result: Result) -> str:
    winner = f"won={result.winner}" if result.winner is not None else ""
    return winner if result.end == "won" else f"{result.end} {winner}".strip()


def standings_csv(state: TournamentState, shown: Standings | None = None) -> str:
    rows: list[Sequence[object]] = []
    for row in (shown or standings(state)).rows:
        t = row.totals
        success = percent(t.success) if t.shares else None
        who = (row.rank, row.player, state.label(row.player), t.firsts, str(t.pp), t.gp)
        rows.append((*who, success, t.seconds, t.thirds, t.byes, row.mark, row.by))
    header = "rank,player,name,firsts,place_points,game_points,success,seconds,thirds,byes,mark,by"
    return write_csv(header, rows, state.options.choice(Delimiter))


def teams_csv(state: TournamentState) -> str:
    """TOU-20.13: the standings of teams; match points are empty where members are added up."""
    rows = [
        (line.rank, line.name, line.matches or None, line.points, line.firsts, line.gp, " ".join(line.members), line.by)
        for line in team_lines(state)
    ]
    header = "rank,team,match_points,board_points,firsts,game_points,members,by"
    return write_csv(header, rows, state.options.choice(Delimiter))


# -- CSV in ----------------------------------------------------------------------------------------------------------


def read_results(state: TournamentState, data: bytes, at: str) -> tuple[dict[str, Json], list[str]]:
    """TOU-20.10: the arguments of `import results`, from lines as `results_csv` writes them; all or nothing."""
    known = ["round", "table", "end", "player", "status", "raw"]
    table = read_csv(data, known, known)
    faults = list(table.faults)
    tables: dict[tuple[int, int], dict[str, Json]] = {}
    first_line: dict[tuple[int, int], int] = {}
    for number, row in table.rows:
        fault = _take_line(row, tables, first_line, number)
        if fault is not None:
            faults.append(fault)
    for place, args in tables.items():
        try:
            judge(state, "O1", "import", {"kind": "results", "rows": [args]}, at, Secrets(""))
        except Refused as refused:
            faults.append(FileFault(first_line[place], "", refused))
    if faults:
        raise BadFile(sorted(faults, key=lambda fault: fault.line))
    out: list[Json] = list(tables.values())
    return {"kind": "results", "rows": out}, [name for name in table.ignored if name.casefold() not in _COMPUTED]


_COMPUTED = ("seat", "name", "game_points", "place", "place_points", "share")  # follow from the rest


def _take_line(
    row: dict[str, str],
    tables: dict[tuple[int, int], dict[str, Json]],
    first_line: dict[tuple[int, int], int],
    number: int,
) -> FileFault | None:
    for column in ("round", "table"):
        if not row[column].isascii() or not row[column].isdigit() or len(row[column]) > 4:
            refused = Refused("{value!r} is no number.", "SYNTAX", "TOU-20.10", value=row[column][:40])
            return FileFault(number, column, refused)
    place = int(row["round"]), int(row["table"])
    words = row["end"].split()
    winner = next((word[4:] for word in words if word.startswith("won=")), None)
    end = next((word for word in words if not word.startswith("won=")), "won")
    value = row["raw"] if row["status"] in ("ok", "") else row["status"] + (f"({row['raw']})" if row["raw"] else "")
    try:
        read_value(row["player"], value)
    except Refused as refused:
        return FileFault(number, "raw" if row["status"] in ("ok", "") else "status", refused)
    args = tables.setdefault(place, {"round": place[0], "table": place[1], "end": end, "seats": []})
    first_line.setdefault(place, number)
    if winner is not None:
        args.setdefault("winner", winner)
    if args["end"] != end or args.get("winner") != winner:
        return FileFault(number, "end", Refused("The lines of one table name one end.", "SYNTAX", "TOU-20.10"))
    seats = args["seats"]
    assert isinstance(seats, list)
    seats.append([row["player"], value])
    return None


# -- JSON ------------------------------------------------------------------------------------------------------------


def to_json(log: Sequence[TournamentEntry], hash: str, secrets: Secrets | None = None) -> str:
    """TOU-20.9: all entries and the last hash; with the secrets it is the organiser's backup."""
    entries: list[Json] = [entry.to_json() for entry in log]
    out: dict[str, Json] = {"format": FORMAT, "log": entries, "hash": hash}
    if secrets is not None:
        private: dict[str, Json] = {"seed": secrets.seed, "contacts": dict(secrets.contacts)}
        out["private"] = private | ({"games": dict(secrets.games)} if secrets.games else {})
    return canonical(out) + "\n"


def from_json(text: str) -> tuple[TournamentState, list[TournamentEntry], Secrets | None]:
    """TOU-20.9: read, checked and replayed; `TAMPERED` where the chain or an entry does not agree."""
    try:
        found: object = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError):
        raise Refused("This is not a tournament in JSON.", "SYNTAX", "TOU-20.9") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Refused("The format is not {format}.", "SYNTAX", "TOU-20.9", format=FORMAT)
    if set(found) - {"format", "log", "hash", "private"}:
        raise Refused("There is something strange in the file.", "SYNTAX", "TOU-20.9")
    log = read_entries(found.get("log"))
    check_chain(log, str(found.get("hash")))
    state = replay(log)
    return state, log, _read_private(state, found.get("private"))


def _no_float(text: str) -> object:
    raise ValueError(text)


def _read_private(state: TournamentState, private: object) -> Secrets | None:
    if private is None:
        return None
    seed, contacts = (private.get("seed"), private.get("contacts")) if isinstance(private, dict) else (None, None)
    if not isinstance(seed, str) or not isinstance(contacts, dict) or lot.commitment(seed) != state.commitment:
        raise Refused("This seed is not the one committed to.", "TAMPERED", "TOU-5.5")
    if not all(player in state.players and isinstance(text, str) for player, text in contacts.items()):
        raise Refused("There is a contact of nobody.", "TAMPERED", "TOU-20.9")
    games = private.get("games", {}) if isinstance(private, dict) else {}
    if not isinstance(games, dict):
        raise Refused("There is something strange in the file.", "SYNTAX", "TOU-20.9")
    return Secrets(seed, {str(player): str(text) for player, text in contacts.items()}, games)
