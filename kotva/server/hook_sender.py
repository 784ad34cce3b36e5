"""Sending a message to an address that somebody has entered, without reaching what only this machine or its network can reach.

The name is resolved once, every address behind it must be public, and the connection goes to such an address and no other: a name
that is answered differently a moment later gains nothing. Redirects are not followed. The host may allow private addresses.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

import h11

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_

LONGEST: Final = 500  # characters of an address
_PATIENCE: Final = 10.0  # seconds for all of it
_ANSWER: Final = 16_384  # bytes of an answer's head
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")  # an IPv4 address follows


class CannotSend(KotvaError):
    """Why a message did not get there."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where messages go, as far as its text says."""

    secure: bool
    host: str
    port: int
    path: str
    authority: str  # host and port as the request names them


@dataclass(frozen=True, slots=True)
class HookAnswer:
    """What the other side said."""

    status: int
    retry_after: float = 0.0  # seconds


def read_target(url: str) -> Target:
    """An address that somebody has entered; CannotSend says what is wrong with it."""
    if len(url) > LONGEST or not url.isascii() or any(c <= " " or c == "\x7f" for c in url):
        raise CannotSend(
            N_(
                "The address of a web-hook begins with https:// or http://, has at most {most} characters and no spaces."
            ),
            most=LONGEST,
        )
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in ("https", "http") or not host or port == 0:
        raise CannotSend(
            N_(
                "The address of a web-hook begins with https:// or http://, has at most {most} characters and no spaces."
            ),
            most=LONGEST,
        )
    if parts.username is not None or parts.password is not None:
        raise CannotSend(N_("The address of a web-hook has no name and no password in it."))
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    shown = f"[{host}]" if ":" in host else host
    authority = shown if port is None else f"{shown}:{port}"
    return Target(secure, host, port or (443 if secure else 80), path, authority)


def is_public(address: str) -> bool:
    """Whether an address belongs to the internet: not to this machine, its network, or anything reserved."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inside = _inside(known) if isinstance(known, IPv6Address) else None
    if inside is not None:
        return is_public(str(inside))
    return known.is_global and not known.is_multicast and not known.is_reserved


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, if any."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _TRANSLATED or int(address) >> 32 == 0:  # the oldest form: ::a.b.c.d
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return None


async def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False) -> HookAnswer:
    """Send a message and read how it was taken; CannotSend. `private`: addresses of this machine and its network, too."""
    target = read_target(url)
    try:
        async with asyncio.timeout(_PATIENCE):
            addresses = await _resolve(target, private=private)
            return await _exchange(target, addresses[0], body, headers)
    except TimeoutError:
        raise CannotSend(N_("The other side did not answer within {n} seconds."), n=int(_PATIENCE)) from None
    except ssl.SSLError as error:
        raise CannotSend(N_("No secure connection: {reason}."), reason=error.reason or "TLS") from None
    except (OSError, EOFError) as error:
        raise CannotSend(N_("No connection: {reason}."), reason=_words(error)) from None
    except h11.ProtocolError:
        raise CannotSend(N_("The other side does not speak HTTP.")) from None


def _words(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else "") or type(error).__name__


async def check(target: Target, *, private: bool) -> None:
    """CannotSend if messages must not go there, as far as can be seen now."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await _resolve(target, private=private)
    except TimeoutError:
        raise CannotSend(N_("There is no server of the name {name}."), name=target.host) from None


async def _resolve(target: Target, *, private: bool) -> list[str]:
    """The addresses behind a name, all of them allowed."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise CannotSend(N_("There is no server of the name {name}."), name=target.host) from None
    addresses = [str(one[4][0]) for one in found]
    if not private and not all(map(is_public, addresses)):
        raise CannotSend(N_("This address is private: the host of this server does not allow web-hooks to it."))
    return addresses


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _exchange(target: Target, address: str, body: bytes, headers: Mapping[str, str]) -> HookAnswer:
    """One request to this very address; the name is for the certificate and the other side's virtual hosts alone."""
    secure: dict[str, object] = {"ssl": _tls(), "server_hostname": target.host} if target.secure else {}
    reader, writer = await asyncio.open_connection(address, target.port, limit=_ANSWER, **secure)  # type: ignore[arg-type]
    try:
        talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=_ANSWER)
        head = [
            ("Host", target.authority),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            *headers.items(),
        ]
        request = talk.send(h11.Request(method="POST", target=target.path, headers=head))
        writer.write(
            (request or b"") + (talk.send(h11.Data(data=body)) or b"") + (talk.send(h11.EndOfMessage()) or b"")
        )
        await writer.drain()
        while True:
            event = talk.next_event()
            if event is h11.NEED_DATA:
                talk.receive_data(await reader.read(4096))
            elif isinstance(event, h11.Response):
                return HookAnswer(event.status_code, _retry_after(event))
            elif not isinstance(event, h11.InformationalResponse):
                raise EOFError
    finally:
        writer.transport.abort()  # nothing more is read, however much follows


def _retry_after(response: h11.Response) -> float:
    for name, value in response.headers:
        if name == b"retry-after" and value.isdigit() and len(value) < 8:
            return float(value)
    return 0.0
