"""The record is the truth: a game is its options, its seats and its list of actions, chance included.

As JSON, one action a line: `"2 play C20 c2"` by seat 2, `"* draw R21"` by chance, `"! time"` by the table.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from kotva.engine.errors import BadRecord, KotvaError, Unreadable
from kotva.engine.game import Game, Json
from kotva.engine.options import Options
from kotva.engine.state import CHANCE, TABLE, State
from kotva.engine.user_input import clean_name, read_json

FORMAT = 1
LARGEST = 4_000_000  # characters; a game of 6,000 moves has some 150,000
_WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")
_VERSION = re.compile(r"[\w.+-]{1,40}", re.ASCII)
_MARKS = {CHANCE: "*", TABLE: "!"}
T = TypeVar("T")
_ACTORS = {"*": CHANCE, "!": TABLE}


def line(actor: int, text: str) -> str:
    """An action as a line of a record."""
    return f"{_MARKS.get(actor, str(actor + 1))} {text}"


def split(text: str) -> tuple[int, str]:
    """The actor and the notation of a line; `P2 …` for `2 …` and `!time` for `! time` are read too (SET-7)."""
    if text[:1] in _ACTORS:
        return _ACTORS[text[:1]], text[1:].removeprefix(" ")
    mark, _, action = text.partition(" ")
    mark = mark.removeprefix("P")
    if not re.fullmatch("[1-9][0-9]?", mark):
        raise BadRecord("The line {line!r} does not begin with a seat, '*' or '!'.", line=text[:60])
    return int(mark) - 1, action


@dataclass(slots=True)
class Record:
    """A game that can be replayed without any generator."""

    game: str  # its id
    version: str  # of its rules
    seats: int  # how many players
    options: dict[str, Json] = field(default_factory=dict)  # what differs from the defaults of that version
    names: list[str] = field(default_factory=list)  # of the players, by seat; empty: nobody was named
    moves: list[str] = field(default_factory=list)  # one action a line: `2 play C20 c2`
    commit: str = ""  # SHA-256 of the seed, known before the first move
    seed: str = ""  # told when the game is over
    position: dict[str, Json] | None = None  # where the game started, if not at the set-up
    result: dict[str, Json] | None = None  # how it ended, as `result_of` tells it; None while it runs
    seal: str = ""  # SHA-256 of all the rest, when the game is over: equal seals mean equal records

    def to_json(self) -> str:
        """Readable JSON, one move a line."""
        return json.dumps(self.as_data() | ({"seal": self.seal} if self.seal else {}), ensure_ascii=False, indent=1)

    def sealed(self) -> str:
        """The seal that fits this record."""
        text = json.dumps(self.as_data(), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def as_data(self) -> dict[str, Json]:
        """All but the seal."""
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
        return data

    @staticmethod
    def from_json(text: str | bytes) -> Record:
        """Read a record; BadRecord says what is wrong with it."""
        try:
            data = read_json(text, LARGEST)
        except Unreadable as error:
            raise BadRecord("This cannot be read as a record. {error}", error=error) from None
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
                seal=_typed(data, "seal", str, ""),
            )
            record.position = _typed(data, "position", dict) if data.get("position") is not None else None
            record.result = _typed(data, "result", dict) if data.get("result") is not None else None
            record._check_words()
        except KeyError as error:
            raise BadRecord("The record has no {name} of the right kind.", name=str(error)) from None
        record._check_moves()
        return record

    def _check_words(self) -> None:
        """KeyError names what cannot be a game, a version, the names or a seed."""
        if not _WORD.fullmatch(self.game):
            raise KeyError("game")
        if not _VERSION.fullmatch(self.version):
            raise KeyError("rules")
        for name, longest in (("commit", 64), ("seed", 200), ("seal", 64)):
            if len(getattr(self, name)) > longest:
                raise KeyError(name)
        if len(self.names) not in (0, self.seats) or not all(isinstance(name, str) for name in self.names):
            raise KeyError("names")
        self.names = [clean_name(name) or f"Player {i + 1}" for i, name in enumerate(self.names)]

    def _check_moves(self) -> None:
        for number, move in enumerate(self.moves, 1):
            if not isinstance(move, str):
                raise BadRecord("Move {number} is not a text.", number=number)
            split(move)

    def start(self, game: Game) -> tuple[Options, State]:
        """The options and the state before the first move; BadRecord if there is no such beginning."""
        if self.game != game.id or not game.replays(self.version):
            raise BadRecord(
                "This record was played under {theirs_game} rules {theirs}; these are {game} rules {ours}.",
                theirs_game=self.game,
                theirs=self.version,
                game=game.id,
                ours=game.version,
            )
        try:
            options = game.choose_options(self.seats, self.options, self.version)
            return options, game.rules.new(options) if self.position is None else game.from_position(
                self.position, options
            )
        except KotvaError as error:
            raise BadRecord("The beginning of this record cannot be: {error}", error=error) from None

    def replay(self, game: Game) -> Iterator[tuple[int, int, State]]:
        """Play the record move by move: after each one its actor, its action and the state (one and the same object)."""
        _, state = self.start(game)
        for number, move in enumerate(self.moves, 1):
            actor, text = split(move)
            try:
                action = game.rules.actions.parse(text)
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


def _typed(data: Mapping[str, object], name: str, kind: type[T], default: T | None = None) -> T:
    value = data.get(name, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise KeyError(name)
    return value
