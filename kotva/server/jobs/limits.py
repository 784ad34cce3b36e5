"""What work may cost: one table of numbers. A host reads it in `docs/hosting.md`, changes it with `kotva serve --limits FILE`."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_

LOOK, BOT, HINT, PAPER, IMPORT, REVIEW, DEMO = "look", "bot", "hint", "paper", "import", "review", "demo"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkKind:
    """What work of one kind may cost."""

    pool: str  # which processes do it
    rank: int  # within the work of one person, the lowest first
    behind: float = 0.0  # seconds by which it stands back behind the work of others
    seconds: float  # for one piece; then its process is ended
    alone: float = math.inf  # seconds after which a piece that nobody waits for any more is ended
    output: int  # bytes of its result
    person: int  # pieces that one person may have waiting or under way
    address: int  # pieces that one address may have
    day: float  # seconds of work that one person may have in 24 hours; an address may have five times as many


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Processes of one sort."""

    processes: int
    memory: int  # megabytes of data for each of them
    back: int  # steps that they stand behind the server on the same machine


KINDS: Final[Mapping[str, WorkKind]] = {
    # Why not, what would happen, what is this: answers while somebody thinks about a move.
    LOOK: WorkKind(pool="quick", rank=0, seconds=10, output=2_000_000, person=8, address=80, day=3600),
    # A bot at a table of people.
    BOT: WorkKind(pool="bots", rank=1, seconds=30, output=10_000, person=400, address=2000, day=math.inf),
    HINT: WorkKind(pool="bots", rank=2, behind=1, seconds=30, output=100_000, person=2, address=20, day=1800),
    PAPER: WorkKind(
        pool="papers", rank=3, behind=1, seconds=60, alone=3, output=40_000_000, person=3, address=12, day=900
    ),
    IMPORT: WorkKind(
        pool="papers", rank=3, behind=1, seconds=30, alone=3, output=16_000_000, person=2, address=8, day=900
    ),
    # A piece of a review: a few decisions of a finished game.
    REVIEW: WorkKind(pool="papers", rank=5, behind=10, seconds=60, output=1_000_000, person=2, address=8, day=3600),
    # A bot at a table without people.
    DEMO: WorkKind(pool="bots", rank=4, behind=30, seconds=30, output=10_000, person=400, address=2000, day=math.inf),
}
POOLS: Final[Mapping[str, Pool]] = {
    "quick": Pool(processes=1, memory=1500, back=4),
    "bots": Pool(processes=2, memory=2500, back=5),
    "papers": Pool(processes=1, memory=1500, back=10),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """The whole table."""

    kinds: Mapping[str, WorkKind] = field(default_factory=lambda: KINDS)
    pools: Mapping[str, Pool] = field(default_factory=lambda: POOLS)
    kept: int = 32_000_000  # bytes of results that are kept for equal requests

    def with_bots(self, processes: int) -> Limits:
        """The same with so many processes for bots."""
        return replace(self, pools={**self.pools, "bots": replace(self.pools["bots"], processes=max(1, processes))})


# Below this nothing could be done at all: with every game loaded a process has 80 MB of data. Elsewhere 0 means none of it.
_LEAST: Final[Mapping[str, float]] = {"memory": 200, "processes": 1, "seconds": 1, "output": 1000}
_ENDLESS: Final = ("day", "alone")  # what may be `inf`


class BadLimits(KotvaError):
    """A file of limits that cannot be used: what is wrong with it, in one sentence."""


def read_limits(path: Path) -> Limits:
    """A host's own numbers, in TOML: `[hint]` and `person = 1` change one of them, the others stay as they are."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLimits(N_("{name} cannot be read: {error}."), name=path, error=error.strerror or error) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadLimits(N_("{name} cannot be read: {error}."), name=path, error=error) from None
    kinds, pools = dict(KINDS), dict(POOLS)
    for section, numbers in data.items():
        if section == "pools" and isinstance(numbers, dict):
            for name, inner in numbers.items():
                pools[name] = _changed(path, f"pools.{name}", pools.get(name), inner)
        else:
            kinds[section] = _changed(path, section, kinds.get(section), numbers)
    return Limits(kinds, pools)


def _changed(path: Path, section: str, known: Any, numbers: object) -> Any:
    if known is None or not isinstance(numbers, dict):
        raise BadLimits(N_("{name} names {section}, which there is not."), name=path, section=section)
    allowed = {one.name: one.type for one in fields(known) if one.name != "pool"}
    for name, value in numbers.items():
        kind = allowed.get(name)
        number = isinstance(value, int | float) and not isinstance(value, bool) and value >= _LEAST.get(name, 0)
        number = number and (name in _ENDLESS or math.isfinite(value))
        if kind is None or not number or (kind in (int, "int") and not isinstance(value, int)):
            raise BadLimits(
                N_("{name}: {section}.{field} cannot be {value!r}."),
                name=path,
                section=section,
                field=name,
                value=value,
            )
    return replace(known, **numbers)
