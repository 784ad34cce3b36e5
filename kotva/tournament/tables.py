"""TOU-1.6, TOU-1.8, TOU-8.5 to 8.7: a table of the tournament as a game of the platform, and the game's end as a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kotva import games
from kotva.engine.outcome import Outcome
from kotva.tournament import lot
from kotva.tournament.clock import has_expired
from kotva.tournament.frame import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.results import write_value
from kotva.tournament.rounds import board_keys
from kotva.tournament.state import Mark, Round, State, Table


@dataclass(frozen=True, slots=True)
class TableSpec:
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


def table_spec(state: State, round: Round, table: Table, seed: str, present: Sequence[str] | None = None) -> TableSpec:
    """TOU-1.1, TOU-1.8: the game of a table, by its own rules; `present` are the players who begin in it (all by default)."""
    seats = [p for p in table.seats if p not in table.gone and (present is None or p in present)]
    key = lot.key(whole_seed(state, seed), "game", round.number, 1, f"T{table.number}")
    game = games.load(state.options.word("game"))
    wanted = _options(state, round, table, seats, seed)
    known = {option.name for option in game.options}
    return TableSpec(
        round.number,
        table.number,
        game.id,
        tuple(seats),
        tuple(state.label(player) for player in seats),
        {name: value for name, value in wanted.items() if name in known},
        str(lot.number(key)),
    )


def _options(state: State, round: Round, table: Table, seats: Sequence[str], seed: str) -> dict[str, str]:
    """The table of TOU-1.8; an option that the game does not have is left out (TOU-19.2)."""
    options = state.options
    out: dict[str, str] = {}
    boards = round.boards or board_keys(state, round, seed)
    if options.word("board.mode") == "fixed":
        out["board"] = options.word("board.text")
    elif boards:
        number = boards[0] if len(boards) == 1 else boards[round.tables.index(table)]
        out["board_seed"] = str(lot.number(number))
    if options.word("game") == "settlers":  # other games give these names other meanings
        limit = round.minutes if round.started_at else options.number_or_none("time.round")
        mode = options.word("start.mode")
        begins = table.first if mode == "choice" and table.first in seats else seats[0] if seats else None
        out |= {
            "ruleset": "tournament",
            "time_limit_min": str(limit or 0),
            "extra_rounds": str(round.overtime),
            "extra_count": round.count,
            "turn_limit_s": str(round.turn or 0),
            "first": "roll" if mode == "dice" or begins is None else f"P{seats.index(begins) + 1}",
        }
    for part in filter(None, options.word("game.options").split(",")):
        name, _, value = part.partition("=")
        out[name.strip()] = value.strip()
    return out


def table_events(spec: TableSpec, round: Round, table: Table, at: datetime) -> list[str]:
    """TOU-1.8: what the tournament tells the game, as the table's own actions; each is played once.

    The end of the time, a limit per turn introduced after it (TOU-9.6), and seats that became `left`, `forfeit` or `dsq`.
    """
    out = [f"leave P{spec.seats.index(player) + 1}" for player in table.gone if player in spec.seats]
    if has_expired(round, at, table):
        out.append("time")
        if round.turn is not None and str(round.turn) != spec.options.get("turn_limit_s"):
            out.append(f"turnlimit {round.turn}")
    return out


def report_args(spec: TableSpec, table: Table, outcome: Outcome) -> dict[str, Json]:
    """TOU-1.8: the game's reason as the end and its uncapped points (TOU-10.2) as raw points; who was not in it is `absent`.

    Other games than Settlers end as `won` where one alone is first, else as `time`; their own ranking is kept
    (TOU-1.6, TOU-19.2).
    """
    settlers = spec.game == "settlers"
    ends = {"win": "won", "time": "time", "rounds": "time", "left": "adjudicated"}
    alone = len(outcome.first) == 1
    end = ends.get(outcome.reason, "time") if settlers else "won" if alone else "time"
    marks = {}
    for seat, player in enumerate(spec.seats):
        place = None if settlers else outcome.ranks[seat]
        marks[player] = Mark(player, "ok", outcome.scores[seat], place)
    marks |= table.gone  # TOU-14.4, TOU-14.5: what the officials said of a seat
    seats: list[Json] = [[p, write_value(marks.get(p, Mark(p, "absent")))] for p in table.seats]
    out: dict[str, Json] = {"round": spec.round, "table": spec.table, "end": end, "seats": seats}
    if end in ("won", "adjudicated") and outcome.winners:
        out["winner"] = spec.seats[outcome.winners[0]]
    return out
