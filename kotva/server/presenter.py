"""Packets: what a viewer gets of a table, in his language; made once for all who see the same, and from views alone."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import ref

import msgspec

from kotva.engine.fields import key as state_key
from kotva.engine.state import SPECTATOR
from kotva.scene.packet import Entry, Packet, Sitter, choices, end, scene_data
from kotva.server.table import Table


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody looking at a table: his seats, and the one through whose eyes he looks now."""

    yours: tuple[int, ...] = ()
    eyes: int | None = None
    language: str = "en"
    have: int = 0  # the log is sent from this move on


class Presenter:
    """What one table shows."""

    def __init__(self, table: Table) -> None:
        self._ref = ref(table)  # the presenter goes with its table, not the table with its presenter
        self._stamp: tuple[object, ...] = ()
        self._shared: dict[tuple[int | None, int | None, str], Packet] = {}
        self._logs: dict[tuple[int | None, str], list[Entry]] = {}
        self._logged: object = None

    @property
    def _table(self) -> Table:
        table = self._ref()
        assert table is not None
        return table

    def eyes(self, viewer: Viewer) -> tuple[int | None, int | None]:
        """Through whose eyes a viewer looks now, and to which seat the screen must be handed over first."""
        if len(viewer.yours) < 2:
            return (viewer.yours[0] if viewer.yours else None), None
        current = viewer.eyes if viewer.eyes in viewer.yours else None
        actors = self._table.match.actors()
        acting = [seat for seat in actors if seat in viewer.yours]
        # Where several may act, the screen goes to the one who is asked first: answers come before the one who waits for them.
        if not acting or (current in acting and acting[0] != actors[0]) or current == acting[0]:
            return current, None
        if self._hides_from(acting[0]):
            return None, acting[0]
        return acting[0], None

    def packet(self, viewer: Viewer, at: int | None = None) -> Packet:
        """What one viewer gets, now or as a look back."""
        table = self._table
        now = len(table.match.played)
        seat, handover = self.eyes(viewer)
        if at is None or at >= now:
            shared = self._now(seat, handover, viewer.language)
        else:
            shared = self._past(max(0, at), seat, handover, viewer.language)
        start = min(viewer.have, now)
        log = self._log(seat, viewer.language)
        return msgspec.structs.replace(
            shared,
            sitters=self.sitters(viewer),
            log=[entry for entry in log if entry.number > start] if start else log,
            log_from=start,
        )

    def sitters(self, viewer: Viewer) -> list[Sitter]:
        """Who sits where, as a viewer sees it."""
        present = self._table.present
        return [
            Sitter(
                s.seat,
                s.name,
                "bot" if s.kind == "bot" else "me" if s.seat in viewer.yours else "person" if s.person else "open",
                s.level,
                s.kind == "bot" or s.seat in viewer.yours or present.get(s.seat, 0) > 0,
            )
            for s in self._table.row.sitters
        ]

    # -- inside ----------------------------------------------------------------------------------------------------

    def _hides_from(self, seat: int) -> bool:
        """Whether a seat sees what a bystander does not."""
        state = self._table.match.state
        return state_key(state.seen(seat)) != state_key(state.seen(SPECTATOR))

    def _now(self, seat: int | None, handover: int | None, language: str) -> Packet:
        table = self._table
        stamp = (table.sitting, table.seq, table.people, table.thinking)
        if stamp != self._stamp:
            self._stamp = stamp
            self._shared.clear()
        key = (seat, handover, language)
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = self._make(len(table.match.played), seat, handover, language, live=True)
        return found

    def _past(self, at: int, seat: int | None, handover: int | None, language: str) -> Packet:
        return self._make(at, seat, handover, language, live=False)

    def _make(self, at: int, seat: int | None, handover: int | None, language: str, *, live: bool) -> Packet:
        """The part of a packet that everybody has who looks through the same eyes in the same language."""
        table = self._table
        match, game = table.match, table.game
        say = table.say(language)
        view = match.view(seat, at)
        return Packet(
            table=table.id,
            game=game.id,
            seq=table.seq,
            moves=len(match.played),
            at=at,
            seat=seat,
            handover=handover,
            actors=match.actors() if live else [],
            scene=scene_data(game.scene(view, say)),
            choices=choices(view, say) if live and handover is None else [],
            undo=live and seat is not None and match.undo_target(seat) is not None,
            over=end(game, match.outcome(), say) if match.is_over and live else None,
            commit=match.commit,
            seed=match.seed if match.is_over else "",
            thinking=table.thinking and live,
        )

    def _log(self, seat: int | None, language: str) -> list[Entry]:
        """What happened, as a seat may read it; made once for every move."""
        table = self._table
        stamp = (table.sitting, table.sitting.undone, table.people)
        if stamp != self._logged:
            self._logged = stamp
            self._logs.clear()
        entries = self._logs.setdefault((seat, language), [])
        played = table.match.played
        done = entries[-1].number if entries else 0
        for number, lines in table.match.log(seat, table.say(language), done):
            entries.append(Entry(number, played[number - 1].actor, lines))
        return entries
