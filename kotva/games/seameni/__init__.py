"""Seameni: the fight for the treasure. Pirates explore a sea of face-down tiles and carry treasure home to their ships."""

from __future__ import annotations

from kotva.engine.game import Game, GameBots, GameLook, GameRules, GameWords
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.outcome import APART
from kotva.engine.say import N_
from kotva.games.seameni import about, choosing, position, scene, text
from kotva.games.seameni.check import check
from kotva.games.seameni.components import COMPONENTS
from kotva.games.seameni.evaluation.player import SeameniEvaluation
from kotva.games.seameni.events import EVENTS
from kotva.games.seameni.hint_text import hint_text
from kotva.games.seameni.notation import ACTIONS
from kotva.games.seameni.observe import SeameniObserver
from kotva.games.seameni.options import GROUPS, OPTIONS, PRESETS, longest
from kotva.games.seameni.questions import question
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.symbols import SYMBOLS
from kotva.games.seameni.timing import TIMING


def new(options: Options) -> Seameni:
    """The set-up of SEA-4."""
    return position.empty(options)


def details(state: Seameni, seat: int) -> dict[str, int | str]:
    """SEA-20.2: what decides where there are partners."""
    return {N_("party"): int(state.party_score(int(state.edge_of(seat))))} if state.rule.partners else {}


GAME: Game = Game[Seameni](
    id="seameni",
    prefix="SEA",
    version="1.1",
    compatible=("1.0",),
    title=N_("Seameni"),
    summary=N_("Explore a sea of face-down tiles, ride its currents and carry the treasure home to your ship."),
    minutes=(45, 120),  # an estimate: bots wander about much longer
    components=COMPONENTS,
    rules=GameRules(
        places=APART,
        seats=(2, 3, 4),  # SEA-1.1
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
        details=details,
    ),
    words=GameWords(
        why=text.WHY,
        events=EVENTS.names,
        log=EVENTS.log,
        action=text.words,
        question=question,
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
        evaluation=SeameniEvaluation(),
        levels=Levels(medium=30, looks=2, hard=300),
        observer=lambda _state: SeameniObserver(),
        # Four are two sides: 94.0 and 87.2 % of an even half are as good as these shares of an even quarter.
        measured={2: (0.860, 0.732), 3: (0.784, 0.667), 4: (0.839, 0.694)},  # benchmarks/STRENGTH.md
    ),
    timing=TIMING,
)
