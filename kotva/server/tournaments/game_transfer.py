"""Games of a running online round in the organiser's backup, and set up again from it (TOU-20.9).

Board, chance, clock and seats follow from the tournament; a game adds who began in it, at which seats bots play, the version
of its rules and its moves. Players open their own link and go on.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kotva.bots import LEVELS
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.match import SeatSpec
from kotva.server.hub import Hub
from kotva.server.jobs.limits import IMPORT
from kotva.server.jobs.service import Owner
from kotva.server.rows import EventRow, TableRow
from kotva.server.table_log import TableLog, seats_asked
from kotva.server.tables import has_clock, prepare
from kotva.server.tournament_store import TournamentStore
from kotva.server.tournaments.session import SessionFacts, TournamentSession
from kotva.server.tournaments.table_setup import PREFIX, Origin, spec_of
from kotva.tournament.log import Json
from kotva.tournament.refusal import Refused
from kotva.tournament.state import TournamentTable


async def games_of(hub: Hub, tournament_store: TournamentStore, session: TournamentSession) -> dict[str, Json]:
    """The games that are being played, by their tables."""
    round = session.state.current
    found: dict[str, Json] = {}
    if round is None or round.state != "running" or not session.state.options.flag("online"):
        return {}
    for opened, id in (await tournament_store.tables(f"{PREFIX}{session.id}:R{round.number}.")).items():
        begun, row = Origin.read(opened), await hub.store.table(id)
        if begun is not None and row is not None and row.status == "running":
            found[begun.table] = _game_data(row, begun, await hub.store.events(id))
    ended = {table.name for other in session.state.rounds for table in other.tables if table.is_settled}  # meanwhile
    return {name: given for name, given in found.items() if name not in ended}


def _game_data(row: TableRow, begun: Origin, events: Sequence[EventRow]) -> dict[str, Json]:
    return {
        "players": list(begun.players),
        "bots": [sitter.level if sitter.kind == "bot" else "" for sitter in row.sitters],
        "version": row.version,
        "moves": [[event.kind, event.actor, event.text] for event in events],
    }


@dataclass(frozen=True, slots=True)
class _GivenGame:
    """The same, read."""

    players: tuple[str, ...]
    bots: tuple[str, ...]
    version: str
    moves: tuple[EventRow, ...]


async def set_up(hub: Hub, owner: Owner, session: TournamentSession, games: Mapping[str, Json]) -> None:
    """Open the tables of a tournament that is not stored yet: all of them replay, or none is opened."""
    if games:
        facts = SessionFacts(session.id, session.state, session.row)
        call = functools.partial(_all_prepared, facts, dict(games))
        for row, events, clock in await hub.work.do(IMPORT, call, owner):
            await hub.store.create(row, events, clock=clock)


def _all_prepared(session: SessionFacts, games: Mapping[str, Json]) -> list[tuple[TableRow, list[EventRow], bool]]:
    """The rows of all games, and whether time may run out there (runs in a process)."""
    ready = []
    for name, given in games.items():
        try:
            row, events = _prepared(session, name, given)
            ready.append((row, events, has_clock(row)))
        except Refused:
            raise
        except (KotvaError, ValueError, TypeError, ArithmeticError, LookupError) as error:
            raise _spoilt(name) from error
    return ready


def _prepared(session: SessionFacts, name: str, given: Json) -> tuple[TableRow, list[EventRow]]:
    round = session.state.current
    table = next((table for table in round.tables if table.name == name), None) if round is not None else None
    if round is None or table is None or round.state != "running" or table.is_settled:
        raise _spoilt(name)
    game = _read(table, given)
    if any(session.state.players[player].kind == "bot" and not bot for player, bot in zip(game.players, game.bots)):
        raise _spoilt(name)
    spec = spec_of(session, round, table, game.players, {})
    seats = tuple(SeatSpec(seat.name, level=level) for seat, level in zip(spec.seats, game.bots, strict=True))
    row, _ = prepare(replace(spec, seats=seats))
    row.version = game.version
    row.options = {name: str(value) for name, value in spec.options.items()}  # all: other defaults may have held then
    row.to_act = seats_asked(TableLog.load(row, game.moves).match)
    return row, list(game.moves)


def _read(table: TournamentTable, given: Json) -> _GivenGame:
    if not isinstance(given, dict) or set(given) != {"players", "bots", "version", "moves"}:
        raise _spoilt(table.name)
    players, bots, moves = given["players"], given["bots"], given["moves"]
    if not isinstance(players, list) or not isinstance(bots, list) or not isinstance(moves, list):
        raise _spoilt(table.name)
    if [player for player in table.seats if player in players] != players:
        raise _spoilt(table.name)
    if not all(
        bot == "" or bot in LEVELS for bot in bots
    ):  # those that a table of a tournament can have, and no others
        raise _spoilt(table.name)
    rows = []
    for move in moves:
        if not isinstance(move, list) or len(move) != 3:
            raise _spoilt(table.name)
        kind, actor, text = move
        if kind not in ("move", "undo") or not isinstance(actor, int) or not isinstance(text, str) or abs(actor) > 99:
            raise _spoilt(table.name)
        rows.append(EventRow(str(kind), actor, text))
    return _GivenGame(tuple(map(str, players)), tuple(map(str, bots)), str(given["version"]), tuple(rows))


def _spoilt(name: str) -> Refused:
    return Refused(N_("The game of {table} in this file does not replay."), "TAMPERED", "TOU-20.9", table=name[:20])
