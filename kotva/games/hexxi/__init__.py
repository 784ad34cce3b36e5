"""Piraci HEXXI: pirates, merchant ships and a warship on a sea of hexagons, laid face down, then let loose."""

from __future__ import annotations

from kotva.engine.game import Game
from kotva.engine.options import Choice, Number, Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.hexxi import board, position, scene, text
from kotva.games.hexxi.actions import ACTIONS
from kotva.games.hexxi.advice import HexxiAdvice
from kotva.games.hexxi.rules import table
from kotva.games.hexxi.symbols import SYMBOLS

OPTIONS = (
    Choice(
        "first",
        lambda chosen: [str(seat + 1) for seat in range(chosen.seats)] + ["random"],
        "1",
        "HEX-3.1",
        N_("Who begins"),
        {"random": N_("drawn by lot")},
    ),
    Number("rounds", 1, 5, 3, "HEX-4.1", N_("Rounds")),
    Number("bid_cap", 1, board.MOST_BID, 20, "HEX-7.6", N_("Highest bid")),
    Number("quiet_limit", 1, 200, 24, "HEX-13.3", N_("Quiet-move limit")),
    Choice(
        "own_pass",
        ["free", "barred"],
        "free",
        "HEX-12.3",
        N_("Passing while own tokens could be attacked and a move is left"),
        {"free": N_("allowed"), "barred": N_("not allowed")},
    ),
)


def new(options: Options) -> State:
    """The set-up of section 3."""
    s = position.make(options)
    s.start()
    return s


def longest(options: Options) -> int:
    """HEX-13.4: an upper bound for the number of actions, by the same counts."""
    n = options.seats
    deployment = 24 * n + n  # a hand slot is emptied or a token turned face up; then at most n shifts
    auctions = n // 2 * options.number("bid_cap") + n - 1
    eventful = 6 * n + 6 * n + n + 3 * n  # cruise landings, unit captures, base captures, rescues
    actions = (eventful + 1) * options.number("quiet_limit")
    confrontation = actions * (4 * n + 1 + n - 1)  # hops and a halt, and the passes before the next action
    return 1 + options.number("rounds") * (deployment + auctions + confrontation)


ROUNDS = (N_("round 1"), N_("round 2"), N_("round 3"), N_("round 4"), N_("round 5"))


def details(state: State, seat: int) -> dict[str, int | str]:
    """Where the score came from, round by round."""
    assert isinstance(state, table.Table)
    out: dict[str, int | str] = {}
    for number in range(int(state.rounds)):
        row = (number * int(state.seats) + seat) * table.COLUMNS
        result = sum(int(state.sheet[row + column]) for column in range(table.COLUMNS)) - table.COST
        out[ROUNDS[number]] = result
    return out


GAME = Game(
    id="hexxi",
    prefix="HEX",
    version="1.0",
    title=N_("Piraci HEXXI"),
    summary=N_("Lay pirates, ships and a warship face down, spy on the others, then raid, escort and set traps."),
    seats=(2, 3, 4),
    actions=ACTIONS,
    reasons=text.REASONS,
    new=new,
    longest=longest,
    scene=scene.scene,
    symbols=SYMBOLS,
    options=OPTIONS,
    why=text.WHY,
    paths=scene.paths,
    words=text.words,
    log=text.log,
    told=text.told,
    shows=frozenset({table.INITIATIVE, table.UNCOVERED}),  # also a last `place` uncovers them
    board=text.board,
    read=position.read,
    write=position.write,
    check=position.check,
    details=details,
    advice=HexxiAdvice(),
)

__all__ = ["GAME"]
