"""TOU-18.3: the chain, and from the seed all lots, seats, table numbers and vectors; the first entry that disagrees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kotva.tournament import draw as drawing
from kotva.tournament import lot
from kotva.tournament.draw import seating
from kotva.tournament.frame import whole_seed
from kotva.tournament.log import Entry
from kotva.tournament.problems import problem
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.rounds import drawn_args, fill_draw
from kotva.tournament.running import fill_complete, fill_standings, fill_start
from kotva.tournament.state import State
from kotva.tournament.tournament import follow


@dataclass(frozen=True, slots=True)
class Doubt:
    """The first entry that does not agree, and why."""

    seq: int
    refused: Refused


def verify(
    log: Iterable[Entry], seed: str | None = None, progress: Callable[[int], None] | None = None
) -> Doubt | None:
    """None when everything agrees. Without a seed (before the archive) lots and draws cannot be checked."""
    log = list(log)
    if seed is None:
        revealed = (entry.args.get("seed") for entry in log if entry.op == "archive")
        seed = next((found for found in revealed if isinstance(found, str)), None)
    state = State()
    for entry in log:
        try:
            if seed is not None:
                _check_chance(state, entry, seed)
            follow(state, entry)
        except Refused as refused:
            return Doubt(entry.seq, refused)
        if progress is not None:
            progress(1)
    if seed is not None and lot.commitment(seed) != state.commitment:
        return Doubt(1, Refused("This seed is not the one committed to.", "TAMPERED", "TOU-5.5"))
    return None


def _check_chance(state: State, entry: Entry, seed: str) -> None:
    """What follows from the seed must be what stands in the entry."""
    if entry.op in ("draw", "redraw"):
        _check_draw(state, entry, seed)
        return
    fill = {"start": fill_start, "complete": fill_complete, "standings": fill_standings}.get(entry.op)
    if fill is not None and dict(entry.args) != fill(state, entry.args, seed):
        raise _disagrees(entry)


def _check_draw(state: State, entry: Entry, seed: str) -> None:
    """The draw is made again (the same version makes the same one, TOU-6.6); seats, numbers and vector follow from it."""
    if state.options.mode(Reader(entry).round()) == "fixed":
        return
    asked = {**entry.args, "finish": entry.args.get("finished") is True}  # TOU-2.13
    again = fill_draw(state, asked, seed)
    if again == dict(entry.args):
        return
    # Another version of the solver may choose another optimum: then the tables must at least be what they claim to be.
    reader = Reader(entry)
    tables = tuple(
        drawing.Table(int(str(table["number"])), tuple(map(str, table["seats"])))
        for table in reader.items("tables")
        if isinstance(table, dict) and isinstance(table["seats"], list)
    )
    people = [player for table in tables for player in table.seats] + reader.texts("byes")
    drawn = problem(state, whole_seed(state, seed), reader.round(), reader.number("attempt"), people, [])
    found = drawn_args(drawing.evaluate(drawn, tables))
    same = all(found[name] == entry.args.get(name) for name in ("vector", "pairs", "trios"))
    arranged, _ = seating.tables(drawn, [table.seats for table in tables])
    solved = drawn.mode in ("random", "swiss")
    if not (solved and same and arranged == tables and again.get("byes") == entry.args.get("byes")):
        raise _disagrees(entry)


def _disagrees(entry: Entry) -> Refused:
    return Refused("The content of {op} does not follow from the seed.", "TAMPERED", "TOU-18.3", op=entry.op)
