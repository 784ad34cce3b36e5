"""A tournament as it is held in memory: judge on a copy, store, then count it. The log in the database is the truth."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.mailbox import Mailbox
from kotva.server.tournament_store import LogLine, Overtaken, TournamentRow, TournamentStore
from kotva.tournament.arena import is_arena
from kotva.tournament.documents import StandingsLine, standings_lines
from kotva.tournament.exports import from_json
from kotva.tournament.log import Args, TournamentEntry
from kotva.tournament.rankings import TeamLine, team_lines
from kotva.tournament.refusal import Refused
from kotva.tournament.state import TournamentState, read_time, write_time
from kotva.tournament.tournament import Secrets, apply, contacts, copy, follow, judge

Now = Callable[[], float]
Action = tuple[str, Args]
Write = Callable[[TournamentRow, list[LogLine]], Awaitable[None]]  # stores entries; Overtaken if somebody was faster
_TRIES = 4  # others may be faster that often before somebody is told to look again
_KEY = 64  # letters of a key that are kept
_LINK = 32  # letters of a personal link: 128 bits
_LOOKS = 8.0  # seconds after which a look at an arena is noted again (TOU-19.20)
_OLD_LINK = 20  # in logs of edition 1 (TOU-18.5), whose links have been handed out


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """What is true of a tournament now, for another process."""

    id: str
    state: TournamentState
    row: TournamentRow


@dataclass(frozen=True, slots=True)
class Restored:
    """A tournament that was read from a file."""

    state: TournamentState
    lines: list[LogLine]
    secrets: Secrets | None


def read_backup(data: bytes) -> Restored:
    """TOU-20.9: a tournament as a file tells it, checked and replayed; Refused says what is wrong (runs in a process)."""
    _, log, kept = from_json(data.decode("utf-8-sig", "replace"))
    state, lines = TournamentState(), []
    for entry in log:
        follow(state, entry)
        lines.append(LogLine(entry, state.hash))
    return Restored(state, lines, kept)


class TournamentSession:
    """One tournament."""

    def __init__(self, row: TournamentRow, tournament_store: TournamentStore, now: Now) -> None:
        self.row = row
        self.state = TournamentState()
        self.log: list[TournamentEntry] = []  # the entries of `state`; a longer log is a new list
        self.mailbox = Mailbox()
        self._tournament_store = tournament_store
        self._now = now
        self._keys: set[str] = set()
        self.held: KotvaError | None = None  # why a tournament that runs itself does not go on (TOU-15.7)
        self.wrong_codes: Counter[tuple[str, int]] = Counter()  # typed for the slip of a table, by its name and attempt
        self.arrived: dict[tuple[int, str], str] = {}  # who has been noted as there, for a round, by which browser
        self.looked: dict[str, float] = {}  # when that was noted last, in an arena
        self._ranks: tuple[TournamentState, list[StandingsLine], list[TeamLine]] | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.row.seed, self.row.contacts)

    def moment(self) -> datetime:
        return datetime.fromtimestamp(self._now(), UTC)

    # -- reading ---------------------------------------------------------------------------------------------------

    def ranks(self) -> tuple[list[StandingsLine], list[TeamLine]]:
        """The standings for a page, and those of teams: twenty officials look at the same ones, so they are made once."""
        if self._ranks is None or self._ranks[0] is not self.state:
            state = self.state
            # Ranks without a single result would be those of the alphabet of entry.
            begun = any(table.is_settled for round in state.rounds for table in round.tables)
            lines = standings_lines(state) if begun else []
            self._ranks = (state, lines, team_lines(state) if begun else [])
        return self._ranks[1], self._ranks[2]

    async def catch_up(self) -> None:
        """Fold what this node has not seen yet."""
        known = self.state
        lines = await self._tournament_store.lines(self.id, known.seq)
        if not lines:
            return
        # After the lines, so that it is at least as new: what is written next takes the others' contacts along.
        row = await self._tournament_store.row(self.id)
        self._take(await asyncio.to_thread(_folded, known, lines), lines, row or self.row)

    def _take(self, state: TournamentState, lines: Sequence[LogLine], row: TournamentRow) -> None:
        """What has been stored is true from now on, unless a look at the database has brought it already.

        State and log change together and neither grows in place: pages are reading them, and an export that waits for its
        process holds both.
        """
        if state.seq <= self.state.seq:
            return
        fresh = [line for line in lines if line.entry.seq > self.state.seq]
        self.row, self.state = row, state
        self.log = [*self.log, *(line.entry for line in fresh)]
        self._keys |= {line.key for line in fresh if line.key is not None}

    # -- acting ----------------------------------------------------------------------------------------------------

    async def act(
        self, actor: str, actions: Sequence[Action], key: str | None = None, write: Write | None = None
    ) -> list[TournamentEntry]:
        """Several actions at once, all or none; those with a key that was used before do nothing: what waited on a phone may be
        sent twice (TOU-20.15). `Refused` says why not."""
        key = key[:_KEY] if key is not None else None
        return await self.mailbox.do(lambda: self._act(actor, actions, key, write or self._tournament_store.append))

    async def _act(self, actor: str, actions: Sequence[Action], key: str | None, write: Write) -> list[TournamentEntry]:
        for _ in range(_TRIES):
            if key is not None and key in self._keys:
                return []
            state, lines, row = await asyncio.to_thread(self.prepare, actor, actions, key)
            try:
                await write(row, lines)
            except Overtaken:
                await self.catch_up()
                continue
            self._take(state, lines, row)
            return [line.entry for line in lines]
        raise KotvaError(N_("Others are writing at the same time: look again, then try once more."))

    def prepare(
        self, actor: str, actions: Sequence[Action], key: str | None
    ) -> tuple[TournamentState, list[LogLine], TournamentRow]:
        """On a copy, made when the first action is accepted: nothing has happened until it is stored."""
        state, at = self.state, write_time(self.moment())
        kept = Secrets(self.row.seed, dict(self.row.contacts))
        lines = []
        for number, (op, args) in enumerate(actions):
            entry = judge(state, actor, op, args, at, kept)
            kept.contacts |= contacts(state, op, args)
            state = copy(state) if state is self.state else state
            apply(state, entry)
            lines.append(LogLine(entry, state.hash, None if number else key))
        row = TournamentRow(
            self.id, state.name, state.phase, kept.seed, self.row.links, kept.contacts, self.row.created, self._now()
        )
        return state, lines, row

    # -- personal links --------------------------------------------------------------------------------------------

    def link(self, actor: str) -> str:
        """The secret part of a personal link: its holder may act as that official or player."""
        letters = _OLD_LINK if self.state.edition < 2 else _LINK
        return hmac.new(self.row.links.encode(), actor.encode(), hashlib.sha256).hexdigest()[:letters]

    def opens(self, actor: str, given: str) -> bool:
        known = actor in self.state.players or actor in self.state.officials
        return known and hmac.compare_digest(self.link(actor).encode(), given.encode(errors="replace"))


def _folded(known: TournamentState, lines: Sequence[LogLine]) -> TournamentState:
    """What these entries make of a state, which itself stays as it is: pages are reading it."""
    state = copy(known)
    for line in lines:
        follow(state, line.entry)
        if state.hash != line.hash:
            raise Refused("The log has been changed: its hash chain does not verify.", "TAMPERED", "TOU-18.3")
    return state


class TournamentSessions:
    """The tournaments of this node; any of them may be read again from its log at any time."""

    def __init__(self, tournament_store: TournamentStore, now: Now, shared: bool) -> None:
        self.tournament_store = tournament_store
        self._now = now
        self._shared = shared
        self._here: dict[str, TournamentSession] = {}
        self._loading: dict[str, asyncio.Task[TournamentSession | None]] = {}

    async def get(self, tournament: str) -> TournamentSession | None:
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

    async def _load(self, tournament: str) -> TournamentSession | None:
        row = await self.tournament_store.row(tournament)
        if row is None:
            return None
        session = TournamentSession(row, self.tournament_store, self._now)
        await session.catch_up()
        self._here[tournament] = session
        return session

    async def came(self, session: TournamentSession, actors: Sequence[str], person: str) -> None:
        """TOU-14.1: players who look at an online tournament while a round waits for them are there."""
        round = session.state.current
        if round is None or round.state not in ("published", "running") or not session.state.options.flag("online"):
            return
        for actor in actors:
            if actor not in session.state.players:
                continue
            again = is_arena(round) and self._now() - session.looked.get(actor, 0.0) > _LOOKS
            if again or session.arrived.get((round.number, actor)) != person:
                await self.tournament_store.arrive(session.id, round.number, actor, person)
                session.arrived[round.number, actor] = person
                session.looked[actor] = self._now()

    async def create(self, args: Args, actions: Sequence[Action], organiser: str | None) -> TournamentSession:
        """A new tournament with its first actions, all by the organiser; nothing is stored if one is refused."""
        row = TournamentRow(secrets.token_hex(5), "", "draft", secrets.token_hex(16), secrets.token_hex(32))
        session = TournamentSession(row, self.tournament_store, self._now)
        state, lines, made = session.prepare("O1", [("create", args), *actions], None)
        await self.tournament_store.create(made, lines, organiser)
        session.row, session.state, session.log = made, state, [line.entry for line in lines]
        self._here[session.id] = session
        return session

    async def restore(
        self,
        found: Restored,
        organiser: str,
        before: Callable[[TournamentSession], Awaitable[None]],
    ) -> TournamentSession:
        """TOU-20.9: a tournament from its whole log and what was kept beside it; `organiser` is O1 here.

        `before` it is there its games are set up, so that none is opened anew; if that fails nothing is restored. The time
        since its last entry is one in which nobody could play (TOU-9.10).
        """
        state, lines, kept = found.state, found.lines, found.secrets
        seed, contacts = (kept.seed, dict(kept.contacts)) if kept is not None else (state.seed or "", {})
        row = TournamentRow(secrets.token_hex(5), state.name, state.phase, seed, secrets.token_hex(32), contacts)
        session = TournamentSession(row, self.tournament_store, self._now)
        session.state, session.log = state, [line.entry for line in lines]
        await before(session)
        if lines:
            await self.tournament_store.pulse(session.id, read_time(lines[-1].entry.at).timestamp())
        await self.tournament_store.create(row, lines, organiser)
        self._here[session.id] = session
        return session
