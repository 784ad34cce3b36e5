"""What those who host want to know: is the node well, how much does it do, what happened. No secrets in any of it."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from kotva.server.jobs.limits import BOT, DEMO
from kotva.server.rate_limits import HIDDEN, address_of, is_hidden
from kotva.server.stalls import LIMIT
from kotva.server.store import Unavailable
from kotva.server.supervisor import OK

_PASSED_ON = {
    "x-forwarded-for",
    "x-forwarded-host",
    "x-real-ip",
    "forwarded",
    "via",
}  # by a proxy: not from this machine
_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The numbers of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Histogram(
            "kotva_move_seconds", "From a person's move to its being stored", registry=self.registry, buckets=_STEPS
        )
        self.refused = Counter("kotva_refused", "Moves that were not made", ["status"], registry=self.registry)
        self.tables = Gauge("kotva_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("kotva_sockets", "Open sockets", registry=self.registry)
        self.runs = Gauge("kotva_bot_tables", "Tables at which bots are at work", registry=self.registry)
        self.thinking = Gauge("kotva_bot_decisions", "Decisions of bots under way or waiting", registry=self.registry)
        self.commits = Gauge("kotva_commits", "Transactions committed since the start", registry=self.registry)
        self.written = Gauge("kotva_writes", "Pieces of work in those transactions", registry=self.registry)
        self.work_waiting = Gauge("kotva_work_waiting", "Work that waits", ["kind"], registry=self.registry)
        self.work_running = Gauge("kotva_work_running", "Work under way", ["kind"], registry=self.registry)
        self.work_done = Gauge("kotva_work_done", "Work done since the start", ["kind"], registry=self.registry)
        self.work_refused = Gauge(
            "kotva_work_refused", "Work refused since the start", ["kind"], registry=self.registry
        )
        self.work_seconds = Gauge(
            "kotva_work_seconds", "Seconds of work since the start", ["kind"], registry=self.registry
        )
        held = f"Times the event loop was held for over {1000 * LIMIT:.0f} ms"
        self.stalls = Gauge("kotva_stalls", held, registry=self.registry)
        self.tasks = Gauge("kotva_tasks", "Tasks in the event loop", registry=self.registry)
        self.failures = Gauge("kotva_failures", "Failures of background work", ["part"], registry=self.registry)


_NEEDED = ("clocks", "writer")  # parts without which a node cannot serve


async def health(request: Request) -> Response:
    """200 while this node can serve; 503 while its database is away or takes nothing, or no clock runs. `?deep`: 503 also while
    any other part is ill. The parts are named, each with what is wrong."""
    hub = request.app.state.hub
    parts = {name: part.state for name, part in hub.parts.parts.items()}
    if stuck := hub.store.writer.stuck:
        parts["writer"] = stuck
    try:
        await hub.store.record("health")
    except Unavailable as error:
        parts["database"] = str(error)
    ill = [name for name, state in parts.items() if state != OK]
    deadly = [name for name in ill if name in (*_NEEDED, "database") or "deep" in request.query_params]
    told: dict[str, object] = {"status": "unavailable" if deadly else "ill" if ill else OK, "parts": parts}
    if request.scope["kotva.rates"].hidden:
        told["warning"] = HIDDEN
    if ill:
        told["error"] = "; ".join(f"{name}: {parts[name]}" for name in (deadly or ill))
    return JSONResponse(told, 503 if deadly else 200, headers={"cache-control": "no-store"})


async def metrics(request: Request) -> Response:
    """For Prometheus; only if the settings allow it, because strangers need not know how busy a server is: to holders of the
    token, and without one to programs on this very machine."""
    hub = request.app.state.hub
    if not hub.settings.metrics or not _may_read(request, hub.settings.metrics_token):
        return PlainTextResponse("not found", 404)
    known = hub.metrics
    known.tables.set(len(hub.tables))
    known.sockets.set(len(hub.watchers))
    known.runs.set(len(hub.runner))
    work = hub.work.numbers
    known.thinking.set(sum((work.waiting + work.running)[kind] for kind in (BOT, DEMO)))
    for kind in hub.work.limits.kinds:
        known.work_waiting.labels(kind).set(work.waiting[kind])
        known.work_running.labels(kind).set(work.running[kind])
        known.work_done.labels(kind).set(work.done[kind])
        known.work_refused.labels(kind).set(work.refused[kind])
        known.work_seconds.labels(kind).set(work.seconds.get(kind, 0.0))
    known.commits.set(hub.store.writer.commits)
    known.written.set(hub.store.writer.written)
    known.stalls.set(hub.stalls.count)
    known.tasks.set(len(asyncio.all_tasks()))
    for name, part in hub.parts.parts.items():
        known.failures.labels(name).set(part.failures)
    return Response(generate_latest(known.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


def _may_read(request: Request, token: str) -> bool:
    if token:
        given = request.headers.get("authorization", "").encode(errors="replace")
        return hmac.compare_digest(given, f"Bearer {token}".encode())
    here = not address_of(request.scope) and not is_hidden(request.scope)
    return here and not _PASSED_ON & set(request.headers)


ROUTES = [Route("/health", health), Route("/metrics", metrics)]


class JsonLines(logging.Formatter):
    """A line of JSON for each entry: for machines that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        if stack := getattr(record, "stack", ""):  # of what held the event loop (stalls.py)
            entry["stack"] = stack
        return json.dumps(entry, ensure_ascii=False)


def log_as_json() -> None:
    """Everything that Kotva and its web server log, as lines of JSON on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("kotva", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "kotva" else logging.WARNING)
