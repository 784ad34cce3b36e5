"""Web-hooks: addresses elsewhere that are told when it is somebody's turn, what is asked, and how a game ended.

What is told is stored in the transaction that made it true (the outbox), so a crash loses nothing. This part sends it, tries
again after growing pauses, and drops what is no longer so. Of several nodes one sends; another takes over from it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

import kotva
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server import hook_messages, hook_rows, hook_sender
from kotva.server.hook_messages import Message
from kotva.server.hook_rows import FORMS, MOST, HookRow
from kotva.server.hook_sender import CannotSend
from kotva.server.lobby_store import HERE
from kotva.server.rows import HookNotice, OutboxRow
from kotva.server.schema import PRESENCE
from kotva.server.sql import SqlStore
from kotva.server.store import Unavailable
from kotva.server.table import Table, is_played_by_bot
from kotva.server.talk import AGAIN, Line

if TYPE_CHECKING:
    from kotva.server.hub import Hub

_LOG = logging.getLogger("kotva.server")
CHANGED: Final = "#hooks"  # what nodes tell each other when web-hooks were set or removed
PAUSES: Final = (
    10.0,
    60.0,
    600.0,
    3600.0,
    21_600.0,
)  # seconds after the first failure, the second and so on; then given up
WAIT: Final = 30.0  # seconds before somebody who may be at the table is told
_GONE: Final = (404, 410)  # answers that mean: never again
_STOPPED: Final = 20  # failures in a row after which nothing more is sent
_EVERY, _ILL, _LEASE = 1.0, 60.0, 30.0
_GAP: Final = 3.0  # seconds between two messages of one web-hook
_TASKS: Final = 16  # messages under way
_LONGEST_PAUSE: Final = 3600.0  # that the other side may ask for
NUDGE: Final = "nudge"


class BadHook(KotvaError):
    """A web-hook that cannot be set, and why."""


class Hooks:
    """The web-hooks of one node."""

    def __init__(self, hub: Hub, store: SqlStore) -> None:
        self._hub = hub
        self._store = store
        self._people: dict[str, list[HookRow]] = {}
        self._tables: dict[str, list[HookRow]] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._part = hub.parts.part("web-hooks", _ILL)

    async def load(self) -> None:
        """Read which web-hooks there are: most moves concern none of them, and none of these asks the database."""
        found = await self._store.read(hook_rows.hooks)
        self._people, self._tables = {}, {}
        for row in found:
            if row.stopped is None:
                kept, name = (self._people, row.person) if row.table is None else (self._tables, row.table)
                kept.setdefault(name, []).append(row)

    # -- what is told ----------------------------------------------------------------------------------------------

    def told(self, table: Table, before: int, after: int, over: bool) -> tuple[HookNotice, ...]:
        """What is stored with a change of a table: seats that must decide now and had not to before, or that it is over."""
        if not self._people and not self._tables:
            return ()
        if over:
            people = {s.person for s in table.row.sitters if s.kind == "person" and s.person is not None}
            concerned = [hook for person in sorted(people) for hook in self._people.get(person, [])]
            return tuple(HookNotice(hook.id, "over") for hook in (*concerned, *self._tables.get(table.id, [])))
        out: list[HookNotice] = []
        for sitter in table.row.sitters:
            if (after & ~before) >> sitter.seat & 1 and not is_played_by_bot(sitter) and sitter.person is not None:
                hooks = (*self._people.get(sitter.person, []), *self._tables.get(table.id, []))
                out += [HookNotice(hook.id, "turn", sitter.seat, 0.0 if hook.always else WAIT) for hook in hooks]
        return tuple(out)

    def told_by_line(self, table: Table, line: Line) -> tuple[HookNotice, ...]:
        """What is stored with a line of talk: an invitation to the next game, a nudge."""
        if line.kind not in (AGAIN, NUDGE) or not self._people:
            return ()
        whom = [s for s in table.row.sitters if s.kind == "person" and s.person not in (None, line.person)]
        if line.kind == NUDGE:
            whom = [sitter for sitter in whom if str(sitter.seat) == line.text]
        people = {sitter.person for sitter in whom if sitter.person is not None}
        return tuple(HookNotice(h.id, line.kind, line.seat) for p in sorted(people) for h in self._people.get(p, []))

    # -- setting ---------------------------------------------------------------------------------------------------

    async def of(self, person: str | None = None, table: str | None = None) -> list[HookRow]:
        """The web-hooks of an account, or of a table."""
        return await self._store.read(lambda db: hook_rows.hooks(db, person, table))

    async def add(self, person: str, table: str | None, given: dict[str, str], place: str, language: str) -> HookRow:
        """Set one. BadHook, CannotSend."""
        url, form = given.get("url", "").strip(), given.get("form", "")
        target = hook_sender.read_target(url)
        if form not in FORMS:
            raise BadHook(N_("A web-hook is sent as plain JSON or in Discord's form."))
        now = self._store.now()
        always = given.get("when", "") == "always"
        row = HookRow(
            secrets.token_hex(8), person, table, url, form, secrets.token_hex(24), always, language, place, now
        )

        def work(db: Connection) -> None:
            known = hook_rows.hooks(db, None if table else person, table)
            if len(known) >= MOST:
                raise BadHook(N_("There can be at most {n} web-hooks: remove one first."), n=MOST)
            hook_rows.add(db, row)
            self._store.tell_nodes(db, CHANGED)

        await hook_sender.check(target, private=self._hub.settings.private_hooks)
        await self._store.write(work)
        await self._changed()
        return row

    async def remove(self, row: HookRow) -> None:
        def work(db: Connection) -> None:
            hook_rows.remove(db, row.id)
            self._store.tell_nodes(db, CHANGED)

        await self._store.write(work)
        await self._changed()

    async def follow(self, old: str, new: str) -> None:
        """The next table of the same people tells the same channels."""
        rows = self._tables.get(old, [])
        if not rows:
            return
        now = self._store.now()

        def work(db: Connection) -> None:
            if hook_rows.hooks(db, None, new):
                return
            for row in rows:
                copy = HookRow(
                    secrets.token_hex(8),
                    row.person,
                    new,
                    row.url,
                    row.form,
                    row.secret,
                    row.always,
                    row.language,
                    row.place,
                    now,
                )
                hook_rows.add(db, copy)
            self._store.tell_nodes(db, CHANGED)

        await self._store.write(work)
        await self._changed()

    async def test(self, row: HookRow) -> str:
        """Send a word now: what came of it, to be said."""
        now = self._store.now()
        try:
            answer = await self._post(row, hook_messages.for_test(row), f"test-{int(now)}")
        except CannotSend as error:
            fault = error.say(Say(row.language))
        else:
            fault = _fault(answer.status, Say(row.language))
        await self._store.write(lambda db: hook_rows.note(db, row.id, 0, fault, None))
        await self._changed()
        return fault

    async def _changed(self) -> None:
        await self.load()
        self._hub.broker.publish(CHANGED)

    # -- sending ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Send what is due, for ever."""
        await self.load()
        holder = secrets.token_hex(8)
        until = 0.0
        try:
            while True:
                now = self._store.now()
                if now > until - _LEASE / 2 and await self._store.lease("web-hooks", holder, _LEASE):
                    until = now + _LEASE
                if now < until:
                    await self.look()
                self._part.well()
                await asyncio.sleep(_EVERY)
        finally:
            tasks = list(self._busy.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> None:
        """Begin to send what is due."""
        now, free = self._store.now(), _TASKS - len(self._busy)
        if free <= 0:
            return
        busy = list(self._busy)
        rows = await self._store.read(lambda db: hook_rows.due(db, now, busy, 4 * free))
        for row in rows:
            if row.hook not in self._busy and len(self._busy) < _TASKS:
                self._busy[row.hook] = asyncio.get_running_loop().create_task(self._tell(row))

    async def idle(self) -> None:
        """Wait for what is being sent."""
        await asyncio.gather(*self._busy.values())

    async def _tell(self, row: OutboxRow) -> None:
        try:
            if await self._deliver(row):
                await asyncio.sleep(_GAP)
        except Unavailable as error:
            self._part.ill(error)
        except Exception:
            _LOG.exception("a message of web-hook %s could not be sent", row.hook)
            await self._store.write(lambda db: hook_rows.done(db, row.number))
        finally:
            self._busy.pop(row.hook, None)

    async def _deliver(self, row: OutboxRow) -> bool:
        """Send one message, if it is still true; whether anything was sent."""
        hook = await self._store.read(lambda db: hook_rows.hook(db, row.hook))
        message = None if hook is None or hook.stopped is not None else await self._message(hook, row)
        if hook is None or message is None:
            await self._store.write(lambda db: hook_rows.done(db, row.number))
            return False
        now = self._store.now()
        if row.origin == "turn" and not hook.always and await self._is_here(hook, row):
            await self._store.write(lambda db: hook_rows.later(db, row.number, now + HERE / 2, row.tries))
            return False
        wait = 0.0
        try:
            answer = await self._post(hook, message, str(row.number))
        except CannotSend as error:
            fault, gone = error.say(Say(hook.language)), False
        else:
            fault, gone = _fault(answer.status, Say(hook.language)), answer.status in _GONE
            wait = min(answer.retry_after, _LONGEST_PAUSE) if answer.status in (429, 503) else 0.0
        failures = hook.failures + 1 if fault else 0
        stopped = self._store.now() if gone or failures >= _STOPPED else None

        def work(db: Connection) -> None:
            hook_rows.note(db, hook.id, failures, fault, stopped)
            if not fault or stopped is not None or row.tries >= len(PAUSES):
                hook_rows.done(db, row.number)
            else:
                due = self._store.now() + max(wait, PAUSES[row.tries])
                hook_rows.later(db, row.number, due, row.tries + 1)

        await self._store.write(work)
        if stopped is not None:
            await self._changed()
        return True

    async def _message(self, hook: HookRow, row: OutboxRow) -> Message | None:
        """What is to be told; None if it is no longer so."""
        try:
            table = await self._hub.tables.get(row.table)
        except KotvaError:  # frozen, or closed by a moderator
            return None
        if table is None or table.is_gone:
            return None
        seat = row.body.get("seat")
        if row.origin == "over":
            return hook_messages.for_end(hook, table) if table.match.is_over else None
        if not isinstance(seat, int) or not 0 <= seat < table.row.seats:
            return None
        if row.origin != "turn":
            return hook_messages.for_line(hook, table, row.origin, seat)
        sitter = table.row.sitters[seat]
        asked = not table.match.is_over and seat in table.match.actors() and not is_played_by_bot(sitter)
        if not asked or (hook.table is None and sitter.person != hook.person):
            return None
        return hook_messages.for_turn(hook, table, seat)

    async def _is_here(self, hook: HookRow, row: OutboxRow) -> bool:
        """Whether the player whose turn it is has a page of Kotva open."""
        table = await self._hub.tables.get(row.table)
        seat = row.body.get("seat")
        person = hook.person if table is None or not isinstance(seat, int) else table.row.sitters[seat].person
        wanted = select(PRESENCE.c.at).where(PRESENCE.c.person == person, PRESENCE.c.at > self._store.now() - HERE)
        return await self._store.read(lambda db: db.execute(wanted).first()) is not None

    async def _post(self, hook: HookRow, message: Message, delivery: str) -> hook_sender.HookAnswer:
        now = self._store.now()
        body = hook_messages.encoded(hook, message, now)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"Kotva/{kotva.__version__}",
            "X-Kotva-Delivery": delivery,
            "X-Kotva-Signature": hook_messages.signature(hook.secret, body, now),
        }
        return await hook_sender.post(hook.url, body, headers, private=self._hub.settings.private_hooks)


def host_of(url: str) -> str:
    """The name in an address: what a page shows of it, since the rest may be a secret."""
    return urlsplit(url).hostname or ""


def _fault(status: int, say: Say) -> str:
    """What is wrong with an answer; empty: nothing."""
    if 200 <= status < 300:
        return ""
    if 300 <= status < 400:
        return say(
            "The other side sent the message on (status {status}): web-hooks follow no redirects.", status=status
        )
    return say("The other side answered with status {status}.", status=status)
