"""The message a browser draws: everything one viewer may know of a table at one moment, and nothing else.

It is made from a View alone. Scene items leave out what has its default; the client fills it in again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, Any

import msgspec

from kotva.engine.game import Game, Json, View
from kotva.engine.outcome import Outcome
from kotva.engine.say import Say
from kotva.engine.scene import Path, Scene
from kotva.scene.compact import compact
from kotva.scene.log_links import Word

# A scene without what has its default, as JSON already; its shape is that of kotva.engine.scene.Scene.
SceneData = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Scene"})]


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action: its notation, its words, and the things to choose for it (none: it is a button)."""

    action: str  # in its notation
    words: str  # on its button
    paths: tuple[Path, ...] = ()  # what to choose for it, thing by thing; none: it has a button
    aside: bool = False  # its button is a quiet one


class ChoiceQuestion(msgspec.Struct, frozen=True, gc=False):
    """What is asked when exactly these things are chosen, or more things that nothing better is asked of."""

    text: str  # the question
    chosen: list[Path]  # after which choices it is asked


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Who sits at a seat: a person at this browser ("me"), at another one ("person"), a bot, or nobody yet ("open")."""

    seat: int  # from 0
    name: str  # as it is shown
    kind: str  # `me`, `person`, `bot` or `open`
    level: str = ""  # of a bot; of a person: a bot of this level plays until the person is back
    here: bool = True  # a person whose browser is connected; bots always are
    away: float = 0.0  # since when a person is away (seconds since 1970)


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a move did, in sentences: its number in the record and who made it (-1 chance, -3 the table)."""

    number: int  # of the move, from 1
    actor: int  # the seat; -1: chance, -3: the table
    lines: list[str]  # sentences
    words: list[Word] = []  # what stands for a thing: line, start, end, ids of items (`@0` is the first player)


class End(msgspec.Struct, frozen=True):
    """How the game ended, in words and numbers."""

    reason: str  # the reason's name: `last_seat`
    text: str  # a sentence
    clause: str  # the rule that ended it
    scores: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat, from 1
    details: tuple[dict[str, int | str], ...]  # by seat: where the score came from
    winners: tuple[int, ...]  # seats that have won
    drawn: bool = False  # all share the first place: nobody has won


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the clock of a seat shows, in seconds: a move runs first on `move`, then on `reserve`; an answer on `answer` alone."""

    seat: int  # from 0
    runs: str = "idle"  # "moving" and "answering" count down
    move: float | None = None  # None: moves are not limited by themselves
    reserve: float | None = None  # None: there is none
    answer: float | None = None  # None: no answer is owed


class ClockFace(msgspec.Struct, frozen=True, omit_defaults=True):
    """All clocks of a table as they stood at a time of the server (seconds since 1970); the client counts on from there."""

    at: float  # that time
    seats: list[SeatTime] = []  # one a seat
    stopped: bool = False  # or not started yet: nothing counts down
    bell: float | None = None  # seconds until the next event that the rules themselves ask for
    paused: bool = False  # somebody has stopped it
    calls: int = 0  # how often it was started, stopped and mended: a call says on which number it is made


class SceneChange(msgspec.Struct, omit_defaults=True):
    """Take `gone` away, bring `put` up to date (null: back to the default), put each of `new` at its place from the front on;
    with `order`, all items lie in that order. `rest` has the other parts of the scene that are not as they were; in its `seats`,
    `panels` and `forms`, one that is as it was is given by its number or id alone."""

    gone: list[str] = []  # ids of items that are there no more
    put: list[dict[str, Any]] = []  # fields of items that changed, with their ids
    new: list[tuple[int, dict[str, Any]]] = []  # items that are new, each with its place in the list
    order: list[str] = []  # all ids, where their order changed
    rest: dict[str, Any] = {}  # all other fields of the scene that changed


class Packet(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="packet"):
    """All that a table shows to one viewer."""

    table: str  # its id: the last part of its address
    game: str  # the id of the game
    seq: int  # how many events the table has had; a move names the number it was made on
    moves: int  # how many moves the game has (an undo takes one away, and is an event)
    at: int  # after how many moves this is; less than `moves`: a look back
    seat: int | None = None  # through whose eyes
    handover: int | None = None  # hot seat: it is the turn of this seat, and the screen must change hands first
    actors: list[int] = []  # seats that decide now
    sitters: list[Sitter] = []  # one a seat
    scene: SceneData  # what lies on the table
    choices: list[Choice] = []  # what the viewer can choose now
    questions: list[ChoiceQuestion] = []  # what is asked when a thing is chosen
    log: list[LogEntry] = []  # lines of the log
    log_from: int = 0  # the log above begins after this move; what the client has from there on is replaced
    undo: bool = False  # whether the last action can be taken back
    over: End | None = None  # how the game ended; none while it goes on
    commit: str = ""  # SHA-256 of the seed, from the start
    seed: str = ""  # what chance followed from, when the game is over
    thinking: bool = False  # a bot is choosing its move
    clock: ClockFace | None = None  # None: nobody is hurried now


def scene_data(scene: Scene) -> dict[str, Json]:
    """A scene as data without what has its default."""
    data = compact(scene)
    assert isinstance(data, dict)
    return data


def choices(view: View, say: Say) -> list[Choice]:
    """Every legal action of the viewer, in words, with its click paths."""
    legal = view.legal()
    if not legal:
        return []
    game, out = view.game, []
    family_of, paths, to_words = game.rules.actions.family, game.look.paths, game.words.action or game.to_words
    for action in legal:
        family = family_of(action)
        out.append(Choice(family.text(action), to_words(view, action, say), tuple(paths(view, action)), family.aside))
    return out


def questions(view: View, offered: Sequence[Choice], say: Say) -> list[ChoiceQuestion]:
    """What a game asks of everything that can be chosen and leaves something open: of single things, and of two together."""
    ask = view.game.words.question
    if ask is None:
        return []
    partial: dict[frozenset[str], Path] = {}
    for choice in offered:
        for path in choice.paths:
            if len(path) > 1:
                singles: list[Path] = [(thing,) for thing in path]
                for some in [*singles, *(combinations(path, 2) if len(path) > 2 else ())]:
                    partial.setdefault(frozenset(some), some)
    asked: dict[str, list[Path]] = {}
    for some in partial.values():
        text = ask(view, some, say)
        if text:
            asked.setdefault(text, []).append(some)
    return [ChoiceQuestion(text, chosen) for text, chosen in asked.items()]


def end(game: Game, outcome: Outcome, say: Say) -> End:
    """How a game ended, for people."""
    text = next((reason.text for reason in game.rules.reasons if reason.name == outcome.reason), outcome.reason)
    return End(
        outcome.reason,
        say(text),
        outcome.clause,
        outcome.scores,
        outcome.ranks,
        tuple({say(name): value for name, value in details.items()} for details in outcome.details),
        outcome.winners,
        outcome.drawn,
    )


def encode(packet: msgspec.Struct | Sequence[msgspec.Struct]) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(packet)


def scene_json(scene: Scene) -> msgspec.Raw:
    """The same as JSON, to be put into messages as it is."""
    return msgspec.Raw(msgspec.json.encode(scene_data(scene)))
