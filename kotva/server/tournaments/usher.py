"""Online rounds: opens the tables of a round that has started, and brings their results back (TOU-1.8).

What ends a game also writes a row into the outbox, in the same transaction; here it becomes a report, with the row's number as
its key. So whatever dies in between, a result arrives once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from kotva.bots import LEVELS
from kotva.engine.game import Json
from kotva.engine.outcome import Outcome
from kotva.match import SeatSpec, TableSpec
from kotva.server.hub import Hub
from kotva.server.rows import OutboxRow
from kotva.server.store import Unavailable
from kotva.server.tournaments.hall import Hall, Halls
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import GAME
from kotva.tournament.state import Round, State, Table
from kotva.tournament.tables import report_args, table_spec

_LOG = logging.getLogger("kotva.server")
_EVERY = 1.0  # seconds between two looks at the outbox and at rounds that have started
_LEASE = 30.0
_BOT = "medium"
PREFIX = "tournament:"


def origin(hall: Hall, table: Table) -> str:
    """Who is told how a table's game ended."""
    return f"{PREFIX}{hall.id}:{table.name}"


class Usher:
    """The tables of this node's online tournaments."""

    def __init__(self, hub: Hub, halls: Halls) -> None:
        self._hub = hub
        self._halls = halls
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Unavailable as error:
                _LOG.warning("tournaments wait: %s", error)
            except Exception:
                _LOG.exception("a tournament's tables could not be looked after")
            await asyncio.sleep(_EVERY)

    async def look(self) -> None:
        """Take in what has ended, then open what has begun."""
        rows = await self._hub.store.outbox()
        for row in rows:
            if row.origin.startswith(PREFIX):
                await self._ended(row)
        if rows:
            await self._hub.store.sent([row.number for row in rows])
        for tournament in await self._halls.ledger.running():
            hall = await self._halls.get(tournament)
            if hall is not None and hall.state.options.word("online") == "true":
                await self._open(hall)

    # -- opening -----------------------------------------------------------------------------------------------------

    async def _open(self, hall: Hall) -> None:
        round = hall.state.current
        if round is None or round.state != "running":
            return
        known = await self._halls.ledger.tables(f"{PREFIX}{hall.id}:{round.name}.")
        missing = [table for table in round.tables if not table.is_settled and origin(hall, table) not in known]
        if not missing:
            return
        # One node opens them; a table that is there already is seen above.
        if not await self._hub.store.lease(f"open:{hall.id}:{round.name}", self._hub.runner.node, _LEASE):
            return
        people = await self._halls.ledger.people(hall.id)
        for table in missing:
            row = await self._hub.tables.open(_spec(hall, round, table, people))
            await self._hub.table(row.id)  # its bots begin

    # -- ending ------------------------------------------------------------------------------------------------------

    async def _ended(self, row: OutboxRow) -> None:
        tournament, _, place = row.origin.removeprefix(PREFIX).partition(":")
        hall = await self._halls.get(tournament)
        found = None if hall is None else _table(hall.state, place)
        if hall is None or found is None:
            return
        round, table = found
        args = report_args(table_spec(hall.state, round, table, hall.row.seed), table, _outcome(row.body))
        try:
            await hall.act(GAME, [("report", args)], f"outbox-{row.number}")
        except Refused as error:  # the officials were faster, and their word stands; anything else is tried again
            _LOG.info("the game of %s in %s is not entered: %s", place, tournament, error)


def _table(state: State, place: str) -> tuple[Round, Table] | None:
    for round in state.rounds:
        for table in round.tables:
            if table.name == place:
                return round, table
    return None


def _spec(hall: Hall, round: Round, table: Table, people: Mapping[str, str]) -> TableSpec:
    wanted = table_spec(hall.state, round, table, hall.row.seed)
    options: dict[str, object] = dict(wanted.options)
    seats = []
    for player, name in zip(wanted.seats, wanted.names):
        is_bot = hall.state.players[player].kind == "bot"
        level = name if name in LEVELS else _BOT
        seats.append(SeatSpec(name, level=level if is_bot else "", person=None if is_bot else people.get(player)))
    return TableSpec(
        game=wanted.game,
        seats=tuple(seats),
        options=options,
        seed=wanted.seed,
        title=f"{hall.state.name} {table.name}"[:60],
        origin=origin(hall, table),
    )


def _outcome(body: Mapping[str, Json]) -> Outcome:
    def numbers(name: str) -> tuple[int, ...]:
        found = body.get(name)
        return tuple(n for n in found if isinstance(n, int)) if isinstance(found, list) else ()

    return Outcome(str(body.get("reason", "")), str(body.get("clause", "")), numbers("scores"), numbers("ranks"))
