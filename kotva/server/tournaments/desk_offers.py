"""What the desk offers: only what would be accepted, the table that holds up the round, and what helps after a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.server.tournaments.page_context import fault_text
from kotva.tournament import notation
from kotva.tournament.clock import has_expired
from kotva.tournament.lot import by_id
from kotva.tournament.options import STAGES
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.rounds import expected
from kotva.tournament.state import TournamentState, TournamentTable, write_time
from kotva.tournament.tournament import Secrets, action_of, judge

# Making these takes a draw: who may do them and when is all that is asked beforehand.
_COSTLY: Final = ("draw", "redraw", "repair", "swap", "pair")
_FEW: Final = 3  # tables that may still play before the desk asks for them by name
_NAMES: Final = 12
Offer = Callable[[str], str]


def offers(state: TournamentState, actor: str, at: datetime, secrets: Secrets, say: Say) -> Offer:
    """Why the text of an action would be refused now; empty where it would not."""

    def refusal(text: str) -> str:
        try:
            op, args = notation.parse(text)
            if op in _COSTLY:
                return "" if set(letters(state, actor)) & set(action_of(op).who) else "-"
            judge(state, actor, op, args, write_time(at), secrets)
        except KotvaError as error:
            return fault_text(error, say, state)
        return ""

    return refusal


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that holds up the round."""

    table: TournamentTable
    others: tuple[TournamentTable, ...]
    late: bool  # its time is up: the others are missing, too, and do not just play on


def waiting_table(state: TournamentState, at: datetime) -> Waiting | None:
    """The table to ask next: a disputed one, then a reported one; an open one when its time is up or few are left."""
    current = state.current
    if current is None or current.state != "running":
        return None
    missing = [table for table in current.tables if not table.is_settled]
    order = {"disputed": 0, "reported": 1, "open": 2}
    missing.sort(key=lambda table: (order.get(table.state, 3), table.number))
    if not missing:
        return None
    first = missing[0]
    late = has_expired(current, at, first)
    few = len(missing) <= min(_FEW, len(current.tables) - 1)
    return Waiting(first, tuple(missing[1:]), late) if first.state != "open" or late or few else None


def changed_people(state: TournamentState) -> tuple[list[str], list[str]]:
    """TOU-14.2: of a published round, who was drawn and is not here, and who is here and was not drawn."""
    current = state.current
    if current is None or current.state != "published":
        return [], []
    there, now = [*current.seated(), *current.byes], expected(state, current.number)
    new = [] if current.mode in (*STAGES, "round_robin", "arena") else sorted(now - set(there), key=by_id)
    return [player for player in there if player not in now], new


def names_of(state: TournamentState, players: Sequence[str]) -> str:
    """Their names, as many as one line holds."""
    more = "" if len(players) <= _NAMES else f" … ({len(players)})"
    return ", ".join(state.label(player) for player in players[:_NAMES]) + more


@dataclass(frozen=True, slots=True)
class Remedy:
    """What helps after a refusal: an action to press, or a place of the desk to go to."""

    label: str
    text: str = ""
    place: str = ""


def remedies(state: TournamentState, error: Refused, say: Say) -> list[Remedy]:
    """The way out of a refusal, where the desk has one."""
    current = state.current
    again = ""
    if current is not None and current.state in ("drawn", "published"):
        again = notation.write("redraw", {"round": current.number, "reason": say("Who is here has changed")})
    if error.code == "TOO_FEW":
        return [Remedy(say("Check in who is here"), place="#players")]
    if error.code in ("OUTDATED", "NO_REPAIR") and again:
        return [Remedy(say("Draw anew"), text=again)]
    if error.code == "TOO_EARLY" and current is not None and current.state == "published":
        return [Remedy(say("Everybody is seated: start now"), text=f"start {current.name} seated")]
    if error.code == "OPEN_RESULTS":
        places = re.findall(r"R\d+\.T\d+", str(error))
        return [Remedy(say("Table {n}", n=place.split("T")[1]), place=f"#{place}") for place in places[:8]]
    if error.code == "INFEASIBLE":
        return [Remedy(say("Change the options"), place="options#option-avoid.hard")]
    if error.code == "RANGE" and error.clause == "TOU-19.2":
        return [Remedy(say("Change the options"), place="options#option-table.min")]
    if error.code == "LOCKED":
        return [Remedy(say("What comes next"), place="#next")]
    return []
