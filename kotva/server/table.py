"""One table: its match, who sits there, what each viewer gets. Everything here runs under the table's lock.

Store, then tell: a move is checked and played, its rows are committed, and only then does anybody get a packet. If the commit
fails the match goes back to where it was.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from kotva import games
from kotva.engine.errors import BadRecord, Illegal, KotvaError
from kotva.engine.fields import key as state_key
from kotva.engine.game import Game
from kotva.engine.record import Record, line
from kotva.engine.say import N_, Say
from kotva.engine.state import OK, SPECTATOR
from kotva.match import Match
from kotva.scene.packet import Entry, Packet, Sitter, choices, end, scene_data
from kotva.server.store import EventRow, Store, TableRow, Taken


class Stale(KotvaError):
    """The table has moved on since the client looked: it gets a fresh packet instead."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody looking at a table: the seats of his browser and the one through whose eyes he looks now."""

    yours: tuple[int, ...] = ()
    eyes: int | None = None
    language: str = "en"
    have: int = 0  # the log is sent from this move on


class Table:
    """A table as it is held in memory; the rows are the truth."""

    def __init__(self, row: TableRow, game: Game, store: Store) -> None:
        self.row = row
        self.game = game
        self.store = store
        self.lock = threading.RLock()
        self.match = Match(
            game, row.seats, row.options, names=self.names(), seed=row.seed, position=row.position, chance=False
        )
        self.seq = 0
        self.lengths = [0]  # how many moves the game had after each event
        self.keys: set[str] = set()
        self.thinking = False
        self.present: dict[int, int] = {}  # seat -> how many of its browsers are connected
        self._logs: dict[tuple[int | None, str], list[Entry]] = {}

    @staticmethod
    def load(store: Store, table_id: str) -> Table | None:
        """A table from its rows; BadRecord if they do not replay under these rules."""
        row = store.table(table_id)
        if row is None:
            return None
        game = games.load(row.game)
        if row.version != game.version:
            raise BadRecord(
                N_("This table was begun under {game} rules {theirs}; these are rules {ours}."),
                game=game.id,
                theirs=row.version,
                ours=game.version,
            )
        table = Table(row, game, store)
        table.fold(store.events(table_id))
        table.match.resume()
        return table

    def fold(self, events: Sequence[EventRow]) -> None:
        """Take in events that are stored already."""
        for event in events:
            if event.kind == "undo":
                self._truncate(int(event.text))
            else:
                self.match.append(event.actor, self.game.actions.parse(event.text))
            self.seq += 1
            self.lengths.append(len(self.match.played))
            if event.key is not None:
                self.keys.add(event.key)

    # -- playing ---------------------------------------------------------------------------------------------------

    def play(self, seat: int, text: str, seen: int, key: str | None = None) -> None:
        """A seat's action, with what chance decides after it: checked, stored, then true."""
        with self.lock:
            if key is not None and key in self.keys:
                return
            if seen != self.seq and not self._same_decision(seat, seen):
                raise Stale(N_("The table has moved on: look again."))
            before = len(self.match.played)
            self.match.play(text, seat)
            rows = [
                EventRow("move", played.actor, played.text, key if number == 0 else None)
                for number, played in enumerate(self.match.played[before:])
            ]
            self._commit(rows, before)

    def undo(self, seat: int, seen: int, key: str | None = None) -> None:
        """Take a seat's last action back: a new event that truncates; nothing is deleted."""
        with self.lock:
            if key is not None and key in self.keys:
                return
            target = self.match.undo_target(seat)
            if target is None or seen != self.seq:
                raise Illegal(N_("There is nothing that you may take back now."), "")
            taken = self.match.played[target:]
            self._truncate(target)
            try:
                self._commit([EventRow("undo", seat, str(target), key)], None)
            except Stale:
                raise
            except Exception:
                for played in taken:
                    self.match.append(played.actor, played.action)
                raise

    def _commit(self, rows: list[EventRow], before: int | None) -> None:
        status = "over" if self.match.is_over else "running"
        try:
            self.store.append(self.row.id, self.seq, rows, status)
        except Taken:
            self._read_again()
            raise Stale(N_("The table has moved on: look again.")) from None
        except Exception:
            if before is not None:
                self._truncate(before)
            raise
        self.row.status = status
        for row in rows:
            self.seq += 1
            self.lengths.append(len(self.match.played) if row is rows[-1] else self.lengths[-1] + 1)
            if row.key is not None:
                self.keys.add(row.key)

    def _same_decision(self, seat: int, seen: int) -> bool:
        """Whether a seat still faces what it faced after `seen` events: others answered meanwhile, its own list is the same."""
        if not 0 <= seen < self.seq:
            return False
        then = self.lengths[seen]
        if self.lengths[seen:] != sorted(self.lengths[seen:]) or then > len(self.match.played):
            return False
        if any(played.actor == seat for played in self.match.played[then:]):
            return False
        old, new = self.match.state_at(then), self.match.state
        return old.may_act(seat) and new.may_act(seat) and self.game.legal(old, seat) == self.game.legal(new, seat)

    def _read_again(self) -> None:
        """Another process has written: start from the rows."""
        fresh = Table.load(self.store, self.row.id)
        assert fresh is not None
        self.match, self.seq, self.lengths, self.keys = fresh.match, fresh.seq, fresh.lengths, fresh.keys
        self._logs.clear()

    def _truncate(self, length: int) -> None:
        self.match.truncate(length)
        for key, entries in self._logs.items():
            self._logs[key] = [entry for entry in entries if entry.number <= length]

    # -- seats -----------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        return [sitter.name for sitter in self.row.sitters]

    def seats_of(self, token: str) -> tuple[int, ...]:
        """The seats of a browser."""
        return tuple(s.seat for s in self.row.sitters if s.kind == "person" and s.token == token)

    def sit(self, seat: int, name: str, token: str) -> bool:
        """Take a free seat."""
        with self.lock:
            if not self.store.sit(self.row.id, seat, name, token):
                return False
            fresh = self.store.table(self.row.id)
            assert fresh is not None
            self.row.sitters = fresh.sitters
            self.match.names = self.names()
            self._logs.clear()
            return True

    def bot_to_act(self) -> tuple[int, str] | None:
        """A bot that has to decide now: its seat and level."""
        for seat in self.match.actors():
            sitter = self.row.sitters[seat]
            if sitter.kind == "bot":
                return seat, sitter.level
        return None

    def bot_record(self) -> Record:
        """The record for a bot's process: no seed, no names."""
        return Record(
            game=self.game.id,
            version=self.game.version,
            seats=self.row.seats,
            options=dict(self.match.options.given),
            position=self.row.position,
            moves=[line(played.actor, played.text) for played in self.match.played],
        )

    # -- looking ---------------------------------------------------------------------------------------------------

    def closed_to(self, token: str) -> int:
        """The clause that keeps a browser without a seat away from this table, or OK; a finished game is open to all."""
        if self.match.is_over or self.seats_of(token):
            return OK
        return self.game.closed(self.match.options)

    def say(self, language: str) -> Say:
        return Say(language, self.game.id, self.names())

    def hides_from(self, seat: int) -> bool:
        """Whether a seat sees what a bystander does not."""
        state = self.match.state
        return state_key(state.seen(seat)) != state_key(state.seen(SPECTATOR))

    def eyes(self, viewer: Viewer) -> tuple[int | None, int | None]:
        """Through whose eyes a viewer looks now, and to which seat the screen must be handed over first."""
        if len(viewer.yours) < 2:
            return (viewer.yours[0] if viewer.yours else None), None
        current = viewer.eyes if viewer.eyes in viewer.yours else None
        actors = self.match.actors()
        acting = [seat for seat in actors if seat in viewer.yours]
        # Where several may act, the screen goes to the one who is asked first: answers come before the one who waits for them.
        if not acting or (current in acting and acting[0] != actors[0]) or current == acting[0]:
            return current, None
        if self.hides_from(acting[0]):
            return None, acting[0]
        return acting[0], None

    def packet(self, viewer: Viewer, at: int | None = None) -> Packet:
        """What one viewer gets, now or as a look back."""
        with self.lock:
            say = self.say(viewer.language)
            match = self.match
            now = len(match.played)
            moment = now if at is None else max(0, min(at, now))
            seat, handover = self.eyes(viewer)
            view = match.view(seat, moment)
            live = moment == now
            start = min(viewer.have, now)
            return Packet(
                table=self.row.id,
                game=self.game.id,
                seq=self.seq,
                moves=now,
                at=moment,
                seat=seat,
                handover=handover,
                actors=match.actors() if live else [],
                sitters=self.sitters(viewer),
                scene=scene_data(self.game.scene(view, say)),
                choices=choices(view, say) if live and handover is None else [],
                log=[entry for entry in self.log(seat, viewer.language) if entry.number > start],
                log_from=start,
                undo=live and seat is not None and match.undo_target(seat) is not None,
                over=end(self.game, match.outcome(), say) if match.is_over and live else None,
                commit=match.commit,
                seed=match.seed if match.is_over else "",
                thinking=self.thinking and live,
            )

    def sitters(self, viewer: Viewer) -> list[Sitter]:
        return [
            Sitter(
                s.seat,
                s.name,
                "bot" if s.kind == "bot" else "me" if s.seat in viewer.yours else "person" if s.token else "open",
                s.level,
                s.kind == "bot" or s.seat in viewer.yours or self.present.get(s.seat, 0) > 0,
            )
            for s in self.row.sitters
        ]

    def log(self, seat: int | None, language: str) -> list[Entry]:
        """What happened, as a seat may read it; made once for every move."""
        entries = self._logs.setdefault((seat, language), [])
        done = entries[-1].number if entries else 0
        for number, lines in self.match.log(seat, self.say(language), done):
            entries.append(Entry(number, self.match.played[number - 1].actor, lines))
        return entries
