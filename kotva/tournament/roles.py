"""Who may do what, and when: section 7's table as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kotva.engine.say import N_
from kotva.tournament.log import Entry
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused, Words
from kotva.tournament.state import State

GAME: Final = "E"  # the platform's game as an actor (TOU-10.3)
ROLES: Final = ("organiser", "head", "referee", "scorer", "panel", "alternate")

BY_ITSELF: Final = ("checkin", "shift", "draw", "publish", "start", "complete")  # TOU-15.7

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


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of section 7: who, in which phases of the tournament, in which states of the round named."""

    who: str
    phases: str
    rounds: str
    clause: str


TABLE: Final[Mapping[str, Rule]] = {
    "create": Rule("O", "", "", "TOU-5.5"),
    "set": Rule("OH", "DGYN", "", "TOU-1.5"),
    "official": Rule("O", "DGYN", "", "TOU-16.1"),
    "open": Rule("O", "D", "", "TOU-2.1"),
    "close": Rule("O", "G", "", "TOU-2.1"),
    "archive": Rule("O", "F", "", "TOU-5.5"),
    "cancel": Rule("O", "DGYNF", "", "TOU-1.7"),
    "register": Rule("OP", "GYN", "", "TOU-2.10"),
    "checkin": Rule("OP", "GYN", "", "TOU-2.5"),
    "absent": Rule("OP", "GYN", "", "TOU-2.6"),
    "sitout": Rule("OP", "GYN", "", "TOU-2.7"),
    "withdraw": Rule("OPH", "GYN", "", "TOU-2.8"),
    "return": Rule("OP", "GYN", "", "TOU-2.11"),
    "draw": Rule("OH", "YN", "", "TOU-6.10"),
    "redraw": Rule("OH", "YN", "dr pu", "TOU-6.8"),
    "publish": Rule("OH", "YN", "dr", "TOU-6.8"),
    "swap": Rule("H", "YN", "dr pu", "TOU-6.9"),
    "repair": Rule("OH", "N", "pu", "TOU-14.6"),
    "newboard": Rule("H", "YN", "dr pu", "TOU-8.5"),
    "reseat": Rule("H", "N", "ru", "TOU-8.8"),
    "first": Rule("POH", "N", "pu ru", "TOU-8.7"),
    "start": Rule("OH", "N", "pu", "TOU-9.1"),
    "pause": Rule("OH", "N", "ru", "TOU-9.7"),
    "resume": Rule("OH", "N", "ru", "TOU-9.7"),
    "extend": Rule("HR", "N", "ru", "TOU-9.7"),
    "outage": Rule("E", "N", "ru", "TOU-9.10"),
    "turnlimit": Rule("H", "N", "ru", "TOU-9.6"),
    "report": Rule("PSROE", "N", "ru", "TOU-10.3"),
    "confirm": Rule("PSR", "N", "ru", "TOU-10.4"),
    "dispute": Rule("P", "NF", "ru co", "TOU-10.5"),
    "correct": Rule("SROH", "NF", "ru co", "TOU-10.8"),
    "dissolve": Rule("HE", "N", "ru", "TOU-3.7"),
    "complete": Rule("OH", "N", "ru", "TOU-10.9"),
    "proceed": Rule("H", "N", "", "TOU-10.9"),
    "case": Rule("PRH", "YNF", "", "TOU-16.10"),
    "decide": Rule("H", "YNF", "", "TOU-10.10"),
    "expel": Rule("H", "YNF", "", "TOU-14.5"),
    "warn": Rule("H", "YNF", "", "TOU-16.9"),
    "protest": Rule("P", "YNF", "", "TOU-16.6"),
    "vote": Rule("N", "YNF", "", "TOU-16.5"),
    "shift": Rule("H", "DGYN", "", "TOU-15.4"),
    "lot": Rule("H", "NF", "co", "TOU-5.6"),
    "standings": Rule("OH", "NF", "co", "TOU-13.2"),
    "import": Rule("O", "GYN", "", "TOU-20.10"),
    "backup": Rule("O", "DGYNFCX", "", "TOU-18.4"),
}

# The letters in words, for refusals.
_WHO: Final[Mapping[str, str]] = {
    "O": N_("the organiser"),
    "H": N_("the head referee"),
    "R": N_("a referee"),
    "S": N_("a scorer"),
    "N": N_("a member of the panel"),
    "P": N_("the player concerned"),
    "E": N_("the game itself"),
}


def letters(state: State, actor: str) -> str:
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


def runs_itself(state: State) -> bool:
    """TOU-15.7: the organiser has left the rounds to the platform."""
    return state.options.word("online") == state.options.word("auto") == "true"


def check(state: State, entry: Entry) -> None:
    """Section 5: `FORBIDDEN` for the wrong person, `STATE` at the wrong time."""
    rule = TABLE.get(entry.op)
    if rule is None:
        raise Refused("There is no action {op!r}.", "SYNTAX", "TOU-18.1", op=entry.op)
    if entry.op == "create":
        if state.phase:
            raise Refused("The tournament exists already.", "STATE", "TOU-5.5")
        return
    if state.phase == "closed" and entry.op != "backup":
        raise Refused("The tournament is closed: nothing changes any more.", "CLOSED", "TOU-10.8")
    newcomer = entry.op == "register" and entry.actor == f"P{len(state.players) + 1}"
    by_itself = entry.actor == GAME and entry.op in BY_ITSELF and runs_itself(state)
    if not newcomer and not by_itself and not set(letters(state, entry.actor)) & set(rule.who):
        raise Refused(
            "{actor} may not do this; {op} is for: {who}.",
            "FORBIDDEN",
            rule.clause,
            actor=entry.actor,
            op=entry.op,
            who=Words([_WHO[letter] for letter in rule.who]),
        )
    if _PHASES[state.phase] not in rule.phases:
        raise Refused(
            "{op} is not possible while the tournament is {phase}.",
            "STATE",
            rule.clause,
            op=entry.op,
            phase=state.phase or "planned",
        )
    if rule.rounds:
        number = Reader(entry).round()
        found = state.round(number)
        if found is None or _ROUNDS[found.state] not in rule.rounds.split():
            raise Refused(
                "{op} is not possible while round {round} is {phase}.",
                "STATE",
                rule.clause,
                op=entry.op,
                round=number,
                phase=found.state if found else "planned",
            )
