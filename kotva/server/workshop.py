"""The workshop of `kotva dev`: what the author of a game wants to see of a table, and what went wrong in its code, and where.

Everything hidden is shown here. So none of these pages exists on a server that was not started as a workshop.
"""

from __future__ import annotations

import faulthandler
import functools
import json
import logging
import os
import secrets
import signal
import sys
import sysconfig
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import kotva
from kotva.engine.errors import KotvaError
from kotva.engine.fields import fields
from kotva.engine.game import Json
from kotva.engine.position import unchecked
from kotva.engine.record import Record
from kotva.engine.say import N_, Say
from kotva.engine.scene import Item
from kotva.engine.state import CHANCE, OK, TABLE
from kotva.games import where
from kotva.learn.hints import think, why
from kotva.match import Match, SeatSpec, TableSpec
from kotva.scene.svg import render
from kotva.server import bot_worker, putting
from kotva.server.api import NotFound, hub_of, the_table
from kotva.server.frozen_table import FrozenTable
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import HINT
from kotva.server.languages import language_of
from kotva.server.people import give_token
from kotva.server.render import form_of, show
from kotva.server.table import ActionRequest, Table

_KOTVA: Final = Path(kotva.__file__).parent
RUN: Final = secrets.token_hex(6)  # changes with every start: pages look again then
_MOMENTS: Final = 20  # actions that one can go back before and that are shown at once; the others unfold
_FRESH: Final = {"cache-control": "no-store"}
_EXAMPLES: Final = 6  # forbidden actions that are named for each clause
_FAMILY: Final = 4000  # actions of one family that are asked about: offers of trades are beyond counting
_SIMULATIONS: Final = 1000
_LOGGERS: Final = ("kotva", "uvicorn.error", "asyncio")
_LOG = logging.getLogger("kotva.server")


class LastFault(logging.Handler):
    """Keeps the last exception that anybody logged: what a rule or a scene raised while a page was made."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: dict[str, str] | None = None
        self._printed = ""

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and (error := record.exc_info[1]) is not None:
            self.told = _told(error)
            text = f"{self.told['text']}\n{self.told['trace']}"
        if text != self._printed and not record.name.startswith("uvicorn"):  # which prints by itself
            self._printed = text
            print(text, file=sys.stderr, flush=True)


def _told(error: BaseException) -> dict[str, str]:
    return {"text": where(error), "trace": _trace(error)[-4000:]}


def _trace(error: BaseException) -> str:
    """The stack from where the author's own code begins; all of it where none of that is in it."""
    frames = traceback.extract_tb(error.__traceback__)
    libraries = tuple({str(_KOTVA), *map(sysconfig.get_path, ("purelib", "platlib", "stdlib"))})
    own = [number for number, frame in enumerate(frames) if not frame.filename.startswith((*libraries, "<"))]
    return "".join([*traceback.format_list(frames[own[0] if own else 0 :]), *traceback.format_exception_only(error)])


_FAULT = LastFault()


