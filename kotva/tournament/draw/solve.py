"""TOU-6.4, TOU-7.1, TOU-7.3: the best seating of a round, with a bound that shows how good it is."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.tournament import lot
from kotva.tournament.draw import exact, flow
from kotva.tournament.draw.bound import bound, raised
from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.local import Dice, LocalSearch
from kotva.tournament.draw.ondemand import Demand
from kotva.tournament.draw.price import SCANS, Prices
from kotva.tournament.draw.problem import DrawProblem, Infeasible, Pair
from kotva.tournament.draw.short import MAY, MUST
from kotva.tournament.draw.sizes import standing

# Exchanges looked at in one go, and how often prices and exchanges take turns: within the times of TOU-7.8.
FEW, MORE, ROUNDS = 60_000, 60_000, 6
SWISS, AT_MOST = 5_000, 4_000_000  # of a Swiss round, for each player
COOL, COOL_AT_MOST = 10_000_000, 90_000  # exchanges tried while it cools down: fewer where each is more work
DEMAND, DEMAND_AT_MOST = 40_000, 10_000_000  # tables looked at for its bound, for each player


def solve(problem: DrawProblem, costs: Costs) -> tuple[Groups, int]:
    """The groups, larger ones first, and a weight that no seating goes below."""
    dice = Dice(lot.number(lot.key(problem.seed, "draw", problem.round, problem.attempt, costs.ids[0])[::-1]))
    if costs.n <= exact.MOST:
        return _every(costs, dice)
    if "OS" in costs.order:
        groups, least = _swiss(costs, dice)
    else:
        groups, least = _random(costs, dice)
    if costs.total(groups) >= costs.forbidden:
        raise infeasible(costs, groups)
    return groups, least


def _every(costs: Costs, dice: Dice) -> tuple[Groups, int]:
    """Up to twelve players: all optimal seatings, one of them by lot (TOU-7.2, TOU-7.7)."""
    search = LocalSearch(costs, first(costs), dice)
    search.descend()
    found, weight = exact.all_best(costs, search.total)
    if weight >= costs.forbidden:
        raise infeasible(costs, found[0])
    return found[dice.below(len(found))], weight


def _random(costs: Costs, dice: Dice) -> tuple[Groups, int]:
    """At most two earlier rounds: exact by flows. More, or avoid lists: exchanges and prices, as far as they lead."""
    layers = flow.layers(costs)
    large = costs.sizes.count(costs.sizes[0])
    if len(layers) > 2 or len(set(costs.sizes)) > 2:
        search = LocalSearch(costs, first(costs), dice)
        return _priced(search, search.improve(FEW, least := bound(costs)), least)
    where = flow.rows(costs.n, *(*layers, [], [])[:2])
    high, low, least = flow.cheapest(costs, where)
    search = LocalSearch(costs, deal(high, costs.sizes[:large]) + deal(low, costs.sizes[large:]), dice)
    groups = search.improve(FEW, least)  # from a seating by lot: usually enough
    if costs.total(groups) == least:
        return groups, least
    tidy = flow.colour(costs, where, high, large)
    if low:
        tidy += flow.colour(costs, where, low, len(costs.sizes) - large)
    search.sit(tidy)
    if search.total == least:
        search.wander(60 * costs.n)
        return search.groups, least
    return _priced(search, min(groups, search.improve(FEW, least), key=costs.total), least)


def _priced(search: LocalSearch, groups: Groups, least: int, work: int = ROUNDS * SCANS) -> tuple[Groups, int]:
    """Better seatings and better bounds in turn, until they meet or the work is done."""
    costs, priced, prices, demand = search.costs, (-1, 0), None, None
    for _ in range(ROUNDS):
        weight = costs.total(groups)
        if weight != least and demand is None and costs.leading(weight, 2) == costs.leading(least, 2):
            demand = _demand(costs, weight)
            if demand is not None:
                least = max(least, raised(costs, (*costs.leading(weight, 2), demand.least)))
        if weight == least:
            break
        deep = 2 if costs.leading(weight, 2) > costs.leading(least, 2) else 3 if "OS" in costs.order[:3] else 0
        if work > 0 and (weight, deep) != priced and costs.leading(weight, deep) > costs.leading(least, deep):
            priced = weight, deep
            given = min(SCANS, work)
            start = demand.price if demand is not None and not demand.meetings else None
            prices = Prices(costs, weight, least, prices, deep, given, start)
            work -= given - prices.work
            better = prices.search()
            least = max(least, raised(costs, prices.bound))
            if better is not None:
                groups = better
                continue
            if costs.leading(least, deep) == costs.leading(weight, deep):
                continue
        search.sit(groups)
        groups = min(groups, search.improve(MORE, least), key=costs.total)
    return groups, least


def _demand(costs: Costs, weight: int) -> Demand | None:
    """The bound on the strength where meetings come first and cannot be fewer."""
    if costs.order[2] != "OS":
        return None
    _, meetings, known = costs.leading(weight, 3)
    return Demand(costs, known, meetings, min(DEMAND * costs.n, DEMAND_AT_MOST))


def _swiss(costs: Costs, dice: Dice) -> tuple[Groups, int]:
    """TOU-19.8: from the blocks by exchanges as long as they help, and then on from there."""
    least = bound(costs)
    by_points = sorted(range(costs.n), key=lambda p: (costs.place[p], -costs.pp[p], standing(costs.players[p])))
    blocks = deal(by_points, costs.sizes)
    search = LocalSearch(costs, blocks, dice)
    search.descend()
    kept = [list(group) for group in search.groups]
    few = costs.n <= 40  # TOU-7.8: then a second is all there is, and prices lead further than exchanges
    if costs.order[2] == "OS" and search.total != least:
        kept = _cooled(search, blocks, least)
        search.sit(kept)
    better = search.improve(SWISS * costs.n if few else min(4 * SWISS * costs.n, AT_MOST), least)
    return _priced(search, min(kept, better, key=costs.total), least, SCANS if few else 4 * SCANS)


def _cooled(search: LocalSearch, blocks: Groups, least: int) -> Groups:
    """The better of two: strict about meetings all the time, or, where some must be, with a price for each."""
    costs, tries = search.costs, min(COOL // search.costs.n, COOL_AT_MOST)
    _, meetings, strength = costs.leading(search.total, 3)
    strict = search.cool(tries, costs.unit["OS"], least)
    if not meetings:
        return strict
    lenient = LocalSearch(costs.lenient(8 * strength // costs.n + 1), blocks, search.dice)
    return min(strict, lenient.cool(tries, costs.unit["OS"], 0), key=costs.total)


def first(costs: Costs) -> Groups:
    """A seating in lot order that obeys TOU-4."""
    large = costs.sizes.count(costs.sizes[0])
    room = sum(costs.sizes[large:])
    low = [p for p in range(costs.n) if costs.place[p] == MUST]
    low += [p for p in range(costs.n) if costs.place[p] == MAY][: room - len(low)]
    chosen = set(low)
    high = [p for p in range(costs.n) if p not in chosen]
    return deal(high, costs.sizes[:large]) + deal(low, costs.sizes[large:])


def deal(players: Sequence[int], sizes: Sequence[int]) -> Groups:
    """Fill one table after the other."""
    groups, i = [], 0
    for size in sizes:
        groups.append(list(players[i : i + size]))
        i += size
    return groups


def infeasible(costs: Costs, groups: Groups) -> Infeasible:
    """TOU-6.3: name the pairs that stand in each other's way: all that hang together with one that could not be kept."""
    at = {p: g for g, group in enumerate(groups) for p in group}
    involved = {p for p, q in costs.hard if at[p] == at[q]}
    grew = True
    while grew:
        more = {x for p, q in costs.hard for x in (p, q) if p in involved or q in involved}
        grew = not more <= involved
        involved |= more
    pairs: list[Pair] = []
    for p, q in costs.hard:
        if p in involved:
            one, other = sorted((costs.ids[p], costs.ids[q]), key=lot.by_id)
            pairs.append((one, other))
    pairs.sort(key=lambda pair: [lot.by_id(id) for id in pair])
    listed = ", ".join(f"{p}–{q}" for p, q in pairs)
    return Infeasible(f"the avoid list cannot be kept: {listed}", "TOU-6.3", tuple(pairs))
