"""TOU-19.2: whether the platform can play what a tournament asks for; said before the first draw, not when tables stay shut."""

from __future__ import annotations

from collections.abc import Mapping

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.tournament.log import Json
from kotva.tournament.options import TournamentOptions
from kotva.tournament.refusal import Refused


def check_playable(options: TournamentOptions) -> None:
    """The game is here, takes tables of these sizes, and knows the options that are given to it."""
    name = options.word("game")
    try:
        game = games.load(name)
    except KotvaError:
        known = ", ".join(games.ids())
        raise Refused(
            "There is no game {game!r} here; there are: {known}.", "RANGE", "TOU-19.2", game=name, known=known
        ) from None
    sizes = range(options.number("table.min"), options.number("table.size") + 1)
    if not set(sizes) <= set(game.rules.seats):
        raise Refused(
            "{game} is for {allowed} players, but tables have {low} to {high} (table.min, table.size).",
            "RANGE",
            "TOU-19.2",
            game=game.title,
            allowed=", ".join(map(str, game.rules.seats)),
            low=sizes[0],
            high=sizes[-1],
        )
    _check_options(options, game)


def fitting_sizes(preset: str, given: Mapping[str, Json]) -> dict[str, Json]:
    """TOU-19.2: sizes of tables to begin with, where those of the preset do not all fit the game; none if none does."""
    texts = {name: str(value) for name, value in given.items()}
    options = TournamentOptions(preset, texts)
    try:
        seats = set(games.load(options.word("game")).rules.seats)
    except KotvaError:
        return {}
    low, high = options.number("table.min"), options.number("table.size")
    high = max((size for size in seats if low <= size <= high), default=0)
    if not high or {"table.min", "table.size"} & set(texts):
        return {}
    low = next(size for size in range(low, high + 1) if set(range(size, high + 1)) <= seats)
    fitting: dict[str, Json] = {"table.size": str(high), "table.min": str(low)}
    return {name: size for name, size in fitting.items() if size != options.texts[name]}


def has_hidden_points(name: str) -> bool:
    """TOU-10.2: whether a game declares points that are hidden until its end; False for a game that is not here."""
    try:
        return games.load(name).tournament.hidden_points
    except KotvaError:
        return False


def _check_options(options: TournamentOptions, game: Game) -> None:
    for size in range(options.number("table.min"), options.number("table.size") + 1):
        try:
            game.choose_options(size, given_options(options))
        except KotvaError as error:
            raise Refused("game.options: {why}", "RANGE", "TOU-19.2", why=error) from None


def given_options(options: TournamentOptions) -> dict[str, str]:
    """TOU-19.2: `game.options` as they are written, `name=value,name=value`."""
    parts = (part.partition("=") for part in options.word("game.options").split(",") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}
