"""What would you do? A seat's best choices, thought of in a bot's process from that seat's view alone."""

from __future__ import annotations

import functools

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from kotva.engine.say import N_, Say
from kotva.learn.hints import BEST, believed, compared, think, why
from kotva.server import bot_worker, lessons
from kotva.server.api import answer, asked_eyes, hub_of, the_table, viewer_of
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import HINT
from kotva.server.languages import language_of
from kotva.server.messages import Hint, HintChoice
from kotva.server.people import Person, person_of
from kotva.server.rows import LESSON
from kotva.server.table import NotYours, Table
from kotva.server.table_log import Stale

ON, OFF = "on", "off"  # what the form for a new table says of hints
_SIMULATIONS = 4000  # half a second or so


class NoHints(NotYours):
    """Somebody asks for a hint where nobody gets one."""


def read(given: dict[str, str]) -> bool:
    """Whether a form for a new table allows hints; allowed by default."""
    if given.get("hints", ON) not in (ON, OFF):
        raise KotvaError(N_("Hints are either on or off."))
    return given.get("hints") != OFF


async def has_hints(request: Request, table: Table) -> bool:
    """Whether a person gets hints at a table; at a puzzle only after solving it or giving it up."""
    if not _against_bots(table, person_of(request)):
        return False
    puzzle = lessons.puzzle_at(table.row)
    return not puzzle or lessons.knows(puzzle, await lessons.learned(request, table.game))


def _against_bots(table: Table, person: Person) -> bool:
    """Whether somebody plays alone against bots, nothing is at stake, and the owner of the table allows it."""
    mine = table.seats_of(person)
    free = table.row.origin == "" or table.row.origin.startswith(LESSON)
    others = (sitter for sitter in table.row.sitters if sitter.seat not in mine)
    return len(mine) == 1 and free and table.row.hints and all(sitter.kind == "bot" for sitter in others)


def choices(table: str, record: Record, seat: int, language: str, names: tuple[str, ...]) -> str:
    """The best choices of a seat, as JSON (runs in a worker). It gets the view of the seat and nothing more."""
    view = bot_worker.replayed(table, record).view(seat)
    say = Say(language, view.game.id, names)
    thoughts = sorted(
        believed(view, think(view, _SIMULATIONS, len(record.moves) + 1)[:BEST]), key=lambda thought: -thought.chance
    )  # those that were tried most are known best
    found = []
    for number, thought in enumerate(thoughts):
        reasons = [*why(view, thought.action, say), compared(thoughts, number, say)]
        paths = view.game.look.paths(view, thought.action)
        items = list(paths[0]) if paths else []
        words = view.game.to_words(view, thought.action, say)
        found.append(HintChoice(words, round(thought.chance, 3), reasons, items))
    return msgspec.json.encode(found).decode()


async def hint(request: Request) -> Response:
    """What one would do now."""
    table = await the_table(request)
    if not await has_hints(request, table):
        if lessons.puzzle_at(table.row):
            raise NoHints(N_("This is a puzzle: find it by yourself, or ask for the solution."))
        if not table.row.hints:
            raise NoHints(N_("Hints are switched off at this table."))
        raise NoHints(N_("There are hints only against bots, and not in tournaments."))
    viewer = viewer_of(request, table, asked_eyes(request))
    seat, _ = hub_of(request).presenter(table).eyes(viewer)
    if seat is None or seat not in table.match.actors():
        raise Stale(N_("You have nothing to decide now."))
    seq = table.seq
    call = functools.partial(
        choices, table.id, table.table_log.bot_record(), seat, language_of(request), tuple(table.names())
    )
    try:
        found = await work_for(
            request, HINT, call, key=f"{table.id} {seq} {seat} {language_of(request)}", place=table.id
        )
    except (KotvaError, ClientDisconnect):
        raise
    except Exception as error:
        raise NoHints(N_("There is no hint for this moment.")) from error
    return answer(Hint(seq, msgspec.json.decode(found, type=list[HintChoice])))


ROUTES = [Route("/api/tables/{table}/hint", hint)]
