"""A table: who may do what there. It stores, then tells; whatever goes wrong, the rows are the truth and are read again."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_, Say
from kotva.engine.state import OK
from kotva.match import Match
from kotva.scene.packet import ClockFace
from kotva.server.clocks import face, seated
from kotva.server.frozen import Frozen
from kotva.server.mailbox import Mailbox
from kotva.server.people import Person
from kotva.server.rows import Append, TableRow
from kotva.server.sitting import Draft, Sitting, Stale, Target
from kotva.server.store import Now, Store, Taken, Unavailable

_LOG = logging.getLogger("kotva.server")
_GONE = "gone"  # a status that no row has: there is no row any more
GONE = N_("This table has been deleted.")


class NotYours(KotvaError):
    """Somebody acts for a seat that is not his."""


class Broken(KotvaError):
    """The rules failed in the middle of a move: nothing of it was stored."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody wants to do: an action (None: take the last one back), on which number of events, with his own key."""

    seat: int
    action: str | None
    seen: int
    key: str | None = None
    to: Target | None = None  # back to as many moves, whatever was seen: in lessons nothing is at stake


@dataclass(frozen=True, slots=True)
class House:
    """The rule of whoever opened a table on who may watch it, instead of the game's own."""

    why: str  # marked with N_, of the tournaments' catalogue
    clause: str
    link: str
    admitted: frozenset[str]  # people who may watch at any time
    open: bool  # whether everybody may


Ending = Callable[["Table", Append], Awaitable[None]]


