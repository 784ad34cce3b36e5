"""Seameni: the fight for the treasure. Pirates explore a sea of face-down tiles and carry treasure home to their ships."""

from __future__ import annotations

from kotva.engine.game import Game
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.seameni import position, scene, text
from kotva.games.seameni.advice.player import SeameniAdvice
from kotva.games.seameni.board import PARTNERS
from kotva.games.seameni.check import check
from kotva.games.seameni.counsel import counsel
from kotva.games.seameni.goals import EVENTS
from kotva.games.seameni.notation import ACTIONS
from kotva.games.seameni.observe import SeameniObserver
from kotva.games.seameni.options import OPTIONS, longest
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.symbols import SYMBOLS
from kotva.games.seameni.timing import TIMING


def new(options: Options) -> State:
    """The set-up of SEA-4."""
    return position.empty(options)


def details(state: State, seat: int) -> dict[str, int | str]:
    """SEA-20.2: what decides where there are partners."""
    assert isinstance(state, Seameni)
    return {N_("party"): int(state.party_score(int(state.edge_of(seat))))} if state.rule[PARTNERS] else {}


GAME = Game(
    id="seameni",
    prefix="SEA",
    version="1.1",
    compatible=("1.0",),
    title=N_("Seameni"),
    summary=N_("Explore a sea of face-down tiles, ride its currents and carry the treasure home to your ship."),
    seats=(2, 3, 4),  # SEA-1.1
    options=OPTIONS,
    actions=ACTIONS,
    reasons=text.REASONS,
    why=text.WHY,
    new=new,
    longest=longest,
    read=position.read,
    write=position.write,
    check=check,
    events=EVENTS,
    log=text.log,
    scene=scene.scene,
    paths=scene.paths,
    words=text.words,
    board=text.board,
    details=details,
    symbols=SYMBOLS,
    alike=True,
    advice=SeameniAdvice(),
    levels=Levels(medium=30, looks=2, hard=300),
    counsel=counsel,
    timing=TIMING,
    observer=lambda _state: SeameniObserver(),
)
