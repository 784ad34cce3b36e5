"""The record is the truth: a game is its options, its seats and its list of actions, chance included.

As JSON, one action a line: `"2 play C20 c2"` by seat 2, `"* draw R21"` by chance, `"! time"` by the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from kotva.engine.errors import BadRecord, KotvaError
from kotva.engine.fair import Chance, commitment
from kotva.engine.game import Game, Json
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.state import CHANCE, OVER, TABLE, State

FORMAT = 1
_MARKS = {CHANCE: "*", TABLE: "!"}
T = TypeVar("T")
_ACTORS = {"*": CHANCE, "!": TABLE}


def line(actor: int, text: str) -> str:
    """An action as a line of a record."""
    return f"{_MARKS.get(actor, str(actor + 1))} {text}"


def split(text: str) -> tuple[int, str]:
    """The actor and the notation of a line."""
    mark, _, action = text.partition(" ")
    if mark in _ACTORS:
        return _ACTORS[mark], action
    if not re.fullmatch("[1-9][0-9]?", mark):
        raise BadRecord("The line {line!r} does not begin with a seat, '*' or '!'.", line=text)
    return int(mark) - 1, action


@dataclass(slots=True)
class Record:
    """A game that can be replayed without any generator."""

    game: str
    version: str
    seats: int
    options: dict[str, Json] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    commit: str = ""  # SHA-256 of the seed, known before the first move
    seed: str = ""  # told when the game is over
    position: dict[str, Json] | None = None  # where the game started, if not at the set-up
    result: dict[str, Json] | None = None

    def to_json(self) -> str:
        """Readable JSON, one move a line."""
        data: dict[str, Json] = {"kotva": FORMAT, "game": self.game, "rules": self.version, "seats": self.seats}
        data["options"] = dict(self.options)
        data["names"] = list(self.names)
        for name in ("commit", "seed"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        if self.position is not None:
            data["position"] = self.position
        if self.result is not None:
            data["result"] = self.result
        data["moves"] = list(self.moves)
        return json.dumps(data, ensure_ascii=False, indent=1)

    @staticmethod
    def from_json(text: str) -> Record:
        """Read a record; BadRecord says what is wrong with it."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise BadRecord("This is not JSON: {error}.", error=error) from None
        if not isinstance(data, dict) or data.get("kotva") != FORMAT:
            raise BadRecord('This is no Kotva record: it must be a JSON object with "kotva": {format}.', format=FORMAT)
        try:
            record = Record(
                game=_typed(data, "game", str),
                version=_typed(data, "rules", str),
                seats=_typed(data, "seats", int),
                options=_typed(data, "options", dict, {}),
                names=_typed(data, "names", list, []),
                moves=_typed(data, "moves", list),
                commit=_typed(data, "commit", str, ""),
                seed=_typed(data, "seed", str, ""),
            )
        except KeyError as error:
            raise BadRecord("The record has no {name} of the right kind.", name=error) from None
        for name in ("position", "result"):
            if not isinstance(data.get(name), dict | None):
                raise BadRecord("The record has no {name} of the right kind.", name=repr(name))
        record.position = data.get("position")
        record.result = data.get("result")
        if not all(isinstance(name, str) for name in record.names):
            raise BadRecord("The record has no {name} of the right kind.", name="'names'")
        for number, move in enumerate(record.moves, 1):
            if not isinstance(move, str):
                raise BadRecord("Move {number} is not a text.", number=number)
            split(move)
        return record

    def start(self, game: Game) -> tuple[Options, State]:
        """The options and the state before the first move."""
        if self.version != game.version:
            raise BadRecord(
                "This record was played under {game} rules {theirs}; these are rules {ours}.",
                game=game.id,
                theirs=self.version,
                ours=game.version,
            )
        options = game.choose_options(self.seats, self.options)
        return options, game.new(options) if self.position is None else game.from_position(self.position, options)

    def replay(self, game: Game) -> Iterator[tuple[int, int, State]]:
        """Play the record move by move: after each one its actor, its action and the state (one and the same object)."""
        _, state = self.start(game)
        for number, move in enumerate(self.moves, 1):
            actor, text = split(move)
            try:
                action = game.actions.parse(text)
                game.play(state, actor, action)
            except KotvaError as error:
                raise self.broken(number, error) from None
            yield actor, action, state

    def broken(self, number: int, error: KotvaError) -> BadRecord:
        """The error for a move that cannot be replayed."""
        return BadRecord("Move {number} does not replay: {error}", number=number, error=error)

    def final(self, game: Game) -> State:
        """The state after the last move."""
        _, state = self.start(game)
        for _, _, after in self.replay(game):
            state = after
        return state

    def verify(self, game: Game) -> int:
        """Check every outcome of chance against the seed; the number of outcomes, or BadRecord at the first false one."""
        if not self.seed:
            raise BadRecord("The record does not tell its seed (it is told when the game is over).")
        if self.commit != commitment(self.seed):
            raise BadRecord("The seed does not fit the commitment made before the game.")
        chance = Chance(self.seed)
        out = Moves()
        _, state = self.start(game)
        for number, move in enumerate(self.moves, 1):
            actor, text = split(move)
            try:
                action = game.actions.parse(text)
                if actor == CHANCE and state.to_act() == CHANCE:
                    out.clear()
                    state.list_chance(out)
                    fair = out.items()[chance.draw(out.weights())]
                    if fair != action:
                        raise BadRecord("the seed gives {fair!r} instead", fair=game.actions.text(fair))
                game.play(state, actor, action)
            except KotvaError as error:
                raise BadRecord(
                    "Move {number} ({move}) is false: {error}.", number=number, move=move, error=error
                ) from None
        if state.to_act() != OVER:
            raise BadRecord("The game in this record is not over.")
        return chance.drawn


def _typed(data: dict[str, object], name: str, kind: type[T], default: T | None = None) -> T:
    value = data.get(name, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise KeyError(name)
    return value
