"""TOU-2.16: what is known of a player beside the name: club, team, categories and rating."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from kotva.tournament.action import ActionCall, known_player
from kotva.tournament.action_arguments import DescribeArgs
from kotva.tournament.arguments import needs
from kotva.tournament.log import Json
from kotva.tournament.names import clean
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import GAME
from kotva.tournament.state import UNSURE, Player, TournamentState

LONGEST: Final = 60  # characters of a club or a team
MOST: Final = 9999  # the highest rating
_CATEGORIES: Final = 5
_CATEGORY: Final = 30


class Details(Protocol):
    """What `register` and `describe` may say."""

    @property
    def team(self) -> str | None: ...
    @property
    def category(self) -> str | None: ...
    @property
    def rating(self) -> int | None: ...
    @property
    def spread(self) -> int | None: ...


def categories(text: str) -> tuple[str, ...]:
    """Different words in their order."""
    return tuple(dict.fromkeys(clean(word) for word in text.split(",") if clean(word)))


def check_details(details: Details) -> None:
    """TOU-2.16: the bounds."""
    if details.team is not None and len(details.team) > LONGEST:
        raise Refused("A team's name has at most 60 characters.", "RANGE", "TOU-2.16")
    found = categories(details.category or "")
    if len(found) > _CATEGORIES or any(len(word) > _CATEGORY for word in found):
        raise Refused("A player has at most 5 categories of at most 30 characters.", "RANGE", "TOU-2.16")
    for number in (details.rating, details.spread):
        if number is not None and not 0 <= number <= MOST:
            raise Refused("A rating is a whole number from 0 to 9999.", "RANGE", "TOU-2.16")


def said(details: Details) -> bool:
    return any(value is not None for value in (details.team, details.category, details.rating, details.spread))


def check_describe(state: TournamentState, call: ActionCall[DescribeArgs]) -> None:
    """TOU-2.16: teams and ratings, by which is drawn, stand once the draw of round 1 has been published."""
    args = call.args
    player = known_player(state, args.player)
    if not said(args) and args.club is None:
        raise needs(call.op, "category")
    check_details(args)
    if args.club is not None and len(args.club) > LONGEST:
        raise Refused("A club's name has at most 60 characters.", "RANGE", "TOU-2.1")
    if call.actor == GAME and (args.team, args.category, args.club) != (None, None, None):
        raise Refused("The platform tells ratings alone.", "FORBIDDEN", "TOU-2.16")
    late = state.published_rounds() > 0
    rated = args.rating is not None or args.spread is not None
    if late and (rated or (args.team is not None and player.team)):
        raise Refused("Teams and ratings are locked since round 1 was published.", "LOCKED", "TOU-2.16")


def describe(state: TournamentState, call: ActionCall[DescribeArgs]) -> None:
    player = known_player(state, call.args.player)
    if call.args.club is not None:
        player.club = clean(call.args.club)
    take(player, call.args)
    current = state.current
    if (
        current is not None
        and current.state == "drawn"
        and (call.args.team is not None or call.args.rating is not None)
    ):
        current.outdated = True  # TOU-6.8


def take(player: Player, details: Details) -> None:
    """What was said; the rest stays."""
    if details.team is not None:
        player.team = clean(details.team)
    if details.category is not None:
        player.categories = categories(details.category)
    if details.rating is not None:
        player.rating = details.rating
        player.spread = UNSURE
    if details.spread is not None:
        player.spread = details.spread


# -- lines of a list (TOU-20.10) ---------------------------------------------------------------------------------------

COLUMNS: Final = ("team", "category", "rating")


class ListedDetails:
    """The details of one line; ValueError where its rating is no number."""

    def __init__(self, row: Mapping[str, Json]) -> None:
        self.team: str | None = str(row["team"]) if row.get("team") else None
        self.category: str | None = str(row["category"]) if row.get("category") else None
        text = str(row.get("rating") or "").strip()
        if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
            raise ValueError(text)
        self.rating: int | None = int(text) if text else None
        self.spread: int | None = None


def read_line(row: Mapping[str, Json]) -> ListedDetails:
    """A line whose details are within their bounds."""
    try:
        line = ListedDetails(row)
    except ValueError:
        raise Refused("A rating is a whole number from 0 to 9999.", "RANGE", "TOU-2.16") from None
    check_details(line)
    return line
