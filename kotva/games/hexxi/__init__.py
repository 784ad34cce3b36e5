"""Piraci HEXXI: pirates, merchant ships and a warship on a sea of hexagons, laid face down, then let loose."""

from __future__ import annotations

from kotva.engine.calibration import Calibration
from kotva.engine.game import Game, GameBots, GameLook, GameRules, GameWords
from kotva.engine.levels import Levels
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.games.hexxi import about, choosing, position, scene, text
from kotva.games.hexxi.check import check
from kotva.games.hexxi.components import COMPONENTS
from kotva.games.hexxi.evaluation import HexxiEvaluation
from kotva.games.hexxi.events import EVENTS
from kotva.games.hexxi.hint_text import hint_text
from kotva.games.hexxi.notation import ACTIONS
from kotva.games.hexxi.observe import HexxiObserver
from kotva.games.hexxi.options import GROUPS, OPTIONS, PRESETS, longest
from kotva.games.hexxi.questions import question
from kotva.games.hexxi.rules import codes, table
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.symbols import SYMBOLS
from kotva.games.hexxi.symmetries import symmetries


def new(options: Options) -> Hexxi:
    """The set-up of section 3."""
    s = position.empty(options)
    s.start()
    return s


ROUNDS = (N_("round 1"), N_("round 2"), N_("round 3"), N_("round 4"), N_("round 5"))


def details(state: table.HexxiTable, seat: int) -> dict[str, int | str]:
    """Where the score came from, round by round."""
    out: dict[str, int | str] = {}
    for number in range(int(state.rounds)):
        row = (number * int(state.seats) + seat) * codes.COLUMNS
        result = sum(int(state.sheet[row + column]) for column in range(codes.COLUMNS)) - codes.COST
        out[ROUNDS[number]] = result
    return out


GAME: Game = Game[Hexxi](
    id="hexxi",
    prefix="HEX",
    version="1.1",
    compatible=("1.0",),
    title=N_("Piraci HEXXI"),
    summary=N_("Lay pirates, ships and a warship face down, spy on the others, then raid, escort and set traps."),
    minutes=(15, 40),  # docs/balance.md: two to four players
    components=COMPONENTS,
    rules=GameRules(
        seats=(2, 3, 4),
        actions=ACTIONS,
        reasons=text.REASONS,
        new=new,
        longest=longest,
        options=OPTIONS,
        option_groups=GROUPS,
        presets=PRESETS,
        shown_event=EVENTS.shown_event,
        reveals=EVENTS.reveals,
        read=position.read,
        write=position.write,
        check=check,
        details=details,
    ),
    words=GameWords(
        why=text.WHY,
        action=text.words,
        question=question,
        events=EVENTS.names,
        about=about.about,
        statistics=about.statistics,
        log=EVENTS.log,
        board=text.draw_board,
        hint_text=hint_text,
    ),
    look=GameLook(
        scene=scene.scene,
        symbols=SYMBOLS,
        paths=choosing.paths,
    ),
    bots=GameBots(
        evaluation=HexxiEvaluation(),
        levels=Levels(glances=5, medium=10, looks=12, hard=5000),
        observer=lambda _state: HexxiObserver(),
        symmetries=symmetries,
        measured={2: (0.725, 0.833), 3: (0.708, 0.575), 4: (0.500, 0.558)},  # benchmarks/STRENGTH.md
        calibration={2: Calibration(0.9, -0.6, 1.75)},  # benchmarks/CHANCES.md
    ),
)

__all__ = ["GAME"]
