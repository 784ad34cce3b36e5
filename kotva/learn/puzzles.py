"""Puzzles: positions from bots' games in which one choice is clearly best, proved by a long search.

They are data in `learn/puzzles.json` of a game, made by `kotva puzzles GAME`, and are played like lessons of one action:

    [{"name": "puzzle-1", "seats": 4, "seat": 2, "position": {...}, "best": "play T30 b3", "chance": 0.81, "next": 0.52,
      "proved": 20000}]

Those that a glance solves come first and are not all of them; in the others what looks best at once is not. The
same seed, rules and bots make the same set again. Those that ship came from `kotva puzzles GAME` in several runs: what a
later, longer search did not find was dropped and made up for (`--keep --seed 5` the last time).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from kotva.bots import Bot, make
from kotva.bots.bot import SensibleChoices
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game, Json, View
from kotva.engine.one_ply import one_ply_values
from kotva.engine.position import shown
from kotva.engine.say import N_
from kotva.engine.search import Search
from kotva.learn.files import read_once
from kotva.learn.goals import read_goal
from kotva.learn.hints import think, thoughts_of
from kotva.learn.how_to import folder
from kotva.learn.lessons import BadLesson, Lesson
from kotva.match import Match

FILE: Final = "puzzles.json"
NAME: Final = "puzzle-"
LEAD: Final = 0.12  # by how much the best choice must be ahead of every other
LONG: Final = 20_000  # simulations that prove it
_LOOKS: Final = (
    (100, LEAD / 2),
    (300, 0.8 * LEAD),
    (1000, LEAD),
    (2500, LEAD),
)  # after so many simulations so far ahead
_FEWEST: Final = 4  # choices: fewer are no puzzle
_MOST: Final = 250  # more are no pleasure (an offer of cards counts as one choice)
_RIVALS: Final = 3  # choices that are compared with the best one by one
_AGAIN: Final = 4  # shorter searches that must find it, too,
_SHORT: Final = 4  # so many times shorter,
_LAST: Final = 3  # and a last one that must find it, so many times longer:
_AHEAD: Final = LEAD / 2  # all of them see it ahead by so much
_PLAIN: Final = (
    0.4,
    0.75,
)  # of all puzzles at most so many may be seen at a glance, now and when patience is at its end,
_ALIKE: Final = (0.2, 0.3)  # so many of one kind at a glance,
_SAME: Final = (0.5, 0.6)  # and so many of one kind in all
_PATIENCE: Final = 20_000  # positions that are looked at before one takes more of what there is
_GLANCE: Final = 6  # deals
EASY, MEDIUM, HARD = "easy", "medium", "hard"
GRADES: Final = {EASY: N_("easy puzzle"), MEDIUM: N_("medium puzzle"), HARD: N_("hard puzzle")}
_CLEAR: Final = 0.2  # by which lead a puzzle that no glance finds is no hard one
_TITLE, _TEXT, _TASK, _PRAISE = (
    N_("Puzzle"),
    N_("One choice is clearly better than all others here."),
    N_("Find the best choice."),
    N_("That is the one!"),
)
_HINTS: Final = {  # by whether a glance finds it: they help without telling
    True: N_("You need not look far: what looks best at once is best."),
    False: N_("What looks best at once is not. What comes after it?"),
}


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as it is kept."""

    name: str
    seats: int
    seat: int  # from 1
    position: dict[str, object]
    best: str
    chance: float  # to win after the best choice
    next: float  # after the next best
    options: dict[str, object] = {}
    proved: int = 0  # simulations of the search that proved it
    plain: bool = False  # whether a glance finds it

    @property
    def grade(self) -> str:
        """How hard it is: easy where what looks best at once is best; the others by how clearly they are best."""
        if self.plain:
            return EASY
        return MEDIUM if self.chance - self.next >= _CLEAR else HARD


def puzzles(game: Game) -> list[Puzzle]:
    """The puzzles of a game; none if it has no such file. BadLesson says what cannot be read."""
    return read_once(folder(game) / FILE, _read)


def _read(path: Path) -> list[Puzzle]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Puzzle])
    except msgspec.MsgspecError as error:
        raise BadLesson(N_("{file} cannot be read: {error}."), file=path.name, error=str(error)) from None


def as_lesson(game: Game, puzzle: Puzzle) -> Lesson:
    """A puzzle as a lesson of one action."""
    return Lesson(
        game=game.id,
        name=puzzle.name,
        title=_TITLE,
        text=_TEXT,
        task=_TASK,
        praise=_PRAISE,
        hints=(_HINTS[puzzle.plain],),
        seats=puzzle.seats,
        seat=puzzle.seat - 1,
        options=puzzle.options,
        position=_position(puzzle),
        seed=puzzle.name,
        answers=(),
        goal=read_goal(game, {"played": puzzle.best}, "", FILE),
        steps=1,
        within=1,
        solution=(puzzle.best,),
    )


