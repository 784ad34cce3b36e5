"""`python -m tools.mutants [ROOM ...]`: break rules one at a time; see who survives.

Results are kept in build/mutants until the rules change, or the test that killed: a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from math import inf

os.environ["KOTVA_INTERPRETED"] = "1"  # before kotva is imported: compiled functions have no code to exchange

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.mutants.change import Mutant
from tools.mutants.hunt import Verdict, hunt
from tools.mutants.report import Score, renew, write
from tools.mutants.rooms import OTHERS, ROOMS, Room, dose, judged, named, sample, write_dose

ENOUGH = 300


@click.command(help=__doc__)
@click.argument("rooms", nargs=-1, type=click.Choice([*ROOMS, *OTHERS]))
@click.option("--sample", "size", default=ENOUGH, show_default=True, help="how many mutants of each room; 0: all")
@click.option("--seed", default=1, show_default=True, help="which sample")
@click.option("--jobs", default=1, show_default=True, help="how many at a time")
@click.option("--only", default="", help="only mutants whose name contains this")
@click.option("--module", default="", help="only mutants of this module (without .py)")
@click.option("--asked", multiple=True, help="only the tests of this file (several times: of these)")
@click.option("--alive", is_flag=True, help="only those of the sample that nobody has killed so far")
@click.option("--doubt", is_flag=True, help="try those of judged.toml, too: a test may kill one after all")
@click.option("--long", "patient", is_flag=True, help="with tests that play whole games, too (many hours)")
@click.option("--dose", "small", is_flag=True, help="only the few of dose.toml and named.toml; fails if one survives")
@click.option("--choose-dose", "choose", is_flag=True, help="write dose.toml anew from what was killed")
@click.option("--report", "told", is_flag=True, help="try nothing: write docs/mutants.md from what is known so far")
@click.option(
    "--samples", "renewed", is_flag=True, help="try nothing: tables of fresh.toml and slips.toml anew, in docs"
)
@click.option("--slips", "second", is_flag=True, help="mutants of the second kind (slips.py), which people make")
@click.option("--survivors/--no-survivors", default=True, show_default=True, help="list who survived")
def main(
    rooms: Sequence[str],
    size: int,
    seed: int,
    jobs: int,
    only: str,
    module: str,
    asked: tuple[str, ...],
    alive: bool,
    doubt: bool,
    patient: bool,
    small: bool,
    choose: bool,
    told: bool,
    renewed: bool,
    second: bool,
    survivors: bool,
) -> None:
    if renewed:
        renew()
        return
    chosen = [(ROOMS | OTHERS)[name] for name in rooms or ROOMS]
    chosen = [replace(room, tests=asked) for room in chosen] if asked else chosen
    if small:
        good = [give_dose(room, jobs) for room in chosen if room.name in dose()]
        sys.exit(not all(good))
    scores: list[Score] = []
    waiting: list[str] = []
    for room in chosen:
        every = room.slips() if second else room.mutants()
        mutants = sample(
            [mutant for mutant in every if only in mutant.id and module in ("", mutant.file.stem)],
            0 if (only or module) and size == ENOUGH else size,
            seed,
        )
        if alive:
            killers = known_killers(room)
            mutants = [mutant for mutant in mutants if mutant.id not in killers]
        known = {} if doubt else judged().get(room.name, {})
        if told:
            verdicts = kept_verdicts(room, patient)
        else:
            verdicts = judge_all(room, [mutant for mutant in mutants if mutant.id not in known], jobs, patient)
        verdicts |= {name: Verdict(name, "equivalent") for name in known}
        missing = sum(mutant.id not in verdicts for mutant in mutants)
        if missing:  # survivors are tried again when any test changes, so those that are left would look too good
            click.echo(f"{room.name}: {missing} of {len(mutants)} have not been tried with these rules and tests")
            waiting.append(room.name)
            continue
        score = Score(room.name, len(every), {m.id: verdicts[m.id] for m in mutants}, judged().get(room.name, {}))
        scores.append(score)
        click.echo(score.line())
        there = {mutant.id for mutant in (*room.mutants(), *room.slips())}
        gone = judged().get(room.name, {}).keys() - there
        for name in sorted(gone):
            click.echo(f"  judged, but no longer there: {name}")
        if survivors:
            for mutant in sorted(mutants, key=lambda m: (str(m.file), m.first)):
                if mutant.id in score.survivors():
                    click.echo(f"  {verdicts[mutant.id].fate:9} {mutant.file.name}:{mutant.first}  {mutant.id}")
        if choose:
            killers = known_killers(room)
            write_dose(room, {mutant.id: killers[mutant.id] for mutant in every if mutant.id in killers})
    if len(chosen) == len(ROOMS) and not (only or module or asked or alive or second) and (size == 0 or size >= ENOUGH):
        write(scores, waiting, size, seed)


def give_dose(room: Room, jobs: int) -> bool:
    """Whether the few are killed by their tests. A rewrite may take some away; when most are gone, choose others."""
    known = dose().get(room.name, {}) | named().get(room.name, {})
    mutants = [mutant for mutant in room.mutants() if mutant.id in known]
    fates: dict[str, str] = {}

    def judge(verdict: Verdict) -> None:
        fates[verdict.id] = verdict.fate

    hunt(room, mutants, known, jobs, judge, trust=True)
    alive = [name for name, fate in fates.items() if fate == "survived"]
    killed = [name for name, fate in fates.items() if fate in ("killed", "endless")]
    click.echo(f"{room.name}: {len(killed)} of {len(known)} killed")
    for name in alive:
        click.echo(f"  {known[name]} no longer notices {name}")
    lost = [name for name, fate in fates.items() if fate == "unreached"]
    for name in lost:
        click.echo(f"  there is no test {known[name]} any more to notice {name}")
    if len(killed) + len(alive) <= len(known) // 2:
        click.echo("  most of tools/mutants/dose.toml is gone: renew it, python -m tools.mutants --choose-dose")
        return False
    return not alive and not lost


def known_killers(room: Room) -> dict[str, str]:
    """Who killed which mutant when it was last tried, with these tests or with others."""
    found: dict[str, str] = {}
    for file in sorted(room.folder().glob("verdicts-*"), key=lambda file: file.stat().st_mtime):
        for line in file.read_text().splitlines():
            verdict = Verdict(**json.loads(line))
            found.pop(verdict.id, None)
            if verdict.by:
                found[verdict.id] = verdict.by
    return found


def kept_verdicts(room: Room, patient: bool) -> dict[str, Verdict]:
    """What was found before and still holds."""
    file = room.keep_verdicts(patient)
    lines = file.read_text().splitlines() if file.is_file() else []
    kept = (Verdict(**json.loads(line)) for line in lines)
    return {verdict.id: verdict for verdict in kept if verdict.witness == room.witness(verdict.by)}


def judge_all(room: Room, mutants: list[Mutant], jobs: int, patient: bool) -> dict[str, Verdict]:
    """The verdict on each of these: kept ones, then new ones, written down one by one."""
    verdicts = kept_verdicts(room, patient)
    todo = [mutant for mutant in mutants if mutant.id not in verdicts]
    if not todo:
        return verdicts
    killers = known_killers(room)
    # Drawn by hand: a thread that draws would be copied into every fork.
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[alive]} alive"),
    )
    progress = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), auto_refresh=False)
    with room.keep_verdicts(patient).open("a") as out, progress:
        task = progress.add_task(room.name, total=len(todo), alive=0)
        alive = 0

        def judge(verdict: Verdict) -> None:
            nonlocal alive
            verdicts[verdict.id] = verdict
            out.write(json.dumps(asdict(replace(verdict, witness=room.witness(verdict.by)))) + "\n")
            out.flush()
            if verdict.by:
                killers[verdict.id] = verdict.by
            else:
                alive += 1
            progress.update(task, advance=1, alive=alive, refresh=True)

        broken = hunt(room, todo, killers, jobs, judge, longest=inf if patient else None)
    for name in broken:
        click.echo(f"  fails on the unbroken rules, left out: {name}", err=True)
    return verdicts


if __name__ == "__main__":
    main()
