"""What those who host want to know: is the node well, how much does it do, what happened. No secrets in any of it."""

from __future__ import annotations

import json
import logging
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from kotva.server.store import Unavailable

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


async def health(request: Request) -> Response:
    """200 while this node can serve; 503 while its database is away, or takes nothing (it is written to every few seconds)."""
    hub = request.app.state.hub
    try:
        await hub.store.record("health")
    except Unavailable as error:
        return JSONResponse({"status": "unavailable", "error": str(error)}, 503)
    if hub.timers.trouble:
        return JSONResponse({"status": "unavailable", "error": hub.timers.trouble}, 503)
    return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})


async def metrics(request: Request) -> Response:
    """For Prometheus; only if the settings say so, because strangers need not know how busy a server is."""
    hub = request.app.state.hub
    if not hub.settings.metrics:
        return PlainTextResponse("not found", 404)
    known = hub.metrics
    known.tables.set(len(hub.tables))
    known.sockets.set(len(hub.watchers))
    known.runs.set(len(hub.runner))
    known.thinking.set(hub.runner.thinkers.waiting)
    known.commits.set(hub.store.writer.commits)
    known.written.set(hub.store.writer.written)
    return Response(generate_latest(known.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


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
