"""A second opinion on sizes, draws that leave no choice, and the schedule, written from docs/rules/tournament.md alone.

It shares no line with `kotva.tournament`: plain texts and numbers go in and come out. Draws with a choice (TOU-6.4) are counted
in tests/tournament/draw/helpers.py and judged by a solver of integer programs in benchmarks/referee.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations


def key(seed: str, purpose: str, round: int, attempt: int, id: str) -> str:
    """TOU-5.2."""
    return hashlib.sha256(f"{seed}/{purpose}/{round}/{attempt}/{id}".encode()).hexdigest()


# -- sizes (TOU-3.1 to 3.4, TOU-19.3) ----------------------------------------------------------------------------------


def splits(n: int, most: int, least: int) -> Iterator[tuple[int, ...]]:
    """Every way to seat n people at tables of `least` to `most`, sizes falling."""
    if n == 0:
        yield ()
    for first in range(min(n, most), least - 1, -1):
        for rest in splits(n - first, first, least):
            yield (first, *rest)


def sizes(n: int, most: int = 4, least: int = 3, rule: str = "even") -> tuple[tuple[int, ...], int] | None:
    """The tables and the number of byes; None where nobody can play."""
    for byes in range(n):
        found = list(splits(n - byes, most, least))
        if not found:
            continue
        if rule == "full":
            return max(found), byes
        fewest = min(len(split) for split in found)
        even = [split for split in found if len(split) == fewest and split[0] - split[-1] <= 1]
        assert len(even) == 1, "there is one most even split"
        return even[0], byes
    return None


# -- draws that leave no choice ----------------------------------------------------------------------------------------


def first_round(seed: str, players: Sequence[str], most: int = 4, least: int = 3) -> tuple[list[set[str]], list[str]]:
    """TOU-6.1: in lot order to table 1, then table 2, …; the rest are byes."""
    order = sorted(players, key=lambda id: key(seed, "draw", 1, 1, id))
    found = sizes(len(players), most, least)
    assert found is not None
    tables = []
    for size in found[0]:
        tables.append(set(order[:size]))
        order = order[size:]
    return tables, order


def by_lot(seed: str, round: int, attempt: int, group: Sequence[str]) -> list[str]:
    """TOU-8.3: the seats of a table."""
    return sorted(group, key=lambda id: key(seed, "seat", round, attempt, id))


def numbered(seed: str, round: int, attempt: int, groups: Sequence[Sequence[str]]) -> list[set[str]]:
    """TOU-8.1: from round 2 on larger tables first, equal ones by the least key of their members."""
    return [
        set(group)
        for group in sorted(groups, key=lambda g: (-len(g), min(key(seed, "table", round, attempt, p) for p in g)))
    ]


def blocks(order: Sequence[str], most: int = 4, least: int = 3) -> list[set[str]]:
    """TOU-19.9: the standings cut from the top, short tables last."""
    found = sizes(len(order), most, least)
    assert found is not None
    assert not found[1]
    tables, left = [], list(order)
    for size in found[0]:
        tables.append(set(left[:size]))
        left = left[size:]
    return tables


def snake(order: Sequence[str], tables: int) -> list[set[str]]:
    """TOU-19.11: table i of T has the ranks i, 2T+1-i, 2T+i, 4T+1-i, …"""
    out: list[set[str]] = [set() for _ in range(tables)]
    for place, player in enumerate(order):
        turn, at = divmod(place, tables)
        out[at if turn % 2 == 0 else tables - 1 - at].add(player)
    return out


def circle(players: Sequence[str], legs: int) -> list[list[tuple[str, str]]]:
    """TOU-19.12, tables of two: the pairs of each round, seat 1 first."""
    ring = [*players, *([""] if len(players) % 2 else [])]
    leg = []
    for number in range(1, len(ring)):
        pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        leg.append([(a, b) if number % 2 else (b, a) for a, b in pairs if a and b])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return [[pair if turn % 2 == 0 else pair[::-1] for pair in pairs] for turn in range(legs) for pairs in leg]


def rotations(players: Sequence[str], k: int, boards: int) -> list[list[tuple[str, ...]]]:
    """TOU-19.12, tables of k: every set, in each rotation, on each board; a round is one rotation on one board."""
    sets = list(combinations(players, k))
    return [
        [tuple(one[(seat + turn) % k] for seat in range(k)) for one in sets] for _ in range(boards) for turn in range(k)
    ]


# -- the schedule (TOU-15.1, 15.2, 15.4) -------------------------------------------------------------------------------


def day(
    texts: Mapping[str, str], rounds: int, shifts: Mapping[int, int], zero: datetime
) -> list[tuple[datetime, datetime]]:
    """Start and end of every round and of the announcement; `zero` is midnight of the day, on the clock of the place."""
    hour, minute = texts["start"].split(":")
    at = zero + timedelta(hours=int(hour), minutes=int(minute))
    between = {}
    if texts["breaks"] != "none":
        between = {int(a): int(b) for a, b in (part.split(":") for part in texts["breaks"].split(","))}
    out = []
    for number in range(1, rounds + 1):
        at += timedelta(minutes=shifts.get(number, 0))
        end = at + timedelta(minutes=int(texts["time.round"]))
        out.append((at, end))
        at = end + timedelta(minutes=between.get(number, int(texts["break"])))
    results = out[-1][1] + timedelta(minutes=int(texts["ceremony.gap"]))
    return [*out, (results, results + timedelta(minutes=int(texts["ceremony.minutes"])))]
