"""Puzzles: those of the day, a streak of days, and all of them by how hard they are, with what somebody has solved."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva import games
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.learn.puzzles import GRADES, Puzzle
from kotva.server.api import hub_of
from kotva.server.languages import language_of
from kotva.server.learning import daily, lessons_of, loaded, puzzles_of
from kotva.server.people import person_of
from kotva.server.progress import DAY, GIVEN_UP, LearningProgress
from kotva.server.render import show
from kotva.server.sql import SqlStore

_SECONDS = 86_400  # of a day


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """A puzzle of a list."""

    name: str
    number: int
    done: bool
    given_up: bool  # its solution was shown, and it has not been solved since


@dataclass(frozen=True, slots=True)
class Shelf:
    """The puzzles of one game that are equally hard."""

    grade: str
    puzzles: list[ShownPuzzle]


def shelves(found: Sequence[Puzzle], done: set[str]) -> list[Shelf]:
    """The puzzles of a game by how hard they are, the easy ones first."""
    shown = [
        (puzzle.grade, ShownPuzzle(puzzle.name, number, puzzle.name in done, GIVEN_UP + puzzle.name in done))
        for number, puzzle in enumerate(found, 1)
    ]
    sorted_out = [Shelf(title, [one for grade, one in shown if grade == name]) for name, title in GRADES.items()]
    return [shelf for shelf in sorted_out if shelf.puzzles]


def streak(days: set[int], today: int) -> int:
    """How many days in a row have been solved up to today; today's puzzle may still be waiting."""
    last = today if today in days else today - 1
    length = 0
    while last - length in days:
        length += 1
    return length


def days_of(kept: set[tuple[str, str]]) -> set[int]:
    """The days whose puzzle somebody has solved."""
    return {int(name.removeprefix(DAY)) for _, name in kept if name.startswith(DAY)}


async def _kept(request: Request) -> set[tuple[str, str]]:
    store = hub_of(request).store
    return await LearningProgress(store).kept(person_of(request).id) if isinstance(store, SqlStore) else set()


async def daily_of(request: Request, kept: set[tuple[str, str]] | None = None) -> dict[str, object] | None:
    """The puzzles of this day, for the lobby: an easy one and a harder one, with the way in for newcomers."""
    today = int(time.time() // _SECONDS)
    found, lessons = await run_in_threadpool(_of_day, today)
    if found[0] is None:
        return None
    kept = await _kept(request) if kept is None else kept
    game = found[0][0]
    told = [
        {"name": puzzle.name, "grade": GRADES[puzzle.grade], "done": (game.id, puzzle.name) in kept}
        for _, puzzle, _ in filter(None, found)
    ]
    title = Say(language_of(request), game.id)(game.title)
    return {
        "game": game,
        "title": title,
        "puzzles": told if told[0]["name"] != told[-1]["name"] else told[:1],
        "lessons": lessons,
        "streak": streak(days_of(kept), today),
    }


def _of_day(today: int) -> tuple[list[tuple[Game, Puzzle, int] | None], bool]:
    """The easy and the harder puzzle of a day, and whether their game has lessons."""
    found = [daily(today, harder) for harder in (False, True)]
    return found, found[0] is not None and bool(lessons_of(found[0][0]))


async def page(request: Request) -> Response:
    """The puzzles of all games, and which of them this person has solved."""
    kept = await _kept(request)
    shown, solved, count = [], 0, 0
    for game in filter(None, map(loaded, games.ids())):
        found = await run_in_threadpool(puzzles_of, game)
        if not found:
            continue
        done = {name for played, name in kept if played == game.id}
        own = sum(puzzle.name in done for puzzle in found)
        title = Say(language_of(request), game.id)(game.title)
        shown.append(
            {"game": game, "title": title, "shelves": shelves(found, done), "solved": own, "count": len(found)}
        )
        solved, count = solved + own, count + len(found)
    today = await daily_of(request, kept)
    return show(request, "puzzles.html", shown=shown, solved=solved, count=count, daily=today)


ROUTES = [Route("/puzzles", page)]
