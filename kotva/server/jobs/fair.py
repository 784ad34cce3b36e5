"""The order in which work is done: the least served is next, by address and then by person.

An address, and each person at it, has a count of the seconds of work that it has had. The lowest count is next. A newcomer
starts at the count of those being served, so that nobody saves up and nobody has to make up for others. Within
one person's work the lowest rank comes first, then what was asked for first. Work that stands back (`behind`) waits as if its
person had had so many seconds more.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
_REMEMBERED: Final = 1000  # addresses, and persons at one of them


@dataclass(slots=True)
class _Person(Generic[T]):
    had: float
    waiting: list[tuple[int, int, float, T]] = field(default_factory=list)  # rank, order, behind, item


@dataclass(slots=True)
class _Address(Generic[T]):
    had: float
    served: float = 0.0  # the count of the person who was served last
    people: dict[str, _Person[T]] = field(default_factory=dict)

    @property
    def is_waiting(self) -> bool:
        return any(one.waiting for one in self.people.values())


class FairQueue(Generic[T]):
    """What waits, and for whom."""

    def __init__(self) -> None:
        self._addresses: dict[str, _Address[T]] = {}
        self._served = 0.0  # the count of the address that was served last
        self._order = itertools.count()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, item: T, address: str, person: str, rank: int, behind: float = 0.0) -> None:
        at = self._addresses.setdefault(address, _Address(self._served))
        if not at.is_waiting:
            at.had = max(at.had, self._served)
        one = at.people.setdefault(person, _Person(at.served))
        if not one.waiting:
            one.had = max(one.had, at.served)
        heapq.heappush(one.waiting, (rank, next(self._order), behind, item))
        self._count += 1

    def pop(self) -> T | None:
        """What is next; None if nothing waits."""
        best: tuple[float, float, int, _Address[T], _Person[T]] | None = None
        for at in self._addresses.values():
            for one in at.people.values():
                if one.waiting:
                    _, order, behind, _ = one.waiting[0]
                    key = (at.had + behind, one.had, order, at, one)
                    if best is None or key[:3] < best[:3]:
                        best = key
        if best is None:
            return None
        at, one = best[3], best[4]
        self._served, at.served = max(self._served, at.had), max(at.served, one.had)
        self._count -= 1
        return heapq.heappop(one.waiting)[3]

    def remove(self, item: T) -> bool:
        """Take something out that nobody waits for any more; False if it is not here."""
        for at in self._addresses.values():
            for one in at.people.values():
                for number, waiting in enumerate(one.waiting):
                    if waiting[3] is item:
                        del one.waiting[number]
                        heapq.heapify(one.waiting)
                        self._count -= 1
                        return True
        return False

    def charge(self, address: str, person: str, seconds: float) -> None:
        """Somebody has had so much more (less than nothing: something that was estimated took less)."""
        at = self._addresses.get(address)
        if at is None:
            return
        at.had += seconds
        if person in at.people:
            at.people[person].had += seconds
        self._forget()

    def _forget(self) -> None:
        """Nobody is remembered who would start at the same count as a newcomer, and of very many those with the most."""
        for name, at in list(self._addresses.items()):
            for person, one in list(at.people.items()):
                if not one.waiting and one.had <= at.served:
                    del at.people[person]
            if not at.people and at.had <= self._served:
                del self._addresses[name]
            elif len(at.people) > _REMEMBERED:
                _keep_half(at.people, {person: one.had for person, one in at.people.items() if not one.waiting})
        if len(self._addresses) > _REMEMBERED:
            idle = {name: at.had for name, at in self._addresses.items() if not at.is_waiting}
            _keep_half(self._addresses, idle)


def _keep_half(known: dict[str, Any], idle: dict[str, float]) -> None:
    """Forget those who wait for nothing and have had the least: a newcomer's count is almost theirs."""
    for name in sorted(idle, key=idle.__getitem__)[: len(known) - _REMEMBERED // 2]:
        del known[name]
