"""What agents may rely on: steps that lead to every listed action and to nothing else, and observations of views alone."""

from __future__ import annotations

from kotva.conformance.kit import ConformanceFault, Kit, Moment, Play, random_game
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.fields import key
from kotva.engine.game import View
from kotva.engine.interface import Interface
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, State
from kotva.engine.symmetry import Symmetry
from kotva.engine.tokens import MOST_TOKENS

_MANY = 400  # actions of one decision that are looked at


def steps(kit: Kit) -> None:
    """Every listed action is reached by exactly one path of steps, and no other way leads anywhere."""
    desks = _Desks()
    for moment in kit.moments:
        desk = desks.of(moment)
        if desk.actions > MOST_TOKENS:
            raise ConformanceFault(f"there are {desk.actions} steps to choose from, more than {MOST_TOKENS}", moment)
        for seat in moment.deciding():
            if seat >= 0:
                _paths(moment, desk, moment.view(seat))


def _paths(moment: Moment, desk: Interface, view: View) -> None:
    legal = view.legal()
    if len(legal) > _MANY:
        return
    ends: dict[tuple[int, ...], int] = {}
    _walk(moment, desk, view, (), ends)
    text = moment.game.rules.actions.text
    if sorted(ends.values()) != sorted(legal):
        missed = [text(a) for a in legal if a not in ends.values()]
        raise ConformanceFault(
            f"{len(ends)} paths lead to the {len(legal)} legal actions of a seat; missed: {missed[:5]}", moment
        )
    for path, action in ends.items():
        if desk.path(view, action) != list(path):
            raise ConformanceFault(f"the path of {text(action)!r} is not the one that leads there", moment)


def _walk(moment: Moment, desk: Interface, view: View, path: tuple[int, ...], ends: dict[tuple[int, ...], int]) -> None:
    """Take every open step, and note where all paths end."""
    try:
        action, _, tokens = desk.follow(view, path)
    except KotvaError as error:
        raise ConformanceFault(f"an open step cannot be taken: {error}", moment) from error
    if action is not None:
        ends[path] = action
        return
    if not tokens or len(path) > desk.steps.depth:
        raise ConformanceFault(f"the steps {path} lead nowhere", moment)
    for token in tokens:
        if not 0 <= token < desk.actions:
            raise ConformanceFault(f"the step {token} is not below {desk.actions}", moment)
        _walk(moment, desk, view, (*path, token), ends)


def observations(kit: Kit) -> None:
    """An observation fits its spans, and whatever a seat cannot know does not change it."""
    rng = Rng(kit.budget.seed)
    desks = _Desks()
    for moment in kit.moments:
        desk = desks.of(moment)
        for seat in moment.seats():
            view = moment.view(seat)
            numbers = _observe(moment, desk, view)
            _within(moment, desk, numbers)
            if desk.observer.is_open(moment.state) and key(view.seen) != key(moment.state):
                raise ConformanceFault(
                    f"the observer says that seat {seat} may see the state itself, but its view differs", moment
                )
            if moment.is_over:
                continue
            other = view.seen.clone()
            other.redeal(seat, rng)
            again = moment.game.view(other, seat, moment.options)
            if key(again.seen) == key(view.seen) and _observe(moment, desk, again) != numbers:
                raise ConformanceFault(f"seat {seat} observes something else where it can know no difference", moment)


def symmetries(kit: Kit) -> None:
    """A game played in a symmetry of its board is the same game: choices, chance, observations and scores follow."""
    default = kit.game.choose_options(kit.seats)
    for symmetry in kit.game.bots.symmetries(kit.game.rules.new(default)):
        options = kit.game.choose_options(kit.seats, symmetry.options)
        for number in range(kit.budget.count(2)):
            play = random_game(kit.game, options, kit.random(f"{symmetry.name} {number}"), unruly=False)
            try:
                _same_game(play, symmetry, Interface(kit.game, options))
            except (KotvaError, ValueError) as error:
                raise ConformanceFault(f"the symmetry {symmetry.name!r}: {error}", record=play.record(0)) from error