def _position(puzzle: Puzzle) -> dict[str, Json]:
    data: dict[str, Json] = json.loads(msgspec.json.encode(puzzle.position))
    return data


def puzzle_faults(game: Game) -> list[str]:
    """What is wrong with the puzzles of a game, in English for its author."""
    try:
        found = puzzles(game)
    except KotvaError as error:
        return [str(error)]
    out = []
    for number, puzzle in enumerate(found, 1):
        if puzzle.name != f"{NAME}{number}":
            out.append(f"{puzzle.name} should be called {NAME}{number}")
        try:
            match = Match(game, puzzle.seats, puzzle.options, position=_position(puzzle), seed=puzzle.name)
        except KotvaError as error:
            out.append(f"{puzzle.name}: {error}")
            continue
        legal = match.legal(puzzle.seat - 1)
        if puzzle.best not in legal:
            out.append(f"{puzzle.name}: {shown(puzzle.best)} is not allowed")
        elif not _FEWEST <= len(legal) <= _MOST:
            out.append(f"{puzzle.name}: {len(legal)} choices; there should be {_FEWEST} to {_MOST}")
        if puzzle.proved < LONG:
            out.append(f"{puzzle.name}: it was proved by {puzzle.proved} simulations; there should be {LONG}")
        if puzzle.chance - puzzle.next < LEAD:
            out.append(f"{puzzle.name}: the best choice is not clearly best")
    return out


# -- making them -----------------------------------------------------------------------------------------------------


