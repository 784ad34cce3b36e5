"""TOU-19.9 to 19.13: rounds whose tables follow from the standings, from a list or from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import assert_never

from kotva.tournament import lot
from kotva.tournament.draw.problem import BadTables, DrawOptions, DrawProblem, Infeasible, TooFew
from kotva.tournament.draw.sizes import byes, sizes, standing

Groups = list[tuple[str, ...]]


def ranked(problem: DrawProblem) -> list[str]:
    """Present players, the best first; players not listed yet come last, earlier entries first; stand-ins below all."""
    people = sorted(problem.players, key=lambda player: lot.by_id(player.id))
    people.sort(key=lambda player: (player.standin, standing(player)))
    return [player.id for player in people]


def qualified(problem: DrawProblem) -> list[str]:
    """TOU-19.10: those who may play for the first ranks, the best first: a player without a rank has earned none."""
    ranks = {player.id: player.rank for player in problem.players if not player.standin}
    return [id for id in ranked(problem) if ranks.get(id) is not None]


def cut_up(ids: Sequence[str], options: DrawOptions) -> Groups:
    """From the top into tables, short tables last."""
    found = sizes(len(ids), options)
    groups, i = [], 0
    for size in found.tables if found else ():
        groups.append(tuple(ids[i : i + size]))
        i += size
    return groups


def seeded(problem: DrawProblem) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.14: the snake over the order before the first round, later over the standings; larger tables first."""
    resting = byes(problem)
    order = [id for id in ranked(problem) if id not in resting]
    found = sizes(len(problem.players), problem.options)
    groups = snake(order, len(found.tables) if found else 1)
    return apart(problem, sorted(groups, key=lambda group: -len(group))), resting


def snake(order: Sequence[str], tables: int) -> Groups:
    """1-8-9-16, 2-7-10-15, …: table i of T has ranks i, 2T+1−i, 2T+i, …"""
    groups: list[list[str]] = [[] for _ in range(tables)]
    for i, id in enumerate(order):
        row, column = divmod(i, tables)
        groups[tables - 1 - column if row % 2 else column].append(id)
    return [tuple(group) for group in groups]


def blocks(problem: DrawProblem) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.9: the running standings cut into tables; meetings are ignored, the hard avoid list is not."""
    resting = byes(problem)
    return apart(problem, cut_up([id for id in ranked(problem) if id not in resting], problem.options)), resting


def apart(problem: DrawProblem, groups: Groups) -> Groups:
    """TOU-19.9: as long as two of the hard avoid list share a block, the exchange over the fewest ranks that helps."""
    avoided = {frozenset(pair) for pair in problem.avoid_hard}
    order = [id for group in groups for id in group]
    at = [i for i, group in enumerate(groups) for _ in group]

    def together(people: Sequence[str]) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i, j in combinations(range(len(people)), 2)
            if at[i] == at[j] and frozenset((people[i], people[j])) in avoided
        ]

    wrong = together(order)
    while wrong:
        moves = sorted(
            (abs(i - j), min(i, j), max(i, j))
            for pair in wrong
            for i in pair
            for j in range(len(order))
            if at[i] != at[j]
        )
        for _, i, j in moves:
            order[i], order[j] = order[j], order[i]
            now = together(order)
            if len(now) < len(wrong):
                wrong = now
                break
            order[i], order[j] = order[j], order[i]
        else:
            pairs = tuple((order[i], order[j]) for i, j in wrong)
            raise Infeasible(
                f"the avoid list cannot be kept: {', '.join('–'.join(pair) for pair in pairs)}", pairs=pairs
            )
    return [tuple(id for id, place in zip(order, at) if place == i) for i in range(len(groups))]


def final(problem: DrawProblem) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.10: the best available players at one table; the others stop, or play blocks."""
    options = problem.options
    best = qualified(problem)[: options.final_size]
    if len(best) < 2:
        raise TooFew(f"a final needs two players, {len(best)} are present", "TOU-2.13")
    match options.final_others:
        case "stop":
            return [tuple(best)], ()
        case "play":
            return _with_others(problem, best)
        case _:
            assert_never(options.final_others)


