"""Games of a running online round in the organiser's backup, and set up again from it (TOU-20.9).

Board, chance, clock and seats follow from the tournament; a game adds who began in it, at which seats bots play, the version
of its rules and its moves. Whoever played opens the own link and goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.match import SeatSpec
from kotva.server.hub import Hub
from kotva.server.ledger import Ledger
from kotva.server.rows import EventRow, TableRow
from kotva.server.sitting import Sitting, seats_asked
from kotva.server.tables import has_clock, prepare
from kotva.server.tournaments.hall import Hall
from kotva.server.tournaments.online import PREFIX, Origin, spec_of
from kotva.tournament.log import Json
from kotva.tournament.refusal import Refused
from kotva.tournament.state import Table


async def games_of(hub: Hub, ledger: Ledger, hall: Hall) -> dict[str, Json]:
    """The games that are being played, by their tables."""
    round = hall.state.current
    found: dict[str, Json] = {}
    if round is None or round.state != "running" or hall.state.options.word("online") != "true":
        return {}
    for opened, id in (await ledger.tables(f"{PREFIX}{hall.id}:R{round.number}.")).items():
        begun, row = Origin.read(opened), await hub.store.table(id)
        if begun is not None and row is not None and row.status == "running":
            found[begun.table] = _told(row, begun, await hub.store.events(id))
    ended = {table.name for other in hall.state.rounds for table in other.tables if table.is_settled}  # meanwhile
    return {name: told for name, told in found.items() if name not in ended}


def _told(row: TableRow, begun: Origin, events: Sequence[EventRow]) -> dict[str, Json]:
    return {
        "players": list(begun.players),
        "bots": [sitter.level if sitter.kind == "bot" else "" for sitter in row.sitters],
        "version": row.version,
        "moves": [[event.kind, event.actor, event.text] for event in events],
    }


@dataclass(frozen=True, slots=True)
class _Told:
    """The same, read."""

    players: tuple[str, ...]
    bots: tuple[str, ...]
    version: str
    moves: tuple[EventRow, ...]


async def set_up(hub: Hub, hall: Hall, games: Mapping[str, Json]) -> None:
    """Open the tables of a tournament that is not stored yet: all of them replay, or none is opened."""
    ready = []
    for name, told in games.items():
        try:
            ready.append(await asyncio.to_thread(_prepared, hall, name, told))
        except Refused:
            raise
        except (KotvaError, ValueError, TypeError) as error:
            raise _spoilt(name) from error
    for row, events in ready:
        await hub.store.create(row, events, clock=await asyncio.to_thread(has_clock, row))


def _prepared(hall: Hall, name: str, told: Json) -> tuple[TableRow, list[EventRow]]:
    round = hall.state.current
    table = next((table for table in round.tables if table.name == name), None) if round is not None else None
    if round is None or table is None or round.state != "running" or table.is_settled:
        raise _spoilt(name)
    game = _read(table, told)
    spec = spec_of(hall, round, table, game.players, {})
    seats = tuple(SeatSpec(seat.name, level=level) for seat, level in zip(spec.seats, game.bots, strict=True))
    row, _ = prepare(replace(spec, seats=seats))
    row.version = game.version
    row.to_act = seats_asked(Sitting.load(row, game.moves).match)
    return row, list(game.moves)


def _read(table: Table, told: Json) -> _Told:
    if not isinstance(told, dict) or set(told) != {"players", "bots", "version", "moves"}:
        raise _spoilt(table.name)
    players, bots, moves = told["players"], told["bots"], told["moves"]
    if not isinstance(players, list) or not isinstance(bots, list) or not isinstance(moves, list):
        raise _spoilt(table.name)
    if [player for player in table.seats if player in players] != players:
        raise _spoilt(table.name)
    rows = []
    for move in moves:
        if not isinstance(move, list) or len(move) != 3:
            raise _spoilt(table.name)
        kind, actor, text = move
        if kind not in ("move", "undo") or not isinstance(actor, int) or not isinstance(text, str):
            raise _spoilt(table.name)
        rows.append(EventRow(str(kind), actor, text))
    return _Told(tuple(map(str, players)), tuple(map(str, bots)), str(told["version"]), tuple(rows))


def _spoilt(name: str) -> Refused:
    return Refused(N_("The game of {table} in this file does not replay."), "TAMPERED", "TOU-20.9", table=name[:20])
