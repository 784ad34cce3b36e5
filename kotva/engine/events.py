"""The events of a game, declared once: the sentence in the log, what its numbers stand for, and who may know it.

    EVENTS = Events(
        codes,
        ACTIONS,
        SAILED=Told(N_("{player} sails to {field}."), PLAYER, FIELD),
        PEEKED=Told(N_("{player} looks at {card}."), PLAYER, CARD, shown=to_seat_alone),
        RESTED=Told("", PLAYER),
    )

The name is that of the number in the game's `rules/codes.py`, and in lower case what lessons call the event. Each number of an
event `(code, a, b, c)` has an `EventArgument`: its words, with the items of the scene that they stand for (`Say.thing`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final

from kotva.engine.actions import ActionSpace
from kotva.engine.say import Say

Event = tuple[int, int, int, int]  # (code, a, b, c): one step of what an action did
PLAYED: Final = -1  # the code of the event that stands before each action's own: (PLAYED, actor, action, 0)
Shown = Callable[[int, Event], Event | None]  # an event as a viewer may know it, or None


class EventArgument:
    """What one number of an event stands for, or several in a row: its name in the sentence and its words.

    `words(number, say)`; of several numbers `words(first, second, say)`. Without a name the words are several, by their names.
    """

    def __init__(self, name: str, words: Callable[..., Any], width: int = 1) -> None:
        self.name = name  # in the sentence; empty: several names, as `words` gives them
        self.words = words  # the number as people read it
        self.width = width  # how many numbers of the event it takes


def player(seat: int, say: Say) -> str:
    """A seat by the name of its player."""
    return say.player(seat)


def number(n: int, _say: Say) -> int:
    """Just a number."""
    return n


def _untold(_number: int, _say: Say) -> dict[str, object]:
    return {}


PLAYER: Final = EventArgument("player", player)
OTHER: Final = EventArgument("other", player)
COUNT: Final = EventArgument("n", number)
UNTOLD: Final = EventArgument("", _untold)  # a number for animations or agents, which the sentence leaves out
SENTENCE: Final = "{sentence}"  # the words of the argument of that name are the whole line
Choice = Callable[[int, int, int], str]  # the sentence for these numbers


def many(one: str, several: str) -> tuple[str, str]:
    """Two sentences, of which the number `n` decides."""
    return one, several


class Told:
    """One kind of event: how the log tells it, and who may know it.

    The sentence is empty where other events tell enough, a pair (`many`) where the number `n` decides, a function of the three
    numbers where they do. `shown` says what others know of it (by default everything), `shown_later` what is left of it when it
    is news no more. `reveals`: it shows what was hidden, so it cannot be taken back. `joined`: several in a row make
    one sentence.
    """

    def __init__(
        self,
        sentence: str | tuple[str, str] | Choice,
        *arguments: EventArgument,
        shown: Shown | None = None,
        shown_later: Shown | None = None,
        reveals: bool = False,
        joined: bool = False,
    ) -> None:
        self.sentence = sentence  # marked with N_
        self.arguments = arguments  # what its numbers stand for
        self.shown = shown  # what others know of it; None: everything
        self.shown_later = shown_later  # what is left of that when it is news no more
        self.reveals = reveals  # no undo of it
        self.joined = joined  # several in a row make one sentence

    def values(self, event: Event, say: Say) -> dict[str, Any]:
        """What stands in the gaps of the sentence."""
        values: dict[str, Any] = {}
        numbers = [event[1], event[2], event[3]]
        at = 0
        for argument in self.arguments:
            if argument is not UNTOLD:
                if argument.width == 1:
                    words = argument.words(numbers[at], say)
                else:
                    words = argument.words(*numbers[at : at + argument.width], say)
                if argument.name:
                    values[argument.name] = words
                else:
                    values.update(words)
            at += argument.width
        return values

    def line(self, event: Event, say: Say) -> str:
        """The event as a sentence; empty if the log does not tell it."""
        sentence = self.sentence
        if isinstance(sentence, tuple):
            values: dict[str, Any] = self.values(event, say)
            return say.many(sentence[0], sentence[1], values.pop("n"), **values)
        text = sentence if isinstance(sentence, str) else sentence(event[1], event[2], event[3])
        if text == SENTENCE:
            return str(self.values(event, say)["sentence"])
        return say(text, **self.values(event, say)) if text else ""


def to_seat_alone(viewer: int, event: Event) -> Event | None:
    """Known to the seat in its first number only."""
    return event if event[1] == viewer else None


def hiding(at: int, instead: int, *known: int) -> Shown:
    """One number of it is hidden from everybody but the seats in these numbers of the event (1 to 3)."""

    def shown(viewer: int, event: Event) -> Event:
        for seat in known:
            if event[seat] == viewer:
                return event
        code, a, b, c = event
        return (code, instead, b, c) if at == 1 else (code, a, instead, c) if at == 2 else (code, a, b, instead)

    return shown


def either(at: int, value: int, then: str, otherwise: str) -> Choice:
    """One sentence if a number of the event (1 to 3) has a value, another if not."""

    def chosen(a: int, b: int, c: int) -> str:
        return then if (a, b, c)[at - 1] == value else otherwise

    return chosen


class Events:
    """All events of a game by their codes; `shown_event`, `log` and the rest are what a `Game` takes."""

    def __init__(
        self,
        codes: ModuleType,
        actions: ActionSpace,
        /,
        *,
        played: Shown | None = None,
        played_line: Callable[[int, int, Say], str] | None = None,
        **declared: Told,
    ) -> None:
        # Each kind by its code, the codes by the names that lessons use, and the codes of those that reveal something.
        self.declared = {int(getattr(codes, name)): told for name, told in declared.items()}
        # Codes by the names that lessons call them by (`GameWords.events`).
        self.names = {name.lower(): int(getattr(codes, name)) for name in declared}
        # Codes of events that show something hidden: no undo goes behind them.
        self.reveals = frozenset(code for code, told in self.declared.items() if told.reveals)
        self._actions = actions
        self._played = played
        self._played_line = played_line
        if len(self.declared) < len(declared):
            raise ValueError("two events have one number")

    def shown_event(self, viewer: int, event: Event) -> Event | None:
        """An event as a viewer may know it: an action of a secret family is its actor's, the rest as it is declared."""
        if event[0] == PLAYED:
            if self._played is not None:
                return self._played(viewer, event)
            return None if event[1] != viewer and self._actions.family(event[2]).secret else event
        shown = self.declared[event[0]].shown
        return event if shown is None else shown(viewer, event)

    def shown_event_later(self, viewer: int, event: Event) -> Event | None:
        """What is left of it when it is news no more."""
        shown = self.declared[event[0]].shown_later if event[0] != PLAYED else None
        return event if shown is None else shown(viewer, event)

    def log(self, events: Sequence[Event], say: Say) -> list[str]:
        """What happened, in sentences, from events that the reader may know."""
        lines: list[str] = []
        at = 0
        while at < len(events):
            event = events[at]
            at += 1
            line = ""
            if event[0] != PLAYED:
                told = self.declared[event[0]]
                start = at - 1
                while told.joined and at < len(events) and events[at][0] == event[0]:
                    at += 1
                line = self._joined(told, events[start:at], say) if told.joined else told.line(event, say)
            elif self._played_line is not None:
                line = self._played_line(event[1], event[2], say)
            if line:
                lines.append(line)
        return lines

    def _joined(self, told: Told, events: Sequence[Event], say: Say) -> str:
        each = [told.values(event, say) for event in events]
        assert isinstance(told.sentence, str)
        return say(told.sentence, **{name: ", ".join(str(one[name]) for one in each) for name in each[0]})
