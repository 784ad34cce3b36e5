"""TOU-19.1: the presets, each a set of options that fit each other (TOU-1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BOTS: Final = {f"points.{k}": "-".join(str(k - i) for i in range(k)) for k in range(2, 9)}
# TOU-19.1 (and TOU-1.4: the default preset is the source).
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "settlers-cz": {},
    "settlers-final": {"draw": "random,final", "criteria": "firsts,gp,success,lot"},
    "settlers-5321": {
        "points.4": "5-3-2-1",
        "points.3": "5-3-1",
        "tie.rule": "share",
        "criteria": "pp,gp,success,firsts,seconds,thirds,lot",
    },
    "blocks": {"rounds": "4", "draw": "random,random,random,blocks"},
    "pods-swiss": {
        "draw": "swiss",
        "points.4": "5-0-0-0",
        "points.3": "5-0-0",
        "nowin.points": "1",
        "tie.rule": "best",
        "criteria": "pp,firsts,opp,lot",
        "bye.points": "5",
    },
    "duel-swiss": {
        "draw": "swiss",
        "table.size": "2",
        "table.min": "2",
        "points.2": "2-0",
        "tie.rule": "share",
        "criteria": "pp,opp,firsts,lot",
        "bye.points": "2",
        "players.min": "2",
    },
    "duel-rr": {
        "draw": "round_robin",
        "rounds": "1",
        "rr.legs": "1",
        "rr.missing": "bye",
        "seat.mode": "balanced",
        "table.size": "2",
        "table.min": "2",
        "points.2": "2-0",
        "tie.rule": "share",
        "criteria": "pp,firsts,gp,lot",
        "bye.points": "2",
        "players.min": "2",
        "late.last": "1",
    },
    "groups-final": {
        "draw": "random,final",
        "groups": "2",
        "seat.mode": "balanced",
        "criteria": "pp,firsts,gp,success,lot",
    },
    "knockout": {
        "draw": "knockout",
        "rounds": "0",
        "seeding": "rating",
        "knockout.byes": "true",
        "knockout.third": "true",
    },
    "teams": {
        "team.boards": "4",
        "players.min": "4",
    },
    "duel-teams": {
        "draw": "swiss",
        "team.boards": "4",
        "table.size": "2",
        "table.min": "2",
        "points.2": "2-0",
        "tie.rule": "share",
        "criteria": "pp,firsts,gp,lot",
        "bye.points": "2",
        "players.min": "4",
    },
    "teams-sum": {
        "team.count": "3",
        "avoid.team": "true",
    },
    "arena": {
        "draw": "arena",
        "rounds": "1",
        "time.round": "60",
        "table.min": "2",
        "players.min": "2",
        "board.mode": "own",
        "points.4": "4-2-1-0",
        "points.3": "3-1-0",
        "points.2": "2-0",
        "bye.points": "0",
        "bye.game_points": "0",
        "tie.rule": "share",
        "short.rule": "lot",
        "criteria": "pp,firsts,gp,success,lot",
    },
    "bots-rr": {
        "draw": "round_robin",
        "rounds": "1",
        "tie.rule": "share",
        "criteria": "pp,success,firsts,lot",
        "time.round": "none",
        "publish.lead": "0",
        "break": "0",
        **_BOTS,
    },
}
