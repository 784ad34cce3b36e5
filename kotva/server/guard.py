"""Who may ask, and how much: security headers, the Origin check, size limits, the token of a browser."""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_COOKIE = "kotva_seat"  # noqa: S105
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")

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


def browser_token(connection: HTTPConnection) -> str | None:
    """The secret that a browser holds, if it is one of ours."""
    token = connection.cookies.get(TOKEN_COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def hashed(token: str) -> str:
    """What is stored of a token: whoever reads the database cannot sit down in somebody's seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def who(connection: HTTPConnection) -> str:
    """The hashed token of a browser; empty for one that has none (it can only watch)."""
    token = browser_token(connection)
    return hashed(token) if token else ""


def give_token(connection: HTTPConnection, response: Response) -> str:
    """The hashed token of a browser, which gets one now if it has none."""
    token = browser_token(connection)
    if token is None:
        token = secrets.token_urlsafe(32)
        response.set_cookie(
            TOKEN_COOKIE,
            token,
            max_age=365 * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=connection.url.scheme in ("https", "wss"),
        )
    return hashed(token)


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages (or from no page at all)."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == headers.get("host")


class Guard:
    """The outermost layer: refuses foreign pages and large bodies, adds headers."""

    def __init__(self, app: ASGIApp, largest_body: int) -> None:
        self.app = app
        self.largest_body = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["type"] == "websocket":
            if not same_origin(headers):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
                return
            await self.app(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD") and not same_origin(headers):
            await _refuse(403, "This request comes from another site.")(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.largest_body:
            await _refuse(413, "This is too large.")(scope, receive, send)
            return
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.largest_body:
                raise TooLarge
            return message

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    out.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, limited, dressed)
        except TooLarge:
            await _refuse(413, "This is too large.")(scope, receive, send)


class TooLarge(Exception):
    """A body that went on and on."""


def _refuse(status: int, text: str) -> Response:
    return JSONResponse({"error": text}, status_code=status, headers=_HEADERS)
