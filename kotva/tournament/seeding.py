"""TOU-19.14 to 19.17: the order before the first round, the groups it gives, and how many rounds a format needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from kotva.tournament import lot
from kotva.tournament.choices import Seeding
from kotva.tournament.draw.problem import Mode
from kotva.tournament.names import folded
from kotva.tournament.options import STAGES, TournamentOptions
from kotva.tournament.state import TournamentState

Groups = tuple[tuple[str, ...], ...]


def is_seeded(options: TournamentOptions) -> bool:
    """Whether anything follows from the seeding, which is then written into the log with each draw."""
    modes = options.words("draw")
    return (
        options.number("groups") > 1
        or "seeded" in modes
        or not options.number("rounds")
        or (options.word("rr.missing") == "bye" and "round_robin" in modes)
    )


def seeded(state: TournamentState, seed: str, round: int, people: Iterable[str]) -> tuple[str, ...]:
    """TOU-19.14: the order of everybody drawn so far; later players stand behind them. Empty where nothing needs it."""
    if not is_seeded(state.options):
        return ()
    known = state.seeding if round > 1 else ()
    new = [person for person in people if person not in known]
    return (*known, *_ordered(state, seed, new))


def _ordered(state: TournamentState, seed: str, people: Sequence[str]) -> list[str]:
    by_lot = lot.order(people, seed, "seed", 1, 1)
    mode = state.options.choice(Seeding)
    match mode:
        case Seeding.LOT:
            return by_lot
        case Seeding.ENTRY:
            return sorted(people, key=lot.by_id)
        case Seeding.RATING:
            return sorted(by_lot, key=lambda person: -_rating(state, person))
        case _:
            assert_never(mode)


def _rating(state: TournamentState, person: str) -> int:
    """A player without a rating stands behind all that have one."""
    found = state.players[person].rating if person in state.players else None
    if state.options.number("team.boards"):  # TOU-19.18: a team by all its members
        team = folded(state.players[person].team)
        return sum(one.rating or 0 for one in state.players.values() if folded(one.team) == team)
    return -1 if found is None else found


def snake(order: Sequence[str], groups: int) -> Groups:
    """1-8-9-16, 2-7-10-15, …: so that all are about equally strong."""
    out: list[list[str]] = [[] for _ in range(groups)]
    for i, person in enumerate(order):
        row, column = divmod(i, groups)
        out[groups - 1 - column if row % 2 else column].append(person)
    return tuple(map(tuple, out))


def groups_of(options: TournamentOptions, seeding: Sequence[str]) -> Groups:
    """TOU-19.15: the groups, the first with the best seeded; none where all play with all."""
    number = options.number("groups")
    return snake(seeding, number) if number > 1 else ()


def by_group(state: TournamentState, order: Sequence[str]) -> list[str]:
    """TOU-19.15: who goes on first: by place in the group, then by rank."""
    groups = groups_of(state.options, state.seeding)
    place = {
        person: [p for p in order if p in group].index(person)
        for group in groups
        for person in group
        if person in order
    }
    return sorted(order, key=lambda person: place.get(person, len(order)))


def rounds_needed(
    mode: str, people: Sequence[str], options: TournamentOptions, groups: Groups, ordinary: int
) -> int | None:
    """How many rounds there are in all, where that follows from who plays; `ordinary`: those before the stages."""
    stages = options.stages
    if mode == "round_robin":
        largest = max(map(len, groups), default=0) or len(people)
        return round_robin_rounds(largest, options) + stages
    if mode == "knockout" and options.flag("knockout.byes"):
        return ordinary + _stages(len(people), options.number("table.size"))
    return None


def _stages(n: int, size: int) -> int:
    """TOU-19.17: one table at last, of which everybody in it but the best seeded has won one before."""
    stages, held = 1, size
    while held < n:
        stages, held = stages + 1, held * size
    return stages


def round_robin_rounds(n: int, options: TournamentOptions) -> int:
    """TOU-19.12: a round is a round of the circle for tables of two, else one rotation on one board."""
    size = min(options.number("table.size"), n)
    boards = options.number("rr.boards")
    return boards * (size if size > 2 else (n - 1 + n % 2) * options.number("rr.legs"))


def mode_of(state: TournamentState, round: int) -> Mode:
    """TOU-19.7: a round robin has as many ordinary rounds as its entrants need; then its stages follow."""
    options = state.options
    earlier = state.rounds[: round - 1]
    if earlier and earlier[-1].mode in STAGES:
        return earlier[-1].mode
    if state.total is not None and earlier and earlier[-1].mode == "round_robin":
        last: Mode = options.mode(state.total + 1)
        return last if last in STAGES and round > state.total - options.stages else "round_robin"
    return options.mode(round)
