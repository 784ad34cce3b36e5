"""What people do with their accounts on a node: sign up, in and out, devices, names, passwords, going for good.

What is stored is stored first; then tables in memory, open sockets and the other nodes hear of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, insert, select

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.engine.user_input import clean_name
from kotva.match import SeatSpec
from kotva.server import account_rows, merging, moderation
from kotva.server.account_names import read_name
from kotva.server.account_rows import AccountRow, DeviceRow
from kotva.server.account_store import AccountStore
from kotva.server.moderation import Deed, DeedRow, Report, ReportRow
from kotva.server.passwords import check_password, hash_password, is_password
from kotva.server.people import BROWSER, NOBODY, Person, hashed, new_token
from kotva.server.people_schema import BLOCKS
from kotva.server.sql import SqlStore
from kotva.server.talk_schema import TALK

if TYPE_CHECKING:
    from kotva.server.hub import Hub

Find = Callable[[Connection], AccountRow | None]
_BLOCKED = 500  # people whom one person does not want to meet: each request of that person knows them
_LOOK = 3.0  # seconds between two looks at the log of deeds
PERSON = "@"  # before the id of a person, where nodes tell each other of tables


class WrongPassword(KotvaError):
    """A name, a password or a code that does not fit."""


WRONG = N_("The name or the password is wrong.")
WRONG_CODE = N_("This code is wrong, has been used or is older than ten minutes; let the other device show a new one.")


class Accounts(AccountStore):
    """The accounts of one node."""

    def __init__(self, hub: Hub, store: SqlStore) -> None:
        super().__init__(store)
        self._hub = hub

    # -- signing up, in and out ------------------------------------------------------------------------------------

    async def create(self, person: Person, name: str, password: str, label: str) -> str:
        """An account for a guest; the browser's new token. BadName, BadPassword, NameTaken."""
        shown = read_name(name)
        check_password(password, shown)
        kept = await hash_password(password)
        known, token, now = await self._hub.people.enroll(person), new_token(), self._store.now()

        def work(db: Connection) -> None:
            account_rows.create(db, known, shown, kept, now)
            account_rows.drop(db, known, BROWSER, person.secret)
            account_rows.add_browser(db, known, hashed(token), label, now)
            self._tell(db, known)

        await self._store.write(work)
        fresh = Person(known, hashed(token), shown, account=True)
        await self._changed(known, {person.secret: fresh})
        return token

    async def sign_in(self, person: Person, name: str, password: str, label: str) -> str:
        """The browser's new token; what the guest had goes along. WrongPassword, whatever of it is wrong."""
        found = await self._store.read(lambda db: account_rows.find(db, name))
        if not await is_password(password, found.password if found is not None else None) or found is None:
            raise WrongPassword(WRONG)
        return await self._enter(person, lambda _: found, label)

    async def sign_in_by_code(self, person: Person, code: str, label: str) -> str:
        """The same by a code that another device shows."""
        now, wanted = self._store.now(), account_rows.read_code(code)
        return await self._enter(person, lambda db: account_rows.use_code(db, wanted, now), label)

    async def whose_code(self, code: str) -> AccountRow | None:
        """The account that a code leads to; it is not used up by asking."""
        now, wanted = self._store.now(), account_rows.read_code(code)
        return await self._store.read(lambda db: account_rows.whose_code(db, wanted, now))

    async def recover(self, person: Person, name: str, code: str, password: str, label: str) -> str:
        """A new password by a recovery code; all other devices are signed out."""
        check_password(password, name)
        kept, wanted = await hash_password(password), account_rows.read_code(code)
        gone: list[str] = []

        def work(db: Connection) -> AccountRow | None:
            found = account_rows.use_recovery(db, name, wanted)
            if found is not None:
                account_rows.set_password(db, found.person, kept)
                gone.extend(account_rows.drop_browsers(db, found.person))
            return found

        return await self._enter(person, work, label, N_("The name or the recovery code is wrong."), gone)

    async def _enter(
        self, person: Person, find: Find, label: str, wrong: str = WRONG_CODE, out: Sequence[str] = ()
    ) -> str:
        """Sign a browser in to the account that `find` finds; `out`: browsers that `find` has signed out."""
        token, now = new_token(), self._store.now()

        def work(db: Connection) -> tuple[AccountRow, list[str]]:
            found = find(db)
            if found is None:
                raise WrongPassword(wrong)
            tables: list[str] = []
            if person.id is not None and person.id != found.person and account_rows.account_of(db, person.id) is None:
                tables = merging.merge(db, person.id, found.person)
                self._tell(db, person.id, tables)
            account_rows.drop(db, found.person, BROWSER, person.secret)
            account_rows.add_browser(db, found.person, hashed(token), label, now)
            self._tell(db, found.person)
            return found, tables

        found, tables = await self._store.write(work)
        if person.id is not None:
            self._hub.people.forget(person.id)
        self._hub.people.forget(found.person)
        fresh = await self._hub.people.by_secret(hashed(token))
        await self._changed(found.person, {**dict.fromkeys(out, NOBODY), person.secret: fresh}, tables)
        return token

    async def sign_out(self, person: Person, secret: str = "") -> None:
        """Sign this browser out, or another one of the same person."""
        assert person.id is not None
        known, wanted = person.id, secret or person.secret

        def work(db: Connection) -> None:
            for kind in (BROWSER, account_rows.CODE):
                account_rows.drop(db, known, kind, wanted)
            self._tell(db, known)

        await self._store.write(work)
        await self._changed(known, {wanted: NOBODY})

    async def find(self, name: str) -> AccountRow | None:
        """The account of a name, by what it looks like."""
        return await self._store.read(lambda db: account_rows.find(db, name))

    # -- the own account -------------------------------------------------------------------------------------------

    async def devices(self, person: str) -> tuple[list[DeviceRow], int]:
        """Devices and codes of an account, and how many recovery codes are left."""
        now = self._store.now()
        return await self._store.read(
            lambda db: (account_rows.devices(db, person, now), account_rows.recovery_left(db, person))
        )

    async def make_code(self, person: str) -> str:
        now = self._store.now()
        return await self._store.write(lambda db: account_rows.make_code(db, person, now))

    async def make_recovery(self, person: str) -> list[str]:
        now = self._store.now()
        return await self._store.write(lambda db: account_rows.make_recovery(db, person, now))

    async def rename(self, person: str, name: str) -> None:
        """Another name, at the own tables as well. BadName, NameTaken."""
        shown = read_name(name)

        def work(db: Connection) -> list[str]:
            tables = account_rows.rename(db, person, shown)
            self._tell(db, person, tables)
            return tables

        await self._changed(person, {}, await self._store.write(work))

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Another password; all other devices are signed out. WrongPassword if the old one is not it."""
        assert person.id is not None
        known = person.id
        found = await self._store.read(lambda db: account_rows.account_of(db, known))
        if not await is_password(old, found.password if found is not None else None):
            raise WrongPassword(N_("The old password is wrong."))
        check_password(new, person.name)
        kept = await hash_password(new)

        def work(db: Connection) -> list[str]:
            account_rows.set_password(db, known, kept)
            gone = account_rows.drop_browsers(db, known, person.secret)
            self._tell(db, known)
            return gone

        await self._changed(known, dict.fromkeys(await self._store.write(work), NOBODY))

    async def delete(self, person: Person, password: str) -> None:
        """What is personal goes. Running games are left first; the seats of finished ones stay under nobody's name."""
        assert person.id is not None
        known = person.id
        found = await self._store.read(lambda db: account_rows.account_of(db, known))
        if found is not None and not await is_password(password, found.password):
            raise WrongPassword(N_("The password is wrong."))
        await self._store.write(lambda db: merging.rename_seats(db, known))  # before bots play on under these names
        await self._leave_tables(person)
        now, gone = self._store.now(), list[str]()

        def work(db: Connection) -> list[str]:
            gone.extend(device.secret for device in account_rows.devices(db, known, now))
            tables = merging.forget(db, known, now)
            self._tell(db, known, tables)
            return tables

        tables = await self._store.write(work)
        await self._changed(known, dict.fromkeys(gone, NOBODY), tables)

    async def _leave_tables(self, person: Person) -> None:
        from kotva.server import leaving

        assert person.id is not None
        known = person.id
        for name in await self._store.read(lambda db: account_rows.running_tables(db, known)):
            try:
                table = await self._hub.table(name)
            except KotvaError:  # frozen: nobody can do anything there
                continue
            if table is None or table.row.origin:
                continue
            if leaving.is_alone(table.row, known):
                await table.delete(known)
            else:
                await table.vacate(known, leaving.LEVEL)

    # -- names of guests -------------------------------------------------------------------------------------------

    async def seat_name(self, person: Person, given: str, guest: str) -> str:
        """The name for a seat: of an account its own; a guest's that looks like an account's is marked as a guest's."""
        if person.account:
            return person.name
        if given and await self._store.read(lambda db: account_rows.find(db, given)) is not None:
            return f"{given[:30]} ({guest})"
        return given

    async def name_sitters(
        self, person: Person, me: str, sitters: tuple[SeatSpec, ...], given: Mapping[str, str], say: Say
    ) -> tuple[SeatSpec, ...]:
        """The seats of a new table: the one seat of an account has its name, that of a guest what the guest has chosen."""
        mine = [number for number, seat in enumerate(sitters) if seat.person == me]
        if len(mine) != 1:
            return sitters  # several at one screen have the names that they typed
        at = mine[0]
        typed = clean_name(given.get(f"name-{at}", ""))
        name = await self.seat_name(person, typed or person.name, say("guest")) or sitters[at].name
        if typed and not person.account and typed != person.name:
            await self.name_guest(me, typed)
        return (*sitters[:at], replace(sitters[at], name=name), *sitters[at + 1 :])

    async def name_guest(self, person: str, name: str) -> None:
        """Remember what a guest wants to be called."""
        await self._store.write(lambda db: account_rows.name_guest(db, person, name))
        self._hub.people.forget(person)

    # -- peace -----------------------------------------------------------------------------------------------------

    async def block(self, person: str, whom: str, *, on: bool) -> None:
        """Not to meet somebody any more, or again."""
        now = self._store.now()
        here = (BLOCKS.c.person == person) & (BLOCKS.c.blocked == whom)

        def work(db: Connection) -> None:
            if not on:
                db.execute(delete(BLOCKS).where(here))
            elif db.execute(select(BLOCKS.c.at).where(here)).first() is None:
                if db.execute(select(func.count()).where(BLOCKS.c.person == person)).scalar_one() >= _BLOCKED:
                    raise moderation.NotAllowed(
                        N_("You have blocked {n} people: let one of them go first."), n=_BLOCKED
                    )
                db.execute(insert(BLOCKS).values(person=person, blocked=whom, at=now))
            self._tell(db, person)

        await self._store.write(work)
        await self.heard(person)
        self._hub.broker.publish(PERSON + person)

    # -- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, db: Connection, person: str, tables: Iterable[str] = ()) -> None:
        """Within a transaction: the other nodes ask again."""
        for table in tables:
            self._store.tell_nodes(db, table)
        self._store.tell_nodes(db, PERSON + person)

    async def _changed(self, person: str, now_are: dict[str, Person], tables: Sequence[str] = ()) -> None:
        self._hub.people.forget(person)
        self._hub.broker.publish(PERSON + person)
        watchers = [watcher for watcher in self._hub.watchers.everybody() if watcher.person.secret in now_are]
        for watcher in watchers:
            watcher.person = now_are[watcher.person.secret]
        for name in tables:
            table = self._hub.tables.here(name)
            if table is not None:
                await table.catch_up()
            self._hub.broker.publish(name)
        for table in {watcher.table for watcher in watchers}:
            self._hub.watchers.sat(table)

    async def heard(self, person: str) -> None:
        """Another node has changed something of a person, whose sockets here may be nobody's now."""
        self._hub.people.forget(person)
        fresh = {}
        for watcher in self._hub.watchers.everybody():
            if watcher.person.id == person:
                fresh[watcher.person.secret] = await self._hub.people.by_secret(watcher.person.secret)
        for watcher in self._hub.watchers.everybody():
            if watcher.person.secret in fresh:
                watcher.person = fresh[watcher.person.secret]
                self._hub.watchers.sat(watcher.table)

    async def do(self, deed: Deed) -> None:
        """Something that a moderator does from a page. NotAllowed."""
        now = self._store.now()
        await self._store.write(lambda db: moderation.do(db, deed, now))
        await self._deed_done(deed.deed, deed.person, deed.table)

    async def said(self, table: str, number: int) -> tuple[str | None, str]:
        """Whose a line of talk is, and what it says; of nobody if there is none."""
        wanted = select(TALK.c.person, TALK.c.text).where(TALK.c.table_id == table, TALK.c.number == number)
        row = await self._store.read(lambda db: db.execute(wanted).first())
        return (None, "") if row is None else (row.person, row.text)

    async def report(self, given: Report) -> None:
        """Somebody wants a moderator to look at something."""
        now = self._store.now()
        await self._store.write(lambda db: moderation.report(db, given, now))

    async def reports(self) -> tuple[list[ReportRow], list[DeedRow], Sequence[str]]:
        """For moderators: what waits, what was done, and the people who are muted or suspended."""
        now = self._store.now()
        return await self._store.read(
            lambda db: (moderation.open_reports(db), moderation.log(db), moderation.restricted(db, now))
        )

    async def follow_deeds(self) -> None:
        """What was done by another node or at the command line is true here within seconds."""
        last = await self._store.read(moderation.last_deed)
        while True:
            await asyncio.sleep(_LOOK)
            for row in reversed(await self._store.read(partial(moderation.log, after=last))):
                last = row.number
                await self._deed_done(row.deed, row.person, row.table_id)
            self._hub.parts.part("moderation").well()

    async def _deed_done(self, deed: str, person: str | None, table_id: str | None) -> None:
        if person is not None:
            await self.heard(person)
        table = self._hub.tables.here(table_id) if table_id is not None else None
        if deed == moderation.CLOSE and table is not None:
            await table.close()