class Table:
    """A table as it is held in memory; everything that changes it goes through its queue."""

    def __init__(self, row: TableRow, sitting: Sitting, store: Store, now: Now) -> None:
        self.row = row
        self.sitting = sitting
        self.thinking = False  # a bot is choosing
        self.present: dict[int, int] = {}  # seat -> how many of its browsers are connected
        self.people = 0  # counts changes of who sits where
        self.used = 0.0  # when somebody last asked for it
        self.told: Callable[[Table, bool], None] = lambda _table, _mine: (
            None
        )  # after every change; whether it was made here
        self.house: House | None = None
        self.ending: Ending | None = None
        self.mailbox = Mailbox()
        self._store = store
        self._now = now
        self._doubt = False  # memory and rows may differ

    @staticmethod
    async def load(store: Store, table_id: str, now: Now) -> Table | None:
        """A table from its rows; Frozen if they do not replay under these rules."""
        row = await store.table(table_id)
        if row is None:
            return None
        events, times = await store.events(table_id), await store.times(table_id)
        try:
            return Table(row, await asyncio.to_thread(Sitting.load, row, events, times), store, now)
        except KotvaError as error:
            raise Frozen(row, events, error) from error
        except Exception as error:  # rows that somebody has spoilt, or rules that changed without saying so
            _LOG.exception("table %s does not replay", table_id)
            raise Frozen(row, events, KotvaError(N_("Its moves do not replay under these rules."))) from error

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def seq(self) -> int:
        return self.sitting.seq

    def names(self) -> list[str]:
        return [sitter.name for sitter in self.row.sitters]

    def say(self, language: str, *, marks: bool = False) -> Say:
        """The table's words in a language; with `marks` they carry what they stand for, as the log needs them."""
        return Say(language, self.game.id, self.names(), marks=marks)

    def seats_of(self, person: Person) -> tuple[int, ...]:
        """The seats of a person."""
        if person.id is None:
            return ()
        return tuple(s.seat for s in self.row.sitters if s.kind == "person" and s.person == person.id)

    def closed_to(self, person: Person) -> int:
        """The clause that keeps somebody without a seat away from this table, or OK; a finished game is open to all."""
        if self.match.is_over or self.seats_of(person) or self.house is not None:
            return OK
        return self.game.closed(self.match.options)

    def shut_by(self, person: Person) -> House | None:
        """The rule of the house that keeps somebody without a seat away, running game or finished."""
        if self.house is None or self.house.open or person.id in self.house.admitted or self.seats_of(person):
            return None
        return self.house

    def bot_to_act(self) -> tuple[int, str] | None:
        """A bot that has to decide now: its seat and level. While people owe answers to an offer, bots only answer too."""
        if self.is_gone:
            return None
        answers = self.game.timing.answering if self.owed_for() else None
        for seat in self.match.actors():
            sitter = self.row.sitters[seat]
            if sitter.kind == "bot" and (answers is None or answers(self.match.state, seat)):
                return seat, sitter.level
        return None

    def owed_for(self) -> float:
        """For how many seconds bots still wait for an answer that somebody who is here owes; infinite: until it comes.

        A clock knows. One that waits for the last player does not run yet, but nobody waits longer for an answer than agreed.
        """
        clock, state = self.sitting.clock, self.match.state
        if clock.is_started:
            return math.inf if clock.awaits_answers else 0.0
        if not any(state.may_act(seat) and self.game.timing.answering(state, seat) for seat in seated(self.row)):
            return 0.0
        limit = clock.terms.answer
        return max(0.0, self.sitting.last_at + limit - self._now()) if limit else math.inf

    def clock_face(self) -> ClockFace | None:
        """What the clocks show now."""
        return face(self.sitting.clock, self._now(), self.sitting.calls)

    @property
    def is_gone(self) -> bool:
        """Whether it has been deleted."""
        return self.row.status == _GONE

    @property
    def has_people(self) -> bool:
        return any(sitter.kind == "person" for sitter in self.row.sitters)

    # -- acting ----------------------------------------------------------------------------------------------------

    async def act(self, person: Person, deed: Deed) -> None:
        """What a person does at one of his seats. NotYours, Stale, Illegal, Unreadable; Unavailable if it cannot be stored."""
        if deed.seat not in self.seats_of(person):
            raise NotYours(N_("This is not your seat."))
        await self.mailbox.do(lambda: self._act(deed))

    async def act_for_bot(self, deed: Deed) -> None:
        """What a bot does: through the same door, but for the question whose seat it is."""
        await self.mailbox.do(lambda: self._act(deed))

    async def sit(self, seat: int, name: str, person: str) -> bool:
        """Take a free seat; True too for whoever has it."""
        return await self.mailbox.do(lambda: self._sit(seat, name, person))

    async def vacate(self, person: str, level: str, name: str = "") -> None:
        """Somebody gives his seats to bots of a level, or (no level) back."""
        await self.mailbox.do(lambda: self._vacate(person, level, name))

    async def delete(self, person: str) -> None:
        """The table goes, and all that happened there; Stale if somebody else has sat down."""
        await self.mailbox.do(lambda: self._delete(person))

    async def catch_up(self) -> None:
        """Somebody else has written: read what is new."""
        await self.mailbox.do(self._catch_up)

    async def _act(self, deed: Deed) -> None:
        if self.is_gone:
            raise Stale(GONE)
        if self._doubt:
            await self._read_again()
        draft = self._prepare(deed)
        if draft is None:
            return
        try:
            await self._keep(draft.append)
        except Taken:
            await self._read_again()
            self.told(self, False)
            if deed.key is not None and deed.key in self.sitting.keys:
                return  # it was this very deed, sent twice or through another node
            if deed.to is not None:
                await self._act(deed)
                return
            raise Stale(N_("The table has moved on: look again.")) from None
        except BaseException:
            self._doubt = True  # it may have been stored after all
            raise
        self.sitting.take(draft)
        if draft.append.outcome is not None:
            self.row.status, self.row.outcome = "over", draft.append.outcome
        self.told(self, True)

    async def _keep(self, append: Append) -> None:
        """Store events; the last ones of a game may have to be stored together with something else."""
        if append.outcome is not None and self.row.origin and self.ending is not None:
            await self.ending(self, append)
        else:
            await self._store.append(append)

    def _prepare(self, deed: Deed) -> Draft | None:
        try:
            if deed.action is None:
                return self.sitting.undo(deed.seat, deed.seen, deed.key, self._now(), deed.to)
            return self.sitting.play(deed.seat, deed.action, deed.seen, deed.key, self._now())
        except KotvaError:
            raise
        except Exception as error:
            _LOG.exception("table %s: the rules failed at event %d", self.id, self.seq)
            raise Broken(
                N_("This move failed in the rules of the game. Nothing was played; it has been noted.")
            ) from error

    async def _sit(self, seat: int, name: str, person: str) -> bool:
        done = await self._store.sit(self.id, seat, name, person)
        if await self._read_sitters():
            self.told(self, True)
        return done

    async def _vacate(self, person: str, level: str, name: str) -> None:
        seats = {sitter.seat for sitter in self.row.sitters if sitter.person == person}
        # A move came in before: the seat is no longer as good as new.
        if not level and not seats.isdisjoint(played.actor for played in self.match.played):
            raise Stale(N_("The table has moved on: look again."))
        await self._store.vacate(self.id, person, level, name)
        if await self._read_sitters():
            self.told(self, True)

    async def _delete(self, person: str) -> None:
        try:
            await self._store.delete(self.id, person)
        except Taken:
            raise Stale(N_("The table has moved on: look again.")) from None
        self.row.status = _GONE
        self.told(self, True)

    async def _catch_up(self) -> None:
        try:
            timed = bool(self.row.origin or self.row.clock) or self.sitting.calls > 0
            if timed and len((await self._store.times(self.id)).calls) != self.sitting.calls:
                await self._read_again()  # somebody has called to its clock through another node
            self.sitting.fold(await self._store.events(self.id, self.sitting.seq))
        except Unavailable:
            self._doubt = True
            raise
        except Exception:
            await self._read_again()
        if self.match.is_over:
            self.row.status = "over"
        await self._read_sitters()  # or that there is no such table any more
        self.told(self, False)

    async def _read_sitters(self) -> bool:
        """Who sits where may have changed; whether it has."""
        fresh = await self._store.table(self.id)
        if fresh is None:
            self.row.status = _GONE
            return True
        if fresh.sitters == self.row.sitters:
            return False
        self.row.sitters = fresh.sitters
        self.match.names = self.names()
        self.sitting.clock.seated(self._now(), seated(fresh))
        self.people += 1
        return True

    async def _read_again(self) -> None:
        """Memory is in doubt: start from the rows."""
        fresh = await Table.load(self._store, self.id, self._now)
        if fresh is None:
            self.row.status = _GONE
            self.told(self, False)
            raise Stale(GONE)
        self.row, self.sitting, self._doubt = fresh.row, fresh.sitting, False
        self.people += 1
