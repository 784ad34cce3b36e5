"""Bosman: four gangs of pirates crowd a beach while the boatswain picks a crew."""

from __future__ import annotations

from kotva.engine.arrays import ints
from kotva.engine.game import Game, GameBots, GameLook, GameRules, GameWords
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.games.bosman import about, position, scene, text
from kotva.games.bosman.check import check
from kotva.games.bosman.components import COMPONENTS
from kotva.games.bosman.evaluation import BosmanEvaluation
from kotva.games.bosman.events import EVENTS
from kotva.games.bosman.hint_text import hint_text
from kotva.games.bosman.notation import ACTIONS
from kotva.games.bosman.observe import BosmanObserver
from kotva.games.bosman.options import GROUPS, OPTIONS, PRESETS, longest, owners, rules_of
from kotva.games.bosman.questions import question
from kotva.games.bosman.rules import Bosman, new_game
from kotva.games.bosman.symbols import SYMBOLS
from kotva.games.bosman.timing import TIMING


def new(options: Options) -> Bosman:
    """The set-up of BOS-4, before the first hands are drawn."""
    return new_game(options.seats, *rules_of(options), ints(owners(options)))


def details(state: Bosman, seat: int) -> dict[str, int | str]:
    """Tokens, lines and the tie-break behind a score (BOS-16)."""
    tokens = sum(1 for t in state.boat if t >= 0 and state.owner[int(t) // 10] == seat)
    lines = int(state.score(seat)) - tokens
    return {N_("tokens"): tokens, N_("lines"): lines, N_("digits"): int(state.digits(seat))}


GAME: Game = Game[Bosman](
    id="bosman",
    prefix="BOS",
    version="1.2",
    compatible=("1.0", "1.1"),
    title=N_("Bosman"),
    summary=N_("Lay pirates beside the boatswain, steer him across the beach and fill the boat with your gang."),
    minutes=(10, 20),  # as its rulebook says
    components=COMPONENTS,
    rules=GameRules(
        seats=(2, 4),  # BOS-1.1; with two players everything else is the same (BOS-12.1)
        options=OPTIONS,
        option_groups=GROUPS,
        presets=PRESETS,
        actions=ACTIONS,
        reasons=text.REASONS,
        new=new,
        longest=longest,
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
        paths=scene.paths,
        symbols=SYMBOLS,
    ),
    bots=GameBots(
        evaluation=BosmanEvaluation(),
        levels=Levels(glances=3, blur=25, medium=40, hard=2000),
        observer=lambda _state: BosmanObserver(),
        measured={2: (0.910, 0.898), 4: (0.522, 0.412)},  # benchmarks/STRENGTH.md
    ),
    timing=TIMING,
)
