"""What the checks look at: random games of one game and one number of seats, and moments sampled from them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from kotva.engine.errors import BadOption
from kotva.engine.fields import fields
from kotva.engine.game import PLAYED, Event, Game, Json, View
from kotva.engine.moves import Moves
from kotva.engine.options import NumberOption, Option, Options
from kotva.engine.record import Record, line
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, TABLE, State


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is looked at. Everything grows with `effort`; the same budget always looks at the same things."""

    effort: float = 1.0
    seed: int = 1

    def count(self, usual: int) -> int:
        return max(1, round(usual * self.effort))


class ConformanceFault(AssertionError):
    """A promise that a game breaks: which check found it, where, and how to get there."""

    def __init__(self, text: str, moment: Moment | None = None, record: Record | None = None) -> None:
        self.text = text  # the check, and what it found
        self.record = moment.record() if moment is not None else record  # of the game up to there, where there was one
        super().__init__(f"{text}{_place(moment) if moment is not None else ''}")


def _place(moment: Moment) -> str:
    game, play = moment.game, moment.play
    before = [line(actor, game.rules.actions.text(action)) for actor, action in play.moves[: moment.step]]
    try:
        position = json.dumps(game.to_position(moment.state), ensure_ascii=False)
    except Exception as error:
        position = f"(cannot be written: {error!r})"
    return (
        f"\n  {game.id}, {play.options.seats} seats, options {play.options.given}, after {moment.step} actions"
        f"\n  last actions: {', '.join(before[-4:]) or 'none'}"
        f"\n  position: {position if len(position) < 3000 else position[:3000] + '…'}"
    )


@dataclass(slots=True)
class Play:
    """A random game. `trouble` says why it could not be played to its end, if it could not."""

    game: Game
    options: Options
    moves: list[tuple[int, int]] = field(default_factory=list)
    trouble: str = ""

    def steps(self) -> Iterator[tuple[State, int, int]]:
        """The game again: the state before each action (one and the same object), the actor, the action."""
        state = self.game.rules.new(self.options)
        for actor, action in self.moves:
            yield state, actor, action
            state.apply(actor, action)

    def final(self) -> State:
        state = self.game.rules.new(self.options)
        for actor, action in self.moves:
            state.apply(actor, action)
        return state

    def record(self, length: int | None = None) -> Record:
        given: dict[str, Json] = dict(self.options.given)
        moves = [line(actor, self.game.rules.actions.text(action)) for actor, action in self.moves[:length]]
        return Record(self.game.id, self.game.version, self.options.seats, given, moves=moves)


@dataclass(slots=True)
class Moment:
    """A state out of a random game, and what was played there (None: the game is over). Never change the state: clone it."""

    play: Play
    step: int
    state: State
    actor: int
    action: int | None

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def options(self) -> Options:
        return self.play.options

    @property
    def is_over(self) -> bool:
        return self.state.to_act() == OVER

    def record(self) -> Record:
        return self.play.record(self.step)

    def seats(self) -> range:
        return range(self.options.seats)

    def viewers(self) -> list[int]:
        return [SPECTATOR, *self.seats()]

    def deciding(self) -> list[int]:
        """Who may decide now: seats, or CHANCE."""
        if self.state.to_act() == CHANCE:
            return [CHANCE]
        return [seat for seat in self.seats() if self.state.may_act(seat)]

    def view(self, viewer: int, news: Sequence[Event] = ()) -> View:
        return self.game.view(self.state, None if viewer == SPECTATOR else viewer, self.options, news)

    def news(self) -> tuple[Event, ...]:
        """What the action before this moment did, unmasked."""
        if self.step == 0:
            return ()
        for number, (state, actor, action) in enumerate(self.play.steps(), 1):
            if number == self.step:
                return events(state.clone(), actor, action)
        return ()


