"""The games that can be played here, and what every list of games says of them."""

from __future__ import annotations

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import Say


def games_ready() -> list[Game]:
    """The games that can be played."""
    return [game for game in map(ready_game, games.ids()) if game is not None]


def ready_game(game_id: str) -> Game | None:
    """A game that is ready to be played; one that is being written does not close the lobby."""
    try:
        return games.load(game_id)
    except (KotvaError, ImportError, AttributeError, AssertionError):
        return None


def seats_in_words(game: Game, say: Say) -> str:
    """For how many players a game is."""
    low, high = game.rules.seats[0], game.rules.seats[-1]
    if low == high:
        return say.many("{n} player", "{n} players", low)
    if len(game.rules.seats) == 2 and high - low > 1:
        return say("{low} or {high} players", low=low, high=high)
    return say("{low} to {high} players", low=low, high=high)
