"""Piraci HEXXI: pirates, merchant ships and a warship on a sea of hexagons, laid face down, then let loose."""

from __future__ import annotations

from kotva.engine.game import Game
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.hexxi import about, position, scene, text
from kotva.games.hexxi.advice import HexxiAdvice
from kotva.games.hexxi.check import check
from kotva.games.hexxi.counsel import counsel
from kotva.games.hexxi.goals import EVENTS
from kotva.games.hexxi.notation import ACTIONS
from kotva.games.hexxi.observe import HexxiObserver
from kotva.games.hexxi.options import OPTIONS, longest
from kotva.games.hexxi.rules import codes, table
from kotva.games.hexxi.symbols import SYMBOLS


def new(options: Options) -> State:
    """The set-up of section 3."""
    s = position.empty(options)
    s.start()
    return s


ROUNDS = (N_("round 1"), N_("round 2"), N_("round 3"), N_("round 4"), N_("round 5"))


def details(state: State, seat: int) -> dict[str, int | str]:
    """Where the score came from, round by round."""
    assert isinstance(state, table.Table)
    out: dict[str, int | str] = {}
    for number in range(int(state.rounds)):
        row = (number * int(state.seats) + seat) * codes.COLUMNS
        result = sum(int(state.sheet[row + column]) for column in range(codes.COLUMNS)) - codes.COST
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
    events=EVENTS,
    about=about.about,
    log=text.log,
    told=text.told,
    shows=frozenset({codes.INITIATIVE, codes.UNCOVERED}),  # also a last `place` uncovers them
    board=text.board,
    read=position.read,
    write=position.write,
    check=check,
    details=details,
    advice=HexxiAdvice(),
    levels=Levels(glances=5, medium=10, looks=12, hard=5000),
    counsel=counsel,
    observer=lambda _state: HexxiObserver(),
)

__all__ = ["GAME"]