class Kit:
    """One game with one number of seats under test: its random games and sampled moments, made once."""

    def __init__(self, game: Game, seats: int, budget: Budget = Budget(), source: Path | None = None) -> None:  # noqa: B008 - frozen
        self.game = game
        self.seats = seats
        self.budget = budget
        self.source = source  # the file of a game that is not installed: another process loads it from there
        self.plays = [self._play(number) for number in range(budget.count(6))]
        self.moments = self._sample(budget.count(60))

    def random(self, purpose: str) -> Random:
        """A generator for one purpose: what one check draws does not change what another one sees."""
        return Random(f"{self.game.id}/{self.seats}/{self.budget.seed}/{purpose}")

    def option_sets(self, wanted: int) -> list[Options]:
        """The default options first, then random ones."""
        rng = self.random("options")
        sets = [self.game.choose_options(self.seats)]
        for _ in range(20 * wanted):
            if len(sets) >= wanted or not self.game.rules.options:
                break
            try:
                given = random_options(self.game.rules.options, self.seats, rng, len(sets))
                sets.append(self.game.choose_options(self.seats, given))
            except BadOption:  # two options that do not go together
                continue
        return sets

    def _play(self, number: int) -> Play:
        """Games 0 and 1 have the default options, the others random ones; every other game has impatient seats and clocks."""
        sets = self.option_sets(self.budget.count(6))
        options = sets[max(0, number - 1) % len(sets)]
        return random_game(self.game, options, self.random(f"play {number}"), unruly=number % 2 == 1)

    def _sample(self, wanted: int) -> list[Moment]:
        """Moments before actions of every family, rare ones as often as common ones, before all that they ever do, and ends."""
        rng = self.random("moments")
        found: dict[str, list[tuple[int, int]]] = {}
        for number, play in enumerate(self.plays):
            for step, (_, action) in enumerate(play.moves):
                found.setdefault(self.game.rules.actions.family(action).template, []).append((number, step))
        for places in found.values():
            rng.shuffle(places)
        chosen: set[tuple[int, int]] = {(0, 0)} if self.plays and self.plays[0].moves else set()
        while len(chosen) < wanted and any(found.values()):
            chosen.update(places.pop() for places in found.values() if places)
        chosen.update(self._aftermath(wanted // 3, rng))
        chosen.update(self._firsts(chosen))
        out = []
        for number, play in enumerate(self.plays):
            steps = {step for n, step in chosen if n == number}
            for step, (state, actor, action) in enumerate(play.steps()):
                if step in steps:
                    out.append(Moment(play, step, state.clone(), actor, action))
            if not play.trouble:
                out.append(Moment(play, len(play.moves), play.final(), OVER, None))
        return out

    def _firsts(self, chosen: set[tuple[int, int]]) -> list[tuple[int, int]]:
        """Moments before an action of some family does for the first time what it does at none of the chosen ones."""
        seen: set[tuple[int, int]] = set()
        first: dict[tuple[int, int], tuple[int, int]] = {}
        for number, play in enumerate(self.plays):
            state = self.game.rules.new(play.options)
            for step, (actor, action) in enumerate(play.moves):
                base = self.game.rules.actions.family(action).base
                shown = {(base, code) for code, _, _, _ in events(state, actor, action)}
                if (number, step) in chosen:
                    seen |= shown
                for one in shown:
                    first.setdefault(one, (number, step))
        return [place for one, place in first.items() if one not in seen]

    def _aftermath(self, wanted: int, rng: Random) -> list[tuple[int, int]]:
        """Moments soon after something that is not in the list: somebody has left, resigned, run out of time."""
        places = [
            (number, step + later)
            for number, play in enumerate(self.plays)
            for step, (_, action) in enumerate(play.moves)
            if not self.game.rules.actions.family(action).listed
            for later in (1, 2, 5)
            if step + later < len(play.moves)
        ]
        return rng.sample(places, min(wanted, len(places)))


def random_options(declared: Sequence[Option], seats: int, rng: Random, turn: int | None) -> dict[str, object]:
    """A random value for every other number; of a choice every value in its turn, so that few sets have seen them all, or any.

    A free text keeps its default.
    """
    given: dict[str, object] = {}
    values: dict[str, int | str] = {}
    chosen = Options(seats, values, {})
    for place, option in enumerate(declared):
        default = values[option.name] = option.default_for(chosen)
        menu = option.menu(chosen)
        value: int | str = default
        if menu:
            value = rng.choice(menu) if turn is None else menu[(turn + place) % len(menu)]
        elif rng.random() < 0.5:
            continue
        elif isinstance(option, NumberOption):
            value = rng.randrange(option.low, option.high(chosen) + 1, option.step(chosen))
        given[option.name] = values[option.name] = value
    return given


def random_game(game: Game, options: Options, rng: Random, *, unruly: bool, most: int | None = None) -> Play:
    """Play uniformly random actions to the end, or so many. Unruly: any seat that may act does, and now and then the table
    interferes.
    """
    play = Play(game, options)
    state = game.rules.new(options)
    bound = game.rules.longest(options)
    out = Moves()
    interference = table_actions(game) if unruly else []
    while state.to_act() != OVER and (most is None or len(play.moves) < most):
        if len(play.moves) >= bound:
            play.trouble = f"the game is not over after {bound} actions"
            return play
        actor = int(state.to_act())
        if unruly and actor != CHANCE:
            actor = rng.choice([seat for seat in range(options.seats) if state.may_act(seat)] or [actor])
        out.clear()
        if actor == CHANCE:
            state.list_chance(out)
        elif 0 <= actor < options.seats:
            state.list_legal(actor, out)
        else:
            play.trouble = f"to_act() is {actor}, which is nobody"
            return play
        items = out.items()
        if not items or (actor == CHANCE and sum(out.weights()) <= 0):
            play.trouble = f"{'chance' if actor == CHANCE else f'seat {actor}'} is to act and has no action"
            return play
        action = rng.choices(items, out.weights())[0] if actor == CHANCE else rng.choice(items)
        if interference and rng.random() < 0.01:
            table = [a for a in interference if state.why_not(TABLE, a) == OK]
            if table:
                actor, action = TABLE, rng.choice(table)
        elif interference and actor >= 0 and rng.random() < 0.01:  # a seat resigns, offers a draw
            unlisted = [a for a in interference if state.why_not(actor, a) == OK]
            action = rng.choice(unlisted or [action])
        play.moves.append((actor, action))
        state.apply(actor, action)
    return play


def table_actions(game: Game) -> list[int]:
    """Actions that the table may have: those of small unlisted families."""
    return [a for f in game.rules.actions if not f.listed and f.size <= 100 for a in range(f.base, f.base + f.size)]


def events(state: State, actor: int, action: int) -> tuple[Event, ...]:
    """Carry an action out on this very state; what happened."""
    trace: list[Event] = []
    state.trace = trace
    state.apply(actor, action)
    state.trace = None
    return ((PLAYED, actor, action, 0), *trace)


def shown_events(game: Game, viewer: int, happened: Sequence[Event]) -> list[Event]:
    """Events as a viewer may know them."""
    return [event for event in (game.show_event(viewer, e) for e in happened) if event is not None]


def some_actions(game: Game, known: Sequence[int], rng: Random, most: int) -> list[int]:
    """Numbers of the action space to ask about: every one of small families, of large ones some near known actions."""
    out: list[int] = []
    for family in game.rules.actions:
        if family.size <= most:
            out.extend(range(family.base, family.base + family.size))
            continue
        out.extend(family.base + rng.randrange(family.size) for _ in range(most // 4))
        mine = [a for a in known if family.base <= a < family.base + family.size]
        for action in rng.sample(mine, min(len(mine), 60)):
            arguments = list(family.arguments(action))
            place = rng.randrange(len(arguments))
            size = family.domains[place].size
            for other in (
                arguments[place] + 1,
                arguments[place] - 1,
                rng.randrange(size),
                rng.randrange(min(size, 50)),
            ):
                changed = [*arguments[:place], other % size, *arguments[place + 1 :]]
                out.append(family.number(*changed))
    return list(dict.fromkeys([*known, *out]))


def disagreement(game: Game, state: State, actor: int, rng: Random, most: int) -> str:
    """Where the list of an actor's legal actions and the verdicts on each of them differ; empty: nowhere."""
    listed = game.legal(state, actor)
    if listed != game.legal(state, actor):
        return "two lists of legal actions of one state differ"
    allowed = set(listed)
    if len(allowed) != len(listed):
        twice = next(a for a in listed if listed.count(a) > 1)
        return f"{game.rules.actions.text(twice)!r} is listed twice"
    for action in some_actions(game, listed, rng, most):
        verdict = int(state.why_not(actor, action))
        if action in allowed and verdict != OK:
            return f"{game.rules.actions.text(action)!r} is listed for {actor}, but {game.clause(verdict)} forbids it"
        if verdict == OK and action not in allowed and game.rules.actions.family(action).listed:
            return f"why_not allows {actor} to play {action}, {text_of(game, action)}, which is not listed"
    return ""


def text_of(game: Game, action: int) -> str:
    try:
        return repr(game.rules.actions.text(action))
    except (ValueError, IndexError, KeyError):
        return "which has no text"


def no_actions(game: Game, rng: Random) -> list[int]:
    """Numbers that stand for no action: at the edges and in the midst of every gap, beyond both ends, and inside families
    where their domains leave numbers out.
    """
    families = game.rules.actions.families
    edges = [(0, 0), *((f.base, f.base + f.size) for f in families), (2**62, 2**62)]
    out = [-1, -2, -7, -100, -(2**31), -(2**62), 2**62, 2**62 + 1]
    for (_, low), (high, _) in pairwise(edges):
        if low < high:
            out += [low, low + (high - low) // 2, high - 1]
            out += [*range(low, min(high, low + 20)), *range(max(low, high - 20), high)]
            out += [rng.randrange(low, high) for _ in range(20)]
    for family in families:
        tried = range(family.base, family.base + min(family.size, 2000))
        more = [family.base + rng.randrange(family.size) for _ in range(200)]
        out += [number for number in (*tried, family.base + family.size - 1, *more) if not family.stands_for(number)]
    return list(dict.fromkeys(out))


def differing(a: State, b: State) -> str:
    left, right = fields(a), fields(b)
    return (
        ", ".join(name for name in sorted(left.keys() | right.keys()) if left.get(name) != right.get(name)) or "nothing"
    )


def name_of(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
