"""What a bot is."""

from __future__ import annotations

from typing import Final, Protocol

from kotva.engine.errors import KotvaError
from kotva.engine.game import View

MOST_PROPOSALS: Final = 2  # of an end, in a game


class Bot(Protocol):
    """A player. It gets what its seat may know and nothing else; it may remember what it likes between its decisions."""

    def choose(self, view: View) -> int:
        """One of `view.legal()`; asked only when there is at least one."""
        ...


class SensibleChoices:
    """The sensible actions of a seat by the game's evaluation, without those that were done once already."""

    def __init__(self) -> None:
        self._done: set[int] = set()
        self._proposals = 0

    def choices(self, view: View) -> tuple[int, list[int]]:
        """As `choices`; all that is legal where nothing makes sense."""
        seat, legal = choices(view)
        evaluation, seen, actions = view.game.bots.evaluation, view.seen, view.game.rules.actions
        fit = [
            action
            for action in legal
            # To propose an end is no move to try, except where the game is lost, and then not again and again.
            if (
                not actions.family(action).aside
                or (self._proposals < MOST_PROPOSALS and evaluation.is_lost(seen, seat))
            )
            and evaluation.makes_sense(seen, seat, action)
            and int(evaluation.repeat_key(seen, seat, action)) not in self._done
        ]
        return seat, fit or legal

    def decide(self, view: View, action: int) -> int:
        """Keep in mind what was chosen."""
        assert view.seat is not None
        if number := int(view.game.bots.evaluation.repeat_key(view.seen, view.seat, action)):
            self._done.add(number)
        self._proposals += view.game.rules.actions.family(action).aside
        return action


class SensibleBot:
    """A bot that chooses from what makes sense: `_choose` is its own."""

    def __init__(self) -> None:
        self._sense = SensibleChoices()

    def choose(self, view: View) -> int:
        """One of the sensible choices, kept in mind."""
        return self._sense.decide(view, self._choose(view))

    def _choose(self, view: View) -> int:
        raise NotImplementedError


def choices(view: View) -> tuple[int, list[int]]:
    """The seat of a view and its legal actions; a bot that has nothing to decide was asked by mistake."""
    legal = view.legal()
    if view.seat is None or not legal:
        raise KotvaError("A bot was asked to decide where its seat has nothing to decide.")
    return view.seat, legal
