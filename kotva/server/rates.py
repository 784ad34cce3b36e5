"""How much one address and one person may ask for, so that nobody takes the whole harbour for himself.

Whoever asks from this very machine is its owner and is not limited; behind a proxy the address is the one that the proxy tells.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection
from starlette.types import Scope

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.people import browser_token

SOCKETS: Final = 300  # open at one time
BOTS: Final = parse("300 per hour")  # set down at new tables


@dataclass(frozen=True, slots=True)
class Rule:
    """What is counted together, and how often it may happen."""

    name: str
    method: str
    path: re.Pattern[str]
    most: RateLimitItem


RULES: Final = (
    Rule("tables", "POST", re.compile(r"/new/|/table/[^/]+/again$|/tournaments/new$"), parse("120 per hour")),
    Rule("lessons", "POST", re.compile(r"/lessons/"), parse("600 per hour")),  # a table each; a class has one address
    Rule("records", "POST", re.compile(r"/api/replays"), parse("120 per hour")),
    Rule("deeds", "POST", re.compile(r""), parse("1200 per minute")),
    Rule("looks", "GET", re.compile(r"/(?!static/)"), parse("3000 per minute")),
)


class TooMany(KotvaError):
    """More than one person may have."""


class Rates:
    """Counts what addresses ask for."""

    def __init__(self) -> None:
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._sockets: Counter[str] = Counter()

    def wait(self, scope: Scope) -> int:
        """Seconds until this may be asked for again; 0: it may be now, and is counted."""
        if not address_of(scope):
            return 0
        rule = next((r for r in RULES if r.method == scope["method"] and r.path.match(scope["path"])), None)
        if rule is None:
            return 0
        return self._hit(scope, rule.most, rule.name)

    def bots(self, scope: Scope, count: int) -> int:
        """The same for so many bots at a new table, of which every one will want to think."""
        return self._hit(scope, BOTS, "bots", count) if address_of(scope) and count else 0

    def _hit(self, scope: Scope, most: RateLimitItem, name: str, cost: int = 1) -> int:
        # Somebody with many addresses is one person as long as he keeps his cookie; without it his address is counted.
        for who in filter(None, (address_of(scope), browser_token(HTTPConnection(scope)))):
            if not self._windows.hit(most, name, who, cost=cost):
                until = self._windows.get_window_stats(most, name, who)[0]
                return max(1, int(until - time.time()) + 1)
        return 0

    def opens(self, scope: Scope) -> bool:
        """Whether one more socket may be open; then it is counted until `closes`."""
        address = address_of(scope)
        if address and self._sockets[address] >= SOCKETS:
            return False
        self._sockets[address] += 1
        return True

    def closes(self, scope: Scope) -> None:
        address = address_of(scope)
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def check_bots(scope: Scope, count: int) -> None:
    """TooMany if whoever asks may set no more bots down for now."""
    if wait := scope["kotva.rates"].bots(scope, count):
        raise TooMany(
            N_("You have set down many bots; for more of them, come back in {minutes} min."),
            minutes=-(-wait // 60),
            wait=wait,
        )


def address_of(scope: Scope) -> str:
    """Who is counted together: an IPv4 address, the half of an IPv6 address that one house has; empty: nobody is."""
    client = scope.get("client")
    if not client:
        return ""
    try:
        found = ip_address(client[0].partition("%")[0])
    except ValueError:
        return str(client[0])[:60]
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else ":".join(found.exploded.split(":")[:4])
