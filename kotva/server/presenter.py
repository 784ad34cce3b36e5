"""What viewers get of a table, in their language: made once for all who see the same, and from views alone.

A viewer with the previous state gets only what is new.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import ref

import msgspec

from kotva.engine.fields import key as state_key
from kotva.engine.game import Event, View
from kotva.engine.say import Say
from kotva.engine.scene import Scene
from kotva.engine.state import SPECTATOR
from kotva.scene.change import follow
from kotva.scene.log_links import point_out
from kotva.scene.packet import (
    Choice,
    ChoiceQuestion,
    ClockFace,
    End,
    LogEntry,
    Packet,
    SceneChange,
    Sitter,
    choices,
    end,
    questions,
    scene_json,
)
from kotva.server.messages import Change, encode
from kotva.server.rows import shown_name
from kotva.server.table import Table
from kotva.server.table_log import TableLog


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a table: the own seats, and the one whose view is shown now."""

    yours: tuple[int, ...] = ()
    eyes: int | None = None
    language: str = "en"
    have: int = 0  # the log is sent from this move on


_SAID = 64  # moves that are kept in words: those that the next viewers hear of, too
Eyes = tuple[int | None, int | None, str]  # the seat looked through, the seat to hand over to, the language
Moment = tuple[TableLog, int, int]  # a table as it is: its log, the number of events, and of changes of seats


@dataclass(slots=True)
class Shown:
    """The table at one moment through some eyes: what all have who look through them."""

    moment: Moment | None  # None: it is long past
    seq: int
    moves: int
    undone: int
    scene: Scene
    actors: list[int]
    choices: list[Choice]
    questions: list[ChoiceQuestion]
    undo: bool
    over: End | None
    seed: str
    thinking: bool
    json: msgspec.Raw | None = None  # the scene as it is sent, when somebody has needed it
    change: bytes | None = None  # all that is new since the moment before, as it is sent
    before: Shown | None = field(default=None, repr=False)


@dataclass(slots=True)
class Common:
    """A scene that several viewers have in common: what it was made from, how it came out, and how it is told."""

    stamp: tuple[object, ...]
    made: Scene
    changes: list[tuple[Scene, SceneChange]] = field(default_factory=list)  # what is new, after which scene
    texts: list[tuple[Change, bytes]] = field(default_factory=list)


