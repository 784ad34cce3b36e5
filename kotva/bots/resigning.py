"""Bots at a table with people: they give up what is lost, and agree to end what is dead, where the rules allow it.

The game's evaluation names these actions (`Evaluation.give_up`, `Evaluation.make_peace`). Only at tables with people:
in a tournament every rank counts, and a lost game may still end second.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Protocol

from kotva.bots.bot import MOST_PROPOSALS, choices
from kotva.engine.arrays import Rng
from kotva.engine.evaluation import NO_ACTION
from kotva.engine.game import PLAYED, View
from kotva.engine.one_ply import one_ply_values
from kotva.engine.state import OK

HOPE = 20  # thousandths of a chance: with less a game is lost
LOST = 3  # own turns in a row after which it is given up
DEAD = 8  # own turns in a row in which nothing mattered, after which an end is proposed
SAME = 10  # thousandths of a chance that do not matter
BETTER = 150  # an end that is proposed is accepted when it is so much better than to go on


class SelfAssessingBot(Protocol):
    """A bot that says how it stands after each decision."""

    chance: int  # of its choice, in thousandths
    range: int  # by how much the choices that it looked into differ

    def choose(self, view: View) -> int: ...


class ResigningBot:
    """Plays like another bot, and knows when to stop."""

    def __init__(self, bot: SelfAssessingBot, seed: int = 0) -> None:
        self._bot = bot
        self._random = Random(seed)
        self._lost = 0
        self._refused = 0  # how often its proposals have come to nothing
        # Of the last turns: its chance, and by how much its choices differed.
        self._flat: deque[tuple[int, int]] = deque(maxlen=DEAD)

    def choose(self, view: View) -> int:
        seat, legal = choices(view)
        action = self._bot.choose(view)
        dealt = view.seen.clone()
        dealt.redeal(seat, Rng(self._random.getrandbits(30)))
        evaluation = view.game.bots.evaluation
        self._note(view, seat, len(legal) > 1, evaluation.is_lost(dealt, seat))
        may_propose = any(view.game.rules.actions.family(one).aside for one in legal)
        peace = int(evaluation.make_peace(dealt, seat))
        for wanted, proposed in (
            (self._lost >= LOST << (self._refused if may_propose else 0), int(evaluation.give_up(dealt, seat))),
            (self._is_dead() or (peace in legal and self._is_better(view, seat, peace)), peace),
        ):
            if wanted and proposed != NO_ACTION and view.seen.why_not(seat, proposed) == OK:
                proposes = view.game.rules.actions.family(proposed).aside
                if proposes and self._refused >= MOST_PROPOSALS:
                    continue
                self._lost = 0
                self._flat.clear()
                self._refused += proposes  # it plays on then, each time for twice as long
                return proposed
        return action

    def _note(self, view: View, seat: int, real: bool, lost: bool) -> None:
        """Remember how it stands, once a turn: when somebody else has acted since the last decision."""
        if real and any(code == PLAYED and 0 <= actor != seat for code, actor, _, _ in view.news):
            self._lost = self._lost + 1 if lost or self._bot.chance < HOPE else 0
            self._flat.append((self._bot.chance, self._bot.range))

    def _is_dead(self) -> bool:
        """Whether for several turns neither its choices nor what others did made any difference."""
        chances = [chance for chance, _ in self._flat]
        return (
            len(self._flat) == DEAD
            and max(chances) - min(chances) <= SAME
            and all(differ <= SAME for _, differ in self._flat)
        )

    def _is_better(self, view: View, seat: int, peace: int) -> bool:
        """Whether the end that was proposed is much better than to go on."""
        ((value, _),) = one_ply_values(
            view.seen, seat, [peace], view.game.bots.evaluation, 1, self._random.getrandbits(30)
        )
        return value >= self._bot.chance + BETTER
