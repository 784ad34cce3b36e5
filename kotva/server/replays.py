"""Finished games and loaded records, moment by moment. A record holds every hand, so a running table has none to give."""

from __future__ import annotations

import functools
import hashlib
import secrets
import threading
from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from kotva.engine.say import N_, Say
from kotva.engine.verify import verify
from kotva.match import Match
from kotva.match.verdict import sentences
from kotva.scene.packet import Packet, Sitter, end, scene_json
from kotva.server.api import NotFound, answer, check_spectator_rule, hub_of, number_in, problem
from kotva.server.frozen_table import FrozenTable
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import IMPORT, LOOK
from kotva.server.jobs.service import Busy, Closing, TookTooLong
from kotva.server.languages import language_of
from kotva.server.messages import Loaded, Verdict, encode
from kotva.server.people import person_of
from kotva.server.replay_work import EndedGame

_KEPT = 600.0  # seconds for which a verdict or a log is kept
_LONGEST = 20_000  # moves of a record that can be brought: pages replay it here, and a game of people has hundreds


_REPLAYS = threading.Lock()  # one at a time: several at once would leave the event loop little of this process


class NotOver(KotvaError):
    """A record would show what is hidden."""


async def find(request: Request, name: str) -> tuple[Match, str]:
    """The match to replay and its title: a finished table, or a record that was loaded (`r-...`)."""
    hub = hub_of(request)
    if name.startswith("r-"):
        text = await hub.store.record(name)
        if text is None:
            raise NotFound(N_("There is no such record."))
        match = await run_in_threadpool(_match, text)
        return match, match.game.title
    table = await hub.table(name)
    if table is None:
        raise NotFound(N_("There is no such table."))
    if not table.match.is_over:
        raise NotOver(N_("A game can be replayed when it is over: its record holds what is still hidden."))
    check_spectator_rule(request, table)
    return table.match, table.row.title


@lru_cache(maxsize=32)
def _match(text: str) -> Match:
    record = _read(text)
    with _REPLAYS:
        return Match.from_record(games.load(record.game), record)


def _read(text: str) -> Record:
    """A record that somebody brings; KotvaError if it is none, or longer than can be shown."""
    record = Record.from_json(text)
    if len(record.moves) > _LONGEST:
        raise KotvaError(
            N_("This record has {n} moves; one of at most {most} can be shown here."),
            n=len(record.moves),
            most=_LONGEST,
        )
    return record


def packet(match: Match, name: str, at: int, seat: int | None, language: str) -> Packet:
    """One moment of a record, through the eyes of a seat or of a bystander."""
    say = Say(language, match.game.id, match.names)
    length = len(match.played)
    at = max(0, min(at, length))
    view = match.view(seat, at)
    return Packet(
        table=name,
        game=match.game.id,
        seq=length,
        moves=length,
        at=at,
        seat=seat,
        sitters=[Sitter(i, given, "person") for i, given in enumerate(match.names)],
        scene=scene_json(match.game.look.scene(view, say)),
        over=end(match.game, match.outcome(), say) if at == length and match.is_over else None,
        commit=match.commit if match.is_over and match.has_drawn else "",
        seed=match.seed if match.is_over and match.has_drawn else "",
        log_from=length,
    )


def _seat(request: Request, match: Match) -> int | None:
    return number_in(request.query_params.get("eyes", ""), match.seats - 1)


async def moment(request: Request) -> Response:
    match, _ = await find(request, request.path_params["name"])
    seat = _seat(request, match)
    number = number_in(request.query_params.get("at", "")) or 0
    made = await run_in_threadpool(packet, match, request.path_params["name"], number, seat, language_of(request))
    return answer(made)


async def log(request: Request) -> Response:
    name = request.path_params["name"]
    match, _ = await find(request, name)
    seat, language = _seat(request, match), language_of(request)
    game = EndedGame.of(name, match)
    data = await work_for(
        request, LOOK, functools.partial(game.log, seat, language), key=f"log {name} {seat} {language}", keep=_KEPT
    )
    return Response(data, media_type="application/json", headers={"cache-control": "no-store"})


async def download(request: Request) -> Response:
    """The record as a file."""
    name = request.path_params["name"]
    text = await _text(request, name)
    headers = {
        "content-disposition": f'attachment; filename="{Record.from_json(text).game}-{name}.json"',
        "cache-control": "no-store",  # not everybody may have it
    }
    return Response(text, media_type="application/json", headers=headers)


async def verdict(request: Request) -> Response:
    """Whether a record is true."""
    text = await _text(request, request.path_params["name"])
    language = language_of(request)
    key = f"verdict {hashlib.sha256(text.encode()).hexdigest()} {language}"
    data = await work_for(request, LOOK, functools.partial(_verdict, text, language), key=key, keep=_KEPT)
    return Response(data, media_type="application/json", headers={"cache-control": "no-store"})


async def _text(request: Request, name: str) -> str:
    """A record as it was brought, or as a table's rows tell it."""
    hub = hub_of(request)
    try:
        match, _ = await find(request, name)
    except FrozenTable as frozen:
        if not frozen.open_to(person_of(request)):
            raise NotOver(N_("Only players may have the record of this game: it holds what was hidden.")) from None
        return frozen.record().to_json()
    # What somebody brought is given back as it is: a seal of ours on it would vouch for what nobody here has seen.
    brought = await hub.store.record(name) if name.startswith("r-") else None
    return brought or match.record().to_json()


def _replay(text: str) -> None:
    """KotvaError if a record does not replay (runs in a process)."""
    record = _read(text)
    Match.from_record(games.load(record.game), record)


def _verdict(text: str, language: str) -> bytes:
    """Whether a record is true (runs in a process)."""
    return encode(_judged(text, language))


def _judged(text: str, language: str) -> Verdict:
    record = Record.from_json(text)
    say = Say(language, record.game)
    try:
        found = verify(record, games.load(record.game))
    except KotvaError as error:
        return Verdict(False, [error.say(say)])
    return Verdict(True, sentences(found, record, say), record.seal)


async def load(request: Request) -> Response:
    """Keep a record that somebody brings, if it replays."""
    hub = hub_of(request)
    say = Say(language_of(request))
    try:
        text = (await request.body()).decode()
        await work_for(request, IMPORT, functools.partial(_replay, text))
    except (Busy, Closing, TookTooLong):  # not the record's fault
        raise
    except UnicodeDecodeError:
        return problem(KotvaError(N_("This is not a text file.")), say, 422)
    except KotvaError as error:
        return problem(error, say, 422)
    name = "r-" + secrets.token_urlsafe(9)
    await hub.store.keep_record(name, text)
    return answer(Loaded(f"/replay/{name}"), 201)


ROUTES = [
    Route("/api/replays", load, methods=["POST"]),
    Route("/api/replays/{name}", moment),
    Route("/api/replays/{name}/log", log),
    Route("/api/replays/{name}/record.json", download),
    Route("/api/replays/{name}/verdict", verdict),
]