class Presenter:
    """What one table shows."""

    def __init__(self, table: Table) -> None:
        self._ref = ref(table)  # the presenter goes with its table, not the table with its presenter
        self._shown: dict[Eyes, Shown] = {}
        self._logs: dict[
            tuple[int | None, str], tuple[list[LogEntry], int]
        ] = {}  # and up to where nothing changes any more
        self._logged: object = None
        self._said: dict[tuple[str, int, tuple[Event, ...]], LogEntry | None] = {}
        self._says: dict[tuple[str, bool], tuple[int, Say]] = {}
        self._commons: dict[str, Common] = {}  # by language
        self._clock: tuple[Moment | None, int, ClockFace | None] = (None, 0, None)
        self._moment: Moment | None = None  # the one that was last asked about
        self._actors: list[int] = []  # who may decide then

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
        """All that one viewer gets, now or as a look back."""
        table = self._table
        now = len(table.match.played)
        seat, handover = self.eyes(viewer)
        if at is None or at >= now:
            shown = self.now((seat, handover, viewer.language))
        else:
            shown = self._make(max(0, at), (seat, handover, viewer.language))
        if shown.json is None:
            shown.json = scene_json(shown.scene)
        start = self._log_from(min(viewer.have, now))
        return Packet(
            table=table.id,
            game=table.game.id,
            seq=shown.seq,
            moves=now,
            at=shown.moves,
            seat=seat,
            handover=handover,
            actors=shown.actors,
            sitters=self.sitters(viewer),
            scene=shown.json,
            choices=shown.choices,
            questions=shown.questions,
            log=self._log(seat, viewer.language, start),
            log_from=start,
            undo=shown.undo,
            over=shown.over,
            commit=table.match.commit,
            seed=shown.seed,
            thinking=shown.thinking,
            clock=table.clock_face(),
        )

    def change(self, eyes: Eyes, base: int) -> bytes | None:
        """What has changed since event `base` through some eyes, as it is sent; None if that is not known any more."""
        shown = self.now(eyes)
        before = shown.before
        if before is None or before.seq != base or before.undone != shown.undone or shown.seq <= base:
            return None
        if shown.change is None:
            start = self._log_from(before.moves)
            message = Change(
                base=before.seq,
                seq=shown.seq,
                moves=shown.moves,
                scene=self._follow(before.scene, shown.scene, eyes[2]),
                actors=shown.actors,
                choices=shown.choices,
                questions=shown.questions,
                log=self._log(eyes[0], eyes[2], start),
                log_from=start,
                undo=shown.undo,
                over=shown.over,
                seed=shown.seed,
                thinking=shown.thinking,
                clock=self._face(),
            )
            shown.change = self._text(message, eyes[2])
        return shown.change

    def _face(self) -> ClockFace | None:
        """What the clocks show: looked at once for all who hear of a change, because it says when that was."""
        moment, calls, face = self._clock
        if moment is not self._moment or calls != self._table.table_log.calls:
            face = self._table.clock_face()
            self._clock = (self._moment, self._table.table_log.calls, face)
        return face

    def _text(self, message: Change, language: str) -> bytes:
        """A change as it is sent: the same text for all who are told the same."""
        common = self._commons.get(language)
        if common is None or not any(message.scene is told for _, told in common.changes):
            return encode(message)
        for same, text in common.texts:
            if same == message:
                return text
        common.texts.append((message, encode(message)))
        return common.texts[-1][1]

    def _log_from(self, have: int) -> int:
        """From which move on a viewer gets the log who has it up to another: what was news then may be told no more."""
        return self._table.match.news_from(have) if self._table.game.rules.shown_event_later is not None else have

    def sitters(self, viewer: Viewer) -> list[Sitter]:
        """Who sits where, as a viewer sees it."""
        present = self._table.present
        return [
            Sitter(
                s.seat,
                shown_name(s.name, viewer.language),
                "bot" if s.kind == "bot" else "me" if s.seat in viewer.yours else "person" if s.person else "open",
                s.level,
                s.kind == "bot" or s.seat in viewer.yours or present.get(s.seat, 0) > 0,
                self._table.away.get(s.seat, 0.0) if s.kind == "person" and s.person else 0.0,
            )
            for s in self._table.row.sitters
        ]

    def now(self, eyes: Eyes) -> Shown:
        """The table as it is, through some eyes."""
        moment = self._look()
        shown = self._shown.get(eyes)
        if shown is not None and shown.moment is moment:
            return shown
        made = self._make(len(moment[0].match.played), eyes, self._actors)
        made.moment = moment
        was = None if shown is None else shown.moment
        if shown is not None and was is not None and was[0] is moment[0] and was[2] == moment[2]:
            shown.before = shown.json = shown.change = None
            made.before = shown
        self._shown[eyes] = made
        return made

    # -- inside ----------------------------------------------------------------------------------------------------

    def _look(self) -> Moment:
        """This moment: the same object until something happens, so that callers need not compare."""
        table, last = self._table, self._moment
        table_log = table.table_log
        if last is None or last[0] is not table_log or last[1] != table_log.seq or last[2] != table.people:
            last = self._moment = (table_log, table_log.seq, table.people)
            self._actors = table_log.match.actors()
        return last

    def _say(self, language: str, *, marks: bool = False) -> Say:
        """The table's words in a language: kept, because a game keeps parts of its scenes with them."""
        people, say = self._says.get((language, marks), (-1, None))
        if say is None or people != self._table.people:
            say = self._table.say(language, marks=marks)
            self._says[language, marks] = (self._table.people, say)
        return say

    def _scene(self, view: View, say: Say, *, decides: bool) -> Scene:
        """A scene; shared with other viewers where the same knowledge gives the same scene."""
        game = view.game
        if not game.look.alike or decides:
            return game.look.scene(view, say)
        stamp = (say, state_key(view.seen), view.news)
        common = self._commons.get(say.language)
        if common is None or common.stamp != stamp:
            common = self._commons[say.language] = Common(stamp, game.look.scene(view, say))
        return common.made

    def _follow(self, old: Scene, new: Scene, language: str) -> SceneChange:
        """What is new in a scene after another one: found out once for all who saw the same and see the same."""
        common = self._commons.get(language)
        if common is None or common.made is not new:
            return follow(old, new)
        told = next((told for was, told in common.changes if was is old), None)
        if told is None:
            told = follow(old, new)
            common.changes.append((old, told))
        return told

    def _hides_from(self, seat: int) -> bool:
        """Whether a seat sees what a bystander does not."""
        state = self._table.match.state
        return state_key(state.seen(seat)) != state_key(state.seen(SPECTATOR))

    def _make(self, at: int, eyes: Eyes, actors: list[int] | None = None) -> Shown:
        """The table as it is, with those who may decide now; without them, as it was after so many moves."""
        table = self._table
        match, game = table.match, table.game
        seat, handover, language = eyes
        say = self._say(language)
        view = match.view(seat, at)
        live, decides, is_over = actors is not None, actors is not None and seat in actors, match.is_over
        offered = choices(view, say) if decides and handover is None else []
        return Shown(
            moment=None,
            seq=table.seq,
            moves=at,
            undone=table.table_log.undone,
            scene=self._scene(view, say, decides=decides) if live else game.look.scene(view, say),
            actors=actors or [],
            choices=offered,
            questions=questions(view, offered, say) if offered else [],
            undo=live and seat is not None and match.offers_undo(seat),
            over=end(game, match.outcome(), say) if is_over and live else None,
            seed=match.seed if is_over and match.has_drawn else "",
            thinking=table.thinking and live,
        )

    def _log(self, seat: int | None, language: str, since: int) -> list[LogEntry]:
        """What happened after a move, as a seat may read it; made once for every move."""
        table = self._table
        stamp = (table.table_log, table.table_log.undone, table.people)
        if stamp != self._logged:
            self._logged = stamp
            self._logs.clear()
            self._said.clear()
        match = table.match
        entries, settled = self._logs.get((seat, language), ([], 0))
        while entries and entries[-1].number > settled:
            entries.pop()  # it was the news when it was written
        for number, events in match.shown_by_move(seat, settled):
            entry = self._entry(number, events, language)
            if entry is not None:
                entries.append(entry)
        end = len(match.played)
        self._logs[seat, language] = (
            entries,
            end if table.game.rules.shown_event_later is None else match.news_from(end),
        )
        if not since:
            return list(entries)
        first = len(entries)
        while first and entries[first - 1].number > since:
            first -= 1
        return entries[first:]

    def _entry(self, number: int, events: tuple[Event, ...], language: str) -> LogEntry | None:
        """A move in sentences, and what their words stand for: most viewers are told the same of it. None: nothing is told."""
        name = (language, number, events)
        if name not in self._said:
            if len(self._said) >= _SAID:
                self._said.clear()
            table = self._table
            lines, words = point_out(table.game.lines(events, self._say(language, marks=True)))
            self._said[name] = LogEntry(number, table.match.played[number - 1].actor, lines, words) if lines else None
        return self._said[name]
