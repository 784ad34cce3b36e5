"""Lessons at real tables: opened from the lesson's position, with its answers opposite; how far one is; going back."""

from __future__ import annotations

import time

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_, Say
from kotva.learn.hints import why
from kotva.learn.lesson_bot import LEVEL, find
from kotva.learn.lessons import Lesson, standing
from kotva.learn.lessons import begin as start_of
from kotva.learn.puzzles import GRADES, NAME, Puzzle
from kotva.match import Match, SeatSpec, TableSpec
from kotva.scene import look
from kotva.server.api import NotFound, answer, body, hub_of, the_table
from kotva.server.hub import Hub
from kotva.server.languages import language_of
from kotva.server.learning import daily, lessons_of, loaded, puzzles_of
from kotva.server.messages import Back, LessonStanding, Solution
from kotva.server.people import give_token, person_of
from kotva.server.progress import DAY, GIVEN_UP, LearningProgress
from kotva.server.puzzle_pages import shelves
from kotva.server.render import failed, show
from kotva.server.rows import LESSON, TableRow
from kotva.server.sql import SqlStore
from kotva.server.table import ActionRequest, NotYours, Table

_DAY = 86_400  # seconds


def lesson_at(row: TableRow, game: Game) -> Lesson | None:
    """The lesson that is learned at a table, if any."""
    if not row.origin.startswith(LESSON):
        return None
    return named(game, row.origin.removeprefix(LESSON))


def named(game: Game, name: str) -> Lesson | None:
    """A lesson or a puzzle of a game by its name."""
    try:
        return find(game.id, name)
    except KotvaError:
        return None


def puzzle_at(row: TableRow) -> str:
    """The name of the puzzle that is solved at a table; empty if it is none."""
    name = row.origin.removeprefix(LESSON) if row.origin.startswith(LESSON) else ""
    return name if name.startswith(NAME) else ""


def knows(puzzle: str, learned: set[str]) -> bool:
    """Whether somebody who has learned so much has solved a puzzle or given it up."""
    return bool({puzzle, GIVEN_UP + puzzle} & learned)


def progress_of(hub: Hub) -> LearningProgress | None:
    return LearningProgress(hub.store) if isinstance(hub.store, SqlStore) else None


async def learned(request: Request, game: Game) -> set[str]:
    """The lessons of a game that this person has done."""
    progress = progress_of(hub_of(request))
    return await progress.learned(person_of(request).id, game.id) if progress is not None else set()


# -- pages -----------------------------------------------------------------------------------------------------------


async def page(request: Request) -> Response:
    """All lessons of a game, and which of them are done."""
    game = await run_in_threadpool(loaded, request.path_params["game"])
    found = await run_in_threadpool(lessons_of, game) if game is not None else []
    if game is None or not found:
        return failed(request, NotFound(N_("There are no lessons for this game.")), 404)
    say = Say(language_of(request), game.id)
    done = await learned(request, game)
    first = next((lesson.name for lesson in found if lesson.name not in done), found[0].name)
    shelf = shelves(await run_in_threadpool(puzzles_of, game), done)
    return show(
        request,
        "lessons.html",
        game=game,
        title=say(game.title),
        lessons=found,
        shelves=shelf,
        count=sum(len(one.puzzles) for one in shelf),
        done=done,
        first=first,
    )


async def begin(request: Request) -> Response:
    """Open the table of a lesson and go there."""
    game = await run_in_threadpool(loaded, request.path_params["game"])
    lesson = await run_in_threadpool(named, game, request.path_params["lesson"]) if game is not None else None
    if game is None or lesson is None:
        return failed(request, NotFound(N_("There is no such lesson.")), 404)
    response = RedirectResponse("/", 303)
    hub = hub_of(request)
    me = await hub.people.enroll(give_token(request, response))
    say = Say(language_of(request), game.id)
    row = await hub.tables.open(_spec(game, lesson, me, say))
    response.headers["location"] = f"/table/{row.id}"
    return response


def _spec(game: Game, lesson: Lesson, me: str, say: Say) -> TableSpec:
    level = LEVEL + lesson.name
    seats = [
        SeatSpec(say("Bot {letter}", letter=look.SEATS[n % len(look.SEATS)].letter), level) for n in range(lesson.seats)
    ]
    seats[lesson.seat] = SeatSpec(say("Captain"), person=me)
    return TableSpec(
        game=game.id,
        seats=tuple(seats),
        options=lesson.options,
        position=lesson.position,
        seed=lesson.seed,
        title=say(lesson.title)[:80],
        origin=LESSON + lesson.name,
    )


