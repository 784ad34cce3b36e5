"""TOU-18.3: the chain, and from the seed all lots, seats, table numbers and draws; the first entry that disagrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kotva.tournament import arena, lot, teams
from kotva.tournament import draw as drawing
from kotva.tournament.action import ActionCall, known_round
from kotva.tournament.action_arguments import DrawArgs, PairArgs, RedrawArgs, RepairArgs
from kotva.tournament.actions import ACTIONS
from kotva.tournament.draw import grouped, seating
from kotva.tournament.draw_content import DrawContent
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.log import Args, Json, TournamentEntry
from kotva.tournament.options import STAGES
from kotva.tournament.problems import problem
from kotva.tournament.refusal import Refused
from kotva.tournament.rounds import drawn_args
from kotva.tournament.seeding import mode_of
from kotva.tournament.state import TournamentState
from kotva.tournament.teams import boards, collapsed, lineups
from kotva.tournament.tournament import apply, check_entry

_EXACT = ("start", "complete", "standings", "swap")
# What a draw claims of itself, beside its tables and byes (TOU-6.7).
_CLAIMS = ("vector", "pairs", "trios")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The first entry that does not agree, and why."""

    seq: int
    refused: Refused


class _Other(Exception):
    """Content that obeys the rules, but is not what this version makes."""


def verify(
    log: Iterable[TournamentEntry], seed: str | None = None, progress: Callable[[int], None] | None = None
) -> Disagreement | None:
    """None when everything agrees. Without a seed (before the archive) lots and draws cannot be checked.

    A contradiction (`TAMPERED`) comes before content that this version of Kotva would not make (`OTHER_VERSION`).
    """
    log = list(log)
    if seed is None:
        revealed = (entry.args.get("seed") for entry in log if entry.op == "archive")
        seed = next((found for found in revealed if isinstance(found, str)), None)
    state = TournamentState()
    other: Disagreement | None = None
    for entry in log:
        try:
            check_entry(state, entry)
            if seed is not None:
                _check_chance(state, entry, seed)
        except Refused as refused:
            return Disagreement(entry.seq, refused)
        except _Other:
            other = other or Disagreement(entry.seq, _made_elsewhere(entry))
        apply(state, entry)
        if progress is not None:
            progress(1)
    if seed is not None and lot.commitment(seed) != state.commitment:
        return Disagreement(1, Refused("This seed is not the one committed to.", "TAMPERED", "TOU-5.5"))
    return other


def _check_chance(state: TournamentState, entry: TournamentEntry, seed: str) -> None:
    """What follows from the seed must be what stands in the entry."""
    if entry.op in ("draw", "redraw"):
        _check_draw(state, entry, seed)
    elif entry.op == "repair":
        _check_repair(state, entry, seed)
    elif entry.op == "pair":
        _check_pair(state, entry, seed)
    elif entry.op in _EXACT and dict(entry.args) != _again(state, entry, entry.call, seed):
        played = state.round(entry.call.args.round)
        if entry.op == "standings" and state.edition < 2 and played is not None and played.mode in STAGES:
            raise _Other  # TOU-18.5: ties in a final were broken by another rule
        raise _disagrees(entry)


def _again(state: TournamentState, entry: TournamentEntry, call: ActionCall[Any], seed: str) -> dict[str, Json]:
    """What the same action writes into the log here and now."""
    fill = ACTIONS[entry.op].fill
    assert fill is not None
    return fill(state, call, dict(entry.args), seed)


def _check_draw(state: TournamentState, entry: TournamentEntry, seed: str) -> None:
    """The draw is made again (the same version makes the same one, TOU-6.6); seats, numbers and vector follow from it."""
    call: ActionCall[DrawArgs | RedrawArgs] = entry.call
    mode = mode_of(state, call.args.round)
    tables = _tables(call.args.content)
    # TOU-2.13: somebody said `finish`; TOU-19.13: the tables are given, what is said of them is not.
    fixed = tuple(table.seats for table in tables) if mode == "fixed" else ()
    asked = replace(call, args=replace(call.args, finish=call.args.content.finished, fixed=fixed))
    again = _again(state, entry, asked, seed)
    if again == dict(entry.args):
        return
    if mode in STAGES and state.edition < 2:
        raise _Other  # TOU-18.5: the standings that it follows from were ordered by another rule
    if mode not in ("random", "swiss") or "finished" in again or "finished" in entry.args:
        raise _disagrees(entry)
    _check_claims(state, entry, seed, tables, again)
    raise _Other


def _check_claims(
    state: TournamentState,
    entry: TournamentEntry,
    seed: str,
    tables: tuple[drawing.DrawnTable, ...],
    again: dict[str, Json],
) -> None:
    """TOU-18.3: a draw by another version of the solver obeys the rules of a draw, and is what it claims to be."""
    args: DrawArgs | RedrawArgs = entry.call.args
    lines: dict[str, tuple[str, ...]] = {}
    byes = args.content.byes
    if boards(state.options):  # TOU-19.18: what is drawn are teams
        sat = collapsed(state, tables)
        if sat is None:
            raise _disagrees(entry)
        lines = lineups(state, [player for table in tables for player in table.seats] + [*byes])
        tables, byes = sat, tuple(id for id, line in lines.items() if set(line) <= set(byes))
    people = [player for table in tables for player in table.seats] + [*byes]
    drawn = problem(state, whole_seed(state, seed), args.round, args.content.attempt, people, [], args.content.seeding)
    found = drawn_args(drawing.evaluate(drawn, tables))
    arranged, warnings = _arranged(drawn, tables)
    wide = teams.expanded(drawing.Drawn(arranged), lines, boards(state.options)).tables if lines else arranged
    settled = ("round", "attempt", "reason", "byes", "order", "standins", "rounds", "moved", "seeding")
    by_lot = drawn.round == 1 and not drawn.avoid_hard and not drawn.avoid_soft  # TOU-6.1: no other draw is possible
    if (
        by_lot
        or wide != _tables(args.content)
        or sorted(len(table.seats) for table in wide) != _sizes(again)
        or drawing.broken(drawn, tables)
        or any(again.get(name) != entry.args.get(name) for name in settled)
        or any(found[name] != entry.args.get(name) for name in _CLAIMS)
        or drawn_args(drawing.Drawn(tables, (), warnings=warnings))["warnings"] != entry.args.get("warnings")
        or not _is_as_good(entry.args, again)
    ):
        raise _disagrees(entry)


