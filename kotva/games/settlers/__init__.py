"""Settlers: an island of nineteen fields, roads and towns, trade and a robber, under tournament rules."""

from __future__ import annotations

from kotva.engine.game import Game, GameAtTournaments, GameBots, GameLook, GameRules, GameWords
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.games.settlers import about, board, chart, choosing, options, position, scene, text
from kotva.games.settlers.check import check
from kotva.games.settlers.components import COMPONENTS
from kotva.games.settlers.evaluation.player import EVALUATION
from kotva.games.settlers.events import EVENTS
from kotva.games.settlers.goals import GOALS
from kotva.games.settlers.hint_text import hint_text
from kotva.games.settlers.notation import ACTIONS
from kotva.games.settlers.observe import SettlersObserver
from kotva.games.settlers.questions import question
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.points import counted, hidden_points, tier
from kotva.games.settlers.symbols import SYMBOLS
from kotva.games.settlers.timing import TIMING


def new(chosen: Options) -> Settlers:
    """SET-3.2: everything before the first draw or decision."""
    return position.empty(chosen)


def details(s: Settlers, seat: int) -> dict[str, int | str]:
    """SET-13.10: the points with their breakdown, counted points, place and tier, and the last round."""
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
    if s.left_with[seat] != board.NONE:
        out[N_("points when left")] = int(s.left_with[seat]) + int(
            hidden_points(s, seat)
        )  # SET-14.7: a hand stays as it was
    return out


GAME: Game = Game[Settlers](
    id="settlers",
    prefix="SET",
    version="1.1",
    compatible=("1.0",),
    title=N_("Settlers"),
    summary=N_("Settle the island, trade what it yields, build roads and towns, and be the first with ten points."),
    minutes=(45, 75),  # a tournament stops it after 75 (SET-14.1)
    components=COMPONENTS,
    rules=GameRules(
        seats=(3, 4),  # SET-1.2; the base game without any expansion (SET-1.1)
        options=options.OPTIONS,
        option_groups=options.GROUPS,
        presets=options.PRESETS,
        options_clause="SET-1.3",
        actions=ACTIONS,
        reasons=text.REASONS,
        new=new,
        longest=options.longest,
        closed=options.closed,
        read=position.read,
        write=position.write,
        check=check,
        shown_event=EVENTS.shown_event,
        reveals=EVENTS.reveals,
        details=details,
    ),
    words=GameWords(
        why=text.WHY,
        events=EVENTS.names,
        goals=GOALS,
        log=EVENTS.log,
        action=text.words,
        question=question,
        about=about.about,
        statistics=about.statistics,
        board=chart.draw_board,
        hint_text=hint_text,
    ),
    look=GameLook(
        scene=scene.scene,
        paths=choosing.paths,
        symbols=SYMBOLS,
    ),
    bots=GameBots(
        evaluation=EVALUATION,
        levels=Levels(glances=5, blur=15, medium=15, looks=10, hard=1800),
        observer=lambda _state: SettlersObserver(),
        measured={3: (0.587, 0.667), 4: (0.490, 0.710)},  # benchmarks/STRENGTH.md
    ),
    timing=TIMING,
    tournament=GameAtTournaments(
        options=options.regulated,
        by_score=True,
        hidden_points=True,
    ),
)
