"""Games as environments for agents: `pip install ".[envs]"` in a checkout.

    from kotva import envs

    envs.aec("bosman", seats=4)                        # PettingZoo: every seat is an agent
    envs.single("bosman", seats=2, against="greedy")   # Gymnasium: one seat, bots in the others
    envs.openspiel("bosman", seats=2)                  # a game of OpenSpiel, also pyspiel.load_game("kotva_bosman")
    envs.batch("bosman", n=1024, seats=4)              # many games, one call a step, numpy arrays
    envs.text("bosman", seats=2, against="greedy")     # text in, text out, for language models

What is observed and what an action is: `docs/agents.md`. Each function needs its library alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kotva.engine.game import Game
from kotva.extras import not_installed

if TYPE_CHECKING:
    import pyspiel
    from pettingzoo import AECEnv

    from kotva.envs.batches import Batch
    from kotva.envs.gymnasium_env import Against, SingleEnv
    from kotva.envs.shards import Shards
    from kotva.envs.text_env import Player, TextGame

__all__ = ["aec", "batch", "openspiel", "single", "text"]

Given = Mapping[str, object]


@contextmanager
def _libraries(name: str) -> Iterator[None]:
    """The error for an environment whose library is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise not_installed(f"envs.{name}", error) from error


def aec(
    game: Game | str, seats: int | None = None, options: Given | None = None, render_mode: str | None = None
) -> AECEnv:
    """A PettingZoo environment with its usual wrappers: an illegal action ends the game, at the cost of its player."""
    with _libraries("aec"):
        from kotva.envs.pettingzoo_env import make

    return make(game, seats, options, render_mode)


def single(
    game: Game | str,
    seats: int | None = None,
    options: Given | None = None,
    against: Against = "greedy",
    seat: int = 0,
    render_mode: str | None = None,
) -> SingleEnv:
    """A Gymnasium environment: one seat is yours, bots play the others; `against` names one, or one for each other seat."""
    with _libraries("single"):
        from kotva.envs.gymnasium_env import SingleEnv

    return SingleEnv(game, seats, options, against, seat, render_mode)


def openspiel(game: Game | str, seats: int | None = None, options: Given | None = None) -> pyspiel.Game:
    """A game of OpenSpiel, registered as `kotva_` and its id."""
    with _libraries("openspiel"):
        from kotva.envs.openspiel_games import make

    return make(game, seats, options)


def batch(
    game: Game | str,
    n: int,
    seats: int | None = None,
    options: Given | None = None,
    seed: int = 0,
    limit: int | None = None,
    processes: int = 1,
) -> Batch | Shards:
    """n games that are stepped in one call; those that end begin again by themselves. Several processes share them out."""
    with _libraries("batch"):
        from kotva.envs.running_game import whole

    if whole("processes", processes, 1) > 1:
        from kotva.envs.shards import Shards

        return Shards(game, n, seats, options, seed, limit, processes)
    from kotva.envs.batches import Batch

    return Batch(game, n, seats, options, seed, limit)


def text(
    game: Game | str,
    seats: int | None = None,
    options: Given | None = None,
    against: Player | Sequence[Player] = "random",
    seat: int = 0,
    language: str = "en",
) -> TextGame:
    """A game in words, for language models: `reset(seed)` and `step("play R21 c3")` answer with a text. It needs no library.

    What is not allowed is refused with its clause and may be tried again; `rules` is the rulebook.
    """
    from kotva.envs.text_env import TextGame

    return TextGame(game, seats, options, against, seat, language)
