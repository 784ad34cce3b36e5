"""Triremes: two to four neighbours, each with a coast, a capital and a fleet, fight for the sea between them."""

from __future__ import annotations

from kotva.engine.game import Game
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import OVER, State
from kotva.games.triremes import about, position, scene, text, writing
from kotva.games.triremes.advice.player import TriremesAdvice
from kotva.games.triremes.check import check
from kotva.games.triremes.counsel import counsel
from kotva.games.triremes.editor import MAP
from kotva.games.triremes.goals import EVENTS
from kotva.games.triremes.notation import ACTIONS
from kotva.games.triremes.observe import TriremesObserver
from kotva.games.triremes.options import OPTIONS, chart_of, fits, longest
from kotva.games.triremes.rules.codes import CROSSED, ELIMINATED, EMBARKED, GAINED, LANDED, LOST, SUNK
from kotva.games.triremes.rules.game import Triremes, new_game
from kotva.games.triremes.symbols import SYMBOLS
from kotva.games.triremes.timing import TIMING

# With loads hidden: who drowns, lands or finds room aboard, and what a victor gains, tells something of a load (TRI-21.2).
SHOWS = frozenset({SUNK, LANDED, EMBARKED, CROSSED, LOST, ELIMINATED, GAINED})


def new(options: Options) -> State:
    """The set-up of section 4."""
    return new_game(options.seats, chart_of(options), options.seat("first"), options.choice("setup") == "auto")


def details(state: State, seat: int) -> dict[str, int | str]:
    """What is left of a player's forces and, at the end, the match score of section 9."""
    assert isinstance(state, Triremes)
    out: dict[str, int | str] = {N_("soldiers"): int(state.alive[seat]), N_("ships"): int(state.ships_of(seat))}
    if state.to_act() == OVER:
        ranks = [int(state.rank(i)) for i in range(int(state.seats))]
        below = sum(rank > ranks[seat] for rank in ranks)
        sharing = ranks.count(ranks[seat]) - 1
        out[N_("match points")] = f"{(below + sharing / 2) / (len(ranks) - 1):.3g}"
    return out


def observer(state: State) -> TriremesObserver:
    """The planes of this game's board."""
    assert isinstance(state, Triremes)
    return TriremesObserver(state.seats, state.chart)


GAME = Game(
    id="triremes",
    prefix="TRI",
    version="1.2",
    compatible=("1.0", "1.1"),
    title=N_("Triremes"),
    summary=N_("Ram and board the enemy fleet, land your soldiers and take the capital across the sea."),
    seats=(2, 3, 4),
    options=OPTIONS,
    fits=fits,
    formats=(MAP,),
    actions=ACTIONS,
    reasons=text.REASONS,
    why=text.WHY,
    new=new,
    longest=longest,
    read=position.read,
    write=writing.write,
    check=check,
    told=text.told,
    fades=text.fades,
    shows=SHOWS,
    events=EVENTS,
    log=text.log,
    scene=scene.scene,
    paths=scene.paths,
    words=text.words,
    about=about.about,
    board=text.board,
    details=details,
    symbols=SYMBOLS,
    alike=True,
    advice=TriremesAdvice(),
    levels=Levels(medium=20),
    counsel=counsel,
    timing=TIMING,
    observer=observer,
)
