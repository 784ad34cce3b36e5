"""The board of a round as people see it: the beginning of its game, drawn by the game's own scene (TOU-8.4, TOU-20.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kotva import games
from kotva.engine.say import N_, Say
from kotva.match import Match
from kotva.scene.svg import render
from kotva.tournament.choices import BoardMode
from kotva.tournament.documents import label
from kotva.tournament.state import Round, TournamentState, TournamentTable
from kotva.tournament.tables import table_spec

# What a game is told of a board (TOU-1.8): without one of them every table sets up by the game's own rules.
_OF_BOARDS = ("board_seed", "board")
_NOT_TOLD = N_("This game has no board of the round: every table sets up by the rules of the game.")


@dataclass(frozen=True, slots=True)
class Board:
    """One sheet: for all tables of the round, or for one."""

    table: str  # its label; empty: all tables
    code: str  # TOU-20.5: the first digits of the board's key, as they stand on the slips
    svg: str
    note: str = ""


def count(state: TournamentState, round: Round) -> int:
    """How many boards a round has; TOU-8.5: none before the start."""
    if round.started_at is None or not round.tables:
        return 0
    return len(round.tables) if _own(state, round) else 1


def _own(state: TournamentState, round: Round) -> bool:
    return state.options.choice(BoardMode) is BoardMode.OWN and len(round.boards) > 1


def round_boards(
    state: TournamentState,
    round: Round,
    seed: str,
    say: Say,
    theme: str = "day",
    only: range | None = None,
    drawn: bool = True,
) -> list[Board]:
    """TOU-8.5: none before the start. All tables have one board, or each its own (TOU-8.6); `only` some of them, from 0."""
    if not count(state, round):
        return []
    own = _own(state, round)
    out = []
    for i, table in enumerate(round.tables if own else _largest(round)):
        if only is not None and i not in only:
            continue
        key = round.boards[i] if i < len(round.boards) else ""
        spec = table_spec(state, round, table, seed, table.seats)
        told = tuple((name, value) for name, value in sorted(spec.options.items()) if name in _OF_BOARDS)
        shared = tuple((name, value) for name, value in sorted(spec.options.items()) if name != "first")
        svg = _drawn(spec.game, len(spec.seats), shared, say.language, theme) if drawn else ""
        out.append(Board(label(state, table) if own else "", key[:8], svg, "" if told else say(_NOT_TOLD)))
    return out


def _largest(round: Round) -> list[TournamentTable]:
    """The table that stands for all: the board is the same at tables of three."""
    return [max(round.tables, key=lambda table: len(table.seats))]


@lru_cache(maxsize=64)
def _drawn(game_id: str, seats: int, options: tuple[tuple[str, str], ...], language: str, theme: str) -> str:
    game = games.load(game_id)
    match = Match(game, max(seats, game.rules.seats[0]), dict(options), chance=False)
    scene = game.look.scene(match.view(None), Say(language, game.id))
    title = Say(language, game.id)(game.title)
    return render(scene, game.look.symbols, theme=theme, beside=False, marks=False, title=title)