def begin(told: Path) -> None:
    """Listen to what is logged, and to the signal at which `kotva dev` wants to know where this process is."""
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(
            signal.SIGUSR1, os.open(told.with_suffix(".stuck"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        )
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if _FAULT not in logger.handlers:
            logger.addHandler(_FAULT)


async def status(request: Request) -> Response:
    """Which start of the server this is, and what is wrong with the sources or went wrong in them.

    For a page that shows a table (`?table=`): how far that is, and the position in which it went wrong.
    """
    error = _broken(hub_of(request).settings.workshop) or _FAULT.told
    try:
        table = await hub_of(request).table(request.query_params.get("table", ""))
    except FrozenTable as frozen:
        error, position = await run_in_threadpool(fault_of, frozen)
        return JSONResponse({"run": RUN, "error": error, "position": position, "frozen": True}, headers=_FRESH)
    told: dict[str, Json] = {"run": RUN, "error": dict(error) if error else None}
    if table is not None:
        told["seq"] = table.seq
        if error:
            told["position"] = await run_in_threadpool(_position, table.match)
    return JSONResponse(told, headers=_FRESH)


def fault_of(frozen: FrozenTable) -> tuple[dict[str, str], str]:
    """Why a table does not replay under the sources that are here, and the position in which it stopped."""
    error = frozen.__cause__
    told = {"text": str(frozen.reason), "trace": ""} if error is None or isinstance(error, KotvaError) else _told(error)
    match = frozen.reached()
    return told, _position(match) if match is not None else ""


def _position(match: Match) -> str:
    """The position as text; the fields of the state where the game's own writing is what is broken."""
    try:
        return written(match.game.to_position(match.state))
    except Exception:
        return written(fields(match.state))


def _broken(file: Path | None) -> dict[str, str] | None:
    """What `kotva dev` says of sources that cannot be loaded: the server goes on with those before."""
    try:
        told = json.loads(file.read_text(encoding="utf-8")) if file is not None else {}
    except (OSError, ValueError):
        return None
    return {"text": told["error"], "trace": ""} if told.get("error") else None


# -- a table inside out ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ForbiddenActions:
    """Actions that one clause forbids now."""

    clause: str
    sentence: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BotThought:
    """An action as a bot sees it."""

    words: str
    action: str
    chance: str
    reasons: tuple[str, ...]


async def page(request: Request) -> Response:
    """Position, actions with their verdicts, what each seat knows, moments to go back to, a test and a lesson to copy."""
    table = await the_table(request)
    return await _shown(request, table)


async def _shown(request: Request, table: Table, fault: str = "", text: str = "", status: int = 200) -> Response:
    """The page, with what is wrong and the position that was written or made by hand."""
    match, say = table.match, table.say(language_of(request))
    actor = match.to_act()
    truth = match.game.to_position(match.state)
    thoughts = await _thoughts(request, table) if "think" in request.query_params and actor >= 0 else None
    return show(
        request,
        "workshop.html",
        status,
        game=match.game,
        table=table,
        actor=actor,
        fault=fault,
        position=text or written(truth),
        takes_positions=match.game.rules.read is not None or match.game.rules.check is not unchecked,
        things=await run_in_threadpool(_things, match),
        away=putting.AWAY,
        legal=[(seat, match.legal(seat)) for seat in match.actors()],
        forbidden=await run_in_threadpool(forbidden, match, actor, say),
        views=[(seat, written(match.view(seat).to_json())) for seat in (*range(match.seats), None)],
        moments=moments(match)[:_MOMENTS],
        earlier=moments(match)[_MOMENTS:],
        thoughts=thoughts,
        test=test_of(match),
        lesson=written(lesson_of(match)),
    )


def _things(match: Match) -> list[Item]:
    """What can be put somewhere else: nothing while the scene raises, so that the rest of the page is there."""
    try:
        return putting.things(match)
    except Exception:
        _LOG.warning("the scene of %s", match.game.id, exc_info=True)
        return []


async def seen(request: Request) -> Response:
    """The table as one seat sees it, as a picture; `spectator` is none of them."""
    table = await the_table(request)
    name = request.path_params["seat"]
    if name != "spectator" and name not in {str(seat + 1) for seat in range(table.match.seats)}:
        raise NotFound(N_("There is no such seat."))
    seat = None if name == "spectator" else int(name) - 1
    svg = await run_in_threadpool(_drawn, table.match, seat, table.say(language_of(request)), table.names())
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _drawn(match: Match, seat: int | None, say: Say, names: Sequence[str]) -> str:
    return render(match.game.look.scene(match.view(seat), say), match.game.look.symbols, names=names)


def written(data: object) -> str:
    """Data as a person reads it: a line for each thing, short lists in one."""
    if isinstance(data, Mapping):
        lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items()]
        return "{\n" + ",\n".join(lines) + "\n}"
    return json.dumps(data, ensure_ascii=False, indent=2)


def forbidden(match: Match, actor: int, say: Say) -> list[ForbiddenActions]:
    """Every action that is not allowed now, by the clause that forbids it: the clause that forbids most comes first."""
    if actor < 0:
        return []
    count: Counter[int] = Counter()
    examples: dict[int, list[str]] = {}
    actions = match.game.rules.actions
    for family in actions.families:
        for action in range(family.base, family.base + min(family.size, _FAMILY)):
            number = int(match.state.why_not(actor, action))
            if number != OK:
                count[number] += 1
                if count[number] <= _EXAMPLES:
                    examples.setdefault(number, []).append(actions.text(action))
    return [
        ForbiddenActions(match.game.clause(number), match.game.explain(number, say), n, tuple(examples[number]))
        for number, n in count.most_common()
    ]


def moments(match: Match) -> list[tuple[int, int, str]]:
    """The actions of players, the last one first: how many moves there were before, whose it was, and what."""
    found = [
        (n, played.actor, played.text) for n, played in enumerate(match.played) if played.actor not in (CHANCE, TABLE)
    ]
    return found[::-1]


async def _thoughts(request: Request, table: Table) -> list[BotThought]:
    """What a bot thinks of the actions of the seat that decides, from its view alone, and why."""
    call = functools.partial(
        considered, table.table_log.bot_record(), table.match.to_act(), language_of(request), tuple(table.names())
    )
    found: list[BotThought] = await work_for(request, HINT, call, place=table.id)
    return found


def considered(record: Record, seat: int, language: str, names: tuple[str, ...]) -> list[BotThought]:
    """The same, in a worker."""
    view = bot_worker.replayed("", record).view(seat)
    say = Say(language, view.game.id, names)
    out = []
    for thought in sorted(think(view, _SIMULATIONS, 1), key=lambda one: -one.chance):
        words = view.game.to_words(view, thought.action, say)
        reasons = tuple(why(view, thought.action, say))
        out.append(
            BotThought(words, view.game.rules.actions.text(thought.action), f"{100 * thought.chance:.0f} %", reasons)
        )
    return out


def test_of(match: Match) -> str:
    """A test of this moment in Python: played up to here, and what is allowed then."""
    played = [(one.actor, one.text) for one in match.played]
    options = dict(match.options.given)
    lines = [
        "from kotva import games",
        "from kotva.match import Match",
        "",
        "",
        "def test_a_moment() -> None:",
        f"    game, position = games.load({match.game.id!r}), {match.position!r}",
        f"    match = Match(game, {match.seats}, {options!r}, position=position, chance=False)",
        "    for actor, action in [",
        *(f"        ({actor}, {text!r})," for actor, text in played),
        "    ]:",
        "        match.play(action, actor)",
        f"    assert match.to_act() == {match.to_act()}",
        f"    assert match.legal() == {match.legal()!r}",
    ]
    return "\n".join(lines) + "\n"


def lesson_of(match: Match) -> dict[str, Json]:
    """A lesson that begins at this moment, for `lessons.json`: its words and its goal are the author's."""
    seat = max(match.to_act(), 0)
    first = next(iter(match.legal(seat)), "")
    lesson: dict[str, Json] = {
        "name": "a-name",
        "title": "A title",
        "text": "What it teaches.",
        "task": "What is to be done.",
        "hints": ["A hint."],
        "seats": match.seats,
        "seat": seat + 1,
    }
    if match.options.given:
        lesson["options"] = dict(match.options.given)
    return {**lesson, "position": match.game.to_position(match.state), "goal": {"played": first}, "solution": [first]}


# -- what its buttons do -------------------------------------------------------------------------------------------------


async def set_position(request: Request) -> Response:
    """A table of its own that begins with a written position, all seats at this browser."""
    table = await the_table(request)
    text = (await form_of(request)).get("position", "")
    try:
        position = json.loads(text)
        if not isinstance(position, dict):
            raise KotvaError(N_("A position is a JSON object: names with values."))
        response = RedirectResponse("/", 303)
        person = await hub_of(request).people.enroll(give_token(request, response))
        seats = tuple(SeatSpec(name, person=person) for name in table.names())
        options = dict(table.match.options.given)
        row = await hub_of(request).tables.open(
            TableSpec(game=table.game.id, seats=seats, options=options, position=position)
        )
    except ValueError as error:
        say = table.say(language_of(request))
        return await _shown(request, table, say("This is no JSON: {error}.", error=str(error)), text, 422)
    except KotvaError as error:
        return await _shown(request, table, error.say(table.say(language_of(request))), text, 422)
    response.headers["location"] = f"/table/{row.id}"
    return response


async def put(request: Request) -> Response:
    """The position after a thing was put somewhere else: shown, to be looked at and opened."""
    table = await the_table(request)
    form = await form_of(request)
    say = table.say(language_of(request))
    try:
        made = await run_in_threadpool(putting.put, table.match, form.get("thing", ""), form.get("to", ""))
    except KotvaError as error:
        return await _shown(request, table, error.say(say), status=422)
    return await _shown(request, table, text=written(made))


async def back(request: Request) -> Response:
    """Go back before any action of a player, whatever was shown to others since."""
    table = await the_table(request)
    wanted = (await form_of(request)).get("moves", "")
    known = {str(number): (number, actor) for number, actor, _ in moments(table.match)}
    if wanted not in known:
        raise KotvaError(N_("There is no such moment to go back to."))
    number, actor = known[wanted]
    asked = ActionRequest(actor, None, table.seq, secrets.token_hex(8), to=lambda match: min(number, len(match.played)))
    await table.act_for_bot(asked)
    return RedirectResponse(f"/workshop/{table.id}", 303)


ROUTES = [
    Route("/workshop/status", status),
    Route("/workshop/{table}", page),
    Route("/workshop/{table}/seen/{seat}.svg", seen),
    Route("/workshop/{table}/position", set_position, methods=["POST"]),
    Route("/workshop/{table}/put", put, methods=["POST"]),
    Route("/workshop/{table}/back", back, methods=["POST"]),
]
