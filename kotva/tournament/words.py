"""The words of a tournament for people (section 12), by the names that the log and the state use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.engine.say import N_

# States of the tournament, of rounds and of results (section 5).
STATES: Final[Mapping[str, str]] = {
    "draft": N_("draft"),
    "registration": N_("registration"),
    "ready": N_("ready"),
    "running": N_("running"),
    "finished": N_("finished"),
    "closed": N_("closed"),
    "cancelled": N_("cancelled"),
    "planned": N_("planned"),
    "drawn": N_("drawn"),
    "published": N_("published"),
    "overtime": N_("extra rounds of turns"),
    "complete": N_("complete"),
    "open": N_("open"),
    "reported": N_("reported"),
    "confirmed": N_("confirmed"),
    "disputed": N_("disputed"),
    "decided": N_("decided"),
    "dissolved": N_("dissolved"),
}
# TOU-2.4, TOU-10.1: players, and what a seat may be in a result.
STATUSES: Final[Mapping[str, str]] = {
    "entered": N_("entered"),
    "waiting": N_("waiting"),
    "present": N_("present"),
    "absent": N_("absent"),
    "withdrawn": N_("withdrawn"),
    "expelled": N_("expelled"),
    "left": N_("left"),
    "forfeit": N_("forfeit"),
    "dsq": N_("disqualified"),
}
# TOU-19.6: criteria of the standings, and what decides in a final.
CRITERIA: Final[Mapping[str, str]] = {
    "matches": N_("match points"),
    "points": N_("board points"),
    "firsts": N_("first places"),
    "seconds": N_("second places"),
    "thirds": N_("third places"),
    "pp": N_("place points"),
    "gp": N_("game points"),
    "success": N_("success rate"),
    "opp": N_("opponents' points"),
    "played": N_("games played"),
    "best": N_("best game"),
    "lot": N_("lot"),
    "final": N_("final"),
    "before": N_("rank before the final"),
}
ROLES: Final[Mapping[str, str]] = {
    "organiser": N_("organiser"),
    "head": N_("head referee"),
    "referee": N_("referee"),
    "scorer": N_("scorer"),
    "panel": N_("panel"),
    "alternate": N_("alternate"),
}
# TOU-16: what a case is about.
CASES: Final[Mapping[str, str]] = {
    "case": N_("case"),
    "dispute": N_("dispute"),
    "decision": N_("decision"),
    "expulsion": N_("expulsion"),
    "warning": N_("warning"),
}
# TOU-20.7: what the projected clock says.
CLOCK: Final[Mapping[str, str]] = {
    "waiting": N_("waiting for the start"),
    "running": N_("running"),
    "overtime": N_("extra rounds of turns"),
    "break": N_("break"),
    "pause": N_("pause"),
    "finished": N_("finished"),
}
# TOU-8.2 and others: what the organiser is told with a draw.
DRAW_WARNINGS: Final[Mapping[str, str]] = {
    "AVOID": N_("Two players of the hard avoid list meet: ranks alone decide in a final."),
    "FIXED_TABLE_BOTH": N_("Two players of one table are bound to different table numbers; the lower one is used."),
    "FIXED_TABLE_MISSING": N_("A player is bound to a table number that this round does not have."),
    "FIXED_TABLE_TAKEN": N_("Two groups are bound to the same table number; one of them plays elsewhere."),
}
# TOU-19.1: what each preset is, in a line.
FORMATS: Final[Mapping[str, str]] = {
    "settlers-cz": N_("Three rounds at tables of four, first places decide"),
    "settlers-final": N_("Three rounds, then a final of the best four"),
    "settlers-5321": N_("Three rounds, points 5-3-2-1 decide"),
    "blocks": N_("Three drawn rounds, the fourth by standing"),
    "pods-swiss": N_("Swiss at tables of four, winners meet winners"),
    "duel-swiss": N_("Swiss for two at a table"),
    "duel-rr": N_("Round robin for two at a table: everybody meets everybody once"),
    "groups-final": N_("Groups that play among themselves, then a final of the best"),
    "knockout": N_("Knock-out with seeding, byes for the best and a table for the third place"),
    "teams": N_("Teams of four: at each table one of every team"),
    "duel-teams": N_("Swiss of teams of four, two at a table"),
    "teams-sum": N_("Three rounds; the points of the best three of a team are added up"),
    "arena": N_("Arena: join and leave at any time, the next game begins when the last has ended"),
    "bots-rr": N_("Round robin of bots"),
}
