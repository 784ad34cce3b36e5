"""Drafting: all take a card of the own pack at the same time and pass the rest on; or one after the other, there and back.

Packs are hidden hands (`hands`), the choices of a round are `sealed`; `pass_on` and `snake` are what is new.
"""

from __future__ import annotations

from collections.abc import Sequence

LEFT, RIGHT = 1, -1


def take(packs: list[int], kinds: int, chosen: Sequence[int], taken: list[int]) -> None:
    """Everybody's choice leaves the pack for what the seat has taken (`taken[seat * kinds + kind]`); both change in place."""
    for seat, kind in enumerate(chosen):
        if kind >= 0:
            packs[seat * kinds + kind] -= 1
            taken[seat * kinds + kind] += 1


def pass_on(packs: list[int], kinds: int, way: int = LEFT) -> None:
    """Each pack goes to the neighbour, in place: to the next seat (LEFT) or to the one before."""
    seats = len(packs) // kinds
    before = packs[:]
    for seat in range(seats):
        to = (seat + way) % seats
        packs[to * kinds : (to + 1) * kinds] = before[seat * kinds : (seat + 1) * kinds]


def snake(seats: int, turn: int, first: int = 0) -> int:
    """Whose turn it is in an open draft: once around and back again, so that the last one chooses twice."""
    lap, place = divmod(turn, seats)
    return (first + (place if lap % 2 == 0 else seats - 1 - place)) % seats
