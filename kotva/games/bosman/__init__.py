"""Bosman (The Boatswain): four gangs of pirates crowd a beach while the boatswain picks a crew."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.arrays import ints
from kotva.engine.errors import BadOption
from kotva.engine.game import Game
from kotva.engine.options import Choice, Number, Option, Options, Text
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.bosman import position, scene, text
from kotva.games.bosman.actions import ACTIONS
from kotva.games.bosman.advice import BosmanAdvice
from kotva.games.bosman.board import GANGS
from kotva.games.bosman.rules import Bosman, new_game
from kotva.games.bosman.rules.codes import DREW
from kotva.games.bosman.symbols import SYMBOLS


def read_gangs(given: str, _chosen: Options) -> str:
    """BOS-1.4: a permutation of the four letters."""
    if sorted(given) != sorted(GANGS):
        raise BadOption(
            "Option {name} cannot be {given!r}; allowed: {allowed} ({clause}).",
            name="gangs",
            given=given,
            allowed="a permutation of RFCT",
            clause="BOS-1.4",
        )
    return given


def seat_numbers(chosen: Options) -> int:
    return chosen.seats


OPTIONS: Sequence[Option] = (
    Text("gangs", read_gangs, "RFCT", "BOS-1.4", N_("Who represents which gang"), "a permutation of RFCT"),
    Number("first", 1, seat_numbers, 1, "BOS-4.7", N_("The starting player")),
    Choice(
        "poisoned_seat",
        ("free", "closed"),
        "free",
        "BOS-7.4",
        N_("What a poisoned seat is from then on"),
        {"free": N_("free again"), "closed": N_("closed for good")},
    ),
    Number("turn_limit", 20, 400, 100, "BOS-15.2", N_("The last turn of the game"), step=seat_numbers),
)


def new(options: Options) -> State:
    """The set-up of BOS-4, before the first hands are drawn."""
    start = position.empty(options)
    return new_game(start.seats, start.first, start.limit, start.closed, ints([int(o) for o in start.owner]))


def longest(options: Options) -> int:
    """68 tokens drawn by chance, the opening, every turn, and a chosen boarding for each seat and each poison (BOS-15.4)."""
    return 68 + options.seats + options.number("turn_limit") + 9 + 4


def details(state: State, seat: int) -> dict[str, int | str]:
    """Tokens, lines and the tie-break behind a score (BOS-16)."""
    assert isinstance(state, Bosman)
    tokens = sum(1 for t in state.boat if t >= 0 and state.owner[int(t) // 10] == seat)
    lines = int(state.score(seat)) - tokens
    return {N_("tokens"): tokens, N_("lines"): lines, N_("digits"): int(state.digits(seat))}


GAME = Game(
    id="bosman",
    prefix="BOS",
    version="1.0",
    title=N_("The Boatswain"),
    summary=N_("Lay pirates beside the boatswain, steer him across the beach and fill the boat with your gang."),
    seats=(2, 4),  # BOS-1.1; with two players everything else is the same (BOS-12.1)
    options=tuple(OPTIONS),
    actions=ACTIONS,
    reasons=text.REASONS,
    why=text.WHY,
    new=new,
    longest=longest,
    read=position.read,
    write=position.write,
    check=position.check,
    told=text.told,
    shows=frozenset({DREW}),  # a token that came from under the stack, without chance
    log=text.log,
    scene=scene.scene,
    paths=scene.paths,
    words=text.words,
    board=text.board,
    details=details,
    symbols=SYMBOLS,
    advice=BosmanAdvice(),
)