def prove(view: View, best: int, simulations: int, seed: int) -> tuple[float, float] | None:
    """The chances after the best choice and after the next best, if a long search finds it clearly best; None if not.

    First a few shorter searches must come to the same by themselves: what only luck finds is no puzzle. Half of the
    simulations of the long one look at all choices, the others at the best one beside each of its rivals. At the end all
    choices have far more time: some get to the same place by another way, and only a longer search sees it.
    What makes no sense does not count: an offer that nobody takes loses nothing, and the best choice is still there after it.
    """
    for number in range(_AGAIN):
        first, second, *_ = think(view, simulations // _SHORT, seed + 100 + number)
        if first.action != best or first.chance - second.chance < _AHEAD:
            return None
    thoughts = think(view, simulations // 2, seed)
    if thoughts[0].action != best:
        return None
    after, rival = 1.0, 0.0
    for number, other in enumerate(thoughts[1 : 1 + _RIVALS]):
        pair = think(view, simulations // (2 * _RIVALS), seed + number + 1, (best, other.action))
        if pair[0].action != best or pair[0].chance - pair[1].chance < LEAD:
            return None
        after, rival = min(after, pair[0].chance), max(rival, pair[1].chance)
    if after - rival < LEAD:
        return None
    first, second, *_ = think(view, _LAST * simulations, seed + 200)
    return (after, rival) if first.action == best and first.chance - second.chance >= _AHEAD else None


@dataclass(slots=True)
class _Shelf:
    """How many puzzles there are already, and of which kinds: nobody likes the same one twenty times.

    In some games most clear choices are plain. After a long search for others, more plain ones are taken.
    """

    count: int
    made: list[Puzzle]
    looked: int = 0  # at so many positions

    def has(self, puzzle: Puzzle) -> bool:
        """Whether its position is there already: the same seed meets the same ones again."""
        return any((puzzle.position, puzzle.seat) == (other.position, other.seat) for other in self.made)

    def takes(self, game: Game, action: int, plain: bool) -> bool:
        """Whether one more of this kind has room."""
        kind = _kind(game, game.rules.actions.text(action))
        alike = [puzzle for puzzle in self.made if _kind(game, puzzle.best) == kind]
        late = self.looked >= _PATIENCE
        if not plain:
            return len(alike) < max(1, _SAME[late] * self.count)
        seen = sum(puzzle.plain for puzzle in self.made)
        return seen < max(1, _PLAIN[late] * self.count) and len(alike) < max(1, _ALIKE[late] * self.count)


def _kind(game: Game, text: str) -> str:
    return game.rules.actions.family(game.rules.actions.parse(text)).name


def arranged(made: Sequence[Puzzle]) -> list[Puzzle]:
    """Puzzles in the order in which they ship: the plain ones first, the clearest before the others."""
    order = sorted(made, key=lambda puzzle: (not puzzle.plain, puzzle.next - puzzle.chance))
    return [msgspec.structs.replace(puzzle, name=f"{NAME}{number}") for number, puzzle in enumerate(order, 1)]


def find(
    game: Game,
    count: int,
    seed: int = 1,
    simulations: int = LONG,
    report: Callable[[int], None] = lambda _looked: None,
    kept: Sequence[Puzzle] = (),
    options: Mapping[str, object] | None = None,
) -> Iterator[Puzzle]:
    """So many puzzles: those of `kept` that a search as long has proved or proves now, then new ones, two from a game at most.

    `told` hears of every position that was looked at; `options` are those of the games that new ones come from.
    """
    shelf = _Shelf(count, [])

    def looked(more: int) -> None:
        shelf.looked += more
        report(more)

    for puzzle in _found(game, shelf, seed, simulations, looked, kept, options):
        shelf.made.append(puzzle)
        yield puzzle
        if len(shelf.made) == count:
            return


def _found(
    game: Game,
    shelf: _Shelf,
    seed: int,
    simulations: int,
    report: Callable[[int], None],
    kept: Sequence[Puzzle],
    options: Mapping[str, object] | None,
) -> Iterator[Puzzle]:
    for puzzle in kept:
        report(1)
        if shelf.has(puzzle):
            continue
        if puzzle.proved >= simulations:
            if shelf.takes(game, game.rules.actions.parse(puzzle.best), puzzle.plain):
                yield puzzle
            continue
        match = Match(game, puzzle.seats, puzzle.options, position=_position(puzzle), seed=puzzle.name)
        again = _puzzle(match, puzzle.seat - 1, seed, simulations, shelf)
        if again is not None:
            yield again
    for number in count(1):
        seats = game.rules.seats[number % len(game.rules.seats)]
        match = Match(game, seats, options, seed=f"puzzles {seed} {number}")
        bots = [
            make("greedy:2" if (seat + number) % 2 else "easy", 100 * seed + number + seat) for seat in range(seats)
        ]
        yield from _of_game(match, bots, 1000 * number + seed, simulations, report, shelf)


def _of_game(
    match: Match, bots: Sequence[Bot], seed: int, simulations: int, report: Callable[[int], None], shelf: _Shelf
) -> Iterator[Puzzle]:
    """Up to two puzzles of a game that bots play."""
    found = last = 0  # how many, and from where on the next one is looked for
    while not match.is_over and found < 2:
        seat = match.to_act()
        view = match.view(seat)
        at = len(match.played)
        if at >= last and _FEWEST <= len(view.legal()) <= _MOST:
            report(1)
            puzzle = _puzzle(match, seat, seed + at, simulations, shelf)
            if puzzle is not None and not shelf.has(puzzle):
                found, last = found + 1, at + 40  # the next one is another story
                yield puzzle
        match.play(match.game.rules.actions.text(bots[seat].choose(view)), seat)


def _promise(view: View, seed: int, shelf: _Shelf) -> tuple[int | None, bool]:
    """What one search takes for clearly best all the time, if the shelf takes it; and whether a glance finds it.

    Most positions are no puzzles, and most puzzles are plain: the cheap questions come first.
    """
    game, (seat, sensible) = view.game, SensibleChoices().choices(view)
    if len(sensible) == 1:
        return None, False
    search = Search(view.seen, seat, sensible, game.bots.evaluation, seed)
    best, plain, tried = None, False, 0
    for look, lead in _LOOKS:
        search.run(look - tried)
        tried = look
        first, second, *_ = thoughts_of(search)
        if first.chance - second.chance < lead or first.chance < 2 * lead or best not in (None, first.action):
            return None, False
        if best is None:
            worth = [
                value for value, _ in one_ply_values(view.seen, seat, sensible, game.bots.evaluation, _GLANCE, seed)
            ]
            best, plain = first.action, worth[sensible.index(first.action)] == max(worth)
            if not shelf.takes(game, best, plain):
                return None, False
    return best, plain


def _puzzle(match: Match, seat: int, seed: int, simulations: int, shelf: _Shelf) -> Puzzle | None:
    """The puzzle of a position, if it is one and is wanted."""
    game, view = match.game, match.view(seat)
    best, plain = _promise(view, seed, shelf)
    if best is None:
        return None
    proved = prove(view, best, simulations, seed + 1)
    if proved is None:
        return None
    puzzle = Puzzle(
        NAME,
        match.seats,
        seat + 1,
        dict(game.to_position(match.state)),
        game.rules.actions.text(best),
        round(proved[0], 3),
        round(proved[1], 3),
        dict(match.options.given),
        simulations,
        plain,
    )
    try:  # what was written can be read, and is the same table
        again = Match(game, puzzle.seats, puzzle.options, position=_position(puzzle), seed="again")
    except KotvaError:
        return None
    return puzzle if again.legal(seat) == match.legal(seat) else None
