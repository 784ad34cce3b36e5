"""Bots for people, by level: how much each sees is the game's to say (`Game.bots.levels`)."""

from __future__ import annotations

from math import exp
from random import Random

from kotva.bots.bot import SensibleBot
from kotva.bots.search import Mcts
from kotva.bots.steady import TurnMemory
from kotva.engine.arrays import Rng
from kotva.engine.evaluation import knows_nothing
from kotva.engine.game import View
from kotva.engine.levels import SECONDS
from kotva.engine.one_ply import one_ply_values


class Beginner(SensibleBot):
    """Plays like somebody who is learning the game: something sensible, but not everything is seen.

    It notices a few of its actions, those that look good sooner, and of these it takes one that looks about best right after it,
    on a single deal of what it cannot know. It does not ask what others may answer. Where the game does not say what a good
    position is, it plays each of them out a few times in its head, anyhow.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._random = Random(seed)
        self._memory = TurnMemory(seed)
        self.chance = 500  # how it stands at first sight, in thousandths
        self.range = 0  # by how much what it noticed differs

    def _choose(self, view: View) -> int:
        seat, legal = self._sense.choices(view)
        legal = self._memory.onward(view, seat, legal)
        if len(legal) == 1:
            return legal[0]
        noticed = notice(view, seat, legal, view.game.bots.levels.glances, self._random)
        if len(noticed) == 1:
            return noticed[0]
        evaluation, levels = view.game.bots.evaluation, view.game.bots.levels
        tries = levels.tries if knows_nothing(evaluation) else 1
        looks = one_ply_values(view.seen, seat, noticed, evaluation, tries, self._random.getrandbits(30))
        best = max(looks)[0]
        self.chance, self.range = round(best), round(best - min(looks)[0])
        weights = [exp((value - best) / levels.blur) for value, _ in looks]
        return self._random.choices(noticed, weights)[0]


class LevelBot(Mcts):
    """Searches as much as its game says for its level: a little when it is medium, and up to a second when it is hard.

    Where that is enough to see everything at once, a medium bot does not notice all that it could do either. Like an easy one it
    does not take its last move back without need (`TurnMemory`).
    """

    def __init__(self, seed: int = 0, *, hard: bool = False) -> None:
        super().__init__(seed, simulations=0 if hard else 1, milliseconds=round(1000 * SECONDS) if hard else 0)
        self._hard = hard
        self._memory = TurnMemory(seed)

    def choose(self, view: View) -> int:
        """The best action that a search of this level finds."""
        if not self._hard:
            self._simulations = view.game.bots.levels.medium
        return super().choose(view)

    def _choices(self, view: View) -> tuple[int, list[int]]:
        seat, legal = super()._choices(view)
        if self._hard:
            return seat, legal
        legal = self._memory.onward(view, seat, legal)
        if not view.game.bots.levels.looks or len(legal) == 1:
            return seat, legal
        return seat, notice(view, seat, legal, view.game.bots.levels.looks, self._random)


def notice(view: View, seat: int, legal: list[int], glances: int, random: Random) -> list[int]:
    """What somebody sees at a few glances, at least two things; what looks good is noticed sooner."""
    dealt = view.seen.clone()
    dealt.redeal(seat, Rng(random.getrandbits(30)))
    merits = [max(int(view.game.bots.evaluation.order(dealt, seat, action)), 1) for action in legal]
    noticed = set(random.choices(legal, merits, k=glances))
    if len(noticed) == 1:
        others = [(action, merit) for action, merit in zip(legal, merits) if action not in noticed]
        noticed.add(random.choices([a for a, _ in others], [m for _, m in others])[0])
    return sorted(noticed)
