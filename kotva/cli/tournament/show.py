"""What `kotva tournament` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kotva.cli.tournament.common import NoFile
from kotva.cli.tournament.file import now
from kotva.engine.say import Say
from kotva.tournament.audit import AGREES, DIFFERS, OPEN, Audit, Finding
from kotva.tournament.chart import ranks_chart
from kotva.tournament.documents import outstanding, projected_clock, schedule_lines, standings_lines, table_list
from kotva.tournament.options import OPTIONS, TournamentOptions
from kotva.tournament.schedule import overrun
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, TournamentState, read_time
from kotva.tournament.words import CASES, CRITERIA, DRAW_WARNINGS, STATES

__all__ = ["now"]
_SIGNS = {AGREES: "+", DIFFERS: "!", OPEN: "?"}


def grid(*heads: str, numbers: str = "") -> Table:
    """A plain table; columns whose letter is `r` in `numbers` are aligned to the right."""
    table = Table(box=None, pad_edge=False)
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if numbers[i : i + 1] == "r" else "left")
    return table


@contextmanager
def bar(label: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal; nothing where there is none."""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(label, total=total)
        yield lambda n: progress.advance(task, n)


def round_tables(state: TournamentState, number: int, say: Say) -> None:
    """The table list by table, and what the draw is worth (TOU-6.7)."""
    console = Console(highlight=False)
    found = state.round(number)
    if found is None:
        console.print(say("No table can be formed: the tournament is finished."))
        return
    table = grid(say("table"), say("seat"), say("player"), say("name"), numbers="rr")
    for seat in table_list(state, found):
        place = seat.label if seat.table is not None else say("bye") if seat.note == "bye" else say("sits out")
        table.add_row(place, str(seat.seat or ""), seat.player, seat.name)
    console.print(table)
    if found.draw is not None and found.draw.vector:
        values = ", ".join(f"{name}={value}" for name, value in zip(found.draw.order, found.draw.vector))
        proven = say("proven best") if found.draw.proven else say("best found")
        console.print(say("Attempt {n}: {values} ({proven})", n=found.attempt, values=values, proven=proven))
        for players, times in [*found.draw.trios, *found.draw.pairs]:
            console.print(
                "  " + say.many("{who}: met once before", "{who}: met {n} times before", times, who="–".join(players))
            )
    for code in found.draw.warnings if found.draw else ():
        console.print(say(DRAW_WARNINGS[code]) if code in DRAW_WARNINGS else code)
    console.print(say("Round {n} is {state}.", n=number, state=say(STATES[found.state])))


def open_tables(state: TournamentState, say: Say) -> None:
    """What is still to come in this round (TOU-20.4)."""
    current = state.current
    waiting = [table.name for table in current.tables if not table.is_settled] if current else []
    console = Console(highlight=False)
    if waiting:
        console.print(say("Still open: {tables}", tables=" ".join(waiting)))
    elif current is not None:
        console.print(say("All results of round {n} are in; `complete R{n}` closes it.", n=current.number))


def standings_table(state: TournamentState, number: int | None, say: Say) -> None:
    """TOU-20.6, with the criterion that decided."""
    console = Console(highlight=False)
    found = standings(state, number)
    if not found.rows:
        console.print(say("Nobody has played yet."))
        return
    lines = standings_lines(state, number)
    clubs = any(line.club for line in lines)
    heads = (say("rank"), say("id"), say("name"), *([say("club")] if clubs else []), say("firsts"), say("place points"))
    rest = (say("game points"), say("success rate"), say("seconds"), say("thirds"), say("byes"), "", say("by"))
    table = grid(*heads, *rest, numbers="rlllrrrrrrr" if clubs else "rllrrrrrrr")
    for line in lines:
        who = (line.rank or "", line.player, line.name, *([line.club] if clubs else []), line.firsts, line.pp, line.gp)
        cells = (
            line.success,
            str(line.seconds),
            str(line.thirds),
            str(line.byes),
            line.mark,
            say(CRITERIA[line.by]) if line.by else "",
        )
        table.add_row(*map(str, who), *cells)
    console.print(table)
    if found.provisional:
        console.print(say("Provisional: round {n} is not complete.", n=found.round))
    for group in found.open_lots:
        console.print(say("A lot must be drawn by hand: {players}", players=", ".join(group)))


def write_chart(state: TournamentState, path: Path, say: Say) -> None:
    try:
        path.write_text(ranks_chart(state, say), encoding="utf-8")
    except OSError as error:
        raise NoFile("Cannot write {path}: {error}.", path, error) from None


def overview(state: TournamentState, at: str, say: Say) -> None:
    """Where the tournament stands."""
    console = Console(highlight=False)
    moment = read_time(at)
    console.print(f"[bold]{state.name}[/bold]  {say(STATES[state.phase])}  ({state.options.preset})")
    counts = {status: sum(p.status == status for p in state.players.values()) for status in ("present", "absent")}
    console.print(say("{n} entries, {present} present, {absent} absent", n=len(state.players), **counts))
    for number, start, end in schedule_lines(state):
        found = state.round(number) if number else None
        name = say("Round {n}", n=number) if number else say("results")
        console.print(f"  {start}–{end}  {name}  {say(STATES[found.state]) if found else ''}")
    clock = projected_clock(state, moment)
    if clock.seconds is not None and state.phase == "running":
        sign = "-" if clock.seconds < 0 else ""
        console.print(f"{sign}{abs(clock.seconds) // 60}:{abs(clock.seconds) % 60:02}")
    current = state.current
    if current is not None:
        _current(state, current, at, say, console)


def _current(state: TournamentState, current: Round, at: str, say: Say, console: Console) -> None:
    for table in current.tables:
        console.print(f"  {table.name}  {say(STATES[table.state])}  {' '.join(table.seats)}")
    for name, minutes in outstanding(current, read_time(at)):
        if minutes is not None and minutes >= 0:
            console.print(
                "  " + say.many("{table}: {n} minute over time", "{table}: {n} minutes over time", minutes, table=name)
            )
    late = overrun(state, current.number)
    if late:
        console.print(say("Proposal: shift R{n} +{minutes}", n=current.number + 1, minutes=late))
    for case in state.cases.values():
        if case.state in ("open", "panel"):
            console.print(f"  {case.id}  {say(CASES[case.kind])}  {case.facts}")


def options_table(preset: str, names: Sequence[str], say: Say) -> None:
    chosen = TournamentOptions(preset)
    table = grid(say("option"), say("value"), say("allowed"), say("clause"), say("locked"))
    for name, option in OPTIONS.items():
        if not names or any(name.startswith(wanted) for wanted in names):
            locked = say("after round 1 is published") if option.locked else ""
            table.add_row(name, chosen.texts[name], option.kind.allowed, option.clause, locked)
    Console(highlight=False).print(table)


def audited(found: Audit, say: Say) -> Finding | None:
    """TOU-18.3, TOU-18.6: every sentence, and what nobody can see in a log; the first doubt is given back."""
    for finding in found.findings:
        click.echo(f"{_SIGNS[finding.fate]} {finding.say(say)}")
    if found.unproven:
        click.echo(say("What nobody can see in a log:"))
    for finding in found.unproven:
        click.echo(f"  - {finding.say(say)}")
    return found.doubt or next((finding for finding in found.findings if finding.fate == DIFFERS), None)
