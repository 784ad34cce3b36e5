"""TOU-1.6, TOU-1.8, TOU-8.5 to 8.7: a table of the tournament as a game of the platform, and the game's end as a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from kotva import games
from kotva.engine.game import Game
from kotva.engine.outcome import Outcome, Reason
from kotva.engine.regulations import Regulations
from kotva.tournament import lot
from kotva.tournament.choices import BoardMode, StartMode
from kotva.tournament.clock import has_expired
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.playable import given_options
from kotva.tournament.results import write_value
from kotva.tournament.seats import board_keys
from kotva.tournament.state import Round, SeatResult, TournamentState, TournamentTable


@dataclass(frozen=True, slots=True)
class TournamentTableSpec:
    """What the platform needs to open a table: nothing of it is known to the players before the start."""

    round: int
    table: int
    game: str
    seats: tuple[str, ...]  # the players who begin in it, in the order of their seats
    names: tuple[str, ...]
    options: dict[str, str]
    seed: str

    @property
    def name(self) -> str:
        return f"R{self.round}.T{self.table}"


def table_spec(
    state: TournamentState, round: Round, table: TournamentTable, seed: str, begin: Sequence[str] | None = None
) -> TournamentTableSpec:
    """TOU-1.1, TOU-1.8: the game of a table, by its own rules; `begin` are the players who begin in it, in the order of seats."""
    seats = [player for player in table.seats if player not in table.gone] if begin is None else list(begin)
    key = lot.key(whole_seed(state, seed), "game", round.number, 1, f"T{table.number}")
    game = games.load(state.options.word("game"))
    wanted = _options(game, state, round, table, seats, seed)
    known = {option.name for option in game.rules.options}
    return TournamentTableSpec(
        round.number,
        table.number,
        game.id,
        tuple(seats),
        tuple(state.label(player) for player in seats),
        {name: value for name, value in wanted.items() if name in known},
        str(lot.number(key)),
    )


def _options(
    game: Game, state: TournamentState, round: Round, table: TournamentTable, seats: Sequence[str], seed: str
) -> dict[str, str]:
    """The table of TOU-1.8; an option that the game does not have is left out (TOU-19.2)."""
    options = state.options
    out: dict[str, str] = {}
    boards = round.boards or board_keys(state, round, seed)
    if options.choice(BoardMode) is BoardMode.FIXED:
        out["board"] = options.word("board.text")
    elif boards:
        number = boards[0] if len(boards) == 1 else boards[round.tables.index(table)]
        out["board_seed"] = str(lot.number(number))
    limit = round.minutes if round.started_at else options.number_or_none("time.round")
    first = _first(state, table, seats)
    out |= game.tournament.options(Regulations(limit or 0, round.overtime, round.count, round.turn or 0, first))
    return out | given_options(options)


def _first(state: TournamentState, table: TournamentTable, seats: Sequence[str]) -> int | None:
    """TOU-8.7: the seat that begins; None: by dice."""
    mode = state.options.choice(StartMode)
    match mode:
        case StartMode.DICE:
            return None
        case StartMode.SEAT1:
            return 0
        case StartMode.CHOICE:
            return seats.index(table.first) if table.first in seats else 0
        case _:
            assert_never(mode)


def table_events(spec: TournamentTableSpec, round: Round, table: TournamentTable, at: datetime) -> list[str]:
    """TOU-1.8: what the tournament tells the game, as the table's own actions; each is played once.

    Seats that became `left`, `forfeit` or `dsq`, the end of the time, and a limit per turn introduced after it (TOU-9.6); as
    far as the game knows such events.
    """
    timing = games.load(spec.game).timing
    gone = [spec.seats.index(player) for player in table.gone if player in spec.seats]
    out = [timing.leave(seat) for seat in gone] if timing.leave is not None else []
    if not has_expired(round, at, table):
        return out
    if timing.stop:
        out.append(timing.stop)
    if round.turn is not None and timing.limit is not None:
        out.append(timing.limit(round.turn))
    return out


def report_args(spec: TournamentTableSpec, table: TournamentTable, outcome: Outcome) -> dict[str, Json]:
    """TOU-1.8: the game's reason as the end and its uncapped points (TOU-10.2) as raw points; players not in it are `absent`.

    A game that ends with nobody alone in front is entered with `time` (TOU-10.6); a player who left cannot be in front
    (TOU-11.7). Where a game ranks by other rules than the score its own ranking is kept (TOU-1.6, TOU-19.2).
    """
    game = games.load(spec.game)
    reason = next((reason for reason in game.rules.reasons if reason.name == outcome.reason), None)
    playing = [seat for seat, player in enumerate(spec.seats) if player not in table.gone]
    best = min((outcome.ranks[seat] for seat in playing), default=1)
    first = [seat for seat in playing if outcome.ranks[seat] == best]
    end = _end(reason) if len(first) == 1 else "time" if first else "adjudicated"
    marks = {}
    for seat, player in enumerate(spec.seats):
        place = None if game.tournament.by_score else outcome.ranks[seat]
        marks[player] = SeatResult(player, "ok", outcome.scores[seat], place)
    marks |= table.gone  # TOU-14.4, TOU-14.5: what the officials said of a seat
    seats: list[Json] = [[p, write_value(marks.get(p, SeatResult(p, "absent")))] for p in table.seats]
    out: dict[str, Json] = {"round": spec.round, "table": spec.table, "end": end, "seats": seats}
    if end in ("won", "adjudicated") and first:
        out["winner"] = spec.seats[first[0]]
    return out


def _end(reason: Reason | None) -> str:
    """TOU-1.8: what a game says of its end, in the words of a result."""
    if reason is None or not reason.won:
        return "time"
    return "adjudicated" if reason.alone else "won"
