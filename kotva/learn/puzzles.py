"""Puzzles: positions from bots' games in which one choice is clearly best, proved by a long search.

They are data in `learn/puzzles.json` of a game, made by `kotva puzzles GAME`, and are played like lessons of one action:

    [{"name": "puzzle-1", "seats": 4, "seat": 2, "position": {...}, "best": "play T30 b3", "chance": 0.81, "next": 0.52}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kotva.bots import Bot, make
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game, Json, View
from kotva.engine.position import shown
from kotva.engine.say import N_
from kotva.engine.search import weigh
from kotva.learn.counsel import think
from kotva.learn.files import read_once
from kotva.learn.goals import read_goal
from kotva.learn.lessons import BadLesson, Lesson
from kotva.learn.sheet import folder
from kotva.match import Match

FILE: Final = "puzzles.json"
NAME: Final = "puzzle-"
LEAD: Final = 0.12  # by how much the best choice must be ahead of every other
_STANDS_OUT: Final = 40  # thousandths that the best choice is ahead at a glance
_LOOK: Final = 250  # simulations for a first look
_FEWEST: Final = 4  # choices: fewer are no puzzle
_MOST: Final = 250  # more are no pleasure (an offer of cards counts as one choice)
_RIVALS: Final = 3  # choices that are compared with the best one by one
_TITLE, _TEXT, _TASK, _PRAISE = (
    N_("Puzzle"),
    N_("One choice is clearly better than all others here."),
    N_("Find the best choice."),
    N_("That is the one!"),
)
_HINT: Final = N_("What would you do? The lamp on the board shows what a long search thinks.")


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
        hints=(_HINT,),
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
        if puzzle.chance - puzzle.next < LEAD:
            out.append(f"{puzzle.name}: the best choice is not clearly best")
    return out


# -- making them -----------------------------------------------------------------------------------------------------


def prove(view: View, best: int, simulations: int, seed: int) -> tuple[float, float] | None:
    """The chances after the best choice and after the next best, if a long search finds it clearly best; None if not."""
    thoughts = think(view, simulations, seed)
    if thoughts[0].action != best:
        return None
    after, rival = 1.0, 0.0
    for number, other in enumerate(thoughts[1 : 1 + _RIVALS]):
        pair = think(view, simulations // 2, seed + number + 1, (best, other.action))
        if pair[0].action != best or pair[0].chance - pair[1].chance < LEAD:
            return None
        after, rival = min(after, pair[0].chance), max(rival, pair[1].chance)
    return (after, rival) if after - rival >= LEAD else None


def find(
    game: Game,
    count: int,
    seed: int = 1,
    simulations: int = 4000,
    told: Callable[[int], None] = lambda _looked: None,
) -> Iterator[Puzzle]:
    """So many puzzles, at most two from a game between bots; `told` hears of every position that was looked at."""
    found = number = 0
    while found < count:
        number += 1
        seats = game.seats[number % len(game.seats)]
        match = Match(game, seats, seed=f"puzzles {seed} {number}")
        bots = [
            make("greedy:2" if (seat + number) % 2 else "easy", 100 * seed + number + seat) for seat in range(seats)
        ]
        for puzzle in _of_game(game, match, bots, 1000 * number + seed, simulations, told):
            found += 1
            yield msgspec.structs.replace(puzzle, name=f"{NAME}{found}")
            if found == count:
                return


def _of_game(
    game: Game, match: Match, bots: Sequence[Bot], seed: int, simulations: int, told: Callable[[int], None]
) -> Iterator[Puzzle]:
    """Up to two puzzles of a game that bots play."""
    found = last = 0  # how many, and from where on the next one is looked for
    while not match.is_over and found < 2:
        seat = match.to_act()
        view = match.view(seat)
        legal = view.legal()
        at = len(match.played)
        if _FEWEST <= len(legal) <= _MOST and at >= last:
            told(1)
            puzzle = _puzzle(game, match, view, seed + at, simulations)
            if puzzle is not None:
                found, last = found + 1, at + 40  # the next one is another story
                yield puzzle
        match.play(game.actions.text(bots[seat].choose(view)), seat)


def _puzzle(game: Game, match: Match, view: View, seed: int, simulations: int) -> Puzzle | None:
    """The puzzle of a position, if it is one."""
    assert view.seat is not None
    worth = sorted(value for value, _ in weigh(view.seen, view.seat, view.legal(), game.advice, 2, seed))
    if worth[-1] - worth[-2] < _STANDS_OUT:  # looked at in no time: most positions are no puzzles
        return None
    first, second, *_ = think(view, _LOOK, seed)
    if first.chance - second.chance < LEAD or first.chance < 2 * LEAD:
        return None
    proved = prove(view, first.action, simulations, seed + 1)
    if proved is None:
        return None
    position: dict[str, object] = dict(game.to_position(match.state))
    puzzle = Puzzle(
        NAME,
        match.seats,
        view.seat + 1,
        position,
        game.actions.text(first.action),
        round(proved[0], 3),
        round(proved[1], 3),
        dict(match.options.given),
    )
    try:  # what was written can be read, and is the same table
        again = Match(game, puzzle.seats, puzzle.options, position=_position(puzzle), seed="again")
    except KotvaError:
        return None
    return puzzle if again.legal(view.seat) == match.legal(view.seat) else None
