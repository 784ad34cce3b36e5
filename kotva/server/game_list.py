"""The games that can be played here, and what every list of games says of them."""

from __future__ import annotations

import logging
from functools import cache

from kotva import games
from kotva.engine.game import Game
from kotva.engine.say import LANGUAGES, Say

_LOG = logging.getLogger("kotva.server")
_logged: dict[str, str] = {}


def games_ready() -> list[Game]:
    """The games that can be played."""
    return [game for game in map(ready_game, games.ids()) if game is not None]


def ready_game(game_id: str) -> Game | None:
    """A game that is ready to be played; one that is broken does not close the lobby (`games.faults` says what is wrong)."""
    try:
        return games.load(game_id)
    except Exception:
        return None


def broken_games() -> dict[str, str]:
    """What cannot be loaded and why, for the lobby; each fault is logged once."""
    found = games.faults()
    for name, fault in found.items():
        if _logged.get(name) != fault:
            _logged[name] = fault
            _LOG.warning("The game %s cannot be loaded: %s", name, fault)
    return found


def seats_in_words(game: Game, say: Say) -> str:
    """For how many players a game is."""
    low, high = game.rules.seats[0], game.rules.seats[-1]
    if low == high:
        return say.many("{n} player", "{n} players", low)
    if len(game.rules.seats) == 2 and high - low > 1:
        return say("{low} or {high} players", low=low, high=high)
    return say("{low} to {high} players", low=low, high=high)


def title_of(title: str, game: Game, say: Say) -> str:
    """What a table is called: as somebody named it, or like its game in the reader's language, whatever its maker's was."""
    return say(game.title) if not title or title in _usual(game.id, game.title) else title


@cache
def _usual(game_id: str, title: str) -> frozenset[str]:
    """The name of a game in all languages."""
    return frozenset(Say(language, game_id)(title) for language in LANGUAGES)
