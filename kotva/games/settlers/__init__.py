"""Settlers: an island of nineteen fields, roads and towns, trade and a robber, under tournament rules."""

from __future__ import annotations

from kotva.engine.game import Game
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.settlers import about, chart, options, position, scene, text, writing
from kotva.games.settlers.advice.player import ADVICE
from kotva.games.settlers.board import NONE
from kotva.games.settlers.check import check
from kotva.games.settlers.counsel import counsel
from kotva.games.settlers.goals import EVENTS, GOALS
from kotva.games.settlers.notation import ACTIONS
from kotva.games.settlers.observe import SettlersObserver
from kotva.games.settlers.rules.codes import INVENTED, KNIGHTED, MONOPOLIZED, REVEALED, ROADS_CARD
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.points import counted, hidden_points, tier
from kotva.games.settlers.symbols import SYMBOLS
from kotva.games.settlers.timing import TIMING


def new(chosen: Options) -> State:
    """SET-3.2: everything before the first draw or decision."""
    return position.empty(chosen)


def details(state: State, seat: int) -> dict[str, int | str]:
    """SET-13.10: the points with their breakdown, counted points, place and tier, and the last round."""
    assert isinstance(state, Settlers)
    s = state
    out: dict[str, int | str] = {
        N_("settlements"): sum(1 for b in s.building if b == seat + 1),
        N_("cities"): sum(1 for b in s.building if b == seat + 5),
        N_("victory points"): int(hidden_points(s, seat)),
        N_("longest road"): int(s.longest == seat),
        N_("largest army"): int(s.largest == seat),
        N_("counted"): int(counted(s, seat)),
        N_("place"): int(s.rank(seat)),
        N_("tier"): int(tier(s, seat)),
        N_("winner"): int(s.winner == seat),
        N_("round"): int(s.round),
    }
    if s.left_with[seat] != NONE:
        out[N_("points when left")] = int(s.left_with[seat]) + int(
            hidden_points(s, seat)
        )  # SET-14.7: a hand stays as it was
    return out


GAME = Game(
    id="settlers",
    prefix="SET",
    version="1.1",
    compatible=("1.0",),
    title=N_("Settlers"),
    summary=N_("Settle the island, trade what it yields, build roads and towns, and be the first with ten points."),
    seats=(3, 4),  # SET-1.2; the base game without any expansion (SET-1.1)
    options=options.OPTIONS,
    options_clause="SET-1.3",
    actions=ACTIONS,
    reasons=text.REASONS,
    why=text.WHY,
    new=new,
    longest=options.longest,
    closed=options.closed,
    read=position.read,
    write=writing.write,
    check=check,
    told=text.told,
    shows=frozenset({KNIGHTED, ROADS_CARD, INVENTED, MONOPOLIZED, REVEALED}),  # an action card is turned up
    events=EVENTS,
    goals=GOALS,
    log=text.log,
    scene=scene.scene,
    paths=scene.paths,
    words=text.words,
    about=about.about,
    statistics=about.statistics,
    board=chart.board,
    details=details,
    symbols=SYMBOLS,
    advice=ADVICE,
    levels=Levels(glances=5, blur=15, medium=15, looks=10, hard=1800),
    counsel=counsel,
    timing=TIMING,
    regulated=options.regulated,
    by_score=True,
    observer=lambda _state: SettlersObserver(),
)
