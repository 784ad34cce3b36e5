"""A tournament as it is held in memory: judge on a copy, store, then count it. The log in the database is the truth."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.ledger import Ledger, Line, Overtaken, TournamentRow
from kotva.server.mailbox import Mailbox
from kotva.tournament.log import Args, Entry
from kotva.tournament.refusal import Refused
from kotva.tournament.state import State, read_time, write_time
from kotva.tournament.tournament import Secrets, apply, contacts, copy, follow, judge

Now = Callable[[], float]
Action = tuple[str, Args]
Write = Callable[[TournamentRow, list[Line]], Awaitable[None]]  # stores entries; Overtaken if somebody was faster
_TRIES = 4  # others may be faster that often before somebody is told to look again
_KEY = 64  # letters of a key that are kept
_LINK = 20  # letters of a personal link


class Hall:
    """One tournament."""

    def __init__(self, row: TournamentRow, ledger: Ledger, now: Now) -> None:
        self.row = row
        self.state = State()
        self.log: list[Entry] = []
        self.mailbox = Mailbox()
        self._ledger = ledger
        self._now = now
        self._keys: set[str] = set()
        self.held: KotvaError | None = None  # why a tournament that runs itself does not go on (TOU-15.7)
        self.arrived: dict[tuple[int, str], str] = {}  # who has been noted as there, for a round, by which browser

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.row.seed, self.row.contacts)

    def moment(self) -> datetime:
        return datetime.fromtimestamp(self._now(), UTC)

    # -- reading ---------------------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Fold what this node has not seen yet."""
        known = self.state
        lines = await self._ledger.lines(self.id, known.seq)
        if not lines:
            return
        state = await asyncio.to_thread(_folded, known, lines)
        if state.seq > self.state.seq:  # somebody else may have caught up further meanwhile
            fresh = [line for line in lines if line.entry.seq > self.state.seq]
            self.state = state  # a finished state: nobody has seen it grow
            self.log += [line.entry for line in fresh]
            self._keys |= {line.key for line in fresh if line.key is not None}

    # -- acting ----------------------------------------------------------------------------------------------------

    async def act(
        self, actor: str, actions: Sequence[Action], key: str | None = None, write: Write | None = None
    ) -> list[Entry]:
        """Several actions at once, all or none; those with a key that was used before do nothing. `Refused` says why not."""
        key = key[:_KEY] if key is not None else None
        return await self.mailbox.do(lambda: self._act(actor, actions, key, write or self._ledger.append))

    async def _act(self, actor: str, actions: Sequence[Action], key: str | None, write: Write) -> list[Entry]:
        for _ in range(_TRIES):
            if key is not None and key in self._keys:
                return []
            state, lines, row = await asyncio.to_thread(self.prepare, actor, actions, key)
            try:
                await write(row, lines)
            except Overtaken:
                await self.catch_up()
                continue
            self.state, self.row = state, row
            self.log += [line.entry for line in lines]
            self._keys |= {line.key for line in lines if line.key is not None}
            return [line.entry for line in lines]
        raise KotvaError(N_("Others are writing at the same time: look again, then try once more."))

    def prepare(
        self, actor: str, actions: Sequence[Action], key: str | None
    ) -> tuple[State, list[Line], TournamentRow]:
        """On a copy: nothing has happened until it is stored."""
        state, at = copy(self.state), write_time(self.moment())
        kept = Secrets(self.row.seed, dict(self.row.contacts))
        lines = []
        for number, (op, args) in enumerate(actions):
            entry = judge(state, actor, op, args, at, kept)
            kept.contacts |= contacts(state, op, args)
            apply(state, entry)
            lines.append(Line(entry, state.hash, None if number else key))
        row = TournamentRow(
            self.id, state.name, state.phase, kept.seed, self.row.links, kept.contacts, self.row.created, self._now()
        )
        return state, lines, row

    # -- personal links --------------------------------------------------------------------------------------------

    def link(self, actor: str) -> str:
        """The secret part of somebody's link: whoever has it may act as that official or player."""
        return hmac.new(self.row.links.encode(), actor.encode(), hashlib.sha256).hexdigest()[:_LINK]

    def opens(self, actor: str, told: str) -> bool:
        known = actor in self.state.players or actor in self.state.officials
        return known and hmac.compare_digest(self.link(actor), told)


