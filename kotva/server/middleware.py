"""The outermost layer: security headers, the Origin check, size limits, rate limits, and the person behind a request."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kotva.server.form_fields import TooLarge, is_readable
from kotva.server.people import NOBODY, Person
from kotva.server.rate_limits import RateLimits, address_of
from kotva.server.refusals import Refusals
from kotva.server.store import Unavailable
from kotva.server.turns import Crowded, Turns

_LOG = logging.getLogger("kotva.server")
_SLOWEST = 20.0  # seconds between two pieces of a body
_LONGEST = 120.0  # seconds until all of it is there
# What a suspended person may still do: finish running games, leave them, and keep the own account.
_STILL = re.compile(
    r"/api/tables/[^/]+/(moves|undo|clock)|/table/[^/]+/(leave|away)|/language|/sign-(in|out).*|/account.*|/block|/here"
)
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def embeddable(headers: MutableHeaders) -> None:
    """A page without forms that belongs to nobody may stand in any other page; all other pages may not."""
    policy = "content-security-policy"
    open_to_all = _HEADERS[policy].replace("frame-ancestors 'none'", "frame-ancestors *")
    headers[policy] = open_to_all.replace("form-action 'self'", "form-action 'none'")


# A script or a style is no page: what a page may do is said with the page, and fifty times over it would be a third of a visit.
_PART = {"x-content-type-options": "nosniff"}


def _is_part(headers: Headers) -> bool:
    return headers.get("content-type", "").startswith(("text/javascript", "text/css"))


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages (or from no page at all)."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # `http://[`
        return False


def host_name(headers: Headers) -> str:
    """The name that a server is asked for, without its port."""
    host = headers.get("host", "").lower()
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


class SecurityMiddleware:
    """The outermost layer: refuses foreign pages and large bodies, adds headers."""

    def __init__(
        self,
        app: ASGIApp,
        largest_body: int,
        hosts: tuple[str, ...] = (),
        failed: Callable[[Scope, Exception], Response | None] = lambda _scope, _error: None,
    ) -> None:
        self.app = app
        self.failed = failed  # the page for an error that has an explanation
        self.largest_body = largest_body
        self.hosts = hosts
        self.rates = RateLimits()
        self.turns = Turns()
        self.refusals = Refusals()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope["kotva.rates"] = self.rates
        headers = Headers(scope=scope)
        welcome = not self.hosts or host_name(headers) in self.hosts
        readable = is_readable(scope["path"], scope.get("query_string", b""))
        if scope["type"] == "websocket":
            if not welcome or not readable or not same_origin(headers):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
                return
            if not self.rates.opens(scope):
                await receive()
                await self.refusals.wait(address_of(scope))
                await send({"type": "websocket.close", "code": 1008, "reason": "too many sockets"})
                return
            try:
                await _recognise(scope)
                await self.app(scope, receive, send)
            finally:
                self.rates.closes(scope)
            return
        if not welcome:
            await self._refuse(scope, receive, send, 400, "This server has another name.")
            return
        if not readable:
            await self._refuse(scope, receive, send, 400, "This address cannot be read.")
            return
        if scope["method"] not in ("GET", "HEAD") and not same_origin(headers):
            await self._refuse(scope, receive, send, 403, "This request comes from another site.")
            return
        if wait := self.rates.wait(scope):
            text = f"This is too often; try again in {wait} seconds."
            await self._refuse(scope, receive, send, 429, text, {"retry-after": str(wait)})
            return
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 20) or int(length) > self.largest_body:
            await self._refuse(scope, receive, send, 413, "This is too large.")
            return
        turn = scope["kotva.turn"] = self.turns.turn(address_of(scope))
        taken, whole = 0, False
        now = asyncio.get_running_loop().time
        end = now() + _LONGEST

        async def limited() -> Message:
            nonlocal taken, whole
            if whole:  # only the end of the connection can come
                return await receive()
            turn.give()
            async with asyncio.timeout_at(min(now() + _SLOWEST, end)):
                message = await receive()
            await turn.take()
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > self.largest_body:
                raise BodyTooLarge
            return message

        begun = False

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                turn.end()
                if message["status"] == 429:
                    await self.refusals.wait(address_of(scope))
                out = MutableHeaders(scope=message)
                static = scope["path"].startswith("/static/")
                unchanged = static and message["status"] == 304  # the browser keeps the headers that came with the file
                for name, value in (_PART if unchanged or _is_part(out) else _HEADERS).items():
                    out.setdefault(name, value)
                if not static:
                    out.setdefault("cache-control", "no-store")  # what says nothing else may be personal
            await send(message)

        try:
            await turn.take()
            await _recognise(scope)
            await self.app(_suspended(scope), limited, dressed)
        except TimeoutError:
            if begun:
                raise
            await _refusal(408, "This took too long to arrive.")(scope, receive, send)
        except Crowded:
            text = "Very many requests come from your address: wait for the answers, then ask again."
            await self._refuse(scope, receive, send, 429, text, {"retry-after": "1"})
        except (BodyTooLarge, TooLarge):
            await self._refuse(scope, receive, send, 413, "This is too large.")
        except ClientDisconnect:
            return  # a client that disconnects in the middle of a request gets no answer and is not logged
        except Exception as error:
            _LOG.exception("%s %s failed", scope["method"], loggable(scope))
            if begun:
                raise
            page = self.failed(scope, error)
            await (page or _refusal(500, "This failed on our side; it has been noted."))(scope, receive, dressed)
        finally:
            turn.end()

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, text: str, more: dict[str, str] | None = None
    ) -> None:
        """Say no, at the pace of refusals."""
        await self.refusals.wait(address_of(scope))
        await _refusal(status, text, more)(scope, receive, send)


_OPEN = frozenset(("game", "lesson", "language", "name", "when", "theme", "what", "format", "round"))  # no secrets


def loggable(scope: Scope) -> str:
    """The path of a request as a log may have it: links, codes and names of tables are known by their first letters alone."""
    path = str(scope["path"])
    for name, value in scope.get("path_params", {}).items():
        if name not in _OPEN or path.startswith(("/replay", "/review", "/api/re")):
            path = path.replace(str(value), f"{str(value)[:3]}…")
    return path


async def _recognise(scope: Scope) -> None:
    """Find out once who asks; a database that is away makes nobody anybody else."""
    if scope["path"].startswith("/static/"):
        return
    try:
        scope["kotva.person"] = await scope["app"].state.hub.people.resolve(HTTPConnection(scope))
    except Unavailable:
        scope["kotva.person"] = NOBODY


def _suspended(scope: Scope) -> Scope:
    """A suspended person may look, finish running games and leave; anything else leads to a page that says so."""
    person: Person = scope.get("kotva.person", NOBODY)
    if person.suspended <= time.time() or scope["method"] in ("GET", "HEAD") or _STILL.fullmatch(scope["path"]):
        return scope
    path = "/api/suspended" if scope["path"].startswith("/api/") else "/suspended"
    return {**scope, "path": path, "raw_path": path.encode(), "method": "GET"}


class BodyTooLarge(Exception):
    """A body that went on and on."""


def _refusal(status: int, text: str, more: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": text}, status_code=status, headers={**_HEADERS, **(more or {})})
