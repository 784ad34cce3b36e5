"""A table of a tournament as a table of the platform (TOU-1.8): its address, its seats, who may watch, what has become of it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from kotva import games
from kotva.bots import LEVELS
from kotva.engine.game import Json
from kotva.engine.outcome import Outcome
from kotva.engine.say import N_
from kotva.match import SeatSpec, TableSpec
from kotva.match.terms import BOT, RULES
from kotva.server.table import SpectatorRule
from kotva.server.tournaments.session import SessionFacts, TournamentSession
from kotva.tournament.choices import Spectators, StartMode
from kotva.tournament.clock import grace_is_over
from kotva.tournament.seats import chooser
from kotva.tournament.state import Round, TournamentState, TournamentTable, read_time
from kotva.tournament.tables import table_spec

PREFIX = "tournament:"
LEVEL = "medium"  # of a bot that no name says more about, and of one that plays for somebody who has gone
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME = 40  # letters of a name at a table


def origin(session: TournamentSession | SessionFacts, table: TournamentTable) -> str:
    """The origin of a table: the tournament that gets its result, and the players who began."""
    return f"{PREFIX}{session.id}:{table.name}:"


@dataclass(frozen=True, slots=True)
class Origin:
    """The same, read."""

    tournament: str
    table: str  # R2.T3
    players: tuple[str, ...]  # who began, in the order of seats

    @staticmethod
    def read(text: str) -> Origin | None:
        parts = text.removeprefix(PREFIX).split(":")
        if not text.startswith(PREFIX) or len(parts) != 3:
            return None
        return Origin(parts[0], parts[1], tuple(parts[2].split(",")))

    def page(self, seats: Collection[int]) -> str:
        """The page of the tournament for somebody who sits there: the own one for a player."""
        mine = [player for seat, player in enumerate(self.players) if seat in seats]
        return f"/t/{self.tournament}/p/{mine[0]}" if len(mine) == 1 else f"/t/{self.tournament}"

    def find(self, state: TournamentState) -> tuple[Round, TournamentTable] | None:
        for round in state.rounds:
            for table in round.tables:
                if table.name == self.table:
                    return round, table
        return None


# -- opening -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """What is to become of a table that is not open yet: it begins with some of its players, is dissolved, or waits."""

    begin: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    dissolve: bool = False

    @property
    def waits(self) -> bool:
        return not self.begin and not self.dissolve


def ready(state: TournamentState, round: Round, table: TournamentTable, here: Mapping[str, str], at: datetime) -> Ready:
    """TOU-14.1, TOU-14.3: begin when all are here; after the grace time with those present, if they are enough."""
    players = [player for player in table.seats if player not in table.gone]
    there = tuple(player for player in players if player in here or plays_by_itself(state, player))
    absent = tuple(player for player in players if player not in there)
    over = grace_is_over(round, at, state.options.number("grace"))
    if round.is_paused:
        return Ready()
    if not over and (absent or _is_to_choose(state, table, there)):
        return Ready()
    enough = len(there) >= state.options.number("table.min")
    if enough and len(there) in games.load(state.options.word("game")).rules.seats:
        return Ready(begin=there, absent=absent)
    return Ready(absent=absent, dissolve=True)


def plays_by_itself(state: TournamentState, player: str) -> bool:
    """Bots, and stand-ins at whose place nobody sits (TOU-2.14)."""
    return state.players[player].kind != "human"


def _is_to_choose(state: TournamentState, table: TournamentTable, there: tuple[str, ...]) -> bool:
    """TOU-8.7 `choice`: somebody who is here may still name who begins."""
    if state.options.choice(StartMode) is not StartMode.CHOICE or table.first is not None:
        return False
    who = chooser(state, table)
    return who in there and not plays_by_itself(state, who)


def spec_of(
    session: TournamentSession | SessionFacts,
    round: Round,
    table: TournamentTable,
    begin: tuple[str, ...],
    here: Mapping[str, str],
) -> TableSpec:
    """The table to be opened: the seats of those who begin, the round's board, its clock; the same address on every node."""
    state = session.state
    wanted = table_spec(state, round, table, session.row.seed, begin)
    seats = []
    for player, name in zip(wanted.seats, wanted.names):
        person = None if state.players[player].kind == "bot" else here.get(player)
        bot = name.partition(" (")[0]  # `easy (2)` is the second of them
        level = "" if person is not None else bot if bot in LEVELS else LEVEL
        seats.append(SeatSpec(name[:_NAME], level=level, person=person))
    timing = games.load(wanted.game).timing
    idle = state.options.number_or_none("time.idle")  # TOU-9.9
    zero = BOT if timing.overrun is None else RULES
    from_here = origin(session, table)
    return TableSpec(
        game=wanted.game,
        seats=tuple(seats),
        options=dict(wanted.options),
        seed=wanted.seed,
        title=f"{state.name} {table.name}"[:60],
        origin=from_here + ",".join(wanted.seats),
        clock=None if idle is None else {"per_move": 60 * idle, "zero": zero},
        id=_address(session.row.links, from_here),
    )


def _address(secret: str, name: str) -> str:
    """One that nobody can guess, and the same wherever it is made: so a table is never opened twice."""
    digest = hmac.new(secret.encode(), name.encode(), hashlib.sha256).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:12])


# -- watching ----------------------------------------------------------------------------------------------------------

_RUNNING = N_("Nobody but its players and the officials sees a game of this tournament while it is played.")
_LATER = N_("This game of a tournament can be watched later: its rules say when.")


def spectator_rule(
    session: TournamentSession, found: Origin, officials: frozenset[str], at: datetime, ended_at: float | None
) -> SpectatorRule:
    """TOU-17.1: who may watch a table, and its replay; the game's own rule on spectators is not asked."""
    place = found.find(session.state)
    is_open = place is None or _is_open(session.state, place[0], at, ended_at)
    why = _RUNNING if ended_at is None else _LATER
    return SpectatorRule(why, "TOU-17.1", "/rules/tournament#TOU-17.1", officials, is_open)


def _is_open(state: TournamentState, round: Round, at: datetime, ended_at: float | None) -> bool:
    rule, minutes = state.options.spectators()
    match rule:
        case Spectators.LIVE:
            return True
        case Spectators.NONE:
            return False
        case Spectators.AFTER_GAME:
            return ended_at is not None
        case Spectators.DELAYED:
            return ended_at is not None and at.timestamp() >= ended_at + minutes * 60
        case Spectators.AFTER_ROUND:
            complete = round.completed_at is not None and read_time(round.completed_at) <= at
            return ended_at is not None and complete
        case _:
            assert_never(rule)


# -- ending ------------------------------------------------------------------------------------------------------------


def outcome_of(body: Mapping[str, Json]) -> Outcome:
    """How a game ended, as it was stored."""

    def numbers(name: str) -> tuple[int, ...]:
        found = body.get(name)
        return tuple(n for n in found if isinstance(n, int)) if isinstance(found, list) else ()

    return Outcome(str(body.get("reason", "")), str(body.get("clause", "")), numbers("scores"), numbers("ranks"))
