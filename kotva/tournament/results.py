"""TOU-10: results of tables, their notation (section 3), their checks and their warnings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kotva.engine.say import N_
from kotva.tournament.clock import has_expired
from kotva.tournament.log import Json
from kotva.tournament.options import TournamentOptions
from kotva.tournament.refusal import Refused, Words
from kotva.tournament.state import Result, Round, SeatResult, TournamentState, TournamentTable, read_time

ENDS: Final = ("won", "time", "adjudicated", "dissolved")
_VALUE: Final = re.compile(r"(?:(-?\d{1,6})(?:#([1-9]))?|(left|forfeit|dsq|absent|present)(?:\((-?\d{1,6})\))?)")


def read_value(player: str, value: str) -> SeatResult:
    """Section 3: `10`, `left(5)`, `absent`, or `10#2` where the game ranks by other rules (TOU-1.6)."""
    found = _VALUE.fullmatch(value)
    if found is None:
        if not value:
            raise Refused("The points of {player} are missing.", "RANGE", "TOU-10.6", player=player[:40])
        raise Refused(
            "{player}: {value!r} is neither points nor a status.",
            "RANGE",
            "TOU-10.6",
            player=player[:40],
            value=value[:40],
        )
    points, place, status, held = found.groups()
    if status is None:
        return SeatResult(player, "ok", int(points), int(place) if place else None)
    return SeatResult(player, status, int(held) if held is not None else None)


def write_value(mark: SeatResult) -> str:
    if mark.status == "ok":
        return str(mark.raw) + (f"#{mark.place}" if mark.place is not None else "")
    return mark.status + (f"({mark.raw})" if mark.raw is not None else "")


def result_args(result: Result) -> dict[str, Json]:
    """A result as it stands in the log."""
    out: dict[str, Json] = {"end": result.end, "seats": [[mark.player, write_value(mark)] for mark in result.marks]}
    if result.winner is not None:
        out["winner"] = result.winner
    return out


@dataclass(frozen=True, slots=True)
class NamedResult:
    """A result as an action names it (section 3)."""

    end: str
    winner: str | None
    marks: tuple[SeatResult, ...]

    def by(self, actor: str, at: str, version: int = 1, corrected: bool = False) -> Result:
        """A version of a table's result."""
        return Result(version, self.end, self.winner, self.marks, actor, at, corrected)


# -- checks (TOU-10.6) -----------------------------------------------------------------------------------------------


def check_result(
    options: TournamentOptions,
    round: Round,
    table: TournamentTable,
    result: Result,
    *,
    own_report: bool = False,
    by_head: bool = False,
) -> None:
    """TOU-10.6: an error refuses the report. `own_report`: by the game itself (TOU-1.8); `by_head`: decided."""
    _check_seats(table, result)
    adjudicated = result.end == "adjudicated"
    for mark in result.marks:
        _check_mark(options, mark, adjudicated)
    _check_winner(options, result)
    free = own_report or by_head or options.number_or_none("gp.win") is None  # TOU-19.2: a drawn game is written so too
    if result.end == "time" and not free and round.minutes is not None:
        if not has_expired(round, read_time(result.at), table):
            raise Refused("The clock of {table} has not run out.", "NOT_EXPIRED", "TOU-10.6", table=table.name)
    if not by_head:
        _check_gone(table, result)


def _check_seats(table: TournamentTable, result: Result) -> None:
    named = [mark.player for mark in result.marks]
    if sorted(named) != sorted(table.seats):
        raise Refused(
            "{table} is played by {seats}, each named once; not by {named}.",
            "SEATS",
            "TOU-10.6",
            table=table.name,
            seats=" ".join(table.seats),
            named=" ".join(named) or "–",
        )


