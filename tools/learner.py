"""Can a bot be learnt? An opponent that remembers what won against it: `python -m tools.learner bosman --bot medium`.

The learner looks one ply ahead like everybody, and remembers of every decision how the games went on in which it decided
so: after exactly the same course of the game, and at the same move of whatever game. What won is repeated, what lost is done
less and less. It plays the same number of games with an empty memory for each: what it wins more is what learning brings
(less than 10 points is the goal). It is told more than a player may know (what lies face down, what was exchanged), so it is
an upper bound.

That it learns shows against a fixed pattern (`--fixed`: a bot that begins every game in the same way, with the same luck). The
learner itself has fewer than 100 lines; the rest of this file is its referee.
"""

from __future__ import annotations

import os
import sys
from random import Random

import click
from rich.progress import track

from kotva import games as registry
from kotva.arena import wilson
from kotva.bots import make
from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, Game, View
from kotva.engine.moves import Moves
from kotva.engine.one_ply import one_ply_values
from kotva.engine.options import Options
from kotva.engine.state import CHANCE, OVER, State

Memory = dict[tuple[int, ...], tuple[float, int]]  # what was decided, and after what -> won, of how many games
DEALS, SHORT = 2, 6  # deals looked at; own actions that are considered
ENOUGH = 5  # games after which what was decided at some move of any game says something


class Learner:
    """One ply, and what came of it in earlier games."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self._memory, self._random = memory, Random(seed)
        self.course: list[int] = []  # everything played in this game, by everybody
        self._decided: list[tuple[int, ...]] = []

    def choose(self, view: View) -> int:
        seat, legal = view.seat, view.legal()
        assert seat is not None
        looks = one_ply_values(view.seen, seat, legal, view.game.bots.evaluation, DEALS, self._random.getrandbits(30))
        short = sorted(zip(looks, legal), reverse=True)[:SHORT]
        hopes = {action: self.hope(seat, action, value / 1000) for (value, _), action in short}
        best = max(hopes, key=lambda action: hopes[action])
        self._decided += self.keys(seat, best)
        return best

    def keys(self, seat: int, action: int) -> list[tuple[int, ...]]:
        """A decision in the course of this game, and the same one in any game."""
        return [(seat, *self.course, action), (-1 - seat, len(self._decided) // 2, action)]

    def hope(self, seat: int, action: int, look: float) -> float:
        """What an action promises: how it looks counts like one game, as do the games of other courses together."""
        exact, alike = (self._memory.get(key, (0.0, 0)) for key in self.keys(seat, action))
        won, tries = look + exact[0], 1.0 + exact[1]
        if alike[1] >= ENOUGH:
            won, tries = won + alike[0] / alike[1], tries + 1.0
        return won / tries

    def learn(self, won: float) -> None:
        """The game is over."""
        for key in self._decided:
            before = self._memory.get(key, (0.0, 0))
            self._memory[key] = before[0] + won, before[1] + 1


# -- the referee -------------------------------------------------------------------------------------------------------


def play(game: Game, options: Options, bot: str, memory: Memory, number: int, luck: int) -> float:
    """What the learner wins of one game; bot and chance depend on `luck`, the seats on the number."""
    me, random = number % 2, Random(luck)
    state, rng, out = game.rules.new(options), Rng(random.getrandbits(40)), Moves()
    learner, other = Learner(memory, random.getrandbits(30)), make(bot, random.getrandbits(30))
    news: list[Event] = []
    while (actor := int(state.to_act())) != OVER:
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        elif actor == me:
            action = learner.choose(game.view(state, actor, options))
        else:
            action = other.choose(game.view(state, actor, options, news))
            news = []
        learner.course.append(action)
        state.apply(actor, action)
        news.append((PLAYED, actor, action, 0))
    won = share(state, me)
    learner.learn(won)
    return won


def share(state: State, seat: int) -> float:
    ranks = [int(state.rank(i)) for i in range(int(state.seats))]
    return (ranks[seat] == 1) / ranks.count(1)


@click.command()
@click.argument("game")
@click.option("--bot", default="medium", show_default=True, help="Whom to learn: a bot of fixed simulations.")
@click.option("--games", default=500, show_default=True)
@click.option("--fixed", is_flag=True, help="Against a fixed pattern: every game begins with the same seed.")
@click.option("--seed", default=0, show_default=True, help="Of the first game; each of the next has one more.")
def main(game: str, bot: str, games: int, fixed: bool, seed: int) -> None:
    """Play twice so many games: with a memory, and without."""
    played = registry.load(game)
    options = played.choose_options(2)
    memory: Memory = {}
    won = lost = 0.0
    for number in track(range(games), game, disable=not sys.stderr.isatty() or "CI" in os.environ):
        luck = seed if fixed else seed + number
        won += play(played, options, bot, memory, number, luck)
        lost += play(played, options, bot, {}, number, luck)
    low, high = wilson(won, games)
    print(
        f"{game}: learning wins {won / games:.1%} ({low:.1%} to {high:.1%}) against {bot}, without {lost / games:.1%}:",
        end=" ",
    )
    print(f"it gains {100 * (won - lost) / games:+.1f} points over {games} games")


if __name__ == "__main__":
    main()