def _same_game(play: Play, symmetry: Symmetry, desk: Interface) -> None:
    """Play it, and its image beside it."""
    rules, seats = play.game.rules, play.options.seats
    there, image = symmetry.places(desk.spans), rules.new(play.options)
    actions = rules.actions

    def moved(seat: int) -> int:
        return (seat + symmetry.seats) % seats if seat >= 0 else seat

    def differ(what: str, step: int) -> ConformanceFault:
        return ConformanceFault(
            f"the symmetry {symmetry.name!r} changes {what} after {step} actions", record=play.record(step)
        )

    for step, (state, actor, action) in enumerate(play.steps()):
        for seat in range(seats):
            if state.may_act(seat) != image.may_act(moved(seat)):
                raise differ("who may act", step)
            if state.may_act(seat):
                mine = sorted(symmetry.action(actions, one) for one in choices_of(state, seat))
                if mine != sorted(choices_of(image, moved(seat))):
                    raise differ(f"what seat {seat} may do", step)
            if state.to_act() == CHANCE:
                continue
            row = desk.observe(play.game.view(state, seat, play.options))
            other = desk.observe(play.game.view(image, moved(seat), play.options))
            if any(other[place] != number for place, number in zip(there, row, strict=True)):
                place = next(i for i, number in enumerate(row) if other[there[i]] != number)
                name = next(name for name, part in desk.places().items() if part.start <= place < part.stop)
                raise differ(f"what seat {seat} observes, in the span {name!r}", step)
        if state.to_act() == CHANCE:
            weights = {symmetry.action(actions, one): weight for one, weight in weighed(state).items()}
            if image.to_act() != CHANCE or weights != weighed(image):
                raise differ("what chance may do", step)
        if image.why_not(moved(actor), symmetry.action(actions, action)) != OK:
            raise differ(f"whether {actions.text(action)!r} is allowed", step)
        image.apply(moved(actor), symmetry.action(actions, action))
    end = play.final()
    if any(end.score(seat) != image.score(moved(seat)) for seat in range(seats)):
        raise differ("the score", len(play.moves))


def choices_of(state: State, seat: int) -> list[int]:
    """What is listed for a seat."""
    out = Moves()
    state.list_legal(seat, out)
    return [int(action) for action in out.items()]


def weighed(state: State) -> dict[int, int]:
    """The outcomes of chance with their weights."""
    out = Moves()
    state.list_chance(out)
    return dict(zip(map(int, out.items()), map(int, out.weights()), strict=True))


def _observe(moment: Moment, desk: Interface, view: View) -> list[int]:
    before = key(view.seen)
    try:
        numbers = desk.observe(view)
    except (IndexError, KotvaError) as error:
        raise ConformanceFault(f"the observer does not write what its spans say: {error}", moment) from error
    if key(view.seen) != before:
        raise ConformanceFault("the observer changes what it looks at", moment)
    return numbers


def _within(moment: Moment, desk: Interface, numbers: list[int]) -> None:
    for span, place in zip(desk.spans, desk.places().values(), strict=True):
        low, high = min(numbers[place], default=0), max(numbers[place], default=0)
        if low < span.low or high > span.high:
            raise ConformanceFault(
                f"the span {span.name!r} has numbers from {low} to {high}; it promises {span.low} to {span.high}",
                moment,
            )


class _Desks:
    """An interface for each set of options that the kit plays with."""

    def __init__(self) -> None:
        self._made: dict[int, Interface] = {}

    def of(self, moment: Moment) -> Interface:
        name = id(moment.options)
        if name not in self._made:
            try:
                self._made[name] = Interface(moment.game, moment.options)
            except ValueError as error:
                raise ConformanceFault(f"the actions cannot be laid out in steps: {error}", moment) from error
        return self._made[name]