def _check_mark(options: TournamentOptions, mark: SeatResult, adjudicated: bool) -> None:
    if mark.status == "present":
        raise Refused("`present` stands at dissolved tables alone.", "SYNTAX", "TOU-10.1")
    if mark.status in ("forfeit", "dsq", "absent"):
        if mark.raw is not None:
            raise Refused("{status} carries no points.", "ZERO", "TOU-10.6", status=mark.status)
        return
    most, least = options.number_or_none("gp.max"), options.number_or_none("gp.min")
    low = least if least is not None and mark.status == "ok" and not adjudicated else 0 if most is not None else None
    raw = mark.raw
    if raw is None or (low is not None and raw < low) or (most is not None and raw > most):
        raise Refused(
            "Points of {player} are a whole number from {low} to {high}.",
            "RANGE",
            "TOU-10.6",
            player=mark.player,
            low="…" if low is None else low,
            high="…" if most is None else most,
        )


def _check_winner(options: TournamentOptions, result: Result) -> None:
    mark = result.mark(result.winner) if result.winner is not None else None
    if result.end == "time" and result.winner is not None:
        raise Refused("A game stopped on time has no winner.", "WINNER_TIME", "TOU-10.6")
    if result.end == "adjudicated":  # TOU-10.10: any placed player may be named
        if result.winner is not None and (mark is None or mark.status not in ("ok", "left")):
            raise Refused("The winner is one of the players placed.", "WINNER", "TOU-10.10")
    elif result.end == "won":
        least = options.number_or_none("gp.win")
        raw = mark.raw if mark is not None else None
        if mark is None or mark.status != "ok" or raw is None or (least is not None and raw < least):
            raise Refused(
                "A won game has one winner, who finished it with at least {least} points.",
                "WINNER",
                "TOU-10.6",
                least=least if least is not None else 0,
            )


def _check_gone(table: TournamentTable, result: Result) -> None:
    """TOU-2.8, TOU-14.4, TOU-14.5: players who left, withdrew or were expelled are reported so."""
    for mark in result.marks:
        if mark.status == "dsq" and mark.player not in table.gone:
            raise Refused("Only the head referee expels a player.", "FORBIDDEN", "TOU-14.5")
    for player, known in table.gone.items():
        if result.mark(player) != known:
            raise Refused(
                "{player} is {status} in this game.", "GONE", "TOU-10.6", player=player, status=write_value(known)
            )


# -- warnings (TOU-10.7) ---------------------------------------------------------------------------------------------

WARNINGS: Final[Mapping[str, str]] = {
    "OTHER_AT_TEN": N_("Somebody else has enough points to win."),
    "MANY": N_("Somebody has unusually many points."),
    "WINNER_BEHIND": N_("The winner has fewer points than somebody else."),
    "ALL_EQUAL": N_("All have the same points."),
    "TIME_AT_TEN": N_("The game was stopped, but somebody has enough points to win."),
}


def warnings(options: TournamentOptions, result: Result, counted: Sequence[str] = ("ok", "left")) -> list[str]:
    """TOU-10.7: what must be acknowledged but does not refuse; seats with a `counted` status are looked at."""
    win = options.number_or_none("gp.win")
    raw = {mark.player: mark.raw for mark in result.marks if mark.status in counted and mark.raw is not None}
    others = [points for player, points in raw.items() if player != result.winner]
    out = []
    if win is not None and result.end == "won" and any(points >= win for points in others):
        out.append("OTHER_AT_TEN")
    if win is not None and any(points > win + 2 for points in raw.values()):
        out.append("MANY")
    if result.winner in raw and any(points > raw[str(result.winner)] for points in others):
        out.append("WINNER_BEHIND")
    if win is not None and len(raw) > 1 and len(set(raw.values())) == 1:
        out.append("ALL_EQUAL")
    if win is not None and result.end == "time" and any(points >= win for points in raw.values()):
        out.append("TIME_AT_TEN")
    return out


def acknowledged(state: TournamentState, result: Result, ack: bool) -> None:
    """TOU-10.7: `ack` says that the warnings were read."""
    found = warnings(state.options, result) if state.edition >= 2 else warnings(state.options, result, ("ok",))
    if found and not ack:
        text = Words([WARNINGS[code] for code in found], " ")
        raise Refused("{warnings} Acknowledge it (ack) if it is so.", "WARNING", "TOU-10.7", warnings=text)
