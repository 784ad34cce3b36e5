"""What an action is: one record from which notation, roles, command line, forms and documentation follow (section 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kotva.tournament.argument_kinds import Place
from kotva.tournament.arguments import read
from kotva.tournament.log import Json, TournamentEntry
from kotva.tournament.refusal import Refused
from kotva.tournament.state import Player, Round, TournamentState, TournamentTable

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True, slots=True)
class ActionCall(Generic[A_co]):
    """An action as somebody does it: its arguments have been read."""

    op: str
    actor: str
    at: str
    args: A_co


@dataclass(frozen=True, slots=True)
class Action(Generic[A]):
    """An action of section 7.

    `check` raises `Refused` and changes nothing; `effect` trusts the check. `fill` gives what is written into the log where
    that is more (what was drawn) or less (contacts) than what was asked; it alone knows the seed.
    """

    name: str
    args: type[A]
    example: str  # as it is typed; empty: it has no text
    help: str
    clause: str
    who: str  # letters of section 7
    phases: str  # letters of the tournament's states
    check: Callable[[TournamentState, ActionCall[A]], None]
    effect: Callable[[TournamentState, ActionCall[A]], None]
    fill: Callable[[TournamentState, ActionCall[A], dict[str, Json], str], dict[str, Json]] | None = None
    rounds: str = ""  # states of the round that it names
    by_itself: bool = False  # TOU-15.7: the platform does it where the tournament runs itself
    word: str = ""  # a word that always stands in its text

    def call(self, entry: TournamentEntry) -> ActionCall[A]:
        """The arguments of an entry, read; `SYNTAX` says what is wrong with them."""
        return ActionCall(entry.op, entry.actor, entry.at, read(self.args, entry.op, entry.args))


AnyAction = Action[Any]


@dataclass(frozen=True, slots=True)
class NoArguments:
    """An action that needs nothing said."""


def no_check(_state: TournamentState, _call: ActionCall[Any]) -> None:
    """Who may do it and when is all that is asked."""


def no_effect(_state: TournamentState, _call: ActionCall[Any]) -> None:
    """To be in the log is all that it does."""


# -- things of the tournament ----------------------------------------------------------------------------------------


def known_round(state: TournamentState, number: int) -> Round:
    found = state.round(number)
    if found is None:
        raise Refused("Round {round} has not been drawn.", "STATE", "TOU-6.10", round=number)
    return found


def known_table(state: TournamentState, place: Place) -> TournamentTable:
    found = state.table(place)
    if found is None:
        raise Refused("There is no table {table}.", "SEATS", "TOU-10.6", table=f"R{place[0]}.T{place[1]}")
    return found


def known_player(state: TournamentState, player: str) -> Player:
    found = state.players.get(player)
    if found is None:
        raise Refused("There is no player {player}.", "SEATS", "TOU-2.1", player=player)
    return found
