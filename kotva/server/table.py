"""A table: who may do what there. It stores, then publishes; after any error the rows are the truth and are read again."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_, Say
from kotva.engine.state import OK
from kotva.match import Match
from kotva.scene.packet import ClockFace
from kotva.server.clocks import face, seated
from kotva.server.frozen_table import FrozenTable
from kotva.server.mailbox import Mailbox
from kotva.server.people import Person
from kotva.server.rows import Append, HookNotice, SitterRow, TableRow, shown_name
from kotva.server.store import Now, Store, Taken, Unavailable
from kotva.server.table_log import Draft, Stale, TableLog, Target, seats_asked

_LOG = logging.getLogger("kotva.server")
_GONE = "gone"  # a status that no row has: there is no row any more
GONE = N_("This table has been deleted.")
SHUT = N_("A moderator has closed this table.")
CLOSED = "closed"  # the status of a table that a moderator has ended


class NotYours(KotvaError):
    """An action for somebody else's seat."""


class Broken(KotvaError):
    """The rules failed in the middle of a move: nothing of it was stored."""


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """What somebody wants to do: an action (None: take the last one back), on which number of events, with the client's key."""

    seat: int
    action: str | None
    seen: int
    key: str | None = None
    to: Target | None = None  # back to as many moves, whatever was seen: in lessons nothing is at stake
    delay: float = 0.0  # seconds that the network takes there and back, as measured here; never what a client says


@dataclass(frozen=True, slots=True)
class SpectatorRule:
    """The owner's rule on who may watch a table, instead of the game's own."""

    why: str  # marked with N_, of the tournaments' catalogue
    clause: str
    link: str
    admitted: frozenset[str]  # people who may watch at any time
    open: bool  # whether everybody may


def is_played_by_bot(sitter: SitterRow) -> bool:
    """Whether a bot decides for a seat: its own, or one that plays for a person who is away."""
    return sitter.kind == "bot" or bool(sitter.level)


Ending = Callable[["Table", Append], Awaitable[None]]
Told = Callable[
    ["Table", int, int, bool], tuple[HookNotice, ...]
]  # at a table, seats asked before and after, whether over