def panel(game: Game, lesson: Lesson) -> dict[str, object]:
    """What the page of a table shows of its lesson."""
    is_puzzle = lesson.name.startswith(NAME)
    names = [one.name for one in (puzzles_of(game) if is_puzzle else lessons_of(game))]
    number = names.index(lesson.name)
    following = names[number + 1] if number + 1 < len(names) else ""
    grade = next((GRADES[one.grade] for one in puzzles_of(game) if one.name == lesson.name), "") if is_puzzle else ""
    return {
        "lesson": lesson,
        "puzzle": is_puzzle,
        "grade": grade,
        "number": number + 1,
        "count": len(names),
        "following": following,
    }


# -- what the script asks --------------------------------------------------------------------------------------------


async def stand(request: Request) -> Response:
    """The learner's progress at a table. A finished lesson is stored."""
    table, lesson = await _at(request)
    found = await run_in_threadpool(standing, lesson, table.match)
    person = person_of(request)
    progress = progress_of(hub_of(request))
    if found.done and person.id is not None and progress is not None and lesson.seat in table.seats_of(person):
        await progress.learn(person.id, table.game.id, lesson.name)
        if lesson.name.startswith(NAME):
            await _of_the_day(progress, person.id, table, lesson.name)
    return answer(LessonStanding(found.done, found.missed, found.steps, table.match.is_over, found.strayed))


async def _of_the_day(progress: LearningProgress, person: str, table: Table, name: str) -> None:
    """A puzzle of the day counts for the streak where it is solved on its day, or after midnight at a table of that day.

    One whose solution was shown does not.
    """
    today = int(time.time() // _DAY)
    for day in sorted({today, max(today - 1, int(table.row.created // _DAY))}):
        found = [await run_in_threadpool(daily, day, harder) for harder in (False, True)]
        if (table.game.id, name) not in [(one[0].id, one[1].name) for one in found if one is not None]:
            continue
        known = await progress.learned(person, table.game.id)
        if GIVEN_UP + name not in known:
            await progress.learn(person, table.game.id, f"{DAY}{day}")


async def back(request: Request) -> Response:
    """Go back before the learner's last action, or to the beginning; the others' answers go with it."""
    table, lesson = await _at(request)
    given = await body(request, Back)
    if lesson.seat not in table.seats_of(person_of(request)):
        raise NotYours(N_("This is not your seat."))

    def target(match: Match) -> int | None:
        """Asked when all that waits at the table is done: the others may be answering at this moment."""
        own = [n for n, played in enumerate(match.played) if played.actor == lesson.seat]
        return own[0 if given.start else -1] if own and not match.is_over else None

    await table.act_for_bot(ActionRequest(lesson.seat, None, table.seq, given.key, to=target))
    found = await run_in_threadpool(standing, lesson, table.match)
    return answer(LessonStanding(found.done, found.missed, found.steps, table.match.is_over, found.strayed))


async def solution(request: Request) -> Response:
    """The solution of a puzzle, for its player: an unsolved puzzle counts as given up."""
    table, lesson = await _at(request)
    person = person_of(request)
    if person.id is None or lesson.seat not in table.seats_of(person):
        raise NotYours(N_("This is not your seat."))
    puzzle = next((puzzle for puzzle in puzzles_of(table.game) if puzzle.name == lesson.name), None)
    if puzzle is None:
        raise NotFound(N_("There is no puzzle at this table."))
    progress = progress_of(hub_of(request))
    if progress is not None and lesson.name not in await progress.learned(person.id, table.game.id):
        await progress.learn(person.id, table.game.id, GIVEN_UP + lesson.name)
    say = Say(language_of(request), table.game.id, tuple(table.names()))
    return answer(await run_in_threadpool(_solved, table.game, lesson, puzzle, say))


def _solved(game: Game, lesson: Lesson, puzzle: Puzzle, say: Say) -> Solution:
    view = start_of(game, lesson).view(lesson.seat)
    action = game.rules.actions.parse(puzzle.best)
    paths = game.look.paths(view, action)
    return Solution(
        words=game.to_words(view, action, say),
        chance=puzzle.chance,
        next=puzzle.next,
        why=why(view, action, say),
        items=list(paths[0]) if paths else [],
    )


async def _at(request: Request) -> tuple[Table, Lesson]:
    table = await the_table(request)
    lesson = await run_in_threadpool(lesson_at, table.row, table.game)
    if lesson is None:
        raise NotFound(N_("There is no lesson at this table."))
    return table, lesson


PAGES = [Route("/lessons/{game}", page), Route("/lessons/{game}/{lesson}", begin, methods=["POST"])]
ROUTES = [
    Route("/api/tables/{table}/lesson", stand),
    Route("/api/tables/{table}/lesson/back", back, methods=["POST"]),
    Route("/api/tables/{table}/lesson/solution", solution, methods=["POST"]),
]
