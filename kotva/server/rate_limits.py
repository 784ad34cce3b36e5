"""Rate limits by address and by person, so that no client takes the whole server.

Requests from this machine are not limited; behind a proxy the address is the one that the proxy reports.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection
from starlette.types import Scope

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.people import browser_token

HIDDEN: Final = (
    "A proxy on this machine tells no addresses (X-Forwarded-For): limits count by person alone, which strangers can evade. "
    "Let it send them (docs/hosting.md)."
)
_LOG = logging.getLogger("kotva.server")
SOCKETS: Final = 300  # open at one time
OPENED: Final = parse("1200 per minute")  # sockets, however short they live
ENTRIES: Final = parse("200 per hour")  # into tournaments: a whole club may have one address
BOTS: Final = parse("300 per hour")  # set down at new tables
# Guesses of passwords and codes: at one name from one address, from one address, and at one name from anywhere.
GUESSES: Final = parse("10 per 10 minute")
GUESSES_FROM: Final = parse("60 per 10 minute")
GUESSES_AT: Final = parse("100 per hour")
ACCOUNTS: Final = parse("60 per hour")  # made from one address: a class makes theirs in one lesson
REPORTS: Final = parse("30 per hour")
HOOKS: Final = parse("60 per hour")  # set or tried out
CODES: Final = parse(
    "120 per 10 minute"
)  # of other devices, each asked for twice: a class signs in by them at one address
EXPORTS: Final = parse("30 per hour")  # of all own games


@dataclass(frozen=True, slots=True)
class RateLimit:
    """What is counted together, and how often it may happen."""

    name: str
    method: str  # GET is looking, in whichever way; POST is everything else
    path: re.Pattern[str]
    most: RateLimitItem


RULES: Final = (
    RateLimit("tables", "POST", re.compile(r"/new/|/table/[^/]+/again$|/tournaments/new$"), parse("120 per hour")),
    RateLimit(
        "lessons", "POST", re.compile(r"/lessons/"), parse("600 per hour")
    ),  # a table each; a class has one address
    RateLimit("pairings", "POST", re.compile(r"/pairing$"), parse("300 per hour")),  # two of them make a table
    RateLimit("lines", "POST", re.compile(r"/api/tables/[^/]+/(talk|ask|answer)$"), parse("120 per minute")),
    RateLimit("restores", "POST", re.compile(r"/tournaments/restore$"), parse("30 per hour")),
    RateLimit("records", "POST", re.compile(r"/api/replays"), parse("120 per hour")),
    RateLimit("deeds", "POST", re.compile(r""), parse("1200 per minute")),
    RateLimit("looks", "GET", re.compile(r"/(?!static/)"), parse("3000 per minute")),
)


class TooMany(KotvaError):
    """More than one person may have."""


class RateLimits:
    """Counts what addresses ask for."""

    def __init__(self) -> None:
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._sockets: Counter[str] = Counter()
        self.hidden = False  # whether a proxy has been met that tells no addresses

    def wait(self, scope: Scope) -> int:
        """Seconds until this may be asked for again; 0: it may be now, and is counted."""
        if self._is_owner(scope):
            return 0
        method = "GET" if scope["method"] in ("GET", "HEAD") else "POST"
        rule = next((r for r in RULES if r.method == method and r.path.match(scope["path"])), None)
        if rule is None:
            return 0
        return self._hit(scope, rule.most, rule.name)

    def bots(self, scope: Scope, count: int) -> int:
        """The same for so many bots at a new table, of which every one will want to think."""
        return self._hit(scope, BOTS, "bots", count) if count and not self._is_owner(scope) else 0

    def entry(self, scope: Scope) -> int:
        """The same for entries into tournaments, by address: without a cookie one browser could enter again and again."""
        return 0 if self._is_owner(scope) else self._hit(scope, ENTRIES, "entries")

    def guess(self, scope: Scope, name: str) -> int:
        """The same for a guess at the password or a code of a name; from this machine only the name is counted."""
        known = [who for who in (address_of(scope), browser_token(HTTPConnection(scope))) if who] or ["hidden"]
        counted = [(GUESSES_AT, "at", name)]
        if not self._is_owner(scope):
            counted += [(GUESSES_FROM, "from", who) for who in known[:1]]
            counted += [(GUESSES, "guess", f"{known[0]} {name}")]
        for most, kind, who in counted:
            if not self._windows.hit(most, f"sign-in {kind}", who):
                return max(1, int(self._windows.get_window_stats(most, f"sign-in {kind}", who)[0] - time.time()) + 1)
        return 0

    def often(self, scope: Scope, most: RateLimitItem, name: str) -> int:
        """The same for what has a limit of its own, by address and person."""
        return 0 if self._is_owner(scope) else self._hit(scope, most, name)

    def _is_owner(self, scope: Scope) -> bool:
        """Whether somebody asks from this very machine; a proxy on it that tells no addresses is noticed here."""
        if address_of(scope):
            return False
        hidden = is_hidden(scope)
        if hidden and not self.hidden:
            self.hidden = True
            _LOG.warning(HIDDEN)
        return not hidden

    def _hit(self, scope: Scope, most: RateLimitItem, name: str, cost: int = 1) -> int:
        # With a cookie the person is counted, whatever the address; without one the address.
        # Behind a proxy that tells no addresses the cookie is all there is; those without one are counted together.
        known = [who for who in (address_of(scope), browser_token(HTTPConnection(scope))) if who]
        for who in known or ["hidden"]:
            if not self._windows.hit(most, name, who, cost=cost):
                until = self._windows.get_window_stats(most, name, who)[0]
                return max(1, int(until - time.time()) + 1)
        return 0

    def opens(self, scope: Scope) -> bool:
        """Whether one more socket may be open; then it is counted until `closes`."""
        address = address_of(scope)
        if address and self._sockets[address] >= SOCKETS:
            return False
        if not self._is_owner(scope) and self._hit(scope, OPENED, "sockets"):
            return False
        self._sockets[address] += 1
        return True

    def closes(self, scope: Scope) -> None:
        address = address_of(scope)
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def check_bots(scope: Scope, count: int) -> None:
    """TooMany if this person may seat no more bots for now."""
    if wait := scope["kotva.rates"].bots(scope, count):
        raise TooMany(
            N_("You have set down many bots; for more of them, come back in {minutes} min."),
            minutes=-(-wait // 60),
            wait=wait,
        )


def check_entry(scope: Scope) -> None:
    """TooMany if this person may enter no more players for now."""
    if wait := scope["kotva.rates"].entry(scope):
        raise TooMany(
            N_("Too many entries have come from your address; try again in {minutes} min."),
            minutes=-(-wait // 60),
            wait=wait,
        )


def check_guess(scope: Scope, name: str) -> None:
    """TooMany if nobody may guess at a name from here for now; the same whether there is such a name or not."""
    if wait := scope["kotva.rates"].guess(scope, name):
        raise TooMany(
            N_("There were too many tries to sign in; try again in {minutes} min."), minutes=-(-wait // 60), wait=wait
        )


def check_often(scope: Scope, most: RateLimitItem, name: str) -> None:
    """TooMany if this was asked for too often from here."""
    if wait := scope["kotva.rates"].often(scope, most, name):
        raise TooMany(N_("This is too often; try again in {minutes} min."), minutes=-(-wait // 60), wait=wait)


def is_hidden(scope: Scope) -> bool:
    """Whether a request comes from this machine, but was sent to a name of the outer world: a proxy hides who asks."""
    client = scope.get("client")
    if not client or address_of(scope):
        return False
    host = next((value for name, value in scope.get("headers", ()) if name == b"host"), b"").decode("latin-1")
    try:
        return not is_local_name(urlsplit(f"//{host}").hostname or "")
    except ValueError:  # `[`
        return False


def is_local_name(name: str) -> bool:
    """Whether a name means this very machine; one without a dot is of this network at most."""
    try:
        return not name or ip_address(name).is_loopback
    except ValueError:
        return "." not in name or name.endswith(".localhost")


def address_of(scope: Scope) -> str:
    """Rate-limit key: an IPv4 address or an IPv6 /64; empty for loopback (unlimited)."""
    client = scope.get("client")
    if not client:
        return ""
    try:
        found = ip_address(client[0].partition("%")[0])
    except ValueError:
        return str(client[0])[:60]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:  # how a socket for both kinds shows IPv4
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else ":".join(found.exploded.split(":")[:4])
