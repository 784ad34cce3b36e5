"""Online rounds: opens their tables, tells them what the tournament says, and brings their results back (TOU-1.8, TOU-14).

A game's last move and its result in the tournament's log are one transaction. Where that cannot be (the tournament was written
to at that very moment, again and again), the row of the outbox that came with the last move brings the result later; both have
the same key, so a result arrives once, whatever dies in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, datetime

from kotva.engine.errors import KotvaError
from kotva.engine.game import Json
from kotva.engine.state import OK, TABLE
from kotva.server.hub import Hub
from kotva.server.rows import Append, OutboxRow
from kotva.server.sql import SqlStore
from kotva.server.store import Taken, Unavailable
from kotva.server.supervisor import BackgroundPart
from kotva.server.table import ActionRequest
from kotva.server.table import Table as Place
from kotva.server.table_log import Stale
from kotva.server.tournament_store import LogLine, TournamentRow
from kotva.server.tournaments.session import Action, TournamentSession, TournamentSessions
from kotva.server.tournaments.table_setup import (
    LEVEL,
    Origin,
    origin,
    outcome_of,
    plays_by_itself,
    ready,
    spec_of,
    spectator_rule,
)
from kotva.tournament.arena import is_arena, is_due, takes_part
from kotva.tournament.clock import has_expired, seconds_left
from kotva.tournament.log import Args
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import GAME, runs_itself
from kotva.tournament.self_running import next_steps
from kotva.tournament.state import Round, TournamentTable, read_time, write_time
from kotva.tournament.tables import report_args, table_events, table_spec

_LOG = logging.getLogger("kotva.server")
_EVERY = 1.0  # seconds between two looks at the outbox and at rounds that have started
_ILL = 60.0  # seconds without a look
_LEASE = 30.0
_PULSE = 5.0  # seconds between two signs of life, and after how many without one nobody ran
_SILENT = 15.0
_ASLEEP = 30.0  # the same for a node that goes on: it may have been busy, not asleep
_AGAIN = 20.0  # seconds after which a refused step is tried again though nothing was written
_AWAY = 20.0  # seconds after which somebody who waits in an arena has gone (TOU-19.20)
_NEAR = 2.0  # seconds by which a table's clock may differ from the round's


class OnlineTables:
    """The tables of this node's online tournaments."""

    def __init__(self, hub: Hub, sessions: TournamentSessions) -> None:
        self._hub = hub
        self._sessions = sessions
        self._task: asyncio.Task[None] | None = None
        self._part = BackgroundPart("outbox")
        self._leases: dict[str, float] = {}  # until when this node looks after a tournament
        self._pulses: dict[str, float] = {}  # when this node last said that it runs (TOU-9.10)
        self._refused: dict[str, tuple[int, float]] = {}  # where a step was refused, and when to try again
        self._sent: dict[str, object] = {}  # what a table was told last, so that it is looked at only when that changes

    def start(self) -> None:
        self._hub.tables.ending = self.end
        self._hub.admit = self.admit
        self._part = self._hub.parts.part("outbox", _ILL)
        self._task = self._hub.parts.run(self._part, self._run)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
                self._part.well()
            except Unavailable as error:
                self._part.ill(error)
                _LOG.warning("tournaments wait: %s", error)
            except Exception as error:
                self._part.ill(repr(error))
                _LOG.exception("a tournament's tables could not be looked after")
            await asyncio.sleep(_EVERY)

    async def look(self) -> None:
        """Take in what has ended, then open what has begun, and tell tables what they must hear."""
        rows = await self._hub.store.outbox()
        for row in rows:
            await self._ended(row)
        if rows:
            await self._hub.store.sent([row.number for row in rows])
        for tournament in await self._sessions.tournament_store.running():
            try:
                await self._attend(tournament)
            except Unavailable:
                raise
            except Stale:  # a player was faster: the next look tells the table again
                continue
            except Exception:  # one tournament that is set up badly must not keep the others waiting
                _LOG.exception("the online tables of tournament %s could not be looked after", tournament)

    async def _attend(self, tournament: str) -> None:
        session = await self._sessions.get(tournament)
        if session is None or not session.state.options.flag("online"):
            return
        at = session.moment()  # of the whole look: what a machine sleeps in the middle of it, the next one makes good
        round = session.state.current
        if round is not None and round.state == "running":
            await self._make_good(session, round)
        elif not runs_itself(session.state):
            return
        if not await self._is_mine(session):
            return
        await self._go_on(session, at)
        round = session.state.current
        if round is None or round.state != "running":
            return
        if is_arena(round):
            await self._pair(session, round, at)
            round = session.state.rounds[round.number - 1]
        known = await self._sessions.tournament_store.tables(f"{origin_of_round(session, round)}")
        here = await self._sessions.tournament_store.arrivals(session.id, round.number)
        for table in round.tables:
            if table.is_settled:
                continue
            opened = next((text for text in known if text.startswith(origin(session, table))), None)
            try:
                if opened is None:
                    await self._open(session, round, table, here, at)
                else:
                    await self._update_game(session, round, table, known[opened], Origin.read(opened), at)
            except (Unavailable, Stale):
                raise
            except KotvaError as error:  # this table alone waits; the head referee can decide it (TOU-10.10)
                _LOG.warning("%s of tournament %s cannot be looked after: %s", table.name, session.id, error)

    async def _is_mine(self, session: TournamentSession) -> bool:
        """One node looks after a tournament; if two did, tables have one address and events one number."""
        name, now = f"usher:{session.id}", self._hub.now()
        if self._leases.get(name, 0.0) > now + _LEASE / 2:
            return True
        if not await self._hub.store.lease(name, self._hub.runner.node, _LEASE):
            return False
        self._leases[name] = now + _LEASE
        return True

    # -- time and rounds ---------------------------------------------------------------------------------------------

    async def _make_good(self, session: TournamentSession, round: Round) -> None:
        """TOU-9.10: time in which no node ran does not count."""
        now, before = self._hub.now(), self._pulses.get(session.id)
        if before is not None and before > now - _PULSE:
            return
        self._pulses[session.id] = now
        last = await self._sessions.tournament_store.pulse(session.id)
        if last is None or round.is_paused or round.started_at is None:
            return  # nobody minds
        if before is not None and now - max(before, last) < _ASLEEP:
            return  # this node or another one ran all the time; a machine that was asleep comes back with an old pulse
        stood = [read_time(end) for _, end in round.pauses if end is not None]
        silent = max(datetime.fromtimestamp(last, UTC), read_time(round.started_at), *stood)
        if (session.moment() - silent).total_seconds() < _SILENT:
            return
        since = write_time(silent)
        try:
            await session.act(GAME, [("outage", {"round": round.number, "since": since})], f"outage-{since}")
        except Refused as error:  # another node was faster
            _LOG.info("no time was lost in tournament %s: %s", session.id, error)

    async def _go_on(self, session: TournamentSession, at: datetime) -> None:
        """TOU-15.7: the next steps of a tournament that runs itself; what is refused waits for the officials."""
        now = self._hub.now()
        seq, again = self._refused.get(session.id, (-1, 0.0))
        if seq == session.state.seq and now < again:
            return
        steps = next_steps(session.state, at)
        if not steps:
            session.held = None
            return
        seq = session.state.seq
        try:
            await session.act(GAME, steps, f"itself-{seq}")
        except Refused as error:
            session.held = error
            self._refused[session.id] = seq, now + _AGAIN
        else:
            session.held = None

    async def _pair(self, session: TournamentSession, round: Round, at: datetime) -> None:
        """TOU-19.20: tables of those who wait, as long as they look at a page of the tournament; bots always do."""
        free = takes_part(session.state, round)
        if not free:
            return
        seen = await self._sessions.tournament_store.arrivals(session.id, round.number, self._hub.now() - _AWAY)
        waiting = [player for player in free if player in seen or plays_by_itself(session.state, player)]
        if not is_due(session.state, round, waiting, at):
            return
        try:
            await session.act(
                GAME, [("pair", {"round": round.number, "players": [*waiting]})], f"pair-{session.state.seq}"
            )
        except Refused as error:  # somebody has just gone
            _LOG.info("no tables in tournament %s: %s", session.id, error)

    # -- opening -----------------------------------------------------------------------------------------------------

    async def _open(
        self, session: TournamentSession, round: Round, table: TournamentTable, here: Mapping[str, str], at: datetime
    ) -> None:
        found = ready(session.state, round, table, here, at)
        if found.waits:
            return
        if found.dissolve:
            args: Args = {
                "round": round.number,
                "table": table.number,
                "absent": list(found.absent),
                "reason": "too few players after the grace time (TOU-14.3)",
            }
            try:
                await session.act(GAME, [("dissolve", args)], f"dissolve-{table.name}")
            except Refused as error:  # an official was faster
                _LOG.info("%s of %s is not dissolved: %s", table.name, session.id, error)
            return
        try:
            row = await self._hub.tables.open(spec_of(session, round, table, found.begin, here))
        except Taken:  # another node has opened it
            return
        place = await self._hub.table(row.id)  # its bots begin
        if place is not None:
            await self._keep_time(place, session, round, table)

    # -- telling -----------------------------------------------------------------------------------------------------

    async def _update_game(
        self,
        session: TournamentSession,
        round: Round,
        table: TournamentTable,
        table_id: str,
        begun: Origin | None,
        at: datetime,
    ) -> None:
        """TOU-9.2, TOU-9.6, TOU-9.7, TOU-14.4, TOU-14.5: what officials and the clock have said since the last time."""
        if begun is None:
            return
        expired = has_expired(round, at, table)
        news = (sorted(table.gone), round.turn, round.is_paused, table.extended, len(round.pauses), expired)
        if self._sent.get(table_id) == news:
            return
        place = await self._hub.table(table_id)
        if place is None or place.match.is_over:
            return
        await self._keep_time(place, session, round, table)
        spec = table_spec(session.state, round, table, session.row.seed, begun.players)
        done = True
        for text in table_events(spec, round, table, at):
            done = await self._play(place, TABLE, text) and done
        for seat, player in enumerate(begun.players):
            if player in table.gone and place.game.timing.leave is None:
                await self._play_for(place, seat)
                done = place.match.is_over  # a seat may yet be allowed to resign
        if done:
            self._sent[table_id] = news

    async def _play(self, place: Place, actor: int, text: str) -> bool:
        """An event of the table, once; whether it need not be tried again."""
        said = [p.text for p in place.match.played if p.actor == TABLE and p.text.split()[0] == text.split()[0]]
        if place.match.is_over or (actor == TABLE and said and said[-1] == text):
            return True
        if int(place.match.state.why_not(actor, place.game.rules.actions.parse(text))) != OK:
            return actor == TABLE
        try:
            await place.act_for_bot(ActionRequest(actor, text, place.seq))
        except Stale:
            return False
        return True

    async def _play_for(self, place: Place, seat: int) -> None:
        """TOU-14.4: in a game that knows no leaving the seat resigns where it may; until then the platform plays for it."""
        forfeit = place.game.timing.forfeit
        if forfeit is not None and await self._play(place, *forfeit(place.match.state, seat)):
            return
        if place.row.sitters[seat].kind != "bot":
            await self._sessions.tournament_store.hand_over(place.id, seat, LEVEL)
            await place.catch_up()
            self._hub.broker.publish(place.id)

    async def _keep_time(self, place: Place, session: TournamentSession, round: Round, table: TournamentTable) -> None:
        """TOU-9.2, TOU-9.7: the table's clock shows what the round's clock has left for it, and stands when that does."""
        clock = place.table_log.clock
        if clock.is_paused != round.is_paused:
            await self._hub.timers.call(place, "pause" if round.is_paused else "resume")
        stop = place.game.timing.stop
        shown = clock.bell(self._hub.now(), stop) if stop else None
        left = seconds_left(round, session.moment(), table)
        if left is not None and shown is not None and left > 0 and abs(left - shown) > _NEAR:
            await self._hub.timers.call(place, "shift", left - shown)

    # -- ending ------------------------------------------------------------------------------------------------------

    async def end(self, place: Place, append: Append) -> None:
        """Store the last events of a game, and its result in the tournament's log in the same transaction."""
        store = self._hub.store
        assert isinstance(store, SqlStore)
        report = await self._report(place.row.origin, append.outcome or {})
        if report is not None:
            session, actions = report

            async def write(row: TournamentRow, lines: list[LogLine]) -> None:
                await store.append(append, lambda db: self._sessions.tournament_store.add(db, row, lines))

            try:
                if await session.act(GAME, actions, _key(place.id), write):
                    return
            except (Taken, Unavailable):
                raise
            except KotvaError as error:  # the officials were faster, and their word stands
                _LOG.info("the game of %s is not entered: %s", place.row.origin, error)
        await store.append(append)

    async def _ended(self, row: OutboxRow) -> None:
        """A game whose result may not have come with its last move."""
        report = await self._report(row.origin, row.body)
        if report is None:
            return
        try:
            await report[0].act(GAME, report[1], _key(row.table))
        except Refused as error:  # the officials were faster, and their word stands; anything else is tried again
            _LOG.info("the game of %s is not entered: %s", row.origin, error)

    async def _report(self, text: str, outcome: Mapping[str, Json]) -> tuple[TournamentSession, list[Action]] | None:
        found = Origin.read(text)
        session = await self._sessions.get(found.tournament) if found is not None else None
        place = found.find(session.state) if found is not None and session is not None else None
        if found is None or session is None or place is None:
            return None
        round, table = place
        spec = table_spec(session.state, round, table, session.row.seed, found.players)
        return session, [("report", report_args(spec, table, outcome_of(outcome)))]

    # -- watching ----------------------------------------------------------------------------------------------------

    async def admit(self, place: Place) -> None:
        """Somebody asks for a table: who may see it follows from the tournament now (TOU-17.1)."""
        found = Origin.read(place.row.origin)
        session = await self._sessions.get(found.tournament) if found is not None else None
        if found is None or session is None:
            return
        officials = frozenset(await self._sessions.tournament_store.officials(session.id))
        ended = place.table_log.last_at if place.match.is_over else None
        place.spectator_rule = spectator_rule(session, found, officials, session.moment(), ended)


def origin_of_round(session: TournamentSession, round: Round) -> str:
    """How the origins of all tables of a round begin."""
    return origin(session, TournamentTable(round.number, 0, [])).removesuffix("T0:")


def _key(table: str) -> str:
    """By which a game's report is known, whichever way it comes."""
    return f"game-{table}"
