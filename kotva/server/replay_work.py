"""What is worked out of a whole game that has ended, in processes: its log, its final board, points and counts.

A record that somebody has brought can be long, and drawing a PNG takes a second without a pause: in the server's own process, in
its event loop or beside it, everybody would wait.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from kotva import games
from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.engine.scene import Panel, Scene
from kotva.match import Match
from kotva.scene.log_links import point_out
from kotva.scene.packet import LogEntry
from kotva.scene.png import to_png
from kotva.scene.svg import render
from kotva.server.messages import Lines, encode

_POINTS: Final = 80  # of a curve
_SHARED: Final = 1200  # pixels across, as pages that show previews ask for
_KEPT: Final = 8  # games that a process remembers
_replayed: OrderedDict[str, Match] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Counts:
    """What the page of a result tells of the course of a game."""

    curve: list[list[float]]  # the points of every seat
    panels: list[Panel]
    turning_point: dict[str, Any] | None  # the move, and what the log says of it


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that has ended, or a record that somebody has brought."""

    name: str  # of its table or record: what has ended does not change
    record: Record
    names: tuple[str, ...]

    @staticmethod
    def of(name: str, match: Match) -> EndedGame:
        return EndedGame(name, match.record(), tuple(match.names))

    def _match(self) -> Match:
        match = _replayed.pop(self.name, None) or Match.from_record(games.load(self.record.game), self.record)
        _replayed[self.name] = match
        while len(_replayed) > _KEPT:
            _replayed.popitem(last=False)
        return match

    def _say(self, language: str, *, marks: bool = False) -> Say:
        return Say(language, self.record.game, self.names, marks=marks)

    def log(self, seat: int | None, language: str) -> bytes:
        """All lines of its log through the eyes of a seat, as JSON."""
        match, say = self._match(), self._say(language, marks=True)
        lines = [LogEntry(n, match.played[n - 1].actor, *point_out(lines)) for n, lines in match.log(seat, say)]
        return encode(Lines(lines))

    def counts(self, ranks: tuple[int, ...], language: str) -> Counts:
        """The points over the course of the game, when its winners went ahead for good, and what it counts."""
        match, say = self._match(), self._say(language)
        curve = curve_of(match)
        statistics = match.game.words.statistics
        panels = [] if statistics is None else list(statistics(match.shown_events(None), say))
        # Sheets of a scoring, with a column for each player, say how the score came about better than a line does.
        beside = match.game.look.scene(match.view(None), say).panels
        sheets = [panel for panel in reversed(beside) if len(panel.head) == match.seats + 1]
        if all(line[:-1] == line[:1] * (len(line) - 1) for line in curve):
            return Counts([], sheets + panels, None)  # points only at the end: no line and no moment tells anything
        return Counts(curve, sheets + panels, turning_point(match, curve, ranks, say))

    def svg(self, theme: str) -> str:
        """The last board with something on it: some rules clear it when they count."""
        match, say = self._match(), self._say("en")
        length = len(match.played)
        last, before = (match.game.look.scene(match.view(None, at), say) for at in (length, max(0, length - 1)))
        # One thing more or less is the last move; a board that was cleared has lost most of them.
        shown = last if 2 * _things(last) >= _things(before) else before
        return render(shown, match.game.look.symbols, theme=theme, beside=False, title=match.game.title, marks=False)

    def png(self, theme: str) -> bytes:
        """The same for previews elsewhere."""
        return to_png(self.svg(theme), _SHARED)


def _things(scene: Scene) -> int:
    return sum(bool(item.symbol) for item in scene.items)


def curve_of(match: Match) -> list[list[float]]:
    """The points of every seat over the course of a game."""
    states = [match.state_at(at) for at in moments_of(match)]
    return [[float(state.score(seat)) for state in states] for seat in range(match.seats)]


def moments_of(match: Match) -> list[int]:
    length = len(match.played)
    return sorted({round(length * part / _POINTS) for part in range(_POINTS + 1)})


def lead(match: Match, curve: list[list[float]], ranks: Sequence[int]) -> int | None:
    """The move after which the winners have been ahead of all others to the end; None if the points do not tell that."""
    winners = [seat for seat in range(match.seats) if ranks[seat] == 1]
    others = [seat for seat in range(match.seats) if ranks[seat] != 1]
    if not winners or not others:
        return None

    def ahead(scores: Sequence[float]) -> bool:
        return min(scores[seat] for seat in winners) > max(scores[seat] for seat in others)

    moments = moments_of(match)
    behind = [n for n in range(len(moments)) if not ahead([line[n] for line in curve])]
    if not behind or behind[-1] == len(moments) - 1:
        return None
    last, after = moments[behind[-1]], moments[behind[-1] + 1]
    for at in range(after - 1, last, -1):
        state = match.state_at(at)
        if not ahead([float(state.score(seat)) for seat in range(match.seats)]):
            return at + 1
    return last + 1


def turning_point(match: Match, curve: list[list[float]], ranks: Sequence[int], say: Say) -> dict[str, Any] | None:
    """The move of `lead`, with what the log says of it to everybody."""
    at = lead(match, curve, ranks)
    if at is None:
        return None
    told = [line for number, lines in match.log(None, say, at - 1) if number == at for line in lines]
    return {"at": at, "words": " ".join(told)}
