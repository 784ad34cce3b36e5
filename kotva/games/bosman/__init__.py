"""Bosman (The Boatswain): four gangs of pirates crowd a beach while the boatswain picks a crew."""

from __future__ import annotations

from kotva.engine.arrays import ints
from kotva.engine.game import Game
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.bosman import about, position, scene, text
from kotva.games.bosman.advice import BosmanAdvice
from kotva.games.bosman.check import check
from kotva.games.bosman.counsel import counsel
from kotva.games.bosman.goals import EVENTS
from kotva.games.bosman.notation import ACTIONS
from kotva.games.bosman.observe import BosmanObserver
from kotva.games.bosman.options import OPTIONS, longest, owners, rules_of
from kotva.games.bosman.rules import Bosman, new_game
from kotva.games.bosman.rules.codes import DREW, LAID
from kotva.games.bosman.symbols import SYMBOLS
from kotva.games.bosman.timing import TIMING


def new(options: Options) -> State:
    """The set-up of BOS-4, before the first hands are drawn."""
    return new_game(options.seats, *rules_of(options), ints(owners(options)))


def details(state: State, seat: int) -> dict[str, int | str]:
    """Tokens, lines and the tie-break behind a score (BOS-16)."""
    assert isinstance(state, Bosman)
    tokens = sum(1 for t in state.boat if t >= 0 and state.owner[int(t) // 10] == seat)
    lines = int(state.score(seat)) - tokens
    return {N_("tokens"): tokens, N_("lines"): lines, N_("digits"): int(state.digits(seat))}


GAME = Game(
    id="bosman",
    prefix="BOS",
    version="1.2",
    compatible=("1.0", "1.1"),
    title=N_("The Boatswain"),
    summary=N_("Lay pirates beside the boatswain, steer him across the beach and fill the boat with your gang."),
    seats=(2, 4),  # BOS-1.1; with two players everything else is the same (BOS-12.1)
    options=OPTIONS,
    actions=ACTIONS,
    reasons=text.REASONS,
    why=text.WHY,
    new=new,
    longest=longest,
    read=position.read,
    write=position.write,
    check=check,
    told=text.told,
    shows=frozenset({DREW, LAID}),  # a token of the hand, or one that came from under the stack without chance
    events=EVENTS,
    log=text.log,
    scene=scene.scene,
    paths=scene.paths,
    words=text.words,
    about=about.about,
    board=text.board,
    details=details,
    symbols=SYMBOLS,
    advice=BosmanAdvice(),
    levels=Levels(glances=3, blur=25, medium=40, hard=2000),
    counsel=counsel,
    timing=TIMING,
    observer=lambda _state: BosmanObserver(),
)
