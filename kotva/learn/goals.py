"""Goals of lessons: small declared predicates of what a seat sees and has done, read from data.

| goal | is true when |
|---|---|
| `{"position": "boat.21", "is": "R21"}` | the value at a place of the seat's position is this one |
| `{"position": "scores.S", "least": 1}` | it is a number of at least so much; `most` likewise |
| `{"position": "tokens", "like": "*1S@g5*"}` | it is a text of this form; `*` stands for anything |
| `{"played": "cruise *"}` | the seat has played such an action, in notation |
| `{"happened": "sunk"}` | something has happened that the game calls so (`Game.words.events`) |
| `{"score": 3}` | the seat has at least so many points |
| `{"won": true}` | the game is over, and the seat is first |
| `{"call": "longest_road"}` | a function of the game says so (`Game.words.goals`) |
| `{"all": [...]}`, `{"any": [...]}`, `{"not": ...}` | all, one, none of some goals |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.game import PLAYED, Event, Game, Json, View
from kotva.engine.position import PositionReader
from kotva.engine.say import N_
from kotva.engine.state import OVER
from kotva.match import Match

KINDS: Final = ("position", "played", "happened", "score", "won", "call", "all", "any", "not")
_OPERATORS: Final = ("is", "least", "most", "like")
_MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Sight:
    """What a goal is asked about: what a seat sees, and what it has been told since the lesson began."""

    view: View
    events: tuple[Event, ...]

    @property
    def seat(self) -> int:
        return self.view.seat or 0

    def played(self) -> Iterator[str]:
        """What the seat itself has played, in notation."""
        for code, actor, action, _ in self.events:
            if code == PLAYED and actor == self.seat:
                yield self.view.game.rules.actions.text(action)


Goal = Callable[[Sight], bool]


def sight(match: Match, seat: int, at: int | None = None) -> Sight:
    """What a seat sees and has been told, now or after `at` moves."""
    length = len(match.played) if at is None else at
    shown = (match.game.show_event(seat, event) for played in match.played[:length] for event in played.events)
    return Sight(match.view(seat, length), tuple(event for event in shown if event is not None))


def read_goal(game: Game, data: object, path: str, source: str) -> Goal:
    """A goal from data; BadPosition says what cannot be read, where, and what is allowed."""
    goal = PositionReader(data, (*KINDS, *_OPERATORS), source, path)
    kinds = [kind for kind in KINDS if kind in goal]
    if len(kinds) != 1:
        raise goal.refusal("", dict(goal.data), KotvaError(N_("one of {kinds}"), kinds=", ".join(KINDS)))
    return _READERS[kinds[0]](game, goal)


def _position(_game: Game, goal: PositionReader) -> Goal:
    steps = goal.text("position").split(".")
    tests: list[Callable[[Json], bool]] = []
    if "is" in goal:
        wanted = goal.data["is"]
        tests.append(lambda value: value == wanted)
    if "least" in goal:
        least = goal.number("least", -_MOST, _MOST, 0)
        tests.append(lambda value: isinstance(value, int) and value >= least)
    if "most" in goal:
        most = goal.number("most", -_MOST, _MOST, 0)
        tests.append(lambda value: isinstance(value, int) and value <= most)
    if "like" in goal:
        form = goal.text("like")
        tests.append(lambda value: isinstance(value, str) and fnmatchcase(value, _plain(form)))
    if not tests:
        raise goal.refusal("", dict(goal.data), KotvaError(N_("one of {kinds}"), kinds=", ".join(_OPERATORS)))
    return lambda sight: all(test(_at(sight.view.to_json(), steps)) for test in tests)


def _at(value: Json, steps: Sequence[str]) -> Json:
    """What stands at a place of a position; None if there is no such place."""
    for step in steps:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _played(_game: Game, goal: PositionReader) -> Goal:
    form = _plain(goal.text("played"))
    return lambda sight: any(fnmatchcase(text, form) for text in sight.played())


def _happened(game: Game, goal: PositionReader) -> Goal:
    names = list(game.words.events)
    code = game.words.events[names[goal.index("happened", goal.data["happened"], names)]]
    return lambda sight: any(event[0] == code for event in sight.events)


def _score(_game: Game, goal: PositionReader) -> Goal:
    least = goal.number("score", -_MOST, _MOST, 0)
    return lambda sight: int(sight.view.seen.score(sight.seat)) >= least


def _won(_game: Game, goal: PositionReader) -> Goal:
    wanted = bool(goal.flag("won"))

    def won(sight: Sight) -> bool:
        seen = sight.view.seen
        return (seen.to_act() == OVER and int(seen.rank(sight.seat)) == 1) == wanted

    return won


def _call(game: Game, goal: PositionReader) -> Goal:
    names = list(game.words.goals)
    function = game.words.goals[names[goal.index("call", goal.data["call"], names)]]
    return lambda sight: bool(function(sight.view, sight.events))


def _several(game: Game, goal: PositionReader, kind: str) -> list[Goal]:
    given = enumerate(goal.items(kind))
    return [read_goal(game, one, f"{goal.path}{kind}.{number}.", goal.clause) for number, one in given]


def _all(game: Game, goal: PositionReader) -> Goal:
    goals = _several(game, goal, "all")
    return lambda sight: all(one(sight) for one in goals)


def _any(game: Game, goal: PositionReader) -> Goal:
    goals = _several(game, goal, "any")
    return lambda sight: any(one(sight) for one in goals)


def _not(game: Game, goal: PositionReader) -> Goal:
    other = read_goal(game, goal.data["not"], f"{goal.path}not.", goal.clause)
    return lambda sight: not other(sight)


def _plain(form: str) -> str:
    """A form in which nothing but `*` is special: notations are full of brackets and question marks."""
    return form.replace("[", "[[]").replace("?", "[?]")


_READERS: Final[dict[str, Callable[[Game, PositionReader], Goal]]] = {
    "position": _position,
    "played": _played,
    "happened": _happened,
    "score": _score,
    "won": _won,
    "call": _call,
    "all": _all,
    "any": _any,
    "not": _not,
}