def _arranged(
    drawn: drawing.DrawProblem, tables: tuple[drawing.DrawnTable, ...]
) -> tuple[tuple[drawing.DrawnTable, ...], tuple[drawing.Warning, ...]]:
    """TOU-8.1 to 8.3, TOU-19.15: the numbers and seats that these tables have by lot."""
    if not drawn.groups:
        return seating.tables(drawn, [table.seats for table in tables])
    seats = [
        table.seats
        for part in grouped.parts(drawn)
        for table in seating.tables(part, [t.seats for t in grouped.tables_of(part, tables)])[0]
    ]
    return grouped.bound(drawn, seats)


def _is_as_good(args: Args, again: dict[str, Json]) -> bool:
    """TOU-6.4, TOU-6.7: no draw found here is better, and the bound says what `proven` says."""
    vector, bound, best = (_numbers(found) for found in (args.get("vector"), args.get("bound"), again["vector"]))
    proven = args.get("proven")
    least = _numbers(again["bound"])
    return least <= vector <= best and bound <= vector and proven is (bound == vector) and len(bound) == len(best)


def _numbers(value: Json) -> list[Fraction]:
    """The numbers of a vector; forged ones that are none come before all others."""
    if not isinstance(value, list) or not all(
        re.fullmatch(r"-?\d{1,999}(/[1-9]\d{0,999})?", str(item)) for item in value
    ):
        return []
    return [Fraction(str(item)) for item in value]


def _sizes(args: dict[str, Json]) -> list[int]:
    tables = args["tables"]
    assert isinstance(tables, list)
    return sorted(
        len(table["seats"]) for table in tables if isinstance(table, dict) and isinstance(table["seats"], list)
    )


def _tables(content: DrawContent) -> tuple[drawing.DrawnTable, ...]:
    return tuple(drawing.DrawnTable(number, seats) for number, seats in content.tables)


def _check_repair(state: TournamentState, entry: TournamentEntry, seed: str) -> None:
    """TOU-14.6: the same people out and in; another repair is as good only with as few moves and the same vector."""
    call: ActionCall[RepairArgs] = entry.call
    again = _again(state, entry, call, seed)
    if again == dict(entry.args):
        return
    tables = _tables(call.args.content)
    round = known_round(state, call.args.round)
    before = {player: table.number for table in round.tables for player in table.seats}
    people = [player for table in tables for player in table.seats]
    posed = problem(state, whole_seed(state, seed), round.number, round.attempt, people, [])
    found = drawn_args(drawing.evaluate(posed, tables))
    moved = {p for table in tables for p in table.seats if before.get(p, table.number) != table.number}
    theirs, ours = call.args.content.moved, again["moved"]
    claims = all(found[name] == entry.args.get(name) for name in _CLAIMS) and set(theirs) == moved
    same = isinstance(ours, list) and len(theirs) == len(ours) and entry.args.get("vector") == again["vector"]
    settled = all(
        again.get(name) == entry.args.get(name) for name in again if name not in ("tables", "moved", *_CLAIMS)
    )
    if not (claims and same and settled):
        raise _disagrees(entry)
    raise _Other


def _check_pair(state: TournamentState, entry: TournamentEntry, seed: str) -> None:
    """TOU-19.20: of those who waited then; the first tables are by lot alone, others are judged like a draw."""
    call: ActionCall[PairArgs] = entry.call
    again = _again(state, entry, call, seed)
    if again == dict(entry.args):
        return
    round = known_round(state, call.args.round)
    posed = arena.posed(state, whole_seed(state, seed), round, list(call.args.players))
    by = len(round.tables)
    tables = tuple(drawing.DrawnTable(table.number - by, table.seats) for table in _tables(call.args.content))
    found = drawn_args(drawing.evaluate(posed, tables))
    arranged, warnings = _arranged(posed, tables)
    settled = ("round", "players", "attempt", "boards", "byes", "order", "moved")
    if (
        round.pairings == 0
        or arranged != tables
        or drawing.broken(posed, tables)
        or any(again[name] != entry.args.get(name) for name in settled)
        or any(found[name] != entry.args.get(name) for name in _CLAIMS)
        or drawn_args(drawing.Drawn(tables, (), warnings=warnings))["warnings"] != entry.args.get("warnings")
        or not _is_as_good(entry.args, again)
    ):
        raise _disagrees(entry)
    raise _Other


def _disagrees(entry: TournamentEntry) -> Refused:
    return Refused("The content of {op} does not follow from the seed.", "TAMPERED", "TOU-18.3", op=entry.op)


def _made_elsewhere(entry: TournamentEntry) -> Refused:
    return Refused(
        "This version of Kotva makes another {op} from the same seed; nothing proves that chance chose this one.",
        "OTHER_VERSION",
        "TOU-18.3",
        op=entry.op,
    )
