"""Triremes: two to four neighbours, each with a coast, a capital and a fleet, fight for the sea between them."""

from __future__ import annotations

from kotva.engine.game import Game, GameBots, GameLook, GameRules, GameWords
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.outcome import APART
from kotva.engine.say import N_
from kotva.engine.state import OVER
from kotva.games.triremes import about, choosing, position, scene, text
from kotva.games.triremes.check import check
from kotva.games.triremes.components import COMPONENTS
from kotva.games.triremes.editor import MAP
from kotva.games.triremes.evaluation.player import TriremesEvaluation
from kotva.games.triremes.events import EVENTS
from kotva.games.triremes.hint_text import hint_text
from kotva.games.triremes.notation import ACTIONS
from kotva.games.triremes.observe import TriremesObserver
from kotva.games.triremes.options import GROUPS, OPTIONS, PRESETS, chart_of, fits, longest
from kotva.games.triremes.questions import question
from kotva.games.triremes.rules.game import Triremes, new_game
from kotva.games.triremes.symbols import SYMBOLS
from kotva.games.triremes.timing import TIMING


def new(options: Options) -> Triremes:
    """The set-up of section 4."""
    return new_game(options.seats, chart_of(options), options.seat("first"), options.choice("setup") == "auto")


def details(state: Triremes, seat: int) -> dict[str, int | str]:
    """What is left of a player's forces and, at the end, the match score of section 9."""
    out: dict[str, int | str] = {N_("soldiers"): int(state.alive[seat]), N_("ships"): int(state.ships_of(seat))}
    if state.to_act() == OVER:
        ranks = [int(state.rank(i)) for i in range(int(state.seats))]
        below = sum(rank > ranks[seat] for rank in ranks)
        sharing = ranks.count(ranks[seat]) - 1
        out[N_("match points")] = f"{(below + sharing / 2) / (len(ranks) - 1):.3g}"
    return out


def observer(state: Triremes) -> TriremesObserver:
    """The planes of this game's board."""
    return TriremesObserver(state.seats, state.chart)


GAME: Game = Game[Triremes](
    id="triremes",
    prefix="TRI",
    version="1.3",
    compatible=("1.0", "1.1", "1.2"),
    title=N_("Triremes"),
    summary=N_("Ram and board the enemy fleet, land your soldiers and take the capital across the sea."),
    minutes=(40, 70),  # docs/balance.md: two players
    components=COMPONENTS,
    rules=GameRules(
        places=APART,
        seats=(2, 3, 4),
        quick_seats=2,  # a duel, as its lessons and its page teach it
        options=OPTIONS,
        option_groups=GROUPS,
        presets=PRESETS,
        fits=fits,
        formats=(MAP,),
        actions=ACTIONS,
        reasons=text.REASONS,
        new=new,
        longest=longest,
        read=position.read,
        write=position.write,
        check=check,
        shown_event=EVENTS.shown_event,
        shown_event_later=EVENTS.shown_event_later,
        reveals=EVENTS.reveals,
        details=details,
    ),
    words=GameWords(
        why=text.WHY,
        events=EVENTS.names,
        log=EVENTS.log,
        action=text.words,
        question=question,
        about=about.about,
        statistics=about.statistics,
        board=text.draw_board,
        hint_text=hint_text,
    ),
    look=GameLook(
        scene=scene.scene,
        paths=choosing.paths,
        symbols=SYMBOLS,
        alike=True,
    ),
    bots=GameBots(
        evaluation=TriremesEvaluation(),
        levels=Levels(medium=20, hard=500),
        observer=observer,
        measured={2: (0.892, 0.833), 3: (0.783, 0.833), 4: (0.800, 0.600)},  # benchmarks/STRENGTH.md
    ),
    timing=TIMING,
)
