"""The values of options that are words, each once: declared here, listed by `options`, and handled by `match`.

A value that is added here and handled nowhere does not type-check (`assert_never`). The draw has its own words, as literals
in `draw.problem`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Rollcall(StrEnum):  # TOU-2.5
    FIRST = "first"
    EVERY = "every"


class LotMode(StrEnum):  # TOU-5.6
    SEEDED = "seeded"
    MANUAL = "manual"


class BoardMode(StrEnum):  # TOU-8.6
    SAME = "same"
    OWN = "own"
    FIXED = "fixed"


class StartMode(StrEnum):  # TOU-8.7
    DICE = "dice"
    SEAT1 = "seat1"
    CHOICE = "choice"


class TimeCount(StrEnum):  # TOU-9.4
    COMPLETE_ROUND = "complete_round"
    FROM_CURRENT = "from_current"


class Confirm(StrEnum):  # TOU-10.4
    ALL = "all"
    MAJORITY = "majority"
    ONE = "one"
    NONE = "none"


class StoppedFirst(StrEnum):  # TOU-11.5
    COUNT = "count"
    NOCOUNT = "nocount"


class SuccessMode(StrEnum):  # TOU-12.6
    SHARE = "share"
    SCALED = "scaled"


class TieRule(StrEnum):  # TOU-19.5
    DENSE = "dense"
    BEST = "best"
    SHARE = "share"
    WORST = "worst"


class Criterion(StrEnum):  # TOU-19.6
    FIRSTS = "firsts"
    SECONDS = "seconds"
    THIRDS = "thirds"
    PP = "pp"
    GP = "gp"
    SUCCESS = "success"
    OPP = "opp"
    PLAYED = "played"
    BEST = "best"
    LOT = "lot"


class Seeding(StrEnum):  # TOU-19.14
    LOT = "lot"
    ENTRY = "entry"
    RATING = "rating"


class StandingsPublic(StrEnum):  # TOU-13.6
    ALWAYS = "always"
    UNTIL_LAST = "until_last"
    FINAL = "final"


class Spectators(StrEnum):  # TOU-17.1
    NONE = "none"
    AFTER_ROUND = "after_round"
    AFTER_GAME = "after_game"
    LIVE = "live"
    DELAYED = "delayed"  # written with its minutes: delayed:5


class Delimiter(StrEnum):  # TOU-20.8
    COMMA = ","
    SEMICOLON = ";"
    TAB = "tab"


# Which option has which values.
OPTION_OF: Final[Mapping[type[StrEnum], str]] = {
    Rollcall: "rollcall",
    LotMode: "lot.mode",
    BoardMode: "board.mode",
    StartMode: "start.mode",
    TimeCount: "time.count",
    Confirm: "confirm",
    StoppedFirst: "stopped.first",
    SuccessMode: "success.mode",
    TieRule: "tie.rule",
    Seeding: "seeding",
    StandingsPublic: "standings.public",
    Delimiter: "csv.delimiter",
}