def _with_others(problem: DrawProblem, best: Sequence[str]) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.10 `play`: the others play blocks."""
    rest = tuple(player for player in problem.players if player.id not in best)
    if sizes(len(rest), problem.options) is None:  # too few for a table of their own: a bye each
        return [tuple(best)], tuple(sorted((player.id for player in rest), key=lot.by_id))
    others = replace(problem, players=rest)
    groups, resting = blocks(others)
    return [tuple(best), *groups], resting


def knockout(problem: DrawProblem) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.11: the snake over the best of this stage: 1-8-9-16, 2-7-10-15, … ; nobody sits alone."""
    options = problem.options
    size = options.table_size
    going = qualified(problem)
    best = going if options.knockout_byes and not problem.stage else going[: options.cut[problem.stage]]
    if len(best) < 2:
        raise TooFew(f"a knockout needs two players, {len(best)} are present", "TOU-2.13")
    if options.knockout_byes and len(best) > size:
        return _with_byes(best, size)
    while len(best) < 2 * (tables := -(-len(best) // size)):
        best.pop()
    groups = snake(best, tables)
    beaten = [id for id in going if id in problem.beaten and id not in best][:size]
    if options.knockout_third and tables == 1 and len(beaten) > 1:  # TOU-19.17: beside the final
        groups.append(tuple(beaten))
    return groups, ()


def _with_byes(best: list[str], size: int) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.17: so many of the best rest that those and the winners fill the tables of all stages to come."""
    slots = size
    while slots * size < len(best):
        slots *= size
    tables = -(-(len(best) - slots) // (size - 1))
    resting = slots - tables
    return snake(best[resting:], tables), tuple(best[:resting])


def fixed(problem: DrawProblem) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.13: imported tables; everybody present sits once at most, and no hard avoid pair together."""
    present, seen = set(problem.ids), set()
    for number, group in enumerate(problem.fixed, 1):
        for id in group:
            if id not in present:
                raise BadTables(f"table {number}: {id} is not present", "TOU-19.13")
            if id in seen:
                raise BadTables(f"table {number}: {id} is seated twice", "TOU-19.13")
            seen.add(id)
        if len(group) < 2:
            raise BadTables(f"table {number} has fewer than two players", "TOU-19.13")
        for pair in problem.avoid_hard:
            if pair[0] != pair[1] and set(pair) <= set(group):
                raise BadTables(f"table {number}: {pair[0]} and {pair[1]} must not meet", "TOU-6.3", (pair,))
    resting = tuple(sorted(present - seen, key=lot.by_id))
    return [tuple(group) for group in problem.fixed], resting


@dataclass(frozen=True, slots=True)
class RoundRobinGame:
    """A game of a round robin: rounds and boards from 1; seat 1 is the first of the seats."""

    round: int
    board: int
    seats: tuple[str, ...]


def round_robin(ids: Sequence[str], size: int, options: DrawOptions) -> list[RoundRobinGame]:
    """TOU-19.12: the whole schedule. A round is a round of the circle (k = 2), or one rotation on one board (k > 2)."""
    people = sorted(ids, key=lot.by_id)
    if len(people) < size or size < 2:
        raise TooFew(f"{len(people)} entrants cannot fill tables of {size}", "TOU-2.13")
    if size == 2:
        games = [game for board in range(options.rr_boards) for game in _circle(people, options.rr_legs, board)]
        return (
            [_balanced(game, people, options.rr_legs) for game in games] if options.seat_mode == "balanced" else games
        )
    return [
        RoundRobinGame(board * size + j + 1, board + 1, tuple(group[(s + j) % size] for s in range(size)))
        for board in range(options.rr_boards)
        for j in range(size)
        for group in combinations(people, size)
    ]


def _circle(people: Sequence[str], legs: int, board: int) -> list[RoundRobinGame]:
    """First with last, second with last but one; then the last moves to the second place."""
    ring = [*people, *([""] if len(people) % 2 else [])]
    games, turns = [], len(ring) - 1
    for leg in range(legs):
        circle = list(ring)
        for i in range(turns):
            for one, other in zip(circle[: len(circle) // 2], reversed(circle)):
                if one and other:
                    seats = (one, other) if (i + leg) % 2 == 0 else (other, one)  # odd rounds: the first named
                    games.append(RoundRobinGame((board * legs + leg) * turns + i + 1, board + 1, seats))
            circle.insert(1, circle.pop())
    return games


def _balanced(game: RoundRobinGame, people: Sequence[str], legs: int) -> RoundRobinGame:
    """TOU-19.16: in each leg everybody has both seats equally often, or once more the one than the other.

    Of an odd number each has seat 1 against the next half in the circle of entries; the last of an even number has it against
    every second of the others. Later legs exchange the seats.
    """
    ring = len(people) - 1 + len(people) % 2
    one, other = sorted(people.index(id) for id in game.seats)
    first = one % 2 == 0 if other == ring else other - one <= ring // 2
    if (game.round - 1) // ring % legs % 2:  # the circle of one leg has as many rounds
        first = not first
    seats = (people[one], people[other]) if first else (people[other], people[one])
    return RoundRobinGame(game.round, game.board, seats)


def round_robin_round(problem: DrawProblem) -> tuple[Groups, tuple[str, ...]]:
    """One round of the schedule; for k = 2 with an odd number somebody has a bye."""
    options = problem.options
    entrants = problem.scheduled if options.rr_missing == "bye" and problem.scheduled else problem.ids
    size = min(options.table_size, len(entrants))
    groups = [game.seats for game in round_robin(entrants, size, options) if game.round == problem.round]
    if options.rr_missing == "bye":
        return _those_present(problem, groups)
    if not groups:
        raise TooFew(f"the round robin has no round {problem.round}", "TOU-19.12")
    seen = {id for group in groups for id in group}
    return groups, tuple(id for id in sorted(problem.ids, key=lot.by_id) if id not in seen)


def _those_present(problem: DrawProblem, groups: Groups) -> tuple[Groups, tuple[str, ...]]:
    """TOU-19.16: the schedule stays as it was made; a table that lacks somebody is not played, and the others there rest."""
    here = set(problem.ids)
    played = [group for group in groups if set(group) <= here]
    seen = {id for group in played for id in group}
    done = not groups  # a small group is through before the others (TOU-19.15)
    return played, () if done else tuple(id for id in sorted(here, key=lot.by_id) if id not in seen)