def _folded(known: State, lines: Sequence[Line]) -> State:
    """What these entries make of a state, which itself stays as it is: pages are reading it."""
    state = copy(known)
    for line in lines:
        follow(state, line.entry)
        if state.hash != line.hash:
            raise Refused("The log has been changed: its hash chain does not verify.", "TAMPERED", "TOU-18.3")
    return state


class Halls:
    """The tournaments of this node; any of them may be read again from its log at any time."""

    def __init__(self, ledger: Ledger, now: Now, shared: bool) -> None:
        self.ledger = ledger
        self._now = now
        self._shared = shared
        self._here: dict[str, Hall] = {}
        self._loading: dict[str, asyncio.Task[Hall | None]] = {}

    async def get(self, tournament: str) -> Hall | None:
        found = self._here.get(tournament)
        if found is None:
            task = self._loading.get(tournament)
            if task is None:
                task = asyncio.get_running_loop().create_task(self._load(tournament))
                self._loading[tournament] = task
                task.add_done_callback(lambda _: self._loading.pop(tournament, None))
            found = await asyncio.shield(task)
        elif self._shared:  # another node may have written
            await found.catch_up()
        return found

    async def _load(self, tournament: str) -> Hall | None:
        row = await self.ledger.row(tournament)
        if row is None:
            return None
        hall = Hall(row, self.ledger, self._now)
        await hall.catch_up()
        self._here[tournament] = hall
        return hall

    async def came(self, hall: Hall, actors: Sequence[str], person: str) -> None:
        """TOU-14.1: players who look at an online tournament while a round waits for them are there."""
        round = hall.state.current
        if round is None or round.state not in ("published", "running") or hall.state.options.word("online") != "true":
            return
        for actor in actors:
            if actor in hall.state.players and hall.arrived.get((round.number, actor)) != person:
                await self.ledger.arrive(hall.id, round.number, actor, person)
                hall.arrived[round.number, actor] = person

    async def create(self, args: Args, actions: Sequence[Action], organiser: str | None) -> Hall:
        """A new tournament with its first actions, all by the organiser; nothing is stored if one is refused."""
        row = TournamentRow(secrets.token_hex(5), "", "draft", secrets.token_hex(16), secrets.token_hex(32))
        hall = Hall(row, self.ledger, self._now)
        state, lines, made = hall.prepare("O1", [("create", args), *actions], None)
        await self.ledger.create(made, lines, organiser)
        hall.row, hall.state, hall.log = made, state, [line.entry for line in lines]
        self._here[hall.id] = hall
        return hall

    async def restore(
        self, log: Sequence[Entry], kept: Secrets | None, organiser: str, before: Callable[[Hall], Awaitable[None]]
    ) -> Hall:
        """TOU-20.9: a tournament from its whole log and what was kept beside it; `organiser` is O1 here.

        `before` it is there its games are set up, so that none is opened anew; if that fails nothing is restored. The time
        since its last entry is one in which nobody could play (TOU-9.10).
        """
        state, lines = State(), []
        for entry in log:
            follow(state, entry)
            lines.append(Line(entry, state.hash))
        seed, contacts = (kept.seed, dict(kept.contacts)) if kept is not None else (state.seed or "", {})
        row = TournamentRow(secrets.token_hex(5), state.name, state.phase, seed, secrets.token_hex(32), contacts)
        hall = Hall(row, self.ledger, self._now)
        hall.state, hall.log = state, [line.entry for line in lines]
        await before(hall)
        if log:
            await self.ledger.pulse(hall.id, read_time(log[-1].at).timestamp())
        await self.ledger.create(row, lines, organiser)
        self._here[hall.id] = hall
        return hall
