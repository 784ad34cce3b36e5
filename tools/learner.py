"""Can a bot be learnt? An opponent that counts what it did and answers that: `python tools/learner.py bosman --bot medium`.

The learner looks two plies ahead: after each of its actions it expects the answer that the bot gave most often after the same
last actions, of those that are legal in a deal; where it knows none, the answer that is best for the bot. It plays the same
number of games with an empty memory for each game: what it wins more is what learning brings (at most 10 points is the goal).
It is told more than a player may know (what lies face down, what was exchanged), so it is an upper bound. The learner itself has
fewer than 100 lines; the rest of this file is its referee.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from random import Random

import click
from rich.progress import track

from kotva import games as registry
from kotva.arena import wilson
from kotva.bots import make
from kotva.engine.arrays import Rng, zeros
from kotva.engine.game import PLAYED, Event, Game, View
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.search import weigh
from kotva.engine.state import CHANCE, OVER, State

Memory = dict[tuple[int, ...], Counter[int]]  # the last actions at the table -> how often the bot answered what
KNOWN, DEALS, SHORT = 3, 3, 6  # an answer seen so often counts; deals looked at; own actions looked into


def remember(memory: Memory, last: list[int], action: int) -> None:
    """What was done after the last action, after the last two, and at all."""
    for length in range(min(2, len(last)) + 1):
        memory.setdefault(tuple(last[len(last) - length :]), Counter())[action] += 1


def expected(memory: Memory, last: list[int], legal: list[int]) -> int | None:
    """The likeliest answer by the longest memory that knows one."""
    for length in (2, 1, 0):
        known = memory.get(tuple(last[-length:] if length else []), Counter[int]())
        seen = max(legal, key=lambda action: known[action])
        if known[seen] >= KNOWN:
            return seen
    return None


class Learner:
    """Two plies, with or without memory."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self.memory, self._random, self.last = memory, Random(seed), list[int]()

    def choose(self, view: View) -> int:
        seat, legal = view.seat, view.legal()
        assert seat is not None
        looks = weigh(view.seen, seat, legal, view.game.advice, 2, self._random.getrandbits(30))
        short = [action for _, action in sorted(zip(looks, legal), reverse=True)[:SHORT]]
        worth = {action: sum(self._after(view, seat, action) for _ in range(DEALS)) for action in short}
        return max(short, key=lambda action: worth[action])

    def _after(self, view: View, seat: int, action: int) -> int:
        """How the seat stands after an action and the answer to it, on one deal."""
        s, out, values, rng = view.seen.clone(), Moves(), zeros(2), Rng(self._random.getrandbits(30))
        s.redeal(seat, rng)
        if s.why_not(seat, action):
            return 0
        s.apply(seat, action)
        while (actor := int(s.to_act())) == CHANCE:
            s.apply(CHANCE, s.sample(rng, out))
        if actor not in (OVER, seat):
            answers = view.game.legal(s, actor)
            answer = expected(self.memory, [*self.last, action], answers)
            if answer is None:
                looks = weigh(s, actor, answers, view.game.advice, 1, 1)
                answer = max(zip(looks, answers))[1]
            s.apply(actor, answer)
        view.game.advice.values(s, values)
        return int(values[seat])


def play(game: Game, options: Options, bot: str, memory: Memory, number: int) -> float:
    """What the learner wins of one game."""
    random, me = Random(number), number % 2
    state, rng, out = game.new(options), Rng(random.getrandbits(40)), Moves()
    learner, other = Learner(memory, number), make(bot, number)
    news: list[Event] = []
    while (actor := int(state.to_act())) != OVER:
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            action = (learner if actor == me else other).choose(game.view(state, actor, options, news))
            if actor != me:
                remember(memory, learner.last, action)
                news = []
            learner.last = [*learner.last, action][-2:]
        state.apply(actor, action)
        news.append((PLAYED, actor, action, 0))
    return share(state, me)


def share(state: State, seat: int) -> float:
    ranks = [int(state.rank(i)) for i in range(int(state.seats))]
    return (ranks[seat] == 1) / ranks.count(1)


@click.command()
@click.argument("game")
@click.option("--bot", default="medium", show_default=True, help="Whom to learn: a bot of fixed simulations.")
@click.option("--games", default=500, show_default=True)
def main(game: str, bot: str, games: int) -> None:
    """Play twice so many games: with a memory, and without."""
    played = registry.load(game)
    options = played.choose_options(2)
    memory: Memory = {}
    won = lost = 0.0
    for number in track(range(games), game, disable=not sys.stderr.isatty() or "CI" in os.environ):
        won += play(played, options, bot, memory, number)
        lost += play(played, options, bot, {}, number)
    low, high = wilson(won, games)
    print(
        f"{game}: learning wins {won / games:.1%} ({low:.1%} to {high:.1%}) against {bot}, without {lost / games:.1%}:",
        end=" ",
    )
    print(f"it gains {100 * (won - lost) / games:+.1f} points over {games} games")


if __name__ == "__main__":
    main()
