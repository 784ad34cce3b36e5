"""Every seating of a few players, one after the other (TOU-7.2: the whole vector for up to twelve)."""

from __future__ import annotations

from itertools import combinations

from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.short import MUST, NEVER

MOST = 12  # players; never more than 27,720 seatings


def all_best(costs: Costs, limit: int) -> tuple[list[Groups], int]:
    """All optimal seatings, and their weight; `limit` is the weight of any seating known, to look for better ones only."""
    largest = costs.sizes[0]
    weights: dict[tuple[int, ...], int] = {}
    best = limit
    found: list[Groups] = []
    groups: Groups = []

    def weight(group: tuple[int, ...]) -> int:
        known = weights.get(group)
        if known is None:
            weights[group] = known = costs.group(group, len(group) < largest)
        return known

    def seat(left: list[int], sizes: dict[int, int], so_far: int) -> None:
        nonlocal best, found
        if not left:
            if so_far < best:
                best, found = so_far, []
            found.append([list(group) for group in groups])
            return
        first = left[0]
        for size, tables in sizes.items():
            wrong = NEVER if size < largest else MUST
            if not tables or costs.place[first] == wrong:
                continue
            others = [p for p in left[1:] if costs.place[p] != wrong]
            sizes[size] -= 1
            for more in combinations(others, size - 1):
                group = (first, *more)
                total = so_far + weight(group)
                if total <= best:
                    groups.append(list(group))
                    seat([p for p in left if p not in group], sizes, total)
                    groups.pop()
            sizes[size] += 1

    counted = {size: costs.sizes.count(size) for size in sorted(set(costs.sizes), reverse=True)}
    seat(list(range(costs.n)), counted, 0)
    return found, best