class Table:
    """A table as it is held in memory; everything that changes it goes through its queue."""

    def __init__(self, row: TableRow, table_log: TableLog, store: Store, now: Now) -> None:
        self.row = row
        self.table_log = table_log
        self.address = (
            ""  # of the person who last looked or acted from a seat here: the bots' thinking is counted there
        )
        self.thinking = False  # a bot is choosing
        self.present: dict[int, int] = {}  # seat -> how many of its browsers are connected
        self.away: dict[
            int, float
        ] = {}  # seat -> since when none of its browsers is connected, as far as this node knows
        self.people = 0  # counts changes of who sits where
        self.used = 0.0  # when somebody last asked for it
        self.on_change: Callable[[Table, bool], None] = lambda _table, _mine: (
            None
        )  # after every change; whether it was made here
        self.spectator_rule: SpectatorRule | None = None
        self.ending: Ending | None = None
        self.told: Told = lambda _table, _before, _after, _over: ()  # what web-hooks hear of a change
        self.mailbox = Mailbox()
        self._store = store
        self._now = now
        self._doubt = False  # memory and rows may differ
        self.gone = GONE  # what is said of a table that is gone

    @staticmethod
    async def load(store: Store, table_id: str, now: Now) -> Table | None:
        """A table from its rows; Frozen if they do not replay under these rules."""
        row = await store.table(table_id)
        if row is None:
            return None
        events, times = await store.events(table_id), await store.times(table_id)
        if row.status == CLOSED:
            raise FrozenTable(row, events, KotvaError(SHUT))
        try:
            return Table(row, await asyncio.to_thread(TableLog.load, row, events, times), store, now)
        except KotvaError as error:
            raise FrozenTable(row, events, error) from error
        except Exception as error:  # rows that somebody has spoilt, or rules that changed without saying so
            _LOG.exception("table %s does not replay", table_id)
            reason = KotvaError(N_("Its moves do not replay under these rules."))
            if fault := games.blame(error):
                reason = KotvaError(N_("This game has a fault: {fault}. It has been noted."), fault=fault)
            raise FrozenTable(row, events, reason) from error

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def match(self) -> Match:
        return self.table_log.match

    @property
    def game(self) -> Game:
        return self.table_log.game

    @property
    def seq(self) -> int:
        return self.table_log.seq

    def names(self) -> list[str]:
        return [sitter.name for sitter in self.row.sitters]

    def say(self, language: str, *, marks: bool = False) -> Say:
        """The table's words in a language; with `marks` they carry what they stand for, as the log needs them."""
        return Say(language, self.game.id, [shown_name(name, language) for name in self.names()], marks=marks)

    def seats_of(self, person: Person) -> tuple[int, ...]:
        """The seats of a person."""
        if person.id is None:
            return ()
        return tuple(s.seat for s in self.row.sitters if s.kind == "person" and s.person == person.id)

    def closed_to(self, person: Person) -> int:
        """The clause that keeps somebody without a seat away from this table, or OK; a finished game is open to all."""
        if self.match.is_over or self.seats_of(person) or self.spectator_rule is not None:
            return OK
        return self.game.rules.closed(self.match.options)

    def shut_by(self, person: Person) -> SpectatorRule | None:
        """The rule of the house that keeps somebody without a seat away, running game or finished."""
        if (
            self.spectator_rule is None
            or self.spectator_rule.open
            or person.id in self.spectator_rule.admitted
            or self.seats_of(person)
        ):
            return None
        return self.spectator_rule

    def bot_to_act(self) -> tuple[int, str] | None:
        """A bot that has to decide now: its seat and level. While people owe answers to an offer, bots only answer too."""
        if self.is_gone:
            return None
        answers = self.game.timing.answering if self.owed_for() else None
        for seat in self.match.actors():
            sitter = self.row.sitters[seat]
            if is_played_by_bot(sitter) and (answers is None or answers(self.match.state, seat)):
                return seat, sitter.level
        return None

    def owed_for(self) -> float:
        """For how many seconds bots still wait for an answer that somebody who is here owes; infinite: until it comes.

        A clock knows. One that waits for the last player does not run yet, but nobody waits longer for an answer than agreed.
        """
        clock, state = self.table_log.clock, self.match.state
        if clock.is_started:
            return math.inf if clock.awaits_answers else 0.0
        if not any(state.may_act(seat) and self.game.timing.answering(state, seat) for seat in seated(self.row)):
            return 0.0
        limit = clock.terms.answer
        return max(0.0, self.table_log.last_at + limit - self._now()) if limit else math.inf

    def clock_face(self) -> ClockFace | None:
        """What the clocks show now."""
        return face(self.table_log.clock, self._now(), self.table_log.calls)

    @property
    def is_gone(self) -> bool:
        """Whether it has been deleted."""
        return self.row.status == _GONE

    @property
    def has_people(self) -> bool:
        return any(sitter.kind == "person" for sitter in self.row.sitters)

    # -- acting ----------------------------------------------------------------------------------------------------

    async def act(self, person: Person, asked_action: ActionRequest) -> None:
        """An action of a person at an own seat. NotYours, Stale, Illegal, Unreadable; Unavailable if it cannot be stored."""
        if asked_action.seat not in self.seats_of(person):
            raise NotYours(N_("This is not your seat."))
        await self.mailbox.do(lambda: self._act(asked_action))

    async def act_for_bot(self, asked_action: ActionRequest) -> None:
        """An action of a bot: checked like a person's, except for the owner of the seat."""
        await self.mailbox.do(lambda: self._act(asked_action))

    async def sit(self, seat: int, name: str, person: str) -> bool:
        """Take a free seat; True as well for the person who has it."""
        return await self.mailbox.do(lambda: self._sit(seat, name, person))

    async def fill(self, names: dict[int, str], level: str) -> None:
        """Bots of a level take the free seats among these, under these names."""
        await self.mailbox.do(lambda: self._fill(names, level))

    async def vacate(self, person: str, level: str, name: str = "") -> None:
        """A person gives the own seats to bots of a level, or (no level) frees them."""
        await self.mailbox.do(lambda: self._vacate(person, level, name))

    async def stand_in(self, person: str, level: str) -> None:
        """A bot of a level plays for a person who keeps the seats, or (no level) the person plays again."""
        await self.mailbox.do(lambda: self._stand_in(person, level))

    def note_present(self, present: dict[int, int]) -> bool:
        """How many browsers of each seat are connected; whether this changes who is here."""
        changed = present.keys() != self.present.keys()
        self.present = present
        for seat in range(self.row.seats):
            if seat in present:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, self._now())
        return changed

    async def delete(self, person: str) -> None:
        """The table goes, and all that happened there; Stale if somebody else has sat down."""
        await self.mailbox.do(lambda: self._delete(person))

    async def close(self) -> None:
        """A moderator has ended it, and that is stored: it leaves memory."""
        await self.mailbox.do(self._close)

    async def catch_up(self) -> None:
        """Somebody else has written: read what is new."""
        await self.mailbox.do(self._catch_up)

    async def _act(self, asked_action: ActionRequest) -> None:
        if self.is_gone:
            raise Stale(GONE)
        if self._doubt:
            await self._read_again()
        draft = self._prepare(asked_action)
        if draft is None:
            return
        try:
            await self._keep(draft.append)
        except Taken:
            await self._read_again()
            self.on_change(self, False)
            if asked_action.key is not None and asked_action.key in self.table_log.keys:
                return  # it was this very action, sent twice or through another node
            if asked_action.to is not None:
                await self._act(asked_action)
                return
            raise Stale(N_("The table has moved on: look again.")) from None
        except BaseException:
            self._doubt = True  # it may have been stored after all
            raise
        self.table_log.take(draft)
        if draft.append.outcome is not None:
            self.row.status, self.row.outcome = "over", draft.append.outcome
        self.on_change(self, True)

    async def _keep(self, append: Append) -> None:
        """Store events; the last ones of a game may have to be stored together with something else."""
        notices = self.told(self, seats_asked(self.match), append.to_act or 0, append.outcome is not None)
        append = replace(append, notices=notices) if notices else append
        if append.outcome is not None and self.row.origin and self.ending is not None:
            await self.ending(self, append)
        else:
            await self._store.append(append)

    def _prepare(self, asked_action: ActionRequest) -> Draft | None:
        try:
            if asked_action.action is None:
                return self.table_log.undo(
                    asked_action.seat, asked_action.seen, asked_action.key, self._now(), asked_action.to
                )
            return self.table_log.play(
                asked_action.seat,
                asked_action.action,
                asked_action.seen,
                asked_action.key,
                self._now(),
                asked_action.delay,
            )
        except KotvaError:
            raise
        except Exception as error:
            _LOG.exception("table %s: the rules failed at event %d", self.id, self.seq)
            raise Broken(
                N_("This move failed in the rules of the game. Nothing was played; it has been noted.")
            ) from error

    async def _sit(self, seat: int, name: str, person: str) -> bool:
        others = [s for s in self.row.sitters if s.seat != seat and s.kind == "person" and s.person is None]
        begins = (
            () if others or self.match.is_over else self.told(self, 0, seats_asked(self.match) & ~(1 << seat), False)
        )
        done = await self._store.sit(self.id, seat, name, person, begins)
        if await self._read_sitters():
            self.on_change(self, True)
        return done

    async def _fill(self, names: dict[int, str], level: str) -> None:
        begins = () if self.match.is_over else self.told(self, 0, seats_asked(self.match), False)
        await self._store.fill(self.id, names, level, begins)
        if await self._read_sitters():
            self.on_change(self, True)

    async def _vacate(self, person: str, level: str, name: str) -> None:
        seats = {sitter.seat for sitter in self.row.sitters if sitter.person == person}
        # A move came in before: the seat is no longer as good as new.
        if not level and not seats.isdisjoint(played.actor for played in self.match.played):
            raise Stale(N_("The table has moved on: look again."))
        await self._store.vacate(self.id, person, level, name)
        if await self._read_sitters():
            self.on_change(self, True)

    async def _stand_in(self, person: str, level: str) -> None:
        await self._store.stand_in(self.id, person, level)
        if await self._read_sitters():
            self.on_change(self, True)

    async def _delete(self, person: str) -> None:
        try:
            await self._store.delete(self.id, person)
        except Taken:
            raise Stale(N_("The table has moved on: look again.")) from None
        self.row.status = _GONE
        self.on_change(self, True)

    async def _close(self) -> None:
        self.row.status, self.gone = _GONE, SHUT
        self.on_change(self, True)

    async def _catch_up(self) -> None:
        try:
            timed = bool(self.row.origin or self.row.clock) or self.table_log.calls > 0
            if timed and len((await self._store.times(self.id)).calls) != self.table_log.calls:
                await self._read_again()  # somebody has called to its clock through another node
            self.table_log.fold(await self._store.events(self.id, self.table_log.seq))
        except Unavailable:
            self._doubt = True
            raise
        except Exception:
            await self._read_again()
        if self.match.is_over:
            self.row.status = "over"
        await self._read_sitters()  # or that there is no such table any more
        self.on_change(self, False)

    async def _read_sitters(self) -> bool:
        """Who sits where may have changed; whether it has."""
        fresh = await self._store.table(self.id)
        if fresh is None or fresh.status == CLOSED:
            self.row.status, self.gone = _GONE, GONE if fresh is None else SHUT
            return True
        if fresh.sitters == self.row.sitters:
            return False
        self.row.sitters = fresh.sitters
        self.match.names = self.names()
        self.table_log.clock.seated(self._now(), seated(fresh))
        self.people += 1
        return True

    async def _read_again(self) -> None:
        """Memory is in doubt: start from the rows."""
        fresh = await Table.load(self._store, self.id, self._now)
        if fresh is None:
            self.row.status = _GONE
            self.on_change(self, False)
            raise Stale(GONE)
        self.row, self.table_log, self._doubt = fresh.row, fresh.table_log, False
        self.people += 1
