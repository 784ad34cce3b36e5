"""How time is counted at a table, chosen before the game: for each move, for the whole game, in days, and what zero means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from kotva.engine.errors import BadOption
from kotva.engine.game import Game
from kotva.engine.say import N_
from kotva.engine.user_input import Json, whole

DAY: Final = 86_400
ANSWER: Final = 20  # seconds for an answer to an offer, if nobody says otherwise

# What happens when a seat has no time left. `rules` and `loss` only where the game's rules know such a thing.
BOT: Final = "bot"
RULES: Final = "rules"
LOSS: Final = "loss"
NOTHING: Final = "nothing"

LABELS: Final = {
    BOT: N_("A bot plays for a player with no time left"),
    RULES: N_("The event that the rules have for it"),
    LOSS: N_("A player with no time left loses"),
    NOTHING: N_("Nothing: the clock is only shown"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A decision first uses the time for a move, then the seat's reserve. All numbers are seconds; all zero: no clock."""

    per_move: int = 0  # for each move; days are written as seconds (3 * DAY)
    reserve: int = 0  # for the whole game
    increment: int = 0  # added to the reserve after each move
    answer: int = 0  # for an answer to an offer: neither the move nor the reserve is touched
    zero: str = BOT
    level: str = "medium"  # of the bot

    @property
    def hurries(self) -> bool:
        """Whether anybody can run out of time on the move."""
        return bool(self.per_move or self.reserve)

    def as_data(self) -> dict[str, Json]:
        return asdict(self)


RANGES: Final = {
    "per_move": (0, 30 * DAY),
    "reserve": (0, 7 * DAY),
    "increment": (0, 3600),
    "answer": (0, 30 * DAY),
}


def choices(game: Game) -> tuple[str, ...]:
    """What zero can mean in a game."""
    rules = (RULES,) if game.timing.overrun is not None else ()
    loss = (LOSS,) if game.timing.forfeit is not None else ()
    return (BOT, *rules, *loss, NOTHING)


def read_terms(data: Mapping[str, object], game: Game) -> Terms:
    """Terms that somebody wrote, checked; BadOption says what is wrong and what is allowed."""
    known = asdict(Terms())
    for name in data:
        if name not in known:
            raise BadOption(N_("A clock has no {name!r}; it has: {known}."), name=str(name), known=", ".join(known))
    numbers: dict[str, int] = {}
    for name, (low, high) in RANGES.items():
        value = whole(data.get(name, known[name]), low, high)
        if value is None:
            raise BadOption(
                N_("The clock's {name} cannot be {given!r}; allowed: {low} to {high} seconds."),
                name=name,
                given=data[name],
                low=low,
                high=high,
            )
        numbers[name] = value
    if "answer" not in data and (numbers["per_move"] or numbers["reserve"]):
        # Days for a move mean days for an answer.
        numbers["answer"] = numbers["per_move"] if numbers["per_move"] >= DAY else ANSWER
    if numbers["increment"] and not numbers["reserve"]:
        raise BadOption(N_("An increment needs a reserve that it is added to."))
    zero = str(data.get("zero", known["zero"]))
    if zero not in choices(game):
        raise BadOption(
            N_("What happens at zero cannot be {given!r} in {game}; allowed: {allowed}."),
            given=zero,
            game=game.title,
            allowed=", ".join(choices(game)),
        )
    return Terms(**numbers, zero=zero, level=str(data.get("level", known["level"]))[:40])
