"""The observer of a game that brings none: the fields of what a seat sees, one after the other.

A few random games show how long each array gets and which numbers are masks or packed: those are written bit by bit. Arrays
that grow with the number of seats begin with the seat that looks.
"""

from __future__ import annotations

from dataclasses import dataclass

from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.fields import fields
from kotva.engine.game import Game
from kotva.engine.observe import Observer, Tape
from kotva.engine.options import Options
from kotva.engine.playout import play_random
from kotva.engine.spans import MOST, Span, one_hot
from kotva.engine.state import OVER, State

_GAMES = 4  # random games to look at
_PLAIN = 4_095  # a number that got larger than this is a mask or a pack of something
_BITS = 62


@dataclass(slots=True)
class _Field:
    """How a field is written: so many places, each a number or its bits; first those of the seat that looks if `seated`."""

    name: str
    array: bool
    length: int
    low: int = 0
    high: int = 0
    seated: bool = False

    @property
    def bits(self) -> bool:
        return self.high > _PLAIN

    def see(self, value: int | list[int]) -> None:
        items = [value] if isinstance(value, int) else value
        self.length = max(self.length, len(items))
        self.low, self.high = min(self.low, *items, 0), max(self.high, *items, 0)

    def span(self) -> Span:
        words = "field of the state" + (", from the seat that looks" if self.seated else "")
        if self.bits:
            return Span(self.name, (self.length, _BITS), 1, f"{words}, bit by bit")
        return Span(self.name, (self.length,), MOST, words, -MOST)


class FieldsObserver(Observer):
    """Writes the seat that looks, who is to act, then field by field."""

    def __init__(self, game: Game, options: Options) -> None:
        self._seats = options.seats
        self._fields = _survey(game, options)

    def spans(self) -> list[Span]:
        return [
            one_hot("seat", self._seats, "the seat that looks"),
            one_hot("to act", self._seats, "who decides, from the seat that looks; nobody at the end"),
            *(field.span() for field in self._fields),
        ]

    def write(self, seen: State, seat: int, tape: Tape) -> None:
        actor = int(seen.to_act())
        tape.hot(seat, self._seats)
        tape.hot((actor - seat) % self._seats if actor >= 0 else -1, self._seats)
        values = fields(seen)
        for field in self._fields:
            value = values[field.name]
            items = [value] if isinstance(value, int) else value[: field.length]
            if field.seated:
                start = len(items) // self._seats * seat
                items = items[start:] + items[:start]
            for item in items:
                if field.bits:
                    for bit in range(_BITS):
                        tape.put(item >> bit & 1)
                else:
                    tape.put(item)
            tape.skip((field.length - len(items)) * (_BITS if field.bits else 1))


def _survey(game: Game, options: Options) -> list[_Field]:
    """The fields as they are in a few random games."""
    first = game.rules.new(options)
    found = {
        name: _Field(name, isinstance(value, list), 0 if isinstance(value, list) else 1)
        for name, value in fields(first).items()
        if name != "seats"
    }
    for number in range(_GAMES):
        state, rng = game.rules.new(options), Rng(number)
        for _ in range(game.rules.longest(options)):
            for name, value in fields(state).items():
                if name in found:
                    found[name].see(value)
            if state.to_act() == OVER:
                break
            play_random(state, rng, 1)
    for field in found.values():
        field.seated = field.array and _per_seat(game, options, field.name)
    return list(found.values())


def _per_seat(game: Game, options: Options, name: str) -> bool:
    """Whether an array has so many places for each seat: it grows in step with them."""
    here = _length(game, options, name)
    for seats in game.rules.seats:
        if seats != options.seats:
            try:
                other = _length(game, game.choose_options(seats), name)
            except KotvaError:
                continue
            return 0 < here != other and here * seats == other * options.seats
    return here == options.seats


def _length(game: Game, options: Options, name: str) -> int:
    value = fields(game.rules.new(options))[name]
    return len(value) if isinstance(value, list) else 1
