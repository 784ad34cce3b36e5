"""A bot that plays by the weights of a file instead of those that its game comes with: to measure whether new ones are better.

`weights:network.bin:mcts:500` searches with this network, `weights::mcts:500` with none at all.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kotva.bots.bot import Bot
from kotva.engine.errors import KotvaError
from kotva.engine.evaluation import Evaluation
from kotva.engine.fields_observer import FieldsObserver
from kotva.engine.game import Game, View
from kotva.engine.learnt import read_network
from kotva.engine.network import LearntEvaluation
from kotva.engine.observe import Observer
from kotva.engine.options import Options


def observer_of(game: Game, options: Options) -> Observer:
    """What writes down for a network how a seat sees a position."""
    return game.bots.observer(game.rules.new(options)) if game.bots.observer else FieldsObserver(game, options)


def own_evaluation(game: Game, alone: bool = False) -> Evaluation:
    """What a game says of positions without a network; `alone`: nothing at all."""
    if alone:
        return Evaluation()
    evaluation = game.bots.evaluation
    return evaluation.base if isinstance(evaluation, LearntEvaluation) else evaluation


def with_network(game: Game, options: Options, path: Path | None, *, alone: bool = False) -> Game:
    """The same game, its evaluation corrected by the network of a file; without one, by none.

    A network that was fitted alone stands in for all that the game says of positions.
    """
    evaluation = own_evaluation(game, alone)
    if path is not None:
        found = read_network(path)
        evaluation = own_evaluation(game, found.share == 0)
        observer = observer_of(game, options)
        width = sum(span.size for span in observer.spans())
        if (found.game, found.seats, len(found.scale)) != (game.id, options.seats, width):
            raise KotvaError(
                "{path} is a network for {theirs} with {seats} players that look at {n} numbers each: it does not fit here.",
                path=path,
                theirs=found.game,
                seats=found.seats,
                n=len(found.scale),
            )
        evaluation = LearntEvaluation(evaluation, observer, found.network(), options.seats)
    return replace(game, bots=replace(game.bots, evaluation=evaluation))


class WeightedBot:
    """A bot to which its game looks as if it had other weights."""

    def __init__(self, path: str, bot: Bot) -> None:
        self._path = Path(path) if path else None
        self._bot = bot
        self._known: tuple[Game, Options, Game] | None = None
        if self._path is not None:
            read_network(self._path)  # what is wrong with a file is said before the first game

    def choose(self, view: View) -> int:
        if self._known is None or self._known[0] is not view.game or self._known[1] != view.options:
            self._known = (view.game, view.options, with_network(view.game, view.options, self._path))
        return self._bot.choose(View(self._known[2], view.options, view.seat, view.seen, view.news))
