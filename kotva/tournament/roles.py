"""Who may do what, and when (sections 5 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kotva.engine.say import N_
from kotva.tournament.action import AnyAction
from kotva.tournament.arguments import round_named
from kotva.tournament.log import TournamentEntry
from kotva.tournament.refusal import Refused, Words
from kotva.tournament.state import TournamentState

GAME: Final = "E"  # the platform's game as an actor (TOU-10.3)
ROLES: Final = ("organiser", "head", "referee", "scorer", "panel", "alternate")

# The letters of section 7. A head referee is a referee too (TOU-16.1: the others decide in the head's name).
_LETTERS: Final[Mapping[str, str]] = {"organiser": "O", "head": "HR", "referee": "R", "scorer": "S"}
_PHASES: Final[Mapping[str, str]] = {
    "": "",
    "draft": "D",
    "registration": "G",
    "ready": "Y",
    "running": "N",
    "finished": "F",
    "closed": "C",
    "cancelled": "X",
}
_ROUNDS: Final[Mapping[str, str]] = {
    "planned": "",
    "drawn": "dr",
    "published": "pu",
    "running": "ru",
    "complete": "co",
}


# What must be done first, where a tournament or a round is not as far as an action needs.
_BEFORE: Final[Mapping[str, str]] = {
    "D": N_("Open registration first."),
    "G": N_("Close registration first."),
    "Y": N_("Draw and publish round 1 first."),
    "N": N_("All rounds must be complete first."),
    "": N_("Draw it first."),
    "dr": N_("Publish it first."),
    "pu": N_("Start it first."),
    "ru": N_("Complete it first."),
}
_TOO_LATE: Final = N_("It is too late for that.")
_ORDER: Final = ("D", "G", "Y", "N", "F", "C")
_ROUND_ORDER: Final = ("", "dr", "pu", "ru", "co")


def _remedy(now: str, possible: Sequence[str], order: Sequence[str]) -> Words:
    """What would make an action possible; it is said with every refusal of section 5."""
    later = now in order and any(state in order[order.index(now) + 1 :] for state in possible)
    return Words([_BEFORE[now] if later else _TOO_LATE])


# The letters in words, for refusals.
WHO: Final[Mapping[str, str]] = {
    "O": N_("the organiser"),
    "H": N_("the head referee"),
    "R": N_("a referee"),
    "S": N_("a scorer"),
    "N": N_("a member of the panel"),
    "P": N_("the player concerned"),
    "E": N_("the game itself"),
}


def letters(state: TournamentState, actor: str) -> str:
    """Section 7: as what somebody may act."""
    if actor == GAME:
        return "E"
    out = ""
    official = state.officials.get(actor)
    if official:
        out += "".join(_LETTERS.get(role, "") for role in sorted(official.roles))
    if actor in state.players:
        out += "P"
    if actor in state.panel or actor in state.alternates or actor == state.head:
        out += "N"
    return out


def runs_itself(state: TournamentState) -> bool:
    """TOU-15.7: the organiser has left the rounds to the platform."""
    return state.options.flag("online") and state.options.flag("auto")


def check(state: TournamentState, rule: AnyAction, entry: TournamentEntry) -> None:
    """Section 5: `FORBIDDEN` for the wrong person, `STATE` at the wrong time."""
    if entry.op == "create":
        if state.phase:
            raise Refused("The tournament exists already.", "STATE", "TOU-5.5")
        return
    if state.phase == "closed" and entry.op != "backup":
        raise Refused("The tournament is closed: nothing changes any more.", "CLOSED", "TOU-10.8")
    newcomer = entry.op == "register" and entry.actor == f"P{len(state.players) + 1}"
    by_itself = entry.actor == GAME and rule.by_itself and runs_itself(state)
    if not newcomer and not by_itself and not set(letters(state, entry.actor)) & set(rule.who):
        raise Refused(
            "{actor} may not do this; {op} is for: {who}.",
            "FORBIDDEN",
            rule.clause,
            actor=state.label(entry.actor),
            op=entry.op,
            who=Words([WHO[letter] for letter in rule.who]),
        )
    if _PHASES[state.phase] not in rule.phases:
        raise Refused(
            "{op} is not possible while the tournament is {phase}. {remedy}",
            "STATE",
            rule.clause,
            op=entry.op,
            phase=state.phase or "planned",
            remedy=_remedy(_PHASES[state.phase], rule.phases, _ORDER),
        )
    if rule.rounds:
        number = round_named(entry.op, entry.args)
        if not 1 <= number <= state.last_round:
            raise Refused("There is no round {round}.", "RANGE", rule.clause, round=number)
        found = state.round(number)
        now = found.state if found else "planned"
        if _ROUNDS[now] not in rule.rounds.split():
            raise Refused(
                "{op} is not possible while round {round} is {phase}. {remedy}",
                "STATE",
                rule.clause,
                op=entry.op,
                round=number,
                phase=now,
                remedy=_remedy(_ROUNDS[now], rule.rounds.split(), _ROUND_ORDER),
            )
