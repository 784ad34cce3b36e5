"""What an agent needs of a game: numbers for what it sees, and a small set of steps for what it does.

    desk = Interface(game, options)
    numbers = desk.observe(view)            # desk.spans says what they are
    path = desk.path(view, action)          # the steps that choose an action
    tokens = desk.open(view, path[:1])      # what can be chosen after the first of them

Environments, conformance and the documentation all stand on this; nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.dense import StepChoice
from kotva.engine.errors import KotvaError
from kotva.engine.fields_observer import FieldsObserver
from kotva.engine.game import Game, View
from kotva.engine.observe import Observer, Tape
from kotva.engine.options import Options
from kotva.engine.spans import Span
from kotva.engine.tokens import Steps, lay_out


class Interface:
    """The observer and the steps of a game with these options."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.steps: Steps = lay_out(game.rules.actions, options.seats)
        self.observer: Observer = (
            game.bots.observer(game.rules.new(options)) if game.bots.observer else FieldsObserver(game, options)
        )
        board = self.observer.board()
        self.fixed = sum(span.size for span in board)  # how many numbers never change for a seat
        self.spans: tuple[Span, ...] = (*board, *self.observer.spans())
        if self.steps.depth > 1:
            words = "the steps of this decision so far: token + 1, and 0 where none is"
            self.spans += (Span("choice", (self.steps.depth - 1,), self.steps.size, words),)
        self.width = sum(span.size for span in self.spans)

    @property
    def actions(self) -> int:
        """How many tokens there are."""
        return self.steps.size

    def places(self) -> dict[str, slice]:
        """Where each span is in an observation."""
        out: dict[str, slice] = {}
        at = 0
        for span in self.spans:
            out[span.name] = slice(at, at + span.size)
            at += span.size
        return out

    def observe(self, view: View, chosen: Sequence[int] = ()) -> list[int]:
        """What a view shows, with the steps of the decision so far (as `follow` gives them)."""
        return [int(x) for x in self.tape(view, chosen).a]

    def tape(self, view: View, chosen: Sequence[int] = ()) -> Tape:
        """The same as the observer wrote it."""
        if view.seat is None:
            raise KotvaError("An observation is what a seat sees; a spectator has none.")
        tape = Tape(self.width)
        self.observer.write_board(view.seat, tape)
        self.observer.write(view.seen, view.seat, tape)
        own = self.width - max(0, self.steps.depth - 1)
        if tape.at != own:
            raise KotvaError("The observer wrote {at} numbers, and its spans have {own}.", at=int(tape.at), own=own)
        for token in chosen:
            tape.put(token + 1)
        return tape

    def path(self, view: View, action: int) -> list[int]:
        """The steps that choose a listed legal action; those at which nothing can be chosen are left out."""
        choice = self._ask(view)
        if not choice.moves.has(action):
            raise KotvaError("{action} is not among the legal actions.", action=self.game.rules.actions.text(action))
        out: list[int] = []
        while True:
            token = int(self.steps.dense.token(action, choice.n, choice.seat))
            out.append(token)
            if choice.take(token) >= 0:
                return out

    def follow(self, view: View, path: Sequence[int]) -> tuple[int | None, list[int], list[int]]:
        """Where steps lead: the action decided on (None while several are left), all steps so far, and what is open next."""
        choice = self._ask(view)
        action = -1
        for token in path:
            if action >= 0 or not 0 <= token < self.actions or not choice.is_open(token):
                raise KotvaError("The step {token} is not open here.", token=token)
            action = int(choice.take(token))
        return (None if action < 0 else action), choice.chosen(), [] if action >= 0 else choice.open()

    def open(self, view: View, path: Sequence[int] = ()) -> list[int]:
        """The steps that can be taken now, each once, in rising order."""
        return self.follow(view, path)[2]

    def _ask(self, view: View) -> StepChoice:
        if view.seat is None or not view.seen.may_act(view.seat):
            raise KotvaError("This seat has nothing to decide.")
        choice = StepChoice(self.steps.dense)
        choice.ask(view.seen, view.seat)
        return choice
